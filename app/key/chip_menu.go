package key

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// elementShaping is the id of the first field in the menu of a chip.
const elementShaping = "shaping-0"

// hintElement returns the id of the description that all chips of a table share.
func hintElement(table string) string { return "chip-hint-" + table }

// ChipElementID returns the id of a field's chip. The field is given as it stands in its
// braces.
func ChipElementID(table, field string) string { return "chip-" + table + "-" + field }

// shapingElement returns the id of the choice of transform number at in the menu.
func shapingElement(at int) string { return "shaping-" + strconv.Itoa(at) }

// ChipMenu is the chip whose menu is open. In the menu its transforms can be changed.
type ChipMenu struct {
	Table, Field string      // the field as it stands in its braces, "" for none
	Err          *base.Error // why the last change was refused, nil if it was not
	At           int         // number of the transform that was refused, from 0
	Text         string      // text of that transform
}

func (m opened) apply(u *update) {
	if u.ChipMenu.Table == m.Table && u.ChipMenu.Field == m.Field {
		escaped{m.Table}.apply(u)
		return
	}
	u.ChipMenu = ChipMenu{Table: m.Table, Field: m.Field}
	u.DoEffect(page.FocusElement{ID: elementShaping})
}

func (m closed) apply(u *update) {
	if u.ChipMenu.Table == m.Table && u.ChipMenu.Field == m.Field {
		u.ChipMenu = ChipMenu{}
	}
}

func (m escaped) apply(u *update) {
	if s := u.ChipMenu; s.Table == m.Table {
		u.ChipMenu = ChipMenu{}
		u.DoEffect(page.FocusElement{ID: ChipElementID(s.Table, s.Field)})
		return
	}
	putBack(m).apply(u)
}

// apply changes the transform in the draft. A change that makes the template invalid is
// refused and shown in the menu.
func (m transformSet) apply(u *update) {
	s := &u.ChipMenu
	t, ok := u.template(s.Table)
	if !ok {
		return
	}
	if m.At == 0 {
		m.Text = timed(m.Text, u.Work.FieldValues(name(s.Field)))
	}
	table, field := s.Table, with(s.Field, m.At, m.Text)
	text := reshaped(t, s.Field, field)
	if _, err := rowkey.Parse(text); err != nil {
		s.Err, _ = err.(*base.Error)
		s.At, s.Text = m.At, m.Text
		return
	}
	*s = ChipMenu{Table: table, Field: field}
	u.DoEffect(page.SetFieldText{ID: page.TemplateElementID(table), Text: text})
	u.typed(table, text) // the table is rewritten only when the choice has settled
}

// template returns the template that the chips show: the draft, or the table's own template
// if the draft does not parse or was refused.
func (u *update) template(table string) (*rowkey.Template, bool) {
	d, ok := u.Drafts[table]
	if !ok {
		return nil, false
	}
	t, err := rowkey.Parse(d.Text)
	if err != nil || d.Current != "" {
		t, err = rowkey.Parse(u.Work.TableByName(table).Template)
	}
	return t, err == nil
}

// reshaped returns the text of a template with a field replaced by another one.
func reshaped(t *rowkey.Template, field, by string) string {
	s := shapeOf(t)
	if i := s.at(field); i >= 0 {
		s.Fields[i].Inside = by
	}
	return s.String()
}

// with returns a field with transform number at replaced by text, or removed if text is "".
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

// usual is the initial number of each transform that takes a number.
var usual = map[string]int{"zero": 10, "pad": 8, "padleft": 8, "first": 4, "hash": 4, "salt": 4}

// timed returns the transform text, changed so that it accepts the values if they are times:
// with the form in which they are written, or with millis before it. Other values leave it
// unchanged.
func timed(text string, values []string) string {
	form, ok := rowkey.TimeFormOf(values...)
	if !ok {
		return text
	}
	_, number := rowkey.ParseNumber(values[0])
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

// written returns the transform millis or seconds with a form of times. The form that it has
// by default is left out.
func written(name, form string) string {
	if name == "millis" && form == "17" || name == "seconds" && form == "14" {
		form = ""
	}
	return rowkey.Transform{Name: name, Form: form}.String()
}

// choices returns the transforms that are valid as transform number at of a field, in the
// form in which they are first written.
func choices(t *rowkey.Template, field string, at int) []string {
	var out []string
	for _, name := range rowkey.TransformNames() {
		text := rowkey.Transform{Name: name, N: usual[name], Fill: ' '}.String()
		if _, err := rowkey.Parse(reshaped(t, field, with(field, at, text))); err == nil {
			out = append(out, text)
		}
	}
	return out
}

// holds reports whether a template has a field. The field is given as it stands in its
// braces.
func holds(t *rowkey.Template, field string) bool {
	return t != nil && shapeOf(t).at(field) >= 0
}

// missing returns the known fields whose whole values the key does not hold. These can be
// added to it.
func missing(t *rowkey.Template, known []string) []string {
	whole := map[string]bool{}
	if t != nil {
		for _, s := range t.Steps() {
			whole[s.Field] = whole[s.Field] || s.KeepsWholeValue()
		}
	}
	return slices.DeleteFunc(slices.Clone(known), func(f string) bool { return whole[f] })
}

// ChipCounts returns how many fields the key of a table has, and how many can be added to it.
func ChipCounts(t engine.TableInfo) (inKey, addable int) {
	template, _ := rowkey.Parse(t.Template)
	if template == nil {
		return 0, 0
	}
	return len(template.Fields()), len(missing(template, t.Fields))
}
