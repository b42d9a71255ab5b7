package console

import (
	"slices"
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/console/dialects"
)

// editor is the component that draws the input. It is a plain text field until the editor's
// script is loaded, which then mounts an editor over it that colours and completes. See
// web/editor.
type editor struct {
	app.Compo
	Lang    string
	Hint    string // an example of a command
	Ready   bool   // page and worker both answer; before that the script is not loaded
	Near    bool   // a narrow screen shows the console
	Dialect engine.Dialect
	now     func() (*page.Workspace, State)
	to      *ui.MsgSender

	near    bool // the pointer or the focus has reached the field
	asked   bool // the script has been asked for
	mounted bool
	handle  app.Value  // the JavaScript object of the mounted editor
	shown   string     // the hint that the mounted editor shows
	gone    bool       // the component was dismounted
	funcs   []app.Func // functions that the editor calls, to be released
}

// OnMount loads the editor's script if the reader will probably use it.
func (e *editor) OnMount(ctx app.Context) { e.load(ctx) }

// OnUpdate loads the script if it is needed now, and passes a new hint to the mounted
// editor.
func (e *editor) OnUpdate(ctx app.Context) {
	e.load(ctx)
	if e.mounted && e.shown != e.Hint {
		e.shown = e.Hint
		e.handle.Call("hint", e.Hint)
	}
}

// OnDismount destroys the mounted editor and releases the functions that it calls.
func (e *editor) OnDismount() {
	e.gone = true
	if e.mounted {
		e.handle.Call("destroy")
	}
	for _, f := range e.funcs {
		f.Release()
	}
}

// load asks for the editor's script once, when the page is ready and the reader is near the
// field.
func (e *editor) load(ctx app.Context) {
	if e.asked || !e.Ready || !e.Near && !e.near {
		return
	}
	e.asked = true
	app.Window().Get("tabletop").Call("editor").Then(func(offers app.Value) {
		ctx.Dispatch(func(ctx app.Context) { e.mount(ctx, offers) })
	})
}

// approached loads the script when the pointer or the focus reaches the field. It is not
// loaded before, since it is a twentieth of the page's size, and most readers never type a
// command.
func (e *editor) approached(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	e.near = true
	e.load(ctx)
}

// mount mounts the editor over the field, unless its script did not load. The functions in
// the argument are those that the editor calls; paint and complete have to return at once,
// the others send a message in a turn of the page.
func (e *editor) mount(ctx app.Context, offers app.Value) {
	if e.gone || !offers.Truthy() {
		return
	}
	field := app.Window().GetElementByID(page.ElementConsole)
	offers.Call("mount", field.Get("parentNode"), field, map[string]any{
		"typed": e.call(func(args []app.Value) any {
			e.tell(ctx, TextTyped{Text: args[0].String()}, func() { e.handle.Call("told") })
			return nil
		}),
		"entered": e.call(func(args []app.Value) any {
			text := args[0].String()
			enter := enter(text, e.Dialect)
			if enter == enterRun || enter == enterKept {
				e.tell(ctx, EnterPressed{Text: text}, nil)
			}
			return map[entering]string{enterLine: "line", enterRun: "run"}[enter]
		}),
		"recalled": e.call(func(args []app.Value) any {
			e.tell(ctx, HistoryRecalled{By: args[0].Int()}, nil)
			return nil
		}),
		"searched": e.call(func(args []app.Value) any {
			e.tell(ctx, searchOpened{Query: args[0].String()}, nil)
			return nil
		}),
		"complete": e.call(func(args []app.Value) any {
			w, st := e.now()
			c, ask := choices(e.Lang, w, &st, args[0].String(), args[1].Int())
			if ask != nil {
				e.tell(ctx, ask, nil)
			}
			return c
		}),
		// Words of the editor's own, by their English text.
		"phrases": map[string]any{
			"Completions":       i18n.PageText(e.Lang, "completions"),
			"Control character": i18n.PageText(e.Lang, "control-character"),
			"$ more characters": i18n.PageText(e.Lang, "more-characters"),
		},
		"paint": e.call(func(args []app.Value) any { return paint(e.Lang, dialects.ByID(e.Dialect), args[0].String()) }),
	})
	e.mounted, e.shown, e.handle = true, e.Hint, field.Get("editor")
}

// call returns f as a JavaScript function, which is released when the component is
// dismounted.
func (e *editor) call(f func(args []app.Value) any) app.Func {
	fn := app.FuncOf(func(_ app.Value, args []app.Value) any { return f(args) })
	e.funcs = append(e.funcs, fn)
	return fn
}

// tell sends a message in the next turn of the page, and then calls after, which may be nil.
// The component is not drawn again for it, since the mounted editor draws itself.
func (e *editor) tell(ctx app.Context, m Msg, after func()) {
	ctx.Dispatch(func(ctx app.Context) {
		ctx.PreventUpdate()
		e.to.Send(m)
		if after != nil && !e.gone {
			after()
		}
	})
}

// Render draws the plain text field, hidden while the editor is mounted.
func (e *editor) Render() app.UI {
	return app.Div().Class("editor").On("pointerenter", e.approached).Body(
		app.Textarea().ID(page.ElementConsole).Rows(1).Hidden(e.mounted).Attr("aria-label", i18n.PageText(e.Lang, "console")).
			Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false").
			Attr("enterkeyhint", "go").Placeholder(e.Hint).
			OnFocus(e.approached).OnInput(e.typed).OnKeyDown(e.pressed),
	)
}

// typed sends the text of the plain field after a key.
func (e *editor) typed(ctx app.Context, _ app.Event) {
	e.to.Send(TextTyped{Text: ctx.JSSrc().Get("value").String()})
}

// pressed handles Enter, the arrow keys and Escape in the plain field. Tab keeps its meaning
// and moves the focus.
func (e *editor) pressed(ctx app.Context, ev app.Event) {
	if ev.Get("isComposing").Bool() || ev.Get("ctrlKey").Bool() || ev.Get("metaKey").Bool() || ev.Get("altKey").Bool() {
		return
	}
	field := ctx.JSSrc()
	shift := ev.Get("shiftKey").Bool()
	switch key := ev.Get("key").String(); {
	case key == "Enter" && !shift:
		ev.PreventDefault()
		e.to.Send(EnterPressed{Text: field.Get("value").String()})
	case key == "ArrowUp" && !shift && onEdgeLine(field, true):
		ev.PreventDefault()
		e.to.Send(HistoryRecalled{By: -1})
	case key == "ArrowDown" && !shift && onEdgeLine(field, false):
		ev.PreventDefault()
		e.to.Send(HistoryRecalled{By: 1})
	case key == "Escape":
		field.Call("blur")
	}
}

// onEdgeLine reports whether the caret is on the field's first line, or on its last if first
// is false.
func onEdgeLine(field app.Value, first bool) bool {
	text := utf16.Encode([]rune(field.Get("value").String())) // the browser counts the caret's place in UTF-16 units
	if first {
		return !slices.Contains(text[:min(field.Get("selectionStart").Int(), len(text))], '\n')
	}
	return !slices.Contains(text[min(field.Get("selectionEnd").Int(), len(text)):], '\n')
}
