package view

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/dialect"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/lessons"
)

// solvable reports whether a step has a solution to show.
func (p *drawing) solvable(i int) bool {
	s := p.st.Lesson.Lesson.Solution
	return i < len(s) && len(s[i]) > 0
}

// solution draws what solves a step, each part with a button that does it.
func (p *drawing) solution(i int) app.UI {
	l := p.st.Lesson
	if !l.Solution || i != l.Step || !p.solvable(i) {
		return nil
	}
	items := []app.UI{}
	for n, a := range l.Lesson.Solution[i] {
		if _, next := a.(lessons.Next); next {
			continue
		}
		a, why := page.InDialect(a, p.st.Work.Dialect)
		label, code := p.action(i, a)
		note := app.UI(app.Div())
		if why != nil {
			note = app.P().Class("note").Text(i18n.Error(p.st.Lang, why))
		}
		items = append(items, app.Li().Body(
			app.Div().Class("row").Body(
				app.Span().Text(label),
				p.work(p.t("do-it"), model.SolutionRun{Index: n}).Attr("aria-label", p.t("do-it-label", label)),
			),
			app.Div().Body(code),
			note,
		))
	}
	return app.Section().Class("solution").Attr("aria-label", p.t("solution")).Body(
		app.B().Text(p.t("solution")),
		app.Div().Class("prose").Body(p.solved(i)),
		app.Ol().Body(items...),
	)
}

// solved says the solution in words.
func (p *drawing) solved(i int) app.UI {
	if text := p.st.Lesson.Lesson.Steps[i].Solved; text != "" {
		return app.Raw(text)
	}
	return nil
}

// action says what a part of a solution does, and shows its text.
func (p *drawing) action(step int, a lessons.Action) (label string, code app.UI) {
	typed := func(s string, d engine.Dialect) app.UI {
		return app.Raw(`<pre><code>` + ui.Coloured(s, dialect.Colour(s, d), 0) + `</code></pre>`)
	}
	colours := p.templateColours()
	switch a := a.(type) {
	case lessons.Ask:
		for _, o := range p.st.Lesson.Lesson.Steps[step].Actions {
			if ask, ok := o.Action.(lessons.Ask); ok && sameRequest(ask.Request, a.Request) {
				return p.t("do-press", o.Text), nil
			}
		}
		if c, ok := a.Request.(engine.Console); ok {
			return p.t("do-type"), typed(c.Text, c.Dialect)
		}
		return p.t("do-load"), nil
	case lessons.Type:
		return p.t("do-type"), typed(a.Text, a.Dialect)
	case lessons.Template:
		return p.t("do-template", a.Table), app.Raw(colours.TemplateHTML(a.Text))
	case lessons.AddTable:
		return p.t("do-add-table"), app.Raw(colours.TemplateHTML(a.Text))
	case lessons.Answer:
		return p.t("do-answer", p.answerText(step, a)), nil
	case lessons.Grow:
		return p.t("do-grow", p.n(a.Records)), nil
	case lessons.Simulate:
		return p.t("do-simulate"), nil
	case lessons.Grade:
		return p.t("do-grade"), nil
	case lessons.Next:
		return p.t("next-step"), nil
	default:
		panic("view: an action of an unknown kind")
	}
}

// sameRequest reports whether two requests load the same table or print alike.
func sameRequest(a, b engine.Request) bool {
	x, ok := a.(engine.Load)
	y, also := b.(engine.Load)
	return ok && also && x.Table == y.Table && x.Template == y.Template && x.Data.Len() == y.Data.Len()
}

// answerText returns an answer as the reader sees it.
func (p *drawing) answerText(step int, a lessons.Answer) string {
	for _, q := range p.st.Lesson.Lesson.Steps[step].Asks {
		if q.ID != a.Question {
			continue
		}
		if q.Kind == lessons.PutInLine {
			return strings.ReplaceAll(a.Value, ",", ", ")
		}
		for _, c := range q.Choices {
			if c.Value == a.Value {
				return c.Text
			}
		}
	}
	return a.Value
}

// debrief draws the reader's own figures.
func (p *drawing) debrief(step lessons.Step) app.UI {
	if !step.Debrief || !p.live {
		return nil
	}
	l := p.st.Lesson
	parts := p.measurements()
	if figures := l.Progress.Figures; len(figures) > 0 {
		parts = append(parts, app.H3().Text(p.t("debrief-grown")))
		for _, q := range queriesOf(figures) {
			parts = append(parts, p.grown(q, figures))
		}
	}
	if len(p.st.Work.Verdicts) > 0 {
		parts = append(parts, app.H3().Text(p.t("debrief-queries")), p.answered())
	}
	if tables := p.designed(); len(tables) > 0 {
		rows := []app.UI{}
		for _, t := range tables {
			rows = append(rows, app.Tr().Body(
				app.Th().Scope("row").Body(app.Code().Text(t.Name), app.Br(), app.Raw(ui.PaletteOf(t).TemplateHTML(t.Template))),
				app.Td().Class("num").Text(p.n(t.Rows)),
				app.Td().Class("num").Text(p.bytes(t.Bytes)),
			))
		}
		parts = append(parts, app.H3().Text(p.t("debrief-tables")), app.Table().Class("plain").Body(
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text(p.t("figure-table")),
				app.Th().Scope("col").Class("num").Text(p.t("figure-rows")),
				app.Th().Scope("col").Class("num").Text(p.t("figure-bytes")),
			)),
			app.TBody().Body(rows...),
		))
	}
	return app.Div().Class("debrief").Body(parts...)
}

// answered says how each question is answered now.
func (p *drawing) answered() app.UI {
	rows := []app.UI{}
	for _, v := range p.st.Work.Verdicts {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(p.queryText(v.Query)),
			app.Td().Class("num").Text(p.n(v.Stats.RowsScanned)),
			app.Td().Class("num").Text(p.n(v.Stats.RowsReturned)),
		))
	}
	return app.Table().Class("plain").Body(
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(p.t("figure-query")),
			app.Th().Scope("col").Class("num").Text(p.t("figure-scanned")),
			app.Th().Scope("col").Class("num").Text(p.t("figure-returned")),
		)),
		app.TBody().Body(rows...),
	)
}

// grown sets the templates side by side for one query: rows scanned at each
// size.
func (p *drawing) grown(query string, figures []engine.Figure) app.UI {
	var templates []string
	var sizes []int64
	for _, f := range figures {
		if f.Query != query {
			continue
		}
		if !slices.Contains(templates, f.Template) {
			templates = append(templates, f.Template)
		}
		if !slices.Contains(sizes, f.Records) {
			sizes = append(sizes, f.Records)
		}
	}
	slices.Sort(sizes)
	colours := p.templateColours()
	head := []app.UI{app.Th().Scope("col").Text(p.t("row-key"))}
	for _, n := range sizes {
		head = append(head, app.Th().Scope("col").Class("num").Text(p.n(n)))
	}
	rows := []app.UI{}
	for _, t := range templates {
		cells := []app.UI{app.Th().Scope("row").Body(app.Raw(colours.TemplateHTML(t)))}
		for _, n := range sizes {
			class, text := "num", "–"
			for _, f := range figures {
				if f.Query == query && f.Template == t && f.Records == n {
					text = p.n(f.Scanned)
					if f.Scanned > f.Returned {
						class = "num bad"
					}
				}
			}
			cells = append(cells, app.Td().Class(class).Text(text))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	return app.Table().Class("plain").Body(
		app.Caption().Text(p.queryText(query)),
		app.THead().Body(app.Tr().Body(head...)),
		app.TBody().Body(rows...),
	)
}

// templateColours returns the colours for templates of the lesson's designs.
func (p *drawing) templateColours() ui.Palette {
	if tables := p.designed(); len(tables) > 0 {
		return ui.PaletteOf(tables[0])
	}
	return ui.Palette{}
}
