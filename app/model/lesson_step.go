package model

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/heat"
	"tabletop/lessons"
)

// LineOf returns the choices of a question in the order that the reader has put them
// in.
func LineOf(l *LessonState, q lessons.Question) []string {
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

// LineElement returns the id of a button that moves a choice.
func LineElement(question, which string) string { return "order-" + question + "-" + which }

// moveChoice moves a choice of a question, and the focus with it.
func (u *update) moveChoice(m ChoiceMoved) {
	l := u.Lesson
	for _, q := range l.Lesson.Steps[l.Step].Asks {
		if q.ID != m.Question {
			continue
		}
		order := slices.Clone(LineOf(l, q))
		if m.From < 0 || m.From >= len(order) || m.To < 0 || m.To >= len(order) || m.From == m.To {
			return
		}
		v := order[m.From]
		order = slices.Insert(slices.Delete(order, m.From, m.From+1), m.To, v)
		l.Answers = maps.Clone(l.Answers)
		l.Answers[q.ID] = strings.Join(order, ",")
		which := "down-"
		if m.To < m.From {
			which = "up-"
		}
		u.do(Focus{ID: LineElement(q.ID, which+strconv.Itoa(m.To))})
		u.tellCode("order-moved", v, strconv.Itoa(m.To+1), strconv.Itoa(len(order)))
	}
}

// openPanels opens what the step that is shown works with.
func (u *update) openPanels() {
	l := u.Lesson
	if l.Step >= len(l.Lesson.Steps) {
		return
	}
	step := l.Lesson.Steps[l.Step]
	u.Work.Heat.Open = slices.Contains(step.Panels, lessons.PanelLoad)
	if u.Work.Heat.Open {
		u.Work.Heat.Set = nil
	}
	u.Work.Schema.Open = slices.Contains(step.Panels, lessons.PanelSchema)
}

// simulateStep puts the table of the step under its traffic.
func (u *update) simulateStep() {
	u.Work.Heat.Set, u.Work.Heat.Open = nil, true
	u.turn.Pass(heat.Run{})
}
