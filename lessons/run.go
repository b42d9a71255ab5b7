package lessons

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
)

// Progress is what is kept of a reader's way through a lesson.
type Progress struct {
	Step     int      // index of the furthest step reached
	Passed   []string // goal IDs
	Answers  []Answer // right answers given
	Hints    []int    // hints seen, per step
	Revealed []int    // steps whose solution was shown
	Figures  []engine.Figure
	Done     bool
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
}

// Run follows a reader through a lesson. It looks at the session and never
// changes it: what has to be asked of the engine it hands out, and what came of
// it has to be handed back.
type Run struct {
	lesson   *Lesson
	session  *engine.Session
	progress Progress
	entering int // requests of a step's beginning that are still to come back
}

// Begin goes on with a lesson where a reader stands. Progress that does not
// belong to the lesson as it is now is left out.
func Begin(l *Lesson, s *engine.Session, p Progress) *Run {
	r := &Run{lesson: l, session: s, progress: p.clone()}
	q := &r.progress
	q.Step = max(0, min(q.Step, len(l.Steps)-1))
	q.Passed = slices.DeleteFunc(q.Passed, func(id string) bool {
		return !slices.ContainsFunc(l.Steps, func(s Step) bool {
			return slices.ContainsFunc(s.Goals, func(g Goal) bool { return g.ID == id })
		})
	})
	q.Answers = slices.DeleteFunc(q.Answers, func(a Answer) bool {
		asked, _, ok := l.question(a.Question)
		return !ok || asked.Right != a.Value
	})
	hints := make([]int, len(l.Steps))
	for i, n := range q.Hints[:min(len(q.Hints), len(hints))] {
		hints[i] = max(0, min(n, len(l.Steps[i].Hints)))
	}
	q.Hints = hints
	q.Revealed = slices.DeleteFunc(q.Revealed, func(i int) bool { return i < 0 || i >= len(l.Steps) })
	q.Done = l.done(q.Passed)
	return r
}

func (p Progress) clone() Progress {
	p.Passed, p.Answers = slices.Clone(p.Passed), slices.Clone(p.Answers)
	p.Hints, p.Revealed = slices.Clone(p.Hints), slices.Clone(p.Revealed)
	p.Figures = slices.Clone(p.Figures)
	return p
}

// Progress returns how far the reader is. What it returns stays as it is.
func (r *Run) Progress() Progress { return r.progress.clone() }

// Join takes in what the same reader has come to elsewhere, see [Merge].
func (r *Run) Join(p Progress) {
	r.progress = Begin(r.lesson, r.session, Merge(r.progress, p)).progress
}

// Requests returns what the engine has to be asked, in order, to carry out an
// action. [Answer] and [Next] ask nothing: they have methods of their own. A
// table that the reader made without a design is loaded anew by [Template].
func (r *Run) Requests(a Action) ([]engine.Request, error) {
	r.entering = 0
	switch a := a.(type) {
	case Ask:
		return []engine.Request{a.Request}, nil
	case Type:
		return []engine.Request{engine.Console{Dialect: a.Dialect, Text: a.Text}}, nil
	case Template:
		if _, _, ok := r.session.Design(a.Table); !ok && a.Table == r.lesson.Table {
			return r.load(a.Table, a.Text)
		}
		return []engine.Request{engine.Rekey{Table: a.Table, Template: a.Text}}, nil
	case AddTable:
		return r.load(r.free(), a.Text)
	case Grow:
		return r.measure(a.Records)
	case Answer, Next:
		return nil, nil
	}
	panic("lessons: an action without requests")
}

// load returns the request to load the data of the reader's table, or the
// lesson's first data, into a table.
func (r *Run) load(table, template string) ([]engine.Request, error) {
	_, data, ok := r.session.Design(r.lesson.Table)
	if !ok {
		first, ok := r.lesson.first()
		if !ok {
			return nil, base.Refuse(base.CodeNoDesign, r.lesson.Table)
		}
		data = first.Data
	}
	return []engine.Request{engine.Load{Table: table, Template: template, Columns: r.lesson.Columns, Data: data}}, nil
}

// free returns a name for one more table: that of the reader's table with the
// first number from 2 that is not taken.
func (r *Run) free() string {
	for n := 2; ; n++ {
		name := r.lesson.Table + "_" + strconv.Itoa(n)
		if _, taken := r.session.Table(name); !taken {
			return name
		}
	}
}

func (r *Run) measure(records int64) ([]engine.Request, error) {
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
		Templates: templates, Columns: l.Columns, Data: sized(l.Data[i].Spec, records), Keep: l.Table,
	}}, nil
}

// sized returns a data set whose recipe makes that many records.
func sized(s dataset.Spec, records int64) dataset.Spec {
	recipe := *s.Recipe
	recipe.Count = records
	s.Recipe = &recipe
	return s
}

// After judges what came of a request: the step's own, the reader's or any
// other that the session has answered.
func (r *Run) After(req engine.Request, rep engine.Reply) Outcome {
	entering := r.entering > 0
	r.entering = max(0, r.entering-1)
	r.keep(rep.Figures)
	var read *engine.Read
	if _, own := req.(engine.Console); own {
		read = rep.Read
	}
	out := Outcome{Fresh: r.judge(read)}
	if table := designed(req); table != "" && rep.Err == nil && !entering {
		if n, ok := r.note(table); ok {
			out.Explain, out.ExplainID = n.Text, n.ID
		}
	}
	out.Progress = r.Progress()
	return out
}

// designed returns the table whose design a request changes, "" for none.
func designed(req engine.Request) string {
	switch req := req.(type) {
	case engine.Load:
		return req.Table
	case engine.Rekey:
		return req.Table
	case engine.Measure:
		return req.Keep
	case engine.Console, engine.More, engine.Workload, engine.Look, engine.Peek, engine.Undo, engine.Redo, engine.GoTo,
		engine.Checkpoint, engine.DropCheckpoint, engine.Restore, engine.Garbage, engine.Compact, engine.Sizes, engine.Advance,
		engine.Preview, engine.Trace, engine.NextKeys, engine.Advise, engine.Weigh, engine.Simulate, engine.Behind:
		return ""
	}
	panic("lessons: a request that is not judged")
}

// keep takes figures into the progress, in place of those of the same
// measurement.
func (r *Run) keep(figures []engine.Figure) {
	for _, f := range figures {
		r.progress.Figures = slices.DeleteFunc(r.progress.Figures, func(old engine.Figure) bool {
			return old.Template == f.Template && old.Query == f.Query && old.Records == f.Records
		})
		r.progress.Figures = append(r.progress.Figures, f)
	}
}

// judge passes the goals that are reached now and returns them. Those of steps
// that are still to come stay open.
func (r *Run) judge(read *engine.Read) (fresh []string) {
	p := &r.progress
	for _, s := range r.lesson.Steps[:min(p.Step+1, len(r.lesson.Steps))] {
		for _, g := range s.Goals {
			if !slices.Contains(p.Passed, g.ID) && r.passes(g.Check, read) {
				p.Passed = append(p.Passed, g.ID)
				fresh = append(fresh, g.ID)
			}
		}
	}
	p.Done = r.lesson.done(p.Passed)
	return fresh
}

// Answer judges the answer to a question of a step that has been reached. Space
// around it and zeros before a number do not matter.
func (r *Run) Answer(a Answer) Outcome {
	q, step, ok := r.lesson.question(a.Question)
	if !ok || step > r.progress.Step {
		return Outcome{Progress: r.Progress()}
	}
	a.Value = strings.TrimSpace(a.Value)
	if len(q.Choices) == 0 {
		a.Value = number(a.Value)
	}
	var out Outcome
	if a.Value == q.Right {
		if !slices.Contains(r.progress.Answers, a) {
			r.progress.Answers = append(r.progress.Answers, a)
		}
		out.Fresh = r.judge(nil)
	} else {
		out.Explain, out.ExplainID = q.Else, q.ID+"="+a.Value
		for _, w := range q.Wrong {
			if w.Value == a.Value {
				out.Explain = w.Text
			}
		}
	}
	out.Progress = r.Progress()
	return out
}

// number writes a whole number without what does not matter in it; any other
// text is left alone.
func number(s string) string {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return s
	}
	return strconv.FormatInt(n, 10)
}

// Next goes on to the next step once all goals of the furthest one have passed,
// and returns what has to be asked of the engine first. ok is false when the
// reader cannot go on.
func (r *Run) Next() (enter []engine.Request, ok bool) {
	p := &r.progress
	if p.Step+1 >= len(r.lesson.Steps) || !r.stepDone(p.Step) {
		return nil, false
	}
	p.Step++
	for _, req := range r.lesson.Steps[p.Step].Enter {
		if load, ok := req.(engine.Load); ok {
			template, _, designed := r.session.Design(load.Table)
			if designed == (load.Template != "") {
				continue
			}
			if designed {
				load.Template = template
			}
			req = load
		}
		enter = append(enter, req)
	}
	r.entering = len(enter)
	return enter, true
}

func (r *Run) stepDone(i int) bool {
	for _, g := range r.lesson.Steps[i].Goals {
		if !slices.Contains(r.progress.Passed, g.ID) {
			return false
		}
	}
	return true
}

// Hint notes that the reader has seen one more hint of a step.
func (r *Run) Hint(step int) {
	if step >= 0 && step < len(r.progress.Hints) {
		r.progress.Hints[step] = min(r.progress.Hints[step]+1, len(r.lesson.Steps[step].Hints))
	}
}

// Reveal notes that the reader has seen the solution of a step.
func (r *Run) Reveal(step int) {
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

// done reports whether these are all goals.
func (l *Lesson) done(passed []string) bool {
	for _, s := range l.Steps {
		for _, g := range s.Goals {
			if !slices.Contains(passed, g.ID) {
				return false
			}
		}
	}
	return true
}
