package lesson

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/ui"
	"tabletop/lessons"
)

// lineup is the component that draws the choices of a question about an order. They are
// moved by dragging, by buttons, or by the arrow keys while a button has the focus.
type lineup struct {
	app.Compo
	Looks lineupLook

	drag ui.Drag
}

// lineupLook holds everything that a lineup draws.
type lineupLook struct {
	ui.Kit
	Question, Label string
	Order           []string // values of the choices in the reader's order
}

// lineup returns the component for a question.
func (v *View) lineup(q lessons.Question) app.UI {
	return &lineup{Looks: lineupLook{Kit: v.Kit, Question: q.ID, Label: q.Text, Order: inLine(v.st.Lesson, q)}}
}

// Render draws the choices, each with a grip to drag it by a finger, and two buttons.
func (l *lineup) Render() app.UI {
	l.drag.ClearDragStyles()
	v := &l.Looks
	items := []app.UI{}
	for i, value := range v.Order {
		items = append(items, app.Li().DataSet("value", value).Body(
			app.Span().Class("grip").Aria("hidden", "true").Text("⠿"), app.Code().Text(value),
			app.Span().Class("row").Body(v.move(i, "up", i-1, "↑"), v.move(i, "down", i+1, "↓"))))
	}
	return app.Ol().Class("line").Attr("aria-label", v.Label).Body(items...).OnKeyDown(l.key).
		On("pointerdown", l.down).On("pointermove", l.move).On("pointerup", l.up).On("pointercancel", l.cancel)
}

// move draws the button that moves a choice from one place to another. It is disabled at the
// ends, and can still have the focus.
func (v *lineupLook) move(at int, key string, to int, mark string) app.UI {
	b := v.DisabledButton(mark)
	if v.InBrowser && to >= 0 && to < len(v.Order) {
		b = v.Button(mark, choiceMoved{Question: v.Question, From: at, To: to})
	} else {
		b = b.Disabled(false)
	}
	return b.Class("quiet").ID(lineElement(v.Question, key+"-"+strconv.Itoa(at))).Attr("aria-label", v.T("order-"+key, v.Order[at]))
}

// itemOf returns the choice that an event happened in and its place, nil for none.
func (l *lineup) itemOf(e app.Event) (item app.Value, at int) {
	item = e.Get("target").Call("closest", "li")
	if !item.Truthy() {
		return nil, 0
	}
	return item, slices.Index(l.Looks.Order, item.Get("dataset").Get("value").String())
}

// down begins to drag a choice. A mouse drags it anywhere, a finger by its grip only, so
// that the rest of it can be used to scroll the page.
func (l *lineup) down(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	l.drag = ui.Drag{}
	on := e.Get("target")
	item, at := l.itemOf(e)
	switch {
	case item == nil || !l.Looks.InBrowser || e.Get("button").Int() != 0 || on.Call("closest", "button").Truthy():
	case e.Get("pointerType").String() == "touch" && !on.Call("closest", ".grip").Truthy():
	default:
		e.PreventDefault() // otherwise the browser would select text
		l.drag.PointerDown(e, item, l.Looks.Order[at])
	}
}

// move moves the dragged choice with the pointer.
func (l *lineup) move(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	l.drag.PointerMove(e, ctx.JSSrc(), "li", "button", true)
}

// up ends the drag and sends the new place of the choice.
func (l *lineup) up(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	from := slices.Index(l.Looks.Order, l.drag.Name)
	if l.drag.PointerUp(from) {
		l.Looks.Send(choiceMoved{Question: l.Looks.Question, From: from, To: l.drag.To})
	}
}

// cancel ends the drag without a change.
func (l *lineup) cancel(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	l.drag.Cancel()
}

// key moves the choice whose button has the focus with the arrow keys, and ends a drag with
// Escape.
func (l *lineup) key(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	key := e.Get("key").String()
	if l.drag.On && key == "Escape" {
		e.Call("stopPropagation")
		l.drag.Cancel()
		return
	}
	by := map[string]int{"ArrowUp": -1, "ArrowDown": 1}[key]
	item, at := l.itemOf(e)
	if by == 0 || item == nil || !l.Looks.InBrowser {
		return
	}
	e.PreventDefault()
	l.Looks.Send(choiceMoved{Question: l.Looks.Question, From: at, To: at + by})
}
