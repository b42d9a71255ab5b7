package store

import (
	"bytes"
	"context"
	"math"
	"sync"
	"time"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// DeferredStore is a [host.Store] over a database that may open late or never. Until it opens, new
// sandboxes are kept in memory and all else is refused (store-blocked), since the database's
// content is not known. When it has opened, the sandboxes are moved into it. If it fails to open,
// all workspaces are in memory. [DeferredStore.Trouble] says which of these is so.
type DeferredStore struct {
	mu     sync.Mutex // protects memory and store; held while memory is used or moved
	memory *Memory
	store  host.Store // the database, once it is open

	state     sync.Mutex  // protects the fields below
	trouble   *base.Error // nil once everything is in the database
	onTrouble func()      // called after each change of trouble
}

var (
	_ host.Store           = (*DeferredStore)(nil)
	_ host.TroubleReporter = (*DeferredStore)(nil)
)

// OpenDeferredStore opens a database with open on another goroutine. It returns when the database has
// opened, has failed to open, or open has called blocked to say that it has to wait.
func OpenDeferredStore(ctx context.Context, open func(ctx context.Context, blocked func()) (host.Store, error)) *DeferredStore {
	l := &DeferredStore{memory: NewMemory(), trouble: base.Refuse(base.CodeStoreBlocked), onTrouble: func() {}}
	known := make(chan struct{})
	tell := sync.OnceFunc(func() { close(known) })
	go func() {
		defer tell()
		s, err := open(ctx, tell)
		if err != nil {
			l.setTrouble(openFailure(err))
			return
		}
		l.moveToStore(ctx, s)
	}()
	<-known
	return l
}

// openFailure returns why a database does not open: store-newer, or else store-none with the reason
// as its argument.
func openFailure(err error) *base.Error {
	e := asRefusal(err)
	if e.Code != base.CodeStoreNewer {
		e = base.Refuse(base.CodeStoreNone, append(e.Args, e.Error())[0])
	}
	return e
}

// Trouble implements [host.TroubleReporter].
func (l *DeferredStore) Trouble() *base.Error {
	l.state.Lock()
	defer l.state.Unlock()
	return l.trouble
}

// NotifyTroubleChanged implements [host.TroubleReporter].
func (l *DeferredStore) NotifyTroubleChanged(changed func()) {
	l.state.Lock()
	defer l.state.Unlock()
	l.onTrouble = changed
}

// setTrouble changes the trouble and calls onTrouble without holding a lock.
func (l *DeferredStore) setTrouble(trouble *base.Error) {
	l.state.Lock()
	l.trouble = trouble
	changed := l.onTrouble
	l.state.Unlock()
	changed()
}

// movePause is the time between two attempts to move memory into the database.
const movePause = 3 * time.Second

// moveToStore makes a database the store from now on, and moves memory into it. It repeats that
// until it succeeds or ctx ends.
func (l *DeferredStore) moveToStore(ctx context.Context, to host.Store) {
	l.mu.Lock()
	l.store = to
	l.mu.Unlock()
	for {
		trouble := l.moveMemory(ctx)
		l.setTrouble(trouble)
		if trouble == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(movePause):
		}
	}
}

// moveMemory moves each workspace of memory into the database. The first failure ends it; what has
// been moved by then is no longer in memory.
func (l *DeferredStore) moveMemory(ctx context.Context) *base.Error {
	l.mu.Lock()
	defer l.mu.Unlock()
	// While l.mu is held no call changes the sandboxes in memory. Each is deleted from memory only
	// after it is in the database.
	for id, w := range l.memory.workspaces {
		if err := asRefusal(putBeside(ctx, l.store, w)); err != nil {
			return err
		}
		delete(l.memory.workspaces, id)
	}
	return nil
}

// asRefusal returns an error as a *base.Error, nil for nil.
func asRefusal(err error) *base.Error {
	e, ok := err.(*base.Error)
	if err != nil && !ok {
		e = base.Refuse(base.CodeStoreFails, err.Error())
	}
	return e
}

// putBeside puts a sandbox of memory into a store without replacing another one: a workspace there
// that has the same ID gets a new ID.
func putBeside(ctx context.Context, to host.Store, w workspace) error {
	there, err := to.Load(ctx, w.meta.ID, 0)
	if err == nil && there.Deleted == w.meta.Deleted && hasPrefix(w.journal, there.Entries) {
		return to.Append(ctx, w.meta, w.journal[len(there.Entries):]...) // an earlier attempt has put it there and failed later
	}
	for other := w.meta.ID; err == nil; {
		other += "2"
		if _, free := to.Load(ctx, other, math.MaxUint64); isUnknown(free) {
			if err = to.Move(ctx, w.meta.ID, other, there.Deleted); err == nil {
				err = free
			}
		}
	}
	if !isUnknown(err) {
		return err
	}
	return to.Put(ctx, w.meta, w.journal)
}

// hasPrefix reports whether a journal begins with the entries of another.
func hasPrefix(journal, with []host.JournalEntry) bool {
	for i, e := range with {
		if i >= len(journal) || journal[i].Seq != e.Seq || !bytes.Equal(journal[i].Data, e.Data) {
			return false
		}
	}
	return true
}

// withStoreOf calls f with the store that has a workspace, the database or memory. isNew allows a
// workspace that exists in neither. It refuses (store-blocked) a workspace that may be in a
// database that has not opened.
func (l *DeferredStore) withStoreOf(id string, isNew bool, f func(host.Store) error) error {
	l.mu.Lock()
	_, here := l.memory.workspaces[id]
	if l.store != nil && !here {
		l.mu.Unlock()
		return f(l.store)
	}
	defer l.mu.Unlock()
	if trouble := l.Trouble(); !here && !isNew && trouble.Code == base.CodeStoreBlocked {
		return trouble
	}
	return f(l.memory)
}

// List implements [host.Store].
func (l *DeferredStore) List(ctx context.Context) ([]host.Meta, error) {
	trouble := l.Trouble() // read first: store is set before trouble ends
	l.mu.Lock()
	store := l.store
	here, err := l.memory.List(ctx)
	l.mu.Unlock()
	if store == nil && trouble.Code != base.CodeStoreNone {
		return nil, trouble
	}
	if err != nil || store == nil {
		return here, err
	}
	list, err := store.List(ctx)
	return append(here, list...), err // a workspace that is in both is about to be moved
}

// Load implements host.Store.
func (l *DeferredStore) Load(ctx context.Context, id string, from uint64) (loaded host.StoredWorkspace, err error) {
	err = l.withStoreOf(id, false, func(s host.Store) (err error) { loaded, err = s.Load(ctx, id, from); return err })
	return loaded, err
}

// Put implements host.Store.
func (l *DeferredStore) Put(ctx context.Context, m host.Meta, journal []host.JournalEntry) error {
	return l.withStoreOf(m.ID, m.Kind == host.KindSandbox, func(s host.Store) error { return s.Put(ctx, m, journal) })
}

// PutAll implements host.Store.
func (l *DeferredStore) PutAll(ctx context.Context, list []host.WorkspaceToStore, went func(int)) error {
	return l.withStoreOf("", false, func(s host.Store) error { return s.PutAll(ctx, list, went) })
}

// Append implements host.Store.
func (l *DeferredStore) Append(ctx context.Context, m host.Meta, entries ...host.JournalEntry) error {
	return l.withStoreOf(m.ID, false, func(s host.Store) error { return s.Append(ctx, m, entries...) })
}

// Delete implements host.Store.
func (l *DeferredStore) Delete(ctx context.Context, id string) error {
	return l.withStoreOf(id, false, func(s host.Store) error { return s.Delete(ctx, id) })
}

// Move implements host.Store.
func (l *DeferredStore) Move(ctx context.Context, id, to string, deleted int64) error {
	return l.withStoreOf(id, false, func(s host.Store) error { return s.Move(ctx, id, to, deleted) })
}

// Purge implements host.Store.
func (l *DeferredStore) Purge(ctx context.Context, id string) error {
	return l.withStoreOf(id, false, func(s host.Store) error { return s.Purge(ctx, id) })
}

// Clear implements host.Store.
func (l *DeferredStore) Clear(ctx context.Context) error {
	if err := l.withStoreOf("", false, func(s host.Store) error { return s.Clear(ctx) }); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.memory.Clear(ctx)
}

// ClaimSnapshot implements host.Store.
func (l *DeferredStore) ClaimSnapshot(ctx context.Context, id, token string) (manifest []byte, err error) {
	err = l.withStoreOf(id, false, func(s host.Store) error { manifest, err = s.ClaimSnapshot(ctx, id, token); return err })
	return manifest, err
}

// PutChunks implements host.Store.
func (l *DeferredStore) PutChunks(ctx context.Context, id, token string, chunks ...snapshot.Chunk) error {
	return l.withStoreOf(id, false, func(s host.Store) error { return s.PutChunks(ctx, id, token, chunks...) })
}

// PutSnapshot implements host.Store.
func (l *DeferredStore) PutSnapshot(ctx context.Context, id, token string, manifest []byte, keep []uint64) error {
	return l.withStoreOf(id, false, func(s host.Store) error { return s.PutSnapshot(ctx, id, token, manifest, keep) })
}

// LoadSnapshot implements host.Store.
func (l *DeferredStore) LoadSnapshot(ctx context.Context, id string) (manifest []byte, err error) {
	err = l.withStoreOf(id, false, func(s host.Store) (err error) { manifest, err = s.LoadSnapshot(ctx, id); return err })
	return manifest, err
}

// LoadChunks implements host.Store.
func (l *DeferredStore) LoadChunks(ctx context.Context, id string, numbers ...uint64) (chunks []snapshot.Chunk, err error) {
	err = l.withStoreOf(id, false, func(s host.Store) (err error) { chunks, err = s.LoadChunks(ctx, id, numbers...); return err })
	return chunks, err
}
