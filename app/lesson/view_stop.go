package lesson

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// StopHead draws the top of a stop of a path: how far the reader is, the way out, and what the stop
// asks. The prerendered page contains the texts of all stops.
func (v *View) StopHead() app.UI {
	l := v.st.Lesson
	if l == nil {
		return app.Div().Class("stop-head").Body(app.P().Class("crumb").Text(v.T("loading-lesson")))
	}
	first, last := l.Step, l.Step
	if l.Prerendered {
		first, last = 0, len(l.Lesson.Steps)-1
	}
	var texts []app.UI
	for i := first; i <= last; i++ {
		step := l.Lesson.Steps[i]
		title := app.H1().Text(step.Title)
		if i == l.Step {
			title = title.ID(page.ElementStep).TabIndex(-1)
		}
		texts = append(texts, ui.KeyedElement("step-"+step.ID, app.Section().Class("step").Body(title, app.Div().Class("prose").Body(app.Raw(step.Body)))))
	}
	return app.Div().Class("stop-head").Body(
		app.Div().Class("stop-way").Body(
			app.Span().Text(l.Lesson.Title), ui.YieldingPart(&v.Kit, v.steps), app.A().Href(v.SiteURL("/#"+page.ElementTracks)).Text(v.T("skip-to-tracks")),
		),
		app.Div().Class("steps-text").Body(texts...),
	)
}

// IsStopOver reports whether the shown stop has been passed and a later one has replaced its tables.
func (v *View) IsStopOver() bool {
	l := v.st.Lesson
	return l != nil && v.behind(l.Step) != nil
}

// StopOver draws what a stop that is over has left: the reader's guesses, and a note that its tables
// are gone.
func (v *View) StopOver() app.UI {
	l := v.st.Lesson
	var guesses []app.UI
	for _, q := range l.Lesson.Steps[l.Step].Asks {
		guesses = append(guesses, v.question(q))
	}
	return app.Div().Class("stop-side").Body(append(guesses, app.Div().Body(v.behind(l.Step)), app.Div().Body(v.onward(l.Step)))...)
}

// StopActs draws what the reader does at a stop, and what came of it.
func (v *View) StopActs() app.UI {
	l := v.st.Lesson
	if l == nil {
		return app.Div()
	}
	asks := slices.ContainsFunc(l.Lesson.Steps[l.Step].Asks, func(q lessons.Question) bool {
		_, given := l.Progress.AnswerTo(q.ID)
		return !given && q.IsAsked(l.Progress)
	})
	return app.Section().Class("task").Attr("aria-label", v.T("task")).DataSet("lesson", l.Lesson.Slug).DataSet("state", v.state()).DataSet("asks", asks).
		Body(ui.KeyedElement("acts-"+strconv.Itoa(l.Step), app.Div().Body(v.acts(l.Step)...)))
}

// StopsFound draws the end of a path: what the reader guessed and measured at its stops, and the
// tracks to go on with.
func (v *View) StopsFound() app.UI {
	var tracks []app.UI
	for i, c := range v.st.Catalog {
		if i > 0 && v.st.Catalog[i-1].Track == c.Track || c.Track == v.st.Lesson.Lesson.Track || c.IsOwn() {
			continue
		}
		minutes, count := 0, 0
		for _, d := range v.st.Catalog {
			if d.Track == c.Track {
				minutes, count = minutes+d.Minutes, count+1
			}
		}
		tracks = append(tracks, app.Li().Class("card").Body(
			app.A().Href(v.SiteURL("/lessons/"+c.Slug+"/")).Text(c.Track),
			app.Span().Class("label").Text(v.T("track-size", strconv.Itoa(count), strconv.Itoa(minutes))),
			app.P().Text(c.Story),
		))
	}
	guessed := v.guesses()
	if len(guessed) > 0 {
		guessed[0] = app.H2().Text(v.T("debrief-guessed"))
	}
	return app.Div().Class("stop-found").DataSet("lesson", v.st.Lesson.Lesson.Slug).DataSet("state", v.state()).Body(
		app.Div().Class("panel").Body(guessed...),
		app.H2().Text(v.T("tracks-next")),
		app.Ul().Class("cards").Body(tracks...),
	)
}
