package cluster

import (
	"math"
	"testing"

	"tabletop/engine/dataset"
)

func TestAmountsAreRightToThreeDigits(t *testing.T) {
	r := dataset.Random(1)
	last, lastOf := 0.0, PackedFloat(0)
	for range 200_000 {
		v := math.Ldexp(1+float64(r.Below(1<<40))/(1<<40), int(r.Below(61))-25)
		got := float64(PackFloat(v).Value())
		if math.Abs(got-v) > v/2000 {
			t.Fatalf("%g came back as %g", v, got)
		}
		if a := PackFloat(v); v > last != (a > lastOf) && a != lastOf {
			t.Fatalf("%g is %d and %g is %d", v, a, last, lastOf)
		} else {
			last, lastOf = v, a
		}
	}
	for a := range math.MaxUint16 {
		if got := PackFloat(float64(PackedFloat(a).Value())); got != PackedFloat(a) {
			t.Fatalf("amount %d came back as %d", a, got)
		}
	}
	for _, v := range []float64{0, -1, math.NaN(), 1e-12} {
		if got := PackFloat(v); got != 0 {
			t.Errorf("%g is amount %d", v, got)
		}
	}
	for _, v := range []float64{1e12, math.Inf(1)} {
		if got := PackFloat(v); got != math.MaxUint16 {
			t.Errorf("%g is amount %d", v, got)
		}
	}
}
