package host

import (
	"bytes"
	"context"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// A tab whose workspace another one takes over may be slow: what it was storing
// then can come into the store after the other has looked. The numbers of that one's
// changes are taken, and its changes are put behind those.

// Merged tells that changes of another tab came into the store late, before those
// that were made here. The open workspace has both now.
type Merged struct {
	Synced      // what came
	Refused int // changes made here that do not fit any more
}

func (Merged) event() {}

// rejoin puts what could not be stored behind what another tab has stored under the
// same numbers. It reports whether there is something to store again. The session is
// behind then, until the workspace is opened anew.
func (h *Host) rejoin(ctx context.Context) bool {
	w := h.open
	if w == nil || !w.locked() || w.stale() || h.opening != nil || !h.saver.numbersTaken(w.meta.ID) {
		return false
	}
	back := make(chan []Entry, 1)
	h.saver.withdraw(w.meta.ID, func(entries []Entry) { back <- entries })
	ours := <-back
	if len(ours) == 0 {
		return false
	}
	l, err := h.loadedFrom(ctx, ours[0].Seq)
	if err != nil {
		h.saver.add(save{meta: w.meta, entries: ours})
		return false
	}
	// What the store has been given without saying so is the same.
	for len(ours) > 0 && len(l.Entries) > 0 && ours[0].Seq == l.Entries[0].Seq && bytes.Equal(ours[0].Data, l.Entries[0].Data) {
		ours, l.Entries = ours[1:], l.Entries[1:]
	}
	if theirs := len(l.Entries) + len(l.Damaged); theirs > 0 {
		w.noteMissed(l, theirs)
		ours = w.renumbered(ours)
	}
	h.saver.add(save{meta: w.meta, entries: ours})
	return true
}

// numbersTaken reports whether the first of the queue is a workspace's, and could not
// be stored since its numbers are taken.
func (s *saver) numbersTaken(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure != nil && s.failure.Code == base.CodeStoreTaken && len(s.queue) > 0 && s.queue[0].meta.ID == id
}

// loadedFrom returns the open workspace as the store has it, from a number on.
func (h *Host) loadedFrom(ctx context.Context, from uint64) (l StoredWorkspace, err error) {
	err = h.saver.exclusive(func() (err error) {
		l, err = h.Store.Load(ctx, h.open.meta.ID, from)
		return err
	})
	return l, err
}

// noteMissed notes that the store has changes that the session has not run, and takes
// in the rest of what is stored with them.
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

// renumbered gives entries the numbers that come next. What was undone of them goes, and
// so does what undoes more than them: it was about another past.
func (w *workspace) renumbered(entries []Entry) []Entry {
	changes, _ := decoded(StoredWorkspace{Meta: Meta{Kind: w.meta.Kind, Note: w.meta.Note}, Entries: entries})
	changes, _ = withoutUndone(changes)
	if len(changes) > 0 { // the step that it was part of is not the one before it any more
		if first, ok := changes[0].Request.(engine.Console); ok {
			first.Joined = false
			changes[0].Request = first
		}
	}
	out := make([]Entry, len(changes))
	for i, c := range changes {
		out[i] = Entry{Seq: w.meta.Next, Data: wire.EncodeChange(c)}
		w.meta.Next++
		w.meta.Bytes += int64(len(out[i].Data))
	}
	behind := w.lag()
	behind.own = len(out)
	w.setLag(behind)
	return out
}

// reopen opens the workspace anew that is behind the store, once all is stored. It
// reports whether it does.
func (h *Host) reopen(ctx context.Context) bool {
	w := h.open
	behind := w.lag()
	if behind.missed == 0 || !h.saver.allStored() {
		return false
	}
	j := &job{begun: h.Watch(), missed: behind.missed, own: behind.own}
	h.reopenAs(ctx, j, Open{Kind: w.meta.Kind, ID: w.meta.ID}, true)
	if h.opening != j {
		h.Send(WorkspaceReplaced{ID: w.meta.ID}) // the page opens what there is
	}
	return true
}

// tellRejoined tells the page what the workspace is now.
func (h *Host) tellRejoined(j *job) {
	w := h.open
	h.opening = nil
	w.storeNote(h)
	h.Send(Merged{
		Synced:  Synced{ID: w.meta.ID, Title: w.meta.Title, Changes: j.missed, Timeline: w.session.Timeline(), Progress: w.progress(), Load: w.load},
		Refused: j.refused,
	})
	h.saver.tellState(w)
}
