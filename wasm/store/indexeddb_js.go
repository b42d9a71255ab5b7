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

// The names of the object stores, and the version of the database. A page that opens a database
// before it exists gets version 1, without object stores, so version 1 is never used here. Version
// 2 had no snapshots, and version 3 had one entry in each record.
const (
	version    = 4
	workspaces = "workspaces"
	journal    = "journal"
	snapshots  = "snapshots"
	chunks     = "chunks"
)

// claim is the number, among the chunks, under which the token of the tab is stored that may change
// the snapshot.
const claim = 0

// objects are the names of all object stores.
var objects = []string{workspaces, journal, snapshots, chunks}

// How long the browser may take before an operation fails.
const (
	openLimit   = 10 * time.Second // to open the database, unless another page blocks that
	actLimit    = 60 * time.Second // for one transaction
	commitLimit = 30 * time.Second // after actLimit, if the transaction is already committing
)

// The errors for these limits.
var (
	errOpenLimit   = errors.New("the database does not open; another page may be holding an old version")
	errActLimit    = errors.New("the database does not answer")
	errCommitLimit = errors.New("the database does not say whether the change was committed")
)

// IndexedDB is a [host.Store] in a database of the browser. Its methods may be called by several
// goroutines. They wait for events of the browser, so they must not be called inside a JavaScript
// callback.
type IndexedDB struct {
	name    string
	factory func() (js.Value, error) // returns the indexedDB that the database is opened with

	// relaxed says that a change counts as made before it is on the disk.
	relaxed bool

	opening sync.Mutex    // held while the connection is opened again
	db      *idb.Database // nil when closed
}

var _ host.Store = (*IndexedDB)(nil)

// OpenIndexedDB opens the database with a name, and creates it if there is none. The error is
// store-full if there is no room for it, and store-fails if the browser has no IndexedDB, forbids
// it, or does not open it within 10 seconds or before ctx ends.
func OpenIndexedDB(ctx context.Context, name string) (*IndexedDB, error) {
	return openFrom(ctx, name, globalFactory)
}

// openFrom opens a database with the indexedDB that from returns.
func openFrom(ctx context.Context, name string, from func() (js.Value, error)) (*IndexedDB, error) {
	s := &IndexedDB{name: name, factory: from}
	var err error
	if s.db, err = s.open(ctx); err != nil {
		return nil, refusal(err)
	}
	return s, nil
}

// Close closes the connection. The next call of another method opens it again.
func (s *IndexedDB) Close() {
	if s.db != nil {
		_ = s.db.Close() // closing it twice does no harm
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

// globalFactory returns the browser's indexedDB, or an error if there is none.
func globalFactory() (value js.Value, err error) {
	value, err = guard.GetProperty(js.Global(), "indexedDB")
	if err == nil && !value.Truthy() {
		err = errors.New("the browser has no IndexedDB")
	}
	return value, err
}

// begin starts a transaction over all object stores. If the connection has been closed it opens the
// database again: the browser closes it when another page needs a new version or deletes the
// database, and when the reader clears the storage.
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
	if s.db == db { // otherwise another goroutine has opened it meanwhile
		s.Close()
		var err error
		if s.db, err = s.open(ctx); err != nil {
			return nil, err
		}
	}
	return beginTransaction(s.db, mode, strict)
}

// act runs work in one transaction, commits it, and returns after it has completed. If act returns
// an error, the transaction has been aborted. work issues requests, and has received all answers
// that it needs when it returns. It must wait for nothing but answers, since a transaction without
// open requests commits.
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
			// Commit now, and not after this program has received every answer: a page that is
			// closed loses a transaction that has not been committed. If commit throws, the
			// transaction has ended or will commit as usual.
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
	// It has ended or is about to end. If work is done, that end decides. If not, the browser
	// aborted the transaction, and its reason says more than the error of the request that failed
	// with it.
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

// outcome returns the refusal for the error with which a transaction has ended. After an error the
// next transaction opens a new connection.
func (s *IndexedDB) outcome(err error) error {
	if err != nil {
		s.Close()
	}
	return refusal(err)
}
