package lesson

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/lessons"
)

// mostDesigned is the most tables of a design that can be graded.
const mostDesigned = 4

// AddTableButton draws a button that adds a table to the design. It is nil unless the step's
// solution adds a second table, or the step grades designs and the design has fewer than
// mostDesigned tables.
func (v *View) AddTableButton() app.UI {
	l, tables := v.st.Lesson, v.designed()
	if l == nil || len(tables) == 0 || l.Step >= len(l.Lesson.Solution) || v.offered(isAddTable) {
		return nil
	}
	_, _, step, graded := l.Lesson.GradedGoal()
	graded = graded && l.Step >= step && len(tables) < mostDesigned
	if !graded && (len(tables) != 1 || !slices.ContainsFunc(l.Lesson.Solution[l.Step], isAddTable)) {
		return nil
	}
	key := "add-table"
	if len(tables) > 1 {
		key = "add-table-more"
	}
	return v.EngineButton(v.T(key), ActionPressed{Action: lessons.AddTable{Text: tables[0].Template}})
}

// isAddTable reports whether an action adds a table.
func isAddTable(a lessons.Action) bool {
	_, ok := a.(lessons.AddTable)
	return ok
}

// offered reports whether the shown step has a button for an action for which is returns
// true.
func (v *View) offered(is func(lessons.Action) bool) bool {
	l := v.st.Lesson
	return l != nil && slices.ContainsFunc(l.Lesson.Steps[l.Step].Actions, func(o lessons.OfferedAction) bool { return is(o.Action) })
}
