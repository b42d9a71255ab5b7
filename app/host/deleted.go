package host

import (
	"cmp"
	"context"
	"math"
	"strings"

	"tabletop/engine/base"
)

// What is deleted stays in the store for a while, marked as that, so that it can be
// brought back: also by another worker, when this one has died. It goes for good
// after an hour, behind the last twenty, and when there is no more room.
const (
	maxDeleted  = 20
	deletedTime = 3_600_000_000 // microseconds
)

// deletedMark is in the id of a deleted lesson behind its slug: the lesson can be
// begun again under its own.
const deletedMark = "~"

// ParseDeletedID returns the id that a workspace had before it was deleted, and whether it is
// a lesson's.
func ParseDeletedID(id string) (of string, lesson bool) {
	of, _, lesson = strings.Cut(id, deletedMark)
	return of, lesson
}

// liveStore is a store as the calls see it: without what is deleted, which makes room
// before anybody is told that there is none.
type liveStore struct{ Store }

// List returns the workspaces that are not deleted.
func (s *liveStore) List(ctx context.Context) ([]Meta, error) {
	list, err := s.Store.List(ctx)
	var out []Meta
	for _, m := range list {
		if m.Deleted == 0 {
			out = append(out, m)
		}
	}
	return out, err
}

// Load refuses what is deleted.
func (s *liveStore) Load(ctx context.Context, id string, from uint64) (StoredWorkspace, error) {
	l, err := s.Store.Load(ctx, id, from)
	if err == nil && l.Deleted != 0 {
		return StoredWorkspace{}, base.Refuse(base.CodeNoSandbox, id)
	}
	return l, err
}

// Put is that of the store.
func (s *liveStore) Put(ctx context.Context, m Meta, journal []Entry) error {
	return s.withRoom(ctx, "", func() error { return s.Store.Put(ctx, m, journal) })
}

// PutAll is that of the store.
func (s liveStore) PutAll(ctx context.Context, list []WorkspaceRecord, went func(int)) error {
	return s.withRoom(ctx, "", func() error { return s.Store.PutAll(ctx, list, went) })
}

// Append is that of the store.
func (s *liveStore) Append(ctx context.Context, m Meta, entries ...Entry) error {
	return s.withRoom(ctx, "", func() error { return s.Store.Append(ctx, m, entries...) })
}

// Move is that of the store.
func (s *liveStore) Move(ctx context.Context, id, to string, deleted int64) error {
	return s.withRoom(ctx, id, func() error { return s.Store.Move(ctx, id, to, deleted) })
}

// withRoom does something for which the store may be too full, if need be without what
// was deleted, but for one workspace: the oldest of it goes first.
func (s *liveStore) withRoom(ctx context.Context, but string, do func() error) error {
	err := do()
	if !isFull(err) {
		return err
	}
	list, _ := s.Store.List(ctx)
	gone := deletedOf(list)
	for i := len(gone) - 1; i >= 0 && isFull(err); i-- {
		if gone[i].ID != but && s.Store.Purge(ctx, gone[i].ID) == nil {
			err = do()
		}
	}
	return err
}

func isFull(err error) bool { return err != nil && refusal(err).Code == base.CodeStoreFull }

// Trouble implements [TransientStore].
func (s *liveStore) Trouble() *base.Error {
	if f, ok := s.Store.(TransientStore); ok {
		return f.Trouble()
	}
	return nil
}

// Notify implements [TransientStore].
func (s *liveStore) Notify(changed func()) {
	if f, ok := s.Store.(TransientStore); ok {
		f.Notify(changed)
	}
}

// deletedOf returns what is deleted of a list, the last first.
func deletedOf(list []Meta) []Meta {
	var out []Meta
	for _, m := range list {
		if m.Deleted == 0 {
			continue
		}
		at := 0
		for at < len(out) && out[at].Deleted >= m.Deleted {
			at++
		}
		out = append(out, m)
		copy(out[at+1:], out[at:])
		out[at] = m
	}
	return out
}

// purge removes for good what was deleted long ago, or before many others, and
// returns the rest of it.
func (h *Host) purge(ctx context.Context, list []Meta) (kept []ShelfEntry) {
	for _, m := range deletedOf(list) {
		if len(kept) == maxDeleted || int64(h.Now())-m.Deleted > deletedTime {
			_ = h.all.Purge(ctx, m.ID) // what fails is tried again with the next list
			continue
		}
		kept = append(kept, ShelfEntry{ID: m.ID, Title: m.Title, Changed: m.Deleted})
	}
	return kept
}

// remove deletes a workspace and returns the id that it can be brought back with,
// "" where the store is too full to note that.
func (h *Host) remove(ctx context.Context, id string) (gone string, err error) {
	gone, err = h.markDeleted(ctx, id)
	if isFull(err) {
		return "", h.Store.Delete(ctx, id)
	}
	return gone, err
}

func (h *Host) markDeleted(ctx context.Context, id string) (gone string, err error) {
	l, err := h.Store.Load(ctx, id, math.MaxUint64)
	if err != nil {
		return "", err
	}
	if gone = id; l.Kind == KindLesson {
		gone += deletedMark + h.NewID()
	}
	return gone, h.Store.Move(ctx, id, gone, max(1, int64(h.Now())))
}

// undelete brings a deleted workspace back: what cannot be read of it as well. A
// lesson that has been begun again meanwhile is deleted in its place; returned is what
// that can be brought back with, "" for none.
func (h *Host) undelete(ctx context.Context, id string) (gone string, err error) {
	l, err := h.all.Load(ctx, id, math.MaxUint64)
	if err != nil || l.Deleted == 0 {
		return "", cmp.Or(err, error(base.Refuse(base.CodeNoSandbox, id)))
	}
	of, lesson := ParseDeletedID(id)
	if lesson {
		if gone, err = h.markDeleted(ctx, of); err != nil && refusal(err).Code != base.CodeNoSandbox {
			return "", err
		}
	}
	return gone, h.Store.Move(ctx, id, of, 0)
}
