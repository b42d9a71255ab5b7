//go:build js && wasm

package store

import (
	"context"
	"time"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/host"
)

// OpenBrowserStore opens the browser's database with a name, with its spare, and creates it if there is
// none. If it cannot be opened or has to wait for another page, the returned store keeps workspaces
// in memory and says why, see [DeferredStore.Trouble]. It returns after 10 seconds at the latest.
func OpenBrowserStore(ctx context.Context, name string) *DeferredStore {
	return OpenDeferredStore(ctx, func(ctx context.Context, blocked func()) (host.Store, error) {
		late := time.AfterFunc(openLimit, blocked)
		defer late.Stop()
		return openNamed(ctx, name, blocked)
	})
}

// The waits before another attempt to open the database: the first one, each four times as long as
// the one before, and the longest. Chromium deletes a database that it finds damaged and reports
// that it does not open. The next attempt makes a new one, and the spare restores what was in it.
const (
	reopenFirst = 50 * time.Millisecond
	reopenLast  = 800 * time.Millisecond
)

// openNamed opens the database and, where the browser has storage buckets, adds the spare.
func openNamed(ctx context.Context, name string, blocked func()) (store host.Store, err error) {
	s := &IndexedDB{name: name, factory: globalFactory}
	s.db, err = connectGlobal(ctx, name, blocked)
	for wait := reopenFirst; err != nil && exceptionName(err) == "UnknownError" && wait <= reopenLast; wait *= 4 {
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		s.db, err = connectGlobal(ctx, name, blocked)
	}
	if err != nil {
		return nil, refusal(err)
	}
	store = s
	bucket, apart := spareFactory()
	if apart {
		store = NewMirroredStore(s, &IndexedDB{name: name, factory: bucket, relaxed: true})
	}
	if apart {
		go store.(*MirroredStore).Run(ctx)
	}
	return store, nil
}

// connectGlobal opens the database, and creates or upgrades it if needed. It waits as long as
// another page blocks that.
func connectGlobal(ctx context.Context, name string, blocked func()) (*idb.Database, error) {
	factory, err := globalFactory()
	if err != nil {
		return nil, err
	}
	return connect(ctx, factory, name, blocked)
}
