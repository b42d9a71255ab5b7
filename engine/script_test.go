package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// TestScriptProgress: of a script the commands are counted, up to the one that is
// refused; of one command the rows that it reads.
func TestScriptProgress(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	task := s.Start(Console{Text: "createtable t families=f\n\n# none\n" + strings.Repeat("set t k f:q=1\n", 8) + "nothing\nset t l f:q=1"})
	last := int64(0)
	for !task.Step(1) {
		done, total := task.Progress()
		if total != 11 || done < last || done > 9 {
			t.Fatalf("%d of %d commands after %d", done, total, last)
		}
		last = done
	}
	last, _ = task.Progress()
	if last != 9 || task.Reply().ErrLine != 12 {
		t.Errorf("%d commands were counted, line %d is refused", last, task.Reply().ErrLine)
	}
	s.Do(Console{Text: "set t l f:q=1"})
	task = s.Start(Console{Text: "count t"})
	for !task.Step(1) {
	}
	if done, total := task.Progress(); done != 2 || total != 2 {
		t.Errorf("one command counts %d of %d", done, total)
	}
}

// manySets returns a script of so many commands that each write a row.
func manySets(rows int) string {
	var b strings.Builder
	for i := range rows {
		fmt.Fprintf(&b, "set t r%04d f:q=%d\n", i, i)
	}
	return b.String()
}

// TestScriptIsOneStep: what was pasted and run together is undone and done again
// together, however much it is, and what was done before can still be undone.
func TestScriptIsOneStep(t *testing.T) {
	s := newSession()
	var changes []Change
	do := kept(t, s, &changes)
	do(Console{Text: "createtable t families=f"})
	before := shown(s)
	rep := do(Console{Text: manySets(1000) + "read t count=1\ncreatetable u families=f"})
	tl, after := rep.Timeline, shown(s)
	if len(rep.Changes) != 1001 || len(tl.Steps) != 2 || tl.Cut || !reflect.DeepEqual(tl.Steps[1].What, stepNote(base.NoteStepScript, "1001", "set t r0000 f:q=0")) {
		t.Fatalf("%d changes, %d steps, the last %+v", len(rep.Changes), len(tl.Steps), tl.Steps[len(tl.Steps)-1])
	}
	for i, c := range rep.Changes {
		if c.Request.(Console).Joined != (i > 0) {
			t.Fatalf("change %d is %+v", i, c)
		}
	}
	if do(Undo{}); shown(s) != before {
		t.Errorf("undone there is\n%s", shown(s))
	}
	if do(Redo{}); shown(s) != after {
		t.Errorf("done again there is\n%s", shown(s))
	}
	// What ran before the command that is refused stays, and goes together.
	rep = s.Do(Console{Text: "set t x f:q=1\nset t y f:q=1\nset t z nothing:q=1\nset t w f:q=1"})
	changes = append(changes, rep.Changes...)
	if rep.Err == nil || rep.ErrLine != 3 || len(rep.Changes) != 2 || len(rep.Timeline.Steps) != 3 {
		t.Fatalf("%v in line %d, %+v", rep.Err, rep.ErrLine, rep.Timeline)
	}
	if got := replayed(changes); shown(got) != shown(s) || !reflect.DeepEqual(got.Timeline(), s.Timeline()) {
		t.Errorf("replayed:\n%+v\nwant:\n%+v", got.Timeline(), s.Timeline())
	}
	if do(Undo{}); shown(s) != after {
		t.Errorf("without the script that was refused there is\n%s", shown(s))
	}
	// Of a revived session the last script goes on being one step.
	do(Redo{})
	cut := len(changes) - 3 // of the second script the first command is in the image
	early := replayed(changes[:cut])
	late, err := Revive(Options{Now: s.opts.Now}, early.Image())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes[cut:] {
		for task := late.Replay(c); !task.Step(1 << 20); {
		}
	}
	if shown(late) != shown(s) || !reflect.DeepEqual(late.Timeline(), s.Timeline()) {
		t.Errorf("revived:\n%+v\nwant:\n%+v", late.Timeline(), s.Timeline())
	}
}

// TestScriptBesideALoad: what another request does in the middle of a script is a step of
// its own, and so is what the script does behind it.
func TestScriptBesideALoad(t *testing.T) {
	s := newSession()
	changes := mustDo(t, s, Console{Text: "createtable t families=f"}).Changes
	script := s.Start(Console{Text: manySets(6)})
	for {
		if accepted, _ := script.Accepted(); len(accepted) == 3 {
			changes = append(changes, accepted...)
			break
		}
		script.Step(1)
	}
	changes = append(changes, mustDo(t, s, Advance{By: 1000}).Changes...)
	for !script.Step(1) {
	}
	changes = append(changes, script.Reply().Changes[3:]...)
	check := func(s *Session) {
		t.Helper()
		var said []string
		for _, st := range s.Timeline().Steps {
			said = append(said, string(st.What.Code)+strings.Join(st.What.Args, ","))
		}
		if want := []string{"", "step-script3,set t r0000 f:q=0", "step-clock0.001s", "step-script3,set t r0003 f:q=3"}; !reflect.DeepEqual(said, want) {
			t.Errorf("the steps are %q", said)
		}
	}
	check(s)
	again := replayed(changes)
	check(again)
	if shown(again) != shown(s) {
		t.Errorf("replayed:\n%s\nwant:\n%s", shown(again), shown(s))
	}
}

// TestOlderScripts: in journals of before every command was a step, and what was undone
// then was one command. It still is.
func TestOlderScripts(t *testing.T) {
	at := base.Micros(1_700_000_000_000_000)
	s := replayed([]Change{
		{at, Console{Text: "createtable t families=f"}}, {at, Console{Text: "set t a f:q=1"}}, {at, Console{Text: "set t b f:q=1\nset t c f:q=1"}}, {at, Undo{}},
		{at, Console{Text: "set t d f:q=1", Joined: true}}, {at, Advance{By: 1000}}, {at, Console{Text: "set t e f:q=1", Joined: true}},
	})
	tl := s.Timeline()
	if len(tl.Steps) != 5 || tl.Steps[2].What.Code != base.NoteStepScript || s.Tables()[0].Rows != 4 {
		t.Fatalf("%+v, %+v", tl, s.Tables())
	}
	for _, rows := range []int64{3, 3, 1, 0} {
		if mustDo(t, s, Undo{}); s.Tables()[0].Rows != rows {
			t.Errorf("there are %d rows, not %d", s.Tables()[0].Rows, rows)
		}
	}
}
