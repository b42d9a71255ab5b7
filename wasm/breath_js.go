package main

import (
	"syscall/js"
	"time"

	"tabletop/wasm/bridge"
)

// slice is how long the page draws before the browser has a turn.
const slice = 8 * time.Millisecond

// lull is how long the reader has done nothing when a drawing may pause: what answers a
// key comes whole, or the next one would meet half of it.
const lull = 500 * time.Millisecond

var (
	started bool          // page and worker have both answered
	acted   float64       // when the reader last did something, by clock
	hurry   chan struct{} // closed when the drawing that has paused must end, nil while none has
	clock   = js.Global().Get("performance")
)

// turn lets the browser do all that waits: timers that are due get in line only when it
// comes around once. It ends early when stop is closed.
func turn(stop <-chan struct{}) {
	bridge.YieldUnless(stop)
	bridge.YieldUnless(stop)
}

func now() float64 { return clock.Call("now").Float() }

// since returns how long ago a time of the clock is.
func since(at float64) time.Duration { return time.Duration((now() - at) * float64(time.Millisecond)) }

// breathe gives the browser a turn within a drawing that takes long. Once the page has
// started, what a reader does ends that at once: a key is kept from what it does by itself
// only while it is handed on, and what is typed must not be overtaken by what was drawn of
// the text before it.
func breathe() {
	if since(js.Global().Get("tabletopEntered").Float()) < slice || started && since(acted) < lull {
		return
	}
	if started {
		hurry = make(chan struct{})
	}
	boot := js.Global().Get("tabletop")
	boot.Set("drawing", true)
	turn(hurry)
	hurry = nil
	boot.Set("drawing", false)
}

// acts are what a reader does that finds no half of a drawing. What has changed a field
// already is not among them: a drawing that is due would come before it has been told.
var acts = []string{"keydown", "beforeinput", "pointerdown", "pointermove", "click", "paste", "drop", "dragover", "submit", "cancel"}

// beReady has a drawing that has paused end before anything that the reader does is handed
// on, and none pause for a while.
func beReady() {
	ready := js.FuncOf(func(js.Value, []js.Value) any {
		acted = now()
		if hurry != nil {
			close(hurry)
			hurry = nil
		}
		return nil
	})
	for _, act := range acts {
		js.Global().Call("addEventListener", act, ready, true)
	}
}
