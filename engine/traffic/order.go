package traffic

import (
	"cmp"
	"slices"

	"tabletop/engine/base"
)

// ordering sorts writes in steps: pieces by themselves, then two at a time together.
type ordering struct {
	compare func(a, b int32) int
	order   []int32 // of the writes; those at work are in order by pieces of width
	spare   []int32
	width   int
	sorted  int // writes that are in pieces already
	at      int // of the pieces of width that are being joined
}

// piece is how many writes are sorted in a step.
const piece = 2048

func newOrdering(n int, compare func(a, b int32) int) *ordering {
	o := &ordering{compare: compare, order: make([]int32, n), spare: make([]int32, n), width: piece}
	for i := range o.order {
		o.order[i] = int32(i)
	}
	return o
}

// step does some of the work and reports how much, in comparisons, and whether
// that was all.
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

// byKey sorts keys.
func byKey(keys []base.RowKey) *ordering {
	return newOrdering(len(keys), func(a, b int32) int { return cmp.Compare(keys[a], keys[b]) })
}

// number returns the keys in order without repetition, and of each key where it
// stands there.
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
