package traffic

import (
	"cmp"
	"slices"

	"tabletop/engine/base"
)

// ordering is a merge sort that is done in steps: first short pieces are sorted, then
// adjacent pieces are merged.
type ordering struct {
	compare func(a, b int32) int
	order   []int32 // indexes of the elements; pieces of the given width are in order
	spare   []int32 // the output of the current merge
	width   int     // of the pieces that are being merged
	sorted  int     // elements whose piece is sorted
	at      int     // elements that are merged into pieces of twice the width
}

// piece is the number of elements that one step sorts.
const piece = 2048

// newOrdering returns the ordering of n elements. compare gets their indexes.
func newOrdering(n int, compare func(a, b int32) int) *ordering {
	o := &ordering{compare: compare, order: make([]int32, n), spare: make([]int32, n), width: piece}
	for i := range o.order {
		o.order[i] = int32(i)
	}
	return o
}

// step does a part of the work. It returns how many comparisons that took, about, and
// whether the order is finished.
func (o *ordering) step() (used int, done bool) {
	n := len(o.order)
	switch {
	case o.sorted < n:
		end := min(o.sorted+piece, n)
		slices.SortFunc(o.order[o.sorted:end], o.compare)
		o.sorted = end
		return 11 * piece, false
	case o.width >= n:
		return 1, true
	}
	mid, end := min(o.at+o.width, n), min(o.at+2*o.width, n)
	a, b, out := o.order[o.at:mid], o.order[mid:end], o.spare[o.at:o.at]
	for len(a) > 0 && len(b) > 0 {
		if o.compare(b[0], a[0]) < 0 {
			out, b = append(out, b[0]), b[1:]
		} else {
			out, a = append(out, a[0]), a[1:]
		}
	}
	_ = append(append(out, a...), b...)
	used = end - o.at
	if o.at = end; end == n {
		o.order, o.spare, o.at, o.width = o.spare, o.order, 0, 2*o.width
	}
	return used, false
}

// byKey returns the ordering of keys.
func byKey(keys []base.RowKey) *ordering {
	return newOrdering(len(keys), func(a, b int32) int { return cmp.Compare(keys[a], keys[b]) })
}

// number returns the keys in order without repetitions, and for each key its index there.
func (o *ordering) number(keys []base.RowKey) (unique []base.RowKey, numbers []int32) {
	unique, numbers = make([]base.RowKey, 0, len(keys)), make([]int32, len(keys))
	for _, i := range o.order {
		if n := len(unique); n == 0 || unique[n-1] != keys[i] {
			unique = append(unique, keys[i])
		}
		numbers[i] = int32(len(unique) - 1)
	}
	return unique, numbers
}
