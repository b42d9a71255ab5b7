package page

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/plan"
)

// Looking reports whether an earlier or later state than that of now is shown.
func (w *Workspace) Looking() bool { return w.Page.State != 0 && !w.Estimated() }

// Estimated reports whether what is shown is estimated from some of a table's records.
func (w *Workspace) Estimated() bool { return w.Page.State == engine.EstimateState }

// Fixed reports whether the rows that are shown cannot be changed: another tab
// holds the workspace, or they are of another state.
func (w *Workspace) Fixed() bool { return w.ReadOnly || w.Page.State != 0 }

// Step returns after how many steps the state is that is shown.
func (w *Workspace) Step() int { return w.StepOf(w.Page.State) }

// StepOf returns after how many steps a state is; 0 is that of now.
func (w *Workspace) StepOf(state uint64) int {
	if state == 0 || state == engine.EstimateState {
		return w.Timeline.Now
	}
	return 1 + slices.IndexFunc(w.Timeline.Steps, func(s engine.Step) bool { return s.State == state })
}

// StateAt returns the number of the state after so many steps, 0 for that of now.
func (w *Workspace) StateAt(step int) uint64 {
	t := &w.Timeline
	switch {
	case step == t.Now || step < 0 || step > len(t.Steps):
		return 0
	case step == 0:
		return t.First
	}
	return t.Steps[step-1].State
}

// Asked returns a question of the workload.
func (w *Workspace) Asked(query string) (plan.Query, bool) {
	for _, q := range w.Timeline.Workload {
		if q.ID == query {
			return q, true
		}
	}
	return plan.Query{}, false
}
