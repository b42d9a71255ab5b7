package key

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/ui"
)

// chipItem is the CSS selector of the list items that hold a chip.
const chipItem = "li:has(> .chip:first-child)"

// chipOf returns the chip that an event happened in and its field, nil and "" for none.
func chipOf(e app.Event) (chip app.Value, field string) {
	chip = e.Get("target").Call("closest", ".chip")
	if !chip.Truthy() {
		return nil, ""
	}
	return chip, chip.Get("dataset").Get("field").String()
}

// down notes that a chip was pressed, which may begin a drag.
func (c *chips) down(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	c.drag, c.opened = ui.Drag{}, false
	chip, field := chipOf(e)
	if chip == nil || e.Get("button").Int() != 0 {
		return
	}
	c.opened = c.Looks.Shaping.Field == field
	c.drag.PointerDown(e, chip.Get("parentNode"), field)
}

// move moves a dragged chip with the pointer.
func (c *chips) move(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	c.drag.PointerMove(e, ctx.JSSrc(), chipItem, ".chip", false)
}

// up ends the drag and sends the new place of the field.
func (c *chips) up(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	// Render calls Settle when it draws the chips in the new order.
	if c.drag.PointerUp(slices.Index(c.Looks.fields(), c.drag.Name)) {
		c.Looks.Send(placed{Table: c.Looks.Table.Name, Field: c.drag.Name, To: c.drag.To})
	}
}

// cancel ends the drag without a change.
func (c *chips) cancel(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	c.drag.Cancel()
}

// click opens or closes the menu of a chip. A click at the end of a drag, or one at whose
// press the browser has closed the menu, does nothing.
func (c *chips) click(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	chip, field := chipOf(e)
	byPointer := e.Get("detail").Int() > 0
	if chip == nil || byPointer && (c.drag.Was || c.opened) {
		return
	}
	c.Looks.Send(opened{Table: c.Looks.Table.Name, Field: field})
}

// key moves a chip with the arrow keys, removes it with Delete or Backspace, and ends a drag
// with Escape.
func (c *chips) key(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if c.drag.On && e.Get("key").String() == "Escape" {
		e.Call("stopPropagation")
		c.drag.Cancel()
		return
	}
	chip, field := chipOf(e)
	if chip == nil || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() {
		return
	}
	table := c.Looks.Table.Name
	switch e.Get("key").String() {
	case "ArrowLeft":
		c.Looks.Send(FieldMoved{Table: table, Field: field, By: -1})
	case "ArrowRight":
		c.Looks.Send(FieldMoved{Table: table, Field: field, By: 1})
	case "Delete", "Backspace":
		c.Looks.Send(dropped{Table: table, Field: field})
	default:
		return
	}
	e.PreventDefault()
}

// OnMount shows the menu if it is open.
func (c *chips) OnMount(app.Context) { c.show() }

// OnUpdate shows or hides the menu.
func (c *chips) OnUpdate(app.Context) { c.show() }

// show shows the menu of the open chip as a popover, with the focus in it, or hides it.
func (c *chips) show() {
	menu := c.JSValue().Call("querySelector", ".chip-menu")
	c.shown = c.Looks.Shaping.Field
	switch open := c.shown != ""; {
	case menu.Call("matches", ":popover-open").Bool() == open:
	case open:
		_ = guard.Try(func() { menu.Call("showPopover") })
		// Before, the field could not be focused. Closing gives the focus back to the chip.
		if field := menu.Call("querySelector", "#"+elementShaping); field.Truthy() {
			field.Call("focus")
		}
	default:
		_ = guard.Try(func() { menu.Call("hidePopover") })
	}
}

// toggled handles that the browser has closed the menu, for instance because something else
// was pressed.
func (c *chips) toggled(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if e.Get("newState").String() == "closed" && c.shown != "" {
		c.Looks.Send(closed{Table: c.Looks.Table.Name, Field: c.shown})
	}
}
