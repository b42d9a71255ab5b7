//go:build js && wasm

package store

import (
	"context"
	"syscall/js"
)

// spareName is the name of the bucket of storage that the spare lies in.
const spareName = "spare"

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
