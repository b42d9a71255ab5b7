package page

import (
	"slices"

	"tabletop/engine"
	"tabletop/lessons"
)

// Designing reports whether the key designer is on the page: in a lesson from the
// step on that works with it, and in a sandbox.
func Designing(st *State, w *Work) bool {
	if !slices.ContainsFunc(w.Tables, func(t engine.TableInfo) bool { return t.Template != "" }) {
		return false
	}
	if st.Lesson == nil {
		return st.Route.Screen == ScreenSandbox
	}
	for _, step := range st.Lesson.Lesson.Steps[:st.Lesson.Step+1] {
		if slices.Contains(step.Panels, lessons.PanelDesigner) {
			return true
		}
	}
	return false
}

// Askable reports whether the workload can be changed now.
func Askable(st *State, w *Work) bool {
	return st.Route.Screen == ScreenSandbox && st.Ready && w.ID != "" && !w.ReadOnly && !w.Looking()
}

// Able reports whether the workspace can be changed.
func Able(st *State, w *Work) bool {
	onPage := st.Route.Screen == ScreenLesson || st.Route.Screen == ScreenSandbox
	return onPage && st.Menu == MenuNone && st.Ready && w.ID != "" && !w.ReadOnly
}
