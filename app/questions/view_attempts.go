package questions

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
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
	if len(points(all, v.rate)) == 0 {
		return ui.Explanation(v.pointless(all))
	}
	note := ""
	if allLose(all) {
		note = v.T("attempts-lossy")
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

// letter returns the short name of an attempt.
func letter(i int) string { return string(rune('A' + i)) }

// attemptName returns an attempt's letter, and a note if it is the present design.
func (v *View) attemptName(a engine.DesignAttempt) string {
	name := letter(slices.IndexFunc(v.Attempts.All, func(b engine.DesignAttempt) bool { return b.State == a.State }))
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
		return `<span class="label">` + ui.EscapeHTML(v.T("attempt-secret-key")) + `</span>`
	}
	var parts []string
	for _, d := range a.Designs {
		text := ui.KeyColoursOf(v.w.TableByName(d.Table)).TemplateHTML(d.Template)
		if len(a.Designs) > 1 {
			text = `<span class="label">` + ui.EscapeHTML(d.Table) + `</span> ` + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "<br>")
}

// attemptTable draws the attempts and references as a table, with notes on each.
func (v *View) attemptTable() app.UI {
	all, own := v.Attempts.withReferences(), len(v.Attempts.All)
	places := points(all, v.rate)
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
		name, row := `<b class="letter">`+letter(i)+`</b>`, app.Tr()
		if i >= own {
			marks = append(marks, v.T("attempt-reference"))
			name = `<b class="square">□ ` + ui.EscapeHTML(v.reference(a.Name)) + `</b><br>`
			row = row.DataSet("reference", a.Name)
		} else {
			row = row.DataSet("attempt", letter(i))
		}
		if slices.ContainsFunc(places, func(q point) bool { return q.At == i && q.Best }) {
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
			buttons = v.attemptButtons(i, a)
		}
		rows = append(rows, row.Body(
			app.Th().Scope("row").Body(app.Raw(
				`<div>`+name+` `+v.designHTML(a)+`<br><span class="label">`+ui.EscapeHTML(strings.Join(marks, " · "))+`</span></div>`)),
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
	return readCost(a, v.rate, allLose(v.Attempts.withReferences()))
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
		return guessed(a) + i18n.FormatRatio(v.Lang, nearSkew(a.Skew))
	}
	return "–"
}

// tooMuch returns a sentence that the nodes are asked for more than they can do, "" if they are
// not.
func (v *View) tooMuch(sentence string, a engine.DesignAttempt) string {
	if a.OverloadedNodes == 0 || v.Attempts.load == nil {
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

func (v *View) attemptButtons(i int, a engine.DesignAttempt) app.UI {
	if a.Current {
		return app.Div()
	}
	picked := slices.Contains(v.Attempts.Compared, a.State)
	return app.Div().Class("row").Body(
		v.Button(v.T("attempt-compare"), DesignCompareToggled{State: a.State}).Class("quiet").
			Attr("popovertarget", elementCompared).Attr("popovertargetaction", "show").
			Attr("aria-label", v.T("attempt-compared", letter(i))).Attr("aria-pressed", strconv.FormatBool(picked)),
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
		head = append(head, app.Th().Scope("col").Body(app.Raw(`<div><b class="letter">`+ui.EscapeHTML(v.attemptName(a))+`</b> `+v.designHTML(a)+`</div>`), act))
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
	text := v.path(q)
	if len(a.Designs) > 1 {
		text += " · " + v.T("compare-on", q.Table)
	}
	text += " · " + guessed(a) + v.CountText("compare-scanned", q.Stats.RowsScanned)
	if i < len(a.Growth) {
		if j, ok := project(q, a.Growth[i]); ok {
			text += " · " + v.T("compare-projected", v.Number(projectedTimes), v.about(j.Scanned))
		}
	}
	return text, !q.IsExact()
}

// The size of the plane's picture, and the margins around its axes.
const (
	planeWidth, planeHeight = 236, 126
	planeLeft, planeRight   = 26, 14
	planeTop, planeBottom   = 24, 36
)

// plane returns the attempts as points in an SVG picture. Points at the same place share one
// mark with all their letters. Best points are filled diamonds, others hollow circles, and
// references squares with names; a line joins the points of the front, and the present design
// has a ring. Screen readers skip the picture, since the table beside it has everything.
func (v *View) plane(all []engine.DesignAttempt) string {
	places := points(all, v.rate)
	most := 10.0
	for _, q := range places {
		most = max(most, q.Cost)
	}
	_, top := ui.DecadeExponents(1, int64(math.Ceil(most)))
	right, bottom := float64(planeWidth-planeRight), float64(planeHeight-planeBottom)
	x := func(cost float64) float64 {
		return planeLeft + 14 + (right-planeLeft-28)*math.Log10(max(cost, 1))/top
	}
	y := func(skew float64) float64 {
		return bottom - 12 - (bottom-planeTop-20)*(min(max(skew, 1), engine.SkewNodes)-1)/(engine.SkewNodes-1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="plot plane" viewBox="0 0 %d %d" aria-hidden="true" focusable="false">`, planeWidth, planeHeight)
	for power := 0.0; power <= top; power += math.Max(1, math.Ceil(top/5)) {
		rows := math.Pow(10, power)
		fmt.Fprintf(&b, `<path class="tick" d="M%.1f %dV%.0f"/><text x="%.1f" y="%.0f" text-anchor="middle">%s</text>`, x(rows), planeTop, bottom, x(rows), bottom+15, ui.EscapeHTML(v.Number(int64(rows))))
	}
	for _, skew := range []int{1, 4, engine.SkewNodes} {
		fmt.Fprintf(&b, `<path class="tick" d="M%d %.1fH%.0f"/><text x="%d" y="%.1f" text-anchor="end">%d</text>`, planeLeft, y(float64(skew)), right, planeLeft-7, y(float64(skew))+4, skew)
	}
	fmt.Fprintf(&b, `<path class="axis" fill="none" d="M%d %dV%.0fH%.0f"/>`, planeLeft, planeTop, bottom, right)
	fmt.Fprintf(&b, `<text x="%.0f" y="%d" text-anchor="end">%s</text><text x="4" y="14">%s</text>`, right, planeHeight-6, ui.EscapeHTML(v.T("attempts-x")), ui.EscapeHTML(v.T("attempts-y")))
	front := ""
	for _, q := range places {
		if q.Front {
			front += fmt.Sprintf("%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[front == ""], x(q.Cost), y(q.Skew))
		}
	}
	fmt.Fprintf(&b, `<path class="front" d="%s"/>`, front)
	lossy := allLose(all)
	// The best designs are drawn last, over others at the same place.
	places = slices.Clone(places)
	base.SortStable(places, func(p, q point) int {
		if p.Best == q.Best {
			return 0
		}
		if p.Best {
			return 1
		}
		return -1
	})
	placed, named, letters := [][2]float64{}, map[int]string{}, map[int]string{}
	for _, q := range places {
		cx, cy := x(q.Cost), y(q.Skew)
		placed = append(placed, [2]float64{cx, cy})
		marked, ends := v.says(all[q.At])
		b.WriteString(marked)
		if all[q.At].Current {
			fmt.Fprintf(&b, `<circle class="ring" r="11" cx="%.1f" cy="%.1f"/>`, cx, cy)
		}
		if q.At >= len(v.Attempts.All) {
			fmt.Fprintf(&b, `<path class="reference" d="M%.1f %.1fh10v10h-10Z"/>`, cx-5, cy-5)
			i := slices.IndexFunc(placed[:len(placed)-1], func(o [2]float64) bool { return o == [2]float64{cx, cy} })
			if i < 0 || named[i] == "" {
				i = len(placed) - 1
			}
			named[i] = joined(named[i], v.reference(all[q.At].Name))
			b.WriteString(ends)
			continue
		}
		switch {
		case q.Best:
			fmt.Fprintf(&b, `<path class="best" d="M%.1f %.1fl6.5 6.5l-6.5 6.5l-6.5 -6.5Z"/>`, cx, cy-6.5)
		default:
			class := "other"
			if lossy {
				class += " lossy"
			}
			fmt.Fprintf(&b, `<circle class="%s" r="5" cx="%.1f" cy="%.1f"/>`, class, cx, cy)
		}
		b.WriteString(ends)
		// A letter that would overlap another mark's letter joins it.
		i := slices.IndexFunc(placed, func(o [2]float64) bool { return math.Abs(o[0]-cx) < 10 && math.Abs(o[1]-cy) < 13 })
		for letters[i] == "" && i < len(placed)-1 {
			i++
		}
		letters[i] = joined(letters[i], letter(q.At))
	}
	for i, text := range letters {
		fmt.Fprintf(&b, `<text class="letter" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, placed[i][0], placed[i][1]-13, text)
	}
	planeNames(&b, placed, named)
	b.WriteString(`</svg>`)
	return b.String()
}

// says returns the tags that begin and end the groups with a point's figure attributes.
func (v *View) says(a engine.DesignAttempt) (begin, end string) {
	for _, f := range []page.TableFigure{v.readCost(a), v.skew(a)} {
		if f.Table != "" {
			begin, end = begin+`<g`+ui.FigureDataAttributes(f)+`>`, end+`</g>`
		}
	}
	return begin, end
}

// joined adds a name to a list of names, unless it is there already.
func joined(names, name string) string {
	switch {
	case names == "":
		return name
	case slices.Contains(strings.Split(names, ", "), name):
		return names
	}
	return names + ", " + name
}

// planeNames writes names beside their marks, or above them with a line, where there is room.
func planeNames(b *strings.Builder, marks [][2]float64, names map[int]string) {
	const wide, high = 5.8, 12 // about the width of a letter, and the height of a line
	type box struct{ left, top, right, bottom float64 }
	var taken []box
	for i, m := range marks {
		top := m[1] - 9
		if names[i] == "" {
			top = m[1] - 23 // room for its letter
		}
		taken = append(taken, box{m[0] - 9, top, m[0] + 9, m[1] + 9})
	}
	for i, m := range marks {
		if names[i] == "" {
			continue
		}
		width := wide * float64(utf8.RuneCountInString(names[i]))
		free := func(left, middle float64) bool {
			at := box{left, middle - high/2, left + width, middle + high/2}
			if left < planeLeft || at.right > planeWidth || slices.ContainsFunc(taken, func(o box) bool {
				return at.left < o.right && o.left < at.right && at.top < o.bottom && o.top < at.bottom
			}) {
				return false
			}
			taken = append(taken, at)
			fmt.Fprintf(b, `<text class="name" x="%.1f" y="%.1f">%s</text>`, left, middle+4, ui.EscapeHTML(names[i]))
			return true
		}
		if free(m[0]+10, m[1]) || free(m[0]-10-width, m[1]) {
			continue
		}
		left := min(max(m[0]-width/2, planeLeft), planeWidth-width)
		for y := m[1] - 16; y > 0; y -= high {
			if free(left, y) {
				fmt.Fprintf(b, `<path class="tick" d="M%.1f %.1fV%.1f"/>`, m[0], m[1]-6, y+high/2)
				break
			}
		}
	}
}
