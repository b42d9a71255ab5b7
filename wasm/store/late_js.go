//go:build js && wasm

package store

import (
	"context"
	"syscall/js"
	"time"

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
	err = createDatabase(ctx, name, blocked)
	for wait := reopenFirst; err != nil && exceptionName(err) == "UnknownError" && wait <= reopenLast; wait *= 4 {
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		err = createDatabase(ctx, name, blocked)
	}
	if err != nil {
		return nil, refusal(err)
	}
	s, err := OpenIndexedDB(ctx, name)
	if err != nil {
		return nil, err // and no store around a nil one
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
func inherit(ctx context.Context, s host.Store, args ...any) (err error) {
	defer recoverThrown(&err)
	done, err := awaitPromise(ctx, js.Global().Call("tabletopInherit", args[0]))
	if err != nil || done.Bool() {
		return err
	}
	if _, err := s.List(ctx); err != nil { // what only the spare has comes back first
		return err
	}
	_, err = awaitPromise(ctx, js.Global().Call("tabletopInherit", args...))
	return err
}

// createDatabase makes the database, or brings it to this version, however long another
// page stands in the way, of which the library says nothing.
func createDatabase(ctx context.Context, name string, blocked func()) (err error) {
	defer recoverThrown(&err)
	factory, err := globalFactory()
	if err != nil {
		return err
	}
	request := factory.Call("open", name, version)
	ended := make(chan error, 1)
	var handlers []js.Func
	on := func(event string, do func()) {
		f := js.FuncOf(func(js.Value, []js.Value) any { do(); return nil })
		handlers = append(handlers, f)
		request.Set(event, f)
	}
	on("onblocked", blocked)
	on("onupgradeneeded", func() {
		db := request.Get("result")
		for _, name := range objects {
			if !db.Get("objectStoreNames").Call("contains", name).Bool() {
				db.Call("createObjectStore", name)
			}
		}
	})
	on("onsuccess", func() {
		request.Get("result").Call("close")
		ended <- nil
	})
	on("onerror", func() { ended <- js.Error{Value: request.Get("error")} })
	select {
	case err = <-ended:
		for _, f := range handlers {
			f.Release()
		}
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	return err
}
