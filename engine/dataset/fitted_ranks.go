package dataset

import (
	"cmp"
	"math/bits"
	"slices"

	"tabletop/engine/base"
)

// ranks is the weights of values by rank.
type ranks struct {
	runs []run
	all  uint64 // weight of all values
}

// run is successive values with the same weight.
type run struct {
	first  uint64 // number of the first value
	start  uint64 // weight of all values before it
	weight uint64 // of each value
}

// pieces is the most runs between two points of Ranks.
const pieces = 256

// expand makes the runs of ranks, stretched to a number of values.
func (f *fitted) expand(ranks []Point, size uint64) {
	base := uint64(ranks[len(ranks)-1].At)
	add := func(from, to, weight uint64) { // base ranks from 0
		from, to = stretched(from, base, size), stretched(to, base, size)
		if from == to {
			return
		}
		f.runs = append(f.runs, run{from, f.all, weight})
		f.all += (to - from) * weight
	}
	add(0, 1, uint64(ranks[0].Value))
	for i := 1; i < len(ranks); i++ {
		a, b := ranks[i-1], ranks[i]
		r1, r2, c1, c2 := uint64(a.At), uint64(b.At), uint64(a.Value), uint64(b.Value)
		if d := r2 - r1; d > pieces && c1-c2 <= pieces {
			from := r1 // the ranks r1+1 to r2 have the indexes r1 to r2-1
			for c := c1; c > c2; c-- {
				hi, lo := bits.Mul64(d*c2, 2*c1-2*c+1)
				past, _ := bits.Div64(hi, lo, (2*c-1)*(c1-c2))
				if to := min(r1+past, r2); to > from {
					add(from, to, c)
					from = to
				}
			}
			add(from, r2, c2)
			continue
		}
		step := max(1, (r2-r1)/pieces)
		for from := r1; from < r2; from += step {
			to := min(from+step, r2)
			add(from, to, between(r1, r2, c1, c2, (from+1+to)/2))
		}
	}
}

// stretched maps an index below base to one below size.
func stretched(i, base, size uint64) uint64 {
	hi, lo := bits.Mul64(i, size)
	out, _ := bits.Div64(hi, lo, base)
	return out
}

// between returns the weight at rank r between two ranks with the weights c1 and c2. 1/weight is
// interpolated, which is exact for Zipf's law.
func between(r1, r2, c1, c2, r uint64) uint64 {
	by := c2*(r2-r) + c1*(r-r1)
	hi, lo := bits.Mul64(c1*c2, r2-r1)
	var carry uint64
	lo, carry = bits.Add64(lo, by/2, 0)
	out, _ := bits.Div64(hi+carry, lo, by)
	return max(1, out)
}

// find returns the number of the value at a weight.
func (f *fitted) find(weight uint64) uint64 {
	r := &f.runs[f.runOf(func(r *run) bool { return r.start <= weight })]
	return r.first + (weight-r.start)/r.weight
}

// ranked returns the weights by rank.
func (f *fitted) ranked() []uint64 {
	out := make([]uint64, f.size)
	for i, r := range f.runs {
		to := f.size
		if i+1 < len(f.runs) {
			to = f.runs[i+1].first
		}
		for k := r.first; k < to; k++ {
			out[k] = r.weight
		}
	}
	return out
}

// weights returns about how many records have each value, by its number.
func (f *fitted) weights() []uint64 {
	if f.of != nil {
		return f.sums
	}
	if !f.inOrder() {
		return f.ranked()
	}
	out := make([]uint64, f.size)
	for i := range out {
		k := i % len(f.pattern)
		out[i] = f.pattern[k]
		if k > 0 {
			out[i] -= f.pattern[k-1]
		}
	}
	return out
}

// repeated returns the running weights of k values in a random order, as many ranks at equal
// distances from each other; or of all values in their order, if the heads say what that is.
func (f *fitted) repeated(k uint64) (pattern []uint64) {
	last := f.runs[len(f.runs)-1]
	size := last.first + (f.all-last.start)/last.weight
	mixed := newPermutation(k, f.seed+3)
	order := make([]uint64, k)
	for i := range order {
		order[i] = (2*mixed.nth(uint64(i)) + 1) * size / (2 * k)
	}
	if s := f.shape; uint64(len(s.Heads)) == k && k == size { // it is known which come first
		for i := range order {
			order[i] = uint64(i)
		}
		base.SortStable(order, func(a, b uint64) int { return cmp.Compare(s.Heads[a].Before, s.Heads[b].Before) })
		if s.Order < 0 {
			slices.Reverse(order)
		}
	}
	sum := uint64(0)
	for _, rank := range order {
		sum += f.weightAt(rank)
		pattern = append(pattern, sum)
	}
	return pattern
}

// weightAt returns the weight of a value by rank.
func (f *fitted) weightAt(rank uint64) uint64 {
	return f.runs[f.runOf(func(r *run) bool { return r.first <= rank })].weight
}

// upTo returns the weight of the values before one.
func (f *fitted) upTo(value uint64) uint64 {
	r := &f.runs[f.runOf(func(r *run) bool { return r.first <= value })]
	return r.start + (value-r.first)*r.weight
}

// runOf returns the index of the last run that is not after what is sought.
func (f *fitted) runOf(notAfter func(*run) bool) int {
	lo, hi := 0, len(f.runs)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; notAfter(&f.runs[mid]) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
