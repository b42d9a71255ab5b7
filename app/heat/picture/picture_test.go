package picture

import (
	"math"
	"reflect"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/rowkey"
)

// seen returns a pixel as the eye sees it, in Oklab.
func seen(p [4]byte) lab {
	line := func(v byte) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	r, g, b := line(p[0]), line(p[1]), line(p[2])
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	return lab{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

func TestRampsAreEvenToTheEye(t *testing.T) {
	const stride = 8 // large enough that rounding to bytes does not matter
	for _, dark := range []bool{true, false} {
		r := NewColourRamp(dark)
		least, most := math.Inf(1), 0.0
		for i := stride; i < len(r); i += stride {
			step := seen(r[i]).to(seen(r[i-stride]))
			least, most = min(least, step), max(most, step)
			if brighter := seen(r[i]).l > seen(r[i-stride]).l; brighter != dark {
				t.Errorf("dark %v: the lightness goes the other way at %d", dark, i)
			}
		}
		if most > 1.35*least {
			t.Errorf("dark %v: steps from %.4f to %.4f", dark, least, most)
		}
		if over := math.Abs(seen(r[0]).l - seen(r[255]).l); over < 0.65 {
			t.Errorf("dark %v: the lightness spans %.2f", dark, over)
		}
	}
}

// matrix returns a matrix with the given cells, row by row.
func matrix(columns int, cells ...float64) Matrix {
	m := Matrix{Rows: len(cells) / columns, Columns: columns}
	for _, v := range cells {
		m.Cells = m.Cells.Add(cluster.PackFloat(v))
	}
	return m
}

func TestTakeKeepsTheHottest(t *testing.T) {
	m := matrix(4,
		1, 2, 3, 4,
		5, 6, 7, 8,
		0, 0, 9, 0,
		0, 1, 0, 0,
	)
	for _, c := range []struct {
		view       Viewport
		wide, high int
		want       []float64
		across     int
	}{
		{Viewport{0, 4, 0, 4}, 10, 10, []float64{1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 9, 0, 0, 1, 0, 0}, 4},
		{Viewport{0, 4, 0, 4}, 2, 2, []float64{6, 8, 1, 9}, 2},
		{Viewport{0, 4, 0, 4}, 4, 1, []float64{5, 6, 9, 8}, 4},
		{Viewport{1, 2, 2, 2}, 2, 2, []float64{7, 8, 9, 0}, 2},
	} {
		var p Picture
		p.ResampleCells(m, c.view, c.wide, c.high)
		var cells cluster.PackedFloats
		for _, a := range p.Cells {
			cells = cells.Add(a)
		}
		if want := matrix(c.across, c.want...); !reflect.DeepEqual(cells, want.Cells) || p.Wide != want.Columns || p.High != want.Rows {
			t.Errorf("%+v in %d × %d is %v, want %v", c.view, c.wide, c.high, p.Cells, want.Cells)
		}
	}
}

func TestPaint(t *testing.T) {
	r := NewColourRamp(true)
	var p Picture
	p.ResampleCells(matrix(4, 0, 5, 10, 1000), Viewport{0, 1, 0, 4}, 100, 100)
	p.PaintCells(r, 10)
	for i, want := range []int{0, 128, 255, 255} {
		if got := [4]byte(p.Pixels[4*i:]); got != r[want] {
			t.Errorf("cell %d is %v, want %v", i, got, r[want])
		}
	}
	p.PaintCells(r, 0) // a map without any amount
	if got := [4]byte(p.Pixels); got != r[0] {
		t.Errorf("nothing is %v", got)
	}
}

func TestAxis(t *testing.T) {
	tpl, err := rowkey.Parse("BATTERY#{user}#{time}")
	if err != nil {
		t.Fatal(err)
	}
	keys := []base.RowKey{"", "BATTERY#Ada#1", "BATTERY#Ada#2", "BATTERY#Ada#3", "BATTERY#Bo#1", "BATTERY#Cy#1", "BATTERY#Cy#2", "BATTERY#Cy#3"}
	got := NewAxis(keys, tpl.Segments, 2, 2)
	want := []SegmentLabel{{Row: 0, Rows: 4, Field: "user", Text: "Ada"}, {Row: 5, Rows: 3, Field: "user", Text: "Cy"}}
	if !reflect.DeepEqual(got.Labels, want) || got.Levels != 1 {
		t.Errorf("labels %+v of %d levels", got.Labels, got.Levels)
	}
	all := NewAxis(keys[1:4], tpl.Segments, 2, 1)
	if all.Same != "BATTERY#Ada#" || len(all.Labels) != 3 || all.Labels[2].Text != "3" || all.Labels[2].Field != "time" {
		t.Errorf("under one user: %+v", all)
	}
	both := NewAxis(keys[1:], tpl.Segments, 2, 1)
	if both.Levels != 2 || len(both.Labels) != 3+7 {
		t.Errorf("with room for all: %+v", both)
	}
	// If no row has room for a label of its own, labels are for several rows.
	var many []base.RowKey
	for i := range 100 {
		many = append(many, base.RowKey(rune('0'+i/10))+base.RowKey(rune('0'+i%10)))
	}
	plain := NewAxis(many, (*rowkey.Template)(nil).Segments, 2, 10)
	if len(plain.Labels) != 10 || plain.Labels[1].Text != "10" || !plain.Labels[1].More {
		t.Errorf("of many: %+v", plain)
	}
	if empty := NewAxis([]base.RowKey{""}, tpl.Segments, 2, 1); len(empty.Labels) != 0 {
		t.Errorf("of nothing: %+v", empty)
	}
}

func BenchmarkFrame(b *testing.B) {
	m := Matrix{Rows: 1000, Columns: 400}
	for i := range 400_000 {
		m.Cells = m.Cells.Add(cluster.PackedFloat(i))
	}
	r := NewColourRamp(true)
	var p Picture
	for b.Loop() {
		p.ResampleCells(m, Viewport{0, 1000, 0, 400}, 1000, 1000)
		p.PaintCells(r, 1000)
	}
}
