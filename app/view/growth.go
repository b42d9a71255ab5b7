package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/lessons"
)

// growth offers sizes to grow to, and draws what was measured.
func (p *drawing) growth() app.UI {
	noun := p.t("records-noun")
	if tables := p.designed(); len(tables) > 0 {
		noun = tables[0].Name
	}
	sizes := []app.UI{}
	for _, n := range p.sizes() {
		sizes = append(sizes, p.work(p.t("grow", p.n(n), noun), model.ActionPressed{Action: lessons.Grow{Records: n}}))
	}
	return app.Section().Class("growth panel").Attr("aria-label", p.t("growth")).Body(
		app.H2().Text(p.t("growth")),
		app.Div().Class("row").Body(sizes...),
		app.Div().Class("measured").Body(p.figures()),
	)
}

// sizes returns the numbers of records to measure with: those that the step asks
// for, none where its text offers them.
func (p *drawing) sizes() []int64 {
	if p.offered(isGrow) {
		return nil
	}
	var out []int64
	if l := p.st.Lesson; l != nil {
		for _, g := range l.Lesson.Steps[l.Step].Goals {
			if m, ok := g.Check.(lessons.Measured); ok {
				out = append(out, m.Records...)
			}
		}
	}
	if len(out) == 0 {
		out = []int64{1_000, 100_000, 1_000_000}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func isGrow(a lessons.Action) bool {
	_, ok := a.(lessons.Grow)
	return ok
}

// figures draws what was measured, as a plot and a table for each query.
func (p *drawing) figures() app.UI {
	l := p.st.Lesson
	if l == nil || len(l.Progress.Figures) == 0 {
		return app.P().Class("example").Text(p.t("growth-empty"))
	}
	var templates []string
	for _, f := range l.Progress.Figures {
		if !slices.Contains(templates, f.Template) {
			templates = append(templates, f.Template)
		}
	}
	parts := []app.UI{}
	for _, q := range queriesOf(l.Progress.Figures) {
		var of []engine.Figure
		for _, f := range l.Progress.Figures {
			if f.Query == q {
				of = append(of, f)
			}
		}
		slices.SortStableFunc(of, func(a, b engine.Figure) int {
			if o := slices.Index(templates, a.Template) - slices.Index(templates, b.Template); o != 0 {
				return o
			}
			return int(a.Records - b.Records)
		})
		parts = append(parts, app.Figure().Body(
			app.FigCaption().Text(p.queryText(q)),
			app.Raw(p.plotNames(templates)),
			app.Raw(p.plot(of, templates)),
			p.figureTable(of),
		))
	}
	class := "plots"
	if len(parts) == 1 {
		class += " single"
	}
	return app.Div().Class(class).Body(parts...)
}

// queriesOf returns the queries that were measured, the first one first.
func queriesOf(figures []engine.Figure) []string {
	var out []string
	for _, f := range figures {
		if !slices.Contains(out, f.Query) {
			out = append(out, f.Query)
		}
	}
	return out
}

func (p *drawing) figureTable(figures []engine.Figure) app.UI {
	colours := p.templateColours()
	head := []app.UI{app.Th().Scope("col").Text(p.t("figure-template"))}
	for _, key := range []string{"figure-records", "figure-scanned", "figure-returned", "figure-time"} {
		head = append(head, app.Th().Scope("col").Class("num").Text(p.t(key)))
	}
	rows := []app.UI{}
	timed := slices.ContainsFunc(figures, func(f engine.Figure) bool { return f.Micros > 0 })
	for i, f := range figures {
		name := app.Th().Scope("row")
		if i == 0 || figures[i-1].Template != f.Template {
			name = name.Body(app.Raw(colours.TemplateHTML(f.Template)))
		} else {
			name = name.Body(ui.Unseen(f.Template))
		}
		time := "–"
		if timed {
			time = i18n.Micros(p.st.Lang, f.Micros)
		}
		class := "num"
		if f.Scanned > f.Returned {
			class = "num bad"
		}
		rows = append(rows, app.Tr().Body(
			name,
			app.Td().Class("num").Text(p.n(f.Records)),
			app.Td().Class(class).Text(p.n(f.Scanned)),
			app.Td().Class("num").Text(p.n(f.Returned)),
			app.Td().Class("num").Text(time),
		))
	}
	return app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-label", p.t("figures", p.queryText(figures[0].Query))).Body(
		app.Table().Class("plain").Body(
			app.THead().Body(app.Tr().Body(head...)),
			app.TBody().Body(rows...),
		),
	)
}
