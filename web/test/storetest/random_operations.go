package storetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/engine/base"
)

// testRandom does random operations on the store and on a plain map, and compares the two after
// each operation.
func testRandom(t *testing.T, open func() host.Store) {
	for seed := range uint64(5) {
		empty(t, open())
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { randomOperations(t, open, seed) })
	}
}

// workspace is a workspace in the map.
type workspace struct {
	meta    host.Meta
	journal []host.JournalEntry
}

// randomOperations runs the operations of one seed. On failure it says which step failed.
func randomOperations(t *testing.T, open func() host.Store, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	s, model := open(), map[string]workspace{}
	some := func(first uint64) []host.JournalEntry {
		out := make([]host.JournalEntry, random.IntN(4))
		for i := range out {
			out[i] = host.JournalEntry{Seq: first, Data: noise(random.IntN(3000))}
			first += 1 + random.Uint64N(3)
		}
		return out
	}
	for step := range 60 {
		m := meta([]string{"a", "b", "ab", "a-b"}[random.IntN(4)])
		m.Changed, m.Title = int64(random.IntN(10)), fmt.Sprint("step ", step)
		old, exists := model[m.ID]
		next := uint64(1)
		if n := len(old.journal); n > 0 {
			next = old.journal[n-1].Seq + 1
		}
		var did string
		var code base.Code
		var err error
		switch random.IntN(10) {
		case 0:
			journal := some(1)
			did, err = "put", s.Put(t.Context(), m, journal)
			model[m.ID] = workspace{m, journal}
		case 1:
			did, err = "delete", s.Delete(t.Context(), m.ID)
			if !exists {
				code = base.CodeNoSandbox
			}
			delete(model, m.ID)
		case 2:
			did, s = "reopen", open()
		case 8:
			to, deleted := []string{m.ID, "moved"}[random.IntN(2)], random.Int64N(2)
			did, err = "move", s.Move(t.Context(), m.ID, to, deleted)
			_, there := model[to]
			switch {
			case !exists:
				code = base.CodeNoSandbox
			case there && to != m.ID:
				code = base.CodeStoreTaken
			default:
				delete(model, m.ID)
				old.meta.ID, old.meta.Deleted = to, deleted
				model[to] = old
			}
		case 9:
			did = "purge"
			for _, id := range []string{m.ID, "moved"} {
				must(t, s.Purge(t.Context(), id))
				if model[id].meta.Deleted != 0 {
					delete(model, id)
				}
			}
		case 3:
			added := append(some(next), host.JournalEntry{Seq: next + 100})
			if len(old.journal) > 0 {
				added = append(entries(next-1, "taken"), added...)
			}
			did, err = "append to fail", s.Append(t.Context(), m, added...)
			switch {
			case !exists || old.meta.Deleted != 0:
				code = base.CodeNoSandbox
			case len(old.journal) > 0:
				code = base.CodeStoreTaken
			default:
				model[m.ID] = workspace{m, added}
			}
		default:
			added := some(next)
			did, err = "append", s.Append(t.Context(), m, added...)
			if exists && old.meta.Deleted == 0 {
				model[m.ID] = workspace{m, slices.Concat(old.journal, added)}
			} else {
				code = base.CodeNoSandbox
			}
		}
		if code == "" {
			must(t, err)
		} else {
			wantCode(t, code, err)
		}
		listed := slices.SortedFunc(maps.Keys(model), func(a, b string) int {
			if x, y := model[a].meta.Changed, model[b].meta.Changed; x != y {
				return int(y - x)
			}
			if a < b {
				return -1
			}
			return 1
		})
		wantList(t, s, listed...)
		for _, id := range listed {
			want(t, s, model[id].meta, model[id].journal)
		}
		if t.Failed() {
			t.Fatalf("seed %d, step %d: %s %q", seed, step, did, m.ID)
		}
	}
}
