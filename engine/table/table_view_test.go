package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// TestViews reads views from several goroutines, in all ways, while the table is written.
// Each view must show the table at the time the view was made. The test is for the race
// detector too.
func TestViews(t *testing.T) {
	tab := newTable(t, "f", "g")
	r := rand.New(rand.NewPCG(1, 1))
	write := func() {
		key := base.RowKey(fmt.Sprintf("row%05d", r.IntN(3000)))
		if r.IntN(10) == 0 {
			tab.DropRows(base.Range{Start: key, End: key + "\xff"})
			return
		}
		muts := []Mutation{SetCell{pick[base.Family](r, "f", "g"), base.Qualifier(fmt.Sprint("q", r.IntN(200))), 1000 * base.Micros(r.IntN(3)), "value"}}
		if err := tab.Mutate(key, 0, muts); err != nil {
			t.Fatal(err)
		}
	}
	for range 5000 {
		write()
	}
	regex := program(t, filter.Chain{filter.FamilyRegex("f"), filter.QualifierRegex("q1.*"), filter.CellsPerColumn(1)})
	var running sync.WaitGroup
	for range 20 {
		view := tab.View()
		want, _, _ := read(tab, ScanQuery{})
		filtered, _, _ := read(tab, ScanQuery{Filter: regex, Reversed: true})
		samples := tab.SampleRowKeys()
		for range 3 {
			running.Go(func() {
				own := view.Table()
				if got, _, _ := read(own, ScanQuery{}); !slices.Equal(got, want) {
					t.Error("a view changed")
				}
				if got, _, _ := read(own, ScanQuery{Filter: regex, Reversed: true}); !slices.Equal(got, filtered) {
					t.Error("a view changed under a filter")
				}
				if !slices.Equal(own.SampleRowKeys(), samples) || own.Len() != len(want) {
					t.Error("samples changed")
				}
				for _, s := range samples {
					own.Get(s.Key)
					own.Rank(s.Key)
				}
			})
		}
		for range 500 {
			write()
		}
	}
	running.Wait()
	checkTable(t, tab)
}
