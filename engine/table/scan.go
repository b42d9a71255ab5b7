package table

import (
	"iter"
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowmap"
)

// Query says what a scan reads. The zero value reads the whole table.
type Query struct {
	// Ranges to read, in any order; they may overlap. None at all means the
	// whole table; ranges that are all empty read nothing.
	Ranges   []base.Range
	Filter   *filter.Program
	Limit    int64  // rows returned; 0 for no limit
	Reversed bool   // rows in descending order of key; cells stay as they are
	Budget   int64  // rows scanned before the scan pauses; 0 for no budget
	Seed     uint64 // of the filter's samples of rows
	// Trace is how many rows to note in Stats.Trace, the first that are scanned.
	Trace int
	// Wire counts Stats.WireBytes, which takes a look at every cell returned.
	Wire bool
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
	// WireBytes is what the chunks of ReadRows responses take, if asked for.
	// Framing, and parting values larger than a response, are left out.
	WireBytes int64

	// Trace is what became of the first rows, as many as the query asks for.
	Trace []Decision

	// Resume is what was left to read when the budget ran out; nil when the scan
	// is complete. To go on, scan again with these as the query's ranges, a limit
	// lowered by what was returned, and the same Stats: then nothing is counted
	// twice, and the sums are those of one scan without a budget.
	Resume []base.Range
	Last   base.RowKey // the last row scanned

	tablet int // the last one counted, if Resume is set
}

// Decision is what a scan's filter did with a row.
type Decision struct {
	Key               base.RowKey
	Kept              bool
	CellsIn, CellsOut int
	// By is the filter that left nothing of the row, its path and name in the
	// filter's text; empty if the row was kept.
	By     filter.Path
	ByName string
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
	s.WireBytes += o.WireBytes
	s.Trace = append(s.Trace, o.Trace...)
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
			rows: t.rows.Hold(), fams: t.fams, splits: t.splits,
			limit: q.Limit, budget: q.Budget,
		}
		if q.Limit <= 0 {
			s.limit = math.MaxInt64
		}
		if q.Budget <= 0 {
			s.budget = math.MaxInt64
		}
		if !q.Filter.PassesAll() {
			s.run = q.Filter.Start(q.Seed)
		}
		if s.trace = q.Trace - len(st.Trace); s.trace > 0 {
			s.explainer = q.Filter.Explainer(q.Seed)
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
		defer s.rows.Release()
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
	rows   rowmap.Map
	fams   *families
	splits []base.RowKey
	run    *filter.Run // nil: everything passes
	trace  int         // rows still to note; none if not positive
	slab   []base.Cell // room for the cells of rows to come
	tablet int         // the last one counted
	limit  int64       // rows still to return
	budget int64       // rows still to scan

	explainer *filter.Explainer // while there are rows to note
}

// read reads one range and reports whether to go on to the later ones.
func (s *scan) read(r base.Range, later []base.Range) bool {
	stopped := false
	var at base.RowKey // where, if stopped
	visit := func(rec record) bool {
		if s.budget == 0 {
			// Had the row not been there, the scan would be complete.
			at, stopped = base.RowKey(rec.Key()), true
			s.st.Resume = s.rest(r, at, later)
			return false
		}
		s.budget--
		if s.row(rec) {
			return true
		}
		at, stopped = base.RowKey(rec.Key()), true
		return false
	}
	if s.Reversed {
		s.rows.Descend(string(r.Start), string(r.End), visit)
	} else {
		s.rows.Ascend(string(r.Start), string(r.End), visit)
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
	st.CellsScanned += int64(rec.Cells)
	st.BytesScanned += int64(rec.Bytes)
	st.Last = base.RowKey(rec.Key())
	if s.trace > 0 {
		s.note(rec)
	}
	verdict := filter.Keep
	if s.run != nil {
		verdict = s.run.Row(base.RowKey(rec.Key()))
	}
	switch verdict {
	case filter.Keep:
		if s.Wire {
			w := newChunkSizer(rec.Key())
			for c := walk(rec, s.fams); c.next(); {
				w.add(&c.cell)
			}
			st.WireBytes += w.finish()
		}
		return s.emit(rec, nil)
	case filter.Look:
		return s.look(rec)
	default:
		return true
	}
}

// note adds a row to the trace.
func (s *scan) note(rec record) {
	var cells []base.Cell
	for c := walk(rec, s.fams); c.next(); {
		cells = append(cells, c.cell)
	}
	key := base.RowKey(rec.Key())
	e := s.explainer.Row(key, cells)
	d := Decision{Key: key, Kept: e.Kept(), CellsIn: len(cells), CellsOut: len(e.Out)}
	if e.By >= 0 {
		d.By, d.ByName = e.Nodes[e.By].Path, e.Nodes[e.By].Name
	}
	s.st.Trace = append(s.st.Trace, d)
	s.trace--
}

// emit returns a row to the reader and reports whether to go on. Rows are handed
// on by value all the way: one that has to lie in memory costs several times the
// rest of a scan.
func (s *scan) emit(rec record, out []base.Cell) bool {
	s.st.RowsReturned++
	s.st.CellsReturned += int64(rec.Cells)
	s.st.BytesReturned += int64(rec.Bytes)
	s.limit--
	return s.yield(Row{rec: rec, fams: s.fams, out: out}) && s.limit > 0
}

// look emits what the filter lets out of a row, if anything.
func (s *scan) look(rec record) bool {
	wanted := false
	for c := walk(rec, s.fams); c.next(); {
		if c.newColumn {
			wanted = s.run.Column(c.cell.Family, c.cell.Qualifier)
		}
		if wanted && !s.run.Cell(c.cell.At, c.cell.Value) {
			break
		}
	}
	cells := s.run.End()
	if len(cells) == 0 {
		return true
	}
	if s.Wire {
		w := newChunkSizer(rec.Key())
		for i := range cells {
			w.add(&cells[i])
		}
		s.st.WireBytes += w.finish()
	}
	n := int(len(rec.Key()))
	for i := range cells {
		n += len(cells[i].Family) + len(cells[i].Qualifier) + 8 + len(cells[i].Value)
	}
	rec.Cells, rec.Bytes = uint32(len(cells)), uint32(n)
	if s.CountOnly {
		return s.emit(rec, counted)
	}
	return s.emit(rec, s.keep(cells))
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
