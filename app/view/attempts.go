package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
)

// attempts draws the designs there have been by what reads cost and where writes
// go: as a picture, and as a table from which two can be compared.
func (p *drawing) attempts() app.UI {
	a := &p.st.Work.Attempts
	body := app.P().Class("example").Text(p.t("attempts-waiting"))
	switch {
	case len(a.All) == 1 && len(a.References) == 0 && p.st.Work.Fresh():
		body = app.P().Class("example").Text(p.t("attempts-one"))
	case len(a.All) > 1 || len(a.References) > 0:
		how := p.t("attempts-how", strconv.Itoa(engine.WeighedNodes), strconv.Itoa(engine.WeighedMinutes))
		if len(a.References) > 0 {
			how = p.t("attempts-references") + " " + how
		}
		return app.Section().Class("attempts").Attr("aria-label", p.t("attempts")).Body(
			app.H2().Text(p.t("attempts")),
			app.P().Class("example").Text(p.t("attempts-text")),
			app.Div().Class("halves").Body(
				app.Div().Body(p.picture(), app.P().Class("example").Text(how)),
				p.attemptTable(),
			),
			p.compared(),
		)
	}
	return app.Section().Class("attempts").Attr("aria-label", p.t("attempts")).Body(app.H2().Text(p.t("attempts")), body)
}

// picture draws the attempts that have a place on it.
func (p *drawing) picture() app.UI {
	all := p.st.Work.Attempts.WithReferences()
	if len(model.Points(all)) == 0 {
		return app.P().Class("example").Text(p.t("attempts-few", p.n(engine.WeighedLeast)))
	}
	return app.Div().Body(app.Raw(p.plane(all)))
}

// letter returns the short name of an attempt.
func letter(i int) string { return string(rune('A' + i)) }

// attemptName returns an attempt's letter, and that it is the one of now.
func (p *drawing) attemptName(a engine.Attempt) string {
	name := letter(slices.IndexFunc(p.st.Work.Attempts.All, func(b engine.Attempt) bool { return b.State == a.State }))
	if a.Now {
		name += " (" + p.t("attempt-now") + ")"
	}
	return name
}

// designHTML draws the templates of an attempt.
func (p *drawing) designHTML(a engine.Attempt) string {
	var parts []string
	for _, d := range a.Designs {
		text := ui.PaletteOf(p.info(d.Table)).TemplateHTML(d.Template)
		if len(a.Designs) > 1 {
			text = `<span class="label">` + ui.Escape(d.Table) + `</span> ` + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "<br>")
}

func (p *drawing) attemptTable() app.UI {
	all, own := p.st.Work.Attempts.WithReferences(), len(p.st.Work.Attempts.All)
	points := model.Points(all)
	head := []app.UI{app.Th().Scope("col").Text(p.t("attempt"))}
	for _, key := range []string{"attempt-reads", "attempt-writes"} {
		head = append(head, app.Th().Scope("col").Class("num").Text(p.t(key)))
	}
	head = append(head, app.Th().Scope("col").Text(p.t("attempt-act")))
	rows := []app.UI{}
	for i, a := range all {
		marks := []string{}
		if a.Now {
			marks = append(marks, p.t("attempt-now"))
		}
		name, row := `<b class="letter">`+letter(i)+`</b>`, app.Tr()
		if i >= own {
			marks = append(marks, p.t("attempt-reference"))
			name = `<b class="square">□ ` + ui.Escape(p.st.Lesson.Reference(a.Named)) + `</b><br>`
			row = row.DataSet("reference", a.Named)
		} else {
			row = row.DataSet("attempt", letter(i))
		}
		if slices.ContainsFunc(points, func(q model.Point) bool { return q.At == i && q.Best }) {
			marks = append(marks, p.t("attempt-best"))
		}
		if why := p.unweighed(a); why != "" {
			marks = append(marks, why)
		}
		records := int64(0)
		for _, d := range a.Designs {
			records = max(records, d.Records)
		}
		marks = append(marks, p.count("attempt-records", records))
		if a.State >= engine.FigureState {
			marks = append(marks, p.t("attempt-measured"))
		}
		if a.Now {
			row = row.Class("now")
		}
		buttons := app.UI(app.Div())
		if i < own {
			buttons = p.attemptButtons(i, a)
		}
		rows = append(rows, row.Body(
			app.Th().Scope("row").Body(app.Raw(
				`<div>`+name+` `+p.designHTML(a)+`<br><span class="label">`+ui.Escape(strings.Join(marks, " · "))+`</span></div>`)),
			app.Td().Class("num").Text(p.readCost(a)),
			app.Td().Class("num").Text(p.writeSkew(a)),
			app.Td().Body(buttons),
		))
	}
	return app.Div().Body(app.Table().Class("plain attempt-list").Attr("aria-label", p.t("attempts")).Body(
		app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...)))
}

func (p *drawing) readCost(a engine.Attempt) string {
	if cost, ok := model.ReadCost(a); ok {
		return ratio(cost)
	}
	return "–"
}

func (p *drawing) writeSkew(a engine.Attempt) string {
	if a.Skew > 0 {
		return ratio(model.NearSkew(a.Skew))
	}
	return "–"
}

// unweighed says why an attempt has no read cost.
func (p *drawing) unweighed(a engine.Attempt) string {
	for _, v := range a.Verdicts {
		switch {
		case v.Table == "":
			return p.t("attempt-unanswered")
		case v.Stats.RowsReturned < v.Wanted:
			return p.t("attempt-lossy")
		}
	}
	return ""
}

func (p *drawing) attemptButtons(i int, a engine.Attempt) app.UI {
	if a.Now {
		return app.Div()
	}
	picked := slices.Contains(p.st.Work.Attempts.Picked, a.State)
	return app.Div().Class("row").Body(
		p.button(p.t("attempt-compare"), model.AttemptPicked{State: a.State}).Class("quiet").
			Attr("aria-label", p.t("attempt-compared", letter(i))).Attr("aria-pressed", strconv.FormatBool(picked)),
	)
}

// compared draws two attempts side by side.
func (p *drawing) compared() app.UI {
	first, second, ok := p.st.Work.Attempts.Compared()
	if !ok {
		return app.Div().Class("compared").Role("status")
	}
	pair := []engine.Attempt{first, second}
	head := []app.UI{app.Th().Scope("col").Text(p.t("compare-what"))}
	for _, a := range pair {
		act := app.Div().Class("row")
		if !a.Now {
			act = act.Body(p.moveButton("attempt-take", p.idle(), model.AttemptTaken{State: a.State}).(app.HTMLButton).
				Attr("aria-label", p.t("attempt-take-label", p.attemptName(a))))
		}
		head = append(head, app.Th().Scope("col").Body(app.Raw(`<div><b class="letter">`+ui.Escape(p.attemptName(a))+`</b> `+p.designHTML(a)+`</div>`), act))
	}
	row := func(name string, of func(a engine.Attempt) (string, bool)) app.UI {
		cells := []app.UI{app.Th().Scope("row").Text(name)}
		for _, a := range pair {
			text, bad := of(a)
			cell := app.Td()
			if bad {
				cell = cell.Class("bad")
			}
			cells = append(cells, cell.Text(text))
		}
		return app.Tr().Body(cells...)
	}
	rows := []app.UI{}
	for i := range first.Verdicts {
		rows = append(rows, row(p.queryText(first.Verdicts[i].Query), func(a engine.Attempt) (string, bool) { return p.comparedQuery(a, i) }))
	}
	rows = append(rows,
		row(p.t("attempt-reads"), func(a engine.Attempt) (string, bool) { return p.readCost(a), false }),
		row(p.t("attempt-writes"), func(a engine.Attempt) (string, bool) { return p.writeSkew(a), false }),
		row(p.t("compare-bytes"), func(a engine.Attempt) (string, bool) { return p.bytes(a.Bytes), false }),
	)
	return app.Div().Class("compared").Role("status").Body(
		app.H3().Text(p.t("compare", p.attemptName(first), p.attemptName(second))),
		app.P().Class("example").Text(p.t("compare-said",
			p.attemptName(first), p.readCost(first), p.writeSkew(first), p.attemptName(second), p.readCost(second), p.writeSkew(second))),
		app.Table().Class("plain").Body(app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...)),
	)
}

// comparedQuery says what a query costs under an attempt, and whether it is more
// than has to be.
func (p *drawing) comparedQuery(a engine.Attempt, i int) (string, bool) {
	if i >= len(a.Verdicts) || a.Verdicts[i].Table == "" {
		return p.t("compare-none"), true
	}
	v := a.Verdicts[i]
	text := p.path(v) + " · " + p.count("compare-scanned", v.Stats.RowsScanned)
	if i < len(a.Growth) {
		if j, ok := model.Project(v, a.Growth[i]); ok {
			text += " · " + p.t("compare-projected", p.n(model.ProjectedTimes), p.about(j.Scanned))
		}
	}
	return text, !v.Exact()
}

// The picture's drawing area within its viewBox.
const (
	planeWidth, planeHeight = 420, 250
	planeLeft, planeRight   = 44, 24
	planeTop, planeBottom   = 26, 40
)

// plane draws the attempts as points. Those that none beats are filled diamonds on a
// line, the others hollow circles; that of now has a ring. References are squares with
// their names. All of it stands in the table beside it too, so a screen reader passes
// the picture over.
func (p *drawing) plane(all []engine.Attempt) string {
	points := model.Points(all)
	most := 10.0
	for _, q := range points {
		most = max(most, q.Cost)
	}
	_, top := decades(1, int64(math.Ceil(most)))
	right, bottom := float64(planeWidth-planeRight), float64(planeHeight-planeBottom)
	x := func(cost float64) float64 {
		return planeLeft + 14 + (right-planeLeft-28)*math.Log10(max(cost, 1))/top
	}
	y := func(skew float64) float64 {
		return bottom - 12 - (bottom-planeTop-20)*(min(max(skew, 1), engine.WeighedNodes)-1)/(engine.WeighedNodes-1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="plot plane" viewBox="0 0 %d %d" aria-hidden="true" focusable="false">`, planeWidth, planeHeight)
	for power := 0.0; power <= top; power += math.Max(1, math.Ceil(top/5)) {
		v := math.Pow(10, power)
		fmt.Fprintf(&b, `<path class="tick" d="M%.1f %dV%.0f"/><text x="%.1f" y="%.0f" text-anchor="middle">%s</text>`, x(v), planeTop, bottom, x(v), bottom+15, ui.Escape(p.n(int64(v))))
	}
	for _, skew := range []int{1, 2, 4, engine.WeighedNodes} {
		fmt.Fprintf(&b, `<path class="tick" d="M%d %.1fH%.0f"/><text x="%d" y="%.1f" text-anchor="end">%d</text>`, planeLeft, y(float64(skew)), right, planeLeft-7, y(float64(skew))+4, skew)
	}
	fmt.Fprintf(&b, `<path class="axis" fill="none" d="M%d %dV%.0fH%.0f"/>`, planeLeft, planeTop, bottom, right)
	fmt.Fprintf(&b, `<text x="%.0f" y="%d" text-anchor="end">%s</text><text x="4" y="14">%s</text>`, right, planeHeight-6, ui.Escape(p.t("attempts-x")), ui.Escape(p.t("attempts-y")))
	front := ""
	for _, q := range points {
		if q.Best {
			front += fmt.Sprintf("%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[front == ""], x(q.Cost), y(q.Skew))
		}
	}
	fmt.Fprintf(&b, `<path class="front" d="%s"/>`, front)
	placed, named := [][2]float64{}, map[int]string{}
	for _, q := range points {
		cx, cy := x(q.Cost), y(q.Skew)
		for slices.ContainsFunc(placed, func(o [2]float64) bool { return math.Abs(o[0]-cx) < 15 && math.Abs(o[1]-cy) < 13 }) {
			cx += 15 // what is equal stands beside the other
		}
		placed = append(placed, [2]float64{cx, cy})
		if all[q.At].Now {
			fmt.Fprintf(&b, `<circle class="ring" r="11" cx="%.1f" cy="%.1f"/>`, cx, cy)
		}
		if q.At >= len(p.st.Work.Attempts.All) {
			fmt.Fprintf(&b, `<path class="reference" d="M%.1f %.1fh10v10h-10Z"/>`, cx-5, cy-5)
			named[len(placed)-1] = p.st.Lesson.Reference(all[q.At].Named)
			continue
		}
		if q.Best {
			fmt.Fprintf(&b, `<path class="best" d="M%.1f %.1fl6.5 6.5l-6.5 6.5l-6.5 -6.5Z"/>`, cx, cy-6.5)
		} else {
			fmt.Fprintf(&b, `<circle class="other" r="5" cx="%.1f" cy="%.1f"/>`, cx, cy)
		}
		fmt.Fprintf(&b, `<text class="letter" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, cx, cy-13, letter(q.At))
	}
	planeNames(&b, placed, named)
	b.WriteString(`</svg>`)
	return b.String()
}

// planeNames writes the names of marks beside them, or above with a line to each, where
// neither another mark nor a name stands.
func planeNames(b *strings.Builder, marks [][2]float64, names map[int]string) {
	const wide, high = 5.8, 12 // of a letter and a line, about
	type box struct{ left, top, right, bottom float64 }
	var taken []box
	for i, m := range marks {
		top := m[1] - 9
		if names[i] == "" {
			top = m[1] - 23 // its letter
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
			fmt.Fprintf(b, `<text class="name" x="%.1f" y="%.1f">%s</text>`, left, middle+4, ui.Escape(names[i]))
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
