package grid

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// sheetData is all that the sheet draws.
type sheetData struct {
	Lang     string
	Dialect  string // that refusals name commands of
	Page     engine.Page
	Grid     State
	Count    int // rows that the other views show at a time
	Info     engine.TableInfo
	ReadOnly bool
	Asks     bool        // rows can be asked about
	At       base.RowKey // the row that a replay shows, "" for none
}

// sheet draws the rows of a page at their place in the whole table. It is a
// component of its own, so that it is drawn again only when its data changes.
type sheet struct {
	app.Compo
	Data sheetData
	to   *ui.Sender

	// As last measured, in rows: how far the box is scrolled, and how many it
	// holds; 0 for none while it is out of sight.
	scroll, fit float64
	told        Scrolled // last
	drawn       float64  // where the rows were last drawn
	shown       Cursor   // last brought into sight
	flashed     Written  // last brought into sight
	rows        drawn    // last
	from        int      // the row that a drag began at, -1 for none
	coming      bool     // some of its rows are drawn, the others when these are laid out

	sight ui.Repainter
	box   app.Value // that it watches, nil for none
}

// atFirst is how many rows come with the rest of the grid.
const atFirst = 12

// OnInit comes before the grid is drawn in the page.
func (g *sheet) OnInit() { g.coming = true }

// complete has the other rows drawn in a turn of their own.
func (g *sheet) complete(ctx app.Context) {
	if !g.coming {
		return
	}
	go func() {
		time.Sleep(time.Millisecond)
		ctx.Dispatch(func(app.Context) { g.coming = false })
	}()
}

// OnMount measures how many rows fit.
func (g *sheet) OnMount(ctx app.Context) {
	g.flashed = g.Data.Grid.written
	g.glide()
	g.update(ctx)
}

// OnResize measures again.
func (g *sheet) OnResize(app.Context) {
	g.measure()
	g.placeField()
}

// OnUpdate puts what is placed by hand where it belongs now.
func (g *sheet) OnUpdate(ctx app.Context) {
	g.glide()
	g.update(ctx)
	g.showCursor()
	g.showWritten()
	g.placeField()
}

// Render draws the grid, or another view of the same rows, with what is open
// beside it.
func (g *sheet) Render() app.UI {
	var view app.UI
	switch g.Data.Grid.Layout {
	case Rows:
		view = g.grid()
	case Pairs:
		view = g.listed("pairs", g.pairs)
	case Nested:
		view = g.listed("nested", g.nested)
	default:
		panic("grid: a layout of a table that nothing draws")
	}
	return app.Div().Class("grid-main").Body(
		app.Div().Class("grid-box").Body(view),
		g.panel(),
		g.field(),
		g.refusal(),
		g.offer(),
	)
}

// t returns the page's text for a key.
func (g *sheet) t(key string, args ...string) string { return i18n.Text(g.Data.Lang, key, args...) }

// n returns a number as the reader's language writes it.
func (g *sheet) n(v int64) string { return i18n.Number(g.Data.Lang, v) }

// button returns a button that sends msg.
func (g *sheet) button(text string, msg page.Msg) app.HTMLButton {
	return (&ui.Kit{To: g.to}).Button(text, msg)
}

// refusal says why the last change made in the grid was refused.
func (g *sheet) refusal() app.UI {
	return app.Div().Class("grid-refusal").Role("alert").Text(i18n.ErrorIn(g.Data.Lang, g.Data.Dialect, g.Data.Grid.Err))
}

// grid draws rows and columns. The grid has the focus as a whole; which cell the
// keys act on it says by that cell's id.
func (g *sheet) grid() app.UI {
	d := g.Data
	columns := d.Grid.Columns
	widths, least := layout(d.Page.Rows, columns)
	heads := []app.UI{app.Div().Role("columnheader").Attr("aria-colindex", 1).Text(g.t("row-key"))}
	for i, c := range columns {
		heads = append(heads, app.Div().Role("columnheader").Attr("aria-colindex", i+2).Text(columnName(c)))
	}
	colours := ui.PaletteOf(d.Info)
	shown := d.Page.Rows
	if g.coming {
		shown = shown[:min(len(shown), atFirst)]
	}
	rows := make([]app.UI, 0, len(shown))
	for i, r := range shown {
		rows = append(rows, app.Raw(g.rowHTML(d.Page.Offset+i, r, colours)))
	}
	at := place(g.scroll, g.fit, d.Page)
	g.drawn = at.from
	box := app.Div().Class("grid").ID(page.ElementGrid).Role("grid").Attr("aria-label", d.Page.Table).
		Attr("aria-rowcount", d.Page.Total+1).Attr("aria-colcount", len(columns)+1).
		Attr("aria-readonly", strconv.FormatBool(d.ReadOnly)).Attr("aria-activedescendant", g.activeID()).
		TabIndex(0).Style("--columns", widths).Style("--least", least).
		OnScroll(g.scrolled).OnKeyDown(g.key).OnClick(g.clicked).OnDblClick(g.clickedTwice).
		OnMouseDown(g.pressed).OnMouseMove(g.dragged)
	return ui.Keyed("sheet", box.Body(
		app.Div().Class("grid-head").Role("rowgroup").Body(
			app.Div().Role("row").Attr("aria-rowindex", 1).Body(heads...)),
		app.Div().Class("grid-space").Role("rowgroup").Style("--rows", strconv.Itoa(height(d.Page.Total))).Body(
			app.Div().Class("grid-rows").Role("presentation").
				Style("--from", strconv.FormatFloat(at.from, 'f', 3, 64)).Body(rows...)),
	))
}

// activeID returns the id of the cell under the cursor, "" while that is not
// drawn.
func (g *sheet) activeID() string {
	d := g.Data
	at := d.Grid.Cursor.Row
	if at < d.Page.Offset || at >= d.Page.Offset+len(d.Page.Rows) {
		return ""
	}
	if i := g.columnOf(d.Grid.Cursor.Column); i >= 0 {
		return cellID(at, i)
	}
	return ""
}

// columnOf returns the index of a column of the grid, 0 for the row keys and -1
// for none.
func (g *sheet) columnOf(c Column) int {
	if c == (Column{}) {
		return 0
	}
	for i, one := range g.Data.Grid.Columns {
		if one == c {
			return i + 1
		}
	}
	return -1
}

func cellID(row, column int) string { return fmt.Sprintf("cell-%d-%d", row, column) }

// rowHTML draws a row. It is one piece of HTML: a page of rows is drawn at every
// turn of the wheel, and many small elements take their time.
func (g *sheet) rowHTML(index int, r engine.PageRow, colours ui.Palette) string {
	active := -1
	if index == g.Data.Grid.Cursor.Row {
		active = g.columnOf(g.Data.Grid.Cursor.Column)
	}
	var b strings.Builder
	begin := func(role string, column int) {
		fmt.Fprintf(&b, `<div role="%s" aria-colindex="%d"`, role, column+1)
		if column == active {
			fmt.Fprintf(&b, ` id="%s" class="active"`, cellID(index, column))
		}
		b.WriteString(`>`)
	}
	fmt.Fprintf(&b, `<div role="row" data-key="%s" aria-rowindex="%d"`, ui.Escape(ui.Unquote(string(r.Key))), index+2)
	scan := ""
	switch r.Mark {
	case engine.Returned:
		scan = "returned"
	case engine.Scanned:
		scan = "scanned"
	}
	if scan != "" {
		b.WriteString(` data-scan="` + scan + `"`)
	}
	if c := g.Data.Grid.Chosen; c != nil && c.First() <= index && index <= c.Last() {
		b.WriteString(` aria-selected="true"`)
	}
	if g.Data.At != "" && r.Key == g.Data.At {
		b.WriteString(` data-at="yes"`)
	}
	b.WriteString(`>`)
	begin("rowheader", 0)
	b.WriteString(colours.KeyHTML(r.Key))
	if scan != "" {
		b.WriteString(`<span class="unseen"> ` + ui.Escape(g.t("row-"+scan)) + `</span>`)
	}
	b.WriteString(`</div>`)
	for i, c := range g.Data.Grid.Columns {
		begin("gridcell", i+1)
		g.writeCell(&b, c, r.Cells)
		b.WriteString(`</div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

// writeCell draws the newest version in a column.
func (g *sheet) writeCell(b *strings.Builder, c Column, cells []engine.PageCell) {
	for _, cell := range cells {
		if columnOf(cell) != c {
			continue
		}
		b.WriteString(`<span class="value">`)
		if n, ok := g.total(cell); ok {
			b.WriteString(g.n(n))
		} else {
			writeValue(b, cell)
		}
		if cell.Versions > 1 {
			n := strconv.FormatInt(cell.Versions, 10)
			b.WriteString(`<sup title="` + ui.Escape(g.t("versions", n)) + `">×` + g.n(cell.Versions) + `</sup>`)
		}
		b.WriteString(`</span>`)
		return
	}
}

// total returns the number in a cell of a family that sums up or keeps the least or
// the greatest.
func (g *sheet) total(cell engine.PageCell) (int64, bool) {
	adds := slices.ContainsFunc(g.Data.Info.Families, func(f engine.FamilyInfo) bool {
		return f.Name == cell.Family && slices.Contains(totals, f.Type)
	})
	if !adds || len(cell.Value) != 8 {
		return 0, false
	}
	return integer(cell.Value), true
}

// totals are the types of families whose cells are numbers.
var totals = []string{table.IntSum.String(), table.IntMin.String(), table.IntMax.String()}

// integer returns the number in eight bytes.
func integer(s string) int64 { return int64(binary.BigEndian.Uint64([]byte(s))) }

// writeValue draws what a page has of a value.
func writeValue(b *strings.Builder, cell engine.PageCell) {
	if cell.Size == 0 {
		b.WriteString(`<span class="raw">""</span>`)
	}
	ui.WriteBytes(b, cell.Value)
	if int64(len(cell.Value)) < cell.Size {
		b.WriteString(`…`)
	}
}

func columnName(c Column) string {
	return i18n.Plain(string(c.Family) + ":" + string(c.Qualifier))
}

// layout returns the widths of the columns for the rows that are shown, and the
// least width of all, in characters. They grow in steps, so that scrolling does
// not make them tremble.
func layout(rows []engine.PageRow, columns []Column) (widths, least string) {
	step := func(n, from, to int) int { return max(from, min(to, (n+1)/2*2+3)) }
	longest, sum := 0, 0
	for _, r := range rows {
		longest = max(longest, utf8.RuneCountInString(i18n.Plain(string(r.Key))))
	}
	key := step(longest, 15, 43)
	var b strings.Builder
	fmt.Fprintf(&b, "minmax(%dch, %dfr)", key, key)
	sum = key
	for _, c := range columns {
		longest = (9*utf8.RuneCountInString(columnName(c)) + 9) / 10 // which is written smaller
		for _, r := range rows {
			for _, cell := range r.Cells {
				if columnOf(cell) == c {
					longest = max(longest, utf8.RuneCountInString(i18n.Plain(cell.Value[:min(len(cell.Value), 64)])))
				}
			}
		}
		w := step(longest, 11, 43)
		fmt.Fprintf(&b, " minmax(%dch, %dfr)", w, w)
		sum += w
	}
	return b.String(), strconv.Itoa(sum) + "ch"
}
