package grid

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// listed draws the layouts that show a few rows one below the other, with buttons that lead
// to the other rows. row draws one row. These layouts cannot scroll through the table as the
// grid does, since the heights of their rows differ.
func (g *sheet) listed(name string, row func(*strings.Builder, engine.PageRow, keyhtml.KeyColours)) app.UI {
	shown, colours := g.Data.Page, keyhtml.KeyColoursOf(g.Data.Info)
	first := shown.First - shown.Offset
	rows := shown.Rows[min(max(first, 0), len(shown.Rows)):]
	rows = rows[:min(len(rows), g.Data.Count)]
	var b strings.Builder
	b.WriteString(`<ol class="` + name + `">`)
	for _, r := range rows {
		b.WriteString(`<li`)
		switch r.Mark {
		case engine.MarkReturned:
			b.WriteString(` data-scan="returned"`)
		case engine.MarkScanned:
			b.WriteString(` data-scan="scanned"`)
		}
		b.WriteString(`>`)
		row(&b, r, colours)
		b.WriteString(`</li>`)
	}
	b.WriteString(`</ol>`)
	last := shown.First + len(rows)
	to := func(text, key string, offset int, on bool) app.UI {
		if !on {
			return app.Button().Type("button").Text(text).Attr("aria-label", g.t(key)).Attr("aria-disabled", "true")
		}
		return g.button(text, RowsScrolled{Offset: offset, Count: g.Data.Count}).Attr("aria-label", g.t(key))
	}
	return ui.KeyedElement(name,
		app.Div().Class("listed").ID(page.ElementGrid).TabIndex(0).Role("region").
			Attr("aria-label", i18n.PageText(g.Data.Lang, "view-of-"+name, shown.Table)).Body(app.Raw(b.String())),
		app.Div().Class("row", "pager").Body(
			to("«", "rows-first", 0, shown.First > 0),
			to("‹", "rows-before", max(shown.First-g.Data.Count, 0), shown.First > 0),
			app.Span().Class("label", "num").Role("status").Text(g.t("rows-shown", g.n(int64(min(shown.First+1, last))), g.n(int64(last)), g.n(int64(shown.Total)))),
			to("›", "rows-after", last, last < shown.Total),
			to("»", "rows-last", max(shown.Total-g.Data.Count, 0), last < shown.Total),
		),
	)
}

// pairs draws a row as it is stored: as one pair of key and value for each cell.
func (g *sheet) pairs(b *strings.Builder, r engine.PageRow, colours keyhtml.KeyColours) {
	b.WriteString(`<dl>`)
	left := int64(0)
	for _, c := range r.Cells {
		b.WriteString(`<div><dt>` + colours.KeyHTML(r.Key) + ` <span class="col">` + keyhtml.EscapeHTML(columnName(columnOf(c))) + `</span> `)
		b.WriteString(stamp(c.At))
		b.WriteString(`</dt><dd>`)
		writeValue(b, c)
		b.WriteString(`</dd></div>`)
		left += c.Versions - 1
	}
	b.WriteString(`</dl>`)
	g.writeLeft(b, left)
}

// writeLeft writes how many versions are not shown.
func (g *sheet) writeLeft(b *strings.Builder, n int64) {
	if n > 0 {
		b.WriteString(`<p>` + keyhtml.EscapeHTML(g.t("versions-left", strconv.FormatInt(n, 10))) + `</p>`)
	}
}

// stamp returns the time of a cell as HTML.
func stamp(at base.Micros) string {
	return fmt.Sprintf(`<span class="stamp" title="%s">@%d</span>`, keyhtml.EscapeHTML(dateOf(at)), int64(at))
}

// nested draws a row as the map of maps of the data model: row key, family, qualifier, time,
// value.
func (g *sheet) nested(b *strings.Builder, r engine.PageRow, colours keyhtml.KeyColours) {
	b.WriteString(colours.KeyHTML(r.Key) + `<ul>`)
	left := int64(0)
	for i := 0; i < len(r.Cells); {
		family := r.Cells[i].Family
		b.WriteString(`<li><span class="fam">` + keyhtml.EscapeHTML(i18n.MakePrintable(string(family))) + `</span><ul>`)
		for i < len(r.Cells) && r.Cells[i].Family == family {
			qualifier := r.Cells[i].Qualifier
			b.WriteString(`<li><span class="col">` + keyhtml.EscapeHTML(quotedIfEmpty(i18n.MakePrintable(string(qualifier)))) + `</span><ul>`)
			for ; i < len(r.Cells) && r.Cells[i].Family == family && r.Cells[i].Qualifier == qualifier; i++ {
				c := r.Cells[i]
				b.WriteString(`<li>` + stamp(c.At) + ` <span class="value">`)
				writeValue(b, c)
				b.WriteString(`</span></li>`)
				left += c.Versions - 1
			}
			b.WriteString(`</ul></li>`)
		}
		b.WriteString(`</ul></li>`)
	}
	b.WriteString(`</ul>`)
	g.writeLeft(b, left)
}

// quotedIfEmpty returns the text, or a pair of quotation marks if it is empty.
func quotedIfEmpty(s string) string {
	if s == "" {
		return `""`
	}
	return s
}
