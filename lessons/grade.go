package lessons

import (
	"cmp"
	"math"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
)

// What a design is graded by, in this order.
const (
	CriterionAnswers = "answers"       // questions that return every wanted row
	CriterionScanned = "rows-a-minute" // rows scanned by all questions as often as they are asked
	CriterionSkew    = "write-skew"    // per cent of a fair share
	CriterionBytes   = "bytes-stored"

	// ReadingQuery is what one question costs in a minute, and whether it is answered.
	ReadingQuery = "query"
)

// Criteria are what a design is graded by.
var Criteria = []string{CriterionAnswers, CriterionScanned, CriterionSkew, CriterionBytes}

// Result is what a design came to that answered every question when it was graded.
type Result struct {
	Scanned, Skew, Bytes int64 // as in [Graded]
	// Worst is the greatest of them beside its par, in thousandths: up to 1000 all pars
	// are met.
	Worst   int64
	Designs []string // templates, by table
}

// graded is the name of the trial that grades.
const graded = "graded"

// Graded returns the goal that grades designs, ok is false for none.
func (l *Lesson) Graded() (g Goal, of Graded, step int, ok bool) {
	for i, s := range l.Steps {
		for _, g := range s.Goals {
			if of, is := g.Check.(Graded); is {
				return g, of, i, true
			}
		}
	}
	return Goal{}, Graded{}, 0, false
}

// gradeRequests returns what has to be asked to grade the present design.
func (r *Run) gradeRequests() ([]engine.Request, error) {
	_, of, step, ok := r.lesson.Graded()
	if !ok || step > r.progress.Step {
		return nil, nil
	}
	if _, _, designed := r.session.Design(r.lesson.Table); !designed {
		return nil, base.Refuse(base.CodeNoDesign, r.lesson.Table)
	}
	return []engine.Request{engine.Weigh{Trials: []engine.Trial{{Name: graded, Data: &of.Data}}, Alone: true}}, nil
}

// trialOf returns the design that was graded just now.
func trialOf(ev *event) (engine.Attempt, bool) {
	if ev == nil || ev.rep.Weighed == nil {
		return engine.Attempt{}, false
	}
	req, weigh := ev.req.(engine.Weigh)
	trials := ev.rep.Weighed.Trials
	if !weigh || !req.Alone || len(trials) != 1 || trials[0].Named != graded {
		return engine.Attempt{}, false
	}
	return trials[0], true
}

// measureGraded measures a graded design: first the criteria, then what each question
// costs.
func measureGraded(c Graded, ev *event, g *readings) {
	a, ok := trialOf(ev)
	if !ok {
		*g = readings{{What: graded}}
		return
	}
	answered, scanned := int64(0), int64(0)
	var each readings
	for _, rate := range c.Rates {
		for _, v := range a.Verdicts {
			if v.Query != rate.Query {
				continue
			}
			whole := v.Table != "" && v.Stats.RowsReturned >= v.Wanted
			if whole {
				answered++
			}
			n := rate.PerMinute * v.Stats.RowsScanned
			scanned += n
			each = append(each, Reading{What: ReadingQuery, Known: true, OK: whole, Have: n, HaveText: v.Query})
		}
	}
	g.number(CriterionAnswers, answered, Is(int64(len(c.Rates))))
	g.number(CriterionScanned, scanned, Bound{true, 0, c.Scanned})
	g.number(CriterionSkew, int64(a.Skew*100+0.5), Bound{true, 0, c.Skew})
	g.number(CriterionBytes, a.Bytes, Bound{true, 0, c.Bytes})
	*g = append(*g, each...)
}

// over reports by which criterion a design that was graded just now fails first, and
// which question is to blame: the first without an answer, or that which costs most.
func (r *Run) over(ev *event) (what, query string) {
	_, c, _, ok := r.lesson.Graded()
	if _, now := trialOf(ev); !ok || !now {
		return "", ""
	}
	var g readings
	measureGraded(c, ev, &g)
	most := int64(-1)
	for _, of := range g {
		if !of.OK && what == "" {
			what = of.What
		}
		if of.What == ReadingQuery && (what == CriterionAnswers && !of.OK && most < math.MaxInt64 || of.Have > most) {
			most, query = of.Have, of.HaveText
			if !of.OK {
				most = math.MaxInt64
			}
		}
	}
	return what, query
}

// gradeCame keeps what came of grading, and the best of it.
func (r *Run) gradeCame(ev *event) {
	goal, c, _, ok := r.lesson.Graded()
	a, now := trialOf(ev)
	if !ok || !now {
		return
	}
	var g readings
	measureGraded(c, ev, &g)
	r.kept[goal.ID] = g
	if !g[0].OK {
		return
	}
	out := Result{Scanned: g[1].Have, Skew: g[2].Have, Bytes: g[3].Have}
	for _, of := range g[1:4] {
		out.Worst = max(out.Worst, (of.Have*1000+of.Want.Most-1)/max(of.Want.Most, 1))
	}
	for _, d := range a.Designs {
		out.Designs = append(out.Designs, d.Template)
	}
	r.progress.Best = better(r.progress.Best, []Result{out})
}

// better returns the best of two results, each of which there may be none of.
func better(a, b []Result) []Result {
	all := slices.SortedFunc(slices.Values(slices.Concat(a, b)), func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Worst, b.Worst), cmp.Compare(a.Scanned, b.Scanned), cmp.Compare(a.Skew, b.Skew),
			cmp.Compare(a.Bytes, b.Bytes), slices.Compare(a.Designs, b.Designs))
	})
	return all[:min(len(all), 1)]
}
