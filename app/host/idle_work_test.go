//go:build !js

package host

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/snapshot"
)

// rested waits until a snapshot of the sandbox is stored that reaches at least a number of the
// journal.
func rested(p *tab, s *listStore, id string, upTo uint64) {
	p.t.Helper()
	for limit := time.Now().Add(30 * time.Second); time.Now().Before(limit); {
		p.ask(ExecuteRequest{engine.Refresh{}})
		s.mu.Lock()
		manifest := s.shots[id].manifest
		s.mu.Unlock()
		if manifest == nil {
			continue
		}
		if v, err := p.host.snapshotOf(p.t.Context(), id); err == nil && v != nil && v.reader.FirstEntryAfter() >= upTo {
			return
		}
	}
	p.t.Fatal("no snapshot was stored")
}

// write replaces a journal by another one.
func (s *listStore) write(id string, journal []JournalEntry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries[id] = journal
}

// sets returns a script of n commands.
func sets(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "set t r%04d f:q=%d\n", i*7%n, i)
	}
	return b.String()
}

// seen returns what a page shows of a sandbox that it has opened.
func seen(t *testing.T, s Store, id string) Answer {
	t.Helper()
	p := newTab(t, s, newTabs())
	a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	a.Micros, a.Seq, a.Reply.Version = 0, 0, 0
	return a
}

func TestSnapshotIsOpened(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\n" + sets(snapshotEntries+50))
	p.console("set t r0001 f:q=1\ndeleterow t r0002")
	p.console("deleterow t r0003")
	p.ask(ExecuteRequest{engine.SaveCheckpoint{Name: "here"}})
	rested(p, s, id, snapshotEntries)
	for range 2 {
		p.ask(ExecuteRequest{engine.Undo{}})
	}
	p.console("deleterow t r0001\ndeleterow t r0002\ndeleterow t r0003")
	p.console("set t later f:q=1\nset t latest f:q=1")
	p.ask(ExecuteRequest{engine.Undo{}})
	p.saved()

	want := seen(t, s, id)
	if want.Page.Total != snapshotEntries+47 || len(want.Reply.Timeline.Checkpoints) != 1 {
		t.Fatalf("%d rows, %+v", want.Page.Total, want.Reply.Timeline.Checkpoints)
	}
	// Only the entries after the snapshot are run again: the others are not read.
	journal := slices.Clone(s.entries[id])
	v, err := p.host.snapshotOf(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	damaged := slices.Clone(journal)
	for i, e := range journal {
		if e.Seq < v.reader.FirstEntryAfter() {
			damaged[i].Data = []byte("damaged")
		}
	}
	s.write(id, damaged)
	if got := seen(t, s, id); !reflect.DeepEqual(got, want) {
		t.Errorf("without the journal:\n got %+v\nwant %+v", got, want)
	}
	s.write(id, journal)
	// Without a snapshot, or with a damaged one, the journal gives the same tables.
	for no, chunk := range s.shots[id].chunks {
		s.shots[id].chunks[no] = chunk[:len(chunk)-1]
	}
	if got := seen(t, s, id); !reflect.DeepEqual(got, want) {
		t.Errorf("with a damaged chunk:\n got %+v\nwant %+v", got, want)
	}
	s.shots[id] = shot{manifest: s.shots[id].manifest[1:]}
	if got := seen(t, s, id); !reflect.DeepEqual(got, want) {
		t.Errorf("with a damaged manifest:\n got %+v\nwant %+v", got, want)
	}
}

// TestSnapshotAfterReset resets a sandbox while its snapshot is being stored. Nothing of the
// old tables may come back.
func TestSnapshotAfterReset(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	for range 5 {
		p.console("createtable t families=f\n" + sets(snapshotEntries+50))
		p.ask(ResetWorkspace{})
		p.saved()
		if a := seen(t, s, id); len(a.Reply.Tables) != 0 {
			t.Fatalf("%+v is there again", a.Reply.Tables)
		}
	}
}

// TestSnapshotFails has the store refuse the snapshot. The journal is enough to open the
// sandbox.
func TestSnapshotFails(t *testing.T) {
	s := newListStore()
	s.full = true
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\n" + sets(snapshotEntries+50))
	p.console("set t more f:q=1")
	p.saved()
	if a := seen(t, s, id); a.Page.Total != snapshotEntries+51 {
		t.Errorf("%d rows", a.Page.Total)
	}
	emptied(p, s, id)
}

// emptied waits until no chunks are stored.
func emptied(p *tab, s *listStore, id string) {
	p.t.Helper()
	for range 2000 {
		p.ask(ExecuteRequest{engine.Refresh{}})
		s.mu.Lock()
		n := len(s.shots[id].chunks)
		s.mu.Unlock()
		if n == 0 {
			return
		}
	}
	p.t.Fatal("chunks are kept that are of no snapshot")
}

// claimedBy waits until a tab has claimed the snapshots of its sandbox.
func claimedBy(p *tab, s *listStore, id string) {
	p.t.Helper()
	for limit := time.Now().Add(20 * time.Second); time.Now().Before(limit); {
		p.ask(ExecuteRequest{engine.Refresh{}})
		s.mu.Lock()
		token := s.shots[id].token
		s.mu.Unlock()
		if token != "" {
			return
		}
	}
	p.t.Fatal("the snapshots are not claimed")
}

// TestChunksOfNoSnapshot opens a sandbox for which a tab that died has stored the beginning of
// a snapshot.
func TestChunksOfNoSnapshot(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f")
	p.saved()
	claimedBy(p, s, id)
	if _, err := s.ClaimSnapshot(t.Context(), id, "dead"); err != nil {
		t.Fatal(err)
	}
	if err := s.PutChunks(t.Context(), id, "dead", snapshot.Chunk{Number: 1, Data: []byte("half")}); err != nil {
		t.Fatal(err)
	}
	p.sandbox() // the other workspace is closed
	p = newTab(t, s, newTabs())
	if a := p.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err != nil {
		t.Fatal(a.Err)
	}
	emptied(p, s, id)
}

// TestSnapshotWaitsForCalm tests that a due snapshot waits for some time after an answer, and
// is then stored although no call comes.
func TestSnapshotWaitsForCalm(t *testing.T) {
	s := newListStore()
	s.rested = make(chan struct{}, 1)
	p := newTab(t, s, newTabs())
	const soon = 50_000
	p.host.calmTime = soon
	p.sandbox()
	asked := time.Now()
	p.console("createtable t families=f\n" + sets(snapshotEntries+50))
	select {
	case <-s.rested:
	case <-time.After(20 * time.Second):
		t.Fatal("no snapshot was stored")
	}
	if took := time.Since(asked).Microseconds(); took < soon {
		t.Fatalf("it was stored after %d microseconds", took)
	}
}

// TestSnapshotIsStoredBetweenWrites tests that an overdue snapshot is stored although every
// call writes something: as soon as all changes are stored.
func TestSnapshotIsStoredBetweenWrites(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	s.mu.Lock()
	s.rested = make(chan struct{}, 1)
	s.mu.Unlock()
	p.console("createtable t families=f\n" + sets(snapshotEntries+50))
	select {
	case <-s.rested:
	case <-time.After(20 * time.Second):
		t.Fatal("no snapshot was stored")
	}
	if a := seen(t, s, id); a.Page.Total != snapshotEntries+50 {
		t.Errorf("%d rows", a.Page.Total)
	}
}

// TestHeavyRowsAreNotWritten tests that rows of many megabytes are opened from the journal
// alone, and that a snapshot is stored once they are gone.
func TestHeavyRowsAreNotWritten(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\n" + sets(snapshotEntries))
	rested(p, s, id, 1)
	first := s.shots[id].manifest
	p.ask(ExecuteRequest{engine.LoadRecords{
		Table: "scans", Template: "{book}", Columns: []plan.FieldColumn{{Field: "scan", Family: "f", Qualifier: "q"}},
		Data: dataset.Spec{Fields: []string{"book", "scan"}, Recipe: &dataset.Recipe{Count: 5, Gens: []dataset.Generator{
			{Field: "book", Kind: dataset.Sequence, From: "1"}, {Field: "scan", Kind: dataset.Filler, From: "8000000", To: "8000000"},
		}}},
	}})
	p.console(sets(snapshotEntries))
	p.saved()
	for range 3000 {
		p.ask(ExecuteRequest{engine.Refresh{}})
		s.mu.Lock()
		now := s.shots[id].manifest
		s.mu.Unlock()
		if !slices.Equal(now, first) {
			t.Fatal("a part of 40 MB is written")
		}
	}
	q := newTab(t, s, newTabs())
	a := q.ask(OpenWorkspace{Kind: KindSandbox, ID: id})
	i := slices.IndexFunc(a.Reply.Tables, func(info engine.TableInfo) bool { return info.Name == "scans" })
	if i < 0 || a.Reply.Tables[i].Rows != 5 || a.Reply.Tables[i].Bytes < 40_000_000 {
		t.Errorf("%+v", a.Reply.Tables)
	}
	q.console("deletetable scans\n" + sets(snapshotEntries))
	q.saved()
	rested(q, s, id, 2*snapshotEntries)
}

// TestCalm tests that idle work waits for the longest of the times that it was told.
func TestCalm(t *testing.T) {
	now := base.Micros(1000)
	h := &Host{Options: Options{Monotonic: func() base.Micros { return now }}, wake: make(chan struct{}, 1)}
	if !h.calmed() {
		t.Error("waits for nothing")
	}
	h.calm(calmTime)
	h.calm(drawTime)
	if now += calmTime - 1; h.calmed() {
		t.Error("does not wait")
	}
	if now++; !h.calmed() {
		t.Error("still waits")
	}
}
