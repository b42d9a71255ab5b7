package model

import (
	"slices"
	"testing"

	"tabletop/app/advisor"
	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/cluster"
)

// TestAdvisorHearsOfTheLoad tests that the advisor gets an answer that only another part
// handles: it asks for advice again after a simulation has shown a hot table.
func TestAdvisorHearsOfTheLoad(t *testing.T) {
	p := sandbox(t)
	p.st.Work.Tables[0].Rows = engine.MinComparedRecords
	p.on(advisor.AskAdvisorPressed{})
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Tables: p.st.Work.Tables, Answer: &engine.AdviceReport{Version: 1}}})
	p.on(heat.SimulatePressed{})
	sent := p.sent()
	run, _ := sent.Call.(host.ExecuteRequest)
	of, ok := run.Request.(engine.SimulateLoad)
	if !ok {
		t.Fatalf("%+v", sent.Call)
	}
	hot := &engine.LoadSimulated{Request: of, Version: 1, Hottest: 3.79}
	hot.Diagnosis.Pattern = cluster.HotRange
	p.answer(host.Answer{Seq: sent.Seq, Reply: &engine.Reply{Version: 1, Tables: p.st.Work.Tables, Answer: hot}})
	if !slices.ContainsFunc(p.effects, func(e page.Effect) bool {
		s, ok := e.(page.SendCall)
		return ok && s.Sent.Call == host.Call(host.ExecuteRequest{Request: engine.Advise{}})
	}) {
		t.Errorf("%+v", p.effects)
	}
}

// TestAdvisorIsAskedOnce tests that the answer to a call of the advisor, which tells of newer tables
// than the last advice, does not have it asked again.
func TestAdvisorIsAskedOnce(t *testing.T) {
	p := sandbox(t)
	advice := func(version uint64) host.Answer {
		return host.Answer{Reply: &engine.Reply{Version: version, Tables: p.st.Work.Tables, Answer: &engine.AdviceReport{Version: version}}}
	}
	p.on(advisor.AskAdvisorPressed{})
	p.answer(advice(1))
	p.on(advisor.AskAdvisorPressed{})
	p.answer(advice(2))
	for _, e := range p.effects {
		if _, sends := e.(page.SendCall); sends {
			t.Errorf("%+v", e)
		}
	}
}

// TestAnswerOfALeftWorkspace tests that an answer which a part of the workbench awaited leads to
// nothing once its workspace is left.
func TestAnswerOfALeftWorkspace(t *testing.T) {
	p := sandbox(t).on(advisor.AskAdvisorPressed{})
	seq := p.sent().Seq
	p.on(page.CloseWorkspace{}, advisor.AskAdvisorPressed{})
	if p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Version: 1, Answer: &engine.AdviceReport{Version: 1}}}); p.st.Work.Advisor.Advice != nil {
		t.Error("it is shown in another workspace")
	}
}
