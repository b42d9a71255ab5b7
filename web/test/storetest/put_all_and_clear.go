package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/engine/base"
)

// testPutAll stores many workspaces in one call. A call that fails or is cancelled must change
// nothing.
func testPutAll(t *testing.T, open func() host.Store) {
	s := open()
	old := meta("old")
	must(t, s.Put(t.Context(), old, entries(1, "one", "two")))
	must(t, s.Put(t.Context(), meta("replaced"), entries(1, "one", "two")))
	_, err := s.ClaimSnapshot(t.Context(), "replaced", "token")
	must(t, err)
	must(t, s.PutSnapshot(t.Context(), "replaced", "token", []byte("manifest"), nil))
	var list []host.WorkspaceToStore
	for i := range 300 {
		m := meta(fmt.Sprintf("n%03d", i))
		list = append(list, host.WorkspaceToStore{Meta: m, Entries: entries(1, "a", fmt.Sprint(i))})
	}
	long := make([]string, 700)
	for i := range long {
		long[i] = string(noise(1000 + i))
	}
	list[150].Entries = entries(1, long...)
	replaced := meta("replaced")
	replaced.Title = "Another"
	noted := host.WorkspaceToStore{Meta: host.Meta{ID: "old", Title: "no title of its own", Next: 99, Note: []byte("noted")}, Noted: true}
	list = slices.Insert(list, 200, host.WorkspaceToStore{Meta: replaced, Entries: entries(1, "new")}, noted)
	ids := []string{"old", "replaced"}

	unchanged := func(s host.Store) {
		t.Helper()
		wantList(t, s, ids...)
		want(t, s, old, entries(1, "one", "two"))
		want(t, s, meta("replaced"), entries(1, "one", "two"))
		if manifest, err := s.LoadSnapshot(t.Context(), "replaced"); err != nil || string(manifest) != "manifest" {
			t.Errorf("the snapshot is %q, %v", manifest, err)
		}
	}
	nothing := func(int) {}
	nobody := host.WorkspaceToStore{Meta: meta("nobody"), Noted: true}
	wantCode(t, base.CodeNoSandbox, s.PutAll(t.Context(), append(slices.Clone(list), nobody), nothing))
	unchanged(s)
	bad := host.WorkspaceToStore{Meta: meta("b/d")}
	wantCode(t, base.CodeStoreFails, s.PutAll(t.Context(), append(slices.Clone(list), bad), nothing))
	unchanged(s)
	ctx, cancel := context.WithCancel(t.Context())
	wantCode(t, base.CodeStoreFails, s.PutAll(ctx, list, func(done int) {
		if done == 250 {
			cancel()
		}
	}))
	unchanged(open())

	last := 0
	must(t, s.PutAll(t.Context(), list, func(done int) { last = done }))
	if last != len(list) {
		t.Errorf("it told of %d of %d", last, len(list))
	}
	for _, v := range list {
		switch v.ID {
		case "old":
			old.Note = []byte("noted")
			want(t, s, old, entries(1, "one", "two"))
		default:
			want(t, s, v.Meta, v.Entries)
		}
	}
	if manifest, err := s.LoadSnapshot(t.Context(), "replaced"); err != nil || manifest != nil {
		t.Errorf("the snapshot of what was replaced is %q, %v", manifest, err)
	}
	must(t, s.PutAll(t.Context(), nil, nothing))
}

// testClear deletes everything in the store.
func testClear(t *testing.T, open func() host.Store) {
	s := open()
	must(t, s.Clear(t.Context()))
	must(t, s.Put(t.Context(), meta("a"), entries(1, "x", "y")))
	must(t, s.Put(t.Context(), meta("b"), entries(1, "z")))
	_, err := s.ClaimSnapshot(t.Context(), "a", "token")
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantCode(t, base.CodeStoreFails, s.Clear(ctx))
	wantList(t, s, "a", "b")
	must(t, s.Clear(t.Context()))
	wantList(t, open())
	must(t, s.Put(t.Context(), meta("a"), nil))
	want(t, s, meta("a"), nil)
	wantCode(t, base.CodeStoreFails, s.PutSnapshot(t.Context(), "a", "token", nil, nil))
}
