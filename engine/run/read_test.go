package run

import (
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// TestAfter checks which rows remain of a read of four rows after some have been printed, also if
// these are as many as its limit.
func TestAfter(t *testing.T) {
	tab, err := table.New("t")
	if err == nil {
		err = tab.CreateFamilies(table.FamilyInfo{Name: "f"})
	}
	for _, key := range []base.RowKey{"a", "b", "c", "d"} {
		if err == nil {
			err = tab.SetCells(key, 0, []base.Cell{{Family: "f", At: 0}})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		limit    int64
		reversed bool
		last     base.RowKey
		printed  int64
		want     string
	}{
		{0, false, "b", 2, "cd"}, {3, false, "b", 2, "c"}, {2, false, "b", 2, ""}, {1, false, "b", 2, ""},
		{0, true, "c", 2, "ba"}, {3, true, "c", 2, "b"}, {2, true, "c", 2, ""},
	} {
		got := ""
		q := table.ScanQuery{Ranges: []base.Range{{}}, Limit: c.limit, Reversed: c.reversed}
		for row := range tab.Scan(RemainingQuery(q, c.last, c.printed), nil) {
			got += string(row.Key())
		}
		if got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
