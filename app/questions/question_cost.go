package questions

import (
	"slices"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// pause is how long the form must stay unchanged before its question is measured.
const pause = 250 * time.Millisecond

// OpenFormForRows opens the form for a question about the rows of the shown table with the numbers
// first to last, both included. The engine proposes the question.
func OpenFormForRows(t *page.Update, s *State, first, last int) {
	u := &update{t, s}
	switch {
	case !page.CanAskAboutRows(t.State, t.Work) || t.Dialog != page.DialogNone:
	case len(t.Work.Timeline.Workload) >= maxQueries:
		t.Notice = &page.Notice{Code: "ask-full", Args: []string{page.FormatInt(maxQueries)}}
	default:
		ask := engine.PlanQuestion{Table: t.Work.Page.Table, First: first, Last: last}
		u.SendCallThen(host.ExecuteRequest{Request: ask}, "", func(a host.Answer) page.Msg { return fitted{a} })
	}
}

// apply opens the form with the question that the engine proposes.
func (m fitted) apply(u *update) {
	came := host.EngineAnswerAs[*engine.QuestionPlan](m.Answer)
	if came == nil || !u.askable() || u.Dialog != page.DialogNone {
		return
	}
	f := &FormContent{AboutRows: true}
	for _, c := range came.Query.Where {
		f.Conds = append(f.Conds, cond{Cond: c})
	}
	u.open("", f, ElementName)
}

// costLater plans to measure the form's question.
func (u *update) costLater() {
	u.FormState.round++
	u.DoEffect(page.SendMsgLater{Wait: pause, Msg: settled{u.FormState.round}})
}

func (m settled) apply(u *update) {
	if m.round == u.FormState.round {
		u.cost()
	}
}

// cost asks what the form's question would cost, if the form is complete, and marks mistakes in
// it.
func (u *update) cost() {
	if u.FormState.Form == nil || u.Dialog != page.DialogQuestion {
		return
	}
	u.uncost()
	f := *u.FormState.Form
	f.Conds = slices.Clone(f.Conds)
	u.FormState.Cost = nil
	q, ok := u.asked(&f)
	u.FormState.Form = u.FormState.Form.warned(f)
	if ok {
		ask := engine.PlanQuestion{Query: q, Measure: true}
		u.SendCallInSlot(slotCost, host.ExecuteRequest{Request: ask}, "", func(a host.Answer) page.Msg { return costed{a} })
	}
}

// uncost cancels the measuring of the form's question.
func (u *update) uncost() { u.CancelSlot(slotCost) }

// apply shows what the form's question would cost, unless the form has changed meanwhile.
func (m costed) apply(u *update) {
	u.FormState.Cost = host.EngineAnswerAs[*engine.QuestionPlan](m.Answer)
}

// AfterMessage closes the form after its dialog, asks for the reads on open cards, and plans to
// measure the attempts after a change of the load. The root calls it after every message.
func AfterMessage(t *page.Update, s *State) {
	u := &update{t, s}
	if t.Dialog != page.DialogQuestion && s.FormState.Form != nil {
		u.leaveForm()
	}
	u.askReads()
	if load := u.load(); load != u.Attempts.heard {
		u.Attempts.heard = load
		u.compareLater()
	}
}
