package store

import (
	"encoding/binary"
	"hash/crc32"

	"tabletop/app/host"
)

// The format of a record of the journal:
//
//	record = 'J' version copies copy*
//	copy   = len sum data
//	data   = (len entry)*
//
// Each len and the sum are four bytes, big endian. The sum is the IEEE CRC-32 of the number of the
// last entry in eight bytes, of data, and of the version. The entries have consecutive numbers.
// Data of up to [mirrored] bytes is stored twice, so that damage to one copy loses nothing.
const (
	recordMark    = 'J'
	recordVersion = 2 // records of version 1 count as damaged
	recordHead    = 3 // bytes before the first copy
	copyHead      = 8 // bytes of a copy before its data
	lengthBytes   = 4

	mirrored = 64 << 10 // bytes of data

	// gathered is the size in bytes up to which several entries are put into one record. Chromium
	// keeps larger values in files of their own, which twice this size does not reach.
	gathered = 28 << 10
)

// together returns how many of the first entries are put into one record.
func together(entries []host.JournalEntry) int {
	size := 0
	for i, e := range entries {
		if size += lengthBytes + len(e.Data); i > 0 && (size > gathered || e.Seq != entries[i-1].Seq+1) {
			return i
		}
	}
	return len(entries)
}

// encodeRecord returns the record of entries with consecutive numbers. There must be at least one.
func encodeRecord(entries []host.JournalEntry) []byte {
	size := 0
	for _, e := range entries {
		size += lengthBytes + len(e.Data)
	}
	copies := 1
	if size <= mirrored {
		copies = 2
	}
	out := make([]byte, 0, recordHead+copies*(copyHead+size))
	out = append(out, recordMark, recordVersion, byte(copies))
	out = binary.BigEndian.AppendUint32(out, uint32(size))
	out = append(out, 0, 0, 0, 0) // the sum
	for _, e := range entries {
		out = binary.BigEndian.AppendUint32(out, uint32(len(e.Data)))
		out = append(out, e.Data...)
	}
	binary.BigEndian.PutUint32(out[recordHead+lengthBytes:], sum(entries[len(entries)-1].Seq, out[recordHead+copyHead:]))
	if copies == 2 {
		out = append(out, out[recordHead:]...)
	}
	return out
}

// decodeRecord adds the entries of a record to l, as far as their numbers are at least first. last
// is the number in the record's key. If the record cannot be read, each number that it may have
// held is added as damaged.
func decodeRecord(l *host.StoredWorkspace, first, last uint64, record []byte) {
	if entries, ok := readRecord(last, record); ok {
		for _, e := range entries {
			if e.Seq >= first {
				l.Entries = append(l.Entries, e)
			}
		}
		return
	}
	const most = gathered / lengthBytes // entries of one record at most; also in web/static/recovery.js
	if first = max(first, 1); last > most {
		first = max(first, last-most+1)
	}
	for ; first < last; first++ {
		l.Damaged = append(l.Damaged, host.DamagedRecord{Seq: first})
	}
	l.Damaged = append(l.Damaged, host.DamagedRecord{Seq: last, Data: record})
}

// readRecord returns the entries of a record; last is the number of its last entry. The entries
// share the record's memory. ok is false if all copies are damaged.
func readRecord(last uint64, record []byte) (entries []host.JournalEntry, ok bool) {
	if len(record) < recordHead {
		return nil, false
	}
	copies := record[recordHead:]
	// The second copy follows the first one, whose length may be damaged; it is also the second
	// half.
	for _, at := range []int{0, copyHead + lengthOf(copies), len(copies) / 2} {
		if at <= len(copies) {
			if entries, ok = readCopy(last, copies[at:]); ok {
				return entries, true
			}
		}
	}
	return nil, false
}

// readCopy returns the entries of the copy at the beginning of from, if its checksum is right.
func readCopy(last uint64, from []byte) (entries []host.JournalEntry, ok bool) {
	n := lengthOf(from)
	if len(from) < copyHead || n > len(from)-copyHead {
		return nil, false
	}
	data := from[copyHead : copyHead+n : copyHead+n]
	if binary.BigEndian.Uint32(from[lengthBytes:]) != sum(last, data) {
		return nil, false
	}
	return split(last, data)
}

// split returns the entries in data, and numbers them so that the last one has the number last.
func split(last uint64, data []byte) (entries []host.JournalEntry, ok bool) {
	for len(data) >= lengthBytes {
		n := lengthOf(data)
		if data = data[lengthBytes:]; n > len(data) {
			return nil, false
		}
		entries = append(entries, host.JournalEntry{Data: data[:n:n]})
		data = data[n:]
	}
	if len(entries) == 0 || len(data) > 0 || uint64(len(entries))-1 > last {
		return nil, false
	}
	for i := range entries {
		entries[i].Seq = last - uint64(len(entries)-1-i)
	}
	return entries, true
}

// lengthOf decodes a length. It returns 0 if there are too few bytes.
func lengthOf(from []byte) int {
	if len(from) < lengthBytes {
		return 0
	}
	return int(binary.BigEndian.Uint32(from) & 0x7FFFFFFF)
}

// sum returns the checksum of data whose last entry has the number last.
func sum(last uint64, data []byte) uint32 {
	var number [8]byte
	binary.BigEndian.PutUint64(number[:], last)
	sum := crc32.Update(crc32.ChecksumIEEE(number[:]), crc32.IEEETable, data)
	return crc32.Update(sum, crc32.IEEETable, []byte{recordVersion})
}
