// Package advisor is the part of the page that shows what the engine's advisor finds in the
// schema: row keys, columns and queries that would be better otherwise.
//
// The reader asks by a button ([AskAdvisorPressed]), and the part sends [engine.Advise]. Its answer is
// an [engine.AdviceReport], a list of findings. From then on the advisor is open: after each
// change of the tables or of their simulated load the part asks again ([OnReply]), until the
// reader closes it. [View.Draw] draws the findings as a list. [View.FindingsLink] draws, beside a
// table's key or a question, a link to the findings about it.
//
// The part follows the pattern of all parts of the page (see package page): [State], [Msg],
// [Update], and a [View] that [NewView] makes.
package advisor

import (
	"slices"
	"strconv"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/advise"
)

// State is what the part remembers: whether the advisor is open, and its last answer.
type State struct {
	Open   bool                 // the advisor is asked again after each change
	Advice *engine.AdviceReport // the last answer, nil before the first

	asked bool // the reader has pressed the button and waits for the answer
}

// slotAdvice is for the call that asks the advisor.
var slotAdvice = page.AnswerSlot{Name: "advice"}

// elementTitle is the id of the heading above the findings.
const elementTitle = "advisor-title"

// Msg is a message to the advisor: an act of the reader, or an answer to a call.
type Msg interface{ apply(*update) }

type (
	// AskAdvisorPressed opens the advisor and asks it.
	AskAdvisorPressed struct{}
	// closed closes the advisor and forgets its answer.
	closed struct{}
	// shown moves the focus to the finding with index At.
	shown struct{ At int }
)

// update is the handling of one message: the shared part of the turn, and this part's state.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

func (m shown) apply(u *update) {
	u.PassMessage(page.ShowPageTab{Tab: page.TabTask})
	u.DoEffect(page.FocusElement{ID: findingElement(m.At)})
	u.DoEffect(page.ScrollToElement{ID: findingElement(m.At)})
}

func (AskAdvisorPressed) apply(u *update) {
	u.Open, u.asked = true, true
	u.ask()
}

func (closed) apply(u *update) {
	*u.State = State{}
	u.DoEffect(page.FocusElement{ID: elementTitle})
}

// ask asks the advisor, unless a call is already under way. The answer arrives as [advised].
func (u *update) ask() {
	if !u.IsAwaiting(slotAdvice) {
		u.SendCallInSlot(slotAdvice, host.ExecuteRequest{Request: engine.Advise{}}, "running-advice", func(a host.Answer) page.Msg { return advised{a} })
	}
}

// DrawnState returns the fields of the state that are drawn, so that drawings can be compared.
func (s State) DrawnState() State { return State{Open: s.Open, Advice: s.Advice} }

// advised brings the answer to [engine.Advise].
type advised struct{ host.Answer }

// apply takes the answer. It tells a screen reader the number of
// findings if the reader asked or the findings changed, and asks again if the tables have
// changed in the meantime.
func (m advised) apply(u *update) {
	u.ShowIfRefused(m.Answer)
	if !u.Open {
		return
	}
	now := host.EngineAnswerAs[*engine.AdviceReport](m.Answer)
	// The call was refused or cancelled: the last advice stays, and without one the advisor
	// closes.
	if now == nil {
		u.asked = false
		u.Open = u.Advice != nil
		return
	}
	if news := u.Advice == nil || !slices.EqualFunc(u.Advice.Findings, now.Findings, sameFinding); news || u.asked {
		u.AnnounceSentence("said-advice", page.FormatInt(int64(len(now.Findings))), page.FormatInt(int64(len(now.Checked))))
	}
	u.Advice, u.asked = now, false
	// The tables have changed while the advisor looked at them.
	if m.Reply.Version != now.Version {
		u.ask()
	}
}

// OnReply asks the advisor again if the reply tells of a change that the present advice does
// not know: another version of the session, or a new result of the simulation.
func OnReply(t *page.Update, s *State, r *engine.Reply) {
	u := &update{t, s}
	if u.Open && u.Advice != nil && (r.Version != u.Advice.Version || u.simulated(r)) {
		u.ask()
	}
}

// simulated reports whether a reply brings a result of the simulation that contradicts the
// present findings about its table: a hot key or an overload that they do not mention, or
// with other figures. Results are ignored that are live, that belong to a trial or another
// version, or that are of a table with few rows.
func (u *update) simulated(r *engine.Reply) bool {
	of := engine.AnswerAs[*engine.LoadSimulated](r.Answer)
	if of == nil || of.Live || of.Request.Template != "" || of.Version != u.Advice.Version || page.TableByName(u.Work.Tables, of.Request.Table).HasTooFewRecords() {
		return false
	}
	hot, over := of.Diagnosis.Pattern.IsHot(of.Hottest), of.IsOverloaded()
	// Compare with the finding about the table's load, if there is one. Its arguments are
	// described in package advise.
	for _, f := range u.Advice.Findings {
		switch {
		case f.Table != of.Request.Table:
		case f.Rule == advise.HotKey:
			return over || !hot || f.Args[1] != strconv.FormatFloat(of.Hottest, 'f', -1, 64)
		case f.Rule == advise.Overloaded:
			return !over || f.Args[0] != strconv.Itoa(of.OverloadedNodes) || f.Args[2] != of.Request.ID()
		}
	}
	return hot || over // there is no finding, so one is missing if the load is uneven or too high
}

// sameFinding reports whether two findings say the same.
func sameFinding(a, b advise.Finding) bool {
	return a.Rule == b.Rule && a.Table == b.Table && a.Example == b.Example && slices.Equal(a.Args, b.Args)
}

// FindingsAbout returns the indices of the findings about one thing: the key of the table called name,
// or the query called name. There are none while the advisor is closed.
func (s *State) FindingsAbout(about advise.FindingSubject, name string) (out []int) {
	if !s.Open || s.Advice == nil {
		return nil
	}
	for i, f := range s.Advice.Findings {
		of := f.Table
		if about == advise.AboutQuery {
			of = f.Example
		}
		if f.Subject() == about && of == name {
			out = append(out, i)
		}
	}
	return out
}

// findingElement returns the id of the element of the finding with index at.
func findingElement(at int) string { return "finding-" + strconv.Itoa(at) }
