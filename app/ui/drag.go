package ui

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
)

// dragFrom is how far a pointer moves, in pixels, before it drags what it is on.
const dragFrom = 5

// Drag is what a pointer does with an item of a list whose items stand in the order that
// CSS gives them: while it is dragged, the others make room for it.
type Drag struct {
	Name string // of the item that was pressed, "" for none
	On   bool   // it has left its place
	Was  bool   // the press that has ended was a drag
	To   int    // the place that the item stands in, among those that can be dragged

	item app.Value // of the list; nil while none is pressed
	at   [2]float64
	grip [2]float64 // where the pointer holds the item
}

// pointer returns where a pointer is, in pixels of the window.
func pointer(e app.Event) [2]float64 {
	return [2]float64{e.Get("clientX").Float(), e.Get("clientY").Float()}
}

// Down begins a press on an item of a list.
func (d *Drag) Down(e app.Event, item app.Value, name string) {
	box, at := item.Call("getBoundingClientRect"), pointer(e)
	*d = Drag{
		Name: name, item: item, at: at,
		grip: [2]float64{at[0] - box.Get("left").Float(), at[1] - box.Get("top").Float()},
	}
}

// Move follows the pointer over a list. item tells which of its children can be dragged,
// focus is the selector of what hears keys in an item while that is dragged; in a column
// the items stand one below the other.
func (d *Drag) Move(e app.Event, list app.Value, item, focus string, column bool) {
	if d.item == nil {
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
			to.Call("focus", map[string]any{"preventScroll": true}) // so that Escape is heard
		}
	}
	d.place(list, at, item, column)
}

// place has the items make room for the one that the pointer is at, and puts that there.
func (d *Drag) place(list app.Value, at [2]float64, item string, column bool) {
	box := list.Call("getBoundingClientRect")
	y := max(min(at[1], box.Get("bottom").Float()-1), box.Get("top").Float()+1)
	var order, slots []int // children of the list
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
	style := d.item.Get("style")
	style.Set("transform", "")
	of := d.item.Call("getBoundingClientRect")
	x := at[0] - d.grip[0] - of.Get("left").Float()
	if column {
		x = 0
	}
	style.Set("transform", fmt.Sprintf("translate(%.0fpx, %.0fpx)", x, at[1]-d.grip[1]-of.Get("top").Float()))
}

// Up ends the press. It reports whether the item was dragged to another place than from:
// its list has to be drawn in the new order then, and [Drag.Settle] called behind that.
func (d *Drag) Up(from int) bool {
	if !d.On {
		d.item = nil
		return false
	}
	d.On = false
	if d.To == from {
		d.Settle()
		return false
	}
	d.item.Get("classList").Call("remove", "lifted")
	d.item.Get("style").Set("transform", "")
	return true
}

// Cancel puts the item back.
func (d *Drag) Cancel() {
	d.On = false
	d.Settle()
}

// Settle has the items stand where they stand in the list.
func (d *Drag) Settle() {
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
