package questions

import (
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/plan"
)

// View is what questions and attempts are drawn of.
type View struct {
	ui.Kit
	ui.Questions
	State
	// Beside draws what others say of a question.
	Beside func(query string) app.UI
	// Now returns what there is to be drawn when the form is drawn again.
	Now func() *View

	st *page.State
	w  *page.Work
}

// Look returns what questions are drawn of; Beside and Now are for the caller to set.
func Look(k *ui.Kit, st *page.State, w *page.Work, s State) *View {
	v := &View{Kit: *k, State: s, st: st, w: w, Questions: ui.QuestionsOf(st, w)}
	return v
}

func (v *View) size(n int64) string { return i18n.Bytes(v.Lang, n) }

// designed returns how many tables were made from a design.
func (v *View) designed() (n int) {
	for _, t := range v.w.Tables {
		if t.Template != "" {
			n++
		}
	}
	return n
}

// Draw draws the workload with what each query was measured to cost, and what it
// would cost with more data.
func (v *View) Draw() app.UI {
	body := app.Div().Body(app.P().Class("example").Text(v.T("not-measured")))
	if page.Askable(v.st, v.w) && len(v.w.Timeline.Workload) == 0 {
		body = app.Div().Body(app.P().Class("example").Text(v.T("ask-none")))
	}
	if len(v.w.Verdicts) > 0 {
		body = app.Div().Body(v.workload())
	}
	return app.Div().Class("asked").Body(app.H2().Text(v.T("queries")), body, app.Div().Body(v.asking()))
}

// workload draws the table of the queries: of each what it asks and how it is read,
// then a row of what that was measured to cost and one of the projection.
func (v *View) workload() app.UI {
	head := []app.UI{app.Th().Scope("col").Text(v.T("work-records"))}
	for _, key := range []string{"work-scanned", "work-per-row", "work-bytes", "work-seeks"} {
		head = append(head, app.Th().Scope("col").Class("num").Text(v.T(key)))
	}
	parts := []app.UI{app.THead().Body(app.Tr().Body(head...))}
	projected, few := false, false
	for _, q := range v.w.Verdicts {
		j, ok := v.Attempts.projected(v.w, q)
		projected, few = projected || ok, few || v.Attempts.tooFew(v.w, q)
		parts = append(parts, v.query(q, j, ok))
	}
	note := v.T("work-note")
	switch {
	case projected:
		note = v.T("work-note-projected", v.N(projectedTimes))
	case few:
		note = v.T("work-note-small")
	}
	return app.Div().Body(
		app.Table().Class("plain workload").Attr("aria-label", v.T("queries")).Body(parts...),
		app.P().Class("example").Text(note),
	)
}

func (v *View) query(q engine.Verdict, j projection, projected bool) app.UI {
	class := "tag bad"
	if q.Exact() {
		class = "tag good"
	}
	asked := app.Th().Scope("rowgroup").ColSpan(5).Body(
		app.Div().Class("asks").Body(
			app.Span().Class("question-text").Text(v.Text(&v.Kit, q.Query)),
			app.Span().Class(class).Text(v.path(q)),
		),
		app.Div().Body(v.askedMore(q.Query)),
		app.P().Class("why").Text(v.why(q)),
		app.Div().Body(v.Beside(q.Query)),
	)
	rows := []app.UI{app.Tr().Body(asked)}
	if q.Table != "" {
		records := int64(0)
		for _, t := range v.w.Tables {
			if t.Name == q.Table {
				records = t.Records
			}
		}
		number := app.Td().Class("num")
		if q.Stats.RowsScanned > q.Wanted {
			number = number.Class("bad")
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(v.N(records)),
			number.Text(v.N(q.Stats.RowsScanned)),
			app.Td().Class("num").Text(ratio(perRow(q.Stats.RowsScanned, q.Wanted))),
			app.Td().Class("num").Text(v.size(q.Stats.BytesScanned)),
			app.Td().Class("num").Text(v.N(q.Stats.Seeks)),
		))
		if projected {
			rows = append(rows, app.Tr().Class("projected").Body(
				app.Th().Scope("row").Body(app.Span().Text("×"+v.N(projectedTimes)), app.Span().Class("fit").Text(v.fit(j))),
				app.Td().Class("num").Text("≈ "+v.about(j.Scanned)),
				app.Td().Class("num").Text("≈ "+v.aboutRatio(j.perRow)),
				app.Td().Class("num").Text("≈ "+v.size(j.Bytes)),
				app.Td().Class("num").Text(v.N(q.Stats.Seeks)),
			))
		} else if g, is := v.Attempts.unprojected(v.w, q); is {
			rows = append(rows, app.Tr().Class("projected").Body(
				app.Th().Scope("row").Text("×"+v.N(projectedTimes)),
				app.Td().ColSpan(4).Text(v.T("fit-none", strconv.FormatInt(g.Records, 10), strconv.FormatInt(g.Scanned, 10))),
			))
		}
	}
	return app.TBody().DataSet("query", q.Query).DataSet("path", string(q.Access)).
		DataSet("rows-scanned", strconv.FormatInt(q.Stats.RowsScanned, 10)).
		DataSet("rows-returned", strconv.FormatInt(q.Stats.RowsReturned, 10)).Body(rows...)
}

// fit says how the rows that a query scans grow with the data.
func (v *View) fit(j projection) string {
	switch {
	case j.Exponent < 0.03:
		return v.T("fit-constant")
	case math.Abs(j.Exponent-1) < 0.03:
		return v.T("fit-linear")
	}
	return v.T("fit-power", ratio(j.Exponent))
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
func (v *View) about(n int64) string {
	if n >= 1_000_000 {
		return ratio(float64(n)/1e6) + " M"
	}
	for step := int64(1); n >= 1000*step; step *= 10 {
		if n/step < 10_000 {
			return v.N((n + step*5) / (step * 10) * step * 10)
		}
	}
	return v.N(n)
}

// aboutRatio writes a number that need not be whole, of which only the first digits
// mean something.
func (v *View) aboutRatio(r float64) string {
	if r >= 1000 {
		return v.about(int64(math.Round(r)))
	}
	return ratio(r)
}

// path names how a query is read.
func (v *View) path(q engine.Verdict) string {
	switch {
	case q.Table == "":
		return v.T("path-none")
	case len(q.Residual) > 0 && q.Access != plan.Scan:
		return v.T("path-filtered", v.T("path-"+string(q.Access)))
	case q.Access == plan.Scan && len(q.Residual) == 0:
		return v.T("path-all")
	}
	return v.T("path-" + string(q.Access))
}

// why says why a query costs what it does, and where it is asked.
func (v *View) why(q engine.Verdict) string {
	var parts []string
	if q.Table != "" && v.designed() > 1 {
		parts = append(parts, v.T("verdict-on", q.Table)+".")
	}
	for _, s := range reasons(v.st, v.w, q) {
		parts = append(parts, v.T(s.Code, s.Args...))
	}
	return strings.Join(parts, " ")
}
