//go:build js && wasm

package store

import (
	"context"
	"time"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/host"
)

// OpenBrowser opens the browser's database with the name and creates it if there is none.
// If that fails or has to wait, the returned store keeps workspaces in memory and says why.
func OpenBrowser(ctx context.Context, name string) *DeferredStore {
	return OpenLate(ctx, func(ctx context.Context, blocked func()) (host.Store, error) {
		late := time.AfterFunc(openLimit, blocked)
		defer late.Stop()
		return openNamed(ctx, name, blocked)
	})
}

// A database that Chromium finds damaged it deletes, and says that it does not open; the
// next time it does, and what was in it comes back from the spare. These are the waits
// before the next attempt: the first, then four times as long, up to the last.
const (
	reopenFirst = 50 * time.Millisecond
	reopenLast  = 800 * time.Millisecond
)

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
		store = NewSpared(s, &IndexedDB{name: name, factory: bucket, relaxed: true})
	}
	if apart {
		go store.(*MirroredStore).Run(ctx)
	}
	return store, nil
}

// connectGlobal opens the database, making it or bringing it to this version, however long
// another page stands in the way.
func connectGlobal(ctx context.Context, name string, blocked func()) (*idb.Database, error) {
	factory, err := globalFactory()
	if err != nil {
		return nil, err
	}
	return connect(ctx, factory, name, blocked)
}
