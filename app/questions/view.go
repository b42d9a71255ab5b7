package questions

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/figures"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/app/wording"
	"tabletop/engine"
)

// View is what questions and attempts are drawn from.
type View struct {
	ui.Kit
	ui.Questions
	State
	// Beside draws what other parts say about a question.
	Beside func(query string) app.UI
	// QueryRate returns how many times a second a question is asked, as text. It may be nil.
	QueryRate func(query string) string

	st *page.State
	w  *page.Workspace
}

// NewView returns the view of a state. The caller sets Beside and QueryRate.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	v := &View{Kit: *k, State: s, st: st, w: w, Questions: ui.QuestionsOf(st, w)}
	return v
}

func (v *View) size(n int64) string { return i18n.FormatBytes(v.Lang, n) }

// designed returns how many tables have a template.
func (v *View) designed() (n int) {
	for _, t := range v.w.Tables {
		if t.Template != "" {
			n++
		}
	}
	return n
}

// Draw draws the questions, each as a card with its measured cost.
func (v *View) Draw() app.UI {
	note := ""
	switch {
	case len(v.w.Verdicts) > 0:
	case page.CanChangeWorkload(v.st, v.w) && len(v.w.Timeline.Workload) == 0:
		note = v.T("ask-none")
	default:
		note = v.T("not-measured")
	}
	cards := []app.UI{}
	for _, q := range v.w.Verdicts {
		cards = append(cards, ui.KeyedElement("query-"+q.Query, v.card(q)))
	}
	return app.Section().Class("asked").Attr("aria-label", v.T("queries")).Body(
		app.Div().Class("cards-head").Body(app.H2().Text(v.T("queries")),
			app.Span().Class("example").Hidden(len(v.w.Starts) == 0).Text(v.T("query-against")), app.Div().Body(v.ask())),
		app.P().Class("example").Hidden(note == "").Text(note),
		app.Div().Class("cards-in").Body(cards...),
	)
}

// card draws a question: how it is read, a bar of the rows that it scans and wants, and in its
// details the reasons and the cost with more data. While the reader has to guess the cost, it
// draws none of that.
func (v *View) card(q engine.Verdict) app.UI {
	if guess, ok := v.st.Lesson.HidesFigure(q.Stats.RowsScanned); ok {
		return app.Article().ID(cardElement(q.Query)).Class("fact").DataSet("query", q.Query).Body(
			app.H3().Class("question-text").Text(v.QuestionText(&v.Kit, q.Query)),
			app.P().Class("cost").Text(v.T("guess-first", guess)),
		)
	}
	unfold, scope := v.unfold(q.Query)
	last := v.w.LastRead
	return app.Article().ID(cardElement(q.Query)).Class("fact").DataSet("query", q.Query).DataSet("path", string(q.Access)).
		DataSet("marked", last != nil && last.ForQuestion && last.Query == q.Query).
		DataSet("rows-scanned", strconv.FormatInt(q.Stats.RowsScanned, 10)).
		DataSet("rows-returned", strconv.FormatInt(q.Stats.RowsReturned, 10)).
		DataSet("rows-wanted", strconv.FormatInt(q.Wanted, 10)).DataSet("lacks", strconv.FormatInt(q.MissingRecordCount(), 10)).Body(
		app.Details().On("toggle", unfold, scope).Body(
			app.Summary().Body(
				app.Div().Class("asks").Body(
					app.H3().Class("question-text").Text(v.QuestionText(&v.Kit, q.Query)),
					app.Span().Class("read").Body(v.often(q.Query), app.Span().Class(pathClass(q)).Text(wording.AccessPath(v.Lang, q))),
				),
				v.bar(q),
				app.P().Class("cost").Body(v.cost(q)...),
				app.Div().Body(v.unread(inVain(v.w, question(v.st, v.w, q.Query), q.Table))...),
			),
			app.Div().Body(v.Beside(q.Query)),
			app.P().Text(v.why(q)),
			app.Div().Body(v.reads(q.Query)),
			app.Div().Body(v.measured(q)...),
			app.Div().Body(v.askedMore(q.Query)),
		),
	)
}

// rate returns how often a question is asked: by the rates of the lesson's grading, else by the
// load.
func (v *View) rate(query string) float64 {
	if v.st.Lesson != nil {
		if _, graded, _, ok := v.st.Lesson.Lesson.GradedGoal(); ok {
			for _, r := range graded.Rates {
				if r.Query == query {
					return float64(r.PerMinute)
				}
			}
		}
	}
	if v.QueryRate == nil {
		return 1
	}
	n, _ := page.ParseQueryRate(v.QueryRate(query))
	return n
}

// often draws how often a question is asked, in a sandbox.
func (v *View) often(query string) app.UI {
	if v.QueryRate == nil || v.st.Lesson != nil {
		return app.Span().Hidden(true)
	}
	often := i18n.FormatDecimal(v.Lang, v.rate(query))
	return app.Span().Class("label").Text(v.T("amount-a-second", often) + " ")
}

// estimated returns the sign before numbers of a table that are estimated from a sample of its
// records, "" if they are measured.
func (v *View) estimated(table string) string {
	if v.w.TableByName(table).Sampled > 0 {
		return "≈ "
	}
	return ""
}

// pathClass returns the CSS class of a question's access path. A path that is exact because no
// rows are wanted is neither good nor bad.
func pathClass(q engine.Verdict) string {
	switch {
	case q.IsExact() && q.Wanted == 0:
		return "tag"
	case q.IsExact():
		return "tag good"
	}
	return "tag bad"
}

// start returns what a question cost at the start, if the two can be compared. An answer that
// lacks records is cheaper without merit, so it is compared only if it is more expensive.
func (v *View) start(q engine.Verdict) (of engine.FirstDesignCost, ok bool) {
	i := slices.IndexFunc(v.w.Starts, func(s engine.FirstDesignCost) bool { return s.Query == q.Query })
	if i < 0 || q.Table == "" || v.w.Starts[i].Verdict.MissingRecordCount() > 0 || q.MissingRecordCount() > 0 && q.Stats.RowsScanned <= v.w.Starts[i].Verdict.Stats.RowsScanned {
		return engine.FirstDesignCost{}, false
	}
	return v.w.Starts[i], true
}

// startSaid returns the text about the keys that a question is compared with.
func (v *View) startSaid(of engine.FirstDesignCost) string {
	var keys []string
	for _, d := range of.Designs {
		keys = append(keys, d.Template)
	}
	return v.T("query-start", i18n.JoinAsArgument(keys), strconv.FormatInt(of.Verdict.Stats.RowsScanned, 10))
}

// cost draws how many rows are scanned, how many more or fewer that is than at the start, and
// how many records the answer lacks.
func (v *View) cost(q engine.Verdict) []app.UI {
	if q.Table == "" {
		return []app.UI{app.Span().Text(v.why(q)), app.Span()}
	}
	number := v.rowsScanned(ui.WithFigureAttributes(app.B(), page.ScannedTableFigure(q, v.w.FigureStateName())), q)
	// Compare with the cost at the start.
	by, class, text, title := int64(0), "", "", ""
	if start, ok := v.start(q); ok {
		by = q.Stats.RowsScanned - start.Verdict.Stats.RowsScanned
		text, title = v.T("query-same"), v.startSaid(start)
	}
	switch {
	case by < 0:
		class, text = "good", "▼ "+v.estimated(q.Table)+v.T("query-fewer", v.Number(-by))
	case by > 0:
		class, text = "bad", "▲ "+v.estimated(q.Table)+v.T("query-more-rows", v.Number(by))
	}
	if q.MissingRecordCount() > 0 {
		class, text = "bad", strings.TrimPrefix(text+" · "+v.lost(q), " · ")
	}
	said := v.scannedFor(q)
	if v.designed() > 1 {
		said = v.T("query-scanned-on", v.Number(q.Wanted-q.MissingRecordCount()), q.Table)
	}
	if q.Wanted == 0 {
		said += " · " + v.T("query-nothing")
	}
	if q.Stale {
		said += " · " + v.T("query-stale")
	}
	return []app.UI{
		app.Span().Body(number, app.Text(" "+said)),
		app.Span().Class("by", class).Attr("title", title).Text(text),
	}
}

// rowsScanned sets the text of an element to the rows that a question scans. It is red if not
// all of them are wanted, or if records are lost.
func (v *View) rowsScanned(in app.HTMLB, q engine.Verdict) app.HTMLB {
	in = in.Class("num").Text(v.estimated(q.Table) + v.Number(q.Stats.RowsScanned))
	if q.Stats.RowsScanned > q.Wanted || q.MissingRecordCount() > 0 {
		in = in.Class("bad")
	}
	return in
}

// scannedFor returns the text about the wanted rows that exist. For the others see lost.
func (v *View) scannedFor(q engine.Verdict) string {
	return v.T("query-scanned", v.Number(q.Wanted-q.MissingRecordCount()))
}

// lost returns the text about the wanted records that have no row.
func (v *View) lost(q engine.Verdict) string {
	return v.estimated(q.Table) + v.T("query-lacks", v.Number(q.MissingRecordCount()), v.Number(q.Wanted))
}

// bar draws the rows that a question scans as a part of the table: those that it wants, those
// that it passes, and a mark at the number of the start.
func (v *View) bar(q engine.Verdict) app.UI {
	records := int64(1)
	for _, t := range v.w.Tables {
		records = max(records, t.Records, t.Rows)
	}
	start, changed := v.start(q)
	before := start.Verdict.Stats.RowsScanned
	most := max(records, q.Stats.RowsScanned, before)
	at := func(n int64) string {
		return strconv.FormatFloat(100*float64(n)/float64(most), 'f', 2, 64) + "%"
	}
	tick := app.Span().Hidden(true)
	if changed {
		tick = app.Span().Class("tick").Style("left", at(before))
	}
	wanted := app.Span().Class("wanted").Hidden(q.Found == 0)
	if q.MissingRecordCount() > 0 {
		wanted = wanted.Class("lacking")
	}
	return app.Div().Class("scale").Aria("hidden", "true").Body(
		app.Span().Class("walked").Hidden(q.Stats.RowsScanned == 0).Style("width", at(q.Stats.RowsScanned)),
		wanted.Style("width", at(min(q.Found, q.Stats.RowsScanned))),
		tick,
	)
}

// measured draws the table of a question's measured costs, and of what they would be with more
// data.
func (v *View) measured(q engine.Verdict) []app.UI {
	if q.Table == "" {
		return nil
	}
	records := int64(0)
	for _, t := range v.w.Tables {
		if t.Name == q.Table {
			records = t.Records
		}
	}
	// The second column is the figures.Projection, if there is one; otherwise a note says why there is
	// none.
	j, projected := v.Attempts.projected(v.w, q)
	head := []app.UI{app.Th().Scope("row").Text(v.T("work-records")), app.Th().Scope("col").Class("num").Text(v.Number(records))}
	measures := []struct{ name, now, then string }{
		{"work-scanned", v.estimated(q.Table) + v.Number(q.Stats.RowsScanned), "≈ " + v.about(j.Scanned)},
		{"work-per-row", v.estimated(q.Table) + i18n.FormatRatio(v.Lang, figures.RowsPerWantedRow(q.Stats.RowsScanned, q.Wanted)), "≈ " + v.aboutRatio(j.PerRow)},
		{"work-bytes", v.estimated(q.Table) + v.size(q.Stats.BytesScanned), "≈ " + v.size(j.Bytes)},
		{"work-seeks", v.estimated(q.Table) + v.Number(q.Stats.Seeks), v.Number(q.Stats.Seeks)},
	}
	if projected {
		head = append(head, app.Th().Scope("col").Class("num projected").Body(
			app.Span().Text("×"+v.Number(projectedTimes)), app.Span().Class("fit").Text(v.fit(j))))
	}
	var rows []app.UI
	for _, m := range measures {
		now := app.Td().Class("num").Text(m.now)
		if m.name == "work-scanned" {
			now = ui.WithFigureAttributes(now, page.ScannedTableFigure(q, v.w.FigureStateName()))
		}
		cells := []app.UI{app.Th().Scope("row").Text(v.T(m.name)), now}
		if projected {
			cells = append(cells, app.Td().Class("num projected").Text(m.then))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	note := v.T("work-note")
	if projected {
		note = v.T("work-note-projected", v.Number(projectedTimes))
		if g, _ := v.Attempts.grown(v.w, q); len(g.GrowingFields) > 0 {
			note += " " + v.T("work-axis", i18n.JoinAsArgument(g.GrowingFields), i18n.JoinAsArgument(g.SteadyFields), strconv.Itoa(len(g.SteadyFields)))
		}
	} else if g, is := v.Attempts.unprojected(v.w, q); is {
		rows = append(rows, app.Tr().Class("projected").Body(
			app.Th().Scope("row").Text("×"+v.Number(projectedTimes)),
			app.Td().Text(v.T("fit-none", strconv.FormatInt(g.Records, 10), strconv.FormatInt(g.Scanned, 10))),
		))
	} else if v.Attempts.tooFew(v.w, q) {
		note = v.T("work-note-small")
	}
	if t := v.w.TableByName(q.Table); t.Sampled > 0 {
		note = v.T("key-sampled", v.Number(t.Sampled), v.Number(t.Records))
	}
	return []app.UI{
		app.Table().Class("plain workload").Body(app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...)),
		ui.Explanation(note),
	}
}

// fit returns the text about how the scanned rows grow with the data.
func (v *View) fit(j figures.Projection) string {
	switch {
	case j.Most > 0 && j.Scanned == j.Most:
		return v.T("fit-most", v.Number(j.Most))
	case j.Exponent < 0.03:
		return v.T("fit-constant")
	case math.Abs(j.Exponent-1) < 0.03:
		return v.T("fit-linear")
	}
	return v.T("fit-power", i18n.FormatRatio(v.Lang, j.Exponent))
}

// about returns a number of which only the first digits are significant.
func (v *View) about(n int64) string {
	if n >= 1_000_000 {
		return v.T("millions", i18n.FormatRatio(v.Lang, float64(n)/1e6))
	}
	for step := int64(1); n >= 1000*step; step *= 10 {
		if n/step < 10_000 {
			return v.Number((n + step*5) / (step * 10) * step * 10)
		}
	}
	return v.Number(n)
}

// aboutRatio is like about, for a number that need not be whole.
func (v *View) aboutRatio(r float64) string {
	if r >= 1000 {
		return v.about(int64(math.Round(r)))
	}
	return i18n.FormatRatio(v.Lang, r)
}

// why returns the text of [reasons], and the table if there are several.
func (v *View) why(q engine.Verdict) string {
	var parts []string
	if q.Table != "" && v.designed() > 1 {
		parts = append(parts, v.T("verdict-on", q.Table)+".")
	}
	for _, s := range reasons(v.st, v.w, q) {
		parts = append(parts, v.T(s.Code, s.Args...))
	}
	return v.estimated(q.Table) + strings.Join(parts, " ")
}
