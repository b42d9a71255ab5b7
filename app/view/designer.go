package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/engine/advise"
)

// designer draws the row keys of the designed tables and what each query of the
// workload costs under them.
func (p *drawing) designer() app.UI {
	designs := []app.UI{}
	tables := p.designed()
	main := ""
	if l := p.st.Lesson; l != nil {
		main = l.Lesson.Table
	}
	for i, t := range tables {
		designs = append(designs, p.key().Draw(t, t.Name == main || main == "" && i == 0, len(tables) > 1,
			p.recipe().Again("key", t), p.advisor().Here(advise.AboutKeys, t.Name)))
	}
	designs = append(designs, app.Div().Class("another").Body(p.lesson().AnotherTable()))
	return app.Section().Class("designer panel").Attr("aria-label", p.t("designer")).Body(
		app.Div().Class("halves").Body(
			app.Div().Body(designs...),
			p.questions().Draw(),
		),
		app.Div().Body(p.questions().Attempted()),
	)
}
