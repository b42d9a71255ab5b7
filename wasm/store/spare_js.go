//go:build js && wasm

package store

import (
	"context"
	"errors"
	"syscall/js"
)

// spareName is the name of the bucket of storage that the spare lies in.
const spareName = "spare"

// kept are the records of one object store, as arrays of JavaScript.
type kept struct {
	object       string
	keys, values js.Value
}

// spareFactory returns what opens the indexedDB of the spare's bucket. There is none
// where the browser has no buckets; those keep their databases in ways that a kill
// does not hurt.
func spareFactory() (from func() (js.Value, error), ok bool) {
	buckets := js.Global().Get("navigator").Get("storageBuckets")
	if !buckets.Truthy() {
		return nil, false
	}
	return func() (factory js.Value, err error) {
		defer caught(&err)
		bucket, err := settled(context.Background(), buckets.Call("open", spareName))
		if err != nil {
			return factory, err
		}
		return bucket.Get("indexedDB"), nil
	}, true
}

// exists reports whether the browser has the database. When it cannot tell, it has:
// a spare is not put in the place of what may be there.
func exists(ctx context.Context, name string) (there bool) {
	var err error
	defer func() { there = there || err != nil }()
	defer caught(&err)
	factory, err := global()
	if err != nil {
		return true
	}
	list, err := settled(ctx, factory.Call("databases"))
	if err != nil {
		return true
	}
	for i := range list.Length() {
		if list.Index(i).Get("name").String() == name {
			return true
		}
	}
	return false
}

// keptIn returns what the spare has of workspaces and journals, as it lies there;
// nothing where it cannot be read.
func keptIn(ctx context.Context, from func() (js.Value, error), name string) (records []kept) {
	var err error
	defer func() {
		if err != nil {
			records = nil
		}
	}()
	defer caught(&err)
	db, err := connect(ctx, from, name, func() {}, nil)
	if err != nil {
		return nil
	}
	defer db.Call("close")
	objects := []any{workspaces, journal}
	t := db.Call("transaction", objects)
	var requests []js.Value
	for _, object := range objects {
		store := t.Call("objectStore", object)
		requests = append(requests, store.Call("getAllKeys"), store.Call("getAll"))
	}
	ended := make(chan error, 1)
	done := js.FuncOf(func(js.Value, []js.Value) any { ended <- nil; return nil })
	failed := js.FuncOf(func(js.Value, []js.Value) any { ended <- errors.New("the spare cannot be read"); return nil })
	defer done.Release()
	defer failed.Release()
	t.Set("oncomplete", done)
	t.Set("onabort", failed)
	if err = <-ended; err != nil {
		return nil
	}
	for i, object := range objects {
		records = append(records, kept{object.(string), requests[2*i].Get("result"), requests[2*i+1].Get("result")})
	}
	return records
}

// settled waits for a promise.
func settled(ctx context.Context, promise js.Value) (value js.Value, err error) {
	ended := make(chan error, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any { value = args[0]; ended <- nil; return nil })
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any { ended <- js.Error{Value: args[0]}; return nil })
	promise.Call("then", done, failed)
	select {
	case err = <-ended:
		done.Release()
		failed.Release()
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	return value, err
}
