//go:build js && wasm

package store

import (
	"context"
	"syscall/js"
	"time"

	"github.com/hack-pad/go-indexeddb/idb"

	"tabletop/app/guard"
	"tabletop/app/host"
)

// OpenBrowser opens the browser's database with the name, making it if there is
// none, of what was stored under a former name, "" for none. Where that fails or has
// to wait, what it returns keeps workspaces in memory and says why.
func OpenBrowser(ctx context.Context, name, former string) *Late {
	return OpenLate(ctx, func(ctx context.Context, blocked func()) (host.Store, error) {
		late := time.AfterFunc(openLimit, blocked)
		defer late.Stop()
		return openNamed(ctx, name, former, blocked)
	})
}

// A database that Chromium finds damaged it deletes, and says that it does not open; the
// next time it does, and what was in it comes back from the spare. These are the waits
// before the next attempt: the first, then four times as long, up to the last.
const (
	reopenFirst = 50 * time.Millisecond
	reopenLast  = 800 * time.Millisecond
)

func openNamed(ctx context.Context, name, former string, blocked func()) (store host.Store, err error) {
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
	if former != "" && inherit(ctx, store, name, former) != nil {
		s.Close()
		return openNamed(ctx, former, "", blocked) // as before, until there is room for both
	}
	if apart {
		go store.(*Spared).Run(ctx)
	}
	return store, nil
}

// inherit has web/static/worker.js copy what is stored under a former name, unless it
// has done so.
func inherit(ctx context.Context, s host.Store, args ...any) error {
	done, err := asked(ctx, "tabletopInherit", args[0])
	if err != nil || done.Truthy() {
		return err
	}
	if _, err := s.List(ctx); err != nil { // what only the spare has comes back first
		return err
	}
	_, err = asked(ctx, "tabletopInherit", args...)
	return err
}

// asked calls a global function and waits for the promise that it returns.
func asked(ctx context.Context, function string, args ...any) (js.Value, error) {
	promise, err := guard.Call(js.Global(), function, args...)
	if err != nil {
		return promise, err
	}
	return guard.Await(ctx, promise)
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
