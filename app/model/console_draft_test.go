package model

import (
	"testing"

	"tabletop/app/console"
	"tabletop/app/grid"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/sandboxes"
	"tabletop/engine"
)

// TestConsoleDraft tests that text in the console which was not run is there at the next visit,
// in the same workspace, until it is run.
func TestConsoleDraft(t *testing.T) {
	visit := func(kept string, seed uint64) *play {
		p := at(t, page.Route{Screen: page.ScreenSandbox, ID: "abc"})
		p.st.Drafts = page.ParseDrafts(kept)
		return p.on(HostEvent{host.HostReady{}}).answer(host.Answer{Opened: &host.OpenedWorkspace{ID: "abc", Seed: seed}, Reply: &engine.Reply{Version: 1}})
	}
	const text = "read games prefix=\"L"
	p := visit("", 5).on(console.TextTyped{Text: "re"}, console.TextTyped{Text: text})
	kept := page.FormatSavedTexts([]page.SavedTextEntry{{Group: "5", Name: page.ConsoleDraftName, Text: text}})
	p.has(page.StoreTextLocally{Name: page.DraftsStorageKey, Text: kept})

	p = visit(kept, 5)
	p.has(page.SetFieldText{ID: page.ElementConsole, Text: text})
	if p.st.Work.Input != text {
		t.Errorf("in the console stands %q", p.st.Work.Input)
	}
	if other := visit(kept, 6); other.st.Work.Input != "" || len(other.st.Drafts) != 1 {
		t.Errorf("in another one stands %q, kept is %q", other.st.Work.Input, other.st.Drafts)
	}
	p.on(console.TextTyped{Text: "count games"}, console.EnterPressed{Text: "count games"})
	p.has(page.StoreTextLocally{Name: page.DraftsStorageKey})
	if len(p.st.Drafts) != 0 {
		t.Errorf("%+v", p.st.Drafts)
	}
}

// TestNothingIsKeptBeside tests that what the browser remembers of workspaces is removed when
// everything is deleted. Settings of the page stay.
func TestNothingIsKeptBeside(t *testing.T) {
	p := sandbox(t)
	p.st.Drafts, p.st.Layouts, p.st.Dialects = []page.SavedTextEntry{{Group: "5"}}, []grid.SavedLayout{{}}, []page.ChosenDialect{{Workspace: "abc"}}
	p.on(sandboxes.DeleteAllPressed{}).answer(host.Answer{WorkspaceList: &host.WorkspaceList{}})
	for _, name := range []string{page.DraftsStorageKey, grid.StorageKey, console.StorageKey} {
		p.has(page.StoreTextLocally{Name: name})
	}
	if s := p.st; len(s.Drafts)+len(s.Layouts)+len(s.Dialects) > 0 {
		t.Errorf("%+v, %+v, %+v", s.Drafts, s.Layouts, s.Dialects)
	}
}
