package view

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
)

// App is the page's root component.
type App struct {
	app.Compo
	get  func() model.State
	send func(model.Msg)
}

// New returns a component that draws the state that get returns and hands
// messages to send. Both are called on the UI goroutine.
func New(get func() model.State, send func(model.Msg)) *App {
	return &App{get: get, send: send}
}

// Render draws the state.
func (a *App) Render() app.UI {
	st := a.get()
	return (&drawing{st: &st, get: a.get, send: a.send, live: true}).root()
}

// Prerender returns the page's body as HTML. With a Base of "/__BASE__" its
// links are written "/__BASE__/…".
func Prerender(st model.State) string {
	p := &drawing{st: &st, get: func() model.State { return st }, send: func(model.Msg) {}}
	return ariaPattern.ReplaceAllString(app.HTMLString(p.root()), `$1="true"$2`)
}

// ariaPattern finds the aria attributes whose value "true" go-app has dropped.
var ariaPattern = regexp.MustCompile(`\b(aria-[a-z]+)([ >])`)

// drawing draws one state.
type drawing struct {
	st   *model.State
	get  func() model.State
	send func(model.Msg)
	live bool // false: written as HTML before any script has run
}

// t returns the page's text for a key.
func (p *drawing) t(key string, args ...string) string { return i18n.Text(p.st.Lang, key, args...) }

// n returns a number as the reader's language writes it.
func (p *drawing) n(v int64) string { return i18n.Number(p.st.Lang, v) }

// count returns the page's text for a key that counts something.
func (p *drawing) count(key string, n int64) string { return p.t(key, strconv.FormatInt(n, 10)) }

// link returns the address of a path of the site.
func (p *drawing) link(path string) string { return p.st.Base + path }

// press returns a handler that sends msg, and the scope that tells it from
// others.
func (p *drawing) press(msg model.Msg) (app.EventHandler, string) {
	return func(app.Context, app.Event) { p.send(msg) }, fmt.Sprintf("%T %+v", msg, msg)
}

// button returns a button that sends msg.
func (p *drawing) button(text string, msg model.Msg) app.HTMLButton {
	h, scope := p.press(msg)
	return app.Button().Type("button").Text(text).OnClick(h, scope)
}

// work returns a button that asks the engine to do something: it rests while the
// engine is not there or busy. It can still be focused then.
func (p *drawing) work(text string, msg model.Msg) app.HTMLButton {
	if !p.idle() {
		return p.resting(text)
	}
	return p.button(text, msg)
}

// resting returns a button that does nothing now.
func (p *drawing) resting(text string) app.HTMLButton {
	return app.Button().Type("button").Text(text).Attr("aria-disabled", "true")
}

// idle reports whether the engine can take work: not before what the page shows is open.
func (p *drawing) idle() bool {
	return p.live && p.st.Ready && p.st.Work.Running == nil && (p.st.Work.ID != "" || !p.onWorkbench())
}

// keyed puts an element into one that is told apart by name. It takes no part in
// the layout.
func keyed(name string, body ...app.UI) app.UI {
	return app.Elem("at-" + tagName(name)).Class("keyed").Body(body...)
}

// tagName keeps what may stand in the name of an element.
func tagName(name string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, strings.ToLower(name))
}

// unseen returns text for screen readers alone.
func unseen(text string) app.UI { return app.Span().Class("unseen").Text(text) }
