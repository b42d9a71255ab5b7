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
	"tabletop/app/sandboxes"
	"tabletop/app/share"
	"tabletop/app/shell"
	"tabletop/app/tour"
	"tabletop/app/ui"
	"tabletop/app/view"
	"tabletop/engine/console/dialects"
	"tabletop/lessons"
	"tabletop/wasm/bridge"
)

// large is the size in bytes of a frame that takes long to decode. What such a frame brings is
// drawn in another turn of the event loop. While the page starts, this holds for every frame.
const large = 1 << 20

// answersWithin is how long the first drawing waits for the worker's first answer, so that
// everything appears at once.
const answersWithin = 50 * time.Millisecond

// page is the browser's side of the page. It carries frames between the shell and the worker, and
// implements [shell.CallSender] and [shell.Browser]. Its methods are called on the UI goroutine unless
// they say otherwise.
type page struct {
	shell  *shell.Shell
	port   *bridge.PagePort
	root   *root
	ctx    app.Context // nil until the component is mounted
	embed  bool        // see [shared.State]
	prefix string      // path of the site's root, without a final slash
	check  func()      // ends the worker of author, nil for none
	drawn  []func()    // to be called after the first drawing
	begun  bool        // the address was followed before the first drawing
	gathered
}

// root is the component that go-app mounts.
type root struct {
	view.App
	page *page
}

// mostGarbage is the memory, in bytes, from which garbage is collected at once. It is several times
// what the page has in use.
const mostGarbage = 112 << 20

// runPage starts the page and draws it until the tab is closed. It loads what the first drawing
// needs in parallel, and gives the browser turns in between, so that the prerendered page stays
// responsive.
func runPage() {
	turn()
	// Little of the page's memory lives long, so collecting seldom (every 32 MB of garbage) costs
	// nothing. The first collection is by far the slowest, since the browser compiles the code that
	// it runs, so it is done here, before the reader can do anything.
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(mostGarbage) // for long files, which pass through this memory
	p := &page{prefix: app.Getenv("GOAPP_ROOT_PREFIX")}
	lang := js.Global().Get("tabletop").Get("language").String()
	route := p.route()
	// What the network has to bring is requested first.
	catalog := ahead(func() ([]shared.LessonCard, error) { return fetchCatalog(lang) })
	var opened func() (*lessons.Lesson, error)
	if route.Screen == shared.ScreenLesson && !lessons.IsSlugFromFile(route.ID) {
		opened = ahead(func() (*lessons.Lesson, error) { return fetchLesson(route.ID, lang) })
	}
	turn()
	runtime.GC()
	turn()
	hideRefused()
	ui.YieldToBrowser = breathe
	i18n.SetIntl(newIntl())
	languages := loadSentences(lang)
	turn()
	cards, err := catalog()
	if err != nil {
		panic(err)
	}
	st := model.New(p.prefix, lang, cards, route)
	st.Folder, st.Languages = i18n.LanguagePathPrefix(lang), languages
	st.Site = strings.TrimSuffix(js.Global().Get("tabletop").Get("base").String(), "/")
	st.Embed = js.Global().Get("tabletop").Get("embed").Bool()
	p.embed = st.Embed
	// The state begins with what this browser remembers of earlier visits.
	st.Dialects = console.ParseChosenDialects(p.remembered(console.StorageKey))
	st.Code.In = shared.ParseCodeLanguage(p.remembered(shared.CodeStorageKey))
	st.Layouts = grid.ParseSavedLayouts(p.remembered(grid.StorageKey))
	st.Drafts = shared.ParseDrafts(p.remembered(shared.DraftsStorageKey))
	st.Tour.Done = p.remembered(tour.StorageKey) != ""
	st.Panes = panes.ParseSizes(p.remembered(panes.StorageKey))
	st.Sandboxes.Order = sandboxes.ParseOrder(p.remembered(sandboxes.StorageKey))
	st.Storage.Decided = p.remembered(model.PersistenceStorageKey) != ""
	if opened != nil {
		// The first drawing replaces the prerendered page, so it has to show as much.
		turn()
		l, _ := opened()
		turn()
		st, _ = model.Update(st, model.LessonFetched{Slug: route.ID, Lesson: l})
	}
	p.shell = shell.New(st, p, p)
	select {
	case <-p.begin():
	case <-time.After(answersWithin):
	}
	turn()
	// One component serves every address: go-app would copy the fields of another one over those of
	// the mounted one.
	p.root = &root{App: *view.New(p.shell.State, p.send), page: p}
	component := func() app.Composer { return p.root }
	app.RouteFunc(strings.TrimPrefix(app.Window().URL().Path, p.prefix), component) // compiling a pattern would take long
	app.RouteWithRegexpFunc("", component)
	turn()
	app.RunWhenOnBrowser()
}

// fetchLesson gets a compiled lesson in a language.
func fetchLesson(slug, lang string) (*lessons.Lesson, error) {
	data, err := fetch(shared.LessonPath(slug, lang))
	if err != nil {
		return nil, err
	}
	return lessons.Decode(data)
}

// begin connects the page to its worker and sends what the address asks for, so that the worker
// opens it while the page is drawn for the first time. The returned channel is closed when the
// first answer has come.
func (p *page) begin() <-chan struct{} {
	boot := js.Global().Get("tabletop")
	p.port = bridge.NewPagePort(func() { p.post(model.WorkerRestarted{FromPageCache: boot.Get("returned").Bool()}) })
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
			bridge.YieldToBrowser()
		}
		p.post(model.HostEvent{Event: e})
		if _, is := e.(host.Answer); is {
			once.Do(func() { close(answered) })
		}
	})
	return answered
}

// OnMount connects the page to the events of its document: updates of the site, keys, changes of
// the address, and files that the system opens with the installed page.
func (r *root) OnMount(ctx app.Context) {
	turn()
	r.ListenKeys()
	p := r.page
	p.ctx = ctx
	crash = func(why string) { ctx.Dispatch(func(app.Context) { panic(why) }) }
	boot := js.Global().Get("tabletop")
	boot.Set("waiting", js.FuncOf(func(js.Value, []js.Value) any { return p.shell.State().HasCallsUnderWay() }))
	boot.Set("unsaved", js.FuncOf(func(js.Value, []js.Value) any { return p.shell.State().HasUnsavedChanges() }))
	update := func() { p.post(model.SiteUpdateReady{}) }
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
	// go-app reports no address that differs from an earlier one in its fragment only.
	js.Global().Call("addEventListener", "hashchange", js.FuncOf(func(js.Value, []js.Value) any {
		ctx.Dispatch(func(app.Context) { p.openLink() })
		return nil
	}))
	// It also does not report a step back to an address of the page that is shown already.
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
		p.CallAfterDraw(f)
	}
	p.drawn = nil
}

// takeLaunched takes the file that the system opens the installed page with. When a page is
// reloaded, the browser hands over the same file again, which is ignored.
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

// launchWait is the time between two attempts to take a file.
const launchWait = 100 * time.Millisecond

// take hands a file to the shell as soon as the engine is ready and idle.
func (p *page) take(file app.Value) {
	if st := p.shell.State(); st.Ready && st.Work.Running == nil {
		files.ReadChosenFile(p.ctx, file, p.send)
	} else {
		p.CallLater(launchWait, func() { p.take(file) })
	}
}

// turning returns the message for Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, or the same keys with Cmd. It
// returns nil for other keys, and in fields whose text has an undo of its own.
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

// OnNav implements [app.Navigator]: it follows a new address.
func (r *root) OnNav(app.Context) {
	breathe()
	if !r.page.begun {
		r.page.follow()
	}
	r.page.begun = false
	r.page.openLink()
}

// follow shows what the address says: its route and its place, a teacher's link, and a design.
func (p *page) follow() {
	p.arrived(p.route())
	if taught() {
		p.send(lesson.SolutionsUnlocked{})
	}
	if design := app.Window().URL().Query()[share.DesignParam]; len(design) > 0 {
		p.send(lesson.RivalDesignReceived{Templates: design})
	}
}

// arrived sends the messages for an address with this route.
func (p *page) arrived(route shared.Route) {
	p.rename(p.shell.State().Folder) // an earlier address may be in another language
	u := app.Window().URL()
	section := ""
	if route.Screen == shared.ScreenReference {
		section = reference.NameByID(p.lang(), u.Fragment)
	}
	p.send(model.Navigated{Route: route})
	p.send(model.NavigatedToPlace{Place: shared.ParsePlace(u.Query().Get, section)})
}

// SetAddress writes a place into the address's query, as a new entry of the history if push is set.
func (p *page) SetAddress(at shared.PlaceOnPage, push bool) {
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
	_, _ = guard.CallMethod(js.Global().Get("history"), do, nil, "", u.String()) // fails if called too often
}

// taught reports whether a teacher's link, with ?solutions=open, was opened in this visit of the
// tab.
func taught() (yes bool) {
	yes = app.Window().URL().Query().Get("solutions") == "open"
	visit := guard.GetPropertyOrUndefined(js.Global(), "sessionStorage")
	if yes {
		_, _ = guard.CallMethod(visit, "setItem", "solutions", "open")
	}
	if kept, err := guard.CallMethod(visit, "getItem", "solutions"); err == nil && kept.Truthy() {
		yes = true
	}
	return yes
}

// route returns the route of the address, without the folder of a language.
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

// send hands a message to the shell. It must be called on the UI goroutine.
func (p *page) send(m shared.Msg) { p.shell.Send(m) }

// post hands a message to the shell from any goroutine.
func (p *page) post(m shared.Msg) { p.dispatch(func() { p.shell.Send(m) }) }

// dispatch runs f on the UI goroutine. Before the component is mounted there is none, and f runs at
// once: the first drawing shows the state at its beginning.
func (p *page) dispatch(f func()) {
	if p.ctx == nil {
		f()
		return
	}
	// The shell itself decides what is drawn afterwards, and when.
	p.ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Next, Source: p.root, Function: func(app.Context) { f() }})
}

// SendCall sends a call to the worker. It does not wait.
func (p *page) SendCall(s host.SentCall) { _ = p.port.Send(host.EncodeSentCall(s)...) }

// Draw has the component drawn again.
func (p *page) Draw() {
	if p.ctx != nil {
		p.root.Update()
	}
}

// CallAfterDraw runs f after the drawing that comes next.
func (p *page) CallAfterDraw(f func()) {
	if p.ctx == nil {
		p.drawn = append(p.drawn, f)
		return
	}
	p.ctx.Defer(func(app.Context) { f() })
}

// CallLater runs f on the UI goroutine after a time, or with 0 after a turn of the event loop. It and
// all other waiting uses goroutines of this package. With those of go-app a panic in a drawing
// would end the program only after all of them had ended, and repeated waits never end.
func (p *page) CallLater(wait time.Duration, f func()) {
	go func() {
		if wait > 0 {
			time.Sleep(wait)
		} else {
			bridge.YieldToBrowser()
		}
		p.dispatch(f)
	}()
}

// FetchLesson gets a lesson and calls then with it on the UI goroutine, or with nil if that fails.
func (p *page) FetchLesson(slug, lang string, then func(*lessons.Lesson)) {
	go func() {
		l, _ := fetchLesson(slug, lang)
		p.dispatch(func() { then(l) })
	}()
}

// Navigate navigates to a route. An embedded page shows the route but keeps its address.
func (p *page) Navigate(r shared.Route) {
	if p.embed {
		p.dispatch(func() { p.arrived(r) })
		return
	}
	if p.ctx == nil {
		p.CallAfterDraw(func() { p.Navigate(r) })
		return
	}
	p.ctx.Navigate(p.prefix + p.shell.State().Folder + r.Path())
}

// element returns the element with an id, which is null if there is none.
func element(id string) app.Value {
	return app.Window().GetElementByID(id)
}

// SetFieldText sets the text of a field and puts the caret at its end. The console's text is only set if
// the reader has not changed it in the meantime.
func (p *page) SetFieldText(id, text string) {
	e := element(id)
	if !e.Truthy() || id == shared.ElementConsole && p.shell.State().Work.Input != text {
		return // no such element, or the reader has typed more
	}
	if editor := e.Get("editor"); editor.Truthy() {
		editor.Call("set", text)
		return
	}
	if e.Get("value").String() != text {
		e.Set("value", text)
		if e.Get("localName").String() == "input" && !e.Equal(app.Window().Get("document").Get("activeElement")) {
			return // the caret is at the end; asking for it would force a layout
		}
	}
	if e.Get("selectionStart").IsNull() {
		return // a field without a caret, such as a slider
	}
	_ = guard.Try(func() { e.Call("setSelectionRange", len([]rune(text)), len([]rune(text))) })
	e.Set("scrollTop", e.Get("scrollHeight"))
}

// MarkErrorInField marks the part of a command that was refused, if the console still has the command.
func (p *page) MarkErrorInField(m shared.MarkErrorInField) {
	e := element(m.ID)
	if !e.Truthy() || p.shell.State().Work.Input != m.Text {
		return
	}
	from, to := console.UTF16Offset(m.Text, m.From), console.UTF16Offset(m.Text, m.To)
	if editor := e.Get("editor"); editor.Truthy() {
		spoken := dialects.ByID(p.shell.State().Work.Dialect).Name
		editor.Call("mark", from, to, i18n.ErrorSentenceInDialect(p.lang(), spoken, m.Err))
		return
	}
	_ = guard.Try(func() { e.Call("setSelectionRange", from, to) })
}

// ShowCompletions tells the editor that suggestions for its text have come.
func (p *page) ShowCompletions() {
	if e := element(shared.ElementConsole); e.Truthy() && e.Get("editor").Truthy() {
		e.Get("editor").Call("came")
	}
}

// FocusElement moves the focus to an element, without scrolling. For an element of a closed menu it is the
// button that opens the menu.
func (p *page) FocusElement(id string) {
	if e := element(id); e.Truthy() {
		if editor := e.Get("editor"); editor.Truthy() {
			editor.Call("focus")
			return
		}
		if menu := e.Call("closest", ".menu:not(:popover-open)"); menu.Truthy() {
			e = menu.Get("previousElementSibling")
		}
		e.Call("focus", map[string]any{"preventScroll": true})
	}
}

// ScrollToElement scrolls an element into view.
func (p *page) ScrollToElement(id string) {
	if e := element(id); e.Truthy() {
		e.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}

// ScrollGridToRow scrolls the rows of the table to an offset. It does so in the next animation frame,
// which shows the drawing: earlier, the browser would have to lay the page out twice. It does not
// scroll if the window has been moved elsewhere meanwhile.
func (p *page) ScrollGridToRow(offset int, then func()) {
	var scroll app.Func
	scroll = ui.CallbackOutsideDraw(p.ctx, func() {
		scroll.Release()
		if w := p.shell.State().Work; w.Window.Offset == offset {
			grid.ScrollToRow(w.Page.Total, offset)
		}
		then()
	})
	app.Window().Call("requestAnimationFrame", scroll)
}

// gathered collects the pieces of a file that a call writes. They are Blobs, outside of the
// program's memory, because that memory never shrinks.
type gathered struct {
	seq    uint64 // of the call
	pieces []any
}

// GatherDownloadPiece takes one piece of a file. A piece without data, or of another call, begins a
// new file.
func (p *page) GatherDownloadPiece(of host.FilePiece) {
	if of.Seq != p.gathered.seq || len(of.Data) == 0 {
		p.gathered = gathered{seq: of.Seq}
	}
	if len(of.Data) > 0 {
		p.gathered.pieces = append(p.gathered.pieces, blobOf(of.Data))
	}
}

// blobOf returns a Blob of parts, which are Blobs, followed by data.
func blobOf(data []byte, parts ...any) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return js.Global().Get("Blob").New(append(parts, array), map[string]any{"type": "application/octet-stream"})
}

// DownloadFile offers a file to the reader: the gathered pieces, if it has any, and then its data.
func (p *page) DownloadFile(f host.ExportedFile) {
	var pieces []any
	if f.Pieces > 0 {
		pieces, p.gathered = p.gathered.pieces, gathered{}
	}
	url := js.Global().Get("URL").Call("createObjectURL", blobOf(f.Data, pieces...))
	a := js.Global().Get("document").Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", f.Name)
	a.Call("click")
	p.CallLater(time.Minute, func() { js.Global().Get("URL").Call("revokeObjectURL", url) })
}

// SetWindowTitle sets the document's title to a sentence of i18n.
func (p *page) SetWindowTitle(code string, args []string) {
	js.Global().Get("document").Set("title", i18n.PageText(p.lang(), code, args...))
}

// SetRecoveryWorkspace tells the recovery screen which workspace is open.
func (p *page) SetRecoveryWorkspace(workspace string) {
	js.Global().Get("tabletop").Set("workspace", workspace)
}

// StoreTextLocally stores a short text in localStorage. It does nothing in an embedded page, and where the
// browser refuses, because it is full or the reader does not allow it.
func (p *page) StoreTextLocally(name, text string) {
	if !p.embed {
		_, _ = guard.CallMethod(guard.GetPropertyOrUndefined(js.Global(), "localStorage"), "setItem", p.stored(name), text)
	}
}

// remembered returns the text that StoreTextLocally has stored under a name, or "".
func (p *page) remembered(name string) string {
	if p.embed {
		return ""
	}
	kept, err := guard.CallMethod(guard.GetPropertyOrUndefined(js.Global(), "localStorage"), "getItem", p.stored(name))
	if err != nil || !kept.Truthy() {
		return ""
	}
	return kept.String()
}

// stored returns the key of a name in localStorage, which all sites of the origin share.
func (p *page) stored(name string) string { return "tabletop " + p.prefix + "/ " + name }

// MarkReady notes that page and worker work. Tests and boot.js look at the attribute data-ready.
func (p *page) MarkReady() {
	started = true
	js.Global().Get("document").Get("documentElement").Get("dataset").Set("ready", "yes")
}

// ApplySiteUpdate loads the new version of the site. With ask the reader has to confirm that first,
// since changes are not saved.
func (p *page) ApplySiteUpdate(ask bool) {
	if !ask || js.Global().Call("confirm", i18n.PageText(p.lang(), "update-unsaved")).Bool() {
		js.Global().Get("tabletop").Call("update")
	}
}
