//go:build js && wasm

package bridge

import (
	"sync"
	"syscall/js"
)

// YieldToBrowser gives the browser's event loop one turn and returns after it. By then, messages that had
// arrived before have been handed to their ports, and goroutines that wait for other events of the
// browser had a chance to run; runtime.Gosched does neither. It takes 30 to 40 µs in Chromium, in
// the page and in a worker. It must not be called inside a JavaScript callback, during which the
// event loop does not turn.
func YieldToBrowser() { turns().wait() }

// The program's packages are initialized one after the other, which takes WebKit up to 100 ms. This
// package is an early one, and gives the page a turn in between.
func init() {
	if js.Global().Get("document").Truthy() {
		YieldToBrowser()
	}
}

// turns returns the program's only turner.
var turns = sync.OnceValue(newTurner)

// turner sends messages to itself. They are queued after the messages that wait already, so that
// one comes back after a turn of the event loop.
type turner struct {
	out     js.Value
	waiting []chan struct{} // one for each message that was sent, oldest first
}

// newTurner returns a turner with a message channel of its own.
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

// wait sends a message and returns when it has come back.
func (t *turner) wait() {
	turned := make(chan struct{})
	t.waiting = append(t.waiting, turned)
	t.out.Call("postMessage", js.Null())
	<-turned
}
