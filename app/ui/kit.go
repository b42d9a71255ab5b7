// Package ui is what the parts of the page are drawn with: text, buttons, fields, row
// keys in colours. It decides nothing.
//
// # How a part is drawn
//
// A part draws values that it is given, and a [Kit]. go-app updates elements in place by
// position and tag, so
//
//   - what may come and go stands in an element of its own that stays;
//   - what must not be taken for one another (two steps of a lesson) stands in an
//     element whose tag holds its name, see [Keyed];
//   - a handler is told apart by its code alone, so every one that carries data names
//     the data as its scope, see [Kit.Press];
//   - fields that are typed into never get their value from a drawing: the shell sets it
//     by element id.
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

// Kit is what every drawing needs. Two kits that draw alike are deeply equal.
type Kit struct {
	Lang string
	Base string // path of the site's root, without a slash at the end
	Live bool   // false: written as HTML before any script has run
	Idle bool   // the engine can take work
	To   *Sender
}

// Sender takes the messages of a page.
type Sender struct{ Send func(page.Msg) }

// T returns the page's text for a key.
func (k *Kit) T(key string, args ...string) string { return i18n.Text(k.Lang, key, args...) }

// N returns a number as the reader's language writes it.
func (k *Kit) N(v int64) string { return i18n.Number(k.Lang, v) }

// Count returns the page's text for a key that counts something.
func (k *Kit) Count(key string, n int64) string { return k.T(key, strconv.FormatInt(n, 10)) }

// What says in one line what was done.
func (k *Kit) What(l engine.Line) string {
	if l.Kind == engine.LineNote {
		return i18n.Sentence(k.Lang, l.Code, l.Args...)
	}
	return i18n.Short(l.Text)
}

// Link returns the address of a path of the site.
func (k *Kit) Link(path string) string { return k.Base + path }

// Send hands a message on.
func (k *Kit) Send(m page.Msg) { k.To.Send(m) }

// Press returns a handler that sends a message, and the scope that tells it from
// others.
func (k *Kit) Press(m page.Msg) (app.EventHandler, string) {
	Breathe()
	to := k.To
	return func(app.Context, app.Event) { to.Send(m) }, fmt.Sprintf("%T %+v", m, m)
}

// Button returns a button that sends a message.
func (k *Kit) Button(text string, m page.Msg) app.HTMLButton {
	h, scope := k.Press(m)
	return app.Button().Type("button").Text(text).OnClick(h, scope)
}

// Work returns a button that asks the engine to do something: it rests while the
// engine is not there or busy. It can still be focused then.
func (k *Kit) Work(text string, m page.Msg) app.HTMLButton {
	if !k.Idle {
		return k.Resting(text)
	}
	return k.Button(text, m)
}

// Resting returns a button that does nothing now.
func (k *Kit) Resting(text string) app.HTMLButton {
	return app.Button().Type("button").Text(text).Attr("aria-disabled", "true")
}

// Radio returns a radio button that sends a message when it is chosen.
func (k *Kit) Radio(group, value string, chosen bool, m page.Msg) app.HTMLInput {
	h, scope := k.Press(m)
	return RadioOf(group, value, chosen, h, scope)
}

// RadioOf returns a radio button. It heeds clicks, which keys make too, and not
// changes: where the page is drawn between key and click, after an earlier choice,
// the browser finds nothing changed and tells nobody.
func RadioOf(group, value string, chosen bool, h app.EventHandler, scope ...any) app.HTMLInput {
	return app.Input().Type("radio").Name(group).Value(value).Checked(chosen).OnClick(h, scope...)
}

// Keyed puts an element into one that is told apart by name. It takes no part in
// the layout.
func Keyed(name string, body ...app.UI) app.UI {
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

// ScreenReaderText returns text for screen readers alone.
func ScreenReaderText(text string) app.UI { return app.Span().Class("unseen").Text(text) }

// Figure returns a cell of a table that holds a number. It is written out once, not
// wherever there is one.
//
//go:noinline
func Figure(text string) app.UI { return app.Td().Class("num").Text(text) }

// Label returns words beside something.
//
//go:noinline
func Label(text string) app.UI { return app.Span().Class("label").Text(text) }

// Remark returns a paragraph in small print.
//
//go:noinline
func Remark(text string) app.UI { return app.P().Class("label").Text(text) }

// Example returns a paragraph that explains something.
//
//go:noinline
func Example(text string) app.UI { return app.P().Class("example").Text(text) }

// Options returns what a select offers, one of them chosen.
//
//go:noinline
func Options(all []Option, chosen string) (out []app.UI) {
	for _, o := range all {
		out = append(out, app.Option().Value(o.Value).Text(o.Text).Selected(o.Value == chosen))
	}
	return out
}

// Option is one of those that a select offers.
type Option struct{ Value, Text string }

// Dialog is what a dialog shows.
type Dialog struct {
	Title, Class string
	Body         app.UI
	Act          app.UI // does what it is about, nil for several ways
}

// Chosen reads the file that was chosen in a field and sends what it is taken for.
func (k *Kit) Chosen(ctx app.Context, of func(name string, data []byte) page.Msg) {
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

// PieceRead is how much of a file is read at once, in bytes: the page answers in between.
const PieceRead = 512 << 10

// mostRead is more than any file has that can be taken.
const mostRead = 256<<20 + 1

// ReadFile hands on a file's name and bytes, of a larger one the first [mostRead].
func ReadFile(ctx app.Context, file app.Value, then func(name string, data []byte)) {
	name, data := file.Get("name").String(), make([]byte, min(file.Get("size").Int(), mostRead))
	var from func(at int)
	from = func(at int) {
		if at == len(data) {
			ctx.Dispatch(func(app.Context) { then(name, data) })
			return
		}
		end := min(at+PieceRead, len(data))
		file.Call("slice", at, end).Call("arrayBuffer").Then(func(buffer app.Value) {
			app.CopyBytesToGo(data[at:end], app.Window().Get("Uint8Array").New(buffer))
			from(end)
		})
	}
	from(0)
}

// Bytes returns the content of an ArrayBuffer and empties the buffer.
func Bytes(buffer app.Value) []byte {
	array := app.Window().Get("Uint8Array").New(buffer)
	data := make([]byte, array.Get("length").Int())
	app.CopyBytesToGo(data, array)
	if buffer.Get("transfer").Truthy() {
		buffer.Call("transfer", 0) // else it stays until the browser looks for garbage
	}
	return data
}

// Part returns a part of the page that is drawn again only when what it draws has
// changed: looks points to all of that, and to nothing but data and a [Kit].
func Part[L any](k *Kit, looks *L, draw func(*L) app.UI) app.UI {
	if !k.Live {
		return draw(looks)
	}
	return &part[L]{Looks: looks, draw: draw}
}

type part[L any] struct {
	app.Compo
	Looks *L
	draw  func(*L) app.UI
	drawn DrawCache[*L]
}

// Render draws the part.
func (c *part[L]) Render() app.UI {
	return c.drawn.Of(c.Looks, func() app.UI { return c.draw(c.Looks) })
}

// Piece returns what draw draws, which the browser can have a turn before; see [Breathe].
// It is drawn again whenever what is around it is: the library takes no two functions for
// the same.
func Piece(k *Kit, draw func() app.UI) app.UI {
	return Part(k, &draw, func(draw *func() app.UI) app.UI { return (*draw)() })
}

// DrawCache is what a component drew last. The library draws every component a second time
// after it has come, and after each event in it.
type DrawCache[L comparable] struct {
	looks L
	root  app.UI
}

// Of returns what was drawn, drawn again if it was of something else.
func (d *DrawCache[L]) Of(looks L, draw func() app.UI) app.UI {
	if d.root == nil || d.looks != looks {
		Breathe()
		d.looks, d.root = looks, draw()
	}
	return d.root
}

// Dragged lets a file be dropped on an element.
func Dragged(_ app.Context, e app.Event) { e.PreventDefault() }
