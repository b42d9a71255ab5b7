package view

import (
	"tabletop/engine/base"
	"tabletop/engine/run"
	"tabletop/engine/table"
)

// ReadTrace runs a read some rows at a time and records what its filter does with them. Call Advance
// until there are no more rows, or until enough have been recorded.
type ReadTrace struct {
	tab        *table.Table
	query      table.ScanQuery
	filter     *run.HBaseRowFilter    // the part of the filter that query cannot express; nil for none
	filterText string                 // the text of filter
	rows       int64                  // rows that filter has passed
	Steps      []table.FilterDecision // the recorded rows, in the order of the read

	ScannedRows int // rows scanned so far
}

// NewReadTrace returns a trace of the query q that has not scanned any row. t must not be written until
// the trace is finished. f, which may be nil, is applied to the rows that q returns and must be
// new; text is the text of f.
func NewReadTrace(t *table.Table, q table.ScanQuery, f *run.HBaseRowFilter, text string) *ReadTrace {
	return &ReadTrace{tab: t, query: q, filter: f, filterText: text}
}

// Advance scans at most rows rows, or fewer if the budget is used up before, and records the first
// noted of them in Steps. budget and used are work as in [table.ScanStats.Work], multiplied by the
// cost of the query's filter. more reports whether there are more rows.
func (w *ReadTrace) Advance(rows, noted int, budget int64) (used int64, more bool) {
	var st table.ScanStats
	cost := w.query.Filter.CostFactor()
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
				d.DroppedByName = w.filterText
			}
		}
		w.Steps = append(w.Steps, d)
	}
	w.query.Ranges = st.Resume
	if w.query.Limit > 0 {
		w.query.Limit -= st.RowsReturned
	}
	w.ScannedRows += int(st.RowsScanned)
	return st.Work() * cost, !over && st.Resume != nil
}
