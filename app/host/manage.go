package host

import (
	"cmp"
	"context"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
	"tabletop/lessons"
	"tabletop/lessons/examples"
)

// Undelete brings a deleted workspace back as it was, under its ID.
type Undelete struct{ ID string }

// Duplicate makes a sandbox that holds what another one does.
type Duplicate struct{ ID, Title string }

// Begin makes a sandbox from an example of lessons/examples.
type Begin struct{ Example, Title string }

// Clear removes every workspace, for good.
type Clear struct{}

func (Undelete) call()  {}
func (Duplicate) call() {}
func (Begin) call()     {}
func (Clear) call()     {}

// maxDeleted is how many deleted workspaces are kept to be brought back.
const maxDeleted = 20

// holds returns what the workspace's tables are now.
func (w *workspace) holds() holds {
	v := holds{known: true, rested: w.rested}
	for _, t := range w.session.Tables() {
		v.tables++
		v.rows += t.Rows
	}
	return v
}

// duplicate makes a sandbox of what another has stored.
func (h *Host) duplicate(ctx context.Context, c Duplicate) (id string, err error) {
	l, err := h.Store.Load(ctx, c.ID, 0)
	if err != nil {
		return "", err
	}
	m := h.newMeta(c.Title)
	if l.Kind == KindSandbox {
		kept, _ := decodeNote(l.Kind, l.Note)
		kept.holds.rested = 0
		m.Note = encodeNote(kept)
	}
	return m.ID, h.put(ctx, m, renumber(l.Entries))
}

// example makes a sandbox of an example.
func (h *Host) example(ctx context.Context, c Begin) (id string, err error) {
	requests, err := examples.Requests(c.Example, func(slug string) (*lessons.Lesson, error) { return h.Lesson(ctx, slug) })
	if err != nil {
		return "", err
	}
	w := workspace{session: engine.New(h.session())}
	var journal []Entry
	for _, r := range requests {
		reply := w.session.Do(r)
		if reply.Err != nil {
			return "", reply.Err
		}
		for _, change := range reply.Changes {
			journal = append(journal, Entry{Seq: uint64(len(journal) + 1), Data: wire.EncodeChange(change)})
		}
	}
	m := h.newMeta(c.Title)
	m.Note = w.note()
	return m.ID, h.put(ctx, m, journal)
}

// remove deletes a workspace and keeps it in memory for a while.
func (h *Host) remove(ctx context.Context, id string) error {
	l, err := h.Store.Load(ctx, id, 0)
	if err != nil {
		return err
	}
	if err := h.Store.Delete(ctx, id); err != nil {
		return err
	}
	h.deleted = append(h.deleted, l)
	h.deleted = slices.Clone(h.deleted[max(0, len(h.deleted)-maxDeleted):])
	return nil
}

// undelete puts a deleted workspace back: what cannot be read of it as well.
func (h *Host) undelete(ctx context.Context, id string) error {
	i := len(h.deleted) - 1
	for ; i >= 0 && h.deleted[i].ID != id; i-- {
	}
	if i < 0 {
		return base.Refuse(base.CodeNoSandbox, id)
	}
	l := h.deleted[i]
	for _, d := range l.Damaged {
		l.Entries = append(l.Entries, Entry(d))
	}
	slices.SortFunc(l.Entries, func(a, b Entry) int { return cmp.Compare(a.Seq, b.Seq) })
	if err := h.Store.Put(ctx, l.Meta, l.Entries); err != nil {
		return err
	}
	h.deleted = slices.Delete(h.deleted, i, i+1)
	return nil
}

// clear deletes every workspace and forgets those that were deleted before.
func (h *Host) clear(ctx context.Context) error {
	metas, err := h.Store.List(ctx)
	if err != nil {
		return err
	}
	for _, m := range metas {
		if err := h.Store.Delete(ctx, m.ID); err != nil {
			return err
		}
	}
	h.deleted = nil
	return nil
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
		if c.ID != id {
			return
		}
	case Keep:
		if l, err := lessons.DecodeOwn(c.Lesson); err != nil || l.Slug != id {
			return
		}
	case Clear:
	default:
		return
	}
	h.drop()
	if r := h.open.resting; r != nil && r.storing != nil {
		<-r.storing // or it would outlive what it is of
	}
	h.saver.drop(id)
	h.close()
}
