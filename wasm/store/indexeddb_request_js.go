//go:build js && wasm

package store

import (
	"context"
	"slices"
	"syscall/js"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/guard"
)

// request is a request to the database. Its result must only be read by answer, which waits for it.
// Reading the result of a request that is not answered throws an InvalidStateError, and an
// exception of a getter ends a Go program. Neither the answer to another request nor the end of the
// transaction means that this one is answered: Chromium completes a transaction that was told to
// commit while it still fetches values of more than 64 KiB.
type request struct{ of *idb.Request }

// answer waits for the answer to a request and returns its result. The error is the request's own,
// or the cause of ctx if that ends first.
func (r request) answer(ctx context.Context) (js.Value, error) {
	state, err := r.of.ReadyState()
	if err != nil {
		return js.Undefined(), err
	}
	if state == pending { // for an answered request Await would never return
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

// pending is the state of a request that is not answered.
const pending = "pending"

// answers waits for the answers to requests and returns their results.
func answers(ctx context.Context, requests []request) ([]js.Value, error) {
	results := make([]js.Value, len(requests))
	// Databases answer in order, so when the last one is answered most others are too.
	for i, r := range slices.Backward(requests) {
		var err error
		if results[i], err = r.answer(ctx); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// connect opens the database with a name, and creates it or brings it to this version if needed.
// blocked is called when another page is in the way. If ctx ends first, a connection that opens
// later is closed, because an open connection blocks every later version. A blocked upgrade is
// still carried out then, since the database would otherwise have no object stores.
func connect(ctx context.Context, factory js.Value, name string, blocked func()) (*idb.Database, error) {
	// The request is made here because the library does not report that another page is in the way.
	begun, err := guard.CallMethod(factory, "open", name, version)
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
	// The library stops listening for the upgrade when its context ends.
	listening, stop := context.WithCancel(context.Background())
	var upgrading error // the library would panic with it
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

// createStores creates the object stores that are missing.
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

// row is a key of an object store with its value.
type row struct {
	key   string
	value js.Value
}

// transaction is one transaction over all object stores.
type transaction struct {
	of     *idb.Transaction
	stores map[string]*idb.ObjectStore // by name, those that have been used
	ended  <-chan error                // receives nil when it has completed, or why it was aborted
}

// beginTransaction begins a transaction over all object stores. With strict it only completes when
// the change is on the disk.
func beginTransaction(db *idb.Database, mode idb.TransactionMode, strict bool) (*transaction, error) {
	options := idb.TransactionOptions{Mode: mode}
	if strict {
		options.Durability = idb.DurabilityStrict
	}
	begun, err := db.TransactionWithOptions(options, objects[0], objects[1:]...)
	if err != nil {
		return nil, err
	}
	// Listen before control goes back to the browser, and without a context: whether a transaction
	// has completed must be known even if it is too late to abort it.
	ended := make(chan error, 1)
	go func() { ended <- begun.Await(context.Background()) }()
	return &transaction{of: begun, stores: map[string]*idb.ObjectStore{}, ended: ended}, nil
}

// store returns an object store of the transaction.
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

// The methods below issue requests. A request whose answer is an error aborts the transaction,
// unless somebody waits for the answer.

// get asks for the value under a key, which is undefined if there is none.
func (t *transaction) get(store string, key any) (request, error) {
	of, err := t.store(store)
	if err != nil {
		return request{}, err
	}
	asked, err := of.Get(js.ValueOf(key))
	return request{asked}, err
}

// count asks for the number of keys that equal key, or are in the range key.
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

// keys asks for the keys in a range; undefined means all keys.
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

// put sets the value under a key.
func (t *transaction) put(store string, key, value any) error {
	of, err := t.store(store)
	if err == nil {
		_, err = of.PutKey(js.ValueOf(key), js.ValueOf(value))
	}
	return err
}

// add sets the value under a key that must not exist yet.
func (t *transaction) add(store string, key, value any) error {
	of, err := t.store(store)
	if err == nil {
		_, err = of.AddKey(js.ValueOf(key), js.ValueOf(value))
	}
	return err
}

// delete deletes the value under a key, or the values under the keys of a range.
func (t *transaction) delete(store string, key any) error {
	of, err := t.store(store)
	if err == nil {
		_, err = of.Delete(js.ValueOf(key))
	}
	return err
}

// clear deletes everything in an object store.
func (t *transaction) clear(store string) error {
	of, err := t.store(store)
	if err == nil {
		_, err = of.Clear()
	}
	return err
}

// values returns the values under keys of an object store, undefined for a key that is not there.
// It issues all requests before it waits, so that the database works on them at the same time.
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

// rows returns the rows of an object store whose keys are in a range; undefined means all rows.
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

// rowsOf returns the rows of an object store with these keys.
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

// texts returns the strings of a JavaScript array.
func texts(list js.Value) []string {
	all := make([]string, list.Length())
	for i := range all {
		all[i] = list.Index(i).String()
	}
	return all
}

// commit starts to commit the transaction without waiting for its open requests. No request can be
// issued afterwards.
func (t *transaction) commit() error { return t.of.Commit() }

// abort takes back the changes of the transaction. It returns an error if the transaction has ended
// or is committing.
func (t *transaction) abort() error { return t.of.Abort() }
