package dataset

import (
	"cmp"
	"sort"

	"tabletop/engine/base"
)

// slots says which slots values have. A slot is the position of a value in the order of all values.
type slots struct {
	heads []uint64    // slots of the most frequent values
	tails []uint64    // for each of the heads, ascending: how many other values have lesser slots
	order permutation // of the other values
	dense []stretch   // in place of order: slots by how frequent their values are
}

// placeHeads gives slots to the most frequent values, and prepares those of the others.
func (f *fitted) placeHeads() {
	s := f.shape
	if len(s.Heads) == 0 || f.inOrder() || f.size > MaxValues {
		f.order = newPermutation(f.size, f.seed)
		return
	}
	ranked := uint64(s.Ranks[len(s.Ranks)-1].At)
	count := stretched(uint64(len(s.Heads)), ranked, f.size)
	weights := f.sums // those that the values really have
	if weights == nil {
		weights = f.ranked()
	}
	sorted := make([]uint64, count)
	all, heads := uint64(0), uint64(0)
	for i := range sorted {
		sorted[i] = uint64(i)
		heads += weights[i]
	}
	for _, w := range weights {
		all += w
	}
	base.SortStable(sorted, func(a, b uint64) int { return cmp.Compare(f.head(a).Before, f.head(b).Before) })
	tails := f.size - count
	f.order = newPermutation(max(tails, 1), f.seed)
	f.condense(tails)
	f.heads, f.tails = make([]uint64, count), make([]uint64, count)
	past := make([]uint64, tails+1) // weights of the other values up to a position among them
	for i := range tails {
		past[f.tail(i)+1] = weights[count+i]
	}
	for i := range tails {
		past[i+1] += past[i]
	}
	before, least := uint64(0), uint64(0)
	for i, rank := range sorted {
		want := stretched(min(uint64(f.head(rank).Before), 9999), 10_000, all)
		if want > before {
			at := sort.Search(len(past), func(i int) bool { return past[i] >= want-before })
			if at > 0 && (at > int(tails) || past[at]-(want-before) > want-before-past[at-1]) {
				at--
			}
			least = max(least, uint64(at))
		}
		f.tails[i] = least
		f.heads[rank] = least + uint64(i)
		before += weights[rank]
	}
}

// stretch is successive slots whose values are about equally frequent.
type stretch struct {
	slot, rank uint64 // the first slot, and the least rank of a value there
	order      permutation
}

// condense divides the slots of all values but the most frequent ones by the shape's Dense.
func (f *fitted) condense(tails uint64) {
	s := f.shape
	if len(s.Dense) == 0 {
		return
	}
	by := make([]int, len(s.Dense))
	for i := range by {
		by[i] = i
	}
	base.SortStable(by, func(a, b int) int { return cmp.Compare(s.Dense[b], s.Dense[a]) })
	rank := uint64(0)
	for _, i := range by {
		from, to := stretched(uint64(s.Scale[i].At), million, tails), stretched(uint64(s.Scale[i+1].At), million, tails)
		if to > from {
			f.dense = append(f.dense, stretch{from, rank, newPermutation(to-from, f.seed+uint64(i))})
			rank += to - from
		}
	}
}

// tail returns the position among all values but the most frequent ones, of which i is the rank.
func (f *fitted) tail(i uint64) uint64 {
	if f.dense == nil {
		return f.order.nth(i)
	}
	lo, hi := 0, len(f.dense)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; f.dense[mid].rank <= i {
			lo = mid
		} else {
			hi = mid
		}
	}
	d := &f.dense[lo]
	return d.slot + d.order.nth(i-d.rank)
}

// head returns what the shape says about one of the most frequent values.
func (f *fitted) head(value uint64) Head {
	s := f.shape
	base := uint64(s.Ranks[len(s.Ranks)-1].At)
	at := int(value * base / f.size)
	return s.Heads[min(at, len(s.Heads)-1)]
}

// slot returns the position of a value in the order of all values, and its length in bytes, 0 for
// any.
func (f *fitted) slot(value uint64) (slot uint64, length int) {
	switch {
	case f.inOrder() && f.shape.Order > 0:
		return value, 0
	case f.inOrder() && f.shape.Order < 0:
		return f.size - 1 - value, 0
	case f.heads == nil:
		return f.order.nth(value), 0
	case value < uint64(len(f.heads)):
		return f.heads[value], int(f.head(value).Length)
	}
	tail := f.tail(value - uint64(len(f.heads)))
	lo, hi := 0, len(f.tails) // the heads with at most this many tails before them come first
	for lo < hi {
		if mid := (lo + hi) / 2; f.tails[mid] <= tail {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return tail + uint64(lo), 0
}

// measure returns the number or time at a part of all records.
func (f *fitted) measure(part uint64) int64 {
	m := &f.text.measured
	return m.from + int64(stretched(min(f.along(part), whole-1), whole, uint64(m.span/m.step)+1))*m.step
}

// along returns the value of the Scale at a part, both as parts of whole.
func (f *fitted) along(part uint64) uint64 {
	lo := 0
	scale := f.shape.Scale
	for hi := len(scale); hi-lo > 1; {
		if mid := (lo + hi) / 2; stretched(uint64(scale[mid].At), million, whole) <= part {
			lo = mid
		} else {
			hi = mid
		}
	}
	a, b := scale[lo], scale[min(lo+1, len(scale)-1)]
	at, to := stretched(uint64(a.At), million, whole), stretched(uint64(b.At), million, whole)
	v := stretched(uint64(a.Value), million, whole)
	if to > at {
		v += stretched(part-at, to-at, stretched(uint64(b.Value), million, whole)-v)
	}
	return v
}

// valued returns the number or time of a slot.
func (f *fitted) valued(slot uint64) int64 {
	m := &f.text.measured
	return m.from + int64(f.stepOf(slot, uint64(m.span/m.step)))*m.step
}

// stepOf returns which of the steps 0 to steps has the value of a slot: different ones for
// different slots.
func (f *fitted) stepOf(slot, steps uint64) uint64 {
	if f.size == 1 {
		return steps / 2
	}
	if len(f.shape.Scale) == 0 {
		return stretched(slot, f.size-1, steps)
	}
	free := steps + 1 - f.size // steps that no value has
	return slot + stretched(min(f.along(stretched(2*slot+1, 2*f.size, whole)), whole-1), whole, free+1)
}

// write returns the text of what a record has.
func (f *fitted) write(of *fit) string {
	if f.size == 0 {
		return f.text.writeMeasure(of.moment)
	}
	slot, length := f.slot(of.value)
	if f.texts != nil && f.texts[slot] != "" {
		return f.texts[slot]
	}
	text := ""
	if f.text.number || f.text.time {
		text = f.text.writeMeasure(f.valued(slot))
	} else {
		text = f.text.write(slot, length)
	}
	if f.texts != nil {
		f.texts[slot] = text
	}
	return text
}
