package author

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/engine"
	"tabletop/engine/wire"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

// course loads every lesson of the sources.
func course(t testing.TB) []*lessons.Lesson {
	t.Helper()
	all, err := LoadAll(content.Files, "en")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("there are no lessons")
	}
	return all
}

// reader does a lesson. A refused action fails the test.
type reader struct {
	*trial
	t testing.TB
}

func newReader(t testing.TB, l *lessons.Lesson) *reader {
	t.Helper()
	r, err := newTrial(l)
	if err != nil {
		t.Fatal(err)
	}
	r.guesses = true
	return &reader{r, t}
}

func (r *reader) ask(requests ...engine.Request) lessons.Outcome {
	r.t.Helper()
	return r.sure(r.trial.ask(lessons.Next{}, requests...))
}

func (r *reader) do(actions ...lessons.Action) lessons.Outcome {
	r.t.Helper()
	return r.sure(r.trial.do(actions...))
}

func (r *reader) sure(out lessons.Outcome, err error) lessons.Outcome {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

func (r *reader) next() {
	r.t.Helper()
	r.sure(lessons.Outcome{}, r.trial.next())
}

// arrive brings a reader to a step with all earlier goals passed. To save time it does not measure
// growth beyond 1,000 records.
func (r *reader) arrive(step int) {
	r.t.Helper()
	for i := range step {
		for _, a := range r.lesson.Solution[i] {
			if g, ok := a.(lessons.Grow); ok && g.Records > 1000 {
				continue
			}
			r.do(a)
		}
		p := r.run.Progress()
		for _, g := range r.lesson.Steps[i].Goals {
			if !slices.Contains(p.Passed, g.ID) {
				p.Passed = append(p.Passed, g.ID)
			}
		}
		r.run = lessons.NewPlayer(r.lesson, r.session, p)
		r.next()
	}
}

// reread returns a progress that has been stored and read again.
func reread(t testing.TB, p lessons.Progress) (again lessons.Progress) {
	t.Helper()
	if err := wire.Decode(wire.Encode(&p, nil), &again, nil); err != nil {
		t.Fatal(err)
	}
	return again
}

func stepOf(t testing.TB, l *lessons.Lesson, id string) int {
	t.Helper()
	i := slices.IndexFunc(l.Steps, func(s lessons.Step) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("no step %s", id)
	}
	return i
}

// TestVerify verifies every lesson: nothing passes by itself, the solution passes every step, each
// wrong attempt and answer gets its explanation, and the text is true and easy to read.
func TestVerify(t *testing.T) {
	for _, l := range course(t) {
		t.Run(l.Slug, func(t *testing.T) {
			if testing.Short() && grows(l, 1_000_000) {
				t.Skip("a million records are left out")
			}
			t.Parallel()
			attempts, err := ReadWrongAttempts(content.Files, l)
			if err != nil {
				t.Fatal(err)
			}
			facts, err := facts(content.Files, l)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range verify(l, attempts, facts) {
				t.Error(p)
			}
			t.Logf("%d attempts, %d figures", len(attempts), len(facts))
		})
	}
}

// grows reports whether the solution of a lesson grows its data to a number of records.
func grows(l *lessons.Lesson, records int64) bool {
	for _, step := range l.Solution {
		for _, a := range step {
			if g, ok := a.(lessons.Grow); ok && g.Records >= records {
				return true
			}
		}
	}
	return false
}

// TestDeterministic checks that two readers who do the same have the same progress, except for
// times.
func TestDeterministic(t *testing.T) {
	again := course(t)
	for i, l := range course(t) {
		if testing.Short() && i%3 > 0 {
			continue
		}
		one, two := newReader(t, l), newReader(t, l)
		one.arrive(len(l.Steps) - 1)
		two.arrive(len(l.Steps) - 1)
		a, b := one.run.Progress(), two.run.Progress()
		if fmt.Sprintf("%+v", a) != fmt.Sprintf("%+v", b) {
			t.Errorf("%s:\n%+v\n%+v", l.Slug, a, b)
		}
		if fmt.Sprintf("%+v", one.session.Tables()) != fmt.Sprintf("%+v", two.session.Tables()) {
			t.Errorf("%s: other tables", l.Slug)
		}
		if string(lessons.Encode(again[i])) != string(lessons.Encode(l)) {
			t.Errorf("%s: compiled twice, other bytes", l.Slug)
		}
	}
}
