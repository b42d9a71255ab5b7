package plan

import (
	"cmp"
	"iter"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// Latest asks for the N records with the greatest values of a field, in the order of
// [CompareValues]. Of records with equal values any may be returned. An N of 0 asks for all
// records.
type Latest struct {
	Field string `wire:"1"`
	N     int64  `wire:"2"`
}

// LatestMethod says how the latest records are found.
type LatestMethod string

const (
	ByKey    LatestMethod = "key"    // they are at one end of the range
	ByMerge  LatestMethod = "merge"  // they are at one end of each range; the reader merges them
	BySkip   LatestMethod = "skip"   // they are at one end of each group; the reader skips from group to group
	ByReader LatestMethod = "reader" // they may be anywhere: all matching rows are read, and the reader sorts them
	// BySearch is ByReader in a case where BySkip is possible, but would take longer, since
	// there are many short groups.
	BySearch LatestMethod = "search"
)

// NeedsSort reports whether the reader reads all matching rows and sorts them.
func (s LatestMethod) NeedsSort() bool { return s == ByReader || s == BySearch }

// CompareValues compares values of a field in the order that [Latest] uses. Numbers (see
// [rowkey.ParseNumber]) are compared as numbers and come before all other values, which are
// compared as bytes.
func CompareValues(a, b string) int {
	m, first := rowkey.ParseNumber(a)
	n, second := rowkey.ParseNumber(b)
	switch {
	case first && second:
		return cmp.Compare(m, n)
	case first:
		return -1
	case second:
		return 1
	}
	return cmp.Compare(a, b)
}

// OrderCheck finds out whether the values of a field have the same order as bytes and by
// [CompareValues]. This is so if they all have the same length and either all are numbers or
// none is. The zero value has seen no values.
type OrderCheck struct {
	seen, mixed, number bool
	length              int
}

// Add adds a value.
func (l *OrderCheck) Add(v string) {
	_, number := rowkey.ParseNumber(v)
	if !l.seen {
		*l = OrderCheck{seen: true, number: number, length: len(v)}
	}
	l.mixed = l.mixed || number != l.number || len(v) != l.length
}

// SortsAlike reports whether the values have the same order as bytes and by Compare.
func (l *OrderCheck) SortsAlike() bool { return !l.mixed }

// WantedCounter counts how many of the records added to it a query returns.
type WantedCounter struct {
	Query
	n  int64
	of NameCounts // for a query with Each: the records of each of its values
}

// Add adds a record whose fields have the given values.
func (t *WantedCounter) Add(value func(field string) string) {
	if !t.Match(value) || t.Latest.N > 0 && t.Each == "" && t.n == t.Latest.N {
		return
	}
	if t.Latest.N <= 0 || t.Each == "" || t.of.TryTake(value(t.Each), t.Latest.N) {
		t.n++
	}
}

// WantedCount returns how many of the records the query returns.
func (t *WantedCounter) WantedCount() int64 { return t.n }

// RowGroups divides rows into groups with equal keys up to the end of a step of the template.
// The zero value makes no groups.
type RowGroups struct {
	template    *rowkey.Template
	from, steps int // keys of a group are equal in the first steps; steps before from are fixed
}

// Fields returns the fields by which the groups differ, in key order.
func (g RowGroups) Fields() (out []string) {
	if g.IsEmpty() {
		return nil
	}
	for _, s := range g.template.Steps()[g.from:g.steps] {
		if !slices.Contains(out, s.Field) {
			out = append(out, s.Field)
		}
	}
	return out
}

// Steps returns how many steps of the template the keys of a group are equal in, 0 if there are no groups.
func (g RowGroups) Steps() int { return g.steps }

// IsEmpty reports whether there are no groups.
func (g RowGroups) IsEmpty() bool { return g.steps == 0 }

// Of returns the range of keys of the group that a row belongs to. ok is false if the key
// does not have the form of the template.
func (g RowGroups) Of(key base.RowKey) (base.Range, bool) {
	front, ok := g.PrefixOf(key)
	return base.PrefixRange(string(front)), ok
}

// PrefixOf returns the prefix that exactly the keys of a row's group have. ok is false if the
// key does not have the form of the template.
func (g RowGroups) PrefixOf(key base.RowKey) (base.RowKey, bool) {
	return g.template.PrefixOfSteps(key, g.steps)
}

// In yields the groups of the rows in a range, in key order. A row that belongs to no
// group is a group of its own. from returns the first row whose key is at least the given
// one, and whether there is one.
func (g RowGroups) In(r base.Range, from func(base.RowKey) (base.RowKey, bool)) iter.Seq[base.Range] {
	return func(yield func(base.Range) bool) {
		for at := r.Start; ; {
			key, ok := from(at)
			if !ok || !r.Contains(key) {
				return
			}
			group, ok := g.Of(key)
			if !ok {
				group = base.PointRange(key)
			}
			if at = group.End; !yield(group) || at == "" {
				return
			}
		}
	}
}

// fixes reports whether the conditions allow only one value of a field.
func fixes(where []Cond, field string) bool {
	return slices.ContainsFunc(where, func(c Cond) bool { return c.Field == field && c.only() })
}

// ordered reports whether the rows of each range are in the order of the field w.latest,
// or the rows of each group in it. reversed says that the latest are at the end.
func (w *walk) ordered() (reversed, ok bool) {
	alone := slices.ContainsFunc(w.steps[:w.at], func(s rowkey.Step) bool { return s.Field == w.group && s.KeepsWholeValue() })
	if w.group != "" && !alone && w.at < len(w.steps) {
		order := 0
		if order, w.grouped = w.orderFrom(w.at); order == 0 {
			order, w.grouped = w.orderWithin(w.at)
		}
		return order > 0, order != 0
	}
	if w.at == len(w.steps) || fixes(w.where, w.latest) {
		return false, w.steps != nil
	}
	for _, s := range w.steps[:w.at] {
		if s.Field == w.latest && s.KeepsWholeValue() {
			return false, true // each range holds one value
		}
	}
	order := w.orderAt(w.at)
	return order > 0, order != 0
}

// orderAt returns how keys that are equal before step i are ordered by the field w.latest:
// 1 or -1 as [rowkey.Step.SortDirection], or 0 if they are not.
func (w *walk) orderAt(i int) (order int) {
	for _, s := range w.steps[i:] {
		if s.Field != w.latest || s.SortDirection() == 0 || order != 0 && s.SortDirection() != order || !w.even && !s.IsNumeric() {
			return 0
		}
		if order = s.SortDirection(); s.KeepsWholeValue() {
			return order
		}
	}
	return 0
}

// orderFrom is orderAt or, if the query asks for the latest of each value of a field, the
// order of the keys within a group of equal values. grouped is the number of steps that
// determine the group.
func (w *walk) orderFrom(i int) (order, grouped int) {
	if w.group == "" {
		return w.orderAt(i), 0
	}
	for ; i < len(w.steps) && w.steps[i].Field == w.group; i++ {
		if w.steps[i].KeepsWholeValue() {
			return w.orderAt(i + 1), i + 1
		}
	}
	return 0, 0
}

// orderWithin is orderFrom for keys in which other fields come before the ordering field.
// The groups then consist of keys that are equal in these fields too.
func (w *walk) orderWithin(i int) (order, grouped int) {
	met := false
	for ; i < len(w.steps) && order == 0; i++ {
		if met = met || w.steps[i].Field == w.group && w.steps[i].KeepsWholeValue(); met {
			order, grouped = w.orderAt(i+1), i+1
		}
	}
	return order, grouped
}

// opens reports whether dividing the read by the parts of the current step puts the keys
// of each range in order, while those of a single range would not be.
func (w *walk) opens() bool {
	if w.latest == "" {
		return false
	}
	for i := w.at; i < len(w.steps); i++ {
		if order, _ := w.orderFrom(i); order != 0 {
			return i > w.at
		}
		if i == w.at {
			continue
		}
		if a := w.allow(i); !a.fixed && a.parts == nil {
			return false
		}
	}
	return false
}

// project makes the plan return only the columns of the fields in q.Columns, and of those
// that the reader needs for sorting and for its conditions.
func (p *Plan) project(t *rowkey.Template, cols []FieldColumn, q Query) {
	if len(q.Columns) == 0 {
		return
	}
	var kept filter.Interleave
	var seen []FieldColumn
	keep := func(field string) (there bool) {
		if HoldsWholeField(t, field) {
			return true
		}
		for _, c := range cols {
			if c.Field != field {
				continue
			}
			c.Field, there = "", true
			if !slices.Contains(seen, c) {
				seen = append(seen, c)
				kept = append(kept, filter.Chain{
					filter.FamilyRegex(filter.QuotePattern(string(c.Family))), filter.QualifierRegex(filter.QuotePattern(string(c.Qualifier))),
				})
			}
		}
		return there
	}
	for _, f := range q.Columns {
		if !keep(f) && !slices.Contains(p.Missing, f) {
			p.Missing = append(p.Missing, f)
		}
	}
	if p.LatestMethod != "" && p.LatestMethod != ByKey {
		keep(q.Latest.Field)
		keep(q.Each)
	}
	for _, c := range p.ClientConditions {
		keep(c.Field)
	}
	var last filter.Filter = kept
	switch len(kept) {
	case 0:
		last = filter.Chain{filter.CellsPerRow(1), filter.StripValue{}} // only the key is needed
	case 1:
		last = kept[0]
	}
	switch f := p.Filter.(type) {
	case nil:
		p.Filter = last
	case filter.BlockAll:
	case filter.Chain:
		p.Filter = append(slices.Clone(f), last)
	default:
		p.Filter = filter.Chain{f, last}
	}
	if err := filter.Check(p.Filter); err != nil {
		p.Filter, p.Missing = nil, q.Columns
	}
}

// HoldsWholeField reports whether the keys of a template contain the complete value of a field.
func HoldsWholeField(t *rowkey.Template, field string) bool {
	return t != nil && slices.ContainsFunc(t.Steps(), func(s rowkey.Step) bool { return s.Field == field && s.KeepsWholeValue() })
}

// merged returns the ranges of all prefixes in the order in which they are scanned, merged
// where they touch. If the latest are wanted, ranges of different prefixes are not merged,
// because each has an order of its own.
func (w *walk) merged() []base.Range {
	var out []base.Range
	for _, ranges := range w.ranges {
		if out = append(out, ranges...); w.latest != "" && len(ranges) > 1 {
			out = append(out[:len(out)-len(ranges)], base.MergeRanges(ranges)...)
		}
	}
	switch {
	case len(out) < 2:
	case w.latest != "":
		base.Sort(out, func(a, b base.Range) int { return cmp.Compare(a.Start, b.Start) })
	default:
		out = base.MergeRanges(out)
	}
	return out
}
