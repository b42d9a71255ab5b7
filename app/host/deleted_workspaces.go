package host

import (
	"cmp"
	"context"
	"math"
	"strings"

	"tabletop/engine/base"
)

// A deleted workspace stays in the store for a while, with its Deleted time set, so that it can
// be brought back, even after the worker was restarted. It is removed for good after
// deletedTime, if there are maxDeleted later ones, or if the store is full.
const (
	maxDeleted  = 20
	deletedTime = 3_600_000_000 // microseconds
)

// deletedMark is appended to the slug of a deleted lesson, with a random ID after it, so that
// the lesson can be started again under its own slug.
const deletedMark = "~"

// ParseDeletedID returns the ID that a workspace had before it was deleted, and whether it is a
// lesson.
func ParseDeletedID(id string) (of string, lesson bool) {
	of, _, lesson = strings.Cut(id, deletedMark)
	return of, lesson
}

// liveStore is the store without the deleted workspaces. If the store is full, it purges
// deleted workspaces and tries again before it returns store-full.
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

// Load returns a workspace; a deleted one is refused (no-sandbox).
func (s *liveStore) Load(ctx context.Context, id string, from uint64) (StoredWorkspace, error) {
	l, err := s.Store.Load(ctx, id, from)
	if err == nil && l.Deleted != 0 {
		return StoredWorkspace{}, base.Refuse(base.CodeNoSandbox, id)
	}
	return l, err
}

// Put implements [Store]; see withRoom.
func (s *liveStore) Put(ctx context.Context, m Meta, journal []JournalEntry) error {
	return s.withRoom(ctx, "", func() error { return s.Store.Put(ctx, m, journal) })
}

// PutAll implements [Store]; see withRoom.
func (s liveStore) PutAll(ctx context.Context, list []WorkspaceToStore, went func(int)) error {
	return s.withRoom(ctx, "", func() error { return s.Store.PutAll(ctx, list, went) })
}

// Append implements [Store]; see withRoom.
func (s *liveStore) Append(ctx context.Context, m Meta, entries ...JournalEntry) error {
	return s.withRoom(ctx, "", func() error { return s.Store.Append(ctx, m, entries...) })
}

// Move implements [Store]; see withRoom. It does not purge the workspace that it moves.
func (s *liveStore) Move(ctx context.Context, id, to string, deleted int64) error {
	return s.withRoom(ctx, id, func() error { return s.Store.Move(ctx, id, to, deleted) })
}

// withRoom calls do. While that fails because the store is full, it purges the oldest deleted
// workspace, other than the one with the ID but, and calls do again.
func (s *liveStore) withRoom(ctx context.Context, but string, do func() error) error {
	err := do()
	if !isFull(err) {
		return err
	}
	list, _ := s.Store.List(ctx)
	gone := deletedOf(list)
	for i := len(gone) - 1; i >= 0 && isFull(err); i-- { // the oldest is the last
		if gone[i].ID != but && s.Store.Purge(ctx, gone[i].ID) == nil {
			err = do()
		}
	}
	return err
}

// isFull reports whether an error is store-full.
func isFull(err error) bool { return err != nil && refusal(err).Code == base.CodeStoreFull }

// Trouble implements [TroubleReporter].
func (s *liveStore) Trouble() *base.Error {
	if f, ok := s.Store.(TroubleReporter); ok {
		return f.Trouble()
	}
	return nil
}

// NotifyTroubleChanged implements [TroubleReporter].
func (s *liveStore) NotifyTroubleChanged(changed func()) {
	if f, ok := s.Store.(TroubleReporter); ok {
		f.NotifyTroubleChanged(changed)
	}
}

// deletedOf returns the deleted workspaces of a list, the latest deleted first.
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

// purge removes for good the workspaces that were deleted too long ago, or before too many
// others, and returns the rest.
func (h *Host) purge(ctx context.Context, list []Meta) (kept []SandboxSummary) {
	for _, m := range deletedOf(list) {
		if len(kept) == maxDeleted || int64(h.Now())-m.Deleted > deletedTime {
			_ = h.all.Purge(ctx, m.ID) // a failure is tried again at the next list
			continue
		}
		kept = append(kept, SandboxSummary{ID: m.ID, Title: m.Title, Changed: m.Deleted})
	}
	return kept
}

// remove deletes a workspace and returns the ID that [UndeleteWorkspace] takes. The ID is "" if the
// store was too full to mark the workspace; then it is removed for good.
func (h *Host) remove(ctx context.Context, id string) (gone string, err error) {
	gone, err = h.markDeleted(ctx, id)
	if isFull(err) {
		return "", h.Store.Delete(ctx, id)
	}
	return gone, err
}

// markDeleted sets the Deleted time of a workspace, and returns its new ID.
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

// undelete brings a deleted workspace back, with any damage that it has. A lesson that was
// started again meanwhile is deleted in exchange; gone is the ID that brings that one back, ""
// for none.
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
