package grid

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/i18n"
	"tabletop/app/keyhtml"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
)

// maxHex is the most bytes of a value that are shown in hexadecimal.
const maxHex = 1024

// panel draws what is open beside the grid: a long edit, the form for a new cell, or the
// details of a row or a cell.
func (g *sheet) panel() app.UI {
	switch d := g.Data.Grid; {
	case d.Edit != nil && d.Edit.InPanel:
		return g.panelOf("edit", g.t("edit"), g.tallField())
	case d.NewCell != nil:
		return g.panelOf("add", g.t("add-cell"), g.form(d.NewCell))
	case d.Details != nil && d.Cursor.Column == (Column{}):
		return g.panelOf("row", g.t("row-details"), g.rowDetails()...)
	case d.Details != nil:
		return g.panelOf("cell", g.t("cell-details"), g.cellDetails()...)
	}
	return app.Div().Class("cell-panel").Hidden(true)
}

// panelOf draws the panel around a body, with a button that closes it.
func (g *sheet) panelOf(name, label string, body ...app.UI) app.UI {
	var shut page.Msg = panelClosed{}
	if g.Data.Grid.Edit != nil {
		shut = editLeft{}
	}
	return app.Div().Class("cell-panel").Hidden(false).Role("region").Attr("aria-label", label).
		TabIndex(0).OnKeyDown(g.panelKey).Body(
		g.button("×", shut).Class("quiet", "shut").Attr("aria-label", g.t("close")),
		ui.KeyedElement("panel-"+name, body...),
	)
}

// panelKey closes the panel on Escape, and writes the new cell on Enter in a field of its
// form.
func (g *sheet) panelKey(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	switch key := e.Get("key").String(); {
	case key == "Escape":
		e.PreventDefault()
		if g.Data.Grid.Edit != nil {
			g.to.Send(editLeft{})
			return
		}
		g.to.Send(panelClosed{})
	case key == "Enter" && e.Get("target").Call("matches", "input, select").Bool() && !e.Get("isComposing").Bool():
		e.PreventDefault()
		g.addCell(ctx, e)
	}
}

// tools draws the buttons of the panel, none if the table is read-only.
func (g *sheet) tools(buttons ...app.UI) app.UI {
	if g.Data.ReadOnly {
		buttons = nil
	}
	return app.Div().Class("row", "tools").Body(buttons...)
}

// rowDetails returns the details of the row under the cursor.
func (g *sheet) rowDetails() []app.UI {
	d := g.Data
	key := d.Grid.Cursor.Key
	said := g.t("bytes-long", strconv.Itoa(len(key)))
	if p := d.Grid.Details.Cells; p != nil && p.Row == key && p.Family == "" {
		said = g.t("row-holds", strconv.FormatInt(p.Cells, 10), i18n.FormatBytes(d.Lang, p.Bytes), strconv.Itoa(len(key)))
	}
	return []app.UI{
		app.Raw(`<h3 class="bytes">` + keyhtml.KeyColoursOf(d.Info).KeyHTML(key) + `</h3>`),
		app.P().Class("holds").Text(said),
		app.Raw(`<div>` + g.hexOf(string(key), len(key)) + `</div>`),
		g.tools(append(g.asks(),
			g.button(g.t("add-cell"), NewCellFormOpened{Row: key}),
			g.button(g.t("delete-row"), cellDeleted{}).Class("danger"),
		)...),
	}
}

// cellDetails returns the versions of the cell under the cursor, or a note while they have
// not arrived.
func (g *sheet) cellDetails() []app.UI {
	d := g.Data
	c := d.Grid.Cursor
	head := []app.UI{
		app.Raw(`<h3 class="bytes">` + keyhtml.EscapeHTML(columnName(c.Column)) + `</h3>`),
		app.Raw(`<p class="bytes">` + keyhtml.KeyColoursOf(d.Info).KeyHTML(c.Key) + `</p>`),
	}
	p := d.Grid.Details.Cells
	if p == nil || p.Row != c.Key || (Column{Family: p.Family, Qualifier: p.Qualifier}) != c.Column {
		return append(head, app.P().Class("holds").Text(g.t("cell-reading")), app.Div(), g.tools())
	}
	if p.Cells == 0 {
		return append(head, app.P().Class("holds").Text(g.t("cell-none")), app.Div(),
			g.tools(g.button(g.t("edit"), EditBegun{})))
	}
	var b strings.Builder
	b.WriteString(`<ol class="versions">`)
	for _, v := range p.Versions {
		g.writeVersion(&b, v)
	}
	b.WriteString(`</ol>`)
	if left := p.Cells - int64(len(p.Versions)); left > 0 {
		b.WriteString(`<p>` + keyhtml.EscapeHTML(g.t("versions-left", strconv.FormatInt(left, 10))) + `</p>`)
	}
	return append(head,
		app.P().Class("holds").Text(g.t("cell-holds", strconv.FormatInt(p.Cells, 10), i18n.FormatBytes(d.Lang, p.Bytes))),
		app.Raw(`<div>`+b.String()+`</div>`),
		g.tools(append(g.asks(),
			g.button(g.t("edit"), EditBegun{}),
			g.button(g.t("delete-cell"), cellDeleted{}).Class("danger"),
		)...))
}

// writeVersion writes one version: its time, its size, and its value as text, number and
// hexadecimal digits.
func (g *sheet) writeVersion(b *strings.Builder, v engine.CellVersion) {
	fmt.Fprintf(b, `<li><p class="stamp"><b>%s</b> <span>%s</span> <span>%s</span></p>`,
		keyhtml.EscapeHTML(g.t("micros", g.n(int64(v.At)))), keyhtml.EscapeHTML(dateOf(v.At)), keyhtml.EscapeHTML(i18n.FormatBytes(g.Data.Lang, v.Size)))
	if v.Size == 0 {
		b.WriteString(`<pre class="bytes"><span class="raw">""</span></pre></li>`)
		return
	}
	b.WriteString(`<pre class="bytes">`)
	b.WriteString(keyhtml.BytesHTML(v.Value))
	b.WriteString(`</pre>`)
	if int64(len(v.Value)) < v.Size {
		b.WriteString(`<p>` + keyhtml.EscapeHTML(g.t("value-cut", strconv.Itoa(len(v.Value)), strconv.FormatInt(v.Size, 10))) + `</p>`)
	}
	if len(v.Value) == 8 && v.Size == 8 && !isText(v.Value) {
		b.WriteString(`<p>` + keyhtml.EscapeHTML(g.t("as-integer", g.n(integer(v.Value)))) + `</p>`)
	}
	b.WriteString(g.hexOf(v.Value, int(v.Size)))
	b.WriteString(`</li>`)
}

// hexOf returns bytes in hexadecimal, "" if they are text. size is the size of the whole
// value, of which s may be only the beginning.
func (g *sheet) hexOf(s string, size int) string {
	if isText(s) {
		return ""
	}
	cut := ""
	if size > maxHex {
		s = s[:min(len(s), maxHex)]
		cut = `<p>` + keyhtml.EscapeHTML(g.t("hex-cut", strconv.Itoa(len(s)), strconv.Itoa(size))) + `</p>`
	}
	return `<pre class="hex" tabindex="0" role="region" aria-label="` + keyhtml.EscapeHTML(g.t("hex")) + `">` + keyhtml.EscapeHTML(hexDump(s)) + `</pre>` + cut
}

// hexDump returns bytes in lines of eight: their offset, their hexadecimal digits, and their
// ASCII characters.
func hexDump(s string) string {
	var b strings.Builder
	for at := 0; at < len(s); at += 8 {
		line := s[at:min(at+8, len(s))]
		fmt.Fprintf(&b, "%04x  %-23s  ", at, fmt.Sprintf("% x", line))
		for _, c := range []byte(line) {
			if c < ' ' || c > '~' {
				c = '.'
			}
			b.WriteByte(c)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// dateOf returns a time as a date in UTC.
func dateOf(at base.Micros) string {
	return time.UnixMicro(int64(at)).UTC().Format("2006-01-02 15:04:05.000000 UTC")
}

// Ids of the form's other fields, which no effect refers to.
const (
	newFamily = "new-family"
	newValue  = "new-value"
)

// form draws the form for a new cell.
func (g *sheet) form(n *NewCellForm) app.UI {
	field := func(label, id string) app.UI {
		return app.Label().Body(app.Span().Text(label), app.Input().Type("text").ID(id).
			Attr("autocapitalize", "off").Attr("autocomplete", "off").Attr("autocorrect", "off").Attr("spellcheck", "false"))
	}
	families := []app.UI{}
	for _, f := range g.Data.Info.Families {
		families = append(families, app.Option().Value(string(f.Name)).Text(i18n.MakePrintable(string(f.Name))))
	}
	if len(families) == 0 {
		return app.P().Class("holds").Text(g.t("add-no-family"))
	}
	row := field(g.t("row-key"), elementNewRow)
	title := g.t("add-row")
	if n.Row != "" {
		row = app.Raw(`<p class="bytes">` + keyhtml.KeyColoursOf(g.Data.Info).KeyHTML(n.Row) + `</p>`)
		title = g.t("add-cell")
	}
	return app.Div().Class("new-cell").Body(
		app.H3().Text(title),
		ui.KeyedElement("row-"+strconv.FormatBool(n.Row != ""), row),
		app.Label().Body(app.Span().Text(g.t("family")), app.Select().ID(newFamily).Body(families...)),
		field(g.t("qualifier"), elementNewCell),
		field(g.t("value"), newValue),
		app.Div().Class("row", "tools").Body(
			g.button(g.t("cancel"), panelClosed{}),
			app.Button().Type("button").Class("primary").Text(g.t("write")).OnClick(g.addCell),
		),
	)
}

// addCell sends the values of the form's fields, which are read from the browser only now.
func (g *sheet) addCell(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	n := g.Data.Grid.NewCell
	if n == nil {
		return
	}
	text := func(id string) string {
		if e := app.Window().GetElementByID(id); e.Truthy() {
			return e.Get("value").String()
		}
		return ""
	}
	row := string(n.Row)
	if row == "" {
		row = text(elementNewRow)
	}
	g.to.Send(NewCellSubmitted{Row: row, Family: text(newFamily), Qualifier: text(elementNewCell), Value: text(newValue)})
}
