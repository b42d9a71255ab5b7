package advise

import (
	"slices"

	"tabletop/engine/base"
)

// empty finds columns with empty cells: at least five, and a twentieth of the column's
// cells in the sample. Columns in which all cells are empty do not count; there the
// qualifier is the data.
func (r *reviewer) empty(t *Table) {
	var found []Column
	for _, c := range t.Columns {
		if t.aggregates(c.Family) {
			continue
		}
		r.check(EmptyCells)
		if c.Empty >= 5 && c.Empty*20 >= c.Cells && c.Empty < c.Cells {
			found = append(found, c)
		}
	}
	base.SortStable(found, func(a, b Column) int { return int(b.Empty - a.Empty) })
	for _, c := range found {
		bytes := c.Empty * int64(len(c.Family)+len(c.Qualifier)+8)
		r.find(EmptyCells, t.Name, string(c.EmptyRow), c.name(), count(c.Empty), count(c.Cells), t.perMille(bytes))
	}
}

// twice finds columns whose value is also in the key, byte for byte, in each of at least
// five compared rows, with more than one value. Nothing is found if a row would have no
// column left.
func (r *reviewer) twice(t *Table, segments []segment) {
	type found struct {
		Column
		segment
	}
	var all []found
	for _, c := range t.Columns {
		if t.aggregates(c.Family) || len(c.SampledValues) < fewRows {
			continue
		}
		r.check(StoredTwice)
		if s, ok := t.partLike(c, segments); ok {
			all = append(all, found{c, s})
		}
	}
	if len(all) == 0 || slices.Min(t.Widths) <= len(all) {
		return
	}
	for _, f := range all {
		r.find(StoredTwice, t.Name, string(f.SampledValues[0].Key), f.name(), f.field, itoa(f.number), itoa(len(f.SampledValues)), t.perMille(f.Bytes))
	}
}

// partLike returns the part of the keys that has the same values as a column: a field of
// the template, or a segment.
func (t *Table) partLike(c Column, segments []segment) (like segment, ok bool) {
	for i := range segments {
		s := &segments[i]
		same := !slices.ContainsFunc(c.SampledValues, func(one SampledValue) bool {
			part, has := t.part(one.Key, s)
			return !has || one.Value == "" || part != one.Value
		})
		if same && slices.ContainsFunc(c.SampledValues, func(one SampledValue) bool { return one.Value != c.SampledValues[0].Value }) {
			return *s, true
		}
	}
	return segment{}, false
}

// part returns the value of a segment in a key. With a template this is the field's value
// before its transforms.
func (t *Table) part(key base.RowKey, s *segment) (string, bool) {
	if t.Template == nil {
		i := slices.Index(s.keys, string(key))
		if i < 0 {
			return "", false
		}
		return s.values[i], true
	}
	held, ok := t.Template.DecodeWholeValues(key)
	if !ok || s.field == "" {
		return "", false
	}
	return held[slices.Index(t.Template.Fields(), s.field)], true
}

// perMille returns the share of a number of bytes in all bytes of the sample, in per
// mille, rounded up.
func (t *Table) perMille(bytes int64) string {
	all := max(t.Sampled.Bytes, 1)
	return count((bytes*1000 + all - 1) / all)
}
