package table

import (
	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// Stats counts what scans did. The zero value has counted nothing.
type Stats struct {
	Seeks         int64 `wire:"1"` // ranges sought
	RowsScanned   int64 `wire:"2"`
	RowsReturned  int64 `wire:"3"`
	CellsScanned  int64 `wire:"4"`
	CellsReturned int64 `wire:"5"`
	BytesScanned  int64 `wire:"6"`
	BytesReturned int64 `wire:"7"`
	Tablets       int64 `wire:"8"` // tablets touched
	// WireBytes is what the chunks of ReadRows responses take, if asked for.
	// Framing, and parting values larger than a response, are left out.
	WireBytes int64 `wire:"9"`

	// Trace is what became of the first rows, as many as the query asks for.
	Trace []Decision `wire:"10"`

	// Resume is what was left to read when the budget ran out; nil when the scan
	// is complete. To go on, scan again with these as the query's ranges, a limit
	// lowered by what was returned, and the same Stats: then nothing is counted
	// twice, and the sums are those of one scan without a budget.
	Resume []base.Range `wire:"11"`
	Last   base.RowKey  `wire:"12"` // the last row scanned

	tablet int // the last one counted, if Resume is set
}

// Decision is what a scan's filter did with a row.
type Decision struct {
	Key      base.RowKey `wire:"1"`
	Kept     bool        `wire:"2"`
	CellsIn  int         `wire:"3"`
	CellsOut int         `wire:"4"`
	// By is the filter that left nothing of the row, its path and name in the
	// filter's text; empty if the row was kept.
	By     filter.Path `wire:"5"`
	ByName string      `wire:"6"`
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
