package lessons

import (
	"math"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/wire"
)

// loadChecks are about tables under traffic.
type loadChecks struct{ Heat *Heat }

func loadKinds() []checkKind { return []checkKind{checkKindOf(12, (*Heat).code)} }

// Heat passes when a table was simulated under its step's traffic, or more of it.
type Heat struct {
	Table   string
	Hottest Bound  // the busiest node's share of the work, in per cent of a fair share
	Pattern string // the diagnosis, "" for any
}

func (v *Heat) code(c *wire.Coder) {
	wire.String(c, &v.Table)
	bounds(c, &v.Hottest)
	wire.String(c, &v.Pattern)
}

var _ verified = Heat{}

func (v Heat) verify(a author, s *Step) {
	if s.Traffic == nil {
		a.refuse(base.MistakeNoLoad)
	}
	if v.Pattern != "" {
		a.among("pattern", v.Pattern, words(cluster.Patterns...))
	}
	if !v.Hottest.Set && v.Pattern == "" {
		a.refuse(base.MistakeHeat)
	}
}

func (v Heat) happened(r *Player, ev *event) bool {
	own, _, _ := r.session.Design(v.Table)
	s := engine.As[*engine.Simulated](ev.rep.Answer)
	return s != nil && !s.Live && s.Of.Table == v.Table && (s.Of.Template == "" || s.Of.Template == own)
}

func (v Heat) measure(r *Player, m moment) (g readings) {
	var s engine.Simulated
	if m.event != nil {
		if now := engine.As[*engine.Simulated](m.rep.Answer); now != nil {
			s = *now
		}
	}
	if !r.enough(m.step, s.Of) {
		return readings{{What: "traffic"}}
	}
	g.number("hottest", int64(math.Round(s.Hottest*100)), v.Hottest)
	g.text("pattern", string(s.Diagnosis.Pattern), v.Pattern)
	return g
}

// enough reports whether a table was simulated under as much as a step asks for.
func (r *Player) enough(step int, of engine.Simulate) bool {
	if of.Table == "" {
		return false
	}
	want := r.lesson.Steps[step].Traffic
	if want == nil {
		return true
	}
	return of.Table == want.Table && of.Policy == want.Policy && of.Nodes == want.Nodes && of.Minutes >= want.Minutes &&
		of.Writes >= want.Writes && of.Shape.Kind == want.Shape.Kind &&
		!slices.ContainsFunc(want.Reads, func(w engine.Asked) bool {
			return !slices.ContainsFunc(of.Reads, func(a engine.Asked) bool {
				return a.Query == w.Query && a.Rate >= w.Rate && (a.Newest || !w.Newest)
			})
		})
}
