package grid

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/dialect"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// Look returns what the table is drawn of.
func Look(k *ui.Kit, w *page.Work, s State) *View {
	v := &View{Kit: *k, None: !k.Live || len(w.Tables) == 0 || w.Page.Table == "", data: sheetData{
		Lang: k.Lang, Dialect: dialect.Of(w.Dialect).Name, Page: w.Page, Grid: s, Info: w.Table(w.Page.Table), ReadOnly: w.Fixed(),
	}}
	v.Tables, v.Left = w.Listed()
	if s.Layout != Rows {
		v.data.Count = w.Window.Count
	}
	return v
}

// View is what the table is drawn of.
type View struct {
	ui.Kit
	Tables []engine.TableInfo // those that are listed
	Left   int                // how many others there are
	None   bool               // there is no table to draw
	data   sheetData
}

// Beside is what other parts draw around the rows.
type Beside struct {
	At      base.RowKey // the row that a replay shows, "" for none
	Strip   app.UI      // the table from afar
	Reading app.UI      // what a read did with the rows
}

// Draw draws the table that is shown, with a choice where there are several.
func (v *View) Draw(by Beside) app.UI {
	shown := v.data.Page.Table
	picks := []app.UI{}
	for _, t := range v.Tables {
		picks = append(picks, v.Button(t.Name, page.ShowTable{Table: t.Name}).Attr("aria-pressed", t.Name == shown))
	}
	if v.Left > 0 {
		picks = append(picks, app.Span().Class("label").Text(v.Count("more-tables", int64(v.Left))))
	}
	size := ""
	if shown != "" {
		size = v.Count("rows", int64(v.data.Page.Total))
		if v.data.Info.Bytes > 0 {
			size += " · " + i18n.Bytes(v.Lang, v.data.Info.Bytes)
		}
	}
	return app.Section().Class("table panel").Attr("aria-label", v.T("tables")).Body(
		app.Div().Class("bar").Body(
			app.H2().Text(v.T("tables")),
			app.Div().Class("picks").Role("group").Attr("aria-label", v.T("pick-table")).Body(picks...),
			app.Span().Class("label").Text(size),
			v.tools(),
		),
		v.body(by),
	)
}

func (v *View) body(by Beside) app.UI {
	if v.None {
		return ui.Keyed("no-grid", app.Div().Class("empty").Body(app.B().Text(v.T("no-table")), app.P().Text(v.T("no-table-text"))))
	}
	data := v.data
	data.At = by.At
	return app.Div().Class("grid-part").Body(
		app.Div().Class("grid-row").Body(&sheet{Data: data, to: v.To}, by.Strip),
		by.Reading,
	)
}

// tools draws how the table is shown, and what can be added.
func (v *View) tools() app.UI {
	if !v.Live || v.data.Page.Table == "" {
		return app.Div().Class("table-tools")
	}
	radios := []app.UI{}
	for _, l := range []struct {
		layout Layout
		key    string
	}{{Rows, "view-grid"}, {Pairs, "view-pairs"}, {Nested, "view-nested"}} {
		radios = append(radios, app.Label().Body(
			v.Radio("view", l.key, v.data.Grid.Layout == l.layout, LayoutPicked{Layout: l.layout}),
			app.Text(v.T(l.key))))
	}
	add := app.UI(app.Span())
	if !v.data.ReadOnly {
		add = v.Button(v.T("add-row"), AddBegun{}).Class("quiet")
	}
	return app.Div().Class("table-tools").Body(
		app.Div().Class("dialect").Role("radiogroup").Attr("aria-label", v.T("view")).Body(radios...),
		add,
	)
}

// Hint says what keys do in the grid, or what it lacks.
func (v *View) Hint() app.UI {
	hint := app.Span().Class("keys")
	switch g := v.data.Grid; {
	case g.Layout != Rows:
		return hint
	case g.hidden > 0:
		return hint.Text(v.T("columns-left", strconv.Itoa(g.hidden)))
	case v.data.ReadOnly:
		return hint
	}
	return hint.Text(v.T("grid-keys"))
}
