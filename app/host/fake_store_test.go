//go:build !js

package host

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// listStore is a store in memory that can be made to fail.
type listStore struct {
	mu      sync.Mutex
	metas   map[string]Meta
	entries map[string][]JournalEntry
	shots   map[string]shot
	err     error
	full    bool          // refuses snapshots
	rested  chan struct{} // gets a value for each manifest; may be nil
	appends int
}

// shot is a stored snapshot.
type shot struct {
	manifest []byte
	chunks   map[uint64][]byte
	token    string
}

func newListStore() *listStore {
	return &listStore{metas: map[string]Meta{}, entries: map[string][]JournalEntry{}, shots: map[string]shot{}}
}

func (s *listStore) lock(change bool) (func(), error) {
	s.mu.Lock()
	if change && s.err != nil {
		err := s.err
		s.mu.Unlock()
		return nil, err
	}
	return s.mu.Unlock, nil
}

// size returns the number of workspaces, and of entries in the journal of one.
func (s *listStore) size(id string) (workspaces, entries int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.metas), len(s.entries[id])
}

func (s *listStore) List(context.Context) ([]Meta, error) {
	unlock, _ := s.lock(false)
	defer unlock()
	return slices.SortedFunc(maps.Values(s.metas), func(a, b Meta) int { return cmp.Compare(b.Changed, a.Changed) }), nil
}

func (s *listStore) Load(_ context.Context, id string, from uint64) (StoredWorkspace, error) {
	unlock, _ := s.lock(false)
	defer unlock()
	m, ok := s.metas[id]
	if !ok {
		return StoredWorkspace{}, base.Refuse(base.CodeNoSandbox, id)
	}
	l := StoredWorkspace{Meta: m}
	for _, e := range s.entries[id] {
		if e.Seq >= from {
			l.Entries = append(l.Entries, e)
		}
	}
	return l, nil
}

func (s *listStore) ClaimSnapshot(_ context.Context, id, token string) ([]byte, error) {
	unlock, err := s.lock(true)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if _, ok := s.metas[id]; !ok {
		return nil, base.Refuse(base.CodeNoSandbox, id)
	}
	kept := s.shots[id]
	kept.token = token
	s.shots[id] = kept
	return kept.manifest, nil
}

func (s *listStore) PutChunks(_ context.Context, id, token string, chunks ...snapshot.Chunk) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	kept := s.shots[id]
	if kept.token != token {
		return base.Refuse(base.CodeStoreFails, "another tab's")
	}
	if kept.chunks == nil {
		kept.chunks = map[uint64][]byte{}
	}
	for _, c := range chunks {
		if s.full && len(kept.chunks) > 0 {
			return base.Refuse(base.CodeStoreFull)
		}
		kept.chunks[c.Number] = c.Data
		s.shots[id] = kept
	}
	return nil
}

func (s *listStore) PutSnapshot(_ context.Context, id, token string, manifest []byte, keep []uint64) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	kept := s.shots[id]
	if kept.token != token {
		return base.Refuse(base.CodeStoreFails, "another tab's")
	}
	maps.DeleteFunc(kept.chunks, func(no uint64, _ []byte) bool { return !slices.Contains(keep, no) })
	if manifest == nil {
		return nil
	}
	if s.full {
		return base.Refuse(base.CodeStoreFull)
	}
	kept.manifest = manifest
	s.shots[id] = kept
	if s.rested != nil {
		s.rested <- struct{}{}
	}
	return nil
}

func (s *listStore) LoadSnapshot(_ context.Context, id string) ([]byte, error) {
	unlock, _ := s.lock(false)
	defer unlock()
	return s.shots[id].manifest, nil
}

func (s *listStore) LoadChunks(_ context.Context, id string, numbers ...uint64) (out []snapshot.Chunk, err error) {
	unlock, _ := s.lock(false)
	defer unlock()
	for _, no := range numbers {
		out = append(out, snapshot.Chunk{Number: no, Data: slices.Clone(s.shots[id].chunks[no])})
	}
	return out, nil
}

func (s *listStore) Put(_ context.Context, m Meta, journal []JournalEntry) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	s.metas[m.ID], s.entries[m.ID] = m, slices.Clone(journal)
	delete(s.shots, m.ID)
	return nil
}

func (s *listStore) PutAll(ctx context.Context, list []WorkspaceToStore, went func(int)) error {
	s.mu.Lock()
	metas, entries := maps.Clone(s.metas), maps.Clone(s.entries)
	s.mu.Unlock()
	for i, v := range list {
		err := ctx.Err()
		if err == nil && v.Noted {
			s.mu.Lock()
			m := s.metas[v.ID]
			m.Note = v.Note
			s.metas[v.ID] = m
			s.mu.Unlock()
		} else if err == nil {
			err = s.Put(ctx, v.Meta, v.Entries)
		}
		if err != nil {
			s.mu.Lock()
			s.metas, s.entries = metas, entries
			s.mu.Unlock()
			return err
		}
		went(i + 1)
	}
	return ctx.Err()
}

func (s *listStore) Clear(context.Context) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	clear(s.metas)
	clear(s.entries)
	clear(s.shots)
	return nil
}

func (s *listStore) Append(_ context.Context, m Meta, entries ...JournalEntry) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	if old, ok := s.metas[m.ID]; !ok || old.Deleted != m.Deleted {
		return base.Refuse(base.CodeNoSandbox, m.ID)
	}
	for _, e := range entries {
		if slices.ContainsFunc(s.entries[m.ID], func(there JournalEntry) bool { return there.Seq == e.Seq }) {
			return base.Refuse(base.CodeStoreTaken, fmt.Sprint(e.Seq))
		}
	}
	s.appends++
	s.metas[m.ID] = m
	s.entries[m.ID] = append(s.entries[m.ID], entries...)
	return nil
}

func (s *listStore) Delete(_ context.Context, id string) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	delete(s.metas, id)
	delete(s.entries, id)
	delete(s.shots, id)
	return nil
}

func (s *listStore) Move(_ context.Context, id, to string, deleted int64) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	m, ok := s.metas[id]
	_, there := s.metas[to]
	switch {
	case !ok:
		return base.Refuse(base.CodeNoSandbox, id)
	case there && to != id:
		return base.Refuse(base.CodeStoreTaken, "")
	}
	m.ID, m.Deleted = to, deleted
	entries := s.entries[id]
	delete(s.metas, id)
	delete(s.entries, id)
	s.metas[to], s.entries[to] = m, entries
	if to != id {
		delete(s.shots, id)
	}
	return nil
}

func (s *listStore) Purge(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.metas[id].Deleted != 0 {
		delete(s.metas, id)
		delete(s.entries, id)
		delete(s.shots, id)
	}
	return nil
}
