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
	Field     string         `wire:"1"`
	Family    base.Family    `wire:"2"`
	Qualifier base.Qualifier `wire:"3"`
}

// Plan is how a query is read.
type Plan struct {
	Access Access
	Ranges []base.Range // what to walk, at least one range: [base.Whole] for a scan
	InKey  []string     // fields that narrow the range, in key order
	// Residual is the conditions decided row by row, in the query's order.
	Residual []Cond
	// Filter drops the rows that fail the residual conditions and passes all
	// cells of the others, or those of the columns that are asked for. It is nil
	// when nothing is left to filter, and
	// [filter.BlockAll] when the query contradicts itself or asks for a value
	// that the template refuses, so that no row can be wanted.
	Filter filter.Filter
	// Missing is the fields asked about that neither the key nor a column holds,
	// and those whose condition is too large for a filter. Unless it is empty the
	// query cannot be answered.
	Missing []string
	// Client is those of the residual conditions that no filter can tell: who
	// reads the rows decides them.
	Client []Cond
	Steps  []Step // what the query makes of each place of a field, in key order
	Stop   string // the first field of the template that is not fixed, "" if all are
	// Newest is how the latest records are found, "" where all are wanted.
	Newest   Sorting
	Limit    int64  // rows returned that are enough, of each range; 0 for all
	Groups   Groups // if any, so many are enough of each of them in a range
	Reversed bool   // each range is read from its end
}

// State is what a query makes of a step of the key.
type State string

const (
	Fixed   State = "fixed"   // it knows what stands there
	Fanned  State = "fanned"  // there is a range for each of a few
	Bounded State = "bounded" // it lies between two
	Open    State = "open"    // anything
)

// Step is a field where it stands in the key, as the query sees it.
type Step struct {
	Field string
	State State
	Parts int // of a fixed or fanned one: how many there are
}

// Make plans a query over rows keyed by a template, with the other fields in
// columns; a field that the key holds is taken from the key. A nil template
// holds no field. Every record is taken to have a value in every column.
func Make(t *rowkey.Template, cols []Column, q Query, known Known) Plan {
	w := &walk{where: q.Where}
	if q.Latest.N <= 0 {
		p := draft(t, cols, w)
		p.project(t, cols, q)
		return p
	}
	field := q.Latest.Field
	var missing []string
	for _, f := range []string{field, q.Each} {
		if f != "" && !Whole(t, f) && !slices.ContainsFunc(cols, func(c Column) bool { return c.Field == f }) && !fixes(q.Where, f) {
			missing = append(missing, f)
		}
	}
	w.latest, w.even = field, slices.Contains(known.Even, field) || t != nil && t.Dated(field)
	if !fixes(q.Where, q.Each) {
		w.group = q.Each
	}
	p := draft(t, cols, w)
	reversed, ok := w.ordered()
	sorting := ByReader
	var groups Groups
	if ok = ok && missing == nil && len(p.Client) == 0; ok && w.grouped > 0 {
		if groups = (Groups{t, w.at, w.grouped}); !known.skips(groups, q.Latest.N) {
			ok, sorting = false, BySearch
		}
	}
	if ok {
		p.Limit, p.Reversed, p.Newest, p.Groups = q.Latest.N, reversed, ByKey, groups
		switch {
		case !groups.None():
			p.Newest, p.Access = BySkip, Ranges
		case len(p.Ranges) > 1:
			p.Newest = ByMerge
		case p.Access == Scan && p.Filter == nil:
			p.Access = Range // an end of the table
		}
	} else {
		p = draft(t, cols, &walk{where: q.Where})
		p.Newest = sorting
		p.Missing = append(p.Missing, missing...)
	}
	p.project(t, cols, q)
	return p
}

// draft plans the conditions of a walk, with ranges that are in the order of its
// latest field where there are such.
func draft(t *rowkey.Template, cols []Column, w *walk) Plan {
	w.prefixes = []string{""}
	if t != nil {
		w.steps, w.prefixes[0] = t.Steps(), t.Head()
	}
	w.follow(t != nil)
	p := w.plan
	b := residual{walk: w, prefix: w.prefixes[0], from: w.at}
	if len(w.prefixes) > 1 {
		b.prefix, b.from = t.Head(), 0
	}
	for _, c := range w.where {
		if c.vacuous() || slices.Contains(w.decided, c.Field) {
			continue
		}
		p.Residual = append(p.Residual, c)
		if b.leftToClient(c, cols) {
			p.Client = append(p.Client, c)
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
