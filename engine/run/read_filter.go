package run

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/hbase/hfilter"
	"tabletop/engine/table"
)

// RowFilter is a filter of the HBase shell that remembers the rows before, on its way through a
// table. Each read needs one of its own.
type RowFilter struct {
	of    *hfilter.Evaluation
	limit int64 // rows that are let through, 0 for all
	fork  func(*hfilter.Evaluation) *hfilter.Evaluation
}

// Fork returns a filter that goes on where f, which may be nil, is now.
func (f *RowFilter) Fork() *RowFilter {
	if f == nil {
		return nil
	}
	return &RowFilter{f.fork(f.of), f.limit, f.fork}
}

// Apply returns what the filter leaves of the next row, and whether to go on to the one after it.
// rows counts the rows of which something is left.
func (f *RowFilter) Apply(r table.Row, rows *int64) (cells []base.Cell, more bool) {
	cells = f.of.Row(r.Key(), slices.AppendSeq(make([]base.Cell, 0, r.Len()), r.Cells()))
	if len(cells) > 0 {
		*rows++
	}
	return cells, !f.of.Done() && (f.limit == 0 || *rows < f.limit)
}

// RowBytes returns the bytes of a row with the given cells, as a table counts them.
func RowBytes(key base.RowKey, cells []base.Cell) int64 {
	n := len(key)
	for _, c := range cells {
		n += len(c.Family) + len(c.Qualifier) + 8 + len(c.Value)
	}
	return int64(n)
}
