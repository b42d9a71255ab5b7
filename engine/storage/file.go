package storage

import (
	"slices"

	"tabletop/engine/base"
)

// file is an immutable sorted file.
type file struct {
	FileInfo
	entries  []*Entry // in the order of compare
	bloom    bloom    // of the rows of entries
	bulk     Bulk     // other rows of the file, nil for none
	replaced rows     // rows of bulk that are not in the file as they are there; never changed in place
}

// Bulk holds rows that were loaded together, and not written one by one. They are the oldest file
// of a store. It must not change.
type Bulk interface {
	// EachCell calls yield for the cells of a range of rows, in order, until it returns false.
	EachCell(r base.Range, yield func(base.RowKey, base.Cell) bool)
	// Describe returns First, Last, Rows, Puts, Bytes, Oldest and Newest of some families. All but
	// the keys are estimates unless exact is true.
	Describe(families []base.Family) (d FileInfo, exact bool)
}

// rows is a set of row keys.
type rows map[base.RowKey]struct{}

// has reports whether the set has a key.
func (r rows) has(key base.RowKey) bool {
	_, ok := r[key]
	return ok
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
	Loaded         bool        // it holds rows that were loaded together, so that its figures are estimates
}

// newFile returns a file of sorted entries and of the rows of a bulk that have not been replaced,
// nil if there are none.
func newFile(number int, families []base.Family, entries []*Entry, bulk Bulk, replaced rows) *file {
	f := &file{FileInfo: FileInfo{Number: number, Families: families}, entries: entries, bulk: bulk, replaced: replaced}
	if bulk != nil && !f.addBulk() {
		f.bulk, f.replaced = nil, nil
	}
	if len(entries) == 0 {
		if f.bulk == nil {
			return nil
		}
		return f
	}
	first, last := entries[0], entries[len(entries)-1]
	if !f.Loaded {
		f.First, f.Last, f.Oldest, f.Newest, f.FirstSeq = first.Row, last.Row, first.At, first.At, first.Seq
	}
	f.First, f.Last = min(f.First, first.Row), max(f.Last, last.Row)
	own := 0
	for i, e := range entries {
		if i == 0 || entries[i-1].Row != e.Row {
			own++
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
	f.Rows += own
	f.bloom = newBloom(own)
	for i, e := range entries {
		if i == 0 || entries[i-1].Row != e.Row {
			f.bloom.add(e.Row)
		}
	}
	return f
}

// addBulk adds the rows of the bulk to the description, without those that have been replaced. It
// returns false if it knows that none is left.
func (f *file) addBulk() (some bool) {
	d, exact := f.bulk.Describe(f.Families)
	for row := range f.replaced {
		puts := d.Puts
		f.eachOfBulk(base.PointRange(row), func(e *Entry) bool {
			d.Puts--
			d.Bytes -= e.Bytes()
			return true
		})
		if d.Puts < puts {
			d.Rows--
		}
	}
	if exact && d.Puts <= 0 {
		return false
	}
	d.Number, d.Families, d.Loaded = f.Number, f.Families, true
	d.Rows, d.Puts, d.Bytes = max(d.Rows, 1), max(d.Puts, 1), max(d.Bytes, 1)
	f.FileInfo = d
	return true
}

// eachOfBulk calls yield for the puts of the bulk in a range of rows until it returns false, also for
// those that have been replaced.
func (f *file) eachOfBulk(r base.Range, yield func(*Entry) bool) {
	if f.bulk == nil {
		return
	}
	f.bulk.EachCell(r, func(row base.RowKey, c base.Cell) bool {
		return !slices.Contains(f.Families, c.Family) || yield(&Entry{Row: row, Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: c.Value})
	})
}

// appendRange appends the entries of the file in a range of rows, which is not sorted if there is a
// bulk.
func (f *file) appendRange(out []*Entry, r base.Range) []*Entry {
	f.eachOfBulk(r, func(e *Entry) bool {
		if !f.replaced.has(e.Row) {
			out = append(out, e)
		}
		return true
	})
	return append(out, entriesWithin(f.entries, r)...)
}

// mayHold reports whether the file may have a row.
func (f *file) mayHold(row base.RowKey) bool {
	if len(f.entries) > 0 && f.bloom.mayHold(row) {
		return true
	}
	held := false
	if !f.replaced.has(row) {
		f.eachOfBulk(base.PointRange(row), func(*Entry) bool { held = true; return false })
	}
	return held
}

// overlaps reports whether the file's rows lie partly in a range.
func (f *file) overlaps(r base.Range) bool {
	return r.Start <= f.Last && (r.End == "" || f.First < r.End)
}

// isOutside reports whether by its times alone the file has nothing that a read shows, and no marker
// that could hide something from it.
func (f *file) isOutside(q *Query, s *Store, now base.Micros) bool {
	if f.bulk != nil {
		return false // its times are estimates
	}
	if f.Newest < q.From || q.To > 0 && f.Oldest >= q.To && f.Markers == 0 {
		return true
	}
	return s.system == HBase && !q.Raw && !q.Stored && !slices.ContainsFunc(f.Families, func(name base.Family) bool {
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
