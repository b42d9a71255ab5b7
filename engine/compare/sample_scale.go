package compare

import (
	"math"
	"slices"

	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// SampleScale estimates numbers for all records of a data set from numbers measured for a sample of
// them.
type SampleScale struct {
	Records int64          // number of all records
	rows    float64        // rows that all records make, for each row of the sample
	lossy   bool           // some records of the sample share a row key
	of      *design.Loader // the loader of the sample
}

// NewSampleScale returns the scale of a sample. l must have loaded the whole sample in key order.
// records is the number of all records. If records of the sample share row keys, the number of
// all rows is estimated with [design.Loader.EstimateUnseenRows], and is at most records.
func NewSampleScale(l *design.Loader, records int64) *SampleScale {
	s := &SampleScale{Records: records, of: l}
	rows, all := float64(l.Table.Len()), float64(records)
	if s.rows = all / float64(max(l.Records, 1)); int64(l.Table.Len()) < l.Records {
		unseen := l.EstimateUnseenRows()
		s.lossy, s.rows = true, (rows+unseen)/(1+unseen/all)/rows
	}
	return s
}

// ScaleRecords returns how many of all records a number of records of the sample represents.
func (s *SampleScale) ScaleRecords(sample int64) int64 {
	return int64(math.Round(float64(sample) * float64(s.Records) / float64(max(s.of.Records, 1))))
}

// ScaleRows returns the estimate for the table of all records from a number of rows, cells or bytes of
// the sample's table.
func (s *SampleScale) ScaleRows(n int64) int64 { return times(n, s.rows) }

// times multiplies and rounds to the nearest whole number.
func times(n int64, by float64) int64 { return int64(math.Round(float64(n) * by)) }

// PlannedQuery is a query with the properties of its plan on which its cost depends.
type PlannedQuery struct {
	Query        plan.Query
	Access       plan.Access
	LatestMethod plan.LatestMethod
	Limit        int64    // rows to read of each range, 0 for all
	Ranges       int64    // number of ranges to which Limit applies
	Residual     []string // fields whose conditions are tested row by row
	Wanted       int64    // how many of all records the query returns
}

// ScaleCost estimates what a query costs for all records (out), and how many of the rows that its reads
// return it wants (of). For the sample, st is the cost that was measured, found is how many of the
// rows returned the query wants, and sample is how many of the sample's records it returns.
//
//   - If the reads return exactly the wanted rows and no records share a key, the number of rows
//     returned is known to be q.Wanted. Only the rows scanned but not returned are estimated.
//   - If the reads have a limit, the rows scanned but not returned grow with the rows returned,
//     unless these rows are adjacent; then they grow with the table. If the reads skip from group
//     to group, the rows returned and the seeks grow with the wanted rows.
//   - Otherwise both rows returned and rows scanned grow with the table.
//
// Cells and bytes follow from the rows, by their mean per row in the sample.
func (s *SampleScale) ScaleCost(q PlannedQuery, st table.ScanStats, found, sample int64) (out table.ScanStats, of int64) {
	out = st
	limited := func(by float64) {
		past := by
		if s.apart(q) {
			past = s.rows
		}
		out.RowsReturned = times(st.RowsReturned, by)
		out.RowsScanned = out.RowsReturned + times(st.RowsScanned-st.RowsReturned, past)
	}
	switch enough := q.Limit * q.Ranges; {
	case q.LatestMethod == plan.BySkip:
		by := min(s.rows, float64(q.Wanted)/float64(max(sample, 1)))
		limited(by)
		out.Seeks = max(times(st.Seeks, by), q.Ranges)
	case enough > 0:
		by := min(s.rows, max(float64(enough)/float64(max(st.RowsReturned, 1)), 1))
		limited(by)
		out.RowsReturned = min(out.RowsReturned, q.Wanted)
	case s.lossy || st.RowsReturned != sample:
		out.RowsReturned, out.RowsScanned = s.ScaleRows(st.RowsReturned), s.ScaleRows(st.RowsScanned)
	default:
		out.RowsReturned = q.Wanted
		out.RowsScanned = q.Wanted + s.ScaleRows(st.RowsScanned-st.RowsReturned)
		if q.Access == plan.Scan {
			out.RowsScanned = max(s.Records, q.Wanted)
		}
	}
	of = min(out.RowsReturned, q.Wanted)
	if found < sample || s.lossy {
		of = min(s.ScaleRows(found), of)
	}
	tab := s.of.Table
	each := func(in, rows, all int64) float64 {
		if rows == 0 {
			in, rows = all, int64(max(tab.Len(), 1))
		}
		return float64(in) / float64(rows)
	}
	out.CellsScanned = times(out.RowsScanned, each(st.CellsScanned, st.RowsScanned, tab.CellCount()))
	out.BytesScanned = times(out.RowsScanned, each(st.BytesScanned, st.RowsScanned, tab.Bytes()))
	out.CellsReturned = times(out.RowsReturned, each(st.CellsReturned, st.RowsReturned, tab.CellCount()))
	out.BytesReturned = times(out.RowsReturned, each(st.BytesReturned, st.RowsReturned, tab.Bytes()))
	return out, of
}

// apart reports whether the rows that a limited read scans but does not return are adjacent, and
// not scattered among the rows that it returns. This is so if a field by which the read filters
// precedes, in the key, the field by which the latest are wanted. A larger table has more such
// rows.
func (s *SampleScale) apart(q PlannedQuery) bool {
	for _, step := range s.of.Design.Template.Steps() {
		if step.Field == q.Query.Latest.Field {
			return false
		}
		if slices.Contains(q.Residual, step.Field) {
			return true
		}
	}
	return false
}
