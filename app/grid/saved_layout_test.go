package grid

import (
	"reflect"
	"testing"

	"tabletop/app/page"
)

func TestLayoutsAreKept(t *testing.T) {
	all := ParseKept("other=pairs abc=nested =pairs bad third=4")
	if want := []Kept{{"other", Pairs}, {"abc", Nested}}; !reflect.DeepEqual(all, want) {
		t.Errorf("%+v", all)
	}
	p := gridOf(t, 30)
	keep := func(as Layout) {
		p.Turn(func(t *page.Update) { all = Keep(t, all, as) })
	}
	keep(Rows)
	p.Has(page.Remember{Name: Remembered, Text: "other=pairs"})
	if LayoutOf(all, "abc") != Rows || LayoutOf(all, "other") != Pairs {
		t.Errorf("%+v", all)
	}
	keep(Nested)
	p.Has(page.Remember{Name: Remembered, Text: "other=pairs abc=nested"})
	for range maxKept {
		all = append(all, Kept{"x", Pairs})
	}
	if keep(Pairs); len(all) != maxKept || LayoutOf(all, "abc") != Pairs || LayoutOf(all, "other") != Rows {
		t.Errorf("%d are kept", len(all))
	}
}
