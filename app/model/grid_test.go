package model

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/app/console"
	"tabletop/app/grid"
	"tabletop/app/heat"
	"tabletop/app/history"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// rowsAt returns a page of rows with the keys "k000000" and so on, each with the columns f:a
// and f:b.
func rowsAt(offset, count, total, first int) *engine.RowPage {
	p := &engine.RowPage{Table: "games", Offset: offset, First: first, Total: total}
	for i := range count {
		p.Rows = append(p.Rows, engine.PageRow{Key: base.RowKey(fmt.Sprintf("k%06d", offset+i)), Cells: []engine.PageCell{
			{Family: "f", Qualifier: "a", Value: "1", Size: 1, Versions: 1}, {Family: "f", Qualifier: "b", Value: "2", Size: 1, Versions: 1}}})
	}
	return p
}

// gridOf is a sandbox with a table of n rows, of which 20 are in view.
func gridOf(t *testing.T, total int) *play {
	p := sandbox(t).on(grid.RowsScrolled{Count: 20}, console.EnterPressed{Text: "ls"})
	return p.answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(0, min(40, total), total, 0)})
}

// TestLayoutIsOfAWorkspace tests that a new workspace begins with the grid, and that a
// workspace keeps the layout that was chosen for it.
func TestLayoutIsOfAWorkspace(t *testing.T) {
	p := gridOf(t, 1000).on(grid.LayoutPicked{Layout: grid.LayoutPairs})
	p.has(page.StoreTextLocally{Name: grid.StorageKey, Text: "abc=pairs"})
	p.on(Navigated{page.Route{Screen: page.ScreenSandbox, ID: "other"}}).answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "other"}, Reply: &engine.Reply{}})
	if p.st.Work.Grid.Layout != grid.LayoutGrid {
		t.Error("the layout went along")
	}
	p.on(Navigated{page.Route{Screen: page.ScreenSandbox, ID: "abc"}}).answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc"}, Reply: &engine.Reply{}})
	if p.st.Work.Grid.Layout != grid.LayoutPairs || p.st.Work.Window.Versions == 0 {
		t.Errorf("%+v, %+v", p.st.Work.Grid, p.st.Work.Window)
	}
}

// TestLoadIsOfAWorkspace tests that a sandbox that is opened again, or that another tab writes,
// has the load that was set for it.
func TestLoadIsOfAWorkspace(t *testing.T) {
	p := gridOf(t, 1000).on(heat.FieldChanged{Field: heat.FieldWrites, Text: "20000"})
	kept := p.sent().Call.(host.SaveSandboxSettings).SandboxSettings
	writes := func(want string) {
		t.Helper()
		if got := p.st.Work.Heat.Set[heat.FieldWrites]; got != want {
			t.Errorf("%s is written %q times a second, not %q", p.st.Work.ID, got, want)
		}
	}
	for _, c := range []struct{ id, kept, want string }{{"other", "", ""}, {"abc", kept, "20000"}} {
		p.on(Navigated{page.Route{Screen: page.ScreenSandbox, ID: c.id}}).answer(host.Answer{Opened: &host.OpenedWorkspace{ID: c.id, SandboxSettings: c.kept}, Reply: &engine.Reply{}})
		writes(c.want)
	}
	p.on(HostEvent{host.OtherTabChangesApplied{ID: "abc", Title: "Renamed"}})
	writes("20000")
	p.on(HostEvent{host.OtherTabChangesApplied{ID: "abc", Timeline: &engine.UndoTimeline{}, SandboxSettings: strings.Replace(kept, "2", "3", 1)}})
	writes("30000")
}

// TestOneCellIsWritten tests that the refusal of a written cell is shown in the grid, and told
// only once.
func TestOneCellIsWritten(t *testing.T) {
	p := gridOf(t, 30).on(grid.CellPicked{Row: 4, Column: grid.Column{Family: "f", Qualifier: "a"}}, grid.EditBegun{}, grid.EditSubmitted{Text: "7"})
	p.answer(host.Answer{Err: base.Refuse(base.CodeReadOnly)})
	if err := p.st.Work.Grid.Err; err == nil || err.Code != base.CodeReadOnly || len(p.st.Announcement.Parts) > 0 && p.st.Announcement.Parts[0].Err != nil {
		t.Errorf("%+v, %+v", err, p.st.Announcement)
	}
}

// TestRowsOfTheShownVersion tests that rows of an earlier version do not stay when those of the present
// one cannot be shown: the earlier answer has moved the window, and the later one was asked for the
// rows from before. The page must then ask again.
func TestRowsOfTheShownVersion(t *testing.T) {
	p := gridOf(t, 1000)
	p.st.Work.Timeline = engine.UndoTimeline{Now: 2, Steps: make([]engine.TimelineStep, 2)}
	p.on(history.UndoPressed{})
	first := p.sent().Seq
	p.on(history.UndoPressed{})
	second := p.sent().Seq
	p.answer(host.Answer{Seq: first, Reply: &engine.Reply{Version: 2}, Page: rowsAt(480, 60, 1000, 500)})
	if p.st.Work.Window.Offset != 500 {
		t.Fatalf("%+v", p.st.Work.Window)
	}
	p.answer(host.Answer{Seq: second, Reply: &engine.Reply{Version: 3}, Page: rowsAt(0, 40, 1000, 0)})
	asked := p.sent()
	if asked.Call != host.Call(host.ExecuteRequest{Request: engine.Refresh{}}) || asked.Window.Offset != 500 {
		t.Fatalf("%+v was sent, not a look at the rows", asked)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 3}, Page: rowsAt(480, 60, 1000, 500)})
	if w := p.st.Work; w.PageVersion != 3 || w.PageCall != asked.Seq || len(p.st.Calls) > 0 {
		t.Errorf("rows of version %d and call %d are shown, %d calls are under way", w.PageVersion, w.PageCall, len(p.st.Calls))
	}
}
