// Package questions is the part of the page that asks questions of the data: the
// workload and what each question costs now and with more data, the form for a new one,
// and the designs that there have been, weighed by them.
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

// State is the questions and the designs that they have weighed.
type State struct {
	Attempts Attempts
	Asking   Asking
	Reads    Reads
}

// Msg is something that happened to questions or attempts.
type Msg interface{ apply(*update) }

type (
	// Settled comes a moment after a design has changed.
	Settled struct{ Version uint64 }
	// weighed brings the designs, weighed.
	weighed struct {
		asked  engine.Weigh
		answer host.Answer
	}
	// Picked compares an attempt, or no longer.
	Picked struct{ State uint64 }
	// Uncompared closes the comparison.
	Uncompared struct{}
	// Taken makes the design of an attempt that of now.
	Taken struct{ State uint64 }

	// Opened opens the form: for a question of the workload, or a new one.
	Opened struct{ Query string }
	// fitted opens it for a question about rows.
	fitted struct{ host.Answer }
	// settled comes a moment after the form has changed.
	settled struct{ round uint64 }
	// costed brings what its question would cost.
	costed struct{ host.Answer }
	// Typed gives the field with an ID another value.
	Typed struct{ ID, Value string }
	// Added adds a condition.
	Added struct{}
	// CondDropped takes one away.
	CondDropped struct{ At int }
	// Done puts the question into the workload.
	Done struct{}
	// Dropped takes a question out of it.
	Dropped struct{ Query string }
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// Stop stops weighing: the reader has something else to do.
func Stop(t *page.Update, s *State) { (&update{t, s}).unweigh() }

// Changed has the designs weighed, once nothing has happened for a moment, where there
// is something to weigh.
func Changed(t *page.Update, s *State) { (&update{t, s}).weighLater() }

// Shown returns what is drawn of the state beside the form.
func (s State) Shown() State {
	a, r := &s.Attempts, &s.Reads
	return State{
		Attempts: Attempts{All: a.All, Picked: a.Picked, References: a.References, version: a.version, load: a.load, figures: a.figures, trials: a.trials, brief: a.brief},
		Reads:    Reads{Open: r.Open, Of: r.Of, Chosen: r.Chosen, In: r.In, Copied: r.Copied, version: r.version},
	}
}

// Restarted forgets a call that will have no answer.
func (s *State) Restarted() { s.Attempts.asked, s.Asking.asked, s.Reads.asked = 0, 0, 0 }

func (m Settled) apply(u *update) {
	if m.Version != u.Work.Version || !u.unweighed() {
		return
	}
	ask := engine.Weigh{Load: u.load(), Figures: u.figures(), Trials: u.trials(), Brief: u.changed()}
	u.Attempts.asked = u.Ask(host.Execute{Request: ask}, "", func(a host.Answer) page.Msg { return weighed{ask, a} })
}

func (m weighed) apply(u *update) {
	a, r := &u.Attempts, m.answer.Reply
	if m.answer.Seq != a.asked {
		return
	}
	a.asked = 0
	if m.answer.Err == nil && r != nil && r.Version == u.Work.Version {
		if came := engine.As[*engine.Weighed](r.Answer); came != nil {
			a.All, a.version, a.brief = came.Attempts, r.Version, m.asked.Brief
			a.load = m.asked.Load
			a.figures, a.trials, a.References = len(m.asked.Figures), len(m.asked.Trials), came.Trials
			a.Picked = slices.DeleteFunc(slices.Clone(a.Picked), func(s uint64) bool {
				return !slices.ContainsFunc(a.All, func(b engine.Attempt) bool { return b.State == s && !b.Now })
			})
			u.weighLater() // with growth, and the references if the reader may see them now
			return
		}
	}
	if m.answer.Err == nil || m.answer.Err.Code == base.CodeCancelled {
		u.weighLater()
	}
}

func (m Picked) apply(u *update) {
	a := &u.Attempts
	picked := slices.DeleteFunc(slices.Clone(a.Picked), func(s uint64) bool { return s == m.State })
	if len(picked) == len(a.Picked) {
		picked = append(picked, m.State)
	}
	a.Picked = picked[max(0, len(picked)-2):]
}

func (Uncompared) apply(u *update) { u.Attempts.Picked = nil }

func (m Taken) apply(u *update) {
	i := slices.IndexFunc(u.Attempts.All, func(b engine.Attempt) bool { return b.State == m.State })
	if i >= 0 && page.CanChange(u.Update.State, u.Work) {
		u.takeAttempt(u.Attempts.All[i])
	}
}

func (u *update) askable() bool { return page.CanAsk(u.Update.State, u.Work) }

func (m Opened) apply(u *update) {
	if u.askable() {
		u.open(m.Query, u.formOf(m.Query), CondElement(CondField, 0))
	}
}

// open opens the form over the page, with the focus in one of its fields.
func (u *update) open(query string, f *Form, focus string) {
	u.Menu, u.MenuID = page.MenuAsk, focus
	u.Asking = Asking{Query: query, Form: f, round: u.Asking.round, put: u.Asking.put}
	u.cost()
}

func (m Dropped) apply(u *update) {
	if !u.askable() {
		return
	}
	u.askAll(slices.DeleteFunc(slices.Clone(u.Work.Timeline.Workload), func(q plan.Query) bool { return q.ID == m.Query }))
	u.Do(page.Focus{ID: ElementNew})
}

// form returns a copy of the open form that may be changed, nil where none is open.
func (u *update) form() *Form {
	if u.Asking.Form == nil || u.Menu != page.MenuAsk {
		return nil
	}
	u.costLater()
	f := *u.Asking.Form
	f.Conds = slices.Clone(f.Conds)
	u.Asking.Form = &f
	return &f
}

func (m Typed) apply(u *update) {
	if f := u.form(); f != nil {
		form.Take(f.fields(u.Work), m.ID, m.Value)
	}
}

func (Added) apply(u *update) {
	if f := u.form(); f != nil && len(f.Conds) < MaxConds {
		f.Conds = append(f.Conds, Cond{Cond: plan.Cond{Field: u.unasked(f.Conds)}})
		u.Do(page.Focus{ID: CondElement(CondField, len(f.Conds)-1)})
	}
}

func (m CondDropped) apply(u *update) {
	if f := u.form(); f != nil {
		f.Conds = slices.Delete(f.Conds, m.At, m.At+1)
		u.Do(page.Focus{ID: ElementAdd})
	}
}

func (Done) apply(u *update) {
	f := u.form()
	if f == nil || !u.askable() {
		return
	}
	q, ok := u.asked(f)
	if !ok {
		u.Do(page.Focus{ID: form.Refused(f.fields(u.Work))})
		return
	}
	all := slices.Clone(u.Work.Timeline.Workload)
	changed := u.Asking.Query
	if i := slices.IndexFunc(all, func(q plan.Query) bool { return q.ID == changed }); i >= 0 && changed != "" {
		all[i] = q
	} else {
		all = append(all, q)
	}
	if f.Rated || changed != "" && changed != q.ID {
		u.Pass(page.SetQueryRate{Query: q.ID, Was: changed, Rate: strings.TrimSpace(f.Rate)})
	}
	u.Menu = page.MenuNone
	u.leaveForm()
	u.askAll(all)
	u.Asking.put = q.ID
	u.Pass(page.ShowTab{Tab: page.TabDesign})
}
