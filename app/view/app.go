package view

import (
	"regexp"
	"sync"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/advisor"
	"tabletop/app/builder"
	"tabletop/app/console"
	"tabletop/app/files"
	"tabletop/app/grid"
	"tabletop/app/heat"
	"tabletop/app/history"
	"tabletop/app/i18n"
	"tabletop/app/key"
	"tabletop/app/lesson"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/app/panes"
	"tabletop/app/questions"
	"tabletop/app/recipe"
	"tabletop/app/recordpage"
	"tabletop/app/sandboxes"
	"tabletop/app/scan"
	"tabletop/app/schema"
	"tabletop/app/share"
	"tabletop/app/tablefiles"
	"tabletop/app/tour"
	"tabletop/app/ui"
	"tabletop/engine/advise"
	"tabletop/engine/console/dialects"
)

// App is the page's root component.
type App struct {
	app.Compo
	get func() model.State
	to  *ui.MsgSender
}

// New returns a component that draws the state that get returns, and gives messages to send.
// Both functions are called on the UI goroutine.
func New(get func() model.State, send func(page.Msg)) *App {
	return &App{get: get, to: &ui.MsgSender{Send: send}}
}

// ListenKeys handles the keys of the whole page: Ctrl+K opens the palette, "?" the list of keys,
// and Escape ends the tour. It is called once.
func (a *App) ListenKeys() {
	app.Window().AddEventListener("keydown", func(_ app.Context, e app.Event) {
		of, key := e.Get("target"), e.Get("key").String()
		writes := of.Get("isContentEditable").Truthy() || of.Get("matches").Truthy() && of.Call("matches", "input, textarea, select").Bool()
		if st := a.get(); key == "Escape" && st.Tour.Step > 0 && st.Dialog == page.DialogNone && !e.Get("defaultPrevented").Bool() {
			a.to.Send(tour.TourEnded{Here: of.Get("closest").Truthy() && of.Call("closest", ".tour").Truthy()})
		}
		// Open a dialog by its key, unless another one is open.
		menu := page.DialogNone
		switch {
		case (e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()) && (key == "k" || key == "K"):
			menu = page.DialogPalette
		case key == "?" && !writes:
			menu = page.DialogKeyHelp
		}
		if menu != page.DialogNone && a.get().Dialog == page.DialogNone && !(a.get().Embed && menu == page.DialogPalette) {
			e.PreventDefault()
			a.to.Send(page.OpenDialog{Dialog: menu})
		}
	})
}

// Render draws the present state.
func (a *App) Render() app.UI {
	st := a.get()
	return (&drawing{st: &st, get: a.get, to: a.to, live: true}).root()
}

// Prerender returns the body of the page as HTML, for the site's build. A Base of "/__BASE__"
// makes links like "/__BASE__/…".
func Prerender(st model.State) string {
	p := &drawing{st: &st, get: func() model.State { return st }, to: &ui.MsgSender{Send: func(page.Msg) {}}}
	html := ariaPattern().ReplaceAllString(app.HTMLString(p.root()), `$1="true"$2`)
	return falsePattern().ReplaceAllString(html, "")
}

// ariaPattern matches aria attributes without a value: go-app drops the value "true".
var ariaPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(aria-[a-z]+)([ >])`) })

// falsePattern matches boolean attributes that go-app writes with the value "false". In HTML
// their mere presence means true.
var falsePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(` (?:checked|disabled|hidden|multiple|open|readonly|required|selected)="false"`)
})

// drawing draws one state. Its methods return elements; handlers use get for the state at the
// time of the event, because st may be old by then.
type drawing struct {
	st   *model.State
	get  func() model.State
	to   *ui.MsgSender
	live bool // false while the site's build writes a page as HTML
}

// kit returns what the parts' drawings need.
func (p *drawing) kit() *ui.Kit {
	return &ui.Kit{Lang: p.st.Lang, Base: p.st.Base + p.st.Folder, InBrowser: p.live, EngineIdle: p.idle(), To: p.to}
}

// advisor returns the view of the advisor. The next methods return the views of other parts,
// with the values that these need from each other.
func (p *drawing) advisor() *advisor.View {
	return advisor.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Advisor)
}

// load returns the view of the load, with the designs that a second map can show.
func (p *drawing) load() *heat.View {
	v := heat.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Heat)
	w := &p.st.Work
	before := ""
	if w.Key.IsTemplateOnTrial(v.SimulatedTable()) {
		before = w.Key.Trial.Before
	}
	v.SetComparedDesigns(before, w.Questions.Attempts.All)
	return v
}

func (p *drawing) builder() *builder.View {
	return builder.NewView(p.kit(), &p.st.Work.Workspace, p.st.Work.Builder)
}

// console draws the console. Its handlers get the present state by Now, since they outlive a
// drawing.
func (p *drawing) console() app.UI {
	ui.YieldToBrowser()
	v := console.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Console)
	get := p.get
	v.Now = func() (*page.Workspace, console.State) {
		st := get()
		return &st.Work.Workspace, st.Work.Console
	}
	return v.Draw(p.builder().Draw(), p.border(panes.PaneConsole))
}

// dialect returns the name of the console's dialect.
func (p *drawing) dialect() string { return dialects.ByID(p.st.Work.Dialect).Name }

// questions returns the view of the questions, with the advice about each and its rate in the
// load.
func (p *drawing) questions() *questions.View {
	v := questions.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Questions)
	v.Beside = func(query string) app.UI { return p.advisor().FindingsLink(advise.AboutQuery, query) }
	v.QueryRate = func(query string) string {
		return heat.QueryRateText(&p.st.State, &p.st.Work.Workspace, &p.st.Work.Heat, query)
	}
	return v
}

// key returns the view of the key designer. Its handlers get the present template by Now.
func (p *drawing) key() *key.View {
	v := key.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Key)
	v.CanInfer = page.CanChangeWorkload(&p.st.State, &p.st.Work.Workspace)
	get := p.get
	v.Now = func(table string) string {
		st := get()
		return st.Work.Key.TemplateText(st.Work.TableByName(table))
	}
	return v
}

func (p *drawing) lesson() *lesson.View {
	return lesson.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace)
}

func (p *drawing) files() *files.View {
	return files.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Files)
}

func (p *drawing) record() *recordpage.View {
	return recordpage.NewView(p.kit(), &p.st.Work.Workspace, p.st.Record)
}

func (p *drawing) share() *share.View {
	return share.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Share, sandboxes.DisplayTitle(p.kit(), p.st.Work.Title))
}

func (p *drawing) recipe() *recipe.View {
	return recipe.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Recipe)
}

func (p *drawing) grid() *grid.View {
	v := grid.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Grid)
	v.ShowsHeat = p.st.Work.Heat.Open && p.load().SimulatedTable() != ""
	return v
}

func (p *drawing) scan() *scan.View {
	return scan.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Scan)
}

func (p *drawing) schema() *schema.View {
	return schema.NewView(p.kit(), &p.st.Work.Workspace, p.st.Work.Schema)
}

func (p *drawing) tableFiles() *tablefiles.View {
	return tablefiles.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.TableFiles)
}

func (p *drawing) history() *history.View {
	return history.NewView(p.kit(), &p.st.State, &p.st.Work.Workspace, p.st.Work.Time)
}

func (p *drawing) t(key string, args ...string) string           { return i18n.PageText(p.st.Lang, key, args...) }
func (p *drawing) n(v int64) string                              { return i18n.FormatNumber(p.st.Lang, v) }
func (p *drawing) link(path string) string                       { return p.st.Base + p.st.Folder + path }
func (p *drawing) button(text string, m page.Msg) app.HTMLButton { return p.kit().Button(text, m) }
func (p *drawing) work(text string, m page.Msg) app.HTMLButton   { return p.kit().EngineButton(text, m) }
func (p *drawing) resting(text string) app.HTMLButton            { return p.kit().DisabledButton(text) }
func (p *drawing) send(m page.Msg)                               { p.to.Send(m) }

// idle reports whether the engine can take work: what the page shows is open, and no long call
// is under way.
func (p *drawing) idle() bool {
	return p.live && p.st.Ready && p.st.Work.Running == nil && (p.st.Work.ID != "" || !p.onWorkbench())
}
