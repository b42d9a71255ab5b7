package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/page"
)

// lessonTask draws what to do in a lesson, and the ways out of it.
func (p *drawing) lessonTask() app.UI {
	if p.st.Lesson == nil {
		return p.lesson().Draw()
	}
	over := p.resting(p.t("start-over"))
	if p.live {
		over = p.button(p.t("start-over"), page.MenuOpened{Menu: page.MenuReset})
	}
	return p.lesson().Draw(
		app.Div().Class("ways").Body(
			over.Class("quiet"),
			p.work(p.t("open-as-sandbox"), model.SandboxPressed{FromOpen: true}).Class("quiet"),
			p.schema().Toggle(),
		),
		p.lookUp(),
	)
}
