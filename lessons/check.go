package lessons

import (
	"slices"
	"strconv"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// Check is how a goal is judged. All there is of a kind of check stands in the file of
// its group: the type, whose members are those of lesson.json, how it is coded, what
// its author cannot have meant, and what it measures. What the page says of its
// readings is in app/lesson ("reading-…"), what it is for an author in README.md.
type Check interface {
	// measure measures what the check asks for. It passes when all is as asked.
	measure(r *Player, m moment) readings
}

// momentary is a check about something that happens, rather than about how things
// are.
type momentary interface {
	Check
	// happened reports whether there is something to judge.
	happened(r *Player, ev *event) bool
}

// verified is a check that an author can get wrong. Only the author's program asks, so
// each is said to be one.
type verified interface {
	Check
	verify(a author, s *Step)
}

// author takes what is wrong with a lesson's source.
type author interface {
	among(kind, name string, known []string)
	query(id string) plan.Query
	refuse(code base.Code, args ...string)
}

// sourceCheck is a check as lesson.json writes it: one member is set.
type sourceCheck struct {
	tableChecks
	readChecks
	designChecks
	loadChecks
	gradeChecks
}

// Bound is what a number has to be: anything, unless it is set.
type Bound struct {
	Set   bool  `wire:"1"`
	Least int64 `wire:"2"`
	Most  int64 `wire:"3"` // both included
}

// Is returns the bound of one number.
func Is(n int64) Bound { return Bound{true, n, n} }

// Has reports whether a number is within the bound.
func (b Bound) Has(n int64) bool { return !b.Set || n >= b.Least && n <= b.Most }

// Reading is what was measured of one thing that a check asks for.
type Reading struct {
	What  string `wire:"1"` // rows-scanned and so on
	Known bool   `wire:"2"` // false: nothing has been measured yet
	OK    bool   `wire:"3"`
	Have  int64  `wire:"4"`
	Want  Bound  `wire:"5"`
	// What is no number.
	HaveText string `wire:"6"`
	WantText string `wire:"7"`
}

// Gives reports whether what a reading should be is the right answer to a question.
func (r Reading) Gives(q Question) bool {
	if r.Want.Set && r.Want.Least == r.Want.Most && q.Kind == Number {
		return strconv.FormatInt(r.Want.Most, 10) == q.Right
	}
	return r.WantText != "" && r.WantText == q.Right
}

// GoalReadings is the readings of one goal.
type GoalReadings struct {
	Goal string
	Of   []Reading
}

// event is what has happened.
type event struct {
	req engine.Request
	rep engine.Reply
	// The reader did it, and it was not the answer to a question.
	own bool
}

// readings gathers what a check measures.
type readings []Reading

func (g *readings) number(what string, have int64, want Bound) {
	if want.Set {
		*g = append(*g, Reading{What: what, Known: true, OK: want.Has(have), Have: have, Want: want})
	}
}

func (g *readings) text(what, have, want string) {
	if want != "" {
		*g = append(*g, Reading{What: what, Known: true, OK: have == want, HaveText: have, WantText: want})
	}
}

// unknown is a number that nobody has measured.
func (g *readings) unknown(what string, want Bound) {
	if want.Set {
		*g = append(*g, Reading{What: what, Want: want})
	}
}

func (g readings) ok() bool {
	return len(g) > 0 && !slices.ContainsFunc(g, func(r Reading) bool { return !r.OK })
}

// moment is when a check is measured: in a step, at something that has happened, nil
// for nothing.
type moment struct {
	step int
	*event
}

// happened reports whether a check has something to judge.
func (r *Player) happened(c Check, ev *event) bool {
	if ev == nil {
		return false
	}
	m, ok := c.(momentary)
	return !ok || m.happened(r, ev)
}

// measure measures what a check of a step asks for.
func (r *Player) measure(c Check, step int, ev *event) readings {
	return c.measure(r, moment{step, ev})
}

func isMomentary(c Check) bool {
	_, ok := c.(momentary)
	return ok
}

func present(there bool) int64 {
	if there {
		return 1
	}
	return 0
}

// verdict returns what a query was measured to cost.
func (r *Player) verdict(query string) (engine.Verdict, bool) {
	for _, v := range r.session.Verdicts() {
		if v.Query == query {
			return v, true
		}
	}
	return engine.Verdict{}, false
}

// exact reports whether a query was measured to visit only what it is to return.
func (r *Player) exact(query string) bool {
	v, ok := r.verdict(query)
	return ok && v.Exact()
}

func (r *Player) table(name string) (engine.TableInfo, bool) {
	for _, info := range r.session.Tables() {
		if info.Name == name {
			return info, true
		}
	}
	return engine.TableInfo{}, false
}

// missing reports whether neither a table's key nor a column holds a field.
func (r *Player) missing(info engine.TableInfo, field string) bool {
	t, err := rowkey.Parse(info.Template)
	return (err != nil || !slices.Contains(t.Fields(), field)) &&
		!slices.ContainsFunc(r.session.Columns(info.Name), func(c plan.Column) bool { return c.Field == field })
}

// names returns what each of a list is called.
func names[T any](list []T, called func(T) string) (out []string) {
	for _, v := range list {
		out = append(out, called(v))
	}
	return out
}

// words returns a list of names as text.
func words[T ~string](list ...T) []string {
	return names(list, func(v T) string { return string(v) })
}
