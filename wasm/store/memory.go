package store

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// Memory is a [host.Store] in memory. It is used in tests, and in browsers that refuse to store
// anything. It is not safe for concurrent use.
type Memory struct {
	// Limit is the number of bytes of entries, notes and snapshots from which the store refuses to
	// take more (store-full); 0 is no limit.
	Limit int64

	workspaces map[string]workspace
}

// workspace is one stored workspace. The elements of its slices are never changed in place; a
// journal may be appended to.
type workspace struct {
	meta     host.Meta
	journal  []host.JournalEntry // in the order of Seq
	manifest []byte
	chunks   map[uint64][]byte
	token    string // of the tab that may change the snapshot
}

var _ host.Store = (*Memory)(nil)

// NewMemory returns an empty store without a limit.
func NewMemory() *Memory { return &Memory{workspaces: map[string]workspace{}} }

// List implements host.Store.
func (s *Memory) List(ctx context.Context) ([]host.Meta, error) {
	if ctx.Err() != nil {
		return nil, fails(context.Cause(ctx).Error())
	}
	metas := make([]host.Meta, 0, len(s.workspaces))
	for _, w := range s.workspaces {
		metas = append(metas, copyMeta(w.meta))
	}
	sort.Sort(lastChangedFirst(metas))
	return metas, nil
}

// Load implements host.Store.
func (s *Memory) Load(ctx context.Context, id string, from uint64) (host.StoredWorkspace, error) {
	w, err := s.get(ctx, id)
	if err != nil {
		return host.StoredWorkspace{}, err
	}
	first, _ := slices.BinarySearchFunc(w.journal, host.JournalEntry{Seq: from}, bySeq)
	return host.StoredWorkspace{Meta: copyMeta(w.meta), Entries: copyEntries(w.journal[first:])}, nil
}

// get returns a workspace. It refuses an unknown ID, and a context that has ended.
func (s *Memory) get(ctx context.Context, id string) (workspace, error) {
	if ctx.Err() != nil {
		return workspace{}, fails(context.Cause(ctx).Error())
	}
	w, ok := s.workspaces[id]
	if !ok {
		return workspace{}, unknown(id)
	}
	return w, nil
}

// Put implements host.Store.
func (s *Memory) Put(ctx context.Context, m host.Meta, journal []host.JournalEntry) error {
	if ctx.Err() != nil {
		return fails(context.Cause(ctx).Error())
	}
	if err := check(m, journal); err != nil {
		return err
	}
	return s.replace(workspace{meta: copyMeta(m), journal: copyEntries(journal)})
}

// PutAll implements host.Store.
func (s *Memory) PutAll(ctx context.Context, list []host.WorkspaceToStore, went func(int)) (err error) {
	before := maps.Clone(s.workspaces)
	for i, v := range list {
		w, known := s.workspaces[v.ID]
		switch {
		case !v.Noted:
			err = s.Put(ctx, v.Meta, v.Entries)
		case !known:
			err = unknown(v.ID)
		default:
			w.meta.Note = bytes.Clone(v.Note)
			err = s.replace(w)
		}
		if went(i + 1); ctx.Err() != nil {
			err = fails(context.Cause(ctx).Error())
		}
		if err != nil {
			s.workspaces = before
			return err
		}
	}
	return nil
}

// Append implements host.Store.
func (s *Memory) Append(ctx context.Context, m host.Meta, entries ...host.JournalEntry) error {
	if ctx.Err() != nil {
		return fails(context.Cause(ctx).Error())
	}
	if err := check(m, entries); err != nil {
		return err
	}
	old, ok := s.workspaces[m.ID]
	if !ok || old.meta.Deleted != m.Deleted {
		return unknown(m.ID)
	}
	for _, e := range entries {
		if _, there := slices.BinarySearchFunc(old.journal, e, bySeq); there {
			return taken(e.Seq)
		}
	}
	journal := append(old.journal, copyEntries(entries)...)
	if n := len(old.journal); n > 0 && n < len(journal) && journal[n].Seq < journal[n-1].Seq {
		journal = slices.Clone(journal) // sorting must not change the old journal, which stays if replace refuses
		sort.Slice(journal, func(a, b int) bool { return journal[a].Seq < journal[b].Seq })
	}
	old.meta, old.journal = copyMeta(m), journal
	return s.replace(old)
}

// Delete implements host.Store.
func (s *Memory) Delete(ctx context.Context, id string) error {
	if ctx.Err() != nil {
		return fails(context.Cause(ctx).Error())
	}
	if _, ok := s.workspaces[id]; !ok {
		return unknown(id)
	}
	delete(s.workspaces, id)
	return nil
}

// Move implements host.Store.
func (s *Memory) Move(ctx context.Context, id, to string, deleted int64) error {
	w, err := s.get(ctx, id)
	if err != nil {
		return err
	}
	m := w.meta
	m.ID, m.Deleted = to, deleted
	if err := check(m, nil); err != nil {
		return err
	}
	if to == id {
		w.meta = m
		return s.replace(w)
	}
	if _, there := s.workspaces[to]; there {
		return taken(0)
	}
	delete(s.workspaces, id)
	s.workspaces[to] = workspace{meta: m, journal: w.journal} // without the snapshot, so it needs no more room
	return nil
}

// Purge implements host.Store.
func (s *Memory) Purge(ctx context.Context, id string) error {
	if ctx.Err() != nil {
		return fails(context.Cause(ctx).Error())
	}
	if s.workspaces[id].meta.Deleted != 0 {
		delete(s.workspaces, id)
	}
	return nil
}

// Clear implements host.Store.
func (s *Memory) Clear(ctx context.Context) error {
	if ctx.Err() != nil {
		return fails(context.Cause(ctx).Error())
	}
	clear(s.workspaces)
	return nil
}

// ClaimSnapshot implements host.Store.
func (s *Memory) ClaimSnapshot(ctx context.Context, id, token string) ([]byte, error) {
	w, err := s.get(ctx, id)
	if err != nil {
		return nil, err
	}
	w.token = token
	return bytes.Clone(w.manifest), s.replace(w)
}

// claimed returns a workspace if the token has claimed its snapshot.
func (s *Memory) claimed(ctx context.Context, id, token string) (workspace, error) {
	w, err := s.get(ctx, id)
	if err == nil && w.token != token {
		err = notClaimed(id)
	}
	return w, err
}

// PutChunks implements host.Store.
func (s *Memory) PutChunks(ctx context.Context, id, token string, chunks ...snapshot.Chunk) error {
	w, err := s.claimed(ctx, id, token)
	if err != nil {
		return err
	}
	w.chunks = maps.Clone(w.chunks)
	if w.chunks == nil {
		w.chunks = map[uint64][]byte{}
	}
	for _, c := range chunks {
		w.chunks[c.Number] = bytes.Clone(c.Data)
	}
	return s.replace(w)
}

// PutSnapshot implements host.Store.
func (s *Memory) PutSnapshot(ctx context.Context, id, token string, manifest []byte, keep []uint64) error {
	w, err := s.claimed(ctx, id, token)
	if err != nil {
		return err
	}
	if manifest != nil {
		w.manifest = bytes.Clone(manifest)
	}
	w.chunks = maps.Clone(w.chunks)
	maps.DeleteFunc(w.chunks, func(no uint64, _ []byte) bool { return !slices.Contains(keep, no) })
	return s.replace(w)
}

// LoadSnapshot implements host.Store.
func (s *Memory) LoadSnapshot(ctx context.Context, id string) ([]byte, error) {
	w, err := s.get(ctx, id)
	return bytes.Clone(w.manifest), err
}

// LoadChunks implements host.Store.
func (s *Memory) LoadChunks(ctx context.Context, id string, numbers ...uint64) ([]snapshot.Chunk, error) {
	w, err := s.get(ctx, id)
	if err != nil {
		return nil, err
	}
	out := make([]snapshot.Chunk, len(numbers))
	for i, no := range numbers {
		out[i] = snapshot.Chunk{Number: no, Data: bytes.Clone(w.chunks[no])}
	}
	return out, nil
}

// replace stores w in place of the workspace with its ID, if there is room.
func (s *Memory) replace(w workspace) error {
	if s.Limit > 0 {
		room := s.Limit - w.size()
		for id, other := range s.workspaces {
			if id != w.meta.ID {
				room -= other.size()
			}
		}
		if room < 0 {
			return base.Refuse(base.CodeStoreFull)
		}
	}
	s.workspaces[w.meta.ID] = w
	return nil
}

// size returns the number of bytes of the workspace that count towards the limit.
func (w workspace) size() int64 {
	n := int64(len(w.meta.Note) + len(w.manifest))
	for _, c := range w.chunks {
		n += int64(len(c))
	}
	for _, e := range w.journal {
		n += int64(len(e.Data))
	}
	return n
}

// lastChangedFirst sorts workspaces as List returns them. The generic sort of package slices would
// be compiled for them once more and make the program larger.
type lastChangedFirst []host.Meta

// Len, Swap and Less implement [sort.Interface]: the latest change comes first, and equal ones are
// in the order of their IDs.
func (l lastChangedFirst) Len() int      { return len(l) }
func (l lastChangedFirst) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l lastChangedFirst) Less(i, j int) bool {
	return l[i].Changed > l[j].Changed || l[i].Changed == l[j].Changed && l[i].ID < l[j].ID
}

// bySeq orders entries by their numbers.
func bySeq(a, b host.JournalEntry) int { return cmp.Compare(a.Seq, b.Seq) }

// copyMeta returns a copy that does not share the note.
func copyMeta(m host.Meta) host.Meta {
	m.Note = bytes.Clone(m.Note)
	return m
}

// copyEntries returns a copy that does not share the entries' data.
func copyEntries(entries []host.JournalEntry) []host.JournalEntry {
	out := make([]host.JournalEntry, len(entries))
	for i, e := range entries {
		out[i] = host.JournalEntry{Seq: e.Seq, Data: bytes.Clone(e.Data)}
	}
	return out
}
