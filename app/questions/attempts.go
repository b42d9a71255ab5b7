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

// rest is how long a design must stay unchanged before the attempts are measured.
const rest = 250 * time.Millisecond

// DesignAttempts are the measured designs, and which of them are compared.
type DesignAttempts struct {
	All      []engine.DesignAttempt
	Compared []uint64 // states of the compared attempts; one alone is compared with the present design
	// References are the lesson's designs, measured on the same data.
	References []engine.DesignAttempt

	version uint64               // version of the session at which All was measured
	load    *engine.SimulateLoad // load under which All was measured; nil for writes alone
	heard   *engine.SimulateLoad // the page's load when AfterMessage last looked
	figures int                  // how many of the lesson's figures All includes
	trials  int                  // how many references were asked for
	brief   bool                 // All was measured without growth, which takes several times as long
}

// takeAttempt gives the tables the templates of an attempt. If other tables have templates at
// present, it goes back to the attempt's checkpoint or state instead.
func (u *update) takeAttempt(a engine.DesignAttempt) {
	designed := 0
	for _, t := range u.Work.Tables {
		if t.Template != "" {
			designed++
		}
	}
	there := designed == len(a.Designs)
	for _, d := range a.Designs {
		there = there && u.Work.TableByName(d.Table).Template != ""
	}
	switch {
	case there:
		for _, d := range a.Designs {
			if u.Work.TableByName(d.Table).Template != d.Template {
				u.PassMessage(page.SetTemplate{Table: d.Table, Template: d.Template})
			}
		}
	case a.Name != "":
		u.PassMessage(page.RestoreCheckpoint{Name: a.Name})
	case a.State < engine.FirstProposedState:
		u.PassMessage(page.GoToState{State: a.State})
	}
}

// trials returns the lesson's references to be measured. There are none until a design of the
// reader has been graded, since their names give ideas away.
func (u *update) trials() (out []engine.ProposedDesign) {
	if u.Lesson == nil || len(u.Lesson.Progress.LastGrading) == 0 && len(u.Lesson.Progress.Best) == 0 {
		return nil
	}
	for _, r := range u.Lesson.Lesson.References {
		out = append(out, engine.ProposedDesign{Name: r.ID, Tables: r.Tables})
	}
	return out
}

// secret reports whether the keys of a reference are hidden: it would pass a step that grades
// designs, or has all tables of a reference that would, and the reader may not see the step's
// solution yet.
func secret(st *page.State, id string) bool {
	l := st.Lesson
	if l == nil || st.SolutionsUnlocked {
		return false
	}
	_, _, step, graded := l.Lesson.GradedGoal()
	of, known := referenceOf(l.Lesson, id)
	return graded && !l.CanShowSolution(step) && known && slices.ContainsFunc(l.Lesson.References, func(r lessons.Reference) bool {
		return r.Passes && (r.ID == id || holds(of, r))
	})
}

// referenceOf returns a reference of a lesson by its ID.
func referenceOf(l *lessons.Lesson, id string) (of lessons.Reference, ok bool) {
	i := slices.IndexFunc(l.References, func(r lessons.Reference) bool { return r.ID == id })
	if i < 0 {
		return of, false
	}
	return l.References[i], true
}

// holds reports whether the reference of has a table with each key of other.
func holds(of, other lessons.Reference) bool {
	return len(other.Tables) > 0 && !slices.ContainsFunc(other.Tables, func(d engine.TableDesign) bool {
		return !slices.ContainsFunc(of.Tables, func(e engine.TableDesign) bool { return e.Template == d.Template })
	})
}

// figures returns what the lesson has measured before, on data that the tables may not hold any
// more.
func (u *update) figures() []engine.DesignMeasurement {
	if u.Lesson == nil {
		return nil
	}
	return u.Lesson.Progress.Figures
}

// Slots for the calls that measure attempts, ask for the cost of the form's question, and ask for
// the reads on a card.
var (
	slotCompare = page.AnswerSlot{Name: "compare"}
	slotCost    = page.AnswerSlot{Name: "cost"}
	slotReads   = page.AnswerSlot{Name: "reads"}
)

// notCompared reports whether there is something to measure, and no call under way.
func (u *update) notCompared() bool {
	return (u.changed() || u.Attempts.brief) && !u.IsAwaiting(slotCompare) && page.ShowsKeyDesigner(u.Update.State, u.Work)
}

// load returns the load under which attempts are compared: that of the page, or nil in a
// lesson, where only the writes count.
func (u *update) load() *engine.SimulateLoad {
	if u.Lesson != nil {
		return nil
	}
	return u.Work.Load
}

// changed reports whether the measured attempts are out of date.
func (u *update) changed() bool {
	a := &u.Attempts
	return a.version != u.Work.Version || a.figures != len(u.figures()) || a.trials != len(u.trials()) || !reflect.DeepEqual(a.load, u.load())
}

// compareLater plans the measuring for when nothing has happened for a moment.
func (u *update) compareLater() {
	if u.notCompared() {
		u.DoEffect(page.SendMsgLater{Wait: rest, Msg: DesignSettled{u.Work.Version}})
	}
}

// dropComparison cancels the measuring.
func (u *update) dropComparison() { u.CancelSlot(slotCompare) }

// IsCurrent reports whether the attempts were measured at the present version of the session.
func (a *DesignAttempts) IsCurrent(w *page.Workspace) bool { return a.version == w.Version }

// compared returns the two attempts to compare: the picked ones, or the picked one and the
// present design.
func (a *DesignAttempts) compared() (first, second engine.DesignAttempt, ok bool) {
	of := func(is func(engine.DesignAttempt) bool) (engine.DesignAttempt, bool) {
		if i := slices.IndexFunc(a.All, is); i >= 0 {
			return a.All[i], true
		}
		return engine.DesignAttempt{}, false
	}
	state := func(s uint64) func(engine.DesignAttempt) bool {
		return func(b engine.DesignAttempt) bool { return b.State == s }
	}
	if len(a.Compared) == 0 {
		return first, second, false
	}
	first, ok = of(state(a.Compared[0]))
	if ok && len(a.Compared) == 2 {
		second, ok = of(state(a.Compared[1]))
	} else if ok {
		second, ok = of(func(b engine.DesignAttempt) bool { return b.Current })
	}
	return first, second, ok && first.State != second.State
}

// rates returns how often a question is asked. Only the proportions matter.
type rates func(query string) float64

// readCost returns how many rows an attempt scans for each wanted row. It is the geometric mean
// over the questions, weighted by how often each is asked, or unweighted if all rates are 0. ok
// is false if there are no questions, or one has no answer. With lossy false it is also false
// if an answer is incomplete; with lossy true, rows that are lost do not count as wanted.
func readCost(a engine.DesignAttempt, often rates, lossy bool) (cost float64, ok bool) {
	sum, all, total := 0.0, 0.0, 0.0
	for _, v := range a.Verdicts {
		if v.Table == "" || v.MissingRecordCount() > 0 && !lossy {
			return 0, false
		}
		of := math.Log(perRow(v.Stats.RowsScanned, v.Wanted-v.MissingRecordCount()))
		rate := often(v.Query)
		sum, total, all = sum+rate*of, total+rate, all+of
	}
	if total == 0 {
		sum, total = all, float64(len(a.Verdicts))
	}
	return math.Exp(sum / max(total, math.SmallestNonzeroFloat64)), len(a.Verdicts) > 0
}

// allLose reports whether some attempts answer all questions, but each of those loses records.
// Then they are compared with one another, and none is called the best.
func allLose(all []engine.DesignAttempt) bool {
	// The rates do not matter here: whether there is a cost depends on the answers alone.
	even := func(string) float64 { return 1 }
	has := func(lossy bool) bool {
		return slices.ContainsFunc(all, func(a engine.DesignAttempt) bool { _, ok := readCost(a, even, lossy); return ok })
	}
	return !has(false) && has(true)
}

// perRow returns rows scanned per wanted row; 0 rows count as 1.
func perRow(scanned, wanted int64) float64 { return float64(max(scanned, 1)) / float64(max(wanted, 1)) }

// point is an attempt on the plane of read cost and write skew.
type point struct {
	At         int     // index of the attempt
	Cost, Skew float64 // as they are shown, so rounded
	Bytes      int64   // stored bytes
	Over       bool    // the load is too much for the nodes
	Best       bool    // no other point beats it, and it is not Over
	Front      bool    // Best, and best in cost and skew alone too
}

// alikeBytes is the largest difference in stored bytes, relative to the smaller amount, that
// counts as none: a few bytes more in each key do not make a design worse.
const alikeBytes = 0.02

// beats reports whether p is better than q in cost, skew or stored bytes, and not worse in any. A
// design that is Over beats none.
func (p point) beats(q point) bool {
	less := float64(p.Bytes)*(1+alikeBytes) < float64(q.Bytes)
	more := float64(p.Bytes) > float64(q.Bytes)*(1+alikeBytes)
	return !p.Over && p.Cost <= q.Cost && p.Skew <= q.Skew && !more && (p.Cost < q.Cost || p.Skew < q.Skew || less)
}

// points returns the attempts that have both a read cost and a skew, ordered by cost and then
// by falling skew.
func (a *DesignAttempts) points(all []engine.DesignAttempt, often rates) []point {
	var out []point
	lossy := allLose(all)
	for i, d := range all {
		if cost, ok := readCost(d, often, lossy); ok && d.Skew > 0 {
			out = append(out, point{At: i, Cost: near(cost), Skew: nearSkew(d.Skew), Bytes: d.Bytes, Over: a.overloads(d)})
		}
	}
	for i := range out {
		p := &out[i]
		p.Best = !lossy && !p.Over && !slices.ContainsFunc(out, func(q point) bool { return q.beats(*p) })
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

// overloads reports whether the load is too much for the nodes under an attempt, by the measure of
// the load's card. Without the page's load this is not known.
func (a *DesignAttempts) overloads(d engine.DesignAttempt) bool {
	return a.load != nil && d.OverloadedNodes > 0
}

// near rounds to the two decimals that are shown, so that what looks equal is equal.
func near(v float64) float64 { return math.Round(v*100) / 100 }

// nearSkew rounds a skew to the precision of a short simulation.
func nearSkew(v float64) float64 { return math.Round(v*10) / 10 }

// projectedTimes is the multiple of the present data that projections are for.
const projectedTimes = 100

// projection is what a question would cost with [projectedTimes] as much data, if its cost
// grows as it does between the two sizes that were measured: with the number of records to the
// power of Exponent. An exponent of 0 means no growth, 1 means proportional growth.
type projection struct {
	Exponent       float64 // of the rows scanned
	Scanned, Bytes int64
	perRow         float64 // rows scanned for each row wanted
	Most           int64   // bound of the rows scanned for any amount of data; 0 for none
	From, To       int64   // numbers of records that were measured, the smaller first
}

// project returns the projection of a verdict, whose cost at another size is g. It returns
// false if that size was not measured, if the answer is incomplete, if one of the sizes scanned
// no rows, or if both scanned so few that the exponent is mostly chance. An unchanged number of
// rows counts as no growth however small it is.
func project(v engine.Verdict, g engine.GrowthCost) (projection, bool) {
	// A read of one row costs the same at any size.
	if v.Access == plan.Point && g.Scanned == 0 {
		g.Scanned, g.Wanted, g.Bytes = v.Stats.RowsScanned, v.Wanted, v.Stats.BytesScanned
	}
	if (g.Scanned == 0) != (v.Stats.RowsScanned == 0) {
		return projection{}, false
	}
	if g.Records == 0 || g.From == 0 || g.Records == g.From || v.Table == "" || v.MissingRecordCount() > 0 {
		return projection{}, false
	}
	// The two sizes differ by this factor, as a logarithm.
	times := math.Abs(math.Log(float64(g.From) / float64(g.Records)))
	off := func(now, other int64) float64 { return chance(now, other) / times }
	// power returns the exponent with which a count grows between the two sizes.
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
	// More rows than are scanned cannot be wanted.
	p.perRow = perRow(p.Scanned, min(grown(v.Wanted, power(v.Wanted, g.Wanted)), max(p.Scanned, v.Wanted)))
	return p, true
}

// mostScanned returns how many rows a question scans at most for any amount of data, 0 for no
// bound. There is a bound if each range needs only a limited number of rows, and every row read
// counts.
func mostScanned(v engine.Verdict) int64 {
	if v.LatestMethod == plan.BySkip || len(v.Residual) > 0 {
		return 0
	}
	return v.Limit * v.Ranges
}

// simplest returns the simplest exponent that fits: 0 or 1, if only that one is within 2*off of
// e, else e. off is the usual error of e.
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

// mostChance is the largest usual error of an exponent for which a projection is shown.
const mostChance = 0.3

// chance returns the usual error of the logarithm of the ratio of two counts.
func chance(a, b int64) float64 { return math.Sqrt(1/float64(max(a, 1)) + 1/float64(max(b, 1))) }

// projected returns the projection of a question under the present design, if that has been
// measured.
func (a *DesignAttempts) projected(w *page.Workspace, v engine.Verdict) (projection, bool) {
	g, ok := a.grown(w, v)
	if q, _ := w.QueryByID(v.Query); !ok || len(inVain(w, q, v.Table)) > 0 {
		return projection{}, false
	}
	return project(v, g)
}

// unprojected returns what a question was measured to cost at another size if there is an
// answer, but no projection from it.
func (a *DesignAttempts) unprojected(w *page.Workspace, v engine.Verdict) (g engine.GrowthCost, is bool) {
	g, is = a.grown(w, v)
	_, projected := project(v, g)
	if q, _ := w.QueryByID(v.Query); len(inVain(w, q, v.Table)) > 0 {
		return g, false // it compares text as numbers, and finds nothing at any size
	}
	return g, is && !projected && v.Table != "" && g.Records > 0 && v.MissingRecordCount() == 0
}

// tooFew reports whether a question has too few records for a projection.
func (a *DesignAttempts) tooFew(w *page.Workspace, v engine.Verdict) bool {
	g, ok := a.grown(w, v)
	return ok && v.Table != "" && g.Records == 0
}

// grown returns how the cost of a question grows under the present design, if that has been
// measured.
func (a *DesignAttempts) grown(w *page.Workspace, v engine.Verdict) (engine.GrowthCost, bool) {
	if !a.IsCurrent(w) || w.ShowsPastState() {
		return engine.GrowthCost{}, false
	}
	for _, of := range a.All {
		for i, b := range of.Verdicts {
			if of.Current && b.Query == v.Query && i < len(of.Growth) {
				return of.Growth[i], true
			}
		}
	}
	return engine.GrowthCost{}, false
}

// withReferences returns the attempts, followed by the references.
func (a *DesignAttempts) withReferences() []engine.DesignAttempt {
	return slices.Concat(a.All, a.References)
}
