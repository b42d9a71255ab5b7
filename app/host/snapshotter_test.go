//go:build !js

package host

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// snapshots is a snapshotter over a store, with a session. Its journal has one entry for each
// change.
type snapshots struct {
	*snapshotter
	t       *testing.T
	session *engine.Session
	next    uint64
	saved   bool
	idle    bool
	ended   chan struct{}
}

// clock returns the options of a session in which nothing takes any time.
func clock() engine.Options {
	now := func() base.Micros { return 1_000_000 }
	return engine.Options{Now: now, Stopwatch: now}
}

const snapshotID = "sandbox001"

func newSnapshots(t *testing.T, s Store, tab string) *snapshots {
	p := &snapshots{t: t, session: engine.New(clock()), next: 1, saved: true, idle: true, ended: make(chan struct{}, 100)}
	tokens := 0
	p.snapshotter = newSnapshotter(snapshotStore{
		store: s, id: snapshotID,
		newToken: func() string { tokens++; return fmt.Sprint(tab, tokens) },
		alone:    func(f func() error) error { return f() },
		stored:   func() { p.ended <- struct{}{} },
	}, true)
	return p
}

// run runs a script in the session, as n changes.
func (p *snapshots) run(script string, entries int) {
	p.t.Helper()
	task := p.session.Start(engine.RunConsole{Text: script})
	for !task.Step(stepRows) {
	}
	if err := task.Reply().Err; err != nil {
		p.t.Fatal(err)
	}
	p.next += uint64(entries)
	p.count(entries, 0)
}

func (p *snapshots) turn() (more, stored bool) {
	return p.step(snapshotTurn{
		image: p.session.Image, next: p.next,
		saved: func() bool { return p.saved }, idle: func() bool { return p.idle },
	})
}

// settle takes steps until there is nothing to wait for, and returns how many snapshots were
// stored.
func (p *snapshots) settle() (count int) {
	p.t.Helper()
	for {
		more, stored := p.turn()
		if stored {
			count++
		}
		if more || stored {
			continue
		}
		switch at := p.stage.(type) {
		case unclaimed, claimed:
			return count
		case writingSnapshot:
			if at.piece == nil {
				return count // the host is not idle
			}
		}
		select {
		case <-p.ended:
		case <-time.After(20 * time.Second):
			p.t.Fatalf("%T waits for nothing", p.stage)
		}
	}
}

// upToIn returns the upTo of the stored snapshot, 0 for none.
func upToIn(t *testing.T, s Store) uint64 {
	t.Helper()
	manifest, err := s.LoadSnapshot(t.Context(), snapshotID)
	if err != nil {
		t.Fatal(err)
	}
	if manifest == nil {
		return 0
	}
	r, err := snapshot.ReadManifest(manifest)
	if err != nil {
		t.Fatal(err)
	}
	return r.FirstEntryAfter()
}

func storeWithSandbox(t *testing.T) *listStore {
	s := newListStore()
	if err := s.Put(t.Context(), Meta{ID: snapshotID, Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

const created = "createtable t families=f\nset t r f:q=1"

// TestSnapshotterClaimsOnceAndStoresWhenDue tests that leftovers are deleted at once, and that
// a snapshot is stored when it is due and not before.
func TestSnapshotterClaimsOnceAndStoresWhenDue(t *testing.T) {
	s := storeWithSandbox(t)
	s.shots[snapshotID] = shot{chunks: map[uint64][]byte{9: []byte("of a tab that died")}}
	p := newSnapshots(t, s, "a")
	if p.settle() != 0 || len(s.shots[snapshotID].chunks) != 0 || s.shots[snapshotID].token != "a1" {
		t.Fatalf("%+v", s.shots[snapshotID])
	}
	p.run(created, snapshotEntries-1)
	if p.settle() != 0 {
		t.Error("a snapshot was stored that saves too little")
	}
	p.run("set t r2 f:q=1", 1)
	if p.settle() != 1 || upToIn(t, s) != p.next || p.upTo != p.next {
		t.Errorf("the stored snapshot goes up to %d, want %d", upToIn(t, s), p.next)
	}
	if want := int64(len(s.shots[snapshotID].manifest)); p.size <= want {
		t.Errorf("%d bytes, and the manifest alone has %d", p.size, want)
	}
	if p.settle() != 0 {
		t.Error("the same is stored again")
	}
	p.count(1, snapshotMicros)
	p.next++
	if p.settle() != 1 || upToIn(t, s) != p.next {
		t.Error("changes that took long are in no snapshot")
	}
}

// TestSnapshotterWaits tests that no snapshot begins before all changes are stored, and that
// none is written while the host is not idle.
func TestSnapshotterWaits(t *testing.T) {
	s := storeWithSandbox(t)
	p := newSnapshots(t, s, "a")
	p.run(created, snapshotEntries)
	p.saved = false
	if p.settle() != 0 || s.shots[snapshotID].token != "" {
		t.Error("a snapshot is claimed ahead of its journal")
	}
	p.saved, p.idle = true, false
	if p.settle() != 0 || s.shots[snapshotID].token != "" {
		t.Error("a snapshot is claimed while somebody waits")
	}
	p.idle = true
	if p.settle() != 1 {
		t.Error("no snapshot was stored")
	}
	p.idle = false
	if p.run("set t r2 f:q=2", overdueBy*snapshotEntries-1); p.settle() != 0 {
		t.Error("a snapshot that is not overdue does not wait")
	}
	if p.run("set t r3 f:q=3", 1); p.settle() != 1 {
		t.Error("a snapshot that is overdue waits for a reader who never rests")
	}
}

// TestSnapshotterAfterFailure tests that a snapshot which the store has refused is deleted, and
// tried again when the next one is due. A claim that fails is not repeated at once.
func TestSnapshotterAfterFailure(t *testing.T) {
	s := storeWithSandbox(t)
	s.full = true
	p := newSnapshots(t, s, "a")
	p.run(created, snapshotEntries)
	if p.settle() != 0 || upToIn(t, s) != 0 {
		t.Fatal("a full store has taken a snapshot")
	}
	if _, ok := p.stage.(claimed); !ok || p.due() {
		t.Errorf("%T, due %v", p.stage, p.due())
	}
	s.full = false
	p.run("set t r2 f:q=1", snapshotEntries)
	if p.settle() != 1 {
		t.Error("no snapshot was stored once there was room")
	}

	p.disown()
	s.err = base.Refuse(base.CodeStoreFails, "gone")
	if p.settle() != 0 || p.stage != (unclaimed{}) {
		t.Errorf("%+v", p.stage)
	}
	s.err = nil
	p.run("set t r3 f:q=1", snapshotEntries)
	if p.settle() != 1 || upToIn(t, s) != p.next {
		t.Error("no snapshot was stored after the claim had failed")
	}
}

// TestSnapshotterGoesOnFromAnother tests that a tab that takes a workspace over writes a whole
// snapshot, under new chunk numbers, if another tab has stored one meanwhile.
func TestSnapshotterGoesOnFromAnother(t *testing.T) {
	s := storeWithSandbox(t)
	a, b := newSnapshots(t, s, "a"), newSnapshots(t, s, "b")
	for _, p := range []*snapshots{a, b} {
		p.run(created, snapshotEntries)
	}
	if a.settle() != 1 {
		t.Fatal("no snapshot")
	}
	b.run("set t r2 f:q=1", 5)
	if b.settle() != 1 || upToIn(t, s) != b.next {
		t.Fatal("no snapshot of the tab that has taken over")
	}
	a.run("set t old f:q=1", snapshotEntries)
	if a.settle() != 0 || upToIn(t, s) != b.next {
		t.Error("a tab has stored a snapshot that another one has claimed")
	}
	a.run("set t older f:q=1", snapshotEntries)
	if a.settle() != 1 {
		t.Fatal("the first tab cannot store again")
	}
	manifest, _ := s.LoadSnapshot(t.Context(), snapshotID)
	r, err := snapshot.ReadManifest(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if !a.knows(r) || b.knows(r) || b.knows(nil) {
		t.Errorf("known: %v to who stored it, %v to the other, %v for none", a.knows(r), b.knows(r), b.knows(nil))
	}
	chunks, err := s.LoadChunks(t.Context(), snapshotID, r.NeededChunks()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range chunks {
		if err := r.Add(c); err != nil {
			t.Fatal(err)
		}
	}
	session, _, err := r.Session(clock())
	if err != nil {
		t.Fatal(err)
	}
	if got := dumped(session); got != dumped(a.session) {
		t.Errorf("got %s\nwant %s", got, dumped(a.session))
	}
}

// stuckStore is a store that waits while it stores a chunk.
type stuckStore struct {
	*listStore
	began, free chan struct{}
}

func (s *stuckStore) PutChunks(context.Context, string, string, ...snapshot.Chunk) error {
	close(s.began)
	<-s.free
	return errors.New("too late")
}

// TestSnapshotterAbandoned tests that abandon can wait for the piece that the store was given.
func TestSnapshotterAbandoned(t *testing.T) {
	s := &stuckStore{storeWithSandbox(t), make(chan struct{}), make(chan struct{})}
	p := newSnapshots(t, s, "a")
	if p.settle() != 0 {
		t.Fatal("not due")
	}
	p.run(created, snapshotEntries)
	p.turn()
	<-s.began
	wait := p.abandon()
	if at, ok := p.stage.(claimed); !ok || at.token != "a1" {
		t.Errorf("%+v", p.stage)
	}
	waited := make(chan struct{})
	go func() { wait(); close(waited) }()
	select {
	case <-waited:
		t.Error("it did not wait")
	case <-time.After(20 * time.Millisecond):
	}
	close(s.free)
	<-waited
	p.abandon()()
}

// TestSnapshotterRefusesLargeParts tests that a snapshot with a too large part is not written,
// and is tried again once the journal has grown.
func TestSnapshotterRefusesLargeParts(t *testing.T) {
	p := newSnapshots(t, storeWithSandbox(t), "a")
	p.run(created, snapshotEntries)
	p.tooLarge = p.next
	if p.settle() != 0 {
		t.Error("what was too large is measured again")
	}
	p.run("set t r2 f:q=1", 1)
	if p.settle() != 1 {
		t.Error("no snapshot once the workspace is another")
	}
}
