package store

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/app/host"
	"tabletop/engine/base"
)

func entry(seq uint64, text string) host.JournalEntry {
	return host.JournalEntry{Seq: seq, Data: []byte(text)}
}

// TestSpareFollows makes every kind of change and compares the spare with the store.
func TestSpareFollows(t *testing.T) {
	ctx := t.Context()
	here, there := NewMemory(), NewMemory()
	s := NewMirroredStore(here, there)
	m := host.Meta{ID: "a", Title: "one", Next: 1}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, step := range []func(){
		func() { do(s.Put(ctx, m, nil)) },
		func() { m.Next, m.Changed = 2, 5; do(s.Append(ctx, m, entry(1, "x"))) },
		func() { m.Next, m.Changed = 4, 6; do(s.Append(ctx, m, entry(2, "y"), entry(3, "z"))) },
		func() { m.Title = "two"; do(s.Append(ctx, m)) },
		func() { m.Note = []byte("n"); do(s.Append(ctx, m)) },
		func() {
			do(s.Put(ctx, host.Meta{ID: "b", Kind: host.KindLesson, Next: 2}, []host.JournalEntry{entry(1, "b")}))
		},
		// Started over: with as many entries as before, and with fewer.
		func() { do(s.Put(ctx, m, []host.JournalEntry{entry(1, "1"), entry(2, "2"), entry(3, "3")})) },
		func() { m.Next = 2; do(s.Put(ctx, m, []host.JournalEntry{entry(1, "x")})) },
		func() { m.Next = 1; do(s.Put(ctx, m, nil)) },
		func() { do(s.Delete(ctx, "b")) },
	} {
		step()
		s.SyncSpare(ctx)
		same(t, fmt.Sprint("step ", i), here, there)
	}
}

// TestSpareCatchesUp begins with a spare that is out of date, and with an empty one.
func TestSpareCatchesUp(t *testing.T) {
	ctx := t.Context()
	here, there := NewMemory(), NewMemory()
	m := host.Meta{ID: "a", Next: 3}
	if err := here.Put(ctx, m, []host.JournalEntry{entry(1, "x"), entry(2, "y")}); err != nil {
		t.Fatal(err)
	}
	if err := there.Put(ctx, host.Meta{ID: "a", Next: 2}, []host.JournalEntry{entry(1, "x")}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := NewMirroredStore(here, there)
		s.compare(ctx)
		s.SyncSpare(ctx)
		same(t, "after it was compared", here, there)
		there = NewMemory()
	}
}

// TestSpareComesBackWhole checks that a store that has lost everything continues as if nothing had
// happened.
func TestSpareComesBackWhole(t *testing.T) {
	ctx := t.Context()
	for _, use := range []struct {
		name string
		do   func(*MirroredStore) error
		last string // entries that are there afterwards
	}{
		{"load", func(s *MirroredStore) error { _, err := s.Load(ctx, "a", 0); return err }, "xy"},
		{"snapshot", func(s *MirroredStore) error { _, err := s.LoadSnapshot(ctx, "a"); return err }, "xy"},
		{"claim", func(s *MirroredStore) error { _, err := s.ClaimSnapshot(ctx, "a", "t"); return err }, "xy"},
		{"list", func(s *MirroredStore) error { _, err := s.List(ctx); return err }, "xy"},
		{"append", func(s *MirroredStore) error { return s.Append(ctx, host.Meta{ID: "a", Next: 4}, entry(3, "z")) }, "xyz"},
		{"begin", func(s *MirroredStore) error { s.compare(ctx); return nil }, "xy"},
	} {
		here, there := NewMemory(), NewMemory()
		s := NewMirroredStore(here, there)
		if err := s.Put(ctx, host.Meta{ID: "a", Next: 3}, []host.JournalEntry{entry(1, "x"), entry(2, "y")}); err != nil {
			t.Fatal(err)
		}
		s.SyncSpare(ctx)
		clear(here.workspaces)
		if err := use.do(s); err != nil {
			t.Errorf("%s: %v", use.name, err)
		}
		got := ""
		l, err := here.Load(ctx, "a", 0)
		for _, e := range l.Entries {
			got += string(e.Data)
		}
		if got != use.last {
			t.Errorf("%s: there is %q, %v", use.name, got, err)
		}
		s.SyncSpare(ctx)
		same(t, use.name, here, there)
	}
}

// TestSpareLeavesNoHole checks a store that has lost everything and a spare that lacks the last
// entry. The next Append is refused, and has all entries when it succeeds.
func TestSpareLeavesNoHole(t *testing.T) {
	ctx := t.Context()
	here := NewMemory()
	s := NewMirroredStore(here, NewMemory())
	if err := s.Put(ctx, host.Meta{ID: "a", Next: 2}, []host.JournalEntry{entry(1, "x")}); err != nil {
		t.Fatal(err)
	}
	if err := here.Append(ctx, host.Meta{ID: "a", Next: 3}, entry(2, "y")); err != nil {
		t.Fatal(err)
	}
	clear(here.workspaces)
	if err := s.Append(ctx, host.Meta{ID: "a", Next: 4}, entry(3, "z")); !isUnknown(err) {
		t.Errorf("an entry behind a hole: %v", err)
	}
}

// TestSpareForgets checks that a deleted workspace is not restored, even if the spare could not
// delete it at first.
func TestSpareForgets(t *testing.T) {
	ctx := t.Context()
	here, there := NewMemory(), &refusing{Memory: NewMemory()}
	s := NewMirroredStore(here, there)
	if err := s.Put(ctx, host.Meta{ID: "a", Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	s.SyncSpare(ctx)
	there.refuses = true
	if err := s.Delete(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(ctx, "a", 0); !isUnknown(err) {
		t.Errorf("what was deleted came back: %v", err)
	}
	there.refuses = false
	s.SyncSpare(ctx)
	same(t, "after it was deleted", here, there.Memory)
}

// TestSpareIsAskedAgain restores a workspace although the spare fails at first. Meanwhile the
// workspace is not reported as missing.
func TestSpareIsAskedAgain(t *testing.T) {
	for _, c := range []struct {
		loads int
		code  base.Code
	}{{2, ""}, {8, ""}, {1000, base.CodeStoreFails}} {
		synctest.Test(t, func(t *testing.T) {
			ctx := t.Context()
			here, there := NewMemory(), &refusing{Memory: NewMemory()}
			if err := there.Put(ctx, host.Meta{ID: "a", Next: 2}, []host.JournalEntry{entry(1, "x")}); err != nil {
				t.Fatal(err)
			}
			there.loads = c.loads
			l, err := NewMirroredStore(here, there).Load(ctx, "a", 0)
			if c.code == "" {
				if err != nil || len(l.Entries) != 1 {
					t.Errorf("after %d failures it came back as %v, %v", c.loads, l, err)
				}
			} else if e, ok := err.(*base.Error); !ok || e.Code != c.code {
				t.Errorf("after %d failures: %v", c.loads, err)
			}
		})
	}
}

// refusing is a store that fails to delete while refuses is set, and fails a number of times to
// load.
type refusing struct {
	*Memory
	refuses bool
	loads   int
}

func (r *refusing) Load(ctx context.Context, id string, from uint64) (host.StoredWorkspace, error) {
	if r.loads--; r.loads >= 0 {
		return host.StoredWorkspace{}, base.Refuse(base.CodeStoreFails, "not yet")
	}
	return r.Memory.Load(ctx, id, from)
}

func (r *refusing) Delete(ctx context.Context, id string) error {
	if r.refuses {
		return base.Refuse(base.CodeStoreFails, "no")
	}
	return r.Memory.Delete(ctx, id)
}

// TestSpareHasWhatIsStored checks that an acknowledged entry is in the spare. It was once lost if a
// kill destroyed the store before the spare had followed.
func TestSpareHasWhatIsStored(t *testing.T) {
	ctx := t.Context()
	here, there := NewMemory(), NewMemory()
	s := NewMirroredStore(here, there)
	put := func(name string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, here, there)
	}
	put("made", s.Put(ctx, host.Meta{ID: "a", Next: 2}, []host.JournalEntry{entry(1, "x")}))
	put("appended", s.Append(ctx, host.Meta{ID: "a", Next: 3}, entry(2, "y")))
	put("appended again", s.Append(ctx, host.Meta{ID: "a", Next: 5}, entry(3, "z"), entry(4, "z")))
	put("noted", s.Append(ctx, host.Meta{ID: "a", Next: 5, Note: []byte("n")}))

	// Another tab writes the workspace and starts it over with as many entries, and then this one
	// continues.
	if err := here.Put(ctx, host.Meta{ID: "a", Next: 5}, []host.JournalEntry{entry(1, "1"), entry(2, "2"), entry(3, "3"), entry(4, "4")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(ctx, "a", 0); err != nil {
		t.Fatal(err)
	}
	put("begun again", s.Append(ctx, host.Meta{ID: "a", Next: 6}, entry(5, "5")))
}

// TestSpareHoldsNothingUp checks that a change is stored although the spare is too slow, and that
// the spare gets it later.
func TestSpareHoldsNothingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		here, there := NewMemory(), &hanging{Memory: NewMemory()}
		s := NewMirroredStore(here, there)
		if err := s.Put(ctx, host.Meta{ID: "a", Next: 1}, nil); err != nil {
			t.Fatal(err)
		}
		there.on = true
		since := time.Now()
		if err := s.Append(ctx, host.Meta{ID: "a", Next: 2}, entry(1, "x")); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(since); waited > spareWait {
			t.Errorf("it waited %v for a spare that hangs", waited)
		}
		there.on = false
		s.SyncSpare(ctx)
		same(t, "later", here, there.Memory)
	})
}

// hanging is a store that does not answer while on is set.
type hanging struct {
	*Memory
	on bool
}

func (h *hanging) Load(ctx context.Context, id string, from uint64) (host.StoredWorkspace, error) {
	if h.on {
		<-ctx.Done()
		return host.StoredWorkspace{}, base.Refuse(base.CodeStoreFails, "it hangs")
	}
	return h.Memory.Load(ctx, id, from)
}

func (h *hanging) Append(ctx context.Context, m host.Meta, entries ...host.JournalEntry) error {
	if h.on {
		<-ctx.Done()
		return base.Refuse(base.CodeStoreFails, "it hangs")
	}
	return h.Memory.Append(ctx, m, entries...)
}

// TestSpareKeepsWhatIsDamaged checks that the spare keeps an entry that the store cannot read.
func TestSpareKeepsWhatIsDamaged(t *testing.T) {
	ctx := t.Context()
	here, there := &damaged{Memory: NewMemory()}, NewMemory()
	s := NewMirroredStore(here, there)
	if err := s.Put(ctx, host.Meta{ID: "a", Next: 2}, []host.JournalEntry{entry(1, "x")}); err != nil {
		t.Fatal(err)
	}
	s.SyncSpare(ctx)
	here.on = true
	if err := s.Append(ctx, host.Meta{ID: "a", Next: 3}, entry(2, "y")); err != nil {
		t.Fatal(err)
	}
	s.SyncSpare(ctx)
	if l, err := there.Load(ctx, "a", 0); err != nil || len(l.Entries) != 2 || string(l.Entries[0].Data) != "x" {
		t.Errorf("the spare has %v, %v", l, err)
	}
}

// damaged is a store that cannot read its first entry while on is set.
type damaged struct {
	*Memory
	on bool
}

func (d *damaged) Load(ctx context.Context, id string, from uint64) (host.StoredWorkspace, error) {
	l, err := d.Memory.Load(ctx, id, from)
	if d.on && len(l.Entries) > 0 && l.Entries[0].Seq == 1 {
		l.Damaged = []host.DamagedRecord{{Seq: 1, Data: []byte("?")}}
		l.Entries = l.Entries[1:]
	}
	return l, err
}

func same(t *testing.T, when string, here, there *Memory) {
	t.Helper()
	ctx := t.Context()
	a, _ := here.List(ctx)
	b, _ := there.List(ctx)
	if len(a) != len(b) {
		t.Fatalf("%s: the spare has %v, wanted are %v", when, b, a)
	}
	for _, m := range a {
		want, _ := here.Load(ctx, m.ID, 0)
		if got, err := there.Load(ctx, m.ID, 0); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: the spare has %v, %v, wanted is %v", when, got, err, want)
		}
	}
}
