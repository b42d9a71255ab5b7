//go:build js && wasm

package store_test

import (
	"reflect"
	"testing"
	"time"

	"tabletop/app/host"
	"tabletop/wasm/store"
)

// TestSpareComesBack deletes the database, as Chromium does with a damaged one, and finds
// everything that was in it.
func TestSpareComesBack(t *testing.T) {
	s := store.OpenBrowserStore(t.Context(), t.Name())
	m := host.Meta{ID: "abc", Title: "計分板", Created: 5, Changed: 7, Next: 3, Bytes: 4, Note: []byte{1}}
	if err := s.Put(t.Context(), m, []host.JournalEntry{{Seq: 1, Data: []byte("one")}, {Seq: 2, Data: []byte("2")}}); err != nil {
		t.Fatal(err)
	}
	want, err := s.Load(t.Context(), "abc", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), host.Meta{ID: "gone", Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	const spared = `
		const bucket = await navigator.storageBuckets.open("spare");
		const db = await answer(bucket.indexedDB.open(name));
		const n = await answer(db.transaction("workspaces").objectStore("workspaces").count());
		db.close();
		return n;`
	for evaluate(t, spared, t.Name()).Int() < 2 {
		time.Sleep(10 * time.Millisecond)
	}
	if err := s.Delete(t.Context(), "gone"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
		s = store.OpenBrowserStore(t.Context(), t.Name())
		if got, err := s.Load(t.Context(), "abc", 0); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("what came back is %v, %v; wanted is %v", got, err, want)
		}
		if list, err := s.List(t.Context()); err != nil || len(list) != 1 {
			t.Fatalf("the list is %v, %v", list, err)
		}
	}
}
