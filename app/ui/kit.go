// Package ui has what the parts of the page are drawn with: text in the reader's language,
// buttons, fields, dialogs, row keys in colours. It makes no decisions.
//
// A part's drawing gets the values to draw and a [Kit]. For instance:
//
//	func (v *View) Draw() app.UI {
//		return app.Div().Body(
//			app.P().Text(v.T("rows", v.N(v.Rows))),
//			v.Work(v.T("load"), LoadPressed{}),
//		)
//	}
//
// # Rules for drawing
//
// go-app updates the elements of the last drawing in place, by position and tag. So
//
//   - an element that may be absent is drawn inside an element that is always there;
//   - elements that must not be updated into each other, as two steps of a lesson, are drawn
//     inside
//     an element whose tag has their name, see [KeyedElement];
//   - go-app compares handlers by their code, so a handler that carries data names the data as
//     its
//     scope, see [Kit.OnPress];
//   - a field that the reader types into does not get its value from a drawing: the shell, or
//     the
//     component of the field, sets it in the document by the element's ID.
package ui

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine"
)

// Kit is what every drawing needs. Two kits with which the same is drawn are deeply equal, so
// that it can be part of what [Memo] compares.
type Kit struct {
	Lang       string     // language of the text, as a BCP 47 tag
	Base       string     // path of the pages in that language, without a slash at its end
	InBrowser  bool       // false while the site's build writes a page as HTML
	EngineIdle bool       // the engine can take work
	To         *MsgSender // where messages go
}

// MsgSender passes messages to the page. It is a pointer in [Kit], so that kits can be compared.
type MsgSender struct{ Send func(page.Msg) }

// T returns the text of an i18n key, with arguments.
func (k *Kit) T(key string, args ...string) string { return i18n.PageText(k.Lang, key, args...) }

// Number returns a number in the format of the reader's language.
func (k *Kit) Number(v int64) string { return i18n.FormatNumber(k.Lang, v) }

// CountText returns the text of an i18n key that depends on a number.
func (k *Kit) CountText(key string, n int64) string { return k.T(key, strconv.FormatInt(n, 10)) }

// LineText returns a line of the engine in one short line, for instance a step of the timeline.
func (k *Kit) LineText(l engine.OutputLine) string {
	if l.Kind == engine.LineNote {
		return i18n.EngineSentence(k.Lang, l.Code, l.Args...)
	}
	return i18n.MakeShortPrintable(l.Text)
}

// SiteURL returns the address of a path of the site, which begins with a slash.
func (k *Kit) SiteURL(path string) string { return k.Base + path }

// Send sends a message.
func (k *Kit) Send(m page.Msg) { k.To.Send(m) }

// OnPress returns a handler that sends a message, and the scope that distinguishes it from the
// handlers of other messages.
func (k *Kit) OnPress(m page.Msg) (app.EventHandler, string) {
	YieldToBrowser()
	to := k.To
	return func(app.Context, app.Event) { to.Send(m) }, fmt.Sprintf("%T %+v", m, m)
}

// Button returns a button that sends a message.
func (k *Kit) Button(text string, m page.Msg) app.HTMLButton {
	h, scope := k.OnPress(m)
	return app.Button().Type("button").Text(text).OnClick(h, scope)
}

// EngineButton returns a button that makes the engine work. While the engine is not ready or busy, it
// does nothing, but can still have the focus.
func (k *Kit) EngineButton(text string, m page.Msg) app.HTMLButton {
	if !k.EngineIdle {
		return k.DisabledButton(text)
	}
	return k.Button(text, m)
}

// DisabledButton returns a button that does nothing at present.
func (k *Kit) DisabledButton(text string) app.HTMLButton {
	return app.Button().Type("button").Text(text).Attr("aria-disabled", "true")
}

// RadioButton returns a radio button that sends a message when it is chosen.
func (k *Kit) RadioButton(group, value string, chosen bool, m page.Msg) app.HTMLInput {
	h, scope := k.OnPress(m)
	return RadioWithHandler(group, value, chosen, h, scope)
}

// RadioWithHandler returns a radio button with a handler. The handler gets clicks, which the keyboard
// causes too, instead of changes: if the page is drawn between key and click, the browser sees
// no change and sends no such event.
func RadioWithHandler(group, value string, chosen bool, h app.EventHandler, scope ...any) app.HTMLInput {
	return app.Input().Type("radio").Name(group).Value(value).Checked(chosen).OnClick(h, scope...)
}

// KeyedElement returns an element whose tag has a name, so that go-app never updates one name's
// content into another's. The element takes no part in the layout.
func KeyedElement(name string, body ...app.UI) app.UI {
	return app.Elem("at-" + tagName(name)).Class("keyed").Body(body...)
}

// tagName replaces what may not stand in the name of an element.
func tagName(name string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, strings.ToLower(name))
}

// ReadClass returns the CSS class of a row that a read has scanned, and of one that it returns as well;
// "" for a row that it has not met.
func ReadClass(scanned, returned bool) string {
	switch {
	case scanned && returned:
		return "is-returned"
	case scanned:
		return "is-scanned"
	}
	return ""
}

// ScreenReaderText returns text that only screen readers get.
func ScreenReaderText(text string) app.UI { return app.Span().Class("unseen").Text(text) }

// NumberCell returns a table cell that holds a number. It and the next functions are not inlined,
// to keep the program small.
//
//go:noinline
func NumberCell(text string) app.UI { return app.Td().Class("num").Text(text) }

// Label returns a few words beside something.
//
//go:noinline
func Label(text string) app.UI { return app.Span().Class("label").Text(text) }

// SmallPrint returns a paragraph in small print.
//
//go:noinline
func SmallPrint(text string) app.UI { return app.P().Class("label").Text(text) }

// Explanation returns a paragraph with an explanation.
//
//go:noinline
func Explanation(text string) app.UI { return app.P().Class("example").Text(text) }

// SelectOption is one option of a select.
type SelectOption struct{ Value, Text string }

// Dialog is the content of a dialog over the page.
type Dialog struct {
	Title, Class string
	Body         app.UI
	Action       app.UI // the button beside Cancel; nil if Body has the buttons
}

// ReadChosenFile reads the file that the reader has chosen in a field, and sends the message that of
// makes.
func (k *Kit) ReadChosenFile(ctx app.Context, of func(name string, data []byte) page.Msg) {
	field, to := ctx.JSSrc(), k.To
	file := field.Get("files").Index(0)
	if !file.Truthy() {
		return
	}
	ReadFile(ctx, file, func(name string, data []byte) {
		field.Set("value", "") // so that the same file can be chosen again
		to.Send(of(name, data))
	})
}

// pieceRead is how many bytes of a file are read at once. Between two pieces the page handles
// events.
const pieceRead = 512 << 10

// mostRead is the most bytes that are read of a file. It is one more than a file may have, so
// that a larger one is refused.
const mostRead = 256<<20 + 1

// ReadFile reads a file and calls then with its name and data, on the UI goroutine. Of a larger
// file it reads the first [mostRead] bytes.
func ReadFile(ctx app.Context, file app.Value, then func(name string, data []byte)) {
	name, data := file.Get("name").String(), make([]byte, min(file.Get("size").Int(), mostRead))
	var from func(at int)
	from = func(at int) {
		if at == len(data) {
			ctx.Dispatch(func(app.Context) { then(name, data) })
			return
		}
		// Each piece is a promise, so that the page handles events in between.
		end := min(at+pieceRead, len(data))
		file.Call("slice", at, end).Call("arrayBuffer").Then(func(buffer app.Value) {
			app.CopyBytesToGo(data[at:end], app.Window().Get("Uint8Array").New(buffer))
			from(end)
		})
	}
	from(0)
}

// ArrayBufferBytes returns the content of an ArrayBuffer, and frees the buffer if the browser can.
func ArrayBufferBytes(buffer app.Value) []byte {
	array := app.Window().Get("Uint8Array").New(buffer)
	data := make([]byte, array.Get("length").Int())
	app.CopyBytesToGo(data, array)
	if buffer.Get("transfer").Truthy() {
		buffer.Call("transfer", 0) // otherwise it stays until the browser's garbage collection
	}
	return data
}

// Memo returns a part of the page that is drawn again only when looks has changed. looks points
// to everything that draw uses; it holds nothing but data and a [Kit], and is compared deeply.
func Memo[L any](k *Kit, looks *L, draw func(*L) app.UI) app.UI {
	if !k.InBrowser {
		return draw(looks)
	}
	return &part[L]{Looks: looks, draw: draw}
}

// part is the component of a [Memo]. go-app compares its exported field.
type part[L any] struct {
	app.Compo
	Looks *L
	draw  func(*L) app.UI
	drawn drawCache[*L]
}

// Render draws the part, unless looks is the one that was drawn last.
func (c *part[L]) Render() app.UI {
	return c.drawn.of(c.Looks, func() app.UI { return c.draw(c.Looks) })
}

// YieldingPart returns what draw draws, as a part of its own, so that the browser can handle events
// before it, see [YieldToBrowser]. It is drawn again whenever what is around it is, because functions
// never compare as equal.
func YieldingPart(k *Kit, draw func() app.UI) app.UI {
	return Memo(k, &draw, func(draw *func() app.UI) app.UI { return (*draw)() })
}

// drawCache is what a component has drawn last. go-app draws each component a second time after
// it is mounted, and after each event in it; the cache avoids that work.
type drawCache[L comparable] struct {
	looks L      // what root was drawn from
	root  app.UI // nil before the first drawing
}

// of returns the last drawing if it was drawn from the same looks, else a new one.
func (d *drawCache[L]) of(looks L, draw func() app.UI) app.UI {
	if d.root == nil || d.looks != looks {
		YieldToBrowser()
		d.looks, d.root = looks, draw()
	}
	return d.root
}

// AllowFileDrop is a handler that allows a file to be dropped on an element.
func AllowFileDrop(_ app.Context, e app.Event) { e.PreventDefault() }
