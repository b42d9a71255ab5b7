package main

import (
	"time"

	"tabletop/wasm/bridge"
)

// slice is how long the page draws while it starts before the browser has a turn.
const slice = 5 * time.Millisecond

var (
	started bool      // page and worker have both answered
	turned  time.Time // when the browser last had a turn
)

// turn lets the browser do all that waits: timers that are due get in line only when it
// comes around once.
func turn() {
	bridge.Yield()
	bridge.Yield()
	turned = time.Now()
}

// breathe gives the browser a turn while the page starts. Later none is given within a
// drawing: what a key does by itself is kept from it while the key is handed on, and then
// the program must not be waiting.
func breathe() {
	if !started && time.Since(turned) >= slice {
		turn()
	}
}
