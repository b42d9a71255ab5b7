//go:build js && wasm

package bridge

import (
	"sync"
	"syscall/js"
)

// Yield gives the browser's event loop a turn and returns after it. Messages
// that had arrived before have been handed to their ports then, and goroutines
// waiting for other events of the browser had their chance; runtime.Gosched
// does neither. It takes 30 to 40 µs in Chromium, in a Worker and in the page
// alike. It must not be called from inside a JavaScript callback, which keeps
// the loop from turning.
func Yield() { turns().wait() }

// A page has a turn while its program's packages are made ready, which takes WebKit up to a
// tenth of a second. This package comes early among them.
func init() {
	if js.Global().Get("document").Truthy() {
		Yield()
	}
}

// turns is the program's way around the event loop, of which there is one.
var turns = sync.OnceValue(newTurner)

// turner sends itself messages: they queue behind those that are there.
type turner struct {
	out     js.Value
	waiting []chan struct{} // oldest first
}

func newTurner() *turner {
	channel := js.Global().Get("MessageChannel").New()
	t := &turner{out: channel.Get("port2")}
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		close(t.waiting[0])
		t.waiting = t.waiting[1:]
		return nil
	}))
	return t
}

func (t *turner) wait() {
	turned := make(chan struct{})
	t.waiting = append(t.waiting, turned)
	t.out.Call("postMessage", js.Null())
	<-turned
}
