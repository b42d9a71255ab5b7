//go:build js && wasm

package store

import (
	"context"
	"errors"
	"slices"
	"syscall/js"

	"tabletop/app/guard"
)

// request is something that the database was asked for. Its result is had from answer alone,
// which waits for it: whoever reads the result of a request that is not answered is thrown
// an InvalidStateError, and what a getter throws ends a Go program. That another request is
// answered, or its transaction complete, says nothing of this one: Chromium completes a
// transaction that was told to commit while it still fetches values of more than 64 KiB.
type request struct{ js js.Value }

// pending reports whether the database has not answered yet.
func (r request) pending() bool {
	return guard.Property(r.js, "readyState").Equal(js.ValueOf("pending"))
}

// answer waits for the answer to a request and returns its result. The error is the
// request's own, or the cause of ctx if that ends first. It replaces handlers of the request.
func (r request) answer(ctx context.Context) (js.Value, error) {
	if r.pending() {
		if err := r.wait(ctx); err != nil {
			return js.Undefined(), err
		}
	}
	return r.answered()
}

// wait returns when a request has succeeded or failed, or ctx ends.
func (r request) wait(ctx context.Context) error {
	ended := make(chan struct{}, 1)
	heard := js.FuncOf(func(js.Value, []js.Value) any { ended <- struct{}{}; return nil })
	defer heard.Release()
	r.on("onsuccess", heard)
	r.on("onerror", heard)
	defer r.on("onsuccess", js.Null())
	defer r.on("onerror", js.Null())
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// on sets a handler.
func (r request) on(event string, handler any) { r.js.Set(event, handler) }

// answered returns the result of a request that is answered.
func (r request) answered() (js.Value, error) {
	failed, err := guard.Get(r.js, "error")
	if err == nil && failed.Truthy() {
		err = js.Error{Value: failed}
	}
	if err != nil {
		return js.Undefined(), err
	}
	return guard.Get(r.js, "result")
}

// answers waits for the answers to requests and returns their results.
func answers(ctx context.Context, requests []request) ([]js.Value, error) {
	results := make([]js.Value, len(requests))
	// From the last on: most have come then, since databases answer in order.
	for i, r := range slices.Backward(requests) {
		var err error
		if results[i], err = r.answer(ctx); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// connect opens the database of a name in a factory, making it, or bringing it to this
// version, where that is needed. Blocked is called when another page stands in the way. A
// connection that comes too late for ctx is closed, since an open one that is not used
// blocks every later version; an upgrade that was blocked is still done then, or the
// database would be left without object stores.
func connect(ctx context.Context, factory js.Value, name string, blocked func()) (db js.Value, err error) {
	asked, err := guard.Call(factory, "open", name, version)
	if err != nil {
		return db, err
	}
	r := request{asked}
	var upgrading error
	onBlocked := js.FuncOf(func(js.Value, []js.Value) any { blocked(); return nil })
	onUpgrade := js.FuncOf(func(js.Value, []js.Value) any {
		if upgrading = createStores(r); upgrading != nil {
			if t, err := guard.Get(r.js, "transaction"); err == nil {
				_, _ = guard.Call(t, "abort") // the request fails with it
			}
		}
		return nil
	})
	r.on("onblocked", onBlocked)
	r.on("onupgradeneeded", onUpgrade)
	type end struct {
		db  js.Value
		err error
	}
	ended := make(chan end, 1)
	go func() {
		db, err := r.answer(context.Background())
		onBlocked.Release()
		onUpgrade.Release()
		if upgrading != nil {
			err = upgrading
		}
		if err == nil {
			closeForOthers(db)
		}
		ended <- end{db, err}
	}()
	select {
	case e := <-ended:
		return e.db, e.err
	case <-ctx.Done():
		go func() {
			if e := <-ended; e.err == nil {
				_, _ = guard.Call(e.db, "close")
			}
		}()
		return db, context.Cause(ctx)
	}
}

// closeForOthers has a connection close when another page wants a new version, or deletes
// the database.
func closeForOthers(db js.Value) {
	db.Set("onversionchange", js.FuncOf(func(js.Value, []js.Value) any {
		_, _ = guard.Call(db, "close")
		return nil
	}))
}

// createStores makes the object stores that are missing, while a request to open upgrades.
func createStores(r request) error {
	db, err := r.answered()
	if err != nil {
		return err
	}
	present, err := guard.Get(db, "objectStoreNames")
	if err != nil {
		return err
	}
	for _, name := range objects {
		has, err := guard.Call(present, "contains", name)
		if err == nil && !has.Bool() {
			_, err = guard.Call(db, "createObjectStore", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// row is a key of an object store and its value.
type row struct {
	key   string
	value js.Value
}

// transaction is one of the database's.
type transaction struct {
	js     js.Value
	stores map[string]js.Value // by name, those asked for
	ended  <-chan error        // gets nil once it is complete, or why it was aborted
}

// modes of a transaction.
const (
	readOnly  = "readonly"
	readWrite = "readwrite"
)

// errAborted is why a transaction has ended that the browser has aborted without a word.
var errAborted = errors.New("the browser has aborted the transaction")

// beginTransaction begins a transaction over all object stores. Strict is whether it counts
// as complete when the disk has it, and not before.
func beginTransaction(db js.Value, mode string, strict bool) (*transaction, error) {
	options := map[string]any{}
	if strict {
		options["durability"] = "strict"
	}
	names := make([]any, len(objects))
	for i, name := range objects {
		names[i] = name
	}
	begun, err := guard.Call(db, "transaction", names, mode, options)
	if err != nil {
		return nil, err
	}
	t := &transaction{js: begun, stores: map[string]js.Value{}}
	t.listen()
	return t, nil
}

// listen has ended told how the transaction ends.
func (t *transaction) listen() {
	ended := make(chan error, 1)
	t.ended = ended
	var complete, aborted js.Func
	end := func(err error) {
		complete.Release()
		aborted.Release()
		ended <- err
	}
	complete = js.FuncOf(func(js.Value, []js.Value) any { end(nil); return nil })
	aborted = js.FuncOf(func(js.Value, []js.Value) any {
		failed, err := guard.Get(t.js, "error")
		switch {
		case err == nil && failed.Truthy():
			err = js.Error{Value: failed}
		case err == nil:
			err = errAborted
		}
		end(err)
		return nil
	})
	t.js.Set("oncomplete", complete)
	t.js.Set("onabort", aborted)
}

// ask asks an object store for something. An answer that is not waited for aborts the
// transaction if it is an error.
func (t *transaction) ask(store, method string, args ...any) (request, error) {
	of, ok := t.stores[store]
	if !ok {
		var err error
		if of, err = guard.Call(t.js, "objectStore", store); err != nil {
			return request{}, err
		}
		t.stores[store] = of
	}
	asked, err := guard.Call(of, method, args...)
	return request{asked}, err
}

// values returns the values under keys of an object store, undefined where there are none. All
// is asked for at once, so that the database works while this program does something else.
func (t *transaction) values(ctx context.Context, store string, keys []string) ([]js.Value, error) {
	requests := make([]request, len(keys))
	for i, key := range keys {
		var err error
		if requests[i], err = t.ask(store, "get", key); err != nil {
			return nil, err
		}
	}
	return answers(ctx, requests)
}

// rows returns all that an object store has under keys of a range, undefined for all keys.
func (t *transaction) rows(ctx context.Context, store string, keys js.Value) ([]row, error) {
	request, err := t.ask(store, "getAllKeys", keys)
	if err != nil {
		return nil, err
	}
	list, err := request.answer(ctx)
	if err != nil {
		return nil, err
	}
	return t.rowsOf(ctx, store, texts(list))
}

// rowsOf returns what an object store has under keys.
func (t *transaction) rowsOf(ctx context.Context, store string, keys []string) ([]row, error) {
	values, err := t.values(ctx, store, keys)
	if err != nil {
		return nil, err
	}
	rows := make([]row, len(keys))
	for i, key := range keys {
		rows[i] = row{key, values[i]}
	}
	return rows, nil
}

// texts returns the texts of an array.
func texts(list js.Value) []string {
	all := make([]string, list.Length())
	for i := range all {
		all[i] = list.Index(i).String()
	}
	return all
}

// commit has the transaction commit without its events being waited for. Nothing can be
// asked any more.
func (t *transaction) commit() error {
	_, err := guard.Call(t.js, "commit")
	return err
}

// abort takes back what the transaction has changed. The error is that of one that has ended
// or commits.
func (t *transaction) abort() error {
	_, err := guard.Call(t.js, "abort")
	return err
}
