package schema

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// formEvents are the messages of the forms' fields.
var formEvents = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return FieldChanged{ID: id, Value: value} }}

// done returns the handler of the forms' submit event.
func (v *View) done() app.EventHandler {
	to := v.To
	return func(_ app.Context, e app.Event) {
		e.PreventDefault()
		to.Send(FormSubmitted{})
	}
}

// formOf draws the open form within the outline. more is drawn after its fields.
func (v *View) formOf(name, title, act string, more ...app.UI) app.UI {
	return ui.KeyedElement(name, app.Form().Class("fields").Attr("aria-label", title).OnSubmit(v.done()).Body(
		app.Div().Class("fields-in").Body(append(v.FormFields(v.fields(), formEvents), more...)...),
		v.refused(),
		app.Div().Class("row").Body(
			app.Button().Type("submit").Class("primary").Text(v.T(act)),
			v.Button(v.T("cancel"), FormOpened{}),
		),
	))
}

// refused draws why the form's command was refused, unless that stands at the name.
func (v *View) refused() app.UI {
	err := v.err
	if v.misnamed() {
		err = nil
	}
	return app.P().Class("field-error").Role("alert").Text(i18n.ErrorSentenceInDialect(v.Lang, v.Dialect, err))
}

// Dialog returns the dialog with the form for a new table.
func (v *View) Dialog() ui.Dialog {
	form := app.Form().ID(elementForm + "-table").Class("fields").OnSubmit(v.done()).Body(append(v.FormFields(v.fields(), formEvents), v.refused())...)
	return ui.Dialog{Title: v.T("new-table"), Class: "ask asking", Body: form,
		Action: app.Button().Type("submit").Attr("form", elementForm+"-table").Class("primary").Text(v.T("create"))}
}

// NewTableButton returns the button that opens that dialog.
func (v *View) NewTableButton() app.HTMLButton {
	return v.changing("new-table", FormOpened{Form: FormTable}).ID(openerElement(FormTable, "", ""))
}

// familyForm draws the form for a new family of a table, nil if it is not open.
func (v *View) familyForm(t engine.TableInfo) app.UI {
	if v.form != FormFamily || v.table != t.Name {
		return nil
	}
	return v.formOf("form-family", v.T("add-family-label", t.Name), "create")
}

// policyForm draws the form for a family's rule, nil if it is not open.
func (v *View) policyForm(t engine.TableInfo, f engine.FamilyInfo) app.UI {
	if v.form != FormPolicy || v.table != t.Name || v.family != f.Name {
		return nil
	}
	return v.formOf("form-policy-"+string(f.Name), v.T("alter-label", string(f.Name), t.Name), "change", ui.SmallPrint(v.T("rule-help")))
}
