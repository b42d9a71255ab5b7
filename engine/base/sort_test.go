package base

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSort checks that both functions sort in the same way as those of the standard
// library, also if elements are equal.
func TestSort(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	byFirst := func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) }
	for n := range 200 {
		list := make([][2]int, n)
		for i := range list {
			list[i] = [2]int{rnd.IntN(10), i}
		}
		want, got := slices.Clone(list), slices.Clone(list)
		slices.SortFunc(want, byFirst)
		if Sort(got, byFirst); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		want, got = slices.Clone(list), slices.Clone(list)
		slices.SortStableFunc(want, byFirst)
		if SortStable(got, byFirst); !slices.Equal(got, want) {
			t.Fatalf("stable: got %v, want %v", got, want)
		}
	}
}
