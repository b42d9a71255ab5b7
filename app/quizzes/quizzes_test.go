package quizzes

import (
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons/quiz"
	"tabletop/web/test/pagetest"
)

// day is a day in microseconds.
const day = int64(24 * 60 * 60 * 1_000_000)

// reader returns a page of a reader who has done two lessons, of which one is due.
func reader(t *testing.T) *pagetest.Page {
	p := pagetest.New(t)
	kinds := []quiz.Kind{quiz.RowsScanned, quiz.FirstInOrder, quiz.CellsKept}
	p.State.Catalog = []page.LessonCard{{Slug: "a", Title: "A", Quiz: kinds}, {Slug: "b", Title: "B", Quiz: kinds}, {Slug: "c", Title: "C", Quiz: kinds}}
	p.State.WorkspaceList = &host.WorkspaceList{Now: 100 * day, Lessons: []host.LessonSummary{
		{Slug: "a", Done: true, DoneAt: 100*day - 1}, {Slug: "b", Done: true, DoneAt: 90 * day, GuessError: 4}, {Slug: "c"},
	}}
	return p
}

// TestDueLessons checks which lessons have a quiz that is due, and their order.
func TestDueLessons(t *testing.T) {
	p := reader(t)
	slugs := func() (out string) {
		for _, d := range due(&p.State) {
			out += d.Slug
		}
		return out
	}
	if got := slugs(); got != "b" {
		t.Errorf("due: %q", got)
	}
	p.State.WorkspaceList.Now = 102 * day
	if got := slugs(); got != "ba" { // the guesses in b were further off
		t.Errorf("due two days later: %q", got)
	}
	a := &p.State.WorkspaceList.Lessons[0]
	a.Quizzes = []quiz.Result{{At: 90 * day, Answers: []quiz.Answer{{Said: "1", Was: "2"}}}}
	p.State.WorkspaceList.Now = 110 * day
	if got := slugs(); got != "ab" { // an answer about a was wrong
		t.Errorf("due after a wrong answer: %q", got)
	}
}

// TestQuiz answers a quiz: one answer is refused, one is wrong and one right. The result is stored
// once, with the last answer.
func TestQuiz(t *testing.T) {
	p := reader(t)
	var s State
	send := func(m Msg) { p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	stored := func() (out []host.SaveQuizResult) {
		for _, c := range p.State.Calls {
			if q, ok := c.Call.(host.SaveQuizResult); ok {
				out = append(out, q)
			}
		}
		return out
	}
	send(started{"b"})
	if len(s.Exercises) != 3 {
		t.Fatalf("%d exercises", len(s.Exercises))
	}
	send(typed{"many"})
	send(checked{})
	if !s.Invalid || s.Checked {
		t.Error("a word was taken for a number")
	}
	for i, e := range s.Exercises {
		said := e.Right
		if i == 1 {
			said = e.Choices[0] // the first choice is never right
		}
		send(typed{" " + said})
		send(checked{})
		send(checked{}) // an answer counts once
		if !s.Checked || len(s.Answers) != i+1 || s.Answers[i].IsRight() != (i != 1) {
			t.Errorf("exercise %d: %+v", i, s.Answers)
		}
		if last := i == 2; (len(stored()) == 1) != last {
			t.Errorf("after exercise %d: %+v", i, stored())
		}
		send(wentOn{})
	}
	if _, ok := s.shown(); ok {
		t.Error("there is another exercise")
	}
	if got := stored()[0]; got.Slug != "b" || got.Result.Wrong() != 1 {
		t.Errorf("stored: %+v", got)
	}
	send(closed{})
	if s.Slug != "" {
		t.Error("the quiz is still there")
	}
}

// TestGuessPoints checks that the chart has lessons and quizzes in the order of time.
func TestGuessPoints(t *testing.T) {
	p := reader(t)
	p.State.WorkspaceList.Lessons[1].Quizzes = []quiz.Result{{At: 95 * day, Answers: []quiz.Answer{{Said: "9", Was: "0"}, {Said: "x", Was: "y"}}}}
	p.State.WorkspaceList.Lessons[0].GuessError = 2
	got := guessPoints(&p.State)
	if len(got) != 3 || got[0].Factor != 4 || got[1].Factor < 9.99 || got[1].Factor > 10.01 || got[2].Factor != 2 {
		t.Errorf("%+v", got)
	}
}
