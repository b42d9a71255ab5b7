// Package lesson is the course's side of the page: the steps of a lesson with their
// questions, goals, hints and solutions, its score card, what was measured by growing, and
// the record of what is done.
package lesson

import (
	"maps"
	"strings"

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
	return &page.LessonState{Lesson: l, Answers: map[string]string{}, Wrong: map[string]string{}}
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
	// SolutionPressed shows the step's solution.
	SolutionPressed struct{}
	// SolutionRun carries out action number Index of the shown solution.
	SolutionRun struct{ Index int }

	// choiceMoved moves a choice of a question that asks for an order.
	choiceMoved struct {
		Question string
		From, To int
	}
)

// update handles one message.
type update struct {
	*page.Turn
	l *page.LessonState
}

// Update handles a message, which nothing comes of without a lesson.
func Update(t *page.Turn, m Msg) {
	if t.Lesson != nil {
		m.apply(begin(t))
	}
}

// begin returns an update of a lesson that may be changed.
func begin(t *page.Turn) *update {
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
	u.Send(host.Do{Action: lessons.Next{}}, "running-load")
}

func (m ActionPressed) apply(u *update) { u.act(m.Action) }

func (m AnswerTyped) apply(u *update) { u.answer(m.Question, m.Value) }

// answer keeps what is typed or chosen.
func (u *update) answer(question, value string) {
	u.l.Answers = maps.Clone(u.l.Answers)
	u.l.Answers[question] = value
}

func (m AnswerPressed) apply(u *update) {
	v := u.l.Answers[m.Question]
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		if q.ID == m.Question && q.Kind == lessons.PutInLine {
			v = strings.Join(inLine(u.l, q), ",")
		}
	}
	if v != "" {
		u.act(lessons.Answer{Question: m.Question, Value: v})
	}
}

func (HintPressed) apply(u *update) {
	if u.l.Hints < len(u.l.Lesson.Steps[u.l.Step].Hints) {
		u.l.Hints++
		u.Send(host.Hint{Step: u.l.Step}, "")
	}
}

func (SolutionPressed) apply(u *update) {
	if u.l.Solution = !u.l.Solution; u.l.Solution {
		u.Send(host.Reveal{Step: u.l.Step}, "")
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
	if r, typed := host.Typed(host.Do{Action: a}); typed {
		input, running = r.Text, "running-console"
	}
	switch a := a.(type) {
	case lessons.Simulate:
		u.Pass(page.Simulate{})
		return
	case lessons.Grow:
		running = "running-measure"
	case lessons.Grade:
		running = "running-grade"
	case lessons.Answer:
		u.answer(a.Question, a.Value)
	}
	seq := u.Send(host.Do{Action: a}, running)
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
	u.Do(page.Focus{ID: page.ElementStep})
	u.Do(page.ScrollTo{ID: page.ElementStep})
	u.Pass(page.Stepped{Panels: l.Lesson.Steps[step].Panels})
}
