// Package lesson is the course's side of the page: the steps of a lesson with their
// questions, goals, hints and solutions, its score card, what was measured by growing, and
// the record of what is done.
package lesson

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons"
)

// State is what nothing else needs of a lesson, see [page.LessonState].
type State struct {
	early *early // came before the lesson it is about
}

// early is what a lesson said to a call while its file was still on its way.
type early struct {
	to  page.Pending
	out lessons.Outcome
}

// New returns a lesson that nobody has begun.
func New(l *lessons.Lesson) *page.LessonState {
	return &page.LessonState{Lesson: l, Answers: map[string]string{}, Wrong: map[string]string{}, WrongID: map[string]string{}}
}

// Msg is something that happened to a lesson.
type Msg interface{ apply(*update) }

type (
	// StepPicked shows a step that has been reached.
	StepPicked struct{ Step int }
	// NextPressed goes on to the next step.
	NextPressed struct{}
	// ActionPressed carries out an action of the lesson.
	ActionPressed struct{ Action lessons.Action }
	// AnswerTyped brings what is typed or chosen as an answer.
	AnswerTyped struct{ Question, Value string }
	// AnswerPressed gives it.
	AnswerPressed struct{ Question string }
	// HintPressed shows the next hint.
	HintPressed struct{}
	// ExplainClosed closes what says why it is not right yet.
	ExplainClosed struct{}
	// SolutionPressed shows the step's solution.
	SolutionPressed struct{}
	// SolutionRun carries out action number Index of the shown solution.
	SolutionRun struct{ Index int }

	// GoalsPressed leads a reader who knows what a step teaches to what it asks to be
	// done, and leaves out its guesses.
	GoalsPressed struct{}
	// TeacherCame opens all solutions for this visit.
	TeacherCame struct{}
	// DesignCame comes with a colleague's design, which the address holds.
	DesignCame struct{ Templates []string }

	// stayed says that the reader has had time for a step.
	stayed struct {
		Lesson string
		Step   int
	}
	// choiceMoved moves a choice of a question that asks for an order.
	choiceMoved struct {
		Question string
		From, To int
	}
)

// update handles one message.
type update struct {
	*page.Update
	l *page.LessonState
}

// Update handles a message, which nothing comes of without a lesson.
func Update(t *page.Update, m Msg) {
	switch m := m.(type) {
	case TeacherCame:
		t.Teacher = true
	case DesignCame:
		t.Colleague = m.Templates
	}
	if t.Lesson != nil {
		m.apply(begin(t))
	}
}

// begin returns an update of a lesson that may be changed.
func begin(t *page.Update) *update {
	l := *t.Lesson
	t.Lesson = &l
	return &update{t, &l}
}

func (m StepPicked) apply(u *update) { u.show(m.Step) }

func (NextPressed) apply(u *update) {
	if u.l.Step < u.l.Progress.Step {
		u.show(u.l.Step + 1)
		return
	}
	u.Send(host.DoAction{Action: lessons.Next{}}, "running-load")
}

func (m ActionPressed) apply(u *update) { u.act(m.Action) }

func (m AnswerTyped) apply(u *update) { u.answer(m.Question, m.Value) }

// answer keeps what is typed or chosen.
func (u *update) answer(question, value string) {
	u.l.Answers = maps.Clone(u.l.Answers)
	u.l.Answers[question] = value
	u.KeepDraft(question, value)
	u.fits(question)
}

// fits takes the mark from a question that says what is missing in its answer.
func (u *update) fits(question string) {
	u.l.Unfit = slices.DeleteFunc(slices.Clone(u.l.Unfit), func(id string) bool { return id == question })
}

func (m AnswerPressed) apply(u *update) {
	v := u.l.Answers[m.Question]
	u.fits(m.Question)
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		switch {
		case q.ID != m.Question:
		case q.Kind == lessons.PutInLine:
			v = strings.Join(inLine(u.l, q), ",")
		case q.Kind == lessons.Mark && v == "":
			v = strconv.Itoa(markAt)
		case len(q.Sizes) > 0:
			v = lineText(sketch(u.l, q))
		case q.Kind == lessons.Number && !q.Takes(v):
			u.l.Unfit = append(u.l.Unfit, q.ID)
			return
		}
	}
	if v != "" {
		u.act(lessons.Answer{Question: m.Question, Value: v})
	}
}

// SheetPressed notes every line of the design sheet that something is written in, marks
// those that are empty, and leads to the first of these.
type SheetPressed struct{}

func (SheetPressed) apply(u *update) {
	u.l.Unfit = nil
	first := ""
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		if !q.OnSheet() || u.l.Progress.Fixed(q) {
			continue
		}
		v := strings.TrimSpace(u.l.Answers[q.ID])
		if !q.Takes(v) {
			u.l.Unfit = append(u.l.Unfit, q.ID)
			first = cmp.Or(first, fieldElement(q))
		} else if noted, _ := u.l.Progress.Given(q.ID); noted != v {
			u.act(lessons.Answer{Question: q.ID, Value: v})
		}
	}
	if first != "" {
		u.Do(page.Focus{ID: first})
		u.TellCode("sheet-open", strconv.Itoa(len(u.l.Unfit)))
	}
}

// fieldElement returns the id of what a question is answered in.
func fieldElement(q lessons.Question) string {
	if q.Kind == lessons.Number || q.Kind == lessons.Fill {
		return "answer-" + q.ID
	}
	return questionElement(q.ID)
}

func (TeacherCame) apply(*update) {}

func (DesignCame) apply(u *update) { u.l.Lesson = withColleague(u.l.Lesson, u.State) }

func (GoalsPressed) apply(u *update) {
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		if _, given := u.l.Progress.Given(q.ID); q.CanLeaveOut() && !given && u.l.Step <= u.l.Progress.Step {
			u.act(lessons.Answer{Question: q.ID, Value: lessons.LeftOut})
		}
	}
	u.Do(page.ScrollTo{ID: elementGoals})
	u.Do(page.Focus{ID: elementGoals})
}

// elementGoals is the list of the goals of the step that is shown.
const elementGoals = "goals"

// longAt is how long a reader is at a step before its solution opens without a try.
const longAt = 5 * time.Minute

// stay begins to count how long a step is shown.
func (u *update) stay() { u.Do(page.SendLater{Wait: longAt, Msg: stayed{u.l.Lesson.Slug, u.l.Step}}) }

func (m stayed) apply(u *update) {
	if m.Lesson == u.l.Lesson.Slug {
		u.l.Stayed = append(slices.Clip(u.l.Stayed), m.Step)
	}
}

// keyHint reports whether the next hint gives away what a challenge asks for.
func keyHint(l *page.LessonState) bool {
	_, _, _, graded := l.Lesson.Graded()
	return graded && l.Hints == len(l.Lesson.Steps[l.Step].Hints)-1
}

func (HintPressed) apply(u *update) {
	if keyHint(u.l) && !u.Teacher && !u.l.Solvable(u.l.Step) {
		return
	}
	if u.l.Hints < len(u.l.Lesson.Steps[u.l.Step].Hints) {
		u.l.Hints++
		u.Send(host.HintSeen{Step: u.l.Step}, "")
	}
}

func (ExplainClosed) apply(u *update) {
	u.l.Explain = ""
	to := elementGoals
	if len(u.l.Lesson.Steps[u.l.Step].Goals) == 0 {
		to = page.ElementStep
	}
	u.Do(page.Focus{ID: to})
}

func (SolutionPressed) apply(u *update) {
	if !u.Teacher && !u.l.Solvable(u.l.Step) {
		return
	}
	if u.l.Solution = !u.l.Solution; u.l.Solution {
		u.Send(host.SolutionSeen{Step: u.l.Step}, "")
	}
}

func (m SolutionRun) apply(u *update) {
	if s := u.l.Lesson.Solution; u.l.Step < len(s) && m.Index < len(s[u.l.Step]) {
		u.act(s[u.l.Step][m.Index])
	}
}

// act carries out an action of the lesson; what it prints goes to the log.
func (u *update) act(a lessons.Action) {
	input, running := "", "running-load"
	a, why := page.InDialect(a, u.Work.Dialect)
	if r, typed := host.Typed(host.DoAction{Action: a}); typed {
		input, running = r.Text, "running-console"
	}
	switch a := a.(type) {
	case lessons.Simulate:
		u.Pass(page.Simulate{})
		return
	case lessons.SimulateOn:
		u.Pass(page.Simulate(a))
		return
	case lessons.Grow:
		running = "running-measure"
	case lessons.Grade:
		running = "running-grade"
	case lessons.Answer:
		u.answer(a.Question, a.Value)
	}
	seq := u.Send(host.DoAction{Action: a}, running)
	switch a := a.(type) {
	case lessons.Answer:
		if text := u.l.Lesson.RunBy(a); text != "" {
			u.Log(seq, text)
		}
	case lessons.Template, lessons.Next, lessons.Grade:
	default:
		u.Log(seq, input).Unsaid = why
	}
}

// show turns to a step that has been reached.
func (u *update) show(step int) {
	l := u.l
	if step < 0 || step > l.Progress.Step || step >= len(l.Lesson.Steps) {
		return
	}
	l.Step, l.Explain, l.Solution = step, "", false
	l.Hints = 0
	if step < len(l.Progress.Hints) {
		l.Hints = l.Progress.Hints[step]
	}
	u.refill()
	u.Do(page.Focus{ID: page.ElementStep})
	u.Do(page.ScrollTo{ID: page.ElementStep})
	u.stay()
	u.Pass(page.StepShown{Panels: l.Lesson.Steps[step].Panels})
}
