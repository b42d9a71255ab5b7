package scan

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// strip is the component that draws the whole table as a narrow column: its tablets, the rows
// that a read has scanned and returned, and the rows in view. It is also a slider, by pointer
// and keys.
type strip struct {
	app.Compo
	Data stripData
	to   *ui.MsgSender

	held  bool // the pointer is pressed
	from  int  // the row at which a choice of rows begins; -1 if the pointer scrolls
	sight ui.Repainter
}

// stripData is what the strip is drawn from.
type stripData struct {
	Lang       string
	Strip      engine.TableStrip
	First, Fit int              // first row in view, and how many fit
	Total      int              // rows of the table
	At         int              // the row that a replay shows; -1 for none
	Info       engine.TableInfo // the table
	State      string           // of the tables, see [page.FigureStateName]
	Pointed    spot             // the row under the pointer, else the first in view
	Chosen     RowSelection
}

// RowSelection is the rows that are chosen to be asked about.
type RowSelection struct {
	From, To int  // the first and the last one; To may be less than From
	Some     bool // there are chosen rows
	Asks     bool // rows can be chosen
}

// DrawStrip returns the strip of the shown table.
func (v *View) DrawStrip(chosen RowSelection) app.UI {
	w := v.work
	d := stripData{Chosen: chosen, Lang: v.Lang, Strip: v.TableStrip, First: w.Window.Offset, Fit: w.Window.Count, Total: w.Page.Total, At: -1}
	if d.Strip.Table != w.Page.Table {
		d.Strip = engine.TableStrip{}
	}
	if s := v.Replay.ShownRow(); s != nil {
		d.At = s.Offset
	}
	d.First = max(min(d.First, d.Total-d.Fit), 0)
	d.Info, d.State = w.TableByName(w.Page.Table), w.FigureStateName()
	if v.pointed != nil {
		d.Pointed = *v.pointed
	} else if i := d.First - w.Page.Offset; i >= 0 && i < len(w.Page.Rows) {
		d.Pointed = spot{Row: d.First, Key: w.Page.Rows[i].Key}
	}
	return &strip{Data: d, to: v.To}
}

// last returns the number of the last row in view, counted from 1.
func (d stripData) last() int { return max(min(d.First+d.Fit, d.Total), d.First+1) }

// Render draws the slider. Its canvas is painted once it has a size.
func (s *strip) Render() app.UI {
	d := s.Data
	n := func(v int) string { return i18n.FormatNumber(d.Lang, int64(v)) }
	slider := ui.WithFigureAttributes(app.Div(), page.RowsTableFigure(d.Info, d.State)).ID(elementStrip).Class("strip").Role("slider").TabIndex(0).
		Attr("aria-label", i18n.PageText(d.Lang, "strip")).Attr("aria-orientation", "vertical").Attr("aria-controls", page.ElementGrid).
		Attr("aria-valuemin", "1").Attr("aria-valuemax", strconv.Itoa(max(d.Total, 1))).Attr("aria-valuenow", strconv.Itoa(min(d.First+1, max(d.Total, 1)))).
		Attr("aria-valuetext", i18n.PageText(d.Lang, "strip-at", n(min(d.First+1, d.Total)), n(min(d.last(), d.Total)), n(d.Total))).
		DataSet("tablets", len(d.Strip.Tablets)+1).DataSet("spans", spansText(d.Strip.Spans)).
		OnKeyDown(s.key).On("pointerdown", s.down).On("pointermove", s.move).On("pointerup", s.up).On("pointercancel", s.up).
		On("pointerleave", s.leave).
		Body(app.Canvas().Attr("aria-hidden", "true"))
	return app.Div().Class("strip-side").Body(slider, s.tip())
}

// tip draws the row under the pointer, and a legend of the colours. Screen readers get the
// slider's value instead.
func (s *strip) tip() app.UI {
	d := s.Data
	at := 0.0
	if d.Total > 1 {
		at = 100 * float64(d.Pointed.Row) / float64(d.Total-1)
	}
	say := func(key string, args ...string) string {
		return keyhtml.EscapeHTML(i18n.PageText(d.Lang, key, args...))
	}
	b := `<div class="strip-tip-body"><b class="bytes">` + keyhtml.KeyColoursOf(d.Info).ElidedKeyHTML(d.Pointed.Key) + `</b><p>` +
		say("strip-row", i18n.FormatNumber(d.Lang, int64(d.Pointed.Row+1)), i18n.FormatNumber(d.Lang, int64(d.Total))) + `</p><ul>`
	for _, l := range s.legend() {
		b += `<li><i class="tint-` + l + `"></i>` + say("tint-"+l) + `</li>`
	}
	b += `</ul>`
	if d.Chosen.Asks {
		b += `<p>` + say("strip-ask") + `</p>`
	}
	return app.Div().Class("strip-tip").Attr("aria-hidden", "true").Style("--at", strconv.FormatFloat(at, 'f', 1, 64)).
		Body(app.Raw(b + `</div>`))
}

// legend returns the names of the marks that are on the strip.
func (s *strip) legend() []string {
	d, names := s.Data, []string{}
	for _, mark := range []engine.ReadMark{engine.MarkReturned, engine.MarkScanned} {
		for _, span := range d.Strip.Spans {
			if span.Mark == mark {
				names = append(names, map[engine.ReadMark]string{engine.MarkReturned: "returned", engine.MarkScanned: "scanned"}[mark])
				break
			}
		}
	}
	if len(d.Strip.Tablets) > 0 {
		names = append(names, "tablet")
	}
	if d.Total > d.Fit {
		names = append(names, "view")
	}
	return names
}

// spansText returns the painted spans as text for tests: "from-to", with "!" for returned rows.
func spansText(spans []engine.StripSpan) string {
	var b []byte
	for i, s := range spans {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(s.From), 10)
		b = append(b, '-')
		b = strconv.AppendInt(b, int64(s.To), 10)
		if s.Mark == engine.MarkReturned {
			b = append(b, '!')
		}
	}
	return string(b)
}

// OnMount starts painting whenever the size or the colours change.
func (s *strip) OnMount(ctx app.Context) {
	s.sight.Mount(ctx, s.JSValue().Call("querySelector", ".strip"), s.paint)
}

// OnDismount stops that.
func (s *strip) OnDismount() { s.sight.Dismount() }

// OnUpdate paints the new data.
func (s *strip) OnUpdate(app.Context) { s.paint() }

// paint paints, from bottom to top: the scanned and the returned rows, the borders of tablets,
// the rows in view, the chosen rows, and the row of a replay.
func (s *strip) paint() {
	root := s.JSValue()
	if root == nil || !root.Truthy() {
		return
	}
	canvas := root.Call("querySelector", "canvas")
	ratio := max(app.Window().Get("devicePixelRatio").Float(), 1)
	across, down := s.sight.Size()
	wide, high := float64(across)*ratio, float64(down)*ratio
	if wide == 0 || high == 0 {
		return // out of sight
	}
	canvas.Set("width", int(wide))
	canvas.Set("height", int(high))
	c := canvas.Call("getContext", "2d")
	if !c.Truthy() {
		return // the browser is out of memory for canvases
	}
	colour := s.sight.StyleProperty
	d := s.Data
	total := float64(max(d.Total, 1))
	// y is the line of pixels of a row, and bar paints rows from one up to another.
	y := func(row int) float64 { return min(float64(row)/total, 1) * high }
	bar := func(from, to int, least, x, width float64) {
		top := y(from)
		tall := max(y(to)-top, least*ratio)
		c.Call("fillRect", x, min(top, high-tall), width, tall)
	}
	for _, mark := range []engine.ReadMark{engine.MarkScanned, engine.MarkReturned} {
		for _, span := range d.Strip.Spans {
			switch {
			case span.Mark != mark:
			case mark == engine.MarkScanned:
				c.Set("fillStyle", colour("--strip-scan"))
				bar(span.From, span.To, 3, 0, wide)
				c.Set("fillStyle", colour("--strip-edge"))
				bar(span.From, span.To, 3, 0, 3*ratio)
			default:
				c.Set("fillStyle", colour("--strip-hit"))
				bar(span.From, span.To, 3, 0, wide)
			}
		}
	}
	// A tablet's border is a line with a gap around it.
	for _, row := range d.Strip.Tablets {
		top := min(max(y(row)-1.5*ratio, 0), high-3*ratio)
		c.Set("fillStyle", colour("--strip-gap"))
		c.Call("fillRect", 0, top, wide, 3*ratio)
		c.Set("fillStyle", colour("--strip-tablet"))
		c.Call("fillRect", 0, top+ratio, wide, ratio)
	}
	// The rows in view, unless all rows are.
	if d.Total > d.Fit {
		top, tall := y(d.First), max(y(d.last())-y(d.First), 8*ratio)
		top = min(top, high-tall)
		c.Set("fillStyle", colour("--strip-view"))
		c.Call("fillRect", 0, top, wide, tall)
		c.Set("strokeStyle", colour("--strip-frame"))
		c.Set("lineWidth", 1.5*ratio)
		c.Call("strokeRect", ratio, top+ratio*0.75, wide-2*ratio, tall-1.5*ratio)
	}
	if chosen := d.Chosen; chosen.Some {
		c.Set("fillStyle", colour("--accent"))
		bar(min(chosen.From, chosen.To), max(chosen.From, chosen.To)+1, 3, wide-5*ratio, 5*ratio)
	}
	// An arrow at the row of the replay.
	if d.At >= 0 {
		at := min(y(d.At)+ratio, high-2*ratio)
		c.Set("fillStyle", colour("--strip-frame"))
		c.Call("fillRect", 0, at-ratio, wide, 2*ratio)
		c.Call("beginPath")
		c.Call("moveTo", 0, at-6*ratio)
		c.Call("lineTo", 8*ratio, at)
		c.Call("lineTo", 0, at+6*ratio)
		c.Call("fill")
	}
}

// down begins to scroll; with Shift it begins to choose rows.
func (s *strip) down(ctx app.Context, e app.Event) {
	if e.Get("button").Int() != 0 {
		return
	}
	s.held, s.from = true, -1
	root := ctx.JSSrc()
	root.Get("classList").Call("add", "held")
	_ = guard.Try(func() { root.Call("setPointerCapture", e.Get("pointerId")) })
	if s.Data.Chosen.Asks && e.Get("shiftKey").Bool() {
		s.from = s.rowAt(s.point(root, e))
	}
	s.seek(root, e)
}

// move scrolls or chooses rows while the pointer is pressed, else shows the row under it.
func (s *strip) move(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if s.held {
		s.seek(ctx.JSSrc(), e)
	} else {
		s.point(ctx.JSSrc(), e)
	}
}

// up ends scrolling or choosing.
func (s *strip) up(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	s.held = false
	ctx.JSSrc().Get("classList").Call("remove", "held")
	if e.Get("pointerType").String() != "mouse" {
		s.to.Send(left{}) // a finger does not stay over the strip
	}
}

// leave hides the tip, unless the pointer is pressed.
func (s *strip) leave(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	if !s.held {
		s.to.Send(left{})
	}
}

// point tells the row under the pointer, and returns the pointer's position as a part of the
// strip.
func (s *strip) point(root app.Value, e app.Event) (part float64) {
	box := root.Call("getBoundingClientRect")
	part = (e.Get("clientY").Float() - box.Get("top").Float()) / max(box.Get("height").Float(), 1)
	part = max(min(part, 1), 0)
	s.to.Send(pointed{Row: int(part * float64(s.Data.Total))})
	return part
}

// rowAt returns the row at a part of the strip.
func (s *strip) rowAt(part float64) int {
	return max(min(int(part*float64(s.Data.Total)), s.Data.Total-1), 0)
}

// seek chooses the rows up to the pointer, or scrolls so that the middle row in view is under
// it.
func (s *strip) seek(root app.Value, e app.Event) {
	part := s.point(root, e)
	if s.from >= 0 {
		s.to.Send(page.SelectRows{From: s.from, To: s.rowAt(part)})
		return
	}
	s.to.Send(sought{Row: int(part*float64(s.Data.Total)) - s.Data.Fit/2})
}

// key scrolls by keys; with Shift it extends the choice of rows, and "a" asks about it.
func (s *strip) key(ctx app.Context, e app.Event) {
	d, to, key := s.Data, 0, e.Get("key").String()
	switch key {
	case "ArrowDown", "ArrowRight":
		to = d.First + 1
	case "ArrowUp", "ArrowLeft":
		to = d.First - 1
	case "PageDown":
		to = d.First + max(d.Fit-1, 1)
	case "PageUp":
		to = d.First - max(d.Fit-1, 1)
	case "Home":
	case "End":
		to = d.Total
	case "a", "A":
		if c := d.Chosen; c.Some && c.Asks && !e.Get("ctrlKey").Bool() && !e.Get("metaKey").Bool() {
			e.PreventDefault()
			s.to.Send(page.AskAboutRows{First: min(c.From, c.To), Last: max(c.From, c.To)})
		}
		ctx.PreventUpdate()
		return
	default:
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
	if c := d.Chosen; c.Asks && e.Get("shiftKey").Bool() { // extend the choice
		if !c.Some {
			c.From, c.To = d.First, d.First
		}
		// The choice ends where it would scroll to.
		end := max(min(c.To+to-d.First, d.Total-1), 0)
		if key == "Home" || key == "End" {
			end = max(min(to, d.Total-1), 0)
		}
		s.to.Send(page.SelectRows{From: c.From, To: end})
		to = end - d.Fit/2
	}
	s.to.Send(sought{Row: to})
}
