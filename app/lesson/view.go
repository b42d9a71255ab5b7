package lesson

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/lessons"
)

// View holds all values that a lesson is drawn from.
type View struct {
	ui.Kit
	ui.Questions
	st *page.State
	w  *page.Workspace
}

// NewView collects what the lesson is drawn from.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace) *View {
	return &View{Kit: *k, Questions: ui.QuestionsOf(st, w), st: st, w: w}
}

// bytes returns a number of bytes in the reader's notation.
func (v *View) bytes(n int64) string { return i18n.FormatBytes(v.Lang, n) }

// query returns the text of the question with an ID in the workload.
func (v *View) query(id string) string { return v.QuestionText(&v.Kit, id) }

// designed returns the tables that were made from a design, in the order of their names.
func (v *View) designed() []engine.TableInfo {
	var out []engine.TableInfo
	for _, t := range v.w.Tables {
		if t.Template != "" {
			out = append(out, t)
		}
	}
	return out
}

// Draw draws the shown step, and below it ways, which the caller has drawn. The prerendered
// page contains every step.
func (v *View) Draw(ways ...app.UI) app.UI {
	l := v.st.Lesson
	if l == nil {
		return app.Section().Class("task").Attr("aria-label", v.T("task")).Body(
			app.P().Class("crumb").Text(v.T("loading-lesson")))
	}
	lesson := l.Lesson
	var text []app.UI
	if l.Prerendered {
		for i := range lesson.Steps {
			text = append(text, v.step(i))
		}
	} else {
		text = append(text, ui.YieldingPart(&v.Kit, func() app.UI { return v.step(l.Step) }))
	}
	body := []app.UI{
		app.P().Class("crumb").Text(v.T("crumb", lesson.Track, strconv.Itoa(l.Step+1), strconv.Itoa(len(lesson.Steps)))),
		app.H1().Text(lesson.Title),
		ui.YieldingPart(&v.Kit, v.steps),
		app.Div().Class("steps-text").Body(text...),
	}
	return app.Section().Class("task").Attr("aria-label", v.T("task")).
		DataSet("lesson", lesson.Slug).DataSet("state", v.state()).Body(append(body, ways...)...)
}

// state returns the state of the lesson as a word for the page's tests and style.
func (v *View) state() string {
	if v.st.Lesson.Progress.Done {
		return "done"
	}
	return "open"
}

// steps draws the steps of the lesson as a row of bars. Those that the reader has reached
// are buttons.
func (v *View) steps() app.UI {
	l := v.st.Lesson
	items := []app.UI{}
	for i, step := range l.Lesson.Steps {
		class := ""
		if v.stepDone(i) {
			class = "done"
		}
		name := v.T("step-name", strconv.Itoa(i+1), step.Title)
		if class == "done" {
			name = v.T("step-name-done", strconv.Itoa(i+1), step.Title)
		}
		if i == l.Step {
			class += " now"
		}
		if i > l.Progress.Step || !v.InBrowser {
			items = append(items, app.Li().Body(app.Span().Class(class).Body(ui.ScreenReaderText(name))))
			continue
		}
		b := v.Button("", StepPicked{Step: i}).Class(class).Attr("aria-label", name).Attr("title", step.Title)
		if i == l.Step {
			b = b.Attr("aria-current", "step")
		}
		items = append(items, app.Li().Body(b))
	}
	return app.Ol().Class("steps").Attr("aria-label", v.T("steps")).Body(items...)
}

// stepDone reports whether the reader has done a step.
func (v *View) stepDone(i int) bool {
	l := v.st.Lesson
	if i < l.Progress.Step || l.Progress.Done {
		return true
	}
	return i == l.Progress.Step && len(l.Lesson.Steps[i].Goals) > 0 && l.IsStepDone(i)
}

// step draws step i, counted from 0.
func (v *View) step(i int) app.UI {
	l := v.st.Lesson
	step := l.Lesson.Steps[i]
	title := app.H2().Text(step.Title)
	if i == l.Step {
		title = title.ID(page.ElementStep).TabIndex(-1)
	}
	return ui.KeyedElement("step-"+step.ID, app.Section().Class("step").Body(append([]app.UI{
		app.Div().Class("step-head").Body(title, app.Div().Body(v.testOut(i))),
		app.Div().Body(v.behind(i)),
		app.Div().Class("prose").Body(app.Raw(step.Body)),
		app.Div().Body(v.debrief(step)),
	}, v.acts(i)...)...))
}

// acts draws what the reader does in step i, counted from 0, and what came of it.
func (v *View) acts(i int) []app.UI {
	l := v.st.Lesson
	step := l.Lesson.Steps[i]
	questions := []app.UI{}
	for _, q := range step.Asks {
		if of := app.UI(nil); q.IsAsked(l.Progress) {
			of = v.question(q)
			questions = append(questions, app.Div().Body(of))
		} else {
			questions = append(questions, app.Div())
		}
	}
	return []app.UI{
		v.offers(step),
		app.Div().Body(questions...),
		ui.YieldingPart(&v.Kit, func() app.UI { return v.goals(i) }),
		app.Div().Body(v.score(i)),
		app.Div().Role("status").Attr("aria-live", "off").ID(v.onlyShown(i, page.ElementExplain)).Body(v.explain(i)),
		app.Div().Class("came").Body(v.onward(i)),
		ui.YieldingPart(&v.Kit, func() app.UI { return v.help(i) }),
	}
}

// behind draws a note in a step that the reader has passed, if a later step has replaced the
// tables that it is about.
func (v *View) behind(i int) app.UI {
	l := v.st.Lesson
	if !v.InBrowser || i != l.Step || i >= l.Progress.Step {
		return nil
	}
	later := l.Lesson.Steps[i+1 : min(l.Progress.Step+1, len(l.Lesson.Steps))]
	if !slices.ContainsFunc(later, func(s lessons.Step) bool { return len(s.Enter)+len(s.Drop) > 0 }) {
		return nil
	}
	return ui.SmallPrint(v.T("step-behind", v.T("time-more"), v.T("start-over")))
}

// testOut draws a button that skips the text of a step. Who meets the step's goals has
// passed it.
func (v *View) testOut(i int) app.UI {
	l := v.st.Lesson
	if i != l.Step || len(l.Lesson.Steps[i].Goals) == 0 || l.IsStepDone(i) {
		return nil
	}
	return v.Button(v.T("test-out"), goalsPressed{}).Class("quiet test-out")
}

// onlyShown returns the id if the step is the shown one, and "" otherwise, since the
// prerendered page has all steps and an id may occur once only.
func (v *View) onlyShown(step int, id string) string {
	if step != v.st.Lesson.Step {
		return ""
	}
	return id
}

// offers draws the buttons for the actions that a step offers.
func (v *View) offers(step lessons.Step) app.UI {
	items := []app.UI{}
	for _, o := range step.Actions {
		if o.After != "" && !v.passed(o.After) {
			continue
		}
		b := v.DisabledButton(o.Text)
		if v.EngineIdle {
			b = app.Button().Type("button").Text(o.Text).OnClick(v.act(o.Action), step.ID, o.ID)
		}
		items = append(items, b.Class("primary"))
	}
	if len(items) == 0 {
		return app.Div()
	}
	return app.Div().Class("offers row").Body(items...)
}

// act returns a handler that carries out an action. The caller gives it the action's place
// in the lesson as its scope, see [ui.Kit.OnPress].
func (v *View) act(a lessons.Action) app.EventHandler {
	return func(app.Context, app.Event) { v.Send(ActionPressed{Action: a}) }
}

// passed reports whether the goal with an ID has been reached.
func (v *View) passed(goal string) bool {
	return slices.Contains(v.st.Lesson.Progress.Passed, goal)
}

// explain draws why something is not right yet, until the reader closes it.
func (v *View) explain(i int) app.UI {
	l := v.st.Lesson
	if i != l.Step || l.Explain == "" {
		return nil
	}
	return app.Div().Class("explain prose").OnKeyDown(v.escape).Body(
		v.Button("×", explainClosed{}).Class("quiet shut").Attr("aria-label", v.T("close")), app.Raw(l.Explain), v.inShell(l.Explain))
}

// escape closes the explanation on Escape.
func (v *View) escape(_ app.Context, e app.Event) {
	if e.Get("key").String() == "Escape" {
		v.Send(explainClosed{})
	}
}

// onward draws the button that leads to the next step, once all goals are reached, or that
// the lesson is done.
func (v *View) onward(i int) app.UI {
	l := v.st.Lesson
	if !v.InBrowser || i != l.Step {
		return nil
	}
	last := i == len(l.Lesson.Steps)-1
	switch {
	case last && l.Progress.Done:
		return app.Div().Class("onward").Body(
			app.P().Class("mark yes").Text(v.T("lesson-done")),
			app.Div().Class("row").Body(v.nextLesson(), app.A().Class("button quiet").Href(v.SiteURL("/")).Text(v.T("all-lessons"))),
		)
	case !last && (l.IsStepDone(i) || i < l.Progress.Step):
		text := v.T("step-passed")
		if len(l.Lesson.Steps[i].Goals) == 0 {
			text = ""
		}
		return app.Div().Class("onward").Body(
			app.P().Text(text),
			v.EngineButton(v.T("next-step"), NextStepPressed{}).Class("primary"),
		)
	}
	return nil
}

// nextLesson draws a link to the next lesson of the catalog, nil if there is none or if it
// is one of the reader's own.
func (v *View) nextLesson() app.UI {
	i := slices.IndexFunc(v.st.Catalog, func(c page.LessonCard) bool { return c.Slug == v.st.Lesson.Lesson.Slug })
	if i < 0 || i+1 == len(v.st.Catalog) || v.st.Catalog[i+1].IsOwn() {
		return nil
	}
	next := v.st.Catalog[i+1]
	return app.A().Class("button primary").Href(v.SiteURL("/lessons/" + next.Slug + "/")).Text(v.T("next-lesson", next.Title))
}

// help draws the hints that were taken, the solution, and the buttons for more of them.
func (v *View) help(i int) app.UI {
	l := v.st.Lesson
	step := l.Lesson.Steps[i]
	if i != l.Step || len(step.Hints) == 0 && !v.solvable(i) {
		return app.Div()
	}
	hints := []app.UI{}
	for n, hint := range step.Hints[:min(l.Hints, len(step.Hints))] {
		hints = append(hints, app.Div().Class("aside").Body(
			app.B().Text(v.T("hint", strconv.Itoa(n+1), strconv.Itoa(len(step.Hints)))),
			app.Div().Class("prose").Body(app.Raw(hint), v.inShell(hint)),
		))
	}
	// The last hint of a challenge rests until the solution may be seen, and so does the
	// solution.
	buttons := []app.UI{}
	open := v.st.SolutionsUnlocked || l.CanShowSolution(i)
	if l.Hints < len(step.Hints) {
		if text := v.T("next-hint", strconv.Itoa(l.Hints+1), strconv.Itoa(len(step.Hints))); open || !keyHint(l) {
			buttons = append(buttons, v.quietButton(text, HintPressed{}))
		} else {
			buttons = append(buttons, v.DisabledButton(text))
		}
	}
	switch {
	case !v.solvable(i):
	case !open:
		made := 0
		if i < len(l.Progress.Tries) {
			made = l.Progress.Tries[i]
		}
		buttons = append(buttons, v.DisabledButton(v.T("show-solution")), ui.SmallPrint(v.T("solution-opens", strconv.Itoa(made))))
	default:
		key := "show-solution"
		if l.Solution {
			key = "hide-solution"
		}
		buttons = append(buttons, v.quietButton(v.T(key), SolutionPressed{}).Attr("aria-expanded", strconv.FormatBool(l.Solution)))
	}
	return app.Div().Class("help").Body(
		app.Div().Role("status").Body(hints...),
		app.Div().Body(v.solution(i)),
		app.Div().Class("row").Body(buttons...),
	)
}

// quietButton returns a button that works even while the engine is busy.
func (v *View) quietButton(text string, msg Msg) app.HTMLButton {
	if !v.InBrowser {
		return v.DisabledButton(text)
	}
	return v.Button(text, msg)
}
