package recipe

import (
	"slices"
	"strconv"

	"tabletop/engine/dataset"
)

// take takes what a place holds, and reports whether more than that place has changed.
func (f *Form) take(at place, text string) (more bool) {
	switch at.in {
	case inputTable:
		f.Table = text
		return false
	case inputTemplate:
		f.Template = text
		return false
	case inputCount:
		f.Count = text
		return false
	case inputSeed:
		f.Seed = text
		return false
	}
	if at.at >= len(f.Fields) {
		return false
	}
	switch field := &f.Fields[at.at]; at.in {
	case inputName:
		more = field.Qualifier == field.Name
		if field.Name = text; more {
			field.Qualifier = text
		}
	case inputKind:
		n, err := strconv.ParseUint(text, 10, 8)
		if k := dataset.Kind(n); err == nil && k < dataset.Kinds && k != field.Kind {
			field.Kind, field.Texts = k, usualSettings(k)
			field.Unique = field.Unique && canBeUnique(k)
			more = true
		}
	case inputFamily:
		field.Family = text
	case inputQualifier:
		field.Qualifier = text
	case inputKept:
		field.Kept, more = text == "true", true
	case inputUnique:
		field.Unique, more = text == "true", true
	case inputTime:
		for i := range f.Fields {
			f.Fields[i].Time = i == at.at && text == "true"
		}
		more = true
	default:
		field.Texts[at.in] = text
	}
	return more
}

// another returns a field to add: its name is one that no other has.
func (f *Form) another() field {
	n := len(f.Fields) + 1
	for slices.ContainsFunc(f.Fields, func(g field) bool { return g.Name == "field"+strconv.Itoa(n) }) {
		n++
	}
	out := field{Name: "field" + strconv.Itoa(n), Kept: true, Family: "cf", Texts: usualSettings(dataset.Choice)}
	for _, g := range f.Fields {
		if g.Kept {
			out.Family = g.Family
		}
	}
	out.Qualifier = out.Name
	return out
}

// before reports whether a place stands before another in the form.
func (p place) before(q place) bool {
	own, other := p.in >= inputName, q.in >= inputName
	switch {
	case own != other:
		return other
	case own && p.at != q.at:
		return p.at < q.at
	}
	return p.in < q.in
}
