//go:build !js

package host

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/snapshot"
	"tabletop/lessons"
)

// shelfStore is a store in memory that can be made to fail.
type shelfStore struct {
	mu      sync.Mutex
	metas   map[string]Meta
	entries map[string][]Entry
	shots   map[string]shot
	err     error
	full    bool          // for snapshots
	rested  chan struct{} // told of each manifest, if there
	appends int
}

// shot is a snapshot.
type shot struct {
	manifest []byte
	chunks   map[uint64][]byte
	token    string
}

func newShelfStore() *shelfStore {
	return &shelfStore{metas: map[string]Meta{}, entries: map[string][]Entry{}, shots: map[string]shot{}}
}

func (s *shelfStore) lock(change bool) (func(), error) {
	s.mu.Lock()
	if change && s.err != nil {
		err := s.err
		s.mu.Unlock()
		return nil, err
	}
	return s.mu.Unlock, nil
}

// size returns how many workspaces there are, and entries in the journal of one.
func (s *shelfStore) size(id string) (workspaces, entries int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.metas), len(s.entries[id])
}

func (s *shelfStore) List(context.Context) ([]Meta, error) {
	unlock, _ := s.lock(false)
	defer unlock()
	return slices.SortedFunc(maps.Values(s.metas), func(a, b Meta) int { return cmp.Compare(b.Changed, a.Changed) }), nil
}

func (s *shelfStore) Load(_ context.Context, id string, from uint64) (Loaded, error) {
	unlock, _ := s.lock(false)
	defer unlock()
	m, ok := s.metas[id]
	if !ok {
		return Loaded{}, base.Refuse(base.CodeNoSandbox, id)
	}
	l := Loaded{Meta: m}
	for _, e := range s.entries[id] {
		if e.Seq >= from {
			l.Entries = append(l.Entries, e)
		}
	}
	return l, nil
}

func (s *shelfStore) Claim(_ context.Context, id, token string) ([]byte, error) {
	unlock, err := s.lock(true)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if _, ok := s.metas[id]; !ok {
		return nil, base.Refuse(base.CodeNoSandbox, id)
	}
	kept := s.shots[id]
	kept.token = token
	s.shots[id] = kept
	return kept.manifest, nil
}

func (s *shelfStore) PutChunks(_ context.Context, id, token string, chunks ...snapshot.Chunk) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	kept := s.shots[id]
	if kept.token != token {
		return base.Refuse(base.CodeStoreFails, "another tab's")
	}
	if kept.chunks == nil {
		kept.chunks = map[uint64][]byte{}
	}
	for _, c := range chunks {
		if s.full && len(kept.chunks) > 0 {
			return base.Refuse(base.CodeStoreFull)
		}
		kept.chunks[c.No] = c.Data
		s.shots[id] = kept
	}
	return nil
}

func (s *shelfStore) PutSnapshot(_ context.Context, id, token string, manifest []byte, keep []uint64) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	kept := s.shots[id]
	if kept.token != token {
		return base.Refuse(base.CodeStoreFails, "another tab's")
	}
	maps.DeleteFunc(kept.chunks, func(no uint64, _ []byte) bool { return !slices.Contains(keep, no) })
	if manifest == nil {
		return nil
	}
	if s.full {
		return base.Refuse(base.CodeStoreFull)
	}
	kept.manifest = manifest
	s.shots[id] = kept
	if s.rested != nil {
		s.rested <- struct{}{}
	}
	return nil
}

func (s *shelfStore) Snapshot(_ context.Context, id string) ([]byte, error) {
	unlock, _ := s.lock(false)
	defer unlock()
	return s.shots[id].manifest, nil
}

func (s *shelfStore) Chunks(_ context.Context, id string, numbers ...uint64) (out []snapshot.Chunk, err error) {
	unlock, _ := s.lock(false)
	defer unlock()
	for _, no := range numbers {
		out = append(out, snapshot.Chunk{No: no, Data: slices.Clone(s.shots[id].chunks[no])})
	}
	return out, nil
}

func (s *shelfStore) Put(_ context.Context, m Meta, journal []Entry) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	s.metas[m.ID], s.entries[m.ID] = m, slices.Clone(journal)
	delete(s.shots, m.ID)
	return nil
}

func (s *shelfStore) PutAll(ctx context.Context, list []Whole, went func(int)) error {
	s.mu.Lock()
	metas, entries := maps.Clone(s.metas), maps.Clone(s.entries)
	s.mu.Unlock()
	for i, v := range list {
		err := ctx.Err()
		if err == nil && v.Noted {
			s.mu.Lock()
			m := s.metas[v.ID]
			m.Note = v.Note
			s.metas[v.ID] = m
			s.mu.Unlock()
		} else if err == nil {
			err = s.Put(ctx, v.Meta, v.Entries)
		}
		if err != nil {
			s.mu.Lock()
			s.metas, s.entries = metas, entries
			s.mu.Unlock()
			return err
		}
		went(i + 1)
	}
	return ctx.Err()
}

func (s *shelfStore) Clear(context.Context) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	clear(s.metas)
	clear(s.entries)
	clear(s.shots)
	return nil
}

func (s *shelfStore) Append(_ context.Context, m Meta, entries ...Entry) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	if old, ok := s.metas[m.ID]; !ok || old.Deleted != m.Deleted {
		return base.Refuse(base.CodeNoSandbox, m.ID)
	}
	for _, e := range entries {
		if slices.ContainsFunc(s.entries[m.ID], func(there Entry) bool { return there.Seq == e.Seq }) {
			return base.Refuse(base.CodeStoreTaken, fmt.Sprint(e.Seq))
		}
	}
	s.appends++
	s.metas[m.ID] = m
	s.entries[m.ID] = append(s.entries[m.ID], entries...)
	return nil
}

func (s *shelfStore) Delete(_ context.Context, id string) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	delete(s.metas, id)
	delete(s.entries, id)
	delete(s.shots, id)
	return nil
}

func (s *shelfStore) Move(_ context.Context, id, to string, deleted int64) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	m, ok := s.metas[id]
	_, there := s.metas[to]
	switch {
	case !ok:
		return base.Refuse(base.CodeNoSandbox, id)
	case there && to != id:
		return base.Refuse(base.CodeStoreTaken, "")
	}
	m.ID, m.Deleted = to, deleted
	entries := s.entries[id]
	delete(s.metas, id)
	delete(s.entries, id)
	s.metas[to], s.entries[to] = m, entries
	if to != id {
		delete(s.shots, id)
	}
	return nil
}

func (s *shelfStore) Purge(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.metas[id].Deleted != 0 {
		delete(s.metas, id)
		delete(s.entries, id)
		delete(s.shots, id)
	}
	return nil
}

// tabs is the locks that several hosts share, and what they tell each other.
type tabs struct {
	mu      sync.Mutex
	hears   map[*tabNews]func([]byte)
	holder  map[string]*tabLocks
	waiting map[string][]func()
	lost    map[string]func()
}

type tabLocks struct{ all *tabs }

// tabNews is one tab among them. A deaf one hears nothing, as one that hangs.
type tabNews struct {
	all  *tabs
	deaf bool
}

func (n *tabNews) Tell(frame []byte) {
	n.all.mu.Lock()
	defer n.all.mu.Unlock()
	for to, hear := range n.all.hears {
		if to != n && !to.deaf {
			hear(slices.Clone(frame))
		}
	}
}

func (n *tabNews) Hear(f func([]byte)) {
	n.all.mu.Lock()
	defer n.all.mu.Unlock()
	n.all.hears[n] = f
}

func newTabs() *tabs {
	return &tabs{hears: map[*tabNews]func([]byte){}, holder: map[string]*tabLocks{}, waiting: map[string][]func(){}, lost: map[string]func(){}}
}

func (l *tabLocks) Take(name string, steal bool, lost func()) bool {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	if h := l.all.holder[name]; h != nil && h != l {
		if !steal {
			return false
		}
		go l.all.lost[name]()
	}
	l.all.holder[name], l.all.lost[name] = l, lost
	return true
}

func (l *tabLocks) Freed(name string, free func()) {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	l.all.waiting[name] = append(l.all.waiting[name], free)
}

func (l *tabLocks) Release(name string) {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	if l.all.holder[name] == l {
		delete(l.all.holder, name)
		for _, f := range l.all.waiting[name] {
			go f()
		}
		delete(l.all.waiting, name)
	}
}

// tab is a page's end of a host.
type tab struct {
	t      *testing.T
	host   *Host
	news   *tabNews
	seq    uint64
	state  uint64 // of the timeline, that it looks at
	mu     sync.Mutex
	events []Event
	came   chan struct{}
}

func newTab(t *testing.T, s Store, all *tabs) *tab {
	p := &tab{t: t, came: make(chan struct{}, 1), news: &tabNews{all: all}}
	clock := time.Now()
	ids := 0
	p.host = New(Options{
		Store: s, Locks: &tabLocks{all}, Tabs: p.news,
		Lesson: func(_ context.Context, slug string) (*lessons.Lesson, error) {
			return nil, base.Refuse(base.CodeNoLesson, slug)
		},
		Now:   func() base.Micros { return base.Micros(time.Now().UnixMilli()) * 1000 },
		Watch: func() base.Micros { return base.Micros(time.Since(clock).Microseconds()) + 1 },
		NewID: func() string { ids++; return fmt.Sprintf("sandbox%03d", ids) },
		Send:  p.take,
		Yield: runtime.Gosched,
	})
	p.host.calm = 0
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { p.host.Serve(ctx); close(done) }()
	t.Cleanup(func() { cancel(); p.host.Receive(Sent{Call: List{}}); <-done })
	wait(p, func(Ready) bool { return true })
	return p
}

func (p *tab) take(e Event) {
	// Every event crosses as a frame, as it does to a page.
	back, err := DecodeEvent(EncodeEvent(e))
	if err != nil {
		p.t.Errorf("%+v: %v", e, err)
	}
	p.mu.Lock()
	p.events = append(p.events, back)
	p.mu.Unlock()
	select {
	case p.came <- struct{}{}:
	default:
	}
}

// wait returns the first event of its type that fits and has not been waited
// for, and forgets the events before it of that type.
func wait[E Event](p *tab, fits func(E) bool) E {
	p.t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		p.mu.Lock()
		for i, e := range p.events {
			if v, ok := e.(E); ok && fits(v) {
				p.events = slices.Delete(p.events, i, i+1)
				p.mu.Unlock()
				return v
			}
		}
		p.mu.Unlock()
		select {
		case <-p.came:
		case <-deadline:
			p.t.Fatalf("no %T came that fits; there are %+v", *new(E), p.events)
		}
	}
}

func (p *tab) send(c Call) uint64 {
	p.seq++
	s, err := DecodeSent(EncodeSent(Sent{Seq: p.seq, Window: engine.Window{Count: 50, State: p.state}, Call: c}))
	if err != nil {
		p.t.Fatal(err)
	}
	p.host.Receive(s)
	return p.seq
}

func (p *tab) ask(c Call) Answer {
	p.t.Helper()
	seq := p.send(c)
	return wait(p, func(a Answer) bool { return a.Seq == seq })
}

func (p *tab) console(text string) Answer {
	p.t.Helper()
	return p.ask(Run{engine.Console{Text: text}})
}

// forget forgets what the saved mark has shown so far.
func (p *tab) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.events = slices.DeleteFunc(p.events, func(e Event) bool { _, ok := e.(Saved); return ok })
}

// saved waits until the saved mark shows that all is stored.
func (p *tab) saved() {
	p.t.Helper()
	p.forget()
	p.ask(Run{engine.Look{}})
	wait(p, func(s Saved) bool { return s.State == SaveDone })
}

func (p *tab) sandbox() string {
	p.t.Helper()
	id := p.ask(Create{Title: "Mine"}).Made
	if a := p.ask(Open{Kind: KindSandbox, ID: id}); a.Err != nil || a.Opened.ID != id || a.Opened.ReadOnly {
		p.t.Fatalf("%+v", a)
	}
	return id
}

func TestSandboxIsThereAgain(t *testing.T) {
	s := newShelfStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	made := many(5)
	made.Table = "u"
	p.ask(Run{made})
	a := p.console("createtable t families=f\nset t r f:q=1")
	if a.Err != nil || a.Reply.Err != nil || a.Page.Total != 1 {
		t.Fatalf("%+v", a)
	}
	p.saved()
	q := newTab(t, s, newTabs())
	again := q.ask(Open{Kind: KindSandbox, ID: id})
	if !reflect.DeepEqual(again.Page, a.Page) {
		t.Errorf("came back as %+v, was %+v", again.Page, a.Page)
	}
	if a := q.ask(Run{engine.Recipe{Table: "u"}}); a.Reply.Err != nil || !reflect.DeepEqual(engine.As[*engine.Remade](a.Reply.Answer).Load, made) || a.Page != nil {
		t.Errorf("%+v", a.Reply)
	}
	if a := q.ask(List{}); len(a.Shelf.Sandboxes) != 1 || a.Shelf.Sandboxes[0].Entries != 3 {
		t.Errorf("%+v", a.Shelf)
	}
}

func TestSaveFailureIsToldAndMadeUpFor(t *testing.T) {
	s := newShelfStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	s.mu.Lock()
	s.err = base.Refuse(base.CodeStoreFull)
	s.mu.Unlock()
	p.console("createtable t families=f")
	if e := wait(p, func(s Saved) bool { return s.State == SaveFailed }); e.Err.Code != base.CodeStoreFull {
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
	s, all := newShelfStore(), newTabs()
	first := newTab(t, s, all)
	id := first.sandbox()
	first.console("createtable t families=f")
	first.saved()

	second := newTab(t, s, all)
	if a := second.ask(Open{Kind: KindSandbox, ID: id}); !a.Opened.ReadOnly {
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
	other := first.ask(Create{Title: "Other"}).Made
	first.ask(Open{Kind: KindSandbox, ID: other})
	wait(second, func(Free) bool { return true })
	a := second.ask(TakeOver{})
	if a.Opened == nil || a.Opened.ReadOnly || a.Page.Total != 1 {
		t.Errorf("%+v", a)
	}

	third := newTab(t, s, all)
	third.ask(Open{Kind: KindSandbox, ID: id})
	second.forget()
	if a := third.ask(TakeOver{}); a.Opened.ReadOnly {
		t.Errorf("%+v", a)
	}
	wait(second, func(s Saved) bool { return s.State == SaveReadOnly })
	if a := second.console("set t r2 f:q=1"); a.Reply.Err == nil || a.Reply.Err.Code != base.CodeReadOnly {
		t.Errorf("%+v", a)
	}
}

// many is a data set that takes a while.
func many(n int64) engine.Load {
	return engine.Load{
		Table: "many", Template: "{a}",
		Columns: []plan.Column{{Field: "b", Family: "f", Qualifier: "b"}},
		Data: dataset.Spec{Fields: []string{"a", "b"}, Recipe: &dataset.Recipe{Count: n, Seed: 1, Unique: []string{"a"}, Gens: []dataset.Gen{
			{Field: "a", Kind: dataset.Decimals, From: "0", To: "490000", Step: "1"},
			{Field: "b", Kind: dataset.Choice, Values: []string{"x", "y"}},
		}}},
	}
}

func TestLoadCanBeWatchedReadBesideAndCancelled(t *testing.T) {
	p := newTab(t, newShelfStore(), newTabs())
	p.sandbox()
	p.console("createtable t families=f\nset t r f:q=1")
	load := p.send(Run{many(400_000)})
	if e := wait(p, func(e Progress) bool { return e.Seq == load }); e.Total != 400_000 {
		t.Errorf("%+v", e)
	}
	if a := p.console("count t"); strings.TrimSpace(a.Reply.Output[0].Text) != "1" {
		t.Errorf("%+v", a.Reply)
	}
	p.send(Cancel{load})
	a := wait(p, func(a Answer) bool { return a.Seq == load })
	if a.Err == nil || a.Err.Code != base.CodeCancelled || len(a.Reply.Tables) != 1 {
		t.Errorf("%+v", a)
	}
	if a := p.console("ls"); strings.TrimSpace(a.Reply.Output[0].Text) != "t" {
		t.Errorf("%+v", a.Reply)
	}
}

func TestFileRoundTrip(t *testing.T) {
	s := newShelfStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t r f:q=1")
	file := p.ask(Export{ID: id}).File
	if file == nil || file.Name != "Mine.tabletop" {
		t.Fatalf("%+v", file)
	}
	if deleted := p.ask(Delete{id}); len(deleted.Shelf.Sandboxes) != 0 {
		t.Fatalf("%+v", deleted)
	}
	back := p.ask(Import{file.Data}).Made
	a := p.ask(Open{Kind: KindSandbox, ID: back})
	if a.Opened.Title != "Mine" || a.Page.Total != 1 {
		t.Errorf("%+v", a)
	}
	p.ask(Rename{back, "Games / 2015"})
	if f := p.ask(Export{ID: back}).File; f.Name != "Games - 2015.tabletop" || !bytes.HasPrefix(f.Data, []byte("TABLETOP 2\n")) {
		t.Errorf("%q", f.Name)
	}
	for _, bad := range [][]byte{nil, []byte("nothing"), file.Data[:len(file.Data)-1], append(slices.Clone(file.Data), 0, 0, 0, 1, 9)} {
		if a := p.ask(Import{bad}); a.Err == nil || a.Err.Code != base.CodeBadFile {
			t.Errorf("%q: %+v", bad, a)
		}
	}
}

func TestResetEmptiesASandbox(t *testing.T) {
	s := newShelfStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f")
	if a := p.ask(Reset{}); len(a.Reply.Tables) != 0 || a.Opened == nil {
		t.Errorf("%+v", a)
	}
	p.console("createtable u families=f")
	p.saved()
	if n := len(s.entries[id]); n != 1 {
		t.Errorf("%d entries", n)
	}
}

func TestJournalForgetsLoadsThatWereLoadedAgain(t *testing.T) {
	s := newShelfStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.ask(Run{many(1000)})
	p.console("set many k f:b=1")
	p.ask(Run{many(10)})
	p.console("set many k2 f:b=1")
	p.saved()
	all, _ := legible(Loaded{Entries: s.entries[id]})
	changes, solid := past(all)
	if len(changes) != 3 || solid != 2 {
		t.Fatalf("%d changes, %d solid", len(changes), solid)
	}
	q := newTab(t, s, newTabs())
	if a := q.ask(Open{Kind: KindSandbox, ID: id}); a.Page.Total != 11 {
		t.Errorf("%d rows, want 11", a.Page.Total)
	} else if tl := a.Reply.Timeline; len(tl.Steps) != 4 || tl.Cut {
		t.Errorf("not all of a small journal was run again: %+v", tl)
	}
	if changes, solid := toRun(all); len(changes) != 4 || solid != 0 {
		t.Errorf("%d changes, %d solid", len(changes), solid)
	}
	all[0].Request = many(maxWhole)
	if changes, solid := toRun(all); len(changes) != 3 || solid != 2 {
		t.Errorf("of a large journal %d changes, %d solid", len(changes), solid)
	}
}

// TestTimelineIsThereAgain opens a sandbox again after changes were undone, gone
// back to and named.
func TestTimelineIsThereAgain(t *testing.T) {
	for _, named := range []bool{false, true} {
		s := newShelfStore()
		p := newTab(t, s, newTabs())
		id := p.sandbox()
		run := func(r engine.Request) Answer {
			t.Helper()
			a := p.ask(Run{r})
			if a.Reply.Err != nil {
				t.Fatalf("%+v: %v", r, a.Reply.Err)
			}
			return a
		}
		p.ask(Run{many(1000)})
		p.console("set many k0 f:b=1")
		p.ask(Run{many(10)})
		run(engine.Undo{}) // what was loaded again is there once more
		p.console("set many k1 f:b=1\nset many k2 f:b=1")
		if named {
			run(engine.Checkpoint{Name: "two"})
		}
		p.console("set many k3 f:b=1")
		run(engine.Advance{By: 1000})
		run(engine.Undo{})
		a := run(engine.Undo{})
		p.saved()
		want := a.Reply.Timeline
		q := newTab(t, s, newTabs())
		b := q.ask(Open{Kind: KindSandbox, ID: id})
		got := b.Reply.Timeline
		if b.Page.Total != a.Page.Total || b.Page.Total != 1003 {
			t.Errorf("%d rows, then %d", a.Page.Total, b.Page.Total)
		}
		if got.Now != want.Now || len(got.Steps) != len(want.Steps) || got.Ahead != 0 || len(got.Checkpoints) != len(want.Checkpoints) {
			t.Errorf("%+v, want %+v", got, want)
		}
		if a := q.ask(Run{engine.Redo{}}); a.Reply.Err != nil || a.Page.Total != 1004 {
			t.Errorf("%v, %d rows", a.Reply.Err, a.Page.Total)
		}
		if a := q.ask(Run{engine.GoTo{State: got.First}}); a.Reply.Err != nil || len(a.Reply.Tables) != 0 {
			t.Errorf("%+v", a.Reply)
		}
	}
}

// TestLookingBack shows rows and tables of an earlier state.
func TestLookingBack(t *testing.T) {
	p := newTab(t, newShelfStore(), newTabs())
	p.sandbox()
	p.console("createtable t families=f\nset t a f:q=1")
	a := p.console("set t b f:q=1\ndeletetable t")
	p.state = a.Reply.Timeline.Steps[1].State
	back := p.ask(Run{engine.Look{}})
	if back.Page.State != p.state || back.Page.Total != 1 || len(back.Reply.Tables) != 1 {
		t.Errorf("%+v, %+v", back.Page, back.Reply.Tables)
	}
	p.state = 0
	if now := p.ask(Run{engine.Look{}}); len(now.Reply.Tables) != 0 || now.Page.Total != 0 {
		t.Errorf("%+v, %+v", now.Page, now.Reply.Tables)
	}
}

func TestUnknownWorkspaces(t *testing.T) {
	p := newTab(t, newShelfStore(), newTabs())
	if a := p.ask(Open{Kind: KindSandbox, ID: "nope"}); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Errorf("%+v", a)
	}
	if a := p.ask(Open{Kind: KindLesson, ID: "nope"}); a.Err == nil || a.Err.Code != base.CodeNoLesson {
		t.Errorf("%+v", a)
	}
	if a := p.console("ls"); a.Err == nil {
		t.Errorf("%+v", a)
	}
}

func FuzzDecodeSent(f *testing.F) {
	for _, c := range []Call{Open{KindLesson, "x"}, Run{many(10)}, Hint{2}, Create{"t", true}, Import{[]byte("x")}, Export{"x", FormCSV, "t"}, ExportAll{}, Weigh{"x"},
		Make{"x", []engine.Request{engine.Look{}, many(3)}}, Cancel{7}} {
		f.Add(EncodeSent(Sent{Seq: 3, Call: c}))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		s, err := DecodeSent(frame)
		if err != nil {
			return
		}
		if again, err := DecodeSent(EncodeSent(s)); err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("%+v came back as %+v, %v", s, again, err)
		}
	})
}
