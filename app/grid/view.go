package grid

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/dialects"
)

// NewView collects what the grid is drawn from.
func NewView(k *ui.Kit, st *page.State, w *page.Workspace, s State) *View {
	v := &View{Kit: *k, InLesson: st.Lesson != nil, Coming: w.Running != nil || len(w.Tables) > 0, NoTable: !k.InBrowser || len(w.Tables) == 0 || w.Page.Table == "", data: sheetData{
		Lang: k.Lang, Dialect: dialects.ByID(w.Dialect).Name, Page: w.Page, Grid: s, Info: w.TableByName(w.Page.Table), ReadOnly: w.HasReadOnlyRows(),
		Asks: page.CanAskAboutRows(st, w),
	}}
	v.Tables, v.UnlistedTables = w.ListedTables()
	v.state = w.FigureStateName()
	if s.Layout != LayoutGrid {
		v.data.Count = w.Window.Count
	}
	return v
}

// View holds all values that the grid and the bar above it are drawn from.
type View struct {
	ui.Kit
	Tables         []engine.TableInfo // the tables that are listed
	UnlistedTables int                // number of tables that are not listed
	NoTable        bool               // there is no table to draw
	InLesson       bool               // the page is a lesson's
	Coming         bool               // a table is being opened or made
	ShowsHeat      bool               // the heat map is shown instead of the rows
	state          string             // the state of the tables, see [page.FigureStateName]
	data           sheetData
}

// Slots holds what other parts draw around the rows.
type Slots struct {
	At    base.RowKey // the row that a replay is at, "" for none
	Strip app.UI      // the strip of the whole table
	Begin app.UI      // shown if there is no table, nil for nothing
}

// TablePicker draws the name of the shown table, or a selection if there are several tables.
func (v *View) TablePicker() app.UI {
	shown := v.data.Page.Table
	if len(v.Tables) < 2 {
		return app.B().Class("shown-table").Text(shown)
	}
	options := []app.UI{}
	for _, t := range v.Tables {
		options = append(options, app.Option().Value(t.Name).Text(t.Name).Selected(t.Name == shown))
	}
	if v.UnlistedTables > 0 {
		options = append(options, app.Option().Disabled(true).Text(v.CountText("more-tables", int64(v.UnlistedTables))))
	}
	to := v.To
	return app.Select().Class("shown-table").Attr("aria-label", v.T("pick-table")).Body(options...).OnChange(func(ctx app.Context, _ app.Event) {
		to.Send(page.ShowTable{Table: ctx.JSSrc().Get("value").String()})
	})
}

// LayoutBar draws the choice of the layout, what the caller has drawn as among, and the size of
// the table.
func (v *View) LayoutBar(among ...app.UI) app.UI {
	rows, bytes := "", ""
	if v.data.Page.Table != "" && !v.ShowsHeat {
		if rows = v.CountText("rows", int64(v.data.Page.Total)); v.data.Info.Sampled > 0 {
			rows = "≈ " + v.CountText("rows", v.data.Info.Rows)
		}
		if v.data.Info.Bytes > 0 {
			rows, bytes = rows+" · ", i18n.FormatBytes(v.Lang, v.data.Info.Bytes)
		}
	}
	return app.Div().Class("bar views").Body(v.tools(), app.Div().Class("among").Body(among...), ui.WithFigureAttributes(app.Span().Class("label"), page.RowsTableFigure(v.data.Info, v.state)).Body(app.Span().Class("rows-of").Text(rows), app.Text(bytes)))
}

// Draw draws the rows of the shown table, or a note that there is no table.
func (v *View) Draw(by Slots) app.UI {
	if v.NoTable && by.Begin != nil {
		return app.Section().Class("table").Attr("aria-label", v.T("tables")).Body(ui.KeyedElement("begin", by.Begin))
	}
	if v.NoTable && v.Coming {
		return app.Section().Class("table").Attr("aria-label", v.T("tables")).Body(ui.KeyedElement("coming", app.Div()))
	}
	if v.NoTable {
		text := "no-table-text"
		if v.InLesson {
			text = "no-table-lesson"
		}
		return app.Section().Class("table").Attr("aria-label", v.T("tables")).Body(
			ui.KeyedElement("no-grid", app.Div().Class("empty").Body(app.B().Text(v.T("no-table")), app.P().Text(v.T(text)))))
	}
	data := v.data
	data.At = by.At
	return app.Section().Class("table").Attr("aria-label", v.T("tables")).Body(
		app.H2().Class("unseen").Text(data.Page.Table),
		ui.KeyedElement("grid", app.Div().Class("grid-row").Body(&sheet{Data: data, to: v.To}, by.Strip)))
}

// tools draws the choice of the layout and the button that adds a row.
func (v *View) tools() app.UI {
	if !v.InBrowser || v.data.Page.Table == "" {
		return app.Div().Class("table-tools")
	}
	radios := []app.UI{}
	for _, l := range []struct {
		key    string
		shown  bool
		picked page.Msg
	}{
		{"view-grid", !v.ShowsHeat && v.data.Grid.Layout == LayoutGrid, LayoutPicked{Layout: LayoutGrid}},
		{"view-pairs", !v.ShowsHeat && v.data.Grid.Layout == LayoutPairs, LayoutPicked{Layout: LayoutPairs}},
		{"view-nested", !v.ShowsHeat && v.data.Grid.Layout == LayoutNested, LayoutPicked{Layout: LayoutNested}},
		{"view-heat", v.ShowsHeat, page.ShowHeatMap{}},
	} {
		radios = append(radios, app.Label().Body(v.RadioButton("view", l.key, l.shown, l.picked), app.Span().Text(v.T(l.key))))
	}
	add := app.UI(app.Span())
	if !v.data.ReadOnly && !v.ShowsHeat {
		add = v.Button(v.T("add-row"), NewCellFormOpened{}).Class("quiet")
	}
	return app.Div().Class("table-tools").Body(
		app.Div().Class("switch").Role("radiogroup").Attr("aria-label", v.T("view")).Body(radios...),
		add,
	)
}

// KeysHint draws the keys of the grid, or the number of columns that it does not show.
func (v *View) KeysHint() app.UI {
	hint := app.Span().Class("keys")
	switch g := v.data.Grid; {
	case g.Layout != LayoutGrid:
		return hint
	case g.hidden > 0:
		return hint.Class("lacks").Text(v.T("columns-left", strconv.Itoa(g.hidden)))
	case v.data.ReadOnly:
		return hint
	}
	if v.data.Asks {
		return hint.Text(v.T("grid-keys-ask"))
	}
	return hint.Text(v.T("grid-keys"))
}

// SelectedRows returns the selected rows, nil for none, and whether a question about rows can be
// asked.
func (v *View) SelectedRows() (rows *RowSelection, asks bool) {
	return v.data.Grid.Selection, v.data.Asks
}
