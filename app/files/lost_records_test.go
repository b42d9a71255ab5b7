package files

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// TestLostIsTold checks the notice about records that were lost when a table was made, in a
// new sandbox and in the open one. It stays there.
func TestLostIsTold(t *testing.T) {
	lost := engine.OutputLine{Kind: engine.LineNote, Code: base.NoteCollided, Args: []string{"769", `"a"`}}
	p := list(t)
	p.Turn(func(turn *page.Update) {
		turn.Answered.Call = host.CreateFromRequests{}
		OnSandboxMade(turn, &p.s, page.SandboxMade{Answer: host.Answer{SandboxID: "new", Notes: []engine.OutputLine{lost}}})
	})
	if n := p.State.Notice; n == nil || n.Of != "new" || len(n.Notes) != 1 || n.Notes[0].Code != base.NoteCollided {
		t.Errorf("%+v", n)
	}
	p = sandbox(t)
	p.s.loading = &State{}
	p.on(loaded{host.Answer{Reply: &engine.Reply{Output: []engine.OutputLine{{Code: base.NoteLoaded}, lost}}}, p.Work.ID, p.s.loading})
	if n := p.State.Notice; n == nil || n.Of != p.Work.ID || len(n.Notes) != 1 {
		t.Errorf("%+v", n)
	}
}

// TestRepeats checks that lines equal to earlier ones are not counted as lost, and do not
// matter for the search of a key.
func TestRepeats(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,v\n")
	for i := range 40 {
		fmt.Fprintf(&text, "k%d,x%d\n", i, i)
		if i%2 == 0 {
			fmt.Fprintf(&text, "k%d,x%d\n", i, i)
		}
	}
	p := chosen(t, "x.csv", []byte(text.String()+"k7,other\n"))
	p.on(typed{elementTemplate, "{id}"})
	if m := p.s.Mapping; m.Repeats != 20 || m.Clashes != 1 || m.lost() != 1 {
		t.Fatalf("%d repeats, %d clashes, %d lost", m.Repeats, m.Clashes, m.lost())
	}
	html := p.drawn()
	for _, want := range []string{"20 more lines repeat others exactly: nothing is lost.", "1 of the 41 different lines has a key", "Make a sandbox without 1 line<"} {
		if !strings.Contains(html, want) {
			t.Errorf("%q is not said: %s", want, html)
		}
	}
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	r := s.Do(p.s.Mapping.request())
	if i := slices.IndexFunc(r.Output, func(l engine.OutputLine) bool { return l.Code == base.NoteCollided }); i < 0 || r.Output[i].Args[0] != "1" {
		t.Errorf("%+v", r.Output)
	}
	if of := s.Tables()[0]; of.Records != 41 || of.KeptRecords != 40 {
		t.Errorf("%d records, %d held", of.Records, of.KeptRecords)
	}
}

// TestEmptyFile checks that a file without a byte is refused as empty.
func TestEmptyFile(t *testing.T) {
	for name, p := range map[string]*play{"list": chosen(t, "empty.csv", nil), "sandbox": sandbox(t).on(FileChosen{"empty.csv", nil})} {
		if n := p.State.Notice; n == nil || n.Err == nil || n.Err.Code != base.CodeFileEmpty {
			t.Errorf("%s: %+v", name, n)
		}
	}
}

// TestLostIsLogged checks that records that are not in the table are noted in the log and in
// the timeline of the sandbox.
func TestLostIsLogged(t *testing.T) {
	p := chosen(t, "x.csv", []byte("id,v\na,1\nbroken\n,2\nb,\nc,3\n"))
	if lost := p.s.Mapping.lost(); lost != 3 {
		t.Fatalf("%d lines are lost", lost)
	}
	s := engine.New(engine.Options{Now: func() base.Micros { return 0 }})
	r := s.Do(p.s.Mapping.request())
	i := slices.IndexFunc(r.Output, func(l engine.OutputLine) bool { return l.Code == base.NoteLinesSkipped })
	if i < 0 || !slices.Equal(r.Output[i].Args, []string{"x", "3"}) {
		t.Errorf("%+v", r.Output)
	}
	steps := s.Timeline().Steps
	if last := steps[len(steps)-1].Description; last.Code != base.NoteStepLoad || last.Args[len(last.Args)-1] != "3" {
		t.Errorf("%+v", last)
	}
	note := r.Output[i]
	p.Turn(func(turn *page.Update) {
		turn.StoreError, turn.Answered.Call = base.Refuse(base.CodeStoreBlocked), host.CreateFromRequests{}
		OnSandboxMade(turn, &p.s, page.SandboxMade{Answer: host.Answer{SandboxID: "new", Notes: []engine.OutputLine{note}}})
		p.s.noted.space = p.Work.ID
		OnWorkspaceOpened(turn, &p.s)
	})
	if log := p.Work.Log; len(log) != 1 || !log[0].Done || !slices.Equal(log[0].Lines[0].Args, note.Args) {
		t.Errorf("%+v", log)
	}
	p.Turn(func(turn *page.Update) { OnWorkspaceOpened(turn, &p.s) })
	if len(p.Work.Log) != 1 {
		t.Error("it is said twice")
	}
}
