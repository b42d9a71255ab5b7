package host

import (
	"context"
	"slices"
	"sync"
	"time"

	"tabletop/engine/base"
)

// save is one write to the store.
type save struct {
	meta    Meta
	entries []JournalEntry
	whole   bool // entries are the whole journal, and replace the stored one
}

// retryPause is how long the saver waits after a failed write before it tries again. A new
// write is tried at once.
const retryPause = 10 * time.Second

// saver writes changes to the store on a goroutine of its own, in order, so that no call waits
// for a disk. It tells the page when everything is stored. If a write fails, it stays the first
// of the queue until it succeeds or is dropped; nothing overtakes it. All methods may be called
// from any goroutine.
type saver struct {
	store     Store
	send      func(Event)
	stored    func(save) // called after a successful write, before the page is told
	attempted func()     // called after every write, successful or not

	storing sync.Mutex // held during every call of the store; taken before mu

	// mu protects the fields below.
	mu       sync.Mutex
	queue    []save
	busy     bool          // a write is under way; it is not in queue
	writing  *save         // that write while it is not stored; nil when it is, or there is none
	failure  *base.Error   // why the first of queue could not be stored; nil if it did not fail
	pause    time.Duration // retryPause, but in tests
	wake     chan struct{}
	flushers []chan struct{} // closed when queue is empty, or its first write has failed

	begun   int      // scripts under way that have changed something
	reading bool     // the open workspace accepts no changes
	onIdle  []func() // called with mu held when the write under way has ended
}

// newSaver returns a saver; its run must be started. done becomes saver.attempted.
func newSaver(s Store, send func(Event), stored func(save), done func()) *saver {
	return &saver{store: s, send: send, stored: stored, attempted: done, pause: retryPause, wake: make(chan struct{}, 1)}
}

// add queues a write. If the last one in the queue is of the same workspace, the two become one
// transaction.
func (s *saver) add(v save) {
	s.mu.Lock()
	s.failure = nil
	if n := len(s.queue); n > 0 && !v.whole && s.queue[n-1].meta.ID == v.meta.ID {
		last := &s.queue[n-1]
		last.meta = v.meta
		last.entries = append(last.entries, v.entries...)
	} else {
		s.queue = append(s.queue, v)
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// run stores what is queued, until ctx ends. It retries a failed write from time to time, since
// there may be room later; a workspace that the store has lost (store-gone) is not retried.
func (s *saver) run(ctx context.Context) {
	var retry <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-retry:
			s.mu.Lock()
			s.failure = nil
			s.mu.Unlock()
		}
		for s.storeNext(ctx) {
		}
		s.mu.Lock()
		retry = nil
		if s.failure != nil && s.failure.Code != base.CodeStoreGone {
			retry = time.After(s.pause)
		}
		s.mu.Unlock()
	}
}

// storeNext stores the first write of the queue, and reports whether it may be called again at
// once. A failed write goes back to the head of the queue, unless a later write of the whole
// workspace makes it superfluous.
func (s *saver) storeNext(ctx context.Context) bool {
	s.mu.Lock()
	if len(s.queue) == 0 || s.failure != nil {
		s.wakeFlushers()
		s.mu.Unlock()
		return false
	}
	v := s.queue[0]
	s.queue, s.busy, s.writing = s.queue[1:], true, &v
	s.mu.Unlock()

	err := s.exclusive(func() (err error) {
		if v.whole {
			err = s.store.Put(ctx, v.meta, v.entries)
		} else {
			err = s.store.Append(ctx, v.meta, v.entries...)
		}
		if err == nil { // before others use the store, who find it there
			s.mu.Lock()
			s.writing = nil
			s.mu.Unlock()
		}
		return err
	})
	if err == nil {
		s.stored(v)
	}

	s.mu.Lock()
	s.busy, s.writing = false, nil
	// A later write of the whole workspace makes a failed one superfluous.
	over := slices.ContainsFunc(s.queue, func(next save) bool { return next.whole && next.meta.ID == v.meta.ID })
	if err != nil && !over {
		s.failure = refusal(err)
		if s.failure.Code == base.CodeNoSandbox {
			s.failure = base.Refuse(base.CodeStoreGone)
		}
		// Writes of the same workspace that came meanwhile follow it.
		s.queue = slices.Insert(s.queue, 0, v)
	}
	for _, f := range s.onIdle {
		f()
	}
	s.onIdle = nil
	if len(s.queue) == 0 || s.failure != nil {
		s.wakeFlushers()
	}
	s.send(s.stateLocked())
	s.mu.Unlock()
	s.attempted()
	return err == nil || over
}

// wakeFlushers ends all waits of flush. mu must be held.
func (s *saver) wakeFlushers() {
	for _, c := range s.flushers {
		close(c)
	}
	s.flushers = nil
}

// flush waits until everything is stored, or returns why it cannot be stored. It retries a
// write that has failed before.
func (s *saver) flush(ctx context.Context) error {
	s.mu.Lock()
	s.failure = nil
	c := make(chan struct{})
	s.flushers = append(s.flushers, c)
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure != nil {
		return s.failure
	}
	return nil
}

// exclusive runs f, which uses the store, while nothing else uses it.
func (s *saver) exclusive(f func() error) error {
	s.storing.Lock()
	defer s.storing.Unlock()
	return f()
}

// withQueued adds the writes that are not stored yet to what the store returned for a workspace.
// l and err are the results of [Store.Load]. It must be called before the store is used by
// others again: a write that is stored meanwhile would be missing.
func (s *saver) withQueued(id string, l StoredWorkspace, err error) (StoredWorkspace, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := s.queue
	if s.writing != nil {
		left = append([]save{*s.writing}, left...)
	}
	for _, v := range left {
		switch {
		case v.meta.ID != id:
		case v.whole:
			l, err = StoredWorkspace{Meta: v.meta, Entries: slices.Clone(v.entries)}, nil
		case err == nil:
			l.Meta, l.Entries = v.meta, append(l.Entries, v.entries...)
		}
	}
	return l, err
}

// drop removes the queued writes of a workspace. It does not stop a write under way.
func (s *saver) drop(id string) {
	s.mu.Lock()
	s.queue = slices.DeleteFunc(s.queue, func(v save) bool { return v.meta.ID == id })
	s.mu.Unlock()
}

// allStored reports whether nothing is queued, under way or has failed.
func (s *saver) allStored() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure == nil && len(s.queue) == 0 && !s.busy
}

// underWay adds more, 1 or -1, to the number of scripts that have changed something and still
// run.
func (s *saver) underWay(more int) {
	s.mu.Lock()
	s.begun += more
	s.mu.Unlock()
}

// setReading notes whether the open workspace is read-only.
func (s *saver) setReading(on bool) {
	s.mu.Lock()
	s.reading = on
	s.mu.Unlock()
}

// withdraw removes the queued writes of a workspace and calls then with their entries, with mu
// held. If a write is under way it waits for that to end first, without blocking: its entries
// are among them only if it fails.
func (s *saver) withdraw(id string, then func([]JournalEntry)) {
	take := func() {
		var entries []JournalEntry
		for _, v := range s.queue {
			if v.meta.ID == id {
				entries = append(entries, v.entries...)
			}
		}
		s.queue = slices.DeleteFunc(s.queue, func(v save) bool { return v.meta.ID == id })
		s.failure = nil
		then(entries)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy {
		s.onIdle = append(s.onIdle, take)
		return
	}
	take()
}

// tellState tells the page whether the open workspace is stored. The events are sent with mu
// held and so in order: the last one tells the current state.
func (s *saver) tellState(w *workspace) {
	if w.session.ReadOnly {
		s.send(SaveStateChanged{State: SaveReadOnly})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.send(s.stateLocked())
}

// stateLocked returns the state to tell. mu must be held.
func (s *saver) stateLocked() SaveStateChanged {
	switch {
	case s.failure != nil && s.failure.Code == base.CodeStoreTaken:
		return SaveStateChanged{State: SavePending} // rejoin will give the entries new numbers
	case s.failure != nil:
		return SaveStateChanged{State: SaveFailed, Err: s.failure}
	case s.reading:
		return SaveStateChanged{State: SaveReadOnly}
	case len(s.queue) > 0 || s.busy || s.begun > 0:
		return SaveStateChanged{State: SavePending}
	}
	if f, ok := s.store.(TroubleReporter); ok && f.Trouble() != nil {
		return SaveStateChanged{State: SaveFailed, Err: f.Trouble()}
	}
	return SaveStateChanged{State: SaveDone}
}
