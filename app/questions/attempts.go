package questions

import (
	"reflect"
	"slices"
	"time"

	"tabletop/app/figures"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/lessons"
)

// rest is how long a design must stay unchanged before the attempts are measured.
const rest = 250 * time.Millisecond

// DesignAttempts are the measured designs, and which of them are compared.
type DesignAttempts struct {
	All      []engine.DesignAttempt
	Compared []uint64 // states of the compared attempts; one alone is compared with the present design
	// References are the lesson's designs, measured on the same data.
	References []engine.DesignAttempt

	version uint64               // version of the session at which All was measured
	load    *engine.SimulateLoad // load under which All was measured; nil for writes alone
	heard   *engine.SimulateLoad // the page's load when AfterMessage last looked
	figures int                  // how many of the lesson's figures All includes
	trials  int                  // how many references were asked for
	brief   bool                 // All was measured without growth, which takes several times as long
}

// takeAttempt gives the tables the templates of an attempt. If other tables have templates at
// present, it goes back to the attempt's checkpoint or state instead.
func (u *update) takeAttempt(a engine.DesignAttempt) {
	designed := 0
	for _, t := range u.Work.Tables {
		if t.Template != "" {
			designed++
		}
	}
	there := designed == len(a.Designs)
	for _, d := range a.Designs {
		there = there && u.Work.TableByName(d.Table).Template != ""
	}
	switch {
	case there:
		for _, d := range a.Designs {
			if u.Work.TableByName(d.Table).Template != d.Template {
				u.PassMessage(page.SetTemplate{Table: d.Table, Template: d.Template})
			}
		}
	case a.Name != "":
		u.PassMessage(page.RestoreCheckpoint{Name: a.Name})
	case a.State < engine.FirstProposedState:
		u.PassMessage(page.GoToState{State: a.State})
	}
}

// trials returns the lesson's references to be measured. There are none until a design of the
// reader has been graded, since their names give ideas away.
func (u *update) trials() (out []engine.ProposedDesign) {
	if u.Lesson == nil || len(u.Lesson.Progress.LastGrading) == 0 && len(u.Lesson.Progress.Best) == 0 {
		return nil
	}
	for _, r := range u.Lesson.Lesson.References {
		out = append(out, engine.ProposedDesign{Name: r.ID, Tables: r.Tables})
	}
	return out
}

// secret reports whether the keys of a reference are hidden: it would pass a step that grades
// designs, or has all tables of a reference that would, and the reader may not see the step's
// solution yet.
func secret(st *page.State, id string) bool {
	l := st.Lesson
	if l == nil || st.SolutionsUnlocked {
		return false
	}
	_, _, step, graded := l.Lesson.GradedGoal()
	of, known := referenceOf(l.Lesson, id)
	return graded && !l.CanShowSolution(step) && known && slices.ContainsFunc(l.Lesson.References, func(r lessons.Reference) bool {
		return r.Passes && (r.ID == id || holds(of, r))
	})
}

// referenceOf returns a reference of a lesson by its ID.
func referenceOf(l *lessons.Lesson, id string) (of lessons.Reference, ok bool) {
	i := slices.IndexFunc(l.References, func(r lessons.Reference) bool { return r.ID == id })
	if i < 0 {
		return of, false
	}
	return l.References[i], true
}

// holds reports whether the reference of has a table with each key of other.
func holds(of, other lessons.Reference) bool {
	return len(other.Tables) > 0 && !slices.ContainsFunc(other.Tables, func(d engine.TableDesign) bool {
		return !slices.ContainsFunc(of.Tables, func(e engine.TableDesign) bool { return e.Template == d.Template })
	})
}

// figures returns what the lesson has measured before, on data that the tables may not hold any
// more.
func (u *update) figures() []engine.DesignMeasurement {
	if u.Lesson == nil {
		return nil
	}
	return u.Lesson.Progress.Figures
}

// Slots for the calls that measure attempts, ask for the cost of the form's question, and ask for
// the reads on a card.
var (
	slotCompare = page.AnswerSlot{Name: "compare"}
	slotCost    = page.AnswerSlot{Name: "cost"}
	slotReads   = page.AnswerSlot{Name: "reads"}
)

// notCompared reports whether there is something to measure, and no call under way.
func (u *update) notCompared() bool {
	return (u.changed() || u.Attempts.brief) && !u.IsAwaiting(slotCompare) && page.ShowsKeyDesigner(u.Update.State, u.Work)
}

// load returns the load under which attempts are compared: that of the page, or nil in a
// lesson, where only the writes count.
func (u *update) load() *engine.SimulateLoad {
	if u.Lesson != nil {
		return nil
	}
	return u.Work.Load
}

// changed reports whether the measured attempts are out of date.
func (u *update) changed() bool {
	a := &u.Attempts
	return a.version != u.Work.Version || a.figures != len(u.figures()) || a.trials != len(u.trials()) || !reflect.DeepEqual(a.load, u.load())
}

// compareLater plans the measuring for when nothing has happened for a moment.
func (u *update) compareLater() {
	if u.notCompared() {
		u.DoEffect(page.SendMsgLater{Wait: rest, Msg: DesignSettled{u.Work.Version}})
	}
}

// dropComparison cancels the measuring.
func (u *update) dropComparison() { u.CancelSlot(slotCompare) }

// IsCurrent reports whether the attempts were measured at the present version of the session.
func (a *DesignAttempts) IsCurrent(w *page.Workspace) bool { return a.version == w.Version }

// compared returns the two attempts to compare: the picked ones, or the picked one and the
// present design.
func (a *DesignAttempts) compared() (first, second engine.DesignAttempt, ok bool) {
	of := func(is func(engine.DesignAttempt) bool) (engine.DesignAttempt, bool) {
		if i := slices.IndexFunc(a.All, is); i >= 0 {
			return a.All[i], true
		}
		return engine.DesignAttempt{}, false
	}
	state := func(s uint64) func(engine.DesignAttempt) bool {
		return func(b engine.DesignAttempt) bool { return b.State == s }
	}
	if len(a.Compared) == 0 {
		return first, second, false
	}
	first, ok = of(state(a.Compared[0]))
	if ok && len(a.Compared) == 2 {
		second, ok = of(state(a.Compared[1]))
	} else if ok {
		second, ok = of(func(b engine.DesignAttempt) bool { return b.Current })
	}
	return first, second, ok && first.State != second.State
}

// overloads reports whether the load is too much for the nodes under an attempt, by the measure of
// the load's card. Without the page's load this is not known.
func (a *DesignAttempts) overloads(d engine.DesignAttempt) bool {
	return a.load != nil && d.OverloadedNodes > 0
}

// projectedTimes is the multiple of the present data that projections are for.
const projectedTimes = 100

// projected returns the projection of a question under the present design, if that has been
// measured.
func (a *DesignAttempts) projected(w *page.Workspace, v engine.Verdict) (figures.Projection, bool) {
	g, ok := a.grown(w, v)
	if q, _ := w.QueryByID(v.Query); !ok || len(inVain(w, q, v.Table)) > 0 {
		return figures.Projection{}, false
	}
	return figures.Project(v, g, projectedTimes)
}

// unprojected returns what a question was measured to cost at another size if there is an
// answer, but no projection from it.
func (a *DesignAttempts) unprojected(w *page.Workspace, v engine.Verdict) (g engine.GrowthCost, is bool) {
	g, is = a.grown(w, v)
	_, projected := figures.Project(v, g, projectedTimes)
	if q, _ := w.QueryByID(v.Query); len(inVain(w, q, v.Table)) > 0 {
		return g, false // it compares text as numbers, and finds nothing at any size
	}
	return g, is && !projected && v.Table != "" && g.Records > 0 && v.MissingRecordCount() == 0
}

// tooFew reports whether a question has too few records for a projection.
func (a *DesignAttempts) tooFew(w *page.Workspace, v engine.Verdict) bool {
	g, ok := a.grown(w, v)
	return ok && v.Table != "" && g.Records == 0
}

// grown returns how the cost of a question grows under the present design, if that has been
// measured.
func (a *DesignAttempts) grown(w *page.Workspace, v engine.Verdict) (engine.GrowthCost, bool) {
	if !a.IsCurrent(w) || w.ShowsPastState() {
		return engine.GrowthCost{}, false
	}
	for _, of := range a.All {
		for i, b := range of.Verdicts {
			if of.Current && b.Query == v.Query && i < len(of.Growth) {
				return of.Growth[i], true
			}
		}
	}
	return engine.GrowthCost{}, false
}

// withReferences returns the attempts, followed by the references.
func (a *DesignAttempts) withReferences() []engine.DesignAttempt {
	return slices.Concat(a.All, a.References)
}
