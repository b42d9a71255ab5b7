package storage

import (
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
	for i := range s.groups {
		g := &s.groups[i]
		if !slices.ContainsFunc(g.families, q.reads) {
			continue
		}
		if g.memtable.Len() > 0 {
			cost.Memtables++
			found = g.appendFromMemtable(found, q.Rows)
		}
		for _, f := range g.files {
			if f.isConsulted(s, &q, now, &cost) {
				found = append(found, f.within(q.Rows)...)
			}
		}
	}
	slices.SortFunc(found, compare)
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

// isConsulted reports whether a read has to look into the file, and counts the file in the cost.
func (f *file) isConsulted(s *Store, q *Query, now base.Micros, cost *ReadCost) bool {
	row, point := q.Rows.PointKey()
	switch {
	case !f.overlaps(q.Rows):
		cost.SkippedByRange++
	case f.isOutside(q, s, now):
		cost.SkippedByTime++
	case point && !f.bloom.mayHold(row):
		cost.SkippedByBloom++
	default:
		cost.Files++
		return true
	}
	return false
}

// appendFromMemtable appends the entries of the memtable in a range of rows.
func (g *group) appendFromMemtable(out []*Entry, r base.Range) []*Entry {
	// No entry of the row sorts before this one.
	g.memtable.AscendGreaterOrEqual(&Entry{Kind: DeleteFamily, Row: r.Start, At: maxTime, Seq: maxSeq}, func(e *Entry) bool {
		if r.End != "" && e.Row >= r.End {
			return false
		}
		out = append(out, e)
		return true
	})
	return out
}
