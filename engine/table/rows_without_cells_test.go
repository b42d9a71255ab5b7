package table

import "testing"

// TestNoGhostRows checks that rows without cells are in no listing, sample or count,
// regardless of how they lost their cells.
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
	if rows, _, _ := read(tab, ScanQuery{}); len(rows)+tab.Len()+tab.Rank("z") != 0 || tab.Bytes() != 0 {
		t.Errorf("%d rows: %q", tab.Len(), rows)
	}
	for _, s := range tab.SampleRowKeys() {
		if s != (RowKeySample{}) {
			t.Errorf("sample %+v", s)
		}
	}
	if matched, err := tab.CheckAndMutate("deleted", 0, nil, nil, []Mutation{SetCell{"f", "q", 0, "v"}}); matched || err != nil {
		t.Errorf("matched %v, %v", matched, err)
	}
}
