//go:build js && wasm

package store

import (
	"context"
	"errors"
	"slices"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"
)

// inherited is the key, among the snapshots, of the mark that a database has what was
// stored under its former name, if there was anything. No workspace has it as its id.
// Without the mark, nobody has used the database yet.
const inherited = "/inherited"

// inherit copies what is stored under a former name, once. That stays as it is: another
// site of the origin may have stored it. The spare has the mark too, so that what was
// deleted since does not come back where the database is lost.
func (s *IndexedDB) inherit(ctx context.Context, former string, spare *IndexedDB) error {
	done, err := s.marked(ctx)
	if err != nil || done {
		return err
	}
	var ids []string
	if spare != nil {
		done, _ = spare.marked(ctx)
	}
	if !done {
		if ids, err = s.copyFrom(ctx, former); err != nil {
			return err
		}
	}
	if err := s.mark(ctx, ids); err != nil {
		return err
	}
	if spare != nil {
		go func() { _ = spare.mark(ctx, nil) }()
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

// mark notes that the database has what there was: workspaces of some ids. Others, of
// an attempt that has not come to its end, it removes.
func (s *IndexedDB) mark(ctx context.Context, ids []string) error {
	return s.unmarked(ctx, func(ctx context.Context, t *idb.Transaction) error {
		metas, err := t.ObjectStore(workspaces)
		if err != nil {
			return err
		}
		request, err := metas.GetAllKeys()
		if err != nil {
			return err
		}
		keys, err := request.Await(ctx)
		if ctx.Err() != nil { // Await itself says nothing
			err = context.Cause(ctx)
		}
		for _, key := range keys {
			if err == nil && ids != nil && !slices.Contains(ids, key.String()) {
				err = remove(t, key.String())
			}
		}
		if err != nil {
			return err
		}
		to, err := t.ObjectStore(snapshots)
		if err == nil {
			_, err = to.PutKey(js.ValueOf(inherited), js.ValueOf(1))
		}
		return err
	})
}

// unmarked runs work in a database without the mark. Where another tab has set it
// meanwhile there is nothing left to do.
func (s *IndexedDB) unmarked(ctx context.Context, work func(context.Context, *idb.Transaction) error) error {
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		if is, err := markedIn(ctx, t); is || err != nil {
			return err
		}
		return work(ctx, t)
	})
}

// copyFrom copies the workspaces of another database, one after the other, and returns
// their ids.
func (s *IndexedDB) copyFrom(ctx context.Context, name string) (ids []string, err error) {
	defer caught(&err)
	ids = []string{}
	db, err := existing(ctx, name)
	if err != nil || db.IsUndefined() {
		return ids, err
	}
	defer db.Call("close")
	for _, name := range []string{workspaces, journal} {
		if !db.Get("objectStoreNames").Call("contains", name).Bool() {
			return ids, nil
		}
	}
	keys, err := answered(ctx, db.Call("transaction", workspaces).Call("objectStore", workspaces).Call("getAllKeys"), nil)
	for i := 0; err == nil && i < keys.Length(); i++ {
		id := keys.Index(i).String()
		ids = append(ids, id)
		err = s.copyOne(ctx, db, id)
	}
	return ids, err
}

func (s *IndexedDB) copyOne(ctx context.Context, from js.Value, id string) error {
	t := from.Call("transaction", []any{workspaces, journal})
	all := bound(id, 0, 1<<64-1)
	meta := t.Call("objectStore", workspaces).Call("get", id)
	keys := t.Call("objectStore", journal).Call("getAllKeys", all)
	records, err := answered(ctx, t.Call("objectStore", journal).Call("getAll", all), nil) // the last of the three
	if err != nil {
		return err
	}
	return s.unmarked(ctx, func(_ context.Context, t *idb.Transaction) error {
		metas, entries, err := objectStores(t)
		if err != nil {
			return err
		}
		if err := deleteAll(t, id); err != nil {
			return err
		}
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
