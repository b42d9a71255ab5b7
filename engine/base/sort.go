package base

import "sort"

// Sort is [slices.SortFunc], with code that all types share: that one's is made anew for
// each, which a browser has to fetch. What is sorted often has its own.
func Sort[S ~[]E, E any](list S, compare func(a, b E) int) {
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// SortStable is [slices.SortStableFunc] in the same way.
func SortStable[S ~[]E, E any](list S, compare func(a, b E) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
