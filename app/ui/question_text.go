package ui

import (
	"strconv"
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/page"
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
		switch {
		case own.ID != id:
		case isID(id):
			return QueryText(k, own), true
		default:
			return id, true
		}
	}
	return "", false
}

// isID reports whether a question's name looks like an ID.
func isID(name string) bool {
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// QueryText returns the words for a question, made from its conditions.
func QueryText(k *Kit, q plan.Query) string {
	var all []string
	for _, c := range q.Where {
		all = append(all, k.T("words-"+strconv.Itoa(int(c.Op)), c.Field, c.Value, c.To))
	}
	text := k.T("words-all")
	if len(all) > 0 {
		text = k.T("words", i18n.FormatList(k.Lang, all))
	}
	if q.Latest.N > 0 {
		text = k.T("words-more", text, k.T("cond-latest", strconv.FormatInt(q.Latest.N, 10), q.Latest.Field, q.Each))
	}
	if len(q.Columns) > 0 {
		text = k.T("words-more", text, k.T("cond-columns", i18n.FormatList(k.Lang, q.Columns)))
	}
	return text
}
