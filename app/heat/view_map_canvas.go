package heat

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/heat/picture"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/cluster"
)

// shownMap is what the canvases of a map show.
type shownMap struct {
	cells  shownCells
	rows   int     // how many rows of cells are taken so far
	full   float32 // amount of the last colour; -1 if nothing is painted yet
	around bool    // the nodes and the events are painted too
}

// shownCells identifies the cells of a picture and the room for them.
type shownCells struct {
	of     *engine.LoadSimulated
	view   picture.Viewport
	metric cluster.Metric
	twin   bool // there are two maps, each with half the room
}

// OnMount starts painting whenever the size or the colours change.
func (h *canvas) OnMount(ctx app.Context) {
	h.next = ui.CallbackOutsideDraw(ctx, func() {
		h.frame, h.timer = nil, nil
		h.turn()
	})
	h.then = app.FuncOf(func(app.Value, []app.Value) any {
		h.timer = app.Window().Call("setTimeout", h.next)
		return nil
	})
	h.sight.Mount(ctx, h.JSValue(), func() {
		h.shown, h.strips = [2]shownMap{}, [2]tabletStrip{}
		h.soon()
	})
}

// OnDismount stops painting and releases what OnMount has made.
func (h *canvas) OnDismount() {
	h.sight.Dismount()
	if h.frame != nil {
		app.Window().Call("cancelAnimationFrame", h.frame)
	}
	if h.timer != nil {
		app.Window().Call("clearTimeout", h.timer)
	}
	if h.next != nil {
		h.next.Release()
		h.then.Release()
	}
	h.frame, h.timer, h.next, h.then = nil, nil, nil, nil
}

// OnUpdate paints what has changed: new maps in turns, anything else at once.
func (h *canvas) OnUpdate(app.Context) {
	if h.painted != h.maps() {
		h.soon()
	} else if h.frame == nil {
		h.paint()
	}
}

// maps returns the identity of the present maps.
func (h *canvas) maps() (of [2]*engine.LoadSimulated) {
	for i, m := range h.Data.Maps {
		if m != nil {
			of[i] = m.LoadSimulated
		}
	}
	return of
}

// turn does the next step of drawing new maps: first the canvases, then the marks and labels,
// then the texts below. Each step comes after a frame of its own, so that large maps do not
// block the page.
func (h *canvas) turn() {
	switch {
	case h.paint():
	case !h.labelled:
		h.labelled = true
		h.Update()
	case h.painted != h.maps():
		h.painted = h.maps()
		h.to.Send(painted{})
		return
	default:
		return
	}
	h.soon()
}

// soon plans the next turn for after the next frame. It is not inside the frame, since the
// browser would then start frame after frame while much is painted, and handle no other events.
func (h *canvas) soon() {
	if h.frame == nil {
		h.frame = app.Window().Call("requestAnimationFrame", h.then)
	}
}

// paintFor is about how long canvases are painted at once. The rest waits for the next frame.
const paintFor = 6 * time.Millisecond

// takeCells is about how many cells are taken at once.
const takeCells = 1 << 16

// paint paints what differs from the data, for at most about paintFor. It reports whether there
// was anything to paint.
func (h *canvas) paint() (painted bool) {
	root := h.JSValue()
	if root == nil || !root.Truthy() {
		return false
	}
	for begun := time.Now(); h.paintOne(root); painted = true {
		if time.Since(begun) > paintFor {
			h.soon()
			return true
		}
	}
	return painted
}

// paintOne paints one piece of what the canvases do not show yet, and reports whether there was
// any. For each map these are: the cells in view, a number of rows at a time; their colours;
// the events and nodes; and the strip of tablets.
func (h *canvas) paintOne(root app.Value) bool {
	d, nth := &h.Data, -1
	for i, m := range d.Maps {
		shown := &h.shown[i]
		if m == nil {
			*shown = shownMap{}
			continue
		}
		nth++
		cells := shownCells{m.LoadSimulated, m.View, d.Metric, d.Maps[1] != nil}
		// Nothing is left to paint for this map but the strip of tablets.
		if *shown == (shownMap{cells, m.View.Rows, d.Full, true}) {
			if h.paintStrip(root, i, nth) {
				return true
			}
			continue
		}
		frame := root.Call("querySelectorAll", ".heat-frame").Index(nth)
		canvas := frame.Call("querySelector", ".heat-grid canvas")
		ratio := max(app.Window().Get("devicePixelRatio").Float(), 1)
		wide, high := int(canvas.Get("clientWidth").Float()*ratio), int(canvas.Get("clientHeight").Float()*ratio)
		if wide == 0 || high == 0 {
			continue // out of sight
		}
		p := &h.pictures[i]
		if shown.cells != cells {
			p.PrepareViewport(m.View, wide, high)
			*shown = shownMap{cells: cells, full: -1}
		}
		switch {
		case shown.rows < m.View.Rows:
			end := min(shown.rows+max(takeCells/m.View.Columns, 1), m.View.Rows)
			p.ResampleRows(m.matrix(d.Metric), m.View, shown.rows, end)
			shown.rows = end
		case shown.full != d.Full:
			p.PaintCells(h.colours(), d.Full)
			put(canvas, p)
			shown.full = d.Full
		default:
			h.paintAround(frame, m, wide, high, ratio)
			shown.around = true
		}
		return true
	}
	return false
}

// colours returns the ramp for the page's colour scheme.
func (h *canvas) colours() *picture.ColourRamp {
	if dark := h.sight.Theme.Get("matches").Bool(); h.ramp == nil || h.dark != dark {
		h.ramp, h.dark = picture.NewColourRamp(dark), dark
	}
	return h.ramp
}

// paintAround paints the events over a map, and the load of the nodes below it.
func (h *canvas) paintAround(frame app.Value, m *Map, wide, high int, ratio float64) {
	marks(frame.Call("querySelector", ".heat-events"), m, wide, high, ratio)
	if m.Live {
		return
	}
	p := &h.nodes
	p.ResampleCells(picture.Matrix{Rows: len(m.Nodes), Columns: len(m.Columns), Cells: m.Utilization}, picture.Viewport{Rows: len(m.Nodes), Column: m.View.Column, Columns: m.View.Columns}, wide, high)
	p.PaintCells(h.colours(), 1)
	put(frame.Call("querySelector", ".heat-nodes"), p)
}

// put writes a picture into a canvas.
func put(canvas app.Value, p *picture.Picture) {
	if canvas.Get("width").Int() != p.Wide || canvas.Get("height").Int() != p.High {
		canvas.Set("width", p.Wide)
		canvas.Set("height", p.High)
	}
	bytes := app.Window().Get("Uint8ClampedArray").New(len(p.Pixels))
	app.CopyBytesToJS(bytes, p.Pixels)
	_ = guard.Try(func() { // a browser that is out of memory for canvases gives no context
		image := app.Window().Get("ImageData").New(bytes, p.Wide, p.High)
		canvas.Call("getContext", "2d").Call("putImageData", image, 0, 0)
	})
}

// marks draws where tablets were split and moved, at most 600 marks.
func marks(canvas app.Value, m *Map, wide, high int, ratio float64) {
	const most = 600
	canvas.Set("width", wide)
	canvas.Set("height", high)
	c := canvas.Call("getContext", "2d")
	if !c.Truthy() {
		return
	}
	style := app.Window().Call("getComputedStyle", canvas)
	edge, splits, moves := style.Get("caretColor"), style.Get("color"), style.Get("outlineColor")
	path := func() app.Value { return app.Window().Get("Path2D").New() }
	// All marks of a kind are one path, which is filled at once.
	edges, large, small := path(), path(), path()
	square := func(of app.Value, x, y, half float64) { of.Call("rect", x-half, y-half, 2*half, 2*half) }
	v, drawn := m.View, 0
	for _, e := range m.Events {
		row, column := m.rowOf(e.Key), m.eventColumn(e)
		if row < v.Row || row >= v.Row+v.Rows || column < v.Column || column >= v.Column+v.Columns || e.Kind == cluster.Merged || drawn == most {
			continue
		}
		drawn++
		x := (float64(column-v.Column) + 0.5) / float64(v.Columns) * float64(wide)
		y := (float64(row-v.Row) + 0.5) / float64(v.Rows) * float64(high)
		if e.Kind == cluster.Moved {
			square(small, x, y, 1.5*ratio)
			continue
		}
		square(edges, x, y, 3.5*ratio)
		square(large, x, y, 2.5*ratio)
	}
	fill := func(of, colour app.Value) {
		c.Set("fillStyle", colour)
		c.Call("fill", of)
	}
	fill(edges, edge)
	fill(large, splits)
	fill(small, moves)
}
