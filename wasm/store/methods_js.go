//go:build js && wasm

package store

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/host"
	"tabletop/engine/snapshot"
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
	sort.Sort(lastChangedFirst(list))
	return list, nil
}

// Load implements host.Store.
func (s *IndexedDB) Load(ctx context.Context, id string, from uint64) (host.Loaded, error) {
	if !validID(id) {
		return host.Loaded{}, unknown(id)
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
		keys, err := keysFrom(entries, id, from)
		if err != nil {
			return err
		}
		rows, err = getAll(ctx, entries, keys)
		return err
	})
	if err != nil {
		return host.Loaded{}, err
	}
	meta, err := found.Result()
	if err != nil {
		return host.Loaded{}, refusal(err)
	}
	if meta.IsUndefined() {
		return host.Loaded{}, unknown(id)
	}
	l := host.Loaded{Meta: decodeMeta(id, meta), Entries: make([]host.Entry, 0, len(rows))}
	if err := decodeRows(&l, from, rows); err != nil {
		return host.Loaded{}, refusal(err)
	}
	return l, nil
}

// Put implements host.Store.
func (s *IndexedDB) Put(ctx context.Context, m host.Meta, journal []host.Entry) error {
	if err := check(m, journal); err != nil {
		return err
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		if err := deleteAll(t, m.ID); err != nil {
			return err
		}
		return (&writing{ctx: ctx, t: t}).write(m, journal)
	})
}

// PutAll implements host.Store.
func (s *IndexedDB) PutAll(ctx context.Context, list []host.Whole, went func(int)) error {
	for _, v := range list {
		if err := check(v.Meta, v.Entries); err != nil {
			return err
		}
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		w := &writing{ctx: ctx, t: t}
		for i, v := range list {
			if v.Noted {
				m, err := metaOf(ctx, t, v.ID)
				if err != nil {
					return err
				}
				m.Note = v.Note
				v.Meta, v.Entries = m, nil
			} else if err := deleteAll(t, v.ID); err != nil {
				return err
			}
			if err := w.write(v.Meta, v.Entries); err != nil {
				return err
			}
			went(i + 1)
		}
		return nil
	})
}

// Append implements host.Store.
func (s *IndexedDB) Append(ctx context.Context, m host.Meta, added ...host.Entry) error {
	if err := check(m, added); err != nil {
		return err
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		behind, err := keysBehind(t, m.ID, added)
		if err != nil {
			return err
		}
		if old, err := metaOf(ctx, t, m.ID); err != nil || old.Deleted != m.Deleted {
			return cmp.Or(err, unknown(m.ID))
		}
		if err := refuseTaken(ctx, t, behind, added); err != nil {
			return err
		}
		return (&writing{ctx: ctx, t: t}).write(m, added)
	})
}

// Delete implements host.Store.
func (s *IndexedDB) Delete(ctx context.Context, id string) error {
	return s.change(ctx, id, func(t *idb.Transaction) error { return remove(t, id) })
}

// Move implements host.Store.
func (s *IndexedDB) Move(ctx context.Context, id, to string, deleted int64) error {
	if !validID(id) {
		return unknown(id)
	}
	if err := check(host.Meta{ID: to, Deleted: deleted}, nil); err != nil {
		return err
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		m, err := metaOf(ctx, t, id)
		if err != nil {
			return err
		}
		m.ID, m.Deleted = to, deleted
		if to == id {
			return (&writing{ctx: ctx, t: t}).write(m, nil)
		}
		metas, entries, err := objectStores(t)
		if err != nil {
			return err
		}
		if _, err := metas.AddKey(js.ValueOf(to), encodeMeta(m)); err != nil {
			return err
		}
		if err := copyJournal(ctx, entries, id, to); err != nil {
			return err
		}
		return remove(t, id)
	})
}

// Purge implements host.Store.
func (s *IndexedDB) Purge(ctx context.Context, id string) error {
	if !validID(id) {
		return nil
	}
	err := s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		m, err := metaOf(ctx, t, id)
		if err == nil && m.Deleted != 0 {
			err = remove(t, id)
		}
		return err
	})
	if isUnknown(err) {
		return nil
	}
	return err
}

// Clear implements host.Store.
func (s *IndexedDB) Clear(ctx context.Context) error {
	return s.act(ctx, idb.TransactionReadWrite, func(_ context.Context, t *idb.Transaction) error {
		for _, name := range objects {
			of, err := t.ObjectStore(name)
			if err != nil {
				return err
			}
			if _, err := of.Clear(); err != nil {
				return err
			}
		}
		return nil
	})
}

// Claim implements host.Store.
func (s *IndexedDB) Claim(ctx context.Context, id, token string) ([]byte, error) {
	var found *idb.Request
	err := s.change(ctx, id, func(t *idb.Transaction) error {
		to, err := t.ObjectStore(chunks)
		if err != nil {
			return err
		}
		if _, err := to.PutKey(js.ValueOf(numberedKey(id, claim)), encodeBytes([]byte(token))); err != nil {
			return err
		}
		from, err := t.ObjectStore(snapshots)
		if err != nil {
			return err
		}
		found, err = from.Get(js.ValueOf(id))
		return err
	})
	if err != nil {
		return nil, err
	}
	value, err := found.Result()
	if err != nil {
		return nil, refusal(err)
	}
	manifest, _ := decodeBytes(value)
	return manifest, nil
}

// PutChunks implements host.Store.
func (s *IndexedDB) PutChunks(ctx context.Context, id, token string, kept ...snapshot.Chunk) error {
	return s.rest(ctx, id, token, func(_ *idb.Transaction, to *idb.ObjectStore) error {
		for _, c := range kept {
			if _, err := to.PutKey(js.ValueOf(numberedKey(id, c.No)), encodeBytes(c.Data)); err != nil {
				return err
			}
		}
		return nil
	})
}

// PutSnapshot implements host.Store.
func (s *IndexedDB) PutSnapshot(ctx context.Context, id, token string, manifest []byte, keep []uint64) error {
	return s.rest(ctx, id, token, func(t *idb.Transaction, from *idb.ObjectStore) error {
		if manifest != nil {
			to, err := t.ObjectStore(snapshots)
			if err != nil {
				return err
			}
			if _, err := to.PutKey(js.ValueOf(id), encodeBytes(manifest)); err != nil {
				return err
			}
		}
		first := uint64(claim + 1)
		for _, no := range append(slices.Clone(keep), math.MaxUint64) {
			if no > first {
				if _, err := from.Delete(bound(id, first, no-1)); err != nil {
					return err
				}
			}
			first = no + 1
		}
		return nil
	})
}

// rest runs work, which issues requests only, over the chunks of a workspace whose
// snapshot is the token's.
func (s *IndexedDB) rest(ctx context.Context, id, token string, work func(*idb.Transaction, *idb.ObjectStore) error) error {
	if !validID(id) {
		return unknown(id)
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		if _, err := metaOf(ctx, t, id); err != nil {
			return err
		}
		of, err := t.ObjectStore(chunks)
		if err != nil {
			return err
		}
		request, err := of.Get(js.ValueOf(numberedKey(id, claim)))
		if err != nil {
			return err
		}
		value, err := awaited(ctx, request)
		if err != nil {
			return err
		}
		if held, ok := decodeBytes(value); !ok || string(held) != token {
			return notClaimed(id)
		}
		return work(t, of)
	})
}

// Snapshot implements host.Store.
func (s *IndexedDB) Snapshot(ctx context.Context, id string) ([]byte, error) {
	got, err := s.read(ctx, id, snapshots, id)
	if err != nil {
		return nil, err
	}
	return got[0], nil
}

// Chunks implements host.Store.
func (s *IndexedDB) Chunks(ctx context.Context, id string, numbers ...uint64) ([]snapshot.Chunk, error) {
	keys := make([]string, len(numbers))
	for i, no := range numbers {
		keys[i] = numberedKey(id, no)
	}
	got, err := s.read(ctx, id, chunks, keys...)
	if err != nil {
		return nil, err
	}
	out := make([]snapshot.Chunk, len(numbers))
	for i, no := range numbers {
		out[i] = snapshot.Chunk{No: no, Data: got[i]}
	}
	return out, nil
}

// change runs work, which issues requests only, over a workspace that must exist.
func (s *IndexedDB) change(ctx context.Context, id string, work func(*idb.Transaction) error) error {
	if !validID(id) {
		return unknown(id)
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *idb.Transaction) error {
		if _, err := metaOf(ctx, t, id); err != nil {
			return err
		}
		return work(t)
	})
}

// read returns the bytes under keys of an object store, nil where there are none,
// of a workspace that must exist. All is asked for at once, so that the database
// works while this program does something else.
func (s *IndexedDB) read(ctx context.Context, id, from string, keys ...string) ([][]byte, error) {
	if !validID(id) {
		return nil, unknown(id)
	}
	var exists *idb.UintRequest
	requests := make([]*idb.Request, len(keys))
	err := s.act(ctx, idb.TransactionReadOnly, func(ctx context.Context, t *idb.Transaction) error {
		metas, err := t.ObjectStore(workspaces)
		if err != nil {
			return err
		}
		if exists, err = metas.CountKey(js.ValueOf(id)); err != nil {
			return err
		}
		objects, err := t.ObjectStore(from)
		if err != nil {
			return err
		}
		for i, key := range keys {
			if requests[i], err = objects.Get(js.ValueOf(key)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if n, err := exists.Result(); err != nil || n == 0 {
		return nil, cmp.Or(refusal(err), unknown(id))
	}
	out := make([][]byte, len(keys))
	for i, r := range requests {
		value, err := r.Result()
		if err != nil {
			return nil, refusal(err)
		}
		out[i], _ = decodeBytes(value)
	}
	return out, nil
}

func objectStores(t *idb.Transaction) (metas, entries *idb.ObjectStore, err error) {
	if metas, err = t.ObjectStore(workspaces); err != nil {
		return nil, nil, err
	}
	entries, err = t.ObjectStore(journal)
	return metas, entries, err
}

// metaOf waits for the Meta of a workspace, which must exist. The transaction is
// still open when it returns.
func metaOf(ctx context.Context, t *idb.Transaction, id string) (host.Meta, error) {
	metas, err := t.ObjectStore(workspaces)
	if err != nil {
		return host.Meta{}, err
	}
	request, err := metas.Get(js.ValueOf(id))
	if err != nil {
		return host.Meta{}, err
	}
	value, err := awaited(ctx, request)
	if err == nil && value.IsUndefined() {
		err = unknown(id)
	}
	return decodeMeta(id, value), err
}

// awaited waits for the answer to a request.
func awaited(ctx context.Context, r *idb.Request) (js.Value, error) {
	value, err := r.Await(ctx)
	if ctx.Err() != nil { // Await itself says nothing
		err = context.Cause(ctx)
	}
	return value, err
}

// remove issues the requests that delete a workspace.
func remove(t *idb.Transaction, id string) error {
	metas, err := t.ObjectStore(workspaces)
	if err != nil {
		return err
	}
	if _, err := metas.Delete(js.ValueOf(id)); err != nil {
		return err
	}
	return deleteAll(t, id)
}

// deleteAll issues the requests that delete the journal and the snapshot of a
// workspace.
func deleteAll(t *idb.Transaction, id string) error {
	all := bound(id, 0, math.MaxUint64)
	for name, key := range map[string]js.Value{journal: all, chunks: all, snapshots: js.ValueOf(id)} {
		from, err := t.ObjectStore(name)
		if err != nil {
			return err
		}
		if _, err := from.Delete(key); err != nil {
			return err
		}
	}
	return nil
}

// bound returns the range of the keys numbered so, which is as good as a key to
// IndexedDB.
func bound(id string, first, last uint64) js.Value {
	return js.Global().Get("IDBKeyRange").Call("bound", numberedKey(id, first), numberedKey(id, last))
}
