package grid

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/engine"
)

// mostRows is the greatest height of the scrolled area, in rows. Browsers limit the height
// of an element to about 17 million pixels. For larger tables, scrolling to the end of the
// area scrolls to the end of the table, in proportion.
const mostRows = 400_000

// height returns the height of the scrolled area of a table, in rows.
func height(total int) int { return min(total, mostRows) }

// placing says where the rows of a page are drawn.
type placing struct {
	first float64 // number of the table's row at the top of the box
	from  float64 // where the page's rows begin in the scrolled area, in rows
	late  bool    // the rows are drawn in the place of rows that have not arrived
}

// place returns where to draw a page in a box that is scrolled down by scroll rows and shows
// fit rows. If the rows in sight have not arrived, the rows of the page are moved into
// sight, so that the box is never empty.
func place(scroll, fit float64, p engine.RowPage) placing {
	at := placing{first: scroll}
	if p.Total > mostRows && fit > 0 {
		rows := (float64(p.Total) - fit) / (mostRows - fit) // of the table for each row of the area
		at.first = scroll * rows
		// The browser rounds how far it scrolls to a pixel, which is rows/30 or so of a row.
		if row := math.Round(at.first); math.Abs(at.first-row) < 0.02*rows {
			at.first = row
		}
	}
	// Draw the rows at their offset, unless rows at the top or the bottom of the box are
	// missing.
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

// seen is the last measure of the grid. It is kept, because measuring makes the browser lay
// out the page at once, and again after the next drawing.
var seen struct {
	box         app.Value // nil for none
	row         float64   // height of a row in pixels
	fit, scroll float64   // as in sheet; scroll is NaN while it is not known
	sought      bool      // [ScrollToRow] has scrolled the box since
}

// ScrollToRow scrolls the grid to the row with number offset, in a table of total rows.
func ScrollToRow(total, offset int) {
	box := app.Window().GetElementByID(page.ElementGrid)
	if !box.Truthy() {
		return
	}
	if seen.box == nil || !seen.box.Equal(box) {
		seen.box, seen.scroll = box, math.NaN()
		seen.row, seen.fit = rowsOf(box)
	}
	to := scrollOf(offset, total, seen.fit)
	if math.Abs(to-seen.scroll)*seen.row < 1 {
		return
	}
	box.Set("scrollTop", seen.row*to)
	if seen.scroll, seen.sought = to, seen.row > 0; !seen.sought {
		seen.box = nil
	}
}

// scrollOf returns how far the box has to be scrolled, in rows, to show the row offset at
// its top. It is the inverse of the first field that [place] returns.
func scrollOf(offset, total int, fit float64) float64 {
	if total <= mostRows {
		return float64(offset)
	}
	return float64(offset) / (float64(total) - fit) * (mostRows - fit)
}

// headOf returns the element with the column names. The other layouts have none.
func headOf(box app.Value) app.Value { return box.Call("querySelector", ".grid-head") }

// rowsOf returns the height of a row in pixels, and the number of rows that the box shows
// below its head. Both are 0 while the box is not displayed.
func rowsOf(box app.Value) (row, fit float64) {
	head := headOf(box)
	if !head.Truthy() {
		return 0, 0
	}
	if row = head.Call("getBoundingClientRect").Get("height").Float(); row == 0 {
		return 0, 0
	}
	return row, math.Max(1, box.Get("clientHeight").Float()/row-1)
}

// watch has the box measured whenever its size, or that of a row, changes. It reports
// whether the box was watched already.
func (g *sheet) watch(ctx app.Context, box app.Value) bool {
	if g.box != nil && g.box.Equal(box) {
		return true
	}
	g.OnDismount()
	g.sight.Mount(ctx, box, func() {
		g.measure()
		g.placeField()
		g.complete(ctx)
	})
	g.sight.AlsoWatch(headOf(box))
	g.box = box
	return false
}

// OnDismount stops watching the box.
func (g *sheet) OnDismount() {
	g.sight.Dismount()
	g.box = nil
}

// update puts the rows in their place after a drawing. It measures only if the box is
// another one, or is scrolled beyond the present rows. A box that is not laid out yet is
// measured when watch reports its size.
func (g *sheet) update(ctx app.Context) {
	box := app.Window().GetElementByID(page.ElementGrid)
	if !box.Truthy() || !headOf(box).Truthy() {
		return
	}
	watched := g.watch(ctx, box)
	switch {
	case g.fit == 0:
	case !watched || g.scroll > math.Max(0, float64(height(g.Data.Page.Total))-g.fit):
		g.measure()
	default:
		g.put(box)
	}
}

// measure measures how far the box is scrolled, puts the rows in their place, and sends
// [RowsScrolled] or [RowsMeasured] if other rows are in sight.
func (g *sheet) measure() {
	box := app.Window().GetElementByID(page.ElementGrid)
	if !box.Truthy() {
		return
	}
	row, fit := rowsOf(box)
	if row == 0 {
		seen.box = nil // the box is not displayed and cannot be scrolled
		return
	}
	if seen.sought {
		seen.sought, g.told = false, RowsScrolled{} // send it again: the reader may have scrolled back at once
	}
	g.fit, g.scroll = fit, box.Get("scrollTop").Float()/row
	known := seen.box != nil && seen.box.Equal(box)
	g.byReader = known && math.Abs(g.scroll-seen.scroll)*row >= 1
	seen.box, seen.row, seen.fit, seen.scroll = box, row, g.fit, g.scroll
	g.put(box)
	g.byReader = false
}

// put puts the rows in their place by the last measure, and sends [RowsScrolled], or [RowsMeasured]
// unless the reader has scrolled, if other rows are in sight.
func (g *sheet) put(box app.Value) {
	at := place(g.scroll, g.fit, g.Data.Page)
	rows := box.Call("querySelector", ".grid-rows")
	if shift := strconv.FormatFloat(at.from-g.drawn, 'f', 3, 64); rows.Get("style").Call("getPropertyValue", "--shift").String() != shift {
		rows.Get("style").Call("setProperty", "--shift", shift)
	}
	rows.Call("toggleAttribute", "data-late", at.late)
	// A row that misses a pixel is in sight. The cursor's row is scrolled to the last of Count.
	first := max(0, int(math.Ceil(at.first-0.2)))
	if to := (RowsScrolled{Offset: first, Count: max(1, int(g.fit+0.04))}); to != g.told {
		if g.told = to; g.byReader {
			g.to.Send(to)
		} else {
			g.to.Send(RowsMeasured(to))
		}
	}
}

// scrolled handles the scrolling of the box.
func (g *sheet) scrolled(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	g.measure()
	g.placeField()
}

// showCursor scrolls the box sideways to the cursor, if the cursor has moved since the last
// call.
func (g *sheet) showCursor() {
	if g.shown == g.Data.Grid.Cursor {
		return
	}
	g.shown = g.Data.Grid.Cursor
	if box, cell := g.activeCell(); cell.Truthy() {
		across(box, cell)
	}
}

// across scrolls the grid's box sideways to a cell.
func across(box, cell app.Value) {
	in, at := box.Call("getBoundingClientRect"), cell.Call("getBoundingClientRect")
	left := in.Get("left").Float() + keyColumn(box, cell)
	right := in.Get("left").Float() + box.Get("clientWidth").Float()
	// Scroll right until the cell's right end is in sight, and then left until its left end is.
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

// keyColumn returns the width, in pixels, of the column of row keys if it covers the cell
// when the box is scrolled sideways. It is 0 for the cell of a row key.
func keyColumn(box, cell app.Value) float64 {
	head := box.Call("querySelector", "[role=columnheader]")
	if app.Window().Call("getComputedStyle", head).Get("position").String() != "sticky" || cell.Call("matches", "[role=rowheader]").Bool() {
		return 0
	}
	return head.Call("getBoundingClientRect").Get("width").Float()
}

// activeCell returns the box and the cell under the cursor. Each is not truthy if it is not
// drawn.
func (g *sheet) activeCell() (box, cell app.Value) {
	box = app.Window().GetElementByID(page.ElementGrid)
	id := g.activeID()
	if !box.Truthy() || id == "" {
		return box, app.Null()
	}
	return box, app.Window().GetElementByID(id)
}
