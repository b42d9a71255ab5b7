package model

import (
	"slices"
	"testing"

	"tabletop/app/console"
	"tabletop/app/grid"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/lessons"
)

// calls returns the calls of the last message.
func (p *play) calls() (out []host.Call) {
	for _, e := range p.effects {
		if s, ok := e.(page.SendCall); ok {
			out = append(out, s.Sent.Call)
		}
	}
	return out
}

// reader is a page that reads what another tab writes.
func reader(t *testing.T) *play {
	p := sandbox(t).on(HostEvent{host.SaveStateChanged{State: host.SaveReadOnly}})
	if n := p.st.Notice; !p.st.Work.ReadOnly || n == nil || n.Kind != page.NoticeTakeOver {
		t.Fatalf("%+v", p.st.Notice)
	}
	return p
}

func TestFollowing(t *testing.T) {
	p := reader(t).on(console.TextTyped{Text: "count games"}, grid.RowsScrolled{Offset: 2, Count: 1}, grid.CursorKeyPressed{Move: page.MoveDown})
	for len(p.st.Calls) > 0 {
		for seq := range p.st.Calls {
			p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Version: 1, Tables: p.st.Work.Tables}})
		}
	}
	window, cursor := p.st.Work.Window, p.st.Work.Grid.Cursor
	line := engine.UndoTimeline{Now: 3, Steps: make([]engine.TimelineStep, 3)}
	p.on(HostEvent{host.OtherTabChangesApplied{ID: "abc", Title: "Mine", Changes: 2, Timeline: &line}})
	if p.st.Work.Timeline.Now != 3 {
		t.Errorf("%+v", p.st.Work.Time)
	}
	p.has(page.SendMsgLater{Wait: unheard, Msg: followSettled{}})
	looks := func() int {
		return len(slices.DeleteFunc(p.calls(), func(c host.Call) bool { return !(page.PendingCall{Call: c}).IsRowFetch() }))
	}
	if looks() != 1 {
		t.Errorf("asked for %+v", p.calls())
	}
	look := p.seqOf(func(c host.Call) bool { return page.PendingCall{Call: c}.IsRowFetch() })
	p.on(HostEvent{host.OtherTabChangesApplied{ID: "abc", Title: "Mine", Changes: 3}})
	if looks() != 0 {
		t.Error("the rows were asked for twice")
	}
	rows := &engine.RowPage{Table: "games", Total: 9, First: window.Offset, Rows: make([]engine.PageRow, 9)}
	p.answer(host.Answer{Seq: look, Reply: &engine.Reply{Version: 3, Tables: p.st.Work.Tables}, Page: rows})
	if looks() != 1 {
		t.Errorf("what came meanwhile was not asked for: %+v", p.calls())
	}
	if p.st.Work.Page.Total != 9 || p.st.Work.Window != window || p.st.Work.Grid.Cursor.Row != cursor.Row || p.st.Work.Input != "count games" {
		t.Errorf("the reader looks elsewhere: %+v, %+v", p.st.Work.Window, p.st.Work.Grid.Cursor)
	}
	p.on(followSettled{})
	if s := p.st.Announcement.Parts; len(s) != 1 || s[0].Code != "said-followed" || s[0].Args[0] != "5" {
		t.Errorf("said %+v", s)
	}
	n := p.st.Announcement.Number
	if p.on(followSettled{}); p.st.Announcement.Number != n {
		t.Error("told again")
	}
	if p.on(HostEvent{host.OtherTabChangesApplied{ID: "other", Changes: 2}}); len(p.effects) != 0 {
		t.Errorf("%+v", p.effects)
	}
	p.on(HostEvent{host.OtherTabChangesApplied{ID: "abc", Title: "Ours"}}).has(page.SetWindowTitle{Code: "title-sandbox", Args: []string{"Ours", "games", ""}})
}

// seqOf returns the number of a call without an answer.
func (p *play) seqOf(is func(host.Call) bool) uint64 {
	p.t.Helper()
	for seq, w := range p.st.Calls {
		if is(w.Call) {
			return seq
		}
	}
	p.t.Fatalf("no such call: %+v", p.st.Calls)
	return 0
}

func TestTakenOver(t *testing.T) {
	p := reader(t).on(TakeOverPressed{})
	if c := p.sent().Call; c != (host.TakeOverWorkspace{}) {
		t.Errorf("%+v", c)
	}
	p = reader(t).on(HostEvent{host.WriteLockFreed{}})
	if c := p.sent().Call; c != (host.TakeOverWorkspace{Free: true}) {
		t.Errorf("%+v", c)
	}
	if p.on(HostEvent{host.SaveStateChanged{State: host.SaveDone}}); p.st.Notice != nil || p.st.Work.ReadOnly {
		t.Errorf("%+v", p.st.Notice)
	}
	p.on(HostEvent{host.UnsavedAtTakeover{Changes: 4}})
	if n := p.st.Notice; n.Kind != page.NoticeUnsaved || n.Args[0] != "4" {
		t.Errorf("%+v", n)
	}
	p.on(HostEvent{host.SaveStateChanged{State: host.SaveReadOnly}})
	if p.st.Notice.Kind != page.NoticeUnsaved {
		t.Error("what is lost is told no more")
	}
	if p.on(NoticeClosed{}); p.st.Notice.Kind != page.NoticeTakeOver {
		t.Errorf("%+v", p.st.Notice)
	}
	p.on(ExportUnsavedPressed{})
	f := host.ExportedFile{Name: "Mine.tabletop"}
	p.answer(host.Answer{File: &f}).has(page.DownloadFile{File: f})
}

// TestRejoined tests that changes which came in late are shown, and told once.
func TestRejoined(t *testing.T) {
	p := sandbox(t)
	late := host.OtherTabChangesApplied{ID: p.st.Work.ID, Title: "Ours", Changes: 2, Timeline: &engine.UndoTimeline{Now: 1, Steps: make([]engine.TimelineStep, 2)}}
	p.on(HostEvent{host.LateChangesMerged{OtherTabChangesApplied: late, Refused: 1}})
	if n := p.st.Notice; n == nil || n.Code != "notice-rejoined" || !slices.Equal(n.Args, []string{"2", "1"}) {
		t.Errorf("%+v", n)
	}
	if c := p.sent().Call; c != (host.ExecuteRequest{Request: engine.Refresh{}}) || p.st.Work.Title != "Ours" || p.st.Work.Timeline.Now != 1 {
		t.Errorf("%+v, %+v", c, p.st.Work.Time)
	}
	n := p.st.Announcement.Number
	if p.on(followSettled{}); p.st.Announcement.Number != n {
		t.Error("told twice")
	}
	p = sandbox(t).on(HostEvent{host.LateChangesMerged{OtherTabChangesApplied: host.OtherTabChangesApplied{ID: "other", Changes: 1}}})
	if p.st.Notice != nil || len(p.effects) != 0 {
		t.Errorf("%+v, %+v", p.st.Notice, p.effects)
	}
}

func TestReplacedElsewhere(t *testing.T) {
	p := reader(t).on(HostEvent{host.WorkspaceReplaced{ID: "abc"}})
	if c := p.sent().Call; c != (host.OpenWorkspace{Kind: host.KindSandbox, ID: "abc"}) {
		t.Errorf("%+v", c)
	}
	p.on(HostEvent{host.WorkspaceReplaced{ID: "other"}})
	if len(p.effects) != 0 {
		t.Errorf("%+v", p.effects)
	}
}

func TestWorkspaceListFollows(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenSandboxes}).on(HostEvent{host.HostReady{}}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	p.on(HostEvent{host.WorkspaceListChanged{}})
	first := p.sent().Seq
	if p.on(HostEvent{host.WorkspaceListChanged{}}, HostEvent{host.WorkspaceListChanged{}}); len(p.effects) != 0 {
		t.Errorf("asked again: %+v", p.effects)
	}
	p.answer(host.Answer{Seq: first, WorkspaceList: &host.WorkspaceList{Sandboxes: []host.SandboxSummary{{ID: "x"}}}})
	if c := p.calls(); len(c) != 1 || c[0] != (host.ListWorkspaces{}) {
		t.Errorf("asked for %+v", c)
	}
	p.answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	if len(p.calls()) != 0 {
		t.Errorf("asked for %+v", p.calls())
	}
	if p = sandbox(t).on(HostEvent{host.WorkspaceListChanged{}}); len(p.effects) != 0 {
		t.Errorf("a workbench asks for the shelf: %+v", p.effects)
	}
}

func TestLessonFollows(t *testing.T) {
	l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one"}, {ID: "two"}}}
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "x"}).on(LessonFetched{"x", l}, HostEvent{host.HostReady{}})
	p.answer(host.Answer{Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x", ReadOnly: true}, Reply: &engine.Reply{}, Outcome: &lessons.Outcome{}})
	step := 0
	p.on(HostEvent{host.OtherTabChangesApplied{ID: p.st.Work.ID, Progress: &lessons.Progress{Step: step + 1, Passed: []string{"g1"}}}})
	if l := p.st.Lesson; l.Progress.Step != step+1 || l.Step != step {
		t.Errorf("%+v", l)
	}
	p.on(HostEvent{host.WorkspaceReplaced{ID: p.st.Work.ID}})
	if l := p.st.Lesson; l.Progress.Step != 0 || len(l.Progress.Passed) != 0 {
		t.Errorf("%+v", l.Progress)
	}
}
