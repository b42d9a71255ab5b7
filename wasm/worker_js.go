package main

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"runtime/debug"
	"strings"
	"syscall/js"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/wasm/bridge"
	"tabletop/wasm/store"
)

// database is the name of the IndexedDB database, which web/static/recovery.js
// reads too.
const database = "tabletop"

// runWorker holds the engine until the page terminates the worker.
func runWorker() {
	ctx := context.Background()
	debug.SetGCPercent(collectAt)
	port := bridge.SelfPort()
	h := host.New(host.Options{
		Store:  store.OpenBrowser(ctx, database),
		Lesson: func(_ context.Context, slug string) (*lessons.Lesson, error) { return knownLesson(slug) },
		Now:    func() base.Micros { return base.Micros(js.Global().Get("Date").Call("now").Float()) * 1000 },
		Watch:  func() base.Micros { return base.Micros(js.Global().Get("performance").Call("now").Float() * 1000) },
		NewID:  newID,
		Send:   func(e host.Event) { _ = port.Send(host.EncodeEvent(e)) },
		Locks:  bridge.NewLocks(),
		Tabs:   bridge.NewTabs(database),
		Yield:  bridge.Yield,
	})
	port.Receive(func(frame []byte) {
		s, err := host.DecodeSent(frame)
		if err != nil {
			panic(err)
		}
		h.Receive(s)
	})
	h.Serve(ctx)
}

func knownLesson(slug string) (*lessons.Lesson, error) {
	l, err := fetchLesson(slug)
	if err != nil {
		return nil, base.Refuse(base.CodeNoLesson, slug)
	}
	return l, nil
}

// collectAt is how much garbage there may be, in percent of what is in use. It is
// little because a million rows are few pointers: there is little to look through.
const collectAt = 50

// newID returns the ID of a new sandbox: 10 characters of [a-z2-7].
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))[:10]
}
