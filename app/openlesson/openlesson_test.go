package openlesson

import (
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// A file is checked each time that one is chosen. Only a lesson without mistakes can be
// begun.
func TestOpeningALesson(t *testing.T) {
	p := pagetest.New(t)
	var s State
	on := func(msgs ...Msg) {
		for _, m := range msgs {
			p.Turn(func(t *page.Update) { Update(t, &s, m) })
		}
	}
	on(Chosen{"a.txtar", []byte("text")})
	p.Has(Check{[]byte("text")})
	if !s.checking || s.name != "a.txtar" {
		t.Errorf("%+v", s)
	}
	on(Chosen{"b.txtar", nil})
	p.Has(StopCheck{})
	on(Checked{Failed: CheckEnded})
	p.Has(page.Focus{ID: elementVerdict})
	if s.failed == "" || s.checking {
		t.Errorf("%+v", s)
	}
	on(Chosen{"c.txtar", nil}, Checked{Verdict: &lessons.Verdict{Problems: lessons.Problems{{Line: 1, Said: "No."}}}}, begun{})
	p.Quiet() // a lesson with mistakes is not begun
	on(Chosen{"d.txtar", nil}, stopped{})
	p.Has(StopCheck{})
	if on(Checked{Verdict: &lessons.Verdict{}}); s != (State{}) {
		t.Errorf("what was stopped is shown: %+v", s)
	}
	on(Chosen{"e.txtar", nil}, Checked{Verdict: &lessons.Verdict{Lesson: &lessons.Lesson{Title: "One"}}}, begun{})
	if c, ok := p.Sent().Call.(host.KeepLesson); !ok || len(c.Lesson) == 0 {
		t.Errorf("%+v", p.Sent())
	}
	on(Chosen{"f.txtar", nil})
	p.Turn(func(t *page.Update) { Leave(t, &s) })
	p.Has(StopCheck{})
	if s != (State{}) {
		t.Errorf("%+v", s)
	}
	if p.Turn(func(t *page.Update) { Leave(t, &s) }); slices.Contains(p.Effects, page.Effect(StopCheck{})) {
		t.Error("what is not under way is stopped")
	}
}
