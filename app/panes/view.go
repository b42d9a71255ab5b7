package panes

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/i18n"
	"tabletop/app/ui"
)

// ApplySizes sets the sizes as CSS properties of the element that contains the panes.
func ApplySizes(s State, e app.HTMLMain) app.HTMLMain {
	for p, size := range s {
		if size != 0 {
			e = e.Style("--pane-"+bounds[p].name, strconv.Itoa(size)+"px")
		}
	}
	return e
}

// DrawBorder draws the border by which a pane is resized.
func DrawBorder(k *ui.Kit, p Pane) app.UI {
	return &border{Lang: k.Lang, Pane: p, to: k.To}
}

// border is the component of a border. The pointer and keys move it, and a double click
// restores the pane's initial size.
type border struct {
	app.Compo
	Lang string
	Pane Pane
	to   *ui.MsgSender

	from, size float64 // position of the pointer and size of the pane when the drag began
	held       bool    // a drag is under way

	resized app.Func // tells the pane's size to screen readers
	watcher app.Value
}

// OnMount watches the pane. Its size is known only when it has been laid out, and changes with
// its neighbours and the window too.
func (b *border) OnMount(ctx app.Context) {
	b.resized = ui.CallbackOutsideDraw(ctx, func() {
		b.JSValue().Call("setAttribute", "aria-valuenow", fit(b.Pane, int(math.Round(b.pane()))))
	})
	b.watcher = app.Window().Get("ResizeObserver").New(b.resized)
	b.watcher.Call("observe", b.beside())
}

// OnDismount stops watching.
func (b *border) OnDismount() {
	b.watcher.Call("disconnect")
	b.resized.Release()
}

// Render draws the border.
func (b *border) Render() app.UI {
	across := "vertical"
	if b.Pane == PaneConsole {
		across = "horizontal"
	}
	of := bounds[b.Pane]
	return app.Div().Class("border", "of-"+of.name).Role("separator").TabIndex(0).Attr("aria-label", i18n.PageText(b.Lang, "pane-"+of.name)).
		Attr("aria-orientation", across).Attr("aria-valuemin", of.least).Attr("aria-valuemax", of.most).
		On("pointerdown", b.down).On("pointermove", b.move).On("pointerup", b.up).On("pointercancel", b.up).
		On("dblclick", b.reset).OnKeyDown(b.key)
}

// beside returns the pane's element or, for the log, the console that contains it.
func (b *border) beside() app.Value {
	return b.JSValue().Get([endPanes]string{"previousElementSibling", "nextElementSibling", "parentElement"}[b.Pane])
}

// pane returns the present size of the pane in pixels.
func (b *border) pane() float64 {
	of, side := b.beside(), "width"
	if b.Pane == PaneConsole {
		of, side = of.Call("querySelector", ".log"), "height"
	}
	return of.Call("getBoundingClientRect").Get(side).Float()
}

// at returns the position of the pointer in the direction in which the pane grows.
func (b *border) at(e app.Event) float64 {
	if b.Pane == PaneConsole {
		return -e.Get("clientY").Float()
	}
	if b.Pane == PaneRight {
		return -e.Get("clientX").Float()
	}
	return e.Get("clientX").Float()
}

func (b *border) down(ctx app.Context, e app.Event) {
	e.PreventDefault()
	_ = guard.Try(func() { ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId")) })
	b.held, b.from, b.size = true, b.at(e), b.pane()
}

// move resizes the pane in the document only; the state changes when the drag ends.
func (b *border) move(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if !b.held {
		return
	}
	size := fit(b.Pane, int(b.size+b.at(e)-b.from))
	b.JSValue().Call("closest", ".work").Get("style").Call("setProperty", "--pane-"+bounds[b.Pane].name, strconv.Itoa(size)+"px")
}

// up ends the drag and sends the pane's new size.
func (b *border) up(_ app.Context, e app.Event) {
	if b.held {
		b.held = false
		b.to.Send(sized{b.Pane, int(b.size + b.at(e) - b.from)})
	}
}

func (b *border) reset(app.Context, app.Event) {
	b.JSValue().Call("closest", ".work").Get("style").Call("removeProperty", "--pane-"+bounds[b.Pane].name)
	b.to.Send(sized{Pane: b.Pane})
}

// key resizes the pane by the arrow keys.
func (b *border) key(_ app.Context, e app.Event) {
	by := map[string]int{"ArrowLeft": -1, "ArrowRight": 1}
	switch b.Pane {
	case PaneRight:
		by = map[string]int{"ArrowLeft": 1, "ArrowRight": -1}
	case PaneConsole:
		by = map[string]int{"ArrowUp": 1, "ArrowDown": -1}
	}
	if n := by[e.Get("key").String()]; n != 0 {
		e.PreventDefault()
		b.to.Send(sized{b.Pane, int(b.pane()) + n*step})
	}
}
