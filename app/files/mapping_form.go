package files

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/form"
	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine"
)

type (
	// typed sets the field of the form with an id to another value.
	typed struct{ id, value string }
	// bettered takes the better template.
	bettered struct{}
	// turned shows the next columns, and the first ones after the last.
	turned struct{}
	// mapped makes the table, in a new sandbox or in the open one.
	mapped struct{}
)

// mapValues opens the dialog about values and begins to read them.
func (u *update) mapValues(s source, kind TextKind) {
	m, err := newMapping(s, kind == KindJSON)
	if err != nil {
		u.refuse(err)
		return
	}
	if m.IntoOpenSandbox = u.into(); m.IntoOpenSandbox {
		m.Table = u.Work.FreeTableName(m.Table)
	}
	if of, ok := s.chosen[s.kind]; ok {
		m.Table, m.former = of.Table, &of
		m.recall()
	}
	u.feed, u.Mapping = m.feed, m
	if u.begin(); u.Mapping != nil {
		u.Dialog = page.DialogValues
	}
}

// edit replaces the mapping by a changed copy, if there is one.
func (u *update) edit(change func(*Mapping)) {
	if u.Mapping == nil {
		return
	}
	m := *u.Mapping
	m.Columns = slices.Clone(m.Columns)
	change(&m)
	u.Mapping = &m
}

// named returns the fields of the form about the table: its name, the template of its keys,
// and the field with the time of its cells if there are such fields.
func (m *Mapping) named() []form.Field {
	template := form.Field{ID: elementTemplate, Label: form.SentenceText("map-template"), Value: m.Template, Set: func(v string) { m.Template, m.edited = v, true }}
	if m.proposing() {
		template.Value = ""
	}
	out := []form.Field{{ID: elementTable, Label: form.SentenceText("map-table"), Value: m.Table, Set: func(v string) { m.Table = v }}, template}
	if times := m.times(); len(times) > 0 {
		out = append(out, form.Field{ID: elementTime, Label: form.SentenceText("map-time"), Kind: form.KindChoice, Value: m.Time,
			Options: append([]form.Option{{Text: form.SentenceText("map-time-none")}}, form.ValueOptions(times...)...), Set: func(v string) { m.Time = v }})
	}
	return out
}

// column returns the fields of the form about column at: whether it is used, and if so its
// family and qualifier.
func (m *Mapping) column(at int) []form.Field {
	c, n := &m.Columns[at], strconv.Itoa(at)
	head := i18n.MakeShortPrintable(c.Head)
	out := []form.Field{{ID: elementUse + n, Name: form.SentenceText("map-use", head), Kind: form.KindCheckbox, Value: strconv.FormatBool(c.Used), Set: func(v string) {
		c.Used, c.chosen = v == "true", true
		m.countCells()
	}}}
	if c.Used {
		out = append(out,
			form.Field{ID: "map-family-" + n, Name: form.SentenceText("map-family", head), Value: c.Family, Set: func(v string) { c.Family = v }},
			form.Field{ID: "map-qualifier-" + n, Name: form.SentenceText("map-qualifier", head), Value: c.Qualifier, Set: func(v string) { c.Qualifier = v }})
	}
	return out
}

// ticks returns the checkboxes about empty values and about times after values.
func (m *Mapping) ticks() []form.Field {
	out := []form.Field{{ID: elementEmpty, Label: form.SentenceText("map-empty"), Kind: form.KindCheckbox, Value: strconv.FormatBool(m.StoresEmpty), Set: func(v string) {
		m.StoresEmpty = v == "true"
		m.countCells()
	}}}
	if m.Stampable {
		out = append(out, form.Field{ID: elementStamped, Label: form.SentenceText("map-stamped"), Kind: form.KindCheckbox, Value: strconv.FormatBool(m.Stamped), Set: func(v string) {
			m.Stamped = v == "true"
			m.tellApart()
		}})
	}
	return out
}

// form returns all fields of the mapping.
func (m *Mapping) form() []form.Field {
	out := m.named()
	for at := range m.Columns {
		out = append(out, m.column(at)...)
	}
	return append(out, m.ticks()...)
}

// apply sets the field, and compares the keys again unless the field has no influence on
// them.
func (t typed) apply(u *update) {
	u.Err = nil // it was about what stood there before
	u.edit(func(m *Mapping) { form.SetFieldValue(m.form(), t.id, t.value) })
	if t.id != elementTable && t.id != elementEmpty && !strings.HasPrefix(t.id, elementUse) {
		u.find(false)
	}
}

func (bettered) apply(u *update) {
	if m := u.Mapping; m != nil && m.BetterTemplate != "" {
		text := m.BetterTemplate
		u.DoEffect(page.SetFieldText{ID: elementTemplate, Text: text})
		typed{elementTemplate, text}.apply(u)
	}
}

func (turned) apply(u *update) {
	u.edit(func(m *Mapping) {
		if _, m.FirstColumn = m.shown(); m.FirstColumn == len(m.Columns) {
			m.FirstColumn = 0
		}
	})
}

// apply finishes the search for a key and makes the table, if the mapping is complete and
// makes some row.
func (mapped) apply(u *update) {
	if m := u.Mapping; m != nil && m.finding != nil {
		u.found()
	}
	m := u.Mapping
	if m == nil || m.Err != nil || m.reading() || m.nothing() {
		return
	}
	if u.Err = m.tooLarge(); u.Err != nil {
		return
	}
	if m.IntoOpenSandbox {
		u.loadTable(m.Table, m.request)
		return
	}
	u.make(m.Title, m.request())
}

// loadTable makes a table called name in the open sandbox by the request that of returns. It
// refuses a name that another table has. The dialog's state is kept, so that it can be shown
// again if the request fails.
func (u *update) loadTable(name string, of func() engine.Request) {
	if !page.CanChangeWorkload(u.Update.State, u.Work) {
		return
	}
	if u.Err = u.Work.TableNameError(name); u.Err == nil {
		from := *u.State
		from.loading = nil
		r, space := of(), u.Work.ID
		u.loading = &from
		u.MakeTable(r, page.ElementRecipe, func(a host.Answer) page.Msg {
			return loaded{a, space, &from}
		})
	}
}
