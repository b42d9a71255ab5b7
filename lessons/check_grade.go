package lessons

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
)

// What the readings of a graded design are about. The criteria come first, in this order; then
// there is one reading for each query of the workload, and two of the nodes that a larger service
// would need.
const (
	CriterionAnswers = "answers"       // questions that return every wanted row
	CriterionScanned = "rows-a-minute" // rows scanned in a minute, by all questions at their rates
	CriterionSkew    = "write-skew"    // work of the busiest node, in per cent of a fair share
	CriterionBytes   = "bytes-stored"  // bytes of all tables

	// ReadingQuery is what one question costs in a minute, in rows scanned. It is OK if the
	// question is answered: Want is from the wanted rows that it returned to all wanted rows. In
	// ReadingLost Want is from the records that its table has kept to all records.
	ReadingQuery = "query"
	ReadingLost  = "query-lost"

	// The numbers of nodes that a service needs, in hundredths of a node. ReadingScanNodes are the
	// nodes that scanning keeps busy if the questions are asked NodesTimes as often, and
	// ReadingWriteNodes are the nodes that it takes until the busiest one can write its part of
	// [engine.SkewWrites] rows a second.
	ReadingScanNodes  = "scan-nodes"
	ReadingWriteNodes = "write-nodes"
	NodesTimes        = 1000
)

// DesignGraded passes when the reader's design, loaded with hidden data, answers every question for all
// values of its conditions and costs no more than the pars. A lesson has at most one such goal.
type DesignGraded struct {
	Data    dataset.Spec `wire:"1"` // the hidden data: the lesson's recipe with another count and seed
	Rates   []Rate       `wire:"2"` // one for each query of the workload
	Scanned int64        `wire:"3"` // par: rows scanned in a minute, by all questions together
	Skew    int64        `wire:"4"` // par: the busiest node's share of the writes, in per cent of a fair share
	Bytes   int64        `wire:"5"` // par: bytes stored
}

// Rate says how often a query is asked.
type Rate struct {
	Query     string `wire:"1"`
	PerMinute int64  `wire:"2"`
}

func (DesignGraded) happened(_ *Player, ev *event) bool { return wasGraded(ev) }

// measure returns the readings of the reader's design that has just been graded.
func (v DesignGraded) measure(_ *Player, m moment) readings {
	a, ok := trialOf(m.event)
	if !ok {
		return readings{{Measure: graded}}
	}
	return v.readingsOf(a)
}

// readingsOf returns the readings of a graded design: the criteria, then what each question costs,
// then the numbers of nodes.
func (v DesignGraded) readingsOf(a engine.DesignAttempt) (g readings) {
	answered, scanned := int64(0), int64(0)
	var each readings
	for _, rate := range v.Rates {
		for i, of := range a.Verdicts {
			if of.Query != rate.Query {
				continue
			}
			n := rate.PerMinute * of.Stats.RowsScanned
			scanned += n
			cost := Reading{Measure: ReadingQuery, Known: true, Have: n, HaveText: of.Query, Want: Bound{true, of.Found, of.Wanted}}
			switch {
			case of.Table == "" || of.MissingRecordCount() > 0:
			case i < len(a.Lost) && a.Lost[i] > 0:
				all := v.Data.Len()
				cost.Measure, cost.Want = ReadingLost, Bound{true, all - a.Lost[i], all}
			default:
				cost.OK = true
				answered++
			}
			each = append(each, cost)
		}
	}
	g.number(CriterionAnswers, answered, Exactly(int64(len(v.Rates))))
	g.number(CriterionScanned, scanned, Bound{true, 0, v.Scanned})
	g.number(CriterionSkew, int64(a.Skew*100+0.5), Bound{true, 0, v.Skew})
	g.number(CriterionBytes, a.Bytes, Bound{true, 0, v.Bytes})
	nodes := func(what string, n float64) Reading {
		return Reading{Measure: what, Known: true, OK: true, Have: int64(math.Round(n * 100))}
	}
	return append(append(g, each...),
		nodes(ReadingScanNodes, float64(scanned)*NodesTimes/60/cluster.ScannedRows),
		nodes(ReadingWriteNodes, a.Skew*float64(len(a.Designs))*engine.SkewWrites/cluster.WrittenRows))
}

// gave reports whether readings were measured with these queries and pars. Stored readings are
// dropped if the lesson has changed since.
func (v DesignGraded) gave(of readings) bool {
	wants := []Bound{Exactly(int64(len(v.Rates))), {true, 0, v.Scanned}, {true, 0, v.Skew}, {true, 0, v.Bytes}}
	if len(of) < len(wants) {
		return false
	}
	for i, want := range wants {
		if of[i].Measure != Criteria[i] || of[i].Want != want {
			return false
		}
	}
	return !slices.ContainsFunc(of[len(wants):], func(r Reading) bool {
		asked := func(rate Rate) bool { return rate.Query == r.HaveText }
		return r.HaveText != "" && !slices.ContainsFunc(v.Rates, asked)
	})
}

// FailsCriterion passes when a design has just been graded and this is the first criterion that it
// fails.
type FailsCriterion struct {
	What  string `wire:"1"` // one of [Criteria]
	Query string `wire:"2"` // the query that is to blame, "" for any
}

func (FailsCriterion) happened(_ *Player, ev *event) bool { return wasGraded(ev) }

// measure compares what over returns for the event.
func (v FailsCriterion) measure(r *Player, m moment) (g readings) {
	what, query := r.over(m.event)
	g.text("over", what, v.What)
	g.text("query", query, v.Query)
	return g
}

// Criteria are the criteria of grading, in the order of their readings.
var Criteria = []string{CriterionAnswers, CriterionScanned, CriterionSkew, CriterionBytes}

// GradedResult is the cost of a graded design that answered every question.
type GradedResult struct {
	Scanned int64 `wire:"1"` // rows a minute
	Skew    int64 `wire:"2"` // per cent of a fair share
	Bytes   int64 `wire:"3"` // bytes stored; these three are compared with the pars of [DesignGraded]
	// Worst is the greatest quotient of a cost and its par, in thousandths but below a million,
	// plus a million for each par that is missed. Up to 1000 all pars are met. Smaller is better.
	Worst   int64    `wire:"4"`
	Designs []string `wire:"5"` // a template for each table
}

// missedPar is added to [GradedResult.Worst] for each missed par.
const missedPar = 1_000_000

// Medal is what a graded design has earned.
type Medal uint8

const (
	NoMedal Medal = iota // a question does not find all wanted rows
	Bronze               // every question is answered
	Silver               // every question is answered, and two of the three pars are met
	Gold                 // all pars are met
)

// Medal returns the medal of the result. It is at least Bronze, since there is only a result where
// every question was answered.
func (r GradedResult) Medal() Medal {
	switch {
	case r.Worst <= 1000:
		return Gold
	case r.Worst/missedPar == 1:
		return Silver
	}
	return Bronze
}

// graded is the name of the engine's trial that grades a design.
const graded = "graded"

// GradedGoal returns the goal that grades designs, its check, and the index of its step. ok is false if
// the lesson grades none.
func (l *Lesson) GradedGoal() (g Goal, of DesignGraded, step int, ok bool) {
	for i, s := range l.Steps {
		for _, g := range s.Goals {
			if of, is := g.Check.(DesignGraded); is {
				return g, of, i, true
			}
		}
	}
	return Goal{}, DesignGraded{}, 0, false
}

// gradeRequests returns the request that grades the present design, and with it a rival's, given by
// its templates as in [Grade]. It is empty if the reader has
// not reached the step that grades, and refused (no-design) if the reader's table has no design.
func (r *Player) gradeRequests(rival string) ([]engine.Request, error) {
	_, of, step, ok := r.lesson.GradedGoal()
	if !ok || step > r.progress.Step {
		return nil, nil
	}
	if _, _, designed := r.session.Design(r.readersTable()); !designed {
		return nil, base.Refuse(base.CodeNoDesign, r.readersTable())
	}
	proposed := []engine.ProposedDesign{{Name: graded, Data: &of.Data}}
	if rival != "" {
		other := engine.ProposedDesign{Name: "rival", Data: &of.Data, Optional: true}
		for i, text := range strings.Split(rival, "\n") {
			name := r.readersTable()
			if i > 0 {
				name += "_" + strconv.Itoa(i+1)
			}
			other.Tables = append(other.Tables, engine.TableDesign{Table: name, Template: text})
		}
		proposed = append(proposed, other)
	}
	return []engine.Request{engine.CompareDesigns{Proposed: proposed, OnlyProposed: true}}, nil
}

// wasGraded reports whether an event has graded a design.
func wasGraded(ev *event) bool {
	_, ok := trialOf(ev)
	return ok
}

// refusedGrade reports whether an event could not load the hidden data into the reader's design.
func refusedGrade(ev *event) bool { return IsGrading(ev.req) && ev.rep.Err != nil }

// IsGrading reports whether a request grades the reader's design.
func IsGrading(req engine.Request) bool {
	weigh, ok := req.(engine.CompareDesigns)
	return ok && weigh.OnlyProposed && len(weigh.Proposed) > 0 && weigh.Proposed[0].Name == graded
}

// trialOf returns what came of the design that an event has graded. ok is false if the event has
// not graded one.
func trialOf(ev *event) (engine.DesignAttempt, bool) {
	if ev == nil {
		return engine.DesignAttempt{}, false
	}
	req, weigh := ev.req.(engine.CompareDesigns)
	weighed := engine.AnswerAs[*engine.DesignsCompared](ev.rep.Answer)
	if !weigh || weighed == nil {
		return engine.DesignAttempt{}, false
	}
	trials := weighed.Proposed
	if !req.OnlyProposed || len(trials) == 0 || trials[0].Name != graded {
		return engine.DesignAttempt{}, false
	}
	return trials[0], true
}

// over returns the first criterion that the design fails which an event has graded, and the query
// that is to blame: the first one that is not answered, or else the one that costs most.
func (r *Player) over(ev *event) (what, query string) {
	_, c, _, ok := r.lesson.GradedGoal()
	if _, now := trialOf(ev); !ok || !now {
		return "", ""
	}
	g := c.measure(r, moment{event: ev})
	most := int64(-1)
	for _, of := range g {
		if !of.OK && what == "" {
			what = of.Measure
		}
		if (of.Measure == ReadingQuery || of.Measure == ReadingLost) && (what == CriterionAnswers && !of.OK && most < math.MaxInt64 || of.Have > most) {
			most, query = of.Have, of.HaveText
			if !of.OK {
				most = math.MaxInt64
			}
		}
	}
	return what, query
}

// gradeCame stores the readings of a design that has just been graded, and its result if that is
// better than the best one so far.
func (r *Player) gradeCame(ev *event) {
	goal, c, _, ok := r.lesson.GradedGoal()
	a, now := trialOf(ev)
	if !ok || !now {
		return
	}
	if req, _ := ev.req.(engine.CompareDesigns); len(req.Proposed) > 1 {
		r.progress.Rival = nil
		for _, rival := range engine.AnswerAs[*engine.DesignsCompared](ev.rep.Answer).Proposed[1:] {
			if g := c.readingsOf(rival); g[0].OK {
				r.progress.Rival = []GradedResult{resultOf(g, rival)}
			}
		}
	}
	g := c.readingsOf(a)
	r.kept[goal.ID], r.progress.LastGrading = g, g
	if !g[0].OK {
		return
	}
	r.progress.Best = better(r.progress.Best, []GradedResult{resultOf(g, a)})
}

// resultOf returns the result of a graded design, of its readings.
func resultOf(g readings, a engine.DesignAttempt) GradedResult {
	out := GradedResult{Scanned: g[1].Have, Skew: g[2].Have, Bytes: g[3].Have}
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
	return out
}

// better returns the best result of two lists. Both lists and the result have at most one element.
func better(a, b []GradedResult) []GradedResult {
	all := slices.SortedFunc(slices.Values(slices.Concat(a, b)), func(a, b GradedResult) int {
		return cmp.Or(cmp.Compare(a.Worst, b.Worst), cmp.Compare(a.Scanned, b.Scanned), cmp.Compare(a.Skew, b.Skew),
			cmp.Compare(a.Bytes, b.Bytes), slices.Compare(a.Designs, b.Designs))
	})
	return all[:min(len(all), 1)]
}
