package model

import (
	"maps"
	"slices"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/questions"
	"tabletop/lessons"
)

// lesson handles the messages that need one.
func (u *update) lesson(m Msg) {
	l := *u.Lesson
	u.Lesson = &l
	switch m := m.(type) {
	case StepPicked:
		u.show(m.Step)
	case NextPressed:
		if l.Step < l.Progress.Step {
			u.show(l.Step + 1)
			break
		}
		u.send(host.Do{Action: lessons.Next{}}, "running-load")
	case ActionPressed:
		u.act(m.Action)
	case AnswerTyped:
		u.Lesson.Answers = maps.Clone(l.Answers)
		u.Lesson.Answers[m.Question] = m.Value
	case ChoiceMoved:
		u.moveChoice(m)
	case AnswerPressed:
		v := l.Answers[m.Question]
		for _, q := range l.Lesson.Steps[l.Step].Asks {
			if q.ID == m.Question && q.Kind == lessons.PutInLine {
				v = strings.Join(LineOf(&l, q), ",")
			}
		}
		if v != "" {
			u.act(lessons.Answer{Question: m.Question, Value: v})
		}
	case HintPressed:
		if u.Lesson.Hints < len(l.Lesson.Steps[l.Step].Hints) {
			u.Lesson.Hints++
			u.send(host.Hint{Step: l.Step}, "")
		}
	case SolutionPressed:
		u.Lesson.Solution = !l.Solution
		if u.Lesson.Solution {
			u.send(host.Reveal{Step: l.Step}, "")
		}
	case SolutionRun:
		if s := l.Lesson.Solution; l.Step < len(s) && m.Index < len(s[l.Step]) {
			u.act(s[l.Step][m.Index])
		}
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
		u.simulateStep()
		return
	case lessons.Grow:
		running = "running-measure"
	case lessons.Grade:
		running = "running-grade"
	case lessons.Answer:
		u.Lesson.Answers = maps.Clone(u.Lesson.Answers)
		u.Lesson.Answers[a.Question] = a.Value
	}
	seq := u.send(host.Do{Action: a}, running)
	switch a := a.(type) {
	case lessons.Answer:
		if text := u.Lesson.Lesson.RunBy(a); text != "" {
			u.logged(seq, text)
		}
	case lessons.Template, lessons.Next, lessons.Grade:
	default:
		u.logged(seq, input)
		u.Work.Log[len(u.Work.Log)-1].Unsaid = why
	}
}

// show turns to a step that has been reached.
func (u *update) show(step int) {
	l := u.Lesson
	if step < 0 || step > l.Progress.Step || step >= len(l.Lesson.Steps) {
		return
	}
	l.Step, l.Explain, l.Solution = step, "", false
	u.openPanels()
	l.Hints = 0
	if step < len(l.Progress.Hints) {
		l.Hints = l.Progress.Hints[step]
	}
	u.do(Focus{ID: ElementStep})
	u.do(ScrollTo{ID: ElementStep})
	questions.Changed(u.turn, &u.Work.Questions)
}

// outcome takes what the lesson said to what happened.
func (u *update) outcome(w page.Pending, o lessons.Outcome) {
	l := *u.Lesson
	u.Lesson = &l
	before := l.Progress
	l.Progress, l.Readings = o.Progress, map[string][]lessons.Reading{}
	for _, g := range o.Readings {
		l.Readings[g.Goal] = g.Of
	}
	switch c := w.Call.(type) {
	case host.Open, host.TakeOver:
		// The text was there before: what the reader has begun with it stays.
		if l.Step != o.Progress.Step {
			l.Step, l.Explain, l.Solution, l.Hints = o.Progress.Step, "", false, 0
		}
		u.openPanels()
		if l.Step < len(o.Progress.Hints) {
			l.Hints = max(l.Hints, o.Progress.Hints[l.Step])
		}
		_, over := c.(host.TakeOver) // from a tab that has gone on
		l.Answers = maps.Clone(l.Answers)
		for _, a := range o.Progress.Answers {
			if _, begun := l.Answers[a.Question]; !begun || over {
				l.Answers[a.Question] = a.Value
			}
		}
	case host.Reset:
		l.Step = 0
		u.do(Focus{ID: ElementStep})
	case host.Do:
		switch a := c.Action.(type) {
		case lessons.Answer:
			l.Wrong = maps.Clone(l.Wrong)
			l.Wrong[a.Question] = o.Explain
		case lessons.Next:
			if o.Progress.Step > before.Step {
				u.show(o.Progress.Step)
			}
		default:
			l.Explain = o.Explain
		}
	case host.Execute:
		if o.Explain != "" {
			l.Explain = o.Explain
		}
	}
	questions.Changed(u.turn, &u.Work.Questions)
	if grades(w.Call) {
		u.tellScore()
	}
	switch {
	case len(o.Fresh) > 0:
		l.Explain = o.Explain
		u.tell(Saying{Text: u.goalText(o.Fresh)})
	case o.Explain != "":
		u.tell(Saying{Text: lessons.Plain(o.Explain)})
	case answers(w.Call):
		u.tellCode("right")
	}
}

// grades reports whether a call has a design graded.
func grades(c host.Call) bool {
	do, ok := c.(host.Do)
	if !ok {
		return false
	}
	_, ok = do.Action.(lessons.Grade)
	return ok
}

// answers reports whether a call answers a question of the lesson.
func answers(c host.Call) bool {
	do, ok := c.(host.Do)
	if !ok {
		return false
	}
	_, ok = do.Action.(lessons.Answer)
	return ok
}

// goalText returns the texts of goals, for a screen reader.
func (u *update) goalText(ids []string) string {
	said := ""
	for _, s := range u.Lesson.Lesson.Steps {
		for _, g := range s.Goals {
			if slices.Contains(ids, g.ID) {
				said += "✓ " + g.Text + " "
			}
		}
	}
	return said
}
