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

// TestOddNewerVersion checks a database of a newer version of the page. It was once reported as a
// private window, and the list as empty.
func TestOddNewerVersion(t *testing.T) {
	evaluate(t, `(await answer(indexedDB.open(name, 99))).close(); return 0;`, t.Name())
	defer evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
	s := store.OpenBrowserStore(t.Context(), t.Name())
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

// TestOddBucketHangs checks a browser that never answers the request for the spare's bucket, which
// once stopped the page. The page has to go on without a spare.
func TestOddBucketHangs(t *testing.T) {
	buckets := js.Global().Get("navigator").Get("storageBuckets")
	buckets.Set("open", js.Global().Get("Function").New("return new Promise(() => {})"))
	defer buckets.Delete("open")
	done := make(chan error, 1)
	go func() {
		s := store.OpenBrowserStore(t.Context(), t.Name())
		for range 5 { // after the first time, the answer is immediate
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

// TestOddBucketsRefused checks the same for a browser that throws.
func TestOddBucketsRefused(t *testing.T) {
	evaluate(t, `Object.defineProperty(navigator, "storageBuckets", {configurable: true, get() { throw new DOMException("no", "SecurityError"); }}); return 0;`, "")
	defer evaluate(t, `delete navigator.storageBuckets; return 0;`, "")
	s := store.OpenBrowserStore(t.Context(), t.Name())
	if list, err := s.List(t.Context()); err != nil || len(list) != 0 || s.Trouble() != nil {
		t.Errorf("%v, %v, %v", list, err, s.Trouble())
	}
	evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
}

// TestOddDamagedDatabase checks that the spare is used after Chromium has found the database
// damaged, deleted it and failed the first attempt to open it. The workspaces were once reported as
// missing.
func TestOddDamagedDatabase(t *testing.T) {
	evaluate(t, `
		const open = indexedDB.open.bind(indexedDB);
		indexedDB.open = (...args) => {
			indexedDB.open = open;
			const heard = { success: [], error: [], upgradeneeded: [] };
			const own = (value) => ({ value, writable: true });
			const request = Object.create(IDBOpenDBRequest.prototype, {
				readyState: own("pending"), error: own(null), onblocked: own(null),
				addEventListener: own((type, f) => heard[type].push(f)), removeEventListener: own(() => {}),
			});
			setTimeout(() => {
				request.readyState = "done";
				request.error = new DOMException("Internal error opening backing store for indexedDB.open.", "UnknownError");
				for (const f of heard.error) f({ target: request });
			});
			return request;
		};
		return 0;`, "")
	s := store.OpenBrowserStore(t.Context(), t.Name())
	if s.Trouble() != nil {
		t.Error(s.Trouble())
	}
	if list, err := s.List(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	evaluate(t, `delete indexedDB.open; await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
}
