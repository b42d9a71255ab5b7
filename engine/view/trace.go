package view

import (
	"tabletop/engine/base"
	"tabletop/engine/run"
	"tabletop/engine/table"
)

// Trace walks a read through a table, some rows at a time, and notes what becomes of them.
type Trace struct {
	tab        *table.Table
	query      table.Query
	filter     *run.RowFilter // what the query cannot say; nil for nothing
	filterText string         // of its filter
	rows       int64          // that run let through
	Steps      []table.Decision

	Walked int // rows so far
}

// NewTrace returns a trace of a read of a table before its first row. The filter, which may be nil,
// must not have seen any row; text is how it is written.
func NewTrace(t *table.Table, q table.Query, f *run.RowFilter, text string) *Trace {
	return &Trace{tab: t, query: q, filter: f, filterText: text}
}

// Advance walks over at most that many rows and notes the first noted of them, as far as the
// budget goes. It returns the work and whether there are more rows.
func (w *Trace) Advance(rows, noted int, budget int64) (used int64, more bool) {
	var st table.Stats
	cost := w.query.Filter.Cost()
	w.query.Budget, w.query.Trace, w.query.Work = int64(rows), noted, max(budget/cost, 1)
	type cellCounts struct{ in, out int }
	seen := map[base.RowKey]cellCounts{}
	over := false
	for row := range w.tab.Scan(w.query, &st) {
		if w.filter == nil {
			continue
		}
		cells, more := w.filter.Apply(row, &w.rows)
		seen[row.Key()] = cellCounts{row.Len(), len(cells)}
		if over = !more; over {
			break
		}
	}
	for _, d := range st.Trace {
		if n, ok := seen[d.Key]; ok && w.filter != nil {
			d.CellsOut, d.Kept = n.out, n.out > 0
			if !d.Kept {
				d.ByName = w.filterText
			}
		}
		w.Steps = append(w.Steps, d)
	}
	w.query.Ranges = st.Resume
	if w.query.Limit > 0 {
		w.query.Limit -= st.RowsReturned
	}
	w.Walked += int(st.RowsScanned)
	return st.Work() * cost, !over && st.Resume != nil
}
