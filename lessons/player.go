package lessons

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/table"
	"tabletop/lessons/quiz"
)

// Progress is a reader's progress in a lesson, as it is stored. It holds no text of the reader
// except answers.
type Progress struct {
	Step            int                        `wire:"1"`  // index of the furthest step that was reached
	Passed          []string                   `wire:"2"`  // IDs of goals
	Answers         []Answer                   `wire:"3"`  // right answers, and guesses
	Hints           []int                      `wire:"4"`  // for each step, how many hints were shown
	Revealed        []int                      `wire:"5"`  // indexes of the steps whose solution was shown
	Figures         []engine.DesignMeasurement `wire:"6"`  // what [Grow] measured
	Measured        []Measurement              `wire:"7"`  // at most one for each goal
	Done            bool                       `wire:"8"`  // all goals have passed
	Best            []GradedResult             `wire:"9"`  // of [DesignGraded]; at most one
	MeasuredAnswers []Answer                   `wire:"10"` // what was measured for guesses
	Tries           []int                      `wire:"11"` // for each step, how many different tries met no goal, up to [TriesForSolution]
	LastGrading     []Reading                  `wire:"12"` // of [DesignGraded]: the readings of the design that was graded last
	StepStartState  uint64                     `wire:"13"` // the timeline's state when the furthest step began, 0 in the first step
	DoneAt          int64                      `wire:"14"` // when all goals had passed for the first time, in microseconds since the Unix epoch; 0 if that is not known
	Quizzes         []quiz.Result              `wire:"15"` // what came of the quizzes after the lesson, the oldest first
	Rival           []GradedResult             `wire:"16"` // of [DesignGraded]: the result of a rival's design; at most one
}

// Measurement is what was measured of a goal. Before are the readings that were shown first: of a state
// those with which the step began, of something that happens those of the reader's first try. After are
// the readings with which the goal passed. Either list may be empty.
type Measurement struct {
	Goal   string    `wire:"1"`
	Before []Reading `wire:"2"`
	After  []Reading `wire:"3"`
}

// Outcome is how a lesson stands after an event, and what it says to the event.
type Outcome struct {
	Progress Progress
	// Explain is the text of a note or of a wrong answer's explanation, HTML. It is "" if there is
	// none.
	Explain string
	// ExplainID identifies Explain: the note's ID, or the question's ID, "=" and the answer.
	ExplainID string
	// Fresh are the IDs of the goals that have just passed.
	Fresh []string
	// Readings are the latest readings of the goals of all steps that have been reached.
	Readings []GoalReadings
}

// Player follows a reader through a lesson. It reads the session and never changes it. The caller
// runs the requests that [Player.ActionRequests] and [Player.NextStep] return, and reports every reply to
// [Player.JudgeReply]. A player is not safe for concurrent use.
type Player struct {
	lesson    *Lesson
	session   *engine.Session
	progress  Progress
	reads     []noted              // the reader's latest reads since the furthest step began
	sent      []sentWrite          // the reader's console requests since the furthest step began
	kept      map[string]readings  // by goal ID, the readings of events
	advice    *engine.AdviceReport // cached, see [Player.advised]
	sizes     map[string]int64     // packed sizes by table, cached for session version sized
	sized     uint64
	bill      readings // of the [MonthlyBill] that begins with billOf, cached for session version billed
	billOf    *BilledWrites
	billed    uint64
	queue     readings // of a [WorkedQueue], cached for session version queued and the latest read, of the table queueRead
	queued    uint64
	queueRead *table.Table
	tried     map[string]bool // tries in the furthest step that were counted
	tables    int64           // how many tables there were after the last event
}

// NewPlayer returns a player that continues where the progress stands. Parts of the progress that do
// not belong to the lesson as it is now are dropped; p itself is not changed.
func NewPlayer(l *Lesson, s *engine.Session, p Progress) *Player {
	r := &Player{lesson: l, session: s, progress: p.clone(), kept: map[string]readings{}}
	r.tables, _ = s.TableAndRowCount()
	q := &r.progress
	q.Step = max(0, min(q.Step, len(l.Steps)-1))
	q.Passed = slices.DeleteFunc(q.Passed, func(id string) bool { return !l.has(id) })
	q.Answers = slices.DeleteFunc(q.Answers, func(a Answer) bool {
		asked, _, ok := l.Question(a.Question)
		return !ok || asked.Right != a.Value && asked.Run == "" && !asked.Guess
	})
	q.Answers, q.MeasuredAnswers = l.firstGuesses(q.Answers), l.firstGuesses(q.MeasuredAnswers)
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
	goal, of, _, ok := l.GradedGoal()
	if !ok {
		q.Best, q.Rival = nil, nil
	}
	if q.LastGrading = slices.Clip(q.LastGrading); ok && of.gave(q.LastGrading) {
		r.kept[goal.ID] = q.LastGrading
	} else {
		q.LastGrading = nil
	}
	q.Done = l.allPassed(q.Passed)
	return r
}

// clone returns a copy that shares no list with p.
func (p Progress) clone() Progress {
	p.Passed, p.Answers = slices.Clone(p.Passed), slices.Clone(p.Answers)
	p.Hints, p.Revealed = slices.Clone(p.Hints), slices.Clone(p.Revealed)
	p.Figures, p.Measured, p.Best = slices.Clone(p.Figures), slices.Clone(p.Measured), slices.Clone(p.Best)
	p.MeasuredAnswers, p.Tries, p.LastGrading = slices.Clone(p.MeasuredAnswers), slices.Clone(p.Tries), slices.Clone(p.LastGrading)
	p.Quizzes, p.Rival = slices.Clone(p.Quizzes), slices.Clone(p.Rival)
	return p
}

// OpeningRequests returns the requests that a new workspace of the lesson begins with. What they do cannot
// be undone by the reader.
func (l *Lesson) OpeningRequests() []engine.Request {
	if len(l.Start) == 0 {
		return nil
	}
	return append(slices.Clone(l.Start), engine.ForgetHistory{})
}

// Progress returns a copy of the reader's progress.
func (r *Player) Progress() Progress { return r.progress.clone() }

// Outcome returns how the lesson stands, without an event.
func (r *Player) Outcome() Outcome { return Outcome{Progress: r.Progress(), Readings: r.Readings()} }

// Readings returns the readings of the goals of all steps that have been reached. Checks of a state
// are measured now. For checks of events, and for the advisor's, it returns the kept readings.
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

// MergeProgress merges the progress that the same reader has made elsewhere, see [MergeProgress].
func (r *Player) MergeProgress(p Progress) {
	r.progress = NewPlayer(r.lesson, r.session, MergeProgress(r.progress, p)).progress
}

// ActionRequests returns the requests that carry out an action, to be run in order. It returns none for
// [Next], which has a method of its own, and for an [Answer] that needs no command, which
// [Player.JudgeAnswer] takes. A [Template] for the lesson's table loads that table if it has no design
// yet. The error says why the action is not possible now.
func (r *Player) ActionRequests(a Action) ([]engine.Request, error) {
	switch a := a.(type) {
	case RunRequest:
		return []engine.Request{a.Request}, nil
	case TypeCommand:
		return []engine.Request{engine.RunConsole{Dialect: a.Dialect, Text: a.Text}}, nil
	case Template:
		if _, _, ok := r.session.Design(a.Table); !ok && a.Table == r.readersTable() {
			return r.load(a.Table, a.Text)
		}
		return []engine.Request{engine.Rekey{Table: a.Table, Template: a.Text, Trial: a.Trial}}, nil
	case AddTable:
		return r.load(r.free(), a.Text)
	case Grow:
		return r.grow(a.Records)
	case Answer:
		if q, ok := r.answerable(a); ok && q.Run != "" && !r.written(q) {
			return []engine.Request{engine.RunConsole{Text: q.Run}}, nil
		}
		return nil, nil
	case Simulate:
		return r.simulateOn(0), nil
	case SimulateOn:
		return r.simulateOn(a.Nodes), nil
	case Grade:
		return r.gradeRequests(a.Rival)
	case Next:
		return nil, nil
	}
	panic("lessons: an action without requests")
}

// simulateOn returns the request that simulates the traffic of the furthest step on a number of
// nodes; 0 is the step's own number. Without traffic it returns none.
func (r *Player) simulateOn(nodes int) []engine.Request {
	t := r.lesson.Steps[r.progress.Step].Traffic
	if t == nil {
		return nil
	}
	of := t.SimulateLoad
	if nodes > 0 {
		of.Nodes = nodes
	}
	return []engine.Request{of}
}

// load returns the request that loads the data of the reader's table into a table. If the reader's
// table has no design, the data and columns are those of the first load that the lesson offers.
func (r *Player) load(table, template string) ([]engine.Request, error) {
	req := engine.LoadRecords{Table: table, Template: template, Columns: r.session.FieldColumns(r.readersTable())}
	_, data, ok := r.session.Design(r.readersTable())
	if req.Data = data; !ok {
		first, ok := r.lesson.first(r.readersTable())
		if !ok {
			return nil, base.Refuse(base.CodeNoDesign, r.readersTable())
		}
		req.Data, req.Columns = first.Data, first.Columns
	}
	return []engine.Request{req}, nil
}

// free returns a name for one more table: [Lesson.Added], or else the name of the reader's table
// with the first number from 2 that is not in use.
func (r *Player) free() string {
	if _, taken := r.session.Table(r.lesson.Added); r.lesson.Added != "" && !taken {
		return r.lesson.Added
	}
	for n := 2; ; n++ {
		name := r.readersTable() + "_" + strconv.Itoa(n)
		if _, taken := r.session.Table(name); !taken {
			return name
		}
	}
}

// grow returns the request that measures the reader's template and the lesson's template with a
// number of records. The reader's comes last, so that its data stay in the table.
func (r *Player) grow(records int64) ([]engine.Request, error) {
	l := r.lesson
	i := slices.IndexFunc(l.Data, func(d Data) bool { return d.Name == l.Growth.Data })
	own, _, ok := r.session.Design(r.readersTable())
	if !ok {
		var first engine.LoadRecords
		first, ok = l.first(r.readersTable())
		own = first.Template
	}
	if i < 0 || !ok {
		return nil, base.Refuse(base.CodeNoDesign, r.readersTable())
	}
	templates := []string{l.Growth.Compare, own}
	if own == l.Growth.Compare {
		templates = templates[1:]
	}
	return []engine.Request{engine.MeasureDesigns{
		Templates: templates, Columns: l.Data[i].Columns, Data: l.Data[i].Spec.WithRecordCount(records), Keep: r.readersTable(),
	}}, nil
}

// RequestOrigin says which action a request belongs to.
type RequestOrigin struct {
	// Of is an action of the lesson, or nil for anything else that the reader does. It is [Next] at
	// the beginning of a step and of the lesson.
	Of   Action
	More bool // further requests of the action follow
}

// JudgeReply judges the reply to a request of an action, or to any other request of the reader. It is
// called once the session has answered, with the replies in their order.
func (r *Player) JudgeReply(did RequestOrigin, req engine.Request, rep engine.Reply) Outcome {
	_, entering := did.Of.(Next)
	answer, answered := did.Of.(Answer)
	ev := &event{req: req, rep: rep, own: !entering && !answered}
	r.keep(engine.AnswerAs[engine.DesignMeasurements](rep.Answer))
	r.gradeCame(ev)
	var out Outcome
	if _, console := req.(engine.RunConsole); answered && rep.Err == nil {
		out = r.answer(answer, r.truth(answer))
	} else if ev.own && console {
		r.remember()
		r.noteSent(req)
	}
	if entering && !did.More {
		r.progress.StepStartState = r.startStateNumber()
	}
	if !entering || !did.More { // the states in between are not yet those of the step
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

// keep adds figures to the progress. A figure replaces an older one of the same template, query and
// number of records.
func (r *Player) keep(figures []engine.DesignMeasurement) {
	for _, f := range figures {
		r.progress.Figures = slices.DeleteFunc(r.progress.Figures, func(old engine.DesignMeasurement) bool {
			return old.Template == f.Template && old.Query == f.Query && old.Records == f.Records
		})
		r.progress.Figures = append(r.progress.Figures, f)
	}
}

// judge measures the goals of all reached steps that have not passed, and returns the IDs of those
// that pass now. A passed goal whose check is [lasting] is open again if it no longer holds, except on a
// path, where the reader may go on trying.
func (r *Player) judge(ev *event) (fresh []string) {
	p := &r.progress
	for i, s := range r.lesson.Steps[:min(p.Step+1, len(r.lesson.Steps))] {
		for _, g := range s.Goals {
			passed := slices.Contains(p.Passed, g.ID)
			if _, lasts := g.Check.(lasting); passed && !(lasts && i == p.Step && !r.lesson.Path) || !r.happened(g.Check, ev) {
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
			r.progress.measured(g, of, ev.own || !isMomentary(g.Check))
			if of.ok() {
				p.Passed = append(p.Passed, g.ID)
				fresh = append(fresh, g.ID)
			}
		}
	}
	p.Done = r.lesson.allPassed(p.Passed)
	return fresh
}

// measured stores the readings of a goal as a [Measurement]: those with which it passes, and if shown is
// true the first ones with which it does not. Readings that judge nothing are not stored.
func (p *Progress) measured(g Goal, of readings, shown bool) {
	switch g.Check.(type) {
	case QuestionAnswered, DesignGraded:
		return
	}
	if !of.judged() {
		return
	}
	i := slices.IndexFunc(p.Measured, func(m Measurement) bool { return m.Goal == g.ID })
	switch {
	case of.ok() && i < 0:
		p.Measured = append(p.Measured, Measurement{Goal: g.ID, After: of})
	case of.ok():
		p.Measured[i].After = of
	case shown && i < 0:
		p.Measured = append(p.Measured, Measurement{Goal: g.ID, Before: of})
	}
}

// NoteDone notes when the lesson was done, if it is done and that is not known yet. The time is in
// microseconds since the Unix epoch.
func (r *Player) NoteDone(now int64) {
	if r.progress.Done && r.progress.DoneAt == 0 {
		r.progress.DoneAt = now
	}
}

// AddQuizResult adds what came of a quiz.
func (r *Player) AddQuizResult(q quiz.Result) {
	r.progress.Quizzes = append(slices.Clip(r.progress.Quizzes), q)
}

// GuessErrorFactor returns the [quiz.MeanFactor] by which the reader's guesses of numbers in the lesson
// were off. It is 0 if none was measured.
func (p Progress) GuessErrorFactor() float64 {
	var factors []float64
	for _, was := range p.MeasuredAnswers {
		said, _ := p.AnswerTo(was.Question)
		if f, ok := quiz.ErrorFactor(said, was.Value); ok {
			factors = append(factors, f)
		}
	}
	return quiz.MeanFactor(factors)
}

// JudgeAnswer judges the answer to a question of a step that has been reached. It does nothing if the
// question cannot be answered now, or if its command has to be run first: [Player.ActionRequests] returns
// that. White space around the answer and zeros before a number do not matter.
func (r *Player) JudgeAnswer(a Answer) Outcome {
	q, ok := r.answerable(a)
	if !ok || q.Run != "" && !r.written(q) {
		return r.Outcome()
	}
	right := q.Right
	if q.Run != "" {
		right = r.stands(q)
	}
	out := r.answer(a, right)
	out.Fresh = r.judge(&event{req: engine.Refresh{}})
	out.Progress, out.Readings = r.Progress(), r.Readings()
	return out
}

// answer takes an answer to a question whose right answer is right. A wrong answer counts as a try
// and is explained.
func (r *Player) answer(a Answer, right string) (out Outcome) {
	q, _, _ := r.lesson.Question(a.Question)
	a.Value = strings.TrimSpace(a.Value)
	switch {
	case q.Kind == EnterNumber:
		a.Value = NormalizeNumber(a.Value)
	case q.Kind == FillText && pointed(a.Value) == right:
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
	out.Explain, out.ExplainID = q.ExplainWrongAnswer(a.Value), q.ID+"="+a.Value
	return out
}

// written reports whether all commands of a question write cells that are there already. In that
// case they need not be run for another answer, and would only add further versions.
func (r *Player) written(q Question) bool {
	for _, line := range cbt.SplitScript(q.Run) {
		cmd, err := cbt.Parse(line.Text)
		set, ok := cmd.(console.SetCells)
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

// Explanation returns the text that [Outcome.ExplainID] names, HTML, or "" if the lesson does not
// have it.
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
				return q.ExplainWrongAnswer(value)
			}
		}
	}
	return ""
}

// ExplainWrongAnswer returns the explanation of a wrong answer, HTML.
func (q Question) ExplainWrongAnswer(value string) string {
	for _, w := range q.Wrong {
		if w.Value == value {
			return w.Text
		}
	}
	return q.Else
}

// NextStep goes to the next step if all goals of the furthest one have passed, and returns the requests
// that the new step begins with. ok is false if the reader cannot go on. If there are no requests,
// goals of the new step that hold already pass at once; else they are judged after the last
// request.
func (r *Player) NextStep() (enter []engine.Request, ok bool) {
	p := &r.progress
	if p.Step+1 >= len(r.lesson.Steps) || !r.lesson.Steps[p.Step].IsDone(p.Passed) {
		return nil, false
	}
	p.Step++
	p.StepStartState = r.startStateNumber()
	r.reads, r.sent, r.tried = nil, nil, nil
	step := r.lesson.Steps[p.Step]
	for _, name := range step.Drop {
		if _, there := r.session.Table(name); there {
			enter = append(enter, engine.RunConsole{Text: "deletetable " + name})
		}
	}
	// See [Step.Enter] for which loads are left out.
	for _, req := range step.Enter {
		if load, ok := req.(engine.LoadRecords); ok && !(step.Fresh && load.Template != "") {
			template, _, designed := r.session.Design(load.Table)
			readers := load.Template == "" // it keeps the reader's template
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
	// With requests, After judges the goals.
	if len(enter) == 0 {
		r.judge(&event{req: engine.Refresh{}})
	}
	return enter, true
}

// NoteHintShown counts one more hint of a step as shown.
func (r *Player) NoteHintShown(step int) {
	if step >= 0 && step < len(r.progress.Hints) {
		r.progress.Hints[step] = min(r.progress.Hints[step]+1, len(r.lesson.Steps[step].Hints))
	}
}

// NoteSolutionShown notes that the solution of a step was shown.
func (r *Player) NoteSolutionShown(step int) {
	if step >= 0 && step < len(r.lesson.Steps) && !slices.Contains(r.progress.Revealed, step) {
		r.progress.Revealed = append(r.progress.Revealed, step)
	}
}

// Question returns the question with an ID and the index of its step.
func (l *Lesson) Question(id string) (q Question, step int, ok bool) {
	for i, s := range l.Steps {
		for _, q := range s.Asks {
			if q.ID == id {
				return q, i, true
			}
		}
	}
	return Question{}, 0, false
}

// CommandsAfter returns the commands that run once a question has been answered, or "".
func (l *Lesson) CommandsAfter(a Answer) string {
	q, _, _ := l.Question(a.Question)
	return q.Run
}

// readersTable returns the table that the reader designs in the furthest step.
func (r *Player) readersTable() string { return r.lesson.TableAt(r.progress.Step) }

// first returns the first load of a table with a template, among what the steps begin with and
// offer.
func (l *Lesson) first(table string) (engine.LoadRecords, bool) {
	for _, s := range l.Steps {
		requests := s.Enter
		for _, o := range s.Actions {
			if a, ok := o.Action.(RunRequest); ok {
				requests = append(requests[:len(requests):len(requests)], a.Request)
			}
		}
		for _, req := range requests {
			if load, ok := req.(engine.LoadRecords); ok && load.Table == table && load.Template != "" {
				return load, true
			}
		}
	}
	return engine.LoadRecords{}, false
}

// has reports whether the lesson has a goal with this ID.
func (l *Lesson) has(goal string) bool {
	return slices.ContainsFunc(l.Steps, func(s Step) bool {
		return slices.ContainsFunc(s.Goals, func(g Goal) bool { return g.ID == goal })
	})
}

// allPassed reports whether every goal of the lesson is among those that passed.
func (l *Lesson) allPassed(passed []string) bool {
	return !slices.ContainsFunc(l.Steps, func(s Step) bool { return !s.IsDone(passed) })
}

// IsDone reports whether every goal of the step is among those that passed.
func (s Step) IsDone(passed []string) bool {
	return !slices.ContainsFunc(s.Goals, func(g Goal) bool { return !slices.Contains(passed, g.ID) })
}
