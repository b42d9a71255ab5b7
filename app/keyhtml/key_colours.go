// Package keyhtml writes row keys, templates and other bytes as HTML, with the fields of a key in colours.
package keyhtml

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

// fieldColours is the number of colours for fields.
const fieldColours = 6

// KeyColours gives each field of a table's records a colour, in row keys and templates.
type KeyColours struct {
	Template *rowkey.Template // nil if keys are split at the delimiter
	Fields   []string         // all fields of the table, in the order of colours
}

// KeyColoursOf returns the colours for a table.
func KeyColoursOf(t engine.TableInfo) KeyColours {
	p := KeyColours{Fields: t.Fields}
	if t.Template != "" {
		// A table's template always parses; if it did not, keys would be split at the
		// delimiter.
		p.Template, _ = rowkey.Parse(t.Template)
	}
	return p
}

// FieldClass returns the CSS classes of a field's colour. A field of "" is a literal of the
// template. After fieldColours fields the colours come again, with an underline.
func (c KeyColours) FieldClass(field string) string {
	if field == "" {
		return "ks"
	}
	i := slices.Index(c.Fields, field)
	if i < 0 {
		i, _ = strconv.Atoi(field) // without a template the pieces of a key are numbered
	}
	class := "k" + strconv.Itoa(i%fieldColours+1)
	if i/fieldColours%2 == 1 {
		class += " kk"
	}
	return class
}

// KeyHTML returns a row key as HTML, with its segments in their fields' colours. It is a string
// because go-app would put line breaks between elements in a prerendered page.
func (c KeyColours) KeyHTML(k base.RowKey) string {
	var b strings.Builder
	b.WriteString(`<span class="key">`)
	c.writeKey(&b, k, 0, len(k))
	b.WriteString(`</span>`)
	return b.String()
}

// ElidedKeyHTML is like KeyHTML, but leaves out the middle of a long key.
func (c KeyColours) ElidedKeyHTML(k base.RowKey) string {
	from, to := i18n.ElidedRange(string(k))
	if from == to {
		return c.KeyHTML(k)
	}
	var b strings.Builder
	b.WriteString(`<span class="key">`)
	c.writeKey(&b, k, 0, from)
	b.WriteString(`…`)
	c.writeKey(&b, k, to, len(k))
	b.WriteString(`</span>`)
	return b.String()
}

// writeKey writes the bytes [from, to) of a key as HTML in colours. Blanks at the key's ends
// are written as escapes, since they would not be visible.
func (c KeyColours) writeKey(b *strings.Builder, k base.RowKey, from, to int) {
	for _, s := range c.Template.Segments(k) {
		start, end := max(s.Start, from), min(s.End, to)
		if start > end {
			continue
		}
		b.WriteString(`<span class="` + c.FieldClass(s.Field) + `">`)
		text := string(k[start:end])
		// Blanks at the ends of the whole key are not visible.
		before, after := 0, 0
		if start == 0 {
			before = len(text) - len(strings.TrimLeft(text, " "))
		}
		if end == len(k) {
			after = len(text) - len(strings.TrimRight(text[before:], " ")) - before
		}
		writeBlanks(b, before)
		WriteBytesHTML(b, text[before:len(text)-after])
		writeBlanks(b, after)
		b.WriteString(`</span>`)
	}
}

// TemplateHTML returns a template as HTML in the fields' colours; a text that does not parse
// has none.
func (c KeyColours) TemplateHTML(text string) string {
	t, err := rowkey.Parse(text)
	if err != nil {
		return `<code class="template">` + BytesHTML(text) + `</code>`
	}
	var b strings.Builder
	b.WriteString(`<code class="template">`)
	for _, part := range t.Parts() {
		b.WriteString(`<span class="` + c.FieldClass(part.Field) + `">` + BytesHTML(text[part.Pos:part.End]) + `</span>`)
	}
	b.WriteString(`</code>`)
	return b.String()
}

// writeBlanks writes n blanks as escapes.
func writeBlanks(b *strings.Builder, n int) {
	if n > 0 {
		b.WriteString(`<span class="raw">` + strings.Repeat(`\x20`, n) + `</span>`)
	}
}

// WriteBytesHTML writes arbitrary bytes as HTML. What is not legible is escaped as in Go, and
// marked. Text from right to left is isolated, so that it does not reorder what is around it.
func WriteBytesHTML(b *strings.Builder, s string) {
	for len(s) > 0 {
		n, legible := base.LegibleRun(s)
		if legible {
			writeLegible(b, s[:n])
		} else {
			b.WriteString(`<span class="raw">` + html.EscapeString(base.EscapeNonASCII(s[:n])) + `</span>`)
		}
		s = s[n:]
	}
}

// writeLegible writes legible text as HTML.
func writeLegible(b *strings.Builder, s string) {
	for {
		from, to := base.RightToLeftRun(s)
		if from == to {
			b.WriteString(html.EscapeString(s))
			return
		}
		b.WriteString(html.EscapeString(s[:from]) + `<bdi>` + html.EscapeString(s[from:to]) + `</bdi>`)
		s = s[to:]
	}
}

// BytesHTML is like [WriteBytesHTML], but keeps line breaks.
func BytesHTML(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		WriteBytesHTML(&b, line)
	}
	return b.String()
}

// EscapeAsGo returns s with the escapes of Go's %q, without the quotes.
func EscapeAsGo(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

// EscapeHTML returns text escaped for HTML and for quoted attributes.
func EscapeHTML(s string) string { return html.EscapeString(s) }
