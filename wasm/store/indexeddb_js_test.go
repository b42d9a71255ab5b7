//go:build js && wasm

package store_test

import (
	"context"
	"fmt"
	"reflect"
	"syscall/js"
	"testing"
	"time"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/wasm/store"
	"tabletop/web/test/storetest"
)

// These tests need a browser; web/test/exec runs them in one.

func TestIndexedDB(t *testing.T) {
	storetest.Run(t, opener(t))
}

// TestPlainJavaScript reads the database as a page without Go would.
func TestPlainJavaScript(t *testing.T) {
	s := opener(t)()
	m := host.Meta{ID: "k2x5aaaaaa", Kind: host.KindLesson, Title: "計分板", Created: 1_700_000_000_000_001, Changed: 1_700_000_000_000_002, Next: 3, Bytes: 5, Note: []byte{7, 8}}
	if err := s.Put(t.Context(), m, []host.JournalEntry{{Seq: 1, Data: []byte{1, 0, 255}}, {Seq: 11}, {Seq: 12, Data: []byte{2, 3}}}); err != nil {
		t.Fatal(err)
	}
	got := evaluate(t, `
		const db = await answer(indexedDB.open(name));
		const t = db.transaction(["workspaces", "journal"]);
		const [meta] = await answer(t.objectStore("workspaces").getAll());
		const keys = await answer(t.objectStore("journal").getAllKeys());
		const values = await answer(t.objectStore("journal").getAll());
		db.close();
		if (!(meta.note instanceof Uint8Array && values.every((v) => v instanceof Uint8Array))) throw new Error("not bytes");
		meta.note = [...meta.note];
		// "J", a version, and two copies, each preceded by its length and a checksum. In a copy,
		// each entry is preceded by its length.
		return JSON.stringify({ meta, keys, values: values.map((v) => [...v.subarray(0, 7), ...v.subarray(11, 11 + v[6])]) });`, t.Name())
	const want = `{"meta":{"bytes":5,"changed":1700000000000002,"created":1700000000000001,"id":"k2x5aaaaaa","kind":"lesson","next":3,"note":[7,8],"title":"計分板"},` +
		`"keys":["k2x5aaaaaa/00000000000000000001","k2x5aaaaaa/00000000000000000012"],"values":[[74,2,2,0,0,0,7,0,0,0,3,1,0,255],[74,2,2,0,0,0,10,0,0,0,0,0,0,0,2,2,3]]}`
	sorted := evaluate(t, `
		const v = JSON.parse(name);
		v.meta = Object.fromEntries(Object.entries(v.meta).sort(([a], [b]) => (a < b ? -1 : 1)));
		return JSON.stringify(v);`, got.String())
	if sorted.String() != want {
		t.Errorf("a plain page reads\n%s\nwant\n%s", sorted, want)
	}
}

// TestDeletedUnderneath lets another page delete the database. The store allows it and starts
// again.
func TestDeletedUnderneath(t *testing.T) {
	s := opener(t)()
	m := host.Meta{ID: "a", Next: 1}
	if err := s.Put(t.Context(), m, nil); err != nil {
		t.Fatal(err)
	}
	evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
	if list, err := s.List(t.Context()); err != nil || len(list) != 0 {
		t.Fatal("after the database was deleted, List returned", list, err)
	}
	if err := s.Put(t.Context(), m, nil); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(t.Context()); err != nil || len(list) != 1 {
		t.Fatal("the new database has", list, err)
	}
}

// TestClosed closes the store and uses it again.
func TestClosed(t *testing.T) {
	s, err := store.OpenIndexedDB(t.Context(), t.Name())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := s.Put(t.Context(), host.Meta{ID: "a"}, nil); err != nil {
			t.Fatal(err)
		}
		s.Close()
		s.Close()
	}
	evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
}

// TestEmptyDatabase opens a database that a page has created before the store, without object
// stores.
func TestEmptyDatabase(t *testing.T) {
	evaluate(t, `(await answer(indexedDB.open(name))).close(); return 0;`, t.Name())
	s := opener(t)()
	if err := s.Put(t.Context(), host.Meta{ID: "a"}, nil); err != nil {
		t.Fatal(err)
	}
}

// TestBlocked opens a database whose upgrade another page blocks. Opening ends with its context,
// and the upgrade is carried out completely once it is possible.
func TestBlocked(t *testing.T) {
	old := evaluate(t, `return await answer(indexedDB.open(name));`, t.Name()) // ignores versionchange
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	s, err := store.OpenIndexedDB(ctx, t.Name())
	if err == nil {
		t.Fatal("opened", s, "though another page holds the old version")
	}
	if want := "store-fails: context deadline exceeded"; err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	old.Call("close")
	late := evaluate(t, `
		const db = await answer(indexedDB.open(name)); // waits its turn after the blocked one
		db.close();
		return [db.version, ...db.objectStoreNames].join();`, t.Name())
	if want := "4,chunks,journal,snapshots,workspaces"; late.String() != want {
		t.Errorf("the late upgrade made %q, want %q", late, want)
	}
	if err := opener(t)().Put(t.Context(), host.Meta{ID: "a"}, nil); err != nil {
		t.Error(err)
	}
}

// TestCutShort ends the context at every stage of an Append. The error and the database's content
// must agree.
func TestCutShort(t *testing.T) {
	s := opener(t)()
	m := host.Meta{ID: "a", Next: 1}
	if err := s.Put(t.Context(), m, nil); err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 100_000)
	var cut, done int
	for i := range 40 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*500*time.Microsecond)
		next := m
		next.Next++
		entries := []host.JournalEntry{{Seq: 2 * m.Next, Data: data}, {Seq: 2*m.Next + 1, Data: data}}
		err := s.Append(ctx, next, entries...)
		cancel()
		if err == nil {
			m = next
			done++
		} else {
			cut++
		}
		got, err := s.Load(t.Context(), "a", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got.Next != m.Next || len(got.Entries) != 2*int(m.Next-1) {
			t.Fatalf("round %d: next is %d with %d entries, want %d with %d", i, got.Next, len(got.Entries), m.Next, 2*(m.Next-1))
		}
	}
	t.Logf("%d cut short, %d done", cut, done)
	if cut == 0 {
		t.Error("no Append was cut short")
	}
}

// TestForeignRecords lists a database that another program has written to.
func TestForeignRecords(t *testing.T) {
	s := opener(t)()
	if err := s.Put(t.Context(), host.Meta{ID: "good", Title: "Good", Changed: 5}, nil); err != nil {
		t.Fatal(err)
	}
	evaluate(t, `
		const db = await answer(indexedDB.open(name));
		const t = db.transaction(["workspaces", "journal"], "readwrite");
		const put = (key, value) => t.objectStore("workspaces").put(value, key);
		put("odd", { title: 5, created: "x", changed: NaN, next: -1, bytes: 2 ** 60, note: [1] });
		put("flat", "text");
		put("new", { kind: "future", title: "New", changed: 1 });
		t.objectStore("journal").put("no bytes", "flat/00000000000000000001");
		await new Promise((done) => (t.oncomplete = done));
		db.close();
		return 0;`, t.Name())
	list, err := s.List(t.Context())
	want := []host.Meta{{ID: "good", Title: "Good", Changed: 5, Note: []byte{}}, {ID: "new", Title: "New", Changed: 1}, {ID: "flat"}, {ID: "odd"}}
	if err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("List returned %+v, %v\nwant %+v", list, err, want)
	}
	if l, err := s.Load(t.Context(), "flat", 0); err != nil || len(l.Entries) > 0 || !reflect.DeepEqual(l.Damaged, []host.DamagedRecord{{Seq: 1}}) {
		t.Errorf("Load returned %+v, %v", l, err)
	}
	if err := s.Delete(t.Context(), "flat"); err != nil {
		t.Error(err)
	}
}

// TestDamage changes bytes in the database. Readable entries are returned, and damaged records are
// returned unchanged.
func TestDamage(t *testing.T) {
	s := opener(t)()
	m := host.Meta{ID: "d", Next: 8}
	if err := s.Put(t.Context(), m, nil); err != nil {
		t.Fatal(err)
	}
	for _, added := range [][]host.JournalEntry{
		{{Seq: 1, Data: []byte("one")}},
		{{Seq: 2, Data: []byte("two")}, {Seq: 3, Data: []byte("three")}},
		{{Seq: 4, Data: make([]byte, 100_000)}},
		{{Seq: 5, Data: []byte("five")}, {Seq: 6, Data: []byte("six")}},
		{{Seq: 7, Data: []byte("seven")}},
	} {
		if err := s.Append(t.Context(), m, added...); err != nil {
			t.Fatal(err)
		}
	}
	evaluate(t, `
		const db = await answer(indexedDB.open(name));
		const store = db.transaction(["journal"], "readwrite").objectStore("journal");
		const change = async (key, to) => store.put(to(await answer(store.get("d/" + key.padStart(20, "0")))), "d/" + key.padStart(20, "0"));
		await change("1", (v) => (v[16] ^= 1, v)); // of the first copy
		await change("3", (v) => v.slice(0, 30)); // cut off
		await change("4", (v) => (v[5000] ^= 1, v)); // stored once only
		await change("6", (v) => (v[16] ^= 1, v[v.length - 1] ^= 1, v)); // of both copies
		await new Promise((done) => (store.transaction.oncomplete = done));
		db.close();
		return 0;`, t.Name())
	for from, want := range map[uint64]string{0: "1one 2two 3three 7seven; 4 5 6", 3: "3three 7seven; 4 5 6", 6: "7seven; 6"} {
		l, err := s.Load(t.Context(), "d", from)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for i, e := range l.Entries {
			got += fmt.Sprintf("%.*s%d%s", min(i, 1), " ", e.Seq, e.Data)
		}
		got += ";"
		for _, d := range l.Damaged {
			got += fmt.Sprintf(" %d", d.Seq)
			if has := d.Data != nil; has == (d.Seq == 5) {
				t.Errorf("from %d: damaged %d has %d bytes", from, d.Seq, len(d.Data))
			}
		}
		if got != want {
			t.Errorf("from %d: %.300q, want %q", from, got, want)
		}
	}
	for _, seq := range []uint64{5, 6} { // damaged records keep their numbers
		err := s.Append(t.Context(), m, host.JournalEntry{Seq: seq})
		if e, ok := err.(*base.Error); !ok || e.Code != base.CodeStoreTaken {
			t.Errorf("entry %d: %v", seq, err)
		}
	}
}

// TestPutTogether checks that entries that are put together become a few records, and that each
// entry can be loaded and is taken.
func TestPutTogether(t *testing.T) {
	s := opener(t)()
	m := host.Meta{ID: "many", Next: 5001}
	journal := make([]host.JournalEntry, 5000)
	for i := range journal {
		journal[i] = host.JournalEntry{Seq: uint64(i + 1), Data: fmt.Appendf(nil, "entry %d", i+1)}
	}
	if err := s.Put(t.Context(), m, journal[:10]); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), m, journal[10:]...); err != nil {
		t.Fatal(err)
	}
	records := evaluate(t, `
		const db = await answer(indexedDB.open(name));
		const count = await answer(db.transaction(["journal"]).objectStore("journal").count());
		db.close();
		return count;`, t.Name()).Int()
	if records < 2 || records > 6 {
		t.Errorf("they are %d records", records)
	}
	for from := uint64(1); from < 5010; from += 1 + from/10 {
		l, err := s.Load(t.Context(), m.ID, from)
		if err != nil || len(l.Entries) != max(0, 5001-int(from)) || len(l.Entries) > 0 && !reflect.DeepEqual(l.Entries[0], journal[from-1]) {
			t.Fatalf("from %d: %d entries, %v", from, len(l.Entries), err)
		}
		if from <= 5000 {
			err := s.Append(t.Context(), m, host.JournalEntry{Seq: from})
			if e, ok := err.(*base.Error); !ok || e.Code != base.CodeStoreTaken {
				t.Fatalf("entry %d: %v", from, err)
			}
		}
	}
}

// TestCommitsAtOnce checks that a change is committed without waiting for each request, since a
// page that is closed does not live long enough for that.
func TestCommitsAtOnce(t *testing.T) {
	s := opener(t)()
	evaluate(t, `
		const prototype = IDBTransaction.prototype, commit = prototype.commit;
		globalThis.committed = "";
		prototype.commit = function () { committed += this.mode + " "; commit.call(this); };
		globalThis.restore = () => { prototype.commit = commit; };
		return 0;`, "")
	defer evaluate(t, `restore(); return 0;`, "")
	m := host.Meta{ID: "a", Next: 3}
	for _, do := range []func() error{
		func() error { return s.Put(t.Context(), m, nil) },
		func() error { return s.Append(t.Context(), m, host.JournalEntry{Seq: 1}, host.JournalEntry{Seq: 2}) },
		func() error { _, err := s.Load(t.Context(), "a", 0); return err },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	if got := js.Global().Get("committed").String(); got != "readwrite readwrite " {
		t.Errorf("committed are %q", got)
	}
}

// TestSpeed logs the duration of operations; run it with -v.
func TestSpeed(t *testing.T) {
	s := opener(t)()
	m := host.Meta{ID: "speed"}
	journal := make([]host.JournalEntry, 5000)
	for i := range journal {
		journal[i] = host.JournalEntry{Seq: uint64(i), Data: make([]byte, 200)}
	}
	measure := func(what string, times int, do func(i int) error) {
		start := time.Now()
		for i := range times {
			if err := do(i); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: %v", what, time.Since(start)/time.Duration(times))
	}
	measure("put of 5,000 entries of 200 bytes", 1, func(int) error { return s.Put(t.Context(), m, journal) })
	measure("load of them", 3, func(int) error { _, err := s.Load(t.Context(), "speed", 0); return err })
	measure("append of one entry", 50, func(i int) error {
		return s.Append(t.Context(), m, host.JournalEntry{Seq: uint64(5000 + i), Data: journal[0].Data})
	})
	measure("list of one", 20, func(int) error { _, err := s.List(t.Context()); return err })
	big := []host.JournalEntry{{Seq: 1, Data: make([]byte, 32<<20)}}
	measure("put of one entry of 32 MiB", 1, func(int) error { return s.Put(t.Context(), m, big) })
	measure("load of it", 1, func(int) error { _, err := s.Load(t.Context(), "speed", 0); return err })
}

// opener returns a function that opens the test's own database, which is deleted after the test.
func opener(t *testing.T) func() host.Store {
	t.Helper()
	var opened []*store.IndexedDB
	t.Cleanup(func() {
		for _, s := range opened {
			s.Close()
		}
		evaluate(t, `await answer(indexedDB.deleteDatabase(name)); return 0;`, t.Name())
	})
	return func() host.Store {
		s, err := store.OpenIndexedDB(t.Context(), t.Name())
		if err != nil {
			t.Fatal(err)
		}
		opened = append(opened, s)
		return s
	}
}

// evaluate runs the body of an async JavaScript function. It sees name, and answer, which returns a
// promise for an IDBRequest.
func evaluate(t *testing.T, body, name string) js.Value {
	t.Helper()
	function := js.Global().Call("Function", "name", `
		const answer = (request) => new Promise((done, failed) => {
			request.onsuccess = () => done(request.result);
			request.onerror = () => failed(request.error);
		});
		return (async () => {`+body+`})();`)
	return settle(t, function.Invoke(name))
}

// settle waits for a promise.
func settle(t *testing.T, promise js.Value) js.Value {
	t.Helper()
	fulfilled, rejected := make(chan js.Value, 1), make(chan js.Value, 1)
	pass := func(to chan js.Value) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			to <- args[0]
			return nil
		})
	}
	onFulfilled, onRejected := pass(fulfilled), pass(rejected)
	defer onFulfilled.Release()
	defer onRejected.Release()
	promise.Call("then", onFulfilled, onRejected)
	select {
	case value := <-fulfilled:
		return value
	case reason := <-rejected:
		t.Fatal(reason.Call("toString").String())
		panic("unreachable")
	}
}
