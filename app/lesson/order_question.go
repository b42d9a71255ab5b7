package lesson

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/page"
	"tabletop/lessons"
)

// inLine returns the values of a question's choices in the order of the reader's draft, or
// in the initial order if there is no valid draft.
func inLine(l *page.LessonState, q lessons.Question) []string {
	order := strings.Split(l.Answers[q.ID], ",")
	var choices []string
	for _, c := range q.Choices {
		choices = append(choices, c.Value)
	}
	a, b := slices.Sorted(slices.Values(order)), slices.Sorted(slices.Values(choices))
	if slices.Equal(a, b) {
		return order
	}
	return choices
}

// lineElement returns the id of a button that moves a choice. which is "up-" or "down-" and
// the place of the choice.
func lineElement(question, which string) string { return "order-" + question + "-" + which }

// apply moves the choice and moves the focus to its button at the new place.
func (m choiceMoved) apply(u *update) {
	l := u.l
	for _, q := range l.Lesson.Steps[l.Step].Asks {
		if q.ID != m.Question {
			continue
		}
		order := slices.Clone(inLine(l, q))
		if m.From < 0 || m.From >= len(order) || m.To < 0 || m.To >= len(order) || m.From == m.To {
			return
		}
		v := order[m.From]
		order = slices.Insert(slices.Delete(order, m.From, m.From+1), m.To, v)
		u.answer(q.ID, strings.Join(order, ","))
		which := "down-"
		if m.To < m.From {
			which = "up-"
		}
		u.DoEffect(page.FocusElement{ID: lineElement(q.ID, which+strconv.Itoa(m.To))})
		u.AnnounceSentence("order-moved", v, strconv.Itoa(m.To+1), strconv.Itoa(len(order)))
	}
}
