//go:build !js || author

package lessons

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
)

// trial does a lesson on a session of its own, as the host lets a reader do it.
type trial struct {
	lesson  *Lesson
	session *engine.Session
	run     *Player
	now     base.Micros
	last    *event // of the last action
	guesses bool   // what an action has to wait for is answered before it
}

func newTrial(l *Lesson) (*trial, error) {
	r := &trial{lesson: l, now: 1_767_225_600_000_000} // later than what lessons tell of, as any reader is
	r.session = engine.New(r.options())
	r.run = Begin(l, r.session, Progress{})
	_, err := r.ask(Next{}, l.Opening()...)
	return r, err
}

func (r *trial) options() engine.Options {
	return engine.Options{Now: func() base.Micros { r.now += 1000; return r.now }, Languages: []*engine.Language{engine.HBaseShell()}}
}

// again returns a trial that goes on from here, as a reader does who comes back; this
// one stays where it is.
func (r *trial) again() (*trial, error) {
	out := &trial{lesson: r.lesson, now: r.now}
	s, err := engine.Revive(out.options(), r.session.Image())
	if err != nil {
		return nil, err
	}
	out.session, out.run = s, Begin(r.lesson, s, r.run.Progress())
	return out, nil
}

// ask asks the engine; of what it may refuse there are only a reader's commands, and
// what the lesson says the refusal of.
func (r *trial) ask(of Action, requests ...engine.Request) (last Outcome, err error) {
	for i, req := range requests {
		rep := r.session.Do(req)
		if _, console := req.(engine.Console); rep.Err != nil && !console && !r.lesson.refuses(req, rep.Err.Code) {
			return last, mistake(base.MistakeRefused, kind(req)).because(rep.Err)
		}
		r.last = &event{req: req, rep: rep, own: true}
		last = r.run.After(RequestOrigin{of, i+1 < len(requests)}, req, rep)
	}
	return last, nil
}

// refuses reports whether a request may be refused besides: a load, if a goal asks for
// the code of its refusal, and grading, if a note explains it.
func (l *Lesson) refuses(req engine.Request, code base.Code) bool {
	_, load := req.(engine.Load)
	refused := Check(Refused{code})
	return slices.ContainsFunc(l.Steps, func(s Step) bool {
		return load && slices.ContainsFunc(s.Goals, func(g Goal) bool { return g.Check == refused }) ||
			grades(req) && slices.ContainsFunc(s.Notes, func(n Note) bool { return n.When.Is == refused })
	})
}

// kind names a request or an action by its type.
func kind(of any) string {
	_, name, _ := strings.Cut(strings.ToLower(fmt.Sprintf("%T", of)), ".")
	return name
}

// impossible returns the problem of an action that is refused.
func impossible(a Action, err error) Problem {
	return mistake(base.MistakeImpossible, kind(a)).because(err)
}

func (r *trial) do(actions ...Action) (last Outcome, err error) {
	for _, a := range actions {
		requests, err := r.run.Requests(a)
		if err != nil {
			return last, impossible(a, err)
		}
		r.last = &event{req: engine.Look{}, own: true}
		if err := r.wait(a, requests); err != nil {
			return last, err
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

// wait sees that an action need not wait for the answer to a question.
func (r *trial) wait(a Action, requests []engine.Request) error {
	if of, answer := a.(Answer); answer {
		q, _, _ := r.lesson.question(of.Question)
		if _, decided := r.run.progress.Given(q.Because); !r.guesses || q.Because == "" || decided {
			return nil
		}
		figure, _, _ := r.lesson.question(q.Because)
		_, err := r.do(figure.answers()...)
		return err
	}
	for {
		i := slices.IndexFunc(requests, func(req engine.Request) bool { _, waits := r.run.Waits(req); return waits })
		if i < 0 {
			return nil
		}
		q, _ := r.run.Waits(requests[i])
		if !r.guesses {
			return mistake(base.MistakeHeld, q.ID)
		}
		if _, err := r.do(q.answers()...); err != nil {
			return err
		}
		if _, given := r.run.progress.Given(q.ID); !given {
			return mistake(base.MistakeHeld, q.ID)
		}
	}
}

// answers returns what answers a question rightly, or guesses it.
func (q Question) answers() []Action {
	value := q.Right
	if q.Kind == Mark {
		value, _, _ = strings.Cut(value, "-")
	}
	return []Action{Answer{q.ID, value}}
}

func (r *trial) next() error {
	enter, ok := r.run.Next()
	if !ok {
		return mistake(base.MistakeStuck, r.lesson.Steps[r.run.Progress().Step].ID)
	}
	_, err := r.ask(Next{}, enter...)
	return err
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
	l      *Lesson
	starts []*trial // by step: all before it is solved, nothing of it done
	found  Problems
}

func (v *verifier) problem(file, at string, p Problem) {
	p.File, p.At = file, at
	v.found = append(v.found, p)
}

func (v *verifier) refuse(file, at string, code base.Code, args ...string) {
	v.problem(file, at, mistake(code, args...))
}

func (v *verifier) remark(file, at string, code base.Code, args ...string) {
	p := mistake(code, args...)
	p.Remark = true
	v.problem(file, at, p)
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
		v.problem("lesson.json", "start", problem(err))
		return
	}
	for i, s := range v.l.Steps {
		at := "step " + s.ID
		if i > 0 {
			if err := r.next(); err != nil {
				v.problem("lesson.json", at, problem(err))
				return
			}
		}
		start, err := r.again()
		if err != nil {
			v.problem("lesson.json", at, problem(err))
			return
		}
		v.starts = append(v.starts, start)
		p := r.run.Progress()
		for _, g := range goals(s) {
			if slices.Contains(p.Passed, g) {
				v.refuse("lesson.json", "goal "+g, base.MistakePasses, g)
			}
		}
		if len(s.Goals) > 0 {
			if _, ok := r.run.Next(); ok {
				v.refuse("lesson.json", at, base.MistakeGoesOn)
				return
			}
		}
		for _, a := range v.l.Solution[i] {
			out, err := r.do(a)
			if err != nil {
				v.problem("solutions.json", at, problem(err))
				return
			}
			if out.Explain != "" {
				v.refuse("solutions.json", at, base.MistakeSolutionWrong, out.ExplainID)
			}
		}
		for _, g := range goals(s) {
			if !r.passed(g) {
				v.refuse("solutions.json", at, base.MistakeSolutionFails, g)
			}
		}
		if !r.passed(goals(s)...) {
			return
		}
	}
	for _, s := range v.l.Steps {
		for _, q := range s.Asks {
			if was, _ := r.run.progress.Was(q.ID); q.Guess && was != q.Right {
				v.refuse("lesson.json", "question "+q.ID, base.MistakeGuess, q.Right, was)
			}
		}
	}
	if !r.run.Progress().Done {
		v.refuse("lesson.json", "steps", base.MistakeNotDone)
	}
}

// trialOf returns a trial that has come to a step.
func (v *verifier) trialOf(id string) (*trial, error) {
	r, err := v.starts[slices.IndexFunc(v.l.Steps, func(s Step) bool { return s.ID == id })].again()
	if err == nil {
		r.guesses = true
	}
	return r, err
}

// askedOf returns a trial that has come to where a question is asked.
func (v *verifier) askedOf(step int, q Question) (*trial, error) {
	r, err := v.trialOf(v.l.Steps[step].ID)
	for _, a := range v.l.Solution[step] {
		if err != nil {
			break
		}
		_, of := a.(Answer)
		if _, asked := r.run.answerable(Answer{Question: q.ID}); asked || of && a.(Answer).Question == q.ID {
			break
		}
		_, err = r.do(a)
	}
	return r, err
}

// attempts sees that each wrong attempt meets the explanation written for it.
func (v *verifier) attempts(attempts []Attempt) {
	const file = "wrong.json"
	met := map[string]bool{}
	for _, a := range attempts {
		met[a.Explain] = true
		r, err := v.trialOf(a.Step)
		if err != nil {
			v.problem(file, a.Name, problem(err))
			continue
		}
		out, err := r.do(a.Do...)
		if err != nil {
			v.problem(file, a.Name, problem(err))
			continue
		}
		if out.ExplainID != a.Explain {
			v.refuse(file, a.Name, base.MistakeOther, a.Explain, out.ExplainID)
		}
		for _, g := range a.Open {
			if r.passed(g) {
				v.refuse(file, a.Name, base.MistakeWrongPasses, g)
			}
		}
	}
	for _, s := range v.l.Steps {
		if len(s.Goals) > 0 && !slices.ContainsFunc(attempts, func(a Attempt) bool { return a.Step == s.ID }) {
			v.remark("lesson.json", "step "+s.ID, base.MistakeNoAttempt)
		}
		for _, n := range s.Notes {
			if !met[n.ID] {
				v.remark("lesson.json", "note "+n.ID, base.MistakeNoteUnmet)
			}
		}
	}
}

// wrongAnswers sees that every foreseen wrong answer has its explanation and passes
// nothing.
func (v *verifier) wrongAnswers() {
	for i, s := range v.l.Steps {
		var start *trial // where those are asked that wait for nothing
		for _, q := range s.Asks {
			if q.Guess { // no answer to it is wrong
				continue
			}
			r, err := start, error(nil)
			if alone := q.After == "" && q.Because == ""; !alone || start == nil {
				if r, err = v.askedOf(i, q); alone {
					start = r
				}
			}
			if err != nil {
				v.problem("lesson.json", "question "+q.ID, problem(err))
				continue
			}
			wrong := slices.Clone(q.Wrong)
			if q.Else != "" {
				wrong = append(wrong, WrongAnswer{"4711", q.Else})
			}
			for _, w := range wrong {
				at := "question " + q.ID
				out, err := r.do(Answer{q.ID, w.Value})
				switch {
				case err != nil:
					v.problem("lesson.json", at, mistake(base.MistakeAnswerRefused, w.Value).because(err))
				case out.Explain != w.Text || out.ExplainID != q.ID+"="+w.Value:
					v.refuse("lesson.json", at, base.MistakeAnswerOther, w.Value)
				case len(out.Fresh) > 0:
					v.refuse("lesson.json", at, base.MistakeAnswerPasses, w.Value, strings.Join(out.Fresh, ", "))
				case len(Plain(w.Text)) < 20:
					v.remark("lesson.json", at, base.MistakeAnswerShort, w.Value, Plain(w.Text))
				}
			}
		}
	}
}

// wantedHints is how many hints a step should have.
const wantedHints = 3

func (v *verifier) hints() {
	for _, s := range v.l.Steps {
		at := "step " + s.ID
		if len(s.Goals) == 0 {
			continue
		}
		if len(s.Hints) != wantedHints {
			v.remark("lesson.json", at, base.MistakeHints, strconv.Itoa(len(s.Hints)), strconv.Itoa(wantedHints))
		}
		for _, h := range append(slices.Clone(s.Hints), s.Solved) {
			if len(Plain(h)) < 40 {
				v.remark(textFile, at, base.MistakeHintShort, Plain(h))
			}
		}
	}
}
