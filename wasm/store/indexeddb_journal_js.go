//go:build js && wasm

package store

import (
	"context"
	"math"
	"strconv"

	"tabletop/app/host"
)

// decodeRows adds the entries of journal records to l, from the number first on. The records are in
// the order of their keys.
func decodeRows(l *host.StoredWorkspace, first uint64, rows []row) error {
	for _, r := range rows {
		last, err := strconv.ParseUint(r.key[max(0, len(r.key)-seqDigits):], 10, 64)
		if err != nil {
			return fails("bad key " + strconv.Quote(r.key))
		}
		record, _ := decodeBytes(r.value) // no bytes, which count as damaged, for another type of value
		decodeRecord(l, first, last, record)
		first = last + 1
	}
	return nil
}

// askBehind asks for the keys of a journal from the number of the first new entry on. added must
// not be empty.
func askBehind(t *transaction, id string, added []host.JournalEntry) (request, error) {
	return t.keys(journal, bound(id, added[0].Seq, math.MaxUint64))
}

// refuseTaken refuses new entries whose numbers are in the journal. behind is the request of
// askBehind. When it returns nil the transaction is still open.
func refuseTaken(ctx context.Context, t *transaction, id string, behind request, added []host.JournalEntry) error {
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

// copyJournal copies the records of a journal, unchanged, to another ID.
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

// How many requests, and how many bytes in them, are issued before the program waits once, so that
// other goroutines get a turn.
const (
	issuedAtOnce = 200
	bytesAtOnce  = 512 << 10
)

// writing writes workspaces into one transaction, a part at a time.
type writing struct {
	ctx             context.Context
	t               *transaction
	requests, bytes int // since it last waited
}

// write issues the requests that store a Meta and new entries. It does not wait for each of them: a
// request that fails aborts the transaction.
func (w *writing) write(m host.Meta, added []host.JournalEntry) error {
	if err := w.t.put(workspaces, m.ID, encodeMeta(m)); err != nil {
		return err
	}
	w.requests += 4 // including the requests that delete what was there
	w.bytes += len(m.Note)
	for {
		if w.requests >= issuedAtOnce || w.bytes >= bytesAtOnce {
			w.requests, w.bytes = 0, 0
			if _, err := metaOf(w.ctx, w.t, m.ID); err != nil { // only to wait for an answer
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
