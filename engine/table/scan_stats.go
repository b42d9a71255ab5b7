package table

import (
	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// ScanStats counts what scans have done. The zero value has counted nothing.
type ScanStats struct {
	Seeks         int64 `wire:"1"` // ranges to whose start the scan had to jump
	RowsScanned   int64 `wire:"2"`
	RowsReturned  int64 `wire:"3"`
	CellsScanned  int64 `wire:"4"`
	CellsReturned int64 `wire:"5"`
	BytesScanned  int64 `wire:"6"`
	BytesReturned int64 `wire:"7"`
	Tablets       int64 `wire:"8"` // tablets touched
	// WireBytes is the size of the chunks in ReadRows responses, if the query asked for it. It
	// leaves out the framing of responses and the splitting of values that are larger than one
	// response.
	WireBytes int64 `wire:"9"`

	// Trace says what the filter did with the first rows, as many as the query asked for.
	Trace []FilterDecision `wire:"10"`

	// Resume is what remains to be read after the budget was used up, or nil when the scan is
	// complete. To continue, scan again with Resume as the query's ranges, a limit reduced by
	// the rows returned so far, and the same ScanStats. Then nothing is counted twice, and the
	// sums equal those of one scan without a budget.
	Resume []base.Range `wire:"11"`
	Last   base.RowKey  `wire:"12"` // the last row scanned

	tablet int // number of the last tablet that was counted, if Resume is set
}

// FilterDecision says what the filter of a scan did with one row.
type FilterDecision struct {
	Key      base.RowKey `wire:"1"`
	Kept     bool        `wire:"2"`
	CellsIn  int         `wire:"3"`
	CellsOut int         `wire:"4"`
	// DroppedBy and DroppedByName say which filter dropped the last cells of the row: its path in
	// the filter tree, and its name. They are empty if the row was kept.
	DroppedBy     filter.TreePath `wire:"5"`
	DroppedByName string          `wire:"6"`
}

// Add adds the counts of o, a separate scan that came after those in s. Trace is appended;
// Resume and Last are taken from o.
func (s *ScanStats) Add(o ScanStats) {
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
