package plan

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// Access is how a read reaches its rows.
type Access string

const (
	Point  Access = "point"  // one row, by its key
	Prefix Access = "prefix" // the rows whose keys begin alike
	Range  Access = "range"  // the rows between two keys
	Ranges Access = "ranges" // several of these
	Scan   Access = "scan"   // the whole table
)

// Column says where a field is stored beside the key: in the newest cell of a
// column.
type Column struct {
	Field     string
	Family    base.Family
	Qualifier base.Qualifier
}

// Plan is how a query is read.
type Plan struct {
	Access Access
	Ranges []base.Range // what to walk, one range: [base.Whole] for a scan
	InKey  []string     // fields that narrow the range, in key order
	// Residual is the conditions decided row by row, in the query's order.
	Residual []Cond
	// Filter drops the rows that fail the residual conditions and passes all
	// cells of the others. It is nil when nothing is left to filter, and
	// [filter.BlockAll] when the query contradicts itself or asks for a value
	// that the template refuses, so that no row can be wanted.
	Filter filter.Filter
	// Missing is the fields asked about that neither the key nor a column holds,
	// and those whose condition is too large for a filter. Unless it is empty the
	// query cannot be answered.
	Missing []string
	Stop    string // the first field of the template that is not fixed, "" if all are
}

// Make plans a query over rows keyed by a template, with the other fields in
// columns; a field that the key holds is taken from the key. A nil template
// holds no field, nor yet does one with transforms. Every record is taken to have a value in every column.
func Make(t *rowkey.Template, cols []Column, q Query) Plan {
	w := walk{where: q.Where}
	if t != nil && !slices.ContainsFunc(t.Parts(), func(p rowkey.Part) bool { return p.Via != "" }) {
		w.parts = t.Parts()
	}
	w.run()
	p := w.plan
	for _, c := range q.Where {
		if !c.vacuous() && !slices.Contains(w.decided, c.Field) {
			p.Residual = append(p.Residual, c)
		}
	}
	b := residual{prefix: w.prefix, parts: w.parts[w.at:], conds: p.Residual}
	p.Filter, p.Missing = b.build(cols)
	if w.never || b.never {
		p.Filter = filter.BlockAll{}
	}
	return p
}

// Describe names the access of a read over any ranges: no range means all rows.
// A filter does not change it.
func Describe(ranges []base.Range) Access {
	if len(ranges) == 0 {
		return Scan
	}
	merged := base.Merge(ranges)
	switch len(merged) {
	case 0:
		return Range // all of them empty
	case 1:
		return describe(merged[0])
	}
	return Ranges
}

func describe(r base.Range) Access {
	if _, ok := r.IsPoint(); ok {
		return Point
	}
	switch r {
	case base.Whole:
		return Scan
	case base.Prefix(string(r.Start)):
		return Prefix
	}
	return Range
}
