package grid

import (
	"fmt"
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/page"
)

// glideTime is the time that rows take to move to their new places, in milliseconds.
const glideTime = 200

// glide animates the rows in sight from their places under the previous key to the present
// ones. It does nothing if the page is still the same, or if the reader prefers reduced
// motion.
func (g *sheet) glide() {
	d := g.Data
	if g.rows.same(d.Page) {
		return
	}
	before := g.rows
	before.first = g.scroll
	g.rows = drawn{page: d.Page, template: d.Info.Template, first: g.scroll}
	if first := float64(d.Page.First); math.Abs(first-g.scroll) >= 1 {
		g.rows.first = first // the box is about to be scrolled to this row
	}
	moved := glides(before, g.rows)
	box := app.Window().GetElementByID(page.ElementGrid)
	if len(moved) == 0 || d.Page.Total > mostRows || d.Grid.Layout != LayoutGrid || !box.Truthy() || app.Window().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool() {
		return
	}
	row, fit := rowsOf(box)
	rows := box.Call("querySelectorAll", ".grid-rows > [role=row]")
	for i, by := range moved {
		at := float64(d.Page.Offset+i) - g.rows.first
		if most := max(at, at+by); most < 0 || min(at, at+by) > fit {
			continue // the row is out of sight before and after
		}
		from := map[string]any{"transform": fmt.Sprintf("translateY(%.0fpx)", by*row)}
		_ = guard.Try(func() {
			rows.Index(i).Call("animate", []any{from, map[string]any{"transform": "none"}}, map[string]any{"duration": glideTime, "easing": "ease-out"})
		})
	}
}
