package grid

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/page"
	"tabletop/engine"
)

// flashTime is the time that a written cell is highlighted, in milliseconds.
const flashTime = 1600

// showWritten scrolls to the cell that was written last and highlights it, once. If the row
// of the cell is not drawn yet, it does so after a later drawing.
func (g *sheet) showWritten() {
	to := g.Data.Grid.written
	if g.flashed == to || to.Table != g.Data.Page.Table {
		return
	}
	box := app.Window().GetElementByID(page.ElementGrid)
	if !box.Truthy() {
		return
	}
	cell := g.writtenCell(box, to)
	if !cell.Truthy() {
		return // its row is not drawn yet
	}
	g.flashed = to
	if g.Data.Grid.Layout == LayoutGrid {
		across(box, cell)
	} else {
		cell.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
	}
	flash(cell)
}

// writtenCell returns the element of a cell, or of its row in the layouts other than the
// grid. It is null if that is not drawn.
func (g *sheet) writtenCell(box app.Value, to written) app.Value {
	d := g.Data
	i := slices.IndexFunc(d.Page.Rows, func(r engine.PageRow) bool { return r.Key == to.Row })
	if i < 0 {
		return app.Null()
	}
	if d.Grid.Layout != LayoutGrid {
		return box.Call("querySelectorAll", "ol > li").Index(max(i-(d.Page.First-d.Page.Offset), 0))
	}
	column := g.columnOf(to.Column)
	row := box.Call("querySelectorAll", ".grid-rows > [role=row]").Index(i)
	if column < 0 || !row.Truthy() {
		return app.Null()
	}
	return row.Get("children").Index(column)
}

// flash highlights an element for a moment. The highlight fades, or for a reader who prefers
// reduced motion it ends at once.
func flash(e app.Value) {
	easing := "ease-in"
	if app.Window().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool() {
		easing = "steps(1, end)"
	}
	from := map[string]any{"backgroundColor": "var(--flash)", "boxShadow": "inset 0 0 0 2px var(--accent)"}
	to := map[string]any{"boxShadow": "inset 0 0 0 2px transparent"}
	_ = guard.Try(func() {
		e.Call("animate", []any{from, to}, map[string]any{"duration": flashTime, "easing": easing, "id": "written"})
	})
}
