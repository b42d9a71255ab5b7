//go:build js && wasm

package store

import (
	"context"
	"slices"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/host"
)

// List implements host.Store.
func (s *IndexedDB) List(ctx context.Context) ([]host.Meta, error) {
	var rows []row
	err := s.act(ctx, idb.TransactionReadOnly, func(ctx context.Context, t *idb.Transaction) error {
		metas, err := t.ObjectStore(workspaces)
		if err != nil {
			return err
		}
		request, err := metas.GetAllKeys()
		if err != nil {
			return err
		}
		rows, err = getAll(ctx, metas, request)
		return err
	})
	if err != nil {
		return nil, err
	}
	list := make([]host.Meta, len(rows))
	for i, r := range rows {
		value, err := r.request.Result()
		if err != nil {
			return nil, refusal(err)
		}
		list[i] = decodeMeta(r.key.String(), value)
	}
	slices.SortFunc(list, lastChangedFirst)
	return list, nil
}

// Load implements host.Store.
func (s *IndexedDB) Load(ctx context.Context, id string) (host.Meta, []host.Entry, error) {
	if !validID(id) {
		return host.Meta{}, nil, unknown(id)
	}
	var found *idb.Request
	var rows []row
	err := s.act(ctx, idb.TransactionReadOnly, func(ctx context.Context, t *idb.Transaction) error {
		metas, entries, err := objectStores(t)
		if err != nil {
			return err
		}
		if found, err = metas.Get(js.ValueOf(id)); err != nil {
			return err
		}
		keys, err := entriesRange(id)
		if err != nil {
			return err
		}
		request, err := entries.GetAllKeysRange(keys, 0)
		if err != nil {
			return err
		}
		rows, err = getAll(ctx, entries, request)
		return err
	})
	if err != nil {
		return host.Meta{}, nil, err
	}
	meta, err := found.Result()
	if err != nil {
		return host.Meta{}, nil, refusal(err)
	}
	if meta.IsUndefined() {
		return host.Meta{}, nil, unknown(id)
	}
	list := make([]host.Entry, len(rows))
	for i, r := range rows {
		value, err := r.request.Result()
		if err != nil {
			return host.Meta{}, nil, refusal(err)
		}
		if list[i], err = decodeEntry(r.key.String(), value); err != nil {
			return host.Meta{}, nil, err
		}
	}
	return decodeMeta(id, meta), list, nil
}

// Put implements host.Store.
func (s *IndexedDB) Put(ctx context.Context, m host.Meta, journal []host.Entry) error {
	if err := check(m, journal); err != nil {
		return err
	}
	return s.act(ctx, idb.TransactionReadWrite, func(_ context.Context, t *idb.Transaction) error {
		metas, entries, err := objectStores(t)
		if err != nil {
			return err
		}
		if err := deleteEntries(entries, m.ID); err != nil {
			return err
		}
		return write(metas, entries, m, journal)
	})
}

// Append implements host.Store.
func (s *IndexedDB) Append(ctx context.Context, m host.Meta, added ...host.Entry) error {
	if err := check(m, added); err != nil {
		return err
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		metas, entries, err := objectStores(t)
		if err != nil {
			return err
		}
		if err := mustExist(ctx, metas, m.ID); err != nil {
			return err
		}
		return write(metas, entries, m, added)
	})
}

// Delete implements host.Store.
func (s *IndexedDB) Delete(ctx context.Context, id string) error {
	if !validID(id) {
		return unknown(id)
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		metas, entries, err := objectStores(t)
		if err != nil {
			return err
		}
		if err := mustExist(ctx, metas, id); err != nil {
			return err
		}
		if _, err := metas.Delete(js.ValueOf(id)); err != nil {
			return err
		}
		return deleteEntries(entries, id)
	})
}

func objectStores(t *idb.Transaction) (metas, entries *idb.ObjectStore, err error) {
	if metas, err = t.ObjectStore(workspaces); err != nil {
		return nil, nil, err
	}
	entries, err = t.ObjectStore(journal)
	return metas, entries, err
}

// mustExist waits for the answer whether there is a workspace with the id and
// refuses if not. The transaction is still open when it returns.
func mustExist(ctx context.Context, metas *idb.ObjectStore, id string) error {
	request, err := metas.CountKey(js.ValueOf(id))
	if err != nil {
		return err
	}
	n, err := request.Await(ctx)
	switch {
	case ctx.Err() != nil: // Await itself says nothing
		return context.Cause(ctx)
	case err != nil:
		return err
	case n == 0:
		return unknown(id)
	}
	return nil
}

// write issues the requests for a Meta and new entries. Nobody waits for each:
// one that fails aborts the transaction.
func write(metas, entries *idb.ObjectStore, m host.Meta, added []host.Entry) error {
	if _, err := metas.PutKey(js.ValueOf(m.ID), encodeMeta(m)); err != nil {
		return err
	}
	for _, e := range added {
		if _, err := entries.AddKey(js.ValueOf(entryKey(m.ID, e.Seq)), encodeBytes(e.Data)); err != nil {
			return err
		}
	}
	return nil
}

// deleteEntries issues the request that deletes the journal of a workspace.
func deleteEntries(entries *idb.ObjectStore, id string) error {
	first, last := entryBounds(id)
	bounds := js.Global().Get("IDBKeyRange").Call("bound", first, last)
	_, err := entries.Delete(bounds) // a range is as good as a key to IndexedDB
	return err
}

// row is a key and the request for its value, answered once the transaction has
// completed.
type row struct {
	key     js.Value
	request *idb.Request
}

// getAll waits for the keys and requests the value of each.
func getAll(ctx context.Context, from *idb.ObjectStore, keys *idb.ArrayRequest) ([]row, error) {
	list, err := keys.Await(ctx)
	if ctx.Err() != nil { // Await itself says nothing
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	rows := make([]row, len(list))
	for i, key := range list {
		request, err := from.Get(key)
		if err != nil {
			return nil, err
		}
		rows[i] = row{key, request}
	}
	return rows, nil
}
