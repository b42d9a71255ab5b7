package host

import (
	"context"

	"tabletop/engine"
	"tabletop/engine/wire"
	"tabletop/lessons"
	"tabletop/lessons/examples"
)

// Undelete brings a deleted workspace back as it was, by the ID that the shelf has it under.
type Undelete struct{ ID string }

// Duplicate makes a sandbox that holds what another one does.
type Duplicate struct{ ID, Title string }

// CreateFromExample makes a sandbox from an example of lessons/examples.
type CreateFromExample struct{ Example, Title string }

// Clear removes every workspace, for good, and what was deleted before.
type Clear struct{}

func (Undelete) call()          {}
func (Duplicate) call()         {}
func (CreateFromExample) call() {}
func (Clear) call()             {}

// contents returns what the workspace's tables are now.
func (w *workspace) contents() contents {
	held := contentsOf(w.session)
	held.SnapshotBytes = w.snapshots.size
	return held
}

func contentsOf(s *engine.Session) contents {
	tables, rows := s.Holds()
	return contents{Known: true, Tables: tables, Rows: rows}
}

// duplicate makes a sandbox of what another has stored.
func (h *Host) duplicate(ctx context.Context, c Duplicate, p pause, a *Answer) error {
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

// example makes a sandbox of an example.
func (h *Host) example(ctx context.Context, c CreateFromExample, p pause, a *Answer) error {
	requests, err := examples.Requests(c.Example, func(slug string) (*lessons.Lesson, error) { return h.Lesson(ctx, slug) })
	if err != nil {
		return err
	}
	session := engine.New(h.session())
	var journal []Entry
	for _, r := range requests {
		t := session.Start(r)
		for !t.Step(stepRows) {
			if !p(t.Progress()) {
				return stopped()
			}
		}
		reply := t.Reply()
		if reply.Err != nil {
			return reply.Err
		}
		for _, change := range reply.Changes {
			journal = append(journal, Entry{Seq: uint64(len(journal) + 1), Data: wire.EncodeChange(change)})
		}
	}
	m := h.newMeta(c.Title)
	m.Note = encodeNote(note{Contents: contentsOf(session)})
	return h.place(ctx, p, m, journal, a)
}

// leave closes the open workspace where a call removes it or puts another in its
// place.
func (h *Host) leave(c Call) {
	if h.open == nil {
		return
	}
	id := h.open.meta.ID
	switch c := c.(type) {
	case Delete:
		if c.ID != id {
			return
		}
	case Undelete:
		if of, _ := ParseDeletedID(c.ID); of != id {
			return
		}
	case KeepLesson:
		if l, err := lessons.DecodeOwn(c.Lesson); err != nil || l.Slug != id {
			return
		}
	case Clear:
	default:
		return
	}
	h.cancelCalls(0)
	h.open.snapshots.abandon()() // or a piece would be stored of what is gone
	h.saver.drop(id)
	h.closeWorkspace()
}
