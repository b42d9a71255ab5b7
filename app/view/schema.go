package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// schemaToggle opens the schema pane where there is no place for it always: on
// the wide page of a lesson.
func (p *drawing) schemaToggle() app.UI {
	return p.button(p.t("schema"), model.SchemaToggled{}).ID(model.ElementSchemaToggle).Class("quiet schema-toggle").
		Attr("aria-expanded", strconv.FormatBool(p.st.Work.Schema.Open))
}

// schema draws the tables with their families, and what can be done to them.
func (p *drawing) schema() app.UI {
	w := &p.st.Work
	class := "schema panel"
	if w.Schema.Open {
		class += " open"
	}
	tables := []app.UI{}
	some, left := p.someTables()
	for _, t := range some {
		tables = append(tables, p.schemaTable(t))
	}
	if left > 0 {
		tables = append(tables, app.P().Class("label").Text(p.count("more-tables", int64(left))))
	}
	if len(tables) == 0 {
		tables = append(tables, app.P().Class("label").Text(p.t("schema-empty")))
	}
	return app.Section().Class(class).Attr("aria-label", p.t("schema")).Body(
		app.Div().Class("bar").Body(
			app.H2().ID(model.ElementSchema).TabIndex(-1).Text(p.t("schema")),
			app.Div().Class("row").Body(
				p.changing("new-table", model.FormOpened{Form: model.FormTable}).ID(model.OpenerElement(model.FormTable, "", "")),
				p.button(p.t("close"), model.SchemaToggled{}).Class("quiet schema-toggle").Attr("aria-label", p.t("schema-close")),
			),
		),
		p.makers(),
		app.Div().Class("schema-form").Body(p.tableForm()),
		p.advisor().Draw(),
		app.Div().Class("schema-tables").Body(tables...),
	)
}

// changing is a quiet button that changes the workspace, see change.
func (p *drawing) changing(key string, msg model.Msg) app.HTMLButton {
	return p.change(key, msg).Class("quiet")
}

// change is a button that changes the workspace: it rests when that cannot be
// changed, or an earlier state of it is shown.
func (p *drawing) change(key string, msg model.Msg) app.HTMLButton {
	if p.st.Work.ReadOnly || p.st.Work.Looking() {
		return p.resting(p.t(key))
	}
	return p.work(p.t(key), msg)
}

func (p *drawing) schemaTable(t engine.TableInfo) app.UI {
	families := []app.UI{}
	for _, f := range t.Families {
		families = append(families, p.schemaFamily(t, f))
	}
	label := func(b app.HTMLButton, key string) app.UI { return b.Attr("aria-label", p.t(key, t.Name)) }
	warnings := []app.UI{}
	for _, w := range t.Warnings {
		warnings = append(warnings, app.P().Class("explain").Text(i18n.Sentence(p.st.Lang, w.Code, w.Args...)))
	}
	return app.Elem("section").Class("schema-table").Attr("aria-label", t.Name).Body(
		app.H3().Text(t.Name),
		app.P().Class("label").Text(p.count("rows", t.Rows)+" · "+p.count("cells", t.Cells)+" · "+p.bytes(t.Bytes)),
		app.Div().Body(warnings...),
		app.Ul().Class("schema-families").Attr("aria-label", p.t("families-of", t.Name)).Body(families...),
		app.Div().Class("row").Body(
			label(p.changing("add-family", model.FormOpened{Form: model.FormFamily, Table: t.Name}).ID(model.OpenerElement(model.FormFamily, t.Name, "")), "add-family-label"),
			label(p.changing("find-garbage", model.GarbagePressed{Table: t.Name}), "find-garbage-label"),
			label(p.changing("measure", model.SizesPressed{Table: t.Name}), "measure-label"),
			label(p.changing("drop-table", model.DropPressed{Table: t.Name}), "drop-table-label"),
			p.again("schema", t),
		),
		app.Div().Class("schema-form").Body(p.familyForm(t)),
		app.Div().Class("schema-sizes").Body(p.tableSizes(t)),
		app.Div().Class("schema-garbage").Body(p.garbage(t)),
	)
}

func (p *drawing) schemaFamily(t engine.TableInfo, f engine.FamilyInfo) app.UI {
	rule := app.Span().Class("rule").Text(f.GC)
	if f.GC == table.GCString(nil) {
		rule = app.Span().Class("rule label").Text(p.t("gc-never"))
	}
	kind := app.Span()
	if f.Type != "" {
		kind = app.Span().Class("tag").Text(f.Type)
	}
	named := func(key, label string, msg model.Msg) app.HTMLButton {
		return p.changing(key, msg).Attr("aria-label", p.t(label, string(f.Name), t.Name))
	}
	return app.Li().Body(
		app.Div().Class("schema-family").Body(
			app.B().Text(string(f.Name)), kind, rule,
			app.Div().Class("row").Body(
				named("alter", "alter-label", model.FormOpened{Form: model.FormPolicy, Table: t.Name, Family: f.Name}).ID(model.OpenerElement(model.FormPolicy, t.Name, f.Name)),
				named("drop", "drop-label", model.DropPressed{Table: t.Name, Family: f.Name}),
			),
		),
		app.Div().Class("schema-form").Body(p.policyForm(t, f)),
	)
}

// form draws an open form: its fields, its two buttons and what was wrong.
func (p *drawing) form(name, title, act string, run app.EventHandler, fields ...app.UI) app.UI {
	refused := app.P().Class("field-error").Role("alert").Text(i18n.ErrorIn(p.st.Lang, p.language().Name, p.st.Work.Schema.Err))
	return ui.Keyed(name, app.Form().Class("fields").Attr("aria-label", title).OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		run(ctx, e)
	}).Body(
		app.Div().Class("fields-in").Body(fields...),
		refused,
		app.Div().Class("row").Body(
			app.Button().Type("submit").Class("primary").Text(p.t(act)),
			p.button(p.t("cancel"), model.FormOpened{}),
		),
	))
}

// field draws a text field with its label above. The first one of a form is what
// the focus goes to.
func (p *drawing) field(id, label, value, hint string, first bool) app.UI {
	if first {
		id = model.ElementForm
	}
	return app.Label().Body(app.Span().Text(p.t(label)),
		app.Input().Type("text").ID(id).Value(value).Placeholder(hint).AutoComplete(false).
			Attr("autocapitalize", "off").Attr("spellcheck", "false"))
}

func fieldText(id string) string { return app.Window().GetElementByID(id).Get("value").String() }

func (p *drawing) tableForm() app.UI {
	if p.st.Work.Schema.Form != model.FormTable {
		return nil
	}
	return p.form("form-table", p.t("new-table"), "create", func(app.Context, app.Event) {
		p.send(model.TableMade{Table: fieldText(model.ElementForm), Families: fieldText("form-families")})
	},
		p.field("", "field-table", "", "scores", true),
		p.field("form-families", "field-families", "", "GAME:maxversions=3,INFO", false),
	)
}

func (p *drawing) familyForm(t engine.TableInfo) app.UI {
	s := &p.st.Work.Schema
	if s.Form != model.FormFamily || s.Table != t.Name {
		return nil
	}
	types := []app.UI{app.Option().Value("").Text(p.t("type-plain"))}
	for _, v := range model.ValueTypes {
		types = append(types, app.Option().Value(v).Text(v+": "+p.t("type-"+v)))
	}
	return p.form("form-family", p.t("add-family-label", t.Name), "create", func(app.Context, app.Event) {
		p.send(model.FamilyMade{Table: s.Table, Family: fieldText(model.ElementForm), Rule: fieldText("form-rule"), Type: fieldText("form-type")})
	},
		p.field("", "field-family", "", "INFO", true),
		p.field("form-rule", "field-rule", "", "maxversions=1", false),
		app.Label().Body(app.Span().Text(p.t("field-type")), app.Select().ID("form-type").Body(types...)),
	)
}

func (p *drawing) policyForm(t engine.TableInfo, f engine.FamilyInfo) app.UI {
	s := &p.st.Work.Schema
	if s.Form != model.FormPolicy || s.Table != t.Name || s.Family != f.Name {
		return nil
	}
	return p.form("form-policy-"+string(f.Name), p.t("alter-label", string(f.Name), t.Name), "change", func(app.Context, app.Event) {
		p.send(model.PolicyMade{Table: s.Table, Family: s.Family, Rule: fieldText(model.ElementForm)})
	},
		p.field("", "field-rule", f.Rule, "maxversions=1 || maxage=30d", true),
		app.P().Class("label").Text(p.t("rule-help")),
	)
}

// tableSizes shows what a table takes, where that was measured.
func (p *drawing) tableSizes(t engine.TableInfo) app.UI {
	s := p.st.Work.Measured(t.Name)
	if s == nil || p.st.Work.Looking() {
		return nil
	}
	row := func(name string, z table.Size) app.UI {
		return app.Tr().Body(
			app.Th().Scope("row").Text(name),
			app.Td().Class("num").Text(p.bytes(z.Plain)),
			app.Td().Class("num").Text(p.bytes(z.Packed)),
		)
	}
	rows := []app.UI{row(p.t("size-keys"), s.Keys)}
	for _, f := range s.Families {
		rows = append(rows, row(string(f.Family), f.Size))
	}
	rows = append(rows, row(p.t("size-all"), s.Total))
	return ui.Keyed("sizes", app.Table().Class("plain").Body(
		app.Caption().Text(p.t("size-caption")),
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(p.t("size-of")),
			app.Th().Scope("col").Class("num").Text(p.t("size-plain")),
			app.Th().Scope("col").Class("num").Text(p.t("size-packed")),
		)),
		app.TBody().Body(rows...),
	))
}

// garbage shows what collecting a table's garbage would remove, or did.
func (p *drawing) garbage(t engine.TableInfo) app.UI {
	c := p.st.Work.Schema.Collected
	if c == nil || c.Table != t.Name || p.st.Work.Looking() {
		return nil
	}
	key := "garbage-found"
	if c.Removed {
		key = "garbage-gone"
	}
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	if c.Cells() == 0 {
		return ui.Keyed("garbage", app.P().Class("aside").Text(p.t("garbage-none")))
	}
	families := []app.UI{}
	for _, f := range c.Families {
		families = append(families, app.Li().Text(i18n.Sentence(p.st.Lang, base.NoteCollectedOf,
			string(f.Family), n(f.Age.Cells), n(f.Versions.Cells), n(f.Both.Cells))))
	}
	if len(c.Gone) > 0 {
		keys := make([]string, len(c.Gone))
		for i, k := range c.Gone {
			keys[i] = i18n.Plain(string(k))
		}
		text := p.t(key+"-rows", n(c.Vanished), strings.Join(keys, ", "))
		if int64(len(keys)) < c.Vanished {
			text += "…"
		}
		families = append(families, app.Li().Text(text))
	}
	var act app.UI
	if !c.Removed {
		act = p.change("collect", model.CompactPressed{Table: t.Name}).Class("primary").Attr("aria-label", p.t("collect-label", t.Name))
	}
	return ui.Keyed("garbage", app.Div().Class("aside").Body(
		app.P().Text(p.t(key, n(c.Cells()), n(c.Bytes()))),
		app.Ul().Body(families...),
		p.garbageCells(c),
		app.Div().Class("row").Body(act),
	))
}

// garbageCells lists the first cells with why they are garbage.
func (p *drawing) garbageCells(c *engine.Collection) app.UI {
	rows := []app.UI{}
	for _, g := range c.First {
		why := "why-age"
		switch g.Reason {
		case table.ByVersions:
			why = "why-versions"
		case table.ByAge | table.ByVersions:
			why = "why-both"
		}
		rows = append(rows, app.Tr().Body(
			app.Td().Text(i18n.Plain(string(g.Row))),
			app.Td().Text(i18n.Plain(string(g.Cell.Family)+":"+string(g.Cell.Qualifier))),
			app.Td().Text(i18n.Plain(g.Cell.Value)),
			app.Td().Text(p.t(why)),
		))
	}
	return app.Details().Body(
		app.Summary().Text(p.t("garbage-cells", strconv.Itoa(len(c.First)))),
		app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-label", p.t("garbage-cells", strconv.Itoa(len(c.First)))).Body(
			app.Table().Class("plain").Body(
				app.THead().Body(app.Tr().Body(
					app.Th().Scope("col").Text(p.t("row-key")),
					app.Th().Scope("col").Text(p.t("garbage-column")),
					app.Th().Scope("col").Text(p.t("garbage-value")),
					app.Th().Scope("col").Text(p.t("garbage-why")),
				)),
				app.TBody().Body(rows...),
			)),
	)
}
