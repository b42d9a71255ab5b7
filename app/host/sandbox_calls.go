package host

import (
	"context"

	"tabletop/engine"
	"tabletop/engine/wire"
	"tabletop/lessons"
	"tabletop/lessons/examples"
)

// UndeleteWorkspace brings a deleted workspace back unchanged. ID is the one that the list of
// workspaces lists.
type UndeleteWorkspace struct{ ID string }

// DuplicateWorkspace makes a sandbox with a copy of another workspace's journal.
type DuplicateWorkspace struct{ ID, Title string }

// CreateFromExample makes a sandbox from an example of package lessons/examples.
type CreateFromExample struct{ Example, Title string }

// DeleteAllWorkspaces removes every workspace for good, including the deleted ones.
type DeleteAllWorkspaces struct{}

func (UndeleteWorkspace) call()   {}
func (DuplicateWorkspace) call()  {}
func (CreateFromExample) call()   {}
func (DeleteAllWorkspaces) call() {}

// contents returns how much the workspace's tables hold at present.
func (w *workspace) contents() contents {
	held := contentsOf(w.session)
	held.SnapshotBytes = w.snapshots.size
	return held
}

// contentsOf returns how much a session's tables hold, without the bytes of its snapshot.
func contentsOf(s *engine.Session) contents {
	tables, rows := s.TableAndRowCount()
	return contents{Known: true, Tables: tables, Rows: rows}
}

// duplicate carries out a [DuplicateWorkspace].
func (h *Host) duplicate(ctx context.Context, c DuplicateWorkspace, p pause, a *Answer) error {
	var l StoredWorkspace
	err := h.lendStore(ctx, p, func(ctx context.Context, _ func(int)) (err error) {
		l, err = h.Store.Load(ctx, c.ID, 0)
		return err
	}, 0)
	if err != nil {
		return err
	}
	m := h.newMeta(c.Title)
	if l.Kind == KindSandbox {
		kept, _ := decodeNote(l.Kind, l.Note)
		kept.Contents.SnapshotBytes = 0
		m.Note = encodeNote(kept)
	}
	return h.place(ctx, p, m, renumber(l.Entries), a)
}

// example carries out a [CreateFromExample]: it runs the example's requests in a session of its
// own, which gives the journal.
func (h *Host) example(ctx context.Context, c CreateFromExample, p pause, a *Answer) error {
	requests, err := examples.Requests(c.Example, func(slug string) (*lessons.Lesson, error) { return h.Lesson(ctx, slug) })
	if err != nil {
		return err
	}
	session := engine.New(h.session())
	var journal []JournalEntry
	// The changes that the requests lead to are the journal.
	for _, r := range requests {
		t := session.Start(r)
		for !t.Step(stepRows) {
			if !p(t.Progress()) {
				t.Stop()
				return stopped()
			}
		}
		reply := t.Reply()
		if reply.Err != nil {
			return reply.Err
		}
		for _, change := range reply.Changes {
			journal = append(journal, JournalEntry{Seq: uint64(len(journal) + 1), Data: wire.EncodeChange(change)})
		}
	}
	m := h.newMeta(c.Title)
	m.Note = encodeNote(note{Contents: contentsOf(session)})
	return h.place(ctx, p, m, journal, a)
}

// leave closes the open workspace before a call that removes or replaces it.
func (h *Host) leave(c Call) {
	if h.open == nil {
		return
	}
	id := h.open.meta.ID
	switch c := c.(type) {
	case DeleteWorkspace:
		if c.ID != id {
			return
		}
	case UndeleteWorkspace:
		if of, _ := ParseDeletedID(c.ID); of != id {
			return
		}
	case StoreLesson:
		if l, err := lessons.DecodeFromFile(c.Lesson); err != nil || l.Slug != id {
			return
		}
	case DeleteAllWorkspaces:
	default:
		return
	}
	h.cancelCalls(0)
	h.open.snapshots.abandon()() // otherwise a piece could be stored after the removal
	h.saver.drop(id)
	h.closeWorkspace()
}
