package lessons

import (
	"cmp"
	"math"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
)

// gradeChecks are about designs that are graded.
type gradeChecks struct {
	Graded *sourceGraded
	Over   *FailsCriterion
}

// What a design is graded by, in this order.
const (
	CriterionAnswers = "answers"       // questions that return every wanted row
	CriterionScanned = "rows-a-minute" // rows scanned by all questions as often as they are asked
	CriterionSkew    = "write-skew"    // per cent of a fair share
	CriterionBytes   = "bytes-stored"

	// ReadingQuery is what one question costs in a minute, and whether it is answered: Want
	// goes from the rows that it returned to those that it should; of [ReadingLost], from the
	// records that its table has kept to all.
	ReadingQuery = "query"
	ReadingLost  = "query-lost"

	// How many nodes, in hundredths, a service that is asked [NodesTimes] as often and writes
	// [engine.WeighedWrites] rows a second keeps busy with scanning, and how many it needs that
	// the busiest can write.
	ReadingScanNodes  = "scan-nodes"
	ReadingWriteNodes = "write-nodes"
	NodesTimes        = 1000
)

// Graded passes when the reader's design, loaded with hidden data, answers every question,
// whoever asks it, and costs no more than the pars. A lesson has one such goal at most.
type Graded struct {
	Data    dataset.Spec `wire:"1"`
	Rates   []Rate       `wire:"2"`
	Scanned int64        `wire:"3"` // par: rows scanned in a minute, all questions together
	Skew    int64        `wire:"4"` // par: the busiest node's share of the writes, in per cent of a fair share
	Bytes   int64        `wire:"5"` // par: stored
}

// Rate is how often a question is asked.
type Rate struct {
	Query     string `wire:"1"`
	PerMinute int64  `wire:"2"`
}

// sourceGraded is [Graded] as lesson.json writes it.
type sourceGraded struct {
	Data                 string
	Count                int64
	Seed                 uint64
	Rates                map[string]int64 // by query, a minute
	Scanned, Skew, Bytes int64
}

func (Graded) happened(_ *Player, ev *event) bool { return wasGraded(ev) }

// measure measures a graded design: first the criteria, then what each question costs.
func (v Graded) measure(_ *Player, m moment) (g readings) {
	a, ok := trialOf(m.event)
	if !ok {
		return readings{{What: graded}}
	}
	answered, scanned := int64(0), int64(0)
	var each readings
	for _, rate := range v.Rates {
		for i, of := range a.Verdicts {
			if of.Query != rate.Query {
				continue
			}
			n := rate.PerMinute * of.Stats.RowsScanned
			scanned += n
			cost := Reading{What: ReadingQuery, Known: true, Have: n, HaveText: of.Query, Want: Bound{true, of.Found, of.Wanted}}
			switch {
			case of.Table == "" || of.Lacks() > 0:
			case i < len(a.Lost) && a.Lost[i] > 0:
				all := v.Data.Len()
				cost.What, cost.Want = ReadingLost, Bound{true, all - a.Lost[i], all}
			default:
				cost.OK = true
				answered++
			}
			each = append(each, cost)
		}
	}
	g.number(CriterionAnswers, answered, Is(int64(len(v.Rates))))
	g.number(CriterionScanned, scanned, Bound{true, 0, v.Scanned})
	g.number(CriterionSkew, int64(a.Skew*100+0.5), Bound{true, 0, v.Skew})
	g.number(CriterionBytes, a.Bytes, Bound{true, 0, v.Bytes})
	nodes := func(what string, n float64) Reading {
		return Reading{What: what, Known: true, OK: true, Have: int64(math.Round(n * 100))}
	}
	return append(append(g, each...),
		nodes(ReadingScanNodes, float64(scanned)*NodesTimes/60/cluster.ScannedRows),
		nodes(ReadingWriteNodes, a.Skew*float64(len(a.Designs))*engine.WeighedWrites/cluster.WrittenRows))
}

// gave reports whether readings are what grading by these questions and pars measures.
func (v Graded) gave(of readings) bool {
	wants := []Bound{Is(int64(len(v.Rates))), {true, 0, v.Scanned}, {true, 0, v.Skew}, {true, 0, v.Bytes}}
	if len(of) < len(wants) {
		return false
	}
	for i, want := range wants {
		if of[i].What != Criteria[i] || of[i].Want != want {
			return false
		}
	}
	return !slices.ContainsFunc(of[len(wants):], func(r Reading) bool {
		asked := func(rate Rate) bool { return rate.Query == r.HaveText }
		return r.HaveText != "" && !slices.ContainsFunc(v.Rates, asked)
	})
}

// FailsCriterion passes when a design has just been graded and does not pass because of one
// criterion, and none before it.
type FailsCriterion struct {
	What  string `wire:"1"` // one of Criteria
	Query string `wire:"2"` // that costs more than any other, "" for any
}

var _ verified = FailsCriterion{}

func (v FailsCriterion) verify(a author, _ *Step) {
	a.among("criterion", v.What, Criteria)
	if v.Query != "" {
		a.query(v.Query)
	}
}

func (FailsCriterion) happened(_ *Player, ev *event) bool { return wasGraded(ev) }

func (v FailsCriterion) measure(r *Player, m moment) (g readings) {
	what, query := r.over(m.event)
	g.text("over", what, v.What)
	g.text("query", query, v.Query)
	return g
}

// Criteria are what a design is graded by.
var Criteria = []string{CriterionAnswers, CriterionScanned, CriterionSkew, CriterionBytes}

// Result is what a design came to that answered every question when it was graded.
type Result struct {
	Scanned int64 `wire:"1"`
	Skew    int64 `wire:"2"`
	Bytes   int64 `wire:"3"` // as in [Graded]
	// Worst is the greatest of them beside its par, in thousandths, and a million for each
	// par that is missed: up to 1000 all pars are met.
	Worst   int64    `wire:"4"`
	Designs []string `wire:"5"` // templates, by table
}

// missedPar is what a missed par counts in [Result.Worst].
const missedPar = 1_000_000

// Medal is what a design has earned by being graded.
type Medal uint8

const (
	NoMedal Medal = iota // a question misses rows
	Bronze               // every question is answered
	Silver               // and two pars are met
	Gold                 // all of them
)

// Medal returns what the result is worth: every question was answered.
func (r Result) Medal() Medal {
	switch r.Worst / missedPar {
	case 0:
		if r.Worst <= 1000 {
			return Gold
		}
		return Bronze // kept before medals were
	case 1:
		return Silver
	}
	return Bronze
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
func (r *Player) gradeRequests() ([]engine.Request, error) {
	_, of, step, ok := r.lesson.Graded()
	if !ok || step > r.progress.Step {
		return nil, nil
	}
	if _, _, designed := r.session.Design(r.lesson.Table); !designed {
		return nil, base.Refuse(base.CodeNoDesign, r.lesson.Table)
	}
	return []engine.Request{engine.Weigh{Trials: []engine.Trial{{Name: graded, Data: &of.Data}}, Alone: true}}, nil
}

func wasGraded(ev *event) bool {
	_, ok := trialOf(ev)
	return ok
}

// refusedGrade reports whether the reader's design could not be loaded with the hidden data.
func refusedGrade(ev *event) bool { return grades(ev.req) && ev.rep.Err != nil }

// grades reports whether a request grades the reader's design.
func grades(req engine.Request) bool {
	weigh, ok := req.(engine.Weigh)
	return ok && weigh.Alone && len(weigh.Trials) == 1 && weigh.Trials[0].Name == graded
}

// trialOf returns the design that was graded just now.
func trialOf(ev *event) (engine.Attempt, bool) {
	if ev == nil {
		return engine.Attempt{}, false
	}
	req, weigh := ev.req.(engine.Weigh)
	weighed := engine.As[*engine.Weighed](ev.rep.Answer)
	if !weigh || weighed == nil {
		return engine.Attempt{}, false
	}
	trials := weighed.Trials
	if !req.Alone || len(trials) != 1 || trials[0].Named != graded {
		return engine.Attempt{}, false
	}
	return trials[0], true
}

// over reports by which criterion a design that was graded just now fails first, and
// which question is to blame: the first without an answer, or that which costs most.
func (r *Player) over(ev *event) (what, query string) {
	_, c, _, ok := r.lesson.Graded()
	if _, now := trialOf(ev); !ok || !now {
		return "", ""
	}
	g := c.measure(r, moment{event: ev})
	most := int64(-1)
	for _, of := range g {
		if !of.OK && what == "" {
			what = of.What
		}
		if (of.What == ReadingQuery || of.What == ReadingLost) && (what == CriterionAnswers && !of.OK && most < math.MaxInt64 || of.Have > most) {
			most, query = of.Have, of.HaveText
			if !of.OK {
				most = math.MaxInt64
			}
		}
	}
	return what, query
}

// gradeCame keeps what came of grading, and the best of it.
func (r *Player) gradeCame(ev *event) {
	goal, c, _, ok := r.lesson.Graded()
	a, now := trialOf(ev)
	if !ok || !now {
		return
	}
	g := c.measure(r, moment{event: ev})
	r.kept[goal.ID], r.progress.Last = g, g
	if !g[0].OK {
		return
	}
	out := Result{Scanned: g[1].Have, Skew: g[2].Have, Bytes: g[3].Have}
	missed := int64(0)
	for _, of := range g[1:4] {
		out.Worst = max(out.Worst, (of.Have*1000+of.Want.Most-1)/max(of.Want.Most, 1))
		if !of.OK {
			missed += missedPar
		}
	}
	out.Worst = min(out.Worst, missedPar-1) + missed
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
