package dataset

import (
	"cmp"
	"container/heap"
	"math/bits"

	"tabletop/engine/base"
)

// shares is a heap of what is left of the shares of values, the largest first.
type shares []remainder

type remainder struct {
	left  int64
	value uint32
}

func (s shares) Len() int { return len(s) }

func (s shares) Less(i, j int) bool {
	return s[i].left > s[j].left || s[i].left == s[j].left && s[i].value < s[j].value
}

func (s shares) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

func (s *shares) Push(v any) { *s = append(*s, v.(remainder)) }

func (s *shares) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// assign returns which value each of the deciding values has, so that the shares of the values are
// near. Every value gets one, if there are enough. Those of much weight are assigned first, most others in a
// random order, so that the frequent ones do not all go to frequent values, and the last, which make
// the shares near, in the order of frequency.
func assign(deciding, values []uint64, seed uint64) []uint32 {
	sum, all := uint64(0), uint64(0)
	for _, w := range deciding {
		sum += w
	}
	for _, w := range values {
		all += w
	}
	const finer = 1 << 10 // parts of a weight
	left := make(shares, len(values))
	for i, w := range values {
		hi, lo := bits.Mul64(w, sum*finer)
		part, _ := bits.Div64(hi, lo, all)
		left[i] = remainder{int64(part), uint32(i)}
	}
	heap.Init(&left)
	mixed := newPermutation(uint64(len(deciding)), seed)
	order := make([]uint32, len(deciding))
	for i := range order {
		order[i] = uint32(mixed.nth(uint64(i)))
	}
	byWeight := func(some []uint32) {
		base.SortStable(some, func(a, b uint32) int { return cmp.Compare(deciding[b], deciding[a]) })
	}
	const few = 256
	if len(order) <= few {
		byWeight(order)
	} else {
		// The heaviest come first.
		heavy := 0
		for i, d := range order {
			if deciding[d] > sum/uint64(len(values))/8 {
				order[i], order[heavy] = order[heavy], d
				heavy++
			}
		}
		byWeight(order[:heavy])
		byWeight(order[heavy+(len(order)-heavy)/4*3:])
	}
	out := make([]uint32, len(deciding))
	filled, empty, first := make([]bool, len(values)), len(values), 0
	for i, d := range order {
		for first < len(filled) && filled[first] {
			first++
		}
		to := uint32(0)
		if empty > 0 && len(order)-i <= empty { // as many are left as values without one
			to = uint32(first)
		} else {
			to = left[0].value
			left[0].left -= int64(deciding[d] * finer)
			heap.Fix(&left, 0)
		}
		if out[d] = to; !filled[to] {
			filled[to] = true
			empty--
		}
	}
	return out
}
