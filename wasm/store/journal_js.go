//go:build js && wasm

package store

import (
	"context"
	"strconv"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/host"
)

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
	return getEach(from, list)
}

// getEach requests the values of keys.
func getEach(from *idb.ObjectStore, keys []js.Value) ([]row, error) {
	rows := make([]row, len(keys))
	for i, key := range keys {
		request, err := from.Get(key)
		if err != nil {
			return nil, err
		}
		rows[i] = row{key, request}
	}
	return rows, nil
}

// answered waits for the answers to the requests of rows, which come in their order.
func answered(ctx context.Context, rows []row) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := awaited(ctx, rows[len(rows)-1].request)
	return err
}

// decodeRows adds the entries with numbers from first on to what is loaded, from
// records of the journal whose requests are answered.
func decodeRows(l *host.Loaded, first uint64, rows []row) error {
	for _, r := range rows {
		value, err := r.request.Result()
		if err != nil {
			return err
		}
		key := r.key.String()
		last, err := strconv.ParseUint(key[max(0, len(key)-seqDigits):], 10, 64)
		if err != nil {
			return fails("bad key " + strconv.Quote(key))
		}
		record, _ := decodeBytes(value) // what is no bytes is damaged
		decodeRecord(l, first, last, record)
		first = last + 1
	}
	return nil
}

// keysFrom asks for the keys of a journal's records from the one with a number on.
func keysFrom(entries *idb.ObjectStore, id string, from uint64) (*idb.ArrayRequest, error) {
	keys, err := numbered(id, from)
	if err != nil {
		return nil, err
	}
	return entries.GetAllKeysRange(keys, 0)
}

// keysBehind asks for the keys of a journal from the first of new entries on.
func keysBehind(t *idb.Transaction, id string, added []host.Entry) (*idb.ArrayRequest, error) {
	if len(added) == 0 {
		return nil, nil
	}
	_, entries, err := objectStores(t)
	if err != nil {
		return nil, err
	}
	return keysFrom(entries, id, added[0].Seq)
}

// refuseTaken refuses entries whose numbers the journal has, whose keys from the first of
// them on are known. The transaction is still open when it returns nil.
func refuseTaken(ctx context.Context, t *idb.Transaction, behind *idb.ArrayRequest, added []host.Entry) error {
	if behind == nil {
		return nil
	}
	keys, err := behind.Result()
	if err != nil || len(keys) == 0 {
		return err
	}
	_, entries, err := objectStores(t)
	if err != nil {
		return err
	}
	rows, err := getEach(entries, keys)
	if err != nil {
		return err
	}
	if err := answered(ctx, rows); err != nil {
		return err
	}
	var l host.Loaded
	if err := decodeRows(&l, added[0].Seq, rows); err != nil {
		return err
	}
	has := make(map[uint64]bool, len(l.Entries)+len(l.Damaged))
	for _, e := range l.Entries {
		has[e.Seq] = true
	}
	for _, d := range l.Damaged {
		has[d.Seq] = true
	}
	for _, e := range added {
		if has[e.Seq] {
			return taken(e.Seq)
		}
	}
	return nil
}

// copyJournal puts the records of a journal, as they are, under another id.
func copyJournal(ctx context.Context, entries *idb.ObjectStore, id, to string) error {
	keys, err := keysFrom(entries, id, 0)
	if err != nil {
		return err
	}
	rows, err := getAll(ctx, entries, keys)
	if err != nil {
		return err
	}
	if err := answered(ctx, rows); err != nil {
		return err
	}
	for _, r := range rows {
		record, err := r.request.Result()
		if err != nil {
			return err
		}
		if _, err := entries.PutKey(js.ValueOf(to+r.key.String()[len(id):]), record); err != nil {
			return err
		}
	}
	return nil
}

// Requests, and bytes in them, that are issued before others may have a turn.
const (
	issuedAtOnce = 200
	bytesAtOnce  = 512 << 10
)

// writing writes into one transaction, a little at a time.
type writing struct {
	ctx             context.Context
	t               *idb.Transaction
	requests, bytes int // since it last waited
}

// write issues the requests for a Meta and new entries. Nobody waits for each:
// one that fails aborts the transaction.
func (w *writing) write(m host.Meta, added []host.Entry) error {
	metas, entries, err := objectStores(w.t)
	if err != nil {
		return err
	}
	if _, err := metas.PutKey(js.ValueOf(m.ID), encodeMeta(m)); err != nil {
		return err
	}
	w.requests += 4 // with those that delete what was there
	w.bytes += len(m.Note)
	for {
		if w.requests >= issuedAtOnce || w.bytes >= bytesAtOnce {
			w.requests, w.bytes = 0, 0
			if _, err := metaOf(w.ctx, w.t, m.ID); err != nil { // it does: this is to wait
				return err
			}
		}
		n := together(added)
		if n == 0 {
			return nil
		}
		record := encodeRecord(added[:n])
		if _, err := entries.AddKey(js.ValueOf(numberedKey(m.ID, added[n-1].Seq)), encodeBytes(record)); err != nil {
			return err
		}
		w.requests, w.bytes = w.requests+1, w.bytes+len(record)
		added = added[n:]
	}
}
