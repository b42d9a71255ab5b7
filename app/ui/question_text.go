package ui

import (
	"tabletop/app/page"
	"tabletop/app/wording"
	"tabletop/engine/plan"
	"tabletop/lessons"
)

// Questions are the questions whose cost the page shows.
type Questions struct {
	LessonQueries []lessons.Query // questions of the lesson
	Workload      []plan.Query    // questions of the workload
}

// QuestionsOf returns the questions of the page.
func QuestionsOf(st *page.State, w *page.Workspace) Questions {
	q := Questions{Workload: w.Timeline.Workload}
	if st.Lesson != nil {
		q.LessonQueries = st.Lesson.Lesson.Queries
	}
	return q
}

// QuestionText returns a question in words: those of the lesson, or else its name. If the name is only
// an ID, the words are made from the question's conditions, or it is the ID if there is no such question.
func (q Questions) QuestionText(k *Kit, id string) string {
	if text, ok := q.FindText(k, id); ok {
		return text
	}
	return id
}

// FindText returns a question in words, as [Questions.QuestionText] does, and false if the page has no
// such question: an answer may be of a question that was taken back meanwhile.
func (q Questions) FindText(k *Kit, id string) (string, bool) {
	for _, c := range q.LessonQueries {
		if c.ID == id {
			return c.Text, true
		}
	}
	for _, own := range q.Workload {
		if own.ID == id {
			return wording.QuestionTitle(k.Lang, own), true
		}
	}
	return "", false
}
