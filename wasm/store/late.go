package store

import (
	"context"
	"sync"
	"time"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// Late is a host.Store over a database that may open late, or never. Until then
// it keeps what it is given in memory, and says so; then that goes into the
// database. While the database is waited for, what is in there is refused
// (store-blocked), and not in the list.
type Late struct {
	mu     sync.Mutex // held around what memory does, and while that is moved
	memory *Memory
	store  host.Store // the database, once it has all

	state   sync.Mutex
	trouble *base.Error // nil once the database has all
	changed func()
}

var (
	_ host.Store   = (*Late)(nil)
	_ host.Fragile = (*Late)(nil)
)

// OpenLate opens a database. It returns when that has been done, has failed, or
// blocked says that it has to wait.
func OpenLate(ctx context.Context, open func(ctx context.Context, blocked func()) (host.Store, error)) *Late {
	l := &Late{memory: NewMemory(), trouble: base.Refuse(base.CodeStoreBlocked), changed: func() {}}
	known := make(chan struct{})
	tell := sync.OnceFunc(func() { close(known) })
	go func() {
		defer tell()
		s, err := open(ctx, tell)
		if err != nil {
			l.turn(base.Refuse(base.CodeStoreNone, said(err)))
			return
		}
		l.move(ctx, s)
	}()
	<-known
	return l
}

// said returns what an error says without our own code before it.
func said(err error) string {
	if e, ok := err.(*base.Error); ok && e.Code == base.CodeStoreFails && len(e.Args) > 0 {
		return e.Args[0]
	}
	return err.Error()
}

// Trouble implements host.Fragile.
func (l *Late) Trouble() *base.Error {
	l.state.Lock()
	defer l.state.Unlock()
	return l.trouble
}

// Notify implements host.Fragile.
func (l *Late) Notify(changed func()) {
	l.state.Lock()
	defer l.state.Unlock()
	l.changed = changed
}

func (l *Late) turn(trouble *base.Error) {
	l.state.Lock()
	l.trouble = trouble
	changed := l.changed
	l.state.Unlock()
	changed()
}

// movePause is between two attempts to put what is in memory into the database.
const movePause = 3 * time.Second

// move puts what is in memory into a database that has opened, and goes on there.
func (l *Late) move(ctx context.Context, to host.Store) {
	for {
		trouble := l.moved(ctx, to)
		l.turn(trouble)
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

func (l *Late) moved(ctx context.Context, to host.Store) *base.Error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, w := range l.memory.workspaces {
		if err := to.Put(ctx, w.meta, w.journal); err != nil {
			if e, ok := err.(*base.Error); ok {
				return e
			}
			return base.Refuse(base.CodeStoreFails, err.Error())
		}
		delete(l.memory.workspaces, id)
	}
	l.store = to
	return nil
}

// over runs f over the store that has a workspace: the database, or memory, where
// it may be new.
func (l *Late) over(id string, isNew bool, f func(host.Store) error) error {
	l.mu.Lock()
	if l.store != nil {
		l.mu.Unlock()
		return f(l.store)
	}
	defer l.mu.Unlock()
	_, there := l.memory.workspaces[id]
	if trouble := l.Trouble(); !there && !isNew && trouble.Code != base.CodeStoreNone {
		return trouble
	}
	return f(l.memory)
}

// List implements host.Store.
func (l *Late) List(ctx context.Context) (list []host.Meta, err error) {
	err = l.over("", true, func(s host.Store) (err error) { list, err = s.List(ctx); return err })
	return list, err
}

// Load implements host.Store.
func (l *Late) Load(ctx context.Context, id string, from uint64) (loaded host.Loaded, err error) {
	err = l.over(id, false, func(s host.Store) (err error) { loaded, err = s.Load(ctx, id, from); return err })
	return loaded, err
}

// Put implements host.Store.
func (l *Late) Put(ctx context.Context, m host.Meta, journal []host.Entry) error {
	return l.over(m.ID, true, func(s host.Store) error { return s.Put(ctx, m, journal) })
}

// Append implements host.Store.
func (l *Late) Append(ctx context.Context, m host.Meta, entries ...host.Entry) error {
	return l.over(m.ID, false, func(s host.Store) error { return s.Append(ctx, m, entries...) })
}

// Delete implements host.Store.
func (l *Late) Delete(ctx context.Context, id string) error {
	return l.over(id, false, func(s host.Store) error { return s.Delete(ctx, id) })
}

// Claim implements host.Store.
func (l *Late) Claim(ctx context.Context, id, token string) (manifest []byte, err error) {
	err = l.over(id, false, func(s host.Store) error { manifest, err = s.Claim(ctx, id, token); return err })
	return manifest, err
}

// PutChunks implements host.Store.
func (l *Late) PutChunks(ctx context.Context, id, token string, chunks ...snapshot.Chunk) error {
	return l.over(id, false, func(s host.Store) error { return s.PutChunks(ctx, id, token, chunks...) })
}

// PutSnapshot implements host.Store.
func (l *Late) PutSnapshot(ctx context.Context, id, token string, manifest []byte, keep []uint64) error {
	return l.over(id, false, func(s host.Store) error { return s.PutSnapshot(ctx, id, token, manifest, keep) })
}

// Snapshot implements host.Store.
func (l *Late) Snapshot(ctx context.Context, id string) (manifest []byte, err error) {
	err = l.over(id, false, func(s host.Store) (err error) { manifest, err = s.Snapshot(ctx, id); return err })
	return manifest, err
}

// Chunks implements host.Store.
func (l *Late) Chunks(ctx context.Context, id string, numbers ...uint64) (chunks []snapshot.Chunk, err error) {
	err = l.over(id, false, func(s host.Store) (err error) { chunks, err = s.Chunks(ctx, id, numbers...); return err })
	return chunks, err
}
