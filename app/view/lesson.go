package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/share"
	"tabletop/lessons"
)

// lessonWays returns the buttons that open the lesson as a sandbox and share it. An embedded
// page has none.
func (p *drawing) lessonWays() []app.UI {
	if p.st.Embed {
		return nil
	}
	ways := []app.UI{p.work(p.t("open-as-sandbox"), model.CreateSandboxPressed{FromOpen: true}).Class("quiet")}
	if !lessons.IsSlugFromFile(p.st.Route.ID) {
		ways = append(ways, p.work(p.t("share"), share.ShareLessonPressed{}).Class("quiet"))
	}
	return ways
}

// lessonTask draws the step of the lesson, and the buttons about the whole lesson.
func (p *drawing) lessonTask() app.UI {
	if p.st.Lesson == nil {
		return p.lesson().Draw()
	}
	over := p.resting(p.t("start-over"))
	if p.live {
		over = p.button(p.t("start-over"), page.OpenDialog{Dialog: page.DialogReset})
	}
	return p.lesson().Draw(
		app.Div().Class("ways").Body(
			over.Class("quiet"),
			app.Div().Body(p.lessonWays()...),
			p.schema().OutlineToggle(),
		),
		p.lookUp(),
	)
}
