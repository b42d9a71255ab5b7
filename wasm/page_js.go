package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/console"
	"tabletop/app/files"
	"tabletop/app/grid"
	"tabletop/app/guard"
	"tabletop/app/history"
	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/lesson"
	"tabletop/app/model"
	shared "tabletop/app/page"
	"tabletop/app/panes"
	"tabletop/app/reference"
	"tabletop/app/share"
	"tabletop/app/shelf"
	"tabletop/app/shell"
	"tabletop/app/tour"
	"tabletop/app/ui"
	"tabletop/app/view"
	"tabletop/engine/console/dialects"
	"tabletop/lessons"
	"tabletop/wasm/bridge"
)

// large is the size in bytes of a frame that takes long to read: what it brings is
// drawn in another turn of the event loop, as that of any frame is while the page starts.
const large = 1 << 20

// answersWithin is how long the first drawing waits for what the address shows, such as a
// lesson: all is drawn at once then.
const answersWithin = 50 * time.Millisecond

// page is the browser's side of the page: it carries frames between shell and
// worker, and does for the shell what only the document can.
type page struct {
	shell  *shell.Shell
	port   *bridge.PagePort
	root   *root
	ctx    app.Context
	embed  bool     // see [shared.State]
	prefix string   // path of the site's root, without a slash at the end
	check  func()   // ends the check of a lesson's file, nil for none
	drawn  []func() // wait for the first drawing
	begun  bool     // the address has been followed before it
	gathered
}

// root is the component that go-app mounts.
type root struct {
	view.App
	page *page
}

// mostGarbage is about how many bytes the page's program has before garbage is collected at
// once, however much it may leave otherwise: several times what is in use.
const mostGarbage = 112 << 20

// runPage draws the page until the tab closes.
func runPage() {
	turn()
	// Little of the page's memory lives long, so that collecting it seldom (every
	// 32 MB of garbage) costs nothing. The first collection is by far the slowest,
	// as the browser compiles what it runs: it comes now, while nobody is waiting.
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(mostGarbage) // a long file goes by here
	p := &page{prefix: app.Getenv("GOAPP_ROOT_PREFIX")}
	lang := js.Global().Get("tabletop").Get("language").String()
	route := p.route()
	catalog := ahead(func() ([]shared.Card, error) { return fetchCatalog(lang) })
	var opened func() (*lessons.Lesson, error)
	if route.Screen == shared.ScreenLesson && !lessons.Own(route.ID) {
		opened = ahead(func() (*lessons.Lesson, error) { return fetchLesson(route.ID, lang) })
	}
	turn()
	runtime.GC()
	turn()
	hideRefused()
	ui.Breathe = breathe
	i18n.Use(newIntl())
	tongues := loadSentences(lang)
	turn()
	cards, err := catalog()
	if err != nil {
		panic(err)
	}
	st := model.New(p.prefix, lang, cards, route)
	st.Folder, st.Tongues = i18n.Folder(lang), tongues
	st.Site = strings.TrimSuffix(js.Global().Get("tabletop").Get("base").String(), "/")
	st.Embed = js.Global().Get("tabletop").Get("embed").Bool()
	p.embed = st.Embed
	st.Dialects = console.Chosen(p.remembered(console.Remembered))
	st.Code.In = shared.ParseCode(p.remembered(shared.RememberedCode))
	st.Layouts = grid.ParseKept(p.remembered(grid.Remembered))
	st.Drafts = shared.ParseDrafts(p.remembered(shared.RememberedDrafts))
	st.Tour.Done = p.remembered(tour.Remembered) != ""
	st.Panes = panes.Parse(p.remembered(panes.Remembered))
	st.Manager.Order = shelf.ParseOrder(p.remembered(shelf.Remembered))
	st.Storage.Settled = p.remembered(model.RememberedKeep) != ""
	if opened != nil {
		// The first drawing replaces what was prerendered; it must hold as much.
		turn()
		l, _ := opened()
		turn()
		st, _ = model.Update(st, model.Fetched{Slug: route.ID, Lesson: l})
	}
	p.shell = shell.New(st, p, p)
	select {
	case <-p.begin():
	case <-time.After(answersWithin):
	}
	turn()
	// One component for every address: in place of another go-app would copy its
	// fields over those of the mounted one.
	p.root = &root{App: *view.New(p.shell.State, p.send), page: p}
	component := func() app.Composer { return p.root }
	app.RouteFunc(strings.TrimPrefix(app.Window().URL().Path, p.prefix), component) // patterns take long to begin with
	app.RouteWithRegexpFunc("", component)
	turn()
	app.RunWhenOnBrowser()
}

func fetchLesson(slug, lang string) (*lessons.Lesson, error) {
	data, err := fetch(shared.LessonFile(slug, lang))
	if err != nil {
		return nil, err
	}
	return lessons.Decode(data)
}

// begin joins the page to its worker, which then opens what the address says while the page
// is drawn for the first time. What it returns is closed when the first answer has come.
func (p *page) begin() <-chan struct{} {
	boot := js.Global().Get("tabletop")
	p.port = bridge.NewPagePort(func() { p.post(model.Restarted{Returned: boot.Get("returned").Bool()}) })
	p.follow()
	p.begun = true
	answered := make(chan struct{})
	var once sync.Once
	p.port.Receive(func(frame []byte) {
		e, err := host.DecodeEvent(frame)
		if err != nil {
			panic(err)
		}
		if len(frame) > large || !started {
			bridge.Yield()
		}
		p.post(model.Came{Event: e})
		if _, is := e.(host.Answer); is {
			once.Do(func() { close(answered) })
		}
	})
	return answered
}

// OnMount joins the page to what surrounds it.
func (r *root) OnMount(ctx app.Context) {
	turn()
	r.Listen()
	p := r.page
	p.ctx = ctx
	crash = func(why string) { ctx.Dispatch(func(app.Context) { panic(why) }) }
	boot := js.Global().Get("tabletop")
	boot.Set("waiting", js.FuncOf(func(js.Value, []js.Value) any { return p.shell.State().Waiting() }))
	boot.Set("unsaved", js.FuncOf(func(js.Value, []js.Value) any { return p.shell.State().Unsaved() }))
	update := func() { p.post(model.UpdateWaits{}) }
	document := js.Global().Get("document")
	document.Call("addEventListener", "tabletop-update", js.FuncOf(func(js.Value, []js.Value) any {
		update()
		return nil
	}))
	document.Call("addEventListener", "keydown", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if m := turning(args[0]); m != nil {
			args[0].Call("preventDefault")
			p.post(m)
		}
		return nil
	}))
	// The library says nothing of an address that it has seen before.
	js.Global().Call("addEventListener", "hashchange", js.FuncOf(func(js.Value, []js.Value) any {
		ctx.Dispatch(func(app.Context) { p.openLink() })
		return nil
	}))
	// Nor of one of the page that is shown which it has not set itself.
	js.Global().Call("addEventListener", "popstate", js.FuncOf(func(js.Value, []js.Value) any {
		ctx.Dispatch(func(app.Context) {
			if r := p.route(); r == p.shell.State().Route {
				p.arrived(r)
			}
		})
		return nil
	}))
	if document.Get("documentElement").Get("dataset").Get("update").Truthy() {
		update()
	}
	p.takeLaunched()
	for _, f := range p.drawn {
		p.AfterDraw(f)
	}
	p.drawn = nil
}

// takeLaunched takes the file that the system opens the installed page with, once the
// engine can take it. A page that is loaded again is told of the same file again.
func (p *page) takeLaunched() {
	queue := app.Window().Get("launchQueue")
	if visit := app.Window().Get("performance").Call("getEntriesByType", "navigation").Index(0); !queue.Truthy() || visit.Truthy() && visit.Get("type").String() == "reload" {
		return
	}
	queue.Call("setConsumer", app.FuncOf(func(_ app.Value, args []app.Value) any {
		if handles := args[0].Get("files"); handles.Truthy() && handles.Length() > 0 {
			handles.Index(0).Call("getFile").Then(func(file app.Value) { p.take(file) })
		}
		return nil
	}))
}

// launchWait is how long a file waits until it is seen again whether it can be taken.
const launchWait = 100 * time.Millisecond

func (p *page) take(file app.Value) {
	if st := p.shell.State(); st.Ready && st.Work.Running == nil {
		files.Take(p.ctx, file, p.send)
	} else {
		p.Later(launchWait, func() { p.take(file) })
	}
}

// turning returns what Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y mean, outside of fields
// with text of their own to undo; nil for other keys.
func turning(e js.Value) shared.Msg {
	if !e.Get("ctrlKey").Bool() && !e.Get("metaKey").Bool() || e.Get("altKey").Bool() || e.Get("defaultPrevented").Bool() {
		return nil
	}
	if own := e.Get("target").Call("closest", `textarea, [contenteditable], input:not([type=range], [type=radio], [type=checkbox])`); own.Truthy() {
		return nil
	}
	switch key := strings.ToLower(e.Get("key").String()); {
	case key == "z" && !e.Get("shiftKey").Bool():
		return history.UndoPressed{}
	case key == "z", key == "y" && e.Get("ctrlKey").Bool():
		return history.RedoPressed{}
	}
	return nil
}

// OnNav follows the address.
func (r *root) OnNav(app.Context) {
	breathe()
	if !r.page.begun {
		r.page.follow()
	}
	r.page.begun = false
	r.page.openLink()
}

// follow shows what the address says.
func (p *page) follow() {
	p.arrived(p.route())
	if taught() {
		p.send(lesson.TeacherCame{})
	}
	if design := app.Window().URL().Query()[share.Design]; len(design) > 0 {
		p.send(lesson.DesignCame{Templates: design})
	}
}

// arrived sends what the address says of a route.
func (p *page) arrived(route shared.Route) {
	p.rename(p.shell.State().Folder) // the way back may lead to where another language was
	u := app.Window().URL()
	section := ""
	if route.Screen == shared.ScreenReference {
		section = reference.Name(p.lang(), u.Fragment)
	}
	p.send(model.Navigated{Route: route})
	p.send(model.Placed{Place: shared.ParsePlace(u.Query().Get, section)})
}

func (p *page) SetAddress(at shared.Place, push bool) {
	u := app.Window().URL()
	q := u.Query()
	for name, value := range at.Parameters() {
		if q.Del(name); value != "" {
			q.Set(name, value)
		}
	}
	u.RawQuery = q.Encode()
	do := "replaceState"
	if push {
		do = "pushState"
	}
	_, _ = guard.Call(js.Global().Get("history"), do, nil, "", u.String()) // browsers bound how often
}

// taught reports whether a teacher's link was opened in this visit: one whose address has
// ?solutions=open.
func taught() (yes bool) {
	yes = app.Window().URL().Query().Get("solutions") == "open"
	visit := guard.Property(js.Global(), "sessionStorage")
	if yes {
		_, _ = guard.Call(visit, "setItem", "solutions", "open")
	}
	if kept, err := guard.Call(visit, "getItem", "solutions"); err == nil && kept.Truthy() {
		yes = true
	}
	return yes
}

// route returns the route of the address.
func (p *page) route() shared.Route {
	path := strings.TrimPrefix(app.Window().URL().Path, p.prefix)
	languages := js.Global().Get("tabletop").Get("languages")
	for i := range languages.Length() {
		if folder := languages.Index(i).Index(1).String(); folder != "" && strings.HasPrefix(path+"/", folder+"/") {
			path = path[len(folder):]
			break
		}
	}
	return shared.ParseRoute(path)
}

// send hands a message to the shell; it is called on the UI goroutine.
func (p *page) send(m shared.Msg) { p.shell.Send(m) }

// post hands a message to the shell from any goroutine.
func (p *page) post(m shared.Msg) { p.dispatch(func() { p.shell.Send(m) }) }

// dispatch does something on the UI goroutine, and at once while there is none: the first
// drawing is of the state that there was when it began.
func (p *page) dispatch(f func()) {
	if p.ctx == nil {
		f()
		return
	}
	// What is sent to the shell says by itself what is drawn after it, and when.
	p.ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Next, Source: p.root, Function: func(app.Context) { f() }})
}

// Do sends a call to the worker.
func (p *page) Do(s host.SentCall) { _ = p.port.Send(host.EncodeSent(s)...) }

func (p *page) Draw() {
	if p.ctx != nil {
		p.root.Update()
	}
}

func (p *page) AfterDraw(f func()) {
	if p.ctx == nil {
		p.drawn = append(p.drawn, f)
		return
	}
	p.ctx.Defer(func(app.Context) { f() })
}

// Later, and whatever else waits, does so on a goroutine of ours: a panic of a drawing
// ends the program only when those that go-app was asked for are through, and what
// comes again and again never is.
func (p *page) Later(wait time.Duration, f func()) {
	go func() {
		if wait > 0 {
			time.Sleep(wait)
		} else {
			bridge.Yield()
		}
		p.dispatch(f)
	}()
}

func (p *page) Fetch(slug, lang string, then func(*lessons.Lesson)) {
	go func() {
		l, _ := fetchLesson(slug, lang)
		p.dispatch(func() { then(l) })
	}()
}

// Go leads an embedded page no further than its address does, which holds all that it shows.
func (p *page) Go(r shared.Route) {
	if p.embed {
		p.dispatch(func() { p.arrived(r) })
		return
	}
	if p.ctx == nil {
		p.AfterDraw(func() { p.Go(r) })
		return
	}
	p.ctx.Navigate(p.prefix + p.shell.State().Folder + r.Path())
}

func element(id string) app.Value {
	return app.Window().GetElementByID(id)
}

func (p *page) SetText(id, text string) {
	e := element(id)
	if !e.Truthy() || id == shared.ElementConsole && p.shell.State().Work.Input != text {
		return // it is gone, or the reader has gone on typing
	}
	if editor := e.Get("editor"); editor.Truthy() {
		editor.Call("set", text)
		return
	}
	if e.Get("value").String() != text {
		e.Set("value", text)
		if e.Get("localName").String() == "input" && !e.Equal(app.Window().Get("document").Get("activeElement")) {
			return // its caret is at the end, and to ask for that would have the page laid out
		}
	}
	if e.Get("selectionStart").IsNull() {
		return // of a field without a caret, such as a slider
	}
	_ = guard.Try(func() { e.Call("setSelectionRange", len([]rune(text)), len([]rune(text))) })
	e.Set("scrollTop", e.Get("scrollHeight"))
}

func (p *page) MarkFault(m shared.MarkError) {
	e := element(m.ID)
	if !e.Truthy() || p.shell.State().Work.Input != m.Text {
		return
	}
	from, to := console.UTF16(m.Text, m.From), console.UTF16(m.Text, m.To)
	if editor := e.Get("editor"); editor.Truthy() {
		spoken := dialects.Of(p.shell.State().Work.Dialect).Name
		editor.Call("mark", from, to, i18n.ErrorIn(p.lang(), spoken, m.Err))
		return
	}
	_ = guard.Try(func() { e.Call("setSelectionRange", from, to) })
}

func (p *page) Suggest() {
	if e := element(shared.ElementConsole); e.Truthy() && e.Get("editor").Truthy() {
		e.Get("editor").Call("came")
	}
}

func (p *page) Focus(id string) {
	if e := element(id); e.Truthy() {
		if editor := e.Get("editor"); editor.Truthy() {
			editor.Call("focus")
			return
		}
		if menu := e.Call("closest", ".menu:not(:popover-open)"); menu.Truthy() {
			e = menu.Get("previousElementSibling") // what opens it
		}
		e.Call("focus", map[string]any{"preventScroll": true})
	}
}

func (p *page) ScrollTo(id string) {
	if e := element(id); e.Truthy() {
		e.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}

// ScrollRows scrolls in the frame that shows what has been drawn: before, the browser would
// have to lay that out, and again for the frame.
func (p *page) ScrollRows(offset int) {
	var scroll app.Func
	scroll = ui.OutsideDraw(p.ctx, func() {
		scroll.Release()
		grid.ScrollTo(p.shell.State().Work.Page.Total, offset)
	})
	app.Window().Call("requestAnimationFrame", scroll)
}

// gathered is the pieces of the file that a call writes, each outside of the program's
// memory, which never becomes smaller.
type gathered struct {
	seq    uint64
	pieces []any
}

func (p *page) Gather(of host.FilePiece) {
	if of.Seq != p.gathered.seq || len(of.Data) == 0 {
		p.gathered = gathered{seq: of.Seq}
	}
	if len(of.Data) > 0 {
		p.gathered.pieces = append(p.gathered.pieces, blobOf(of.Data))
	}
}

// blobOf returns a Blob that holds parts: bytes, or other Blobs.
func blobOf(data []byte, parts ...any) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return js.Global().Get("Blob").New(append(parts, array), map[string]any{"type": "application/octet-stream"})
}

func (p *page) Download(f host.File) {
	var pieces []any
	if f.Pieces > 0 {
		pieces, p.gathered = p.gathered.pieces, gathered{}
	}
	url := js.Global().Get("URL").Call("createObjectURL", blobOf(f.Data, pieces...))
	a := js.Global().Get("document").Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", f.Name)
	a.Call("click")
	p.Later(time.Minute, func() { js.Global().Get("URL").Call("revokeObjectURL", url) })
}

func (p *page) SetTitle(code string, args []string) {
	js.Global().Get("document").Set("title", i18n.Text(p.lang(), code, args...))
}

func (p *page) Name(workspace string) { js.Global().Get("tabletop").Set("workspace", workspace) }

// Remember stores a small text, or nothing where the browser refuses: it is full, or the
// reader allows none.
func (p *page) Remember(name, text string) {
	if !p.embed {
		_, _ = guard.Call(guard.Property(js.Global(), "localStorage"), "setItem", p.stored(name), text)
	}
}

// remembered returns what Remember was last given in this browser, or "".
func (p *page) remembered(name string) string {
	if p.embed {
		return ""
	}
	kept, err := guard.Call(guard.Property(js.Global(), "localStorage"), "getItem", p.stored(name))
	if err != nil || !kept.Truthy() {
		return ""
	}
	return kept.String()
}

// stored is a name in a storage that all sites of the origin share.
func (p *page) stored(name string) string { return "tabletop " + p.prefix + "/ " + name }

func (p *page) MarkReady() {
	started = true
	js.Global().Get("document").Get("documentElement").Get("dataset").Set("ready", "yes")
}

func (p *page) ApplyUpdate(ask bool) {
	if !ask || js.Global().Call("confirm", i18n.Text(p.lang(), "update-unsaved")).Bool() {
		js.Global().Get("tabletop").Call("update")
	}
}
