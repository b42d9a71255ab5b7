package questions

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/figures"
	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/app/wording"
	"tabletop/engine"
)

// DesignsCard draws the designs tried by read cost and write skew: as a picture, and as a table
// from which two can be compared.
func (v *View) DesignsCard() app.UI {
	a := &v.Attempts
	body := app.P().Class("example").Text(v.T("attempts-waiting"))
	switch {
	case len(a.All) == 1 && len(a.References) == 0 && v.Attempts.IsCurrent(v.w):
		body = app.P().Class("example").Text(v.T("attempts-one"))
	case len(a.All) > 1 || len(a.References) > 0:
		how := v.T("attempts-how", strconv.Itoa(engine.SkewNodes), strconv.Itoa(engine.SkewMinutes))
		if a.load != nil {
			how = v.T("attempts-how-load")
		}
		if len(a.References) > 0 {
			how = v.T("attempts-references") + " " + how
		}
		return v.attempts(len(a.All), app.Div().Class("fact").Body(
			v.picture(),
			app.Details().Body(
				app.Summary().Text(v.T("attempts-list")),
				v.attemptTable(),
				v.compared(),
				ui.Explanation(v.T("attempts-text", strconv.Itoa(engine.MaxAttempts))+" "+how),
			),
		))
	}
	return v.attempts(0, body)
}

// attempts draws the card's heading with the number of designs, none for 0, and its body.
func (v *View) attempts(n int, body app.UI) app.UI {
	count := ""
	if n > 0 {
		count = v.Number(int64(n))
	}
	return app.Section().Class("attempts").Attr("aria-label", v.T("attempts")).Body(
		app.Div().Class("cards-head").Body(app.H2().Text(v.T("attempts")), app.Span().Class("num").Text(count)),
		app.Div().Body(body),
	)
}

// picture draws the plane, or why it would be empty.
func (v *View) picture() app.UI {
	all := v.Attempts.withReferences()
	places := figures.DesignPoints(all, v.rate)
	if len(places) == 0 {
		return ui.Explanation(v.pointless(all))
	}
	note := ""
	if figures.AllLose(all) {
		note = v.T("attempts-lossy")
	}
	if slices.ContainsFunc(places, func(q figures.DesignPoint) bool { return q.Over }) {
		note = strings.TrimSpace(note + " " + v.T("attempts-over"))
	}
	return app.Div().Body(app.Raw(v.plane(all)), app.P().Class("example").Hidden(note == "").Text(note))
}

// pointless returns why no attempt has a place on the plane.
func (v *View) pointless(all []engine.DesignAttempt) string {
	most := int64(0)
	costs, asked := false, false
	for _, a := range all {
		_, ok := v.costOf(a)
		costs, asked = costs || ok, asked || len(a.Verdicts) > 0
		for _, d := range a.Designs {
			most = max(most, d.Records)
		}
	}
	switch {
	case !asked:
		return v.T("attempts-unasked")
	case !costs:
		return v.T("attempts-lacking")
	case most < engine.MinComparedRecords:
		return v.T("attempts-few", v.Number(engine.MinComparedRecords))
	}
	return v.T("attempts-unloaded")
}

// attemptName returns an attempt's letter, and a note if it is the present design.
func (v *View) attemptName(a engine.DesignAttempt) string {
	name := figures.DesignLetter(a.Number)
	if a.Current {
		name += " (" + v.T("attempt-now") + ")"
	}
	return name
}

// reference returns the name of a reference, or another text while the name would give its key
// away.
func (v *View) reference(id string) string {
	if secret(v.st, id) {
		if of, _ := referenceOf(v.st.Lesson.Lesson, id); !of.Passes {
			return v.T("attempt-secret-more")
		}
		return v.T("attempt-secret")
	}
	return v.st.Lesson.ReferenceDesignName(id)
}

// designHTML returns the templates of an attempt as HTML.
func (v *View) designHTML(a engine.DesignAttempt) string {
	if secret(v.st, a.Name) {
		return `<span class="label">` + keyhtml.EscapeHTML(v.T("attempt-secret-key")) + `</span>`
	}
	var parts []string
	for _, d := range a.Designs {
		text := keyhtml.KeyColoursOf(v.w.TableByName(d.Table)).TemplateHTML(d.Template)
		if len(a.Designs) > 1 {
			text = `<span class="label">` + keyhtml.EscapeHTML(d.Table) + `</span> ` + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "<br>")
}

// attemptTable draws the attempts and references as a table, with notes on each.
func (v *View) attemptTable() app.UI {
	all, own := v.Attempts.withReferences(), len(v.Attempts.All)
	places := figures.DesignPoints(all, v.rate)
	head := []app.UI{app.Th().Scope("col").Text(v.T("attempt"))}
	for _, text := range []string{v.T("attempt-reads"), v.writes()} {
		head = append(head, app.Th().Scope("col").Class("num").Text(text))
	}
	head = append(head, app.Th().Scope("col").Text(v.T("attempt-act")))
	rows := []app.UI{}
	for i, a := range all {
		marks := []string{}
		if a.Current {
			marks = append(marks, v.T("attempt-now"))
		}
		name, row := `<b class="letter">`+figures.DesignLetter(a.Number)+`</b>`, app.Tr()
		if i >= own {
			marks = append(marks, v.T("attempt-reference"))
			name = `<b class="square">□ ` + keyhtml.EscapeHTML(v.reference(a.Name)) + `</b><br>`
			row = row.DataSet("reference", a.Name)
		} else {
			row = row.DataSet("attempt", figures.DesignLetter(a.Number))
		}
		if slices.ContainsFunc(places, func(q figures.DesignPoint) bool { return q.At == i && q.Best }) {
			marks = append(marks, v.T("attempt-best"))
		}
		if why := v.notCompared(a); why != "" {
			marks = append(marks, why)
		}
		if slices.Max(append(a.Lost, 0)) == 0 { // otherwise the text about lost records tells their number
			marks = append(marks, v.CountText("attempt-records", recordsOf(a)))
		}
		if a.State == engine.EstimateState {
			marks = append(marks, v.T("attempt-estimated"))
		}
		if a.State >= engine.FirstProposedState {
			marks = append(marks, v.T("attempt-measured"))
		}
		if a.Current {
			row = row.Class("now")
		}
		buttons := app.UI(app.Div())
		if i < own {
			buttons = v.attemptButtons(a)
		}
		rows = append(rows, row.Body(
			app.Th().Scope("row").Body(app.Raw(
				`<div>`+name+` `+v.designHTML(a)+`<br><span class="label">`+keyhtml.EscapeHTML(strings.Join(marks, " · "))+`</span></div>`)),
			ui.WithFigureAttributes(app.Td().Class("num"), v.readCost(a)).Text(v.costText(a)),
			ui.WithFigureAttributes(app.Td().Class("num"), v.skew(a)).Body(app.Span().Text(v.skewText(a)), app.Span().Class("over").Text(v.tooMuch("attempt-over", a))),
			app.Td().Body(buttons),
		))
	}
	return app.Div().Body(app.Table().Class("plain attempt-list").Attr("aria-label", v.T("attempts")).Body(
		app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...)))
}

// guessed returns the sign before numbers of an attempt that are estimated from a sample of
// records, "" if they are measured.
func guessed(a engine.DesignAttempt) string {
	if a.State == engine.EstimateState {
		return "≈ "
	}
	return ""
}

// costOf returns the read cost of an attempt as the plane shows it.
func (v *View) costOf(a engine.DesignAttempt) (cost float64, ok bool) {
	return figures.ReadCost(a, v.rate, figures.AllLose(v.Attempts.withReferences()))
}

func (v *View) costText(a engine.DesignAttempt) string {
	if cost, ok := v.costOf(a); ok {
		return guessed(a) + i18n.FormatRatio(v.Lang, cost)
	}
	return "–"
}

// skew returns the figure of an attempt's skew: that of its hottest table under the page's
// load, which the heat map shows too. It is empty without that load, or if the table was
// deleted.
func (v *View) skew(a engine.DesignAttempt) page.TableFigure {
	if !v.there(a.SkewTable) || v.Attempts.load == nil {
		return page.TableFigure{}
	}
	under := v.Attempts.load.PartOnTable(a.SkewTable, a.Verdicts, v.w.TableByName(a.SkewTable).Fields)
	return page.TableFigure{Name: "hottest", Table: a.SkewTable, State: page.FigureStateUnderLoad(v.stateOf(a), under.ID()), Value: a.Skew}
}

// stateOf names the state of an attempt for a figure. A reference has a name of its own.
func (v *View) stateOf(a engine.DesignAttempt) string {
	switch {
	case a.Current && a.State != engine.EstimateState:
		return page.FigureStateName(v.Attempts.version, 0)
	case a.State == 0:
		return "trial-" + a.Name
	}
	return page.FigureStateName(v.Attempts.version, a.State)
}

// readCost returns the figure of an attempt's read cost, for the first of its tables. It is
// empty if there is no cost, or the table was deleted.
func (v *View) readCost(a engine.DesignAttempt) page.TableFigure {
	cost, ok := v.costOf(a)
	if !ok || len(a.Designs) == 0 || !v.there(a.Designs[0].Table) {
		return page.TableFigure{}
	}
	return page.TableFigure{Name: "read-cost", Table: a.Designs[0].Table, State: v.stateOf(a), Value: cost}
}

func (v *View) there(table string) bool {
	return slices.ContainsFunc(v.w.Tables, func(t engine.TableInfo) bool { return t.Name == table })
}

// writes returns the name of the second measure of the designs.
func (v *View) writes() string {
	if v.Attempts.load != nil {
		return v.T("attempt-load")
	}
	return v.T("attempt-writes")
}

func (v *View) skewText(a engine.DesignAttempt) string {
	if a.Skew > 0 && a.SkewTable != "" {
		return guessed(a) + i18n.FormatThreeDigits(v.Lang, a.Skew)
	}
	if a.Skew > 0 {
		return guessed(a) + i18n.FormatRatio(v.Lang, figures.RoundSkew(a.Skew))
	}
	return "–"
}

// tooMuch returns a sentence that the nodes are asked for more than they can do, "" if they are
// not.
func (v *View) tooMuch(sentence string, a engine.DesignAttempt) string {
	if !v.Attempts.overloads(a) {
		return ""
	}
	return v.T(sentence, strconv.Itoa(a.OverloadedNodes), strconv.Itoa(v.Attempts.load.Nodes))
}

// costOrWhy returns an attempt's read cost, or why it has none.
func (v *View) costOrWhy(a engine.DesignAttempt) string {
	if why := v.notCompared(a); why != "" {
		return why
	}
	return v.costText(a)
}

// said returns a sentence about the costs of an attempt.
func (v *View) said(a engine.DesignAttempt) string {
	cost, hot := "", ""
	if _, ok := v.costOf(a); ok && v.notCompared(a) == "" {
		cost = v.costText(a)
	}
	if a.Skew > 0 {
		hot = v.skewText(a)
	}
	return strings.TrimSpace(v.T("compare-said", v.attemptName(a), cost, v.notCompared(a), hot) + " " + v.tooMuch("compare-over", a))
}

// notCompared returns why an attempt has no read cost, "" if it has one.
func (v *View) notCompared(a engine.DesignAttempt) string {
	if len(a.Verdicts) == 0 {
		return v.T("attempt-unasked")
	}
	for _, q := range a.Verdicts {
		switch {
		case q.Table == "":
			return v.T("attempt-unanswered")
		case q.MissingRecordCount() > 0:
			return v.losses(a)
		}
	}
	return ""
}

// losses returns the text about the records that an attempt loses.
func (v *View) losses(a engine.DesignAttempt) string {
	lost := slices.Max(append(a.Lost, 0))
	if lost == 0 {
		return v.T("attempt-lossy")
	}
	return v.T("attempt-lossy", guessed(a)+v.Number(lost), v.Number(recordsOf(a)))
}

// recordsOf returns the number of records of an attempt's largest table.
func recordsOf(a engine.DesignAttempt) (records int64) {
	for _, d := range a.Designs {
		records = max(records, d.Records)
	}
	return records
}

func (v *View) attemptButtons(a engine.DesignAttempt) app.UI {
	if a.Current {
		return app.Div()
	}
	picked := slices.Contains(v.Attempts.Compared, a.State)
	return app.Div().Class("row").Body(
		v.Button(v.T("attempt-compare"), DesignCompareToggled{State: a.State}).Class("quiet").
			Attr("popovertarget", elementCompared).Attr("popovertargetaction", "show").
			Attr("aria-label", v.T("attempt-compared", figures.DesignLetter(a.Number))).Attr("aria-pressed", strconv.FormatBool(picked)),
	)
}

func (v *View) take(a engine.DesignAttempt) app.HTMLButton {
	if v.w.ReadOnly {
		return v.DisabledButton(v.T("attempt-take"))
	}
	return v.Kit.EngineButton(v.T("attempt-take"), DesignAdopted{State: a.State})
}

// elementCompared is the ID of the panel in which two designs are compared.
const elementCompared = "compared"

// compared draws two attempts side by side in a panel over the page. The buttons that pick
// attempts open the panel, which is hidden while it is empty.
func (v *View) compared() app.UI {
	panel := app.Div().Class("compared").ID(elementCompared).Attr("popover", "manual").Role("status").
		OnKeyDown(func(_ app.Context, e app.Event) {
			if e.Get("key").String() == "Escape" {
				v.Send(uncompared{})
			}
		})
	first, second, ok := v.Attempts.compared()
	if !ok {
		return panel
	}
	pair := []engine.DesignAttempt{first, second}
	head := []app.UI{app.Th().Scope("col").Text(v.T("compare-what"))}
	for _, a := range pair {
		act := app.Div().Class("row")
		if !a.Current {
			act = act.Body(v.take(a).
				Attr("aria-label", v.T("attempt-take-label", v.attemptName(a))))
		}
		head = append(head, app.Th().Scope("col").Body(app.Raw(`<div><b class="letter">`+keyhtml.EscapeHTML(v.attemptName(a))+`</b> `+v.designHTML(a)+`</div>`), act))
	}
	row := func(name string, says func(a engine.DesignAttempt) page.TableFigure, of func(a engine.DesignAttempt) (string, bool)) app.UI {
		cells := []app.UI{app.Th().Scope("row").Text(name)}
		for _, a := range pair {
			text, bad := of(a)
			cell := ui.WithFigureAttributes(app.Td(), says(a))
			if bad {
				cell = cell.Class("bad")
			}
			cells = append(cells, cell.Text(text))
		}
		return app.Tr().Body(cells...)
	}
	rows := []app.UI{}
	for i := range first.Verdicts {
		rows = append(rows, row(v.QuestionText(&v.Kit, first.Verdicts[i].Query), func(a engine.DesignAttempt) page.TableFigure { return v.scanned(a, i) },
			func(a engine.DesignAttempt) (string, bool) { return v.comparedQuery(a, i) }))
	}
	rows = append(rows,
		row(v.T("attempt-reads"), v.readCost, func(a engine.DesignAttempt) (string, bool) { return v.costOrWhy(a), false }),
		row(v.writes(), v.skew, func(a engine.DesignAttempt) (string, bool) { return v.skewText(a), false }),
		row(v.T("compare-bytes"), func(engine.DesignAttempt) page.TableFigure { return page.TableFigure{} },
			func(a engine.DesignAttempt) (string, bool) { return guessed(a) + v.size(a.Bytes), false }),
	)
	return panel.Body(
		v.Button("×", uncompared{}).Class("quiet shut").Attr("aria-label", v.T("close")),
		app.H3().Text(v.T("compare", v.attemptName(first), v.attemptName(second))),
		ui.Explanation(v.said(first)+" "+v.said(second)),
		app.Table().Class("plain").Body(app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...)),
	)
}

// scanned returns the figure of the rows that a question scans under an attempt. It is empty if
// the question has no answer, or the table was deleted.
func (v *View) scanned(a engine.DesignAttempt, i int) page.TableFigure {
	if i >= len(a.Verdicts) || !v.there(a.Verdicts[i].Table) {
		return page.TableFigure{}
	}
	return page.ScannedTableFigure(a.Verdicts[i], v.stateOf(a))
}

// comparedQuery returns the text about a question's cost under an attempt, and whether the cost
// is higher than it has to be.
func (v *View) comparedQuery(a engine.DesignAttempt, i int) (string, bool) {
	if i >= len(a.Verdicts) || a.Verdicts[i].Table == "" {
		return v.T("compare-none"), true
	}
	q := a.Verdicts[i]
	text := wording.AccessPath(v.Lang, q)
	if len(a.Designs) > 1 {
		text += " · " + v.T("compare-on", q.Table)
	}
	text += " · " + guessed(a) + v.CountText("compare-scanned", q.Stats.RowsScanned)
	if i < len(a.Growth) {
		if j, ok := figures.Project(q, a.Growth[i], projectedTimes); ok {
			text += " · " + v.T("compare-projected", v.Number(projectedTimes), v.about(j.Scanned))
		}
	}
	return text, !q.IsExact()
}
