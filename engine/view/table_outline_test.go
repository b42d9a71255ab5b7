package view

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// evenRows returns a table of rows whose keys are even numbers in order.
func evenRows(t *testing.T, rows int) *table.Table {
	t.Helper()
	tab, err := table.New("t")
	if err == nil {
		err = tab.CreateFamily(table.FamilyInfo{Name: "f"})
	}
	for i := range rows {
		if err == nil {
			err = tab.SetCells(base.RowKey(fmt.Sprintf("r%06d", 2*i)), 0, []base.Cell{{Family: "f", Qualifier: "q", Value: "1"}})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestJoinedRanges checks that joined ranges have the same spans as the original ranges.
func TestJoinedRanges(t *testing.T) {
	tab := evenRows(t, 5000)
	o := NewOutline(tab)
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var ranges []base.Range
		for at := 0; at < tab.Len()-1; at += 1 + rng.IntN(1+rng.IntN(200)) {
			to := min(at+rng.IntN(20), tab.Len()-1)
			keys := tab.KeysAt([]int{at, to})
			r := base.Range{Start: keys[0], End: keys[1]}
			if rng.IntN(4) == 0 {
				r.Start += "\x00" // then the range may contain no row
			}
			ranges = append(ranges, r)
			at = to
		}
		if ranges = base.MergeRanges(ranges); rng.IntN(5) == 0 {
			ranges[len(ranges)-1].End = ""
		}
		spans := func(of []base.Range) (out []RowSpan) {
			for _, r := range of {
				out = addSpan(out, o.span(tab, r), o.Rows/MaxSpans)
			}
			return out
		}
		joined := o.joined(tab, ranges)
		if want, got := spans(ranges), spans(joined); !slices.Equal(want, got) || len(joined) > len(ranges) {
			t.Fatalf("seed %d: of %d ranges are seen\n%v\nof all\n%v", seed, len(ranges), got, want)
		}
	}
}

// TestOutlineRanks checks that Rank of an outline returns the same as that of the table.
func TestOutlineRanks(t *testing.T) {
	tab := evenRows(t, 600)
	o := NewOutline(tab)
	for i := -1; i <= 600; i++ {
		key := base.RowKey(fmt.Sprintf("r%06d", i))
		for _, k := range []base.RowKey{key, key + "x", ""} {
			if got, want := o.Rank(tab, k), tab.Rank(k); got != want {
				t.Fatalf("%q is row %d, not %d", k, want, got)
			}
		}
	}
}
