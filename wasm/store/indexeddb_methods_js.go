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
	err := s.act(ctx, idb.TransactionReadOnly, func(ctx context.Context, t *transaction) (err error) {
		rows, err = t.rows(ctx, workspaces, js.Undefined())
		return err
	})
	if err != nil {
		return nil, err
	}
	list := make([]host.Meta, len(rows))
	for i, r := range rows {
		list[i] = decodeMeta(r.key, r.value)
	}
	sort.Sort(lastChangedFirst(list))
	return list, nil
}

// Load implements host.Store.
func (s *IndexedDB) Load(ctx context.Context, id string, from uint64) (host.StoredWorkspace, error) {
	if !validID(id) {
		return host.StoredWorkspace{}, unknown(id)
	}
	var meta js.Value
	var rows []row
	err := s.act(ctx, idb.TransactionReadOnly, func(ctx context.Context, t *transaction) error {
		found, err := t.get(workspaces, id)
		if err != nil {
			return err
		}
		if rows, err = t.rows(ctx, journal, bound(id, from, math.MaxUint64)); err != nil {
			return err
		}
		if meta, err = found.answer(ctx); err == nil && meta.IsUndefined() {
			err = unknown(id)
		}
		return err
	})
	if err != nil {
		return host.StoredWorkspace{}, err
	}
	l := host.StoredWorkspace{Meta: decodeMeta(id, meta), Entries: make([]host.JournalEntry, 0, len(rows))}
	if err := decodeRows(&l, from, rows); err != nil {
		return host.StoredWorkspace{}, refusal(err)
	}
	return l, nil
}

// Put implements host.Store.
func (s *IndexedDB) Put(ctx context.Context, m host.Meta, journal []host.JournalEntry) error {
	if err := check(m, journal); err != nil {
		return err
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *transaction) error {
		if err := deleteAll(t, m.ID); err != nil {
			return err
		}
		return (&writing{ctx: ctx, t: t}).write(m, journal)
	})
}

// PutAll implements host.Store.
func (s *IndexedDB) PutAll(ctx context.Context, list []host.WorkspaceToStore, went func(int)) error {
	for _, v := range list {
		if err := check(v.Meta, v.Entries); err != nil {
			return err
		}
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *transaction) error {
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
func (s *IndexedDB) Append(ctx context.Context, m host.Meta, added ...host.JournalEntry) error {
	if err := check(m, added); err != nil {
		return err
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *transaction) error {
		var behind request
		// This request is under way while metaOf waits for the next one.
		if len(added) > 0 {
			var err error
			if behind, err = askBehind(t, m.ID, added); err != nil {
				return err
			}
		}
		if old, err := metaOf(ctx, t, m.ID); err != nil || old.Deleted != m.Deleted {
			return cmp.Or(err, unknown(m.ID))
		}
		if len(added) > 0 {
			if err := refuseTaken(ctx, t, m.ID, behind, added); err != nil {
				return err
			}
		}
		return (&writing{ctx: ctx, t: t}).write(m, added)
	})
}

// Delete implements host.Store.
func (s *IndexedDB) Delete(ctx context.Context, id string) error {
	return s.change(ctx, id, func(_ context.Context, t *transaction) error { return remove(t, id) })
}

// Move implements host.Store.
func (s *IndexedDB) Move(ctx context.Context, id, to string, deleted int64) error {
	if !validID(id) {
		return unknown(id)
	}
	if err := check(host.Meta{ID: to, Deleted: deleted}, nil); err != nil {
		return err
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *transaction) error {
		m, err := metaOf(ctx, t, id)
		if err != nil {
			return err
		}
		m.ID, m.Deleted = to, deleted
		if to == id {
			return (&writing{ctx: ctx, t: t}).write(m, nil)
		}
		if err := t.add(workspaces, to, encodeMeta(m)); err != nil {
			return err
		}
		if err := copyJournal(ctx, t, id, to); err != nil {
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
	err := s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *transaction) error {
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
	return s.act(ctx, idb.TransactionReadWrite, func(_ context.Context, t *transaction) error {
		for _, name := range objects {
			if err := t.clear(name); err != nil {
				return err
			}
		}
		return nil
	})
}

// ClaimSnapshot implements host.Store.
func (s *IndexedDB) ClaimSnapshot(ctx context.Context, id, token string) (manifest []byte, err error) {
	err = s.change(ctx, id, func(ctx context.Context, t *transaction) error {
		if err := t.put(chunks, numberedKey(id, claim), encodeBytes([]byte(token))); err != nil {
			return err
		}
		found, err := t.get(snapshots, id)
		if err != nil {
			return err
		}
		value, err := found.answer(ctx)
		manifest, _ = decodeBytes(value)
		return err
	})
	if err != nil {
		return nil, err
	}
	return manifest, nil
}

// PutChunks implements host.Store.
func (s *IndexedDB) PutChunks(ctx context.Context, id, token string, kept ...snapshot.Chunk) error {
	return s.rest(ctx, id, token, func(t *transaction) error {
		for _, c := range kept {
			if err := t.put(chunks, numberedKey(id, c.Number), encodeBytes(c.Data)); err != nil {
				return err
			}
		}
		return nil
	})
}

// PutSnapshot implements host.Store.
func (s *IndexedDB) PutSnapshot(ctx context.Context, id, token string, manifest []byte, keep []uint64) error {
	return s.rest(ctx, id, token, func(t *transaction) error {
		if manifest != nil {
			if err := t.put(snapshots, id, encodeBytes(manifest)); err != nil {
				return err
			}
		}
		first := uint64(claim + 1)
		for _, no := range append(slices.Clone(keep), math.MaxUint64) {
			if no > first {
				if err := t.delete(chunks, bound(id, first, no-1)); err != nil {
					return err
				}
			}
			first = no + 1
		}
		return nil
	})
}

// rest runs work on the snapshot of a workspace that the token has claimed. work issues requests
// and does not wait for answers.
func (s *IndexedDB) rest(ctx context.Context, id, token string, work func(*transaction) error) error {
	return s.change(ctx, id, func(ctx context.Context, t *transaction) error {
		request, err := t.get(chunks, numberedKey(id, claim))
		if err != nil {
			return err
		}
		value, err := request.answer(ctx)
		if err != nil {
			return err
		}
		if held, ok := decodeBytes(value); !ok || string(held) != token {
			return notClaimed(id)
		}
		return work(t)
	})
}

// LoadSnapshot implements host.Store.
func (s *IndexedDB) LoadSnapshot(ctx context.Context, id string) ([]byte, error) {
	got, err := s.read(ctx, id, snapshots, id)
	if err != nil {
		return nil, err
	}
	return got[0], nil
}

// LoadChunks implements host.Store.
func (s *IndexedDB) LoadChunks(ctx context.Context, id string, numbers ...uint64) ([]snapshot.Chunk, error) {
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
		out[i] = snapshot.Chunk{Number: no, Data: got[i]}
	}
	return out, nil
}

// change runs work in a transaction on a workspace that must exist.
func (s *IndexedDB) change(ctx context.Context, id string, work func(context.Context, *transaction) error) error {
	if !validID(id) {
		return unknown(id)
	}
	return s.act(ctx, idb.TransactionReadWrite, func(ctx context.Context, t *transaction) error {
		if _, err := metaOf(ctx, t, id); err != nil {
			return err
		}
		return work(ctx, t)
	})
}

// read returns the values under keys of an object store as bytes, nil for a key that is not there.
// The workspace must exist.
func (s *IndexedDB) read(ctx context.Context, id, from string, keys ...string) ([][]byte, error) {
	if !validID(id) {
		return nil, unknown(id)
	}
	var values []js.Value
	err := s.act(ctx, idb.TransactionReadOnly, func(ctx context.Context, t *transaction) error {
		exists, err := t.count(workspaces, id)
		if err != nil {
			return err
		}
		if values, err = t.values(ctx, from, keys); err != nil {
			return err
		}
		if n, err := exists.answer(ctx); err != nil || n.Int() == 0 {
			return cmp.Or(err, unknown(id))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := make([][]byte, len(keys))
	for i, value := range values {
		out[i], _ = decodeBytes(value)
	}
	return out, nil
}

// metaOf waits for the Meta of a workspace, which must exist. When it returns the transaction is
// still open.
func metaOf(ctx context.Context, t *transaction, id string) (host.Meta, error) {
	request, err := t.get(workspaces, id)
	if err != nil {
		return host.Meta{}, err
	}
	value, err := request.answer(ctx)
	if err == nil && value.IsUndefined() {
		err = unknown(id)
	}
	return decodeMeta(id, value), err
}

// remove issues the requests that delete a workspace.
func remove(t *transaction, id string) error {
	if err := t.delete(workspaces, id); err != nil {
		return err
	}
	return deleteAll(t, id)
}

// deleteAll issues the requests that delete the journal and the snapshot of a workspace.
func deleteAll(t *transaction, id string) error {
	all := bound(id, 0, math.MaxUint64)
	for name, key := range map[string]js.Value{journal: all, chunks: all, snapshots: js.ValueOf(id)} {
		if err := t.delete(name, key); err != nil {
			return err
		}
	}
	return nil
}

// bound returns the range of the keys with numbers from first up to and including last. IndexedDB
// takes a range in place of a key.
func bound(id string, first, last uint64) js.Value {
	return js.Global().Get("IDBKeyRange").Call("bound", numberedKey(id, first), numberedKey(id, last))
}
