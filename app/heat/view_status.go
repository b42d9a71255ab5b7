package heat

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/ui"
)

// DrawStatus draws one line with the result of the map, or the difference of two, and the slider
// over time.
func DrawStatus(v *View) app.UI { return ui.Memo(&v.Kit, v, (*View).status) }

// status draws the line of DrawStatus: the diagnosis or the difference, the latency, and the
// slider.
func (v *View) status() app.UI {
	m := v.Maps[0]
	if m == nil || v.PaintedMaps[0] == nil {
		return app.Div().Class("heat-status")
	}
	said, slow := v.diagnosed(0, m), app.Span().Class("heat-slow")
	switch {
	case m.Live:
		_, text, _ := v.diagnosis(m)
		said = app.P().Class("heat-diagnosis").Text(text)
	case v.Maps[1] != nil:
		said = app.P().Class("heat-diagnosis").Text(v.difference())
	default:
		slow = ui.WithFigureAttributes(slow, m.figure("p99", m.LatencyPercentiles[2], v.settings().table().Template)).Title(v.allTook(m)).Text("p99 " + v.took(m, 2))
	}
	return app.Div().Class("heat-status").Body(said, slow, v.helps(true), v.scrub(m), v.Button(v.T("heat-details"), detailsShown{}).Class("quiet"))
}

// scrub draws the slider over time.
func (v *View) scrub(m *Map) app.UI {
	moved := func(ctx app.Context, _ app.Event) {
		if column, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
			v.Send(scrubbed{Column: column})
		}
	}
	at := min(v.Cursor.Column, len(m.Columns)-1)
	name, text := v.T("heat-scrub"), v.T("heat-scrub-at", minuteOf(v.Lang, m, at), v.Number(m.Request.Minutes))
	if m.Live {
		name, text = v.T("heat-scrub-live"), whenOf(&v.Kit, m, at)
	}
	return app.Div().Class("heat-scrub").Body(
		app.Span().Class("label").Aria("hidden", "true").Text(text),
		// Each number of columns has a slider of its own: the browser would cut the new value
		// to the old maximum.
		ui.KeyedElement("scrub-"+strconv.Itoa(len(m.Columns)), app.Input().Type("range").ID("heat-scrub").Attr("aria-label", name).Attr("aria-valuetext", text).
			Min(0).Max(max(len(m.Columns)-1, 1)).Step(1).Value(at).OnInput(moved)),
	)
}

// difference returns the text that compares two maps.
func (v *View) difference() string {
	a, b := v.Maps[0], v.Maps[1]
	nodes := float64(max(len(a.Nodes), 1))
	percent := func(m *Map) string { return i18n.FormatPercent(v.Lang, m.Hottest/nodes) }
	key, less, more := "heat-alike", a, b
	switch ratio := a.Hottest / max(b.Hottest, 0.01); {
	case ratio > 1.1:
		key, less, more = "heat-differ", b, a
	case ratio < 1/1.1:
		key = "heat-differ"
	}
	return v.T(key, less.Template, percent(less), more.Template, percent(more), i18n.FormatThreeDigits(v.Lang, more.Hottest/max(less.Hottest, 0.01)))
}

// rate returns a number of operations a second: a whole number from 100 on, so that readers can
// add up the rates of their questions, and three digits below.
func (v *View) rate(rate float64) string {
	if rate < 100 {
		return i18n.FormatThreeDigits(v.Lang, rate)
	}
	return v.Number(int64(math.Round(rate)))
}
