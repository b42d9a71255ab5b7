package picture

import (
	"math"
	"testing"
)

func TestNodeColours(t *testing.T) {
	for _, dark := range []bool{true, false} {
		colours := NodeColours(50, dark)
		for i, c := range colours {
			if l := seen(c).l; math.Abs(l-seen(colours[0]).l) > 0.02 {
				t.Errorf("dark %v: node %d is of lightness %.2f", dark, i, l)
			}
			// By the golden angle no two of six colours are near each other.
			for j := max(0, i-5); j < i; j++ {
				if d := seen(c).to(seen(colours[j])); d < 0.03 {
					t.Errorf("dark %v: nodes %d and %d are %.3f apart", dark, i, j, d)
				}
			}
		}
	}
}

func TestBands(t *testing.T) {
	a, b, c := [4]byte{1, 0, 0, 255}, [4]byte{2, 0, 0, 255}, [4]byte{3, 0, 0, 255}
	var p Picture
	p.PaintBands([]Band{{0, a}, {3, b}, {5, c}}, 2, 9, 1)
	if len(p.Pixels) != 2*4*9 {
		t.Fatalf("%d bytes", len(p.Pixels))
	}
	for y, want := range [][4]byte{a, a, a, b, b, {}, c, c, c} { // the second has no room for a line
		for x := range 2 {
			if got := [4]byte(p.Pixels[4*(2*y+x):]); got != want {
				t.Errorf("pixel %d of line %d is %v, want %v", x, y, got, want)
			}
		}
	}
}
