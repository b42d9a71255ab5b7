package model

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/plan"
)

// asksOf answers a change of the workload and returns the questions.
func (p *play) asksOf(t *testing.T) []plan.Query {
	t.Helper()
	s := p.sent()
	run, ok := s.Call.(host.Execute)
	if !ok {
		t.Fatalf("sent %+v", s)
	}
	all := run.Request.(engine.Workload).Queries
	p.answer(host.Answer{Seq: s.Seq, Page: &p.st.Work.Page, Reply: &engine.Reply{Version: p.st.Work.Version + 1, Tables: p.st.Work.Tables,
		Timeline: &engine.Timeline{Workload: all}}})
	return all
}

func TestAsking(t *testing.T) {
	p := sandbox(t).on(AskOpened{})
	p.has(Focus{ID: ElementAskName})
	turn := p.st.Work.Asking.Turn
	p.on(AskTyped{AskField, 0, "player"}, AskTyped{AskValue, 0, "Corrie"})
	if p.st.Work.Asking.Turn != turn {
		t.Error("typing draws the form anew")
	}
	p.on(AskAdded{})
	p.has(Focus{ID: AskPartElement(AskField, 1)})
	if c := p.st.Work.Asking.Form.Conds[1]; c.Field != "game" || p.st.Work.Asking.Turn == turn {
		t.Errorf("%+v", c)
	}
	p.on(AskTyped{AskOp, 1, "2"}, AskTyped{AskValue, 1, "L"}, AskTyped{AskTo, 1, "M"}, AskDone{})
	corrie := plan.Cond{Field: "player", Value: "Corrie"}
	first := plan.Query{ID: "q1", Where: []plan.Cond{corrie, {Field: "game", Op: plan.Between, Value: "L", To: "M"}}}
	p.has(Focus{ID: ElementAskNew})
	if p.st.Work.Asking.Open || p.st.Work.Saved != host.SavePending {
		t.Error("the form is open, or nothing is saved")
	}
	if all := p.asksOf(t); !reflect.DeepEqual(all, []plan.Query{first}) {
		t.Fatalf("%+v", all)
	}

	// Changed: it keeps its place, and takes a name; what a condition no longer has goes.
	p.on(AskOpened{"q1"})
	if f := p.st.Work.Asking.Form; f.Name != "" || len(f.Conds) != 2 {
		t.Errorf("%+v", f)
	}
	p.on(AskTyped{AskName, 0, " mine "}, AskTyped{AskOp, 1, "1"}, AskDropped{0}, AskDone{})
	p.has(Focus{ID: AskElement("q1")})
	mine := plan.Query{ID: "mine", Where: []plan.Cond{{Field: "game", Op: plan.HasPrefix, Value: "L"}}}
	if all := p.asksOf(t); !reflect.DeepEqual(all, []plan.Query{mine}) {
		t.Fatalf("%+v", all)
	}

	// One without conditions asks for all; the first free name is its own.
	p.on(AskOpened{}, AskDropped{0}, AskDone{})
	if all := p.asksOf(t); !reflect.DeepEqual(all, []plan.Query{mine, {ID: "q1"}}) {
		t.Fatalf("%+v", all)
	}
	p.on(AskOpened{"q1"}, AskTyped{AskName, 0, "mine"}, AskDone{})
	if f := p.st.Work.Asking.Form; f == nil || f.Refused != "ask-taken" {
		t.Errorf("%+v", f)
	}
	p.on(AskClosed{}, QueryDropped{"mine"})
	if all := p.asksOf(t); len(all) != 1 || all[0].ID != "q1" {
		t.Fatalf("%+v", all)
	}
	p.st.Work.Verdicts = []engine.Verdict{{Query: "q1"}}
	if p.on(QueryDropped{"q1"}).asksOf(t); len(p.st.Work.Verdicts) > 0 {
		t.Error("the last question is still judged")
	}
}

func TestRefusedConditions(t *testing.T) {
	for _, c := range []struct {
		cond plan.Cond
		want string
	}{
		{plan.Cond{}, "ask-value"},
		{plan.Cond{Value: "a"}, ""},
		{plan.Cond{Op: plan.HasPrefix}, "ask-value"},
		{plan.Cond{Op: plan.HasPrefix, Value: "2015"}, ""},
		{plan.Cond{Value: strings.Repeat("a", MaxQueryText+1)}, "ask-long"},
		{plan.Cond{Op: plan.Between}, "ask-bound"},
		{plan.Cond{Op: plan.Between, Value: "b", To: "b"}, "ask-order"},
		{plan.Cond{Op: plan.Between, Value: "b"}, ""},
		{plan.Cond{Op: plan.Between, To: "b"}, ""},
		{plan.Cond{Op: plan.Numbers}, "ask-number"},
		{plan.Cond{Op: plan.Numbers, Value: "07"}, "ask-number"},
		{plan.Cond{Op: plan.Numbers, Value: "9", To: "x"}, "ask-number"},
		{plan.Cond{Op: plan.Numbers, Value: "10", To: "9"}, "ask-order"},
		{plan.Cond{Op: plan.Numbers, Value: "9", To: "10"}, ""},
		{plan.Cond{Op: plan.Numbers, To: "10"}, ""},
	} {
		if got := refusedCond(c.cond); got != c.want {
			t.Errorf("%+v: %q", c.cond, got)
		}
	}
	p := sandbox(t).on(AskOpened{}, AskDone{})
	p.has(Focus{ID: AskPartElement(AskValue, 0)})
	if f := p.st.Work.Asking.Form; f == nil || f.Conds[0].Refused != "ask-value" {
		t.Errorf("%+v", f)
	}
}

// TestAskable: what is only read, or looked at from before, is not changed.
func TestAskable(t *testing.T) {
	p := sandbox(t)
	p.st.Work.ReadOnly = true
	if p.on(AskOpened{}, QueryDropped{"q"}); p.st.Work.Asking.Open || len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
	p = sandbox(t)
	p.st.Work.Page.State = 7
	if p.on(AskOpened{}); p.st.Work.Asking.Open {
		t.Error("a form over what was before")
	}
}
