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

// program is what all that sites of an origin share is named by at its root.
const program = "tabletop"

// database returns the name of the IndexedDB database, which web/static/recovery.js
// reads too, of the locks and of the channel between tabs: sites of one origin are told
// apart by their path.
func database() string {
	root := js.Global().Get("URL").New(siteRoot()).Get("pathname").String()
	return strings.TrimSpace(program + " " + strings.TrimSuffix(root, "/"))
}

// runWorker holds the engine until the page terminates the worker.
func runWorker() {
	ctx := context.Background()
	collect()
	runtime.GC() // which has the browser compile it here and not in the page
	port := bridge.SelfPort()
	name := database()
	kept := host.Store(store.NewMemory())
	words := strings.Fields(js.Global().Get("name").String())
	if strings.HasSuffix(js.Global().Get("name").String(), " embedded") {
		name += " " + newID() // no other tab's
	} else {
		kept = store.OpenBrowser(ctx, name)
	}
	h := host.New(host.Options{
		Store:  kept,
		Lesson: func(_ context.Context, slug string) (*lessons.Lesson, error) { return knownLesson(slug, words[1]) },
		Now:    func() base.Micros { return base.Micros(js.Global().Get("Date").Call("now").Float()) * 1000 },
		Watch:  func() base.Micros { return base.Micros(js.Global().Get("performance").Call("now").Float() * 1000) },
		NewID:  newID,
		Send:   func(e host.Event) { _ = port.Send(host.EncodeEvent(e)) },
		Locks:  bridge.NewLocks(name),
		Tabs:   bridge.NewTabs(name),
		Memory: memoryOf(),
		Yield:  bridge.Yield,
	})
	onFlush(ctx, h)
	port.Receive(func(frame []byte) {
		s, err := host.DecodeSent(frame)
		if err != nil {
			panic(err)
		}
		h.Receive(s)
	})
	h.Serve(ctx)
}

// knownLesson gets a lesson in the language that the worker's name says.
func knownLesson(slug, lang string) (*lessons.Lesson, error) {
	l, err := fetchLesson(slug, lang)
	if err != nil {
		return nil, base.Refuse(base.CodeNoLesson, slug)
	}
	return l, nil
}

// collectAt is how much garbage there may be, in percent of what is in use, while that is
// less than littleUsed; it is leastAt where much more is in use. That is little because a
// million rows are few pointers: there is little to look through.
const (
	collectAt  = 50
	leastAt    = 20
	littleUsed = 64 << 20
)

// collect sets how much garbage there may be, and again after each collection.
func collect() {
	used := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(used)
	live := max(int64(used[0].Value.Uint64()), littleUsed)
	debug.SetGCPercent(max(leastAt, int(collectAt*littleUsed/live)))
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { collect() })
}

// newID returns the ID of a new sandbox: 10 characters of [a-z2-7].
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))[:10]
}
