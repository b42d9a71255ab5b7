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

func openNamed(ctx context.Context, name, former string, blocked func()) (host.Store, error) {
	if err := await(ctx, name, blocked); err != nil {
		return nil, refusal(err)
	}
	s, err := OpenIndexedDB(ctx, name)
	if err != nil {
		return nil, err // and no store around a nil one
	}
	var spare *IndexedDB
	if bucket, apart := spareFactory(); apart {
		spare = &IndexedDB{name: name, from: bucket, relaxed: true}
	}
	if former != "" && s.inherit(ctx, former, spare) != nil {
		s.Close()
		return openNamed(ctx, former, "", blocked) // as before, until there is room for both
	}
	if spare == nil {
		return s, nil
	}
	spared := NewSpared(s, spare)
	go spared.Run(ctx)
	return spared, nil
}

// await makes the database, or brings it to this version, however long another
// page stands in the way, of which the library says nothing.
func await(ctx context.Context, name string, blocked func()) (err error) {
	defer caught(&err)
	factory, err := global()
	if err != nil {
		return err
	}
	request := factory.Call("open", name, version)
	db, err := answered(ctx, request, map[string]func(){
		"onblocked": blocked,
		"onupgradeneeded": func() {
			db := request.Get("result")
			for _, name := range objects {
				if !db.Get("objectStoreNames").Call("contains", name).Bool() {
					db.Call("createObjectStore", name)
				}
			}
		},
	})
	if err == nil {
		db.Call("close")
	}
	return err
}

// answered waits for the answer to a request of the browser's own, and does what is to
// be done on other events of it.
func answered(ctx context.Context, request js.Value, others map[string]func()) (value js.Value, err error) {
	ended := make(chan error, 1)
	var handlers []js.Func
	on := func(event string, do func()) {
		f := js.FuncOf(func(js.Value, []js.Value) any { do(); return nil })
		handlers = append(handlers, f)
		request.Set(event, f)
	}
	for event, do := range others {
		on(event, do)
	}
	on("onsuccess", func() { ended <- nil })
	on("onerror", func() { ended <- js.Error{Value: request.Get("error")} })
	select {
	case err = <-ended:
		for _, f := range handlers {
			f.Release()
		}
	case <-ctx.Done():
		return value, context.Cause(ctx)
	}
	if err == nil {
		value = request.Get("result")
	}
	return value, err
}
