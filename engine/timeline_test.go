package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

const dayMicros = base.Micros(24 * 3600 * 1e6)

// refused runs a request that must be refused and must change nothing.
func refused(t *testing.T, s *Session, r Request, code base.Code) {
	t.Helper()
	before, version := shown(s), s.Version()
	rep := s.Do(r)
	if rep.Err == nil || rep.Err.Code != code {
		t.Errorf("%+v: %v, want %s", r, rep.Err, code)
	}
	if len(rep.Changes) > 0 || s.Version() != version || shown(s) != before {
		t.Errorf("%+v: a refused request changed something", r)
	}
}

// replayed returns a session that ran the changes again.
func replayed(changes []Change) *Session {
	s := newSession()
	for _, c := range changes {
		task := s.Replay(c)
		for !task.Step(3) {
		}
	}
	return s
}

func TestTimeline(t *testing.T) {
	s := newSession()
	var changes []Change
	states := map[uint64]string{s.Timeline().First: shown(s)}
	for _, r := range steps {
		rep := mustDo(t, s, r)
		changes = append(changes, rep.Changes...)
		tl := rep.Timeline
		if len(tl.Steps) != tl.Now || tl.Steps[tl.Now-1].At != changes[len(changes)-1].At {
			t.Fatalf("%+v", tl)
		}
		states[tl.Steps[tl.Now-1].State] = shown(s)
	}
	tl := s.Timeline()
	var said []string
	for _, st := range tl.Steps {
		said = append(said, st.Description.Text+string(st.Description.Code)+strings.Join(st.Description.Args, ","))
	}
	if want := []string{
		"createtable t families=f", "set t r1 f:q=1", "step-queries1", "step-loadgames,5,{game}#{date}", "step-script2,set t r1 f:q=2",
		"step-loadgames,5,{game}#{player}#{date}", "step-queries1", "deleterow t r1", "deletetable t",
	}; !slices.Equal(said, want) {
		t.Errorf("the steps are %q", said)
	}

	now := shown(s)
	for id, want := range states {
		tables, ok := s.TablesInState(id)
		if !ok || strings.Count(want, "Name:") < len(tables) {
			t.Errorf("state %d: %v", id, tables)
		}
		for _, info := range tables {
			p := s.Page(RowWindow{Table: info.Name, Count: 10, State: id})
			if p.State != id || int64(p.Total) != info.Rows || !strings.Contains(want, fmt.Sprintf("%+v\n", info)) {
				t.Errorf("state %d shows %+v of %+v", id, p, info)
			}
			for _, r := range p.Rows {
				if r.Mark != MarkNone || !strings.Contains(want, fmt.Sprintf(" %q", r.Key)) {
					t.Errorf("state %d shows row %+v", id, r)
				}
			}
		}
	}
	if shown(s) != now {
		t.Error("looking changed something")
	}
	if p := s.Page(RowWindow{Table: "games", Count: 10, State: 999}); p.State != 0 || p.Total != 5 {
		t.Errorf("a state that is none shows %+v", p)
	}

	for _, id := range []uint64{tl.First, tl.Steps[5].State, tl.Steps[1].State, tl.Steps[8].State, tl.Steps[2].State} {
		rep := mustDo(t, s, GoToState{id})
		changes = append(changes, rep.Changes...)
		if want := states[id]; want != "" && shown(s) != want {
			t.Errorf("at state %d:\n%s\nwant\n%s", id, shown(s), want)
		}
		if !reflect.DeepEqual(rep.Timeline.Steps, tl.Steps) {
			t.Errorf("going changed the steps: %+v", rep.Timeline)
		}
	}
	if rep := mustDo(t, s, GoToState{tl.Steps[2].State}); len(rep.Changes) > 0 || rep.Timeline != nil {
		t.Errorf("going nowhere changed something: %+v", rep)
	}
	refused(t, s, GoToState{999}, base.CodeStateForgotten)
	again := replayed(changes)
	if shown(again) != shown(s) || again.Timeline().Now != s.Timeline().Now {
		t.Errorf("replayed:\n%s\nwant:\n%s", shown(again), shown(s))
	}

	s.DropHistory()
	if tl := s.Timeline(); len(tl.Steps) != 0 || !tl.Truncated {
		t.Errorf("%+v", tl)
	}
	refused(t, s, Undo{}, base.CodeNothingToUndo)
}

func TestCheckpoints(t *testing.T) {
	s := newSession()
	var changes []Change
	do := func(r Request) {
		t.Helper()
		changes = append(changes, mustDo(t, s, r).Changes...)
	}
	for _, r := range steps[:5] {
		do(r)
	}
	early := shown(s)
	steady := s.Timeline().Now
	do(SaveCheckpoint{"early"})
	if tl := s.Timeline(); tl.Now != steady || len(tl.Checkpoints) != 1 || tl.Checkpoints[0].State != tl.Steps[tl.Now-1].State {
		t.Errorf("%+v", tl)
	}
	for _, r := range steps[5:] {
		do(r)
	}
	for i := range MaxHistory + 1 { // far beyond what can be undone
		do(RunConsole{Text: fmt.Sprintf("createtable t%d", i)})
	}
	late := shown(s)
	do(RestoreCheckpoint{"early"})
	if shown(s) != early {
		t.Errorf("restored:\n%s\nwant\n%s", shown(s), early)
	}
	do(Undo{})
	if shown(s) != late {
		t.Error("what was restored cannot be undone")
	}
	do(Redo{})
	do(RunConsole{Text: "set t r7 f:q=7"})
	do(SaveCheckpoint{"late"})
	if got := replayed(changes); shown(got) != shown(s) || !reflect.DeepEqual(got.Timeline().Checkpoints, s.Timeline().Checkpoints) {
		t.Errorf("replayed:\n%s\nwant\n%s", shown(got), shown(s))
	}
	do(SaveCheckpoint{"early"}) // moves the checkpoint
	do(RunConsole{Text: "deleteallrows t"})
	do(RestoreCheckpoint{"early"})
	if !strings.Contains(shown(s), `"r7"`) {
		t.Error("the checkpoint did not move")
	}
	do(DeleteCheckpoint{"early"})

	refused(t, s, RestoreCheckpoint{"early"}, base.CodeNoCheckpoint)
	refused(t, s, DeleteCheckpoint{"early"}, base.CodeNoCheckpoint)
	for _, name := range []string{"", " a", "a ", "\xff", strings.Repeat("n", MaxCheckpointName+1)} {
		refused(t, s, SaveCheckpoint{name}, base.CodeCheckpointName)
	}
	for i := range MaxCheckpoints - 1 {
		do(SaveCheckpoint{fmt.Sprint(i)})
	}
	refused(t, s, SaveCheckpoint{"one more"}, base.CodeManyCheckpoints)
	do(SaveCheckpoint{"late"}) // already exists
	s.ReadOnly = true
	for _, r := range []Request{SaveCheckpoint{"x"}, DeleteCheckpoint{"late"}, RestoreCheckpoint{"late"}, CollectGarbage{"t"}, AdvanceClock{1}, GoToState{s.Timeline().First}} {
		refused(t, s, r, base.CodeReadOnly)
	}
	mustDo(t, s, FindGarbage{"t"})
	mustDo(t, s, MeasureSizes{"t"})
}

// aged returns a session with a table t whose families keep two versions, or versions of one day.
func aged(t *testing.T) (*Session, []Change) {
	s := newSession()
	var changes []Change
	for _, r := range []Request{
		RunConsole{Text: "createtable t families=v:maxversions=2,d:maxage=1d,k"},
		RunConsole{Text: "set t both v:q=1 d:q=1"}, RunConsole{Text: "set t both v:q=2"}, RunConsole{Text: "set t both v:q=3 k:q=1"},
		RunConsole{Text: "set t old d:q=1\nset t older d:q=1\nset t keep k:q=1"},
	} {
		changes = append(changes, mustDo(t, s, r).Changes...)
	}
	return s, changes
}

func TestCompact(t *testing.T) {
	s, changes := aged(t)
	before := shown(s)
	rep := mustDo(t, s, FindGarbage{"t"})
	if c := AnswerAs[*GarbageReport](rep.Answer); c.RemovedCellCount() != 1 || c.Removed || c.VanishedRows != 0 || c.FirstCells[0].Cell.Value != "1" || c.FirstCells[0].Reason != table.ByVersions {
		t.Errorf("%+v", c)
	}
	if len(rep.Changes) > 0 || shown(s) != before {
		t.Error("looking for garbage changed something")
	}
	rep = mustDo(t, s, AdvanceClock{2 * dayMicros})
	changes = append(changes, rep.Changes...)
	if rep.Timeline.Ahead != 2*dayMicros {
		t.Errorf("%+v", rep.Timeline)
	}
	bytes := s.Tables()[0].Bytes
	found := AnswerAs[*GarbageReport](mustDo(t, s, FindGarbage{"t"}).Answer)
	rep = mustDo(t, s, CollectGarbage{"t"})
	changes = append(changes, rep.Changes...)
	c := AnswerAs[*GarbageReport](rep.Answer)
	if c.RemovedCellCount() != 4 || c.VanishedRows != 2 || !slices.Equal(c.FirstVanishedRows, []base.RowKey{"old", "older"}) || !c.Removed {
		t.Errorf("%+v", c)
	}
	if got := bytes - s.Tables()[0].Bytes; got != c.FreedBytes() {
		t.Errorf("the table shrank by %d bytes, told were %d", got, c.FreedBytes())
	}
	found.Removed, found.At = true, c.At
	if !reflect.DeepEqual(found, c) {
		t.Errorf("foretold:\n%+v\ncame:\n%+v", found, c)
	}
	if rep.Output[0].Code != base.NoteCollected || len(rep.Output) != 3 {
		t.Errorf("%+v", rep.Output)
	}
	if rep = mustDo(t, s, CollectGarbage{"t"}); len(rep.Changes) > 0 || rep.Output[0].Code != base.NoteNoGarbage {
		t.Errorf("a second time: %+v", rep)
	}
	// A cell written now is young by the session's clock, which is ahead of the server's.
	changes = append(changes, mustDo(t, s, RunConsole{Text: "set t new d:q=1"}).Changes...)
	if c := AnswerAs[*GarbageReport](mustDo(t, s, FindGarbage{"t"}).Answer); c.RemovedCellCount() != 0 {
		t.Errorf("%+v", c)
	}
	after := shown(s)
	if got := replayed(changes); shown(got) != after || got.Timeline().Ahead != 2*dayMicros {
		t.Errorf("replayed:\n%s\nwant\n%s", shown(got), after)
	}
	mustDo(t, s, Undo{})
	mustDo(t, s, Undo{})
	if tl := mustDo(t, s, Undo{}).Timeline; shown(s) != before || tl.Ahead != 0 {
		t.Errorf("undone, ahead by %d:\n%s\nwant\n%s", tl.Ahead, shown(s), before)
	}
	refused(t, s, CollectGarbage{"u"}, base.CodeNoTable)
	refused(t, s, FindGarbage{"u"}, base.CodeNoTable)
	refused(t, s, MeasureSizes{"u"}, base.CodeNoTable)
	for _, by := range []base.Micros{0, -1, maxAhead + 1} {
		refused(t, s, AdvanceClock{by}, base.CodeClockLimit)
	}
	mustDo(t, s, AdvanceClock{maxAhead})
	refused(t, s, AdvanceClock{1}, base.CodeClockLimit)
}

// TestCompactBesideWrites changes the table while its garbage is collected.
func TestCompactBesideWrites(t *testing.T) {
	s, _ := aged(t)
	task := s.Start(CollectGarbage{"t"})
	task.Step(1)
	task.Step(1)
	mustDo(t, s, RunConsole{Text: "set t both v:q=4\nset t a v:q=1"})
	for !task.Step(1) {
	}
	if c := AnswerAs[*GarbageReport](task.Reply().Answer); c.RemovedCellCount() != 2 || c.Rows != 5 {
		t.Errorf("%+v", c)
	}
	if r := shown(s); !strings.Contains(r, `"a"`) || s.Tables()[0].Cells != 9-1 {
		t.Errorf("there is\n%s", r)
	}
	task = s.Start(CollectGarbage{"t"})
	task.Step(1)
	mustDo(t, s, RunConsole{Text: "deletetable t"})
	for !task.Step(1) {
	}
	if err := task.Reply().Err; err == nil || err.Code != base.CodeNoTable {
		t.Errorf("%v", err)
	}
}

func TestSizes(t *testing.T) {
	s, _ := aged(t)
	tab, _ := s.Table("t")
	want := tab.MeasureSizes()
	task := s.Start(MeasureSizes{"t"})
	for !task.Step(1) {
	}
	got := AnswerAs[*SizesMeasured](task.Reply().Answer)
	if got.Rows != want.Rows || got.Total != want.Total || got.Keys != want.Keys || !reflect.DeepEqual(got.Families, want.Families) || got.Version != s.Version() {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestSettle checks that the timeline begins after the changes so far, also when the journal is
// replayed.
func TestSettle(t *testing.T) {
	s := newSession()
	var changes []Change
	for _, r := range []Request{
		RunConsole{Text: "createtable t families=f"}, RunConsole{Text: "set t a f:q=1"}, Undo{}, SaveCheckpoint{Name: "empty"}, ForgetHistory{}, RunConsole{Text: "set t b f:q=1"},
	} {
		changes = append(changes, mustDo(t, s, r).Changes...)
	}
	for _, s := range []*Session{s, replayed(changes)} {
		if tl := s.Timeline(); tl.Now != 1 || len(tl.Steps) != 1 || tl.Truncated || len(tl.Checkpoints) != 1 {
			t.Errorf("%+v", tl)
		}
		mustDo(t, s, Undo{})
		refused(t, s, Undo{}, base.CodeNothingToUndo)
		if info := s.Tables(); len(info) != 1 || info[0].Rows != 0 {
			t.Errorf("at the start %+v", info)
		}
		mustDo(t, s, Redo{})
	}
	mustDo(t, s, Undo{})
	mustDo(t, s, ForgetHistory{})
	refused(t, s, Redo{}, base.CodeNothingToRedo)
}
