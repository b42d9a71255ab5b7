package view

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// lesson draws a lesson's page.
func (p *drawing) lesson() app.UI { return p.workbench((*drawing).lessonTask) }

// lessonTask draws what to do in the step that is shown. Before any script has
// run it holds the text of every step.
func (p *drawing) lessonTask() app.UI {
	l := p.st.Lesson
	if l == nil {
		return app.Section().Class("task").Attr("aria-label", p.t("task")).Body(
			app.P().Class("crumb").Text(p.t("loading-lesson")))
	}
	lesson := l.Lesson
	state := "open"
	if l.Progress.Done {
		state = "done"
	}
	var text []app.UI
	if l.Prerendered {
		for i := range lesson.Steps {
			text = append(text, p.step(i))
		}
	} else {
		text = append(text, p.step(l.Step))
	}
	body := []app.UI{
		app.P().Class("crumb").Text(p.t("crumb", lesson.Track, strconv.Itoa(l.Step+1), strconv.Itoa(len(lesson.Steps)))),
		app.H1().Text(lesson.Title),
		p.steps(),
		app.Div().Class("steps-text").Body(text...),
		p.ways(),
		p.lookUp(),
	}
	return app.Section().Class("task").Attr("aria-label", p.t("task")).
		DataSet("lesson", lesson.Slug).DataSet("state", state).Body(body...)
}

// steps draws the way through the lesson: a bar a step, a button where the
// reader has been.
func (p *drawing) steps() app.UI {
	l := p.st.Lesson
	items := []app.UI{}
	for i, step := range l.Lesson.Steps {
		class := ""
		if p.stepDone(i) {
			class = "done"
		}
		name := p.t("step-name", strconv.Itoa(i+1), step.Title)
		if class == "done" {
			name = p.t("step-name-done", strconv.Itoa(i+1), step.Title)
		}
		if i == l.Step {
			class += " now"
		}
		if i > l.Progress.Step || !p.live {
			items = append(items, app.Li().Body(app.Span().Class(class).Body(ui.Unseen(name))))
			continue
		}
		b := p.button("", model.StepPicked{Step: i}).Class(class).Attr("aria-label", name).Attr("title", step.Title)
		if i == l.Step {
			b = b.Attr("aria-current", "step")
		}
		items = append(items, app.Li().Body(b))
	}
	return app.Ol().Class("steps").Attr("aria-label", p.t("steps")).Body(items...)
}

// stepDone reports whether the reader is through with a step.
func (p *drawing) stepDone(i int) bool {
	l := p.st.Lesson
	if i < l.Progress.Step || l.Progress.Done {
		return true
	}
	return i == l.Progress.Step && len(l.Lesson.Steps[i].Goals) > 0 && l.StepDone(i)
}

// step draws one step.
func (p *drawing) step(i int) app.UI {
	l := p.st.Lesson
	step := l.Lesson.Steps[i]
	title := app.H2().Text(step.Title)
	if i == l.Step {
		title = title.ID(model.ElementStep).TabIndex(-1)
	}
	questions := []app.UI{}
	for _, q := range step.Asks {
		questions = append(questions, p.question(q))
	}
	return ui.Keyed("step-"+step.ID, app.Section().Class("step").Body(
		title,
		app.Div().Class("prose").Body(app.Raw(step.Body)),
		app.Div().Body(p.debrief(step)),
		p.offers(step),
		app.Div().Body(questions...),
		p.goals(step),
		app.Div().Body(p.score(i)),
		app.Div().Role("status").Attr("aria-live", "off").ID(p.onlyShown(i, model.ElementExplain)).Body(p.explain(i)),
		app.Div().Body(p.onward(i)),
		p.help(i),
	))
}

// onlyShown returns an element's id in the step that is shown, none elsewhere.
func (p *drawing) onlyShown(step int, id string) string {
	if step != p.st.Lesson.Step {
		return ""
	}
	return id
}

func (p *drawing) offers(step lessons.Step) app.UI {
	items := []app.UI{}
	for _, o := range step.Actions {
		b := p.resting(o.Text)
		if p.idle() {
			b = app.Button().Type("button").Text(o.Text).OnClick(p.act(o.Action), step.ID, o.ID)
		}
		items = append(items, b.Class("primary"))
	}
	if len(items) == 0 {
		return app.Div()
	}
	return app.Div().Class("offers row").Body(items...)
}

// act returns a handler that carries out an action. Its scope is the action's
// place in the lesson.
func (p *drawing) act(a lessons.Action) app.EventHandler {
	return func(app.Context, app.Event) { p.send(model.ActionPressed{Action: a}) }
}

func (p *drawing) passed(goal string) bool {
	return slices.Contains(p.st.Lesson.Progress.Passed, goal)
}

// explain says why it is not right yet.
func (p *drawing) explain(i int) app.UI {
	l := p.st.Lesson
	if i != l.Step || l.Explain == "" {
		return nil
	}
	return app.Div().Class("explain prose").Body(app.Raw(l.Explain))
}

// onward offers the next step once all goals have passed, and says at the end
// that this is it.
func (p *drawing) onward(i int) app.UI {
	l := p.st.Lesson
	if !p.live || i != l.Step {
		return nil
	}
	last := i == len(l.Lesson.Steps)-1
	switch {
	case last && l.Progress.Done:
		return app.Div().Class("onward").Body(
			app.P().Class("mark yes").Text(p.t("lesson-done")),
			app.A().Class("button primary").Href(p.link("/")).Text(p.t("all-lessons")),
		)
	case !last && (l.StepDone(i) || i < l.Progress.Step):
		text := p.t("step-passed")
		if len(l.Lesson.Steps[i].Goals) == 0 {
			text = ""
		}
		return app.Div().Class("onward").Body(
			app.P().Text(text),
			p.work(p.t("next-step"), model.NextPressed{}).Class("primary"),
		)
	}
	return nil
}

// help draws the hints that have been asked for and the solution.
func (p *drawing) help(i int) app.UI {
	l := p.st.Lesson
	step := l.Lesson.Steps[i]
	if i != l.Step || len(step.Hints) == 0 && !p.solvable(i) {
		return app.Div()
	}
	hints := []app.UI{}
	for n, hint := range step.Hints[:min(l.Hints, len(step.Hints))] {
		hints = append(hints, app.Div().Class("aside").Body(
			app.B().Text(p.t("hint", strconv.Itoa(n+1), strconv.Itoa(len(step.Hints)))),
			app.Div().Class("prose").Body(app.Raw(hint)),
		))
	}
	buttons := []app.UI{}
	if l.Hints < len(step.Hints) {
		buttons = append(buttons, p.quietButton(p.t("next-hint", strconv.Itoa(l.Hints+1), strconv.Itoa(len(step.Hints))), model.HintPressed{}))
	}
	if p.solvable(i) {
		key := "show-solution"
		if l.Solution {
			key = "hide-solution"
		}
		buttons = append(buttons, p.quietButton(p.t(key), model.SolutionPressed{}).Attr("aria-expanded", strconv.FormatBool(l.Solution)))
	}
	return app.Div().Class("help").Body(
		app.Div().Role("status").Body(hints...),
		app.Div().Body(p.solution(i)),
		app.Div().Class("row").Body(buttons...),
	)
}

// quietButton returns a button for reading on, which the engine takes no part in.
func (p *drawing) quietButton(text string, msg model.Msg) app.HTMLButton {
	if !p.live {
		return p.resting(text)
	}
	return p.button(text, msg)
}

// ways leads out of the lesson.
func (p *drawing) ways() app.UI {
	return app.Div().Class("ways").Body(
		p.quietButton(p.t("start-over"), model.MenuOpened{Menu: model.MenuReset}).Class("quiet"),
		p.work(p.t("open-as-sandbox"), model.SandboxPressed{FromOpen: true}).Class("quiet"),
	)
}
