//go:build !js

package host

import (
	"bytes"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

func ownOne(title string) []byte {
	return lessons.Encode(&lessons.Lesson{
		Slug: lessons.FromFilePrefix + "one", Title: title, Start: []engine.Request{engine.RunConsole{Text: "createtable t families=F"}},
		Steps: []lessons.Step{{
			ID: "one", Body: "<div><p>Write.</p></div>",
			Goals: []lessons.Goal{{ID: "there", Check: lessons.HasRows{Table: "t", Keys: []string{"a"}}}},
		}},
	})
}

// ground fails the test if anything before the state of an answer can be undone.
func (p *tab) ground(t *testing.T, shown Answer) {
	t.Helper()
	if tl := shown.Reply.Timeline; tl != nil && (tl.Now != 0 || tl.Truncated) {
		t.Errorf("the timeline begins %+v", tl)
	}
	if a := p.ask(ExecuteRequest{engine.Undo{}}); a.Reply.Err == nil || a.Reply.Err.Code != base.CodeNothingToUndo || len(a.Reply.Tables) != 1 {
		t.Errorf("the lesson's start is undone: %+v", a.Reply)
	}
}

// A lesson from a file has a workspace like any other, travels with everything, and
// keeps the reader's progress when the file is opened again.
func TestLessonFromFile(t *testing.T) {
	s := newListStore()
	p := newTab(t, s, newTabs())
	const id = lessons.FromFilePrefix + "one"
	open := OpenWorkspace{Kind: KindLesson, ID: id}
	if a := p.ask(open); a.Err == nil || a.Err.Code != base.CodeNoSandbox {
		t.Fatalf("what is not there opens: %v", a.Err)
	}
	if a := p.ask(StoreLesson{ownOne("One")}); a.Err != nil || a.SandboxID != id || len(a.WorkspaceList.Lessons) != 1 || a.WorkspaceList.Lessons[0].OwnLesson.Title != "One" {
		t.Fatalf("%+v, %v", a.WorkspaceList, a.Err)
	}
	a := p.ask(open)
	if a.Err != nil || a.Opened.OwnLesson == nil || len(a.Reply.Tables) != 1 {
		t.Fatalf("%+v", a)
	}
	p.ground(t, a)
	if a := p.console("set t a F:Q=1"); !a.Outcome.Progress.Done {
		t.Errorf("%+v", a.Outcome)
	}
	p.saved()
	q := newTab(t, s, newTabs())
	q.ask(open)
	if a := q.ask(ExecuteRequest{engine.Undo{}}); a.Reply.Err != nil || a.Page.Total != 0 || len(a.Reply.Tables) != 1 {
		t.Errorf("after what was done is undone: %+v", a.Reply)
	}
	q.ground(t, q.ask(ExecuteRequest{engine.Refresh{}}))
	if a := q.ask(ExecuteRequest{engine.Redo{}}); a.Reply.Err != nil {
		t.Error(a.Reply.Err)
	}
	q.saved()
	file := p.ask(ExportAllWorkspaces{}).File.Data
	if a := p.ask(StoreLesson{ownOne("Two")}); a.Err != nil || a.WorkspaceList.Lessons[0].OwnLesson.Title != "Two" || !a.WorkspaceList.Lessons[0].Done {
		t.Errorf("%+v, %v", a.WorkspaceList, a.Err)
	}
	if a := p.ask(open); a.Err != nil || a.Opened.OwnLesson.Title != "Two" || a.Page.Total != 1 || !a.Outcome.Progress.Done {
		t.Errorf("%+v", a)
	}
	if a := p.ask(DeleteWorkspace{id}); a.Err != nil || len(a.WorkspaceList.Lessons) != 0 {
		t.Errorf("%+v, %v", a.WorkspaceList, a.Err)
	}
	if a := p.ask(ImportFile{file}); a.Err != nil || a.Imported.Lessons != 1 {
		t.Fatalf("%+v, %v", a.Imported, a.Err)
	}
	if a := p.ask(open); a.Err != nil || a.Opened.OwnLesson.Title != "One" || a.Page.Total != 1 {
		t.Errorf("%+v", a)
	}
	a = p.ask(ResetWorkspace{})
	if a.Err != nil || a.Page.Total != 0 || a.Opened.OwnLesson == nil {
		t.Errorf("%+v", a)
	}
	p.ground(t, a)
	for _, bad := range [][]byte{nil, bytes.Replace(ownOne("x"), []byte("own-"), []byte("not-"), 1), bytes.Replace(ownOne("x"), []byte("<p>"), []byte("<q>"), 1)} {
		if a := p.ask(StoreLesson{bad}); a.Err == nil {
			t.Error("what nobody could have compiled is kept")
		}
	}
}
