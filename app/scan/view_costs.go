package scan

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine/table"
)

// metric is one figure of a read.
type metric struct {
	id    string // part of the i18n keys and the attributes
	of    func(*table.ScanStats) int64
	bytes bool // its unit is bytes
}

// metrics are the figures of a read, in the order of the page. The time comes after them.
var metrics = []metric{
	{id: "rows-scanned", of: func(s *table.ScanStats) int64 { return s.RowsScanned }},
	{id: "rows-returned", of: func(s *table.ScanStats) int64 { return s.RowsReturned }},
	{id: "cells-scanned", of: func(s *table.ScanStats) int64 { return s.CellsScanned }},
	{id: "bytes-scanned", of: func(s *table.ScanStats) int64 { return s.BytesScanned }, bytes: true},
	{id: "seeks", of: func(s *table.ScanStats) int64 { return s.Seeks }},
	{id: "tablets", of: func(s *table.ScanStats) int64 { return s.Tablets }},
}

// CostsView is what the figures of a read are drawn from.
type CostsView struct {
	ui.Kit
	now, before *table.ScanStats // the read, and the read before it; nil for none
	wanted      int64            // how many of the scanned rows are wanted, see [engine.ReadReport.WantedRowCount]
	table       string           // the table that was read
	state       string           // its state then, see [page.FigureStateName]
	took        int64            // microseconds
	preview     bool             // the read was not run, only previewed
	outdated    bool             // it read under an earlier key
	later       bool             // it read the present state, and another one is shown
	cut         bool             // the preview was stopped, and the figures are lower bounds
}

// NewCostsView returns the view of the previewed read, or else of the last one.
func NewCostsView(k *ui.Kit, w *page.Workspace, s State) *CostsView {
	now, before := w.LastRead, w.PreviousRead
	c := &CostsView{Kit: *k, took: w.ReadMicros, outdated: w.IsReadOutdated(), later: w.ShowsPastState(), state: page.FigureStateName(w.ReadOf, 0)}
	if v := s.Preview; v != nil {
		now, before = &v.Read, w.LastRead
		c = &CostsView{Kit: *k, took: v.Took, preview: true, cut: v.Truncated, state: page.FigureStateName(w.Version, 0)}
	}
	if now == nil {
		return c
	}
	c.now, c.wanted, c.table = &now.Stats, now.WantedRowCount(), now.Table
	if before != nil && before.Table == now.Table {
		c.before = &before.Stats
	}
	return c
}

// longFigure is the most characters of a figure in large type.
const longFigure = 10

// Draw draws the figures.
func (c *CostsView) Draw() app.UI {
	items := []app.UI{}
	for _, m := range metrics {
		items = append(items, ui.YieldingPart(&c.Kit, func() app.UI { return c.metric(m) }))
	}
	items = append(items, c.tile("time", "", "", 0, c.time()))
	title, state := "metrics", "last"
	tag := c.T("preview")
	switch {
	case c.preview:
		title, state = "metrics-preview", "preview"
	case c.outdated:
		title, state, tag = "metrics-earlier-key", "earlier-key", c.T("of-earlier-key")
	case c.later && c.now != nil:
		title, state, tag = "metrics-now", "now", c.T("of-now")
	}
	class := "metrics"
	if c.now == nil {
		class = "metrics unread"
	}
	return app.Dl().Class(class).DataSet("read", state).DataSet("tag", tag).Attr("aria-label", c.T(title)).Body(items...)
}

// metric draws a figure: rows that are scanned and not wanted are marked, and below it is the
// change since the read before.
func (c *CostsView) metric(m metric) app.UI {
	write := c.Number
	if m.bytes {
		write = func(v int64) string { return i18n.FormatBytes(c.Lang, v) }
	}
	if c.now == nil {
		return c.tile(m.id, "", "", 0, app.B().Class("none").DataSet("metric", m.id).DataSet("value", "0").Text("–"))
	}
	v, class, compared := m.of(c.now), "", ""
	text := write(v)
	if c.cut && m.id != "seeks" {
		text = "≥ " + text
	}
	figure := ui.WithFigureAttributes(app.B().DataSet("metric", m.id).DataSet("value", strconv.FormatInt(v, 10)), c.figure(m.id, v)).Text(text)
	if len(text) > longFigure {
		figure = figure.Class("long")
	}
	body := []app.UI{figure}
	if m.id == "rows-scanned" {
		class = "exact"
		if waste := v - c.wanted; waste > 0 {
			class = "waste"
			body = append(body, app.Small().Class("wasted").Text(c.T("wasted", c.Number(waste))))
		}
	}
	if m.id == "rows-returned" && c.wanted < v {
		body = append(body, app.Small().Class("wasted").Text(c.T("of-wanted", c.Number(c.wanted))))
	}
	// The change since the read before; a preview that was stopped cannot be compared.
	if c.before != nil && !c.cut {
		key, by := "metric-same", m.of(c.before)-v
		switch {
		case by > 0 && m.bytes:
			key = "metric-less"
		case by > 0:
			key = "metric-fewer"
		case by < 0:
			key, by = "metric-more", -by
		}
		compared = c.T(key, write(by))
		body = append(body, app.Small().Text(compared))
	}
	if m.bytes && !c.cut && c.now.BytesReturned < v {
		body = append(body, app.Small().Class("sent").Text(c.T("sent", write(c.now.BytesReturned))))
	}
	return c.tile(m.id, class, compared, v, body...)
}

// figure returns the [page.TableFigure] of a metric.
func (c *CostsView) figure(name string, v int64) page.TableFigure {
	if c.preview {
		name = "preview-" + name
	}
	return page.TableFigure{Name: "read-" + name, Table: c.table, State: c.state, Value: float64(v)}
}

// time draws the time of the read, "–" if it was not measured.
func (c *CostsView) time() app.UI {
	b := app.B().DataSet("metric", "time").DataSet("value", strconv.FormatInt(c.took, 10))
	if c.now == nil || c.took == 0 {
		return b.Class("none").Text("–")
	}
	return b.Text(i18n.FormatMicros(c.Lang, c.took))
}

// tile draws a metric under its name, which opens an explanation. n is the value, for the
// plural of the name, and compared is the change since the read before, for the explanation.
func (c *CostsView) tile(id, class, compared string, n int64, body ...app.UI) app.UI {
	about, name := "about-"+id, c.T("metric-"+id, strconv.FormatInt(n, 10))
	if compared != "" {
		compared = " " + c.T("metric-before", compared)
	}
	body = append(body, app.Div().ID(about).Class("about").Attr("popover", "auto").Body(
		app.B().Text(name), app.Text(" "+c.T("metric-about-"+id)+compared)))
	return app.Div().Class(class).Body(
		app.Dt().Body(app.Button().Type("button").Class("term").Attr("popovertarget", about).
			Attr("aria-label", name).Text(name)),
		app.Dd().Body(body...),
	)
}
