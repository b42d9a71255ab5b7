package console

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
)

// Look returns what the console is drawn of; Now is for the caller to set.
func Look(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	return &View{Kit: *k, State: s, work: w, hint: hint(k, st, w), ready: st.Ready, near: w.Tab == page.TabConsole, code: st.Code}
}

// View is what the console is drawn of.
type View struct {
	ui.Kit
	State

	// Now returns what there is when the editor or the search asks.
	Now func() (*page.Workspace, State)

	work  *page.Workspace
	hint  string // what could be typed
	ready bool   // page and worker both answer
	near  bool   // a phone shows the console
	code  page.Code
}

// Draw draws the console: its dialect, its log and its input; builder stands below, border above.
func (v *View) Draw(builder, border app.UI) app.UI {
	quiet := v.Kit
	quiet.Idle = false
	return app.Section().Class("console").Attr("aria-label", v.T("console-part")).DataSet("dialect", dialects.Of(v.work.Dialect).Name).Body(
		ui.Part(&v.Kit, &bar{Kit: v.Kit, Dialect: v.work.Dialect, More: v.More, Log: len(v.work.Log) > 0, History: len(v.work.History) > 0, InLesson: v.work.Kind == host.KindLesson}, (*bar).draw),
		ui.Part(&v.Kit, &log{Kit: quiet, Entries: v.work.Log, Code: v.code}, (*log).draw),
		ui.Part(&v.Kit, &picked{Kit: quiet, Files: v.Files}, (*picked).draw),
		v.drawSearch(),
		app.Div().Class("prompt").Body(
			&editor{Lang: v.Lang, Hint: v.hint, Ready: v.ready, Near: v.near, Dialect: v.work.Dialect, now: v.Now, to: v.To},
		),
		builder,
		border,
	)
}

// hint is what could be typed, of the table that is shown.
func hint(k *ui.Kit, st *page.State, w *page.Workspace) string {
	name := dialects.Of(w.Dialect).Name
	if t := w.Table(w.Page.Table); t.Name != "" {
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

// bar is what the line above the log is drawn of.
type bar struct {
	ui.Kit
	Dialect      engine.Dialect
	More         bool // the last read has rows left to print
	Log, History bool // there are any
	InLesson     bool // where no command names a file
}

func (v *bar) draw() app.UI {
	return app.Div().Class("bar").Body(
		v.dialects(),
		ui.Label(v.T("console-keys")),
		app.Div().Class("row").Body(v.moreButton(), v.clearButton(), v.historyButton(), v.pickButton()),
	)
}

func (v *bar) moreButton() app.UI {
	if !v.More {
		return app.Span()
	}
	return v.Work(v.T("more"), MorePressed{}).Class("quiet")
}

func (v *bar) clearButton() app.UI {
	if !v.Log {
		return app.Span()
	}
	return v.Button(v.T("clear"), Cleared{}).Class("quiet")
}

// historyButton opens the search.
func (v *bar) historyButton() app.UI {
	if !v.History {
		return app.Span()
	}
	return v.Button(v.T("history"), SearchOpened{}).Class("quiet")
}
