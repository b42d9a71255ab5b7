package lessons

import (
	"math"
	"slices"

	"tabletop/engine"
)

// SimulatedHeat passes when a table has been simulated under at least the traffic of its step, and the
// result is as asked for.
type SimulatedHeat struct {
	Table   string `wire:"1"`
	Hottest Bound  `wire:"2"` // work of the busiest node, in per cent of a fair share
	Pattern string `wire:"3"` // the diagnosis, one of [cluster.Patterns], "" for any
}

func (v SimulatedHeat) happened(r *Player, ev *event) bool { return r.simulated(v.Table, ev) }

// measure reads the last simulation. With less traffic than the step's it has only an open reading
// of the traffic.
func (v SimulatedHeat) measure(r *Player, m moment) (g readings) {
	s := m.simulated()
	if !r.enough(m.step, s.Request, s.Request.Nodes) {
		return readings{{Measure: "traffic"}}
	}
	g.number("hottest", int64(math.Round(s.Hottest*100)), v.Hottest)
	g.text("pattern", string(s.Diagnosis.Pattern), v.Pattern)
	return g
}

// SimulatedOnNodes passes when a table has been simulated under at least the traffic of its step,
// on a number of nodes that the reader chose and that serves it fast enough.
type SimulatedOnNodes struct {
	Table   string `wire:"1"`
	Slowest Bound  `wire:"2"` // what 99 of 100 operations take at most, in microseconds
	Nodes   Bound  `wire:"3"`
}

func (v SimulatedOnNodes) happened(r *Player, ev *event) bool { return r.simulated(v.Table, ev) }

// measure compares the traffic as [SimulatedHeat] does, but allows any number of nodes.
func (v SimulatedOnNodes) measure(r *Player, m moment) (g readings) {
	s, want := m.simulated(), 0
	if t := r.lesson.Steps[m.step].Traffic; t != nil {
		want = t.Nodes
	}
	if !r.enough(m.step, s.Request, want) {
		return readings{{Measure: "traffic"}}
	}
	g.number("p99", int64(math.Round(s.LatencyPercentiles[2]*1e6)), v.Slowest)
	g.number("nodes", int64(s.Request.Nodes), v.Nodes)
	return g
}

// simulated reports whether an event is the simulation of a table under its own template. A live
// load does not count.
func (r *Player) simulated(table string, ev *event) bool {
	own, _, _ := r.session.Design(table)
	s := engine.AnswerAs[*engine.LoadSimulated](ev.rep.Answer)
	return s != nil && !s.Live && s.Request.Table == table && (s.Request.Template == "" || s.Request.Template == own)
}

// simulated returns the simulation that has just been run. Its table is "" if there is none.
func (m moment) simulated() (s engine.LoadSimulated) {
	if m.event != nil {
		if now := engine.AnswerAs[*engine.LoadSimulated](m.rep.Answer); now != nil {
			s = *now
		}
	}
	return s
}

// enough reports whether a simulation used at least as much traffic as a step asks for, with the
// same policy and shape. nodes is the number of nodes that is compared with that of the step.
func (r *Player) enough(step int, of engine.SimulateLoad, nodes int) bool {
	if of.Table == "" {
		return false
	}
	want := r.lesson.Steps[step].Traffic
	if want == nil {
		return true
	}
	return of.Table == want.Table && of.Policy == want.Policy && nodes == want.Nodes && of.Minutes >= want.Minutes &&
		of.Writes >= want.Writes && of.Shape.Kind == want.Shape.Kind &&
		!slices.ContainsFunc(want.Reads, func(w engine.QueryRate) bool {
			return !slices.ContainsFunc(of.Reads, func(a engine.QueryRate) bool {
				return a.Query == w.Query && a.Rate >= w.Rate && (a.Newest || !w.Newest)
			})
		})
}
