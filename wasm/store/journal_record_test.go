//go:build !js

package store

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"reflect"
	"testing"

	"tabletop/app/host"
)

// sized returns entries with consecutive numbers up to last, with the given numbers of bytes.
func sized(last uint64, bytesOf ...int) []host.JournalEntry {
	out := make([]host.JournalEntry, len(bytesOf))
	for i, n := range bytesOf {
		out[i] = host.JournalEntry{Seq: last - uint64(len(bytesOf)-1-i), Data: bytes.Repeat([]byte{byte(i + 1)}, n)}
	}
	return out
}

func TestRecord(t *testing.T) {
	for _, entries := range [][]host.JournalEntry{
		sized(7, 0), sized(7, 1), sized(7, 100), sized(7, 0, 0, 0), sized(7, 1, 2, 3), sized(9, 100, 0, 20_000),
		sized(7, mirrored-lengthBytes), sized(7, mirrored),
		sized(math.MaxUint64, 3, 4), sized(0, 5),
	} {
		last := entries[len(entries)-1].Seq
		record := encodeRecord(entries)
		if got, ok := readRecord(last, record); !ok || !reflect.DeepEqual(got, entries) {
			t.Fatalf("%d entries up to %d are not read again", len(entries), last)
		}
		if _, ok := readRecord(last-1, record); ok {
			t.Errorf("%d entries up to %d are read under another number", len(entries), last)
		}
		once := recordHead + copyHead
		for _, e := range entries {
			once += lengthBytes + len(e.Data)
		}
		twice := once-recordHead-copyHead <= mirrored
		for i := 0; i < len(record); i += 1 + len(record)/300 {
			damaged := bytes.Clone(record)
			damaged[i] ^= 0x10
			got, ok := readRecord(last, damaged)
			if ok && !reflect.DeepEqual(got, entries) {
				t.Fatalf("%d bytes, byte %d changed: something else is read", len(record), i)
			}
			if want := twice || i < recordHead; ok != want {
				t.Errorf("%d bytes, byte %d changed: read is %v", len(record), i, ok)
			}
			if got, ok := readRecord(last, record[:i]); ok && !reflect.DeepEqual(got, entries) {
				t.Fatalf("cut at %d of %d: something else is read", i, len(record))
			} else if want := twice && i >= once; ok != want {
				t.Errorf("cut at %d of %d: read is %v", i, len(record), ok)
			}
		}
	}
}

// TestSmallRecord checks that two copies of a full record are smaller than 64 KiB, above which
// Chromium stores a value in a file of its own.
func TestSmallRecord(t *testing.T) {
	entries := make([]host.JournalEntry, 20_000)
	for i := range entries {
		entries[i] = host.JournalEntry{Seq: uint64(i + 1), Data: bytes.Repeat([]byte{1}, i%50)}
	}
	var got []host.JournalEntry
	for rest := entries; len(rest) > 0; {
		n := together(rest)
		record := encodeRecord(rest[:n])
		if len(record) >= 64<<10 || n < 400 && n < len(rest) {
			t.Errorf("a record of %d entries has %d bytes", n, len(record))
		}
		read, _ := readRecord(rest[n-1].Seq, record)
		got, rest = append(got, read...), rest[n:]
	}
	if !reflect.DeepEqual(got, entries) {
		t.Errorf("%d entries are read again as %d", len(entries), len(got))
	}
}

func TestTogether(t *testing.T) {
	gap := append(sized(3, 1, 1, 1), sized(6, 1, 1)...)
	for _, c := range []struct {
		name    string
		entries []host.JournalEntry
		want    int
	}{
		{"none", nil, 0},
		{"one", sized(1, 5), 1},
		{"a gap in the numbers", gap, 3},
		{"behind it", gap[3:], 2},
		{"as much as there may be", sized(3, gathered/2-lengthBytes, gathered/2-lengthBytes, 0), 2},
		{"a large one first", sized(2, gathered, 0), 1},
		{"a large one behind", sized(2, 0, gathered), 1},
	} {
		if got := together(c.entries); got != c.want {
			t.Errorf("%s: %d entries, want %d", c.name, got, c.want)
		}
	}
}

// TestFalseParts checks that data with a right checksum but wrong lengths counts as damaged.
func TestFalseParts(t *testing.T) {
	for name, data := range map[string][]byte{
		"no entry":            {},
		"cut in a length":     {0, 0, 0, 0, 0, 0},
		"longer than data":    {0, 0, 0, 2, 1},
		"more than there are": make([]byte, 4*9),
	} {
		record := []byte{recordMark, recordVersion, 1}
		record = binary.BigEndian.AppendUint32(record, uint32(len(data)))
		record = binary.BigEndian.AppendUint32(record, crc32.ChecksumIEEE(append(append([]byte{0, 0, 0, 0, 0, 0, 0, 7}, data...), recordVersion)))
		record = append(record, data...)
		if got, ok := readRecord(7, record); ok {
			t.Errorf("%s: read as %v", name, got)
		}
	}
}

func TestDecodeRecord(t *testing.T) {
	three := encodeRecord(sized(7, 1, 1, 1))
	broken := []byte("torn")
	for _, c := range []struct {
		name               string
		first, last        uint64
		record             []byte
		entries, lost      int
		firstSeq, firstBad uint64
	}{
		{"whole", 5, 7, three, 3, 0, 5, 0},
		{"from the second on", 6, 7, three, 2, 0, 6, 0},
		{"from before it", 0, 7, three, 3, 0, 5, 0},
		{"all of it lost", 5, 7, broken, 0, 3, 0, 5},
		{"the first of a journal", 0, 2, broken, 0, 2, 0, 1},
		{"of number 0", 0, 0, broken, 0, 1, 0, 0},
		{"nothing at all", 4, 4, nil, 0, 1, 0, 4},
		{"one of an older version", 8, 9, []byte{recordMark, 1, 2, 0}, 0, 2, 0, 8},
		{"no more than fit into it", 1, math.MaxUint64, broken, 0, gathered / lengthBytes, 0, math.MaxUint64 - gathered/lengthBytes + 1},
	} {
		var l host.StoredWorkspace
		decodeRecord(&l, c.first, c.last, c.record)
		if len(l.Entries) != c.entries || len(l.Damaged) != c.lost {
			t.Errorf("%s: %d entries, %d damaged", c.name, len(l.Entries), len(l.Damaged))
			continue
		}
		for i, e := range l.Entries {
			if e.Seq != c.firstSeq+uint64(i) {
				t.Errorf("%s: entry %d has number %d", c.name, i, e.Seq)
			}
		}
		for i, d := range l.Damaged {
			if d.Seq != c.firstBad+uint64(i) || (d.Data != nil) != (i == c.lost-1 && c.record != nil) {
				t.Errorf("%s: damaged is %d with %q", c.name, d.Seq, d.Data)
			}
		}
	}
}

func FuzzReadRecord(f *testing.F) {
	f.Add(uint64(7), encodeRecord(sized(7, 4)))
	f.Add(uint64(7), encodeRecord(sized(7, 4, 0, 100)))
	f.Add(uint64(1), []byte{recordMark, recordVersion, 2, 255, 255, 255, 255, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, last uint64, record []byte) {
		entries, ok := readRecord(last, record)
		size := 0
		for i, e := range entries {
			if size += len(e.Data); e.Seq != last-uint64(len(entries)-1-i) {
				t.Fatalf("entry %d of %d up to %d has number %d", i, len(entries), last, e.Seq)
			}
		}
		if size > len(record) || ok != (len(entries) > 0) {
			t.Fatalf("%d bytes in %d entries, %v, of a record of %d", size, len(entries), ok, len(record))
		}
		var l host.StoredWorkspace
		if decodeRecord(&l, last, last, record); len(l.Entries)+len(l.Damaged) != 1 {
			t.Fatalf("%d entries and %d damaged stand for the last", len(l.Entries), len(l.Damaged))
		}
	})
}
