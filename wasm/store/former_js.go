//go:build js && wasm

package store

import (
	"context"
	"errors"
	"math"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"
)

// inherited is the key, among the snapshots, of the mark that a database has what was
// stored under its former name, if there was anything. No workspace has it as its id.
const inherited = "/inherited"

// inherit copies what is stored under a former name, once: the workspaces that the
// database lacks, or none. What was there stays as it is, since another site of the
// origin may have stored it. The spare has the mark too, so that what was deleted since
// does not come back where the database is lost.
func (s *IndexedDB) inherit(ctx context.Context, former string, spare *IndexedDB) error {
	done, err := s.marked(ctx)
	if err != nil || done {
		return err
	}
	if spare != nil {
		done, _ = spare.marked(ctx)
	}
	if !done {
		if copied, err := s.copyFrom(ctx, former); err != nil {
			for _, id := range copied { // or they would be old when it is tried again
				_ = s.Delete(ctx, id)
			}
			return err
		}
	}
	if err := s.mark(ctx); err != nil {
		return err
	}
	if spare != nil {
		go func() { _ = spare.mark(ctx) }()
	}
	return nil
}

// marked reports whether the database has what there was.
func (s *IndexedDB) marked(ctx context.Context) (is bool, err error) {
	err = s.act(ctx, idb.TransactionReadOnly, func(ctx context.Context, t *idb.Transaction) error {
		is, err = markedIn(ctx, t)
		return err
	})
	return is, err
}

func markedIn(ctx context.Context, t *idb.Transaction) (bool, error) {
	from, err := t.ObjectStore(snapshots)
	if err != nil {
		return false, err
	}
	request, err := from.Get(js.ValueOf(inherited))
	if err != nil {
		return false, err
	}
	value, err := awaited(ctx, request)
	return value.Truthy(), err
}

// mark notes that the database has what there was.
func (s *IndexedDB) mark(ctx context.Context) error {
	return s.act(ctx, idb.TransactionReadWrite, func(_ context.Context, t *idb.Transaction) error {
		to, err := t.ObjectStore(snapshots)
		if err == nil {
			_, err = to.PutKey(js.ValueOf(inherited), js.ValueOf(1))
		}
		return err
	})
}

// copyFrom copies workspaces of another database, one after the other, and returns
// the ids of those that were not there.
func (s *IndexedDB) copyFrom(ctx context.Context, name string) (copied []string, err error) {
	defer caught(&err)
	db, err := existing(ctx, name)
	if err != nil || db.IsUndefined() {
		return nil, err
	}
	defer db.Call("close")
	for _, name := range []string{workspaces, journal} {
		if !db.Get("objectStoreNames").Call("contains", name).Bool() {
			return nil, nil
		}
	}
	keys, err := answered(ctx, db.Call("transaction", workspaces).Call("objectStore", workspaces).Call("getAllKeys"), nil)
	for i := 0; err == nil && i < keys.Length(); i++ {
		id, fresh := keys.Index(i).String(), false
		if fresh, err = s.copyOne(ctx, db, id); fresh {
			copied = append(copied, id)
		}
	}
	return copied, err
}

// copyOne copies a workspace and reports whether it was not there. Where another tab has
// set the mark meanwhile there is nothing left to do.
func (s *IndexedDB) copyOne(ctx context.Context, from js.Value, id string) (fresh bool, err error) {
	t := from.Call("transaction", []any{workspaces, journal})
	all := bound(id, 0, math.MaxUint64)
	meta := t.Call("objectStore", workspaces).Call("get", id)
	keys := t.Call("objectStore", journal).Call("getAllKeys", all)
	records, err := answered(ctx, t.Call("objectStore", journal).Call("getAll", all), nil) // the last of the three
	if err != nil {
		return false, err
	}
	err = s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		fresh = false
		if done, err := markedIn(ctx, t); done || err != nil {
			return err
		}
		if _, err := metaOf(ctx, t, id); !isUnknown(err) {
			return err
		}
		metas, entries, err := objectStores(t)
		if err != nil {
			return err
		}
		fresh = true
		if _, err := metas.PutKey(js.ValueOf(id), meta.Get("result")); err != nil {
			return err
		}
		for i := range records.Length() {
			if _, err := entries.PutKey(keys.Get("result").Index(i), records.Index(i)); err != nil {
				return err
			}
		}
		return nil
	})
	return fresh && err == nil, err
}

// existing opens a database as it is, undefined where there is none, and makes none.
func existing(ctx context.Context, name string) (db js.Value, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, openLimit, errOpenLimit)
	defer cancel()
	factory, err := global()
	if err != nil {
		return db, err
	}
	request := factory.Call("open", name)
	missing := false
	db, err = answered(ctx, request, map[string]func(){"onupgradeneeded": func() {
		missing = true
		request.Get("transaction").Call("abort")
	}})
	var thrown js.Error
	if missing && errors.As(err, &thrown) {
		return js.Undefined(), nil
	}
	return db, err
}
