package heat

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/heat/picture"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// tabletStrip is the strip beside a map that shows the tablets at one time. Each has the colour
// and the number of its node.
type tabletStrip struct {
	of     *engine.LoadSimulated
	column int
	now    []tablet // the tablets of column

	shown   []tablet // the tablets on the canvas
	view    picture.Viewport
	high    int    // pixels; 0 if the canvas shows nothing yet
	wide    int    // pixels
	ink     string // colour of the text
	font    string // CSS font
	bands   []picture.Band
	colours [][4]byte // by node
	picture picture.Picture
}

// tablets returns the tablets of a map in a column.
func (h *canvas) tablets(i int, m *Map, column int) []tablet {
	s := &h.strips[i]
	if s.of != m.LoadSimulated || s.column != column {
		s.of, s.column, s.now = m.LoadSimulated, column, m.tabletsAt(column)
	}
	return s.now
}

// paintStrip paints the strip of a map if it shows other tablets than it should, and reports
// whether it did.
func (h *canvas) paintStrip(root app.Value, i, nth int) bool {
	m, s := h.Data.Maps[i], &h.strips[i]
	now := h.tablets(i, m, min(h.place().Column, len(m.Columns)-1))
	if m.Live || s.high > 0 && s.view == m.View && slices.Equal(s.shown, now) {
		return false
	}
	canvas := root.Call("querySelectorAll", ".heat-tablets").Index(nth)
	ratio := max(app.Window().Get("devicePixelRatio").Float(), 1)
	if s.high == 0 {
		s.wide, s.high = int(canvas.Get("clientWidth").Float()*ratio), int(canvas.Get("clientHeight").Float()*ratio)
		if s.wide == 0 || s.high == 0 {
			s.high = 0
			return false
		}
		style := app.Window().Call("getComputedStyle", canvas)
		s.ink = style.Get("color").String()
		s.font = strconv.Itoa(int(10.5*ratio)) + "px " + style.Get("fontFamily").String()
		s.colours = picture.NodeColours(len(m.Nodes), h.dark)
	}
	s.shown, s.view = now, m.View
	s.paint(canvas, ratio)
	return true
}

// paint paints the bands of the tablets in view, with the nodes' numbers where there is room.
func (s *tabletStrip) paint(canvas app.Value, ratio float64) {
	const legible = 13 // pixels of the page
	first, _ := servedBy(s.shown, s.view.Row)
	_, end := servedBy(s.shown, s.view.Row+s.view.Rows-1)
	s.bands = s.bands[:0]
	for _, t := range s.shown[first:end] {
		top := (t.Row - float64(s.view.Row)) / float64(s.view.Rows) * float64(s.high)
		s.bands = append(s.bands, picture.Band{Top: int(max(top, 0)), Colour: s.colours[t.Node%len(s.colours)]})
	}
	s.picture.PaintBands(s.bands, s.wide, s.high, int(ratio))
	put(canvas, &s.picture)
	c := canvas.Call("getContext", "2d")
	if !c.Truthy() {
		return // the browser is out of memory for canvases
	}
	// Write the node's number into each band that is high enough.
	c.Set("fillStyle", s.ink)
	c.Set("font", s.font)
	c.Set("textAlign", "center")
	c.Set("textBaseline", "middle")
	for i, b := range s.bands {
		below := s.high
		if i+1 < len(s.bands) {
			below = s.bands[i+1].Top
		}
		if float64(below-b.Top) >= legible*ratio {
			c.Call("fillText", strconv.Itoa(s.shown[first+i].Node+1), s.wide/2, (b.Top+below)/2+1)
		}
	}
}

// servedText returns the text about which nodes serve a row, "" for no tablets.
func servedText(k *ui.Kit, tablets []tablet, row int) string {
	first, end := servedBy(tablets, row)
	if first >= end {
		return ""
	}
	const most = 4
	var nodes []int
	for _, t := range tablets[first:end] {
		if !slices.Contains(nodes, t.Node+1) {
			nodes = append(nodes, t.Node+1)
		}
	}
	slices.Sort(nodes)
	names := []string{}
	for _, n := range nodes[:min(len(nodes), most)] {
		names = append(names, strconv.Itoa(n))
	}
	if len(nodes) > most {
		names = append(names, "…")
	}
	return k.T("heat-served", strconv.Itoa(end-first), strings.Join(names, ", "), strconv.Itoa(len(nodes)))
}

// tabletsThen draws the button that lists the tablets at the cursor's time, and the list.
func (v *View) tabletsThen() app.UI {
	h := &v.State
	if v.settings().live() {
		return app.Div().Hidden(true)
	}
	key := "tablets-list"
	lists := app.Div().Class("heat-twins")
	if h.Listed {
		key = "tablets-unlist"
		body := []app.UI{}
		for _, m := range h.Maps {
			if m != nil {
				body = append(body, v.tabletLists(m, min(h.Cursor.Column, len(m.Columns)-1)))
			}
		}
		if len(body) == 1 {
			lists = app.Div().Class("heat-one")
		}
		lists = lists.Body(body...)
	}
	return app.Div().Class("heat-tablets-then").Body(
		app.Div().Class("row").Body(
			v.Button(v.T(key), tabletsToggled{}).Class("quiet").Attr("aria-expanded", strconv.FormatBool(h.Listed)),
			ui.Label(v.T("tablets-strip")),
		),
		lists,
	)
}

// few returns shown as text, "" if all are shown.
func few(shown, all int) string {
	if shown == all {
		return ""
	}
	return strconv.Itoa(shown)
}

// tabletLists draws the tablets of a map in a column, and the events that happened in it.
func (v *View) tabletLists(m *Map, column int) app.UI {
	colours, minute := v.mapColours(m), minuteOf(v.Lang, m, column)
	head := func(keys ...string) app.UI {
		cells := []app.UI{}
		for _, k := range keys {
			cells = append(cells, app.Th().Scope("col").Text(v.T(k)))
		}
		return app.THead().Body(app.Tr().Body(cells...))
	}
	all := m.tabletsAt(column)
	// List the tablets around the cursor's row.
	here, _ := servedBy(all, m.Row)
	first, end := around(here, len(all))
	rows := []app.UI{}
	for i, t := range all[first:end] {
		next := base.RowKey("")
		if first+i+1 < len(all) {
			next = all[first+i+1].Start
		}
		since := v.T("tablets-ever")
		if t.From > 0 {
			since = v.T("heat-tip-time", strconv.FormatInt(t.From/60, 10))
		}
		row := app.Tr().Body(
			app.Th().Scope("row").Class("bytes").Body(app.Raw(`<span>`+rangeHTML(&v.Kit, colours, t.Start, next)+`</span>`)),
			app.Td().Text(v.Number(int64(t.Node+1))),
			app.Td().Text(since),
		)
		if first+i == here {
			row = row.Class("here").Aria("current", "true")
		}
		rows = append(rows, row)
	}
	// The events of this column.
	happened := m.happened(column)
	events := []app.UI{}
	for _, e := range happened[:min(len(happened), maxTablets)] {
		kind := int(e.Kind)
		if e.Kind == cluster.SplitByLoad && e.From == e.To {
			kind = int(cluster.SplitBySize)
		}
		events = append(events, app.Tr().Body(
			app.Td().Text(v.T("tablet-event-"+strconv.Itoa(kind), strconv.Itoa(e.From+1), strconv.Itoa(e.To+1), strconv.Itoa(int(e.Kind)))),
			app.Th().Scope("row").Class("bytes").Body(app.Raw(`<span>`+rangeHTML(&v.Kit, colours, e.Key, "")+`</span>`)),
		))
	}
	title := v.T("tablets-title", minute, strconv.Itoa(len(all)), few(end-first, len(all)))
	what := app.P().Class("label").Text(v.T("tablets-quiet", minute))
	var second app.UI = what
	if len(events) > 0 {
		second = app.Table().Class("plain").Body(
			app.Caption().Text(v.T("tablets-happened", minute, strconv.Itoa(len(happened)), few(len(events), len(happened)))),
			head("tablets-what", "tablets-which"), app.TBody().Body(events...),
		)
	}
	return app.Div().Class("scroll-x").TabIndex(0).Role("region").Attr("aria-label", title+" "+m.Template).Body(
		app.Table().Class("plain tablets").Body(app.Caption().Text(title), head("hot-keys", "hot-node", "tablets-since"), app.TBody().Body(rows...)),
		second,
	)
}
