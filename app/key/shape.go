package key

import (
	"slices"
	"strings"

	"tabletop/engine/rowkey"
)

// shape is a template as the key designer edits it: fields, as they stand in
// their braces, with what is before, between and after them.
type shape struct {
	fields []string
	seps   []string // len(fields)+1
}

func shapeOf(t *rowkey.Template) *shape {
	s := &shape{seps: []string{""}}
	for _, p := range t.Parts() {
		if p.Field == "" {
			s.seps[len(s.seps)-1] += p.Literal
			continue
		}
		s.fields = append(s.fields, p.Inside())
		s.seps = append(s.seps, "")
	}
	return s
}

func (s *shape) String() string {
	var b strings.Builder
	b.WriteString(s.seps[0])
	for i, f := range s.fields {
		b.WriteString("{" + f + "}" + s.seps[i+1])
	}
	return b.String()
}

// move swaps a field with its neighbour; the separators stay in their places.
func (s *shape) move(field string, by int) {
	i := slices.Index(s.fields, field)
	if j := i + by; i >= 0 && j >= 0 && j < len(s.fields) {
		s.fields[i], s.fields[j] = s.fields[j], s.fields[i]
	}
}

// place moves a field to a place, from 0, and those between by one towards where it was;
// the separators stay in their places.
func (s *shape) place(field string, to int) {
	if i := slices.Index(s.fields, field); i >= 0 && to >= 0 && to < len(s.fields) {
		s.fields = slices.Insert(slices.Delete(s.fields, i, i+1), to, field)
	}
}

// drop takes a field out with the separator before it, or after it where it is
// the first. The last field stays.
func (s *shape) drop(field string) {
	i := slices.Index(s.fields, field)
	if i < 0 || len(s.fields) == 1 {
		return
	}
	s.fields = slices.Delete(s.fields, i, i+1)
	if i > 0 {
		s.seps = slices.Delete(s.seps, i, i+1)
	} else {
		s.seps = slices.Delete(s.seps, 1, 2)
	}
}

// add puts a field at the end, before a closing literal.
func (s *shape) add(field string) {
	if slices.Contains(s.fields, field) {
		return
	}
	if len(s.fields) == 0 {
		s.fields, s.seps = []string{field}, append(s.seps, "")
		return
	}
	last := len(s.seps) - 1
	s.fields = append(s.fields, field)
	s.seps = slices.Insert(s.seps, last, "#")
}
