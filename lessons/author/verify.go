package author

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// trial does a lesson on a session of its own, under the rules by which the host lets a reader do
// it.
type trial struct {
	lesson  *lessons.Lesson
	session *engine.Session
	run     *lessons.Player
	now     base.Micros    // the session's clock, which moves a millisecond at each reading
	req     engine.Request // the last one of the last action, with its reply; nil before any
	rep     engine.Reply
	guesses bool // answer questions that an action has to wait for
}

// newTrial returns a trial at the beginning of a lesson.
func newTrial(l *lessons.Lesson) (*trial, error) {
	r := &trial{lesson: l, now: 1_767_225_600_000_000} // 1 January 2026: later than all data of lessons
	r.session = engine.New(r.options())
	r.run = lessons.NewPlayer(l, r.session, lessons.Progress{})
	_, err := r.ask(lessons.Next{}, l.OpeningRequests()...)
	return r, err
}

// options returns the options of the trial's session, with its clock.
func (r *trial) options() engine.Options {
	return engine.Options{Now: func() base.Micros { r.now += 1000; return r.now }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}}
}

// again returns a copy of the trial that continues from here, as a reader does who comes back. The
// trial itself does not change.
func (r *trial) again() (*trial, error) {
	out := &trial{lesson: r.lesson, now: r.now}
	s, err := engine.SessionFromImage(out.options(), r.session.Image())
	if err != nil {
		return nil, err
	}
	out.session, out.run = s, lessons.NewPlayer(r.lesson, s, r.run.Progress())
	return out, nil
}

// ask runs the requests of an action and judges the replies. A refusal is an error, unless it is
// that of a console command or the lesson is about it.
func (r *trial) ask(of lessons.Action, requests ...engine.Request) (last lessons.Outcome, err error) {
	for i, req := range requests {
		rep := r.session.Do(req)
		if _, console := req.(engine.RunConsole); rep.Err != nil && !console && !r.refuses(req, rep.Err.Code) {
			return last, because(rep.Err, base.MistakeRefused, mistakeWord(req))
		}
		r.req, r.rep = req, rep
		last = r.run.JudgeReply(lessons.RequestOrigin{Of: of, More: i+1 < len(requests)}, req, rep)
	}
	return last, nil
}

// refuses reports whether a request other than a command may be refused with a code: a load if a
// goal asks for that refusal, and grading if a note explains it.
func (r *trial) refuses(req engine.Request, code base.Code) bool {
	_, load := req.(engine.LoadRecords)
	refused := lessons.Check(lessons.CommandRefused{Code: code})
	return slices.ContainsFunc(r.lesson.Steps, func(s lessons.Step) bool {
		return load && slices.ContainsFunc(s.Goals, func(g lessons.Goal) bool { return g.Check == refused }) ||
			lessons.IsGrading(req) && slices.ContainsFunc(s.Notes, func(n lessons.Note) bool { return n.When.Is == refused })
	})
}

// mistakeWord returns the word by which the sentences of [base.MistakeRefused] and
// [base.MistakeImpossible] name a request or an action.
func mistakeWord(of any) string {
	switch of.(type) {
	case engine.AdvanceClock:
		return "advance"
	case engine.CollectGarbage:
		return "compact"
	case engine.LoadRecords:
		return "load"
	case engine.MeasureDesigns:
		return "measure"
	case engine.Rekey:
		return "rekey"
	case engine.SimulateLoad, lessons.Simulate, lessons.SimulateOn:
		return "simulate"
	case engine.Undo:
		return "undo"
	case engine.SetWorkload:
		return "workload"
	case lessons.AddTable:
		return "add"
	case lessons.Grade:
		return "grade"
	case lessons.Grow:
		return "grow"
	case lessons.Template:
		return "template"
	}
	return "other"
}

// impossible returns the problem of an action that the player refuses.
func impossible(a lessons.Action, err error) lessons.Problem {
	return because(err, base.MistakeImpossible, mistakeWord(a))
}

// do carries out actions in order, and returns the outcome of the last one.
func (r *trial) do(actions ...lessons.Action) (last lessons.Outcome, err error) {
	for _, a := range actions {
		requests, err := r.run.ActionRequests(a)
		if err != nil {
			return last, impossible(a, err)
		}
		r.req, r.rep = engine.Refresh{}, engine.Reply{}
		if err := r.wait(a, requests); err != nil {
			return last, err
		}
		if answer, ok := a.(lessons.Answer); ok && len(requests) == 0 {
			last = r.run.JudgeAnswer(answer)
			continue
		}
		if last, err = r.ask(a, requests...); err != nil {
			return last, err
		}
	}
	return last, nil
}

// wait makes sure that an action does not have to wait for the answer to a question. With r.guesses
// it answers the question; otherwise it returns an error.
func (r *trial) wait(a lessons.Action, requests []engine.Request) error {
	if of, answer := a.(lessons.Answer); answer {
		q, _, _ := r.lesson.Question(of.Question)
		if _, decided := r.run.Progress().AnswerTo(q.Because); !r.guesses || q.Because == "" || decided {
			return nil
		}
		figure, _, _ := r.lesson.Question(q.Because)
		_, err := r.do(answerOf(figure))
		return err
	}
	for {
		i := slices.IndexFunc(requests, func(req engine.Request) bool { _, waits := r.run.BlockingQuestion(req); return waits })
		if i < 0 {
			return nil
		}
		q, _ := r.run.BlockingQuestion(requests[i])
		if !r.guesses {
			return mistake(base.MistakeHeld, q.ID)
		}
		if _, err := r.do(answerOf(q)); err != nil {
			return err
		}
		if _, given := r.run.Progress().AnswerTo(q.ID); !given {
			return mistake(base.MistakeHeld, q.ID)
		}
	}
}

// answerOf returns the action that answers a question rightly.
func answerOf(q lessons.Question) lessons.Action {
	value := q.Right
	if q.Kind == lessons.MarkPlace {
		value, _, _ = strings.Cut(value, "-")
	}
	return lessons.Answer{Question: q.ID, Value: value}
}

// next goes to the next step. It fails if a goal of the present one is open.
func (r *trial) next() error {
	enter, ok := r.run.NextStep()
	if !ok {
		return mistake(base.MistakeStuck, r.lesson.Steps[r.run.Progress().Step].ID)
	}
	_, err := r.ask(lessons.Next{}, enter...)
	return err
}

// passed reports whether all these goals have passed.
func (r *trial) passed(goals ...string) bool {
	p := r.run.Progress().Passed
	return !slices.ContainsFunc(goals, func(g string) bool { return !slices.Contains(p, g) })
}

// goals returns the IDs of a step's goals.
func goals(s lessons.Step) (ids []string) {
	for _, g := range s.Goals {
		ids = append(ids, g.ID)
	}
	return ids
}

// textFile is the name of the language file in problems of verify, which does not know the
// language.
const textFile = "text"

// verifier collects what is wrong with a lesson that compiles.
type verifier struct {
	l      *lessons.Lesson
	starts []*trial // for each step, a trial at its beginning, with all steps before it solved
	found  lessons.Problems
}

// problem adds a problem of a part of a file.
func (v *verifier) problem(file, at string, p lessons.Problem) {
	p.File, p.At = file, at
	v.found = append(v.found, p)
}

// refuse adds a mistake of a part of a file.
func (v *verifier) refuse(file, at string, code base.Code, args ...string) {
	v.problem(file, at, mistake(code, args...))
}

// remark adds a remark about a part of a file.
func (v *verifier) remark(file, at string, code base.Code, args ...string) {
	p := mistake(code, args...)
	p.Remark = true
	v.problem(file, at, p)
}

// verify does a lesson as readers would and returns what does not work. Nothing may pass by itself,
// the solution has to pass every goal, each wrong attempt has to lead to its explanation and leave
// its goals open, each foreseen wrong answer has to be explained, and the figures in the text have
// to be right. Text that is hard to read leads to remarks.
func verify(l *lessons.Lesson, attempts []WrongAttempt, facts []fact) lessons.Problems {
	v := &verifier{l: l}
	if v.solutions(); len(v.found) > 0 {
		// All other checks begin where earlier steps are solved.
		return v.found
	}
	v.attempts(attempts)
	v.wrongAnswers()
	v.figures(facts)
	v.hints()
	v.plainText()
	return v.found
}

// solutions checks that nothing passes by itself, that the solution passes every step, that guesses
// are right about it, and that the lesson is done at the end. It fills v.starts.
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
		// Attempts and facts of this step begin with a copy of this state.
		start, err := r.again()
		if err != nil {
			v.problem("lesson.json", at, problem(err))
			return
		}
		v.starts = append(v.starts, start)
		// Nothing may have passed yet.
		p := r.run.Progress()
		for _, g := range goals(s) {
			if slices.Contains(p.Passed, g) {
				v.refuse("lesson.json", "goal "+g, base.MistakePasses, g)
			}
		}
		if len(s.Goals) > 0 {
			if _, ok := r.run.NextStep(); ok {
				v.refuse("lesson.json", at, base.MistakeGoesOn)
				return
			}
		}
		// The solution has to meet no explanation of something wrong, and to pass every goal.
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
			if was, _ := r.run.Progress().MeasuredAnswer(q.ID); q.Guess && was != q.Right {
				v.refuse("lesson.json", "question "+q.ID, base.MistakeGuess, q.Right, was)
			}
		}
	}
	if !r.run.Progress().Done {
		v.refuse("lesson.json", "steps", base.MistakeNotDone)
	}
}

// trialOf returns a trial at the beginning of a step.
func (v *verifier) trialOf(id string) (*trial, error) {
	r, err := v.starts[slices.IndexFunc(v.l.Steps, func(s lessons.Step) bool { return s.ID == id })].again()
	if err == nil {
		r.guesses = true
	}
	return r, err
}

// askedOf returns a trial in which a question of a step can be answered. It does the step's
// solution up to that point.
func (v *verifier) askedOf(step int, q lessons.Question) (*trial, error) {
	r, err := v.trialOf(v.l.Steps[step].ID)
	for _, a := range v.l.Solution[step] {
		if err != nil {
			break
		}
		p := r.run.Progress()
		_, decided := p.AnswerTo(q.Because)
		asked := q.IsAsked(p) && (q.Because == "" || decided)
		if answer, ok := a.(lessons.Answer); asked || ok && answer.Question == q.ID {
			break
		}
		_, err = r.do(a)
	}
	return r, err
}

// attempts checks that each wrong attempt leads to its explanation. Steps without an attempt, and
// notes that no attempt leads to, are remarks.
func (v *verifier) attempts(attempts []WrongAttempt) {
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
		if len(s.Goals) > 0 && !slices.ContainsFunc(attempts, func(a WrongAttempt) bool { return a.Step == s.ID }) {
			v.remark("lesson.json", "step "+s.ID, base.MistakeNoAttempt)
		}
		for _, n := range s.Notes {
			if !met[n.ID] {
				v.remark("lesson.json", "note "+n.ID, base.MistakeNoteUnmet)
			}
		}
	}
}

// wrongAnswers checks that every foreseen wrong answer gets its explanation and passes no goal.
func (v *verifier) wrongAnswers() {
	for i, s := range v.l.Steps {
		var start *trial // shared by the questions that wait for nothing
		for _, q := range s.Asks {
			if q.Guess { // no answer to a guess is wrong
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
				wrong = append(wrong, lessons.WrongAnswer{Value: "4711", Text: q.Else})
			}
			for _, w := range wrong {
				at := "question " + q.ID
				out, err := r.do(lessons.Answer{Question: q.ID, Value: w.Value})
				switch {
				case err != nil:
					v.problem("lesson.json", at, because(err, base.MistakeAnswerRefused, w.Value))
				case out.Explain != w.Text || out.ExplainID != q.ID+"="+w.Value:
					v.refuse("lesson.json", at, base.MistakeAnswerOther, w.Value)
				case len(out.Fresh) > 0:
					v.refuse("lesson.json", at, base.MistakeAnswerPasses, w.Value, strings.Join(out.Fresh, ", "))
				case len(lessons.PlainText(w.Text)) < 20:
					v.remark("lesson.json", at, base.MistakeAnswerShort, w.Value, lessons.PlainText(w.Text))
				}
			}
		}
	}
}

// wantedHints is how many hints a step should have.
const wantedHints = 3

// hints adds remarks about missing or very short hints and solutions.
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
			if len(lessons.PlainText(h)) < 40 {
				v.remark(textFile, at, base.MistakeHintShort, lessons.PlainText(h))
			}
		}
	}
}
