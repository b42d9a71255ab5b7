package table

import (
	"iter"
	"math"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowmap"
)

// ScanQuery says what a scan reads and how far. The zero value reads the whole table.
type ScanQuery struct {
	// Ranges to read, in any order; they may overlap. No ranges mean the whole table. If there
	// are ranges and all of them are empty, nothing is read.
	Ranges   []base.Range
	Filter   *filter.Program // nil passes everything
	Limit    int64           // most rows to return; 0 for no limit
	Reversed bool            // rows in descending order of key; the order of cells in a row is unchanged
	Budget   int64           // rows to scan before the scan pauses; 0 for no budget
	Work     int64           // a budget in units of ScanStats.Work; a row is always read whole, however wide
	Seed     uint64          // decides which rows a row-sample filter passes
	// Trace is the number of rows, the first that are scanned, to describe in ScanStats.Trace.
	Trace int
	// Wire asks for ScanStats.WireBytes. The scan then has to look at every returned cell.
	Wire bool
	// CountOnly yields rows of which only key, Len and Bytes can be used. Their Cells yields
	// nothing if the filter has altered the row.
	CountOnly bool
	// Skip, if not nil, is called after each returned row. If skip is true, the scan leaves
	// out the rest of the current range up to the key to: rows before to are not read or, with
	// Reversed, rows from to on. It then continues as a new scan would: this counts as another
	// seek, and tablets count again. An empty to leaves out the whole rest of the range.
	Skip func(Row) (to base.RowKey, skip bool)
}

// Scan returns an iterator that reads the table once and yields the rows of which at least
// one cell passes the filter. Nothing is read before the iteration begins. The scan sees
// the table as it is at that moment, even if the table is written during the iteration.
// Counts are added to st, which may be nil; they are complete when the iteration has
// ended, and may lag within it. If the scan pauses because its budget is used up,
// st.Resume says what remains.
func (t *Table) Scan(q ScanQuery, st *ScanStats) iter.Seq[Row] {
	return func(yield func(Row) bool) { t.pass(q, st, yield) }
}

// CountScan does a Scan without yielding its rows, for the statistics. Without a filter it
// visits no single rows, but adds up the totals that the map keeps.
func (t *Table) CountScan(q ScanQuery, st *ScanStats) {
	q.CountOnly = true
	t.pass(q, st, nil)
}

// pass runs one scan: it reads the ranges in order, merged, and continues a paused scan if
// q.Ranges is st.Resume. yield is nil if rows are only counted.
func (t *Table) pass(q ScanQuery, st *ScanStats, yield func(Row) bool) {
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
		if ranges = q.Ranges; ranges[0].IsEmpty() {
			ranges = nil
		}
	default:
		ranges = base.MergeRanges(q.Ranges)
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
			if r = s.behind(r); r.IsEmpty() {
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

// none returns the tablet number that means that no tablet has been counted yet.
func (s *scan) none() int {
	if s.Reversed {
		return len(s.splits) + 1
	}
	return -1
}

// behind returns the part of r that remains after the rows that Skip leaves out.
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

// last reports whether the query reads only the last row of one range, unfiltered. Such
// queries are common where keys end in a time and the newest row is wanted, and Table.last
// is faster for them.
func (q *ScanQuery) last() bool {
	return q.Reversed && q.Limit == 1 && len(q.Ranges) == 1 && !q.Ranges[0].IsEmpty() &&
		q.Filter.PassesAll() && q.Budget <= 0 && q.Work <= 0 && q.Trace <= 0 && !q.Wire
}

// last is pass for the last row of a range. st may be nil.
func (t *Table) last(r base.Range, st *ScanStats, yield func(Row) bool) {
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

var wholeTable = []base.Range{base.AllKeys}

// begin returns the state of a new pass, in the memory of an earlier one if possible. The
// pass holds the rows as they are now until [Table.end] is called.
func (t *Table) begin(q ScanQuery, st *ScanStats, yield func(Row) bool) *scan {
	s := t.idle
	if t.idle = nil; s == nil {
		s = new(scan)
		s.visit = s.readSpan
	}
	s.ScanQuery, s.st, s.yield = q, st, yield
	s.rows, s.fams, s.splits = t.rows.HoldView(), t.fams, t.splits
	if s.limit = q.Limit; s.limit <= 0 {
		s.limit = math.MaxInt64
	}
	if s.budget = q.Budget; s.budget <= 0 {
		s.budget = math.MaxInt64
	}
	if st == nil {
		s.unseen = ScanStats{}
		s.st = &s.unseen
	}
	if s.work = q.Work; s.work <= 0 {
		s.work = math.MaxInt64
	}
	if !q.Filter.PassesAll() {
		s.run = q.Filter.NewEvaluation(q.Seed)
	}
	if s.trace = q.Trace - len(s.st.Trace); s.trace > 0 {
		s.explainer = q.Filter.NewExplainer(q.Seed)
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

// end ends a pass. It drops all references to what the pass has read, and keeps the memory
// of its state for the next one.
func (t *Table) end(s *scan) {
	s.rows.Release()
	visit, verdicts := s.visit, s.verdicts[:0]
	*s = scan{visit: visit, verdicts: verdicts}
	t.idle = s
}

// scan is the state of one pass over the ranges of a query.
type scan struct {
	ScanQuery
	st       *ScanStats
	yield    func(Row) bool
	rows     rowmap.View
	fams     *families
	splits   []base.RowKey
	run      *filter.Evaluation // nil if everything passes
	trace    int                // rows still to be traced; none if not positive
	slab     []base.Cell        // memory for the cells of the next filtered rows
	sources  []source           // memory for their sources
	verdicts []verdict          // whether the filter wants a column, by its number
	tablet   int                // number of the last tablet that was counted
	limit    int64              // rows that may still be returned
	budget   int64              // rows that may still be scanned
	work     int64              // work that may still be done

	explainer *filter.Explainer // set if rows are traced

	visit   func(rowmap.RecordRun) bool // the method value readSpan, made once
	stopped bool                        // the scan has stopped within the current range
	stop    base.RowKey                 // the row at which it stopped
	skips   bool                        // it stopped because Skip leaves out rows
	to      base.RowKey                 // the key up to which Skip leaves out rows
	rest    bool                        // the row at stop has not been read: the budget was used up
	unseen  ScanStats                   // counts of a scan whose caller wants none
}

// read reads one range, and reports whether the scan is to continue with the later ones.
// If the budget is used up, it sets Resume.
func (s *scan) read(r base.Range, later []base.Range) bool {
	s.stopped = false
	if s.Reversed {
		s.rows.DescendRuns(string(r.Start), string(r.End), s.visit)
	} else {
		s.rows.AscendRuns(string(r.Start), string(r.End), s.visit)
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

// skipped is the number of rows that are read at once from a span when the query has a
// Skip, since most of the rest of the span may be left out.
const skipped = 16

// readSpan reads the rows of a span, and reports whether the scan is to continue.
func (s *scan) readSpan(run rowmap.RecordRun) bool {
	for s.Skip != nil && run.Len() > skipped {
		var first rowmap.RecordRun
		if first, run = run.Split(skipped, s.Reversed); !s.readRun(first) {
			return false
		}
	}
	return s.readRun(run)
}

// readRun reads as many rows of a run as the budget allows, and reports whether the scan
// is to continue. It pauses only if there is a row that it has not read.
func (s *scan) readRun(run rowmap.RecordRun) bool {
	n := run.Len()
	rows := n // rows to read
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
		// The scan pauses before this row. Without the row it would be complete.
		s.stop, s.stopped, s.rest = base.RowKey(s.recordAt(run, rows).Key()), true, true
	}
	return !s.stopped
}

// worth returns how many of the first rows of a run the remaining work is enough for. If
// any work remains, it is at least one, so that a wide row cannot stop the scan for ever.
func (s *scan) worth(run rowmap.RecordRun, rows int) int {
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

// One unit of work is the visit of one row. These say how many cells or bytes count the same.
const (
	workCells = 32
	workBytes = 8 << 10
	workSeek  = 8 // rows that take as much work as one seek
)

// work returns the work of scanning rows with the given totals of cells and bytes.
func work(rows int64, of rowmap.Totals) int64 { return rows + of.Cells/workCells + of.Bytes/workBytes }

// Work estimates how much time the scans took, as a number of rows of ordinary size. Rows
// with many cells or bytes count as several, and so does a seek.
func (s *ScanStats) Work() int64 {
	return work(s.RowsScanned, rowmap.Totals{Cells: s.CellsScanned, Bytes: s.BytesScanned}) + s.Seeks*workSeek
}

// recordAt returns record i of a run, counted in the direction of the scan.
func (s *scan) recordAt(run rowmap.RecordRun, i int) record {
	first, step := s.order(run)
	return run.At(first + i*step)
}

// rowsOf reads the given number of rows at the beginning of a run. It returns how many it
// has read, and whether the scan is to continue.
func (s *scan) rowsOf(run rowmap.RecordRun, rows int) (done int, more bool) {
	if rows == 0 {
		return 0, true
	}
	plain := s.trace <= 0 && !s.Wire
	if s.run == nil && plain {
		return s.whole(run, rows)
	}
	var need *filter.SubstringSearcher
	if s.run != nil && s.trace <= 0 {
		need = s.run.RequiredText()
	}
	i, step := s.order(run)
	for more = true; more && done < rows; done++ {
		rec := run.At(i)
		i += step
		if need == nil || need.FoundIn(rec.Text()) {
			more = s.row(rec)
		}
	}
	s.scanned(run, done)
	return done, more
}

// order returns the index of the record in a run that the scan reads first, and the step
// from each record to the next.
func (s *scan) order(run rowmap.RecordRun) (first, step int) {
	if s.Reversed {
		return run.Len() - 1, -1
	}
	return 0, 1
}

// whole is rowsOf for a scan that returns all rows unaltered.
func (s *scan) whole(run rowmap.RecordRun, rows int) (done int, more bool) {
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

// scanned counts the first rows of a run as scanned, rows > 0, and returns their totals.
func (s *scan) scanned(run rowmap.RecordRun, rows int) rowmap.Totals {
	sum := run.Sum(rows, s.Reversed)
	s.st.RowsScanned += int64(rows)
	s.st.CellsScanned += sum.Cells
	s.st.BytesScanned += sum.Bytes
	s.st.Last = base.RowKey(s.recordAt(run, rows-1).Key())
	return sum
}

// rest returns what remains to be read of a scan that pauses before the row next: the rest
// of r and the later ranges, in ascending order.
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

// touch counts the tablets of r, as far as r was read, that have not been counted before.
// Ranges come in the order of the scan, and therefore the counted tablets all lie on one
// side.
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

// tabletsOf returns the numbers of the first and the last tablet that a range overlaps.
func tabletsOf(splits []base.RowKey, r base.Range) (first, last int) {
	last = len(splits)
	if r.End != "" {
		last, _ = slices.BinarySearch(splits, r.End)
	}
	return tabletOf(splits, r.Start), last
}

// row applies the filter to one row, emits it if any of it passes, and reports whether the
// scan is to continue.
func (s *scan) row(rec record) bool {
	if s.trace > 0 {
		s.note(rec)
	}
	verdict := filter.KeepRow
	if s.run != nil {
		verdict = s.run.BeginRow(base.RowKey(rec.Key()))
	}
	switch verdict {
	case filter.KeepRow:
		if s.Wire {
			w := newChunkSizer(rec.Key())
			for c := walk(rec, s.fams); c.next(); {
				w.add(&c.cell)
			}
			s.st.WireBytes += w.finish()
		}
		return s.emit(Row{rec, &s.fams.whole})
	case filter.InspectCells:
		return s.look(rec)
	default:
		return true
	}
}

// note adds to the trace what the filter does with a row.
func (s *scan) note(rec record) {
	var cells []base.Cell
	for c := walk(rec, s.fams); c.next(); {
		cells = append(cells, c.cell)
	}
	key := base.RowKey(rec.Key())
	e := s.explainer.ExplainRow(key, cells)
	d := FilterDecision{Key: key, Kept: e.Kept(), CellsIn: len(cells), CellsOut: len(e.Out)}
	if e.DroppedBy >= 0 {
		d.DroppedBy, d.DroppedByName = e.Nodes[e.DroppedBy].Path, e.Nodes[e.DroppedBy].Name
	}
	s.st.Trace = append(s.st.Trace, d)
	s.trace--
}

// emit passes a row to the reader, and reports whether the scan is to continue. Rows are
// passed by value everywhere: allocating each one would cost several times as much as the
// rest of the scan.
func (s *scan) emit(r Row) bool {
	s.st.RowsReturned++
	s.st.CellsReturned += int64(r.rec.Cells)
	s.st.BytesReturned += int64(r.rec.Bytes)
	s.limit--
	return (s.yield == nil || s.yield(r)) && s.limit > 0
}
