package model

import (
	"tabletop/app/advisor"
	"tabletop/app/builder"
	"tabletop/app/console"
	"tabletop/app/files"
	"tabletop/app/find"
	"tabletop/app/grid"
	"tabletop/app/heat"
	"tabletop/app/history"
	"tabletop/app/home"
	"tabletop/app/host"
	"tabletop/app/key"
	"tabletop/app/lesson"
	"tabletop/app/openlesson"
	"tabletop/app/page"
	"tabletop/app/panes"
	"tabletop/app/questions"
	"tabletop/app/recipe"
	"tabletop/app/scan"
	"tabletop/app/schema"
	"tabletop/app/share"
	"tabletop/app/shelf"
	"tabletop/app/tour"
)

// State is all that the page shows.
type State struct {
	page.State

	Layouts []grid.Kept // how workspaces show their tables, the last chosen last
	Panes   panes.State
	Tour    tour.State

	Work Workbench

	Home    home.State
	Course  lesson.State
	Opening openlesson.State
	Search  string // typed on the reference page
	Share   share.State
	Files   files.State
	Find    find.State
	Update  bool // a newer version of the site is waiting
	Manager shelf.State
	Storage Storage
	marked  bool   // the document says ready
	rows    uint64 // the call whose rows are still to be drawn, 0 for none
	tabs    tabs   // what other tabs have done
	address address
}

// Workbench is the tables, console and measures of the open workspace.
type Workbench struct {
	page.Workspace

	Grid grid.State
	Scan scan.State

	Console console.State
	Schema  schema.State
	Advisor advisor.State
	Time    history.State
	Builder builder.State
	Heat    heat.State

	Questions questions.State
	Key       key.State
	Recipe    recipe.State
}

// Unsaved reports whether the open workspace has changes that would go with the page.
func (st State) Unsaved() bool {
	return st.Work.ID != "" && (st.Work.Saved == host.SavePending || st.Work.Saved == host.SaveFailed)
}

// Waiting reports whether a call has no answer yet that somebody waits for.
func (st State) Waiting() bool {
	for _, w := range st.Calls {
		if !w.Idle() {
			return true
		}
	}
	return false
}
