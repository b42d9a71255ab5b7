package model

import (
	"slices"

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
	"tabletop/engine"
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
	page.Work

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

// maxAside is how many rows a table has at most for parts beside it to tell which
// of them are in sight.
const maxAside = 100

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

// Still returns the state without what changes at every key typed into the
// console and at every step of a long call, and without what nothing shows.
func (st State) Still() State {
	st.Said, st.Seq, st.Calls, st.marked, st.rows, st.Course, st.tabs = page.Said{}, 0, nil, false, 0, lesson.State{}, tabs{}
	st.address = address{}
	st.Work.Input, st.Work.Recall = "", 0
	st.Work.Turned, st.Work.Least = 0, 0
	st.Work.Scan = st.Work.Scan.Visible()
	st.Work.Builder = builder.State{}
	st.Work.Heat = st.Work.Heat.Still()
	st.Work.Console = console.State{}
	st.Work.Questions = st.Work.Questions.Visible()
	st.Work.Recipe = recipe.State{}
	st.Drafts = nil
	st.Layouts, st.Panes, st.Tour = nil, panes.State{}, tour.State{}
	st.Work.Advisor = st.Work.Advisor.Visible()
	st.Files, st.Find, st.Opening, st.Share = files.State{}, find.State{}, openlesson.State{}, share.State{}
	if st.Work.Running != nil {
		st.Work.Running = &page.Running{}
	}
	return st
}

// Aside returns what Still does, without what changes with every preview: reads
// and their marks on the rows.
func (st State) Aside() State {
	st = st.Still()
	w := &st.Work
	w.Scan, w.Window, w.Grid = scan.State{}, engine.Window{}, grid.State{}
	w.Page.First, w.Page.Offset = 0, 0
	if w.Page.Total > maxAside {
		w.Page.Rows = nil // scrolling changes them
	}
	w.Page.Rows = slices.Clone(w.Page.Rows)
	for i := range w.Page.Rows {
		w.Page.Rows[i].Mark = engine.Unread
	}
	return st
}
