package ui

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"tabletop/app/i18n"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// FieldColours is how many colours there are for fields.
const FieldColours = 6

// Palette gives the fields of a table's records their colours.
type Palette struct {
	Template *rowkey.Template // nil: keys are split at the delimiter
	Fields   []string
}

// PaletteOf returns the colours for a table's keys.
func PaletteOf(t engine.TableInfo) Palette {
	p := Palette{Fields: t.Fields}
	if t.Template != "" {
		// A template in effect parses; were it not so the key is split plainly.
		p.Template, _ = rowkey.Parse(t.Template)
	}
	return p
}

// Class returns the classes of a field's colour; "" for a literal. The colours come twice,
// the second time with a line under them.
func (c Palette) Class(field string) string {
	if field == "" {
		return "ks"
	}
	i := slices.Index(c.Fields, field)
	if i < 0 {
		i, _ = strconv.Atoi(field) // pieces of a key without template are numbered
	}
	class := "k" + strconv.Itoa(i%FieldColours+1)
	if i/FieldColours%2 == 1 {
		class += " kk"
	}
	return class
}

// KeyHTML draws a row key with its segments in their fields' colours. It is
// written as text of HTML, since go-app puts line breaks between prerendered
// elements.
func (c Palette) KeyHTML(k base.RowKey) string {
	var b strings.Builder
	b.WriteString(`<span class="key">`)
	c.WriteKey(&b, k, 0, len(k))
	b.WriteString(`</span>`)
	return b.String()
}

// EndsHTML is KeyHTML, without the middle of a key that is long.
func (c Palette) EndsHTML(k base.RowKey) string {
	from, to := i18n.Middle(string(k))
	if from == to {
		return c.KeyHTML(k)
	}
	var b strings.Builder
	b.WriteString(`<span class="key">`)
	c.WriteKey(&b, k, 0, from)
	b.WriteString(`…`)
	c.WriteKey(&b, k, to, len(k))
	b.WriteString(`</span>`)
	return b.String()
}

// WriteKey writes the bytes [from, to) of a key.
func (c Palette) WriteKey(b *strings.Builder, k base.RowKey, from, to int) {
	for _, s := range c.Template.Segments(k) {
		start, end := max(s.Start, from), min(s.End, to)
		if start > end {
			continue
		}
		b.WriteString(`<span class="` + c.Class(s.Field) + `">`)
		text := string(k[start:end])
		before, after := 0, 0
		if start == 0 {
			before = len(text) - len(strings.TrimLeft(text, " "))
		}
		if end == len(k) {
			after = len(text) - len(strings.TrimRight(text[before:], " ")) - before
		}
		writeBlanks(b, before)
		WriteBytes(b, text[before:len(text)-after])
		writeBlanks(b, after)
		b.WriteString(`</span>`)
	}
}

// TemplateHTML draws a template's text in the fields' colours.
func (c Palette) TemplateHTML(text string) string {
	t, err := rowkey.Parse(text)
	if err != nil {
		return `<code class="template">` + BytesHTML(text) + `</code>`
	}
	var b strings.Builder
	b.WriteString(`<code class="template">`)
	for _, part := range t.Parts() {
		b.WriteString(`<span class="` + c.Class(part.Field) + `">` + BytesHTML(text[part.Pos:part.End]) + `</span>`)
	}
	b.WriteString(`</code>`)
	return b.String()
}

// writeBlanks writes blanks at the end of something, where they cannot be seen.
func writeBlanks(b *strings.Builder, n int) {
	if n > 0 {
		b.WriteString(`<span class="raw">` + strings.Repeat(`\x20`, n) + `</span>`)
	}
}

// WriteBytes writes arbitrary bytes as HTML: what is not legible is escaped as Go
// does, and marked; what is written from right to left orders nothing around it.
func WriteBytes(b *strings.Builder, s string) {
	for len(s) > 0 {
		n, legible := base.LegibleRun(s)
		if legible {
			writeLegible(b, s[:n])
		} else {
			b.WriteString(`<span class="raw">` + html.EscapeString(base.Escape(s[:n])) + `</span>`)
		}
		s = s[n:]
	}
}

func writeLegible(b *strings.Builder, s string) {
	for {
		from, to := base.RightToLeft(s)
		if from == to {
			b.WriteString(html.EscapeString(s))
			return
		}
		b.WriteString(html.EscapeString(s[:from]) + `<bdi>` + html.EscapeString(s[from:to]) + `</bdi>`)
		s = s[to:]
	}
}

// BytesHTML is what WriteBytes writes, but for the line breaks, which stay.
func BytesHTML(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		WriteBytes(&b, line)
	}
	return b.String()
}

// Unquote returns s in Go's %q form without the quotes around it.
func Unquote(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

// Escape returns text as HTML.
func Escape(s string) string { return html.EscapeString(s) }
