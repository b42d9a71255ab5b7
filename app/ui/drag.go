package ui

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
)

// dragFrom is how far a pressed pointer must move, in CSS pixels, to begin a drag.
const dragFrom = 5

// Drag moves an item of a list with the pointer. The list's layout must follow the CSS property
// order: during a drag only that property and a transform change, so the other items make room.
// A component calls PointerDown, PointerMove and PointerUp (or Cancel) from its handlers of pointer events.
type Drag struct {
	Name string // name of the pressed item; "" for none
	On   bool   // a drag is under way
	Was  bool   // the last press was a drag, and not a click
	To   int    // index of the item's place, among the items that can be dragged

	item app.Value  // the pressed element of the list; nil if there is none
	at   [2]float64 // where the press began, in the window
	grip [2]float64 // where the pointer holds the item, from its corner
}

// pointer returns the position of a pointer in the window, in CSS pixels.
func pointer(e app.Event) [2]float64 {
	return [2]float64{e.Get("clientX").Float(), e.Get("clientY").Float()}
}

// PointerDown begins a press on an item of a list.
func (d *Drag) PointerDown(e app.Event, item app.Value, name string) {
	box, at := item.Call("getBoundingClientRect"), pointer(e)
	*d = Drag{
		Name: name, item: item, at: at,
		grip: [2]float64{at[0] - box.Get("left").Float(), at[1] - box.Get("top").Float()},
	}
}

// PointerMove handles a movement of the pointer over the list. item is the selector of the children
// that can be dragged, and focus the selector of the element in an item that gets the focus
// during the drag. column is whether the items stand one below the other.
func (d *Drag) PointerMove(e app.Event, list app.Value, item, focus string, column bool) {
	if d.item == nil {
		return
	}
	// The list does not hear of a release outside of it, if the pointer left before the drag began.
	if e.Get("buttons").Int() == 0 {
		d.Cancel()
		d.item = nil
		return
	}
	at := pointer(e)
	if x, y := at[0]-d.at[0], at[1]-d.at[1]; !d.On && x*x+y*y < dragFrom*dragFrom {
		return
	}
	if !d.On {
		d.On, d.Was = true, true
		_ = guard.Try(func() { list.Call("setPointerCapture", e.Get("pointerId")) })
		d.item.Get("classList").Call("add", "lifted")
		if to := d.item.Call("querySelector", focus); to.Truthy() {
			to.Call("focus", map[string]any{"preventScroll": true}) // so that it gets the key Escape
		}
	}
	d.place(list, at, item, column)
}

// place finds the index for the item from the pointer's position, reorders the list by the
// property order, and moves the item to the pointer.
func (d *Drag) place(list app.Value, at [2]float64, item string, column bool) {
	box := list.Call("getBoundingClientRect")
	y := max(min(at[1], box.Get("bottom").Float()-1), box.Get("top").Float()+1)
	var order, slots []int // children that can be dragged: without the pressed one, and all
	children := list.Get("children")
	self, before := 0, 0
	for i := range children.Get("length").Int() {
		child := children.Index(i)
		if !child.Call("matches", item).Bool() {
			child.Get("style").Set("order", i)
			continue
		}
		slots = append(slots, i)
		if child.Equal(d.item) {
			self = i
			continue
		}
		order = append(order, i)
		of := child.Call("getBoundingClientRect")
		top, bottom := of.Get("top").Float(), of.Get("bottom").Float()
		left, width := of.Get("left").Float(), of.Get("width").Float()
		if column && y > (top+bottom)/2 || !column && (y > bottom || y >= top && at[0] > left+width/2) {
			before++
		}
	}
	d.To = before
	for n, i := range slices.Insert(order, before, self) {
		children.Index(i).Get("style").Set("order", slots[n])
	}
	// Without a transform the box is that of the item's place, from which the offset is
	// counted.
	style := d.item.Get("style")
	style.Set("transform", "")
	of := d.item.Call("getBoundingClientRect")
	x := at[0] - d.grip[0] - of.Get("left").Float()
	if column {
		x = 0
	}
	style.Set("transform", fmt.Sprintf("translate(%.0fpx, %.0fpx)", x, at[1]-d.grip[1]-of.Get("top").Float()))
}

// PointerUp ends the press. It returns true if the item was dragged to another index than from. Then
// the caller has to draw the list in the new order, and to call [Drag.ClearDragStyles] after that.
func (d *Drag) PointerUp(from int) bool {
	if !d.On {
		d.item = nil
		return false
	}
	d.On = false
	if d.To == from {
		d.ClearDragStyles()
		return false
	}
	d.item.Get("classList").Call("remove", "lifted")
	d.item.Get("style").Set("transform", "")
	return true
}

// Cancel ends the press and puts the item back.
func (d *Drag) Cancel() {
	d.On = false
	d.ClearDragStyles()
}

// ClearDragStyles removes what the drag has set, so that the items stand in the list's own order.
func (d *Drag) ClearDragStyles() {
	if d.item == nil || d.On {
		return
	}
	d.item.Get("classList").Call("remove", "lifted")
	d.item.Get("style").Set("transform", "")
	if list := d.item.Get("parentNode"); list.Truthy() {
		children := list.Get("children")
		for i := range children.Get("length").Int() {
			children.Index(i).Get("style").Set("order", "")
		}
	}
	d.item = nil
}
