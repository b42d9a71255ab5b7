package view

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/engine"
	"tabletop/engine/base"
)

const (
	// overscan is how many rows beyond the visible ones are drawn on each side.
	overscan = 5
	// leastRows is the smallest page that is asked for.
	leastRows = 24
	// mostRows is how many rows high the scrolled area is at most: browsers stop
	// at some 16 million pixels. Larger tables scroll in proportion.
	mostRows = 250_000
)

// table draws the table that is shown, with a choice where there are several.
func (p *page) table() app.UI {
	tables := p.st.Work.Tables
	shown := p.st.Work.Page.Table
	picks := []app.UI{}
	for _, t := range tables {
		picks = append(picks, p.button(t.Name, model.TablePicked{Table: t.Name}).Attr("aria-pressed", t.Name == shown))
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
		),
		p.tableBody(shown),
	)
}

func (p *page) tableBody(shown string) app.UI {
	empty := func(title, text string) app.UI {
		return keyed("no-grid", app.Div().Class("empty").Body(app.B().Text(p.t(title)), app.P().Text(p.t(text))))
	}
	switch {
	case !p.live:
		return empty("no-table", "no-table-text")
	case len(p.st.Work.Tables) == 0 || shown == "":
		return empty("no-table", "no-table-text")
	}
	work := &p.st.Work
	data := gridData{Lang: p.st.Lang, Page: work.Page, Info: p.info(shown)}
	if s := work.Replay.Step(); s != nil {
		data.At = s.Key
	}
	return app.Div().Class("grid-part").Body(
		app.Div().Class("grid-row").Body(&grid{Data: data, send: p.send}, p.strip()),
		p.reading(),
	)
}

// gridData is all that the grid draws.
type gridData struct {
	Lang string
	Page engine.Page
	Info engine.TableInfo
	At   base.RowKey // the row that a replay shows, "" for none
}

// grid draws the rows of a page at their place in the whole table. It is a
// component of its own, so that it is drawn again only when its data changes.
type grid struct {
	app.Compo
	Data gridData
	send func(model.Msg)
	// first is the row at the top of the visible area, fit how many rows it
	// holds; both as last measured.
	first, fit int
}

// OnMount measures how many rows fit.
func (g *grid) OnMount(app.Context) { g.measure() }

// OnResize measures again.
func (g *grid) OnResize(app.Context) { g.measure() }

// OnUpdate measures once more after the grid has been out of sight.
func (g *grid) OnUpdate(app.Context) {
	if g.fit == 0 {
		g.measure()
	}
}

// height is how many rows high the scrolled area is.
func (d gridData) height() int { return min(d.Page.Total, mostRows) }

// measure reads the scroll position and asks for the rows that are visible. It
// reports whether anything is different.
func (g *grid) measure() bool {
	box := app.Window().GetElementByID(model.ElementGrid)
	if !box.Truthy() {
		return false
	}
	row := rowPixels(box)
	if row == 0 {
		return false // out of sight
	}
	total := g.Data.Page.Total
	fit := int(math.Ceil(box.Get("clientHeight").Float()/row)) - 1 // one row is the head
	first := int(box.Get("scrollTop").Float() / row)
	if total > mostRows {
		first = int(float64(first) / float64(mostRows-fit) * float64(total-fit))
	}
	first = max(0, min(first, total-fit))
	if first == g.first && fit == g.fit {
		return false
	}
	g.first, g.fit = first, fit
	count := min(max(fit+2*overscan, leastRows), engine.MaxPage)
	g.send(model.Scrolled{Offset: max(0, min(first-overscan, total-count)), Count: count})
	return true
}

// rowPixels returns the height of the grid's rows, 0 while it is out of sight.
func rowPixels(box app.Value) float64 {
	head := box.Call("querySelector", ".grid-head")
	if !head.Truthy() {
		return 0
	}
	return head.Call("getBoundingClientRect").Get("height").Float()
}

// ScrollTop returns how far down, in pixels, the grid has to be scrolled for the
// row with that offset to be the first that is seen.
func ScrollTop(st model.State, offset int) float64 {
	box := app.Window().GetElementByID(model.ElementGrid)
	if !box.Truthy() {
		return 0
	}
	row, total := rowPixels(box), st.Work.Page.Total
	if total <= mostRows || row == 0 {
		return row * float64(offset)
	}
	fit := box.Get("clientHeight").Float()/row - 1
	return row * float64(offset) / (float64(total) - fit) * (mostRows - fit)
}

func (g *grid) scrolled(ctx app.Context, _ app.Event) {
	if !g.measure() {
		ctx.PreventUpdate()
	}
}

// from returns where the page's first row is drawn, in rows.
func (g *grid) from() float64 {
	at := g.Data.Page.Offset
	if g.Data.Page.Total <= mostRows {
		return float64(at)
	}
	fit := max(g.fit, 1)
	top := float64(g.first) / float64(g.Data.Page.Total-fit) * float64(mostRows-fit)
	return math.Max(0, top+float64(at-g.first))
}

// Render draws the grid.
func (g *grid) Render() app.UI {
	d := g.Data
	columns := columnsOf(d.Page.Rows)
	widths, least := layout(d.Page.Rows, columns)
	heads := []app.UI{app.Div().Role("columnheader").Text(i18n.Text(d.Lang, "row-key"))}
	for _, c := range columns {
		heads = append(heads, app.Div().Role("columnheader").Text(c.name()))
	}
	colours := paletteOf(d.Info)
	rows := make([]app.UI, 0, len(d.Page.Rows))
	for i, r := range d.Page.Rows {
		rows = append(rows, g.row(d.Page.Offset+i, r, columns, colours))
	}
	return app.Div().Class("grid").ID(model.ElementGrid).Role("grid").Attr("aria-label", d.Page.Table).
		Attr("aria-rowcount", d.Page.Total+1).Attr("aria-colcount", len(columns)+1).Attr("aria-readonly", "true").
		TabIndex(0).Style("--columns", widths).Style("--least", least).
		OnScroll(g.scrolled).Body(
		app.Div().Class("grid-head").Role("rowgroup").Body(
			app.Div().Role("row").Attr("aria-rowindex", 1).Body(heads...)),
		app.Div().Class("grid-space").Role("rowgroup").Style("--rows", strconv.Itoa(d.height())).Body(
			app.Div().Class("grid-rows").Role("presentation").
				Style("--from", strconv.FormatFloat(g.from(), 'f', 2, 64)).Body(rows...)),
	)
}

func (g *grid) row(index int, r engine.PageRow, columns []column, colours palette) app.UI {
	key := app.Div().Role("rowheader")
	cells := []app.UI{key}
	for _, c := range columns {
		cells = append(cells, app.Div().Role("gridcell").Body(c.cell(g.Data.Lang, r.Cells)...))
	}
	row := app.Div().Role("row").DataSet("key", unquoted(string(r.Key))).Attr("aria-rowindex", index+2)
	scan := ""
	switch r.Mark {
	case engine.Returned:
		scan = "returned"
	case engine.Scanned:
		scan = "scanned"
	}
	if g.Data.At != "" && r.Key == g.Data.At {
		row = row.DataSet("at", "yes")
	}
	said := app.Span().Class("unseen")
	if scan != "" {
		row = row.DataSet("scan", scan)
		said = said.Text(" " + i18n.Text(g.Data.Lang, "row-"+scan))
	}
	key.Body(colours.key(r.Key), said)
	return row.Body(cells...)
}

// column is a column of the grid.
type column struct {
	family, qualifier string
}

func (c column) name() string { return plainBytes(c.family + ":" + c.qualifier) }

// columnsOf returns the columns that the rows have, by family and qualifier.
func columnsOf(rows []engine.PageRow) []column {
	var out []column
	seen := map[column]bool{}
	for _, r := range rows {
		for _, c := range r.Cells {
			col := column{string(c.Family), string(c.Qualifier)}
			if !seen[col] {
				seen[col] = true
				out = append(out, col)
			}
		}
	}
	slices.SortFunc(out, func(a, b column) int {
		if o := strings.Compare(a.family, b.family); o != 0 {
			return o
		}
		return strings.Compare(a.qualifier, b.qualifier)
	})
	return out
}

// cell draws the newest version in the column.
func (c column) cell(lang string, cells []engine.PageCell) []app.UI {
	for _, cell := range cells {
		if string(cell.Family) != c.family || string(cell.Qualifier) != c.qualifier {
			continue
		}
		var b strings.Builder
		b.WriteString(`<span class="value">`)
		writeBytes(&b, cell.Value)
		if int64(len(cell.Value)) < cell.Size {
			b.WriteString(`…`)
		}
		if cell.Versions > 1 {
			n := i18n.Number(lang, cell.Versions)
			b.WriteString(`<sup title="` + escape(i18n.Text(lang, "versions", strconv.FormatInt(cell.Versions, 10))) + `">×` + n + `</sup>`)
		}
		b.WriteString(`</span>`)
		return []app.UI{app.Raw(b.String())}
	}
	return nil
}

// layout returns the widths of the columns for the rows that are shown, and the
// least width of all, in characters. They grow in steps, so that scrolling does
// not make them tremble.
func layout(rows []engine.PageRow, columns []column) (widths, least string) {
	step := func(n, from, to int) int { return max(from, min(to, (n+3)/4*4+3)) }
	longest, sum := 0, 0
	for _, r := range rows {
		longest = max(longest, utf8.RuneCountInString(plainBytes(string(r.Key))))
	}
	key := step(longest, 15, 55)
	var b strings.Builder
	fmt.Fprintf(&b, "minmax(%dch, %dfr)", key, key)
	sum = key
	for _, c := range columns {
		longest = utf8.RuneCountInString(c.name())
		for _, r := range rows {
			for _, cell := range r.Cells {
				if string(cell.Family) == c.family && string(cell.Qualifier) == c.qualifier {
					longest = max(longest, utf8.RuneCountInString(cell.Value))
				}
			}
		}
		w := step(longest, 11, 43)
		fmt.Fprintf(&b, " minmax(%dch, %dfr)", w, w)
		sum += w
	}
	return b.String(), strconv.Itoa(sum) + "ch"
}
