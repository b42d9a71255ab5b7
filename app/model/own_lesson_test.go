package model

import (
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/sandboxes"
	"tabletop/engine/base"
	"tabletop/lessons"
)

func ownLesson() *lessons.Lesson {
	return &lessons.Lesson{Slug: "own-one", Title: "One", Track: "Mine", Steps: []lessons.Step{{ID: "one", Title: "First", Goals: []lessons.Goal{{ID: "g", Check: lessons.KeepsFields{}}}}}}
}

// A lesson from a file comes with its workspace, and is listed after the others.
func TestOwnLessons(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "own-one"})
	p.st.Catalog = []page.LessonCard{{Slug: "shipped", Track: "Mine"}}
	p.on(Navigated{page.Route{Screen: page.ScreenLesson, ID: "own-one"}})
	if slices.Contains(p.effects, page.Effect(page.FetchLesson{Slug: "own-one"})) {
		t.Error("the site is asked for a lesson that is here")
	}
	p.on(HostEvent{host.HostReady{}}).answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "own-one", OwnLesson: ownLesson()}, Outcome: &lessons.Outcome{}})
	if p.st.Lesson == nil || p.st.Lesson.Lesson.Title != "One" || p.st.Work.ID != "own-one" {
		t.Fatalf("%+v", p.st.Lesson)
	}
	list := &host.WorkspaceList{Lessons: []host.LessonSummary{{Slug: "own-one", OwnLesson: ownLesson()}}}
	p.on(Navigated{page.Route{Screen: page.ScreenHome}}).answer(host.Answer{WorkspaceList: list})
	for range 2 {
		if c := p.st.Catalog; len(c) != 2 || c[1].Slug != "own-one" || c[1].Track != page.OwnLessonTrack+"Mine" || c[1].Goals != 1 {
			t.Errorf("%+v", c)
		}
		p.on(sandboxes.DeletePressed{ID: "own-one"})
		if p.sent().Call != (host.DeleteWorkspace{ID: "own-one"}) {
			t.Errorf("%+v", p.sent())
		}
		p.answer(host.Answer{SandboxID: "own-one~x", WorkspaceList: &host.WorkspaceList{Deleted: []host.SandboxSummary{{ID: "own-one~x"}}}})
		if n := p.st.Notice; len(p.st.Catalog) != 1 || n == nil || n.Code != "notice-deleted" || n.Args[0] != "One" {
			t.Errorf("%+v, %+v", p.st.Catalog, p.st.Notice)
		}
		p.on(sandboxes.UndoDeletePressed{}).answer(host.Answer{WorkspaceList: list})
	}
	p.on(Navigated{page.Route{Screen: page.ScreenLesson, ID: "own-two"}}).answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox, "own-two")})
	if p.st.Route.Screen != page.ScreenNotFound {
		t.Errorf("%+v", p.st.Route)
	}
}
