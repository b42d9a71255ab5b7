package lesson

import (
	"maps"
	"slices"

	"tabletop/app/code"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/console"
	"tabletop/lessons"
)

// Fetched begins a lesson whose file has come.
func Fetched(t *page.Update, s *State, l *lessons.Lesson) {
	t.Lesson = New(withColleague(l, t.State))
	if e := s.early; e != nil {
		s.early = nil
		begin(t).outcome(e.to, e.out)
	}
}

// Retold goes on with a lesson as another language tells it: at the same step, with all
// that the reader has answered and been told.
func Retold(t *page.Update, l *lessons.Lesson) {
	u := begin(t)
	u.l.Lesson = withColleague(l, t.State)
	if why := l.Explanation(u.l.ExplainID); why != "" && u.l.Explain != "" {
		u.l.Explain = why
	}
	u.l.Wrong = maps.Clone(u.l.Wrong)
	for question, id := range u.l.WrongID {
		if why := l.Explanation(id); why != "" && u.l.Wrong[question] != "" {
			u.l.Wrong[question] = why
		}
	}
}

// Answered takes what the lesson said to a call. It is kept where the lesson's file is
// still on its way.
func Answered(t *page.Update, s *State, w page.Pending, o lessons.Outcome) {
	if t.Lesson != nil {
		begin(t).outcome(w, o)
	} else if w.Call == host.Call(host.Open{Kind: host.KindLesson, ID: t.Route.ID}) {
		s.early = &early{w, o}
	}
}

// outcome takes what the lesson said to what happened.
func (u *update) outcome(w page.Pending, o lessons.Outcome) {
	l, before := u.l, u.l.Progress
	if why := l.Lesson.Explanation(o.ExplainID); why != "" {
		o.Explain = why // as the page is told the lesson, whose language may be another by now
	}
	l.Progress, l.Readings = o.Progress, map[string][]lessons.Reading{}
	for _, g := range o.Readings {
		l.Readings[g.Goal] = g.Of
	}
	switch c := w.Call.(type) {
	case host.Open, host.TakeOver:
		defer u.stay()
		// The text was there before: what the reader has begun with it stays.
		if l.Step != o.Progress.Step {
			l.Step, l.Explain, l.Solution, l.Hints = o.Progress.Step, "", false, 0
		}
		if l.Step < len(l.Lesson.Steps) {
			u.Pass(page.StepShown{Panels: l.Lesson.Steps[l.Step].Panels})
		}
		if l.Step < len(o.Progress.Hints) {
			l.Hints = max(l.Hints, o.Progress.Hints[l.Step])
		}
		_, over := c.(host.TakeOver) // from a tab that has gone on
		begun := l.Answers
		l.Answers = maps.Clone(begun)
		for _, a := range o.Progress.Answers {
			if _, since := begun[a.Question]; !since || over {
				l.Answers[a.Question] = a.Value
			}
		}
		u.redraft(begun)
	case host.Reset:
		l.Step = 0
		u.ForgetDrafts()
		u.Do(page.Focus{ID: page.ElementStep})
	case host.DoAction:
		switch a := c.Action.(type) {
		case lessons.Answer:
			l.Wrong, l.WrongID = maps.Clone(l.Wrong), maps.Clone(l.WrongID)
			l.Wrong[a.Question], l.WrongID[a.Question] = o.Explain, o.ExplainID
			u.settled(a.Question)
			if a.Value != lessons.LeftOut { // that leads to the goals
				u.Do(page.ScrollTo{ID: saidElement(a.Question)})
			}
		case lessons.Next:
			if o.Progress.Step > before.Step {
				u.show(o.Progress.Step)
			}
		default:
			if l.Explain, l.ExplainID, l.OfRead = o.Explain, o.ExplainID, false; o.Explain != "" {
				u.Do(page.ScrollTo{ID: page.ElementExplain})
			}
		}
	case host.Execute:
		changed, read := touches(c.Request)
		if o.Explain != "" {
			u.Do(page.ScrollTo{ID: page.ElementExplain})
		}
		if o.Explain != "" || changed || read && l.OfRead {
			l.Explain, l.ExplainID, l.OfRead = o.Explain, o.ExplainID, read && !changed // what a note said was of what was before
		}
	}
	u.release()
	if asks[lessons.Grade](w.Call) {
		u.tellScore()
		u.Do(page.ScrollTo{ID: elementScore})
	}
	switch {
	case len(o.Fresh) > 0:
		l.Explain, l.ExplainID = o.Explain, o.ExplainID
		u.Tell(page.AnnouncementPart{Text: u.goalText(o.Fresh)})
	case o.Explain != "":
		u.Tell(page.AnnouncementPart{Text: lessons.Plain(o.Explain)})
	case asks[lessons.Answer](w.Call):
		if q := u.answered(w.Call); !q.Guess {
			u.TellCode("right")
		}
	}
}

// touches reports whether a request is to change tables, and to read rows for the reader.
func touches(r engine.Request) (changes, reads bool) {
	typed, ok := r.(engine.Console)
	if !ok {
		return engine.NatureOf(r).Changes, false
	}
	for _, c := range code.Commands(typed.Text, typed.Dialect) {
		changes = changes || console.Writes(c)
		reads = reads || console.Describe(c).Effect == console.EffectReads
	}
	return changes, reads
}

// answered returns the question that a call answers.
func (u *update) answered(c host.Call) lessons.Question {
	do, _ := c.(host.DoAction)
	a, _ := do.Action.(lessons.Answer)
	for _, s := range u.l.Lesson.Steps {
		for _, q := range s.Asks {
			if q.ID == a.Question {
				return q
			}
		}
	}
	return lessons.Question{}
}

// asks reports whether a call has an action of a kind carried out.
func asks[A lessons.Action](c host.Call) bool {
	do, ok := c.(host.DoAction)
	if !ok {
		return false
	}
	_, ok = do.Action.(A)
	return ok
}

// goalText returns the texts of goals, for a screen reader.
func (u *update) goalText(ids []string) string {
	said := ""
	for _, s := range u.l.Lesson.Steps {
		for _, g := range s.Goals {
			if slices.Contains(ids, g.ID) {
				said += "✓ " + g.Text + " "
			}
		}
	}
	return said
}
