package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// shownTable returns everything that a table holds, as text.
func shownTable(s *Session, info TableInfo) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v\n", info)
	tab, _ := s.Table(info.Name)
	for r := range tab.Scan(table.ScanQuery{}, nil) {
		fmt.Fprintf(&b, " %q", r.Key())
		for c := range r.Cells() {
			fmt.Fprintf(&b, " %v", c)
		}
	}
	return b.String()
}

// shown returns everything that a session's state holds, as text.
func shown(s *Session) string {
	var b strings.Builder
	for _, info := range s.Tables() {
		b.WriteString(shownTable(s, info))
	}
	fmt.Fprintf(&b, "%+v\n%+v\n", s.Verdicts(), s.state.workload)
	return b.String()
}

// steps has changes of every kind.
var steps = []Request{
	RunConsole{Text: "createtable t families=f"},
	RunConsole{Text: "set t r1 f:q=1"},
	SetWorkload{[]plan.Query{corrie}},
	LoadRecords{Table: "games", Template: "{game}#{date}", Columns: columns, Data: games},
	RunConsole{Text: "set t r1 f:q=2\nset t r2 f:q=3"},
	Rekey{Table: "games", Template: "{game}#{player}#{date}"},
	SetWorkload{[]plan.Query{{ID: "corrie", Where: march.Where}}},
	RunConsole{Text: "deleterow t r1"},
	RunConsole{Text: "deletetable t"},
}

func TestUndoAndRedo(t *testing.T) {
	s := newSession()
	var changes []Change
	states := []string{shown(s)}
	for _, r := range steps {
		rep := mustDo(t, s, r)
		changes = append(changes, rep.Changes...)
		states = append(states, shown(s))
	}
	check := func(i int) {
		t.Helper()
		if got := shown(s); got != states[i] {
			t.Fatalf("state %d is\n%s\nwant\n%s", i, got, states[i])
		}
		if undo, redo := s.UndoRedoCounts(); undo != i || redo != len(states)-1-i {
			t.Fatalf("at state %d, %d to undo and %d to redo", i, undo, redo)
		}
	}
	last := len(states) - 1
	for range 2 {
		for i := last - 1; i >= 0; i-- {
			changes = append(changes, mustDo(t, s, Undo{}).Changes...)
			check(i)
		}
		if rep := s.Do(Undo{}); rep.Err == nil || rep.Err.Code != base.CodeNothingToUndo || len(rep.Changes) > 0 {
			t.Fatalf("%+v", rep)
		}
		for i := 1; i <= last; i++ {
			changes = append(changes, mustDo(t, s, Redo{}).Changes...)
			check(i)
		}
		if rep := s.Do(Redo{}); rep.Err == nil || rep.Err.Code != base.CodeNothingToRedo {
			t.Fatalf("%+v", rep)
		}
	}
	changes = append(changes, mustDo(t, s, Undo{}).Changes...)
	changes = append(changes, mustDo(t, s, RunConsole{Text: "set t r9 f:q=9"}).Changes...)
	if _, redo := s.UndoRedoCounts(); redo != 0 {
		t.Error("a change left something to redo")
	}

	again := newSession()
	for _, c := range changes {
		task := again.Replay(c)
		for !task.Step(7) {
		}
	}
	if got, want := shown(again), shown(s); got != want {
		t.Errorf("replayed:\n%s\nwant:\n%s", got, want)
	}
	undo, _ := s.UndoRedoCounts()
	if n, _ := again.UndoRedoCounts(); n != undo {
		t.Errorf("%d changes to undo, replayed %d", undo, n)
	}
}

func TestUndoIsRefusedWhenReadOnly(t *testing.T) {
	s := newSession()
	mustDo(t, s, steps[0])
	s.ReadOnly = true
	if rep := s.Do(Undo{}); rep.Err == nil || rep.Err.Code != base.CodeReadOnly {
		t.Errorf("%+v", rep.Err)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	s := newSession()
	mustDo(t, s, RunConsole{Text: "createtable t families=f"})
	for i := range MaxHistory + 50 {
		mustDo(t, s, RunConsole{Text: fmt.Sprintf("set t r%d f:q=%d", i, i)})
	}
	if undo, _ := s.UndoRedoCounts(); undo != MaxHistory {
		t.Errorf("%d changes can be undone", undo)
	}

	// Each load replaces a table of about 2.5 MB.
	big := LoadRecords{Table: "big", Template: "{n}", Columns: []plan.FieldColumn{{Field: "v", Family: "f", Qualifier: "v"}}, Data: dataset.Spec{
		Fields: []string{"n", "v"},
		Recipe: &dataset.Recipe{Count: 20, Seed: 1, Unique: []string{"n"}, Gens: []dataset.Generator{
			{Field: "n", Kind: dataset.Decimals, From: "1", To: "1000", Step: "1"},
			{Field: "v", Kind: dataset.Choice, Values: []string{strings.Repeat("v", 1<<17)}},
		}},
	}}
	for range MaxHistory {
		mustDo(t, s, big)
	}
	undo, _ := s.UndoRedoCounts()
	bytes := s.Tables()[0].Bytes
	if want := int(MaxHistoryBytes / bytes); undo < want-1 || undo > want+1 {
		t.Errorf("%d loads of %d bytes can be undone, want about %d", undo, bytes, want)
	}
	for range undo {
		mustDo(t, s, Undo{})
	}
	if rep := s.Do(Undo{}); rep.Err == nil || !reflect.DeepEqual(rep.Err, base.Refuse(base.CodeNothingToUndo)) {
		t.Errorf("%+v", rep.Err)
	}
}
