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
	"tabletop/app/quizzes"
	"tabletop/app/recipe"
	"tabletop/app/recordpage"
	"tabletop/app/sandboxes"
	"tabletop/app/scan"
	"tabletop/app/schema"
	"tabletop/app/share"
	"tabletop/app/tablefiles"
	"tabletop/app/tour"
)

// State is everything that the page shows. [Update] never changes a state in place, so that the
// view can compare the last state with the present one.
type State struct {
	page.State

	Layouts []grid.SavedLayout // how workspaces show their tables, the latest choice last
	Panes   panes.State
	Tour    tour.State

	Work Workbench

	Home        home.State
	Quizzes     quizzes.State
	Course      lesson.State
	OpenLesson  openlesson.State
	Search      string // text in the search field of the reference page
	Share       share.State
	Record      recordpage.State
	Files       files.State
	Find        find.State
	UpdateReady bool // whether a newer version of the site can be loaded
	Sandboxes   sandboxes.State
	Storage     BrowserStorage
	marked      bool   // whether the document is marked as ready
	rows        uint64 // number of the call whose rows are still to be drawn; 0 for none
	tabs        tabs   // what other tabs have changed
	address     address
}

// Workbench is everything that the page shows of the open workspace. It is made anew when
// another workspace is opened.
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

	TableFiles tablefiles.State
}

// HasUnsavedChanges reports whether changes of the open workspace would be lost if the page were closed.
func (st State) HasUnsavedChanges() bool {
	return st.Work.ID != "" && (st.Work.Saved == host.SavePending || st.Work.Saved == host.SaveFailed)
}

// HasCallsUnderWay reports whether any call but idle work has no answer yet.
func (st State) HasCallsUnderWay() bool {
	for _, w := range st.Calls {
		if !w.IsIdleWork() {
			return true
		}
	}
	return false
}
