package store

import (
	"bytes"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"tabletop/app/host"
	"tabletop/engine/base"
)

// MirroredStore is a [host.Store] that a second store, the spare, follows: the spare gets all
// workspaces and journals, but no snapshots. Put and Append return when an entry is in both, or the
// spare has not taken it in time; all other changes follow a moment later. Run must be running.
//
// The reason is Chromium. If it is killed while it writes its log, it leaves an incomplete record
// there. It appends to the log when it is started again, and finds a wrong checksum the time after.
// Then it deletes the database with everything in it. The spare is in files of its own, so that no
// single kill damages both.
type MirroredStore struct {
	host.Store
	spare host.Store

	mu      sync.Mutex    // protects pending
	pending []string      // IDs of workspaces that SyncSpare has to look at
	wake    chan struct{} // tells Run that pending has grown

	exclusive  sync.Mutex        // held while a workspace is copied, deleted or restored; protects the fields below
	notDeleted []string          // IDs of workspaces that could not be deleted from the spare
	kept       map[string]uint64 // by ID: the next entry's number, for journals that are the same in both stores
}

// spareDelay is how long changes are collected before the spare follows.
const spareDelay = 100 * time.Millisecond

// Limits on restoring a workspace from a spare that fails: the longest wait between two attempts,
// and the time after which the workspace counts as out of reach.
const (
	spareMaxWait = time.Second
	spareLimit   = 10 * time.Second
)

// spareWait is how long Put and Append wait for the spare. A slower spare follows later.
const spareWait = 2 * time.Second

// NewMirroredStore returns a store that spare follows while [MirroredStore.Run] runs. Both stores may be
// called by several goroutines.
func NewMirroredStore(store, spare host.Store) *MirroredStore {
	return &MirroredStore{Store: store, spare: spare, wake: make(chan struct{}, 1), kept: map[string]uint64{}}
}

// Run restores what only the spare has, and then keeps the spare up to date until ctx ends.
func (s *MirroredStore) Run(ctx context.Context) {
	s.compare(ctx)
	for {
		s.SyncSpare(ctx)
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(spareDelay):
		}
	}
}

// compare restores workspaces that only the spare has, and notes those that differ.
func (s *MirroredStore) compare(ctx context.Context) {
	here, err := s.Store.List(ctx)
	if err != nil {
		return
	}
	there, err := s.spare.List(ctx)
	if err != nil {
		return
	}
	for _, m := range there {
		if !slices.ContainsFunc(here, func(k host.Meta) bool { return k.ID == m.ID }) {
			_ = s.bring(ctx, m.ID)
		}
	}
	for _, m := range here {
		if !slices.ContainsFunc(there, func(k host.Meta) bool { return sameMeta(m, k) }) {
			s.note(m.ID)
		}
	}
}

// bring restores a workspace that only the spare has. It fails with no-sandbox if neither store has
// it; any other error means that it may exist.
func (s *MirroredStore) bring(ctx context.Context, id string) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	if _, err := s.Store.Load(ctx, id, math.MaxUint64); !isUnknown(err) {
		return err // another goroutine or tab has restored it, or the store fails
	}
	if slices.Contains(s.notDeleted, id) {
		return base.Refuse(base.CodeNoSandbox, id)
	}
	// After a browser has been killed its spare may not be ready at once.
	l, err := s.spare.Load(ctx, id, 0)
	for wait, waited := spareDelay, time.Duration(0); err != nil && !isUnknown(err) && !isNone(err) && waited < spareLimit; wait = min(2*wait, spareMaxWait) {
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
		waited += wait
		l, err = s.spare.Load(ctx, id, 0)
	}
	switch {
	case isNone(err):
		return unknown(id)
	case err != nil:
		return err
	}
	return s.Store.Put(ctx, l.Meta, l.Entries)
}

// SyncSpare copies pending changes to the spare, and deletes from it what could not be deleted before.
// A copy that fails is tried again after the next change of the workspace.
func (s *MirroredStore) SyncSpare(ctx context.Context) {
	s.mu.Lock()
	due := s.pending
	s.pending = nil
	s.mu.Unlock()
	for _, id := range due {
		s.exclusive.Lock() // so that a workspace deleted meanwhile is not copied
		_ = s.follow(ctx, id)
		s.exclusive.Unlock()
	}
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	s.notDeleted = slices.DeleteFunc(s.notDeleted, func(id string) bool {
		if _, err := s.Store.Load(ctx, id, math.MaxUint64); !isUnknown(err) {
			return err == nil // a new workspace has the ID
		}
		err := s.spare.Delete(ctx, id)
		return err == nil || isUnknown(err)
	})
}

// follow copies the changes of one workspace to the spare: the new entries, or the whole workspace
// if the spare has another journal. s.exclusive must be held.
func (s *MirroredStore) follow(ctx context.Context, id string) error {
	delete(s.kept, id)
	kept, err := s.spare.Load(ctx, id, math.MaxUint64)
	whole := isUnknown(err)
	if err != nil && !whole {
		return err
	}
	from := uint64(0)
	if whole {
		kept.Next = 0
	}
	if kept.Next > 1 {
		// The last entry has to be the same in both: the workspace may have been started over.
		from = kept.Next - 1
		if kept, err = s.spare.Load(ctx, id, from); err != nil {
			return err
		}
	}
	l, err := s.Store.Load(ctx, id, from)
	if err != nil || len(l.Damaged) > 0 {
		return err // the spare may have an intact copy
	}
	if from > 0 {
		whole = len(kept.Entries) != 1 || len(l.Entries) == 0 ||
			l.Entries[0].Seq != from || !bytes.Equal(l.Entries[0].Data, kept.Entries[0].Data)
		if !whole {
			l.Entries = l.Entries[1:]
		}
	}
	switch {
	case whole && from > 0:
		if l, err = s.Store.Load(ctx, id, 0); err != nil || len(l.Damaged) > 0 {
			return err
		}
		fallthrough
	case whole:
		// Loading takes a while, in which another tab may have deleted the workspace.
		if _, err := s.Store.Load(ctx, id, math.MaxUint64); err != nil {
			return err
		}
		err = s.spare.Put(ctx, l.Meta, l.Entries)
	case l.Deleted != kept.Deleted:
		if err := s.spare.Move(ctx, id, id, l.Deleted); err != nil {
			return err
		}
		fallthrough
	case len(l.Entries) > 0 || !sameMeta(l.Meta, kept.Meta):
		err = s.spare.Append(ctx, l.Meta, l.Entries...)
	}
	if err == nil {
		s.kept[id] = l.Next
	}
	return err
}

// keep gives the spare the entries that were just appended to a journal, within spareWait. If that
// fails, the spare follows later.
func (s *MirroredStore) keep(ctx context.Context, m host.Meta, entries []host.JournalEntry) {
	ctx, cancel := context.WithTimeout(ctx, spareWait)
	defer cancel()
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	next, known := s.kept[m.ID]
	if known && len(entries) > 0 && entries[0].Seq == next && s.spare.Append(ctx, m, entries...) == nil {
		s.kept[m.ID] = m.Next
		return
	}
	if s.follow(ctx, m.ID) != nil {
		s.note(m.ID)
	}
}

// note has Run look at a workspace.
func (s *MirroredStore) note(id string) {
	s.mu.Lock()
	if !slices.Contains(s.pending, id) {
		s.pending = append(s.pending, id)
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Put implements host.Store.
func (s *MirroredStore) Put(ctx context.Context, m host.Meta, journal []host.JournalEntry) error {
	err := s.Store.Put(ctx, m, journal)
	if err == nil {
		s.keep(ctx, m, nil)
	}
	return err
}

// PutAll implements host.Store.
func (s *MirroredStore) PutAll(ctx context.Context, list []host.WorkspaceToStore, went func(int)) error {
	err := s.Store.PutAll(ctx, list, went)
	if err == nil {
		for _, v := range list {
			s.note(v.ID)
		}
	}
	return err
}

// Append implements host.Store.
func (s *MirroredStore) Append(ctx context.Context, m host.Meta, entries ...host.JournalEntry) error {
	err := s.Store.Append(ctx, m, entries...)
	if isUnknown(err) && s.bring(ctx, m.ID) == nil && s.upTo(ctx, m, len(entries)) {
		err = s.Store.Append(ctx, m, entries...)
	}
	if err == nil {
		s.keep(ctx, m, entries)
	}
	return err
}

// upTo reports whether the stored journal ends where the last entries, which m counts already,
// begin.
func (s *MirroredStore) upTo(ctx context.Context, m host.Meta, last int) bool {
	l, err := s.Store.Load(ctx, m.ID, math.MaxUint64)
	return err == nil && l.Next+uint64(last) == m.Next
}

// brought calls do for a workspace. If the workspace is unknown it is restored from the spare, and
// do is called once more.
func (s *MirroredStore) brought(ctx context.Context, id string, do func() error) error {
	err := do()
	if isUnknown(err) {
		if err = s.bring(ctx, id); err == nil {
			err = do()
		}
	}
	return err
}

// Load implements host.Store.
func (s *MirroredStore) Load(ctx context.Context, id string, from uint64) (l host.StoredWorkspace, err error) {
	s.exclusive.Lock()
	delete(s.kept, id) // another tab may have started it over
	s.exclusive.Unlock()
	err = s.brought(ctx, id, func() (err error) { l, err = s.Store.Load(ctx, id, from); return err })
	return l, err
}

// LoadSnapshot implements [host.Store]. It is the first call for a workspace that is opened, so it
// restores it.
func (s *MirroredStore) LoadSnapshot(ctx context.Context, id string) (manifest []byte, err error) {
	err = s.brought(ctx, id, func() (err error) { manifest, err = s.Store.LoadSnapshot(ctx, id); return err })
	return manifest, err
}

// ClaimSnapshot implements [host.Store].
func (s *MirroredStore) ClaimSnapshot(ctx context.Context, id, token string) (manifest []byte, err error) {
	err = s.brought(ctx, id, func() (err error) { manifest, err = s.Store.ClaimSnapshot(ctx, id, token); return err })
	return manifest, err
}

// List implements [host.Store]. If the store is empty it restores what the spare has.
func (s *MirroredStore) List(ctx context.Context) ([]host.Meta, error) {
	list, err := s.Store.List(ctx)
	if err == nil && len(list) == 0 {
		s.compare(ctx)
		return s.Store.List(ctx)
	}
	return list, err
}

// Delete implements [host.Store]. It deletes from the spare first, so that the workspace is not
// restored, and once more at the end, since another tab may have copied it meanwhile.
func (s *MirroredStore) Delete(ctx context.Context, id string) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	// First from the spare: if the program ends in between, the workspace still exists and nothing
	// is lost.
	_ = s.spare.Delete(ctx, id)
	err := s.Store.Delete(ctx, id)
	if err != nil && !isUnknown(err) {
		s.note(id)
		return err
	}
	s.miss(id, s.spare.Delete(ctx, id))
	return err
}

// miss notes that a workspace could not be deleted from the spare, if err says so.
func (s *MirroredStore) miss(id string, err error) {
	if err != nil && !isUnknown(err) && !isNone(err) {
		s.notDeleted = append(s.notDeleted, id)
	}
}

// Move implements [host.Store]. As in Delete, the spare comes first.
func (s *MirroredStore) Move(ctx context.Context, id, to string, deleted int64) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	lost := s.spare.Move(ctx, id, to, deleted)
	err := s.Store.Move(ctx, id, to, deleted)
	if to != id {
		if err == nil {
			s.miss(id, lost)
		} else if lost == nil {
			_ = s.spare.Move(ctx, to, id, 0) // the time of deletion is copied by SyncSpare
		}
		s.note(to)
	}
	s.note(id)
	return err
}

// Purge implements host.Store.
func (s *MirroredStore) Purge(ctx context.Context, id string) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	_ = s.spare.Purge(ctx, id)
	err := s.Store.Purge(ctx, id)
	if err == nil {
		s.miss(id, s.spare.Purge(ctx, id))
	}
	return err
}

// Clear implements [host.Store]. As in Delete, the spare comes first.
func (s *MirroredStore) Clear(ctx context.Context) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	list, err := s.Store.List(ctx)
	if err != nil {
		return err
	}
	lost := s.spare.Clear(ctx)
	if err = s.Store.Clear(ctx); err == nil {
		lost = s.spare.Clear(ctx) // another tab may have copied something meanwhile
	}
	for _, m := range list {
		switch {
		case err != nil:
			s.note(m.ID)
		case lost != nil && !isNone(lost):
			s.notDeleted = append(s.notDeleted, m.ID)
		}
	}
	return err
}

// isNone reports whether err says that there is no spare.
func isNone(err error) bool {
	e, ok := err.(*base.Error)
	return ok && e.Code == base.CodeStoreNone
}

// isUnknown reports whether err says that no workspace has the ID.
func isUnknown(err error) bool {
	e, ok := err.(*base.Error)
	return ok && e.Code == base.CodeNoSandbox
}

// sameMeta reports whether two Metas are equal.
func sameMeta(a, b host.Meta) bool {
	return a.ID == b.ID && a.Kind == b.Kind && a.Title == b.Title && a.Created == b.Created && a.Changed == b.Changed &&
		a.Deleted == b.Deleted && a.Next == b.Next && a.Bytes == b.Bytes && bytes.Equal(a.Note, b.Note)
}
