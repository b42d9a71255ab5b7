package page

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/plan"
)

// ShowsPastState reports whether the page shows another state of the timeline than the present one.
func (w *Workspace) ShowsPastState() bool { return w.Page.State != 0 && !w.estimated() }

// estimated reports whether the page shows an estimate from a sample of a table's records.
func (w *Workspace) estimated() bool { return w.Page.State == engine.EstimateState }

// IsReadOutdated reports whether the last read was under another key than its table has now. Its cost
// then says nothing of the present key. A template that was found for given keys changes none. A past state that is shown does not count.
func (w *Workspace) IsReadOutdated() bool {
	return w.LastRead != nil && !w.ShowsPastState() && w.ReadTemplate != "" && w.TableByName(w.LastRead.Table).Template != w.ReadTemplate
}

// HasReadOnlyRows reports whether the rows that are shown cannot be changed: another tab holds the
// workspace, or they belong to another state.
func (w *Workspace) HasReadOnlyRows() bool { return w.ReadOnly || w.Page.State != 0 }

// ShownTimelineStep returns how many steps of the timeline lead to the state that is shown.
func (w *Workspace) ShownTimelineStep() int { return w.TimelineStepOf(w.Page.State) }

// TimelineStepOf returns how many steps of the timeline lead to a state. A state of 0 is the present
// one.
func (w *Workspace) TimelineStepOf(state uint64) int {
	if state == 0 || state == engine.EstimateState {
		return w.Timeline.Now
	}
	return 1 + slices.IndexFunc(w.Timeline.Steps, func(s engine.TimelineStep) bool { return s.State == state })
}

// StateAtTimelineStep returns the number of the state after step steps of the timeline, 0 for the present
// one. It also returns 0 if there are fewer steps.
func (w *Workspace) StateAtTimelineStep(step int) uint64 {
	t := &w.Timeline
	switch {
	case step == t.Now || step < 0 || step > len(t.Steps):
		return 0
	case step == 0:
		return t.First
	}
	return t.Steps[step-1].State
}

// QueryByID returns the question of the workload with an ID.
func (w *Workspace) QueryByID(query string) (plan.Query, bool) {
	for _, q := range w.Timeline.Workload {
		if q.ID == query {
			return q, true
		}
	}
	return plan.Query{}, false
}
