package compare

import (
	"math"
	"slices"

	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// Scale turns what was measured of a sample of records into what it is of all of them.
type Scale struct {
	Records int64          // in all
	rows    float64        // that all records become, for each of the sample's
	lossy   bool           // records share keys
	of      *design.Loader // of the sample
}

// NewScale returns the scale of a sample, which must have been loaded to its end in key order.
// records is how many there are in all.
func NewScale(l *design.Loader, records int64) *Scale {
	s := &Scale{Records: records, of: l}
	rows, all := float64(l.Table.Len()), float64(records)
	if s.rows = all / float64(max(l.Records, 1)); int64(l.Table.Len()) < l.Records {
		unseen := l.UnseenRows()
		s.lossy, s.rows = true, (rows+unseen)/(1+unseen/all)/rows
	}
	return s
}

// All returns how many of all records a number of records of the sample counts for.
func (s *Scale) All(sample int64) int64 {
	return int64(math.Round(float64(sample) * float64(s.Records) / float64(max(s.of.Records, 1))))
}

// Grown returns what a number of rows, cells or bytes of the sample's table becomes of all records.
func (s *Scale) Grown(n int64) int64 { return times(n, s.rows) }

func times(n int64, by float64) int64 { return int64(math.Round(float64(n) * by)) }

// PlannedQuery is a query with what its cost depends on.
type PlannedQuery struct {
	Query    plan.Query
	Access   plan.Access
	Newest   plan.Sorting
	Limit    int64    // rows of each range that are enough, 0 for all
	Ranges   int64    // how many ranges that holds of
	Residual []string // fields that are decided row by row
	Wanted   int64    // of all records
}

// Cost estimates what a query costs of all records, and how many of the rows returned it wants.
// Of the sample it has cost st and wants found of the rows returned; it asks for that many of the
// sample's records. Where it returns what is wanted and no records share keys, the rows returned
// are known, and only the rows that it walks past are estimated. Where some rows of each range
// are enough, it walks past as many rows for each of them at any size, unless those stand
// together; of groups, as many for each group that there is.
func (s *Scale) Cost(q PlannedQuery, st table.Stats, found, sample int64) (out table.Stats, of int64) {
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
	case q.Newest == plan.BySkip:
		by := min(s.rows, float64(q.Wanted)/float64(max(sample, 1)))
		limited(by)
		out.Seeks = max(times(st.Seeks, by), q.Ranges)
	case enough > 0:
		by := min(s.rows, max(float64(enough)/float64(max(st.RowsReturned, 1)), 1))
		limited(by)
		out.RowsReturned = min(out.RowsReturned, q.Wanted)
	case s.lossy || st.RowsReturned != sample:
		out.RowsReturned, out.RowsScanned = s.Grown(st.RowsReturned), s.Grown(st.RowsScanned)
	default:
		out.RowsReturned = q.Wanted
		out.RowsScanned = q.Wanted + s.Grown(st.RowsScanned-st.RowsReturned)
		if q.Access == plan.Scan {
			out.RowsScanned = max(s.Records, q.Wanted)
		}
	}
	of = min(out.RowsReturned, q.Wanted)
	if found < sample || s.lossy {
		of = min(s.Grown(found), of)
	}
	tab := s.of.Table
	each := func(in, rows, all int64) float64 {
		if rows == 0 {
			in, rows = all, int64(max(tab.Len(), 1))
		}
		return float64(in) / float64(rows)
	}
	out.CellsScanned = times(out.RowsScanned, each(st.CellsScanned, st.RowsScanned, tab.Cells()))
	out.BytesScanned = times(out.RowsScanned, each(st.BytesScanned, st.RowsScanned, tab.Bytes()))
	out.CellsReturned = times(out.RowsReturned, each(st.CellsReturned, st.RowsReturned, tab.Cells()))
	out.BytesReturned = times(out.RowsReturned, each(st.BytesReturned, st.RowsReturned, tab.Bytes()))
	return out, of
}

// apart reports whether the rows that a limited read walks past stand together, before or
// after those that it returns, and not among them: a field that the read filters by comes
// before the one whose latest values are wanted. There are more of them in a larger table.
func (s *Scale) apart(q PlannedQuery) bool {
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
