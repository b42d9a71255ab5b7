//go:build !js

package host

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// follows waits until the tab has followed n changes.
func (p *tab) follows(changes int) OtherTabChangesApplied {
	p.t.Helper()
	var last OtherTabChangesApplied
	for changes > 0 {
		last = wait(p, func(f OtherTabChangesApplied) bool { return f.Changes > 0 })
		changes -= last.Changes
	}
	if changes < 0 {
		p.t.Fatalf("%d changes too many were followed", -changes)
	}
	return last
}

// shows returns what the tab shows of its sandbox.
func (p *tab) shows() Answer {
	p.t.Helper()
	a := p.ask(ExecuteRequest{engine.Refresh{}})
	a.Seq, a.Micros = 0, 0
	return a
}

// two returns two tabs that have one sandbox open; the second one reads.
func two(t *testing.T, s Store) (first, second *tab, id string) {
	t.Helper()
	all := newTabs()
	first, second = newTab(t, s, all), newTab(t, s, all)
	id = first.sandbox()
	first.console("createtable t families=f")
	first.saved()
	if a := second.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err != nil || !a.Opened.ReadOnly {
		t.Fatalf("%+v", a)
	}
	return first, second, id
}

func TestReaderFollows(t *testing.T) {
	first, second, id := two(t, newListStore())
	first.console("set t a f:q=1")
	second.follows(1)
	earlier := second.shows().Page
	first.console("set t b f:q=1\nset t c f:q=1\ndeleterow t a")
	f := second.follows(3)
	if f.ID != id || len(f.Timeline.Steps) != 3 || f.Timeline.Now != 3 {
		t.Errorf("%+v, %+v", f, f.Timeline)
	}
	if got, want := second.shows().Page, first.shows().Page; !reflect.DeepEqual(got, want) || got.Total != 2 {
		t.Errorf("it shows %+v, not %+v", got, want)
	}
	// The state that the tab looked at is still there.
	second.state = f.Timeline.Steps[1].State
	if got := second.shows().Page; got.Total != 1 || got.Rows[0].Key != earlier.Rows[0].Key {
		t.Errorf("the state of before is %+v", got)
	}
	second.state = 0
	// An undo beyond the session's own past is not possible: the tab has to open it again.
	for _, r := range []engine.Request{engine.Undo{}, engine.Undo{}, engine.Redo{}, engine.AdvanceClock{By: 1000}, engine.SaveCheckpoint{Name: "x"}} {
		first.ask(ExecuteRequest{r})
		f = second.follows(1)
	}
	want := first.ask(ExecuteRequest{engine.DeleteCheckpoint{Name: "x"}}).Reply.Timeline
	if f = second.follows(1); !reflect.DeepEqual(f.Timeline, want) {
		t.Errorf("its timeline is\n%+v, not\n%+v", f.Timeline, want)
	}
	if a := second.console("set t z f:q=1"); a.Reply.Err == nil || a.Reply.Err.Code != base.CodeReadOnly {
		t.Errorf("%+v", a.Reply)
	}
}

func TestReaderOpensAnew(t *testing.T) {
	s := newListStore()
	first, second, id := two(t, s)
	first.console("set t a f:q=1")
	second.follows(1)
	first.ask(ResetWorkspace{})
	wait(second, func(e WorkspaceReplaced) bool { return e.ID == id })
	if a := second.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); !a.Opened.ReadOnly || len(a.Reply.Tables) != 0 {
		t.Errorf("%+v", a.Reply)
	}
	first.console("createtable u families=f")
	second.follows(1)
	// A gap in the entries to follow.
	s.mu.Lock()
	s.entries[id][0].Seq = 7
	m := s.metas[id]
	m.Next = 8
	s.metas[id] = m
	s.mu.Unlock()
	first.news.Broadcast(nil) // not a frame
	second.host.ReceiveCall(SentCall{Call: newsHeard{news{What: newsGrown, ID: id}}})
	wait(second, func(WorkspaceReplaced) bool { return true })
	second.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	second.ask(DeleteWorkspace{id})
	wait(first, func(WorkspaceReplaced) bool { return true })
	if a := first.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Errorf("%+v", a)
	}
}

// TestWorkspaceListElsewhere tests that other tabs are told of changes of the list of workspaces
// and of a title.
func TestWorkspaceListElsewhere(t *testing.T) {
	s := newListStore()
	all := newTabs()
	first, second := newTab(t, s, all), newTab(t, s, all)
	id := first.sandbox()
	wait(second, func(WorkspaceListChanged) bool { return true })
	second.ask(RenameSandbox{id, "Ours"})
	if f := wait(first, func(OtherTabChangesApplied) bool { return true }); f.Title != "Ours" {
		t.Errorf("%+v", f)
	}
	first.console("createtable t families=f")
	first.saved()
	if l := second.ask(ListWorkspaces{}).WorkspaceList.Sandboxes; len(l) != 1 || l[0].Title != "Ours" || l[0].Entries != 1 {
		t.Errorf("%+v", l)
	}
}

// TestTakeOverAsksFirst has a tab that is busy storing asked for its sandbox.
func TestTakeOverAsksFirst(t *testing.T) {
	s := newListStore()
	first, second, _ := two(t, s)
	for i := range 50 {
		first.console(fmt.Sprintf("set t r%02d f:q=1", i))
	}
	load := first.send(ExecuteRequest{many(400_000)})
	wait(first, func(p CallProgress) bool { return p.Seq == load })
	a := second.ask(TakeOverWorkspace{})
	if a.Err != nil || a.Opened.ReadOnly || a.Page.Total != 50 {
		t.Fatalf("%+v, %+v", a.Opened, a.Page)
	}
	if a := wait(first, func(a Answer) bool { return a.Seq == load }); a.Err == nil || a.Err.Code != base.CodeReadOnly {
		t.Errorf("%+v", a.Err)
	}
	wait(first, func(s SaveStateChanged) bool { return s.State == SaveReadOnly })
	if a := second.console("set t mine f:q=1"); a.Reply.Err != nil {
		t.Error(a.Reply.Err)
	}
	first.follows(1)
	if got, want := first.shows().Page, second.shows().Page; !reflect.DeepEqual(got, want) || got.Total != 51 {
		t.Errorf("it shows %+v, not %+v", got, want)
	}
}

// TestNobodyTakes asks for a sandbox and then does not take it.
func TestNobodyTakes(t *testing.T) {
	s := newListStore()
	all := newTabs()
	p := newTab(t, s, all)
	p.host.patience = time.Millisecond
	id := p.sandbox()
	p.saved()
	other := &tabNews{all: all}
	other.Listen(func([]byte) {})
	n := news{What: newsAsked, ID: id}
	p.forget()
	q := &Host{Options: Options{Tabs: other}}
	q.tellTabs(n)
	wait(p, func(s SaveStateChanged) bool { return s.State == SaveReadOnly })
	wait(p, func(s SaveStateChanged) bool { return s.State == SaveDone })
	if a := p.console("createtable t families=f"); a.Reply.Err != nil {
		t.Error(a.Reply.Err)
	}
}

// TestTakenFromOneThatHangs takes a sandbox over from a tab that does not answer and has not
// stored all its changes.
func TestTakenFromOneThatHangs(t *testing.T) {
	s := newListStore()
	first, second, id := two(t, s)
	s.mu.Lock()
	s.err = base.Refuse(base.CodeStoreFull)
	s.mu.Unlock()
	first.console("set t lost f:q=1\nset t lost2 f:q=1")
	wait(first, func(s SaveStateChanged) bool { return s.State == SaveFailed })
	first.news.setDeaf(true)
	second.host.patience = time.Millisecond
	if a := second.ask(TakeOverWorkspace{}); a.Err != nil || a.Opened.ReadOnly || a.Page.Total != 0 {
		t.Fatalf("%+v", a)
	}
	if e := wait(first, func(UnsavedAtTakeover) bool { return true }); e.Changes != 2 {
		t.Errorf("%+v", e)
	}
	s.mu.Lock()
	s.err = nil
	s.mu.Unlock()
	second.console("set t new f:q=1")
	second.saved()
	f := first.ask(ExportUnsaved{}).File
	file, err := archive.Decode(f.Data, nil)
	if err != nil || len(file.Workspaces) != 1 || file.Workspaces[0].Title != "Mine" {
		t.Fatalf("%+v, %v", file, err)
	}
	if journal := file.Workspaces[0].Journal; len(journal) != 3 || !strings.Contains(string(journal[2]), "lost2") {
		t.Errorf("the file holds %d changes", len(journal))
	}
	if a := first.ask(TakeOverWorkspace{}); a.Err != nil || a.Opened.ReadOnly || a.Page.Total != 1 {
		t.Errorf("%+v", a)
	}
	if _, n := s.size(id); n != 2 {
		t.Errorf("%d entries are stored", n)
	}
}

// TestFreeIsNotTaken has two tabs wait for a third one. Only one of them gets to write.
func TestFreeIsNotTaken(t *testing.T) {
	s := newListStore()
	first, second, id := two(t, s)
	third := newTab(t, s, first.news.all)
	third.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	other := first.ask(CreateSandbox{Title: "Other"}).SandboxID
	first.ask(OpenWorkspace{Kind: KindSandbox, ID: other})
	for _, p := range []*tab{second, third} {
		wait(p, func(WriteLockFreed) bool { return true })
	}
	if a := second.ask(TakeOverWorkspace{Free: true}); a.Opened.ReadOnly {
		t.Errorf("%+v", a.Opened)
	}
	if a := third.ask(TakeOverWorkspace{Free: true}); !a.Opened.ReadOnly {
		t.Errorf("%+v", a.Opened)
	}
}

// TestLessonInTwoTabs tests that the reader's progress in two tabs is merged.
func TestLessonInTwoTabs(t *testing.T) {
	s, all := newListStore(), newTabs()
	first, second := newTab(t, s, all), newTab(t, s, all)
	first.host.Lesson, second.host.Lesson = scores, scores
	o := OpenWorkspace{Kind: KindLesson, ID: "lol-scores"}
	first.ask(o)
	first.saved()
	if a := second.ask(o); a.Err != nil || !a.Opened.ReadOnly {
		t.Fatalf("%+v", a)
	}
	l, _ := scores(t.Context(), o.ID)
	second.ask(NoteHintSeen{0}) // seen in this tab only
	for _, a := range l.Solution[0] {
		first.ask(DoLessonAction{a})
	}
	want := len(l.Steps[0].Goals)
	wait(second, func(f OtherTabChangesApplied) bool {
		return f.Progress != nil && len(f.Progress.Passed) == want && f.Progress.Hints[0] == 1
	})
	a := second.ask(TakeOverWorkspace{})
	if p := a.Outcome.Progress; a.Opened.ReadOnly || len(p.Passed) != want || p.Hints[0] != 1 {
		t.Errorf("%+v", p)
	}
	second.saved()
	if f := wait(first, func(f OtherTabChangesApplied) bool { return f.Progress != nil && f.Progress.Hints[0] == 1 }); len(f.Progress.Passed) != want {
		t.Errorf("%+v", f.Progress)
	}
	if a := second.ask(DoLessonAction{lessons.Next{}}); a.Outcome.Progress.Step != 1 {
		t.Errorf("%+v", a.Outcome)
	}
	wait(first, func(f OtherTabChangesApplied) bool { return f.Progress != nil && f.Progress.Step == 1 })

	// A third tab imports a file with more progress.
	third := newTab(t, s, all)
	l2, err := s.Load(t.Context(), o.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	l2.Note = encodeNote(note{Progress: lessons.Progress{Revealed: []int{0}}})
	w := archive.NewWriter(true)
	writeSpace(w, l2, func() bool { return true })
	data, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if a := third.ask(ImportFile{data}); a.Err != nil || a.Imported.Merged != 1 {
		t.Fatalf("%+v", a)
	}
	for _, p := range []*tab{second, first} {
		f := wait(p, func(f OtherTabChangesApplied) bool { return f.Progress != nil && len(f.Progress.Revealed) == 1 })
		if f.Progress.Step != 1 || len(f.Progress.Passed) != want {
			t.Errorf("%+v", f.Progress)
		}
	}
}

// TestTwoTabsWrite writes 500 rows from two tabs, which take the sandbox over from each other,
// also in the middle of a write. Every accepted row must be there once.
func TestTwoTabsWrite(t *testing.T) {
	for seed := range uint64(2) {
		s := newListStore()
		first, second, id := two(t, s)
		first.console("createfamily t sum:never:intsum\nset t sums f:q=0")
		r := rand.New(rand.NewPCG(seed, 2))
		writer, reader := first, second
		rows, adds := map[string]bool{}, 0
		seqs := map[uint64]string{} // the row that each call under way writes
		collect := func(p *tab) {
			for seq, key := range seqs {
				if a := wait(p, func(a Answer) bool { return a.Seq == seq }); a.Err != nil || a.Reply.Err != nil {
					continue
				}
				if key == "" {
					adds++
				} else {
					rows[key] = true
				}
			}
			clear(seqs)
		}
		for next := 0; next < 500; {
			for range 1 + r.IntN(40) {
				key := fmt.Sprintf("r%04d", next)
				seqs[writer.send(ExecuteRequest{engine.RunConsole{Text: fmt.Sprintf("set t %s f:q=%d", key, next)}})] = key
				seqs[writer.send(ExecuteRequest{engine.RunConsole{Text: "addtocell t sums sum:n=1@1000"}})] = ""
				next++
			}
			if r.IntN(2) == 0 {
				collect(writer) // otherwise it is taken over while it writes
			}
			if a := reader.ask(TakeOverWorkspace{}); a.Err != nil || a.Opened.ReadOnly {
				t.Fatalf("%+v", a)
			}
			collect(writer)
			writer, reader = reader, writer
		}
		writer.saved()
		if len(rows) < 100 || adds < 100 {
			t.Fatalf("%d rows, %d additions were accepted", len(rows), adds)
		}
		s.mu.Lock()
		journal := slices.Clone(s.entries[id])
		s.mu.Unlock()
		if len(journal) != 3+len(rows)+adds {
			t.Errorf("%d changes are stored, %d were accepted", len(journal), 3+len(rows)+adds)
		}
		for i, e := range journal {
			if e.Seq != uint64(i+1) {
				t.Fatalf("after %d changes comes number %d", i, e.Seq)
			}
		}
		for writer.shows().Reply.Version != reader.shows().Reply.Version {
			wait(reader, func(f OtherTabChangesApplied) bool { return true })
		}
		third := newTab(t, s, newTabs())
		third.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
		for name, p := range map[string]*tab{"writes": writer, "reads": reader, "comes later": third} {
			a := p.console("lookup t sums columns=sum:n")
			if got := strings.TrimSpace(p.console("count t").Reply.Output[0].Text); got != fmt.Sprint(1+len(rows)) {
				t.Errorf("the tab that %s shows %s rows, %d were accepted", name, got, 1+len(rows))
			}
			if out := a.Reply.Output[0].Text; !strings.Contains(out, strconv.Quote(string(binary.BigEndian.AppendUint64(nil, uint64(adds))))) {
				t.Errorf("the tab that %s added up %s, not %d", name, out, adds)
			}
		}
	}
}

func (n *tabNews) setDeaf(on bool) {
	n.all.mu.Lock()
	defer n.all.mu.Unlock()
	n.deaf = on
}

// TestDeletedElsewhereStaysSo tests that a sandbox stays deleted if another tab deletes it
// while a script runs in this one.
func TestDeletedElsewhereStaysSo(t *testing.T) {
	s := newListStore()
	first, second, id := two(t, s)
	seq := first.send(ExecuteRequest{engine.RunConsole{Text: sets(20_000)}})
	wait(first, func(p CallProgress) bool { return p.Seq == seq && p.Done > 0 })
	second.ask(DeleteWorkspace{id})
	wait(first, func(e WorkspaceReplaced) bool { return e.ID == id })
	if a := first.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Errorf("%+v", a)
	}
	workspaceList := first.ask(ListWorkspaces{}).WorkspaceList
	if len(workspaceList.Sandboxes) != 0 || len(workspaceList.Deleted) != 1 {
		t.Errorf("%+v, deleted %+v", workspaceList.Sandboxes, workspaceList.Deleted)
	}
	if err := first.host.Flush(t.Context()); err != nil {
		t.Error(err)
	}
}

// freedAtOnce are the locks of a tab that is a moment too late: another tab releases the lock
// while this one asks to be told of that.
type freedAtOnce struct{ tabLocks }

func (l *freedAtOnce) TryLock(string, bool, func()) bool { return false }
func (l *freedAtOnce) WhenFree(_ string, free func())    { free() }

// TestFreeWhileItOpens tests that a page does not miss a free lock. Before, a page that heard
// of the free lock before its workspace was open ignored it, and stayed read-only for good.
func TestFreeWhileItOpens(t *testing.T) {
	s := newListStore()
	all := newTabs()
	first := newTab(t, s, all)
	id := first.sandbox()
	second := newTab(t, s, all)
	second.host.Locks = &freedAtOnce{tabLocks{all}}
	var order []string
	second.host.Send = func(e Event) {
		switch e.(type) {
		case Answer:
			order = append(order, "opened")
		case WriteLockFreed:
			order = append(order, "free")
		}
		second.take(e)
	}
	if a := second.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); !a.Opened.ReadOnly {
		t.Errorf("%+v", a.Opened)
	}
	wait(second, func(WriteLockFreed) bool { return true })
	if want := []string{"opened", "free"}; !slices.Equal(order, want) {
		t.Errorf("the page hears %v, want %v", order, want)
	}
}
