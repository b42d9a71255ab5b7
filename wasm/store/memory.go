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

// Memory is a host.Store that lasts as long as the program: for tests, and for
// browsers that refuse to store anything.
type Memory struct {
	// Limit is how many bytes of entries, notes and snapshots the store takes
	// before it says store-full; 0 is no limit.
	Limit int64

	workspaces map[string]workspace
}

// workspace is one stored workspace. What its slices hold is never changed in
// place, only appended to.
type workspace struct {
	meta     host.Meta
	journal  []host.Entry // by Seq
	manifest []byte
	chunks   map[uint64][]byte
	token    string // whose the snapshot is
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
	first, _ := slices.BinarySearchFunc(w.journal, host.Entry{Seq: from}, bySeq)
	return host.StoredWorkspace{Meta: copyMeta(w.meta), Entries: copyEntries(w.journal[first:])}, nil
}

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
func (s *Memory) Put(ctx context.Context, m host.Meta, journal []host.Entry) error {
	if ctx.Err() != nil {
		return fails(context.Cause(ctx).Error())
	}
	if err := check(m, journal); err != nil {
		return err
	}
	return s.replace(workspace{meta: copyMeta(m), journal: copyEntries(journal)})
}

// PutAll implements host.Store.
func (s *Memory) PutAll(ctx context.Context, list []host.WorkspaceRecord, went func(int)) (err error) {
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
func (s *Memory) Append(ctx context.Context, m host.Meta, entries ...host.Entry) error {
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
		journal = slices.Clone(journal) // the old one must survive a refusal
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
	s.workspaces[to] = workspace{meta: m, journal: w.journal} // which takes no more room
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

// Claim implements host.Store.
func (s *Memory) Claim(ctx context.Context, id, token string) ([]byte, error) {
	w, err := s.get(ctx, id)
	if err != nil {
		return nil, err
	}
	w.token = token
	return bytes.Clone(w.manifest), s.replace(w)
}

// claimed returns a workspace whose snapshot is the token's.
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
		w.chunks[c.No] = bytes.Clone(c.Data)
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

// Snapshot implements host.Store.
func (s *Memory) Snapshot(ctx context.Context, id string) ([]byte, error) {
	w, err := s.get(ctx, id)
	return bytes.Clone(w.manifest), err
}

// Chunks implements host.Store.
func (s *Memory) Chunks(ctx context.Context, id string, numbers ...uint64) ([]snapshot.Chunk, error) {
	w, err := s.get(ctx, id)
	if err != nil {
		return nil, err
	}
	out := make([]snapshot.Chunk, len(numbers))
	for i, no := range numbers {
		out[i] = snapshot.Chunk{No: no, Data: bytes.Clone(w.chunks[no])}
	}
	return out, nil
}

// replace puts w in the place of the workspace with its id, if there is room.
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

// size returns the bytes of the workspace's entries, note and snapshot.
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

// lastChangedFirst orders workspaces as List does. Package slices would put all of its
// sorting into the program once more for them.
type lastChangedFirst []host.Meta

func (l lastChangedFirst) Len() int      { return len(l) }
func (l lastChangedFirst) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l lastChangedFirst) Less(i, j int) bool {
	return l[i].Changed > l[j].Changed || l[i].Changed == l[j].Changed && l[i].ID < l[j].ID
}

func bySeq(a, b host.Entry) int { return cmp.Compare(a.Seq, b.Seq) }

func copyMeta(m host.Meta) host.Meta {
	m.Note = bytes.Clone(m.Note)
	return m
}

func copyEntries(entries []host.Entry) []host.Entry {
	out := make([]host.Entry, len(entries))
	for i, e := range entries {
		out[i] = host.Entry{Seq: e.Seq, Data: bytes.Clone(e.Data)}
	}
	return out
}
