package questions

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/app/ui"
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

// asking draws the form for a question, where it is open.
func (v *View) asking() app.UI {
	if a := &v.Asking; page.Askable(v.st, v.w) && a.Open {
		return ui.Keyed("asking", &form{Turn: a.Turn, now: v.Now})
	}
	return nil
}

// ask draws the button that opens the form for a question.
func (v *View) ask() app.UI {
	if !page.Askable(v.st, v.w) || v.Asking.Open {
		return nil
	}
	ask := v.Resting(v.T("ask-new"))
	if len(v.w.Timeline.Workload) < MaxQueries {
		ask = v.Kit.Work(v.T("ask-new"), Opened{})
	}
	return ask.ID(ElementNew).Class("quiet")
}

// form is the form for a question. Typing into it draws nothing anew.
type form struct {
	app.Compo
	Turn uint64
	now  func() *View
}

func (a *form) done(_ app.Context, e app.Event) {
	e.PreventDefault()
	view := a.now()
	view.Send(Done{})
}

// Render draws the form.
func (a *form) Render() app.UI {
	v := a.now()
	f := v.Asking.Form
	if f == nil {
		return app.Div()
	}
	entryOf := func(id, label, value string, part Part, at int) *ui.Entry {
		return &ui.Entry{ID: id, Label: label, Value: value, To: v.To,
			Set: func(text string) page.Msg { return Typed{Part: part, At: at, Text: text} }}
	}
	fields := []ui.Option{}
	for _, name := range askableFields(v.w) {
		fields = append(fields, ui.Option{Value: name, Text: name})
	}
	ops := []ui.Option{}
	for o := range plan.Ops {
		n := strconv.Itoa(int(o))
		ops = append(ops, ui.Option{Value: n, Text: v.T("op-" + n)})
	}
	conds := []app.UI{}
	for i, c := range f.Conds {
		n := strconv.Itoa(i + 1)
		field := entryOf(PartElement(PartField, i), v.T("ask-field"), c.Field, PartField, i)
		field.Options = fields
		op := entryOf(PartElement(PartOp, i), v.T("ask-op"), strconv.Itoa(int(c.Op)), PartOp, i)
		op.Options = ops
		label := "ask-is"
		if Ranged(c.Op) {
			label = "ask-from"
		}
		value := entryOf(PartElement(PartValue, i), v.T(label), c.Value, PartValue, i)
		value.Refused = c.Refused
		if c.Refused != "" {
			value.Refused = v.T(c.Refused)
		}
		row := []app.UI{field, op, value}
		if Ranged(c.Op) {
			row = append(row, entryOf(PartElement(PartTo, i), v.T("ask-to"), c.To, PartTo, i))
		}
		conds = append(conds, app.Li().Body(
			app.Div().Class("fields-in").Role("group").Attr("aria-label", v.T("ask-cond", n)).Body(row...),
			v.Button("×", CondDropped{At: i}).Class("quiet").Attr("aria-label", v.T("ask-cond-drop", n)),
		))
	}
	name := entryOf(ElementName, v.T("ask-name"), f.Name, PartName, 0)
	if f.Refused != "" {
		name.Refused = v.T(f.Refused)
	}
	by := entryOf(ElementBy, v.T("ask-by"), f.By, PartBy, 0)
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
		many := entryOf(ElementMany, v.T("ask-many"), f.Many, PartMany, 0)
		if many.Number = true; f.Few != "" {
			many.Refused = v.T(f.Few)
		}
		latest = append(latest, many)
	}
	title := "ask-new"
	if v.Asking.Query != "" {
		title = "ask-changing"
	}
	add := v.Resting(v.T("ask-add"))
	if len(f.Conds) < MaxConds {
		add = v.Button(v.T("ask-add"), Added{})
	}
	return app.Form().Class("fields asking").Attr("aria-label", v.T(title)).OnSubmit(a.done).Body(
		app.H3().Text(v.T(title)),
		name,
		app.Ul().Class("conds").Attr("aria-label", v.T("ask-conds")).Body(conds...),
		app.Div().Class("fields-in").Body(latest...),
		app.FieldSet().Class("ask-columns").Body(columns...),
		app.Div().Class("row").Body(
			app.Button().Type("submit").Class("primary").Text(v.T("ask-done")),
			add.ID(ElementAdd),
			v.Button(v.T("cancel"), Closed{}),
		),
	)
}
