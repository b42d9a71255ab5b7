package rowkey

import "math/bits"

const (
	// These are the constants of xxHash64.
	prime1 uint64 = 11400714785074694791
	prime2 uint64 = 14029467366897019727
	prime3 uint64 = 1609587929392839161
	prime4 uint64 = 9650029242287828579
	prime5 uint64 = 2870177450012600261
)

// xxHash64 returns the hash of s with seed 0.
func xxHash64(s string) uint64 {
	n := uint64(len(s))
	h := prime5
	if len(s) >= 32 {
		one, two := prime1, prime2 // kept out of the constants: the sums wrap
		v := [4]uint64{one + two, two, 0, -one}
		for ; len(s) >= 32; s = s[32:] {
			for i := range v {
				v[i] = round(v[i], little(s[8*i:], 8))
			}
		}
		h = bits.RotateLeft64(v[0], 1) + bits.RotateLeft64(v[1], 7) + bits.RotateLeft64(v[2], 12) + bits.RotateLeft64(v[3], 18)
		for _, a := range v {
			h = (h^round(0, a))*prime1 + prime4
		}
	}
	h += n
	for ; len(s) >= 8; s = s[8:] {
		h = bits.RotateLeft64(h^round(0, little(s, 8)), 27)*prime1 + prime4
	}
	if len(s) >= 4 {
		h = bits.RotateLeft64(h^little(s, 4)*prime1, 23)*prime2 + prime3
		s = s[4:]
	}
	for i := range len(s) {
		h = bits.RotateLeft64(h^uint64(s[i])*prime5, 11) * prime1
	}
	h = (h ^ h>>33) * prime2
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}

// round adds one lane of input to an accumulator of the hash.
func round(a, lane uint64) uint64 { return bits.RotateLeft64(a+lane*prime2, 31) * prime1 }

// little reads the first n bytes of s as a little-endian number.
func little(s string, n int) uint64 {
	v := uint64(0)
	for i := range n {
		v |= uint64(s[i]) << (8 * i)
	}
	return v
}
