package page

import (
	"slices"

	"tabletop/engine"
	"tabletop/lessons"
)

// ShowsKeyDesigner reports whether the page shows the key designer, which needs a table with a
// template. A lesson shows it from the first step that works with it, a sandbox always.
func ShowsKeyDesigner(st *State, w *Workspace) bool {
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

// ShowsDesignsCard reports whether the page shows the card with the designs tried. A lesson shows
// it from the first step that works with load, or always if it has reference designs.
func ShowsDesignsCard(st *State, w *Workspace) bool {
	if !ShowsKeyDesigner(st, w) || st.Lesson == nil {
		return ShowsKeyDesigner(st, w)
	}
	l := st.Lesson
	return len(l.Lesson.References) > 0 || slices.ContainsFunc(l.Lesson.Steps[:l.Step+1], func(s lessons.Step) bool {
		return slices.Contains(s.Panels, lessons.PanelLoad)
	})
}

// CanChangeWorkload reports whether the workload can be changed at present: in a writable sandbox that
// shows its present state.
func CanChangeWorkload(st *State, w *Workspace) bool {
	return st.Route.Screen == ScreenSandbox && st.Ready && w.ID != "" && !w.ReadOnly && !w.ShowsPastState()
}

// CanAskAboutRows reports whether the reader can choose rows of the shown table and ask about
// them. The table needs a template, so that its keys tell what the rows have in common.
func CanAskAboutRows(st *State, w *Workspace) bool {
	return CanChangeWorkload(st, w) && !w.estimated() && w.TableByName(w.Page.Table).Template != "" && w.Page.Total > 0
}

// CanChangeWorkspace reports whether the reader can change the open workspace at present.
func CanChangeWorkspace(st *State, w *Workspace) bool {
	onPage := st.Route.Screen == ScreenLesson || st.Route.Screen == ScreenSandbox
	return onPage && st.Dialog == DialogNone && st.Ready && w.ID != "" && !w.ReadOnly
}
