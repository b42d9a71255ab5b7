package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/model"
)

// formKeys are the names of the forms of a file in the page's text.
var formKeys = map[host.Form]string{host.FormFile: "file", host.FormCBT: "cbt", host.FormHBase: "hbase", host.FormCSV: "csv"}

// exporting draws the forms in which a sandbox can be saved.
func (p *drawing) exporting(id string) app.UI {
	weights := p.st.Carry.Weights
	if weights == nil {
		for _, form := range []host.Form{host.FormFile, host.FormCBT, host.FormHBase} {
			weights = append(weights, host.Weight{Form: form, Bytes: -1})
		}
	}
	items := []app.UI{}
	for _, w := range weights {
		key := "form-" + formKeys[w.Form]
		size := "…"
		if w.Bytes >= 0 {
			size = p.bytes(w.Bytes)
		}
		lost := []app.UI{}
		for _, l := range w.Lost {
			lost = append(lost, app.P().Class("note").Text(p.count("lost-"+l.What, l.Count)))
		}
		var save app.UI = p.button(p.t(key, i18n.Plain(w.Table)), model.ExportPressed{ID: id, Form: w.Form, Table: w.Table})
		if w.Bytes == 0 {
			save = p.resting(p.t(key, i18n.Plain(w.Table)))
		}
		items = append(items, app.Li().Body(
			app.Div().Class("row").Body(save, app.Span().Class("label num").Text(size)),
			app.P().Text(p.t(key+"-text")),
			app.Div().Body(lost...),
		))
	}
	status := ""
	if p.st.Carry.Weights != nil {
		status = p.t("weighed")
	}
	return app.Div().Body(
		app.Ul().Class("forms").Attr("aria-label", p.t("forms")).Body(items...),
		app.Div().Class("unseen").Role("status").Text(status),
	)
}

// pasting draws the field for a script or values.
func (p *drawing) pasting() app.UI {
	return app.Div().Body(
		app.P().Text(p.t("paste-text")),
		app.Textarea().ID(model.ElementPaste).Class("paste").Rows(10).Attr("aria-label", p.t("paste-label")).
			Attr("spellcheck", "false").Attr("autocapitalize", "off"),
		p.carryError(),
	)
}

// carryError says why a text makes no sandbox.
func (p *drawing) carryError() app.UI {
	box := app.Div().Role("alert")
	c := &p.st.Carry
	if c.Err == nil {
		return box
	}
	text := i18n.Error(p.st.Lang, c.Err)
	if c.Line > 0 {
		text = p.t("line-error", p.n(int64(c.Line)), text)
	}
	return box.Body(app.P().Class("refused").Text(text))
}

// mapping draws how values become rows.
func (p *drawing) mapping() app.UI {
	m := p.st.Carry.Mapping
	if m == nil {
		return app.Div()
	}
	field := func(id, label, value string, part model.MappingPart, at int) app.UI {
		return app.Input().Type("text").ID(id).Attr("aria-label", label).Value(value).AutoComplete(false).
			Attr("spellcheck", "false").Attr("autocapitalize", "off").
			OnInput(func(ctx app.Context, _ app.Event) {
				p.send(model.MappingTyped{Part: part, At: at, Text: ctx.JSSrc().Get("value").String()})
			}, id)
	}
	rows := []app.UI{}
	from, to := m.Shown()
	var more app.UI
	if n := len(m.Columns); to-from < n {
		more = p.button(p.t("map-more", strconv.Itoa(from+1), strconv.Itoa(to), strconv.Itoa(n)), model.MappingTurned{})
	}
	for i := from; i < to; i++ {
		c := m.Columns[i]
		head := i18n.Short(c.Head)
		example := ""
		if len(m.Sample) > 0 {
			example = i18n.Short(m.Sample[0][i])
		}
		box := app.Input().Type("checkbox").Checked(c.Used).Attr("aria-label", p.t("map-use", head)).
			OnChange(func(ctx app.Context, _ app.Event) {
				p.send(model.MappingUsed{At: i, On: ctx.JSSrc().Get("checked").Bool()})
			}, strconv.Itoa(i))
		target := app.Td().ColSpan(2).Class("label").Text(p.t("map-left"))
		cells := []app.UI{target}
		if c.Used {
			n := strconv.Itoa(i)
			cells = []app.UI{
				app.Td().Body(field("map-family-"+n, p.t("map-family", head), c.Family, model.MappingFamily, i)),
				app.Td().Body(field("map-qualifier-"+n, p.t("map-qualifier", head), c.Qualifier, model.MappingQualifier, i)),
			}
		}
		rows = append(rows, app.Tr().Body(append([]app.UI{
			app.Td().Body(app.Label().Class("tick").Body(box)),
			app.Th().Scope("row").Body(app.Code().Text("{"+c.Field+"}"), app.Span().Class("label").Text(head)),
			app.Td().Class("example").Text(example),
		}, cells...)...))
	}
	return app.Div().Class("mapping").Body(
		app.P().Text(p.t("map-text", strconv.Itoa(m.Records), strconv.Itoa(len(m.Columns)))),
		app.Div().Class("map-fields").Body(
			app.Label().Body(app.Span().Text(p.t("map-table")), field("map-table", p.t("map-table"), m.Table, model.MappingTable, 0)),
			app.Label().Body(app.Span().Text(p.t("map-template")), field("map-template", p.t("map-template"), m.Template, model.MappingTemplate, 0)),
		),
		app.Div().Attr("aria-live", "polite").Body(p.mappedKeys(m)),
		app.Div().Class("map-columns").TabIndex(0).Role("region").Attr("aria-label", p.t("map-columns")).Body(
			app.Table().Body(
				app.THead().Body(app.Tr().Body(
					app.Th().Scope("col").Text(p.t("map-head-use")), app.Th().Scope("col").Text(p.t("map-head-column")), app.Th().Scope("col").Text(p.t("map-head-example")),
					app.Th().Scope("col").Text(p.t("map-head-family")), app.Th().Scope("col").Text(p.t("map-head-qualifier")),
				)),
				app.TBody().Body(rows...),
			),
		),
		more,
		p.carryError(),
	)
}

// mappedKeys draws the keys that a template makes, and what is wrong with them.
func (p *drawing) mappedKeys(m *model.Mapping) app.UI {
	if m.Err != nil {
		return app.P().Class("refused").Text(i18n.Error(p.st.Lang, m.Err))
	}
	keys := []app.UI{}
	for _, k := range m.Keys {
		text := app.Code().Text(i18n.Short(k))
		if k == "" {
			text = app.Code().Class("label").Text(p.t("map-no-key"))
		}
		keys = append(keys, app.Li().Body(text))
	}
	notes := []app.UI{app.P().Text(p.t("map-clashes", strconv.Itoa(m.Clashes), strconv.Itoa(m.Counted)))}
	if m.Keyless > 0 {
		notes = append(notes, app.P().Class("note").Text(p.t("map-keyless", strconv.Itoa(m.Keyless), strconv.Itoa(m.WhyLine), i18n.Error(p.st.Lang, m.Why))))
	}
	if m.Left > 0 {
		lines := ""
		for i, n := range m.Lines {
			if i > 0 {
				lines += ", "
			}
			lines += p.n(int64(n))
		}
		notes = append(notes, app.P().Class("note").Text(p.t("map-lines", strconv.Itoa(m.Left), lines)))
	}
	return app.Div().Body(
		app.Ol().Class("map-keys").Attr("aria-label", p.t("map-keys")).Body(keys...),
		app.Div().Body(notes...),
	)
}
