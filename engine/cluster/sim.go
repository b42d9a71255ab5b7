package cluster

import (
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// What a node does in a second, of rows of 1 KB.
const (
	WrittenRows = 14_000
	ScannedRows = 220_000
)

// Work of one operation, in nanoseconds of a node.
const (
	readWork  = 1_000_000_000 / 17_000
	writeWork = 1_000_000_000 / WrittenRows
	// scanWork is that of a thousand bytes scanned.
	scanWork = 1_000_000_000 / ScannedRows
	seekWork = readWork
)

// Manages returns how many operations of a metric one node works off in a second where
// there are no others, 0 for what is no number of operations of one kind.
func Manages(of Metric) float64 {
	switch of {
	case Reads:
		return float64(1_000_000_000) / readWork
	case Writes:
		return float64(1_000_000_000) / writeWork
	}
	return 0
}

// Bounds of [Options].
const (
	MaxNodes   = 200
	MaxTablets = 20_000
	MaxRanges  = 1_000
	MaxColumns = 1_000
	MaxSeconds = 7 * 24 * 3600
)

// Op is operations that were alike, in one tick.
type Op struct {
	Kind  Kind
	Key   base.RowKey // of the row; of a scan, where it begins
	End   base.RowKey // of a scan: the first key past it, "" for no end
	Times float64     // how many operations it stands for
	Bytes int64       // of the row; of a scan, of all that it walks over
	Grows int64       // bytes that a write adds to the table
	// At is one more than where Key stands among the Marks of [Marked] traffic, and
	// EndAt than where End does; 0 where it does not.
	At, EndAt int32
}

// Kind says what an operation does.
type Kind uint8

const (
	Read  Kind = iota // one row
	Write             // one row
	Scan              // a range of rows
)

// Traffic is what is asked of the cluster.
type Traffic interface {
	// Ops hands out operations of the time [from, to) in seconds, about n of them,
	// with Times that add up to all there are. It gives the same for the same times.
	Ops(from, to int64, n int, emit func(Op))
}

// Marked is traffic that knows its keys beforehand: they need not be looked up.
type Marked interface {
	Traffic
	// Marks returns keys in order, without repetition.
	Marks() []base.RowKey
}

// Part is a tablet as it is at first.
type Part struct {
	Start base.RowKey // "" for the first
	Bytes int64
}

// Options say what to simulate.
type Options struct {
	Policy  Policy
	Nodes   int    // 1 to [MaxNodes]
	Seconds int64  // of virtual time, 1 to [MaxSeconds]
	Tick    int64  // seconds of a step; 0 is 10
	Samples int    // operations looked at in a tick; 0 is 1500
	Ranges  int    // rows of the heat matrix at most, up to [MaxRanges], which 0 is
	Columns int    // columns of it at most, up to [MaxColumns], which 0 is
	Parts   []Part // in key order, the first at ""; none is one empty tablet
	Seed    uint64
	Traffic Traffic
}

// Sim is a simulation under way.
type Sim struct {
	o       Options
	random  dataset.Random
	now     int64 // seconds
	tablets []*tablet
	nodes   []node
	heat    *heat
	events  []Event
	dropped int // events beyond the most that are kept
	column  columnSum
	columns []Column
	scans   []spread // of this tick, by tablet
	scanned bool
	marks   []base.RowKey // of the traffic
	places  []place       // of the marks
	moved   bool          // tablets begin elsewhere than places has it
	prepare []func()      // what is to be done before time begins, each no more work than a few ticks
	asked   float64
}

// node is a server.
type node struct {
	backlog float64 // work that waits, nanoseconds
	demand  float64 // of this tick
	service float64 // operations of this tick, for the mean of their work
	latency float64 // of this tick, nanoseconds
	use     float64 // share of its time that it worked
	total   float64 // work asked of it in all
}

// place is which tablet and which range of the heat matrix a key belongs to.
type place struct{ tablet, row uint16 }

// New returns a simulation that has not begun. It refuses options out of bounds
// (bad-cluster).
func New(o Options) (*Sim, error) {
	o.Tick, o.Samples = orElse(o.Tick, 10), orElse(o.Samples, 1500)
	o.Ranges, o.Columns = orElse(o.Ranges, MaxRanges), orElse(o.Columns, MaxColumns)
	if len(o.Parts) == 0 {
		o.Parts = []Part{{}}
	}
	for _, b := range []struct {
		what      string
		n, lo, hi int64
	}{
		{"nodes", int64(o.Nodes), 1, MaxNodes}, {"seconds", o.Seconds, 1, MaxSeconds}, {"tick", o.Tick, 1, 3600},
		{"samples", int64(o.Samples), 1, 1 << 20}, {"ranges", int64(o.Ranges), 1, MaxRanges},
		{"columns", int64(o.Columns), 1, MaxColumns}, {"tablets", int64(len(o.Parts)), 1, MaxTablets},
	} {
		if b.n < b.lo || b.n > b.hi {
			return nil, base.Refuse(base.CodeBadCluster, b.what, strconv.FormatInt(b.n, 10), strconv.FormatInt(b.lo, 10), strconv.FormatInt(b.hi, 10))
		}
	}
	s := &Sim{o: o, random: dataset.Random(o.Seed), nodes: make([]node, o.Nodes)}
	for i, p := range o.Parts {
		if i == 0 && p.Start != "" || i > 0 && p.Start <= o.Parts[i-1].Start {
			return nil, base.Refuse(base.CodeBadCluster, "order", string(p.Start), "", "")
		}
		s.tablets = append(s.tablets, &tablet{start: p.Start, bytes: float64(p.Bytes), node: s.firstNode(i)})
	}
	if m, ok := o.Traffic.(Marked); ok {
		s.marks = m.Marks()
	}
	s.prepare = s.preparation()
	return s, nil
}

// firstNode returns the node of the i-th tablet at first: neighbours are on different
// ones, as after a while of even traffic.
func (s *Sim) firstNode(i int) int { return i % len(s.nodes) }

func orElse[T int | int64](v, otherwise T) T {
	if v == 0 {
		return otherwise
	}
	return v
}

// preparation surveys the keys that the traffic will touch, draws the heat matrix
// over them and finds out where the marks belong.
func (s *Sim) preparation() []func() {
	const looks, each, together = 400, 200, 5
	var out []func()
	keys, seen := []base.RowKey{}, make([]bool, len(s.marks))
	step := max(s.o.Seconds/looks, s.o.Tick)
	for from := int64(0); from < s.o.Seconds; from += together * step {
		out = append(out, func() {
			for at := from; at < min(from+together*step, s.o.Seconds); at += step {
				s.o.Traffic.Ops(at, min(at+s.o.Tick, s.o.Seconds), each, func(op Op) {
					if op.At > 0 {
						seen[op.At-1] = true
					} else if op.Key != "" {
						keys = append(keys, op.Key)
					}
				})
			}
		})
	}
	out = append(out,
		func() {
			for _, p := range s.o.Parts {
				if p.Start != "" {
					keys = append(keys, p.Start)
				}
			}
			slices.Sort(keys)
			keys = slices.DeleteFunc(slices.Compact(keys), func(k base.RowKey) bool {
				i, known := slices.BinarySearch(s.marks, k)
				if known {
					seen[i] = true
				}
				return known
			})
			// Both are in order.
			all := make([]base.RowKey, 0, looks*each+len(keys))
			for i, touched := range seen {
				if !touched {
					continue
				}
				for len(keys) > 0 && keys[0] < s.marks[i] {
					all, keys = append(all, keys[0]), keys[1:]
				}
				all = append(all, s.marks[i])
			}
			s.heat = newHeat(append(all, keys...), s.o)
		},
		func() {
			s.places = make([]place, len(s.marks))
			for i, border := range s.heat.borders {
				end := len(s.marks)
				if i+1 < len(s.heat.borders) {
					end = s.mark(s.heat.borders[i+1])
				}
				for at := s.mark(border); at < end; at++ {
					s.places[at].row = uint16(i)
				}
			}
			for _, t := range s.tablets {
				t.mark = s.mark(t.start)
			}
			s.place()
		},
	)
	for m := range Metrics {
		out = append(out, func() { s.heat.cells[m] = make([]float32, len(s.heat.borders)*s.heat.columns) })
	}
	return out
}

// place finds out which tablets the marks belong to.
func (s *Sim) place() {
	s.moved = false
	for i, t := range s.tablets {
		end := len(s.places)
		if i+1 < len(s.tablets) {
			end = s.tablets[i+1].mark
		}
		for at := t.mark; at < end; at++ {
			s.places[at].tablet = uint16(i)
		}
	}
}

// mark returns the index of the first mark that is not before a key.
func (s *Sim) mark(key base.RowKey) int {
	i, _ := slices.BinarySearch(s.marks, key)
	return i
}

// Step simulates some ticks more and reports whether that was the end. Before the
// first there is to prepare, as much as some ticks are.
func (s *Sim) Step(ticks int) (done bool) {
	for range ticks {
		if len(s.prepare) > 0 {
			s.prepare[0]()
			s.prepare = s.prepare[1:]
			continue
		}
		if s.now >= s.o.Seconds {
			break
		}
		s.tick(min(s.now+s.o.Tick, s.o.Seconds))
	}
	return s.now >= s.o.Seconds
}

// Now returns how far the simulation has come, in virtual seconds.
func (s *Sim) Now() int64 { return s.now }

// tick simulates the time up to a second.
func (s *Sim) tick(to int64) {
	for i := range s.nodes {
		s.nodes[i].demand, s.nodes[i].service = 0, 0
	}
	if s.moved {
		s.place()
	}
	s.heat.begin()
	s.o.Traffic.Ops(s.now, to, s.o.Samples, s.serve)
	s.settleScans()
	seconds := float64(to - s.now)
	span, share := seconds*1e9, seconds/(seconds+30)
	for _, t := range s.tablets {
		n := &s.nodes[t.node]
		n.demand += t.work
		n.service += t.ops
		t.settle(seconds, share)
	}
	for i := range s.nodes {
		s.nodes[i].serve(span)
	}
	s.heat.end(s)
	s.column.add(s, seconds)
	s.now = to
	if s.column.seconds >= s.heat.perColumn || s.now == s.o.Seconds {
		s.heat.column(float64(s.column.seconds))
		s.columns = append(s.columns, s.column.close(s))
	}
	s.govern()
}

// serve takes one operation.
func (s *Sim) serve(op Op) {
	s.asked += op.Times
	if op.Kind == Scan {
		s.scan(&op)
		return
	}
	work := float64(readWork)
	if op.Kind == Write {
		work = writeWork
	}
	// Larger rows take longer, as if they were several.
	if op.Bytes > 1024 {
		work = work * float64(op.Bytes) / 1024
	}
	t := s.tablets[s.find(op.Key, op.At)]
	t.work += float64(work * op.Times)
	t.ops += op.Times
	t.bytes += float64(float64(op.Grows) * op.Times)
	t.keep(&s.random, &op)
	s.heat.add(&op, s.row(op.Key, op.At))
}

// scan takes a scan: a seek in every tablet that it spans, and its bytes spread
// evenly over them.
func (s *Sim) scan(op *Op) {
	if !s.scanned {
		s.scanned = true
		s.scans = slices.Grow(s.scans[:0], len(s.tablets)+1)[:len(s.tablets)+1]
		clear(s.scans)
	}
	first, last := s.find(op.Key, op.At), len(s.tablets)-1
	if op.End != "" {
		last = s.find(op.End, op.EndAt)
		if last > first && s.tablets[last].start == op.End {
			last--
		}
	}
	n := float64(last - first + 1)
	work := float64((seekWork + float64(scanWork*float64(op.Bytes)/1000/n)) * op.Times)
	s.scans[first].work += work
	s.scans[last+1].work -= work
	s.scans[first].ops += op.Times
	s.scans[last+1].ops -= op.Times
	if last > first+1 {
		s.scans[first+1].through += work
		s.scans[last].through -= work
	}
	s.tablets[first].keep(&s.random, op)
	if last > first {
		s.tablets[last].keep(&s.random, op)
	}
	row, end := s.row(op.Key, op.At), len(s.heat.borders)-1
	if op.End != "" {
		if end = s.row(op.End, op.EndAt); end > row && s.heat.borders[end] == op.End {
			end--
		}
	}
	s.heat.addScan(op, row, end)
}

// spread is what scans ask of a tablet, as the difference to the one before; through
// is the work of those that begin before it and end behind it.
type spread struct{ work, ops, through float64 }

// settleScans gives the tablets what scans asked of them.
func (s *Sim) settleScans() {
	if !s.scanned {
		return
	}
	s.scanned = false
	work, ops, through := 0.0, 0.0, 0.0
	for i, t := range s.tablets {
		work += s.scans[i].work
		ops += s.scans[i].ops
		through += s.scans[i].through
		// Differences leave dust behind.
		if work > 1 {
			t.work += work
			t.ops += ops
			t.through += through
		}
	}
}

// serve works for span nanoseconds.
func (n *node) serve(span float64) {
	const busiest = 0.98 // of the time that is waited for as if by chance
	n.total += n.demand
	before := n.backlog
	done := min(before+n.demand, span)
	n.backlog = before + n.demand - done
	n.use = done / span
	service := float64(readWork)
	if n.service > 0 {
		service = n.demand / n.service
	}
	// What waits is waited for; beyond that, chance.
	n.latency = service/(1-min(n.use, busiest)) + (before+n.backlog)/2
}

// find returns the index of the tablet that holds a key.
func (s *Sim) find(key base.RowKey, at int32) int {
	if at > 0 {
		return int(s.places[at-1].tablet)
	}
	lo, hi := 0, len(s.tablets)
	for hi-lo > 1 {
		mid := int(uint(lo+hi) >> 1)
		if s.tablets[mid].start <= key {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// row returns the index of the range of the heat matrix that holds a key.
func (s *Sim) row(key base.RowKey, at int32) int {
	if at > 0 {
		return int(s.places[at-1].row)
	}
	return s.heat.find(key)
}

// Column is what happened in one column of the heat matrix.
type Column struct {
	From, To int64     // seconds
	Use      []float64 // by node, the share of its time that it worked
	Latency  []float64 // by node, seconds an operation takes
	Ops      float64   // a second
	Tablets  int
	Hottest  float64 // the busiest node's share of all work, times the number of nodes: 1 is fair
}

// columnSum adds up the ticks of a column.
type columnSum struct {
	from, seconds int64
	use, latency  []float64
	demand        []float64
	ops           float64
}

func (c *columnSum) add(s *Sim, seconds float64) {
	if c.use == nil {
		c.from = s.now
		c.use, c.latency, c.demand = make([]float64, len(s.nodes)), make([]float64, len(s.nodes)), make([]float64, len(s.nodes))
	}
	for i := range s.nodes {
		n := &s.nodes[i]
		c.use[i] += float64(n.use * seconds)
		c.latency[i] += float64(n.latency * seconds)
		c.demand[i] += n.demand
		c.ops += n.service
	}
	c.seconds += int64(seconds)
}

func (c *columnSum) close(s *Sim) Column {
	seconds := float64(c.seconds)
	out := Column{From: c.from, To: s.now, Ops: c.ops / seconds, Tablets: len(s.tablets), Use: c.use, Latency: c.latency}
	for i := range out.Use {
		out.Use[i] /= seconds
		out.Latency[i] /= seconds * 1e9
	}
	out.Hottest = fairness(c.demand)
	*c = columnSum{}
	return out
}

// fairness returns the largest share of a sum, times the number of shares; 0 for
// nothing.
func fairness(shares []float64) float64 {
	sum := 0.0
	for _, v := range shares {
		sum += v
	}
	if sum == 0 {
		return 0
	}
	return slices.Max(shares) / sum * float64(len(shares))
}
