package table

import (
	"testing"

	"tabletop/engine/base"
)

// The tests here are named after what Google's in-memory server gets wrong.

// TestNoPartialWrites: what stood before the mutation that was refused is not
// written, and a row that was not there does not come.
func TestNoPartialWrites(t *testing.T) {
	tab := newTable(t, "f")
	muts := []Mutation{SetCell{"f", "q", 0, "v"}, SetCell{"none", "q", 0, "v"}}
	wantCode(t, tab.Mutate("k", 0, muts), base.CodeNoFamily)
	if _, err := tab.CheckAndMutate("k", 0, nil, nil, muts); err == nil {
		t.Error("not refused")
	}
	if _, err := tab.ReadModifyWrite("k", 0, []Rule{Append{"f", "q", "v"}, Increment{"f", "q", 1}}); err == nil {
		t.Error("not refused")
	}
	if _, ok := tab.Get("k"); ok || tab.Len() != 0 {
		t.Errorf("%d rows", tab.Len())
	}
}

// TestNoDoubledCellsAfterGC: a cell written at the time of one that was there
// when garbage was collected replaces it.
func TestNoDoubledCellsAfterGC(t *testing.T) {
	tab := newTable(t)
	if err := tab.CreateFamily(FamilyInfo{Name: "f", GC: MaxVersions(2)}); err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		mustMutate(t, tab, "k", SetCell{"f", "q", base.Micros(n) * 1000, "old"})
	}
	tab.Compact(0)
	mustMutate(t, tab, "k", SetCell{"f", "q", 2000, "new"}, SetCell{"f", "q", 1000, "late"})
	if r, _ := tab.Get("k"); show(r) != "k{f:q@3=old f:q@2=new f:q@1=late}" {
		t.Errorf("got %s", show(r))
	}
}

// TestIntersectionCollects: rules of intersections are not passed over.
func TestIntersectionCollects(t *testing.T) {
	tab := newTable(t)
	if err := tab.CreateFamily(FamilyInfo{Name: "f", GC: Intersection{MaxVersions(1), MaxAge(days)}}); err != nil {
		t.Fatal(err)
	}
	mustMutate(t, tab, "k", SetCell{"f", "q", day(1), "v"}, SetCell{"f", "q", day(5), "v"})
	if rep := tab.Compact(day(5)); rep.Total().Cells != 1 {
		t.Errorf("got %+v", rep)
	}
}

// TestNoGhostRows: rows that lost their cells are in no listing, sample or count,
// whichever way they lost them.
func TestNoGhostRows(t *testing.T) {
	tab := newTable(t, "f", "g")
	if err := tab.CreateFamily(FamilyInfo{Name: "old", GC: MaxAge(days)}); err != nil {
		t.Fatal(err)
	}
	mustMutate(t, tab, "deleted", SetCell{"f", "q", 0, "v"})
	mustMutate(t, tab, "column", SetCell{"f", "q", 0, "v"})
	mustMutate(t, tab, "family", SetCell{"g", "q", 0, "v"})
	mustMutate(t, tab, "collected", SetCell{"old", "q", 0, "v"})
	mustMutate(t, tab, "never", DeleteRow{})
	mustMutate(t, tab, "deleted", DeleteRow{})
	mustMutate(t, tab, "column", DeleteColumn{Family: "f", Qualifier: "q"})
	if err := tab.DeleteFamily("g"); err != nil {
		t.Fatal(err)
	}
	tab.Compact(day(9))
	if rows, _, _ := read(tab, Query{}); len(rows)+tab.Len()+tab.Rank("z") != 0 || tab.Bytes() != 0 {
		t.Errorf("%d rows: %q", tab.Len(), rows)
	}
	for _, s := range tab.SampleRowKeys() {
		if s != (Sample{}) {
			t.Errorf("sample %+v", s)
		}
	}
	if matched, err := tab.CheckAndMutate("deleted", 0, nil, nil, []Mutation{SetCell{"f", "q", 0, "v"}}); matched || err != nil {
		t.Errorf("matched %v, %v", matched, err)
	}
}

// TestAggregatesBesideSum: there are others.
func TestAggregatesBesideSum(t *testing.T) {
	tab := aggregateTable(t)
	for _, n := range []Int{3, -4, 5} {
		mustMutate(t, tab, "k", AddToCell{"intmin", "q", 0, n}, AddToCell{"intmax", "q", 0, n}, AddToCell{"inthll", "q", 0, Raw("same")})
	}
	if got, want := showTyped(t, tab, "k"), "inthll:q@0=1 intmax:q@0=5 intmin:q@0=-4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
