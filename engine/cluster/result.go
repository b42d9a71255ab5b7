package cluster

import (
	"cmp"
	"slices"

	"tabletop/engine/base"
)

// Result is what a simulation has come to.
type Result struct {
	Heat    Heat
	Nodes   []NodeTotal
	Hottest float64  // the busiest node's share of the work, times the number of nodes, over the columns: 1 is fair
	Asked   float64  // operations
	First   []Served // tablets as they are at first
	Tablets []TabletState
	Events  []Event
	Dropped int // events beyond those
}

// NodeTotal is what a node had to do.
type NodeTotal struct {
	Share float64 // of all work
	Use   float64 // the share of its time that it worked, in the last column
	Waits float64 // seconds of work that wait for it at the end
}

// Served is a tablet with the node that serves it.
type Served struct {
	Start base.RowKey
	Node  int
}

// TabletState is a tablet at the end.
type TabletState struct {
	Start  base.RowKey
	Node   int
	Bytes  float64
	Load   float64 // of one node's capacity, of late
	Rate   float64 // operations a second, of late
	Reason Reason  // why it is not split although it is hot
}

// Result returns what the simulation has come to.
func (s *Sim) Result() Result {
	r := Result{Heat: s.Heat(), Asked: s.asked, Events: slices.Clone(s.events), Dropped: s.dropped}
	for i, p := range s.o.Parts {
		r.First = append(r.First, Served{p.Start, s.firstNode(i)})
	}
	work := make([]float64, len(s.nodes))
	sum := 0.0
	for i := range s.nodes {
		work[i] = s.nodes[i].total
		sum += work[i]
	}
	ops := 0.0
	for _, c := range s.columns {
		weight := float64(c.Ops * float64(c.To-c.From))
		r.Hottest += float64(c.Hottest * weight)
		ops += weight
	}
	if ops > 0 {
		r.Hottest /= ops
	}
	for i, n := range s.nodes {
		total := NodeTotal{Waits: n.backlog / 1e9, Use: n.use}
		if sum > 0 {
			total.Share = work[i] / sum
		}
		r.Nodes = append(r.Nodes, total)
	}
	for _, t := range s.tablets {
		r.Tablets = append(r.Tablets, TabletState{Start: t.start, Node: t.node, Bytes: t.bytes, Load: t.load / 1e9, Rate: t.rate, Reason: t.reason})
	}
	return r
}

// A node is overloaded where it is busy for nearly all of the time in at least a given share
// of the columns. The thresholds are ours.
const (
	allTheTime = 0.99
	ofColumns  = 0.1
)

// Over returns how many nodes are overloaded.
func (r *Result) Over() (nodes int) {
	for n := range r.Nodes {
		busy := 0
		for _, c := range r.Heat.Columns {
			if c.Use[n] >= allTheTime {
				busy++
			}
		}
		if busy > 0 && float64(busy) >= ofColumns*float64(len(r.Heat.Columns)) {
			nodes++
		}
	}
	return nodes
}

// Heat returns the heat matrix alone.
func (s *Sim) Heat() Heat { return s.heat.matrix(s.columns) }

// Hot returns the tablets with the most work, at most n of them.
func (r Result) Hot(n int) []TabletState {
	out := slices.Clone(r.Tablets)
	base.SortStable(out, func(a, b TabletState) int { return cmp.Compare(b.Load, a.Load) })
	return out[:min(n, len(out))]
}
