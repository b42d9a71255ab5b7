package openlesson

import (
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/jobs"
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
	on(FileChosen{"a.txtar", []byte("text")})
	if ask := p.AskedSecondProgram(); ask.Job != jobs.CheckLesson || string(ask.Frame) != "text" {
		t.Errorf("asked %+v", ask)
	}
	checked := func(r lessons.FileReport) Msg {
		return lessonChecked{page.SecondProgramAnswer{Frame: lessons.EncodeFileReport(r)}}
	}
	if !s.checking || s.name != "a.txtar" {
		t.Errorf("%+v", s)
	}
	on(FileChosen{"b.txtar", nil})
	p.Has(page.StopSecondProgram{})
	on(lessonChecked{page.SecondProgramAnswer{Failed: page.SecondProgramEnded}})
	p.Has(page.FocusElement{ID: elementVerdict})
	if s.failed == "" || s.checking {
		t.Errorf("%+v", s)
	}
	on(FileChosen{"c.txtar", nil}, checked(lessons.FileReport{Problems: lessons.Problems{{Line: 1, Said: "No."}}}), begun{})
	p.Quiet() // a lesson with mistakes is not begun
	on(FileChosen{"d.txtar", nil}, stopped{})
	p.Has(page.StopSecondProgram{})
	if on(checked(lessons.FileReport{})); s != (State{}) {
		t.Errorf("what was stopped is shown: %+v", s)
	}
	on(FileChosen{"e.txtar", nil}, checked(lessons.FileReport{Lesson: &lessons.Lesson{Title: "One"}}), begun{})
	if c, ok := p.LastCall().Call.(host.StoreLesson); !ok || len(c.Lesson) == 0 {
		t.Errorf("%+v", p.LastCall())
	}
	on(FileChosen{"f.txtar", nil})
	p.Turn(func(t *page.Update) { Leave(t, &s) })
	p.Has(page.StopSecondProgram{})
	if s != (State{}) {
		t.Errorf("%+v", s)
	}
	if p.Turn(func(t *page.Update) { Leave(t, &s) }); slices.Contains(p.Effects, page.Effect(page.StopSecondProgram{})) {
		t.Error("what is not under way is stopped")
	}
}
