package grid

import (
	"reflect"
	"testing"

	"tabletop/app/page"
)

func TestLayoutsAreKept(t *testing.T) {
	all := ParseSavedLayouts("other=pairs abc=nested =pairs bad third=4")
	if want := []SavedLayout{{"other", LayoutPairs}, {"abc", LayoutNested}}; !reflect.DeepEqual(all, want) {
		t.Errorf("%+v", all)
	}
	p := gridOf(t, 30)
	keep := func(as Layout) {
		p.Turn(func(t *page.Update) { all = SaveLayout(t, all, as) })
	}
	keep(LayoutGrid)
	p.Has(page.StoreTextLocally{Name: StorageKey, Text: "other=pairs"})
	if LayoutOfWorkspace(all, "abc") != LayoutGrid || LayoutOfWorkspace(all, "other") != LayoutPairs {
		t.Errorf("%+v", all)
	}
	keep(LayoutNested)
	p.Has(page.StoreTextLocally{Name: StorageKey, Text: "other=pairs abc=nested"})
	for range maxKept {
		all = append(all, SavedLayout{"x", LayoutPairs})
	}
	if keep(LayoutPairs); len(all) != maxKept || LayoutOfWorkspace(all, "abc") != LayoutPairs || LayoutOfWorkspace(all, "other") != LayoutGrid {
		t.Errorf("%d are kept", len(all))
	}
}
