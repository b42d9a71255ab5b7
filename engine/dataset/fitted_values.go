package dataset

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"
)

// fitted is a field of the kind [Fitted], prepared for a number of records.
//
// Records are numbered from 0, and a permutation of these numbers gives each a place. The values of
// a field divide the places among themselves, each with as many as it has records. The permutations
// are n·a mod N, with factors a for which the multiples are even: so a value comes at even
// distances, and two fields meet as often as if they were independent.
type fitted struct {
	field    int
	seed     uint64
	shape    *Shape
	n        uint64 // generated records
	spread   factor // the permutation of all records, or of those of a block
	last     factor // the permutation of the last block
	lack     factor // the permutation that decides which records lack the field
	follows  int    // index among the fitted fields, -1 for none
	within   int    // of Within or Counts
	absentBy int
	absent   []bool // by the value of absentBy: whether records lack the field
	size     uint64 // number of values, 0 with a Scale
	ranks
	slots
	pattern   []uint64 // for values in order: running weights of those that are repeated in turn
	gaps      []uint64 // running lengths of the distances that are repeated in turn
	of        []uint32 // by the value of follows: the own value
	sums      []uint64 // with of: the weights of the values
	text      writer
	texts     []string // by slot: values that have been written, if there are few
	times     bool
	momentary bool // it writes the moment of the field that it follows
}

// fit is what a record has in a Fitted field.
type fit struct {
	value  uint64 // number of the value: its rank, or its place in the order of a Spread
	moment int64  // of a time
	lacks  bool
}

// maxKept is the most texts of a field that are kept.
const maxKept = 1 << 14

// fit prepares the Fitted fields. It refuses bad settings, and fields that do not go together.
func (p *program) fit(generated uint64) error {
	r := p.spec.Recipe
	var all []*fitted
	at := map[string]int{}
	for i, g := range r.Gens {
		if g.Kind != Fitted {
			continue
		}
		forms, setting, why, ok := g.fittedSettings()
		if !ok {
			return bad("fitted", g.Field, why, setting)
		}
		if !g.fitsInMemory(r.Count) {
			return bad("filler", g.Field, plainLength, r.Count)
		}
		at[g.Field] = len(all)
		f := &fitted{field: i, seed: mix(r.Seed + mix(uint64(i)^golden)), shape: g.Shape, n: max(generated, 1), follows: -1, within: -1, absentBy: -1, size: uint64(g.Shape.Values)}
		f.text, f.times = writer{fittedForms: forms, seed: f.seed, shape: g.Shape}, forms.time
		all = append(all, f)
	}
	index := func(of *fitted, name string, fits func(by *fitted) bool) (int, error) {
		if name == "" {
			return -1, nil
		}
		by, known := at[name]
		if !known || all[by] == of || !fits(all[by]) {
			return 0, bad("follows", r.Gens[of.field].Field, name)
		}
		return by, nil
	}
	valued := func(by *fitted) bool { return 0 < by.shape.Values && by.shape.Values <= MaxValues }
	for _, f := range all {
		s := f.shape
		f.momentary = s.Values == 0 && len(s.Scale) == 0 && s.Counts == ""
		var errs [3]error
		f.follows, errs[0] = index(f, s.Follows, func(by *fitted) bool {
			return valued(by) && !f.momentary || f.momentary && by.times && by.shape.Values+int64(len(by.shape.Scale)) > 0
		})
		f.within, errs[1] = index(f, s.Within+s.Counts, func(by *fitted) bool { return by.shape.Values > 0 && by.shape.Spread == 1 })
		f.absentBy, errs[2] = index(f, s.AbsentBy, valued)
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
	}
	// Each field comes after those that decide about it.
	place := make([]int, len(all)) // by index in all: index in p.fitted, from 1
	ready := func(by int) bool { return by < 0 || place[by] > 0 }
	for range all {
		for i, f := range all {
			if place[i] == 0 && ready(f.follows) && ready(f.within) && ready(f.absentBy) {
				p.fitted = append(p.fitted, f)
				place[i] = len(p.fitted)
			}
		}
	}
	if i := slices.Index(place, 0); i >= 0 {
		s := all[i].shape
		return bad("follows", r.Gens[all[i].field].Field, cmp.Or(s.Follows, s.Within, s.Counts, s.AbsentBy))
	}
	used := map[uint64][]uint64{}
	for _, f := range p.fitted {
		for _, by := range []*int{&f.follows, &f.within, &f.absentBy} {
			if *by >= 0 {
				*by = place[*by] - 1
			}
		}
		f.prepare(p.fitted, used)
	}
	return nil
}

// prepare makes the tables of a field. all are the fitted fields, of which those that decide about
// this one are prepared. used has the factors that other fields use, by the size.
func (f *fitted) prepare(all []*fitted, used map[uint64][]uint64) {
	s := f.shape
	f.lack = newFactor(f.n, f.seed+1, used)
	if f.absentBy >= 0 {
		by := all[f.absentBy]
		weights := by.weights()
		lacking := assign(weights, []uint64{million - uint64(s.Absent), uint64(s.Absent)}, f.seed+2)
		f.absent = make([]bool, len(lacking))
		for i, which := range lacking {
			f.absent[i] = which == 1
		}
	}
	if f.follows < 0 && f.within < 0 && s.Turn == 0 {
		block := uint64(s.Spread)
		switch {
		case block == 0 || block >= f.n:
			f.spread = newFactor(f.n, f.seed, used)
		case block > 1:
			f.spread, f.last = newFactor(block, f.seed, used), newFactor(max(f.n%block, 1), f.seed, used)
		}
	}
	if f.size == 0 {
		if f.follows >= 0 && !f.momentary && !all[f.follows].inOrder() {
			f.order = newPermutation(all[f.follows].size, f.seed)
		}
		if len(s.Gaps) > 0 {
			f.expand(s.Gaps, min(uint64(s.Gaps[len(s.Gaps)-1].At), pieces))
			f.gaps = f.repeated(min(uint64(s.Gaps[len(s.Gaps)-1].At), pieces))
		}
		return
	}
	f.expand(s.Ranks, f.size)
	switch {
	case f.follows >= 0:
		deciding := all[f.follows].weights()
		f.of, f.sums = assign(deciding, f.ranked(), f.seed), make([]uint64, f.size)
		for i, v := range f.of {
			f.sums[v] += deciding[i]
		}
	case f.inOrder():
		k := min(f.size, pieces)
		f.pattern = f.repeated(k)
		f.all = f.size / k * f.pattern[k-1]
		if rest := f.size % k; rest > 0 {
			f.all += f.pattern[rest-1]
		}
	}
	f.placeHeads()
	if f.text.prepare(f.size); f.size <= maxKept {
		f.texts = make([]string, f.size)
	}
}

// inOrder reports whether the values are numbered in the order in which they come, and not by
// frequency.
func (f *fitted) inOrder() bool { return f.size > 0 && f.follows < 0 && f.shape.Spread > 0 }

// place returns the place of a record.
func (f *fitted) place(n uint64) uint64 {
	block := uint64(f.shape.Spread)
	switch {
	case block == 1:
		return n
	case block == 0 || block >= f.n:
		return f.spread.nth(n)
	}
	start := n / block * block
	if start+block > f.n {
		return start + f.last.nth(n-start)
	}
	return start + f.spread.nth(n-start)
}

// fit sets the Fitted fields of the current record, and returns the record.
func (c *Cursor) fit() []string {
	n, lacks := c.made, false
	for i, f := range c.p.fitted {
		of := &c.fits[i]
		*of = fit{}
		if f.shape.Absent > 0 {
			if f.absentBy >= 0 {
				of.lacks = f.absent[c.fits[f.absentBy].value]
			} else {
				of.lacks = f.lack.nth(n)*million < uint64(f.shape.Absent)*f.n
			}
		}
		switch {
		case f.size > 0:
			if of.value = f.value(n, c); f.times {
				slot, _ := f.slot(of.value)
				of.moment = f.valued(slot)
			}
		case f.shape.Counts != "":
			first, _ := c.p.fitted[f.within].records(c.fits[f.within].value)
			of.moment = f.text.from + int64(n-first)*f.text.step
		case f.momentary:
			of.moment = c.fits[f.follows].moment
		default:
			of.moment = f.measure(f.part(n, c))
		}
		if of.lacks {
			c.rec[f.field] = ""
			lacks = lacks || !f.shape.Blank
			continue
		}
		c.rec[f.field] = f.write(of)
	}
	if !lacks {
		return c.rec
	}
	return OmitFields(c.rec, func(field int) bool {
		for i, f := range c.p.fitted {
			if f.field == field {
				return c.fits[i].lacks && !f.shape.Blank
			}
		}
		return false
	})
}

// value returns the number of the value of record n.
func (f *fitted) value(n uint64, c *Cursor) uint64 {
	switch {
	case f.of != nil:
		return uint64(f.of[c.fits[f.follows].value])
	case f.within >= 0:
		round := c.fits[f.within].value
		first, end := c.p.fitted[f.within].records(round)
		return f.share(round, n-first, end-first)
	case f.shape.Turn > 0:
		turn := uint64(f.shape.Turn)
		return f.share(n/turn, n%turn, turn)
	}
	at := stretched(f.place(n), f.n, f.all)
	if !f.inOrder() {
		return f.find(at)
	}
	k := uint64(len(f.pattern))
	turn := f.pattern[k-1]
	return min(at/turn*k+passed(f.pattern, at%turn), f.size-1)
}

// passed returns how many of ascending numbers are at most n.
func passed(sums []uint64, n uint64) uint64 {
	return uint64(sort.Search(len(sums), func(i int) bool { return sums[i] > n }))
}

// records returns the numbers of the first record that has a value, and of the one after the last,
// for a Spread of 1.
func (f *fitted) records(value uint64) (first, end uint64) {
	return f.firstOf(value), min(f.firstOf(value+1), f.n)
}

// firstOf returns the number of the first record that has a value or a greater one.
func (f *fitted) firstOf(value uint64) uint64 {
	k := uint64(len(f.pattern))
	weight := value / k * f.pattern[k-1]
	if value%k > 0 {
		weight += f.pattern[value%k-1]
	}
	hi, lo := bits.Mul64(weight, f.n)
	lo, carry := bits.Add64(lo, f.all-1, 0)
	out, _ := bits.Div64(hi+carry, lo, f.all)
	return out
}

// share returns the number of the value of the i-th of size records of a round. In each round the values
// come in the same order, but where the round begins among them differs evenly.
func (f *fitted) share(round, i, size uint64) uint64 {
	weight := uint64(0) // of the values that come once in any case
	if f.shape.Once && size <= f.size {
		whole := f.whole(size)
		if i < whole {
			return i
		}
		if i, size = i-whole, size-whole; whole > 0 {
			weight = f.upTo(whole)
		}
	}
	begin := (round*golden + f.seed) >> 24 // a part of whole
	at := stretched(i, size, whole) + stretched(begin, whole, whole/size)
	return f.find(weight + stretched(min(at, whole-1), whole, f.all-weight))
}

// whole returns how many of the most frequent values come in each round of size records, if none of
// them may come twice: those whose share of what the more frequent ones leave is one record or more.
func (f *fitted) whole(size uint64) uint64 {
	lo, hi := uint64(0), size
	for lo < hi {
		mid := (lo + hi) / 2
		above, under := bits.Mul64(f.weightAt(mid), size-mid)
		if above > 0 || under >= f.all-f.upTo(mid) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// whole is the range of the parts of a Scale.
const whole = 1 << 40

// part returns the part of all records, of whole, at which record n is placed in a Scale.
func (f *fitted) part(n uint64, c *Cursor) uint64 {
	if f.follows >= 0 {
		by := c.p.fitted[f.follows]
		v := c.fits[f.follows].value
		if !by.inOrder() {
			v = f.order.nth(v)
		}
		return stretched(2*v+1, 2*by.size, whole)
	}
	at := f.place(n)
	if f.shape.Order < 0 {
		at = f.n - 1 - at
	}
	if f.gaps == nil {
		return stretched(2*at+1, 2*f.n, whole)
	}
	// The distances of a block begin anywhere among all of them, and go on from there.
	k := uint64(len(f.gaps))
	block := at / k * k
	size := min(k, f.n-block)
	begin := scale(mix(f.seed+block), k)
	past := func(i uint64) uint64 {
		i += begin
		return i/k*f.gaps[k-1] + f.gaps[i%k]
	}
	own, sum := past(at-block)-past(0), past(size)-past(0)
	return stretched(block, f.n, whole) + stretched(own, sum, stretched(size, f.n, whole))
}
