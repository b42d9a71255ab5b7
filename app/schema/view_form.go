package schema

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/ui"
	"tabletop/engine"
)

// formOf draws an open form: its fields, its two buttons and what was wrong.
func (v *View) formOf(name, title, act string, run app.EventHandler, fields ...app.UI) app.UI {
	refused := app.P().Class("field-error").Role("alert").Text(i18n.ErrorIn(v.Lang, v.Dialect, v.err))
	return ui.Keyed(name, app.Form().Class("fields").Attr("aria-label", title).OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		run(ctx, e)
	}, v.table, v.family).Body(
		app.Div().Class("fields-in").Body(fields...),
		refused,
		app.Div().Class("row").Body(
			app.Button().Type("submit").Class("primary").Text(v.T(act)),
			v.Button(v.T("cancel"), FormOpened{}),
		),
	))
}

// field draws a text field with its label above. The first one of a form is what
// the focus goes to.
func (v *View) field(id, label, value, hint string, first bool) app.UI {
	if first {
		id = elementForm
	}
	return app.Label().Body(app.Span().Text(v.T(label)),
		app.Input().Type("text").ID(id).Value(value).Placeholder(hint).AutoComplete(false).
			Attr("autocapitalize", "off").Attr("spellcheck", "false"))
}

func fieldText(id string) string { return app.Window().GetElementByID(id).Get("value").String() }

// Dialog returns the form for a new table.
func (v *View) Dialog() ui.Dialog {
	to := v.To
	form := app.Form().ID(elementForm+"-table").Class("fields").OnSubmit(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		to.Send(TableMade{Table: fieldText(elementForm), Families: fieldText("form-families")})
	}).Body(
		v.field("", "field-table", "", "scores", true),
		v.field("form-families", "field-families", "", "GAME:maxversions=3,INFO", false),
		app.P().Class("field-error").Role("alert").Text(i18n.ErrorIn(v.Lang, v.Dialect, v.err)),
	)
	return ui.Dialog{Title: v.T("new-table"), Class: "ask asking", Body: form,
		Act: app.Button().Type("submit").Attr("form", elementForm+"-table").Class("primary").Text(v.T("create"))}
}

// New is a button that opens the form for a new table.
func (v *View) New() app.HTMLButton {
	return v.changing("new-table", FormOpened{Form: FormTable}).ID(openerElement(FormTable, "", ""))
}

func (v *View) familyForm(t engine.TableInfo) app.UI {
	if v.form != FormFamily || v.table != t.Name {
		return nil
	}
	types := []app.UI{app.Option().Value("").Text(v.T("type-plain"))}
	for _, a := range aggregates {
		name := a.String()
		types = append(types, app.Option().Value(name).Text(name+": "+v.T("type-"+name)))
	}
	return v.formOf("form-family", v.T("add-family-label", t.Name), "create", func(app.Context, app.Event) {
		v.Send(FamilyMade{Table: v.table, Family: fieldText(elementForm), Rule: fieldText("form-rule"), Type: fieldText("form-type")})
	},
		v.field("", "field-family", "", "INFO", true),
		v.field("form-rule", "field-rule", "", "maxversions=1", false),
		app.Label().Body(app.Span().Text(v.T("field-type")), app.Select().ID("form-type").Body(types...)),
	)
}

func (v *View) policyForm(t engine.TableInfo, f engine.FamilyInfo) app.UI {
	if v.form != FormPolicy || v.table != t.Name || v.family != f.Name {
		return nil
	}
	return v.formOf("form-policy-"+string(f.Name), v.T("alter-label", string(f.Name), t.Name), "change", func(app.Context, app.Event) {
		v.Send(PolicyMade{Table: v.table, Family: v.family, Rule: fieldText(elementForm)})
	},
		v.field("", "field-rule", f.Rule, "maxversions=1 or maxage=30d", true),
		ui.Remark(v.T("rule-help")),
	)
}
