package host

import (
	"bytes"
	"context"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// A tab may still be storing changes when another tab takes its workspace over, and they may
// come into the store after the other tab has read it. Then the numbers of the new writer's
// changes are taken (store-taken), and its changes get the next free numbers instead.

// LateChangesMerged tells that changes of another tab came into the store late, before changes made here.
// The open workspace now has both.
type LateChangesMerged struct {
	OtherTabChangesApplied     // the other tab's changes
	Refused                int // how many changes made here are not possible any more
}

func (LateChangesMerged) event() {}

// rejoin gives the changes that could not be stored the numbers after those that another tab
// has stored. It reports whether there is something to store again. Afterwards the session
// lacks the other tab's changes, until reopen opens the workspace again.
func (h *Host) rejoin(ctx context.Context) bool {
	w := h.open
	if w == nil || !w.locked() || w.stale() || h.opening != nil || !h.saver.numbersTaken(w.meta.ID) {
		return false
	}
	// withdraw calls back at once, or at the end of the write under way.
	back := make(chan []JournalEntry, 1)
	h.saver.withdraw(w.meta.ID, func(entries []JournalEntry) { back <- entries })
	ours := <-back
	if len(ours) == 0 {
		return false
	}
	l, err := h.loadedFrom(ctx, ours[0].Seq)
	if err != nil {
		h.saver.add(save{meta: w.meta, entries: ours})
		return false
	}
	// Equal entries were stored by this tab, although the store reported an error.
	for len(ours) > 0 && len(l.Entries) > 0 && ours[0].Seq == l.Entries[0].Seq && bytes.Equal(ours[0].Data, l.Entries[0].Data) {
		ours, l.Entries = ours[1:], l.Entries[1:]
	}
	// The other tab's entries keep their numbers; this tab's get new ones.
	if theirs := len(l.Entries) + len(l.Damaged); theirs > 0 {
		w.noteMissed(l, theirs)
		ours = w.renumbered(ours)
	}
	h.saver.add(save{meta: w.meta, entries: ours})
	return true
}

// numbersTaken reports whether the first write of the queue is of this workspace, and was
// refused because its numbers are taken.
func (s *saver) numbersTaken(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure != nil && s.failure.Code == base.CodeStoreTaken && len(s.queue) > 0 && s.queue[0].meta.ID == id
}

// loadedFrom returns the open workspace from the store, with its journal from a number on.
func (h *Host) loadedFrom(ctx context.Context, from uint64) (l StoredWorkspace, err error) {
	err = h.saver.exclusive(func() (err error) {
		l, err = h.Store.Load(ctx, h.open.meta.ID, from)
		return err
	})
	return l, err
}

// noteMissed notes that the store has changes which the session has not run, and takes over the
// stored title, progress and history.
func (w *workspace) noteMissed(l StoredWorkspace, changes int) {
	behind := w.lag()
	behind.missed += changes
	w.setLag(behind)
	w.journal = journalCopy{}
	w.meta.Title, w.meta.Next, w.meta.Bytes = l.Title, l.next(), l.Bytes
	if n, err := decodeNote(w.meta.Kind, l.Note); err == nil {
		w.join(note{Progress: n.Progress, History: n.History})
	}
	w.meta.Note = w.note()
}

// renumbered gives entries the next numbers. It leaves out changes that were undone, and an
// undo that would reach beyond these entries: it was meant for a past without the other tab's
// changes.
func (w *workspace) renumbered(entries []JournalEntry) []JournalEntry {
	changes, _ := decoded(StoredWorkspace{Meta: Meta{Kind: w.meta.Kind, Note: w.meta.Note}, Entries: entries})
	// An undo of these changes themselves is carried out here; any other one is dropped.
	changes, _ = withoutUndone(changes)
	if len(changes) > 0 { // the step that it continued is not the one before it any more
		if first, ok := changes[0].Request.(engine.RunConsole); ok {
			first.JoinsPrevious = false
			changes[0].Request = first
		}
	}
	out := make([]JournalEntry, len(changes))
	for i, c := range changes {
		out[i] = JournalEntry{Seq: w.meta.Next, Data: wire.EncodeChange(c)}
		w.meta.Next++
		w.meta.Bytes += int64(len(out[i].Data))
	}
	behind := w.lag()
	behind.own = len(out)
	w.setLag(behind)
	return out
}

// reopen opens the workspace again if the session lacks stored changes and everything is
// stored. It reports whether it did.
func (h *Host) reopen(ctx context.Context) bool {
	w := h.open
	behind := w.lag()
	if behind.missed == 0 || !h.saver.allStored() {
		return false
	}
	j := &job{begun: h.Monotonic(), missed: behind.missed, own: behind.own}
	h.reopenAs(ctx, j, OpenWorkspace{Kind: w.meta.Kind, ID: w.meta.ID}, true)
	if h.opening != j {
		h.Send(WorkspaceReplaced{ID: w.meta.ID}) // it could not be opened; the page tries again
	}
	return true
}

// tellRejoined tells the page what the workspace holds after reopen.
func (h *Host) tellRejoined(j *job) {
	w := h.open
	h.opening = nil
	w.storeNote(h)
	h.Send(LateChangesMerged{
		OtherTabChangesApplied: OtherTabChangesApplied{ID: w.meta.ID, Title: w.meta.Title, Changes: j.missed, Timeline: w.session.Timeline(), Progress: w.progress(), SandboxSettings: w.settings},
		Refused:                j.refused,
	})
	h.saver.tellState(w)
}
