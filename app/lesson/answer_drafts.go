package lesson

import (
	"maps"
	"strings"

	"tabletop/app/page"
	"tabletop/lessons"
)

// settled forgets the draft of a question if it is the answer that was given.
func (u *update) settled(question string) {
	if given, ok := u.l.Progress.AnswerTo(question); ok && given == strings.TrimSpace(u.l.Answers[question]) {
		u.SaveDraft(question, "")
	}
}

// redraft restores the drafts of the last visit. Questions in begun are left, since the
// reader has begun to answer them during this visit.
func (u *update) redraft(begun map[string]string) {
	u.l.Answers = maps.Clone(u.l.Answers)
	for _, d := range u.WorkspaceDrafts() {
		if _, since := begun[d.Name]; !since && d.Name != page.ConsoleDraftName {
			u.l.Answers[d.Name] = d.Text
		}
	}
	u.refill()
}

// refill writes drafts into the fields of the shown step. A drawing does not set the text of
// these fields, so that it does not disturb the reader's typing.
func (u *update) refill() {
	if u.l.Step >= len(u.l.Lesson.Steps) {
		return
	}
	for _, q := range u.l.Lesson.Steps[u.l.Step].Asks {
		typed := q.Kind == lessons.EnterNumber || q.Kind == lessons.FillText
		if text := u.l.Answers[q.ID]; typed && text != "" && !u.l.Progress.IsAnswerFixed(q) && q.IsAsked(u.l.Progress) {
			u.DoEffect(page.SetFieldText{ID: "answer-" + q.ID, Text: text})
		}
	}
}
