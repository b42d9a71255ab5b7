package page

import (
	"slices"

	"tabletop/engine"
	"tabletop/lessons"
)

// ShowsDesigner reports whether the key designer is on the page: in a lesson from the
// step on that works with it, and in a sandbox.
func ShowsDesigner(st *State, w *Workspace) bool {
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

// ShowsDesigns reports whether the designs tried are on the page, by what reads cost and where
// writes go: in a lesson once it has come to the nodes that writes go to, or where it has
// designs of its own to compare with.
func ShowsDesigns(st *State, w *Workspace) bool {
	if !ShowsDesigner(st, w) || st.Lesson == nil {
		return ShowsDesigner(st, w)
	}
	l := st.Lesson
	return len(l.Lesson.References) > 0 || slices.ContainsFunc(l.Lesson.Steps[:l.Step+1], func(s lessons.Step) bool {
		return slices.Contains(s.Panels, lessons.PanelLoad)
	})
}

// CanAsk reports whether the workload can be changed now.
func CanAsk(st *State, w *Workspace) bool {
	return st.Route.Screen == ScreenSandbox && st.Ready && w.ID != "" && !w.ReadOnly && !w.Looking()
}

// CanAskAboutRows reports whether rows of the table that is shown can be asked about: their keys
// say what they have in common.
func CanAskAboutRows(st *State, w *Workspace) bool {
	return CanAsk(st, w) && !w.Estimated() && w.Table(w.Page.Table).Template != "" && w.Page.Total > 0
}

// CanChange reports whether the workspace can be changed.
func CanChange(st *State, w *Workspace) bool {
	onPage := st.Route.Screen == ScreenLesson || st.Route.Screen == ScreenSandbox
	return onPage && st.Menu == MenuNone && st.Ready && w.ID != "" && !w.ReadOnly
}
