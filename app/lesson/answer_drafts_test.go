package lesson

import (
	"reflect"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/lessons"
)

// draftLesson asks for a number, an order, and a line of text in a later step.
func draftLesson() *lessons.Lesson {
	return &lessons.Lesson{Slug: "x", Steps: []lessons.Step{
		{ID: "one", Asks: []lessons.Question{
			{ID: "n", Kind: lessons.EnterNumber, Right: "7"},
			{ID: "line", Kind: lessons.PutInOrder, Choices: []lessons.Choice{{Value: "b"}, {Value: "a"}}, Right: "a,b"},
		}},
		{ID: "two", Asks: []lessons.Question{{ID: "f", Kind: lessons.FillText, Right: "Jo"}}},
	}}
}

// kept returns the drafts that the browser was last told to store.
func (p *play) kept() (text string, ok bool) {
	for _, e := range p.Effects {
		if r, is := e.(page.StoreTextLocally); is && r.Name == page.DraftsStorageKey {
			text, ok = r.Text, true
		}
	}
	return text, ok
}

// TestDraftsComeBack checks that drafts are there at the next visit of their workspace,
// until they are given as answers.
func TestDraftsComeBack(t *testing.T) {
	visit := func(kept string, seed uint64, o lessons.Outcome) *play {
		p := opened(t, &lessons.Lesson{Slug: "y", Steps: []lessons.Step{{ID: "one"}}}, lessons.Outcome{})
		p.Work.Seed, p.State.Drafts, p.State.Route.ID = seed, page.ParseDrafts(kept), "x"
		p.Turn(func(t *page.Update) { ShowLesson(t, &p.s, draftLesson()) })
		p.open()
		return p.answer(o)
	}
	p := visit("", 5, lessons.Outcome{})
	p.on(AnswerTyped{"n", "4\n\"2 ü"}, choiceMoved{"line", 0, 1})
	kept, ok := p.kept()
	if !ok {
		t.Fatal("nothing is kept")
	}
	p = visit(kept, 5, lessons.Outcome{Progress: lessons.Progress{Answers: []lessons.Answer{{Question: "n", Value: "9"}}}})
	p.Has(page.SetFieldText{ID: "answer-n", Text: "4\n\"2 ü"}) // the draft, not the earlier answer
	if got := inLine(p.State.Lesson, draftLesson().Steps[0].Asks[1]); !reflect.DeepEqual(got, []string{"a", "b"}) {
		t.Errorf("in line stand %q", got)
	}
	if p := visit(kept, 6, lessons.Outcome{}); len(p.State.Lesson.Answers) > 0 {
		t.Errorf("another workspace has %q", p.State.Lesson.Answers)
	}

	// The draft of a wrong answer stays. A right answer is kept with the progress.
	p.on(AnswerSubmitted{"line"}).answer(lessons.Outcome{Explain: "no"})
	if _, changed := p.kept(); changed {
		t.Error("a wrong answer is forgotten")
	}
	p.on(AnswerSubmitted{"line"}).answer(lessons.Outcome{Progress: lessons.Progress{Answers: []lessons.Answer{{Question: "line", Value: "a,b"}}}})
	if kept, ok = p.kept(); !ok || strings.Contains(kept, "line") || !strings.Contains(kept, ` "n" `) {
		t.Errorf("kept is %q", kept)
	}
	p.Turn(func(t *page.Update) { t.SendCall(host.ResetWorkspace{}, "") })
	if p.answer(lessons.Outcome{}); len(p.State.Drafts) != 0 {
		t.Errorf("begun again, and there is %+v", p.State.Drafts)
	}

	p = visit("", 5, lessons.Outcome{})
	p.Work.ReadOnly = true
	if p.on(AnswerTyped{"n", "1"}); len(p.State.Drafts) != 0 {
		t.Error("of what another tab writes to something is kept")
	}
}

// TestTypedTextComesBack checks that a typed text is in its field when its step is shown
// again.
func TestTypedTextComesBack(t *testing.T) {
	p := opened(t, draftLesson(), lessons.Outcome{Progress: lessons.Progress{Step: 1}})
	p.on(StepPicked{0}, AnswerTyped{"n", "12"}, StepPicked{1}, StepPicked{0})
	p.Has(page.SetFieldText{ID: "answer-n", Text: "12"})
}

// TestWhatComesIsSeen checks that the page scrolls to the result of a button of the lesson,
// and that the focus stays.
func TestWhatComesIsSeen(t *testing.T) {
	seen := func(p *play, id string) {
		t.Helper()
		p.Has(page.ScrollToElement{ID: id})
		for _, e := range p.Effects {
			if f, moved := e.(page.FocusElement); moved {
				t.Errorf("the focus moves to %q", f.ID)
			}
		}
	}
	p := opened(t, draftLesson(), lessons.Outcome{})
	seen(p.on(AnswerSubmitted{"line"}).answer(lessons.Outcome{Explain: "no"}), "said-line")
	seen(p.on(ActionPressed{lessons.Template{Table: "x", Text: "{a}"}}).answer(lessons.Outcome{Explain: "no"}), page.ElementExplain)

	p = opened(t, gradedLesson(), lessons.Outcome{Progress: lessons.Progress{Step: 1}})
	seen(p.on(ActionPressed{lessons.Grade{}}).answer(lessons.Outcome{Progress: lessons.Progress{Step: 1}, Readings: readingsOf(2, 4200, 120, 4000)}), elementScore)

	p = opened(t, draftLesson(), lessons.Outcome{})
	p.Turn(func(t *page.Update) {
		t.SendCall(host.ExecuteRequest{Request: engine.RunConsole{Text: "set t a F:q=1"}}, "")
	})
	seen(p.answer(lessons.Outcome{Fresh: []string{"gold"}, Readings: []lessons.GoalReadings{{Goal: "gold", Readings: []lessons.Reading{{Measure: "medal", Known: true, OK: true, Have: int64(lessons.Gold)}}}}}), elementGoals)
}

// TestExplanationCloses checks that an explanation can be closed, that the focus then moves
// to the goals, and that the page scrolls to the result of a command.
func TestExplanationCloses(t *testing.T) {
	p := opened(t, gradedLesson(), lessons.Outcome{Progress: lessons.Progress{Step: 1}})
	p.Turn(func(t *page.Update) { t.SendCall(host.ExecuteRequest{Request: engine.RunConsole{Text: "read t"}}, "") })
	p.answer(lessons.Outcome{Progress: lessons.Progress{Step: 1}, Explain: "<p>no</p>"})
	p.Has(page.ScrollToElement{ID: page.ElementExplain})
	if html := drawnStep(p); !strings.Contains(html, `aria-label="Close"`) {
		t.Errorf("there is no way to close it: %s", html)
	}
	p.on(explainClosed{})
	p.Has(page.FocusElement{ID: elementGoals})
	if html := drawnStep(p); strings.Contains(html, "<p>no</p>") {
		t.Errorf("it is still there: %s", html)
	}
}

// drawnStep returns the shown step as HTML.
func drawnStep(p *play) string {
	v := NewView(&ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}, &p.State, &p.Work)
	return app.HTMLString(v.step(p.State.Lesson.Step))
}
