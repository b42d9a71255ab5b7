//go:build !js

package host

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"tabletop/engine"
	"tabletop/engine/base"
)

// slowStore is a store that can be made to wait before it appends changes, or to return an
// error although it has appended them.
type slowStore struct {
	*listStore
	mu     sync.Mutex
	next   *held
	silent bool
}

// held is an Append that waits.
type held struct{ begun, goOn, done chan struct{} }

func (s *slowStore) Append(ctx context.Context, m Meta, entries ...JournalEntry) error {
	if len(entries) == 0 {
		return s.listStore.Append(ctx, m)
	}
	s.mu.Lock()
	next, silent := s.next, s.silent
	s.next, s.silent = nil, false
	s.mu.Unlock()
	if next != nil {
		defer close(next.done)
		close(next.begun)
		<-next.goOn
	}
	err := s.listStore.Append(ctx, m, entries...)
	if silent && err == nil {
		err = base.Refuse(base.CodeStoreFails, "no answer")
	}
	return err
}

// stolen returns two tabs with one sandbox. The second has taken it from the first while the
// first was storing a command. late lets that command be stored.
func stolen(t *testing.T, command string) (first, second *tab, s *slowStore, id string, late func()) {
	t.Helper()
	s = &slowStore{listStore: newListStore()}
	all := newTabs()
	first, second = newTab(t, s, all), newTab(t, s.listStore, all)
	id = first.sandbox()
	first.console("createtable t families=f\nset t both f:q=0")
	first.saved()
	if a := second.ask(OpenWorkspace{Kind: KindSandbox, ID: id}); a.Err != nil || !a.Opened.ReadOnly {
		t.Fatalf("%+v", a)
	}
	slow := &held{make(chan struct{}), make(chan struct{}), make(chan struct{})}
	s.mu.Lock()
	s.next = slow
	s.mu.Unlock()
	first.console(command)
	<-slow.begun
	first.news.setDeaf(true)
	second.host.patience = time.Millisecond
	if a := second.ask(TakeOverWorkspace{}); a.Err != nil || a.Opened.ReadOnly || a.Page.Total != 1 {
		t.Fatalf("%+v", a)
	}
	second.saved()
	return first, second, s, id, func() { close(slow.goOn); <-slow.done }
}

// unbroken fails the test unless n changes are stored, in sequence.
func unbroken(t *testing.T, s *listStore, id string, want int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, e := range s.entries[id] {
		if e.Seq != uint64(i+1) {
			t.Errorf("after %d changes comes number %d", i, e.Seq)
		}
	}
	if n := len(s.entries[id]); n != want || s.metas[id].Next != uint64(want+1) {
		t.Errorf("%d changes are stored, and the next is %d", n, s.metas[id].Next)
	}
}

// TestLateAppend has a slow tab's changes come into the store after another tab has taken the
// sandbox over, and before that tab stores anything. The changes of both tabs must be stored
// and shown.
func TestLateAppend(t *testing.T) {
	for _, c := range []struct {
		late, mine  string
		rows, steps int
		refused     int
	}{
		{"set t late f:q=1", "set t mine f:q=2\nset t mine2 f:q=2", 4, 5, 0},
		{"deletetable t", "set t mine f:q=2\ncreatetable u families=f", 0, 5, 1},
		{"set t late f:q=1", "", 2, 3, 0},
	} {
		first, second, s, id, late := stolen(t, c.late)
		second.news.setDeaf(c.mine != "") // it notices by its own refused write
		second.forget()
		late()
		if c.mine != "" {
			second.console(c.mine)
		}
		e := wait(second, func(LateChangesMerged) bool { return true })
		if e.ID != id || e.Changes != 1 || e.Refused != c.refused || e.Timeline == nil {
			t.Errorf("%q: %+v", c.late, e)
		}
		second.saved()
		second.mu.Lock()
		for _, e := range second.events {
			if v, ok := e.(SaveStateChanged); ok && v.State == SaveFailed {
				t.Errorf("%q: it was told not to be saved: %v", c.late, v.Err)
			}
		}
		second.mu.Unlock()
		unbroken(t, s.listStore, id, c.steps)
		a := second.shows()
		if c.rows > 0 && a.Page.Total != c.rows || c.refused > 0 && a.Reply.Tables[0].Name != "u" {
			t.Errorf("%q: it shows %+v of %+v", c.late, a.Page, a.Reply.Tables)
		}
		if got := seen(t, s.listStore, id); !reflect.DeepEqual(got.Page, a.Page) {
			t.Errorf("%q: stored is %+v, shown was %+v", c.late, got.Page, a.Page)
		}
		// Both tabs can continue.
		first.news.setDeaf(false)
		second.news.setDeaf(false)
		second.console("createtable z families=f")
		second.saved()
		if a := first.ask(TakeOverWorkspace{}); a.Err != nil || a.Opened.ReadOnly || !reflect.DeepEqual(a.Reply.Tables, second.shows().Reply.Tables) {
			t.Errorf("%q: %+v, %+v", c.late, a.Err, a.Reply)
		}
	}
}

// TestLateAppendAndUndo undoes changes that both tabs knew. The undo was about another past,
// and must not undo the changes that came in late.
func TestLateAppendAndUndo(t *testing.T) {
	_, second, s, id, late := stolen(t, "set t late f:q=1")
	second.news.setDeaf(true)
	late()
	second.ask(ExecuteRequest{engine.Undo{}})
	wait(second, func(e LateChangesMerged) bool { return e.Changes == 1 })
	second.saved()
	if a := second.shows(); a.Page.Total != 2 {
		t.Errorf("%+v", a.Page)
	}
	unbroken(t, s.listStore, id, 3)
}

// TestStoredUnsaid has the store keep changes and return an error. When they are tried again,
// they must not be stored twice, nor be taken for another tab's.
func TestStoredUnsaid(t *testing.T) {
	s := &slowStore{listStore: newListStore()}
	p := newTab(t, s, newTabs())
	p.host.saver.pause = time.Millisecond
	id := p.sandbox()
	p.console("createtable t families=f")
	p.saved()
	s.mu.Lock()
	s.silent = true
	s.mu.Unlock()
	p.console("set t a f:q=1")
	for i := range 3 {
		p.console(fmt.Sprintf("set t b%d f:q=1", i))
	}
	p.saved()
	unbroken(t, s.listStore, id, 5)
	if a := p.shows(); a.Page.Total != 4 {
		t.Errorf("%+v", a.Page)
	}
}
