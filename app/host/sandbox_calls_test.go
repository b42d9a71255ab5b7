//go:build !js

package host

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons/examples"
)

func TestDeletedComesBackAsItWas(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t r f:q=1\nset t s f:q=1")
	p.saved()
	was, entries := s.metas[id], len(s.entries[id])
	other := p.ask(CreateSandbox{Title: "Other"}).SandboxID
	p.ask(DeleteWorkspace{other})
	if a := p.ask(DeleteWorkspace{id}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 0 {
		t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
	}
	if a := p.console("ls"); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Errorf("a deleted sandbox is open: %+v", a)
	}
	if a := p.ask(UndeleteWorkspace{id}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 1 || a.SandboxID != "" {
		t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
	}
	if got := s.metas[id]; got.Created != was.Created || got.Changed != was.Changed || got.Next != was.Next || string(got.Note) != string(was.Note) || len(s.entries[id]) != entries {
		t.Errorf("%+v, was %+v", got, was)
	}
	a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	if a.Page.Total != 2 || len(a.Opened.History) != 1 {
		t.Errorf("%+v", a)
	}
	if a := p.ask(ExecuteRequest{engine.Undo{}}); a.Err != nil {
		t.Error(a.Err)
	}
	if a := p.ask(UndeleteWorkspace{other}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 2 {
		t.Errorf("%+v, %v", a.WorkspaceList, a.Err)
	}
	if a := p.ask(UndeleteWorkspace{id}); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Errorf("what is there came back: %v", a.Err)
	}
}

// TestDeletingMakesRoom tests that workspaces can be deleted on a full disk while changes wait.
func TestDeletingMakesRoom(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	other := p.ask(CreateSandbox{Title: "Other"}).SandboxID
	p.sandbox()
	p.saved()
	s.mu.Lock()
	s.full, s.err = true, base.Refuse(base.CodeStoreFull)
	s.mu.Unlock()
	p.console("createtable t families=f")
	wait(p, func(e SaveStateChanged) bool { return e.State == SaveFailed })
	if a := p.ask(ListWorkspaces{}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 2 {
		t.Errorf("the list cannot be had: %v", a.Err)
	}
	s.mu.Lock()
	s.full, s.err = false, nil
	s.mu.Unlock()
	if a := p.ask(DeleteWorkspace{other}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 1 {
		t.Errorf("%v", a.Err)
	}
	p.saved()
}

func TestDuplicate(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t r f:q=1")
	a := p.ask(DuplicateWorkspace{id, "Mine (copy)"})
	if a.Err != nil || a.SandboxID == "" || a.SandboxID == id || len(a.WorkspaceList.Sandboxes) != 2 {
		t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
	}
	p.console("set t s f:q=1")
	b := p.ask(OpenWorkspace{Kind: KindSandbox, ID: a.SandboxID})
	if b.Opened.Title != "Mine (copy)" || b.Page.Total != 1 {
		t.Errorf("%+v", b)
	}
	if a := p.ask(DuplicateWorkspace{"nowhere", "x"}); a.Err == nil {
		t.Error("what there is not was copied")
	}
}

func TestExamplesAreSandboxes(t *testing.T) {
	p := newTab(t, newListStore(), newTabs())
	p.host.Lesson = scores
	for _, e := range examples.All() {
		a := p.ask(CreateFromExample{e.ID, e.ID})
		if a.Err != nil || a.SandboxID == "" {
			t.Fatalf("%s: %v", e.ID, a.Err)
		}
		made := a.WorkspaceList.Sandboxes[0]
		for _, b := range a.WorkspaceList.Sandboxes {
			if b.ID == a.SandboxID {
				made = b
			}
		}
		o := p.ask(OpenWorkspace{Kind: KindSandbox, ID: a.SandboxID})
		var rows int64
		for _, table := range o.Reply.Tables {
			rows += table.Rows
		}
		if rows == 0 || made.Rows != rows || made.Tables != int64(len(o.Reply.Tables)) {
			t.Errorf("%s holds %d rows and is listed as %+v", e.ID, rows, made)
		}
	}
	if a := p.ask(CreateFromExample{"nothing", "x"}); a.Err == nil {
		t.Error("an example that there is not was made")
	}
}

// TestListTellsWhatSandboxesHold tests that the list of workspaces has the counts of the last change, also
// for old sandboxes once they were open.
func TestListTellsWhatSandboxesHold(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t r f:q=1\nset t s f:q=1")
	b := p.ask(ListWorkspaces{}).WorkspaceList.Sandboxes[0]
	if b.Tables != 1 || b.Rows != 2 || b.Bytes != s.metas[id].Bytes || b.Created == 0 {
		t.Errorf("%+v", b)
	}
	p.console(strings.Repeat("set t r f:q=1\n", snapshotEntries))
	p.saved()
	larger := func() bool {
		b := p.ask(ListWorkspaces{}).WorkspaceList.Sandboxes[0]
		s.mu.Lock()
		defer s.mu.Unlock()
		return b.Bytes > s.metas[id].Bytes
	}
	for begun := time.Now(); !larger(); runtime.Gosched() {
		if time.Since(begun) > time.Minute {
			t.Fatal("the snapshot does not count")
		}
	}

	old := s.metas[id]
	old.Note = nil
	p.ask(CreateSandbox{Title: "Another"})
	s.mu.Lock()
	s.metas[id] = old
	s.mu.Unlock()
	q := newTab(t, s, newTabs())
	for _, b := range q.ask(ListWorkspaces{}).WorkspaceList.Sandboxes {
		if b.ID == id && b.Tables != -1 {
			t.Errorf("%+v", b)
		}
	}
	q.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	for _, b := range q.ask(ListWorkspaces{}).WorkspaceList.Sandboxes {
		if b.ID == id && (b.Tables != 1 || b.Rows != 2) {
			t.Errorf("%+v", b)
		}
	}
}

func TestClear(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.ask(CreateSandbox{Title: "Other"})
	p.console("createtable t families=f")
	if a := p.ask(DeleteAllWorkspaces{}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 0 || len(s.metas) != 0 {
		t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
	}
	if a := p.ask(UndeleteWorkspace{id}); a.Err == nil {
		t.Error("it came back")
	}
}

// TestOddFileNames tests that characters which change the direction of text are not in a file's
// name. Before, a title could make a file look like one of another kind.
func TestOddFileNames(t *testing.T) {
	for title, want := range map[string]string{"a\u202etxt.exe": "a-txt.exe", "a/b\u200b": "a-b-", "表 é": "表 é", "": "sandbox"} {
		if got := ExportFileName(title); got != want+fileEnd {
			t.Errorf("%q is saved as %q", title, got)
		}
	}
}
