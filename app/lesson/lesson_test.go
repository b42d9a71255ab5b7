package lesson

import (
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// play is the page of a lesson.
type play struct {
	*pagetest.Page
	s State
}

// opened returns the page of a lesson that the worker opens with some progress.
func opened(t *testing.T, l *lessons.Lesson, o lessons.Outcome) *play {
	p := &play{Page: pagetest.New(t)}
	p.State.Route = page.Route{Screen: page.ScreenLesson, ID: l.Slug}
	p.Work.ID, p.Work.Kind = l.Slug, host.KindLesson
	p.Turn(func(t *page.Update) { ShowLesson(t, &p.s, l) })
	p.open()
	return p.answer(o)
}

func (p *play) open() {
	p.Turn(func(t *page.Update) {
		t.SendCall(host.OpenWorkspace{Kind: host.KindLesson, ID: p.State.Route.ID}, "running-open")
	})
}

func (p *play) on(all ...Msg) *play {
	for _, m := range all {
		p.Turn(func(t *page.Update) { Update(t, m) })
	}
	return p
}

// answer answers the last call with an outcome.
func (p *play) answer(o lessons.Outcome) *play {
	p.T.Helper()
	return p.say(p.State.Calls[p.LastCall().Seq], o)
}

func (p *play) say(w page.PendingCall, o lessons.Outcome) *play {
	p.Turn(func(t *page.Update) { OnOutcome(t, &p.s, w, o) })
	return p
}

// TestLessonIsBegunBeforeItIsOpen has the reader begin with a step as soon as its text is
// shown, before the worker has opened the lesson.
func TestLessonIsBegunBeforeItIsOpen(t *testing.T) {
	begun := func(step int) *page.LessonState {
		l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{
			{ID: "one", Hints: []string{"a"}, Asks: []lessons.Question{{ID: "q"}, {ID: "r"}}}, {ID: "two"},
		}}
		p := &play{Page: pagetest.New(t)}
		p.State.Route = page.Route{Screen: page.ScreenLesson, ID: "x"}
		p.Turn(func(t *page.Update) { ShowLesson(t, &p.s, l) })
		p.open()
		open := p.State.Calls[p.LastCall().Seq]
		p.on(SolutionPressed{}, HintPressed{}, AnswerTyped{"q", "7"})
		p.say(open, lessons.Outcome{Progress: lessons.Progress{Step: step, Hints: []int{0, 0}, Answers: []lessons.Answer{{Question: "q", Value: "1"}, {Question: "r", Value: "2"}}}})
		return p.State.Lesson
	}
	if l := begun(0); !l.Solution || l.Hints != 1 || l.Answers["q"] != "7" || l.Answers["r"] != "2" {
		t.Errorf("%+v", l)
	}
	if l := begun(1); l.Step != 1 || l.Solution || l.Hints != 0 {
		t.Errorf("of another step: %+v", l)
	}
}

// TestOpenBeforeItsFile checks that an outcome that arrives before the lesson's file is used
// when that arrives.
func TestOpenBeforeItsFile(t *testing.T) {
	panels := []lessons.Panel{lessons.PanelSchema}
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one"}, {ID: "two", Panels: panels}}}
	p := &play{Page: pagetest.New(t)}
	p.State.Route = page.Route{Screen: page.ScreenLesson, ID: "x"}
	if p.on(NextStepPressed{}); len(p.Effects) > 0 {
		t.Errorf("without a lesson: %+v", p.Effects)
	}
	p.open()
	p.answer(lessons.Outcome{Progress: lessons.Progress{Step: 1}})
	p.Turn(func(t *page.Update) { ShowLesson(t, &p.s, l) }).Passes(page.LessonStepShown{Panels: panels})
	if l := p.State.Lesson; l == nil || l.Step != 1 {
		t.Errorf("%+v", l)
	}
}

func TestChoicesMove(t *testing.T) {
	q := lessons.Question{ID: "q", Kind: lessons.PutInOrder, Run: "read games", Choices: []lessons.Choice{{Value: "b"}, {Value: "c"}, {Value: "a"}}}
	p := opened(t, &lessons.Lesson{Slug: "x", Table: "games", Steps: []lessons.Step{{ID: "one", Asks: []lessons.Question{q}}}}, lessons.Outcome{})
	line := func(want ...string) {
		t.Helper()
		if got := inLine(p.State.Lesson, q); !reflect.DeepEqual(got, want) {
			t.Errorf("in line stand %q, want %q", got, want)
		}
	}
	line("b", "c", "a")
	p.on(choiceMoved{"q", 2, 1})
	line("b", "a", "c")
	p.Has(page.FocusElement{ID: lineElement("q", "up-1")})
	p.on(choiceMoved{"q", 0, 1})
	line("a", "b", "c")
	p.Has(page.FocusElement{ID: lineElement("q", "down-1")})
	p.on(choiceMoved{"q", 2, 3}, choiceMoved{"q", -1, 0}, choiceMoved{"other", 0, 1})
	line("a", "b", "c")
	p.on(AnswerSubmitted{"q"})
	if c := p.LastCall().Call; c != (host.DoLessonAction{Action: lessons.Answer{Question: "q", Value: "a,b,c"}}) {
		t.Errorf("%+v", c)
	}
	if log := p.Work.Log; len(log) != 1 || log[0].Input != "read games" {
		t.Errorf("what settles it is not in the log: %+v", log)
	}
	p.on(AnswerTyped{"q", "a,a,b"})
	line("b", "c", "a") // other choices than the question has
}
