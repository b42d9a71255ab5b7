package storetest

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"tabletop/app/host"
	"tabletop/engine/snapshot"
)

// OutOfStep returns a store that wraps s and makes every call overlap with others. Together
// with the call it starts several calls that only read, in a random order, and returns when all
// have been answered. Set serial if s can handle only one call at a time; the calls then wait
// for each other.
func OutOfStep(s host.Store, serial bool, seed uint64) host.Store {
	o := &outOfStep{store: s, random: rand.New(rand.NewPCG(seed, 0))}
	if serial {
		o.turn = &sync.Mutex{}
	}
	return o
}

// outOfStep implements [host.Store] by the method among.
type outOfStep struct {
	store  host.Store
	turn   sync.Locker // held by each call of the store; nil if calls may overlap
	mu     sync.Mutex  // protects random
	random *rand.Rand
}

// among runs a call together with calls that read the workspace with the given id, and waits
// for all of them.
func (o *outOfStep) among(id string, call func(host.Store)) {
	ctx := context.Background()
	calls := []func(host.Store){
		call,
		func(s host.Store) { _, _ = s.List(ctx) },
		func(s host.Store) { _, _ = s.Load(ctx, id, 0) },
		func(s host.Store) { _, _ = s.LoadSnapshot(ctx, id) },
		func(s host.Store) { _, _ = s.LoadChunks(ctx, id, 1, 2, 3) },
	}
	o.mu.Lock()
	order := o.random.Perm(len(calls))
	late := o.random.IntN(4)
	o.mu.Unlock()
	var all sync.WaitGroup
	for _, i := range order {
		all.Go(func() {
			for range late * i {
				runtime.Gosched()
			}
			if o.turn != nil {
				o.turn.Lock()
				defer o.turn.Unlock()
			}
			calls[i](o.store)
		})
	}
	all.Wait()
}

// List implements host.Store.
func (o *outOfStep) List(ctx context.Context) (list []host.Meta, err error) {
	o.among("a", func(s host.Store) { list, err = s.List(ctx) })
	return list, err
}

// Load implements host.Store.
func (o *outOfStep) Load(ctx context.Context, id string, from uint64) (l host.StoredWorkspace, err error) {
	o.among(id, func(s host.Store) { l, err = s.Load(ctx, id, from) })
	return l, err
}

// Put implements host.Store.
func (o *outOfStep) Put(ctx context.Context, m host.Meta, journal []host.JournalEntry) (err error) {
	o.among(m.ID, func(s host.Store) { err = s.Put(ctx, m, journal) })
	return err
}

// PutAll implements host.Store.
func (o *outOfStep) PutAll(ctx context.Context, list []host.WorkspaceToStore, went func(int)) (err error) {
	o.among("a", func(s host.Store) { err = s.PutAll(ctx, list, went) })
	return err
}

// Append implements host.Store.
func (o *outOfStep) Append(ctx context.Context, m host.Meta, entries ...host.JournalEntry) (err error) {
	o.among(m.ID, func(s host.Store) { err = s.Append(ctx, m, entries...) })
	return err
}

// Delete implements host.Store.
func (o *outOfStep) Delete(ctx context.Context, id string) (err error) {
	o.among(id, func(s host.Store) { err = s.Delete(ctx, id) })
	return err
}

// Move implements host.Store.
func (o *outOfStep) Move(ctx context.Context, id, to string, deleted int64) (err error) {
	o.among(id, func(s host.Store) { err = s.Move(ctx, id, to, deleted) })
	return err
}

// Purge implements host.Store.
func (o *outOfStep) Purge(ctx context.Context, id string) (err error) {
	o.among(id, func(s host.Store) { err = s.Purge(ctx, id) })
	return err
}

// Clear implements host.Store.
func (o *outOfStep) Clear(ctx context.Context) (err error) {
	o.among("a", func(s host.Store) { err = s.Clear(ctx) })
	return err
}

// ClaimSnapshot implements host.Store.
func (o *outOfStep) ClaimSnapshot(ctx context.Context, id, token string) (manifest []byte, err error) {
	o.among(id, func(s host.Store) { manifest, err = s.ClaimSnapshot(ctx, id, token) })
	return manifest, err
}

// PutChunks implements host.Store.
func (o *outOfStep) PutChunks(ctx context.Context, id, token string, chunks ...snapshot.Chunk) (err error) {
	o.among(id, func(s host.Store) { err = s.PutChunks(ctx, id, token, chunks...) })
	return err
}

// PutSnapshot implements host.Store.
func (o *outOfStep) PutSnapshot(ctx context.Context, id, token string, manifest []byte, keep []uint64) (err error) {
	o.among(id, func(s host.Store) { err = s.PutSnapshot(ctx, id, token, manifest, keep) })
	return err
}

// LoadSnapshot implements host.Store.
func (o *outOfStep) LoadSnapshot(ctx context.Context, id string) (manifest []byte, err error) {
	o.among(id, func(s host.Store) { manifest, err = s.LoadSnapshot(ctx, id) })
	return manifest, err
}

// LoadChunks implements host.Store.
func (o *outOfStep) LoadChunks(ctx context.Context, id string, numbers ...uint64) (chunks []snapshot.Chunk, err error) {
	o.among(id, func(s host.Store) { chunks, err = s.LoadChunks(ctx, id, numbers...) })
	return chunks, err
}

// testLarge stores large values. Browsers store these apart from the answer to a request, and
// fetching them takes longer than it takes to report that a transaction is complete. In
// Chromium these are values of more than 64 KiB.
func testLarge(t *testing.T, open func() host.Store) {
	s := open()
	m := meta("l")
	m.Note = noise(200_001)
	journal := []host.JournalEntry{{Seq: 1, Data: noise(300_000)}, {Seq: 2, Data: noise(10)}, {Seq: 3, Data: noise(150_000)}}
	must(t, s.Put(t.Context(), m, journal))
	want(t, s, m, journal)
	manifest := ""
	for round := range 5 {
		for _, s := range []host.Store{s, open()} {
			token := string(rune('a' + round))
			got, err := s.ClaimSnapshot(t.Context(), "l", token)
			must(t, err)
			if string(got) != manifest {
				t.Fatalf("round %d: claimed over a manifest of %d bytes, want %d", round, len(got), len(manifest))
			}
			chunks := []snapshot.Chunk{{Number: 1, Data: noise(100_000 + round)}, {Number: 2, Data: noise(5)}, {Number: 3, Data: noise(400_000)}}
			must(t, s.PutChunks(t.Context(), "l", token, chunks...))
			manifest = string(noise(90_000 + 10_000*round))
			must(t, s.PutSnapshot(t.Context(), "l", token, []byte(manifest), []uint64{1, 2, 3}))
			list, err := s.LoadChunks(t.Context(), "l", 3, 1, 2)
			must(t, err)
			for _, c := range list {
				if string(c.Data) != string(chunks[c.Number-1].Data) {
					t.Errorf("round %d: chunk %d has %d bytes, want %d", round, c.Number, len(c.Data), len(chunks[c.Number-1].Data))
				}
			}
		}
	}
	want(t, s, m, journal)
}
