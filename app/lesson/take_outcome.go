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

// ShowLesson shows a lesson whose file has arrived, with the outcome that has arrived before
// it, if any.
func ShowLesson(t *page.Update, s *State, l *lessons.Lesson) {
	t.Lesson = NewLessonState(withRival(l, t.State))
	if e := s.early; e != nil {
		s.early = nil
		begin(t).outcome(e.to, e.out)
	}
}

// ReplaceLessonText replaces the text of the lesson by that of another language. The reader's progress
// and answers stay, and shown explanations are translated.
func ReplaceLessonText(t *page.Update, l *lessons.Lesson) {
	u := begin(t)
	u.l.Lesson = withRival(l, t.State)
	if why := l.Explanation(u.l.ExplainID); why != "" && u.l.Explain != "" {
		u.l.Explain = why
	}
	u.l.WrongAnswers = maps.Clone(u.l.WrongAnswers)
	for question, id := range u.l.WrongID {
		if why := l.Explanation(id); why != "" && u.l.WrongAnswers[question] != "" {
			u.l.WrongAnswers[question] = why
		}
	}
}

// OnOutcome takes the outcome of the call w. If the lesson's file has not arrived yet, the
// outcome of opening the lesson is kept for [ShowLesson].
func OnOutcome(t *page.Update, s *State, w page.PendingCall, o lessons.Outcome) {
	if t.Lesson != nil {
		begin(t).outcome(w, o)
	} else if w.Call == host.Call(host.OpenWorkspace{Kind: host.KindLesson, ID: t.Route.ID}) {
		s.early = &early{w, o}
	}
}

// outcome updates the lesson after the call w: progress and readings, and for some calls the
// answers, the shown step and the explanation. Then it runs queued commands that may run
// now, and tells a screen reader what has changed.
func (u *update) outcome(w page.PendingCall, o lessons.Outcome) {
	l, before := u.l, u.l.Progress
	if why := l.Lesson.Explanation(o.ExplainID); why != "" {
		o.Explain = why // the page's language may have changed since the call
	}
	l.Progress, l.Readings = o.Progress, map[string][]lessons.Reading{}
	for _, g := range o.Readings {
		l.Readings[g.Goal] = g.Readings
	}
	// What the outcome changes depends on the call.
	switch c := w.Call.(type) {
	case host.OpenWorkspace, host.TakeOverWorkspace:
		defer u.stay()
		// The page has shown the lesson's text before. What the reader has begun there since is
		// kept.
		if l.Step != o.Progress.Step {
			l.Step, l.Explain, l.Solution, l.Hints = o.Progress.Step, "", false, 0
		}
		if l.Step < len(l.Lesson.Steps) {
			u.PassMessage(page.LessonStepShown{Panels: l.Lesson.Steps[l.Step].Panels})
		}
		if l.Step < len(o.Progress.Hints) {
			l.Hints = max(l.Hints, o.Progress.Hints[l.Step])
		}
		_, over := c.(host.TakeOverWorkspace) // another tab has gone on with the lesson
		begun := l.Answers
		l.Answers = maps.Clone(begun)
		for _, a := range o.Progress.Answers {
			if _, since := begun[a.Question]; !since || over {
				l.Answers[a.Question] = a.Value
			}
		}
		u.redraft(begun)
	case host.ResetWorkspace:
		l.Step = 0
		u.ForgetDrafts()
		u.DoEffect(page.FocusElement{ID: page.ElementStep})
	case host.DoLessonAction:
		switch a := c.Action.(type) {
		case lessons.Answer:
			l.WrongAnswers, l.WrongID = maps.Clone(l.WrongAnswers), maps.Clone(l.WrongID)
			l.WrongAnswers[a.Question], l.WrongID[a.Question] = o.Explain, o.ExplainID
			u.settled(a.Question)
			if a.Value != lessons.SkippedAnswer { // leaving a guess out scrolls to the goals instead
				u.DoEffect(page.ScrollToElement{ID: saidElement(a.Question)})
			}
		case lessons.Next:
			if o.Progress.Step > before.Step {
				u.show(o.Progress.Step)
			}
		default:
			if l.Explain, l.ExplainID, l.OfRead = o.Explain, o.ExplainID, false; o.Explain != "" {
				u.DoEffect(page.ScrollToElement{ID: page.ElementExplain})
			}
		}
	case host.ExecuteRequest:
		changed, read := touches(c.Request)
		if o.Explain != "" {
			u.DoEffect(page.ScrollToElement{ID: page.ElementExplain})
		}
		// An earlier explanation is about the tables, or the read, of that time.
		if o.Explain != "" || changed || read && l.OfRead {
			l.Explain, l.ExplainID, l.OfRead = o.Explain, o.ExplainID, read && !changed
		}
	}
	u.release()
	if asks[lessons.Grade](w.Call) {
		u.tellScore()
		u.DoEffect(page.ScrollToElement{ID: elementScore})
	}
	// The line that leads to the next step comes at the same moment, and would cover the medal. An answer
	// stays in sight itself.
	if slices.ContainsFunc(o.Fresh, u.hasMedal) && !asks[lessons.Answer](w.Call) {
		u.DoEffect(page.ScrollToElement{ID: elementGoals})
	}
	switch {
	// Newly reached goals are told before anything else.
	case len(o.Fresh) > 0:
		l.Explain, l.ExplainID = o.Explain, o.ExplainID
		u.Announce(page.AnnouncementPart{Text: u.goalText(o.Fresh)})
	case o.Explain != "":
		u.Announce(page.AnnouncementPart{Text: lessons.PlainText(o.Explain)})
	case asks[lessons.Answer](w.Call):
		if q := u.answered(w.Call); !q.Guess {
			u.AnnounceSentence("right")
		}
	}
}

// hasMedal reports whether a medal is measured for a goal.
func (u *update) hasMedal(goal string) bool {
	return slices.ContainsFunc(u.l.Readings[goal], func(r lessons.Reading) bool { return r.Measure == "medal" })
}

// touches reports whether a request is meant to change tables, and whether it is meant to
// read rows for the reader.
func touches(r engine.Request) (changes, reads bool) {
	typed, ok := r.(engine.RunConsole)
	if !ok {
		return engine.TraitsOf(r).Changes, false
	}
	for _, c := range code.CommandsWithCode(typed.Text, typed.Dialect) {
		changes = changes || console.IsWrite(c)
		reads = reads || console.DescriptorOf(c).Effect == console.EffectReads
	}
	return changes, reads
}

// answered returns the question that a call answers, the zero Question if it answers none.
func (u *update) answered(c host.Call) lessons.Question {
	do, _ := c.(host.DoLessonAction)
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

// asks reports whether a call carries out an action of type A.
func asks[A lessons.Action](c host.Call) bool {
	do, ok := c.(host.DoLessonAction)
	if !ok {
		return false
	}
	_, ok = do.Action.(A)
	return ok
}

// goalText returns the texts of the goals with the given IDs, for a screen reader.
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
