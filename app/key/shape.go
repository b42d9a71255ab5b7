package key

import (
	"slices"

	"tabletop/engine/rowkey"
)

// shape is a template as the key designer edits it: fields with the words beside them, and
// what is before, between and after those.
type shape struct{ *rowkey.Layout }

func shapeOf(t *rowkey.Template) shape { return shape{t.Layout()} }

// fields returns the fields as they stand in their braces.
func (s shape) fields() []string {
	var out []string
	for _, f := range s.Fields {
		out = append(out, f.Inside)
	}
	return out
}

// at returns the place of a field that is given as it stands in its braces, -1 for none.
func (s shape) at(field string) int {
	return slices.IndexFunc(s.Fields, func(f rowkey.Worded) bool { return f.Inside == field })
}

// move swaps a field with its neighbour; the separators stay in their places.
func (s shape) move(field string, by int) {
	if i := s.at(field); i >= 0 {
		s.place(field, i+by)
	}
}

// place moves a field to a place, from 0, and those between by one towards where it was;
// the separators stay in their places.
func (s shape) place(field string, to int) {
	if i := s.at(field); i >= 0 && to >= 0 && to < len(s.Fields) {
		f := s.Fields[i]
		s.Fields = slices.Insert(slices.Delete(s.Fields, i, i+1), to, f)
	}
}

// drop takes a field out with the separator before it, or after it where it is
// the first. The last field stays.
func (s shape) drop(field string) {
	i := s.at(field)
	if i < 0 || len(s.Fields) == 1 {
		return
	}
	s.Fields = slices.Delete(s.Fields, i, i+1)
	s.Seps = slices.Delete(s.Seps, max(i, 1), max(i, 1)+1)
}

// add puts a field at the end, before a closing literal.
func (s shape) add(field string) {
	if s.at(field) >= 0 {
		return
	}
	if len(s.Fields) == 0 {
		s.Fields, s.Seps = []rowkey.Worded{{Inside: field}}, append(s.Seps, "")
		return
	}
	last := len(s.Seps) - 1
	s.Fields = append(s.Fields, rowkey.Worded{Inside: field})
	s.Seps = slices.Insert(s.Seps, last, "#")
}
