//go:build !js

package host

import (
	"bytes"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

func TestSandboxIsThereAgain(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	made := many(5)
	made.Table = "u"
	p.ask(ExecuteRequest{made})
	a := p.console("createtable t families=f\nset t r f:q=1")
	if a.Err != nil || a.Reply.Err != nil || a.Page.Total != 1 {
		t.Fatalf("%+v", a)
	}
	p.saved()
	q := newTab(t, s, newTabs())
	again := q.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	if !reflect.DeepEqual(again.Page, a.Page) {
		t.Errorf("came back as %+v, was %+v", again.Page, a.Page)
	}
	if a := q.ask(ExecuteRequest{engine.FindRecipe{Table: "u"}}); a.Reply.Err != nil || !reflect.DeepEqual(engine.AnswerAs[*engine.RecipeFound](a.Reply.Answer).LoadRecords, made) || a.Page != nil {
		t.Errorf("%+v", a.Reply)
	}
	if a := q.ask(ListWorkspaces{}); len(a.WorkspaceList.Sandboxes) != 1 || a.WorkspaceList.Sandboxes[0].Entries != 3 {
		t.Errorf("%+v", a.WorkspaceList)
	}
}

func TestSaveFailureIsToldAndMadeUpFor(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	s.mu.Lock()
	s.err = base.Refuse(base.CodeStoreFull)
	s.mu.Unlock()
	p.console("createtable t families=f")
	if e := wait(p, func(s SaveStateChanged) bool { return s.State == SaveFailed }); e.Err.Code != base.CodeStoreFull {
		t.Fatalf("%+v", e)
	}
	s.mu.Lock()
	s.err = nil
	s.mu.Unlock()
	p.console("set t r f:q=1")
	p.saved()
	if n := len(s.entries[id]); n != 2 {
		t.Errorf("%d entries stored, want both", n)
	}
}

func TestSecondTabReadsOnlyUntilTheFirstLetsGo(t *testing.T) {
	s, all := newListStore(), newTabs()
	first := newTab(t, s, all)
	id := first.sandbox()
	first.console("createtable t families=f")
	first.saved()

	second := newTab(t, s, all)
	if a := second.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); !a.Opened.ReadOnly {
		t.Fatalf("%+v", a.Opened)
	}
	if a := second.console("set t r f:q=1"); a.Reply.Err == nil || a.Reply.Err.Code != base.CodeReadOnly {
		t.Errorf("%+v", a)
	}
	if a := second.console("count t"); a.Reply.Err != nil {
		t.Errorf("%+v", a)
	}
	first.console("set t r f:q=1")
	first.saved()
	other := first.ask(CreateSandbox{Title: "Other"}).SandboxID
	first.ask(OpenWorkspace{Kind: KindSandbox, ID: other})
	wait(second, func(WriteLockFreed) bool { return true })
	a := second.ask(TakeOverWorkspace{})
	if a.Opened == nil || a.Opened.ReadOnly || a.Page.Total != 1 {
		t.Errorf("%+v", a)
	}

	third := newTab(t, s, all)
	third.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	second.forget()
	if a := third.ask(TakeOverWorkspace{}); a.Opened.ReadOnly {
		t.Errorf("%+v", a)
	}
	wait(second, func(s SaveStateChanged) bool { return s.State == SaveReadOnly })
	if a := second.console("set t r2 f:q=1"); a.Reply.Err == nil || a.Reply.Err.Code != base.CodeReadOnly {
		t.Errorf("%+v", a)
	}
}

// many is a data set that takes a while.
func many(n int64) engine.LoadRecords {
	return engine.LoadRecords{
		Table: "many", Template: "{a}",
		Columns: []plan.FieldColumn{{Field: "b", Family: "f", Qualifier: "b"}},
		Data: dataset.Spec{Fields: []string{"a", "b"}, Recipe: &dataset.Recipe{Count: n, Seed: 1, Unique: []string{"a"}, Gens: []dataset.Generator{
			{Field: "a", Kind: dataset.Decimals, From: "0", To: "490000", Step: "1"},
			{Field: "b", Kind: dataset.Choice, Values: []string{"x", "y"}},
		}}},
	}
}

func TestLoadCanBeWatchedReadBesideAndCancelled(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	p.sandbox()
	p.console("createtable t families=f\nset t r f:q=1")
	begun := coroutines()
	load := p.send(ExecuteRequest{many(400_000)})
	if e := wait(p, func(e CallProgress) bool { return e.Seq == load }); e.Total != 400_000 {
		t.Errorf("%+v", e)
	}
	if a := p.console("count t"); strings.TrimSpace(a.Reply.Output[0].Text) != "1" {
		t.Errorf("%+v", a.Reply)
	}
	p.send(CancelCall{load})
	a := wait(p, func(a Answer) bool { return a.Seq == load })
	if a.Err == nil || a.Err.Code != base.CodeCancelled || len(a.Reply.Tables) != 1 {
		t.Errorf("%+v", a)
	}
	if a := p.console("ls"); strings.TrimSpace(a.Reply.Output[0].Text) != "t" {
		t.Errorf("%+v", a.Reply)
	}
	if n := coroutines(); n != begun {
		t.Errorf("%d tasks are under way, not %d", n, begun)
	}
}

// coroutines returns how many tasks of sessions are under way, in all tabs.
func coroutines() int {
	stacks := make([]byte, 16<<20)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "(*Task).proceed(")
}

func TestFileRoundTrip(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t r f:q=1")
	file := p.ask(ExportWorkspace{ID: id}).File
	if file == nil || file.Name != "Mine.tabletop" {
		t.Fatalf("%+v", file)
	}
	if deleted := p.ask(DeleteWorkspace{id}); len(deleted.WorkspaceList.Sandboxes) != 0 {
		t.Fatalf("%+v", deleted)
	}
	back := p.ask(ImportFile{file.Data}).SandboxID
	a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: back})
	if a.Opened.Title != "Mine" || a.Page.Total != 1 {
		t.Errorf("%+v", a)
	}
	p.ask(RenameSandbox{back, "Games / 2015"})
	if f := p.ask(ExportWorkspace{ID: back}).File; f.Name != "Games - 2015.tabletop" || !bytes.HasPrefix(f.Data, []byte("TABLETOP FILE 1\n")) {
		t.Errorf("%q", f.Name)
	}
	for _, bad := range [][]byte{nil, []byte("nothing"), file.Data[:len(file.Data)-1], append(slices.Clone(file.Data), 0, 0, 0, 1, 9)} {
		if a := p.ask(ImportFile{bad}); a.Err == nil || a.Err.Code != base.CodeBadFile {
			t.Errorf("%q: %+v", bad, a)
		}
	}
}

func TestResetEmptiesASandbox(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f")
	if a := p.ask(ResetWorkspace{}); len(a.Reply.Tables) != 0 || a.Opened == nil {
		t.Errorf("%+v", a)
	}
	p.console("createtable u families=f")
	p.saved()
	if n := len(s.entries[id]); n != 1 {
		t.Errorf("%d entries", n)
	}
}

func TestJournalForgetsLoadsThatWereLoadedAgain(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.ask(ExecuteRequest{many(1000)})
	p.console("set many k f:b=1")
	p.ask(ExecuteRequest{many(10)})
	p.console("set many k2 f:b=1")
	p.saved()
	all, _ := decoded(StoredWorkspace{Entries: s.entries[id]})
	changes, solid := shortened(all)
	if len(changes) != 3 || solid != 2 {
		t.Fatalf("%d changes, %d solid", len(changes), solid)
	}
	q := newTab(t, s, newTabs())
	if a := q.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Page.Total != 11 {
		t.Errorf("%d rows, want 11", a.Page.Total)
	} else if tl := a.Reply.Timeline; len(tl.Steps) != 4 || tl.Truncated {
		t.Errorf("not all of a small journal was run again: %+v", tl)
	}
	if changes, solid := toReplay(all); len(changes) != 4 || solid != 0 {
		t.Errorf("%d changes, %d solid", len(changes), solid)
	}
	all[0].Request = many(maxWhole)
	if changes, solid := toReplay(all); len(changes) != 3 || solid != 2 {
		t.Errorf("of a large journal %d changes, %d solid", len(changes), solid)
	}
}

// TestTimelineIsThereAgain opens a sandbox again after changes were undone, gone back to and
// named.
func TestTimelineIsThereAgain(t *testing.T) {
	for _, named := range []bool{false, true} {
		s := newListStore()
		p := newTab(t, s, newTabs())
		id := p.sandbox()
		run := func(r engine.Request) Answer {
			t.Helper()
			a := p.ask(ExecuteRequest{r})
			if a.Reply.Err != nil {
				t.Fatalf("%+v: %v", r, a.Reply.Err)
			}
			return a
		}
		p.ask(ExecuteRequest{many(1000)})
		p.console("set many k0 f:b=1")
		p.ask(ExecuteRequest{many(10)})
		run(engine.Undo{}) // the table of the earlier load is there again
		p.console("set many k1 f:b=1\nset many k2 f:b=1")
		if named {
			run(engine.SaveCheckpoint{Name: "two"})
		}
		p.console("set many k3 f:b=1")
		run(engine.AdvanceClock{By: 1000})
		run(engine.Undo{})
		a := run(engine.Undo{})
		p.saved()
		want := a.Reply.Timeline
		q := newTab(t, s, newTabs())
		b := q.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
		got := b.Reply.Timeline
		if b.Page.Total != a.Page.Total || b.Page.Total != 1003 {
			t.Errorf("%d rows, then %d", a.Page.Total, b.Page.Total)
		}
		if got.Now != want.Now || len(got.Steps) != len(want.Steps) || got.Ahead != 0 || len(got.Checkpoints) != len(want.Checkpoints) {
			t.Errorf("%+v, want %+v", got, want)
		}
		if a := q.ask(ExecuteRequest{engine.Redo{}}); a.Reply.Err != nil || a.Page.Total != 1004 {
			t.Errorf("%v, %d rows", a.Reply.Err, a.Page.Total)
		}
		if a := q.ask(ExecuteRequest{engine.GoToState{State: got.First}}); a.Reply.Err != nil || len(a.Reply.Tables) != 0 {
			t.Errorf("%+v", a.Reply)
		}
	}
}

// TestLookingBack tests the rows and tables of an earlier state.
func TestLookingBack(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	p.sandbox()
	p.console("createtable t families=f\nset t a f:q=1")
	a := p.console("deletetable t")
	p.state = a.Reply.Timeline.Steps[0].State
	back := p.ask(ExecuteRequest{engine.Refresh{}})
	if back.Page.State != p.state || back.Page.Total != 1 || len(back.Reply.Tables) != 1 {
		t.Errorf("%+v, %+v", back.Page, back.Reply.Tables)
	}
	p.state = 0
	if now := p.ask(ExecuteRequest{engine.Refresh{}}); len(now.Reply.Tables) != 0 || now.Page.Total != 0 {
		t.Errorf("%+v, %+v", now.Page, now.Reply.Tables)
	}
}

func TestUnknownWorkspaces(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: "nope"}); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Errorf("%+v", a)
	}
	if a := p.ask(OpenWorkspace{Kind: KindLesson, ID: "nope"}); a.Err == nil || a.Err.Code != base.CodeNoLesson {
		t.Errorf("%+v", a)
	}
	if a := p.console("ls"); a.Err == nil {
		t.Errorf("%+v", a)
	}
}

// whole returns a call as a frame in one part.
func whole(s SentCall) []byte { return slices.Concat(EncodeSentCall(s)...) }

func FuzzDecodeSent(f *testing.F) {
	for _, c := range []Call{OpenWorkspace{KindLesson, "x"}, ExecuteRequest{many(10)}, NoteHintSeen{2}, CreateSandbox{"t", true}, ImportFile{[]byte("x")}, ExportWorkspace{"x", FormatCSV, "t"}, ExportAllWorkspaces{}, MeasureExportSizes{"x"},
		CreateFromRequests{"x", []engine.Request{engine.Refresh{}, many(3)}}, CancelCall{7}} {
		f.Add(whole(SentCall{Seq: 3, Call: c}))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		s, err := DecodeSentCall(frame)
		if err != nil {
			return
		}
		if again, err := DecodeSentCall(whole(s)); err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("%+v came back as %+v, %v", s, again, err)
		}
	})
}
