package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/lessons"
)

// onPath reports whether the lesson on the page is a path, also while it is being fetched.
func (p *drawing) onPath() bool {
	if l := p.st.Lesson; l != nil {
		return l.Lesson.Path
	}
	return slices.ContainsFunc(p.st.Catalog, func(c page.LessonCard) bool { return c.Path && c.Slug == p.st.Route.ID })
}

// stopLoad draws the card with the load at a stop that runs traffic.
func (p *drawing) stopLoad() app.UI {
	if !p.shows(lessons.PanelLoad) {
		return app.Div()
	}
	return p.loaded()
}

// stop draws a stop of a path, see [lessons.Lesson.Path]: one question, the table with its key, and
// what the question costs, on one screen. The last step of the path has no table.
func (p *drawing) stop() app.UI {
	main := app.Main().ID(page.ElementMain).Class("stop").TabIndex(-1)
	head := p.piece(func(p *drawing) app.UI { return p.lesson().StopHead() }, takeLesson)
	if l := p.st.Lesson; l != nil && l.Lesson.Steps[l.Step].Debrief {
		return main.Body(head, ui.KeyedElement("found", p.piece(func(p *drawing) app.UI { return p.lesson().StopsFound() }, takeLesson)))
	}
	if p.lesson().IsStopOver() {
		return main.Body(head, ui.KeyedElement("over", p.piece(func(p *drawing) app.UI { return p.lesson().StopOver() }, takeLesson)))
	}
	return main.Body(head, ui.KeyedElement("stop", app.Div().Class("stop-body").Body(
		app.Section().Class("bench").Attr("aria-label", p.t("workbench")).Body(
			p.piece((*drawing).looking, takeTimeline),
			p.piece((*drawing).keybar, takeKey, takeValues),
			p.middle(),
			p.running(),
		),
		app.Div().Class("stop-side").Body(
			p.piece((*drawing).asked, takeQuestions),
			p.stopLoad(),
			p.piece(func(p *drawing) app.UI { return p.lesson().StopActs() }, takeLesson),
		),
	)))
}
