package tour

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/ui"
)

// anchors are the CSS selectors of what the steps point at. The first match counts.
var anchors = []string{".keybar .chips", "[role=columnheader]", ".cards [data-query], .cards .asked:not(:has([data-query]))", ".load-card"}

// opened matches if a question's card is open. The browser opens cards without a message, so
// the pointer has to look.
const opened = ".cards [data-query] > details[open]"

// Draw draws the note of the present step, nil if there is none.
func Draw(k *ui.Kit, s State) app.UI {
	if s.Step == 0 {
		return nil
	}
	code, args := s.text()
	p := &pointer{Kit: *k, Step: s.Step, Text: k.T(code, args...)}
	if s.Step == 1 && s.was.Fields > 1 {
		p.Keys = " " + k.T("tour-keys")
	}
	return p
}

// pointer is the component of a note. It stays beside what it points at.
type pointer struct {
	app.Compo
	Kit  ui.Kit
	Step int
	Text string // the sentence of the step
	Keys string // more of it for readers with a keyboard
}

// again is the time between two looks at where that is.
const again = 150 * time.Millisecond

// OnMount starts to follow the element.
func (p *pointer) OnMount(ctx app.Context) { p.follow(ctx) }

// follow places the note, and plans to do so again, until the component is dismounted.
func (p *pointer) follow(ctx app.Context) {
	if !p.Mounted() {
		return
	}
	document := app.Window().Get("document")
	if p.Step == 3 && document.Call("querySelector", opened).Truthy() {
		p.Kit.Send(went{Step: 3})
	}
	if at := document.Call("querySelector", anchors[p.Step-1]); at.Truthy() {
		p.place(box(at))
	}
	go func() { // not ctx.After, which would block a page that panics
		time.Sleep(again)
		ctx.Dispatch(p.follow)
	}()
}

// rect is a box in the window, in CSS pixels.
type rect struct{ x, y, w, h float64 }

func box(e app.Value) rect {
	b := e.Call("getBoundingClientRect")
	return rect{b.Get("left").Float(), b.Get("top").Float(), b.Get("width").Float(), b.Get("height").Float()}
}

// place moves the note beside an element's box, and the ring around that box.
func (p *pointer) place(at rect) {
	own := p.JSValue()
	note, ring := own.Get("firstElementChild"), own.Get("lastElementChild")
	size := box(note)
	var side, filled rect
	if e := app.Window().Get("document").Call("querySelector", ".work > .left"); e.Truthy() {
		side = box(e)
		if last := e.Get("lastElementChild"); last.Truthy() {
			filled = box(last)
		}
	}
	x, y := beside(at, side, filled.y+filled.h, size.w, size.h, float64(app.Window().Get("innerWidth").Int()), float64(app.Window().Get("innerHeight").Int()))
	move(note, rect{x: x, y: y})
	move(ring, rect{at.x - 3, at.y - 3, at.w + 6, at.h + 6})
}

// move sets the position of an element, and its size unless that is 0.
func move(e app.Value, to rect) {
	style := e.Get("style")
	px := func(name string, v float64) { style.Set(name, strconv.FormatFloat(v, 'f', 0, 64)+"px") }
	px("left", to.x)
	px("top", to.y)
	if to.w > 0 {
		px("width", to.w)
		px("height", to.h)
	}
}

// beside returns the position of a note of w by h pixels, in a window of width by height,
// beside the box at. If the column at the left, side, has room and is not what the note points
// at, the note stands there, below filled, which is the end of the column's content, so that it
// covers neither the key nor the rows. Otherwise it stands at the left of the box, below it,
// above it, or at the window's lower edge.
func beside(at, side rect, filled, w, h, width, height float64) (x, y float64) {
	const gap, edge = 12, 8
	x, level := max(edge, min(at.x, width-w-edge)), max(edge, min(at.y, height-h-edge))
	switch {
	case side.w >= w+2*edge && side.x+side.w <= at.x:
		return side.x + side.w - w - edge, min(max(level, filled+edge), height-h-edge)
	case at.x-gap-w >= edge:
		return at.x - gap - w, level
	case at.y+at.h+gap+h <= height-edge:
		return x, at.y + at.h + gap
	case at.y-gap-h >= edge:
		return x, at.y - gap - h
	}
	return x, height - h - edge
}

// Render draws the pointer.
func (p *pointer) Render() app.UI {
	step := strconv.Itoa(p.Step)
	on := "tour-next"
	if p.Step == len(tabs) {
		on = "tour-close"
	}
	return app.Div().Class("tour").Body(
		app.Section().Class("tour-note").Attr("aria-label", p.Kit.T("tour")).Body(
			app.P().Class("label num").Text(p.Kit.T("tour-at", step, strconv.Itoa(len(tabs)))),
			app.P().Body(app.Text(p.Text), app.Span().Class("by-mouse").Text(p.Keys)),
			app.Div().Class("row").Body(
				p.Kit.Button(p.Kit.T("tour-skip"), TourEnded{Here: true}).Class("quiet"),
				p.Kit.Button(p.Kit.T(on), went{Step: p.Step}).Class("primary"),
			),
		),
		app.Div().Class("tour-ring").Aria("hidden", "true"),
	)
}
