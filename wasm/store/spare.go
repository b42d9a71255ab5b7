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

// MirroredStore is a host.Store that another one follows: what is in it is there too, save
// for snapshots. A journal's entries are in both when they are said to be stored; what
// else is put follows a moment later.
//
// The reason is Chromium. Killed while it writes its log it leaves a record cut
// short, goes on behind it when it is started again, and finds a wrong sum the time
// after. Then it deletes the database with all that is in it. The other store lies
// in files of its own, so that no single kill hurts both.
type MirroredStore struct {
	host.Store
	spare host.Store

	mu      sync.Mutex
	pending []string // IDs of workspaces to look at
	wake    chan struct{}

	exclusive  sync.Mutex        // held while one is given to the spare, deleted, or brought back
	notDeleted []string          // IDs of workspaces that the spare could not delete
	kept       map[string]uint64 // by ID, the number of the next entry of a journal that the spare has as it is here
}

// spareDelay is how long changes are gathered before the spare is given them.
const spareDelay = 100 * time.Millisecond

// The longest wait between two attempts at a spare that fails, and how long it is
// tried in all before what is looked for is said to be out of reach.
const (
	spareMaxWait = time.Second
	spareLimit   = 10 * time.Second
)

// spareWait is how long what is put waits for the spare. One that is slower, or fails,
// follows later.
const spareWait = 2 * time.Second

// NewSpared returns a store that spare follows while [Spared.Run] runs. Both may be
// called from several goroutines.
func NewSpared(store, spare host.Store) *MirroredStore {
	return &MirroredStore{Store: store, spare: spare, wake: make(chan struct{}, 1), kept: map[string]uint64{}}
}

// Run keeps the spare up until ctx ends.
func (s *MirroredStore) Run(ctx context.Context) {
	s.compare(ctx)
	for {
		s.Follow(ctx)
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

// compare brings back what only the spare has, and notes the workspaces that it has
// otherwise.
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

// bring brings a workspace back that only the spare has. It fails with no-sandbox
// where neither has it; any other error means that it may be there.
func (s *MirroredStore) bring(ctx context.Context, id string) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	if _, err := s.Store.Load(ctx, id, math.MaxUint64); !isUnknown(err) {
		return err // meanwhile another has brought it
	}
	if slices.Contains(s.notDeleted, id) {
		return base.Refuse(base.CodeNoSandbox, id)
	}
	// A browser that has just been killed may not have its spare ready at once.
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

// Follow gives the spare what has changed. What does not work is tried again with
// the next change of the workspace.
func (s *MirroredStore) Follow(ctx context.Context) {
	s.mu.Lock()
	due := s.pending
	s.pending = nil
	s.mu.Unlock()
	for _, id := range due {
		s.exclusive.Lock() // or what is deleted meanwhile would come back
		_ = s.follow(ctx, id)
		s.exclusive.Unlock()
	}
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	s.notDeleted = slices.DeleteFunc(s.notDeleted, func(id string) bool {
		if _, err := s.Store.Load(ctx, id, math.MaxUint64); !isUnknown(err) {
			return err == nil // there is another of that id
		}
		err := s.spare.Delete(ctx, id)
		return err == nil || isUnknown(err)
	})
}

// follow gives the spare what has changed of a workspace.
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
		// The last entry has to be the same: a workspace may have been begun again.
		from = kept.Next - 1
		if kept, err = s.spare.Load(ctx, id, from); err != nil {
			return err
		}
	}
	l, err := s.Store.Load(ctx, id, from)
	if err != nil || len(l.Damaged) > 0 {
		return err // the spare may have what is damaged here
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
		// It takes a while to load: another tab may have deleted it by now.
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

// keep gives the spare the entries that a journal has just got. Where the spare cannot
// take them now, it follows later.
func (s *MirroredStore) keep(ctx context.Context, m host.Meta, entries []host.Entry) {
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

// note has the spare look at a workspace.
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
func (s *MirroredStore) Put(ctx context.Context, m host.Meta, journal []host.Entry) error {
	err := s.Store.Put(ctx, m, journal)
	if err == nil {
		s.keep(ctx, m, nil)
	}
	return err
}

// PutAll implements host.Store.
func (s *MirroredStore) PutAll(ctx context.Context, list []host.WorkspaceRecord, went func(int)) error {
	err := s.Store.PutAll(ctx, list, went)
	if err == nil {
		for _, v := range list {
			s.note(v.ID)
		}
	}
	return err
}

// Append implements host.Store.
func (s *MirroredStore) Append(ctx context.Context, m host.Meta, entries ...host.Entry) error {
	err := s.Store.Append(ctx, m, entries...)
	if isUnknown(err) && s.bring(ctx, m.ID) == nil && s.upTo(ctx, m, len(entries)) {
		err = s.Store.Append(ctx, m, entries...)
	}
	if err == nil {
		s.keep(ctx, m, entries)
	}
	return err
}

// upTo reports whether the journal goes up to the last entries that a Meta counts.
func (s *MirroredStore) upTo(ctx context.Context, m host.Meta, last int) bool {
	l, err := s.Store.Load(ctx, m.ID, math.MaxUint64)
	return err == nil && l.Next+uint64(last) == m.Next
}

// brought does something with a workspace, which comes back first where only the spare
// has it.
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
	delete(s.kept, id) // another tab may have begun it again
	s.exclusive.Unlock()
	err = s.brought(ctx, id, func() (err error) { l, err = s.Store.Load(ctx, id, from); return err })
	return l, err
}

// Snapshot implements host.Store. It is the first that is asked of what is opened.
func (s *MirroredStore) Snapshot(ctx context.Context, id string) (manifest []byte, err error) {
	err = s.brought(ctx, id, func() (err error) { manifest, err = s.Store.Snapshot(ctx, id); return err })
	return manifest, err
}

// Claim implements host.Store.
func (s *MirroredStore) Claim(ctx context.Context, id, token string) (manifest []byte, err error) {
	err = s.brought(ctx, id, func() (err error) { manifest, err = s.Store.Claim(ctx, id, token); return err })
	return manifest, err
}

// List implements host.Store.
func (s *MirroredStore) List(ctx context.Context) ([]host.Meta, error) {
	list, err := s.Store.List(ctx)
	if err == nil && len(list) == 0 {
		s.compare(ctx)
		return s.Store.List(ctx)
	}
	return list, err
}

// Delete implements host.Store. What the spare has goes first: what is deleted must
// not come back. It goes once more at the end, since another tab may have put it there
// until then.
func (s *MirroredStore) Delete(ctx context.Context, id string) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	_ = s.spare.Delete(ctx, id)
	err := s.Store.Delete(ctx, id)
	if err != nil && !isUnknown(err) {
		s.note(id)
		return err
	}
	s.miss(id, s.spare.Delete(ctx, id))
	return err
}

// miss notes that the spare could not delete a workspace.
func (s *MirroredStore) miss(id string, err error) {
	if err != nil && !isUnknown(err) && !isNone(err) {
		s.notDeleted = append(s.notDeleted, id)
	}
}

// Move implements host.Store. The spare goes first here too.
func (s *MirroredStore) Move(ctx context.Context, id, to string, deleted int64) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	lost := s.spare.Move(ctx, id, to, deleted)
	err := s.Store.Move(ctx, id, to, deleted)
	if to != id {
		if err == nil {
			s.miss(id, lost)
		} else if lost == nil {
			_ = s.spare.Move(ctx, to, id, 0) // when it was deleted is seen to below
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

// Clear implements host.Store. What the spare has goes first, as with Delete.
func (s *MirroredStore) Clear(ctx context.Context) error {
	s.exclusive.Lock()
	defer s.exclusive.Unlock()
	list, err := s.Store.List(ctx)
	if err != nil {
		return err
	}
	lost := s.spare.Clear(ctx)
	if err = s.Store.Clear(ctx); err == nil {
		lost = s.spare.Clear(ctx) // what another tab has put there meanwhile
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

// isNone reports whether there is no spare at all.
func isNone(err error) bool {
	e, ok := err.(*base.Error)
	return ok && e.Code == base.CodeStoreNone
}

func isUnknown(err error) bool {
	e, ok := err.(*base.Error)
	return ok && e.Code == base.CodeNoSandbox
}

func sameMeta(a, b host.Meta) bool {
	return a.ID == b.ID && a.Kind == b.Kind && a.Title == b.Title && a.Created == b.Created && a.Changed == b.Changed &&
		a.Deleted == b.Deleted && a.Next == b.Next && a.Bytes == b.Bytes && bytes.Equal(a.Note, b.Note)
}
