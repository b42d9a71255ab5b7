package model

import (
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/engine/base"
	"tabletop/lessons"
)

func ownLesson() *lessons.Lesson {
	return &lessons.Lesson{Slug: "own-one", Title: "One", Track: "Mine", Steps: []lessons.Step{{ID: "one", Title: "First", Goals: []lessons.Goal{{ID: "g", Check: lessons.Kept{}}}}}}
}

// A file is checked, and again after each choice; only a sound one can be begun.
func TestOpeningALesson(t *testing.T) {
	p := at(t, ParseRoute("/lessons/open/"))
	p.on(Came{host.Ready{}}).answer(host.Answer{Shelf: &host.Shelf{}})
	p.on(LessonChosen{"a.txtar", []byte("text")}).has(CheckLesson{[]byte("text")})
	if !p.st.Opening.Checking || p.st.Opening.Name != "a.txtar" {
		t.Errorf("%+v", p.st.Opening)
	}
	p.on(LessonChosen{"b.txtar", nil}).has(StopCheck{})
	p.on(LessonChecked{Failed: CheckEnded}).has(Focus{ID: ElementVerdict})
	if p.st.Opening.Failed == "" || p.st.Opening.Checking {
		t.Errorf("%+v", p.st.Opening)
	}
	p.on(LessonChosen{"b.txtar", nil}, LessonChecked{Failed: CheckNewer}, UpdateNow{}).has(ApplyUpdate{})
	p.on(LessonChosen{"c.txtar", nil}, LessonChecked{Verdict: &lessons.Verdict{Problems: lessons.Problems{{Line: 1, Said: "No."}}}}, OwnBegun{})
	if len(p.effects) > 0 {
		t.Errorf("a lesson with mistakes begins: %+v", p.effects)
	}
	p.on(LessonChosen{"d.txtar", nil}, CheckStopped{}).has(StopCheck{})
	if p.on(LessonChecked{Verdict: &lessons.Verdict{}}); p.st.Opening != (Opening{}) {
		t.Errorf("what was stopped is shown: %+v", p.st.Opening)
	}
	p.on(LessonChosen{"e.txtar", nil}, LessonChecked{Verdict: &lessons.Verdict{Lesson: ownLesson()}}, OwnBegun{})
	if c, ok := p.sent().Call.(host.Keep); !ok || len(c.Lesson) == 0 {
		t.Errorf("%+v", p.sent())
	}
	p.answer(host.Answer{Made: "own-one", Shelf: &host.Shelf{}}).has(Go{Route: Route{Screen: ScreenLesson, ID: "own-one"}})
	p.on(LessonChosen{"f.txtar", nil}, Navigated{Route{Screen: ScreenHome}}).has(StopCheck{})
	if p.st.Opening != (Opening{}) {
		t.Errorf("%+v", p.st.Opening)
	}
}

// A lesson from a file comes with its workspace, and is listed behind the others.
func TestOwnLessons(t *testing.T) {
	p := at(t, Route{Screen: ScreenLesson, ID: "own-one"})
	p.st.Catalog = []Card{{Slug: "shipped", Track: "Mine"}}
	p.on(Navigated{Route{Screen: ScreenLesson, ID: "own-one"}})
	if slices.Contains(p.effects, Effect(FetchLesson{Slug: "own-one"})) {
		t.Error("the site is asked for a lesson that is here")
	}
	p.on(Came{host.Ready{}}).answer(host.Answer{Opened: &host.Opened{Kind: host.KindLesson, ID: "own-one", Own: ownLesson()}, Outcome: &lessons.Outcome{}})
	if p.st.Lesson == nil || p.st.Lesson.Lesson.Title != "One" || p.st.Work.ID != "own-one" {
		t.Fatalf("%+v", p.st.Lesson)
	}
	shelf := &host.Shelf{Lessons: []host.LessonMark{{Slug: "own-one", Own: ownLesson()}}}
	p.on(Navigated{Route{Screen: ScreenHome}}).answer(host.Answer{Shelf: shelf})
	for range 2 {
		if c := p.st.Catalog; len(c) != 2 || c[1].Slug != "own-one" || c[1].Track != OwnTrack+"Mine" || c[1].Goals != 1 {
			t.Errorf("%+v", c)
		}
		p.on(DeletePressed{"own-one"})
		if p.sent().Call != (host.Delete{ID: "own-one"}) {
			t.Errorf("%+v", p.sent())
		}
		p.answer(host.Answer{Made: "own-one~x", Shelf: &host.Shelf{Deleted: []host.Shelved{{ID: "own-one~x"}}}})
		if n := p.st.Notice; len(p.st.Catalog) != 1 || n == nil || n.Code != "notice-deleted" || n.Args[0] != "One" {
			t.Errorf("%+v, %+v", p.st.Catalog, p.st.Notice)
		}
		p.on(UndoDeletePressed{}).answer(host.Answer{Shelf: shelf})
	}
	p.on(Navigated{Route{Screen: ScreenLesson, ID: "own-two"}}).answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox, "own-two")})
	if p.st.Route.Screen != ScreenMissing {
		t.Errorf("%+v", p.st.Route)
	}
}
