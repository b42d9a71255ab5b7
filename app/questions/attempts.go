package questions

import (
	"math"
	"reflect"
	"slices"
	"sort"
	"time"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/lessons"
)

// rest is how long a design stands before it is weighed.
const rest = 250 * time.Millisecond

// Attempts are the designs there have been, weighed.
type Attempts struct {
	All    []engine.Attempt
	Picked []uint64 // states of those that are compared: one with that of now, or two
	// References are the lesson's, over the same data.
	References []engine.Attempt

	asked   uint64           // number of the call that has no answer yet, 0 for none
	version uint64           // of the session that All is of
	load    *engine.Simulate // under which All is, nil for writes alone
	heard   *engine.Simulate // that of now, as it was last looked at
	figures int              // how many of the lesson's All knows
	trials  int              // how many were asked for
	brief   bool             // All is without growth, which takes several times as long
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
		there = there && u.Work.Table(d.Table).Template != ""
	}
	switch {
	case there:
		for _, d := range a.Designs {
			if u.Work.Table(d.Table).Template != d.Template {
				u.Pass(page.Redesign{Table: d.Table, Template: d.Template})
			}
		}
	case a.Named != "":
		u.Pass(page.RestoreCheckpoint{Name: a.Named})
	case a.State < engine.FigureState:
		u.Pass(page.GoBack{State: a.State})
	}
}

// trials returns the lesson's reference designs once a design of the reader has been graded,
// since their names give ideas away.
func (u *update) trials() (out []engine.Trial) {
	if u.Lesson == nil || len(u.Lesson.Progress.Last) == 0 && len(u.Lesson.Progress.Best) == 0 {
		return nil
	}
	for _, r := range u.Lesson.Lesson.References {
		out = append(out, engine.Trial{Name: r.ID, Tables: r.Tables})
	}
	return out
}

// Secret reports whether the keys of a reference design are not shown yet: it passes a
// step that grades, or has all tables of one that does, and the reader may not see that
// step's solution.
func Secret(st *page.State, id string) bool {
	l := st.Lesson
	if l == nil || st.Teacher {
		return false
	}
	_, _, step, graded := l.Lesson.Graded()
	of, known := referenceOf(l.Lesson, id)
	return graded && !l.Solvable(step) && known && slices.ContainsFunc(l.Lesson.References, func(r lessons.Reference) bool {
		return r.Passes && (r.ID == id || holds(of, r))
	})
}

func referenceOf(l *lessons.Lesson, id string) (of lessons.Reference, ok bool) {
	i := slices.IndexFunc(l.References, func(r lessons.Reference) bool { return r.ID == id })
	if i < 0 {
		return of, false
	}
	return l.References[i], true
}

// holds reports whether a design has a table with each key of another.
func holds(of, other lessons.Reference) bool {
	return len(other.Tables) > 0 && !slices.ContainsFunc(other.Tables, func(d engine.AttemptDesign) bool {
		return !slices.ContainsFunc(of.Tables, func(e engine.AttemptDesign) bool { return e.Template == d.Template })
	})
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
	return (u.changed() || u.Attempts.brief) && u.Attempts.asked == 0 && page.ShowsDesigner(u.Update.State, u.Work)
}

// load returns the load under which attempts are compared: the one that the page shows, or
// nil in a lesson, where they are compared under writes alone.
func (u *update) load() *engine.Simulate {
	if u.Lesson != nil {
		return nil
	}
	return u.Work.Load
}

// changed reports whether there is something else to weigh than what has been weighed.
func (u *update) changed() bool {
	a := &u.Attempts
	return a.version != u.Work.Version || a.figures != len(u.figures()) || a.trials != len(u.trials()) || !reflect.DeepEqual(a.load, u.load())
}

// weighLater has the attempts weighed once nothing has happened for a moment.
func (u *update) weighLater() {
	if u.unweighed() {
		u.Do(page.SendLater{Wait: rest, Msg: Settled{u.Work.Version}})
	}
}

// unweigh stops weighing: the reader has something else to do.
func (u *update) unweigh() {
	if a := &u.Attempts; a.asked != 0 {
		u.Cancel(a.asked)
		a.asked = 0
	}
}

// Fresh reports whether the attempts are those of now.
func (a *Attempts) Fresh(w *page.Workspace) bool { return a.version == w.Version }

// compared returns the two attempts that are compared: the picked ones, or the
// picked one and that of now.
func (a *Attempts) compared() (first, second engine.Attempt, ok bool) {
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

// rates returns how often a question is asked. Only their proportions matter.
type rates func(query string) float64

// readCost returns how many rows an attempt scans for each row that is wanted, as
// the geometric mean over the questions: each counts as often as it is asked, however
// many rows it is about, and all the same where none is asked. It has none (ok is false)
// without questions, or where one cannot be answered, or, unless lossy ones count too, not
// whole: then a row that is lost is none that is wanted.
func readCost(a engine.Attempt, often rates, lossy bool) (cost float64, ok bool) {
	sum, all, total := 0.0, 0.0, 0.0
	for _, v := range a.Verdicts {
		if v.Table == "" || v.Lacks() > 0 && !lossy {
			return 0, false
		}
		of := math.Log(perRow(v.Stats.RowsScanned, v.Wanted-v.Lacks()))
		rate := often(v.Query)
		sum, total, all = sum+rate*of, total+rate, all+of
	}
	if total == 0 {
		sum, total = all, float64(len(a.Verdicts))
	}
	return math.Exp(sum / max(total, math.SmallestNonzeroFloat64)), len(a.Verdicts) > 0
}

// allLose reports whether some attempts answer all questions, and each of these loses
// records: then they are compared with one another, and none is the best.
func allLose(all []engine.Attempt) bool {
	even := func(string) float64 { return 1 }
	has := func(lossy bool) bool {
		return slices.ContainsFunc(all, func(a engine.Attempt) bool { _, ok := readCost(a, even, lossy); return ok })
	}
	return !has(false) && has(true)
}

// perRow returns rows scanned per row wanted; none of them counts as one.
func perRow(scanned, wanted int64) float64 { return float64(max(scanned, 1)) / float64(max(wanted, 1)) }

// point is an attempt on the plane of read cost and write skew.
type point struct {
	At         int // index of the attempt
	Cost, Skew float64
	Bytes      int64 // stored
	Best       bool  // no other is better in one of the three and not worse in the others
	Front      bool  // no other that is the best so is better in cost or skew and not worse in the other
}

// alikeBytes is by how much, in parts of the smaller, what two attempts store differs at
// most that count as storing the same: a few bytes more in each key say nothing.
const alikeBytes = 0.02

// beats reports whether p is better than q in reads, writes or stored bytes, and not worse
// in any.
func (p point) beats(q point) bool {
	less := float64(p.Bytes)*(1+alikeBytes) < float64(q.Bytes)
	more := float64(p.Bytes) > float64(q.Bytes)*(1+alikeBytes)
	return p.Cost <= q.Cost && p.Skew <= q.Skew && !more && (p.Cost < q.Cost || p.Skew < q.Skew || less)
}

// points returns the attempts that have a read cost and a write skew, the cheapest
// to read first.
func points(all []engine.Attempt, often rates) []point {
	var out []point
	lossy := allLose(all)
	for i, a := range all {
		if cost, ok := readCost(a, often, lossy); ok && a.Skew > 0 {
			out = append(out, point{At: i, Cost: near(cost), Skew: nearSkew(a.Skew), Bytes: a.Bytes})
		}
	}
	for i := range out {
		p := &out[i]
		p.Best = !lossy && !slices.ContainsFunc(out, func(q point) bool { return q.beats(*p) })
	}
	for i := range out {
		p := &out[i]
		p.Front = p.Best && !slices.ContainsFunc(out, func(q point) bool {
			return q.Best && q.Cost <= p.Cost && q.Skew <= p.Skew && (q.Cost < p.Cost || q.Skew < p.Skew)
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

// nearSkew rounds a skew to what a short simulation tells.
func nearSkew(v float64) float64 { return math.Round(v*10) / 10 }

// projectedTimes is how many times the data of now a projection is for.
const projectedTimes = 100

// projection is what a query would cost with [projectedTimes] the data, if it goes
// on growing as between the two sizes that were measured: with the power Exponent
// of the number of records, 0 being not at all and 1 in proportion.
type projection struct {
	Exponent       float64 // of the rows scanned
	Scanned, Bytes int64
	perRow         float64 // rows scanned for each row wanted
	Most           int64   // rows that are scanned at most however much data there is, 0 for no bound
	From, To       int64   // records of the sizes, the smaller first
}

// project returns what a query would cost with more data, and false where that was
// not measured, or where one of the sizes had nothing to scan, from which there is no
// growth to tell, or both so few rows that chance makes much of it; save that one row
// stays one.
func project(v engine.Verdict, g engine.Growth) (projection, bool) {
	if v.Access == plan.Point && g.Scanned == 0 {
		g.Scanned, g.Wanted, g.Bytes = v.Stats.RowsScanned, v.Wanted, v.Stats.BytesScanned
	}
	if (g.Scanned == 0) != (v.Stats.RowsScanned == 0) {
		return projection{}, false
	}
	if g.Records == 0 || g.From == 0 || g.Records == g.From || v.Table == "" || v.Lacks() > 0 {
		return projection{}, false
	}
	times := math.Abs(math.Log(float64(g.From) / float64(g.Records)))
	off := func(now, other int64) float64 { return chance(now, other) / times }
	power := func(now, other int64) float64 {
		if now == other {
			return 0
		}
		e := math.Log(float64(max(now, 1))/float64(max(other, 1))) / math.Log(float64(g.From)/float64(g.Records))
		return simplest(max(near(e), 0), off(now, other))
	}
	grown := func(now int64, e float64) int64 { return int64(math.Round(float64(now) * math.Pow(projectedTimes, e))) }
	p := projection{Exponent: power(v.Stats.RowsScanned, g.Scanned), From: min(g.From, g.Records), To: max(g.From, g.Records)}
	if p.Exponent > 0 && off(v.Stats.RowsScanned, g.Scanned) > mostChance {
		return projection{}, false
	}
	p.Scanned, p.Most = grown(v.Stats.RowsScanned, p.Exponent), mostScanned(v)
	if p.Most > 0 {
		p.Scanned = min(p.Scanned, p.Most)
	}
	p.Bytes = int64(math.Round(float64(v.Stats.BytesScanned) / float64(max(v.Stats.RowsScanned, 1)) * float64(p.Scanned)))
	p.perRow = perRow(p.Scanned, min(grown(v.Wanted, power(v.Wanted, g.Wanted)), max(p.Scanned, v.Wanted)))
	return p, true
}

// mostScanned returns how many rows a question scans at most however much data there is: so
// many of each of its ranges are enough, and each row that is met is one of them. 0 is for
// no bound.
func mostScanned(v engine.Verdict) int64 {
	if v.Newest == plan.BySkip || len(v.Residual) > 0 {
		return 0
	}
	return v.Limit * v.Ranges
}

// simplest returns for an exponent that is off by so much as a rule the simplest that fits
// as well: 0 or 1, where only one of them is as near as twice that.
func simplest(e, off float64) float64 {
	none, linear := e <= 2*off, math.Abs(e-1) <= 2*off
	switch {
	case none && !linear:
		return 0
	case linear && !none:
		return 1
	}
	return e
}

// mostChance is by how much the exponent of a projection may be off as it usually is.
const mostChance = 0.3

// chance returns how far the logarithm of two counts' ratio usually is off.
func chance(a, b int64) float64 { return math.Sqrt(1/float64(max(a, 1)) + 1/float64(max(b, 1))) }

// projected returns the projection of a query under the design of now, if that has
// been weighed.
func (a *Attempts) projected(w *page.Workspace, v engine.Verdict) (projection, bool) {
	g, ok := a.grown(w, v)
	if q, _ := w.Asked(v.Query); !ok || len(inVain(w, q, v.Table)) > 0 {
		return projection{}, false
	}
	return project(v, g)
}

// unprojected returns what a query was measured to cost at another size, where it is
// answered, and yet that tells no growth.
func (a *Attempts) unprojected(w *page.Workspace, v engine.Verdict) (g engine.Growth, is bool) {
	g, is = a.grown(w, v)
	_, projected := project(v, g)
	if q, _ := w.Asked(v.Query); len(inVain(w, q, v.Table)) > 0 {
		return g, false // it has found nothing, and another size would find no more
	}
	return g, is && !projected && v.Table != "" && g.Records > 0 && v.Lacks() == 0
}

// tooFew reports whether a query that is answered has too few records to be projected.
func (a *Attempts) tooFew(w *page.Workspace, v engine.Verdict) bool {
	g, ok := a.grown(w, v)
	return ok && v.Table != "" && g.Records == 0
}

// grown returns how a query's cost grows under the design of now, if that has been
// weighed.
func (a *Attempts) grown(w *page.Workspace, v engine.Verdict) (engine.Growth, bool) {
	if !a.Fresh(w) || w.Looking() {
		return engine.Growth{}, false
	}
	for _, of := range a.All {
		for i, b := range of.Verdicts {
			if of.Now && b.Query == v.Query && i < len(of.Growth) {
				return of.Growth[i], true
			}
		}
	}
	return engine.Growth{}, false
}

// withReferences returns the attempts, and behind them the lesson's references.
func (a *Attempts) withReferences() []engine.Attempt { return slices.Concat(a.All, a.References) }
