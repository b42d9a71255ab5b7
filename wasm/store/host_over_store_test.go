//go:build !js

package store

import (
	"context"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// page is the page's end of a host over a store.
type page struct {
	t      *testing.T
	host   *host.Host
	seq    uint64
	mu     sync.Mutex
	events []host.Event
	came   chan struct{}
}

var made atomic.Int64 // sandboxes of all pages

// alone grants every lock.
type alone struct{}

func (alone) TryLock(string, bool, func()) bool { return true }
func (alone) WhenFree(string, func())           {}
func (alone) Release(string)                    {}

func openPage(t *testing.T, s host.Store) *page {
	p := &page{t: t, came: make(chan struct{}, 1)}
	begun := time.Now()
	p.host = host.New(host.Options{
		Store: s, Locks: alone{}, Yield: runtime.Gosched,
		Lesson: func(_ context.Context, slug string) (*lessons.Lesson, error) {
			return author.Load(content.Files, slug, "en")
		},
		Now:       func() base.Micros { return base.Micros(time.Now().UnixMicro()) },
		Monotonic: func() base.Micros { return base.Micros(time.Since(begun).Microseconds()) + 1 },
		NewID:     func() string { return "made" + strconv.FormatInt(100_000+made.Add(1), 10) },
		Send: func(e host.Event) {
			p.mu.Lock()
			p.events = append(p.events, e)
			p.mu.Unlock()
			select {
			case p.came <- struct{}{}:
			default:
			}
		},
	})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { p.host.Serve(ctx); close(done) }()
	t.Cleanup(func() { cancel(); p.host.ReceiveCall(host.SentCall{Call: host.ListWorkspaces{}}); <-done })
	return p
}

func (p *page) send(c host.Call) uint64 {
	p.seq++
	p.host.ReceiveCall(host.SentCall{Seq: p.seq, Window: engine.RowWindow{Count: 5}, Call: c})
	return p.seq
}

// answer waits for the answer to a call.
func (p *page) answer(seq uint64) host.Answer {
	p.t.Helper()
	var out host.Answer
	p.until(func(e host.Event) bool {
		a, ok := e.(host.Answer)
		if ok && a.Seq == seq {
			out = a
		}
		return ok && a.Seq == seq
	})
	return out
}

func (p *page) until(fits func(host.Event) bool) {
	p.t.Helper()
	deadline := time.After(time.Minute)
	for {
		p.mu.Lock()
		for _, e := range p.events {
			if fits(e) {
				p.mu.Unlock()
				return
			}
		}
		p.mu.Unlock()
		select {
		case <-p.came:
		case <-deadline:
			p.t.Fatalf("it never came; there are %+v", p.events)
		}
	}
}

func (p *page) ask(c host.Call) host.Answer { p.t.Helper(); return p.answer(p.send(c)) }

// answered reports whether a call has been answered, after all earlier calls have been looked at.
func (p *page) answered(seq uint64) bool {
	p.t.Helper()
	p.ask(host.NoteHintSeen{}) // answered at once, without waiting for the store
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.events {
		if a, ok := e.(host.Answer); ok && a.Seq == seq {
			return true
		}
	}
	return false
}

const slug = "lol-scores"

// begun returns a store with a lesson at its second step, and a sandbox.
func begun(t *testing.T) *Memory {
	t.Helper()
	db := NewMemory()
	p := openPage(t, db)
	if a := p.ask(host.OpenWorkspace{Kind: host.KindLesson, ID: slug}); a.Err != nil {
		t.Fatal(a.Err)
	}
	l, err := author.Load(content.Files, slug, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range l.Solution[0] {
		p.ask(host.DoLessonAction{Action: a})
	}
	if a := p.ask(host.DoLessonAction{Action: lessons.Next{}}); a.Err != nil || a.Outcome.Progress.Step != 1 {
		t.Fatalf("%+v", a)
	}
	if a := p.ask(host.CreateSandbox{Title: "Stored"}); a.Err != nil {
		t.Fatal(a.Err)
	}
	return db
}

// everything returns a file of another browser, with the lesson at its first step.
func everything(t *testing.T) []byte {
	t.Helper()
	p := openPage(t, NewMemory())
	if a := p.ask(host.OpenWorkspace{Kind: host.KindLesson, ID: slug}); a.Err != nil {
		t.Fatal(a.Err)
	}
	a := p.ask(host.ExportAllWorkspaces{})
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	return a.File.Data
}

// blocked returns a page over a database that opens when free is called.
func blocked(t *testing.T, db host.Store) (p *page, free func()) {
	t.Helper()
	way := make(chan struct{})
	late := OpenDeferredStore(t.Context(), func(_ context.Context, blocked func()) (host.Store, error) {
		blocked()
		<-way
		return db, nil
	})
	p = openPage(t, late)
	return p, sync.OnceFunc(func() { close(way) })
}

// TestImportWhileBlocked imports a file of everything while an older tab holds the
// database. The import waits, and adds to what is stored rather than replacing the
// reader's lesson.
func TestImportWhileBlocked(t *testing.T) {
	db, file := begun(t), everything(t)
	before, err := db.Load(t.Context(), slug, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, free := blocked(t, db)
	defer free()
	seq := p.send(host.ImportFile{Data: file})
	p.until(func(e host.Event) bool { // either it has begun, or it is kept
		switch e := e.(type) {
		case host.Answer:
			return e.Seq == seq
		case host.CallProgress:
			return e.Seq == seq
		}
		return false
	})
	if p.answered(seq) {
		t.Error("it was answered before the database was open")
	}
	free()
	a := p.answer(seq)
	if a.Err != nil || a.Imported == nil || a.Imported.Lessons != 0 || a.Imported.Merged != 1 {
		t.Errorf("it came to %+v, %v", a.Imported, a.Err)
	}
	marks := p.ask(host.ListWorkspaces{}).WorkspaceList.Lessons
	after, err := db.Load(t.Context(), slug, 0)
	if err != nil || len(after.Entries) != len(before.Entries) || len(marks) != 1 || marks[0].Step != 1 {
		t.Errorf("the lesson is %+v with %d changes, %v; it had %d", marks, len(after.Entries), err, len(before.Entries))
	}
}

// TestMoveReplacesNothing moves what a page has kept in memory into a database that has
// something under the same id. Both are there afterwards.
func TestMoveReplacesNothing(t *testing.T) {
	ctx := t.Context()
	db := NewMemory()
	m := host.Meta{ID: "abcdefghij", Title: "There", Next: 2}
	if err := db.Put(ctx, m, []host.JournalEntry{entry(1, "there")}); err != nil {
		t.Fatal(err)
	}
	way, changed := make(chan struct{}), make(chan struct{}, 1)
	l := OpenDeferredStore(ctx, func(_ context.Context, blocked func()) (host.Store, error) {
		blocked()
		<-way
		return db, nil
	})
	l.NotifyTroubleChanged(func() { changed <- struct{}{} })
	m.Title = "Here"
	if err := l.Put(ctx, m, []host.JournalEntry{entry(1, "here")}); err != nil {
		t.Fatal(err)
	}
	close(way)
	<-changed
	list, err := l.List(ctx)
	if err != nil || len(list) != 2 {
		t.Fatalf("there are %+v, %v", list, err)
	}
	for _, m := range list {
		want := map[string]string{"There": "there", "Here": "here"}[m.Title]
		if got, err := db.Load(ctx, m.ID, 0); err != nil || len(got.Entries) != 1 || string(got.Entries[0].Data) != want {
			t.Errorf("%q is %+v, %v", m.Title, got, err)
		}
	}
	if got, _ := l.Load(ctx, "abcdefghij", 0); got.Title != "Here" {
		t.Errorf("the one that is open here is %q", got.Title)
	}
}

// TestCallsWaitForTheStore exports, lists, deletes and copies while the database does not
// answer. All of these calls wait for it.
func TestCallsWaitForTheStore(t *testing.T) {
	db := begun(t)
	stored := ""
	list, err := db.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if m.Kind == host.KindSandbox {
			stored = m.ID
		}
	}
	p, free := blocked(t, db)
	defer free()
	p.until(func(e host.Event) bool {
		s, ok := e.(host.SaveStateChanged)
		return ok && s.State == host.SaveFailed && s.Err.Code == base.CodeStoreBlocked
	})
	calls := map[string]uint64{"lesson": p.send(host.OpenWorkspace{Kind: host.KindLesson, ID: slug})}
	for name, c := range map[string]host.Call{
		"list": host.ListWorkspaces{}, "export all": host.ExportAllWorkspaces{}, "duplicate": host.DuplicateWorkspace{ID: stored, Title: "Copy"},
		"export": host.ExportWorkspace{ID: stored}, "weigh": host.MeasureExportSizes{ID: stored}, "rename": host.RenameSandbox{ID: stored, Title: "Renamed"},
		"begin": host.CreateFromExample{Example: "games", Title: "Games"},
	} {
		calls[name] = p.send(c)
	}
	for name, seq := range calls {
		if p.answered(seq) {
			t.Errorf("%s was answered before the store was open", name)
		}
	}
	// A new sandbox is made at once.
	if a := p.ask(host.CreateSandbox{Title: "New"}); a.Err != nil || a.SandboxID == "" || a.WorkspaceList != nil {
		t.Errorf("%+v", a)
	}
	free()
	for name, seq := range calls {
		if a := p.answer(seq); a.Err != nil {
			t.Errorf("%s: %v", name, a.Err)
		}
	}
	a := p.ask(host.ListWorkspaces{})
	titles := map[string]bool{}
	for _, s := range a.WorkspaceList.Sandboxes {
		titles[s.Title] = true
	}
	if len(titles) != 4 || !titles["New"] || !titles["Renamed"] || !titles["Copy"] || !titles["Games"] || len(a.WorkspaceList.Lessons) != 1 {
		t.Errorf("%v, %+v", titles, a.WorkspaceList.Lessons)
	}
}

// TestWaitingIsCancelled cancels a call that waits for the store.
func TestWaitingIsCancelled(t *testing.T) {
	p, free := blocked(t, begun(t))
	defer free()
	seq := p.send(host.ExportAllWorkspaces{})
	p.until(func(e host.Event) bool { g, ok := e.(host.CallProgress); return ok && g.Seq == seq && g.Total < 0 })
	p.host.ReceiveCall(host.SentCall{Seq: 1000, Call: host.CancelCall{Seq: seq}})
	if a := p.answer(seq); a.Err == nil || a.Err.Code != base.CodeCancelled {
		t.Errorf("%+v", a)
	}
}

// slow is a store that calls a function in the middle of a call.
type slow struct {
	*Memory
	put  func() // called before a Put
	load func() // called after a Load, except one of the last entries only
}

func (s *slow) Put(ctx context.Context, m host.Meta, journal []host.JournalEntry) error {
	if do := s.put; do != nil {
		s.put = nil
		do()
	}
	return s.Memory.Put(ctx, m, journal)
}

func (s *slow) Load(ctx context.Context, id string, from uint64) (host.StoredWorkspace, error) {
	l, err := s.Memory.Load(ctx, id, from)
	if do := s.load; do != nil && from == 0 {
		s.load = nil
		do()
	}
	return l, err
}

// TestDeletedWhileFollowed deletes everything while the spare is given a large sandbox.
// The spare must not bring it back.
func TestDeletedWhileFollowed(t *testing.T) {
	ctx := t.Context()
	here, there := NewMemory(), &slow{Memory: NewMemory()}
	s := NewMirroredStore(here, there)
	if err := s.PutAll(ctx, []host.WorkspaceToStore{{Meta: host.Meta{ID: "a", Next: 2}, Entries: []host.JournalEntry{entry(1, "x")}}}, func(int) {}); err != nil {
		t.Fatal(err)
	}
	deleted := make(chan error, 1)
	there.put = func() {
		if s.exclusive.TryLock() { // nothing would prevent a deletion now
			s.exclusive.Unlock()
			deleted <- s.Delete(ctx, "a")
			return
		}
		go func() { deleted <- s.Delete(ctx, "a") }()
	}
	s.SyncSpare(ctx)
	if err := <-deleted; err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(ctx); err != nil || len(list) != 0 {
		t.Errorf("after everything was deleted there are %+v, %v", list, err)
	}
}

// TestDeletedInAnotherTab does the same, while another tab deletes.
func TestDeletedInAnotherTab(t *testing.T) {
	ctx := t.Context()
	here, there := &slow{Memory: NewMemory()}, NewMemory()
	s, other := NewMirroredStore(here, there), NewMirroredStore(here.Memory, there)
	if err := s.PutAll(ctx, []host.WorkspaceToStore{{Meta: host.Meta{ID: "a", Next: 2}, Entries: []host.JournalEntry{entry(1, "x")}}}, func(int) {}); err != nil {
		t.Fatal(err)
	}
	here.load = func() {
		if err := other.Delete(ctx, "a"); err != nil {
			t.Error(err)
		}
	}
	s.SyncSpare(ctx)
	if list, err := other.List(ctx); err != nil || len(list) != 0 {
		t.Errorf("after everything was deleted there are %+v, %v", list, err)
	}
}
