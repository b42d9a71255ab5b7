//go:build !js

package host

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
)

// TestWeighingIsNoWork tests that measuring files is cancelled like any call, and brings no
// rows, since none have changed.
func TestWeighingIsNoWork(t *testing.T) {
	store := newListStore()
	p := newTab(t, store, newTabs())
	id := p.sandbox()
	p.ask(ExecuteRequest{many(20_000)})
	p.ask(ExecuteRequest{engine.Rekey{Table: "many", Template: "x#{a}"}})
	p.saved()
	_, entries := store.size(id)
	seq := p.send(ExecuteRequest{engine.CompareDesigns{}})
	p.send(CancelCall{seq})
	if a := wait(p, func(a Answer) bool { return a.Seq == seq }); a.Err == nil || a.Err.Code != base.CodeCancelled {
		t.Errorf("%+v", a)
	}
	a := p.ask(ExecuteRequest{engine.CompareDesigns{}})
	if a.Err != nil || a.Page != nil || a.Strip != nil || len(engine.AnswerAs[*engine.DesignsCompared](a.Reply.Answer).Attempts) != 2 {
		t.Errorf("%+v", a)
	}
	p.saved()
	if _, now := store.size(id); now != entries {
		t.Errorf("%d entries in the journal, %d before", now, entries)
	}
}

// TestDesignsKeepTheirNumbers tests that a design has the same number after a reload, also one that
// was tried after another which the reload forgets, and that numbers begin again with a reset.
func TestDesignsKeepTheirNumbers(t *testing.T) {
	store := newListStore()
	p := newTab(t, store, newTabs())
	id := p.sandbox()
	compared := func(p *tab) (out []string) {
		for _, a := range engine.AnswerAs[*engine.DesignsCompared](p.ask(ExecuteRequest{engine.CompareDesigns{WithoutGrowth: true}}).Reply.Answer).Attempts {
			out = append(out, fmt.Sprint(a.Number, a.Designs[0].Template))
		}
		return out
	}
	p.ask(ExecuteRequest{many(300)})
	p.ask(ExecuteRequest{engine.Rekey{Table: "many", Template: "x#{a}"}})
	compared(p)
	p.ask(ExecuteRequest{engine.Undo{}})
	p.ask(ExecuteRequest{engine.Rekey{Table: "many", Template: "y#{a}"}})
	if got := compared(p); !slices.Equal(got, []string{"0{a}", "1x#{a}", "2y#{a}"}) {
		t.Errorf("before the reload: %q", got)
	}
	p.saved()
	p = newTab(t, store, newTabs())
	p.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	reloaded := compared(p)
	for _, want := range []string{"0{a}", "2y#{a}"} {
		if !slices.Contains(reloaded, want) {
			t.Errorf("no %s after the reload: %q", want, reloaded)
		}
	}
	p.ask(ExecuteRequest{engine.Rekey{Table: "many", Template: "z#{a}"}})
	if got := compared(p); got[len(got)-1] != "3z#{a}" {
		t.Errorf("a new one is %q", got)
	}
	p.ask(ResetWorkspace{})
	p.ask(ExecuteRequest{many(300)})
	p.ask(ExecuteRequest{engine.Rekey{Table: "many", Template: "w#{a}"}})
	if got := compared(p); !slices.Equal(got, []string{"0{a}", "1w#{a}"}) {
		t.Errorf("after the reset: %q", got)
	}
}

// TestNumbersBeginAgain tests the numbers of attempts none of which has one, and of an estimate.
func TestNumbersBeginAgain(t *testing.T) {
	w := &workspace{designs: make([]uint64, 3)}
	of := func(template string, state uint64) engine.DesignAttempt {
		return engine.DesignAttempt{State: state, Designs: []engine.TableDesign{{Table: "t", Template: template}}}
	}
	numbers := func(all ...engine.DesignAttempt) (out []int) {
		w.numberAttempts(all)
		for _, a := range all {
			out = append(out, a.Number)
		}
		return out
	}
	for i, c := range []struct{ got, want []int }{
		{numbers(of("a", 1), of("b", 2)), []int{0, 1}},
		{numbers(of("a", 1), of("c", engine.EstimateState)), []int{0, 2}},
		{numbers(of("b", 2), of("d", engine.EstimateState)), []int{1, 2}},
		{numbers(of("b", 2), of("d", 3)), []int{1, 2}},
		{numbers(of("d", 3), of("e", 4)), []int{2, 3}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%d: %v", i, c.got)
		}
	}
	w.designs = append(w.designs, make([]uint64, maxDesignNumbers)...)
	if got := numbers(of("d", 3), of("f", 5)); !slices.Equal(got, []int{0, 1}) || len(w.designs) > maxDesignNumbers {
		t.Errorf("of too many: %v", got)
	}
}
