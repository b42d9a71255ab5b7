// Package questions is the part of the page for the workload: the questions that the reader
// asks of the data, what each costs, the form that makes or changes a question, and the
// comparison of the designs that the reader has tried.
//
// # Terms
//
// A question is a query of the workload, or of the lesson. A verdict (engine.Verdict) is what
// it was measured to cost under the present design. An attempt is a design of all tables that
// the reader has tried: a state of the timeline, with the verdicts and the skew of writes that
// were measured for it. A reference is a design of the lesson, to compare with. A projection is
// what a question would cost with a multiple of the data.
//
// # How it works
//
// Verdicts come with the answers of the worker and are part of the common state. Attempts are
// measured by engine.CompareDesigns, which the part sends by itself a moment after a design has changed:
// first in brief and then with growth. The form measures its question while the reader fills it
// in. A card that is open shows the reads that its question becomes.
package questions

import (
	"slices"
	"strings"

	"tabletop/app/form"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
)

// State is what the part remembers.
type State struct {
	Attempts  DesignAttempts // designs tried
	FormState QuestionForm   // the form
	Reads     QuestionReads  // reads on open cards
}

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// DesignSettled comes a moment after a design has changed. Version is that of the session then.
	DesignSettled struct{ Version uint64 }
	// designsCompared brings the measured attempts. asked is the request.
	designsCompared struct {
		asked  engine.CompareDesigns
		answer host.Answer
	}
	// DesignCompareToggled adds an attempt to the comparison, or removes it.
	DesignCompareToggled struct{ State uint64 }
	// uncompared closes the comparison.
	uncompared struct{}
	// DesignAdopted gives the tables the design of an attempt.
	DesignAdopted struct{ State uint64 }

	// FormOpened opens the form, for a question of the workload or a new one ("").
	FormOpened struct{ Query string }
	// fitted opens the form with a question about chosen rows.
	fitted struct{ host.Answer }
	// settled comes a moment after the form has changed.
	settled struct{ round uint64 }
	// costed brings what the form's question would cost.
	costed struct{ host.Answer }
	// FieldChanged changes the value of the field with an element ID.
	FieldChanged struct{ ID, Value string }
	// ConditionAdded adds a condition to the form.
	ConditionAdded struct{}
	// ConditionRemoved removes a condition from the form.
	ConditionRemoved struct{ At int }
	// FormSubmitted puts the form's question into the workload.
	FormSubmitted struct{}
	// QuestionRemoved removes a question from the workload.
	QuestionRemoved struct{ Query string }
)

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// StopMeasuring cancels the measuring of attempts, because the reader has begun to do something.
func StopMeasuring(t *page.Update, s *State) { (&update{t, s}).dropComparison() }

// ScheduleMeasuring plans the measuring of attempts for when nothing has happened for a moment, if there
// is something new to measure.
func ScheduleMeasuring(t *page.Update, s *State) { (&update{t, s}).compareLater() }

// DrawnState returns the state without the form and without calls, for the cards to be compared by.
func (s State) DrawnState() State {
	a, r := &s.Attempts, &s.Reads
	return State{
		Attempts: DesignAttempts{All: a.All, Compared: a.Compared, References: a.References, version: a.version, load: a.load, figures: a.figures, trials: a.trials, brief: a.brief},
		Reads:    QuestionReads{Open: r.Open, ByQuestion: r.ByQuestion, DialectChosen: r.DialectChosen, Dialect: r.Dialect, Copied: r.Copied, version: r.version},
	}
}

// apply measures the attempts. If the session has changed since, another timer is running.
func (m DesignSettled) apply(u *update) {
	if m.Version != u.Work.Version || !u.notCompared() {
		return
	}
	ask := engine.CompareDesigns{Load: u.load(), EarlierMeasurements: u.figures(), Proposed: u.trials(), WithoutGrowth: u.changed()}
	u.SendCallInSlot(slotCompare, host.ExecuteRequest{Request: ask}, "", func(a host.Answer) page.Msg { return designsCompared{ask, a} })
}

// apply takes the measured attempts. Picked attempts that do not exist any more are dropped. A
// result of an earlier version is ignored, and measuring is planned again.
func (m designsCompared) apply(u *update) {
	a, r := &u.Attempts, m.answer.Reply
	if m.answer.Err == nil && r != nil && r.Version == u.Work.Version {
		if came := engine.AnswerAs[*engine.DesignsCompared](r.Answer); came != nil {
			a.All, a.version, a.brief = came.Attempts, r.Version, m.asked.WithoutGrowth
			a.load = m.asked.Load
			a.figures, a.trials, a.References = len(m.asked.EarlierMeasurements), len(m.asked.Proposed), came.Proposed
			a.Compared = slices.DeleteFunc(slices.Clone(a.Compared), func(s uint64) bool {
				return !slices.ContainsFunc(a.All, func(b engine.DesignAttempt) bool { return b.State == s && !b.Current })
			})
			u.compareLater() // next with growth, and with the references once the reader may see them
			return
		}
	}
	if m.answer.Err == nil || m.answer.Err.Code == base.CodeCancelled {
		u.compareLater()
	}
}

// apply keeps the two attempts that were picked last.
func (m DesignCompareToggled) apply(u *update) {
	a := &u.Attempts
	picked := slices.DeleteFunc(slices.Clone(a.Compared), func(s uint64) bool { return s == m.State })
	if len(picked) == len(a.Compared) {
		picked = append(picked, m.State)
	}
	a.Compared = picked[max(0, len(picked)-2):]
}

func (uncompared) apply(u *update) { u.Attempts.Compared = nil }

// apply gives the tables the design of an attempt, if the workspace can be changed.
func (m DesignAdopted) apply(u *update) {
	i := slices.IndexFunc(u.Attempts.All, func(b engine.DesignAttempt) bool { return b.State == m.State })
	if i >= 0 && page.CanChangeWorkspace(u.Update.State, u.Work) {
		u.takeAttempt(u.Attempts.All[i])
	}
}

// askable reports whether the workload can be changed.
func (u *update) askable() bool { return page.CanChangeWorkload(u.Update.State, u.Work) }

func (m FormOpened) apply(u *update) {
	if u.askable() {
		u.open(m.Query, u.formOf(m.Query), ConditionElementID(CondField, 0))
	}
}

// open opens the form, with the focus in the element with the ID focus.
func (u *update) open(query string, f *FormContent, focus string) {
	u.Dialog, u.DialogID = page.DialogQuestion, focus
	u.FormState = QuestionForm{Query: query, Form: f, round: u.FormState.round, put: u.FormState.put}
	u.cost()
}

// apply removes a question from the workload.
func (m QuestionRemoved) apply(u *update) {
	if !u.askable() {
		return
	}
	u.askAll(slices.DeleteFunc(slices.Clone(u.Work.Timeline.Workload), func(q plan.Query) bool { return q.ID == m.Query }))
	u.DoEffect(page.FocusElement{ID: ElementNew})
}

// form returns a copy of the open form that may be changed, and plans to measure it; nil if no
// form is open.
func (u *update) form() *FormContent {
	if u.FormState.Form == nil || u.Dialog != page.DialogQuestion {
		return nil
	}
	u.costLater()
	f := *u.FormState.Form
	f.Conds = slices.Clone(f.Conds)
	u.FormState.Form = &f
	return &f
}

func (m FieldChanged) apply(u *update) {
	if f := u.form(); f != nil {
		form.SetFieldValue(f.fields(u.Work), m.ID, m.Value)
	}
}

// apply adds a condition about a field that has none yet.
func (ConditionAdded) apply(u *update) {
	if f := u.form(); f != nil && len(f.Conds) < maxConds {
		f.Conds = append(f.Conds, cond{Cond: plan.Cond{Field: u.unasked(f.Conds)}})
		u.DoEffect(page.FocusElement{ID: ConditionElementID(CondField, len(f.Conds)-1)})
	}
}

// apply removes a condition.
func (m ConditionRemoved) apply(u *update) {
	if f := u.form(); f != nil {
		f.Conds = slices.Delete(f.Conds, m.At, m.At+1)
		u.DoEffect(page.FocusElement{ID: ElementAdd})
	}
}

// apply puts the question into the workload, or moves the focus to the first mistake in the
// form.
func (FormSubmitted) apply(u *update) {
	f := u.form()
	if f == nil || !u.askable() {
		return
	}
	q, ok := u.asked(f)
	if !ok {
		u.DoEffect(page.FocusElement{ID: form.FirstRefusedID(f.fields(u.Work))})
		return
	}
	all := slices.Clone(u.Work.Timeline.Workload)
	changed := u.FormState.Query
	if i := slices.IndexFunc(all, func(q plan.Query) bool { return q.ID == changed }); i >= 0 && changed != "" {
		all[i] = q
	} else {
		all = append(all, q)
	}
	if f.Rated || changed != "" && changed != q.ID {
		u.PassMessage(page.SetQueryRate{Query: q.ID, Was: changed, Rate: strings.TrimSpace(f.Rate)})
	}
	u.Dialog = page.DialogNone
	u.leaveForm()
	u.askAll(all)
	u.FormState.put = q.ID
	u.PassMessage(page.ShowPageTab{Tab: page.TabDesign})
}
