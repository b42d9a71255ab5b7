package tour

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/ui"
)

// anchors are what the steps point at, the first that fits.
var anchors = []string{".keybar .chips", "[role=columnheader]", ".cards [data-query], .cards .asked:not(:has([data-query]))", ".load-card"}

// opened is what tells that a question has been opened, which the browser does by itself.
const opened = ".cards [data-query] > details[open]"

// Draw draws the pointer of the step that is shown.
func Draw(k *ui.Kit, s State) app.UI {
	if s.Step == 0 {
		return nil
	}
	return &pointer{Kit: *k, Step: s.Step}
}

// pointer stands beside what it points at, and follows it.
type pointer struct {
	app.Compo
	Kit  ui.Kit
	Step int
}

// again is after how long it looks where that is.
const again = 150 * time.Millisecond

// OnMount has it follow.
func (p *pointer) OnMount(ctx app.Context) { p.follow(ctx) }

func (p *pointer) follow(ctx app.Context) {
	if !p.Mounted() {
		return
	}
	document := app.Window().Get("document")
	if p.Step == 3 && document.Call("querySelector", opened).Truthy() {
		p.Kit.Send(Went{Step: 3})
	}
	if at := document.Call("querySelector", anchors[p.Step-1]); at.Truthy() {
		p.place(box(at))
	}
	go func() { // and not by After, for which a page that panics would wait for ever
		time.Sleep(again)
		ctx.Dispatch(p.follow)
	}()
}

// rect is a box in the window, in pixels.
type rect struct{ x, y, w, h float64 }

func box(e app.Value) rect {
	b := e.Call("getBoundingClientRect")
	return rect{b.Get("left").Float(), b.Get("top").Float(), b.Get("width").Float(), b.Get("height").Float()}
}

// place puts the pointer beside what it points at, and a ring around that.
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

// beside returns where a note of w by h pixels stands in a window. Where the outline at the
// side has room for it and is not what it points at, it stands there, level with that or below
// what fills the outline, which ends at filled, and covers neither the key nor the rows nor any
// figure. Where the outline is full it stands over its end. Else it stands near the box that it
// points at, without covering it: at its left, below or above, or at the window's lower edge.
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
			app.P().Text(p.Kit.T("tour-"+step)),
			app.Div().Class("row").Body(
				p.Kit.Button(p.Kit.T("tour-skip"), Ended{Here: true}).Class("quiet"),
				p.Kit.Button(p.Kit.T(on), Went{Step: p.Step}).Class("primary"),
			),
		),
		app.Div().Class("tour-ring").Aria("hidden", "true"),
	)
}
