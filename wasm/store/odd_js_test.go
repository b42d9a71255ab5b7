//go:build js && wasm

package store_test

import (
	"syscall/js"
	"testing"
	"time"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/wasm/store"
)

// TestOddNewerVersion: what a newer version of the page had stored was said to be in a
// private window, and the list to be empty.
func TestOddNewerVersion(t *testing.T) {
	evaluate(t, `(await answer(indexedDB.open(name, 99))).close(); return 0;`, t.Name())
	defer evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
	s := store.OpenBrowser(t.Context(), t.Name(), "")
	if e := s.Trouble(); e == nil || e.Code != base.CodeStoreNewer {
		t.Errorf("the trouble is %v", e)
	}
	if list, err := s.List(t.Context()); err == nil {
		t.Errorf("it is listed as %v", list)
	}
	if err := s.Put(t.Context(), host.Meta{ID: "new", Next: 1}, nil); err != nil {
		t.Errorf("nothing can be made meanwhile: %v", err)
	}
}

// TestOddBucketHangs: where the browser never says whether it opens the spare's bucket,
// the page hung. It goes on without a spare.
func TestOddBucketHangs(t *testing.T) {
	buckets := js.Global().Get("navigator").Get("storageBuckets")
	buckets.Set("open", js.Global().Get("Function").New("return new Promise(() => {})"))
	defer buckets.Delete("open")
	done := make(chan error, 1)
	go func() {
		s := store.OpenBrowser(t.Context(), t.Name(), "")
		for range 5 { // also what there is not is known at once, after the first
			if _, err := s.Load(t.Context(), "a", 0); err == nil || err.(*base.Error).Code != base.CodeNoSandbox {
				done <- err
				return
			}
		}
		if _, err := s.List(t.Context()); err != nil {
			done <- err
			return
		}
		done <- s.Put(t.Context(), host.Meta{ID: "a", Next: 1}, nil)
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it hangs")
	}
	evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
}

// TestOddBucketsRefused: the same, where the browser throws.
func TestOddBucketsRefused(t *testing.T) {
	evaluate(t, `Object.defineProperty(navigator, "storageBuckets", {configurable: true, get() { throw new DOMException("no", "SecurityError"); }}); return 0;`, "")
	defer evaluate(t, `delete navigator.storageBuckets; return 0;`, "")
	s := store.OpenBrowser(t.Context(), t.Name(), "")
	if list, err := s.List(t.Context()); err != nil || len(list) != 0 || s.Trouble() != nil {
		t.Errorf("%v, %v, %v", list, err, s.Trouble())
	}
	evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
}

// TestOddTwoSitesApart: two sites of one origin had one database between them. Each has
// its own, with what was in the common one, copied once.
func TestOddTwoSitesApart(t *testing.T) {
	former := t.Name()
	ctx := t.Context()
	old, err := store.OpenIndexedDB(ctx, former)
	if err != nil {
		t.Fatal(err)
	}
	m := host.Meta{ID: "abc", Title: "計分板", Created: 5, Changed: 7, Next: 12, Bytes: 4, Note: []byte{1}}
	journal := []host.Entry{{Seq: 1, Data: []byte("one")}, {Seq: 10, Data: []byte("ten")}, {Seq: 11, Data: nil}}
	for _, e := range []error{old.Put(ctx, m, journal), old.Put(ctx, host.Meta{ID: "lesson", Kind: host.KindLesson, Next: 1}, nil)} {
		if e != nil {
			t.Fatal(e)
		}
	}
	ids := func(s host.Store) (ids string) {
		t.Helper()
		list, err := s.List(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			ids += m.ID + " "
		}
		return ids
	}
	a, b := store.OpenBrowser(ctx, former+" /a", former), store.OpenBrowser(ctx, former+" /b", former)
	for _, s := range []host.Store{a, b} {
		if got := ids(s); got != "abc lesson " {
			t.Fatalf("of what was there a site has %q", got)
		}
		l, err := s.Load(ctx, "abc", 0)
		if err != nil || l.Title != m.Title || l.Changed != m.Changed || len(l.Entries) != 3 || string(l.Entries[1].Data) != "ten" || len(l.Damaged) > 0 {
			t.Errorf("%+v, %v", l, err)
		}
	}
	if err := a.Put(ctx, host.Meta{ID: "of a", Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if err := a.Delete(ctx, "abc"); err != nil {
		t.Fatal(err)
	}
	if err := old.Put(ctx, host.Meta{ID: "later", Next: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if got := ids(b); got != "abc lesson " {
		t.Errorf("what one site does the other has: %q", got)
	}
	if got := ids(old); got != "abc later lesson " {
		t.Errorf("what was there has become %q", got)
	}
	for range 2 { // opened again, and lost
		if got := ids(store.OpenBrowser(ctx, former+" /a", former)); got != "lesson of a " && got != "of a lesson " {
			t.Errorf("opened again there is %q", got)
		}
		spared := `
			const bucket = await navigator.storageBuckets.open("spare");
			const db = await answer(bucket.indexedDB.open(name));
			const n = await answer(db.transaction("workspaces").objectStore("workspaces").count());
			const mark = await answer(db.transaction("snapshots").objectStore("snapshots").get("/inherited"));
			db.close();
			return n === 2 && mark === 1;`
		for begun := time.Now(); !evaluate(t, spared, former+" /a").Bool(); time.Sleep(10 * time.Millisecond) {
			if time.Since(begun) > time.Minute {
				t.Fatal("the spare does not follow")
			}
		}
		evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, former+" /a")
	}
	none := store.OpenBrowser(ctx, former+" /none", former+" that is not")
	if got := ids(none); got != "" {
		t.Errorf("of nothing there is %q", got)
	}
	if evaluate(t, `return (await indexedDB.databases()).some((db) => db.name === name + " that is not");`, former).Bool() {
		t.Error("a database was made that there was not")
	}
}
