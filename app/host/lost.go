package host

import (
	"context"
	"slices"

	"tabletop/engine/base"
)

// What is kept of the open workspace's journal, so that it can be stored again
// where the database is deleted under the page.
const (
	maxCopied = 64 << 20 // bytes of its entries, at most
	maxReread = 2 << 20  // bytes of a stored journal that is read for that when its workspace is opened
)

// TransientStore is what a Store is as well that may keep what it is given for no longer
// than the page lives.
type TransientStore interface {
	// Trouble returns why, and nil while what is stored is so for good.
	Trouble() *base.Error
	// Notify has changed called, from any goroutine, when that is another.
	Notify(changed func())
}

// troubleChanged is a call of the host to itself: what the store's trouble is has changed.
type troubleChanged struct{}

func (troubleChanged) call() {}

// storeTrouble returns why what is stored is not so for good, nil while it is.
func (h *Host) storeTrouble() *base.Error { return h.Store.(TransientStore).Trouble() }

// tellTrouble tells the page of the store's trouble, or that there is none any more.
func (h *Host) tellTrouble(any bool) {
	switch trouble := h.storeTrouble(); {
	case h.open != nil:
		h.saver.tellState(h.open)
	case trouble != nil:
		h.Send(Saved{State: SaveFailed, Err: trouble})
	case any:
		h.Send(Saved{State: SaveDone})
	}
}

// waitsForStore keeps a call that cannot be begun before it is known what the store has.
func (h *Host) waitsForStore(s SentCall) bool {
	trouble := h.storeTrouble()
	if trouble == nil || trouble.Code != base.CodeStoreBlocked {
		return false
	}
	switch s.Call.(type) {
	case List, CreateFromExample, Duplicate, Undelete, Clear, ExportAll, Import, CreateByRequests, CreateFromLink, KeepLesson:
		return h.blocked(trouble, s)
	}
	return false
}

// blocked reports whether a call came to nothing because the store does not open
// yet. It is begun again when that has changed; of several that open a workspace
// the last is.
func (h *Host) blocked(err error, s SentCall) bool {
	if err == nil || refusal(err).Code != base.CodeStoreBlocked {
		return false
	}
	if _, ok := s.Call.(Open); ok {
		h.giveUp()
	}
	switch s.Call.(type) {
	case Export, ExportAll, MeasureFiles, Import, CreateByRequests:
		h.Send(Progress{Seq: s.Seq, Total: -1}) // so that it can be cancelled
	}
	h.blockedCalls = append(h.blockedCalls, s)
	return true
}

// giveUp cancels the calls that wait to open a workspace.
func (h *Host) giveUp() {
	h.blockedCalls = slices.DeleteFunc(h.blockedCalls, func(s SentCall) bool {
		_, opens := s.Call.(Open)
		if opens {
			h.Send(Answer{Seq: s.Seq, Err: base.Refuse(base.CodeCancelled)})
		}
		return opens
	})
}

// journalCopy is a copy of a journal in memory: whole, or of nothing.
type journalCopy struct {
	entries []Entry
	bytes   int64
	whole   bool // from the first entry on
}

// add adds entries, unless there are too many.
func (k *journalCopy) add(entries []Entry) {
	if !k.whole {
		return
	}
	next := uint64(1)
	if n := len(k.entries); n > 0 {
		next = k.entries[n-1].Seq + 1
	}
	for _, e := range entries {
		if k.bytes += int64(len(e.Data)); k.bytes > maxCopied || e.Seq != next {
			*k = journalCopy{} // too much, or entries are missing before these
			return
		}
		next++
	}
	k.entries = append(k.entries, entries...)
}

// copyJournal reads the journal of a workspace that was opened from its snapshot.
func (h *Host) copyJournal(ctx context.Context) {
	w := h.open
	if !w.writable() || w.journal.whole || w.meta.Bytes > maxReread {
		return
	}
	var l StoredWorkspace
	err := h.saver.exclusive(func() (err error) {
		l, err = h.Store.Load(ctx, w.meta.ID, 0)
		return err
	})
	if err == nil && l.next() == w.meta.Next && len(l.Damaged) == 0 {
		w.journal.whole = true
		w.journal.add(l.Entries)
	}
}

// Flush waits until all that was accepted is stored, or returns why it cannot be. It
// may be called from any goroutine.
func (h *Host) Flush(ctx context.Context) error { return h.saver.flush(ctx) }

// flush waits until everything is stored, or returns why it cannot be.
func (h *Host) flush(ctx context.Context) error {
	err := h.saver.flush(ctx)
	if err != nil && (h.restore() || h.rejoin(ctx)) {
		err = h.saver.flush(ctx)
	}
	return err
}

// restore stores the open workspace again, whole, when the store has lost it. It
// reports whether it does.
func (h *Host) restore() bool {
	w := h.open
	if w == nil || !w.locked() || w.stale() || !w.journal.whole || !h.saver.workspaceGone(w.meta.ID) {
		return false
	}
	w.snapshots.abandon()()
	w.snapshots = h.snapshotsOf(w.meta.ID, false)
	w.snapshots.count(len(w.journal.entries), 0)
	h.saver.drop(w.meta.ID)
	h.saver.add(save{meta: w.meta, entries: slices.Clone(w.journal.entries), whole: true})
	return true
}

// workspaceGone reports whether the store does not know a workspace that changes are to be
// added to.
func (s *saver) workspaceGone(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure != nil && s.failure.Code == base.CodeStoreGone && len(s.queue) > 0 && s.queue[0].meta.ID == id
}
