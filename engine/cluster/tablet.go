package cluster

import (
	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// tablet is a range of keys that one node serves.
type tablet struct {
	start base.RowKey
	mark  int // the first at or after it
	bytes float64
	node  int

	work, ops float64 // asked of it in this tick
	load      float64 // nanoseconds of work a second, of late
	rate      float64 // operations a second, of late
	seen      int     // operations since the samples were begun
	all       float64 // work since then
	through   float64 // of that, the work of scans of all its keys, of which there are no samples
	samples   [maxSamples]sample
	past      []base.RowKey // of the samples before those
	quiet     int64         // no split by load before that second
	reason    Reason
}

// maxSamples is how many operations a tablet keeps to choose a border from.
const maxSamples = 24

// sample is an operation that a tablet has kept.
type sample struct {
	key, end base.RowKey
	scan     bool
}

// keep keeps an operation, so that all since the last decision are as likely.
func (t *tablet) keep(r *dataset.Random, op *Op) {
	i := t.seen
	t.seen++
	if i >= maxSamples {
		if i = int(r.Below(uint64(t.seen))); i >= maxSamples {
			return
		}
	}
	t.samples[i] = sample{op.Key, op.End, op.Kind == Scan}
}

// settle takes a tick of so many seconds into what is known of late, with its
// share: half of what is known is of the last half minute.
func (t *tablet) settle(seconds, share float64) {
	t.all += t.work
	t.load += float64((t.work/seconds - t.load) * share)
	t.rate += float64((t.ops/seconds - t.rate) * share)
	t.work, t.ops = 0, 0
	if t.load < 1 { // what is left of long ago
		t.load, t.rate = 0, 0
	}
}

// forget begins the samples anew.
func (t *tablet) forget() {
	t.past = t.past[:0]
	for i := range t.samples[:min(t.seen, maxSamples)] {
		t.past = append(t.past, t.samples[i].key)
	}
	t.seen, t.all, t.through = 0, 0, 0
}

// Reason says why splitting a hot tablet would not help.
type Reason uint8

const (
	NoReason Reason = iota
	OneKey          // one key carries most of the samples, and a row cannot be split
	Appends         // what is written lies beyond what was written before: any border soon has all of it on one side
	Spans           // scans reach across any border, and both sides would work for them
	Young           // too little is known yet
)

// border returns the key that parts the samples most evenly, or why none helps.
func (t *tablet) border() (at base.RowKey, why Reason) {
	n := min(t.seen, maxSamples)
	if t.through*2 > t.all {
		return "", Spans
	}
	if n < maxSamples/2 || len(t.past) < 3 {
		return "", Young
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
	for _, s := range t.samples[:n] { // in their order, for the same result each time
		if counts[s.key]*2 > n {
			return "", OneKey
		}
	}
	// A border parts what is asked for now, with as few scans as may be that reach
	// across, and parted what was asked for before, or the load moves on past it.
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
	case at == "", off*4 > n*3 && !even: // all that is known lies at its first key, or at another
		if scans*2 > n {
			return "", Spans
		}
		return "", OneKey
	case across*2 > n:
		return "", Spans
	case off*4 > n*3 || was*4 > n*3:
		return "", Appends
	}
	return at, NoReason
}

// off returns how unevenly a border parts the n samples, and how many scans reach
// across it.
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
