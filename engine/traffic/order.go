package traffic

import (
	"cmp"
	"slices"

	"tabletop/engine/base"
)

// ordering sorts keys in steps: pieces by themselves, then two at a time together.
type ordering struct {
	keys   []base.RowKey
	order  []int32 // of the keys; those at work are in order by pieces of width
	spare  []int32
	width  int
	sorted int // keys that are in pieces already
	at     int // of the pieces of width that are being joined
}

// piece is how many keys are sorted in a step.
const piece = 2048

func newOrdering(keys []base.RowKey) *ordering {
	o := &ordering{keys: keys, order: make([]int32, len(keys)), spare: make([]int32, len(keys)), width: piece}
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
		slices.SortFunc(o.order[o.sorted:end], func(a, b int32) int { return cmp.Compare(o.keys[a], o.keys[b]) })
		o.sorted = end
		return 11 * piece, false
	case o.width >= n:
		return 1, true
	}
	mid, end := min(o.at+o.width, n), min(o.at+2*o.width, n)
	a, b, out := o.order[o.at:mid], o.order[mid:end], o.spare[o.at:o.at]
	for len(a) > 0 && len(b) > 0 {
		if o.keys[b[0]] < o.keys[a[0]] {
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

// number returns the keys in order without repetition, and of each key where it
// stands there.
func (o *ordering) number() (unique []base.RowKey, numbers []int32) {
	unique, numbers = make([]base.RowKey, 0, len(o.keys)), make([]int32, len(o.keys))
	for _, i := range o.order {
		if n := len(unique); n == 0 || unique[n-1] != o.keys[i] {
			unique = append(unique, o.keys[i])
		}
		numbers[i] = int32(len(unique) - 1)
	}
	return unique, numbers
}
