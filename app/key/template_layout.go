package key

import (
	"slices"

	"tabletop/engine/rowkey"
)

// shape is a template taken apart: its fields, and the separators before, between and after
// them. Fields are given as they stand in their braces. The methods change the template in
// place.
type shape struct{ *rowkey.Layout }

// shapeOf returns the shape of a template.
func shapeOf(t *rowkey.Template) shape { return shape{t.Layout()} }

// fields returns the fields of the template, in order.
func (s shape) fields() []string {
	var out []string
	for _, f := range s.Fields {
		out = append(out, f.Inside)
	}
	return out
}

// at returns the place of a field, -1 if the template does not have it.
func (s shape) at(field string) int {
	return slices.IndexFunc(s.Fields, func(f rowkey.LayoutField) bool { return f.Inside == field })
}

// move moves a field by a number of places. The separators stay where they are.
func (s shape) move(field string, by int) {
	if i := s.at(field); i >= 0 {
		s.place(field, i+by)
	}
}

// place moves a field to a place, counted from 0. The fields in between move by one place
// towards its old one, and the separators stay where they are.
func (s shape) place(field string, to int) {
	if i := s.at(field); i >= 0 && to >= 0 && to < len(s.Fields) {
		f := s.Fields[i]
		s.Fields = slices.Insert(slices.Delete(s.Fields, i, i+1), to, f)
	}
}

// drop removes a field and the separator before it; of the first field the one after it. The
// last field is not removed.
func (s shape) drop(field string) {
	i := s.at(field)
	if i < 0 || len(s.Fields) == 1 {
		return
	}
	s.Fields = slices.Delete(s.Fields, i, i+1)
	s.Seps = slices.Delete(s.Seps, max(i, 1), max(i, 1)+1)
}

// add adds a field at the end with the separator "#" before it. A literal that ends the
// template stays at the end.
func (s shape) add(field string) {
	if s.at(field) >= 0 {
		return
	}
	if len(s.Fields) == 0 {
		s.Fields, s.Seps = []rowkey.LayoutField{{Inside: field}}, append(s.Seps, "")
		return
	}
	last := len(s.Seps) - 1
	s.Fields = append(s.Fields, rowkey.LayoutField{Inside: field})
	s.Seps = slices.Insert(s.Seps, last, "#")
}
