package view

import (
	"tabletop/app/advisor"
	"tabletop/app/files"
	"tabletop/app/grid"
	"tabletop/app/history"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/palette"
	"tabletop/app/questions"
	"tabletop/app/recipe"
	"tabletop/app/reference"
	"tabletop/app/sandboxes"
	"tabletop/app/schema"
	"tabletop/app/share"
)

// entriesNow returns the palette's entries for the present state, which may be newer than p's.
func (p *drawing) entriesNow() []palette.Entry {
	st := p.get()
	now := *p
	now.st = &st
	return now.entries()
}

// entries returns the palette's entries: the actions that are possible on this page, and all
// places.
func (p *drawing) entries() []palette.Entry {
	var all []palette.Entry
	// act adds an action, place a place to go to.
	act := func(key string, m page.Msg) {
		all = append(all, palette.Entry{Kind: "is-action", Name: p.t(key), Msg: m})
	}
	place := func(kind, name, more, path string) {
		all = append(all, palette.Entry{Kind: kind, Name: name, More: more, Path: path})
	}
	// Actions on the open workspace come first.
	if w := &p.st.Work; p.onWorkbench() && w.ID != "" && p.idle() {
		act("undo", history.UndoPressed{})
		act("redo", history.RedoPressed{})
		act("view-heat", page.ShowHeatMap{})
		act("view-grid", grid.LayoutPicked{Layout: grid.LayoutGrid})
		act("view-pairs", grid.LayoutPicked{Layout: grid.LayoutPairs})
		act("view-nested", grid.LayoutPicked{Layout: grid.LayoutNested})
		if page.CanChangeWorkload(&p.st.State, &w.Workspace) {
			act("new-table", schema.FormOpened{Form: schema.FormTable})
			act("new-recipe", recipe.FormOpened{})
			act("first-paste", page.OpenDialog{Dialog: page.DialogPaste})
			if t := p.shown(); t.Template != "" {
				act("ask-title", questions.FormOpened{})
			} else if t.Rows > 0 {
				act("key-find", page.InferTemplate{Table: t.Name})
			}
			if p.shown().Name != "" {
				act("add-row", grid.NewCellFormOpened{})
				act("advice-ask-key", advisor.AskAdvisorPressed{})
			}
		}
		if p.st.Route.Screen == page.ScreenSandbox {
			act("copy", model.CreateSandboxPressed{FromOpen: true, Title: p.sandboxList().TitleForCopy(p.st.Work.Title)})
			act("share", share.ShareSandboxPressed{})
			act("export", page.OpenDialog{Dialog: page.DialogExport, ID: w.ID})
			act("designrecord", model.RecordPressed{})
			act("rename", page.OpenDialog{Dialog: page.DialogRename, ID: w.ID})
		}
		act("reset-menu", page.OpenDialog{Dialog: page.DialogReset})
	}
	place("is-page", p.t("nav-lessons"), "", "/")
	place("is-page", p.t("nav-sandboxes"), "", "/sandboxes/")
	place("is-page", p.t("nav-reference"), "", "/reference/")
	act("new-sandbox", p.newSandbox())
	act("find-paste", page.InferTemplate{})
	act("keys-title", page.OpenDialog{Dialog: page.DialogKeyHelp})
	if p.st.WorkspaceList != nil {
		for _, s := range p.st.WorkspaceList.Sandboxes {
			place("is-sandbox", sandboxes.DisplayTitle(p.kit(), s.Title), "", "/sandboxes/"+s.ID+"/")
		}
	}
	for _, c := range p.st.Catalog {
		place("is-lesson", c.Title, c.Track+" "+c.Summary, "/lessons/"+c.Slug+"/")
	}
	for _, e := range reference.Entries(p.st.Lang) {
		place("is-reference", e.Name, e.Text, "/reference/#"+e.ID)
	}
	act("export-all", files.ExportAllPressed{})
	return all
}
