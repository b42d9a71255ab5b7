package lesson

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/lessons"
)

// mostDesigned is how many tables a design that is graded may come to.
const mostDesigned = 4

// AnotherTable offers a second table where a step is about one, and more where designs
// are graded.
func (v *View) AnotherTable() app.UI {
	l, tables := v.st.Lesson, v.designed()
	if l == nil || len(tables) == 0 || l.Step >= len(l.Lesson.Solution) || v.offered(isAddTable) {
		return nil
	}
	_, _, step, graded := l.Lesson.Graded()
	graded = graded && l.Step >= step && len(tables) < mostDesigned
	if !graded && (len(tables) != 1 || !slices.ContainsFunc(l.Lesson.Solution[l.Step], isAddTable)) {
		return nil
	}
	key := "add-table"
	if len(tables) > 1 {
		key = "add-table-more"
	}
	return v.Work(v.T(key), ActionPressed{Action: lessons.AddTable{Text: tables[0].Template}})
}

func isAddTable(a lessons.Action) bool {
	_, ok := a.(lessons.AddTable)
	return ok
}

// offered reports whether the step that is shown has a button for such an
// action.
func (v *View) offered(is func(lessons.Action) bool) bool {
	l := v.st.Lesson
	return l != nil && slices.ContainsFunc(l.Lesson.Steps[l.Step].Actions, func(o lessons.OfferedAction) bool { return is(o.Action) })
}
