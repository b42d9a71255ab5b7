package snapshot

import (
	"encoding/binary"
	"math/bits"
)

// sum returns the checksum of a chunk. It processes eight bytes at a time, which is fast
// in WebAssembly too. Each step is a bijection of the sum, so that a change within eight
// bytes is always noticed, and other changes almost always.
func sum(data []byte) uint64 {
	const odd = 0x9E3779B97F4A7C15
	h := uint64(len(data))
	for len(data) >= 8 {
		h = bits.RotateLeft64((h^binary.LittleEndian.Uint64(data))*odd, 29)
		data = data[8:]
	}
	var last [8]byte
	copy(last[:], data)
	h = (h ^ binary.LittleEndian.Uint64(last[:])) * odd
	return h ^ h>>32
}
