package view

import (
	"tabletop/app/files"
	"tabletop/app/history"
	"tabletop/app/page"
	"tabletop/app/palette"
	"tabletop/app/reference"
	"tabletop/app/share"
	"tabletop/app/shelf"
)

// entriesNow returns all that the palette reaches when it is asked.
func (p *drawing) entriesNow() []palette.Entry {
	st := p.get()
	now := *p
	now.st = &st
	return now.entries()
}

// entries returns what can be done on the page that is shown, and all places to go to.
func (p *drawing) entries() []palette.Entry {
	var all []palette.Entry
	act := func(key string, m page.Msg) {
		all = append(all, palette.Entry{Kind: "is-action", Name: p.t(key), Msg: m})
	}
	place := func(kind, name, more, path string) {
		all = append(all, palette.Entry{Kind: kind, Name: name, More: more, Path: path})
	}
	if w := &p.st.Work; p.onWorkbench() && w.ID != "" && p.idle() {
		act("undo", history.UndoPressed{})
		act("redo", history.RedoPressed{})
		act("view-heat", page.ShowHeat{})
		if p.st.Route.Screen == page.ScreenSandbox {
			act("share", share.Pressed{})
			act("export", page.MenuOpened{Menu: page.MenuExport, ID: w.ID})
			act("rename", page.MenuOpened{Menu: page.MenuRename, ID: w.ID})
		}
		act("reset-menu", page.MenuOpened{Menu: page.MenuReset})
	}
	place("is-page", p.t("nav-lessons"), "", "/")
	place("is-page", p.t("nav-sandboxes"), "", "/sandboxes/")
	place("is-page", p.t("nav-reference"), "", "/reference/")
	act("new-sandbox", p.newSandbox())
	act("keys-title", page.MenuOpened{Menu: page.MenuKeys})
	if p.st.Shelf != nil {
		for _, s := range p.st.Shelf.Sandboxes {
			place("is-sandbox", shelf.Called(p.kit(), s.Title), "", "/sandboxes/"+s.ID+"/")
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
