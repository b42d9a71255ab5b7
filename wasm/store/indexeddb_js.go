//go:build js && wasm

package store

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"syscall/js"
	"time"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/guard"
	"tabletop/app/host"
)

// Names and version of the database. Version 1 is never ours: it is what a page
// gets that opens the database before we have made it, without object stores.
// Version 2 had no snapshots, version 3 one entry to each record.
const (
	version    = 4
	workspaces = "workspaces"
	journal    = "journal"
	snapshots  = "snapshots"
	chunks     = "chunks"
)

// claim is the number, among the chunks, of the token whose snapshot it is.
const claim = 0

// objects are the object stores.
var objects = []string{workspaces, journal, snapshots, chunks}

// How long the browser may take before an operation fails.
const (
	openLimit   = 10 * time.Second // to open; longer if another page blocks it
	actLimit    = 60 * time.Second // for one transaction
	commitLimit = 30 * time.Second // beyond that, when a transaction is already committing
)

var (
	errOpenLimit   = errors.New("the database does not open; another page may be holding an old version")
	errActLimit    = errors.New("the database does not answer")
	errCommitLimit = errors.New("the database does not say whether the change was committed")
)

// IndexedDB is a host.Store in the browser's database. Its methods may be called
// from several goroutines, but not from inside a JavaScript callback: they wait for
// others.
type IndexedDB struct {
	name    string
	factory func() (js.Value, error) // the indexedDB that it is opened from

	// relaxed is whether a change counts as made before it is on the disk.
	relaxed bool

	opening sync.Mutex
	db      *idb.Database // nil when closed
}

var _ host.Store = (*IndexedDB)(nil)

// OpenIndexedDB opens the database with the name, making it if there is none.
// The error is store-fails where the browser has no IndexedDB, forbids it, or
// does not open it before ctx ends or 10 s have passed; store-full where there
// is no room.
func OpenIndexedDB(ctx context.Context, name string) (*IndexedDB, error) {
	return openFrom(ctx, name, globalFactory)
}

func openFrom(ctx context.Context, name string, from func() (js.Value, error)) (*IndexedDB, error) {
	s := &IndexedDB{name: name, factory: from}
	var err error
	if s.db, err = s.open(ctx); err != nil {
		return nil, refusal(err)
	}
	return s, nil
}

// Close closes the connection. A later call of another method opens it again.
func (s *IndexedDB) Close() {
	if s.db != nil {
		_ = s.db.Close() // as often as one likes
		s.db = nil
	}
}

// open connects to the database within [openLimit].
func (s *IndexedDB) open(ctx context.Context) (*idb.Database, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, openLimit, errOpenLimit)
	defer cancel()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	factory, err := s.factory()
	if err != nil {
		return nil, err
	}
	return connect(ctx, factory, s.name, func() {})
}

// globalFactory returns the global indexedDB, or an error where there is none.
func globalFactory() (value js.Value, err error) {
	value, err = guard.Get(js.Global(), "indexedDB")
	if err == nil && !value.Truthy() {
		err = errors.New("the browser has no IndexedDB")
	}
	return value, err
}

// begin starts a transaction over all object stores. It opens the database
// again if the connection is gone: it closes itself when another page wants a
// new version or deletes the database, and when the reader clears the storage.
func (s *IndexedDB) begin(ctx context.Context, mode idb.TransactionMode) (*transaction, error) {
	strict := mode == idb.TransactionReadWrite && !s.relaxed
	db := s.db
	if db != nil {
		t, err := beginTransaction(db, mode, strict)
		if err == nil || exceptionName(err) != "InvalidStateError" {
			return t, err
		}
	}
	s.opening.Lock()
	defer s.opening.Unlock()
	if s.db == db { // nobody has opened it again meanwhile
		s.Close()
		var err error
		if s.db, err = s.open(ctx); err != nil {
			return nil, err
		}
	}
	return beginTransaction(s.db, mode, strict)
}

// act runs work in one transaction, commits it, and returns when that has completed; on
// an error it has been aborted. Work asks, and has heard the answers that it wants when it
// returns; between one that it waits for and what it asks next it must not wait for anything
// else, or the transaction commits.
func (s *IndexedDB) act(ctx context.Context, mode idb.TransactionMode, work func(context.Context, *transaction) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, actLimit, errActLimit)
	defer cancel()
	if ctx.Err() != nil {
		return refusal(context.Cause(ctx))
	}
	t, err := s.begin(ctx, mode)
	if err != nil {
		return refusal(err)
	}
	failed := work(ctx, t)
	if failed == nil {
		if mode == idb.TransactionReadWrite {
			// Now, not once this program has heard of each request: a page that is left
			// loses a transaction that nobody has committed. Where the browser throws, it
			// has ended or will commit as ever.
			_ = t.commit()
		}
		select {
		case err := <-t.ended:
			return s.outcome(err)
		case <-ctx.Done():
		}
	}
	if t.abort() == nil {
		return refusal(cmp.Or(failed, context.Cause(ctx)))
	}
	// It has ended or is about to. If the work is done, the end decides; if not,
	// the browser aborted it and knows the reason better than the request that
	// was cut short.
	late := time.NewTimer(commitLimit)
	defer late.Stop()
	select {
	case err := <-t.ended:
		return s.outcome(cmp.Or(err, failed))
	case <-late.C:
		s.Close()
		return refusal(errCommitLimit)
	}
}

// outcome translates what ended a transaction. After an error of the browser
// the next transaction has a new connection.
func (s *IndexedDB) outcome(err error) error {
	if err != nil {
		s.Close()
	}
	return refusal(err)
}
