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
	t.load += float64((t.work/seconds - t.load) * share)
	t.rate += float64((t.ops/seconds - t.rate) * share)
	t.work, t.ops = 0, 0
}

// forget begins the samples anew.
func (t *tablet) forget() {
	t.past = t.past[:0]
	for i := range t.samples[:min(t.seen, maxSamples)] {
		t.past = append(t.past, t.samples[i].key)
	}
	t.seen = 0
}

// Reason says why splitting a hot tablet would not help.
type Reason uint8

const (
	NoReason Reason = iota
	OneKey          // one key carries most of the samples, and a row cannot be split
	Appends         // what is written lies right of what was written before: any border soon has all of it on one side
	Spans           // scans reach across any border, and both sides would work for them
	Young           // too little is known yet
)

// border returns the key that parts the samples most evenly, or why none helps.
func (t *tablet) border() (at base.RowKey, why Reason) {
	n := min(t.seen, maxSamples)
	if n < maxSamples/2 {
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
	best, spanned := n+1, 0
	for _, c := range t.samples[:n] {
		if c.key <= t.start {
			continue
		}
		left, right, across := 0, 0, 0
		for _, s := range t.samples[:n] {
			switch {
			case s.scan && s.key < c.key && (s.end == "" || s.end > c.key):
				across++
			case s.key < c.key:
				left++
			default:
				right++
			}
		}
		// Evenly, and with as few scans as may be that reach across.
		off := max(left-right, right-left) + across
		if off < best || off == best && c.key < at {
			best, at, spanned = off, c.key, across
		}
	}
	switch {
	case at == "":
		return "", OneKey // all that is known lies at its first key
	case spanned*2 > n:
		return "", Spans
	case best*4 > n*3:
		return "", OneKey
	}
	// Where even the least of what was asked for lies above the most of before,
	// the load moves on past any border.
	if len(t.past) > 0 {
		highest := t.past[0]
		for _, k := range t.past {
			highest = max(highest, k)
		}
		above := 0
		for _, s := range t.samples[:n] {
			if s.key > highest {
				above++
			}
		}
		if above*10 >= n*8 {
			return "", Appends
		}
	}
	return at, NoReason
}

// keys returns the keys of the samples.
func (t *tablet) keys() []base.RowKey {
	out := make([]base.RowKey, 0, maxSamples)
	for _, s := range t.samples[:min(t.seen, maxSamples)] {
		out = append(out, s.key)
	}
	return out
}
