package view

import (
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/advisor"
	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/engine"
	"tabletop/engine/plan"
)

// queries draws the workload with what each query was measured to cost, and what it
// would cost with more data.
func (p *drawing) queries() app.UI {
	body := app.Div().Body(app.P().Class("example").Text(p.t("not-measured")))
	if p.st.Askable() && len(p.st.Work.Timeline.Workload) == 0 {
		body = app.Div().Body(app.P().Class("example").Text(p.t("ask-none")))
	}
	if len(p.st.Work.Verdicts) > 0 {
		body = app.Div().Body(p.workload())
	}
	return app.Div().Class("asked").Body(app.H2().Text(p.t("queries")), body, app.Div().Body(p.asking()))
}

// workload draws the table of the queries: of each what it asks and how it is read,
// then a row of what that was measured to cost and one of the projection.
func (p *drawing) workload() app.UI {
	head := []app.UI{app.Th().Scope("col").Text(p.t("work-records"))}
	for _, key := range []string{"work-scanned", "work-per-row", "work-bytes", "work-seeks"} {
		head = append(head, app.Th().Scope("col").Class("num").Text(p.t(key)))
	}
	parts := []app.UI{app.THead().Body(app.Tr().Body(head...))}
	projected, few := false, false
	for _, v := range p.st.Work.Verdicts {
		j, ok := p.st.Work.Projected(v)
		projected, few = projected || ok, few || p.st.Work.TooFew(v)
		parts = append(parts, p.query(v, j, ok))
	}
	note := p.t("work-note")
	switch {
	case projected:
		note = p.t("work-note-projected", p.n(model.ProjectedTimes))
	case few:
		note = p.t("work-note-small")
	}
	return app.Div().Body(
		app.Table().Class("plain workload").Attr("aria-label", p.t("queries")).Body(parts...),
		app.P().Class("example").Text(note),
	)
}

func (p *drawing) query(v engine.Verdict, j model.Projection, projected bool) app.UI {
	class := "tag bad"
	if v.Exact() {
		class = "tag good"
	}
	asked := app.Th().Scope("rowgroup").ColSpan(5).Body(
		app.Div().Class("asks").Body(
			app.Span().Class("question-text").Text(p.queryText(v.Query)),
			app.Span().Class(class).Text(p.path(v)),
		),
		app.Div().Body(p.askedMore(v.Query)),
		app.P().Class("why").Text(p.why(v)),
		app.Div().Body(p.advisor().Here(advisor.AboutQuery, v.Query)),
	)
	rows := []app.UI{app.Tr().Body(asked)}
	if v.Table != "" {
		records := int64(0)
		for _, t := range p.st.Work.Tables {
			if t.Name == v.Table {
				records = t.Records
			}
		}
		number := app.Td().Class("num")
		if v.Stats.RowsScanned > v.Wanted {
			number = number.Class("bad")
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(p.n(records)),
			number.Text(p.n(v.Stats.RowsScanned)),
			app.Td().Class("num").Text(ratio(model.PerRow(v.Stats.RowsScanned, v.Wanted))),
			app.Td().Class("num").Text(p.bytes(v.Stats.BytesScanned)),
			app.Td().Class("num").Text(p.n(v.Stats.Seeks)),
		))
		if projected {
			rows = append(rows, app.Tr().Class("projected").Body(
				app.Th().Scope("row").Body(app.Span().Text("×"+p.n(model.ProjectedTimes)), app.Span().Class("fit").Text(p.fit(j))),
				app.Td().Class("num").Text("≈ "+p.about(j.Scanned)),
				app.Td().Class("num").Text("≈ "+p.aboutRatio(j.PerRow)),
				app.Td().Class("num").Text("≈ "+p.bytes(j.Bytes)),
				app.Td().Class("num").Text(p.n(v.Stats.Seeks)),
			))
		} else if g, is := p.st.Work.Unprojected(v); is {
			rows = append(rows, app.Tr().Class("projected").Body(
				app.Th().Scope("row").Text("×"+p.n(model.ProjectedTimes)),
				app.Td().ColSpan(4).Text(p.t("fit-none", strconv.FormatInt(g.Records, 10), strconv.FormatInt(g.Scanned, 10))),
			))
		}
	}
	return app.TBody().DataSet("query", v.Query).DataSet("path", string(v.Access)).
		DataSet("rows-scanned", strconv.FormatInt(v.Stats.RowsScanned, 10)).
		DataSet("rows-returned", strconv.FormatInt(v.Stats.RowsReturned, 10)).Body(rows...)
}

// fit says how the rows that a query scans grow with the data.
func (p *drawing) fit(j model.Projection) string {
	switch {
	case j.Exponent < 0.03:
		return p.t("fit-constant")
	case math.Abs(j.Exponent-1) < 0.03:
		return p.t("fit-linear")
	}
	return p.t("fit-power", ratio(j.Exponent))
}

// ratio writes a number that is not whole: with two decimals where it is small.
func ratio(v float64) string {
	switch {
	case v >= 100:
		return i18n.Number("en", int64(math.Round(v)))
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
}

// about writes a number of which only the first digits mean something.
func (p *drawing) about(n int64) string {
	if n >= 1_000_000 {
		return ratio(float64(n)/1e6) + " M"
	}
	for step := int64(1); n >= 1000*step; step *= 10 {
		if n/step < 10_000 {
			return p.n((n + step*5) / (step * 10) * step * 10)
		}
	}
	return p.n(n)
}

// aboutRatio writes a number that need not be whole, of which only the first digits
// mean something.
func (p *drawing) aboutRatio(v float64) string {
	if v >= 1000 {
		return p.about(int64(math.Round(v)))
	}
	return ratio(v)
}

// path names how a query is read.
func (p *drawing) path(v engine.Verdict) string {
	switch {
	case v.Table == "":
		return p.t("path-none")
	case len(v.Residual) > 0 && v.Access != plan.Scan:
		return p.t("path-filtered", p.t("path-"+string(v.Access)))
	case v.Access == plan.Scan && len(v.Residual) == 0:
		return p.t("path-all")
	}
	return p.t("path-" + string(v.Access))
}

// why says why a query costs what it does, and where it is asked.
func (p *drawing) why(v engine.Verdict) string {
	var parts []string
	if v.Table != "" && len(p.designed()) > 1 {
		parts = append(parts, p.t("verdict-on", v.Table)+".")
	}
	for _, s := range p.st.Reasons(v) {
		parts = append(parts, p.saying(s))
	}
	return strings.Join(parts, " ")
}
