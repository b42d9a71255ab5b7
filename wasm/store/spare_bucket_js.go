//go:build js && wasm

package store

import (
	"context"
	"sync/atomic"
	"syscall/js"
	"time"

	"tabletop/app/guard"
	"tabletop/engine/base"
)

// spareName is the name of the storage bucket that has the spare.
const spareName = "spare"

// bucketLimit is how long opening the bucket may take. After that the page goes on without a spare.
const bucketLimit = 5 * time.Second

// spareFactory returns a function that opens the bucket and returns its indexedDB. ok is false
// where the browser has no storage buckets; those browsers store databases in a way that survives
// being killed. Once opening has taken too long, the function fails at once.
func spareFactory() (from func() (js.Value, error), ok bool) {
	buckets, err := guard.GetProperty(js.Global().Get("navigator"), "storageBuckets")
	if err != nil || !buckets.Truthy() {
		return nil, false
	}
	none := base.Refuse(base.CodeStoreNone, "the bucket does not open")
	var hangs atomic.Bool
	return func() (factory js.Value, err error) {
		if hangs.Load() {
			return factory, none
		}
		ctx, cancel := context.WithTimeoutCause(context.Background(), bucketLimit, none)
		defer cancel()
		opening, err := guard.CallMethod(buckets, "open", spareName)
		if err != nil {
			return factory, err
		}
		bucket, err := guard.AwaitPromise(ctx, opening)
		if err != nil {
			hangs.Store(err == error(none))
			return factory, err
		}
		return guard.GetProperty(bucket, "indexedDB")
	}, true
}
