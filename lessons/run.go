package lessons

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/dataset"
)

// Progress is what is kept of a reader's way through a lesson.
type Progress struct {
	Step     int             `wire:"1"` // index of the furthest step reached
	Passed   []string        `wire:"2"` // goal IDs
	Answers  []Answer        `wire:"3"` // right answers given, and guesses
	Hints    []int           `wire:"4"` // hints seen, per step
	Revealed []int           `wire:"5"` // steps whose solution was shown
	Figures  []engine.Figure `wire:"6"`
	Measured []Measurement   `wire:"7"` // of the goals that were measured, one each
	Done     bool            `wire:"8"`
	Best     []Result        `wire:"9"`  // of [Graded]; one at most
	Found    []Answer        `wire:"10"` // what was measured of guesses
	Tries    []int           `wire:"11"` // different ones that met no goal, per step; no more are counted than open a solution
	Last     []Reading       `wire:"12"` // of [Graded], of the design that was graded last
	Ground   uint64          `wire:"13"` // state of the timeline that the furthest step began with, 0 for the first
}

// Measurement is what was measured of a goal: the first time, if it did not pass
// then, and when it passed.
type Measurement struct {
	Goal   string    `wire:"1"`
	Before []Reading `wire:"2"`
	After  []Reading `wire:"3"`
}

// Outcome is what the lesson says to something that happened.
type Outcome struct {
	Progress Progress
	// Explain is a note's or a wrong answer's text, HTML: why it is not right yet.
	Explain string
	// ExplainID is the note's ID or the question's ID with "=" and the value.
	ExplainID string
	// Fresh are the goals that passed just now.
	Fresh []string
	// Readings are what was measured of the goals of the steps that are reached.
	Readings []GoalReadings
}

// Player follows a reader through a lesson. It looks at the session and never
// changes it: what has to be asked of the engine it hands out, and what came of
// it has to be handed back.
type Player struct {
	lesson   *Lesson
	session  *engine.Session
	progress Progress
	reads    []noted // of the reader, since the furthest step was reached
	kept     map[string]readings
	advice   *engine.Advice
	sizes    map[string]int64 // packed, by table, of the session's version sized
	sized    uint64
	tried    map[string]bool // in the furthest step
}

// Begin goes on with a lesson where a reader stands. Progress that does not
// belong to the lesson as it is now is left out.
func Begin(l *Lesson, s *engine.Session, p Progress) *Player {
	r := &Player{lesson: l, session: s, progress: p.clone(), kept: map[string]readings{}}
	q := &r.progress
	q.Step = max(0, min(q.Step, len(l.Steps)-1))
	q.Passed = slices.DeleteFunc(q.Passed, func(id string) bool { return !l.has(id) })
	q.Answers = slices.DeleteFunc(q.Answers, func(a Answer) bool {
		asked, _, ok := l.question(a.Question)
		return !ok || asked.Right != a.Value && asked.Run == "" && !asked.Guess
	})
	q.Answers, q.Found = l.firstGuesses(q.Answers), l.firstGuesses(q.Found)
	q.Measured = slices.DeleteFunc(q.Measured, func(m Measurement) bool { return !l.has(m.Goal) })
	hints := make([]int, len(l.Steps))
	for i, n := range q.Hints[:min(len(q.Hints), len(hints))] {
		hints[i] = max(0, min(n, len(l.Steps[i].Hints)))
	}
	q.Hints = hints
	tries := make([]int, len(l.Steps))
	for i, n := range q.Tries[:min(len(q.Tries), len(tries))] {
		tries[i] = max(0, min(n, TriesForSolution))
	}
	q.Tries = tries
	q.Revealed = slices.DeleteFunc(q.Revealed, func(i int) bool { return i < 0 || i >= len(l.Steps) })
	goal, of, _, ok := l.Graded()
	if !ok {
		q.Best = nil
	}
	if q.Last = slices.Clip(q.Last); ok && of.gave(q.Last) {
		r.kept[goal.ID] = q.Last
	} else {
		q.Last = nil
	}
	q.Done = l.allPassed(q.Passed)
	return r
}

func (p Progress) clone() Progress {
	p.Passed, p.Answers = slices.Clone(p.Passed), slices.Clone(p.Answers)
	p.Hints, p.Revealed = slices.Clone(p.Hints), slices.Clone(p.Revealed)
	p.Figures, p.Measured, p.Best = slices.Clone(p.Figures), slices.Clone(p.Measured), slices.Clone(p.Best)
	p.Found, p.Tries, p.Last = slices.Clone(p.Found), slices.Clone(p.Tries), slices.Clone(p.Last)
	return p
}

// Opening returns the requests that a new workspace of the lesson begins with. What
// they do is the ground: it is no step that a reader could undo.
func (l *Lesson) Opening() []engine.Request {
	if len(l.Start) == 0 {
		return nil
	}
	return append(slices.Clone(l.Start), engine.Settle{})
}

// Progress returns how far the reader is. What it returns stays as it is.
func (r *Player) Progress() Progress { return r.progress.clone() }

// Now returns how the lesson stands although nothing has happened.
func (r *Player) Now() Outcome { return Outcome{Progress: r.Progress(), Readings: r.Readings()} }

// Readings returns what was measured of the goals of the steps that are reached.
func (r *Player) Readings() []GoalReadings {
	var out []GoalReadings
	for i, s := range r.lesson.Steps[:min(r.progress.Step+1, len(r.lesson.Steps))] {
		for _, g := range s.Goals {
			of := r.kept[g.ID]
			if _, advice := g.Check.(NoFindings); !isMomentary(g.Check) && !advice || of == nil && !slices.Contains(r.progress.Passed, g.ID) {
				of = r.measure(g.Check, i, nil)
			}
			out = append(out, GoalReadings{g.ID, of})
		}
	}
	return out
}

// Join takes in what the same reader has come to elsewhere, see [Merge].
func (r *Player) Join(p Progress) {
	r.progress = Begin(r.lesson, r.session, Merge(r.progress, p)).progress
}

// Requests returns what the engine has to be asked, in order, to carry out an
// action. [Next] asks nothing: it has a method of its own; so has an [Answer] that
// nothing has to be run for. A table that the reader made without a design is loaded
// anew by [Template].
func (r *Player) Requests(a Action) ([]engine.Request, error) {
	switch a := a.(type) {
	case Ask:
		return []engine.Request{a.Request}, nil
	case TypeCommand:
		return []engine.Request{engine.Console{Dialect: a.Dialect, Text: a.Text}}, nil
	case Template:
		if _, _, ok := r.session.Design(a.Table); !ok && a.Table == r.lesson.Table {
			return r.load(a.Table, a.Text)
		}
		return []engine.Request{engine.Rekey{Table: a.Table, Template: a.Text, Trial: a.Trial}}, nil
	case AddTable:
		return r.load(r.free(), a.Text)
	case Grow:
		return r.grow(a.Records)
	case Answer:
		if q, ok := r.answerable(a); ok && q.Run != "" && !r.written(q) {
			return []engine.Request{engine.Console{Text: q.Run}}, nil
		}
		return nil, nil
	case Simulate:
		return r.simulateOn(0), nil
	case SimulateOn:
		return r.simulateOn(a.Nodes), nil
	case Grade:
		return r.gradeRequests()
	case Next:
		return nil, nil
	}
	panic("lessons: an action without requests")
}

// simulateOn returns the request to simulate the step's traffic on so many nodes, 0 for
// its own.
func (r *Player) simulateOn(nodes int) []engine.Request {
	t := r.lesson.Steps[r.progress.Step].Traffic
	if t == nil {
		return nil
	}
	of := t.Simulate
	if nodes > 0 {
		of.Nodes = nodes
	}
	return []engine.Request{of}
}

// load returns the request to load the data of the reader's table, or the
// lesson's first data, into a table.
func (r *Player) load(table, template string) ([]engine.Request, error) {
	req := engine.Load{Table: table, Template: template, Columns: r.session.Columns(r.lesson.Table)}
	_, data, ok := r.session.Design(r.lesson.Table)
	if req.Data = data; !ok {
		first, ok := r.lesson.first()
		if !ok {
			return nil, base.Refuse(base.CodeNoDesign, r.lesson.Table)
		}
		req.Data, req.Columns = first.Data, first.Columns
	}
	return []engine.Request{req}, nil
}

// free returns a name for one more table: the one that the lesson gives it, or that of
// the reader's table with the first number from 2 that is not taken.
func (r *Player) free() string {
	if _, taken := r.session.Table(r.lesson.Added); r.lesson.Added != "" && !taken {
		return r.lesson.Added
	}
	for n := 2; ; n++ {
		name := r.lesson.Table + "_" + strconv.Itoa(n)
		if _, taken := r.session.Table(name); !taken {
			return name
		}
	}
}

func (r *Player) grow(records int64) ([]engine.Request, error) {
	l := r.lesson
	i := slices.IndexFunc(l.Data, func(d Data) bool { return d.Name == l.Growth.Data })
	own, _, ok := r.session.Design(l.Table)
	if !ok {
		var first engine.Load
		first, ok = l.first()
		own = first.Template
	}
	if i < 0 || !ok {
		return nil, base.Refuse(base.CodeNoDesign, l.Table)
	}
	templates := []string{l.Growth.Compare, own}
	if own == l.Growth.Compare {
		templates = templates[1:]
	}
	return []engine.Request{engine.Measure{
		Templates: templates, Columns: l.Data[i].Columns, Data: sized(l.Data[i].Spec, records), Keep: l.Table,
	}}, nil
}

// sized returns a data set whose recipe makes that many records.
func sized(s dataset.Spec, records int64) dataset.Spec {
	recipe := *s.Recipe
	recipe.Count = records
	s.Recipe = &recipe
	return s
}

// RequestOrigin says what a request is a part of.
type RequestOrigin struct {
	// Of is an action of the lesson, nil for what the reader asked beside those. It is
	// [Next] for the beginning of a step, and of the lesson.
	Of   Action
	More bool // requests of it are still to come
}

// After judges what came of a request: the step's own, the reader's or any
// other that the session has answered.
func (r *Player) After(did RequestOrigin, req engine.Request, rep engine.Reply) Outcome {
	_, entering := did.Of.(Next)
	answer, answered := did.Of.(Answer)
	ev := &event{req: req, rep: rep, own: !entering && !answered}
	r.keep(engine.As[engine.Figures](rep.Answer))
	r.gradeCame(ev)
	var out Outcome
	if _, console := req.(engine.Console); answered && rep.Err == nil {
		out = r.answer(answer, r.truth(answer))
	} else if ev.own && console {
		r.remember()
	}
	if entering && !did.More {
		r.progress.Ground = r.ground()
	}
	if !entering || !did.More { // a step's beginning passes through states that are not its own
		out.Fresh = append(out.Fresh, r.judge(ev)...)
	}
	r.find(ev)
	r.tryOf(ev, len(out.Fresh) > 0)
	if n, ok := r.note(ev); ok {
		out.Explain, out.ExplainID = n.Text, n.ID
	}
	out.Progress, out.Readings = r.Progress(), r.Readings()
	return out
}

// keep takes figures into the progress, in place of those of the same
// measurement.
func (r *Player) keep(figures []engine.Figure) {
	for _, f := range figures {
		r.progress.Figures = slices.DeleteFunc(r.progress.Figures, func(old engine.Figure) bool {
			return old.Template == f.Template && old.Query == f.Query && old.Records == f.Records
		})
		r.progress.Figures = append(r.progress.Figures, f)
	}
}

// judge passes the goals that are reached now and returns them. Those of steps
// that are still to come stay open, and so do those again that are [lasting] and no longer
// hold.
func (r *Player) judge(ev *event) (fresh []string) {
	p := &r.progress
	for i, s := range r.lesson.Steps[:min(p.Step+1, len(r.lesson.Steps))] {
		for _, g := range s.Goals {
			passed := slices.Contains(p.Passed, g.ID)
			if _, lasts := g.Check.(lasting); passed && !(lasts && i == p.Step) || !r.happened(g.Check, ev) {
				continue
			}
			of := r.measure(g.Check, i, ev)
			if passed {
				if !of.ok() {
					p.Passed = slices.DeleteFunc(p.Passed, func(id string) bool { return id == g.ID })
				}
				continue
			}
			r.kept[g.ID] = of
			r.progress.measured(g, of, ev.own)
			if of.ok() {
				p.Passed = append(p.Passed, g.ID)
				fresh = append(fresh, g.ID)
			}
		}
	}
	p.Done = r.lesson.allPassed(p.Passed)
	return fresh
}

// measured keeps what was measured of a goal.
func (p *Progress) measured(g Goal, of readings, own bool) {
	switch g.Check.(type) {
	case QuestionAnswered, Graded:
		return
	}
	if slices.ContainsFunc(of, func(r Reading) bool { return !r.Known }) {
		return
	}
	i := slices.IndexFunc(p.Measured, func(m Measurement) bool { return m.Goal == g.ID })
	switch {
	case of.ok() && i < 0:
		p.Measured = append(p.Measured, Measurement{Goal: g.ID, After: of})
	case of.ok():
		p.Measured[i].After = of
	case own && i < 0:
		p.Measured = append(p.Measured, Measurement{Goal: g.ID, Before: of})
	}
}

// Answer judges the answer to a question of a step that has been reached, unless its
// command has to run first. Space around it and zeros before a number do not matter.
func (r *Player) Answer(a Answer) Outcome {
	q, ok := r.answerable(a)
	if !ok || q.Run != "" && !r.written(q) {
		return r.Now()
	}
	right := q.Right
	if q.Run != "" {
		right = r.stands(q)
	}
	out := r.answer(a, right)
	out.Fresh = r.judge(&event{req: engine.Look{}})
	out.Progress, out.Readings = r.Progress(), r.Readings()
	return out
}

// answer takes an answer where right is the right one.
func (r *Player) answer(a Answer, right string) (out Outcome) {
	q, _, _ := r.lesson.question(a.Question)
	a.Value = strings.TrimSpace(a.Value)
	switch {
	case q.Kind == Number:
		a.Value = number(a.Value)
	case q.Kind == Fill && pointed(a.Value) == right:
		a.Value = right
	}
	if q.Guess {
		r.guess(q, a, right)
		return out
	}
	if a.Value == right {
		if !slices.Contains(r.progress.Answers, a) {
			r.progress.Answers = append(r.progress.Answers, a)
		}
		return out
	}
	r.try(q.ID + "=" + a.Value)
	out.Explain, out.ExplainID = q.Explain(a.Value), q.ID+"="+a.Value
	return out
}

// written reports whether the command of a question does nothing but write cells that are
// there already: another try would write them again, as further versions.
func (r *Player) written(q Question) bool {
	for _, line := range cbt.SplitScript(q.Run) {
		cmd, err := cbt.Parse(line.Text)
		set, ok := cmd.(console.Set)
		if err != nil || !ok {
			return false
		}
		for _, c := range set.Cells {
			column := string(c.Family) + ":" + string(c.Qualifier)
			if v, n := r.cell(set.Table, string(set.Row), column); n == 0 || v != c.Value {
				return false
			}
		}
	}
	return true
}

// Explanation returns the text that an [Outcome]'s ExplainID names, HTML, or "" where the
// lesson has none.
func (l *Lesson) Explanation(id string) string {
	question, value, answer := strings.Cut(id, "=")
	for _, s := range l.Steps {
		for _, n := range s.Notes {
			if n.ID == id {
				return n.Text
			}
		}
		for _, q := range s.Asks {
			if answer && q.ID == question {
				return q.Explain(value)
			}
		}
	}
	return ""
}

// Explain returns why an answer is not right, HTML.
func (q Question) Explain(value string) string {
	for _, w := range q.Wrong {
		if w.Value == value {
			return w.Text
		}
	}
	return q.Else
}

// Next goes on to the next step once all goals of the furthest one have passed,
// and returns what has to be asked of the engine first. Goals of that step that are met
// already pass. ok is false when the
// reader cannot go on.
func (r *Player) Next() (enter []engine.Request, ok bool) {
	p := &r.progress
	if p.Step+1 >= len(r.lesson.Steps) || !r.lesson.Steps[p.Step].Done(p.Passed) {
		return nil, false
	}
	p.Step++
	p.Ground = r.ground()
	r.reads, r.tried = nil, nil
	step := r.lesson.Steps[p.Step]
	for _, name := range step.Drop {
		if _, there := r.session.Table(name); there {
			enter = append(enter, engine.Console{Text: "deletetable " + name})
		}
	}
	for _, req := range step.Enter {
		if load, ok := req.(engine.Load); ok && !(step.Fresh && load.Template != "") {
			template, _, designed := r.session.Design(load.Table)
			readers := load.Template == "" // under the reader's own
			if gone := designed && slices.Contains(step.Drop, load.Table); designed != readers && !gone {
				continue
			}
			if readers {
				load.Template = template
			}
			req = load
		}
		enter = append(enter, req)
	}
	if len(enter) == 0 { // else it is judged once they have run
		r.judge(&event{req: engine.Look{}})
	}
	return enter, true
}

// Hint notes that the reader has seen one more hint of a step.
func (r *Player) Hint(step int) {
	if step >= 0 && step < len(r.progress.Hints) {
		r.progress.Hints[step] = min(r.progress.Hints[step]+1, len(r.lesson.Steps[step].Hints))
	}
}

// Reveal notes that the reader has seen the solution of a step.
func (r *Player) Reveal(step int) {
	if step >= 0 && step < len(r.lesson.Steps) && !slices.Contains(r.progress.Revealed, step) {
		r.progress.Revealed = append(r.progress.Revealed, step)
	}
}

// question returns a question with the index of its step.
func (l *Lesson) question(id string) (q Question, step int, ok bool) {
	for i, s := range l.Steps {
		for _, q := range s.Asks {
			if q.ID == id {
				return q, i, true
			}
		}
	}
	return Question{}, 0, false
}

// RunBy returns the command that is run when a question has been answered, "" for
// none.
func (l *Lesson) RunBy(a Answer) string {
	q, _, _ := l.question(a.Question)
	return q.Run
}

// first returns the first load of the reader's table that the lesson offers.
func (l *Lesson) first() (engine.Load, bool) {
	for _, s := range l.Steps {
		requests := s.Enter
		for _, o := range s.Actions {
			if a, ok := o.Action.(Ask); ok {
				requests = append(requests[:len(requests):len(requests)], a.Request)
			}
		}
		for _, req := range requests {
			if load, ok := req.(engine.Load); ok && load.Table == l.Table && load.Template != "" {
				return load, true
			}
		}
	}
	return engine.Load{}, false
}

// has reports whether there is such a goal.
func (l *Lesson) has(goal string) bool {
	return slices.ContainsFunc(l.Steps, func(s Step) bool {
		return slices.ContainsFunc(s.Goals, func(g Goal) bool { return g.ID == goal })
	})
}

// allPassed reports whether these are all goals.
func (l *Lesson) allPassed(passed []string) bool {
	return !slices.ContainsFunc(l.Steps, func(s Step) bool { return !s.Done(passed) })
}

// Done reports whether all goals of the step are among those that passed.
func (s Step) Done(passed []string) bool {
	return !slices.ContainsFunc(s.Goals, func(g Goal) bool { return !slices.Contains(passed, g.ID) })
}
