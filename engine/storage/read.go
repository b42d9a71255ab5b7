package storage

import (
	"cmp"
	"iter"
	"slices"

	"tabletop/engine/base"
)

// Query says what a read shows.
type Query struct {
	Rows     base.Range
	Families []base.Family // none for all
	From, To base.Micros   // times in [From, To); a To of 0 means no bound
	Versions int           // most versions of a column; 0 for as many as there are
	Raw      bool          // whether to show markers, and what they and the family's settings hide
	Stored   bool          // whether to show also what the family's settings hide
}

// ReadCost says what a read has looked into, and what it walked over. The sources are the memtables
// that are not empty, and the files, of the groups that have a family of the read.
type ReadCost struct {
	Memtables      int // read
	Files          int // read
	SkippedByRange int // files that have no row key near those of the read
	SkippedByBloom int // files that do not have the row, as their bloom filter knows
	SkippedByTime  int // files whose cells are all outside the times of the read, or expired
	Puts, Markers  int // walked over
	Returned       int // puts, and in a raw read markers, that were returned
}

// FileUse says what a read does with a file.
type FileUse uint8

// What a read does with a file, see [ReadCost].
const (
	FileRead FileUse = iota
	FileSkippedByRange
	FileSkippedByBloom
	FileSkippedByTime
)

// UsedFile says what a read did with a file, given by its number.
type UsedFile struct {
	Number int
	Use    FileUse
}

// Amplification returns how many entries were walked over for each that was returned; 0 if none
// was.
func (c ReadCost) Amplification() float64 {
	if c.Returned == 0 {
		return 0
	}
	return float64(c.Puts+c.Markers) / float64(c.Returned)
}

// Read returns the entries that a query shows at the time now, in order, and what that cost. Times
// of calls must not decrease.
func (s *Store) Read(q Query, now base.Micros) (shown []Entry, cost ReadCost) {
	var found []*Entry
	for g := range s.groupsOf(&q) {
		if g.memtable.len() > 0 {
			cost.Memtables++
			found = g.memtable.within(found, q.Rows)
		}
		for _, f := range g.files {
			if cost.count(f.use(s, &q, now)) == FileRead {
				found = f.appendRange(found, q.Rows)
			}
		}
	}
	base.Sort(found, compare)
	for part := range byFamily(found) {
		if !q.reads(part[0].Family) {
			continue
		}
		for _, e := range part {
			if e.IsMarker() {
				cost.Markers++
			} else {
				cost.Puts++
			}
		}
		s.system.show(s.families[part[0].Family], part, &q, now, func(e *Entry) bool {
			shown = append(shown, *e)
			return true
		})
	}
	cost.Returned = len(shown)
	return shown, cost
}

// reads reports whether the query is about a family.
func (q *Query) reads(name base.Family) bool {
	return len(q.Families) == 0 || slices.Contains(q.Families, name)
}

// use returns what a read does with the file.
func (f *file) use(s *Store, q *Query, now base.Micros) FileUse {
	row, point := q.Rows.PointKey()
	switch {
	case !f.overlaps(q.Rows):
		return FileSkippedByRange
	case f.isOutside(q, s, now):
		return FileSkippedByTime
	case point && !f.mayHold(row):
		return FileSkippedByBloom
	}
	return FileRead
}

// count counts the use of a file, and returns it.
func (c *ReadCost) count(u FileUse) FileUse {
	switch u {
	case FileRead:
		c.Files++
	case FileSkippedByRange:
		c.SkippedByRange++
	case FileSkippedByBloom:
		c.SkippedByBloom++
	case FileSkippedByTime:
		c.SkippedByTime++
	}
	return u
}

// groupsOf returns the groups that have a family which a query reads.
func (s *Store) groupsOf(q *Query) iter.Seq[*group] {
	return func(yield func(*group) bool) {
		for i := range s.groups {
			if g := &s.groups[i]; slices.ContainsFunc(g.families, q.reads) && !yield(g) {
				return
			}
		}
	}
}

// Consult returns what a query looks into, without walking over anything: how much, and what it does
// with each file. Files of families that it does not read are not among those.
func (s *Store) Consult(q Query, now base.Micros) (cost ReadCost, uses []UsedFile) {
	for g := range s.groupsOf(&q) {
		if g.memtable.len() > 0 {
			cost.Memtables++
		}
		for _, f := range g.files {
			uses = append(uses, UsedFile{f.Number, cost.count(f.use(s, &q, now))})
		}
	}
	return cost, uses
}

// Hides reports whether a marker hides a put that has just been written.
func (s *Store) Hides(p Entry) bool {
	g := s.groupOf(p.Family)
	if g.markers == 0 && !slices.ContainsFunc(g.files, func(f *file) bool { return f.Markers > 0 }) {
		return false
	}
	p.Seq = s.seq
	row := base.PointRange(p.Row)
	list := g.memtable.within(nil, row)
	for _, f := range g.files {
		list = append(list, entriesWithin(f.entries, row)...)
	}
	return slices.ContainsFunc(list, func(e *Entry) bool {
		return e.IsMarker() && e.Family == p.Family && (e.Kind.ofFamily() || e.Qualifier == p.Qualifier) && s.system.hides(e, &p)
	})
}

// WrittenRows returns the rows in which something was written, in order, without those that are
// only in a [Bulk]. With markers it returns only those that have a marker.
func (s *Store) WrittenRows(r base.Range, markers bool) (keys []base.RowKey) {
	add := func(list []*Entry) {
		for _, e := range list {
			if (e.IsMarker() || !markers) && (len(keys) == 0 || keys[len(keys)-1] != e.Row) {
				keys = append(keys, e.Row)
			}
		}
	}
	for i := range s.groups {
		g := &s.groups[i]
		add(g.memtable.within(nil, r))
		for _, f := range g.files {
			add(entriesWithin(f.entries, r))
			for row := range f.replaced {
				if !markers && r.Contains(row) {
					keys = append(keys, row)
				}
			}
		}
	}
	base.Sort(keys, cmp.Compare[base.RowKey])
	return slices.Compact(keys)
}
