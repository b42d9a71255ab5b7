// Package quizzes is the part of the first page that offers a quiz about a lesson in the days after
// it: three exercises of package quiz, whose data differ each time. The reader begins it; it does not
// appear by itself. The results are stored with the progress of the lesson.
package quizzes

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons/quiz"
)

// State is the quiz under way.
type State struct {
	Slug      string          // the lesson that it is about; "" for none
	Exercises []quiz.Exercise // of the quiz
	Answers   []quiz.Answer   // those given so far; the last one is of the exercise that is shown, if Checked
	Checked   bool            // the shown exercise has been answered
	Typed     string          // what is typed or chosen for it
	Invalid   bool            // what was typed is no whole number
	Postponed bool            // no quiz is offered until the page is opened again
}

// Msg is a message of this part.
type Msg interface{ apply(*page.Update, *State) }

type (
	// started begins the quiz of a lesson.
	started struct{ Slug string }
	// typed brings what is typed or chosen.
	typed struct{ Value string }
	// checked gives the answer.
	checked struct{}
	// wentOn goes to the next exercise, or to the end of the quiz.
	wentOn struct{}
	// closed ends the quiz. Nothing of one that was not finished is stored.
	closed struct{}
	// postponed offers no more quizzes today.
	postponed struct{}
)

// elementQuiz is the id of the heading of a quiz.
const elementQuiz = "quiz-title"

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(t, s) }

func (m started) apply(t *page.Update, s *State) {
	i := slices.IndexFunc(t.Catalog, func(c page.LessonCard) bool { return c.Slug == m.Slug })
	sum, ok := t.LessonSummary(m.Slug)
	if i < 0 || !ok {
		return
	}
	seed := fnv.New32a()
	_, _ = seed.Write([]byte(m.Slug))
	*s = State{Slug: m.Slug, Exercises: quiz.Quiz(t.Catalog[i].Quiz, sum.Quizzes, uint64(seed.Sum32()))}
	t.DoEffect(page.FocusElement{ID: elementQuiz})
}

func (m typed) apply(_ *page.Update, s *State) { s.Typed, s.Invalid = m.Value, false }

func (checked) apply(t *page.Update, s *State) {
	e, ok := s.shown()
	if !ok || s.Checked {
		return
	}
	said := strings.TrimSpace(s.Typed)
	if n, err := strconv.ParseUint(said, 10, 32); len(e.Choices) == 0 {
		if s.Invalid = err != nil; !s.Invalid {
			said = strconv.FormatUint(n, 10)
		}
	} else {
		s.Invalid = !slices.Contains(e.Choices, said)
	}
	if s.Invalid {
		t.AnnounceSentence("quiz-invalid")
		return
	}
	a := quiz.Answer{Kind: e.Kind, Said: said, Was: e.Right}
	s.Answers, s.Checked = append(s.Answers, a), true
	if a.IsRight() {
		t.AnnounceSentence("quiz-right")
	} else {
		t.AnnounceSentence("quiz-wrong", e.Right)
	}
	if len(s.Answers) == len(s.Exercises) {
		t.SendCall(host.SaveQuizResult{Slug: s.Slug, Result: quiz.Result{Answers: s.Answers}}, "")
	}
}

func (wentOn) apply(t *page.Update, s *State) {
	if s.Checked {
		s.Checked, s.Typed = false, ""
		t.DoEffect(page.FocusElement{ID: elementQuiz})
	}
}

func (closed) apply(t *page.Update, s *State) {
	*s = State{}
	t.DoEffect(page.FocusElement{ID: page.ElementMain})
}

func (postponed) apply(t *page.Update, s *State) {
	*s = State{Postponed: true}
	t.DoEffect(page.FocusElement{ID: page.ElementMain})
}

// Leave ends the quiz, because the reader has left the first page.
func (s *State) Leave() { *s = State{Postponed: s.Postponed} }

// shown returns the exercise that is shown. ok is false at the end of the quiz, and without one.
func (s *State) shown() (e quiz.Exercise, ok bool) {
	i := len(s.Answers)
	if s.Checked {
		i--
	}
	if i >= len(s.Exercises) {
		return quiz.Exercise{}, false
	}
	return s.Exercises[i], true
}

// dueLesson is a lesson whose quiz is due.
type dueLesson struct {
	page.LessonCard
	DoneAt int64 // microseconds since the Unix epoch
	Wrong  int   // answers of the quiz before that were wrong
	Error  float64
}

// due returns the lessons whose quizzes are due. Those with wrong answers in their last quiz come
// first, then those whose guesses were furthest off, then those that were done first.
func due(st *page.State) (out []dueLesson) {
	if st.WorkspaceList == nil {
		return nil
	}
	for _, c := range st.Catalog {
		m, ok := st.LessonSummary(c.Slug)
		if !ok || !m.Done || len(c.Quiz) == 0 {
			continue
		}
		if at := quiz.Due(m.DoneAt, m.Quizzes); at == 0 || at > st.WorkspaceList.Now {
			continue
		}
		d := dueLesson{LessonCard: c, DoneAt: m.DoneAt, Error: m.GuessError}
		if n := len(m.Quizzes); n > 0 {
			d.Wrong = m.Quizzes[n-1].Wrong()
		}
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b dueLesson) int {
		return cmp.Or(cmp.Compare(b.Wrong, a.Wrong), cmp.Compare(b.Error, a.Error), cmp.Compare(a.DoneAt, b.DoneAt))
	})
	return out
}

// guessPoint is by which factor guesses were off on average, in a lesson or in a quiz.
type guessPoint struct {
	At     int64 // microseconds since the Unix epoch
	Factor float64
	Title  string // of the lesson
}

// guessPoints returns the points of the chart of guesses, the oldest first.
func guessPoints(st *page.State) (out []guessPoint) {
	for _, c := range st.Catalog {
		m, ok := st.LessonSummary(c.Slug)
		if !ok {
			continue
		}
		if m.GuessError > 0 && m.DoneAt > 0 {
			out = append(out, guessPoint{m.DoneAt, m.GuessError, c.Title})
		}
		for _, q := range m.Quizzes {
			if f := q.ErrorFactor(); f > 0 {
				out = append(out, guessPoint{q.At, f, c.Title})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b guessPoint) int { return cmp.Compare(a.At, b.At) })
	return out
}
