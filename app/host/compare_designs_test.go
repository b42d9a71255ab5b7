//go:build !js

package host

import (
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
