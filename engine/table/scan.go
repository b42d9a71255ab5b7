package table

import (
	"iter"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// Query says what a scan reads. The zero value reads the whole table.
type Query struct {
	// Ranges to read, in any order; they may overlap. None at all means the
	// whole table; ranges that are all empty read nothing.
	Ranges   []base.Range
	Filter   *filter.Program
	Limit    int64 // rows returned; 0 for no limit
	Reversed bool  // rows in descending order of key; cells stay as they are
	Budget   int64 // rows scanned before the scan pauses; 0 for no budget
	// CountOnly yields rows that know their key, Len and Bytes; of rows that the
	// filter altered Cells yields nothing.
	CountOnly bool
}

// Stats counts what scans did. The zero value has counted nothing.
type Stats struct {
	Seeks         int64 // ranges sought
	RowsScanned   int64
	RowsReturned  int64
	CellsScanned  int64
	CellsReturned int64
	BytesScanned  int64
	BytesReturned int64
	Tablets       int64 // tablets touched

	// Resume is what was left to read when the budget ran out; nil when the scan
	// is complete. To go on, scan again with these as the query's ranges, a limit
	// lowered by what was returned, and the same Stats: then nothing is counted
	// twice, and the sums are those of one scan without a budget.
	Resume []base.Range
	Last   base.RowKey // the last row scanned

	tablet int // the last one counted, if Resume is set
}

// Add adds the counts of o, a scan of its own that came after, and takes over
// where it stopped.
func (s *Stats) Add(o Stats) {
	s.Seeks += o.Seeks
	s.RowsScanned += o.RowsScanned
	s.RowsReturned += o.RowsReturned
	s.CellsScanned += o.CellsScanned
	s.CellsReturned += o.CellsReturned
	s.BytesScanned += o.BytesScanned
	s.BytesReturned += o.BytesReturned
	s.Tablets += o.Tablets
	s.Resume, s.tablet = o.Resume, o.tablet
	if o.Last != "" {
		s.Last = o.Last
	}
}

// Scan reads the table in one lazy pass and yields the rows of which the filter
// lets out a cell. It adds to st as it goes; st may be nil. A scan reads what
// was there when it began, whatever is written meanwhile.
func (t *Table) Scan(q Query, st *Stats) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		ranges := []base.Range{base.Whole}
		if len(q.Ranges) > 0 {
			ranges = base.Merge(q.Ranges)
		}
		if q.Reversed {
			slices.Reverse(ranges)
		}
		if st == nil {
			st = new(Stats)
		}
		s := scan{
			Query: q, st: st, yield: yield,
			tree: t.tree, fams: t.fams, splits: t.splits,
			limit: q.Limit, budget: q.Budget,
		}
		if !q.Filter.PassesAll() {
			s.run = q.Filter.Start()
		}
		resumed := len(st.Resume) > 0 && slices.Equal(q.Ranges, st.Resume)
		switch {
		case resumed:
			s.tablet = st.tablet
		case q.Reversed:
			s.tablet = len(s.splits) + 1
		default:
			s.tablet = -1
		}
		st.Resume = nil
		s.tree.readers++
		defer func() { s.tree.readers-- }()
		for i, r := range ranges {
			if i > 0 || !resumed {
				st.Seeks++
			}
			if !s.read(r, ranges[i+1:]) {
				return
			}
		}
	}
}

// scan is the state of one pass.
type scan struct {
	Query
	st     *Stats
	yield  func(Row) bool
	tree   *tree
	fams   *families
	splits []base.RowKey
	run    *filter.Run // nil: everything passes
	slab   []base.Cell // room for the cells of rows to come
	tablet int         // the last one counted
	limit  int64       // rows still to return, if Limit > 0
	budget int64       // rows still to scan, if Budget > 0
}

// read reads one range and reports whether to go on to the later ones.
func (s *scan) read(r base.Range, later []base.Range) bool {
	stopped := false
	var at base.RowKey // where, if stopped
	visit := func(rec record) bool {
		if s.Budget > 0 {
			if s.budget == 0 {
				// Had the row not been there, the scan would be complete.
				at, stopped = base.RowKey(rec.key()), true
				s.st.Resume = s.rest(r, at, later)
				return false
			}
			s.budget--
		}
		if !s.row(rec) {
			at, stopped = base.RowKey(rec.key()), true
		}
		return !stopped
	}
	if s.Reversed {
		s.tree.descend(r, visit)
	} else {
		s.tree.ascend(r, visit)
	}
	switch {
	case !stopped:
	case s.Reversed:
		r.Start = at
	default:
		r.End = at + "\x00"
	}
	s.touch(r)
	s.st.tablet = s.tablet
	return !stopped
}

// rest is what is left before the row next, which is in r, is read.
func (s *scan) rest(r base.Range, next base.RowKey, later []base.Range) []base.Range {
	if s.Reversed {
		r.End = next + "\x00"
	} else {
		r.Start = next
	}
	rest := append([]base.Range{r}, later...)
	if s.Reversed {
		slices.Reverse(rest)
	}
	return rest
}

// touch counts the tablets of r that have not been counted. Ranges come in the
// order of the scan, so those that have lie on one side.
func (s *scan) touch(r base.Range) {
	first, last := tabletOf(s.splits, r.Start), len(s.splits)
	if r.End != "" {
		last, _ = slices.BinarySearch(s.splits, r.End)
	}
	if s.Reversed {
		if last = min(last, s.tablet-1); first <= last {
			s.st.Tablets += int64(last - first + 1)
			s.tablet = first
		}
		return
	}
	if first = max(first, s.tablet+1); first <= last {
		s.st.Tablets += int64(last - first + 1)
		s.tablet = last
	}
}

// row reads one row and reports whether to go on.
func (s *scan) row(rec record) bool {
	st := s.st
	st.RowsScanned++
	st.CellsScanned += int64(rec.cells)
	st.BytesScanned += int64(rec.bytes)
	st.Last = base.RowKey(rec.key())
	row := Row{rec: rec, fams: s.fams}
	if s.run != nil {
		switch s.run.Row(row.Key()) {
		case filter.Drop:
			return true
		case filter.Look:
			if !s.look(&row) {
				return true
			}
		}
	}
	st.RowsReturned++
	st.CellsReturned += int64(row.rec.cells)
	st.BytesReturned += int64(row.rec.bytes)
	if !s.yield(row) {
		return false
	}
	if s.Limit > 0 {
		s.limit--
		return s.limit > 0
	}
	return true
}

// look makes row what the filter lets out of it and reports whether that is
// anything.
func (s *scan) look(row *Row) bool {
	wanted := false
	for c := row.cursor(); c.next(); {
		if c.newColumn {
			wanted = s.run.Column(s.fams.names[c.fam], base.Qualifier(c.qual))
		}
		if wanted && !s.run.Cell(c.at, c.value) {
			break
		}
	}
	out := s.run.End()
	if len(out) == 0 {
		return false
	}
	n := int(row.rec.klen)
	for i := range out {
		n += len(out[i].Family) + len(out[i].Qualifier) + 8 + len(out[i].Value)
	}
	row.rec.cells, row.rec.bytes = uint32(len(out)), uint32(n)
	if s.CountOnly {
		row.kind = counted
		return true
	}
	row.kind, row.out = filtered, s.keep(out)
	return true
}

// keep copies cells to where they stay. Several rows share an allocation.
func (s *scan) keep(cells []base.Cell) []base.Cell {
	const most = 256
	if cap(s.slab)-len(s.slab) < len(cells) {
		s.slab = make([]base.Cell, 0, max(len(cells), min(2*cap(s.slab), most)))
	}
	n := len(s.slab)
	s.slab = append(s.slab, cells...)
	return s.slab[n:len(s.slab):len(s.slab)]
}
