package cluster

import (
	"cmp"
	"slices"

	"tabletop/engine/base"
)

// Result is what a simulation has produced so far.
type Result struct {
	Heat           HeatMatrix
	Nodes          []NodeTotal
	Hottest        float64       // mean over time of the busiest node's share of the work, times the number of nodes; 1 is fair
	RequestedOps   float64       // number of all operations
	InitialTablets []Assignment  // the tablets at the beginning
	Tablets        []TabletState // the tablets at the end, in key order
	Events         []TabletEvent // the first events, in order of time
	UnlistedEvents int           // number of further events
}

// NodeTotal is what a node has done.
type NodeTotal struct {
	Share         float64 // share of all work
	Utilization   float64 // share of its time that it was busy, in the last tick
	QueuedSeconds float64 // waiting work at the end, in seconds
}

// Assignment is a tablet with the node that serves it.
type Assignment struct {
	Start base.RowKey
	Node  int
}

// TabletState is a tablet at the end of the simulation.
type TabletState struct {
	Start  base.RowKey
	Node   int
	Bytes  float64
	Load   float64       // recent work, as a share of one node's capacity
	Rate   float64       // recent operations per second
	Reason NoSplitReason // why it is not split although it is hot
}

// Result returns what the simulation has produced so far.
func (s *Simulation) Result() Result {
	r := Result{Heat: s.Heat(), RequestedOps: s.asked, Events: slices.Clone(s.events), UnlistedEvents: s.dropped}
	for i, p := range s.o.InitialTablets {
		r.InitialTablets = append(r.InitialTablets, Assignment{p.Start, s.firstNode(i)})
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
		total := NodeTotal{QueuedSeconds: n.backlog / 1e9, Utilization: n.use}
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

// A node is overloaded if, in at least the share ofColumns of the columns, it is busy for at
// least the share allTheTime of the time. The thresholds are chosen by us.
const (
	allTheTime = 0.99
	ofColumns  = 0.1
)

// OverloadedNodes returns the number of overloaded nodes.
func (r *Result) OverloadedNodes() (nodes int) {
	for n := range r.Nodes {
		busy := 0
		for _, c := range r.Heat.Columns {
			if c.Utilization[n] >= allTheTime {
				busy++
			}
		}
		if busy > 0 && float64(busy) >= ofColumns*float64(len(r.Heat.Columns)) {
			nodes++
		}
	}
	return nodes
}

// Heat returns only the heat matrix, as far as it is finished.
func (s *Simulation) Heat() HeatMatrix { return s.heat.matrix(s.columns) }

// HottestTablets returns the tablets with the most work, at most n of them.
func (r Result) HottestTablets(n int) []TabletState {
	out := slices.Clone(r.Tablets)
	base.SortStable(out, func(a, b TabletState) int { return cmp.Compare(b.Load, a.Load) })
	return out[:min(n, len(out))]
}
