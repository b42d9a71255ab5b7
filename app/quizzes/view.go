package quizzes

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/app/wording"
	"tabletop/engine/rowkey"
	"tabletop/lessons/quiz"
)

// View holds all values that quizzes are drawn from.
type View struct {
	ui.Kit
	State
	st *page.State
}

// NewView collects what quizzes are drawn from.
func NewView(k *ui.Kit, st *page.State, s State) *View { return &View{Kit: *k, State: s, st: st} }

// Draw draws the quiz under way, or the offer of one that is due.
func (v *View) Draw() app.UI {
	if !v.InBrowser {
		return app.Div()
	}
	if v.Slug != "" {
		return app.Section().Class("quiz panel").Attr("aria-label", v.T("quiz-title")).Body(v.quiz()...)
	}
	lessons := due(v.st)
	if len(lessons) == 0 || v.Postponed {
		return app.Div()
	}
	more := ""
	if n := len(lessons) - 1; n > 0 {
		more = " " + v.CountText("quiz-more", int64(n))
	}
	return app.Section().Class("quiz panel due").Attr("aria-label", v.T("quiz-title")).Body(
		app.H2().Text(v.T("quiz-title")),
		app.P().Text(v.T("quiz-offer", lessons[0].Title)+more),
		app.Div().Class("row").Body(
			v.Button(v.T("quiz-start"), started{lessons[0].Slug}).Class("primary"),
			v.Button(v.T("quiz-later"), postponed{}).Class("quiet"),
		),
	)
}

// title returns the title of the lesson that the quiz is about.
func (v *View) title() string {
	for _, c := range v.st.Catalog {
		if c.Slug == v.Slug {
			return c.Title
		}
	}
	return v.Slug
}

// quiz draws the shown exercise, or the result.
func (v *View) quiz() []app.UI {
	e, ok := v.shown()
	if !ok {
		return v.result()
	}
	n := len(v.Answers)
	if !v.Checked {
		n++
	}
	action := v.Button(v.T("check"), checked{}).Class("primary")
	if v.Checked {
		action = v.Button(v.T("quiz-next"), wentOn{}).Class("primary")
	}
	return []app.UI{
		app.P().Class("crumb").Text(v.T("quiz-place", v.title(), strconv.Itoa(n), strconv.Itoa(len(v.Exercises)))),
		app.H2().ID(elementQuiz).TabIndex(-1).Body(app.Raw(v.question(e))),
		ui.KeyedElement("exercise-"+strconv.Itoa(n), v.data(e), v.answer(e), app.Div().Role("status").Body(v.said(e))),
		app.Div().Class("row").Body(action, v.Button(v.T("quiz-stop"), closed{}).Class("quiet")),
	}
}

// question returns the question of an exercise as HTML, its template and key coloured.
func (v *View) question(e quiz.Exercise) string {
	args := append([]string{v.colours(e).TemplateHTML(e.Template)}, escaped(e.Args)...)
	if len(e.Query.Where) > 0 {
		args = append(args, `<i>`+keyhtml.EscapeHTML(wording.QueryText(v.Lang, e.Query))+`</i>`)
	}
	return `<span>` + v.T("quiz-q-"+quiz.Words[e.Kind], args...) + `</span>`
}

func escaped(args []string) (out []string) {
	for _, a := range args {
		out = append(out, `<code>`+keyhtml.EscapeHTML(a)+`</code>`)
	}
	return out
}

// colours returns the colours of an exercise's keys.
func (v *View) colours(e quiz.Exercise) keyhtml.KeyColours {
	t, err := rowkey.Parse(e.Template)
	if err != nil {
		t = nil
	}
	return keyhtml.KeyColours{Template: t, Fields: e.Fields}
}

// data draws the rows of the exercise, or its lines. Once it is answered, the rows show what the read
// does with them.
func (v *View) data(e quiz.Exercise) app.UI {
	var items []app.UI
	colours := v.colours(e)
	for _, r := range e.Rows {
		items = append(items, app.Li().Class(ui.ReadClass(v.Checked && r.Scanned, r.Returned)).Body(app.Raw(colours.KeyHTML(r.Key))))
	}
	for _, line := range e.Lines {
		if e.Kind == quiz.CellsKept {
			day, value, _ := strings.Cut(line, "  ")
			line = v.T("quiz-day", day, value)
		}
		items = append(items, app.Li().Text(line))
	}
	return app.Ul().Class("quiz-data").Hidden(len(items) == 0).Body(items...)
}

// answer draws the choices of an exercise, or its field.
func (v *View) answer(e quiz.Exercise) app.UI {
	to := v.To
	if len(e.Choices) == 0 {
		field := app.Input().Type("text").Class("number").ID("quiz-answer").Attr("inputmode", "numeric").Attr("autocomplete", "off").
			Attr("aria-label", v.T("quiz-answer")).ReadOnly(v.Checked).
			OnInput(func(ctx app.Context, _ app.Event) { to.Send(typed{ctx.JSSrc().Get("value").String()}) }).
			OnKeyDown(func(_ app.Context, ev app.Event) {
				if ev.Get("key").String() == "Enter" {
					ev.PreventDefault()
					to.Send(checked{})
				}
			})
		if v.Typed == "" {
			field = field.Value("")
		}
		return app.Div().Class("row").Body(field)
	}
	var items []app.UI
	for i, c := range e.Choices {
		cost := app.UI(app.Span().Hidden(true))
		class := "choice"
		if v.Checked {
			if c == e.Right {
				class += " right"
			}
			if i < len(e.Costs) {
				cost = ui.Label(v.CountText("quiz-scanned", e.Costs[i]))
			}
		}
		text := `<code>` + keyhtml.EscapeHTML(c) + `</code>`
		if strings.Contains(c, "{") {
			text = keyhtml.KeyColours{Fields: e.Fields}.TemplateHTML(c)
		}
		radio := ui.RadioWithHandler("quiz-answer", c, v.Typed == c, func(app.Context, app.Event) { to.Send(typed{c}) }, c)
		items = append(items, app.Label().Class(class).Body(radio.Disabled(v.Checked), app.Raw(`<span>`+text+`</span>`), cost))
	}
	return app.Div().Role("radiogroup").Attr("aria-labelledby", elementQuiz).Body(items...)
}

// said draws whether the answer is right, and why.
func (v *View) said(e quiz.Exercise) app.UI {
	switch {
	case v.Invalid:
		return app.P().Class("wrong-answer").Text(v.T("quiz-invalid"))
	case !v.Checked:
		return nil
	}
	why := v.T("quiz-why-" + quiz.Words[e.Kind])
	if v.Answers[len(v.Answers)-1].IsRight() {
		return app.Div().Body(app.P().Class("right-answer mark yes").Text(v.T("quiz-right")), app.P().Text(why))
	}
	return app.P().Class("wrong-answer").Text(v.T("quiz-wrong", e.Right) + " " + why)
}

// result draws how many answers were right, and when the questions come back.
func (v *View) result() []app.UI {
	right := len(v.Answers) - quiz.Result{Answers: v.Answers}.Wrong()
	when := v.T("quiz-over")
	if m, ok := v.st.LessonSummary(v.Slug); ok {
		if at := quiz.Due(m.DoneAt, m.Quizzes); at > 0 {
			when = v.T("quiz-again", i18n.FormatDate(v.Lang, at))
		}
	}
	return []app.UI{
		app.H2().ID(elementQuiz).TabIndex(-1).Text(v.T("quiz-done", strconv.Itoa(right), strconv.Itoa(len(v.Answers)))),
		app.P().Text(when),
		app.Div().Class("row").Body(v.Button(v.T("close"), closed{}).Class("primary")),
	}
}

// fewestPoints is how many points the chart of guesses begins with.
const fewestPoints = 3

// GuessChart draws by which factor the reader's guesses were off, from the first lesson to the last.
func (v *View) GuessChart() app.UI {
	points := guessPoints(v.st)
	if !v.InBrowser || len(points) < fewestPoints {
		return app.Div()
	}
	const wide, high, left = 320.0, 96.0, 34.0
	most := 10.0
	for _, p := range points {
		most = max(most, p.Factor)
	}
	y := func(f float64) float64 { return 6 + (high-20)*(1-math.Log(f)/math.Log(most)) }
	x := func(i int) float64 { return left + (wide-left-8)*float64(i)/float64(len(points)-1) }
	svg := fmt.Sprintf(`<svg class="guess-chart" viewBox="0 0 %g %g" role="img" aria-label="%s">`, wide, high, keyhtml.EscapeHTML(v.T("guess-chart-text", strconv.Itoa(len(points)))))
	for f := 1.0; f <= most*1.01; f *= 10 {
		svg += fmt.Sprintf(`<line x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text x="%g" y="%.1f">%s×</text>`, left, wide, y(f), y(f), left-5, y(f)+3.5, i18n.FormatNumber(v.Lang, int64(f)))
	}
	line := ""
	for i, p := range points {
		line += fmt.Sprintf("%.1f,%.1f ", x(i), y(p.Factor))
		svg += fmt.Sprintf(`<circle cx="%.1f" cy="%.1f" r="2.6"><title>%s</title></circle>`, x(i), y(p.Factor), keyhtml.EscapeHTML(v.T("guess-chart-point", p.Title, i18n.FormatRatio(v.Lang, p.Factor))))
	}
	svg += `<polyline points="` + strings.TrimSpace(line) + `"/></svg>`
	ends := ""
	if len(points) >= 2*fewestPoints {
		ends = v.T("guess-chart-ends", v.meanOf(points[:fewestPoints]), v.meanOf(points[len(points)-fewestPoints:]))
	}
	return app.Section().Class("guesses-over-time").Attr("aria-label", v.T("guess-chart-title")).Body(
		app.H2().Text(v.T("guess-chart-title")),
		app.P().Class("label").Text(v.T("guess-chart-text", strconv.Itoa(len(points)))),
		app.Raw(svg),
		app.P().Class("label").Hidden(ends == "").Text(ends),
	)
}

// meanOf returns the mean factor of points as text.
func (v *View) meanOf(points []guessPoint) string {
	var factors []float64
	for _, p := range points {
		factors = append(factors, p.Factor)
	}
	return i18n.FormatRatio(v.Lang, quiz.MeanFactor(factors))
}
