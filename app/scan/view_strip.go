package scan

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/guard"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// strip draws the whole table as a thin column: its tablets, the rows that a read
// scanned and returned, and the rows in sight, which move with pointer and keys.
type strip struct {
	app.Compo
	Data stripData
	to   *ui.Sender

	held  bool // by the pointer
	from  int  // the row from which it chooses, -1 where it moves the rows in sight
	sight ui.Repainter
}

// stripData is all that the strip draws.
type stripData struct {
	Lang       string
	Strip      engine.Strip
	First, Fit int // rows in sight
	Total      int // rows of the table
	At         int // the row that a replay shows, -1 for none
	Info       engine.TableInfo
	State      string // of the tables, see [page.StateAt]
	Pointed    spot   // the row under the pointer, else the first in sight
	Chosen     Chosen
}

// Chosen is the rows that the strip shows as chosen, from number First to Last, and
// whether others can be.
type Chosen struct {
	From, To int
	Some     bool
	Asks     bool
}

// Strip returns the strip of the table that is shown.
func (v *View) Strip(chosen Chosen) app.UI {
	w := v.work
	d := stripData{Chosen: chosen, Lang: v.Lang, Strip: v.Afar, First: w.Window.Offset, Fit: w.Window.Count, Total: w.Page.Total, At: -1}
	if d.Strip.Table != w.Page.Table {
		d.Strip = engine.Strip{}
	}
	if s := v.Replay.Step(); s != nil {
		d.At = s.Offset
	}
	d.First = max(min(d.First, d.Total-d.Fit), 0)
	d.Info, d.State = w.Table(w.Page.Table), w.State()
	if v.pointed != nil {
		d.Pointed = *v.pointed
	} else if i := d.First - w.Page.Offset; i >= 0 && i < len(w.Page.Rows) {
		d.Pointed = spot{Row: d.First, Key: w.Page.Rows[i].Key}
	}
	return &strip{Data: d, to: v.To}
}

// last returns the number of the last row in sight, from 1.
func (d stripData) last() int { return max(min(d.First+d.Fit, d.Total), d.First+1) }

// Render draws the slider; its canvas is painted when it has a size.
func (s *strip) Render() app.UI {
	d := s.Data
	n := func(v int) string { return i18n.Number(d.Lang, int64(v)) }
	slider := ui.WithFigure(app.Div(), page.RowsOf(d.Info, d.State)).ID(elementStrip).Class("strip").Role("slider").TabIndex(0).
		Attr("aria-label", i18n.Text(d.Lang, "strip")).Attr("aria-orientation", "vertical").Attr("aria-controls", page.ElementGrid).
		Attr("aria-valuemin", "1").Attr("aria-valuemax", strconv.Itoa(max(d.Total, 1))).Attr("aria-valuenow", strconv.Itoa(min(d.First+1, max(d.Total, 1)))).
		Attr("aria-valuetext", i18n.Text(d.Lang, "strip-at", n(min(d.First+1, d.Total)), n(min(d.last(), d.Total)), n(d.Total))).
		DataSet("tablets", len(d.Strip.Tablets)+1).DataSet("spans", spansText(d.Strip.Spans)).
		OnKeyDown(s.key).On("pointerdown", s.down).On("pointermove", s.move).On("pointerup", s.up).On("pointercancel", s.up).
		On("pointerleave", s.leave).
		Body(app.Canvas().Attr("aria-hidden", "true"))
	return app.Div().Class("strip-side").Body(slider, s.tip())
}

// tip says which row is under the pointer, and what the colours mean. A screen
// reader has the slider's value instead.
func (s *strip) tip() app.UI {
	d := s.Data
	at := 0.0
	if d.Total > 1 {
		at = 100 * float64(d.Pointed.Row) / float64(d.Total-1)
	}
	say := func(key string, args ...string) string { return ui.Escape(i18n.Text(d.Lang, key, args...)) }
	b := `<div class="strip-tip-body"><b class="bytes">` + ui.PaletteOf(d.Info).EndsHTML(d.Pointed.Key) + `</b><p>` +
		say("strip-row", i18n.Number(d.Lang, int64(d.Pointed.Row+1)), i18n.Number(d.Lang, int64(d.Total))) + `</p><ul>`
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

// legend returns what is painted on the strip.
func (s *strip) legend() []string {
	d, names := s.Data, []string{}
	for _, mark := range []engine.Mark{engine.Returned, engine.Scanned} {
		for _, span := range d.Strip.Spans {
			if span.Mark == mark {
				names = append(names, map[engine.Mark]string{engine.Returned: "returned", engine.Scanned: "scanned"}[mark])
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

// spansText writes what is painted, for who cannot see a canvas.
func spansText(spans []engine.Span) string {
	var b []byte
	for i, s := range spans {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(s.From), 10)
		b = append(b, '-')
		b = strconv.AppendInt(b, int64(s.To), 10)
		if s.Mark == engine.Returned {
			b = append(b, '!')
		}
	}
	return string(b)
}

// OnMount paints whenever size or colours have changed.
func (s *strip) OnMount(ctx app.Context) {
	s.sight.Mount(ctx, s.JSValue().Call("querySelector", ".strip"), s.paint)
}

// OnDismount ends that.
func (s *strip) OnDismount() { s.sight.Dismount() }

// OnUpdate paints what has changed.
func (s *strip) OnUpdate(app.Context) { s.paint() }

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
		return // there is no room for pictures
	}
	colour := s.sight.Colour
	d := s.Data
	total := float64(max(d.Total, 1))
	y := func(row int) float64 { return min(float64(row)/total, 1) * high }
	bar := func(from, to int, least, x, width float64) {
		top := y(from)
		tall := max(y(to)-top, least*ratio)
		c.Call("fillRect", x, min(top, high-tall), width, tall)
	}
	for _, mark := range []engine.Mark{engine.Scanned, engine.Returned} {
		for _, span := range d.Strip.Spans {
			switch {
			case span.Mark != mark:
			case mark == engine.Scanned:
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
	for _, row := range d.Strip.Tablets {
		top := min(max(y(row)-1.5*ratio, 0), high-3*ratio)
		c.Set("fillStyle", colour("--strip-gap"))
		c.Call("fillRect", 0, top, wide, 3*ratio)
		c.Set("fillStyle", colour("--strip-tablet"))
		c.Call("fillRect", 0, top+ratio, wide, ratio)
	}
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

func (s *strip) move(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if s.held {
		s.seek(ctx.JSSrc(), e)
	} else {
		s.point(ctx.JSSrc(), e)
	}
}

func (s *strip) up(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	s.held = false
	ctx.JSSrc().Get("classList").Call("remove", "held")
	if e.Get("pointerType").String() != "mouse" {
		s.to.Send(Left{}) // no finger stays over it
	}
}

func (s *strip) leave(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	if !s.held {
		s.to.Send(Left{})
	}
}

// point has the row under the pointer named.
func (s *strip) point(root app.Value, e app.Event) (part float64) {
	box := root.Call("getBoundingClientRect")
	part = (e.Get("clientY").Float() - box.Get("top").Float()) / max(box.Get("height").Float(), 1)
	part = max(min(part, 1), 0)
	s.to.Send(Pointed{Row: int(part * float64(s.Data.Total))})
	return part
}

// rowAt returns the row at a part of the strip.
func (s *strip) rowAt(part float64) int {
	return max(min(int(part*float64(s.Data.Total)), s.Data.Total-1), 0)
}

// seek chooses rows up to the pointer, or puts the middle of those in sight
// under it.
func (s *strip) seek(root app.Value, e app.Event) {
	part := s.point(root, e)
	if s.from >= 0 {
		s.to.Send(page.ChooseRows{From: s.from, To: s.rowAt(part)})
		return
	}
	s.to.Send(Sought{Row: int(part*float64(s.Data.Total)) - s.Data.Fit/2})
}

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
			s.to.Send(page.AskRows{First: min(c.From, c.To), Last: max(c.From, c.To)})
		}
		ctx.PreventUpdate()
		return
	default:
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
	if c := d.Chosen; c.Asks && e.Get("shiftKey").Bool() {
		if !c.Some {
			c.From, c.To = d.First, d.First
		}
		end := max(min(c.To+to-d.First, d.Total-1), 0)
		if key == "Home" || key == "End" {
			end = max(min(to, d.Total-1), 0)
		}
		s.to.Send(page.ChooseRows{From: c.From, To: end})
		to = end - d.Fit/2
	}
	s.to.Send(Sought{Row: to})
}
