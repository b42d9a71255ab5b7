package cluster

import (
	"cmp"
	"slices"

	"tabletop/engine/base"
)

// TabletPolicy says when tablets are split, moved and merged. The package documentation
// describes the policies.
type TabletPolicy uint8

const (
	Bigtable TabletPolicy = iota
	HBase
	ByLoad
)

// Valid reports whether p is one of the policies.
func (p TabletPolicy) Valid() bool { return p <= ByLoad }

// These are the thresholds of the policies. Those of Bigtable are illustrative.
const (
	SplitBytes   = 200 << 20 // Bigtable: bytes from which on a tablet is split
	SplitShare   = 6         // Bigtable: a tablet is split when its work exceeds 1/6 of a node's capacity
	MergeBytes   = 20 << 20  // Bigtable: most bytes of two adjacent idle tablets that are merged
	MergeShare   = 100       // Bigtable: two tablets are idle if their work is at most 1/100 of a node's capacity
	RegionBytes  = 10 << 30  // HBase: hbase.hregion.max.filesize
	FlushBytes   = 128 << 20 // HBase: hbase.hregion.memstore.flush.size
	RangeBytes   = 512 << 20 // ByLoad: bytes from which on a range is split
	RangeRate    = 2_500     // ByLoad: operations per second from which on a range is split
	balanceEvery = 60        // seconds between two checks of the tablets
	regionsEvery = 300       // HBase: hbase.balancer.period, in seconds
	moveLost     = 1_000_000 // work of a move for the receiving node, in nanoseconds
	maxEvents    = 5_000     // events that are kept
	maxPerLook   = 10        // splits, and moves, in one check
)

// TabletEvent is a split, a move or a merge of tablets.
type TabletEvent struct {
	At   int64 // when, in virtual seconds
	Kind EventKind
	Key  base.RowKey // first key of the tablet; for a split or a merge, of the right one
	From int         // node of the tablet before
	To   int         // node of the moved, new or merged tablet
}

// EventKind says what happened in an event.
type EventKind uint8

const (
	SplitBySize EventKind = iota // a tablet was split because of its bytes
	SplitByLoad                  // a tablet was split because of its load
	Moved                        // a tablet was moved to another node
	Merged                       // two adjacent tablets were merged
)

// happened records an event at the present time, or counts it as dropped if there are too
// many.
func (s *Simulation) happened(e TabletEvent) {
	if len(s.events) == maxEvents {
		s.dropped++
		return
	}
	e.At = s.now
	s.events = append(s.events, e)
}

// govern applies the policy, if a check is due at this tick.
func (s *Simulation) govern() {
	every := func(seconds int64) bool { return s.now/seconds != (s.now-s.o.Tick)/seconds }
	if !every(balanceEvery) {
		return
	}
	switch s.o.Policy {
	case Bigtable:
		s.splitBySize(func(*tablet) float64 { return SplitBytes })
		s.splitByLoad(func(t *tablet) bool { return t.load*SplitShare > 1e9 })
		s.merge()
		s.moveByLoad()
	case HBase:
		regions := make([]float64, len(s.nodes))
		for _, t := range s.tablets {
			regions[t.node]++
		}
		s.splitBySize(func(t *tablet) float64 {
			if regions[t.node] == 1 {
				return 2 * FlushBytes
			}
			return RegionBytes
		})
		for _, t := range s.tablets {
			t.judge(s.now)
		}
		if every(regionsEvery) {
			s.moveByCount()
		}
	case ByLoad:
		s.splitBySize(func(*tablet) float64 { return RangeBytes })
		s.splitByLoad(func(t *tablet) bool { return t.rate > RangeRate })
		s.moveByLoad()
	default:
		panic("cluster: a policy without rules")
	}
}

// splitBySize splits tablets that have more bytes than limit returns for them, in the
// middle.
func (s *Simulation) splitBySize(limit func(*tablet) float64) {
	done := 0
	for i := 0; i < len(s.tablets) && done < maxPerLook && len(s.tablets) < MaxTablets; i++ {
		t := s.tablets[i]
		if t.bytes <= limit(t) {
			continue
		}
		// The median of the sampled keys is taken for the middle of the bytes.
		keys := slices.Concat(t.past, t.keys())
		slices.Sort(keys)
		keys = slices.DeleteFunc(slices.Compact(keys), func(k base.RowKey) bool { return k <= t.start })
		if len(keys) == 0 {
			continue
		}
		if _, why := t.border(); why != TooFewSamples {
			t.reason = why
		}
		s.split(i, keys[len(keys)/2], SplitBySize, t.node)
		done++
		i++ // the new one is not judged at once
	}
}

// judge sets the reason why a tablet could not be split by load, under a policy that does
// not do so. A tablet that was split recently keeps its earlier reason.
func (t *tablet) judge(now int64) {
	if now < t.quiet && t.seen < maxSamples/2 {
		return
	}
	_, t.reason = t.border()
	t.forget()
}

// splitByLoad splits hot tablets if that helps. The new tablet goes to the node with the
// least work.
func (s *Simulation) splitByLoad(hot func(*tablet) bool) {
	done := 0
	for i := 0; i < len(s.tablets) && len(s.tablets) < MaxTablets; i++ {
		t := s.tablets[i]
		if s.now < t.quiet {
			continue // it was split recently, and its load is an estimate
		}
		if !hot(t) {
			t.reason = NoReason
			if t.load*SplitShare > 1e9 { // few operations, but much work
				_, t.reason = t.border()
			}
			t.forget()
			continue
		}
		at, why := t.border()
		t.reason = why
		if why != NoReason || done == maxPerLook {
			t.forget()
			continue
		}
		s.split(i, at, SplitByLoad, s.idlest(t.node))
		done++
		i++ // the new one is not judged at once
	}
}

// split splits the tablet with index i at a key. The right half becomes a new tablet on
// the node to. Load and samples are divided as the sampled keys are.
func (s *Simulation) split(i int, at base.RowKey, kind EventKind, to int) {
	t := s.tablets[i]
	right := &tablet{start: at, mark: s.mark(at), bytes: t.bytes / 2, node: to, quiet: s.now + 2*balanceEvery, reason: t.reason}
	t.bytes, t.quiet = t.bytes/2, right.quiet
	known := slices.Concat(t.past, t.keys())
	ahead := 0 // of the latest keys, the number right of the border minus the number left of it
	for _, k := range t.keys() {
		if k < at {
			ahead--
		} else {
			ahead++
		}
	}
	t.past, t.seen, t.all, t.through = nil, 0, 0, 0
	for _, k := range known {
		if k < at {
			t.past = append(t.past, k)
		} else {
			right.past = append(right.past, k)
		}
	}
	// Each side is expected to keep its share of the load. If keys ascend or descend, all of
	// the load will be on one side.
	share := float64(len(right.past)+1) / float64(len(known)+2)
	switch {
	case t.reason != Appends:
	case ahead >= 0:
		share, t.reason = 1, NoReason
	default:
		share, right.reason = 0, NoReason
	}
	right.load, right.rate = float64(t.load*share), float64(t.rate*share)
	t.load, t.rate = t.load-right.load, t.rate-right.rate
	s.tablets = slices.Insert(s.tablets, i+1, right)
	s.moved = true
	s.happened(TabletEvent{Kind: kind, Key: at, From: t.node, To: to})
}

// merge merges adjacent tablets that are small and idle.
func (s *Simulation) merge() {
	for i := 0; i+1 < len(s.tablets); i++ {
		a, b := s.tablets[i], s.tablets[i+1]
		if len(s.tablets) <= len(s.o.InitialTablets) || a.bytes+b.bytes > MergeBytes || (a.load+b.load)*MergeShare > 1e9 || s.now < max(a.quiet, b.quiet)+600 {
			continue
		}
		a.bytes, a.load, a.rate = a.bytes+b.bytes, a.load+b.load, a.rate+b.rate
		s.tablets = slices.Delete(s.tablets, i+1, i+2)
		s.moved = true
		s.happened(TabletEvent{Kind: Merged, Key: b.start, From: b.node, To: a.node})
	}
}

// loads returns the recent work per second of each node, in nanoseconds.
func (s *Simulation) loads() []float64 {
	out := make([]float64, len(s.nodes))
	for _, t := range s.tablets {
		out[t.node] += t.load
	}
	return out
}

// idlest returns the node with the least work other than the given one, or the given one
// if it is the only node.
func (s *Simulation) idlest(not int) int {
	loads, best := s.loads(), not
	for i, l := range loads {
		if i != not && (best == not || l < loads[best]) {
			best = i
		}
	}
	return best
}

// moveByLoad moves tablets from the node with the most work to the one with the least, as
// long as that reduces the difference between the two.
func (s *Simulation) moveByLoad() {
	loads := s.loads()
	for range maxPerLook {
		from, to := extremes(loads)
		gap := loads[from] - loads[to]
		if gap*20 < 1e9 { // less than a twentieth of a node's capacity is not worth a move
			return
		}
		// Take the tablet with the most load that is less than the gap; of equal ones the first.
		var best *tablet
		for _, t := range s.tablets {
			if t.node == from && t.load > 0 && t.load < gap*0.9 && (best == nil || t.load > best.load) {
				best = t
			}
		}
		if best == nil {
			return
		}
		s.move(best, to)
		loads[from] -= best.load
		loads[to] += best.load
	}
}

// moveByCount moves tablets until all nodes have nearly the same number of them.
func (s *Simulation) moveByCount() {
	counts := make([]int, len(s.nodes))
	for _, t := range s.tablets {
		counts[t.node]++
	}
	for range maxPerLook {
		from, to := extremes(counts)
		if counts[from]-counts[to] < 2 {
			return
		}
		i := slices.IndexFunc(s.tablets, func(t *tablet) bool { return t.node == from })
		s.move(s.tablets[i], to)
		counts[from]--
		counts[to]++
	}
}

// extremes returns the indexes of the greatest and the least value, of equal values the
// first.
func extremes[T cmp.Ordered](of []T) (most, least int) {
	for i, v := range of {
		if v > of[most] {
			most = i
		}
		if v < of[least] {
			least = i
		}
	}
	return most, least
}

// move moves a tablet to a node.
func (s *Simulation) move(t *tablet, to int) {
	s.happened(TabletEvent{Kind: Moved, Key: t.start, From: t.node, To: to})
	t.node = to
	s.nodes[to].backlog += moveLost
}
