//go:build !js

package lessons

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
)

// course loads every lesson of the sources.
func course(t testing.TB) []*Lesson {
	t.Helper()
	all, err := All(Content, "en")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("there are no lessons")
	}
	return all
}

// reader does a lesson on a session of its own, as the host lets a reader do it.
type reader struct {
	t       testing.TB
	lesson  *Lesson
	session *engine.Session
	run     *Run
}

func newReader(t testing.TB, l *Lesson) *reader {
	t.Helper()
	now := base.Micros(1_425_000_000_000_000)
	s := engine.New(engine.Options{Now: func() base.Micros { now += 1000; return now }, HBase: engine.HBaseShell()})
	r := &reader{t: t, lesson: l, session: s, run: Begin(l, s, Progress{})}
	r.run.Starting()
	r.ask(l.Start...)
	return r
}

// ask asks the engine; of what it may refuse there are only a reader's commands.
func (r *reader) ask(requests ...engine.Request) (last Outcome) {
	r.t.Helper()
	for _, req := range requests {
		rep := r.session.Do(req)
		if _, console := req.(engine.Console); rep.Err != nil && !console {
			r.t.Fatalf("%#v: %v", req, rep.Err)
		}
		last = r.run.After(req, rep)
	}
	return last
}

func (r *reader) do(actions ...Action) (last Outcome) {
	r.t.Helper()
	for _, a := range actions {
		requests, err := r.run.Requests(a)
		if err != nil {
			r.t.Fatalf("%#v: %v", a, err)
		}
		if answer, ok := a.(Answer); ok && len(requests) == 0 {
			last = r.run.Answer(answer)
			continue
		}
		last = r.ask(requests...)
	}
	return last
}

func (r *reader) next() {
	r.t.Helper()
	enter, ok := r.run.Next()
	if !ok {
		r.t.Fatalf("step %d does not let go on: passed %q", r.run.Progress().Step, r.run.Progress().Passed)
	}
	r.ask(enter...)
}

// arrive brings a reader to a step with all goals before it passed. Growth
// beyond 100,000 records is not measured on the way.
func (r *reader) arrive(step int) {
	r.t.Helper()
	for i := range step {
		for _, a := range r.lesson.Solution[i] {
			if g, ok := a.(Grow); ok && g.Records > 1000 {
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
		r.run = Begin(r.lesson, r.session, p)
		r.next()
	}
}

func (r *reader) passed(goals ...string) bool {
	for _, g := range goals {
		if !slices.Contains(r.run.Progress().Passed, g) {
			return false
		}
	}
	return true
}

func stepOf(t testing.TB, l *Lesson, id string) int {
	t.Helper()
	i := slices.IndexFunc(l.Steps, func(s Step) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("no step %s", id)
	}
	return i
}

func goals(s Step) (ids []string) {
	for _, g := range s.Goals {
		ids = append(ids, g.ID)
	}
	return ids
}

// Nothing passes by itself; the solution passes every step; then the lesson is
// done.
func TestSolutions(t *testing.T) {
	for _, l := range course(t) {
		t.Run(l.Slug, func(t *testing.T) {
			r := newReader(t, l)
			for i, s := range l.Steps {
				if i > 0 {
					r.next()
				}
				p := r.run.Progress()
				for _, g := range goals(s) {
					if slices.Contains(p.Passed, g) {
						t.Errorf("step %s: goal %s passes before anything is done", s.ID, g)
					}
				}
				if len(s.Goals) > 0 {
					if p.Done {
						t.Errorf("step %s: done before its goals have passed", s.ID)
					}
					if _, ok := r.run.Next(); ok {
						t.Fatalf("step %s lets go on unsolved", s.ID)
					}
				}
				for _, a := range l.Solution[i] {
					if g, ok := a.(Grow); ok && g.Records > 100_000 && testing.Short() {
						t.Skipf("step %s grows to %d records", s.ID, g.Records)
					}
					if out := r.do(a); out.Explain != "" {
						t.Errorf("step %s: the solution's %#v is explained by %s", s.ID, a, out.ExplainID)
					}
				}
				if !r.passed(goals(s)...) {
					t.Fatalf("step %s: the solution passes only %q of %q", s.ID, r.run.Progress().Passed, goals(s))
				}
			}
			if !r.run.Progress().Done {
				t.Error("solved and not done")
			}
			if _, ok := r.run.Next(); ok {
				t.Error("there is a step after the last")
			}
		})
	}
}

// Each wrong answer is refused with the explanation written for it.
func TestAttempts(t *testing.T) {
	for _, l := range course(t) {
		attempts, err := Attempts(Content, l)
		if err != nil {
			t.Fatal(err)
		}
		met := map[string]bool{}
		for _, a := range attempts {
			t.Run(l.Slug+"/"+a.Name, func(t *testing.T) {
				r := newReader(t, l)
				r.arrive(stepOf(t, l, a.Step))
				out := r.do(a.Do...)
				if out.ExplainID != a.Explain {
					t.Errorf("explained by %q, want %q", out.ExplainID, a.Explain)
				}
				if (out.Explain == "") != (a.Explain == "") {
					t.Errorf("the explanation %q is %q", out.ExplainID, out.Explain)
				}
				for _, g := range a.Open {
					if r.passed(g) {
						t.Errorf("goal %s passes", g)
					}
				}
			})
			met[a.Explain] = true
		}
		for _, s := range l.Steps {
			if len(s.Goals) > 0 && !slices.ContainsFunc(attempts, func(a Attempt) bool { return a.Step == s.ID }) {
				t.Errorf("%s: step %s has no wrong attempt", l.Slug, s.ID)
			}
			for _, n := range s.Notes {
				if !met[n.ID] {
					t.Errorf("%s: no attempt meets the note %s", l.Slug, n.ID)
				}
			}
		}
		t.Logf("%s: %d attempts", l.Slug, len(attempts))
	}
}

// Every wrong answer that is foreseen has its explanation and passes nothing.
func TestWrongAnswers(t *testing.T) {
	for _, l := range course(t) {
		for i, s := range l.Steps {
			if len(s.Asks) == 0 {
				continue
			}
			r := newReader(t, l)
			r.arrive(i)
			before := r.run.Progress()
			for _, q := range s.Asks {
				wrong := slices.Clone(q.Wrong)
				if q.Else != "" {
					wrong = append(wrong, Wrong{"4711", q.Else})
				}
				for _, w := range wrong {
					out := r.do(Answer{q.ID, w.Value})
					if out.Explain != w.Text || out.ExplainID != q.ID+"="+w.Value || len(out.Fresh) > 0 {
						t.Errorf("%s: %s=%s: %+v", l.Slug, q.ID, w.Value, out)
					}
					if len(Plain(w.Text)) < 20 {
						t.Errorf("%s: %s=%s is explained by %q", l.Slug, q.ID, w.Value, w.Text)
					}
				}
			}
			if p := r.run.Progress(); len(p.Answers) > len(before.Answers) || len(p.Passed) > len(before.Passed) {
				t.Errorf("%s: wrong answers count: %+v", l.Slug, p)
			}
		}
	}
}

func TestHints(t *testing.T) {
	for _, l := range course(t) {
		for _, s := range l.Steps {
			if len(s.Goals) == 0 {
				continue
			}
			if len(s.Hints) != 3 {
				t.Errorf("%s: step %s has %d hints", l.Slug, s.ID, len(s.Hints))
			}
			for _, h := range append(slices.Clone(s.Hints), s.Solved) {
				if len(Plain(h)) < 40 {
					t.Errorf("%s: step %s: hint %q", l.Slug, s.ID, h)
				}
			}
		}
	}
}

// Two readers who do the same have the same progress, times excluded.
func TestDeterministic(t *testing.T) {
	for _, l := range course(t) {
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
		if again := course(t); string(Encode(again[0])) != string(Encode(course(t)[0])) {
			t.Errorf("%s: compiled twice, other bytes", l.Slug)
		}
	}
}
