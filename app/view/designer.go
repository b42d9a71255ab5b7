package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/lessons"
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
	designs = append(designs, app.Div().Class("another").Body(p.anotherTable(tables)))
	return app.Section().Class("designer panel").Attr("aria-label", p.t("designer")).Body(
		app.Div().Class("halves").Body(
			app.Div().Body(designs...),
			p.questions().Draw(),
		),
		app.Div().Body(p.questions().Attempted()),
	)
}

// mostDesigned is how many tables a design that is graded may come to.
const mostDesigned = 4

// anotherTable offers a second table where a step is about one, and more where designs
// are graded.
func (p *drawing) anotherTable(tables []engine.TableInfo) app.UI {
	l := p.st.Lesson
	if l == nil || len(tables) == 0 || l.Step >= len(l.Lesson.Solution) || p.offered(isAddTable) {
		return nil
	}
	_, _, step, graded := l.Lesson.Graded()
	graded = graded && l.Step >= step && len(tables) < mostDesigned
	if !graded && (len(tables) != 1 || !slices.ContainsFunc(l.Lesson.Solution[l.Step], isAddTable)) {
		return nil
	}
	return p.work(p.t("add-table"), model.ActionPressed{Action: lessons.AddTable{Text: tables[0].Template}})
}

func isAddTable(a lessons.Action) bool {
	_, ok := a.(lessons.AddTable)
	return ok
}

// offered reports whether the step that is shown has a button for such an
// action.
func (p *drawing) offered(is func(lessons.Action) bool) bool {
	l := p.st.Lesson
	return l != nil && slices.ContainsFunc(l.Lesson.Steps[l.Step].Actions, func(o lessons.Offer) bool { return is(o.Action) })
}
