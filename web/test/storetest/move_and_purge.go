package storetest

import (
	"context"
	"math"
	"testing"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/engine/snapshot"
)

// testMove marks workspaces as deleted and brings them back, under the same id and under
// another one.
func testMove(t *testing.T, open func() host.Store) {
	s := open()
	m, journal := meta("m"), entries(1, "one", "two", "three", "4", "5", "6", "7", "8", "9", "ten")
	must(t, s.Put(t.Context(), m, journal))
	must(t, s.Put(t.Context(), meta("mm"), entries(1, "other")))
	_, err := s.ClaimSnapshot(t.Context(), "m", "token")
	must(t, err)
	must(t, s.PutChunks(t.Context(), "m", "token", snapshot.Chunk{Number: 1, Data: []byte("chunk")}))
	must(t, s.PutSnapshot(t.Context(), "m", "token", []byte("manifest"), []uint64{1}))
	wantManifest := func(id, want string) {
		t.Helper()
		if got, err := s.LoadSnapshot(t.Context(), id); err != nil || string(got) != want {
			t.Errorf("the manifest of %q is %q, %v; want %q", id, got, err, want)
		}
	}

	wantCode(t, base.CodeNoSandbox, s.Move(t.Context(), "nowhere", "nowhere", 5))
	wantCode(t, base.CodeStoreFails, s.Move(t.Context(), "m", "m/n", 5))
	wantCode(t, base.CodeStoreFails, s.Move(t.Context(), "m", "m", 1<<53))
	wantCode(t, base.CodeStoreTaken, s.Move(t.Context(), "m", "mm", 5))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	wantCode(t, base.CodeStoreFails, s.Move(ended, "m", "m", 5))
	want(t, s, m, journal)
	wantManifest("m", "manifest")

	must(t, s.Move(t.Context(), "m", "m", 5))
	gone := m
	gone.Deleted = 5
	want(t, open(), gone, journal)
	wantManifest("m", "manifest")
	wantCode(t, base.CodeNoSandbox, s.Append(t.Context(), m, entries(11, "late")...)) // by a tab that has the workspace open
	want(t, s, gone, journal)
	gone.Title = "changed"
	must(t, s.Append(t.Context(), gone))
	want(t, s, gone, journal)
	must(t, s.Move(t.Context(), "m", "m", 0))
	m.Title = "changed"
	want(t, open(), m, journal)

	must(t, s.Move(t.Context(), "m", "other", 7))
	gone = m
	gone.ID, gone.Deleted = "other", 7
	want(t, open(), gone, journal)
	wantManifest("other", "")
	_, err = s.Load(t.Context(), "m", math.MaxUint64)
	wantCode(t, base.CodeNoSandbox, err)
	must(t, s.Put(t.Context(), meta("m"), nil))
	want(t, s, meta("m"), nil) // nothing of the earlier workspace is left
	wantManifest("m", "")
	want(t, s, meta("mm"), entries(1, "other"))
	wantList(t, s, "m", "mm", "other")
	must(t, s.Put(t.Context(), meta("none"), nil))
	must(t, s.Move(t.Context(), "none", "none2", 0))
	moved := meta("none2")
	want(t, s, moved, nil)
}

// testPurge checks that Purge removes workspaces that are marked as deleted, and no others.
func testPurge(t *testing.T, open func() host.Store) {
	s := open()
	for _, id := range []string{"a", "b", "c"} {
		must(t, s.Put(t.Context(), meta(id), entries(1, "of "+id)))
	}
	must(t, s.Move(t.Context(), "a", "a", 5))
	must(t, s.Move(t.Context(), "c", "c2", 5))
	for _, id := range []string{"a", "b", "nowhere", "c2", "", "a/b"} {
		must(t, s.Purge(t.Context(), id))
	}
	wantList(t, open(), "b")
	want(t, s, meta("b"), entries(1, "of b"))
	must(t, s.Put(t.Context(), meta("a"), nil))
	want(t, s, meta("a"), nil)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	wantCode(t, base.CodeStoreFails, s.Purge(ended, "b"))
}
