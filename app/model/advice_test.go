package model

import (
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
)

// advised answers the call sent last: what the advisor says of a version of the
// session, while that is at another.
func (p *play) advised(of, now uint64, findings ...advise.Finding) *play {
	p.t.Helper()
	return p.answer(host.Answer{Reply: &engine.Reply{Version: now, Answer: &engine.Advice{
		Version: of, Report: advise.Report{Findings: findings, Checked: []advise.Rule{advise.TimeFirst, advise.BusyRow}},
	}}})
}

func TestAdvisor(t *testing.T) {
	found := advise.Finding{Rule: advise.TimeFirst, Table: "games", Args: []string{"date"}, Example: "20150301"}
	p := sandbox(t).on(AdvicePressed{})
	p.asks(engine.Advise{})
	if a := p.st.Work.Advisor; !a.Open || a.Advice != nil {
		t.Errorf("%+v", a)
	}
	if p.on(AdvicePressed{}); len(p.effects) > 0 {
		t.Errorf("asked twice: %+v", p.effects)
	}
	p.on(Came{host.Answer{Seq: p.st.Work.Advisor.sent, Reply: &engine.Reply{Version: 1, Answer: &engine.Advice{Version: 1, Report: advise.Report{Findings: []advise.Finding{found}}}}}})
	p.tells(Saying{Code: "said-advice", Args: []string{"1", "0"}})
	if a := p.st.Work.Advisor; a.Advice == nil || len(a.Advice.Findings) != 1 {
		t.Fatalf("%+v", a)
	}

	// A change has it asked again. What is the same is not told again.
	change := func(version uint64) {
		p.on(ConsoleEntered{"set games a GAME:q=1"}).answer(host.Answer{Reply: &engine.Reply{Version: version}})
		p.st.Said.Parts = nil
	}
	change(2)
	p.asks(engine.Advise{})
	p.advised(2, 2, found)
	if len(p.st.Said.Parts) > 0 || len(p.effects) > 0 {
		t.Errorf("%+v, %+v", p.st.Said, p.effects)
	}
	// So does one that was made while it looked.
	change(3)
	p.advised(3, 4)
	p.asks(engine.Advise{})
	p.tells(Saying{Code: "said-advice", Args: []string{"0", "2"}})
	p.advised(4, 4)

	// Asked by the reader it always answers.
	p.on(AdvicePressed{}).advised(4, 4)
	p.tells(Saying{Code: "said-advice", Args: []string{"0", "2"}})
	p.on(AdviceClosed{})
	p.has(Focus{ID: ElementAdvisor})
	if a := p.st.Work.Advisor; a.Open || a.Advice != nil {
		t.Errorf("%+v", a)
	}
	change(5)
	if p.st.Work.Advisor.sent != 0 {
		t.Error("a closed advisor is asked")
	}
}

// TestAdvisorWithoutAnAnswer: what it has said stays when it is stopped; what comes
// after it was closed is not shown; a new engine is asked anew.
func TestAdvisorWithoutAnAnswer(t *testing.T) {
	cancelled := host.Answer{Err: base.Refuse(base.CodeCancelled)}
	p := sandbox(t).on(AdvicePressed{}).answer(cancelled)
	if a := p.st.Work.Advisor; a.Open || a.sent != 0 {
		t.Errorf("%+v", a)
	}
	p.on(AdvicePressed{}).advised(1, 1).on(AdvicePressed{}).answer(cancelled)
	if a := p.st.Work.Advisor; !a.Open || a.Advice == nil {
		t.Errorf("%+v", a)
	}
	p.on(AdvicePressed{})
	asked := p.st.Work.Advisor.sent
	p.on(AdviceClosed{}, Came{host.Answer{Seq: asked, Reply: &engine.Reply{Version: 1, Answer: &engine.Advice{Version: 1}}}})
	if a := p.st.Work.Advisor; a.Open || a.Advice != nil || a.sent != 0 {
		t.Errorf("%+v", a)
	}
	p.on(AdvicePressed{}, Restarted{})
	if p.st.Work.Advisor.sent != 0 {
		t.Error("it waits for an engine that is gone")
	}
	a, b := p.st, p.st
	b.Work.Advisor.sent, b.Work.Advisor.asked = 7, true
	if a.Still().Work.Advisor != b.Still().Work.Advisor {
		t.Error("a call of the advisor's redraws the page")
	}
}

// TestAdviceWhereItIsMeant: a finding is found beside the keys or the question that it
// is about, while the advisor is open, and leads to its place.
func TestAdviceWhereItIsMeant(t *testing.T) {
	costly := advise.Finding{Rule: advise.CostlyQuery, Table: "games", Args: []string{"scan", "9", "1", "date"}, Example: "q"}
	p := sandbox(t).on(AdvicePressed{}).advised(1, 1, costly, advise.Finding{Rule: advise.TimeFirst, Table: "games"}, advise.Finding{Rule: advise.Opaque, Table: "other"},
		advise.Finding{Rule: advise.LongNames, Table: "games"}, advise.Finding{Rule: advise.TooLarge, Table: "games", Args: []string{"key", "5"}})
	w := &p.st.Work
	if got := w.FindingsOn(AboutKeys, "games"); !slices.Equal(got, []int{1, 4}) {
		t.Errorf("keys: %v", got)
	}
	if got := w.FindingsOn(AboutQuery, "q"); !slices.Equal(got, []int{0}) {
		t.Errorf("question: %v", got)
	}
	if got := w.FindingsOn(AboutQuery, "games"); len(got) > 0 {
		t.Errorf("no question: %v", got)
	}
	p.on(AdviceShown{4})
	p.has(Focus{ID: FindingElement(4)})
	if p.st.Work.Tab != TabSchema || !p.st.Work.Schema.Open {
		t.Error("it is out of sight")
	}
	if p.on(AdviceClosed{}); len(p.st.Work.FindingsOn(AboutKeys, "games")) > 0 {
		t.Error("a closed advisor finds something")
	}
	about := map[About]bool{}
	for _, rule := range advise.Rules {
		for _, what := range []string{"", "family", "writes", "versions", "key", "row"} {
			about[AboutOf(advise.Finding{Rule: rule, Args: []string{what}})] = true
		}
	}
	if len(about) != 5 {
		t.Errorf("findings are about %v", about)
	}
}
