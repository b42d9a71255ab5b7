package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// TestScriptProgress checks that the progress of a script counts its commands, up to a refused
// one, and that the progress of a single command counts the rows it reads.
func TestScriptProgress(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	task := s.Start(RunConsole{Text: "createtable t families=f\n\n# none\n" + strings.Repeat("set t k f:q=1\n", 8) + "nothing\nset t l f:q=1"})
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
	s.Do(RunConsole{Text: "set t l f:q=1"})
	task = s.Start(RunConsole{Text: "count t"})
	for !task.Step(1) {
	}
	if done, total := task.Progress(); done != 2 || total != 2 {
		t.Errorf("one command counts %d of %d", done, total)
	}
}

// manySets returns a script of n commands that each write a row.
func manySets(rows int) string {
	var b strings.Builder
	for i := range rows {
		fmt.Fprintf(&b, "set t r%04d f:q=%d\n", i, i)
	}
	return b.String()
}

// TestScriptIsOneStep checks that a script of any length is undone and redone as one step, and
// that what was done before can still be undone.
func TestScriptIsOneStep(t *testing.T) {
	s := newSession()
	var changes []Change
	do := kept(t, s, &changes)
	do(RunConsole{Text: "createtable t families=f"})
	before := shown(s)
	rep := do(RunConsole{Text: manySets(1000) + "read t count=1\ncreatetable u families=f"})
	tl, after := rep.Timeline, shown(s)
	if len(rep.Changes) != 1001 || len(tl.Steps) != 2 || tl.Truncated || !reflect.DeepEqual(tl.Steps[1].Description, stepNote(base.NoteStepScript, "1001", "set t r0000 f:q=0")) {
		t.Fatalf("%d changes, %d steps, the last %+v", len(rep.Changes), len(tl.Steps), tl.Steps[len(tl.Steps)-1])
	}
	for i, c := range rep.Changes {
		if c.Request.(RunConsole).JoinsPrevious != (i > 0) {
			t.Fatalf("change %d is %+v", i, c)
		}
	}
	if do(Undo{}); shown(s) != before {
		t.Errorf("undone there is\n%s", shown(s))
	}
	if do(Redo{}); shown(s) != after {
		t.Errorf("done again there is\n%s", shown(s))
	}
	// The commands before a refused one stay applied, and are undone together.
	rep = s.Do(RunConsole{Text: "set t x f:q=1\nset t y f:q=1\nset t z nothing:q=1\nset t w f:q=1"})
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
	// In a revived session the last script is still one step.
	do(Redo{})
	cut := len(changes) - 3 // the image holds the first command of the second script
	early := replayed(changes[:cut])
	late, err := SessionFromImage(Options{Now: s.opts.Now}, early.Image())
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

// TestScriptBesideALoad checks that another request in the middle of a script is a step of its
// own, and that the rest of the script is a further step.
func TestScriptBesideALoad(t *testing.T) {
	s := newSession()
	changes := mustDo(t, s, RunConsole{Text: "createtable t families=f"}).Changes
	script := s.Start(RunConsole{Text: manySets(6)})
	for {
		if accepted, _ := script.AcceptedChanges(); len(accepted) == 3 {
			changes = append(changes, accepted...)
			break
		}
		script.Step(1)
	}
	changes = append(changes, mustDo(t, s, AdvanceClock{By: 1000}).Changes...)
	for !script.Step(1) {
	}
	changes = append(changes, script.Reply().Changes[3:]...)
	check := func(s *Session) {
		t.Helper()
		var said []string
		for _, st := range s.Timeline().Steps {
			said = append(said, string(st.Description.Code)+strings.Join(st.Description.Args, ","))
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

// TestOlderScripts checks older journals, in which every command was a step of its own and could
// be undone alone. This still holds for them.
func TestOlderScripts(t *testing.T) {
	at := base.Micros(1_700_000_000_000_000)
	s := replayed([]Change{
		{at, RunConsole{Text: "createtable t families=f"}}, {at, RunConsole{Text: "set t a f:q=1"}}, {at, RunConsole{Text: "set t b f:q=1\nset t c f:q=1"}}, {at, Undo{}},
		{at, RunConsole{Text: "set t d f:q=1", JoinsPrevious: true}}, {at, AdvanceClock{By: 1000}}, {at, RunConsole{Text: "set t e f:q=1", JoinsPrevious: true}},
	})
	tl := s.Timeline()
	if len(tl.Steps) != 5 || tl.Steps[2].Description.Code != base.NoteStepScript || s.Tables()[0].Rows != 4 {
		t.Fatalf("%+v, %+v", tl, s.Tables())
	}
	for _, rows := range []int64{3, 3, 1, 0} {
		if mustDo(t, s, Undo{}); s.Tables()[0].Rows != rows {
			t.Errorf("there are %d rows, not %d", s.Tables()[0].Rows, rows)
		}
	}
}

// TestScriptKeepsWhatIsLookedAt checks the state between two commands of a script, in a run and in
// a replay. It is not kept as a snapshot, because the next command would then copy what it writes.
// A request that looks at the state there still finds it complete, and it does not change later.
func TestScriptKeepsWhatIsLookedAt(t *testing.T) {
	const rows = 200
	var changes []Change
	s := newSession()
	do := kept(t, s, &changes)
	do(RunConsole{Text: "createtable t families=f"})
	do(RunConsole{Text: manySets(rows)})
	do(RunConsole{Text: strings.ReplaceAll(manySets(rows), "f:q=", "f:q=2")})
	want := shown(s)

	for _, looked := range []struct {
		name string
		at   func(*Session) func() string // describes the state that was looked at
	}{
		{"a snapshot", func(s *Session) func() string {
			im := s.Image()
			return func() string {
				late, err := SessionFromImage(Options{Now: s.opts.Now}, im)
				if err != nil {
					t.Fatal(err)
				}
				return shown(late)
			}
		}},
		{"another state", func(s *Session) func() string {
			now := s.history.now.step.State
			st, ok := s.stateOf(now)
			if !ok {
				t.Fatal("the state of now is not known")
			}
			tab := st.tables["t"]
			return func() string {
				var b strings.Builder
				for r := range tab.Scan(table.ScanQuery{}, nil) {
					for c := range r.Cells() {
						fmt.Fprintf(&b, "%q %v\n", r.Key(), c)
					}
				}
				return b.String()
			}
		}},
		{"another step", func(s *Session) func() string {
			if rep := s.Do(AdvanceClock{By: 1000}); rep.Err != nil {
				t.Fatal(rep.Err)
			}
			return func() string {
				for past := len(s.history.past); past > 3; past-- {
					mustDo(t, s, Undo{})
				}
				return shown(s)
			}
		}},
	} {
		half := len(changes) - rows/2
		again := replayed(changes[:half])
		if !again.history.unsettled {
			t.Fatal("each command of the script was kept")
		}
		tell := looked.at(again)
		now := shown(again)
		if looked.name == "another state" {
			now = tell()
		}
		for _, c := range changes[half:] {
			for task := again.Replay(c); !task.Step(1 << 20); {
			}
		}
		if shown(again) != want {
			t.Errorf("%s: the script did otherwise than the first time", looked.name)
		}
		if got := tell(); got != now {
			t.Errorf("%s: what was looked at is now\n%swant\n%s", looked.name, got, now)
		}
	}

	// Otherwise each command would copy the leaf of its row, which has some kilobytes.
	each := allocated(func() { replayed(changes) }) / uint64(len(changes))
	if each > 6<<10 {
		t.Errorf("a command of a script that is run again takes %d bytes", each)
	}
}
