package model

import (
	"math"
	"slices"
	"sort"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/lessons"
)

// rest is how long a design stands before it is weighed.
const rest = 500 * time.Millisecond

// Attempts are the designs there have been, weighed.
type Attempts struct {
	All    []engine.Attempt
	Picked []uint64 // states of those that are compared: one with that of now, or two
	// References are the lesson's, over the same data.
	References []engine.Attempt

	asked   uint64 // number of the call that has no answer yet, 0 for none
	version uint64 // of the session that All is of
	figures int    // how many of the lesson's All knows
	trials  int    // how many were asked for
}

type (
	// WeighSettled comes a moment after a design has changed.
	WeighSettled struct{ Version uint64 }
	// AttemptPicked compares an attempt, or no longer.
	AttemptPicked struct{ State uint64 }
	// AttemptTaken makes the design of an attempt that of now.
	AttemptTaken struct{ State uint64 }
)

// attempts handles the messages about attempts and reports whether this was one.
func (u *update) attempts(m Msg) bool {
	a := &u.Work.Attempts
	switch m := m.(type) {
	case WeighSettled:
		if m.Version == u.Work.Version && u.unweighed() {
			a.asked = u.send(host.Execute{Request: engine.Weigh{Figures: u.figures(), Trials: u.trials()}}, "")
		}
	case AttemptPicked:
		picked := slices.DeleteFunc(slices.Clone(a.Picked), func(s uint64) bool { return s == m.State })
		if len(picked) == len(a.Picked) {
			picked = append(picked, m.State)
		}
		a.Picked = picked[max(0, len(picked)-2):]
	case AttemptTaken:
		if i := slices.IndexFunc(a.All, func(b engine.Attempt) bool { return b.State == m.State }); i >= 0 && u.able() {
			u.takeAttempt(a.All[i])
		}
	default:
		return false
	}
	return true
}

// takeAttempt gives the tables the templates of an attempt. Where other tables are
// designed now it goes back to its state.
func (u *update) takeAttempt(a engine.Attempt) {
	designed := 0
	for _, t := range u.Work.Tables {
		if t.Template != "" {
			designed++
		}
	}
	there := designed == len(a.Designs)
	for _, d := range a.Designs {
		t, ok := u.table(d.Table)
		there = there && ok && t.Template != ""
	}
	switch {
	case there:
		for _, d := range a.Designs {
			if t, _ := u.table(d.Table); t.Template != d.Template {
				u.do(SetText{ID: TemplateElement(d.Table), Text: d.Template})
				u.typed(d.Table, d.Template)
				u.settled(d.Table, d.Template)
			}
		}
	case a.Named != "":
		u.timeline(CheckpointPressed{Name: a.Named})
	case a.State < engine.FigureState:
		u.Work.Time.moving = u.send(host.Execute{Request: engine.GoTo{State: a.State}}, "running-load")
		u.Work.Time.Moved = MovedBack
	}
}

// Designing reports whether the key designer is on the page: in a lesson from the
// step on that works with it, and in a sandbox.
func (st State) Designing() bool {
	if !slices.ContainsFunc(st.Work.Tables, func(t engine.TableInfo) bool { return t.Template != "" }) {
		return false
	}
	if st.Lesson == nil {
		return st.Route.Screen == ScreenSandbox
	}
	for _, step := range st.Lesson.Lesson.Steps[:st.Lesson.Step+1] {
		if slices.Contains(step.Panels, lessons.PanelDesigner) {
			return true
		}
	}
	return false
}

// figures returns what the lesson has measured before.
func (u *update) figures() []engine.Figure {
	if u.Lesson == nil {
		return nil
	}
	return u.Lesson.Progress.Figures
}

// unweighed reports whether there is something to weigh.
func (u *update) unweighed() bool {
	a := &u.Work.Attempts
	return (a.version != u.Work.Version || a.figures != len(u.figures()) || a.trials != len(u.trials())) && a.asked == 0 && u.Designing()
}

// weighLater has the attempts weighed once nothing has happened for a moment.
func (u *update) weighLater() {
	if u.unweighed() {
		u.do(After{Wait: rest, Msg: WeighSettled{u.Work.Version}})
	}
}

// unweigh stops weighing: the reader has something else to do.
func (u *update) unweigh() {
	if a := &u.Work.Attempts; a.asked != 0 {
		u.do(Send{Sent: host.Sent{Seq: u.next(), Call: host.Cancel{Seq: a.asked}}})
		a.asked = 0
	}
}

// weighed takes the answer to weighing and reports whether this was one.
func (u *update) weighed(w page.Pending, seq uint64, r *engine.Reply, err *base.Error) bool {
	if !weighs(w.Call) {
		return false
	}
	a := &u.Work.Attempts
	if seq != a.asked {
		return true
	}
	a.asked = 0
	var came *engine.Weighed
	if err == nil && r != nil && r.Version == u.Work.Version {
		came = engine.As[*engine.Weighed](r.Answer)
	}
	if came != nil {
		a.All, a.version = came.Attempts, r.Version
		asked := w.Call.(host.Execute).Request.(engine.Weigh)
		a.figures, a.trials, a.References = len(asked.Figures), len(asked.Trials), came.Trials
		a.Picked = slices.DeleteFunc(slices.Clone(a.Picked), func(s uint64) bool {
			return !slices.ContainsFunc(a.All, func(b engine.Attempt) bool { return b.State == s && !b.Now })
		})
		u.weighLater() // with the references, if the reader may see them now
		return true
	}
	if err == nil || err.Code == base.CodeCancelled {
		u.weighLater()
	}
	return true
}

func weighs(c host.Call) bool {
	run, ok := c.(host.Execute)
	if !ok {
		return false
	}
	_, weigh := run.Request.(engine.Weigh)
	return weigh
}

// Fresh reports whether the attempts are those of now.
func (w *Workbench) Fresh() bool { return w.Attempts.version == w.Version }

// Compared returns the two attempts that are compared: the picked ones, or the
// picked one and that of now.
func (a *Attempts) Compared() (first, second engine.Attempt, ok bool) {
	of := func(is func(engine.Attempt) bool) (engine.Attempt, bool) {
		if i := slices.IndexFunc(a.All, is); i >= 0 {
			return a.All[i], true
		}
		return engine.Attempt{}, false
	}
	state := func(s uint64) func(engine.Attempt) bool {
		return func(b engine.Attempt) bool { return b.State == s }
	}
	if len(a.Picked) == 0 {
		return first, second, false
	}
	first, ok = of(state(a.Picked[0]))
	if ok && len(a.Picked) == 2 {
		second, ok = of(state(a.Picked[1]))
	} else if ok {
		second, ok = of(func(b engine.Attempt) bool { return b.Now })
	}
	return first, second, ok && first.State != second.State
}

// ReadCost returns how many rows an attempt scans for each row that is wanted, as
// the geometric mean over the questions: each counts the same, however many rows it
// is about. It has none (ok is false) without questions, or where one cannot be
// answered or not whole.
func ReadCost(a engine.Attempt) (cost float64, ok bool) {
	sum := 0.0
	for _, v := range a.Verdicts {
		if v.Table == "" || v.Stats.RowsReturned < v.Wanted {
			return 0, false
		}
		sum += math.Log(PerRow(v.Stats.RowsScanned, v.Wanted))
	}
	return math.Exp(sum / float64(max(len(a.Verdicts), 1))), len(a.Verdicts) > 0
}

// PerRow returns rows scanned per row wanted; none of them counts as one.
func PerRow(scanned, wanted int64) float64 { return float64(max(scanned, 1)) / float64(max(wanted, 1)) }

// Point is an attempt on the plane of read cost and write skew.
type Point struct {
	At         int // index of the attempt
	Cost, Skew float64
	Best       bool // no other is better in one and not worse in the other
}

// Points returns the attempts that have a read cost and a write skew, the cheapest
// to read first.
func Points(all []engine.Attempt) []Point {
	var out []Point
	for i, a := range all {
		if cost, ok := ReadCost(a); ok && a.Skew > 0 {
			out = append(out, Point{At: i, Cost: near(cost), Skew: NearSkew(a.Skew)})
		}
	}
	for i := range out {
		p := &out[i]
		p.Best = !slices.ContainsFunc(out, func(q Point) bool {
			return q.Cost <= p.Cost && q.Skew <= p.Skew && (q.Cost < p.Cost || q.Skew < p.Skew)
		})
	}
	sort.SliceStable(out, func(i, j int) bool {
		p, q := out[i], out[j]
		return p.Cost < q.Cost || p.Cost == q.Cost && p.Skew > q.Skew
	})
	return out
}

// near rounds to the two decimals that are shown: what looks the same is the same.
func near(v float64) float64 { return math.Round(v*100) / 100 }

// NearSkew rounds a skew to what a short simulation tells.
func NearSkew(v float64) float64 { return math.Round(v*10) / 10 }

// ProjectedTimes is how many times the data of now a projection is for.
const ProjectedTimes = 100

// Projection is what a query would cost with [ProjectedTimes] the data, if it goes
// on growing as between the two sizes that were measured: with the power Exponent
// of the number of records, 0 being not at all and 1 in proportion.
type Projection struct {
	Exponent       float64 // of the rows scanned
	Scanned, Bytes int64
	PerRow         float64 // rows scanned for each row wanted
	From, To       int64   // records of the sizes, the smaller first
}

// Project returns what a query would cost with more data, and false where that was
// not measured, or where one of the sizes had nothing to scan, from which there is no
// growth to tell, or both so few rows that chance makes much of it; save that one row
// stays one.
func Project(v engine.Verdict, g engine.Growth) (Projection, bool) {
	if v.Access == plan.Point && g.Scanned == 0 {
		g.Scanned, g.Wanted, g.Bytes = v.Stats.RowsScanned, v.Wanted, v.Stats.BytesScanned
	}
	if (g.Scanned == 0) != (v.Stats.RowsScanned == 0) {
		return Projection{}, false
	}
	if g.Records == 0 || g.From == 0 || g.Records == g.From || v.Table == "" || v.Stats.RowsReturned < v.Wanted {
		return Projection{}, false
	}
	power := func(now, other int64) float64 {
		if now == other {
			return 0
		}
		e := math.Log(float64(max(now, 1))/float64(max(other, 1))) / math.Log(float64(g.From)/float64(g.Records))
		return max(near(e), 0)
	}
	grown := func(now int64, e float64) int64 { return int64(math.Round(float64(now) * math.Pow(ProjectedTimes, e))) }
	p := Projection{Exponent: power(v.Stats.RowsScanned, g.Scanned), From: min(g.From, g.Records), To: max(g.From, g.Records)}
	if p.Exponent > 0 && chance(v.Stats.RowsScanned, g.Scanned)/math.Abs(math.Log(float64(g.From)/float64(g.Records))) > mostChance {
		return Projection{}, false
	}
	p.Scanned = grown(v.Stats.RowsScanned, p.Exponent)
	p.Bytes = grown(v.Stats.BytesScanned, power(v.Stats.BytesScanned, g.Bytes))
	p.PerRow = PerRow(p.Scanned, grown(v.Wanted, power(v.Wanted, g.Wanted)))
	return p, true
}

// mostChance is by how much the exponent of a projection may be off as it usually is.
const mostChance = 0.3

// chance returns how far the logarithm of two counts' ratio usually is off.
func chance(a, b int64) float64 { return math.Sqrt(1/float64(max(a, 1)) + 1/float64(max(b, 1))) }

// Projected returns the projection of a query under the design of now, if that has
// been weighed.
func (w *Workbench) Projected(v engine.Verdict) (Projection, bool) {
	g, ok := w.grown(v)
	if !ok {
		return Projection{}, false
	}
	return Project(v, g)
}

// Unprojected returns what a query was measured to cost at another size, where it is
// answered, and yet that tells no growth.
func (w *Workbench) Unprojected(v engine.Verdict) (g engine.Growth, is bool) {
	g, is = w.grown(v)
	_, projected := Project(v, g)
	return g, is && !projected && v.Table != "" && g.Records > 0 && v.Stats.RowsReturned >= v.Wanted
}

// TooFew reports whether a query that is answered has too few records to be projected.
func (w *Workbench) TooFew(v engine.Verdict) bool {
	g, ok := w.grown(v)
	return ok && v.Table != "" && g.Records == 0
}

// grown returns how a query's cost grows under the design of now, if that has been
// weighed.
func (w *Workbench) grown(v engine.Verdict) (engine.Growth, bool) {
	if !w.Fresh() || w.Looking() {
		return engine.Growth{}, false
	}
	for _, a := range w.Attempts.All {
		for i, b := range a.Verdicts {
			if a.Now && b.Query == v.Query && i < len(a.Growth) {
				return a.Growth[i], true
			}
		}
	}
	return engine.Growth{}, false
}
