//go:build !js

package host

import (
	"context"
	"reflect"
	"sync"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
)

// wipe deletes everything, as another tab can.
func (s *shelfStore) wipe() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.metas)
	clear(s.entries)
	clear(s.shots)
}

func (s *shelfStore) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

// TestStoreIsDeletedUnderneath deletes what is stored while the sandbox is open,
// new, opened from its journal, and opened from its snapshot: with the next change
// all of it is stored again.
func TestStoreIsDeletedUnderneath(t *testing.T) {
	s := newShelfStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t a f:q=1")
	rows := 1
	for _, many := range []int{0, 0, owedEntries + 10, 0, 0} {
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
		p.ask(List{})
		if a := p.ask(Open{Kind: KindSandbox, ID: p.ask(Create{Title: "Other"}).Made}); a.Err != nil {
			t.Fatal(a.Err)
		}
		if a := p.ask(Open{Kind: KindSandbox, ID: id}); a.Err != nil || a.Page.Total != rows {
			t.Fatalf("%+v", a)
		}
	}
}

// TestUnsavedIsAFile exports what cannot be stored.
func TestUnsavedIsAFile(t *testing.T) {
	s := newShelfStore()
	p := newTab(t, s, newTabs())
	id := p.sandbox()
	p.console("createtable t families=f\nset t a f:q=1")
	p.saved()
	s.fail(base.Refuse(base.CodeStoreFull))
	p.console("set t b f:q=2")
	wait(p, func(s Saved) bool { return s.State == SaveFailed && s.Err.Code == base.CodeStoreFull })
	a := p.ask(Export{ID: id})
	if a.Err != nil {
		t.Fatal(a.Err)
	}
	s.fail(nil)
	made := p.ask(Import{Data: a.File.Data})
	got, want := seen(t, s, made.Made), seen(t, s, id)
	if got.Page.Total != 2 || !reflect.DeepEqual(got.Page, want.Page) {
		t.Errorf("the file leads to\n%+v\nnot\n%+v", got.Page, want.Page)
	}
}

// TestFullIsTriedAgain stores, once there is room, what could not be, without
// anything being asked.
func TestFullIsTriedAgain(t *testing.T) {
	s := newShelfStore()
	p := newTab(t, s, newTabs())
	p.host.saver.pause = time.Millisecond
	id := p.sandbox()
	p.console("createtable t families=f")
	p.saved()
	s.fail(base.Refuse(base.CodeStoreFull))
	p.send(Run{engine.Console{Text: "set t a f:q=1"}})
	wait(p, func(s Saved) bool { return s.State == SaveFailed })
	p.forget()
	s.fail(nil)
	wait(p, func(s Saved) bool { return s.State == SaveDone })
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

func (s *closedStore) Notify(changed func()) { s.changed = changed }

func (s *closedStore) Snapshot(ctx context.Context, id string) ([]byte, error) {
	if e := s.Trouble(); e != nil && id == "before" {
		return nil, e
	}
	return s.Store.Snapshot(ctx, id)
}

// TestStoreIsBlocked asks for what is in a store that does not open yet: it is
// answered when it does. What is new works meanwhile, and is not said to be saved.
func TestStoreIsBlocked(t *testing.T) {
	inner := newShelfStore()
	if err := inner.Put(t.Context(), Meta{ID: "before", Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	s := &closedStore{Store: inner, trouble: base.Refuse(base.CodeStoreBlocked)}
	p := newTab(t, s, newTabs())
	failed := func(s Saved) bool { return s.State == SaveFailed && s.Err.Code == base.CodeStoreBlocked }
	wait(p, failed)
	first := p.send(Open{Kind: KindSandbox, ID: "before"})
	p.sandbox()
	wait(p, func(a Answer) bool { return a.Seq == first && a.Err != nil && a.Err.Code == base.CodeCancelled })
	p.forget()
	p.console("createtable t families=f")
	wait(p, failed)
	second := p.send(Open{Kind: KindSandbox, ID: "before"})
	s.mu.Lock()
	s.trouble = nil
	s.mu.Unlock()
	s.changed()
	if a := wait(p, func(a Answer) bool { return a.Seq == second }); a.Err != nil || a.Opened.ID != "before" {
		t.Errorf("%+v", a)
	}
	p.saved()
}
