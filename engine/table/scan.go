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
	Work     int64  // the same in [Stats.Work]; a row is read whole, however wide
	Seed     uint64 // of the filter's samples of rows
	// Trace is how many rows to note in Stats.Trace, the first that are scanned.
	Trace int
	// Wire counts Stats.WireBytes, which takes a look at every cell returned.
	Wire bool
	// CountOnly yields rows that know their key, Len and Bytes; of rows that the
	// filter altered Cells yields nothing.
	CountOnly bool
	// Skip, if set, is asked after each row that is returned. Where it says so, the rows
	// before a key are not read, or with Reversed those from it on, and what is left of the
	// range is read as another scan would: it is sought, and its tablets count once more. An
	// empty key leaves nothing of the range.
	Skip func(Row) (to base.RowKey, skip bool)
}

// Scan reads the table in one lazy pass and yields the rows of which the filter
// lets out a cell. It adds to st as it goes, though not after each row; st may be
// nil. A scan reads what was there when it began, whatever is written meanwhile.
func (t *Table) Scan(q Query, st *Stats) iter.Seq[Row] {
	return func(yield func(Row) bool) { t.pass(q, st, yield) }
}

// Count is a Scan of which only the statistics matter. Where nothing is filtered
// it looks at no row, but adds up what is known of neighbours.
func (t *Table) Count(q Query, st *Stats) {
	q.CountOnly = true
	t.pass(q, st, nil)
}

func (t *Table) pass(q Query, st *Stats, yield func(Row) bool) {
	if q.last() && yield != nil && (st == nil || st.Resume == nil) {
		t.last(q.Ranges[0], st, yield)
		return
	}
	s := t.begin(q, st, yield)
	defer t.end(s)
	st = s.st
	ranges := wholeTable
	switch len(q.Ranges) {
	case 0:
	case 1:
		if ranges = q.Ranges; ranges[0].Empty() {
			ranges = nil
		}
	default:
		ranges = base.Merge(q.Ranges)
	}
	if q.Reversed {
		slices.Reverse(ranges)
	}
	resumed := len(st.Resume) > 0 && slices.Equal(q.Ranges, st.Resume)
	if s.tablet = s.none(); resumed {
		s.tablet = st.tablet
	}
	st.Resume = nil
	for i, r := range ranges {
		if i > 0 || !resumed {
			s.seek()
		}
		for !s.read(r, ranges[i+1:]) {
			if !s.skips || s.limit <= 0 {
				return
			}
			s.skips = false
			if r = s.behind(r); r.Empty() {
				break
			}
			s.seek()
			s.tablet = s.none()
		}
	}
}

// seek counts a seek.
func (s *scan) seek() {
	s.st.Seeks++
	s.work -= workSeek
}

// none returns a number that no tablet of the scan has been counted by.
func (s *scan) none() int {
	if s.Reversed {
		return len(s.splits) + 1
	}
	return -1
}

// behind returns the part of a range that comes after the rows that are skipped.
func (s *scan) behind(r base.Range) base.Range {
	switch {
	case s.to == "":
		return base.Range{Start: r.Start, End: r.Start}
	case s.Reversed:
		r.End = s.to
	default:
		r.Start = s.to
	}
	return r
}

// last reports whether a query is for the last row of one range, as it is where
// keys end in a time and the newest is wanted.
func (q *Query) last() bool {
	return q.Reversed && q.Limit == 1 && len(q.Ranges) == 1 && !q.Ranges[0].Empty() &&
		q.Filter.PassesAll() && q.Budget <= 0 && q.Work <= 0 && q.Trace <= 0 && !q.Wire
}

// last is pass for the last row of a range, of which little is to be kept.
func (t *Table) last(r base.Range, st *Stats, yield func(Row) bool) {
	rec, found := t.rows.Last(string(r.Start), string(r.End))
	if st != nil {
		st.Seeks++
		if found {
			st.RowsScanned++
			st.RowsReturned++
			st.CellsScanned += int64(rec.Cells)
			st.CellsReturned += int64(rec.Cells)
			st.BytesScanned += int64(rec.Bytes)
			st.BytesReturned += int64(rec.Bytes)
			st.Last = base.RowKey(rec.Key())
			r.Start = st.Last
		}
		first, last := tabletsOf(t.splits, r)
		st.Tablets += int64(last - first + 1)
		st.tablet = first
	}
	if found {
		yield(Row{rec, &t.fams.whole})
	}
}

var wholeTable = []base.Range{base.Whole}

// begin returns the state of a new pass.
func (t *Table) begin(q Query, st *Stats, yield func(Row) bool) *scan {
	s := t.idle
	if t.idle = nil; s == nil {
		s = new(scan)
		s.visit = s.readSpan
	}
	s.Query, s.st, s.yield = q, st, yield
	s.rows, s.fams, s.splits = t.rows.Hold(), t.fams, t.splits
	if s.limit = q.Limit; s.limit <= 0 {
		s.limit = math.MaxInt64
	}
	if s.budget = q.Budget; s.budget <= 0 {
		s.budget = math.MaxInt64
	}
	if st == nil {
		s.unseen = Stats{}
		s.st = &s.unseen
	}
	if s.work = q.Work; s.work <= 0 {
		s.work = math.MaxInt64
	}
	if !q.Filter.PassesAll() {
		s.run = q.Filter.Start(q.Seed)
	}
	if s.trace = q.Trace - len(s.st.Trace); s.trace > 0 {
		s.explainer = q.Filter.Explainer(q.Seed)
	}
	if skip := q.Skip; skip != nil {
		s.yield = func(r Row) bool {
			if yield != nil && !yield(r) {
				return false
			}
			s.to, s.skips = skip(r)
			return !s.skips
		}
	}
	return s
}

// end leaves the state of a pass to the next one, without what it read.
func (t *Table) end(s *scan) {
	s.rows.Release()
	visit, verdicts := s.visit, s.verdicts[:0]
	*s = scan{visit: visit, verdicts: verdicts}
	t.idle = s
}

// scan is the state of one pass.
type scan struct {
	Query
	st       *Stats
	yield    func(Row) bool
	rows     rowmap.View
	fams     *families
	splits   []base.RowKey
	run      *filter.Evaluation // nil: everything passes
	trace    int                // rows still to note; none if not positive
	slab     []base.Cell        // room for the cells of rows to come
	sources  []source           // and for where they are
	verdicts []verdict          // on columns, by number
	tablet   int                // the last one counted
	limit    int64              // rows still to return
	budget   int64              // rows still to scan
	work     int64              // still to do

	explainer *filter.Explainer // while there are rows to note

	visit   func(rowmap.Span) bool // readSpan
	stopped bool                   // in this range
	stop    base.RowKey            // where
	skips   bool                   // it goes on in what is left of the range
	to      base.RowKey            // there
	rest    bool                   // the row there is still to be read
	unseen  Stats                  // if nobody wants them
}

// read reads one range and reports whether to go on to the later ones.
func (s *scan) read(r base.Range, later []base.Range) bool {
	s.stopped = false
	if s.Reversed {
		s.rows.SpansDown(string(r.Start), string(r.End), s.visit)
	} else {
		s.rows.Spans(string(r.Start), string(r.End), s.visit)
	}
	if s.stopped {
		if s.rest {
			s.st.Resume = rest(r, s.stop, later, s.Reversed)
		}
	}
	s.touch(r)
	s.st.tablet = s.tablet
	return !s.stopped
}

// skipped is how many rows of a span are read together where most of them may be skipped.
const skipped = 16

// readSpan reads the rows of a span and reports whether to go on.
func (s *scan) readSpan(run rowmap.Span) bool {
	for s.Skip != nil && run.Len() > skipped {
		var first rowmap.Span
		if first, run = run.Part(skipped, s.Reversed); !s.readRun(first) {
			return false
		}
	}
	return s.readRun(run)
}

// readRun reads the rows of a run and reports whether to go on.
func (s *scan) readRun(run rowmap.Span) bool {
	n := run.Len()
	rows := n // to read
	if s.budget < int64(n) {
		rows = int(s.budget)
	}
	if s.work < math.MaxInt64 {
		rows = s.worth(run, rows)
	}
	done, more := s.rowsOf(run, rows)
	s.budget -= int64(done)
	if s.work < math.MaxInt64 && done > 0 {
		s.work -= work(int64(done), run.Sum(done, s.Reversed))
	}
	switch {
	case !more:
		s.stop, s.stopped = s.st.Last, true
	case rows < n:
		// Had the row not been there, the scan would be complete.
		s.stop, s.stopped, s.rest = base.RowKey(s.recordAt(run, rows).Key()), true, true
	}
	return !s.stopped
}

// worth returns how many of the first rows of a run there is work left for: one at
// least if there is any.
func (s *scan) worth(run rowmap.Span, rows int) int {
	if s.work <= 0 {
		return 0
	}
	if work(int64(rows), run.Sum(rows, s.Reversed)) <= s.work {
		return rows
	}
	i, step := s.order(run)
	done := 0
	for left := s.work; done < rows && left > 0; done++ {
		rec := run.At(i)
		i += step
		left -= work(1, rowmap.Totals{Cells: int64(rec.Cells), Bytes: int64(rec.Bytes)})
	}
	return done
}

// What counts as much work as a row.
const (
	workCells = 32
	workBytes = 8 << 10
	workSeek  = 8 // rows that take as much work as one seek
)

func work(rows int64, of rowmap.Totals) int64 { return rows + of.Cells/workCells + of.Bytes/workBytes }

// Work returns what scanning took, in rows: wide and long ones count as several, and seeks.
func (s *Stats) Work() int64 {
	return work(s.RowsScanned, rowmap.Totals{Cells: s.CellsScanned, Bytes: s.BytesScanned}) + s.Seeks*workSeek
}

// recordAt returns record i of a span in the order of the scan.
func (s *scan) recordAt(run rowmap.Span, i int) record {
	first, step := s.order(run)
	return run.At(first + i*step)
}

// rowsOf reads the first rows of a run. It returns how many it has read, and
// whether to go on.
func (s *scan) rowsOf(run rowmap.Span, rows int) (done int, more bool) {
	if rows == 0 {
		return 0, true
	}
	plain := s.trace <= 0 && !s.Wire
	if s.run == nil && plain {
		return s.whole(run, rows)
	}
	var need *filter.Finder
	if s.run != nil && s.trace <= 0 {
		need = s.run.Need()
	}
	i, step := s.order(run)
	for more = true; more && done < rows; done++ {
		rec := run.At(i)
		i += step
		if need == nil || need.In(rec.Text()) {
			more = s.row(rec)
		}
	}
	s.scanned(run, done)
	return done, more
}

// order returns which record of a run the scan reads first, and how far it is to
// the next.
func (s *scan) order(run rowmap.Span) (first, step int) {
	if s.Reversed {
		return run.Len() - 1, -1
	}
	return 0, 1
}

// whole is rowsOf for a scan that returns all rows unaltered.
func (s *scan) whole(run rowmap.Span, rows int) (done int, more bool) {
	more = s.limit > int64(rows)
	if !more {
		rows = int(s.limit)
	}
	if s.yield == nil {
		done = rows
	} else {
		i, step := s.order(run)
		src := &s.fams.whole
		for done < rows {
			rec := run.At(i)
			i += step
			done++
			if !s.yield(Row{rec, src}) {
				more = false
				break
			}
		}
	}
	sum := s.scanned(run, done)
	s.st.RowsReturned += int64(done)
	s.st.CellsReturned += sum.Cells
	s.st.BytesReturned += sum.Bytes
	s.limit -= int64(done)
	return done, more
}

// scanned counts the first rows of a run, at least one, as scanned.
func (s *scan) scanned(run rowmap.Span, rows int) rowmap.Totals {
	sum := run.Sum(rows, s.Reversed)
	s.st.RowsScanned += int64(rows)
	s.st.CellsScanned += sum.Cells
	s.st.BytesScanned += sum.Bytes
	s.st.Last = base.RowKey(s.recordAt(run, rows-1).Key())
	return sum
}

// rest is what is left before the row next, which is in r, is read.
func rest(r base.Range, next base.RowKey, later []base.Range, reversed bool) []base.Range {
	if reversed {
		r.End = next + "\x00"
	} else {
		r.Start = next
	}
	rs := append([]base.Range{r}, later...)
	if reversed {
		slices.Reverse(rs)
	}
	return rs
}

// touch counts the tablets of r, as far as it was read, that have not been counted. Ranges come in the
// order of the scan, so those that have lie on one side.
func (s *scan) touch(r base.Range) {
	first, last := tabletsOf(s.splits, r)
	switch {
	case s.stopped && s.Reversed:
		first = tabletOf(s.splits, s.stop)
	case s.stopped:
		last = tabletOf(s.splits, s.stop)
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

// tabletsOf returns the numbers of the first and the last tablet of a range.
func tabletsOf(splits []base.RowKey, r base.Range) (first, last int) {
	last = len(splits)
	if r.End != "" {
		last, _ = slices.BinarySearch(splits, r.End)
	}
	return tabletOf(splits, r.Start), last
}

// row does what the filter says with a row and reports whether to go on.
func (s *scan) row(rec record) bool {
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
			s.st.WireBytes += w.finish()
		}
		return s.emit(Row{rec, &s.fams.whole})
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
func (s *scan) emit(r Row) bool {
	s.st.RowsReturned++
	s.st.CellsReturned += int64(r.rec.Cells)
	s.st.BytesReturned += int64(r.rec.Bytes)
	s.limit--
	return (s.yield == nil || s.yield(r)) && s.limit > 0
}
