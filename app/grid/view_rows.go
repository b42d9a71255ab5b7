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
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// sheetData is everything that the sheet draws.
type sheetData struct {
	Lang     string
	Dialect  string // name of the console's dialect, for the words of refusals
	Page     engine.RowPage
	Grid     State
	Count    int // rows that are shown at a time in the other layouts
	Info     engine.TableInfo
	ReadOnly bool
	Asks     bool        // a question about rows can be asked
	At       base.RowKey // the row that a replay is at, "" for none
}

// sheet draws the rows of a page at their place in the whole table. It is a component of its
// own, so that it is drawn again only when its data has changed. The box is the element that
// scrolls.
type sheet struct {
	app.Compo
	Data sheetData
	to   *ui.MsgSender

	// The last measure, in rows: how far the box is scrolled, and how many rows it shows. fit
	// is 0 while the box is not displayed.
	scroll, fit float64
	told        RowsScrolled // last message about the rows in sight
	byReader    bool         // the measure under way finds the box where the page has not scrolled it
	drawn       float64      // where the rows were drawn last, see placing.from
	shown       Cursor       // cursor that was last scrolled to
	flashed     written      // written cell that was last highlighted
	rows        drawn        // rows of the last drawing
	from        int          // row where a drag began, -1 for none
	coming      bool         // only the first rows have been drawn

	sight ui.Repainter
	box   app.Value // box that sight watches, nil for none
}

// atFirst is the number of rows in the first drawing of a grid. The others follow in a turn
// of their own, so that the page appears sooner.
const atFirst = 12

// OnInit is called before the first drawing.
func (g *sheet) OnInit() { g.coming = true }

// complete draws the rows that the first drawing has left out.
func (g *sheet) complete(ctx app.Context) {
	if !g.coming {
		return
	}
	go func() {
		time.Sleep(time.Millisecond)
		ctx.Dispatch(func(app.Context) { g.coming = false })
	}()
}

// OnMount places the rows after the first drawing. A cell that was written before is not
// highlighted.
func (g *sheet) OnMount(ctx app.Context) {
	g.flashed = g.Data.Grid.written
	g.glide()
	g.update(ctx)
}

// OnResize measures the box again.
func (g *sheet) OnResize(app.Context) {
	g.measure()
	g.placeField()
}

// OnUpdate moves everything that is positioned by hand to its place after a drawing.
func (g *sheet) OnUpdate(ctx app.Context) {
	g.glide()
	g.update(ctx)
	g.showCursor()
	g.showWritten()
	g.placeField()
}

// Render draws the rows in the present layout, and what is open beside them.
func (g *sheet) Render() app.UI {
	var view app.UI
	switch g.Data.Grid.Layout {
	case LayoutGrid:
		view = g.grid()
	case LayoutPairs:
		view = g.listed("pairs", g.pairs)
	case LayoutNested:
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

// t returns the sentence for a code in the reader's language.
func (g *sheet) t(key string, args ...string) string { return i18n.PageText(g.Data.Lang, key, args...) }

// n returns a number in the notation of the reader's language.
func (g *sheet) n(v int64) string { return i18n.FormatNumber(g.Data.Lang, v) }

// button returns a button that sends msg.
func (g *sheet) button(text string, msg page.Msg) app.HTMLButton {
	return (&ui.Kit{To: g.to}).Button(text, msg)
}

// refusal draws why the last change made in the grid was refused.
func (g *sheet) refusal() app.UI {
	return app.Div().Class("grid-refusal").Role("alert").Text(i18n.ErrorSentenceInDialect(g.Data.Lang, g.Data.Dialect, g.Data.Grid.Err))
}

// grid draws the layout of rows and columns. The focus is on the grid as a whole;
// aria-activedescendant names the cell under the cursor.
func (g *sheet) grid() app.UI {
	d := g.Data
	columns := d.Grid.Columns
	widths, least := layout(d.Page.Rows, columns)
	heads := []app.UI{app.Div().Role("columnheader").Attr("aria-colindex", 1).Text(g.t("row-key"))}
	for i, c := range columns {
		heads = append(heads, app.Div().Role("columnheader").Attr("aria-colindex", i+2).Text(columnName(c)))
	}
	colours := keyhtml.KeyColoursOf(d.Info)
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
	return ui.KeyedElement("sheet", box.Body(
		app.Div().Class("grid-head").Role("rowgroup").Body(
			app.Div().Role("row").Attr("aria-rowindex", 1).Body(heads...)),
		app.Div().Class("grid-space").Role("rowgroup").Style("--rows", strconv.Itoa(height(d.Page.Total))).Body(
			app.Div().Class("grid-rows").Role("presentation").
				Style("--from", strconv.FormatFloat(at.from, 'f', 3, 64)).Body(rows...)),
	))
}

// activeID returns the id of the cell under the cursor, "" if that cell is not drawn.
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

// columnOf returns the index of a column among the drawn ones: 0 for the row keys, -1 if it
// is not drawn.
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

// cellID returns the id of the cell under the cursor. Other cells have no id.
func cellID(row, column int) string { return fmt.Sprintf("cell-%d-%d", row, column) }

// rowHTML returns a row as one piece of HTML. Rows are drawn at every turn of the wheel, and
// elements of go-app for each cell would take too long.
func (g *sheet) rowHTML(index int, r engine.PageRow, colours keyhtml.KeyColours) string {
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
	fmt.Fprintf(&b, `<div role="row" data-key="%s" aria-rowindex="%d"`, keyhtml.EscapeHTML(keyhtml.EscapeAsGo(string(r.Key))), index+2)
	scan := ""
	switch r.Mark {
	case engine.MarkReturned:
		scan = "returned"
	case engine.MarkScanned:
		scan = "scanned"
	}
	if scan != "" {
		b.WriteString(` data-scan="` + scan + `"`)
	}
	if c := g.Data.Grid.Selection; c != nil && c.first() <= index && index <= c.last() {
		b.WriteString(` aria-selected="true"`)
	}
	if g.Data.At != "" && r.Key == g.Data.At {
		b.WriteString(` data-at="yes"`)
	}
	b.WriteString(`>`)
	begin("rowheader", 0)
	b.WriteString(colours.KeyHTML(r.Key))
	if scan != "" {
		b.WriteString(`<span class="unseen"> ` + keyhtml.EscapeHTML(g.t("row-"+scan)) + `</span>`)
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

// writeCell writes the newest version in column c, and the number of versions if there are
// several.
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
			b.WriteString(`<sup title="` + keyhtml.EscapeHTML(g.t("versions", n)) + `">×` + g.n(cell.Versions) + `</sup>`)
		}
		b.WriteString(`</span>`)
		return
	}
}

// total returns the number in a cell of an aggregate family, which keeps a sum, minimum or
// maximum. ok is false for other cells.
func (g *sheet) total(cell engine.PageCell) (int64, bool) {
	adds := slices.ContainsFunc(g.Data.Info.Families, func(f engine.FamilyInfo) bool {
		return f.Name == cell.Family && slices.Contains(totals, f.Type)
	})
	if !adds || len(cell.Value) != 8 {
		return 0, false
	}
	return integer(cell.Value), true
}

// totals are the types of aggregate families.
var totals = []string{table.IntSum.String(), table.IntMin.String(), table.IntMax.String()}

// integer returns the big-endian number in eight bytes.
func integer(s string) int64 { return int64(binary.BigEndian.Uint64([]byte(s))) }

// writeValue writes a value, or the beginning of it that the page has.
func writeValue(b *strings.Builder, cell engine.PageCell) {
	if cell.Size == 0 {
		b.WriteString(`<span class="raw">""</span>`)
	}
	keyhtml.WriteBytesHTML(b, cell.Value)
	if int64(len(cell.Value)) < cell.Size {
		b.WriteString(`…`)
	}
}

// columnName returns a column as family:qualifier, with illegible characters escaped.
func columnName(c Column) string {
	return i18n.MakePrintable(string(c.Family) + ":" + string(c.Qualifier))
}

// layout returns the CSS widths of the columns for the shown rows, and the least width of
// all together. Widths change in steps, so that they do not change at every row that scrolls
// into sight.
func layout(rows []engine.PageRow, columns []Column) (widths, least string) {
	step := func(n, from, to int) int { return max(from, min(to, (n+1)/2*2+3)) }
	longest, sum := 0, 0
	for _, r := range rows {
		longest = max(longest, utf8.RuneCountInString(i18n.MakePrintable(string(r.Key))))
	}
	key := step(longest, 15, 43)
	var b strings.Builder
	fmt.Fprintf(&b, "minmax(%dch, %dfr)", key, key)
	sum = key
	for _, c := range columns {
		longest = (9*utf8.RuneCountInString(columnName(c)) + 9) / 10 // column names are in smaller type
		for _, r := range rows {
			for _, cell := range r.Cells {
				if columnOf(cell) == c {
					longest = max(longest, utf8.RuneCountInString(i18n.MakePrintable(cell.Value[:min(len(cell.Value), 64)])))
				}
			}
		}
		w := step(longest, 11, 43)
		fmt.Fprintf(&b, " minmax(%dch, %dfr)", w, w)
		sum += w
	}
	return b.String(), strconv.Itoa(sum) + "ch"
}
