package model

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// ElementShaping is the id of the first choice of the open chip.
const ElementShaping = "shaping-0"

// ChipElement returns the id of what opens a field's chip. The field is given as it
// stands in its braces.
func ChipElement(table, field string) string { return "chip-" + table + "-" + field }

// SegmentElement returns the id of the button that moves a field on, or back for By
// below 0.
func SegmentElement(table, field string, by int) string {
	if by < 0 {
		return "chip-back-" + table + "-" + field
	}
	return "chip-on-" + table + "-" + field
}

// ShapingElement returns the id of the choice of the open chip's transform At.
func ShapingElement(at int) string { return "shaping-" + strconv.Itoa(at) }

// Shaping is the chip whose transforms are open for change.
type Shaping struct {
	Table, Field string // the field as it stands in its braces, "" for none
	Err          *base.Error
	At           int    // of what Err refuses
	Text         string // and its text
}

type (
	// ChipOpened opens a field's chip, or closes it.
	ChipOpened struct{ Table, Field string }
	// TransformSet puts a transform in place At of the open chip's; without text the
	// one there goes.
	TransformSet struct {
		At   int
		Text string // as a template has it
	}
)

// shaping handles the messages of the open chip and reports whether this was one.
func (u *update) shaping(m Msg) bool {
	s := &u.Work.Shaping
	switch m := m.(type) {
	case ChipOpened:
		if s.Table == m.Table && s.Field == m.Field {
			*s = Shaping{}
			u.do(Focus{ID: ChipElement(m.Table, m.Field)})
			break
		}
		*s = Shaping{Table: m.Table, Field: m.Field}
		u.do(Focus{ID: ElementShaping})
	case TransformSet:
		t, ok := u.template(s.Table)
		if !ok {
			break
		}
		table, field := s.Table, with(s.Field, m.At, m.Text)
		text := reshaped(t, s.Field, field)
		if _, err := rowkey.Parse(text); err != nil {
			s.Err, _ = err.(*base.Error)
			s.At, s.Text = m.At, m.Text
			break
		}
		*s = Shaping{Table: table, Field: field}
		u.do(SetText{ID: TemplateElement(table), Text: text})
		u.typed(table, text) // the table follows once the choice has stood a moment
	default:
		return false
	}
	return true
}

// template returns the template that a table's chips are of: the one that is being
// edited, or while that is none the one in effect.
func (u *update) template(table string) (*rowkey.Template, bool) {
	d, ok := u.Work.Drafts[table]
	if !ok {
		return nil, false
	}
	t, err := rowkey.Parse(d.Text)
	if err != nil {
		info, _ := u.table(table)
		t, err = rowkey.Parse(info.Template)
	}
	return t, err == nil
}

// reshaped returns the text of a template with a field in another one's place.
func reshaped(t *rowkey.Template, field, by string) string {
	s := shapeOf(t)
	if i := slices.Index(s.fields, field); i >= 0 {
		s.fields[i] = by
	}
	return s.String()
}

// with returns a field as it stands in its braces with another transform in a
// place, without one where text is "".
func with(field string, at int, text string) string {
	parts := strings.Split(field, "|")
	if at+1 < len(parts) {
		parts = slices.Delete(parts, at+1, at+2)
	}
	if text != "" {
		parts = slices.Insert(parts, min(at+1, len(parts)), text)
	}
	return strings.Join(parts, "|")
}

// usual is what a transform that takes a number begins with.
var usual = map[string]int{"zero": 10, "pad": 8, "padleft": 8, "first": 4, "hash": 4, "salt": 4}

// Choices returns the transforms that can stand in a place of a template's field,
// as they are first written.
func Choices(t *rowkey.Template, field string, at int) []string {
	var out []string
	for _, name := range rowkey.Names() {
		text := rowkey.Transform{Name: name, N: usual[name], Fill: ' '}.String()
		if _, err := rowkey.Parse(reshaped(t, field, with(field, at, text))); err == nil {
			out = append(out, text)
		}
	}
	return out
}

// Holds reports whether a template has a field that stands in its braces like that.
func Holds(t *rowkey.Template, field string) bool {
	return t != nil && slices.Contains(shapeOf(t).fields, field)
}

// Missing returns the fields among known of which the key does not hold the whole
// value: those that can be put at its end.
func Missing(t *rowkey.Template, known []string) []string {
	whole := map[string]bool{}
	if t != nil {
		for _, s := range t.Steps() {
			whole[s.Field] = whole[s.Field] || s.Whole()
		}
	}
	return slices.DeleteFunc(slices.Clone(known), func(f string) bool { return whole[f] })
}
