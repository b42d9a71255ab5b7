package record

import (
	"strings"

	"tabletop/engine"
	"tabletop/engine/cluster"
)

// Bounds of a heat map in a record, in cells. A map with more rows or columns is joined to fewer.
const (
	mapRows    = 48
	mapColumns = 96
)

// mapColours are the colours of a heat map, from no work to the most.
var mapColours = []string{"#fff7ea", "#fee3bd", "#fdc98a", "#fba95c", "#f4803a", "#dc5524", "#b13015", "#7d160c"}

// heatMap returns a load as an SVG picture: keys from top to bottom, time from left to right, and a
// stronger colour where there are more operations.
func heatMap(l *engine.LoadSimulated) string {
	rows, columns := len(l.Borders), len(l.Columns)
	high, wide := min(rows, mapRows), min(columns, mapColumns)
	if high == 0 || wide == 0 {
		return ""
	}
	cells, most := make([]float64, high*wide), 0.0
	for r := range rows {
		for c := range columns {
			cell := &cells[r*high/rows*wide+c*wide/columns]
			*cell += float64(l.Cells[cluster.Ops].At(r*columns + c).Value())
			most = max(most, *cell)
		}
	}
	paths := make([]strings.Builder, len(mapColours))
	level := func(r, c int) int {
		if most == 0 {
			return 0
		}
		return min(int(cells[r*wide+c]/most*float64(len(mapColours))), len(mapColours)-1)
	}
	for r := range high {
		for c := 0; c < wide; {
			from, of := c, level(r, c)
			for c < wide && level(r, c) == of {
				c++
			}
			if n := number(float64(c - from)); of > 0 { // the lowest colour is that of the ground
				paths[of].WriteString("M" + number(float64(from)) + " " + number(float64(r)) + "h" + n + "v1h-" + n + "z")
			}
		}
	}
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + number(float64(wide)) + ` ` + number(float64(high)) + `" preserveAspectRatio="none" shape-rendering="crispEdges" style="aspect-ratio:5/2" role="img"><path fill="` + mapColours[0] + `" d="M0 0h` + number(float64(wide)) + `v` + number(float64(high)) + `H0z"/>`)
	for i := range paths {
		if d := paths[i].String(); d != "" {
			b.WriteString(`<path fill="` + mapColours[i] + `" d="` + d + `"/>`)
		}
	}
	b.WriteString(`</svg>`)
	return b.String()
}
