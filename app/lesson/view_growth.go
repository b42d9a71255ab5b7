package lesson

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// GrowthButtons draws buttons that measure with more records, and what was measured.
func (v *View) GrowthButtons() app.UI {
	noun := v.T("records-noun")
	if tables := v.designed(); len(tables) > 0 {
		noun = tables[0].Name
	}
	sizes := []app.UI{}
	for _, n := range v.sizes() {
		sizes = append(sizes, v.EngineButton(v.T("grow", v.Number(n), noun), ActionPressed{Action: lessons.Grow{Records: n}}))
	}
	return app.Section().Class("growth panel").Attr("aria-label", v.T("growth")).Body(
		app.H2().Text(v.T("growth")),
		app.Div().Class("row").Body(sizes...),
		app.Div().Class("measured").Body(v.figures()),
	)
}

// sizes returns the numbers of records that are offered: those of the step's goals, or usual
// ones. It returns none if the step has buttons of its own for that.
func (v *View) sizes() []int64 {
	if v.offered(isGrow) {
		return nil
	}
	var out []int64
	if l := v.st.Lesson; l != nil {
		for _, g := range l.Lesson.Steps[l.Step].Goals {
			if m, ok := g.Check.(lessons.MeasuredAtSizes); ok {
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

// isGrow reports whether an action measures with more records.
func isGrow(a lessons.Action) bool {
	_, ok := a.(lessons.Grow)
	return ok
}

// figures draws what was measured, as a plot and a table for each query.
func (v *View) figures() app.UI {
	l := v.st.Lesson
	if l == nil || len(l.Progress.Figures) == 0 {
		return ui.Explanation(v.T("growth-empty"))
	}
	var templates []string
	for _, f := range l.Progress.Figures {
		if !slices.Contains(templates, f.Template) {
			templates = append(templates, f.Template)
		}
	}
	parts := []app.UI{}
	for _, q := range queriesOf(l.Progress.Figures) {
		var of []engine.DesignMeasurement
		for _, f := range l.Progress.Figures {
			if f.Query == q {
				of = append(of, f)
			}
		}
		base.SortStable(of, func(a, b engine.DesignMeasurement) int {
			if o := slices.Index(templates, a.Template) - slices.Index(templates, b.Template); o != 0 {
				return o
			}
			return int(a.Records - b.Records)
		})
		parts = append(parts, app.Figure().Body(
			app.FigCaption().Text(v.query(q)),
			app.Raw(v.plotNames(templates)),
			app.Raw(v.plot(of, templates)),
			v.figureTable(of),
		))
	}
	class := "plots"
	if len(parts) == 1 {
		class += " single"
	}
	return app.Div().Class(class).Body(parts...)
}

// queriesOf returns the queries that were measured, in the order of their first measurement.
func queriesOf(figures []engine.DesignMeasurement) []string {
	var out []string
	for _, f := range figures {
		if !slices.Contains(out, f.Query) {
			out = append(out, f.Query)
		}
	}
	return out
}

// figureTable draws the measurements of one query, with a body of the table for each
// template. The figures must be sorted by template.
func (v *View) figureTable(figures []engine.DesignMeasurement) app.UI {
	colours, query := v.templateColours(), figures[0].Query
	head := []app.UI{}
	for _, key := range []string{"figure-records", "figure-scanned", "figure-returned", "figure-time"} {
		head = append(head, app.Th().Scope("col").Class("num").Text(v.T(key)))
	}
	parts := []app.UI{app.THead().Body(app.Tr().Body(head...))}
	timed := slices.ContainsFunc(figures, func(f engine.DesignMeasurement) bool { return f.Micros > 0 })
	for len(figures) > 0 {
		template := figures[0].Template
		end := slices.IndexFunc(figures, func(f engine.DesignMeasurement) bool { return f.Template != template })
		if end < 0 {
			end = len(figures)
		}
		rows := []app.UI{app.Tr().Body(app.Th().Scope("rowgroup").ColSpan(len(head)).Body(app.Raw(colours.TemplateHTML(template))))}
		for _, f := range figures[:end] {
			rows = append(rows, v.figureRow(f, timed))
		}
		parts = append(parts, app.TBody().Body(rows...))
		figures = figures[end:]
	}
	return app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-label", v.T("figures", v.query(query))).Body(
		app.Table().Class("plain").Body(parts...),
	)
}

// figureRow draws one measurement. The time is left out unless timed is true.
func (v *View) figureRow(f engine.DesignMeasurement, timed bool) app.UI {
	time := "–"
	if timed {
		time = i18n.FormatMicros(v.Lang, f.Micros)
	}
	class := "num"
	if f.Scanned > f.Returned {
		class = "num bad"
	}
	return app.Tr().Body(
		ui.NumberCell(v.Number(f.Records)),
		app.Td().Class(class).Text(v.Number(f.Scanned)),
		ui.NumberCell(v.Number(f.Returned)),
		ui.NumberCell(time),
	)
}
