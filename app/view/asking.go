package view

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine/plan"
)

// questions are those that reads are measured by.
func (p *drawing) questions() ui.Questions {
	q := ui.Questions{Own: p.st.Work.Timeline.Workload}
	if l := p.st.Lesson; l != nil {
		q.Course = l.Lesson.Queries
	}
	return q
}

func (p *drawing) queryText(id string) string { return p.questions().Text(p.kit(), id) }
func (p *drawing) words(q plan.Query) string  { return ui.Words(p.kit(), q) }

// askedMore draws what the words of a question leave out, and what can be done with
// it.
func (p *drawing) askedMore(id string) app.UI {
	q, ok := p.st.Work.Asked(id)
	if !ok || !p.st.Askable() {
		return nil
	}
	text, more := p.queryText(id), id
	if text == id {
		more = p.words(q)
	} else if model.Unnamed(id) {
		more = ""
	}
	act := func(key string, msg model.Msg) app.HTMLButton {
		return p.work(p.t(key), msg).Class("quiet").Attr("aria-label", p.t(key+"-label", text))
	}
	return ui.Keyed("asked-more", app.Div().Class("asks").Body(
		app.P().Class("why").Text(more),
		app.Div().Class("row").Body(
			act("ask-change", model.AskOpened{Query: id}).ID(model.AskElement(id)),
			act("ask-drop", model.QueryDropped{Query: id}),
		)))
}

// asking draws the form for a question, or the button that opens it.
func (p *drawing) asking() app.UI {
	a := &p.st.Work.Asking
	switch {
	case !p.st.Askable():
		return nil
	case a.Open:
		return ui.Keyed("asking", &asking{Turn: a.Turn, get: p.get, to: p.to})
	}
	ask := p.resting(p.t("ask-new"))
	if len(p.st.Work.Timeline.Workload) < model.MaxQueries {
		ask = p.work(p.t("ask-new"), model.AskOpened{})
	}
	return ui.Keyed("ask", app.Div().Class("row").Body(ask.ID(model.ElementAskNew)))
}

// asking is the form for a question. Typing into it draws nothing anew.
type asking struct {
	app.Compo
	Turn uint64
	get  func() model.State
	to   *ui.Outlet
}

func (a *asking) done(_ app.Context, e app.Event) {
	e.PreventDefault()
	a.to.Send(model.AskDone{})
}

// Render draws the form.
func (a *asking) Render() app.UI {
	st := a.get()
	p := &drawing{st: &st, get: a.get, to: a.to, live: true}
	f := st.Work.Asking.Form
	if f == nil {
		return app.Div()
	}
	entryOf := func(id, label, value string, part model.AskPart, at int) *ui.Entry {
		return &ui.Entry{ID: id, Label: label, Value: value, To: a.to,
			Set: func(text string) model.Msg { return model.AskTyped{Part: part, At: at, Text: text} }}
	}
	fields := []ui.Option{}
	for _, name := range st.Work.AskableFields() {
		fields = append(fields, ui.Option{Value: name, Text: name})
	}
	ops := []ui.Option{}
	for o := range plan.Ops {
		n := strconv.Itoa(int(o))
		ops = append(ops, ui.Option{Value: n, Text: p.t("op-" + n)})
	}
	conds := []app.UI{}
	for i, c := range f.Conds {
		n := strconv.Itoa(i + 1)
		field := entryOf(model.AskPartElement(model.AskField, i), p.t("ask-field"), c.Field, model.AskField, i)
		field.Options = fields
		op := entryOf(model.AskPartElement(model.AskOp, i), p.t("ask-op"), strconv.Itoa(int(c.Op)), model.AskOp, i)
		op.Options = ops
		label := "ask-is"
		if model.Ranged(c.Op) {
			label = "ask-from"
		}
		value := entryOf(model.AskPartElement(model.AskValue, i), p.t(label), c.Value, model.AskValue, i)
		value.Refused = c.Refused
		if c.Refused != "" {
			value.Refused = p.t(c.Refused)
		}
		row := []app.UI{field, op, value}
		if model.Ranged(c.Op) {
			row = append(row, entryOf(model.AskPartElement(model.AskTo, i), p.t("ask-to"), c.To, model.AskTo, i))
		}
		conds = append(conds, app.Li().Body(
			app.Div().Class("fields-in").Role("group").Attr("aria-label", p.t("ask-cond", n)).Body(row...),
			p.button("×", model.AskDropped{At: i}).Class("quiet").Attr("aria-label", p.t("ask-cond-drop", n)),
		))
	}
	name := entryOf(model.ElementAskName, p.t("ask-name"), f.Name, model.AskName, 0)
	if f.Refused != "" {
		name.Refused = p.t(f.Refused)
	}
	by := entryOf(model.ElementAskBy, p.t("ask-by"), f.By, model.AskBy, 0)
	by.Options = []ui.Option{{Value: "", Text: p.t("ask-by-all")}}
	columns := []app.UI{app.Legend().Text(p.t("ask-columns"))}
	for _, name := range st.Work.AskableFields() {
		by.Options = append(by.Options, ui.Option{Value: name, Text: p.t("ask-by-each", name)})
		h, scope := p.press(model.AskTyped{Part: model.AskColumn, Text: name})
		columns = append(columns, app.Label().Body(
			app.Input().Type("checkbox").Checked(slices.Contains(f.Columns, name)).OnClick(h, scope), app.Span().Text(name)))
	}
	latest := []app.UI{by}
	if f.By != "" {
		many := entryOf(model.ElementAskMany, p.t("ask-many"), f.Many, model.AskMany, 0)
		if many.Number = true; f.Few != "" {
			many.Refused = p.t(f.Few)
		}
		latest = append(latest, many)
	}
	title := "ask-new"
	if st.Work.Asking.Query != "" {
		title = "ask-changing"
	}
	add := p.resting(p.t("ask-add"))
	if len(f.Conds) < model.MaxConds {
		add = p.button(p.t("ask-add"), model.AskAdded{})
	}
	return app.Form().Class("fields asking").Attr("aria-label", p.t(title)).OnSubmit(a.done).Body(
		app.H3().Text(p.t(title)),
		name,
		app.Ul().Class("conds").Attr("aria-label", p.t("ask-conds")).Body(conds...),
		app.Div().Class("fields-in").Body(latest...),
		app.FieldSet().Class("ask-columns").Body(columns...),
		app.Div().Class("row").Body(
			app.Button().Type("submit").Class("primary").Text(p.t("ask-done")),
			add.ID(model.ElementAskAdd),
			p.button(p.t("cancel"), model.AskClosed{}),
		),
	)
}
