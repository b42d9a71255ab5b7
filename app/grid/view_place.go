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

// seen is the grid of the page as it was last measured: a browser that is asked lays out
// the page at once, and once more when it has been drawn.
var seen struct {
	box         app.Value // nil for none
	row         float64   // pixels
	fit, scroll float64   // see sheet; scroll is NaN while that is not known
	sought      bool      // [ScrollTo] has scrolled it since
}

// ScrollTo scrolls the grid down to the row with that offset of so many.
func ScrollTo(total, offset int) {
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

// scrollOf is what first of [place] was made from.
func scrollOf(offset, total int, fit float64) float64 {
	if total <= mostRows {
		return float64(offset)
	}
	return float64(offset) / (float64(total) - fit) * (mostRows - fit)
}

// headOf returns the head of the rows, which the other views of them lack.
func headOf(box app.Value) app.Value { return box.Call("querySelector", ".grid-head") }

// rowsOf returns the height of a row in pixels and how many the box holds below
// its head; both are 0 while it is out of sight.
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

// watch measures whenever the size of the box or of a row has changed. It reports whether
// the box was watched before.
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
	g.sight.Also(headOf(box))
	g.box = box
	return false
}

// OnDismount watches no more.
func (g *sheet) OnDismount() {
	g.sight.Dismount()
	g.box = nil
}

// update puts the rows in their place, which needs a measure only where there is another
// box, or where the box is scrolled further than there are rows now. The first box is
// measured when it has been laid out, and so is one that comes into sight.
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

// measure reads how the box is scrolled, puts the rows in their place and tells
// which should be in sight.
func (g *sheet) measure() {
	box := app.Window().GetElementByID(page.ElementGrid)
	if !box.Truthy() {
		return
	}
	row, fit := rowsOf(box)
	if row == 0 {
		seen.box = nil // it is out of sight, and scrolls nowhere
		return
	}
	if seen.sought {
		seen.sought, g.told = false, Scrolled{} // the reader may have scrolled back at once
	}
	g.fit, g.scroll = fit, box.Get("scrollTop").Float()/row
	seen.box, seen.row, seen.fit, seen.scroll = box, row, g.fit, g.scroll
	g.put(box)
}

// put puts the rows in their place, as the box was last measured, and tells which should
// be in sight.
func (g *sheet) put(box app.Value) {
	at := place(g.scroll, g.fit, g.Data.Page)
	rows := box.Call("querySelector", ".grid-rows")
	if shift := strconv.FormatFloat(at.from-g.drawn, 'f', 3, 64); rows.Get("style").Call("getPropertyValue", "--shift").String() != shift {
		rows.Get("style").Call("setProperty", "--shift", shift)
	}
	rows.Call("toggleAttribute", "data-late", at.late)
	first := max(0, int(math.Ceil(at.first-0.2)))
	if to := (Scrolled{Offset: first, Count: max(1, int(g.fit+0.2))}); to != g.told {
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
	if box, cell := g.activeCell(); cell.Truthy() {
		across(box, cell)
	}
}

// across scrolls the grid's box sideways to a cell.
func across(box, cell app.Value) {
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
