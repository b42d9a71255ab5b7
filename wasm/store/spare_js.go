//go:build js && wasm

package store

import (
	"context"
	"sync/atomic"
	"syscall/js"
	"time"

	"tabletop/engine/base"
)

// spareName is the name of the bucket of storage that the spare lies in.
const spareName = "spare"

// bucketLimit is how long the bucket may take to open. Where that is exceeded the page
// goes on without a spare.
const bucketLimit = 5 * time.Second

// spareFactory returns what opens the indexedDB of the spare's bucket. There is none
// where the browser has no buckets; those keep their databases in ways that a kill
// does not hurt.
func spareFactory() (from func() (js.Value, error), ok bool) {
	buckets, err := property(js.Global().Get("navigator"), "storageBuckets")
	if err != nil || !buckets.Truthy() {
		return nil, false
	}
	none := base.Refuse(base.CodeStoreNone, "the bucket does not open")
	var hangs atomic.Bool
	return func() (factory js.Value, err error) {
		defer recoverThrown(&err)
		if hangs.Load() {
			return factory, none
		}
		ctx, cancel := context.WithTimeoutCause(context.Background(), bucketLimit, none)
		defer cancel()
		bucket, err := awaitPromise(ctx, buckets.Call("open", spareName))
		if err != nil {
			hangs.Store(err == error(none))
			return factory, err
		}
		return property(bucket, "indexedDB")
	}, true
}

// awaitPromise waits for a promise.
func awaitPromise(ctx context.Context, promise js.Value) (value js.Value, err error) {
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
