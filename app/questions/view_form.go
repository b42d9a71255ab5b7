package questions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/form"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/app/wording"
	"tabletop/engine"
	"tabletop/engine/plan"
)

// askedMore draws the name or the words of a question, whichever its heading does not have, and
// the buttons that change and remove it.
func (v *View) askedMore(id string) app.UI {
	q, ok := v.w.QueryByID(id)
	if !ok || !page.CanChangeWorkload(v.st, v.w) {
		return nil
	}
	text, more := v.QuestionText(&v.Kit, id), id
	if text == id {
		more = wording.QueryText(v.Lang, q)
	} else if unnamed(id) {
		more = ""
	}
	act := func(key string, msg Msg) app.HTMLButton {
		return v.Kit.EngineButton(v.T(key), msg).Class("quiet").Attr("aria-label", v.T(key+"-label", text))
	}
	return ui.KeyedElement("asked-more", app.Div().Class("asks").Body(
		app.P().Class("why").Text(more),
		app.Div().Class("row").Body(
			act("ask-change", FormOpened{Query: id}).ID(QuestionButtonID(id)),
			act("ask-drop", QuestionRemoved{Query: id}),
		)))
}

// ask draws the button that opens the form for a new question.
func (v *View) ask() app.UI {
	if !page.CanChangeWorkload(v.st, v.w) {
		return nil
	}
	ask := v.DisabledButton(v.T("ask-new"))
	if len(v.w.Timeline.Workload) < maxQueries {
		ask = v.Kit.EngineButton(v.T("ask-new"), FormOpened{})
	}
	return ask.ID(ElementNew).Class("quiet")
}

// Dialog returns the dialog with the form, and what its question would cost.
func (v *View) Dialog() ui.Dialog {
	f := v.FormState.Form
	title := "ask-title"
	if v.FormState.Query != "" {
		title = "ask-changing"
	}
	d := ui.Dialog{Title: v.T(title), Class: "ask wide asking", Body: app.Div(),
		Action: app.Button().Type("submit").Attr("form", elementForm).Class("primary").Text(v.T("ask-done"))}
	if f != nil {
		d.Body = app.Div().Body(v.form(f), v.foretold())
	}
	return d
}

// named returns the question that the page calls by a name: one that was given the name, or
// one without a name whose words in the reader's language it is.
func named(w *page.Workspace, lang, name string) (plan.Query, bool) {
	k := &ui.Kit{Lang: lang}
	for _, q := range w.Timeline.Workload {
		if q.ID == name || unnamed(q.ID) && wording.QueryText(k.Lang, q) == name {
			return q, true
		}
	}
	return plan.Query{}, false
}

// formEvents are the messages of the form's fields.
var formEvents = &ui.FieldEvents{Typed: func(id, value string) page.Msg { return FieldChanged{ID: id, Value: value} }}

// form draws the form.
func (v *View) form(f *FormContent) app.UI {
	names := askableFields(v.w)
	conds := []app.UI{}
	for i := range f.Conds {
		conds = append(conds, v.cond(f, i, names))
	}
	other, _ := named(v.w, v.Lang, strings.TrimSpace(f.Name))
	add := v.DisabledButton(v.T("ask-add"))
	if len(f.Conds) < maxConds {
		add = v.Button(v.T("ask-add"), ConditionAdded{})
	}
	to := v.To
	return app.Form().ID(elementForm).Class("fields").OnSubmit(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		to.Send(FormSubmitted{})
	}).Body(
		app.Ul().Class("conds").Attr("aria-label", v.T("ask-conds")).Body(conds...),
		app.Div().Body(add.ID(ElementAdd).Class("quiet")),
		app.Div().Class("fields-in").Body(v.FormFields(f.latest(names), formEvents)...),
		app.FieldSet().Class("ask-columns").Body(append([]app.UI{app.Legend().Text(v.T("ask-columns"))}, v.FormFields(f.columns(names), formEvents)...)...),
		app.Div().Class("fields-in").Body(v.FormFields(f.called(v.QueryRate(v.FormState.Query), wording.QueryText(v.Lang, other)), formEvents)...),
	)
}

// cond draws a condition.
func (v *View) cond(f *FormContent, i int, names []string) app.UI {
	n := strconv.Itoa(i + 1)
	fields := f.cond(i, names, v.w.FieldValues(f.Conds[i].Field))
	value := slices.IndexFunc(fields, func(f form.Field) bool { return f.RefusedElsewhere })
	return app.Li().Body(
		app.Div().Class("fields-in").Role("group").Attr("aria-label", v.T("ask-cond", n)).Body(v.FormFields(fields, formEvents)...),
		v.Button("×", ConditionRemoved{At: i}).Class("quiet").Attr("aria-label", v.T("ask-cond-drop", n)),
		v.FormField(fields[value], formEvents).Refusal(),
	)
}

// unread draws which fields are compared as numbers but hold text.
func (v *View) unread(of []engine.NonNumericField) (out []app.UI) {
	for _, f := range of {
		out = append(out, app.P().Class("bad").Text(v.T("ask-unread", f.Field, i18n.MakeShortPrintable(f.Value))))
	}
	return out
}

// foretold draws in words what the form asks for, and what that would cost.
func (v *View) foretold() app.UI {
	box := app.Div().Class("foretold").Role("status")
	p := v.FormState.Cost
	if p == nil {
		return box.Body(app.P().Text(v.T("ask-unsaid")))
	}
	q := p.Verdict
	if q.Table == "" {
		return box.Body(app.P().Text(v.why(q)))
	}
	path := app.Span().Class(pathClass(q)).Text(wording.AccessPath(v.Lang, q))
	switch {
	case q.MissingRecordCount() > 0:
		path = app.Span().Class("bad").Text(v.lost(q))
	case q.Wanted == 0:
		path = app.Span().Text(v.T("query-nothing"))
	}
	return box.Body(
		app.P().Class("words").Text(wording.QueryText(v.Lang, p.Query)),
		app.Div().Body(v.unread(p.NonNumeric)...),
		app.P().Class("cost").Body(
			app.Span().Body(v.rowsScanned(app.B(), q), app.Text(" "+v.scannedFor(q))),
			path,
		),
	)
}
