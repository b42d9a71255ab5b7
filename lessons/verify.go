//go:build !js || author

package lessons

import (
	"fmt"
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
)

// trial does a lesson on a session of its own, as the host lets a reader do it.
type trial struct {
	lesson  *Lesson
	session *engine.Session
	run     *Run
}

func newTrial(l *Lesson) (*trial, error) {
	now := base.Micros(1_425_000_000_000_000)
	s := engine.New(engine.Options{Now: func() base.Micros { now += 1000; return now }, HBase: engine.HBaseShell()})
	r := &trial{lesson: l, session: s, run: Begin(l, s, Progress{})}
	_, err := r.ask(Next{}, l.Start...)
	return r, err
}

// ask asks the engine; of what it may refuse there are only a reader's commands, and
// loads of which a goal says how.
func (r *trial) ask(of Action, requests ...engine.Request) (last Outcome, err error) {
	for i, req := range requests {
		rep := r.session.Do(req)
		if _, console := req.(engine.Console); rep.Err != nil && !console && !r.lesson.refuses(req, rep.Err.Code) {
			return last, fmt.Errorf("the engine refuses %T: %w", req, rep.Err)
		}
		last = r.run.After(Did{of, i+1 < len(requests)}, req, rep)
	}
	return last, nil
}

// refuses reports whether a request is a load, and a goal asks for the code of its
// refusal.
func (l *Lesson) refuses(req engine.Request, code base.Code) bool {
	_, load := req.(engine.Load)
	return load && slices.ContainsFunc(l.Steps, func(s Step) bool {
		return slices.ContainsFunc(s.Goals, func(g Goal) bool { return g.Check == Check(Refused{code}) })
	})
}

func (r *trial) do(actions ...Action) (last Outcome, err error) {
	for _, a := range actions {
		requests, err := r.run.Requests(a)
		if err != nil {
			return last, fmt.Errorf("%T is refused: %w", a, err)
		}
		if answer, ok := a.(Answer); ok && len(requests) == 0 {
			last = r.run.Answer(answer)
			continue
		}
		if last, err = r.ask(a, requests...); err != nil {
			return last, err
		}
	}
	return last, nil
}

// last does one action and returns what came of its last request.
func (r *trial) last(a Action) (*event, error) {
	requests, err := r.run.Requests(a)
	if err != nil {
		return nil, err
	}
	if answer, ok := a.(Answer); ok && len(requests) == 0 {
		r.run.Answer(answer)
	}
	ev := &event{req: engine.Look{}, own: true}
	for _, req := range requests {
		ev = &event{req: req, rep: r.session.Do(req), own: true}
		r.run.After(Did{Of: a}, req, ev.rep)
	}
	return ev, nil
}

func (r *trial) next() error {
	enter, ok := r.run.Next()
	if !ok {
		return fmt.Errorf("step %s does not let go on", r.lesson.Steps[r.run.Progress().Step].ID)
	}
	_, err := r.ask(Next{}, enter...)
	return err
}

// arrive brings a reader to a step with all goals before it passed. Growth
// beyond 1,000 records is not measured on the way.
func (r *trial) arrive(step int) error {
	for i := range step {
		for _, a := range r.lesson.Solution[i] {
			if g, ok := a.(Grow); ok && g.Records > 1000 {
				continue
			}
			if _, err := r.do(a); err != nil {
				return err
			}
		}
		p := r.run.Progress()
		for _, g := range r.lesson.Steps[i].Goals {
			if !slices.Contains(p.Passed, g.ID) {
				p.Passed = append(p.Passed, g.ID)
			}
		}
		r.run = Begin(r.lesson, r.session, p)
		if err := r.next(); err != nil {
			return err
		}
	}
	return nil
}

func (r *trial) passed(goals ...string) bool {
	p := r.run.Progress().Passed
	return !slices.ContainsFunc(goals, func(g string) bool { return !slices.Contains(p, g) })
}

func goals(s Step) (ids []string) {
	for _, g := range s.Goals {
		ids = append(ids, g.ID)
	}
	return ids
}

// textFile stands for the language file in what [Verify] finds.
const textFile = "text"

// verifier gathers what is wrong with a lesson that compiles.
type verifier struct {
	l     *Lesson
	found Problems
}

func (v *verifier) problem(file, at, format string, args ...any) {
	v.found = append(v.found, Problem{File: file, At: at, What: fmt.Sprintf(format, args...)})
}

func (v *verifier) remark(file, at, format string, args ...any) {
	v.problem(file, at, format, args...)
	v.found[len(v.found)-1].Remark = true
}

// Verify does a lesson as readers would and says what does not go as it should: the
// untouched start passes nothing, the solution passes all, each wrong attempt meets
// its explanation and leaves its goals open, each foreseen wrong answer is
// explained, and the figures that the text names are so. What makes text heavy to
// read is a remark.
func Verify(l *Lesson, attempts []Attempt, facts []Fact) Problems {
	v := &verifier{l: l}
	if v.solutions(); len(v.found) > 0 {
		return v.found // or everything behind it would be wrong as well
	}
	v.attempts(attempts)
	v.wrongAnswers()
	v.figures(facts)
	v.hints()
	v.plainText()
	return v.found
}

// solutions sees that nothing passes by itself, that the solution passes every step,
// and that the lesson is done then.
func (v *verifier) solutions() {
	r, err := newTrial(v.l)
	if err != nil {
		v.problem("lesson.json", "start", "%v", err)
		return
	}
	for i, s := range v.l.Steps {
		at := "step " + s.ID
		if i > 0 {
			if err := r.next(); err != nil {
				v.problem("lesson.json", at, "%v", err)
				return
			}
		}
		p := r.run.Progress()
		for _, g := range goals(s) {
			if slices.Contains(p.Passed, g) {
				v.problem("lesson.json", "goal "+g, "passes before anything is done")
			}
		}
		if len(s.Goals) > 0 {
			if _, ok := r.run.Next(); ok {
				v.problem("lesson.json", at, "lets go on unsolved")
				return
			}
		}
		for _, a := range v.l.Solution[i] {
			out, err := r.do(a)
			if err != nil {
				v.problem("solutions.json", at, "%v", err)
				return
			}
			if out.Explain != "" {
				v.problem("solutions.json", at, "a part of the solution is explained by %q", out.ExplainID)
			}
		}
		for _, g := range goals(s) {
			if !r.passed(g) {
				v.problem("solutions.json", at, "the solution does not pass %q", g)
			}
		}
		if !r.passed(goals(s)...) {
			return
		}
	}
	if !r.run.Progress().Done {
		v.problem("lesson.json", "steps", "solved and not done")
	}
}

// at returns a trial that has come to a step.
func (v *verifier) at(id string) (*trial, error) {
	r, err := newTrial(v.l)
	if err != nil {
		return nil, err
	}
	return r, r.arrive(slices.IndexFunc(v.l.Steps, func(s Step) bool { return s.ID == id }))
}

// attempts sees that each wrong attempt meets the explanation written for it.
func (v *verifier) attempts(attempts []Attempt) {
	const file = "wrong.json"
	met := map[string]bool{}
	for _, a := range attempts {
		met[a.Explain] = true
		r, err := v.at(a.Step)
		if err != nil {
			v.problem(file, a.Name, "%v", err)
			continue
		}
		out, err := r.do(a.Do...)
		if err != nil {
			v.problem(file, a.Name, "%v", err)
			continue
		}
		if out.ExplainID != a.Explain {
			v.problem(file, a.Name, "is explained by %q, not by %q", out.ExplainID, a.Explain)
		} else if (out.Explain == "") != (a.Explain == "") {
			v.problem(file, a.Name, "the explanation %q is %q", out.ExplainID, out.Explain)
		}
		for _, g := range a.Open {
			if r.passed(g) {
				v.problem(file, a.Name, "passes the goal %q", g)
			}
		}
	}
	for _, s := range v.l.Steps {
		if len(s.Goals) > 0 && !slices.ContainsFunc(attempts, func(a Attempt) bool { return a.Step == s.ID }) {
			v.remark("lesson.json", "step "+s.ID, "no wrong attempt is made in it")
		}
		for _, n := range s.Notes {
			if !met[n.ID] {
				v.remark("lesson.json", "note "+n.ID, "no wrong attempt meets it")
			}
		}
	}
}

// wrongAnswers sees that every foreseen wrong answer has its explanation and passes
// nothing.
func (v *verifier) wrongAnswers() {
	for _, s := range v.l.Steps {
		if len(s.Asks) == 0 {
			continue
		}
		r, err := v.at(s.ID)
		if err != nil {
			v.problem("lesson.json", "step "+s.ID, "%v", err)
			continue
		}
		for _, q := range s.Asks {
			wrong := slices.Clone(q.Wrong)
			if q.Else != "" {
				wrong = append(wrong, Wrong{"4711", q.Else})
			}
			for _, w := range wrong {
				at := "question " + q.ID
				out, err := r.do(Answer{q.ID, w.Value})
				switch {
				case err != nil:
					v.problem("lesson.json", at, "the answer %q: %v", w.Value, err)
				case out.Explain != w.Text || out.ExplainID != q.ID+"="+w.Value:
					v.problem("lesson.json", at, "the answer %q is not explained by its text", w.Value)
				case len(out.Fresh) > 0:
					v.problem("lesson.json", at, "the wrong answer %q passes %q", w.Value, out.Fresh)
				case len(Plain(w.Text)) < 20:
					v.remark("lesson.json", at, "the answer %q is explained by %q alone", w.Value, Plain(w.Text))
				}
			}
		}
	}
}

func (v *verifier) hints() {
	for _, s := range v.l.Steps {
		at := "step " + s.ID
		if len(s.Goals) == 0 {
			continue
		}
		if len(s.Hints) != 3 {
			v.remark("lesson.json", at, "has %d hints in place of 3", len(s.Hints))
		}
		for _, h := range append(slices.Clone(s.Hints), s.Solved) {
			if len(Plain(h)) < 40 {
				v.remark(textFile, at, "a hint says little: %s", Plain(h))
			}
		}
	}
}
