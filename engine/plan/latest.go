package plan

import (
	"cmp"
	"iter"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/rowkey"
)

// Latest asks for the N records with the greatest values of a field, as
// [Compare] has them; of records that are alike any will do. An N of 0 asks for
// all records.
type Latest struct {
	Field string `wire:"1"`
	N     int64  `wire:"2"`
}

// Sorting is who brings the latest records to the front.
type Sorting string

const (
	ByKey    Sorting = "key"    // they stand at one end of the range
	ByMerge  Sorting = "merge"  // at one end of each of several; the reader merges them
	BySkip   Sorting = "skip"   // at one end of each group; the reader skips from group to group
	ByReader Sorting = "reader" // anywhere: all that match are read, and sorted by the reader
	// BySearch is ByReader where BySkip is possible, but the groups are so many and so
	// short that their seeks take longer.
	BySearch Sorting = "search"
)

// Sorted reports whether the reader has all that match, to sort them.
func (s Sorting) Sorted() bool { return s == ByReader || s == BySearch }

// Compare is the order of a field's values that [Latest] goes by: numbers as
// such, before all else, and what is no number as bytes.
func Compare(a, b string) int {
	m, first := rowkey.Number(a)
	n, second := rowkey.Number(b)
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

// Lengths watches the values of a field for whether their bytes are in the order of
// [Compare], as those of one length are that are all numbers, or none.
type Lengths struct {
	seen, mixed, number bool
	length              int
}

// Add takes a value.
func (l *Lengths) Add(v string) {
	_, number := rowkey.Number(v)
	if !l.seen {
		*l = Lengths{seen: true, number: number, length: len(v)}
	}
	l.mixed = l.mixed || number != l.number || len(v) != l.length
}

// Even reports whether they are.
func (l *Lengths) Even() bool { return !l.mixed }

// Tally counts the records that a query asks for.
type Tally struct {
	Query
	n  int64
	of Counts // of each group
}

// Add takes a record whose fields value returns.
func (t *Tally) Add(value func(field string) string) {
	if !t.Match(value) || t.Latest.N > 0 && t.Each == "" && t.n == t.Latest.N {
		return
	}
	if t.Latest.N <= 0 || t.Each == "" || t.of.Take(value(t.Each), t.Latest.N) {
		t.n++
	}
}

// Wanted returns how many of the records the query asks for.
func (t *Tally) Wanted() int64 { return t.n }

// Groups is the rows whose keys are alike up to the end of a step. The zero value parts
// no rows.
type Groups struct {
	template    *rowkey.Template
	from, steps int // those from the first on are not the same for all
}

// Fields returns what the rows of a group have in common, in key order: the fields whose
// values the first step after so many tells, or a later one.
func (g Groups) Fields() (out []string) {
	if g.None() {
		return nil
	}
	for _, s := range g.template.Steps()[g.from:g.steps] {
		if !slices.Contains(out, s.Field) {
			out = append(out, s.Field)
		}
	}
	return out
}

// None reports whether it parts no rows.
func (g Groups) None() bool { return g.steps == 0 }

// Of returns the range of a row's group, and whether it is in one.
func (g Groups) Of(key base.RowKey) (base.Range, bool) {
	front, ok := g.Front(key)
	return base.Prefix(string(front)), ok
}

// Front returns what the keys of a row's group begin with, and no others do, and whether it
// is in one.
func (g Groups) Front(key base.RowKey) (base.RowKey, bool) { return g.template.Front(key, g.steps) }

// In returns the groups of the rows in a range, in their order; a row that is in none is
// one of its own. from returns the first row that is not before a key.
func (g Groups) In(r base.Range, from func(base.RowKey) (base.RowKey, bool)) iter.Seq[base.Range] {
	return func(yield func(base.Range) bool) {
		for at := r.Start; ; {
			key, ok := from(at)
			if !ok || !r.Contains(key) {
				return
			}
			group, ok := g.Of(key)
			if !ok {
				group = base.Point(key)
			}
			if at = group.End; !yield(group) || at == "" {
				return
			}
		}
	}
}

// fixes reports whether the conditions leave one value of a field.
func fixes(where []Cond, field string) bool {
	return slices.ContainsFunc(where, func(c Cond) bool { return c.Field == field && c.only() })
}

// ordered reports whether the rows of each range stand in the order of the field
// that the latest are asked of, and whether the last of them are the latest.
func (w *walk) ordered() (reversed, ok bool) {
	alone := slices.ContainsFunc(w.steps[:w.at], func(s rowkey.Step) bool { return s.Field == w.group && s.Whole() })
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
		if s.Field == w.latest && s.Whole() {
			return false, true // each range holds one value
		}
	}
	order := w.orderAt(w.at)
	return order > 0, order != 0
}

// orderAt returns the order of keys that are alike before step i by the field
// that the latest are asked of, 0 where they are in none.
func (w *walk) orderAt(i int) (order int) {
	for _, s := range w.steps[i:] {
		if s.Field != w.latest || s.Order() == 0 || order != 0 && s.Order() != order || !w.even && !s.Number() {
			return 0
		}
		if order = s.Order(); s.Whole() {
			return order
		}
	}
	return 0
}

// orderFrom is orderAt, or where so many of each group are wanted that of the keys of a
// group, with the number of steps that tell it.
func (w *walk) orderFrom(i int) (order, grouped int) {
	if w.group == "" {
		return w.orderAt(i), 0
	}
	for ; i < len(w.steps) && w.steps[i].Field == w.group; i++ {
		if w.steps[i].Whole() {
			return w.orderAt(i + 1), i + 1
		}
	}
	return 0, 0
}

// orderWithin is orderFrom where other fields stand before those that are in order: what
// is grouped then is the keys that are alike in these too.
func (w *walk) orderWithin(i int) (order, grouped int) {
	met := false
	for ; i < len(w.steps) && order == 0; i++ {
		if met = met || w.steps[i].Field == w.group && w.steps[i].Whole(); met {
			order, grouped = w.orderAt(i+1), i+1
		}
	}
	return order, grouped
}

// opens reports whether a range for each part of the step at hand puts the keys
// of each in order, which they are not in one range.
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

// project makes a plan return but the columns of some fields, and of those that
// the reader needs to sort and to decide conditions.
func (p *Plan) project(t *rowkey.Template, cols []Column, q Query) {
	if len(q.Columns) == 0 {
		return
	}
	var kept filter.Interleave
	var seen []Column
	keep := func(field string) (there bool) {
		if Whole(t, field) {
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
					filter.FamilyRegex(filter.Quote(string(c.Family))), filter.QualifierRegex(filter.Quote(string(c.Qualifier))),
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
	if p.Newest != "" && p.Newest != ByKey {
		keep(q.Latest.Field)
		keep(q.Each)
	}
	for _, c := range p.Client {
		keep(c.Field)
	}
	var last filter.Filter = kept
	switch len(kept) {
	case 0:
		last = filter.Chain{filter.CellsPerRow(1), filter.StripValue{}} // the key says it
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

// Whole reports whether a template holds all of a field.
func Whole(t *rowkey.Template, field string) bool {
	return t != nil && slices.ContainsFunc(t.Steps(), func(s rowkey.Step) bool { return s.Field == field && s.Whole() })
}

// merged returns the ranges as they are walked. Those of different prefixes stay
// apart where each is in an order of its own.
func (w *walk) merged() []base.Range {
	var out []base.Range
	for _, ranges := range w.ranges {
		if out = append(out, ranges...); w.latest != "" && len(ranges) > 1 {
			out = append(out[:len(out)-len(ranges)], base.Merge(ranges)...)
		}
	}
	switch {
	case len(out) < 2:
	case w.latest != "":
		base.Sort(out, func(a, b base.Range) int { return cmp.Compare(a.Start, b.Start) })
	default:
		out = base.Merge(out)
	}
	return out
}
