package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/engine/table"
)

// metric is one measure of a read.
type metric struct {
	id    string
	of    func(*table.Stats) int64
	bytes bool
}

var metrics = []metric{
	{id: "rows-scanned", of: func(s *table.Stats) int64 { return s.RowsScanned }},
	{id: "rows-returned", of: func(s *table.Stats) int64 { return s.RowsReturned }},
	{id: "cells-scanned", of: func(s *table.Stats) int64 { return s.CellsScanned }},
	{id: "bytes-scanned", of: func(s *table.Stats) int64 { return s.BytesScanned }, bytes: true},
	{id: "seeks", of: func(s *table.Stats) int64 { return s.Seeks }},
	{id: "tablets", of: func(s *table.Stats) int64 { return s.Tablets }},
}

// costs is what the metrics show.
type costs struct {
	now, before *table.Stats // nil for none
	took        int64        // microseconds
	preview     bool
	later       bool // it read the state of now, and an earlier one is shown
	cut         bool // more than that
}

// costs returns what the read that is being typed would cost, or what the last one
// did, beside the read before it.
func costsOf(w *model.Workbench) costs {
	now, before := w.Read, w.Before
	c := costs{took: w.Took, later: w.Looking()}
	if v := w.Preview; v != nil {
		now, before = &v.Read, w.Read
		c = costs{took: v.Took, preview: true, cut: v.Cut}
	}
	if now == nil {
		return c
	}
	c.now = &now.Stats
	if before != nil && before.Table == now.Table {
		c.before = &before.Stats
	}
	return c
}

// longFigure is how many characters a figure has at most in large type.
const longFigure = 10

// metrics draws what a read costs.
func (p *drawing) metrics() app.UI {
	c := costsOf(&p.st.Work)
	items := []app.UI{}
	for _, m := range metrics {
		items = append(items, p.metric(c, m))
	}
	items = append(items, p.tile("time", "", "", p.timeOf(c)))
	title, state := "metrics", "last"
	tag := p.t("preview")
	switch {
	case c.preview:
		title, state = "metrics-preview", "preview"
	case c.later && c.now != nil:
		title, state, tag = "metrics-now", "now", p.t("of-now")
	}
	return app.Dl().Class("metrics panel").DataSet("read", state).DataSet("tag", tag).Attr("aria-label", p.t(title)).Body(items...)
}

func (p *drawing) metric(c costs, m metric) app.UI {
	write := p.n
	if m.bytes {
		write = func(v int64) string { return i18n.Bytes(p.st.Lang, v) }
	}
	if c.now == nil {
		return p.tile(m.id, "", "", app.B().Class("none").DataSet("metric", m.id).DataSet("value", "0").Text("–"))
	}
	v, class, compared := m.of(c.now), "", ""
	text := write(v)
	if c.cut && m.id != "seeks" {
		text = "≥ " + text
	}
	figure := app.B().DataSet("metric", m.id).DataSet("value", strconv.FormatInt(v, 10)).Text(text)
	if len(text) > longFigure {
		figure = figure.Class("long")
	}
	body := []app.UI{figure}
	if m.id == "rows-scanned" {
		class = "exact"
		if waste := v - c.now.RowsReturned; waste > 0 {
			class = "waste"
			body = append(body, app.Small().Class("wasted").Text(p.t("wasted", p.n(waste))))
		}
	}
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
		compared = p.t(key, write(by))
		body = append(body, app.Small().Text(compared))
	}
	return p.tile(m.id, class, compared, body...)
}

func (p *drawing) timeOf(c costs) app.UI {
	b := app.B().DataSet("metric", "time").DataSet("value", strconv.FormatInt(c.took, 10))
	if c.now == nil || c.took == 0 {
		return b.Class("none").Text("–")
	}
	return b.Text(i18n.Micros(p.st.Lang, c.took))
}

// tile draws a metric under its name, which opens what it means, and how it
// compares with the read before where that does not fit.
func (p *drawing) tile(id, class, compared string, body ...app.UI) app.UI {
	about := "about-" + id
	if compared != "" {
		compared = " " + p.t("metric-before", compared)
	}
	body = append(body, app.Div().ID(about).Class("about").Attr("popover", "auto").Body(
		app.B().Text(p.t("metric-"+id)), app.Text(" "+p.t("metric-about-"+id)+compared)))
	return app.Div().Class(class).Body(
		app.Dt().Body(app.Button().Type("button").Class("term").Attr("popovertarget", about).Text(p.t("metric-"+id))),
		app.Dd().Body(body...),
	)
}
