package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/plan"
)

// kept runs requests in a session and adds what they changed to changes.
func kept(t *testing.T, s *Session, changes *[]Change) func(Request) Reply {
	return func(r Request) Reply {
		t.Helper()
		rep := mustDo(t, s, r)
		*changes = append(*changes, rep.Changes...)
		return rep
	}
}

// TestTrial checks that consecutive trials are one step of the timeline, that the template from
// before can be restored by it, and that the changes replay to the same tables.
func TestTrial(t *testing.T) {
	s := newSession()
	var changes []Change
	do := kept(t, s, &changes)
	steps := func(want int, template string) {
		t.Helper()
		if undo, _ := s.UndoRedoCounts(); undo != want {
			t.Errorf("%d steps, not %d", undo, want)
		}
		if got, _, _ := s.Design("games"); got != template {
			t.Errorf("the table is keyed by %s, not %s", got, template)
		}
	}
	do(SetWorkload{[]plan.Query{corrie}})
	do(LoadRecords{Table: "games", Template: "{game}#{date}#{player}", Columns: columns, Data: games})
	kept := do(Refresh{}).Verdicts
	do(Rekey{Table: "games", Template: "{date}#{game}#{player}", Trial: 7})
	steps(3, "{date}#{game}#{player}")
	tried := do(Rekey{Table: "games", Template: "{game}#{player}#{date}", Trial: 7})
	steps(3, "{game}#{player}#{date}")
	if slices.Equal(inKeys(tried.Verdicts), inKeys(kept)) {
		t.Errorf("the question is asked as before: %+v", tried.Verdicts)
	}
	back := do(Rekey{Table: "games", Template: "{game}#{date}#{player}", Trial: 7})
	steps(2, "{game}#{date}#{player}")
	if !slices.Equal(inKeys(back.Verdicts), inKeys(kept)) || back.Timeline == nil {
		t.Errorf("put back it costs %+v, not %+v", back.Verdicts, kept)
	}
	// Another change in between ends a trial, and so does the number of another trial.
	do(Rekey{Table: "games", Template: "{date}#{game}#{player}", Trial: 8})
	do(RunConsole{Text: "set games k GAME:win=1"})
	do(Rekey{Table: "games", Template: "{player}", Trial: 8})
	steps(5, "{player}")
	do(Rekey{Table: "games", Template: "{game}", Trial: 9})
	do(Rekey{Table: "games", Template: "{date}"})
	do(Rekey{Table: "games", Template: "{win}"})
	steps(8, "{win}")

	again := newSession()
	for _, c := range changes {
		task := again.Replay(c)
		for !task.Step(1 << 20) {
		}
		if rep := task.Reply(); rep.Err != nil {
			t.Fatal(rep.Err)
		}
	}
	all := RowWindow{Table: "games", Count: 10}
	if a, b := again.Page(all), s.Page(all); !reflect.DeepEqual(a.Rows, b.Rows) {
		t.Errorf("replayed it holds %+v, not %+v", a.Rows, b.Rows)
	}
	if undo, _ := again.UndoRedoCounts(); undo != 8 {
		t.Errorf("replayed it has %d steps", undo)
	}
}

func inKeys(verdicts []Verdict) (out []string) {
	for _, v := range verdicts {
		out = append(out, v.Template+strings.Join(v.InKey, ","))
	}
	return out
}
