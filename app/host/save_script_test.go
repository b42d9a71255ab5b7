//go:build !js

package host

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/dataset"
)

// TestScriptIsStoredOnItsWay tests that the changes of a script are stored before the script
// ends, and that the save mark does not say that all is saved.
func TestScriptIsStoredOnItsWay(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f")
	p.saved()
	p.forget()
	script := p.send(ExecuteRequest{engine.RunConsole{Text: sets(40_000)}})
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		if _, n := s.size(id); n > 1 {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("nothing is stored while the script runs")
		}
	}
	p.mu.Lock()
	for _, e := range p.events {
		if e == (SaveStateChanged{State: SaveDone}) {
			t.Error("all was said to be saved while the script ran")
		}
	}
	p.mu.Unlock()
	p.send(CancelCall{script})
	a := wait(p, func(a Answer) bool { return a.Seq == script })
	if a.Err == nil || len(a.Reply.Timeline.Steps) != 2 {
		t.Fatalf("%v, %+v", a.Err, a.Reply.Timeline)
	}
	p.saved()
	_, n := s.size(id)
	again := seen(t, s, id)
	if again.Page.Total != n-1 || again.Page.Total != a.Page.Total || !reflect.DeepEqual(again.Reply.Timeline.Steps, a.Reply.Timeline.Steps) {
		t.Errorf("%d rows come back of %d and %d entries, %+v", again.Page.Total, a.Page.Total, n, again.Reply.Timeline)
	}
}

// TestJournalOfAScriptBesideALoad tests that the journal has the changes of a script before and
// after a load in the order in which they were made, so that replaying gives the same tables.
func TestJournalOfAScriptBesideALoad(t *testing.T) {
	// How far the script is when the load ends depends on the machine: it gets longer until the load
	// falls between two of its commands.
	for commands := 6_000; ; commands *= 2 {
		s := newListStore()
		p := newTab(t, s, newTabs())
		id := p.sandbox()
		p.console("createtable t families=f")
		p.ask(ExecuteRequest{many(10)})
		script := p.send(ExecuteRequest{engine.RunConsole{Text: strings.ReplaceAll(sets(commands), "set t", "set many")}})
		load := p.send(ExecuteRequest{many(2_000)})
		var a Answer
		for ended := 0; ended < 2; ended++ {
			either := wait(p, func(a Answer) bool { return a.Seq == load || a.Seq == script })
			if either.Err != nil {
				t.Fatal(either.Err)
			}
			a = either
		}
		p.saved()
		again := seen(t, s, id)
		if !reflect.DeepEqual(again.Reply.Timeline.Steps, a.Reply.Timeline.Steps) || again.Page.Total != a.Page.Total {
			t.Fatalf("%d rows and %+v\ncame back as %d and %+v", a.Page.Total, a.Reply.Timeline.Steps, again.Page.Total, again.Reply.Timeline.Steps)
		}
		if len(a.Reply.Timeline.Steps) == 5 {
			return
		}
		if commands > 100_000 {
			t.Fatalf("the load fell between no two commands: %d steps", len(a.Reply.Timeline.Steps))
		}
	}
}

// TestShortenedScripts tests that a script is undone and redone as one step in a shortened
// journal too.
func TestShortenedScripts(t *testing.T) {
	console := func(text string, joined bool) engine.Change {
		return engine.Change{Request: engine.RunConsole{Text: text, JoinsPrevious: joined}}
	}
	big := engine.LoadRecords{Table: "big", Template: "{n}", Data: dataset.Spec{Fields: []string{"n"}, Recipe: &dataset.Recipe{Count: 9}}}
	undo, redo := engine.Change{Request: engine.Undo{}}, engine.Change{Request: engine.Redo{}}
	all := []engine.Change{
		{Request: big}, {Request: big},
		console("a1", false), console("a2", true), undo,
		console("b1", false), console("b2", true), undo, redo, undo, redo,
		console("c1", false), console("c2", true), console("d", false), undo, undo,
	}
	want := []engine.Change{{Request: big}, console("b1", false), console("b2", true), console("c1", false), console("c2", true), console("d", false), undo, undo}
	if got, solid := shortened(all); !reflect.DeepEqual(got, want) || solid != 1 {
		t.Errorf("%+v, %d solid", got, solid)
	}
}
