package lessons

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/plan"
)

// note returns the first note of the furthest step that fits an event. It returns none if the event
// is no act of the reader, or all goals of the step have passed.
func (r *Player) note(ev *event) (Note, bool) {
	n := engine.TraitsOf(ev.req)
	name, does := n.DesignedTable, n.CountsAsAct
	trial, now := trialOf(ev)
	if now || refusedGrade(ev) {
		does = true
	}
	if !does || !ev.own || r.lesson.Steps[r.progress.Step].IsDone(r.progress.Passed) {
		return Note{}, false
	}
	for _, n := range r.lesson.Steps[r.progress.Step].Notes {
		if ev.rep.Err != nil && !n.When.refused() {
			continue
		}
		if !r.holds(n.When, ev) {
			continue
		}
		about := name
		if now {
			about = r.about(n.When, trial)
		}
		info, known := r.table(about)
		if !n.When.design() || known && r.fits(n.When, info) {
			return n, true
		}
	}
	return Note{}, false
}

// about returns the table that a note on a graded design is about: the one that answers the note's
// query, or else the reader's table.
func (r *Player) about(w NoteCondition, graded engine.DesignAttempt) string {
	for _, v := range graded.Verdicts {
		if v.Query == w.Query && v.Table != "" {
			return v.Table
		}
	}
	return r.readersTable()
}

// refused reports whether the note is about a refused command.
func (w NoteCondition) refused() bool {
	_, ok := w.Is.(CommandRefused)
	return ok
}

// design reports whether the condition says something of a table's design.
func (w NoteCondition) design() bool {
	w.Goal, w.Is, w.Unless = "", nil, nil
	return w != NoteCondition{}
}

// holds reports whether the goal and the checks of a condition fit an event.
func (r *Player) holds(w NoteCondition, ev *event) bool {
	step := r.progress.Step
	passes := func(c Check) bool { return r.happened(c, ev) && r.measure(c, step, ev).ok() }
	switch {
	case w.Goal != "" && slices.Contains(r.progress.Passed, w.Goal),
		w.Is != nil && !passes(w.Is),
		w.Unless != nil && (isMomentary(w.Unless) && !r.happened(w.Unless, ev) || passes(w.Unless)):
		return false
	}
	return true
}

// fits reports whether a condition fits the design of a table, which has just changed or been
// graded.
func (r *Player) fits(w NoteCondition, changed engine.TableInfo) bool {
	switch {
	case w.Table != "" && w.Table != changed.Name,
		w.Missing != "" && !r.missing(changed, w.Missing),
		w.Collides && changed.Rows >= changed.Records,
		w.Tables > r.designs(),
		w.Tables > 1 && r.copied(changed):
		return false
	case w.Query == "":
		return true
	case w.Inexact && r.exact(w.Query):
		return false
	}
	i := slices.IndexFunc(r.lesson.Queries, func(q Query) bool { return q.ID == w.Query })
	if i < 0 {
		return false
	}
	p, ok := r.session.Plan(changed.Name, r.lesson.Queries[i].Query)
	if !ok {
		return false
	}
	residual := func(c plan.Cond) bool { return c.Field == w.Residual }
	return (w.Access == "" || w.Access == string(p.Access)) &&
		(w.Residual == "" || slices.ContainsFunc(p.Residual, residual))
}

// copied reports whether another table has the same template: a table that has just been added has
// not been designed yet.
func (r *Player) copied(of engine.TableInfo) bool {
	return slices.ContainsFunc(r.session.Tables(), func(t engine.TableInfo) bool {
		return t.Name != of.Name && t.Template == of.Template
	})
}

// designs returns how many tables have a design.
func (r *Player) designs() (n int) {
	for _, info := range r.session.Tables() {
		if info.Template != "" {
			n++
		}
	}
	return n
}
