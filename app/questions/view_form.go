package questions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/plan"
)

// askedMore draws what the words of a question leave out, and what can be done with
// it.
func (v *View) askedMore(id string) app.UI {
	q, ok := v.w.Asked(id)
	if !ok || !page.Askable(v.st, v.w) {
		return nil
	}
	text, more := v.Text(&v.Kit, id), id
	if text == id {
		more = ui.Words(&v.Kit, q)
	} else if Unnamed(id) {
		more = ""
	}
	act := func(key string, msg Msg) app.HTMLButton {
		return v.Kit.Work(v.T(key), msg).Class("quiet").Attr("aria-label", v.T(key+"-label", text))
	}
	return ui.Keyed("asked-more", app.Div().Class("asks").Body(
		app.P().Class("why").Text(more),
		app.Div().Class("row").Body(
			act("ask-change", Opened{Query: id}).ID(QuestionElement(id)),
			act("ask-drop", Dropped{Query: id}),
		)))
}

// ask draws the button that opens the form for a question.
func (v *View) ask() app.UI {
	if !page.Askable(v.st, v.w) {
		return nil
	}
	ask := v.Resting(v.T("ask-new"))
	if len(v.w.Timeline.Workload) < MaxQueries {
		ask = v.Kit.Work(v.T("ask-new"), Opened{})
	}
	return ask.ID(ElementNew).Class("quiet")
}

// Dialog returns the form for a question, and what that would cost.
func (v *View) Dialog() ui.Dialog {
	f := v.Asking.Form
	title := "ask-title"
	if v.Asking.Query != "" {
		title = "ask-changing"
	}
	d := ui.Dialog{Title: v.T(title), Class: "ask wide asking", Body: app.Div(),
		Act: app.Button().Type("submit").Attr("form", elementForm).Class("primary").Text(v.T("ask-done"))}
	if f != nil {
		d.Body = app.Div().Body(v.form(f), v.foretold())
	}
	return d
}

// entry returns a field of the form.
func (v *View) entry(id, label, value string, part Part, at int) *ui.Entry {
	return &ui.Entry{ID: id, Label: v.T(label), Value: value, To: v.To,
		Set: func(text string) page.Msg { return Typed{Part: part, At: at, Text: text} }}
}

// refusal returns the text of a code, "" for none.
func (v *View) refusal(code string) string {
	if code == "" {
		return ""
	}
	return v.T(code)
}

func (v *View) form(f *Form) app.UI {
	conds := []app.UI{}
	for i := range f.Conds {
		conds = append(conds, v.cond(f, i))
	}
	by := v.entry(ElementBy, "ask-by", f.By, PartBy, 0)
	by.Options = []ui.Option{{Value: "", Text: v.T("ask-by-all")}}
	columns := []app.UI{app.Legend().Text(v.T("ask-columns"))}
	for _, name := range askableFields(v.w) {
		by.Options = append(by.Options, ui.Option{Value: name, Text: v.T("ask-by-each", name)})
		h, scope := v.Press(Typed{Part: PartColumn, Text: name})
		columns = append(columns, app.Label().Body(
			app.Input().Type("checkbox").Checked(slices.Contains(f.Columns, name)).OnClick(h, scope), app.Span().Text(name)))
	}
	latest := []app.UI{by}
	if f.By != "" {
		many := v.entry(ElementMany, "ask-many", f.Many, PartMany, 0)
		many.Number, many.Refused = true, v.refusal(f.Few)
		each := v.entry(ElementEach, "ask-each", f.Each, PartEach, 0)
		each.Options = []ui.Option{{Value: "", Text: v.T("ask-each-none")}}
		for _, name := range askableFields(v.w) {
			each.Options = append(each.Options, ui.Option{Value: name, Text: v.T("ask-each-of", name)})
		}
		latest = append(latest, many, each)
	}
	name := v.entry(ElementName, "ask-name", f.Name, PartName, 0)
	if name.Refused = v.refusal(f.Refused); f.Refused == "ask-taken" {
		other, _ := v.w.Asked(strings.TrimSpace(f.Name))
		name.Refused = v.T(f.Refused, ui.Words(&v.Kit, other))
	}
	rate := v.entry(ElementRate, "ask-rate", f.Rate, PartRate, 0)
	if rate.Number = true; !f.Rated {
		rate.Value = v.Often(v.Asking.Query)
	}
	if f.Wrong {
		rate.Refused = v.T("ask-rate-wrong")
	}
	add := v.Resting(v.T("ask-add"))
	if len(f.Conds) < MaxConds {
		add = v.Button(v.T("ask-add"), Added{})
	}
	to := v.To
	return app.Form().ID(elementForm).Class("fields").OnSubmit(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		to.Send(Done{})
	}).Body(
		app.Ul().Class("conds").Attr("aria-label", v.T("ask-conds")).Body(conds...),
		app.Div().Body(add.ID(ElementAdd).Class("quiet")),
		app.Div().Class("fields-in").Body(latest...),
		app.FieldSet().Class("ask-columns").Body(columns...),
		app.Div().Class("fields-in").Body(name, rate),
	)
}

// cond draws a condition.
func (v *View) cond(f *Form, i int) app.UI {
	c, n := f.Conds[i], strconv.Itoa(i+1)
	field := v.entry(PartElement(PartField, i), "ask-field", c.Field, PartField, i)
	field.Options = []ui.Option{}
	for _, name := range askableFields(v.w) {
		field.Options = append(field.Options, ui.Option{Value: name, Text: name})
	}
	op := v.entry(PartElement(PartOp, i), "ask-op", strconv.Itoa(int(c.Op)), PartOp, i)
	op.Options = []ui.Option{}
	for o := range plan.Ops {
		n := strconv.Itoa(int(o))
		op.Options = append(op.Options, ui.Option{Value: n, Text: v.T("op-" + n)})
	}
	label := "ask-is"
	if Ranged(c.Op) {
		label = "ask-from"
	}
	value := v.entry(PartElement(PartValue, i), label, c.Value, PartValue, i)
	value.Refused, value.Apart = v.refusal(c.Refused), true // a column is too narrow for a sentence
	value.Known = v.w.Values(c.Field)
	row := []app.UI{field, op, value}
	if Ranged(c.Op) {
		row = append(row, v.entry(PartElement(PartTo, i), "ask-to", c.To, PartTo, i))
	}
	return app.Li().Body(
		app.Div().Class("fields-in").Role("group").Attr("aria-label", v.T("ask-cond", n)).Body(row...),
		v.Button("×", CondDropped{At: i}).Class("quiet").Attr("aria-label", v.T("ask-cond-drop", n)),
		value.Refusal(),
	)
}

// unread says which fields are compared as numbers and have none.
func (v *View) unread(of []engine.NoNumber) (out []app.UI) {
	for _, f := range of {
		out = append(out, app.P().Class("bad").Text(v.T("ask-unread", f.Field, i18n.Short(f.Value))))
	}
	return out
}

// foretold says in words what the form asks for, and what that would cost.
func (v *View) foretold() app.UI {
	box := app.Div().Class("foretold").Role("status")
	p := v.Asking.Cost
	if p == nil {
		return box.Body(app.P().Text(v.T("ask-unsaid")))
	}
	q := p.Verdict
	if q.Table == "" {
		return box.Body(app.P().Text(v.why(q)))
	}
	path := app.Span().Class(pathClass(q)).Text(v.path(q))
	switch {
	case q.Lacks() > 0:
		path = app.Span().Class("bad").Text(v.lost(q))
	case q.Wanted == 0:
		path = app.Span().Text(v.T("query-nothing"))
	}
	return box.Body(
		app.P().Class("words").Text(ui.Words(&v.Kit, p.Query)),
		app.Div().Body(v.unread(p.Unread)...),
		app.P().Class("cost").Body(
			app.Span().Body(v.rowsScanned(app.B(), q), app.Text(" "+v.scannedFor(q))),
			path,
		),
	)
}
