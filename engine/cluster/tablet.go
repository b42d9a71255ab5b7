package cluster

import (
	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// tablet is a range of keys that one node serves.
type tablet struct {
	start base.RowKey
	mark  int // index of the first mark at or after start
	bytes float64
	node  int

	work, ops float64 // work in nanoseconds and operations of this tick
	load      float64 // recent work, in nanoseconds per second
	rate      float64 // recent operations per second
	seen      int     // operations since the samples were emptied
	all       float64 // work since then, in nanoseconds
	through   float64 // part of that work by scans over all its keys, which are not sampled
	samples   [maxSamples]sample
	past      []base.RowKey // keys of the previous samples
	quiet     int64         // no split by load before this second
	reason    NoSplitReason // why it was not split at the last check
}

// maxSamples is the number of operations that a tablet keeps in order to choose a split
// key.
const maxSamples = 24

// sample is an operation that a tablet has kept.
type sample struct {
	key, end base.RowKey
	scan     bool
}

// keep adds an operation to the samples in such a way that all operations since the
// samples were emptied have the same chance to be among them.
func (t *tablet) keep(r *dataset.Random, op *OpBatch) {
	i := t.seen
	t.seen++
	if i >= maxSamples {
		if i = int(r.Below(uint64(t.seen))); i >= maxSamples {
			return
		}
	}
	t.samples[i] = sample{op.Key, op.End, op.Kind == Scan}
}

// settle includes a tick of the given length in the recent load and rate. share is the
// weight of the tick; with that of Sim.tick, the last half minute has half of the weight.
func (t *tablet) settle(seconds, share float64) {
	t.all += t.work
	t.load += float64((t.work/seconds - t.load) * share)
	t.rate += float64((t.ops/seconds - t.rate) * share)
	t.work, t.ops = 0, 0
	if t.load < 1 { // only a remainder of load long ago
		t.load, t.rate = 0, 0
	}
}

// forget moves the samples to past, and begins new ones.
func (t *tablet) forget() {
	t.past = t.past[:0]
	for i := range t.samples[:min(t.seen, maxSamples)] {
		t.past = append(t.past, t.samples[i].key)
	}
	t.seen, t.all, t.through = 0, 0, 0
}

// NoSplitReason says why splitting a hot tablet would not help.
type NoSplitReason uint8

const (
	NoReason      NoSplitReason = iota // a split would help, or the tablet is not hot
	OneKey                             // one key has most of the operations, and a row cannot be split
	Appends                            // keys keep ascending or descending, so that soon all operations are on one side of any key
	ScansCross                         // scans cross any key, and both sides would have to work for them
	TooFewSamples                      // there are too few samples yet
)

// border returns the key that divides the samples most evenly, or the reason why a split
// at any key does not help.
func (t *tablet) border() (at base.RowKey, why NoSplitReason) {
	n := min(t.seen, maxSamples)
	if t.through*2 > t.all {
		return "", ScansCross
	}
	if n < maxSamples/2 || len(t.past) < 3 {
		return "", TooFewSamples
	}
	counts := map[base.RowKey]int{}
	scans := 0
	for _, s := range t.samples[:n] {
		if s.scan {
			scans++
		} else {
			counts[s.key]++
		}
	}
	for _, s := range t.samples[:n] { // in a fixed order, so that the result is always the same
		if counts[s.key]*2 > n {
			return "", OneKey
		}
	}
	// A good key divides the present samples evenly, and few scans cross it. It must also have
	// divided the previous samples, since otherwise the load moves past it.
	best, off, was, across, even := 0, 0, 0, 0, false
	try := func(key base.RowKey) {
		if key <= t.start {
			return
		}
		o, a := t.off(key, n)
		o += a
		even = even || o*4 <= n*3
		left := 0
		for _, k := range t.past {
			if k < key {
				left++
			}
		}
		w := max(2*left-len(t.past), len(t.past)-2*left) * n / len(t.past)
		if sum := o + w; at == "" || sum < best || sum == best && key < at {
			best, at, off, was, across = sum, key, o, w, a
		}
	}
	for _, s := range t.samples[:n] {
		try(s.key)
	}
	for _, k := range t.past {
		try(k)
	}
	switch {
	case at == "", off*4 > n*3 && !even: // nearly all samples have the same key
		if scans*2 > n {
			return "", ScansCross
		}
		return "", OneKey
	case across*2 > n:
		return "", ScansCross
	case off*4 > n*3 || was*4 > n*3:
		return "", Appends
	}
	return at, NoReason
}

// off returns the difference between the numbers of samples on both sides of a key, and
// the number of scans that cross it.
func (t *tablet) off(key base.RowKey, n int) (off, across int) {
	left, right := 0, 0
	for _, s := range t.samples[:n] {
		switch {
		case s.scan && s.key < key && (s.end == "" || s.end > key):
			across++
		case s.key < key:
			left++
		default:
			right++
		}
	}
	return max(left-right, right-left), across
}

// keys returns the keys of the samples.
func (t *tablet) keys() []base.RowKey {
	out := make([]base.RowKey, 0, maxSamples)
	for _, s := range t.samples[:min(t.seen, maxSamples)] {
		out = append(out, s.key)
	}
	return out
}
