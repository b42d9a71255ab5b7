package ui

import (
	"strconv"
	"strings"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine/plan"
	"tabletop/lessons"
)

// Questions are those that reads are measured by.
type Questions struct {
	Course []lessons.Query // of the lesson
	Own    []plan.Query    // of the workload
}

// QuestionsOf returns those of the page.
func QuestionsOf(st *page.State, w *page.Workspace) Questions {
	q := Questions{Own: w.Timeline.Workload}
	if st.Lesson != nil {
		q.Course = st.Lesson.Lesson.Queries
	}
	return q
}

// Text returns a question as the reader asks it: in a lesson's words, under its
// name, or where that is but an ID in words made of its conditions.
func (q Questions) Text(k *Kit, id string) string {
	for _, c := range q.Course {
		if c.ID == id {
			return c.Text
		}
	}
	if isID(id) {
		for _, own := range q.Own {
			if own.ID == id {
				return Words(k, own)
			}
		}
	}
	return id
}

// isID reports whether a question's name is made for programs.
func isID(name string) bool {
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// Words says what a question asks for.
func Words(k *Kit, q plan.Query) string {
	var all []string
	for _, c := range q.Where {
		all = append(all, k.T("words-"+strconv.Itoa(int(c.Op)), c.Field, c.Value, c.To))
	}
	text := k.T("words-all")
	if len(all) > 0 {
		text = k.T("words", i18n.List(k.Lang, all))
	}
	if q.Latest.N > 0 {
		text = k.T("words-more", text, k.T("cond-latest", strconv.FormatInt(q.Latest.N, 10), q.Latest.Field, q.Each))
	}
	if len(q.Columns) > 0 {
		text = k.T("words-more", text, k.T("cond-columns", i18n.List(k.Lang, q.Columns)))
	}
	return text
}
