package store

import (
	"encoding/binary"
	"hash/crc32"
)

// A record of the journal, as it lies in the database:
//
//	record = 'J' version copies copy*
//	copy   = len sum data
//
// with len and sum in four bytes, big endian; the sum is the IEEE crc of the
// sequence number in eight bytes and of data. An entry of up to [mirrored] bytes
// is there twice, so that damage to one of them costs nothing. What begins with
// the version of a frame of [tabletop/engine/wire] is the entry itself: so it was
// in the database's version 2.
const (
	recordMark    = 'J'
	recordVersion = 1
	recordHead    = 3
	copyHead      = 8
	plainMark     = 1 // version of a frame

	mirrored = 64 << 10
)

// encodeEntry returns the record of an entry.
func encodeEntry(seq uint64, data []byte) []byte {
	copies := 1
	if len(data) <= mirrored {
		copies = 2
	}
	out := make([]byte, 0, recordHead+copies*(copyHead+len(data)))
	out = append(out, recordMark, recordVersion, byte(copies))
	for range copies {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		out = binary.BigEndian.AppendUint32(out, sum(seq, data))
		out = append(out, data...)
	}
	return out
}

// readEntry returns the entry of a record, a part of it. It reports false for one
// that is damaged.
func readEntry(seq uint64, record []byte) (data []byte, ok bool) {
	if len(record) > 0 && record[0] == plainMark {
		return record, true
	}
	if len(record) < recordHead {
		return nil, false
	}
	copies := record[recordHead:]
	if data, ok = readCopy(seq, copies); ok {
		return data, true
	}
	// Where the second is depends on the length of the first, or of both.
	for _, at := range []int{copyHead + lengthOf(copies), len(copies) / 2} {
		if at > 0 && at <= len(copies) {
			if data, ok = readCopy(seq, copies[at:]); ok {
				return data, true
			}
		}
	}
	return nil, false
}

func readCopy(seq uint64, from []byte) (data []byte, ok bool) {
	n := lengthOf(from)
	if len(from) < copyHead || n > len(from)-copyHead {
		return nil, false
	}
	data = from[copyHead : copyHead+n : copyHead+n]
	return data, sum(seq, data) == binary.BigEndian.Uint32(from[4:])
}

func lengthOf(from []byte) int {
	if len(from) < 4 {
		return 0
	}
	return int(binary.BigEndian.Uint32(from) & 0x7FFFFFFF)
}

func sum(seq uint64, data []byte) uint32 {
	var number [8]byte
	binary.BigEndian.PutUint64(number[:], seq)
	return crc32.Update(crc32.ChecksumIEEE(number[:]), crc32.IEEETable, data)
}
