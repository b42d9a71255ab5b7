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

// TestAdvisorHearsOfTheLoad: the answer to a question of another part, which that part alone
// handles, is heard by the advisor: it is asked again where a table turns out to be hot.
func TestAdvisorHearsOfTheLoad(t *testing.T) {
	p := sandbox(t)
	p.st.Work.Tables[0].Rows = engine.WeighedLeast
	p.on(advisor.Pressed{})
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Tables: p.st.Work.Tables, Answer: &engine.Advice{Version: 1}}})
	p.on(heat.Run{})
	sent := p.sent()
	run, _ := sent.Call.(host.Execute)
	of, ok := run.Request.(engine.Simulate)
	if !ok {
		t.Fatalf("%+v", sent.Call)
	}
	hot := &engine.Simulated{Of: of, Version: 1, Hottest: 3.79}
	hot.Diagnosis.Pattern = cluster.HotRange
	p.answer(host.Answer{Seq: sent.Seq, Reply: &engine.Reply{Version: 1, Tables: p.st.Work.Tables, Answer: hot}})
	if !slices.ContainsFunc(p.effects, func(e page.Effect) bool {
		s, ok := e.(page.Send)
		return ok && s.Sent.Call == host.Call(host.Execute{Request: engine.Advise{}})
	}) {
		t.Errorf("%+v", p.effects)
	}
}
