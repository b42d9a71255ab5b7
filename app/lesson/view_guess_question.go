package lesson

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// compared draws a guess, and what was measured once that is known.
func (v *View) compared(q lessons.Question, said string) app.UI {
	was, found := v.st.Lesson.Progress.MeasuredAnswer(q.ID)
	parts := []app.UI{v.twoLines(q, said, was, found)}
	switch {
	case said == lessons.SkippedAnswer:
		return app.Div().Class("guessed").Body(parts...)
	case !found && q.IsAboutDesign():
		return app.Div().Class("guessed").Body(parts...)
	case !found:
		return app.Div().Class("guessed").Body(append(parts, ui.SmallPrint(v.T("guess-kept")))...)
	}
	if picture := v.pictured(q, said, was); picture != "" {
		parts = append(parts, app.Raw(picture))
	}
	if why := q.ExplainWrongAnswer(said); why != "" && (!met(q, said, was) || v.st.Lesson.Lesson.Path) {
		parts = append(parts, app.Div().Class("prose").Body(app.Raw(why)))
	}
	return app.Div().Class("guessed").Body(parts...)
}

// twoLines draws a guess and the measured value as two lines of text.
func (v *View) twoLines(q lessons.Question, said, was string, found bool) app.UI {
	line := func(name, value string) []app.UI {
		return []app.UI{app.Dt().Text(v.T(name)), app.Dd().Text(v.valueText(q, value))}
	}
	name := "guess-was"
	if q.IsOnDesignSheet() {
		name = "sheet-reference"
	}
	items := line("guess-said", said)
	if said == lessons.SkippedAnswer {
		items = []app.UI{app.Dt().Text(v.T("guess-left-out")), app.Dd()}
	}
	if found {
		items = append(items, line(name, was)...)
	}
	return app.Dl().Body(items...)
}

// met reports whether a guess is right. For a mark, the measured value is a range of places.
func met(q lessons.Question, said, was string) bool {
	if q.Kind != lessons.MarkPlace {
		return said == was
	}
	of, between := numbers(said), numbers(strings.Replace(was, "-", ",", 1))
	return len(of) == 1 && len(between) == 2 && between[0] <= of[0] && of[0] <= between[1]
}

// valueText returns the value of an answer as the reader reads it.
func (v *View) valueText(q lessons.Question, value string) string {
	tenth := func(n int64) string { return i18n.FormatDecimal(v.Lang, float64(n)/10) }
	switch q.Kind {
	case lessons.PutInOrder:
		return strings.ReplaceAll(value, ",", ", ")
	case lessons.MarkPlace:
		if of := numbers(strings.Replace(value, "-", ",", 1)); len(of) == 2 {
			return v.T("guess-places", tenth(of[0]), tenth(of[1]))
		} else if len(of) == 1 {
			return v.T("guess-place", tenth(of[0]))
		}
	case lessons.EnterNumber, lessons.SketchCurve:
		var out []string
		for _, n := range numbers(value) {
			out = append(out, v.Number(n))
		}
		if len(out) > 0 {
			return strings.Join(out, ", ")
		}
	}
	for _, c := range q.Choices {
		if c.Value == value {
			return c.Text
		}
	}
	return value
}

// pictured returns an image, as HTML, of a guess and the measured value on one scale; "" if
// the question has no scale.
func (v *View) pictured(q lessons.Question, said, was string) string {
	a, b := numbers(said), numbers(strings.Replace(was, "-", ",", 1))
	switch {
	case q.IsOnDesignSheet():
	case q.Kind == lessons.EnterNumber && len(a) == 1 && len(b) == 1:
		most := float64(max(a[0], b[0], 1))
		bar := func(y int, class string, n int64) string {
			return fmt.Sprintf(`<rect class="%s" y="%d" width="%.1f" height="8"/>`, class, y, max(100*float64(n)/most, 0.5))
		}
		return `<svg class="bars" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">` + bar(0, "said", a[0]) + bar(11, "was", b[0]) + `</svg>`
	case q.Kind == lessons.MarkPlace && len(a) == 1 && len(b) == 2:
		return fmt.Sprintf(`<svg class="bars place" viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">`+
			`<rect class="all" width="1000" height="20"/><rect class="was" x="%d" width="%d" height="20"/><rect class="said" x="%d" width="6" height="20"/></svg>`,
			b[0], max(b[1]-b[0], 4), min(a[0], 994))
	case q.Kind == lessons.SketchCurve && len(a) == len(q.Sizes) && len(b) == len(a):
		top := sketchTop(q, b)
		return `<div class="sketch">` + sketchLines(q, top, a, b) + `</div>`
	}
	return ""
}

// guesses draws all guesses of the lesson that can be compared, nil if there is none.
func (v *View) guesses() []app.UI {
	var out []app.UI
	for _, s := range v.st.Lesson.Lesson.Steps {
		for _, q := range s.Asks {
			said, given := v.st.Lesson.Progress.AnswerTo(q.ID)
			was, found := v.st.Lesson.Progress.MeasuredAnswer(q.ID)
			if q.Guess && given && found && said != lessons.SkippedAnswer {
				out = append(out, app.Li().Body(app.P().Text(q.Text), v.twoLines(q, said, was, true), app.Raw("<div>"+v.pictured(q, said, was)+"</div>")))
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return []app.UI{app.H3().Text(v.T("debrief-guessed")), app.Ul().Class("guesses").Body(out...)}
}

// mark draws a strip of the table with a mark that the reader moves. The browser's field
// counts in per cent, the answer in thousandths.
func (v *View) mark(q lessons.Question) app.UI {
	at := v.st.Lesson.Answers[q.ID]
	of := numbers(at)
	if len(of) != 1 {
		of, at = []int64{markAt}, strconv.Itoa(markAt)
	}
	put := func(ctx app.Context, _ app.Event) {
		if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
			v.Send(AnswerTyped{Question: q.ID, Value: strconv.Itoa(10 * n)})
		}
	}
	return app.Div().Class("strip-mark").Body(
		app.Input().Type("range").ID("answer-"+q.ID).Min(0).Max(100).Step(1).Value(of[0]/10).Attr("aria-label", q.Text).
			Attr("aria-valuetext", v.valueText(q, at)).OnInput(put, q.ID),
		app.Div().Class("label").Body(app.Span().Text(v.T("guess-first-row")), app.Span().Text(v.valueText(q, at)), app.Span().Text(v.T("guess-last-row"))),
	)
}

// sketch draws a plot with a point for each size, which the reader moves up and down.
func (v *View) sketch(q lessons.Question) app.UI {
	line := sketch(v.st.Lesson, q)
	top := sketchTop(q, nil)
	points := []app.UI{}
	for i, n := range q.Sizes {
		put := func(ctx app.Context, _ app.Event) {
			if step, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
				v.Send(sketched{q.ID, i, step})
			}
		}
		points = append(points, app.Label().Body(
			app.Input().Type("range").Min(0).Max(top).Step(1).Value(int(math.Round(place(line[i])))).
				Attr("aria-label", v.T("guess-at-size", v.Number(n))).Attr("aria-valuetext", v.Number(line[i])).OnInput(put, q.ID, i),
			app.B().Text(v.Number(line[i])),
			ui.Label(v.Number(n)),
		))
	}
	return app.Div().Class("sketch draws").Body(
		app.Div().Class("label").Text(v.T("plot-y")),
		app.Div().Class("sketch-field").Body(
			app.Raw(sketchLines(q, top, line, nil)),
			app.Div().Class("sketch-points").Body(points...),
		),
		app.Div().Class("label").Text(v.T("plot-x")),
	)
}

// sketchTop returns the top of the scale of a drawn line, in steps. It is a power of ten
// that no value exceeds.
func sketchTop(q lessons.Question, was []int64) int {
	most := slices.Max(append(slices.Clone(q.Sizes), was...))
	return stepsADecade * int(math.Ceil(math.Log10(float64(max(most, 10)))))
}

// sketchLines returns an image, as HTML, of the line that the reader has drawn and of the
// measured one, if that is not nil.
func sketchLines(q lessons.Question, top int, said, was []int64) string {
	draw := func(class string, of []int64) string {
		points := ""
		for i, n := range of {
			points += fmt.Sprintf("%.1f,%.1f ", 100*(float64(i)+0.5)/float64(len(q.Sizes)), 100*(1-place(n)/float64(top)))
		}
		return `<polyline class="` + class + `" points="` + keyhtml.EscapeHTML(points) + `"/>`
	}
	out := `<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">`
	if was != nil {
		out += draw("was", was)
	}
	return out + draw("said", said) + `</svg>`
}
