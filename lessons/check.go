package lessons

import (
	"slices"
	"strconv"

	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Check is how a goal is judged. Everything about one kind of check is in the file of its group
// (check_*.go, grade.go): its type, whose members are those of lesson.json, how it measures, and
// the mistakes of an author that it refuses. app/lesson has the sentences about its readings
// ("reading-…"), and README.md describes it to authors.
type Check interface {
	// measure returns a reading of each thing that the check asks for. The check passes if there is
	// at least one reading and all of them are OK.
	measure(r *Player, m moment) readings
}

// momentary is a check of something that happens. All other checks are of a state, and can be
// measured at any time.
type momentary interface {
	Check
	// happened reports whether the event is something that the check can judge.
	happened(r *Player, ev *event) bool
}

// Bound is an interval of allowed numbers. The zero value allows any number.
type Bound struct {
	Set   bool  `wire:"1"`
	Least int64 `wire:"2"` // smallest allowed number
	Most  int64 `wire:"3"` // greatest allowed number
}

// Exactly returns the bound that allows only n.
func Exactly(n int64) Bound { return Bound{true, n, n} }

// Allows reports whether n is within the bound.
func (b Bound) Allows(n int64) bool { return !b.Set || n >= b.Least && n <= b.Most }

// Reading is what was measured of one thing that a check asks for: a number (Have, Want) or a text
// (HaveText, WantText).
type Reading struct {
	Measure string `wire:"1"` // the thing that was measured, such as rows-scanned
	Known   bool   `wire:"2"` // false if it has not been measured yet
	OK      bool   `wire:"3"`
	Have    int64  `wire:"4"`
	Want    Bound  `wire:"5"`
	// HaveText and WantText are used where the thing is not a number, and as details of numbers.
	HaveText string `wire:"6"`
	WantText string `wire:"7"`
}

// RevealsAnswer reports whether the reading would tell the reader the right answer to a question: it asks
// for exactly that value.
func (r Reading) RevealsAnswer(q Question) bool {
	if r.Want.Set && r.Want.Least == r.Want.Most && q.Kind == EnterNumber {
		return strconv.FormatInt(r.Want.Most, 10) == q.Right
	}
	return r.WantText != "" && r.WantText == q.Right
}

// GoalReadings is the readings of one goal.
type GoalReadings struct {
	Goal     string
	Readings []Reading
}

// event is a request that was run, with its reply.
type event struct {
	req engine.Request
	rep engine.Reply
	// own is true if the reader did it, and not as the answer to a question.
	own bool
}

// readings collects what a check measures.
type readings []Reading

// number adds a reading of a number, unless the check does not ask for it.
func (g *readings) number(what string, have int64, want Bound) {
	if want.Set {
		*g = append(*g, Reading{Measure: what, Known: true, OK: want.Allows(have), Have: have, Want: want})
	}
}

// text adds a reading of a text, unless the check does not ask for it.
func (g *readings) text(what, have, want string) {
	if want != "" {
		*g = append(*g, Reading{Measure: what, Known: true, OK: have == want, HaveText: have, WantText: want})
	}
}

// unknown adds a number that has not been measured, so that the check does not pass.
func (g *readings) unknown(what string, want Bound) {
	if want.Set {
		*g = append(*g, Reading{Measure: what, Want: want})
	}
}

// ok reports whether a check with these readings passes.
func (g readings) ok() bool {
	return len(g) > 0 && !slices.ContainsFunc(g, func(r Reading) bool { return !r.OK })
}

// judged reports whether there was something to judge: every reading is known, the sample that a bill
// or a queue is measured by is stored, and the queue's read can be carried out.
func (g readings) judged() bool {
	return !slices.ContainsFunc(g, func(r Reading) bool {
		return !r.Known || !r.OK && (r.Measure == ReadingSample || r.Measure == QueueOptions)
	})
}

// moment is the occasion on which a check is measured: the index of the step, and the event that
// has just happened. The event is nil if a state is measured at any other time.
type moment struct {
	step int
	*event
}

// happened reports whether a check can judge an event. A check of a state can judge every event.
func (r *Player) happened(c Check, ev *event) bool {
	if ev == nil {
		return false
	}
	m, ok := c.(momentary)
	return !ok || m.happened(r, ev)
}

// measure measures a check of a step after an event, which may be nil.
func (r *Player) measure(c Check, step int, ev *event) readings {
	return c.measure(r, moment{step, ev})
}

// Measure measures a check of a step after a request of the reader, or of the present state if req
// is nil, and reports whether the check passes.
func (r *Player) Measure(c Check, step int, req engine.Request, rep engine.Reply) (of []Reading, passes bool) {
	var ev *event
	if req != nil {
		ev = &event{req: req, rep: rep, own: true}
	}
	g := r.measure(c, step, ev)
	return g, g.ok()
}

// isMomentary reports whether a check is about something that happens.
func isMomentary(c Check) bool {
	_, ok := c.(momentary)
	return ok
}

// present returns 1 for something that exists and 0 otherwise, as readings count it.
func present(there bool) int64 {
	if there {
		return 1
	}
	return 0
}

// verdict returns the verdict of a query of the workload. ok is false if it has none.
func (r *Player) verdict(query string) (engine.Verdict, bool) {
	for _, v := range r.session.Verdicts() {
		if v.Query == query {
			return v, true
		}
	}
	return engine.Verdict{}, false
}

// exact reports whether the rows that a query scanned are the rows that it should return.
func (r *Player) exact(query string) bool {
	v, ok := r.verdict(query)
	return ok && v.IsExact()
}

// table describes a table of the session. ok is false if there is none of this name.
func (r *Player) table(name string) (engine.TableInfo, bool) {
	for _, info := range r.session.Tables() {
		if info.Name == name {
			return info, true
		}
	}
	return engine.TableInfo{}, false
}

// missing reports whether a field is neither in a table's key nor in one of its columns.
func (r *Player) missing(info engine.TableInfo, field string) bool {
	t, err := rowkey.Parse(info.Template)
	return (err != nil || !slices.Contains(t.Fields(), field)) &&
		!slices.ContainsFunc(r.session.FieldColumns(info.Name), func(c plan.FieldColumn) bool { return c.Field == field })
}
