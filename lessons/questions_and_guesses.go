package lessons

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/cluster"
)

// TriesForSolution is after how many different tries a reader may see the solution of a step.
const TriesForSolution = 2

// SkippedAnswer is the answer to a guess that the reader skips. What the guess would have waited for is
// not done, and the step passes without it.
const SkippedAnswer = "–"

// AnswerTo returns the reader's right answer or guess. ok is false if there is none.
func (p Progress) AnswerTo(question string) (value string, ok bool) {
	return valueOf(p.Answers, question)
}

// MeasuredAnswer returns what was measured for a guess. ok is false if nothing has been measured.
func (p Progress) MeasuredAnswer(question string) (value string, ok bool) {
	return valueOf(p.MeasuredAnswers, question)
}

// valueOf returns the value of the first answer to a question in a list.
func valueOf(list []Answer, question string) (string, bool) {
	i := slices.IndexFunc(list, func(a Answer) bool { return a.Question == question })
	if i < 0 {
		return "", false
	}
	return list[i].Value, true
}

// IsAsked reports whether a reader with this progress is asked the question: its After has passed.
func (q Question) IsAsked(p Progress) bool {
	return q.After == "" || slices.Contains(p.Passed, q.After)
}

// IsAboutDesign reports whether the question is a guess about a design that the reader has still to
// make: a line of the design sheet, or what grading will measure.
func (q Question) IsAboutDesign() bool {
	return q.Guess && (q.Truth.Of == OfSheet || q.Truth.Of == OfGradedRows || q.Truth.Of == OfGradedSkew)
}

// IsOnDesignSheet reports whether the question is a line of the design sheet.
func (q Question) IsOnDesignSheet() bool { return q.Truth.Of == OfSheet }

// IsAnswerFixed reports whether the answer to a guess can no longer be changed. A guess counts once, but a
// line of the design sheet can be changed until the reference's answer is shown.
func (p Progress) IsAnswerFixed(q Question) bool {
	_, given := p.AnswerTo(q.ID)
	_, told := p.MeasuredAnswer(q.ID)
	return q.Guess && given && (told || !q.IsOnDesignSheet())
}

// CanSkip reports whether a reader may skip the question with the answer [SkippedAnswer].
func (q Question) CanSkip() bool { return q.Guess && !q.IsAboutDesign() }

// BlockingQuestion returns the question that the reader has to answer before the next act, if there is one.
func (l *Lesson) BlockingQuestion(p Progress) (Question, bool) {
	return l.holding(p, func(q Question) bool { return q.Guess && !q.IsAboutDesign() || q.Holds })
}

// QuestionBeforeGrading returns the question that the reader has to answer before a design is
// graded, if there is one.
func (l *Lesson) QuestionBeforeGrading(p Progress) (Question, bool) {
	return l.holding(p, func(q Question) bool { return q.IsAboutDesign() && q.Truth.Of != OfSheet })
}

// holding returns the first question of the furthest step that is asked, not answered, and accepted
// by holds. A step whose goals have all passed has none.
func (l *Lesson) holding(p Progress, holds func(Question) bool) (Question, bool) {
	if p.Step >= len(l.Steps) || l.Steps[p.Step].IsDone(p.Passed) {
		return Question{}, false
	}
	for _, q := range l.Steps[p.Step].Asks {
		if _, given := p.AnswerTo(q.ID); holds(q) && !given && q.IsAsked(p) {
			return q, true
		}
	}
	return Question{}, false
}

// BlockingQuestion returns the question that has to be answered before a request may run. A guess holds up
// requests that would change or reveal what it is about; another question that holds, only those
// that would change something.
func (r *Player) BlockingQuestion(req engine.Request) (Question, bool) {
	if IsGrading(req) {
		if q, ok := r.lesson.QuestionBeforeGrading(r.progress); ok {
			return q, true
		}
	}
	q, ok := r.lesson.BlockingQuestion(r.progress)
	if !ok {
		return q, false
	}
	n := engine.TraitsOf(req)
	reveals := n.CountsAsAct || n.BringsRows && !n.AnyState && !n.Unjudged
	return q, r.session.WouldChange(req) || q.Guess && reveals
}

// answerable returns the question of an answer, and whether the answer can be taken now: the
// question is asked, what it depends on has been answered, and a guess is not fixed and has a value
// of its kind.
func (r *Player) answerable(a Answer) (Question, bool) {
	q, step, ok := r.lesson.Question(a.Question)
	if !ok || step > r.progress.Step {
		return q, false
	}
	if _, given := r.progress.AnswerTo(q.ID); q.CanSkip() && a.Value == SkippedAnswer {
		return q, !given
	}
	if !q.IsAsked(r.progress) {
		return q, false
	}
	if q.Guess && (r.progress.IsAnswerFixed(q) || !q.AcceptsForm(a.Value)) {
		return q, false
	}
	_, decided := r.progress.AnswerTo(q.Because)
	return q, q.Because == "" || decided
}

// AcceptsForm reports whether a value is of the form that the question's kind asks for. It says nothing
// of whether the value is right.
func (q Question) AcceptsForm(value string) bool {
	value = strings.TrimSpace(value)
	whole := func(s string, most int64) bool {
		n, err := strconv.ParseInt(s, 10, 64)
		return err == nil && n >= 0 && n <= most
	}
	switch q.Kind {
	case ChooseOne:
		return slices.ContainsFunc(q.Choices, func(c Choice) bool { return c.Value == value })
	case EnterNumber:
		return whole(NormalizeNumber(value), math.MaxInt64)
	case MarkPlace:
		return whole(value, 1000)
	case PutInOrder:
		a, b := strings.Split(value, ","), []string(nil)
		for _, c := range q.Choices {
			b = append(b, c.Value)
		}
		slices.Sort(a)
		slices.Sort(b)
		return slices.Equal(a, b)
	case SketchCurve:
		of := strings.Split(value, ",")
		return len(of) == len(q.Sizes) && !slices.ContainsFunc(of, func(s string) bool { return !whole(s, math.MaxInt64) })
	}
	return value != ""
}

// guess stores a guess and, if the question has a command, what the command measured. It replaces
// an earlier answer to a line of the design sheet.
func (r *Player) guess(q Question, a Answer, right string) {
	if r.progress.IsAnswerFixed(q) {
		return
	}
	r.progress.Answers = slices.DeleteFunc(slices.Clone(r.progress.Answers), func(b Answer) bool { return b.Question == q.ID })
	r.progress.Answers = append(r.progress.Answers, a)
	if q.Run != "" {
		r.progress.MeasuredAnswers = append(r.progress.MeasuredAnswers, Answer{q.ID, right})
	}
}

// find stores what an event has measured for guesses that have been made and not yet measured.
func (r *Player) find(ev *event) {
	p := &r.progress
	for _, s := range r.lesson.Steps[:min(p.Step+1, len(r.lesson.Steps))] {
		for _, q := range s.Asks {
			_, given := p.AnswerTo(q.ID)
			if _, found := p.MeasuredAnswer(q.ID); !q.Guess || !given || found || q.Run != "" || q.Truth.At != "" && !slices.Contains(p.Passed, q.Truth.At) {
				continue
			}
			if v, ok := r.measured(q, ev); ok {
				p.MeasuredAnswers = append(p.MeasuredAnswers, Answer{q.ID, v})
			}
		}
	}
}

// measured returns what an event has measured for a guess. ok is false if it has measured nothing
// for it: a simulation, a read or a change of the reader is needed, depending on the guess.
func (r *Player) measured(q Question, ev *event) (value string, ok bool) {
	t := q.Truth
	if t.Query != "" {
		return r.grown(q)
	}
	switch t.Of {
	case OfSheet, OfGradedRows, OfGradedSkew:
		return r.ofDesign(q, ev)
	case OfHottest, OfShare, OfP99, OfNodes, OfBusy:
		s := engine.AnswerAs[*engine.LoadSimulated](ev.rep.Answer)
		if s == nil || s.Live || s.Request.WhenIdle || t.Table != "" && s.Request.Table != t.Table {
			return "", false
		}
		of := s.Hottest
		switch t.Of {
		case OfShare:
			of *= 100 / float64(max(s.Request.Nodes, 1))
		case OfP99:
			of = s.LatencyPercentiles[2]
		case OfNodes:
			of = float64(s.Request.Nodes)
		case OfBusy:
			of = 100 * mean(s.Utilization)
		}
		return strconv.FormatInt(int64(math.Round(of)), 10), true
	case OfRows, OfBytesStored, OfKeys, OfColumns, OfValue, OfVersions, OfNumber:
		return r.stands(q), ev.own && engine.TraitsOf(ev.req).CountsAsAct && ev.rep.Err == nil
	}
	_, console := ev.req.(engine.RunConsole)
	reads := r.session.LatestReads()
	if !ev.own || !console || len(reads) == 0 || t.Table != "" && reads[len(reads)-1].Table != t.Table {
		return "", false
	}
	return r.stands(q), true
}

// mean returns the mean of amounts, 0 for none.
func mean(of cluster.PackedFloats) float64 {
	sum := 0.0
	for i := range of.Len() {
		sum += float64(of.At(i).Value())
	}
	return sum / float64(max(of.Len(), 1))
}

// ofDesign returns what grading has measured for a guess about the reader's design. For a line of
// the design sheet it is the answer of the lesson, once the grading goal has passed.
func (r *Player) ofDesign(q Question, ev *event) (value string, ok bool) {
	goal, _, _, _ := r.lesson.GradedGoal()
	if q.Truth.Of == OfSheet {
		return q.Right, slices.Contains(r.progress.Passed, goal.ID)
	}
	if !wasGraded(ev) {
		return "", false
	}
	i := slices.IndexFunc(r.kept[goal.ID], func(of Reading) bool { return of.Measure == string(q.Truth.Of) })
	if i < 0 {
		return "", false
	}
	return strconv.FormatInt(r.kept[goal.ID][i].Have, 10), true
}

// grown returns what was measured for a guess about growing data, under the template that the
// reader's is compared with. ok is false until every size has been measured.
func (r *Player) grown(q Question) (value string, ok bool) {
	sizes := q.Sizes
	if len(sizes) == 0 {
		sizes = []int64{q.Truth.Records}
	}
	var out []string
	for _, n := range sizes {
		i := slices.IndexFunc(r.progress.Figures, func(f engine.DesignMeasurement) bool {
			return f.Template == r.lesson.Growth.Compare && f.Query == q.Truth.Query && f.Records == n
		})
		if i < 0 {
			return "", false
		}
		f := r.progress.Figures[i]
		of := f.Scanned
		switch q.Truth.Of {
		case OfRowsReturned:
			of = f.Returned
		case OfBytesStored:
			of = f.Bytes
		}
		out = append(out, strconv.FormatInt(of, 10))
	}
	return strings.Join(out, ","), true
}

// place returns which part of its table the first range of a read covers, as "from-to" in
// thousandths of the table's rows, rounded outwards.
func (r *Player) place(read engine.ReadReport) string {
	t, ok := r.session.Table(read.Table)
	if !ok || t.Len() == 0 || len(read.Ranges) == 0 {
		return "0-1000"
	}
	of := read.Ranges[0]
	from := t.CountBetween("", of.Start)
	if of.Start == "" {
		from = 0
	}
	to := from + t.CountBetween(of.Start, of.End)
	return strconv.Itoa(from*1000/t.Len()) + "-" + strconv.Itoa((to*1000+t.Len()-1)/t.Len())
}

// firstGuesses drops answers to unknown questions, and all but the first answer to each guess:
// guesses that were made in two tabs have no order. It changes the list in place.
func (l *Lesson) firstGuesses(of []Answer) []Answer {
	known := map[string]bool{}
	return slices.DeleteFunc(of, func(a Answer) bool {
		q, _, ok := l.Question(a.Question)
		again := known[a.Question]
		known[a.Question] = true
		return !ok || q.Guess && again
	})
}

// tryOf counts an event as a try if it is an act of the reader that has met no goal. In the step
// that grades designs only grading is a try. Where a design is measured by a sample, each different
// outcome is one, if there is something to measure. To drop a table is no try.
func (r *Player) tryOf(ev *event, met bool) {
	before := r.tables
	r.tables, _ = r.session.TableAndRowCount()
	_, _, step, ok := r.lesson.GradedGoal()
	outcome, sampled := r.sampledOutcome(ev)
	switch {
	case met || !ev.own || movesInTime(ev.req) || r.tables < before:
	case sampled:
		if outcome != "" {
			r.try(outcome)
		}
	case !ok || step != r.progress.Step:
		// A refused command, such as a mistyped one, and a command that prints help are not tries.
		if engine.TraitsOf(ev.req).CountsAsAct && ev.rep.Err == nil && (!fromConsole(ev.req) || ev.rep.Read != nil || len(ev.rep.Changes) > 0) {
			r.try(actText(ev.req))
		}
	case wasGraded(ev) || refusedGrade(ev):
		text := graded
		for _, of := range r.session.Tables() {
			text += " " + of.Template
		}
		r.try(text)
	}
}

// sampledOutcome returns the readings of the furthest step's bill or queue after an event, as a text by
// which outcomes are compared. It is "" if there is nothing to judge, or if the event cannot have changed
// the outcome. sampled is false if the step has neither.
func (r *Player) sampledOutcome(ev *event) (outcome string, sampled bool) {
	if r.progress.Step >= len(r.lesson.Steps) {
		return "", false
	}
	for _, g := range r.lesson.Steps[r.progress.Step].Goals {
		_, bill := g.Check.(MonthlyBill)
		_, queue := g.Check.(WorkedQueue)
		sampled = sampled || bill || queue
		could := len(ev.rep.Changes) > 0 || queue && ev.rep.Read != nil
		if of := r.kept[g.ID]; (bill || queue) && could && len(of) > 0 && of.judged() {
			outcome = fmt.Sprint(of)
		}
	}
	return outcome, sampled
}

// movesInTime reports whether a request only goes to another state of the timeline.
func movesInTime(req engine.Request) bool {
	switch req.(type) {
	case engine.Undo, engine.Redo, engine.GoToState, engine.RestoreCheckpoint:
		return true
	}
	return false
}

// fromConsole reports whether a request is one of the console.
func fromConsole(req engine.Request) bool {
	_, is := req.(engine.RunConsole)
	return is
}

// try counts a try in the furthest step, unless it is the same text as an earlier one or the goals
// of the step have passed.
func (r *Player) try(text string) {
	p := &r.progress
	if p.Step >= len(p.Tries) || r.lesson.Steps[p.Step].IsDone(p.Passed) || r.tried[text] {
		return
	}
	if r.tried == nil {
		r.tried = map[string]bool{}
	}
	r.tried[text] = true
	p.Tries[p.Step] = min(p.Tries[p.Step]+1, TriesForSolution)
}

// actText returns a text by which acts of the reader are compared: equal acts count as one try.
func actText(req engine.Request) string {
	switch req := req.(type) {
	case engine.RunConsole:
		return strings.TrimSpace(req.Text)
	case engine.Rekey:
		return req.Table + " " + req.Template
	case engine.LoadRecords:
		return req.Table + " " + req.Template
	}
	return fmt.Sprintf("%T", req)
}

// ShuffledChoices returns the choices in an order that depends on the seed, so that a reader always sees
// the same order. The choices of other kinds than ChooseOne keep their order, as all do with seed 0.
func (q Question) ShuffledChoices(seed uint64) []Choice {
	if q.Kind != ChooseOne || seed == 0 {
		return q.Choices
	}
	// FNV-1a, followed by the final mixing of MurmurHash3.
	place := func(c Choice) uint64 {
		h := seed ^ 14695981039346656037
		for _, b := range []byte(q.ID + "=" + c.Value) {
			h = (h ^ uint64(b)) * 1099511628211
		}
		h = (h ^ h>>33) * 0xff51afd7ed558ccd
		return h ^ h>>33
	}
	out := slices.Clone(q.Choices)
	slices.SortStableFunc(out, func(a, b Choice) int { return cmp.Compare(place(a), place(b)) })
	return out
}
