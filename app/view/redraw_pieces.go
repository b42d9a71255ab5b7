package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// looks is the part of the state that a piece is drawn from. Looks that are deeply equal give
// the same drawing.
type looks struct{ st model.State }

// take copies the values that a piece is drawn from, from the whole state into looks.
type take func(to, from *model.State)

// piece returns a part of the page that is drawn again only when its values have changed. They
// are those of takeCommon and of takes; in draw all other values of the state are zero.
func (p *drawing) piece(draw func(*drawing) app.UI, takes ...take) app.UI {
	return ui.Memo(p.kit(), looksOf(p.st, takes...), func(l *looks) app.UI {
		of := *p
		of.st = &l.st
		return draw(&of)
	})
}

// looksOf returns the looks of a piece with some takes.
func looksOf(st *model.State, takes ...take) *looks {
	l := &looks{}
	takeCommon(&l.st, st)
	for _, t := range takes {
		t(&l.st, st)
	}
	return l
}

// takeCommon copies where the page is, the lesson, and the tables with their figures. It copies
// neither rows nor reads, and nothing that changes while a command is typed or a long call goes
// on.
func takeCommon(to, from *model.State) {
	to.Lang, to.Base, to.Folder, to.Site, to.Route, to.Embed = from.Lang, from.Base, from.Folder, from.Site, from.Route, from.Embed
	to.Ready, to.Catalog, to.WorkspaceList, to.Code = from.Ready, from.Catalog, from.WorkspaceList, from.Code
	to.Lesson, to.SolutionsUnlocked, to.RivalDesign = from.Lesson, from.SolutionsUnlocked, from.RivalDesign
	t, f := &to.Work.Workspace, &from.Work.Workspace
	t.ID, t.Kind, t.Title, t.ReadOnly, t.Seed, t.Dialect = f.ID, f.Kind, f.Title, f.ReadOnly, f.Seed, f.Dialect
	t.Tables, t.Verdicts, t.Timeline, t.Version, t.Starts, t.Load = f.Tables, f.Verdicts, f.Timeline, f.Version, f.Starts, f.Load
	t.Page = engine.RowPage{Table: f.Page.Table, State: f.Page.State}
	if f.Running != nil {
		t.Running = &page.RunningCall{} // only whether there is a call, not its progress
	}
}

// maxValued is the most rows of a table whose keys are used as examples of values.
const maxValued = 100

// takeValues copies the keys of the rows of a small table. Those of a larger table would change
// while it is scrolled.
func takeValues(to, from *model.State) {
	f := &from.Work.Page
	if f.Total > maxValued {
		return
	}
	for _, r := range f.Rows {
		to.Work.Page.Rows = append(to.Work.Page.Rows, engine.PageRow{Key: r.Key})
	}
}

// takeRows copies the rows in view, and the reads that are shown with them.
func takeRows(to, from *model.State) {
	t, f := &to.Work, &from.Work
	t.Grid, t.Scan = f.Grid, f.Scan.DrawnState()
	t.Page, t.Window, t.LastRead, t.PreviousRead, t.ReadMicros, t.ReadOf, t.ReadTemplate = f.Page, f.Window, f.LastRead, f.PreviousRead, f.ReadMicros, f.ReadOf, f.ReadTemplate
}

// takeLesson copies what lessonTask needs beyond takeCommon. The next functions do the same for
// other pieces.
func takeLesson(to, from *model.State) { to.Work.Schema.Open = from.Work.Schema.Open }

func takeSandbox(to, from *model.State) { to.Sandboxes, to.Storage = from.Sandboxes, from.Storage }

func takeTimeline(to, from *model.State) { to.Work.Time = from.Work.Time }

func takeKey(to, from *model.State) { to.Work.Key, to.Work.Grid = from.Work.Key, from.Work.Grid }

func takeSchema(to, from *model.State) {
	to.Work.Schema, to.Work.Advisor = from.Work.Schema, from.Work.Advisor.DrawnState()
	takeTableFiles(to, from)
}

func takeTableFiles(to, from *model.State) {
	t, f := &to.Work.TableFiles, &from.Work.TableFiles
	t.Open, t.Stored = f.Open, f.Stored
}

func takeQuestions(to, from *model.State) {
	t, f := &to.Work, &from.Work
	t.Questions, t.Advisor, t.Heat = f.Questions.DrawnState(), f.Advisor.DrawnState(), f.Heat.QueryRateInputs()
	if f.LastRead != nil && f.LastRead.ForQuestion {
		t.LastRead = f.LastRead
	}
}
