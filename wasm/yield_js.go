package main

import (
	"time"

	"tabletop/wasm/bridge"
)

// slice is how long the page may draw, while it starts, before the browser gets a turn.
const slice = 5 * time.Millisecond

var (
	started bool      // set once the page and the worker have both answered
	turned  time.Time // when the browser last had a turn
)

// turn lets the browser do everything that waits. It yields twice, since timers that are due are
// only queued in the first turn of the event loop.
func turn() {
	bridge.YieldToBrowser()
	bridge.YieldToBrowser()
	turned = time.Now()
}

// breathe gives the browser a turn if the page is still starting and has drawn for longer than
// slice. Later it does nothing: while the program handles a key, the browser holds the key's
// default action back, and the handler must not wait.
func breathe() {
	if !started && time.Since(turned) >= slice {
		turn()
	}
}
