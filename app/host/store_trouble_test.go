//go:build !js

package host

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
)

// wipe deletes everything, as another tab can.
func (s *listStore) wipe() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.metas)
	clear(s.entries)
	clear(s.shots)
}

func (s *listStore) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

// TestStoreIsDeletedUnderneath deletes what is stored while a sandbox is open: a new one, one
// opened from its journal, and one opened from its snapshot. With the next change all of it is
// stored again.
func TestStoreIsDeletedUnderneath(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t a f:q=1")
	rows := 1
	for _, many := range []int{0, 0, snapshotEntries + 10, 0, 0} {
		s.wipe()
		p.console("set t b f:q=1\n" + sets(many))
		rows = max(rows, 2+many)
		if many > 0 {
			rested(p, s, id, uint64(many))
		}
		p.saved()
		want := seen(t, s, id)
		if want.Page.Total != rows {
			t.Fatalf("%d rows are stored, not %d", want.Page.Total, rows)
		}
		p.ask(ListWorkspaces{})
		if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: p.ask(CreateSandbox{Title: "Other"}).SandboxID}); a.Err != nil {
			t.Fatal(a.Err)
		}
		if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err != nil || a.Page.Total != rows {
			t.Fatalf("%+v", a)
		}
	}
}

// big returns a script whose journal is larger than what is read again when a sandbox is opened
// from its snapshot.
func big() []string {
	script := []string{"createtable t families=f:maxversions=3||maxage=2d,g,n:never:intsum,u:maxversions=1:inthll splits=r2,r5"}
	for i := range 12 {
		script = append(script, fmt.Sprintf("set t big%d f:q=%s@7000", i, strings.Repeat("x", maxReread/11)))
	}
	return script
}

// now lists everything in a session, but not how it came about.
func now(s *engine.Session) string {
	im := s.Image()
	st := im.States[im.Now]
	st.Step = engine.TimelineStep{}
	for i := range st.Tables {
		st.Tables[i].Born = 0
		if st.Tables[i].Design != nil {
			st.Tables[i].Design.Asked = nil
		}
	}
	v, err := engine.SessionFromImage(engine.Options{}, engine.SessionImage{HighestState: 1, Timeline: 1, States: []engine.StateImage{{
		Step: engine.TimelineStep{State: 1}, Ahead: st.Ahead, Tables: st.Tables, Workload: st.Workload,
	}}})
	if err != nil {
		panic(err)
	}
	return dumped(v)
}

// TestLostPastIsAFile deletes what is stored of a sandbox that was opened from its
// snapshot, and whose journal is too long to be kept. The page offers it as a file, which
// holds its present state.
func TestLostPastIsAFile(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	for _, line := range big() {
		if a := p.console(line); a.Reply.Err != nil {
			t.Fatal(a.Reply.Err)
		}
	}
	p.lived(5)
	p.ask(ExecuteRequest{many(3000)})
	p.ask(ExecuteRequest{engine.RunConsole{Dialect: engine.HBase, Text: "create 'off', 'f'\nput 'off', 'r', 'f:q', \"a\\x00\\xffb\"\ndisable 'off'"}})
	p.console("addtocell t r1 u:seen=5@1000\naddtocell t r1 u:seen=6@1000\n" + sets(snapshotEntries+10))
	rested(p, s, id, 1)
	p.saved()
	p.ask(OpenWorkspace{Kind: KindSandbox, ID: p.ask(CreateSandbox{Title: "Other"}).SandboxID})
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err != nil || p.host.open.journal.whole {
		t.Fatalf("%v, its journal is kept", a.Err)
	}
	s.wipe()
	p.console("set t late f:q=1")
	wait(p, func(s SaveStateChanged) bool {
		return s.State == SaveFailed && s.Err.Code == base.CodeStoreGone && len(s.Err.Args) == 0
	})
	want := now(p.host.open.session)
	one, all := p.ask(ExportWorkspace{ID: id}), p.ask(ExportAllWorkspaces{})
	if one.Err != nil || all.Err != nil {
		t.Fatal(one.Err, all.Err)
	}
	if w := p.ask(MeasureExportSizes{ID: id}); w.Err != nil || w.FileSizes[0].Bytes != int64(len(one.File.Data)) || !one.File.JournalLost {
		t.Errorf("%v, %+v", w.Err, w.FileSizes)
	}
	for _, data := range [][]byte{one.File.Data, all.File.Data} {
		far := newTab(t, newListStore(), newTabs())
		a := far.ask(ImportFile{data})
		if a.Err != nil || len(a.WorkspaceList.Sandboxes) != 1 || a.WorkspaceList.Sandboxes[0].Title != "Mine" {
			t.Fatalf("%+v", a)
		}
		opened := far.ask(OpenWorkspace{Kind: KindSandbox, ID: a.WorkspaceList.Sandboxes[0].ID})
		if opened.Err != nil || opened.Opened.Damaged != 0 {
			t.Fatalf("%+v", opened)
		}
		if got := now(far.host.open.session); got != want {
			g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
			i := 0
			for ; i < min(len(g), len(w)) && g[i] == w[i]; i++ {
			}
			t.Errorf("line %d came back as\n%.500s\nnot\n%.500s", i, g[i], w[i])
		}
	}
}

// TestUnsavedIsAFile exports changes that cannot be stored.
func TestUnsavedIsAFile(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t a f:q=1")
	p.saved()
	s.fail(base.Refuse(base.CodeStoreFull))
	p.console("set t b f:q=2")
	wait(p, func(s SaveStateChanged) bool { return s.State == SaveFailed && s.Err.Code == base.CodeStoreFull })
	a := p.ask(ExportWorkspace{ID: id})
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	s.fail(nil)
	made := p.ask(ImportFile{Data: a.File.Data})
	got, want := seen(t, s, made.SandboxID), seen(t, s, id)
	if got.Page.Total != 2 || !reflect.DeepEqual(got.Page, want.Page) {
		t.Errorf("the file leads to\n%+v\nnot\n%+v", got.Page, want.Page)
	}
}

// TestFullIsTriedAgain tests that refused changes are stored once there is room, without any
// call.
func TestFullIsTriedAgain(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	p.host.saver.pause = time.Millisecond
	id := p.sandbox()
	p.console("createtable t families=f")
	p.saved()
	s.fail(base.Refuse(base.CodeStoreFull))
	p.send(ExecuteRequest{engine.RunConsole{Text: "set t a f:q=1"}})
	wait(p, func(s SaveStateChanged) bool { return s.State == SaveFailed })
	p.forget()
	s.fail(nil)
	wait(p, func(s SaveStateChanged) bool { return s.State == SaveDone })
	if _, n := s.size(id); n != 2 {
		t.Errorf("%d entries are stored", n)
	}
}

// closedStore is a store that does not open yet.
type closedStore struct {
	Store
	mu      sync.Mutex
	trouble *base.Error
	changed func()
}

func (s *closedStore) Trouble() *base.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble
}

func (s *closedStore) NotifyTroubleChanged(changed func()) { s.changed = changed }

func (s *closedStore) LoadSnapshot(ctx context.Context, id string) ([]byte, error) {
	if e := s.Trouble(); e != nil && id == "before" {
		return nil, e
	}
	return s.Store.LoadSnapshot(ctx, id)
}

// TestStoreIsBlocked asks for a workspace of a store that has not opened yet, and is answered
// when it opens. New workspaces work meanwhile, and are not said to be saved.
func TestStoreIsBlocked(t *testing.T) {
	inner := newListStore()
	if err := inner.Put(t.Context(), Meta{ID: "before", Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	s := &closedStore{Store: inner, trouble: base.Refuse(base.CodeStoreBlocked)}
	p := newTab(t, s, newTabs())
	failed := func(s SaveStateChanged) bool { return s.State == SaveFailed && s.Err.Code == base.CodeStoreBlocked }
	wait(p, failed)
	first := p.send(OpenWorkspace{Kind: KindSandbox, ID: "before"})
	p.sandbox()
	wait(p, func(a Answer) bool { return a.Seq == first && a.Err != nil && a.Err.Code == base.CodeCancelled })
	p.forget()
	p.console("createtable t families=f")
	wait(p, failed)
	second := p.send(OpenWorkspace{Kind: KindSandbox, ID: "before"})
	s.mu.Lock()
	s.trouble = nil
	s.mu.Unlock()
	s.changed()
	if a := wait(p, func(a Answer) bool { return a.Seq == second }); a.Err != nil || a.Opened.ID != "before" {
		t.Errorf("%+v", a)
	}
	p.saved()
}

// TestStoreNeverOpens opens a workspace of a store that does not open. The refusal does not say
// that there is no such sandbox. Lessons can begin.
func TestStoreNeverOpens(t *testing.T) {
	p, l := lessonTab(t, &closedStore{Store: newListStore(), trouble: base.Refuse(base.CodeStoreNone, "closed")})
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: "before"}); a.Err == nil || a.Err.Code != base.CodeStoreNone {
		t.Errorf("%+v", a)
	}
	if a := p.ask(OpenWorkspace{Kind: KindLesson, ID: l.Slug}); a.Err != nil {
		t.Error(a.Err)
	}
}
