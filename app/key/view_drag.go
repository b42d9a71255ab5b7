package key

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
)

// dragFrom is how far a pointer moves, in pixels, before it drags what it is on.
const dragFrom = 5

// drag is what a pointer does with a chip.
type drag struct {
	item   app.Value // of the list, with the chip that was pressed; nil while none is
	field  string
	opened bool // its menu was open when it was pressed, which the press closes
	on     bool // it has left its place
	was    bool // the press that has ended was a drag
	at     [2]float64
	grip   [2]float64 // where the pointer holds the item
	to     int        // the place that the chip stands in
}

func pointer(e app.Event) [2]float64 {
	return [2]float64{e.Get("clientX").Float(), e.Get("clientY").Float()}
}

// chipOf returns the chip that an event is about, and its field.
func chipOf(e app.Event) (chip app.Value, field string) {
	chip = e.Get("target").Call("closest", ".chip")
	if !chip.Truthy() {
		return nil, ""
	}
	return chip, chip.Get("dataset").Get("field").String()
}

func (c *chips) down(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	c.drag = drag{}
	chip, field := chipOf(e)
	if chip == nil || e.Get("button").Int() != 0 {
		return
	}
	item := chip.Get("parentNode")
	box, at := item.Call("getBoundingClientRect"), pointer(e)
	c.drag = drag{
		item: item, field: field, at: at, opened: c.Looks.Shaping.Field == field,
		grip: [2]float64{at[0] - box.Get("left").Float(), at[1] - box.Get("top").Float()},
	}
}

func (c *chips) move(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	d := &c.drag
	if d.item == nil {
		return
	}
	at := pointer(e)
	if x, y := at[0]-d.at[0], at[1]-d.at[1]; !d.on && x*x+y*y < dragFrom*dragFrom {
		return
	}
	list := ctx.JSSrc()
	if !d.on {
		d.on, d.was = true, true
		_ = guard.Try(func() { list.Call("setPointerCapture", e.Get("pointerId")) })
		d.item.Get("classList").Call("add", "lifted")
		d.item.Get("firstElementChild").Call("focus") // so that Escape is heard
	}
	c.place(list, at)
}

// place has the chips make room for the one that the pointer is at, and puts that there.
func (c *chips) place(list app.Value, at [2]float64) {
	d, box := &c.drag, list.Call("getBoundingClientRect")
	y := max(min(at[1], box.Get("bottom").Float()-1), box.Get("top").Float()+1)
	var order, slots []int // children of the list
	children := list.Get("children")
	self, before := 0, 0
	for i := range children.Get("length").Int() {
		child := children.Index(i)
		if !child.Get("firstElementChild").Truthy() || !child.Get("firstElementChild").Call("matches", ".chip").Bool() {
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
		left, width := of.Get("left").Float(), of.Get("width").Float()
		if y > of.Get("bottom").Float() || y >= of.Get("top").Float() && at[0] > left+width/2 {
			before++
		}
	}
	d.to = before
	for n, i := range slices.Insert(order, before, self) {
		children.Index(i).Get("style").Set("order", slots[n])
	}
	style := d.item.Get("style")
	style.Set("transform", "")
	of := d.item.Call("getBoundingClientRect")
	style.Set("transform", fmt.Sprintf("translate(%.0fpx, %.0fpx)",
		at[0]-d.grip[0]-of.Get("left").Float(), at[1]-d.grip[1]-of.Get("top").Float()))
}

func (c *chips) up(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	d := &c.drag
	if !d.on {
		d.item = nil
		return
	}
	from := slices.Index(c.Looks.fields(), d.field)
	d.on = false
	if d.to == from {
		c.settle()
		return
	}
	d.item.Get("classList").Call("remove", "lifted")
	d.item.Get("style").Set("transform", "")
	// Drawn in the new order they are settled.
	c.Looks.Send(Placed{Table: c.Looks.Table.Name, Field: d.field, To: d.to})
}

func (c *chips) cancel(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	c.drag.on = false
	c.settle()
}

// settle has the chips stand where they stand in the list.
func (c *chips) settle() {
	d := &c.drag
	if d.item == nil || d.on {
		return
	}
	d.item.Get("classList").Call("remove", "lifted")
	d.item.Get("style").Set("transform", "")
	children := d.item.Get("parentNode").Get("children")
	for i := range children.Get("length").Int() {
		children.Index(i).Get("style").Set("order", "")
	}
	d.item = nil
}

// click opens the chip's menu, or closes it.
func (c *chips) click(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	chip, field := chipOf(e)
	byPointer := e.Get("detail").Int() > 0
	if chip == nil || byPointer && (c.drag.was || c.drag.opened) {
		return
	}
	c.Looks.Send(Opened{Table: c.Looks.Table.Name, Field: field})
}

// key moves a chip, or takes it out.
func (c *chips) key(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if c.drag.on && e.Get("key").String() == "Escape" {
		e.Call("stopPropagation")
		c.drag.on = false
		c.settle()
		return
	}
	chip, field := chipOf(e)
	if chip == nil || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
		return
	}
	table := c.Looks.Table.Name
	switch e.Get("key").String() {
	case "ArrowLeft":
		c.Looks.Send(Moved{Table: table, Field: field, By: -1})
	case "ArrowRight":
		c.Looks.Send(Moved{Table: table, Field: field, By: 1})
	case "Delete", "Backspace":
		c.Looks.Send(Dropped{Table: table, Field: field})
	default:
		return
	}
	e.PreventDefault()
}

// OnMount shows the menu that is open.
func (c *chips) OnMount(app.Context) { c.show() }

// OnUpdate shows the menu that is open, or none.
func (c *chips) OnUpdate(app.Context) { c.show() }

func (c *chips) show() {
	menu := c.JSValue().Call("querySelector", ".chip-menu")
	c.shown = c.Looks.Shaping.Field
	switch open := c.shown != ""; {
	case menu.Call("matches", ":popover-open").Bool() == open:
	case open:
		_ = guard.Try(func() { menu.Call("showPopover") })
	default:
		_ = guard.Try(func() { menu.Call("hidePopover") })
	}
}

// toggled hears that the menu has closed by itself, as when something else was pressed.
func (c *chips) toggled(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if e.Get("newState").String() == "closed" && c.shown != "" {
		c.Looks.Send(Closed{Table: c.Looks.Table.Name, Field: c.shown})
	}
}
