package host

import (
	"context"
	"testing"

	"tabletop/engine/base"
)

// appended is a store that takes entries and has nothing else.
type appended struct {
	Store
	entries []JournalEntry
}

func (s *appended) Append(_ context.Context, _ Meta, entries ...JournalEntry) error {
	s.entries = append(s.entries, entries...)
	return nil
}

// TestLoadedWithQueued checks that who has the store to itself finds each write stored or
// not stored yet, also one that waits for the store.
func TestLoadedWithQueued(t *testing.T) {
	store := &appended{}
	s := newSaver(store, func(Event) {}, func(save) {}, func() {})
	s.add(save{meta: Meta{ID: "a"}, entries: []JournalEntry{{Seq: 1}}})
	ended := make(chan bool)
	err := s.exclusive(func() error {
		started := make(chan struct{})
		go func() {
			close(started)
			ended <- s.storeNext(t.Context())
		}()
		<-started
		for range 1000 {
			l, err := s.withQueued("a", StoredWorkspace{Entries: store.entries}, nil)
			if err != nil || len(l.Entries) != 1 {
				t.Fatalf("%+v, %v", l.Entries, err)
			}
		}
		return nil
	})
	if again := <-ended; err != nil || !again || len(store.entries) != 1 {
		t.Errorf("%v, stored %+v", err, store.entries)
	}
	if s.storeNext(t.Context()) {
		t.Error("an empty queue has a next write")
	}
	if !s.allStored() {
		t.Error("something is left to store")
	}
	if _, err := s.withQueued("a", StoredWorkspace{}, base.Refuse(base.CodeNoSandbox)); err == nil {
		t.Error("a failed load succeeds without a queued write of the whole workspace")
	}
}
