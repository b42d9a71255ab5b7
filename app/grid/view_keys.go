package grid

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
)

// moves are the keys that move the cursor, without a modifier or with Shift.
var moves = map[string]page.CursorMove{
	"ArrowUp": page.MoveUp, "ArrowDown": page.MoveDown, "ArrowLeft": page.MoveLeft, "ArrowRight": page.MoveRight,
	"PageUp": page.MovePageUp, "PageDown": page.MovePageDown, "Home": page.MoveRowStart, "End": page.MoveRowEnd,
}

// jumps are the keys that move the cursor together with Ctrl or Meta.
var jumps = map[string]page.CursorMove{"Home": page.MoveFirst, "End": page.MoveLast}

// key handles the keys of the grid. Shift with a move extends the selection.
func (g *sheet) key(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if e.Get("altKey").Bool() || e.Get("isComposing").Bool() {
		return
	}
	key, shift := e.Get("key").String(), e.Get("shiftKey").Bool()
	var msg page.Msg
	if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() {
		if to, ok := jumps[key]; ok {
			msg = CursorKeyPressed{Move: to, Selects: shift && to.ChangesRow()}
		}
	} else if to, ok := moves[key]; ok {
		msg = CursorKeyPressed{Move: to, Selects: shift && to.ChangesRow()}
	} else {
		switch key {
		case "Enter", "F2":
			msg = EditBegun{}
		case " ":
			msg = cellOpened{}
		case "Delete":
			if !g.Data.ReadOnly {
				msg = cellDeleted{}
			}
		case "a", "A":
			msg = g.askRows()
		case "Escape":
			if g.Data.Grid.Selection != nil || g.Data.Grid.Details != nil || g.Data.Grid.NewCell != nil {
				msg = panelClosed{}
			}
		}
	}
	if msg != nil {
		e.PreventDefault()
		g.to.Send(msg)
	}
}

// cellAt returns the cell that an event happened in. ok is false if it was outside of the
// cells.
func (g *sheet) cellAt(e app.Event) (row int, c Column, ok bool) {
	cell := e.Get("target").Call("closest", "[role=gridcell], [role=rowheader]")
	if !cell.Truthy() {
		return 0, c, false
	}
	number := func(v app.Value, name string) int {
		n, _ := strconv.Atoi(v.Call("getAttribute", name).String())
		return n
	}
	row = number(cell.Get("parentElement"), "aria-rowindex") - 2
	column := number(cell, "aria-colindex") - 2
	if column >= len(g.Data.Grid.Columns) {
		return 0, c, false
	}
	if column >= 0 {
		c = g.Data.Grid.Columns[column]
	}
	return row, c, true
}

// clicked moves the cursor to the cell. The second click of a double click is left to
// clickedTwice.
func (g *sheet) clicked(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if row, c, ok := g.cellAt(e); ok && e.Get("detail").Int() < 2 {
		g.to.Send(CellPicked{Row: row, Column: c, Selects: e.Get("shiftKey").Bool()})
	}
}

// pressed notes the row where a drag begins. With Shift it prevents that the browser selects
// text.
func (g *sheet) pressed(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	g.from = -1
	if row, _, ok := g.cellAt(e); ok && g.Data.Asks && e.Get("button").Int() == 0 {
		if g.from = row; e.Get("shiftKey").Bool() {
			e.PreventDefault()
			app.Window().GetElementByID(page.ElementGrid).Call("focus")
		}
	}
}

// dragged selects the rows from the one where the drag began to the one under the pointer.
func (g *sheet) dragged(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if e.Get("buttons").Int() != 1 {
		g.from = -1
	}
	if g.from < 0 || e.Get("shiftKey").Bool() {
		return
	}
	row, _, ok := g.cellAt(e)
	if c := g.Data.Grid.Selection; !ok || c == nil && row == g.from || c != nil && row == c.To {
		return
	}
	app.Window().Call("getSelection").Call("removeAllRanges")
	g.to.Send(page.SelectRows{From: g.from, To: row})
}

// clickedTwice begins to edit the cell.
func (g *sheet) clickedTwice(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if _, _, ok := g.cellAt(e); ok {
		g.to.Send(EditBegun{})
	}
}

// field draws the field of one line in which the cell under the cursor is edited. It lies
// above the cell and is not a part of it, so that drawing the rows anew does not disturb it.
func (g *sheet) field() app.UI {
	e, at := g.Data.Grid.Edit, g.Data.Grid.Cursor
	if e == nil || e.InPanel {
		return app.Div().Class("cell-edit").Hidden(true)
	}
	name := g.fieldName(e, at)
	return app.Div().Class("cell-edit").Hidden(false).Body(
		app.Input().Type("text").ID(elementCell).Attr("aria-label", name).
			Attr("aria-invalid", strconv.FormatBool(g.Data.Grid.Err != nil)).
			Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false").
			Attr("enterkeyhint", "done").OnKeyDown(g.fieldKey).OnBlur(g.fieldLeft),
	)
}

// fieldName returns the accessible name of the field, which names the cell.
func (g *sheet) fieldName(e *CellEdit, at Cursor) string {
	if e.Escaped {
		return g.t("edit-bytes", columnName(at.Column), string(at.Key))
	}
	return g.t("edit-cell", columnName(at.Column), string(at.Key))
}

// fieldKey writes the text on Enter, and discards it on Escape.
func (g *sheet) fieldKey(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if e.Get("isComposing").Bool() {
		return
	}
	switch e.Get("key").String() {
	case "Enter":
		e.PreventDefault()
		g.to.Send(EditSubmitted{Text: ctx.JSSrc().Get("value").String()})
	case "Escape":
		e.PreventDefault()
		g.to.Send(editLeft{})
	}
}

// fieldLeft writes the text when the focus leaves the field. The log shows the command, and
// it can be undone.
func (g *sheet) fieldLeft(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	if g.Data.Grid.Edit != nil {
		g.to.Send(EditSubmitted{Text: ctx.JSSrc().Get("value").String(), Away: true})
	}
}

// placeField moves the field over its cell, and makes it invisible while the cell is out of
// sight.
func (g *sheet) placeField() {
	if e := g.Data.Grid.Edit; e == nil || e.InPanel {
		return
	}
	input := app.Window().GetElementByID(elementCell)
	box, cell := g.activeCell()
	if !input.Truthy() || !box.Truthy() {
		return
	}
	field := input.Get("parentElement")
	style := field.Get("style")
	if !cell.Truthy() {
		style.Set("opacity", "0")
		return
	}
	// All measures are in pixels of the window. The field is positioned in the row that
	// contains the grid.
	in, at := box.Call("getBoundingClientRect"), cell.Call("getBoundingClientRect")
	from := field.Call("closest", ".grid-row").Call("getBoundingClientRect")
	head := box.Call("querySelector", ".grid-head").Call("getBoundingClientRect")
	top, bottom := at.Get("top").Float(), at.Get("bottom").Float()
	style.Set("opacity", "1")
	if top < head.Get("bottom").Float()-1 || bottom > in.Get("bottom").Float()+1 {
		style.Set("opacity", "0")
	}
	px := func(name string, v float64) {
		style.Call("setProperty", name, strconv.FormatFloat(v, 'f', 1, 64)+"px")
	}
	// Keep the field within the box, and at least 160 pixels wide.
	left := max(at.Get("left").Float(), in.Get("left").Float())
	width := max(at.Get("right").Float()-left, 160)
	left = max(min(left, in.Get("right").Float()-width), in.Get("left").Float())
	px("left", left-from.Get("left").Float())
	px("top", top-from.Get("top").Float())
	px("width", min(width, in.Get("width").Float()))
	px("height", at.Get("height").Float())
}
