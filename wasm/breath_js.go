package main

import (
	"syscall/js"
	"time"

	"tabletop/wasm/bridge"
)

// slice is how long the page draws before the browser has a turn.
const slice = 8 * time.Millisecond

var (
	started bool          // page and worker have both answered
	hurry   chan struct{} // closed when the drawing that has paused must end, nil while none has
	acting  int           // how much of what the reader does is being handed on
	clock   = js.Global().Get("performance")
)

// turn lets the browser do all that waits: timers that are due get in line only when it
// comes around once. It ends early when stop is closed.
func turn(stop <-chan struct{}) {
	bridge.YieldUnless(stop)
	bridge.YieldUnless(stop)
}

// busy returns for how long the browser has waited for the program.
func busy() time.Duration {
	since := clock.Call("now").Float() - js.Global().Get("tabletopEntered").Float()
	return time.Duration(since * float64(time.Millisecond))
}

// breathe gives the browser a turn within a drawing that takes long. Once the page has
// started, what a reader does ends that at once: a key is kept from what it does by itself
// only while it is handed on, and what is typed must not be overtaken by what was drawn of
// the text before it.
func breathe() {
	if started && acting > 0 || busy() < slice {
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
// on, and none pause until it has been.
func beReady() {
	ready := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].Get("type").String() == "pointermove" && args[0].Get("buttons").Int() == 0 {
			return nil // nothing is drawn along
		}
		acting++
		if hurry != nil {
			close(hurry)
			hurry = nil
		}
		go func() {
			bridge.Yield()
			acting--
		}()
		return nil
	})
	for _, act := range acts {
		js.Global().Call("addEventListener", act, ready, true)
	}
}
