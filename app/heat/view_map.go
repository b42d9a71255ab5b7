package heat

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/heat/picture"
	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/app/wording"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// mapData is what the heat maps are drawn from.
type mapData struct {
	Lang   string
	Maps   [2]*Map
	Metric cluster.Metric
	Full   float32 // the amount that has the last colour
	At     Cursor
	Own    string              // template of the table
	Infos  [2]engine.TableInfo // for the colours of keys
}

// mapData gathers the values to draw.
func (v *View) mapData() mapData {
	h := &v.State
	d := mapData{Own: v.settings().table().Template, Lang: v.Lang, Maps: h.Maps, Metric: h.Metric, Full: h.full(), At: h.Cursor}
	for i, m := range h.Maps {
		if m != nil {
			info := page.TableByName(v.Tables, m.Request.Table)
			d.Infos[i] = engine.TableInfo{Name: info.Name, Fields: info.Fields, Template: m.Template}
		}
	}
	return d
}

// canvas is the component that draws one or two heat maps. The position of the pointer is its
// own state: when the pointer moves, only what lies over the maps is drawn again.
type canvas struct {
	app.Compo
	Data mapData
	to   *ui.MsgSender

	over     *place                   // the cell under the pointer; nil for none
	drag     *place                   // the cell where the button was pressed; nil if it is not
	sides    [2]side                  // labels of the maps
	strips   [2]tabletStrip           // tablets beside the maps
	shown    [2]shownMap              // what the canvases show
	painted  [2]*engine.LoadSimulated // the maps that are completely painted
	labelled bool                     // crosshair and tip are drawn, which happens after the first painting
	pictures [2]picture.Picture       // pixels of the maps
	nodes    picture.Picture          // pixels of the nodes' load
	ramp     *picture.ColourRamp      // colours; nil before the first painting
	dark     bool                     // ramp is for a dark page
	sight    ui.Repainter
	frame    app.Value // ID of the animation frame that is awaited; nil for none
	timer    app.Value // ID of the timer that then is awaited; nil for none
	then     app.Func  // called by the frame
	next     app.Func  // called by the timer
}

// place is a cell of a map.
type place struct{ Map, Row, Column int }

// place returns the cell that tips and texts are about: the one under the pointer, else the
// cursor's.
func (h *canvas) place() place {
	if h.over != nil {
		if m := h.Data.Maps[h.over.Map]; m != nil && h.over.Row < len(m.Borders) && h.over.Column < len(m.Columns) {
			return *h.over
		}
	}
	at := h.Data.At
	return place{at.Map, h.Data.Maps[at.Map].Row, at.Column}
}

// Bounds of the labels beside a map: how many fit, and how many levels.
const (
	axisSlots  = 18 // labels beside a map at most
	axisLevels = 2
)

// Render draws the elements of the maps. Their canvases are painted once they have a size.
func (h *canvas) Render() app.UI {
	class := "heat-maps"
	if h.Data.Maps[1] != nil {
		class += " heat-twins"
	}
	figures := []app.UI{}
	for i, m := range h.Data.Maps {
		if m != nil {
			figures = append(figures, h.figure(i, m))
		}
	}
	return app.Div().Class(class).Body(figures...)
}

func (h *canvas) t(key string, args ...string) string {
	return i18n.PageText(h.Data.Lang, key, args...)
}

func (h *canvas) kit() *ui.Kit { return &ui.Kit{Lang: h.Data.Lang} }

// figure draws the elements of one map: caption, key labels, grid, nodes and times.
func (h *canvas) figure(i int, m *Map) app.UI {
	side := h.side(i, m)
	caption, class := "", "heat-frame"
	switch {
	case m.Live:
		caption, class = `<span class="label">`+keyhtml.EscapeHTML(h.t("heat-live-of", strconv.Itoa(len(m.Columns))))+`</span>`, "heat-frame heat-live"
	case h.Data.Maps[1] != nil:
		caption = side.title + " " + h.verdict(m) + `<span class="label">` +
			keyhtml.EscapeHTML(h.t("heat-shares", i18n.FormatPercent(h.Data.Lang, m.Hottest/float64(max(len(m.Nodes), 1))), i18n.FormatPercent(h.Data.Lang, m.hottestTablet()))) + `</span>`
	}
	name := h.t("heat-map")
	if i > 0 {
		name = h.t("heat-map-of", m.Template)
	}
	at := h.place()
	cell := ""
	if at.Map == i && h.labelled {
		cell = cellText(h.kit(), m, h.tablets(i, m, at.Column), h.Data.Metric, at.Row, at.Column)
	}
	// The grid has only one cell in the document: the one that texts are about, named by
	// aria-activedescendant.
	id := "heat-cell-" + strconv.Itoa(i)
	grid := app.Div().Class("heat-grid").ID("heat-grid-"+strconv.Itoa(i)).Role("grid").Attr("aria-label", name).TabIndex(0).
		Attr("aria-rowcount", len(m.Borders)).Attr("aria-colcount", len(m.Columns)).Attr("aria-activedescendant", id).
		Attr("aria-description", h.t("heat-roles")).DataSet("map", i).
		OnKeyDown(h.key, i).On("pointermove", h.moved, i).On("pointerleave", h.left, i).On("pointerdown", h.pressed, i).
		On("pointerup", h.released, i).On("pointercancel", h.left, i).
		Body(
			app.Canvas().Aria("hidden", "true"),
			app.Canvas().Class("heat-events").Aria("hidden", "true"),
			app.Div().Class("heat-over").Aria("hidden", "true").Body(h.crosshair(i, m, at)...),
			app.Div().Role("row").Attr("aria-rowindex", at.Row+1).Body(
				app.Div().ID(id).Role("gridcell").Attr("aria-colindex", at.Column+1).Attr("aria-label", cell).Class("heat-cell")),
		)
	return app.Figure().Class("heat-figure").Body(
		app.Raw(`<figcaption>`+caption+`</figcaption>`),
		app.Raw(`<p class="heat-same label">`+side.same+`</p>`),
		app.Div().Class(class).Body(
			app.Div().Class("heat-side").Body(app.Raw(side.axis), app.Canvas().Class("heat-tablets").Aria("hidden", "true")),
			grid,
			app.Span().Class("heat-nodes-name label").Text(h.t("heat-nodes-row")),
			app.Canvas().Class("heat-nodes").Aria("hidden", "true"),
			app.Raw(`<div class="heat-times label" aria-hidden="true"><span>`+strings.Join(h.times(m), `</span><span>`)+`</span></div>`),
		),
	)
}

// sizeOf returns the text about the size with which a table was simulated.
func (v *View) sizeOf(m *Map) string {
	bytes, tablets := strconv.FormatInt(m.Bytes, 10), strconv.Itoa(len(m.InitialTablets))
	if m.Request.SizeFactor > 1 {
		return v.T("heat-as-if", strconv.FormatInt(m.Request.SizeFactor, 10), bytes, tablets)
	}
	return v.T("heat-as-is", bytes, tablets)
}

// verdict returns as HTML the result of one of two maps in a word.
func (h *canvas) verdict(m *Map) string {
	if m.few {
		return `<b class="label">` + keyhtml.EscapeHTML(h.t("card-few")) + `</b> `
	}
	class, word, of := m.in()
	figure, text := m.fairness(h.Data.Own), i18n.FormatThreeDigits(h.Data.Lang, of)
	if m.drowns() {
		figure, text = m.figure("p99", of, h.Data.Own), m.p99(h.Data.Lang)
	}
	return `<b class="` + class + `"` + ui.FigureDataAttributes(figure) + `>` + keyhtml.EscapeHTML(h.t(word, text)) + `</b> `
}

// side is the labels of a map. It is computed again only when the map shows other keys.
type side struct {
	of                *engine.LoadSimulated
	view              picture.Viewport
	info              engine.TableInfo
	lang              string
	colours           keyhtml.KeyColours
	title, same, axis string // HTML
}

// side returns the labels of a map.
func (h *canvas) side(i int, m *Map) *side {
	s, info := &h.sides[i], h.Data.Infos[i]
	if s.of == m.LoadSimulated && s.view == m.View && s.lang == h.Data.Lang && s.info.Template == info.Template && slices.Equal(s.info.Fields, info.Fields) {
		return s
	}
	*s = side{of: m.LoadSimulated, view: m.View, info: info, lang: h.Data.Lang, colours: keyhtml.KeyColoursOf(info)}
	s.title = `<code class="template">` + keyhtml.EscapeHTML(m.Request.Table) + `</code>`
	if m.Template != "" {
		s.title = s.colours.TemplateHTML(m.Template)
	}
	v := m.View
	axis := picture.NewAxis(m.Borders[v.Row:v.Row+v.Rows], s.colours.Template.Segments, axisLevels, (v.Rows+axisSlots-1)/axisSlots)
	s.axis = axisHTML(axis, v, s.colours)
	if axis.Same != "" {
		s.same = keyhtml.EscapeHTML(h.t("heat-same")) + ` <b class="bytes">` + s.colours.ElidedKeyHTML(base.RowKey(axis.Same)) + `</b>`
	}
	return s
}

// times returns the labels of the time axis: its begin, middle and end in view.
func (h *canvas) times(m *Map) []string {
	v := m.View
	if m.Live {
		last := v.Column + v.Columns - 1
		if v.Columns == 1 {
			return []string{whenOf(h.kit(), m, last)}
		}
		return []string{whenOf(h.kit(), m, v.Column), whenOf(h.kit(), m, last)}
	}
	return []string{wholeMinute(m, v.Column), wholeMinute(m, v.Column+v.Columns/2), h.t("minutes-about", wholeMinute(m, v.Column+v.Columns))}
}

// wholeMinute returns the nearest minute to the beginning of a column.
func wholeMinute(m *Map, column int) string {
	return strconv.FormatInt((min(int64(column)*m.Seconds, m.Request.Minutes*60)+30)/60, 10)
}

// axisHTML returns the key labels as HTML. If the labels of a level are long and begin alike,
// that beginning is cut off.
func axisHTML(a picture.Axis, v picture.Viewport, colours keyhtml.KeyColours) string {
	// alike is the longest common beginning of each level's labels.
	alike := make([]string, a.Levels)
	for i, l := range a.Labels {
		if i == 0 || a.Labels[i-1].Level != l.Level {
			alike[l.Level] = l.Text
		}
		for !strings.HasPrefix(l.Text, alike[l.Level]) {
			alike[l.Level] = alike[l.Level][:len(alike[l.Level])-1]
		}
	}
	b := `<div class="heat-axis" data-levels="` + strconv.Itoa(a.Levels) + `" aria-hidden="true">`
	for _, l := range a.Labels {
		more := ""
		if l.More {
			more = " more"
		}
		if 12*l.Rows < v.Rows {
			more += " slim"
		}
		b += `<span class="` + colours.FieldClass(l.Field) + more + ` level-` + strconv.Itoa(l.Level) + `" style="top:` + percent(l.Row, v.Rows) + `;height:` + percent(l.Rows, v.Rows) + `">` +
			axisText(l, alike[l.Level], a.Levels) + `</span>`
	}
	return b + `</div>`
}

// longLabel is about how many bytes fit beside a map, for all levels together.
const longLabel = 16

// axisText returns the text of a label as HTML. alike is what all labels of its level begin
// with.
func axisText(l picture.SegmentLabel, alike string, levels int) string {
	n := len(alike)
	for n > 0 && n < len(l.Text) && !utf8.RuneStart(l.Text[n]) {
		n--
	}
	if (l.More || len(l.Text) > longLabel/levels) && n > 4 && n < len(l.Text) && len(l.Text) > 8 {
		return "…" + keyhtml.BytesHTML(l.Text[n:])
	}
	return keyhtml.BytesHTML(l.Text)
}

// percent returns a part as a CSS percentage.
func percent(part, of int) string {
	return strconv.FormatFloat(100*float64(part)/float64(max(of, 1)), 'f', 2, 64) + "%"
}

// crosshair draws the marks and the tip at the cell that texts are about. On the other map it
// marks only the time.
func (h *canvas) crosshair(i int, m *Map, at place) []app.UI {
	v := m.View
	if !h.labelled || at.Column < v.Column || at.Column >= v.Column+v.Columns {
		return nil
	}
	across := app.Div().Class("heat-when").Style("left", percent(at.Column-v.Column, v.Columns)).Style("width", percent(1, v.Columns))
	if at.Map != i || at.Row < v.Row || at.Row >= v.Row+v.Rows {
		return []app.UI{across}
	}
	class := "heat-tip"
	if h.over == nil {
		class += " by-key"
	}
	if h.over == nil && h.Data.At.Pinned {
		class += " told"
	}
	x, y := percent(2*(at.Column-v.Column)+1, 2*v.Columns), percent(2*(at.Row-v.Row)+1, 2*v.Rows)
	if 2*(at.Row-v.Row) > v.Rows {
		class += " above"
	}
	mark := "heat-mark"
	if h.Data.At.Pinned {
		mark += " pinned"
	}
	out := []app.UI{
		across,
		app.Div().Class("heat-where").Style("top", percent(at.Row-v.Row, v.Rows)).Style("height", percent(1, v.Rows)),
		app.Div().Class(mark).Style("left", percent(at.Column-v.Column, v.Columns)).Style("width", percent(1, v.Columns)).
			Style("top", percent(at.Row-v.Row, v.Rows)).Style("height", percent(1, v.Rows)),
		app.Div().Class(class).Style("--x", x).Style("--y", y).Body(app.Raw(h.tip(i, m, at))),
	}
	// While the pointer drags, mark the cells that a zoom would show.
	if d := h.drag; d != nil && d.Map == i && *d != at {
		row, column := min(d.Row, at.Row), min(d.Column, at.Column)
		out = append(out, app.Div().Class("heat-drag").
			Style("left", percent(column-v.Column, v.Columns)).Style("width", percent(max(d.Column, at.Column)-column+1, v.Columns)).
			Style("top", percent(row-v.Row, v.Rows)).Style("height", percent(max(d.Row, at.Row)-row+1, v.Rows)))
	}
	return out
}

// tip returns the tip of a cell as HTML.
func (h *canvas) tip(i int, m *Map, at place) string {
	start, end := m.KeyRange(at.Row)
	value := float64(m.matrix(h.Data.Metric).At(at.Row, at.Column).Value())
	b := `<div>` + keyhtml.EscapeHTML(whenOf(h.kit(), m, at.Column)+" · "+wording.KeyRange(h.kit().Lang, start, end)) + `<br><b>` +
		keyhtml.EscapeHTML(valueText(h.kit(), m, h.tablets(i, m, at.Column), h.Data.Metric, at.Row, value)) + `</b> ` +
		keyhtml.EscapeHTML(servedText(h.kit(), h.tablets(i, m, at.Column), at.Row))
	if share, ok := m.share(h.Data.Metric, at.Row, at.Column); ok {
		b += `<br>` + keyhtml.EscapeHTML(h.t("heat-tip-share", i18n.FormatPercent(h.Data.Lang, share)))
	}
	if why := m.unsplit(at.Row); why > cluster.NoReason && why < cluster.TooFewSamples {
		b += `<br>` + keyhtml.EscapeHTML(h.t("heat-tip-split-"+strconv.Itoa(int(why))))
	}
	return b + `</div>`
}

// valueText returns the text for the value of a cell. If one tablet is asked for more than a
// node can do, it says so.
func valueText(k *ui.Kit, m *Map, tablets []tablet, of cluster.Metric, row int, value float64) string {
	text := k.T("metric-"+strconv.Itoa(int(of))) + " " + amountOf(k.Lang, m, of, value)
	first, end := servedBy(tablets, row)
	if most := cluster.NodeOpsPerSecond(of); !m.Live && end-first == 1 && most > 0 && value > most {
		return k.T("heat-beyond", text, i18n.FormatThreeDigits(k.Lang, most))
	}
	return text
}

// cellText returns a sentence about a cell.
func cellText(k *ui.Kit, m *Map, tablets []tablet, of cluster.Metric, row, column int) string {
	start, end := m.KeyRange(row)
	share := ""
	if part, ok := m.share(of, row, column); ok {
		share = i18n.FormatPercent(k.Lang, part)
	}
	value := valueText(k, m, tablets, of, row, float64(m.matrix(of).At(row, column).Value()))
	return k.T("heat-cell", wording.KeyRange(k.Lang, start, end), whenOf(k, m, column), value, share, servedText(k, tablets, row))
}
