package cluster

import (
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// These are the rows of 1 KB that a node writes or scans in a second.
const (
	WrittenRows = 14_000
	ScannedRows = 220_000
)

// This is the work of one operation, in nanoseconds of a node.
const (
	readWork  = 1_000_000_000 / 17_000
	writeWork = 1_000_000_000 / WrittenRows
	// scanWork is the work of scanning 1,000 bytes.
	scanWork = 1_000_000_000 / ScannedRows
	seekWork = readWork
)

// NodeOpsPerSecond returns how many operations of a metric one node can do in a second if it does
// nothing else. It is 0 for metrics other than Reads and Writes.
func NodeOpsPerSecond(of Metric) float64 {
	switch of {
	case Reads:
		return float64(1_000_000_000) / readWork
	case Writes:
		return float64(1_000_000_000) / writeWork
	}
	return 0
}

// These are bounds of [Options].
const (
	MaxNodes   = 200
	MaxTablets = 20_000
	MaxRanges  = 1_000
	MaxColumns = 1_000
	MaxSeconds = 7 * 24 * 3600
)

// OpBatch represents a number of equal operations in one tick.
type OpBatch struct {
	Kind       OpKind
	Key        base.RowKey // the row's key; for a scan, the first key of its range
	End        base.RowKey // for a scan: the first key after its range, "" for no end
	Count      float64     // number of operations that it represents
	Bytes      int64       // bytes of the row, or of all rows that a scan reads
	BytesAdded int64       // bytes that a write adds to the table
	// At is the index of Key among the Marks of marked traffic plus one, and EndAt that of
	// End. They are 0 for a key that is not among them.
	At, EndAt int32
}

// OpKind says what an operation does.
type OpKind uint8

const (
	Read  OpKind = iota // reads one row
	Write               // writes one row
	Scan                // reads a range of rows
)

// Traffic is the source of the operations that the cluster is asked to do.
type Traffic interface {
	// Ops calls emit with about n operations of the time [from, to), in seconds. Their Times
	// add up to the number of all operations in that time. For the same arguments it emits the
	// same operations.
	Ops(from, to int64, n int, emit func(OpBatch))
}

// KeyedTraffic is a Traffic that knows its keys beforehand, so that the simulation need not
// search for them.
type KeyedTraffic interface {
	Traffic
	// Marks returns keys in ascending order without repetitions.
	Marks() []base.RowKey
}

// InitialTablet is a tablet at the beginning of the simulation.
type InitialTablet struct {
	Start base.RowKey // "" for the first
	Bytes int64
}

// Options says what to simulate.
type Options struct {
	Policy         TabletPolicy
	Nodes          int             // 1 to MaxNodes
	Seconds        int64           // of virtual time, 1 to MaxSeconds
	Tick           int64           // seconds in a tick, up to 3600; 0 means 10
	Samples        int             // operations that the traffic emits in a tick, about; 0 means 1500
	Ranges         int             // most ranges of the heat matrix, up to MaxRanges, which is also the meaning of 0
	Columns        int             // most columns of the heat matrix, up to MaxColumns, which is also the meaning of 0
	InitialTablets []InitialTablet // the tablets in key order, the first beginning at ""; none means one empty tablet
	Seed           uint64
	Traffic        Traffic
}

// Simulation is a simulation in progress. It belongs to one goroutine.
type Simulation struct {
	o       Options
	random  dataset.Random
	now     int64     // virtual seconds
	tablets []*tablet // in key order
	nodes   []node
	heat    *heat
	events  []TabletEvent
	dropped int           // number of events beyond maxEvents
	column  columnSum     // the current column
	columns []HeatColumn  // the finished columns
	scans   []spread      // scans of this tick, by tablet
	scanned bool          // there were scans in this tick
	marks   []base.RowKey // the marks of the traffic
	places  []place       // by mark
	moved   bool          // tablets have changed since places was computed
	prepare []func()      // steps to do before the first tick, each about as long as a few ticks
	asked   float64       // number of all operations so far
}

// node is a server.
type node struct {
	backlog float64 // waiting work, in nanoseconds
	demand  float64 // work of this tick, in nanoseconds
	service float64 // number of operations of this tick
	latency float64 // mean time of an operation in this tick, in nanoseconds
	use     float64 // share of this tick that it was busy
	total   float64 // work of all ticks, in nanoseconds
}

// place is the index of the tablet and of the range in the heat matrix that contain a key.
type place struct{ tablet, row uint16 }

// New returns a simulation before its first tick. It refuses (bad-cluster) options out of
// bounds.
func New(o Options) (*Simulation, error) {
	o.Tick, o.Samples = orElse(o.Tick, 10), orElse(o.Samples, 1500)
	o.Ranges, o.Columns = orElse(o.Ranges, MaxRanges), orElse(o.Columns, MaxColumns)
	if len(o.InitialTablets) == 0 {
		o.InitialTablets = []InitialTablet{{}}
	}
	for _, b := range []struct {
		what      string
		n, lo, hi int64
	}{
		{"nodes", int64(o.Nodes), 1, MaxNodes}, {"seconds", o.Seconds, 1, MaxSeconds}, {"tick", o.Tick, 1, 3600},
		{"samples", int64(o.Samples), 1, 1 << 20}, {"ranges", int64(o.Ranges), 1, MaxRanges},
		{"columns", int64(o.Columns), 1, MaxColumns}, {"tablets", int64(len(o.InitialTablets)), 1, MaxTablets},
	} {
		if b.n < b.lo || b.n > b.hi {
			return nil, base.Refuse(base.CodeBadCluster, b.what, strconv.FormatInt(b.n, 10), strconv.FormatInt(b.lo, 10), strconv.FormatInt(b.hi, 10))
		}
	}
	s := &Simulation{o: o, random: dataset.Random(o.Seed), nodes: make([]node, o.Nodes)}
	for i, p := range o.InitialTablets {
		if i == 0 && p.Start != "" || i > 0 && p.Start <= o.InitialTablets[i-1].Start {
			return nil, base.Refuse(base.CodeBadCluster, "order", string(p.Start), "", "")
		}
		s.tablets = append(s.tablets, &tablet{start: p.Start, bytes: float64(p.Bytes), node: s.firstNode(i)})
	}
	if m, ok := o.Traffic.(KeyedTraffic); ok {
		s.marks = m.Marks()
	}
	s.prepare = s.preparation()
	return s, nil
}

// firstNode returns the node that serves the i-th tablet at the beginning. Adjacent
// tablets are on different nodes, as they would be after some time of even traffic.
func (s *Simulation) firstNode(i int) int { return i % len(s.nodes) }

// orElse returns v, or otherwise if v is 0.
func orElse[T int | int64](v, otherwise T) T {
	if v == 0 {
		return otherwise
	}
	return v
}

// preparation returns the steps before the first tick. They sample the keys that the
// traffic will use, make a heat matrix whose ranges have about equal numbers of these
// keys, and find the places of the marks.
func (s *Simulation) preparation() []func() {
	const looks, each, together = 400, 200, 5
	var out []func()
	keys, seen := []base.RowKey{}, make([]bool, len(s.marks))
	step := max(s.o.Seconds/looks, s.o.Tick)
	for from := int64(0); from < s.o.Seconds; from += together * step {
		out = append(out, func() {
			for at := from; at < min(from+together*step, s.o.Seconds); at += step {
				s.o.Traffic.Ops(at, min(at+s.o.Tick, s.o.Seconds), each, func(op OpBatch) {
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
			for _, p := range s.o.InitialTablets {
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
			// Both lists are in order: merge them.
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
	for m := range MetricCount {
		out = append(out, func() { s.heat.cells[m] = make([]float32, len(s.heat.borders)*s.heat.columns) })
	}
	return out
}

// place finds the tablet of each mark.
func (s *Simulation) place() {
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

// mark returns the index of the first mark that is not less than key.
func (s *Simulation) mark(key base.RowKey) int {
	i, _ := slices.BinarySearch(s.marks, key)
	return i
}

// Step simulates some more ticks, and reports whether the simulation is finished. The
// first calls only prepare it; a step of the preparation counts as a tick.
func (s *Simulation) Step(ticks int) (done bool) {
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

// NowSeconds returns the time that the simulation has reached, in virtual seconds.
func (s *Simulation) NowSeconds() int64 { return s.now }

// tick simulates the time from s.now up to the given second.
func (s *Simulation) tick(to int64) {
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

// serve gives one operation to its tablet and to the heat matrix.
func (s *Simulation) serve(op OpBatch) {
	s.asked += op.Count
	if op.Kind == Scan {
		s.scan(&op)
		return
	}
	work := float64(readWork)
	if op.Kind == Write {
		work = writeWork
	}
	// A row of more than 1 KB takes as long as several.
	if op.Bytes > 1024 {
		work = work * float64(op.Bytes) / 1024
	}
	t := s.tablets[s.find(op.Key, op.At)]
	t.work += float64(work * op.Count)
	t.ops += op.Count
	t.bytes += float64(float64(op.BytesAdded) * op.Count)
	t.keep(&s.random, &op)
	s.heat.add(&op, s.row(op.Key, op.At))
}

// scan is serve for a scan. It makes a seek in every tablet of its range, and its bytes
// are spread evenly over them.
func (s *Simulation) scan(op *OpBatch) {
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
	work := float64((seekWork + float64(scanWork*float64(op.Bytes)/1000/n)) * op.Count)
	s.scans[first].work += work
	s.scans[last+1].work -= work
	s.scans[first].ops += op.Count
	s.scans[last+1].ops -= op.Count
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

// spread is the work and the number of scans of a tablet, as differences from the previous
// tablet. through is the work of scans that begin before the tablet and end after it.
type spread struct{ work, ops, through float64 }

// settleScans adds the work of the scans to the tablets.
func (s *Simulation) settleScans() {
	if !s.scanned {
		return
	}
	s.scanned = false
	work, ops, through := 0.0, 0.0, 0.0
	for i, t := range s.tablets {
		work += s.scans[i].work
		ops += s.scans[i].ops
		through += s.scans[i].through
		// Less work than this is a rounding error of the differences.
		if work > 1 {
			t.work += work
			t.ops += ops
			t.through += through
		}
	}
}

// serve lets the node work for span nanoseconds, and computes its latency.
func (n *node) serve(span float64) {
	const busiest = 0.98 // upper bound of the use from which random waiting is computed
	n.total += n.demand
	before := n.backlog
	done := min(before+n.demand, span)
	n.backlog = before + n.demand - done
	n.use = done / span
	service := float64(readWork)
	if n.service > 0 {
		service = n.demand / n.service
	}
	// An operation waits for the backlog, and longer by chance the busier the node is.
	n.latency = service/(1-min(n.use, busiest)) + (before+n.backlog)/2
}

// find returns the index of the tablet that contains a key. at is as in [OpBatch].
func (s *Simulation) find(key base.RowKey, at int32) int {
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

// row returns the index of the range in the heat matrix that contains a key. at is as in
// [OpBatch].
func (s *Simulation) row(key base.RowKey, at int32) int {
	if at > 0 {
		return int(s.places[at-1].row)
	}
	return s.heat.find(key)
}

// HeatColumn is what happened in one column of the heat matrix.
type HeatColumn struct {
	From, To    int64     // virtual seconds [From, To)
	Utilization []float64 // by node: share of its time that it was busy
	Latency     []float64 // by node: mean time of an operation, in seconds
	Ops         float64   // operations per second
	Tablets     int       // number of tablets at the end
	Hottest     float64   // busiest node's share of all work, times the number of nodes; 1 is fair
	Work        float64   // nodes that the work of the operations would keep busy, done or not
}

// columnSum adds up the ticks of a column.
type columnSum struct {
	from, seconds int64
	use, latency  []float64
	demand        []float64
	ops           float64
}

// add adds the tick that begins at s.now and has the given number of seconds.
func (c *columnSum) add(s *Simulation, seconds float64) {
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

// close returns the column, and empties the sum.
func (c *columnSum) close(s *Simulation) HeatColumn {
	seconds := float64(c.seconds)
	out := HeatColumn{From: c.from, To: s.now, Ops: c.ops / seconds, Tablets: len(s.tablets), Utilization: c.use, Latency: c.latency}
	for i := range out.Utilization {
		out.Utilization[i] /= seconds
		out.Latency[i] /= seconds * 1e9
	}
	out.Hottest = fairness(c.demand)
	for _, work := range c.demand {
		out.Work += work / (seconds * 1e9)
	}
	*c = columnSum{}
	return out
}

// fairness returns the largest share of the sum times the number of shares, or 0 if the
// sum is 0.
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
