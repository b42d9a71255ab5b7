//go:build !js

package host

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/lessons"
)

// dead ends a host as the browser ends a worker, and returns another one over the same store.
func (p *tab) dead(s Store) *tab {
	p.t.Helper()
	q := newTab(p.t, s, newTabs())
	q.host.Lesson = scores
	q.host.NewID = func() func() string {
		n := 0
		return func() string { n++; return fmt.Sprintf("later%05d", n) }
	}()
	return q
}

// ticks makes the clock return a new time at each call.
func (p *tab) ticks() {
	now := base.Micros(1_700_000_000_000_000)
	p.host.Now = func() base.Micros { now++; return now }
}

// TestUndoSurvivesTheEngine deletes a sandbox, and has the engine die. The store still
// brings the sandbox back.
func TestUndoSurvivesTheEngine(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t r f:q=1")
	p.saved()
	if a := p.ask(DeleteWorkspace{id}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 0 {
		t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
	}
	p = p.dead(s)
	if a := p.ask(ListWorkspaces{}); len(a.WorkspaceList.Sandboxes) != 0 {
		t.Errorf("what is deleted is listed: %+v", a.WorkspaceList.Sandboxes)
	}
	for _, c := range []Call{OpenWorkspace{Kind: KindSandbox, ID: id}, ExportWorkspace{ID: id}, DuplicateWorkspace{id, "x"}, RenameSandbox{id, "x"}, DeleteWorkspace{id}, ExportDamagedRecords{id}, MeasureExportSizes{id}} {
		if a := p.ask(c); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
			t.Errorf("%T finds what is deleted: %+v", c, a)
		}
	}
	if a := p.ask(UndeleteWorkspace{id}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 1 {
		t.Fatalf("the promised undo: %v", a.Err)
	}
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err != nil || a.Page.Total != 1 {
		t.Errorf("%+v", a)
	}
}

// TestDeletedLessonSurvivesTheEngine deletes a lesson, begins it again, and has the
// engine die. The store still brings the deleted one back.
func TestDeletedLessonSurvivesTheEngine(t *testing.T) {
	s := newListStore()
	p, l := lessonTab(t, s)
	for _, a := range l.Solution[0] {
		p.ask(DoLessonAction{a})
	}
	p.ask(DoLessonAction{lessons.Next{}})
	p.saved()
	entries := slices.Clone(s.entries[l.Slug])
	gone := p.ask(DeleteWorkspace{l.Slug}).SandboxID
	p.ask(OpenWorkspace{Kind: KindLesson, ID: l.Slug})
	p.saved()
	p = p.dead(s)
	list := p.ask(ListWorkspaces{}).WorkspaceList
	if len(list.Lessons) != 1 || list.Lessons[0].Step != 0 || len(list.Deleted) != 1 || list.Deleted[0].ID != gone {
		t.Fatalf("%+v", list)
	}
	if a := p.ask(UndeleteWorkspace{list.Deleted[0].ID}); a.Err != nil || a.WorkspaceList.Lessons[0].Step != 1 {
		t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
	}
	if !slices.EqualFunc(s.entries[l.Slug], entries, func(a, b JournalEntry) bool { return a.Seq == b.Seq && bytes.Equal(a.Data, b.Data) }) {
		t.Error("its changes are others")
	}
}

// TestBegunAgainIsKept brings back a lesson that has been begun again. The newer work is
// deleted in its turn, and can be brought back too.
func TestBegunAgainIsKept(t *testing.T) {
	s := newListStore()
	p, l := lessonTab(t, s)
	step := func(a Answer) int {
		t.Helper()
		if a.Err != nil || len(a.WorkspaceList.Lessons) != 1 {
			t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
		}
		return a.WorkspaceList.Lessons[0].Step
	}
	solve := func(to int) {
		for i := range to {
			for _, a := range l.Solution[i] {
				p.ask(DoLessonAction{a})
			}
			p.ask(DoLessonAction{lessons.Next{}})
		}
		p.saved()
	}
	solve(1)
	first := p.ask(DeleteWorkspace{l.Slug}).SandboxID
	p.ask(OpenWorkspace{Kind: KindLesson, ID: l.Slug})
	solve(2)
	a := p.ask(UndeleteWorkspace{first})
	if step(a) != 1 || a.SandboxID == "" || len(a.WorkspaceList.Deleted) != 1 || a.WorkspaceList.Deleted[0].ID != a.SandboxID {
		t.Fatalf("the newer work is nowhere: %+v, %q", a.WorkspaceList, a.SandboxID)
	}
	if a := p.ask(UndeleteWorkspace{a.SandboxID}); step(a) != 2 || len(a.WorkspaceList.Deleted) != 1 || a.SandboxID == "" {
		t.Errorf("the newer work came back as %+v", a.WorkspaceList)
	}
	if a := p.ask(OpenWorkspace{Kind: KindLesson, ID: l.Slug}); a.Err != nil || a.Outcome.Progress.Step != 2 {
		t.Errorf("%+v", a)
	}
}

// TestDeletedGoesInTheEnd tests that deleted workspaces are removed for good after an hour,
// after twenty later deletions, and when everything is deleted.
func TestDeletedGoesInTheEnd(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	p.ticks()
	var ids []string
	for range maxDeleted + 3 {
		id := p.ask(CreateSandbox{Title: "One"}).SandboxID
		p.ask(DeleteWorkspace{id})
		ids = append(ids, id)
	}
	deleted := func(a Answer) (ids []string) {
		for _, d := range a.WorkspaceList.Deleted {
			ids = append(ids, d.ID)
		}
		slices.Reverse(ids)
		return ids
	}
	if got := deleted(p.ask(ListWorkspaces{})); !slices.Equal(got, ids[3:]) {
		t.Errorf("%q can be brought back, not %q", got, ids[3:])
	}
	if n, _ := s.size(""); n != maxDeleted {
		t.Errorf("the store has %d", n)
	}
	s.mu.Lock()
	for id, m := range s.metas {
		if id != ids[5] {
			m.Deleted -= int64(time.Hour / time.Microsecond)
			s.metas[id] = m
		}
	}
	s.mu.Unlock()
	if got := deleted(p.ask(ListWorkspaces{})); !slices.Equal(got, ids[5:6]) {
		t.Errorf("after an hour %q can be brought back", got)
	}
	p.ask(CreateSandbox{Title: "Stays"})
	if a := p.ask(DeleteAllWorkspaces{}); a.Err != nil || len(a.WorkspaceList.Deleted) != 0 {
		t.Errorf("%+v, %v", a.WorkspaceList, a.Err)
	}
	if n, _ := s.size(""); n != 0 {
		t.Errorf("of everything the store has %d", n)
	}
}

// TestDeletedMakesRoom tests that deleted workspaces are removed, the oldest first, before the
// store is said to be full, and that a workspace that is being brought back is not removed.
func TestDeletedMakesRoom(t *testing.T) {
	s := &fullStore{newListStore(), 3}
	p := newTab(t, s, newTabs())
	p.ticks()
	var ids []string
	for range 3 {
		ids = append(ids, p.ask(CreateSandbox{Title: "One"}).SandboxID)
	}
	if a := p.ask(CreateSandbox{Title: "Too many"}); a.Err == nil || a.Err.Code != base.CodeStoreFull {
		t.Fatalf("%v", a.Err)
	}
	p.ask(DeleteWorkspace{ids[1]})
	p.ask(DeleteWorkspace{ids[0]})
	a := p.ask(CreateSandbox{Title: "One more"})
	if a.Err != nil || len(a.WorkspaceList.Sandboxes) != 2 || len(a.WorkspaceList.Deleted) != 1 || a.WorkspaceList.Deleted[0].ID != ids[0] {
		t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
	}
	s.room = 2 // less than is used: not even the time of deletion can be stored
	if a := p.ask(DeleteWorkspace{ids[2]}); a.Err != nil || len(a.WorkspaceList.Sandboxes) != 1 || a.SandboxID == "" {
		t.Errorf("%+v, %v", a.WorkspaceList, a.Err)
	}
	s.room = 0
	if a := p.ask(UndeleteWorkspace{ids[2]}); a.Err == nil || a.Err.Code != base.CodeStoreFull || len(s.metas) != 2 {
		t.Errorf("it could not come back, and went: %v", a.Err)
	}
	if a := p.ask(DeleteWorkspace{p.ask(ListWorkspaces{}).WorkspaceList.Sandboxes[0].ID}); a.Err != nil || a.SandboxID != "" || len(a.WorkspaceList.Sandboxes) != 0 {
		t.Errorf("on a disk that is full nothing can be deleted: %+v, %v", a.WorkspaceList, a.Err)
	}
}

// fullStore has room for a number of workspaces.
type fullStore struct {
	*listStore
	room int
}

func (s *fullStore) fits(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.metas[id]; there && len(s.metas) > s.room || !there && len(s.metas) >= s.room {
		return base.Refuse(base.CodeStoreFull)
	}
	return nil
}

func (s *fullStore) Put(ctx context.Context, m Meta, journal []JournalEntry) error {
	if err := s.fits(m.ID); err != nil {
		return err
	}
	return s.listStore.Put(ctx, m, journal)
}

func (s *fullStore) Move(ctx context.Context, id, to string, deleted int64) error {
	if err := s.fits(id); err != nil {
		return err
	}
	return s.listStore.Move(ctx, id, to, deleted)
}
