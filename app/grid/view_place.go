package grid

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/engine"
)

// mostRows is how many rows high the scrolled area is at most: browsers stop at
// some 17 million pixels. Larger tables scroll in proportion.
const mostRows = 400_000

// height is how many rows high the scrolled area of a table is.
func height(total int) int { return min(total, mostRows) }

// placing says where the rows of a page are drawn.
type placing struct {
	first float64 // the row of the table that the box is scrolled to
	from  float64 // where the page's rows begin in the scrolled area, in rows
	late  bool    // they stand in for rows that are not there yet
}

// place places a page in a box that is scrolled down by so many rows and holds so
// many. Rows that have been scrolled out of sight stay in it until others come:
// there is never nothing to see.
func place(scroll, fit float64, p engine.Page) placing {
	at := placing{first: scroll}
	if total := float64(p.Total); p.Total > mostRows && fit > 0 {
		at.first = scroll / (mostRows - fit) * (total - fit)
	}
	end := float64(p.Offset + len(p.Rows))
	at.from = scroll + float64(p.Offset) - at.first
	switch {
	case fit == 0:
	case float64(p.Offset) > at.first:
		at.from, at.late = scroll, true
	case end < math.Min(at.first+fit, float64(p.Total))-0.5:
		at.from, at.late = math.Max(0, scroll+fit-float64(len(p.Rows))), true
	}
	return at
}

// ScrollTop returns how far down, in pixels, the grid has to be scrolled for the
// row with that offset of so many to be the first that is seen.
func ScrollTop(total, offset int) float64 {
	box := app.Window().GetElementByID(page.ElementGrid)
	if !box.Truthy() {
		return 0
	}
	row, fit := rowsOf(box)
	return row * scrollOf(offset, total, fit)
}

// scrollOf is what first of [place] was made from.
func scrollOf(offset, total int, fit float64) float64 {
	if total <= mostRows {
		return float64(offset)
	}
	return float64(offset) / (float64(total) - fit) * (mostRows - fit)
}

// rowsOf returns the height of a row in pixels and how many the box holds below
// its head; both are 0 while it is out of sight.
func rowsOf(box app.Value) (row, fit float64) {
	head := box.Call("querySelector", ".grid-head")
	if !head.Truthy() {
		return 0, 0
	}
	if row = head.Call("getBoundingClientRect").Get("height").Float(); row == 0 {
		return 0, 0
	}
	return row, math.Max(1, box.Get("clientHeight").Float()/row-1)
}

// measure reads how the box is scrolled, puts the rows in their place and tells
// which should be in sight.
func (g *sheet) measure() {
	box := app.Window().GetElementByID(page.ElementGrid)
	if !box.Truthy() {
		return
	}
	row, fit := rowsOf(box)
	if row == 0 {
		return
	}
	g.fit, g.scroll = fit, box.Get("scrollTop").Float()/row
	at := place(g.scroll, g.fit, g.Data.Page)
	rows := box.Call("querySelector", ".grid-rows")
	if shift := strconv.FormatFloat(at.from-g.drawn, 'f', 3, 64); rows.Get("style").Call("getPropertyValue", "--shift").String() != shift {
		rows.Get("style").Call("setProperty", "--shift", shift)
	}
	rows.Call("toggleAttribute", "data-late", at.late)
	first := max(0, int(math.Ceil(at.first-0.2)))
	if to := (Scrolled{Offset: first, Count: max(1, int(fit+0.2))}); to != g.told {
		g.told = to
		g.to.Send(to)
	}
}

func (g *sheet) scrolled(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	g.measure()
	g.placeField()
}

// showCursor scrolls sideways to the cursor, where that has moved.
func (g *sheet) showCursor() {
	if g.shown == g.Data.Grid.Cursor {
		return
	}
	g.shown = g.Data.Grid.Cursor
	box, cell := g.activeCell()
	if !cell.Truthy() {
		return
	}
	in, at := box.Call("getBoundingClientRect"), cell.Call("getBoundingClientRect")
	left := in.Get("left").Float() + keyColumn(box, cell)
	right := in.Get("left").Float() + box.Get("clientWidth").Float()
	by := 0.0
	if over := at.Get("right").Float() - right; over > 0 {
		by = over
	}
	if under := at.Get("left").Float() - by - left; under < 0 {
		by += under
	}
	if by != 0 {
		box.Set("scrollLeft", box.Get("scrollLeft").Float()+by)
	}
}

// keyColumn returns how many pixels the row keys cover that stay in sight; the
// cell of a row key is covered by none.
func keyColumn(box, cell app.Value) float64 {
	head := box.Call("querySelector", "[role=columnheader]")
	if app.Window().Call("getComputedStyle", head).Get("position").String() != "sticky" || cell.Call("matches", "[role=rowheader]").Bool() {
		return 0
	}
	return head.Call("getBoundingClientRect").Get("width").Float()
}

// activeCell returns the grid's box and the cell under the cursor, if they are
// drawn.
func (g *sheet) activeCell() (box, cell app.Value) {
	box = app.Window().GetElementByID(page.ElementGrid)
	id := g.activeID()
	if !box.Truthy() || id == "" {
		return box, app.Null()
	}
	return box, app.Window().GetElementByID(id)
}
