// Package lesson is the part of the page that shows a lesson: its steps with their
// questions, goals, hints and solutions, the score card of a challenge, what was measured
// with growing data, and a record of the lessons that the reader has done.
//
// A lesson is a [lessons.Lesson]: its text and its goals. How far the reader is with it is
// in [page.LessonState], which other parts read too. The host judges goals and answers; its
// [lessons.Outcome] travels with the answer to each call, and [OnOutcome] takes it over. What
// the reader does in a lesson is an action ([lessons.Action]), which this part sends as
// [host.DoLessonAction].
//
// Some questions are guesses: any answer is taken, and it is compared later with what is
// measured. While such a question is open, the lesson may hold back what the reader does
// elsewhere. [HoldCall] then leads to the question, and keeps commands of the console to run
// them after the answer.
//
// A challenge is a lesson that grades designs. Its criteria have a par, the value of a
// reference design.
//
// In files named view*.go, [View] draws all of this. The page's HTML is also written by
// [View.Draw] before any script runs; it then contains every step.
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

// State is what only this part needs of a lesson; the rest is in [page.LessonState].
type State struct {
	early *early // an outcome that arrived before the lesson's file, nil for none
}

// early is the outcome of a call that arrived while the lesson's file was still being
// fetched.
type early struct {
	to  page.PendingCall
	out lessons.Outcome
}

// NewLessonState returns the state of a lesson at its beginning.
func NewLessonState(l *lessons.Lesson) *page.LessonState {
	return &page.LessonState{Lesson: l, Answers: map[string]string{}, WrongAnswers: map[string]string{}, WrongID: map[string]string{}}
}

// Msg is a message to the lesson.
type Msg interface{ apply(*update) }

type (
	// StepPicked shows a step, if the reader has reached it.
	StepPicked struct{ Step int }
	// NextStepPressed goes to the next step.
	NextStepPressed struct{}
	// ActionPressed carries out an action of the lesson.
	ActionPressed struct{ Action lessons.Action }
	// AnswerTyped brings a value that was typed or chosen and not given as an answer yet.
	AnswerTyped struct{ Question, Value string }
	// AnswerSubmitted gives the value as the answer.
	AnswerSubmitted struct{ Question string }
	// HintPressed shows the next hint.
	HintPressed struct{}
	// explainClosed closes the explanation of what is not right yet.
	explainClosed struct{}
	// SolutionPressed shows or hides the solution of the step.
	SolutionPressed struct{}
	// SolutionActionPressed carries out the action number Index, from 0, of the step's solution.
	SolutionActionPressed struct{ Index int }

	// goalsPressed goes to the goals of the step and leaves out its guesses. It is for readers
	// who know what the step teaches.
	goalsPressed struct{}
	// SolutionsUnlocked opens all solutions for this visit.
	SolutionsUnlocked struct{}
	// RivalDesignReceived brings a rival's design from the page's address, as a template for each
	// table.
	RivalDesignReceived struct{ Templates []string }

	// rulesPressed saves the rules of the lessons that are done.
	rulesPressed struct{ Slugs []string }
	// RulesFetched brings the lessons of a [FetchRules].
	RulesFetched struct{ Lessons []*lessons.Lesson }

	// stayed is sent after a step has been shown for longAt.
	stayed struct {
		Lesson string
		Step   int
	}
	// choiceMoved moves a choice from one place to another, in a question about an order.
	// Places count from 0.
	choiceMoved struct {
		Question string
		From, To int
	}
)

// update is the handling of one message in a lesson. l may be changed: it is the copy that
// begin has made.
type update struct {
	*page.Update
	l *page.LessonState
}

// Update handles a message. Without a lesson on the page, messages about a step have no effect.
func Update(t *page.Update, m Msg) {
	switch m := m.(type) {
	case SolutionsUnlocked:
		t.SolutionsUnlocked = true
	case RivalDesignReceived:
		t.RivalDesign = m.Templates
	case rulesPressed:
		t.DoEffect(FetchRules(m))
	case RulesFetched:
		t.PassMessage(page.SaveFile{File: host.ExportedFile{Name: "tabletop-rules.html", Data: []byte(ruleSheet(t.Lang, m.Lessons))}})
	}
	if t.Lesson != nil {
		m.apply(begin(t))
	}
}

// begin replaces the state of the lesson by a copy, and returns an update that may change
// it. There must be a lesson. Slices and maps in it are shared with the previous state and
// have to be copied before a change.
func begin(t *page.Update) *update {
	l := *t.Lesson
	t.Lesson = &l
	return &update{t, &l}
}

func (m StepPicked) apply(u *update) { u.show(m.Step) }

// apply shows the next step if it has been reached; otherwise it asks the host to go there.
func (NextStepPressed) apply(u *update) {
	if u.l.Step < u.l.Progress.Step {
		u.show(u.l.Step + 1)
		return
	}
	u.SendCall(host.DoLessonAction{Action: lessons.Next{}}, "running-load")
}

func (m ActionPressed) apply(u *update) { u.act(m.Action) }

func (m AnswerTyped) apply(u *update) { u.answer(m.Question, m.Value) }

// answer keeps a value as the reader's draft of an answer.
func (u *update) answer(question, value string) {
	u.l.Answers = maps.Clone(u.l.Answers)
	u.l.Answers[question] = value
	u.SaveDraft(question, value)
	u.fits(question)
}

// fits removes the mark that says that the answer to a question is missing or not of its
// kind.
func (u *update) fits(question string) {
	u.l.InvalidAnswers = slices.DeleteFunc(slices.Clone(u.l.InvalidAnswers), func(id string) bool { return id == question })
}

// apply gives the answer, or the initial value of a question that starts with one. A number
// that is no whole number is marked and not given.
func (m AnswerSubmitted) apply(u *update) {
	v := u.l.Answers[m.Question]
	u.fits(m.Question)
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		switch {
		case q.ID != m.Question:
		case q.Kind == lessons.PutInOrder:
			v = strings.Join(inLine(u.l, q), ",")
		case q.Kind == lessons.MarkPlace && v == "":
			v = strconv.Itoa(markAt)
		case len(q.Sizes) > 0:
			v = lineText(sketch(u.l, q))
		case q.Kind == lessons.EnterNumber && !q.AcceptsForm(v):
			u.l.InvalidAnswers = append(u.l.InvalidAnswers, q.ID)
			return
		}
	}
	if v != "" {
		u.act(lessons.Answer{Question: m.Question, Value: v})
	}
}

// sheetPressed gives all lines of the design sheet as answers that are filled in. It marks
// the others and moves the focus to the first of them.
type sheetPressed struct{}

// apply goes through the lines of the sheet. A line whose answer is noted already is not
// given again.
func (sheetPressed) apply(u *update) {
	u.l.InvalidAnswers = nil
	first := ""
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		if !q.IsOnDesignSheet() || u.l.Progress.IsAnswerFixed(q) {
			continue
		}
		v := strings.TrimSpace(u.l.Answers[q.ID])
		if !q.AcceptsForm(v) {
			u.l.InvalidAnswers = append(u.l.InvalidAnswers, q.ID)
			first = cmp.Or(first, fieldElement(q))
		} else if noted, _ := u.l.Progress.AnswerTo(q.ID); noted != v {
			u.act(lessons.Answer{Question: q.ID, Value: v})
		}
	}
	if first != "" {
		u.DoEffect(page.FocusElement{ID: first})
		u.AnnounceSentence("sheet-open", strconv.Itoa(len(u.l.InvalidAnswers)))
	}
}

// fieldElement returns the id of the element in which a question is answered.
func fieldElement(q lessons.Question) string {
	if q.Kind == lessons.EnterNumber || q.Kind == lessons.FillText {
		return "answer-" + q.ID
	}
	return questionElement(q.ID)
}

func (SolutionsUnlocked) apply(*update) {}

func (rulesPressed) apply(*update) {}

func (RulesFetched) apply(*update) {}

func (RivalDesignReceived) apply(u *update) { u.l.Lesson = withRival(u.l.Lesson, u.State) }

func (goalsPressed) apply(u *update) {
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		if _, given := u.l.Progress.AnswerTo(q.ID); q.CanSkip() && !given && u.l.Step <= u.l.Progress.Step {
			u.act(lessons.Answer{Question: q.ID, Value: lessons.SkippedAnswer})
		}
	}
	u.DoEffect(page.ScrollToElement{ID: elementGoals})
	u.DoEffect(page.FocusElement{ID: elementGoals})
}

// elementGoals is the id of the list of goals of the shown step.
const elementGoals = "goals"

// longAt is the time after which the solution of a step opens even if the reader has not
// tried anything.
const longAt = 5 * time.Minute

// stay starts to count the time for which the step is shown.
func (u *update) stay() {
	u.DoEffect(page.SendMsgLater{Wait: longAt, Msg: stayed{u.l.Lesson.Slug, u.l.Step}})
}

func (m stayed) apply(u *update) {
	if m.Lesson == u.l.Lesson.Slug {
		u.l.LongStays = append(slices.Clip(u.l.LongStays), m.Step)
	}
}

// keyHint reports whether the next hint is the last one of a challenge, which gives the
// solution away.
func keyHint(l *page.LessonState) bool {
	_, _, _, graded := l.Lesson.GradedGoal()
	return graded && l.Hints == len(l.Lesson.Steps[l.Step].Hints)-1
}

// apply shows the next hint, and tells the host. The last hint of a challenge is shown only
// when the solution may be seen.
func (HintPressed) apply(u *update) {
	if keyHint(u.l) && !u.SolutionsUnlocked && !u.l.CanShowSolution(u.l.Step) {
		return
	}
	if u.l.Hints < len(u.l.Lesson.Steps[u.l.Step].Hints) {
		u.l.Hints++
		u.SendCall(host.NoteHintSeen{Step: u.l.Step}, "")
	}
}

func (explainClosed) apply(u *update) {
	u.l.Explain = ""
	to := elementGoals
	if len(u.l.Lesson.Steps[u.l.Step].Goals) == 0 {
		to = page.ElementStep
	}
	u.DoEffect(page.FocusElement{ID: to})
}

// apply shows or hides the solution if it may be seen, and tells the host when it is shown.
func (SolutionPressed) apply(u *update) {
	if !u.SolutionsUnlocked && !u.l.CanShowSolution(u.l.Step) {
		return
	}
	if u.l.Solution = !u.l.Solution; u.l.Solution {
		u.SendCall(host.NoteSolutionSeen{Step: u.l.Step}, "")
	}
}

func (m SolutionActionPressed) apply(u *update) {
	if s := u.l.Lesson.Solution; u.l.Step < len(s) && m.Index < len(s[u.l.Step]) {
		u.act(s[u.l.Step][m.Index])
	}
}

// act carries out an action. Commands of the console are translated into its dialect, and
// logged as if they had been typed. A simulation is passed to the part that shows it.
func (u *update) act(a lessons.Action) {
	input, running := "", "running-load"
	a, why := page.TranslateAction(a, u.Work.Dialect)
	if r, typed := host.ConsoleTextOfCall(host.DoLessonAction{Action: a}); typed {
		input, running = r.Text, "running-console"
	}
	switch a := a.(type) {
	case lessons.Simulate:
		u.PassMessage(page.SimulateStepLoad{})
		return
	case lessons.SimulateOn:
		u.PassMessage(page.SimulateStepLoad(a))
		return
	case lessons.Grow:
		running = "running-measure"
	case lessons.Grade:
		running = "running-grade"
	case lessons.Answer:
		u.answer(a.Question, a.Value)
	}
	// Commands, and answers that run one, get an entry in the log.
	seq := u.SendCall(host.DoLessonAction{Action: a}, running)
	switch a := a.(type) {
	case lessons.Answer:
		if text := u.l.Lesson.CommandsAfter(a); text != "" {
			u.AddLogEntry(seq, text)
		}
	case lessons.Template, lessons.Next, lessons.Grade:
	default:
		u.AddLogEntry(seq, input).DialectErr = why
	}
}

// show shows a step, if the reader has reached it, with the hints that were taken there.
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
	u.DoEffect(page.FocusElement{ID: page.ElementStep})
	u.DoEffect(page.ScrollToElement{ID: page.ElementStep})
	u.stay()
	u.PassMessage(page.LessonStepShown{Panels: l.Lesson.Steps[step].Panels})
}
