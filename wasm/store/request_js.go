//go:build js && wasm

package store

import (
	"context"
	"slices"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/guard"
)

// request is something that the database was asked for. Its result is had from answer alone,
// which waits for it: whoever reads the result of a request that is not answered is thrown
// an InvalidStateError, and what a getter throws ends a Go program. That another request is
// answered, or its transaction complete, says nothing of this one: Chromium completes a
// transaction that was told to commit while it still fetches values of more than 64 KiB.
type request struct{ of *idb.Request }

// answer waits for the answer to a request and returns its result. The error is the
// request's own, or the cause of ctx if that ends first.
func (r request) answer(ctx context.Context) (js.Value, error) {
	state, err := r.of.ReadyState()
	if err != nil {
		return js.Undefined(), err
	}
	if state == pending { // the library would wait for ever for what has been answered
		value, err := r.of.Await(ctx)
		if state, _ := r.of.ReadyState(); state == pending {
			return js.Undefined(), context.Cause(ctx)
		}
		return value, err
	}
	if err := r.of.Err(); err != nil {
		return js.Undefined(), err
	}
	return r.of.Result()
}

// pending is the state of a request that the database has not answered yet.
const pending = "pending"

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
func connect(ctx context.Context, factory js.Value, name string, blocked func()) (*idb.Database, error) {
	// Asked here and not by the library, which says nothing of a page that stands in the way.
	begun, err := guard.Call(factory, "open", name, version)
	if err != nil {
		return nil, err
	}
	told := js.FuncOf(func(js.Value, []js.Value) any { blocked(); return nil })
	begun.Set("onblocked", told)
	open := js.FuncOf(func(js.Value, []js.Value) any { return begun })
	defer open.Release()
	wrapped, err := idb.WrapFactory(js.ValueOf(map[string]any{"open": open}))
	if err != nil {
		return nil, err
	}
	// The library stops listening for the upgrade when this context ends.
	listening, stop := context.WithCancel(context.Background())
	var upgrading error // which the library would make a panic of
	asked, err := wrapped.Open(listening, name, version, func(db *idb.Database, _, _ uint) error {
		upgrading = createStores(db)
		return nil
	})
	if err != nil {
		stop()
		return nil, err
	}
	type end struct {
		db  *idb.Database
		err error
	}
	ended := make(chan end, 1)
	go func() {
		db, err := asked.Await(listening)
		stop()
		told.Release()
		if err == nil && upgrading != nil {
			_ = db.Close()
			err = upgrading
		}
		ended <- end{db, err}
	}()
	select {
	case e := <-ended:
		return e.db, e.err
	case <-ctx.Done():
		go func() {
			if e := <-ended; e.err == nil {
				_ = e.db.Close()
			}
		}()
		return nil, context.Cause(ctx)
	}
}

// createStores makes the object stores that are missing.
func createStores(db *idb.Database) error {
	present, err := db.ObjectStoreNames()
	if err != nil {
		return err
	}
	for _, name := range objects {
		if slices.Contains(present, name) {
			continue
		}
		if _, err := db.CreateObjectStore(name, idb.ObjectStoreOptions{KeyPath: js.Null()}); err != nil {
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
	of     *idb.Transaction
	stores map[string]*idb.ObjectStore // by name, those asked for
	ended  <-chan error                // gets nil once it is complete, or why it was aborted
}

// beginTransaction begins a transaction over all object stores. Strict is whether it counts
// as complete when the disk has it, and not before.
func beginTransaction(db *idb.Database, mode idb.TransactionMode, strict bool) (*transaction, error) {
	options := idb.TransactionOptions{Mode: mode}
	if strict {
		options.Durability = idb.DurabilityStrict
	}
	begun, err := db.TransactionWithOptions(options, objects[0], objects[1:]...)
	if err != nil {
		return nil, err
	}
	// Heard before control goes back to the browser, and without a context: whether a
	// transaction that is too late to abort has completed must still be known.
	ended := make(chan error, 1)
	go func() { ended <- begun.Await(context.Background()) }()
	return &transaction{of: begun, stores: map[string]*idb.ObjectStore{}, ended: ended}, nil
}

// store returns an object store.
func (t *transaction) store(name string) (*idb.ObjectStore, error) {
	if of, ok := t.stores[name]; ok {
		return of, nil
	}
	of, err := t.of.ObjectStore(name)
	if err == nil {
		t.stores[name] = of
	}
	return of, err
}

// What is asked of an object store. An answer that is not waited for aborts the transaction
// if it is an error.

func (t *transaction) get(store string, key any) (request, error) {
	of, err := t.store(store)
	if err != nil {
		return request{}, err
	}
	asked, err := of.Get(js.ValueOf(key))
	return request{asked}, err
}

func (t *transaction) count(store string, key any) (request, error) {
	of, err := t.store(store)
	if err != nil {
		return request{}, err
	}
	asked, err := of.CountKey(js.ValueOf(key))
	if err != nil {
		return request{}, err
	}
	return request{asked.Request}, nil
}

// keys asks for the keys of a range, undefined for all.
func (t *transaction) keys(store string, within js.Value) (request, error) {
	of, err := t.store(store)
	if err != nil {
		return request{}, err
	}
	var asked *idb.ArrayRequest
	if within.IsUndefined() {
		asked, err = of.GetAllKeys()
	} else {
		var all *idb.KeyRange
		if all, err = idb.NewKeyRangeBound(within.Get("lower"), within.Get("upper"), false, false); err == nil {
			asked, err = of.GetAllKeysRange(all, 0)
		}
	}
	if err != nil {
		return request{}, err
	}
	return request{asked.Request}, nil
}

// put sets a value, add one that must not be there yet.
func (t *transaction) put(store string, key, value any) error {
	of, err := t.store(store)
	if err == nil {
		_, err = of.PutKey(js.ValueOf(key), js.ValueOf(value))
	}
	return err
}

func (t *transaction) add(store string, key, value any) error {
	of, err := t.store(store)
	if err == nil {
		_, err = of.AddKey(js.ValueOf(key), js.ValueOf(value))
	}
	return err
}

// delete deletes what is under a key, or under the keys of a range.
func (t *transaction) delete(store string, key any) error {
	of, err := t.store(store)
	if err == nil {
		_, err = of.Delete(js.ValueOf(key))
	}
	return err
}

func (t *transaction) clear(store string) error {
	of, err := t.store(store)
	if err == nil {
		_, err = of.Clear()
	}
	return err
}

// values returns the values under keys of an object store, undefined where there are none. All
// is asked for at once, so that the database works while this program does something else.
func (t *transaction) values(ctx context.Context, store string, keys []string) ([]js.Value, error) {
	requests := make([]request, len(keys))
	for i, key := range keys {
		var err error
		if requests[i], err = t.get(store, key); err != nil {
			return nil, err
		}
	}
	return answers(ctx, requests)
}

// rows returns all that an object store has under keys of a range, undefined for all keys.
func (t *transaction) rows(ctx context.Context, store string, keys js.Value) ([]row, error) {
	request, err := t.keys(store, keys)
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
func (t *transaction) commit() error { return t.of.Commit() }

// abort takes back what the transaction has changed. The error is that of one that has ended
// or commits.
func (t *transaction) abort() error { return t.of.Abort() }
