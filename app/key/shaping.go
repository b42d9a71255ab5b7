package key

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// ElementShaping is the id of the first choice of the open chip.
const ElementShaping = "shaping-0"

// hintElement returns the id of what is said of every chip of a table.
func hintElement(table string) string { return "chip-hint-" + table }

// ChipElement returns the id of a field's chip. The field is given as it
// stands in its braces.
func ChipElement(table, field string) string { return "chip-" + table + "-" + field }

// ShapingElement returns the id of the choice of the open chip's transform At.
func ShapingElement(at int) string { return "shaping-" + strconv.Itoa(at) }

// Shaping is the chip whose transforms are open for change.
type Shaping struct {
	Table, Field string // the field as it stands in its braces, "" for none
	Err          *base.Error
	At           int    // of what Err refuses
	Text         string // and its text
}

func (m Opened) apply(u *update) {
	if u.Shaping.Table == m.Table && u.Shaping.Field == m.Field {
		Escaped{m.Table}.apply(u)
		return
	}
	u.Shaping = Shaping{Table: m.Table, Field: m.Field}
	u.Do(page.Focus{ID: ElementShaping})
}

func (m Closed) apply(u *update) {
	if u.Shaping.Table == m.Table && u.Shaping.Field == m.Field {
		u.Shaping = Shaping{}
	}
}

func (m Escaped) apply(u *update) {
	if s := u.Shaping; s.Table == m.Table {
		u.Shaping = Shaping{}
		u.Do(page.Focus{ID: ChipElement(s.Table, s.Field)})
		return
	}
	PutBack(m).apply(u)
}

func (m TransformSet) apply(u *update) {
	s := &u.Shaping
	t, ok := u.template(s.Table)
	if !ok {
		return
	}
	if m.At == 0 {
		m.Text = timed(m.Text, u.Work.Values(name(s.Field)))
	}
	table, field := s.Table, with(s.Field, m.At, m.Text)
	text := reshaped(t, s.Field, field)
	if _, err := rowkey.Parse(text); err != nil {
		s.Err, _ = err.(*base.Error)
		s.At, s.Text = m.At, m.Text
		return
	}
	*s = Shaping{Table: table, Field: field}
	u.Do(page.SetText{ID: page.TemplateElement(table), Text: text})
	u.typed(table, text) // the table follows once the choice has stood a moment
}

// template returns the template that a table's chips are of: the one that is being
// edited, or while that is none, or was refused, the one in effect.
func (u *update) template(table string) (*rowkey.Template, bool) {
	d, ok := u.Drafts[table]
	if !ok {
		return nil, false
	}
	t, err := rowkey.Parse(d.Text)
	if err != nil || d.Kept != "" {
		t, err = rowkey.Parse(u.Work.Table(table).Template)
	}
	return t, err == nil
}

// reshaped returns the text of a template with a field in another one's place.
func reshaped(t *rowkey.Template, field, by string) string {
	s := shapeOf(t)
	if i := s.at(field); i >= 0 {
		s.Fields[i].Inside = by
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

// timed returns the transforms that make a field's first transform accept its values where
// these are times: the form in which millis reads them, or millis in front of it.
func timed(text string, values []string) string {
	form, ok := rowkey.FormOf(values...)
	if !ok {
		return text
	}
	_, number := rowkey.Number(values[0])
	switch name, _, _ := strings.Cut(text, ":"); name {
	case "millis", "seconds":
		if name == text {
			return written(name, form)
		}
	case "newest", "date", "hour", "day", "month":
		if !number && name == text {
			return written("millis", form) + "|" + text
		}
	}
	return text
}

// written returns millis or seconds with the form of the times. The transform's own form is
// not named.
func written(name, form string) string {
	if name == "millis" && form == "17" || name == "seconds" && form == "14" {
		form = ""
	}
	return rowkey.Transform{Name: name, Form: form}.String()
}

// choices returns the transforms that can stand in a place of a template's field,
// as they are first written.
func choices(t *rowkey.Template, field string, at int) []string {
	var out []string
	for _, name := range rowkey.Names() {
		text := rowkey.Transform{Name: name, N: usual[name], Fill: ' '}.String()
		if _, err := rowkey.Parse(reshaped(t, field, with(field, at, text))); err == nil {
			out = append(out, text)
		}
	}
	return out
}

// holds reports whether a template has a field that stands in its braces like that.
func holds(t *rowkey.Template, field string) bool {
	return t != nil && shapeOf(t).at(field) >= 0
}

// missing returns the fields among known of which the key does not hold the whole
// value: those that can be put at its end.
func missing(t *rowkey.Template, known []string) []string {
	whole := map[string]bool{}
	if t != nil {
		for _, s := range t.Steps() {
			whole[s.Field] = whole[s.Field] || s.Whole()
		}
	}
	return slices.DeleteFunc(slices.Clone(known), func(f string) bool { return whole[f] })
}
