package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/model"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// tableTools draws how the table is shown, and what can be added.
func (p *drawing) tableTools(shown string) app.UI {
	if !p.live || shown == "" {
		return app.Div().Class("table-tools")
	}
	radios := []app.UI{}
	for _, v := range []struct {
		view model.View
		key  string
	}{{model.ViewGrid, "view-grid"}, {model.ViewPairs, "view-pairs"}, {model.ViewNested, "view-nested"}} {
		radios = append(radios, app.Label().Body(
			p.radio("view", v.key, p.st.Work.Grid.View == v.view, model.ViewPicked{View: v.view}),
			app.Text(p.t(v.key))))
	}
	add := app.UI(app.Span())
	if !p.st.Work.Fixed() {
		add = p.button(p.t("add-row"), model.AddBegun{}).Class("quiet")
	}
	return app.Div().Class("table-tools").Body(
		app.Div().Class("dialect").Role("radiogroup").Attr("aria-label", p.t("view")).Body(radios...),
		add,
	)
}

// gridHint says what keys do in the grid, or what it lacks.
func (p *drawing) gridHint() app.UI {
	hint := app.Span().Class("keys")
	switch g := p.st.Work.Grid; {
	case g.View != model.ViewGrid:
		return hint
	case g.Hidden > 0:
		return hint.Text(p.t("columns-left", strconv.Itoa(g.Hidden)))
	case p.st.Work.Fixed():
		return hint
	}
	return hint.Text(p.t("grid-keys"))
}

// listed draws the rows that are shown at a time one below the other, and what
// leads to the others. It is no box of endless rows: they differ in height.
func (g *grid) listed(name string, row func(*strings.Builder, engine.PageRow, ui.Palette)) app.UI {
	page, colours := g.Data.Page, ui.PaletteOf(g.Data.Info)
	first := page.First - page.Offset
	rows := page.Rows[min(max(first, 0), len(page.Rows)):]
	rows = rows[:min(len(rows), g.Data.Count)]
	var b strings.Builder
	b.WriteString(`<ol class="` + name + `">`)
	for _, r := range rows {
		b.WriteString(`<li`)
		switch r.Mark {
		case engine.Returned:
			b.WriteString(` data-scan="returned"`)
		case engine.Scanned:
			b.WriteString(` data-scan="scanned"`)
		}
		b.WriteString(`>`)
		row(&b, r, colours)
		b.WriteString(`</li>`)
	}
	b.WriteString(`</ol>`)
	last := page.First + len(rows)
	to := func(text, key string, offset int, on bool) app.UI {
		if !on {
			return app.Button().Type("button").Text(text).Attr("aria-label", g.t(key)).Attr("aria-disabled", "true")
		}
		return g.button(text, model.Scrolled{Offset: offset, Count: g.Data.Count}).Attr("aria-label", g.t(key))
	}
	return ui.Keyed(name,
		app.Div().Class("listed").ID(model.ElementGrid).TabIndex(0).Role("region").
			Attr("aria-label", i18n.Text(g.Data.Lang, "view-of-"+name, page.Table)).Body(app.Raw(b.String())),
		app.Div().Class("row", "pager").Body(
			to("«", "rows-first", 0, page.First > 0),
			to("‹", "rows-before", max(page.First-g.Data.Count, 0), page.First > 0),
			app.Span().Class("label", "num").Role("status").Text(g.t("rows-shown", g.n(int64(min(page.First+1, last))), g.n(int64(last)), g.n(int64(page.Total)))),
			to("›", "rows-after", last, last < page.Total),
			to("»", "rows-last", max(page.Total-g.Data.Count, 0), last < page.Total),
		),
	)
}

// pairs draws a row as what it is stored as: one pair of key and value a cell.
func (g *grid) pairs(b *strings.Builder, r engine.PageRow, colours ui.Palette) {
	b.WriteString(`<dl>`)
	left := int64(0)
	for _, c := range r.Cells {
		b.WriteString(`<div><dt>` + colours.KeyHTML(r.Key) + ` <span class="col">` + ui.Escape(columnName(model.Column{Family: c.Family, Qualifier: c.Qualifier})) + `</span> `)
		b.WriteString(stamp(c.At))
		b.WriteString(`</dt><dd>`)
		writeValue(b, c)
		b.WriteString(`</dd></div>`)
		left += c.Versions - 1
	}
	b.WriteString(`</dl>`)
	g.writeLeft(b, left)
}

// writeLeft says how many versions are not shown.
func (g *grid) writeLeft(b *strings.Builder, n int64) {
	if n > 0 {
		b.WriteString(`<p>` + ui.Escape(g.t("versions-left", strconv.FormatInt(n, 10))) + `</p>`)
	}
}

// stamp draws a cell's time.
func stamp(at base.Micros) string {
	return fmt.Sprintf(`<span class="stamp" title="%s">@%d</span>`, ui.Escape(dateOf(at)), int64(at))
}

// nested draws a row as the map of maps that the data model speaks of: row key,
// family, qualifier, time, value.
func (g *grid) nested(b *strings.Builder, r engine.PageRow, colours ui.Palette) {
	b.WriteString(colours.KeyHTML(r.Key) + `<ul>`)
	left := int64(0)
	for i := 0; i < len(r.Cells); {
		family := r.Cells[i].Family
		b.WriteString(`<li><span class="fam">` + ui.Escape(i18n.Plain(string(family))) + `</span><ul>`)
		for i < len(r.Cells) && r.Cells[i].Family == family {
			qualifier := r.Cells[i].Qualifier
			b.WriteString(`<li><span class="col">` + ui.Escape(quotedIfEmpty(i18n.Plain(string(qualifier)))) + `</span><ul>`)
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

func quotedIfEmpty(s string) string {
	if s == "" {
		return `""`
	}
	return s
}
