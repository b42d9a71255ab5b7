package console

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
)

// NewView collects what the console is drawn from. The caller sets Now.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	return &View{Kit: *k, State: s, work: w, hint: hint(k, st, w), ready: st.Ready, near: w.Tab == page.TabConsole, code: st.Code}
}

// View holds all values that the console is drawn from.
type View struct {
	ui.Kit
	State

	// Now returns the present workspace and state. Event handlers of the editor and the search
	// call it, since the View they were made with may be old by then.
	Now func() (*page.Workspace, State)

	work  *page.Workspace
	hint  string // an example of a command, shown while the console is empty
	ready bool   // page and worker both answer
	near  bool   // a narrow screen shows the console
	code  page.CodeState
}

// Draw draws the console: its bar, log, picked files, search and input. Below these it draws
// builder and border, which the caller has drawn.
func (v *View) Draw(builder, border app.UI) app.UI {
	quiet := v.Kit
	quiet.EngineIdle = false
	return app.Section().Class("console").Attr("aria-label", v.T("console-part")).DataSet("dialect", dialects.ByID(v.work.Dialect).Name).Body(
		ui.Memo(&v.Kit, &bar{Kit: v.Kit, Dialect: v.work.Dialect, More: v.HasMoreRows, Log: len(v.work.Log) > 0, History: len(v.work.History) > 0, InLesson: v.work.Kind == host.KindLesson}, (*bar).draw),
		ui.Memo(&v.Kit, &log{Kit: quiet, Entries: v.work.Log, Code: v.code}, (*log).draw),
		ui.Memo(&v.Kit, &picked{Kit: quiet, Files: v.Files}, (*picked).draw),
		v.drawSearch(),
		app.Div().Class("prompt").Body(
			&editor{Lang: v.Lang, Hint: v.hint, Ready: v.ready, Near: v.near, Dialect: v.work.Dialect, now: v.Now, to: v.To},
		),
		builder,
		border,
	)
}

// hint returns an example of a command for the shown table, for the first one if none is
// shown, or for a workspace without tables.
func hint(k *ui.Kit, st *page.State, w *page.Workspace) string {
	name := dialects.ByID(w.Dialect).Name
	if t := w.TableByName(w.Page.Table); t.Name != "" {
		return k.T("console-hint-"+name, t.Name)
	}
	for _, t := range w.Tables {
		return k.T("console-hint-"+name, t.Name)
	}
	if st.Route.Screen == page.ScreenSandbox {
		return k.T("console-hint-empty-" + name)
	}
	return "help"
}

// bar holds what the line above the log is drawn from.
type bar struct {
	ui.Kit
	Dialect      engine.Dialect
	More         bool // the last read has rows left to print
	Log, History bool // the log, or the history, is not empty
	InLesson     bool // the workspace is a lesson's, where commands cannot name files
}

// draw draws the choice of the dialect, and the buttons.
func (v *bar) draw() app.UI {
	return app.Div().Class("bar").Body(
		v.dialects(),
		ui.Label(v.T("console-keys")),
		app.Div().Class("row").Body(v.moreButton(), v.clearButton(), v.historyButton(), v.pickButton()),
	)
}

// moreButton draws the button that prints more rows, if there are some.
func (v *bar) moreButton() app.UI {
	if !v.More {
		return app.Span()
	}
	return v.EngineButton(v.T("more"), morePressed{}).Class("quiet")
}

// clearButton draws the button that empties the log, unless it is empty.
func (v *bar) clearButton() app.UI {
	if !v.Log {
		return app.Span()
	}
	return v.Button(v.T("clear"), cleared{}).Class("quiet")
}

// historyButton draws the button that opens the search, if something was run.
func (v *bar) historyButton() app.UI {
	if !v.History {
		return app.Span()
	}
	return v.Button(v.T("history"), searchOpened{}).Class("quiet")
}
