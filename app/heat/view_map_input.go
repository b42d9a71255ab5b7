package heat

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/heat/picture"
	"tabletop/app/page"
)

// keys maps keys to moves of the cursor, without and with Ctrl.
var keys = map[string][2]page.CursorMove{
	"ArrowUp": {page.MoveUp, page.MovePageUp}, "ArrowDown": {page.MoveDown, page.MovePageDown},
	"ArrowLeft": {page.MoveLeft, page.MoveRowStart}, "ArrowRight": {page.MoveRight, page.MoveRowEnd},
	"PageUp": {page.MovePageUp, page.MovePageUp}, "PageDown": {page.MovePageDown, page.MovePageDown},
	"Home": {page.MoveRowStart, page.MoveFirst}, "End": {page.MoveRowEnd, page.MoveLast},
}

// mapOf returns the index of the map that an event is about.
func (h *canvas) mapOf(ctx app.Context) int {
	if ctx.JSSrc().Get("dataset").Get("map").String() == "1" {
		return 1
	}
	return 0
}

// key handles a key that was pressed on a map.
func (h *canvas) key(ctx app.Context, e app.Event) {
	i, key := h.mapOf(ctx), e.Get("key").String()
	moves, moving := keys[key]
	switch {
	case e.Get("altKey").Bool() || e.Get("metaKey").Bool():
		return
	case moving:
		h.over = nil
		move := moves[0]
		if e.Get("ctrlKey").Bool() {
			move = moves[1]
		}
		h.to.Send(moved{Map: i, Move: move})
	case key == "Enter" || key == " ":
		h.to.Send(picked{Map: i, Row: h.Data.Maps[i].Row, Column: h.Data.At.Column})
	case key == "Escape" && h.Data.At.Pinned:
		h.to.Send(unpinned{})
	case key == "+" || key == "=":
		h.to.Send(zoomBy{Map: i, Rows: 1, Columns: 1})
	case key == "-":
		h.to.Send(zoomBy{Map: i, Rows: -1, Columns: -1})
	case key == "0":
		h.to.Send(whole{})
	default:
		return
	}
	e.PreventDefault()
}

// under returns the cell under the pointer.
func (h *canvas) under(ctx app.Context, e app.Event) place {
	i := h.mapOf(ctx)
	v := h.Data.Maps[i].View
	box := ctx.JSSrc().Call("getBoundingClientRect")
	part := func(at, from, size string) float64 {
		return max(0, min((e.Get(at).Float()-box.Get(from).Float())/max(box.Get(size).Float(), 1), 0.99999))
	}
	return place{
		i,
		v.Row + int(part("clientY", "top", "height")*float64(v.Rows)),
		v.Column + int(part("clientX", "left", "width")*float64(v.Columns)),
	}
}

// moved notes the cell under the pointer. Nothing is drawn if it is the same cell as before.
func (h *canvas) moved(ctx app.Context, e app.Event) {
	at := h.under(ctx, e)
	if h.over != nil && *h.over == at {
		ctx.PreventUpdate()
		return
	}
	h.over = &at
}

func (h *canvas) left(app.Context, app.Event) { h.over, h.drag = nil, nil }

// pressed notes where a press of the main button begins, which may become a drag.
func (h *canvas) pressed(ctx app.Context, e app.Event) {
	at := h.under(ctx, e)
	h.over = &at
	if e.Get("button").Int() == 0 {
		h.drag = &at
	}
}

// released pins the cell, or zooms to the cells that the mouse was dragged over.
func (h *canvas) released(ctx app.Context, e app.Event) {
	at, from := h.under(ctx, e), h.drag
	h.drag = nil
	touched := e.Get("pointerType").String() != "mouse"
	if touched {
		h.over = nil
	}
	switch {
	case from == nil || from.Map != at.Map:
	case !touched && (abs(from.Row-at.Row) > 1 || abs(from.Column-at.Column) > 1):
		row, column := min(from.Row, at.Row), min(from.Column, at.Column)
		h.to.Send(zoomed{Map: at.Map, View: picture.Viewport{
			Row: row, Rows: abs(from.Row-at.Row) + 1, Column: column, Columns: abs(from.Column-at.Column) + 1,
		}})
	default:
		h.to.Send(picked(at))
	}
}

func abs(v int) int { return max(v, -v) }
