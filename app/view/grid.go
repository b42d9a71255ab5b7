package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// table draws the table that is shown, with a choice where there are several.
func (p *drawing) table() app.UI {
	shown := p.st.Work.Page.Table
	picks := []app.UI{}
	tables, left := p.st.Work.Listed()
	for _, t := range tables {
		picks = append(picks, p.button(t.Name, model.TablePicked{Table: t.Name}).Attr("aria-pressed", t.Name == shown))
	}
	if left > 0 {
		picks = append(picks, app.Span().Class("label").Text(p.count("more-tables", int64(left))))
	}
	size := ""
	if shown != "" {
		info := p.info(shown)
		size = p.count("rows", int64(p.st.Work.Page.Total))
		if info.Bytes > 0 {
			size += " · " + i18n.Bytes(p.st.Lang, info.Bytes)
		}
	}
	return app.Section().Class("table panel").Attr("aria-label", p.t("tables")).Body(
		app.Div().Class("bar").Body(
			app.H2().Text(p.t("tables")),
			app.Div().Class("picks").Role("group").Attr("aria-label", p.t("pick-table")).Body(picks...),
			app.Span().Class("label").Text(size),
			p.tableTools(shown),
		),
		p.tableBody(shown),
	)
}

func (p *drawing) tableBody(shown string) app.UI {
	empty := func(title, text string) app.UI {
		return ui.Keyed("no-grid", app.Div().Class("empty").Body(app.B().Text(p.t(title)), app.P().Text(p.t(text))))
	}
	switch {
	case !p.live:
		return empty("no-table", "no-table-text")
	case len(p.st.Work.Tables) == 0 || shown == "":
		return empty("no-table", "no-table-text")
	}
	work := &p.st.Work
	data := gridData{Lang: p.st.Lang, Dialect: p.language().Name, Page: work.Page, Grid: work.Grid, Info: p.info(shown), ReadOnly: work.Fixed()}
	if work.Grid.View != model.ViewGrid {
		data.Count = work.Window.Count
	}
	if s := work.Replay.Step(); s != nil {
		data.At = s.Key
	}
	return app.Div().Class("grid-part").Body(
		app.Div().Class("grid-row").Body(&grid{Data: data, to: p.to}, p.strip()),
		p.reading(),
	)
}

// gridData is all that the grid draws.
type gridData struct {
	Lang     string
	Dialect  string // that refusals name commands of
	Page     engine.Page
	Grid     model.Grid
	Count    int // rows that the other views show at a time
	Info     engine.TableInfo
	ReadOnly bool
	At       base.RowKey // the row that a replay shows, "" for none
}

// grid draws the rows of a page at their place in the whole table. It is a
// component of its own, so that it is drawn again only when its data changes.
type grid struct {
	app.Compo
	Data gridData
	to   *ui.Outlet

	// As last measured, in rows: how far the box is scrolled, and how many it
	// holds; 0 for none while it is out of sight.
	scroll, fit float64
	told        model.Scrolled // last
	drawn       float64        // where the rows were last drawn
	shown       model.Cursor   // last brought into sight
}

// OnMount measures how many rows fit.
func (g *grid) OnMount(app.Context) { g.measure() }

// OnResize measures again.
func (g *grid) OnResize(app.Context) {
	g.measure()
	g.placeField()
}

// OnUpdate puts what is placed by hand where it belongs now.
func (g *grid) OnUpdate(app.Context) {
	g.measure()
	g.showCursor()
	g.placeField()
}

// Render draws the grid, or another view of the same rows, with what is open
// beside it.
func (g *grid) Render() app.UI {
	var view app.UI
	switch g.Data.Grid.View {
	case model.ViewGrid:
		view = g.sheet()
	case model.ViewPairs:
		view = g.listed("pairs", g.pairs)
	case model.ViewNested:
		view = g.listed("nested", g.nested)
	default:
		panic("view: a view of a table that nothing draws")
	}
	return app.Div().Class("grid-main").Body(
		app.Div().Class("grid-box").Body(view),
		g.panel(),
		g.field(),
		g.refusal(),
	)
}

// t returns the page's text for a key.
func (g *grid) t(key string, args ...string) string { return i18n.Text(g.Data.Lang, key, args...) }

// n returns a number as the reader's language writes it.
func (g *grid) n(v int64) string { return i18n.Number(g.Data.Lang, v) }

// button returns a button that sends msg.
func (g *grid) button(text string, msg model.Msg) app.HTMLButton {
	return (&drawing{st: &model.State{}, to: g.to}).button(text, msg)
}

// refusal says why the last change made in the grid was refused.
func (g *grid) refusal() app.UI {
	return app.Div().Class("grid-refusal").Role("alert").Text(i18n.ErrorIn(g.Data.Lang, g.Data.Dialect, g.Data.Grid.Err))
}
