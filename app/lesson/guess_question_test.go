package lesson

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// A command that has to wait for an answer leads to the question, and is run after the
// answer.
func TestActsWait(t *testing.T) {
	q := lessons.Question{ID: "q", Text: "How many?", Kind: lessons.EnterNumber, Guess: true}
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{q}, Goals: []lessons.Goal{{ID: "g", Check: lessons.QuestionAnswered{Question: "q"}}, {ID: "h"}}}}}
	p := opened(t, l, lessons.Outcome{})
	if !p.State.Lesson.HasOpenGuess() {
		t.Error("it is not to be guessed")
	}
	call := host.ExecuteRequest{Request: engine.RunConsole{Text: "read games"}}
	var seq uint64
	p.Turn(func(t *page.Update) { seq = t.RunRequest(call.Request, "read games", "running-console") })
	w := p.State.Calls[seq]
	p.Turn(func(t *page.Update) { HoldCall(t, w, seq) })
	p.Passes(page.ShowPageTab{Tab: page.TabTask})
	p.Has(page.FocusElement{ID: "question-q"})
	p.Tells(page.AnnouncementPart{Code: "guess-first", Args: []string{"How many?"}})
	if len(p.State.Lesson.HeldCalls) != 1 {
		t.Fatal("what was typed is lost")
	}
	for _, text := range []string{"", "1.3", "-2", "many"} {
		p.on(AnswerTyped{"q", text}, AnswerSubmitted{"q"})
		if p.Quiet(); !slices.Equal(p.State.Lesson.InvalidAnswers, []string{"q"}) {
			t.Errorf("%q is taken for a number", text)
		}
	}
	p.on(AnswerTyped{"q", "100"}, AnswerSubmitted{"q"})
	given := lessons.Progress{Answers: []lessons.Answer{{Question: "q", Value: "100"}}, Passed: []string{"g"}}
	p.answer(lessons.Outcome{Progress: given, Fresh: []string{"g"}})
	if again := p.LastCall(); again.Call.(host.ExecuteRequest).Request.(engine.RunConsole).Text != "read games" || again.Seq == seq {
		t.Errorf("sent %+v", again)
	}
	if log := p.Work.Log; len(log) != 1 || log[0].Input != "read games" || log[0].Seq == seq {
		t.Errorf("in the log stands %+v", log)
	}
	if len(p.State.Lesson.HeldCalls) != 0 || p.State.Lesson.HasOpenGuess() {
		t.Error("something still waits")
	}
}

// Queued commands are run in order after the answer, each with a new entry in the log. A
// command for which there is no room is refused.
func TestAllActsWait(t *testing.T) {
	q := lessons.Question{ID: "q", Text: "How many?", Kind: lessons.EnterNumber, Guess: true}
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{q}, Goals: []lessons.Goal{{ID: "g", Check: lessons.QuestionAnswered{Question: "q"}}, {ID: "h"}}}}}
	p := opened(t, l, lessons.Outcome{})
	var want []string
	run := func(text string) {
		var seq uint64
		p.Turn(func(t *page.Update) { seq = t.RunRequest(engine.RunConsole{Text: text}, text, "running-console") })
		w := p.State.Calls[seq]
		p.Turn(func(t *page.Update) { HoldCall(t, w, seq) })
	}
	for i := range page.MaxHeldCalls {
		want = append(want, "set web r"+strconv.Itoa(i)+" f:q=1")
		run(want[i])
	}
	run("read web")
	last := p.Work.Log[len(p.Work.Log)-1]
	if last.Input != "read web" || last.Err == nil || last.Err.Code != base.CodeGuessFull || last.Err.Args[0] != strconv.Itoa(page.MaxHeldCalls) {
		t.Errorf("beyond the bound: %+v", last)
	}
	given := lessons.Progress{Answers: []lessons.Answer{{Question: "q", Value: "100"}}, Passed: []string{"g"}}
	p.on(AnswerTyped{"q", "100"}, AnswerSubmitted{"q"})
	before := p.State.Seq
	p.answer(lessons.Outcome{Progress: given, Fresh: []string{"g"}})
	var ran, logged []string
	for seq := before + 1; seq <= p.State.Seq; seq++ {
		ran = append(ran, p.State.Calls[seq].Call.(host.ExecuteRequest).Request.(engine.RunConsole).Text)
	}
	for _, e := range p.Work.Log {
		if e.Seq > before {
			logged = append(logged, e.Input)
		}
	}
	if !slices.Equal(ran, want) || !slices.Equal(logged, want) || len(p.Work.Log) != len(want)+1 {
		t.Errorf("ran %q, in the log stand %q of %d", ran, logged, len(p.Work.Log))
	}
}

// A reader who knows what a step teaches leaves out its guesses, and no command waits for
// them.
func TestTestOut(t *testing.T) {
	guess, asked := lessons.Question{ID: "g", Kind: lessons.EnterNumber, Guess: true}, lessons.Question{ID: "q", Kind: lessons.EnterNumber}
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{guess, asked}, Goals: []lessons.Goal{{ID: "h"}}}}}
	p := opened(t, l, lessons.Outcome{})
	p.on(goalsPressed{})
	p.Has(page.FocusElement{ID: elementGoals})
	if c := p.LastCall().Call; c != (host.DoLessonAction{Action: lessons.Answer{Question: "g", Value: lessons.SkippedAnswer}}) {
		t.Errorf("sent %+v", c)
	}
	p.answer(lessons.Outcome{Progress: lessons.Progress{Answers: []lessons.Answer{{Question: "g", Value: lessons.SkippedAnswer}}}})
	if p.State.Lesson.HasOpenGuess() {
		t.Error("it is still to be guessed")
	}
}

func TestSketch(t *testing.T) {
	q := lessons.Question{ID: "q", Kind: lessons.SketchCurve, Guess: true, Sizes: []int64{1000, 100_000}}
	p := opened(t, &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{q}}}}, lessons.Outcome{})
	p.on(sketched{"q", 1, 23}, sketched{"q", 2, 5}, sketched{"q", 0, 0}, AnswerSubmitted{"q"})
	if c := p.LastCall().Call; c != (host.DoLessonAction{Action: lessons.Answer{Question: "q", Value: "1,600"}}) {
		t.Errorf("sent %+v", c)
	}
	p = opened(t, &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{q}}}}, lessons.Outcome{})
	p.on(AnswerSubmitted{"q"})
	if c := p.LastCall().Call; c != (host.DoLessonAction{Action: lessons.Answer{Question: "q", Value: "10,10"}}) {
		t.Errorf("of an untouched line is sent %+v", c)
	}
	for step := range 61 {
		if got := place(stepValue(step)); math.Abs(got-float64(step)) > 1e-9 {
			t.Errorf("step %d is %d, which is step %v", step, stepValue(step), got)
		}
	}
}

// A value that is to be guessed is not shown before the guess.
func TestSecret(t *testing.T) {
	q := lessons.Question{ID: "q", Text: "How many?", Kind: lessons.EnterNumber, Guess: true, Right: "5002"}
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{q}, Goals: []lessons.Goal{{ID: "g"}}}}}
	p := opened(t, l, lessons.Outcome{})
	if text, ok := p.State.Lesson.HidesFigure(5002); !ok || text != "How many?" {
		t.Errorf("%q, %t", text, ok)
	}
	if _, ok := p.State.Lesson.HidesFigure(401); ok {
		t.Error("another figure is kept back")
	}
	v := NewView(&ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}, &p.State, &p.Work)
	if !v.secret(lessons.Reading{Measure: "rows-scanned", Known: true, Have: 5002}) || v.secret(lessons.Reading{Measure: "rows-scanned", Have: 5002}) {
		t.Error("a goal line tells it, or what is not known yet is kept back")
	}
	p.State.Lesson.Progress.Answers = []lessons.Answer{{Question: "q", Value: "100"}}
	if _, ok := p.State.Lesson.HidesFigure(5002); ok {
		t.Error("it is kept back after the guess")
	}
}

// The empty lines of the design sheet are marked, the first of them gets the focus, and
// noted lines can be changed until the reference is shown.
func TestSheetStaysOpen(t *testing.T) {
	line := func(id string, kind lessons.QuestionKind) lessons.Question {
		return lessons.Question{ID: id, Kind: kind, Guess: true, Right: "x", Truth: lessons.AnswerSource{Of: lessons.OfSheet}}
	}
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{line("key", lessons.FillText), line("families", lessons.EnterNumber), line("cell", lessons.FillText)}, Goals: []lessons.Goal{{ID: "g"}}}}}
	p := opened(t, l, lessons.Outcome{})
	p.on(AnswerTyped{"key", "{a}"}, AnswerTyped{"families", "many"}, sheetPressed{})
	if open := p.State.Lesson.InvalidAnswers; !slices.Equal(open, []string{"families", "cell"}) {
		t.Errorf("marked are %v", open)
	}
	p.Has(page.FocusElement{ID: "answer-families"})
	if c := p.LastCall().Call; c != (host.DoLessonAction{Action: lessons.Answer{Question: "key", Value: "{a}"}}) {
		t.Errorf("sent %+v", c)
	}
	p.answer(lessons.Outcome{Progress: lessons.Progress{Answers: []lessons.Answer{{Question: "key", Value: "{a}"}}}})
	p.on(AnswerTyped{"families", "2"})
	if open := p.State.Lesson.InvalidAnswers; !slices.Equal(open, []string{"cell"}) {
		t.Errorf("with a number %v are marked", open)
	}
	p.on(AnswerTyped{"families", ""}, AnswerTyped{"key", "{b}"}, sheetPressed{})
	if c := p.LastCall().Call; c != (host.DoLessonAction{Action: lessons.Answer{Question: "key", Value: "{b}"}}) {
		t.Errorf("a line that was written anew: %+v", c)
	}
}
