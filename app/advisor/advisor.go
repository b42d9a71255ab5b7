// Package advisor is the part of the page that looks over the schema and says what it
// would do otherwise.
package advisor

import (
	"slices"
	"strconv"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/advise"
)

// State is what the advisor has been asked and has said.
type State struct {
	Open   bool           // it is asked again after each change
	Advice *engine.Advice // what it said last, nil for nothing yet

	sent  uint64 // number of the last call, whose answer alone counts; 0 when that has come
	asked bool   // the reader waits for it
}

// ElementTitle is the id of the heading of what the advisor says.
const ElementTitle = "advisor-title"

// Msg is something that happened to the advisor.
type Msg interface{ apply(*update) }

type (
	// Pressed asks the advisor.
	Pressed struct{}
	// Closed puts away what it said.
	Closed struct{}
	// Shown leads to one of its findings, by its index.
	Shown struct{ At int }
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

func (m Shown) apply(u *update) {
	u.Pass(page.ShowTab{Tab: page.TabTask})
	u.Do(page.Focus{ID: FindingElement(m.At)})
	u.Do(page.ScrollTo{ID: FindingElement(m.At)})
}

func (Pressed) apply(u *update) {
	u.Open, u.asked = true, true
	u.ask()
}

func (Closed) apply(u *update) {
	*u.State = State{sent: u.sent}
	u.Do(page.Focus{ID: ElementTitle})
}

func (u *update) ask() {
	if u.sent == 0 {
		u.sent = u.Ask(host.Execute{Request: engine.Advise{}}, "running-advice", func(a host.Answer) page.Msg { return advised{a} })
	}
}

// Shown returns what is drawn of the state.
func (s State) Shown() State { return State{Open: s.Open, Advice: s.Advice} }

// Restarted forgets a call that will have no answer.
func (s *State) Restarted() { s.sent = 0 }

// advised brings the answer to the call that asks it.
type advised struct{ host.Answer }

func (m advised) apply(u *update) {
	u.Refuses(m.Answer)
	if u.sent != m.Seq {
		return // of a workspace that was left
	}
	u.sent = 0
	if !u.Open {
		return
	}
	now := host.AnswerOf[*engine.Advice](m.Answer)
	if now == nil {
		u.asked = false
		u.Open = u.Advice != nil
		return
	}
	if news := u.Advice == nil || !slices.EqualFunc(u.Advice.Findings, now.Findings, sameFinding); news || u.asked {
		u.TellCode("said-advice", page.Digits(int64(len(now.Findings))), page.Digits(int64(len(now.Checked))))
	}
	u.Advice, u.asked = now, false
	if m.Reply.Version != now.Version {
		u.ask()
	}
}

// OnReply asks the advisor again where a reply tells of a change that it has not seen.
func OnReply(t *page.Update, s *State, r *engine.Reply) {
	u := &update{t, s}
	if u.Open && u.Advice != nil && (r.Version != u.Advice.Version || u.simulated(r)) {
		u.ask()
	}
}

// simulated reports whether an answer says that a table is more or less hot under its load
// than the advisor was told.
func (u *update) simulated(r *engine.Reply) bool {
	of := engine.As[*engine.Simulated](r.Answer)
	if of == nil || of.Live || of.Of.Template != "" || of.Version != u.Advice.Version || page.TableOf(u.Work.Tables, of.Of.Table).Few() {
		return false
	}
	hot, over := of.Diagnosis.Pattern.Hot(of.Hottest), of.TooMuch()
	for _, f := range u.Advice.Findings {
		switch {
		case f.Table != of.Of.Table:
		case f.Rule == advise.HotKey:
			return over || !hot || f.Args[1] != strconv.FormatFloat(of.Hottest, 'f', -1, 64)
		case f.Rule == advise.Overloaded:
			return !over || f.Args[0] != strconv.Itoa(of.Over) || f.Args[2] != of.Of.ID()
		}
	}
	return hot || over
}

func sameFinding(a, b advise.Finding) bool {
	return a.Rule == b.Rule && a.Table == b.Table && a.Example == b.Example && slices.Equal(a.Args, b.Args)
}

// On returns the indices of the findings about one thing: the keys of a table, or a
// query.
func (s *State) On(about advise.About, name string) (out []int) {
	if !s.Open || s.Advice == nil {
		return nil
	}
	for i, f := range s.Advice.Findings {
		of := f.Table
		if about == advise.AboutQuery {
			of = f.Example
		}
		if f.About() == about && of == name {
			out = append(out, i)
		}
	}
	return out
}

// FindingElement returns the id of a finding.
func FindingElement(at int) string { return "finding-" + strconv.Itoa(at) }
