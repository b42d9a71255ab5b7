package plan

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// Access says how a read reaches its rows.
type Access string

const (
	Point  Access = "point"  // one row, by its key
	Prefix Access = "prefix" // the rows whose keys have a prefix
	Range  Access = "range"  // the rows between two keys
	Ranges Access = "ranges" // several points, prefixes or ranges
	Scan   Access = "scan"   // the whole table
)

// FieldColumn says where a field that is not in the key is stored: in the newest cell of a
// column.
type FieldColumn struct {
	Field     string         `wire:"1"`
	Family    base.Family    `wire:"2"`
	Qualifier base.Qualifier `wire:"3"`
}

// Plan says how a query is read. See [PlanQuery].
type Plan struct {
	Access Access
	Ranges []base.Range // the ranges to scan, at least one; base.AllKeys for a scan of the table
	InKey  []string     // fields that narrow the range, in key order
	// Residual is the conditions that are tested row by row, in the query's order.
	Residual []Cond
	// Filter drops the rows that fail the residual conditions. Of the others it passes all
	// cells, or those of the columns that the query asks for. It is nil if nothing is left to
	// filter. It is [filter.BlockAll] if no row can match, because the query contradicts
	// itself or has a value that the template refuses.
	Filter filter.Filter
	// Missing is the fields in the query that neither the key nor a column has, and those
	// whose condition is too large for a filter. Unless it is empty, the query cannot be
	// answered.
	Missing []string
	// ClientConditions is those of the residual conditions that no filter can test. The reader of the
	// rows has to test them.
	ClientConditions []Cond
	Steps            []Step // what the query says about each step of the key, in key order
	FirstOpenField   string // the first field of the template that is not fixed; "" if all are
	// LatestMethod says how the latest records are found; "" if the query asks for all records.
	LatestMethod LatestMethod
	Limit        int64     // rows to read of each range, or of each group in it; 0 for all
	Groups       RowGroups // the groups to which Limit applies, if any
	Reversed     bool      // whether each range is read from its end
}

// StepState says what a query knows about a step of the key.
type StepState string

const (
	Fixed   StepState = "fixed"   // the bytes of the step are known
	Fanned  StepState = "fanned"  // they are one of a few, with a range for each
	Bounded StepState = "bounded" // they are between two bounds
	Open    StepState = "open"    // they may be anything
)

// Step is a step of the key with its state in a plan.
type Step struct {
	Field        string
	State        StepState
	Alternatives int // for a fixed or fanned step: how many different bytes it may have
}

// PlanQuery plans a query over rows whose keys have the template t and whose other fields are
// in columns. A field that is in the key is read from the key. With a nil template no
// field is in the key. Every record is assumed to have a value in every column.
func PlanQuery(t *rowkey.Template, cols []FieldColumn, q Query, known KnownData) Plan {
	w := &walk{where: q.Where}
	if q.Latest.N <= 0 {
		p := draft(t, cols, w)
		p.project(t, cols, q)
		return p
	}
	field := q.Latest.Field
	var missing []string
	for _, f := range []string{field, q.Each} {
		if f != "" && !HoldsWholeField(t, f) && !slices.ContainsFunc(cols, func(c FieldColumn) bool { return c.Field == f }) && !fixes(q.Where, f) {
			missing = append(missing, f)
		}
	}
	w.latest, w.even = field, slices.Contains(known.SortsAlike, field) || t != nil && t.AcceptsOnlyTimes(field)
	if !fixes(q.Where, q.Each) {
		w.group = q.Each
	}
	p := draft(t, cols, w)
	reversed, ok := w.ordered()
	sorting := ByReader
	var groups RowGroups
	if ok = ok && missing == nil && len(p.ClientConditions) == 0; ok && w.grouped > 0 {
		if groups = (RowGroups{t, w.at, w.grouped}); !known.skips(groups, q.Latest.N) {
			ok, sorting = false, BySearch
		}
	}
	if ok {
		p.Limit, p.Reversed, p.LatestMethod, p.Groups = q.Latest.N, reversed, ByKey, groups
		switch {
		case !groups.IsEmpty():
			p.LatestMethod, p.Access = BySkip, Ranges
		case len(p.Ranges) > 1:
			p.LatestMethod = ByMerge
		case p.Access == Scan && p.Filter == nil:
			p.Access = Range // an end of the table
		}
	} else {
		p = draft(t, cols, &walk{where: q.Where})
		p.LatestMethod = sorting
		p.Missing = append(p.Missing, missing...)
	}
	p.project(t, cols, q)
	return p
}

// draft plans the conditions of w. If w.latest is set, it prefers ranges whose keys are in
// the order of that field.
func draft(t *rowkey.Template, cols []FieldColumn, w *walk) Plan {
	w.prefixes = []string{""}
	if t != nil {
		w.steps, w.prefixes[0] = t.Steps(), t.LeadingLiteral()
	}
	w.follow(t != nil)
	p := w.plan
	b := residual{walk: w, prefix: w.prefixes[0], from: w.at}
	if len(w.prefixes) > 1 {
		b.prefix, b.from = t.LeadingLiteral(), 0
	}
	for _, c := range w.where {
		if c.vacuous() || slices.Contains(w.decided, c.Field) {
			continue
		}
		p.Residual = append(p.Residual, c)
		if b.leftToClient(c, cols) {
			p.ClientConditions = append(p.ClientConditions, c)
		} else {
			b.conds = append(b.conds, c)
		}
	}
	p.Filter, p.Missing = b.build(cols)
	if w.never || b.never {
		p.Filter = filter.BlockAll{}
	}
	return p
}

// AccessOf returns the access of a read of any ranges. No ranges mean the whole table. A
// filter makes no difference.
func AccessOf(ranges []base.Range) Access {
	if len(ranges) == 0 {
		return Scan
	}
	merged := base.MergeRanges(ranges)
	switch len(merged) {
	case 0:
		return Range // all ranges are empty
	case 1:
		return describe(merged[0])
	}
	return Ranges
}

// describe is [AccessOf] for one range.
func describe(r base.Range) Access {
	if _, ok := r.PointKey(); ok {
		return Point
	}
	switch r {
	case base.AllKeys:
		return Scan
	case base.PrefixRange(string(r.Start)):
		return Prefix
	}
	return Range
}
