package grid

import (
	"maps"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
)

// TestGlides checks that rows are recognised by their values under another key.
func TestGlides(t *testing.T) {
	page := func(offset int, rows ...string) engine.RowPage {
		p := engine.RowPage{Table: "t", Offset: offset}
		for i := 0; i < len(rows); i += 2 {
			p.Rows = append(p.Rows, engine.PageRow{Key: base.RowKey(rows[i]), Cells: []engine.PageCell{{Family: "f", Value: rows[i+1]}}})
		}
		return p
	}
	was := drawn{page(0, "a#1", "x", "a#2", "x", "b#1", "x"), "{n}#{d}", 0}
	for _, c := range []struct {
		now  drawn
		want map[int]float64
	}{
		{drawn{page(0, "1#a", "x", "1#b", "x", "2#a", "x"), "{d}#{n}", 0}, map[int]float64{1: 1, 2: -1}},
		{drawn{page(4, "1#a", "x", "1#b", "x", "2#a", "x"), "{d}#{n}", 5}, map[int]float64{0: 1, 1: 2}},
		{drawn{page(0, "1#b", "y", "1#a", "x"), "{d}#{n}", 0}, map[int]float64{1: -1}},
		{drawn{page(0, "b", "x", "a", "x"), "{n}", 0}, map[int]float64{0: 2}}, // the two rows called a cannot be told apart
		{drawn{page(0, "a#2", "x", "a#1", "x"), "{n}#{d}", 0}, nil},           // the box was scrolled
		{drawn{page(0, "a", "x"), "", 0}, nil},
	} {
		if got := glides(was, c.now); !maps.Equal(got, c.want) {
			t.Errorf("%v moved %v, want %v", c.now, got, c.want)
		}
	}
}
