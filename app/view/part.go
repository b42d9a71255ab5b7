package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// looks is all of the state that a piece of the page is drawn of, and compared by.
type looks struct{ st model.State }

// take copies what a piece is drawn of from one state into another.
type take func(to, from *model.State)

// piece returns a piece of the page that is drawn again only when what it is drawn of has
// changed: what is common to all pieces, and what some takes take. Nothing else of the state
// is there when it is drawn.
func (p *drawing) piece(draw func(*drawing) app.UI, takes ...take) app.UI {
	return ui.Part(p.kit(), looksOf(p.st, takes...), func(l *looks) app.UI {
		of := *p
		of.st = &l.st
		return draw(&of)
	})
}

// looksOf returns what a piece with some takes is drawn of.
func looksOf(st *model.State, takes ...take) *looks {
	l := &looks{}
	takeCommon(&l.st, st)
	for _, t := range takes {
		t(&l.st, st)
	}
	return l
}

// takeCommon takes where the page is, the lesson, and the tables with what is measured of
// them. It takes no rows, no read, and nothing that changes while a command is typed or while
// a long call goes on.
func takeCommon(to, from *model.State) {
	to.Lang, to.Base, to.Folder, to.Site, to.Route, to.Embed = from.Lang, from.Base, from.Folder, from.Site, from.Route, from.Embed
	to.Ready, to.Catalog, to.Shelf, to.Code = from.Ready, from.Catalog, from.Shelf, from.Code
	to.Lesson, to.Teacher, to.Colleague = from.Lesson, from.Teacher, from.Colleague
	t, f := &to.Work.Workspace, &from.Work.Workspace
	t.ID, t.Kind, t.Title, t.ReadOnly, t.Seed, t.Dialect = f.ID, f.Kind, f.Title, f.ReadOnly, f.Seed, f.Dialect
	t.Tables, t.Verdicts, t.Timeline, t.Version, t.Starts, t.Load = f.Tables, f.Verdicts, f.Timeline, f.Version, f.Starts, f.Load
	t.Page = engine.Page{Table: f.Page.Table, State: f.Page.State}
	if f.Running != nil {
		t.Running = &page.Running{} // how far the call is changes nothing
	}
}

// maxValued is how many rows a table has at most for its keys to give examples of values.
const maxValued = 100

// takeValues takes the keys of the rows of a small table: those in sight of a larger one
// change as it is scrolled.
func takeValues(to, from *model.State) {
	f := &from.Work.Page
	if f.Total > maxValued {
		return
	}
	for _, r := range f.Rows {
		to.Work.Page.Rows = append(to.Work.Page.Rows, engine.PageRow{Key: r.Key})
	}
}

// takeRows takes the rows in sight, and what the reads have done with them.
func takeRows(to, from *model.State) {
	t, f := &to.Work, &from.Work
	t.Grid, t.Scan = f.Grid, f.Scan.Shown()
	t.Page, t.Window, t.Read, t.Before, t.Took, t.ReadOf = f.Page, f.Window, f.Read, f.Before, f.Took, f.ReadOf
}

func takeLesson(to, from *model.State) { to.Work.Schema.Open = from.Work.Schema.Open }

func takeSandbox(to, from *model.State) { to.Manager, to.Storage = from.Manager, from.Storage }

func takeTimeline(to, from *model.State) { to.Work.Time = from.Work.Time }

func takeKey(to, from *model.State) { to.Work.Key, to.Work.Grid = from.Work.Key, from.Work.Grid }

func takeSchema(to, from *model.State) {
	to.Work.Schema, to.Work.Advisor = from.Work.Schema, from.Work.Advisor.Shown()
}

func takeQuestions(to, from *model.State) {
	t, f := &to.Work, &from.Work
	t.Questions, t.Advisor, t.Heat = f.Questions.Shown(), f.Advisor.Shown(), f.Heat.Rated()
}
