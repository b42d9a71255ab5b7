//go:build js && wasm

package store

import (
	"context"
	"math"
	"strconv"

	"tabletop/app/host"
)

// decodeRows adds the entries with numbers from first on to what is loaded, from
// records of the journal.
func decodeRows(l *host.StoredWorkspace, first uint64, rows []row) error {
	for _, r := range rows {
		last, err := strconv.ParseUint(r.key[max(0, len(r.key)-seqDigits):], 10, 64)
		if err != nil {
			return fails("bad key " + strconv.Quote(r.key))
		}
		record, _ := decodeBytes(r.value) // what is no bytes is damaged
		decodeRecord(l, first, last, record)
		first = last + 1
	}
	return nil
}

// askBehind asks for the keys of a journal from the first of new entries on, of which there
// is one at least.
func askBehind(t *transaction, id string, added []host.Entry) (request, error) {
	return t.keys(journal, bound(id, added[0].Seq, math.MaxUint64))
}

// refuseTaken refuses entries whose numbers the journal has, whose keys from the first of
// them on were asked for. The transaction is still open when it returns nil.
func refuseTaken(ctx context.Context, t *transaction, id string, behind request, added []host.Entry) error {
	list, err := behind.answer(ctx)
	if err != nil || list.Length() == 0 {
		return err
	}
	rows, err := t.rowsOf(ctx, journal, texts(list))
	if err != nil {
		return err
	}
	var l host.StoredWorkspace
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
func copyJournal(ctx context.Context, t *transaction, id, to string) error {
	rows, err := t.rows(ctx, journal, bound(id, 0, math.MaxUint64))
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := t.put(journal, to+r.key[len(id):], r.value); err != nil {
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
	t               *transaction
	requests, bytes int // since it last waited
}

// write issues the requests for a Meta and new entries. Nobody waits for each:
// one that fails aborts the transaction.
func (w *writing) write(m host.Meta, added []host.Entry) error {
	if err := w.t.put(workspaces, m.ID, encodeMeta(m)); err != nil {
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
		if err := w.t.add(journal, numberedKey(m.ID, added[n-1].Seq), encodeBytes(record)); err != nil {
			return err
		}
		w.requests, w.bytes = w.requests+1, w.bytes+len(record)
		added = added[n:]
	}
}
