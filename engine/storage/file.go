package storage

import (
	"slices"
	"sort"

	"tabletop/engine/base"
)

// file is an immutable sorted file.
type file struct {
	FileInfo
	entries []*Entry // in the order of compare, at least one
	bloom   bloom
}

// FileInfo describes a file.
type FileInfo struct {
	Number         int           // files are numbered from 1 in the order in which they are written
	Families       []base.Family // families of its group
	First, Last    base.RowKey   // row keys of its first and last entry
	Rows           int
	Puts, Markers  int
	Bytes          int64
	Oldest, Newest base.Micros // times of its puts and markers
	FirstSeq       uint64      // the first of the writes that it holds
	LastSeq        uint64      // the last of them
	Flushes        int         // how many flushes it holds
}

// newFile returns a file of sorted entries, at least one.
func newFile(number int, families []base.Family, entries []*Entry) *file {
	f := &file{FileInfo: FileInfo{Number: number, Families: families}, entries: entries}
	f.First, f.Last = entries[0].Row, entries[len(entries)-1].Row
	f.Oldest, f.Newest, f.FirstSeq = entries[0].At, entries[0].At, entries[0].Seq
	for i, e := range entries {
		if i == 0 || entries[i-1].Row != e.Row {
			f.Rows++
		}
		if e.IsMarker() {
			f.Markers++
		} else {
			f.Puts++
		}
		f.Bytes += e.Bytes()
		f.Oldest, f.Newest = min(f.Oldest, e.At), max(f.Newest, e.At)
		f.FirstSeq, f.LastSeq = min(f.FirstSeq, e.Seq), max(f.LastSeq, e.Seq)
	}
	f.bloom = newBloom(f.Rows)
	for i, e := range entries {
		if i == 0 || entries[i-1].Row != e.Row {
			f.bloom.add(e.Row)
		}
	}
	return f
}

// within returns the entries of the file in a range of rows.
func (f *file) within(r base.Range) []*Entry {
	from := func(key base.RowKey) int {
		return sort.Search(len(f.entries), func(i int) bool { return f.entries[i].Row >= key })
	}
	if r.IsEmpty() {
		return nil
	}
	end := len(f.entries)
	if r.End != "" {
		end = from(r.End)
	}
	return f.entries[from(r.Start):end]
}

// overlaps reports whether the file's rows lie partly in a range.
func (f *file) overlaps(r base.Range) bool {
	return r.Start <= f.Last && (r.End == "" || f.First < r.End)
}

// isOutside reports whether by its times alone the file has nothing that a read shows, and no marker
// that could hide something from it.
func (f *file) isOutside(q *Query, s *Store, now base.Micros) bool {
	if f.Newest < q.From || q.To > 0 && f.Oldest >= q.To && f.Markers == 0 {
		return true
	}
	return s.system == HBase && !q.Raw && !slices.ContainsFunc(f.Families, func(name base.Family) bool {
		fam := s.families[name]
		return fam.MinVersions > 0 || !fam.isExpired(f.Newest, now)
	})
}

// Bits of a bloom filter for each row key, and how many of them a key sets. About 1 of 100 keys
// that are not in the file passes.
const (
	bloomBits   = 10
	bloomHashes = 7
)

// bloom is a bloom filter over row keys: it knows of some keys that they are not in a file.
type bloom []uint64

// newBloom returns an empty filter for a number of keys.
func newBloom(keys int) bloom { return make(bloom, keys*bloomBits/64+1) }

// add adds a key.
func (b bloom) add(key base.RowKey) {
	b.visit(key, func(word, bit uint64) bool { b[word] |= 1 << bit; return true })
}

// mayHold reports whether the key may have been added. It is true for every key that has been.
func (b bloom) mayHold(key base.RowKey) bool {
	return b.visit(key, func(word, bit uint64) bool { return b[word]>>bit&1 == 1 })
}

// visit calls f for each bit of a key until f returns false, and returns what f returned last. The
// bits are made from the two halves of the key's FNV-1a hash, which is mixed since short keys leave
// its upper half alike.
func (b bloom) visit(key base.RowKey, f func(word, bit uint64) bool) bool {
	h := uint64(0xcbf29ce484222325)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 0x100000001b3
	}
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h ^= h >> 33
	step, n := h>>32|1, uint64(len(b))*64
	for range bloomHashes {
		if at := h % n; !f(at/64, at%64) {
			return false
		}
		h += step
	}
	return true
}
