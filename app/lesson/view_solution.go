package lesson

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/code"
	"tabletop/app/dialect"
	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/lessons"
)

// solvable reports whether a step has a solution.
func (v *View) solvable(i int) bool {
	s := v.st.Lesson.Lesson.Solution
	return i < len(s) && len(s[i]) > 0
}

// solution draws the solution of a step in words, and its actions, each with a button that
// carries it out.
func (v *View) solution(i int) app.UI {
	l := v.st.Lesson
	if !l.Solution || i != l.Step || !v.solvable(i) {
		return nil
	}
	items := []app.UI{}
	for n, a := range l.Lesson.Solution[i] {
		if _, next := a.(lessons.Next); next {
			continue
		}
		a, why := page.TranslateAction(a, v.w.Dialect)
		label, shown := v.action(i, a)
		coded := app.Div()
		if text, d := typedBy(a); len(code.CommandsWithCode(text, d)) > 0 {
			of := fmt.Sprintf("code-%s-%d-%d", v.st.Route.ID, i, n)
			coded.Body(v.ShowCodeButton(v.st.Code, of, text, d), v.CodeBlock(v.st.Code, of))
		}
		note := app.UI(app.Div())
		if why != nil {
			note = app.P().Class("note").Text(i18n.ErrorSentence(v.Lang, why))
		}
		items = append(items, app.Li().Body(
			app.Div().Class("row").Body(
				app.Span().Text(label),
				v.doIt(i, n, a).Attr("aria-label", v.T("do-it-label", label)),
			),
			app.Div().Body(shown),
			note,
			coded,
		))
	}
	return app.Section().Class("solution").Attr("aria-label", v.T("solution")).Body(
		app.B().Text(v.T("solution")),
		app.Div().Class("prose").Body(v.solved(i)),
		app.Ol().Body(items...),
	)
}

// doIt draws the button that carries out action n of a solution. It is disabled if the
// action answers a question that is not asked yet.
func (v *View) doIt(step, n int, a lessons.Action) app.HTMLButton {
	if answer, ok := a.(lessons.Answer); ok && !v.asks(step, answer.Question) {
		return v.DisabledButton(v.T("do-it")).DataSet("later", "yes")
	}
	return v.EngineButton(v.T("do-it"), SolutionActionPressed{Index: n})
}

// asks reports whether a question of a step can be answered now.
func (v *View) asks(step int, id string) bool {
	l := v.st.Lesson
	return slices.ContainsFunc(l.Lesson.Steps[step].Asks, func(q lessons.Question) bool {
		_, decided := l.Progress.AnswerTo(q.Because)
		return q.ID == id && q.IsAsked(l.Progress) && (decided || q.Because == "")
	})
}

// typedBy returns the text that an action runs in the console, and its dialect; "" for an
// action without such a text.
func typedBy(a lessons.Action) (string, engine.Dialect) {
	switch a := a.(type) {
	case lessons.TypeCommand:
		return a.Text, a.Dialect
	case lessons.RunRequest:
		if c, ok := a.Request.(engine.RunConsole); ok {
			return c.Text, c.Dialect
		}
	}
	return "", engine.CBT
}

// solved draws the solution of a step in words, nil if it has none.
func (v *View) solved(i int) app.UI {
	if text := v.st.Lesson.Lesson.Steps[i].Solved; text != "" {
		return app.Raw(text)
	}
	return nil
}

// action returns a sentence about what an action of a solution does, and an element with its
// text, nil for none.
func (v *View) action(step int, a lessons.Action) (label string, code app.UI) {
	typed := func(s string, d engine.Dialect) app.UI {
		return app.Raw(`<pre><code>` + ui.ColouredTextHTML(s, dialect.TokenizeCommands(s, d), 0) + `</code></pre>`)
	}
	colours := v.templateColours()
	switch a := a.(type) {
	case lessons.RunRequest:
		for _, o := range v.st.Lesson.Lesson.Steps[step].Actions {
			if ask, ok := o.Action.(lessons.RunRequest); ok && sameRequest(ask.Request, a.Request) {
				return v.T("do-press", o.Text), nil
			}
		}
		if c, ok := a.Request.(engine.RunConsole); ok {
			return v.T("do-type"), typed(c.Text, c.Dialect)
		}
		return v.T("do-load"), nil
	case lessons.TypeCommand:
		return v.T("do-type"), typed(a.Text, a.Dialect)
	case lessons.Template:
		return v.T("do-template", a.Table), app.Raw(colours.TemplateHTML(a.Text))
	case lessons.AddTable:
		return v.T("do-add-table"), app.Raw(colours.TemplateHTML(a.Text))
	case lessons.Answer:
		if v.takesAny(step, a.Question) {
			return v.T("do-guess", v.answerText(step, a)), nil
		}
		return v.T("do-answer", v.answerText(step, a)), nil
	case lessons.Grow:
		return v.T("do-grow", v.Number(a.Records)), nil
	case lessons.Simulate:
		return v.T("do-simulate"), nil
	case lessons.SimulateOn:
		return v.T("do-simulate-on", strconv.Itoa(a.Nodes)), nil
	case lessons.Grade:
		return v.T("do-grade"), nil
	case lessons.Next:
		return v.T("next-step"), nil
	default:
		panic("view: an action of an unknown kind")
	}
}

// takesAny reports whether a question of a step is a guess, which takes any answer.
func (v *View) takesAny(step int, id string) bool {
	return slices.ContainsFunc(v.st.Lesson.Lesson.Steps[step].Asks, func(q lessons.Question) bool { return q.ID == id && q.Guess })
}

// sameRequest reports whether two requests load the same table with the same template and
// number of records.
func sameRequest(a, b engine.Request) bool {
	x, ok := a.(engine.LoadRecords)
	y, also := b.(engine.LoadRecords)
	return ok && also && x.Table == y.Table && x.Template == y.Template && x.Data.Len() == y.Data.Len()
}

// answerText returns the value of an answer as the reader reads it.
func (v *View) answerText(step int, a lessons.Answer) string {
	for _, q := range v.st.Lesson.Lesson.Steps[step].Asks {
		if q.ID != a.Question {
			continue
		}
		return v.valueText(q, a.Value)
	}
	return a.Value
}

// debrief draws what the reader has guessed, measured and made in the lesson. It is nil
// unless the step looks back.
func (v *View) debrief(step lessons.Step) app.UI {
	if !step.Debrief || !v.InBrowser {
		return nil
	}
	l := v.st.Lesson
	parts := append(v.guesses(), v.measurements()...)
	if figures := l.Progress.Figures; len(figures) > 0 {
		parts = append(parts, app.H3().Text(v.T("debrief-grown")))
		for _, q := range queriesOf(figures) {
			parts = append(parts, v.grown(q, figures))
		}
	}
	if len(v.w.Verdicts) > 0 {
		parts = append(parts, app.H3().Text(v.T("debrief-queries")), v.answered())
	}
	if tables := v.designed(); len(tables) > 0 {
		rows := []app.UI{}
		for _, t := range tables {
			rows = append(rows, app.Tr().Body(
				app.Th().Scope("row").Body(app.Code().Text(t.Name), app.Br(), app.Raw(keyhtml.KeyColoursOf(t).TemplateHTML(t.Template))),
				ui.NumberCell(v.Number(t.Rows)),
				ui.NumberCell(v.bytes(t.Bytes)),
			))
		}
		parts = append(parts, app.H3().Text(v.T("debrief-tables")), app.Table().Class("plain").Body(
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text(v.T("figure-table")),
				app.Th().Scope("col").Class("num").Text(v.T("figure-rows")),
				app.Th().Scope("col").Class("num").Text(v.T("figure-bytes")),
			)),
			app.TBody().Body(rows...),
		))
	}
	return app.Div().Class("debrief").Body(parts...)
}

// answered draws the present cost of each question of the workload.
func (v *View) answered() app.UI {
	rows := []app.UI{}
	for _, q := range v.w.Verdicts {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(v.query(q.Query)),
			ui.NumberCell(v.Number(q.Stats.RowsScanned)),
			ui.NumberCell(v.Number(q.Stats.RowsReturned)),
		))
	}
	return app.Table().Class("plain").Body(
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(v.T("figure-query")),
			app.Th().Scope("col").Class("num").Text(v.T("figure-scanned")),
			app.Th().Scope("col").Class("num").Text(v.T("figure-returned")),
		)),
		app.TBody().Body(rows...),
	)
}

// grown draws a table for one query: rows scanned, by template and number of records.
func (v *View) grown(query string, figures []engine.DesignMeasurement) app.UI {
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
	colours := v.templateColours()
	head := []app.UI{app.Th().Scope("col").Text(v.T("row-key"))}
	for _, n := range sizes {
		head = append(head, app.Th().Scope("col").Class("num").Text(v.Number(n)))
	}
	rows := []app.UI{}
	for _, t := range templates {
		cells := []app.UI{app.Th().Scope("row").Body(app.Raw(colours.TemplateHTML(t)))}
		for _, n := range sizes {
			class, text := "num", "–"
			for _, f := range figures {
				if f.Query == query && f.Template == t && f.Records == n {
					text = v.Number(f.Scanned)
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
		app.Caption().Text(v.query(query)),
		app.THead().Body(app.Tr().Body(head...)),
		app.TBody().Body(rows...),
	)
}

// templateColours returns the colours in which templates are drawn, those of the first
// designed table.
func (v *View) templateColours() keyhtml.KeyColours {
	if tables := v.designed(); len(tables) > 0 {
		return keyhtml.KeyColoursOf(tables[0])
	}
	return keyhtml.KeyColours{}
}
