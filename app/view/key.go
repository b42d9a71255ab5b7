package view

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

// fieldColours is how many colours there are for fields.
const fieldColours = 6

// palette gives the fields of a table's records their colours.
type palette struct {
	template *rowkey.Template // nil: keys are split at the delimiter
	fields   []string
}

// paletteOf returns the colours for a table's keys.
func paletteOf(t engine.TableInfo) palette {
	p := palette{fields: t.Fields}
	if t.Template != "" {
		// A template in effect parses; were it not so the key is split plainly.
		p.template, _ = rowkey.Parse(t.Template)
	}
	return p
}

// class returns the class of a field's colour; "" for a literal.
func (c palette) class(field string) string {
	if field == "" {
		return "ks"
	}
	i := slices.Index(c.fields, field)
	if i < 0 {
		i, _ = strconv.Atoi(field) // pieces of a key without template are numbered
	}
	return "k" + strconv.Itoa(i%fieldColours+1)
}

// keyHTML draws a row key with its segments in their fields' colours. It is
// written as text of HTML, since go-app puts line breaks between prerendered
// elements.
func (c palette) keyHTML(k base.RowKey) string {
	var b strings.Builder
	b.WriteString(`<span class="key">`)
	c.writeKey(&b, k, 0, len(k))
	b.WriteString(`</span>`)
	return b.String()
}

// endsHTML is keyHTML, without the middle of a key that is long.
func (c palette) endsHTML(k base.RowKey) string {
	from, to := i18n.Middle(string(k))
	if from == to {
		return c.keyHTML(k)
	}
	var b strings.Builder
	b.WriteString(`<span class="key">`)
	c.writeKey(&b, k, 0, from)
	b.WriteString(`…`)
	c.writeKey(&b, k, to, len(k))
	b.WriteString(`</span>`)
	return b.String()
}

// writeKey writes the bytes [from, to) of a key.
func (c palette) writeKey(b *strings.Builder, k base.RowKey, from, to int) {
	for _, s := range c.template.Segments(k) {
		start, end := max(s.Start, from), min(s.End, to)
		if start > end {
			continue
		}
		b.WriteString(`<span class="` + c.class(s.Field) + `">`)
		text := string(k[start:end])
		before, after := 0, 0
		if start == 0 {
			before = len(text) - len(strings.TrimLeft(text, " "))
		}
		if end == len(k) {
			after = len(text) - len(strings.TrimRight(text[before:], " ")) - before
		}
		writeBlanks(b, before)
		writeBytes(b, text[before:len(text)-after])
		writeBlanks(b, after)
		b.WriteString(`</span>`)
	}
}

// templateHTML draws a template's text in the fields' colours.
func (c palette) templateHTML(text string) string {
	t, err := rowkey.Parse(text)
	if err != nil {
		return `<code class="template">` + bytesHTML(text) + `</code>`
	}
	var b strings.Builder
	b.WriteString(`<code class="template">`)
	for _, part := range t.Parts() {
		b.WriteString(`<span class="` + c.class(part.Field) + `">` + bytesHTML(text[part.Pos:part.End]) + `</span>`)
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

// writeBytes writes arbitrary bytes as HTML: what is not legible is escaped as Go
// does, and marked; what is written from right to left orders nothing around it.
func writeBytes(b *strings.Builder, s string) {
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

// bytesHTML is what writeBytes writes, but for the line breaks, which stay.
func bytesHTML(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		writeBytes(&b, line)
	}
	return b.String()
}

// unquoted returns s in Go's %q form without the quotes around it.
func unquoted(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

// escape returns text as HTML.
func escape(s string) string { return html.EscapeString(s) }
