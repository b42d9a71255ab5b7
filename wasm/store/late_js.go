//go:build js && wasm

package store

import (
	"context"
	"syscall/js"
	"time"

	"tabletop/app/host"
)

// OpenBrowser opens the browser's database with the name, making it if there is
// none. Where that fails or has to wait, what it returns keeps workspaces in
// memory and says why.
func OpenBrowser(ctx context.Context, name string) *Late {
	return OpenLate(ctx, func(ctx context.Context, blocked func()) (host.Store, error) {
		late := time.AfterFunc(openLimit, blocked)
		defer late.Stop()
		bucket, apart := spareFactory()
		var lost []kept
		if apart && !exists(ctx, name) {
			lost = keptIn(ctx, bucket, name)
		}
		db, err := connect(ctx, global, name, blocked, lost)
		if err != nil {
			return nil, refusal(err)
		}
		db.Call("close")
		s, err := OpenIndexedDB(ctx, name)
		if err != nil {
			return nil, err // and no store around a nil one
		}
		if !apart {
			return s, nil
		}
		spared := NewSpared(s, &IndexedDB{name: name, from: bucket, relaxed: true})
		go spared.Run(ctx)
		return spared, nil
	})
}

// connect opens the database, makes it or brings it to this version, however long
// another page stands in the way, of which the library says nothing. Where it is new
// it has the given records from the first.
func connect(ctx context.Context, from func() (js.Value, error), name string, blocked func(), records []kept) (db js.Value, err error) {
	defer caught(&err)
	factory, err := from()
	if err != nil {
		return db, err
	}
	request := factory.Call("open", name, version)
	ended := make(chan error, 1)
	var handlers []js.Func
	on := func(event string, do func(event js.Value)) {
		f := js.FuncOf(func(_ js.Value, args []js.Value) any { do(args[0]); return nil })
		handlers = append(handlers, f)
		request.Set(event, f)
	}
	on("onblocked", func(js.Value) { blocked() })
	on("onupgradeneeded", func(event js.Value) {
		db := request.Get("result")
		for _, name := range objects {
			if !db.Get("objectStoreNames").Call("contains", name).Bool() {
				db.Call("createObjectStore", name)
			}
		}
		if event.Get("oldVersion").Int() > 0 {
			return
		}
		for _, r := range records {
			store := request.Get("transaction").Call("objectStore", r.object)
			for i := range r.keys.Length() {
				store.Call("put", r.values.Index(i), r.keys.Index(i))
			}
		}
	})
	on("onsuccess", func(js.Value) { ended <- nil })
	on("onerror", func(js.Value) { ended <- js.Error{Value: request.Get("error")} })
	select {
	case err = <-ended:
		for _, f := range handlers {
			f.Release()
		}
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err == nil {
		db = request.Get("result")
	}
	return db, err
}
