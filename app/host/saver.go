package host

import (
	"context"
	"slices"
	"sync"
	"time"

	"tabletop/engine/base"
)

// save is one thing to put into the store.
type save struct {
	meta    Meta
	entries []Entry
	whole   bool // put in place of what is stored
}

// retryPause is how long what could not be stored waits for another attempt, unless
// something else is to be stored before.
const retryPause = 10 * time.Second

// saver writes changes to the store behind the host's back, in order, so that
// no call waits for a disk. It tells the page when all of them are in.
type saver struct {
	store     Store
	send      func(Event)
	stored    func(save) // called when a save is in the store, before anybody here is told
	attempted func()     // called after each save, stored or not

	storing sync.Mutex // held around every call of the store

	mu       sync.Mutex
	queue    []save
	busy     bool          // what was the first of the queue is being stored
	failure  *base.Error   // why the first of the queue could not be stored
	pause    time.Duration // before what could not be stored is tried again
	wake     chan struct{}
	flushers []chan struct{} // closed when the queue is empty or stuck

	begun   int      // scripts that have changed something, and will perhaps change more
	reading bool     // the open workspace takes no changes
	onIdle  []func() // called once nothing is being stored, with mu held
}

func newSaver(s Store, send func(Event), stored func(save), done func()) *saver {
	return &saver{store: s, send: send, stored: stored, attempted: done, pause: retryPause, wake: make(chan struct{}, 1)}
}

// add queues a save. What waits for the same workspace already is joined with
// it into one transaction.
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

// run stores what is queued until ctx ends. What could not be stored is tried again
// now and then: there may be room by now.
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

// storeNext stores the first of the queue and reports whether there is more to do.
func (s *saver) storeNext(ctx context.Context) bool {
	s.mu.Lock()
	if len(s.queue) == 0 || s.failure != nil {
		s.wakeFlushers()
		s.mu.Unlock()
		return false
	}
	v := s.queue[0]
	s.queue, s.busy = s.queue[1:], true
	s.mu.Unlock()

	err := s.exclusive(func() error {
		if v.whole {
			return s.store.Put(ctx, v.meta, v.entries)
		}
		return s.store.Append(ctx, v.meta, v.entries...)
	})
	if err == nil {
		s.stored(v)
	}

	s.mu.Lock()
	s.busy = false
	over := slices.ContainsFunc(s.queue, func(next save) bool { return next.whole && next.meta.ID == v.meta.ID })
	if err != nil && !over {
		s.failure = refusal(err)
		if s.failure.Code == base.CodeNoSandbox {
			s.failure = base.Refuse(base.CodeStoreGone)
		}
		// What came meanwhile for the same workspace follows it.
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

func (s *saver) wakeFlushers() {
	for _, c := range s.flushers {
		close(c)
	}
	s.flushers = nil
}

// flush waits until everything is stored, or returns why it cannot be.
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

// exclusive runs f, which uses the store, while nothing else does.
func (s *saver) exclusive(f func() error) error {
	s.storing.Lock()
	defer s.storing.Unlock()
	return f()
}

// withQueued adds what waits for the store to what it has of a workspace.
func (s *saver) withQueued(id string, l StoredWorkspace, err error) (StoredWorkspace, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.queue {
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

// drop forgets what is queued for a workspace.
func (s *saver) drop(id string) {
	s.mu.Lock()
	s.queue = slices.DeleteFunc(s.queue, func(v save) bool { return v.meta.ID == id })
	s.mu.Unlock()
}

// allStored reports whether everything is stored.
func (s *saver) allStored() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure == nil && len(s.queue) == 0 && !s.busy
}

// underWay notes that so many more scripts have changed something and are not through.
func (s *saver) underWay(more int) {
	s.mu.Lock()
	s.begun += more
	s.mu.Unlock()
}

// setReading notes whether the open workspace takes no changes.
func (s *saver) setReading(on bool) {
	s.mu.Lock()
	s.reading = on
	s.mu.Unlock()
}

// withdraw forgets what is queued for a workspace, and hands out the entries that
// it holds: not those that are being stored now, unless that fails.
func (s *saver) withdraw(id string, then func([]Entry)) {
	take := func() {
		var entries []Entry
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

// tellState tells the page how the workspace stands with the store. What is told is
// told in order: the last is how it stands.
func (s *saver) tellState(w *workspace) {
	if w.session.ReadOnly {
		s.send(Saved{State: SaveReadOnly})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.send(s.stateLocked())
}

func (s *saver) stateLocked() Saved {
	switch {
	case s.failure != nil && s.failure.Code == base.CodeStoreTaken:
		return Saved{State: SavePending} // what is stored meanwhile comes before it
	case s.failure != nil:
		return Saved{State: SaveFailed, Err: s.failure}
	case s.reading:
		return Saved{State: SaveReadOnly}
	case len(s.queue) > 0 || s.busy || s.begun > 0:
		return Saved{State: SavePending}
	}
	if f, ok := s.store.(TransientStore); ok && f.Trouble() != nil {
		return Saved{State: SaveFailed, Err: f.Trouble()}
	}
	return Saved{State: SaveDone}
}
