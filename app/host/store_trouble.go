package host

import (
	"context"
	"slices"

	"tabletop/engine/base"
)

// Bounds of the copy of the open workspace's journal in memory, with which it can be stored
// again if the database is deleted while the page is open.
const (
	maxCopied = 64 << 20 // bytes of the entries, at most
	maxReread = 2 << 20  // bytes of a stored journal that is read for the copy, at most
)

// TroubleReporter is implemented by a Store that may be unable to keep data longer than the page
// lives.
type TroubleReporter interface {
	// Trouble returns why data is not stored for good, or nil if it is.
	Trouble() *base.Error
	// NotifyTroubleChanged has changed called, from any goroutine, whenever the result of Trouble changes.
	NotifyTroubleChanged(changed func())
}

// troubleChanged is a call of the host to itself: the result of Trouble has changed.
type troubleChanged struct{}

func (troubleChanged) call() {}

// storeTrouble returns why data is not stored for good, or nil if it is.
func (h *Host) storeTrouble() *base.Error { return h.Store.(TroubleReporter).Trouble() }

// tellTrouble sends the page the saving state of the open workspace or, if none is open, the
// store's trouble. If any is true, it also reports that the store has no trouble.
func (h *Host) tellTrouble(any bool) {
	switch trouble := h.storeTrouble(); {
	case h.open != nil:
		h.saver.tellState(h.open)
	case trouble != nil:
		h.Send(SaveStateChanged{State: SaveFailed, Err: trouble})
	case any:
		h.Send(SaveStateChanged{State: SaveDone})
	}
}

// waitsForStore makes a call wait if it depends on what is stored and the store has not opened
// yet. It reports whether it did.
func (h *Host) waitsForStore(s SentCall) bool {
	trouble := h.storeTrouble()
	if trouble == nil || trouble.Code != base.CodeStoreBlocked {
		return false
	}
	switch s.Call.(type) {
	case ListWorkspaces, CreateFromExample, DuplicateWorkspace, UndeleteWorkspace, DeleteAllWorkspaces, ExportAllWorkspaces, ImportFile, CreateFromRequests, CreateFromLink, StoreLesson:
		return h.blocked(trouble, s)
	}
	return false
}

// blocked reports whether err says that the store has not opened yet. Then the call waits, and
// is begun again when that changes. Of several waiting calls to open a workspace only the last
// is kept.
func (h *Host) blocked(err error, s SentCall) bool {
	if err == nil || refusal(err).Code != base.CodeStoreBlocked {
		return false
	}
	if _, ok := s.Call.(OpenWorkspace); ok {
		h.giveUp()
	}
	switch s.Call.(type) {
	case ExportWorkspace, ExportAllWorkspaces, MeasureExportSizes, ImportFile, CreateFromRequests:
		h.Send(CallProgress{Seq: s.Seq, Total: -1}) // so that it can be cancelled
	}
	h.blockedCalls = append(h.blockedCalls, s)
	return true
}

// giveUp cancels the waiting calls to open a workspace.
func (h *Host) giveUp() {
	h.blockedCalls = slices.DeleteFunc(h.blockedCalls, func(s SentCall) bool {
		_, opens := s.Call.(OpenWorkspace)
		if opens {
			h.Send(Answer{Seq: s.Seq, Err: base.Refuse(base.CodeCancelled)})
		}
		return opens
	})
}

// journalCopy is a copy of a journal in memory. It is complete, or empty.
type journalCopy struct {
	entries []JournalEntry
	bytes   int64
	whole   bool // it holds every entry of the journal
}

// add appends entries to a copy that is whole. The copy becomes empty if it would be too large,
// or if entries are missing before these.
func (k *journalCopy) add(entries []JournalEntry) {
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

// copyJournal fills the copy of a writable workspace that was opened from its snapshot, if its
// journal is small.
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

// Flush waits until all accepted changes are stored, or returns why they cannot be stored. It
// may be called from any goroutine.
func (h *Host) Flush(ctx context.Context) error { return h.saver.flush(ctx) }

// flush does the same on the host's goroutine, where it can also mend the failure and try
// again.
func (h *Host) flush(ctx context.Context) error {
	err := h.saver.flush(ctx)
	if err != nil && (h.restore() || h.rejoin(ctx)) {
		err = h.saver.flush(ctx)
	}
	return err
}

// restore stores the open workspace again from its copy if the store has lost it. It reports
// whether it did.
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

// workspaceGone reports whether the first write of the queue failed because the store does not
// have its workspace, which is this one.
func (s *saver) workspaceGone(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure != nil && s.failure.Code == base.CodeStoreGone && len(s.queue) > 0 && s.queue[0].meta.ID == id
}
