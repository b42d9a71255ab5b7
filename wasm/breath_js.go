package main

import (
	"syscall/js"
	"time"

	"tabletop/app/model"
	shared "tabletop/app/page"
	"tabletop/wasm/bridge"
)

// slice is how long the page draws, while it starts or comes to another place, before the
// browser has a turn.
const slice = 5 * time.Millisecond

var (
	started  bool      // page and worker have both answered
	entering bool      // what is drawn takes the place of something else altogether
	turned   time.Time // when the browser last had a turn
)

// place is what the page is about: what is drawn of another one is all new.
type place struct {
	route  shared.Route
	opened string // ID of the workspace that is open
	rows   bool   // those of a table are there
}

// placeOf returns what a state is about.
func placeOf(st model.State) place {
	return place{st.Route, st.Work.ID, st.Work.Page.Table != ""}
}

// turn lets the browser do all that waits: timers that are due get in line only when it
// comes around once.
func turn() {
	bridge.Yield()
	bridge.Yield()
	turned = time.Now()
}

// breathe gives the browser a turn while the page starts, and while it draws another place,
// which nobody has begun to use. Else none is given within a drawing: what a key does by
// itself is kept from it while the key is handed on, and then the program must not be
// waiting.
func breathe() {
	if started && !entering || time.Since(turned) < slice {
		return
	}
	boot := js.Global().Get("tabletop")
	boot.Set("drawing", started)
	turn()
	boot.Set("drawing", false)
}
