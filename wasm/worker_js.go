package main

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"syscall/js"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/wasm/bridge"
	"tabletop/wasm/store"
)

// program begins the names of everything that is shared by the tabs of an origin: database, locks
// and channel.
const program = "tabletop"

// database returns the name of the IndexedDB database, the locks and the channel between tabs. It
// includes the site's path, since several sites may share an origin. web/static/recovery.js forms
// the same name.
func database() string {
	root := js.Global().Get("URL").New(siteRoot()).Get("pathname").String()
	return strings.TrimSpace(program + " " + strings.TrimSuffix(root, "/"))
}

// runWorker serves the page with a host until the page terminates the worker. The worker's name has
// the page's language as its second word; if it ends with "embedded", nothing is stored.
func runWorker() {
	ctx := context.Background()
	collect()
	runtime.GC() // the browser compiles the collector here, and not later in the page
	port := bridge.PortToPage()
	name := database()
	kept := host.Store(store.NewMemory())
	words := strings.Fields(js.Global().Get("name").String())
	if strings.HasSuffix(js.Global().Get("name").String(), " embedded") {
		name += " " + newID() // shared with no other tab
	} else {
		kept = store.OpenBrowserStore(ctx, name)
	}
	h := host.New(host.Options{
		Store:     kept,
		Lesson:    func(_ context.Context, slug string) (*lessons.Lesson, error) { return knownLesson(slug, words[1]) },
		Now:       func() base.Micros { return base.Micros(js.Global().Get("Date").Call("now").Float()) * 1000 },
		Monotonic: func() base.Micros { return base.Micros(js.Global().Get("performance").Call("now").Float() * 1000) },
		NewID:     newID,
		Send:      func(e host.Event) { _ = port.Send(host.EncodeEvent(e)) },
		Locks:     bridge.NewLocks(name),
		Tabs:      bridge.NewTabChannel(name),
		Memory:    memoryOf(),
		Yield:     bridge.YieldToBrowser,
	})
	onFlush(ctx, h)
	port.Receive(func(frame []byte) {
		s, err := host.DecodeSentCall(frame)
		if err != nil {
			panic(err)
		}
		h.ReceiveCall(s)
	})
	h.Serve(ctx)
}

// knownLesson gets a lesson in a language. It refuses (no-lesson) any lesson that cannot be loaded.
func knownLesson(slug, lang string) (*lessons.Lesson, error) {
	l, err := fetchLesson(slug, lang)
	if err != nil {
		return nil, base.Refuse(base.CodeNoLesson, slug)
	}
	return l, nil
}

// How much garbage there may be, in per cent of the memory in use: collectAt up to littleUsed
// bytes, then less, down to leastAt. A low value is cheap, since a million rows have few pointers
// to follow.
const (
	collectAt  = 50
	leastAt    = 20
	littleUsed = 64 << 20
)

// collect sets how much garbage there may be, and does so again after each collection.
func collect() {
	used := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(used)
	live := max(int64(used[0].Value.Uint64()), littleUsed)
	debug.SetGCPercent(max(leastAt, int(collectAt*littleUsed/live)))
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { collect() })
}

// newID returns a random ID of 10 characters of [a-z2-7], for a new sandbox.
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))[:10]
}
