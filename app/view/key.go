package view

import (
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
	for _, s := range c.template.Segments(k) {
		b.WriteString(`<span class="` + c.class(s.Field) + `">`)
		text := string(k[s.Start:s.End])
		before, after := 0, 0
		if s.Start == 0 {
			before = len(text) - len(strings.TrimLeft(text, " "))
		}
		if s.End == len(k) {
			after = len(text) - len(strings.TrimRight(text[before:], " ")) - before
		}
		writeBlanks(&b, before)
		writeBytes(&b, text[before:len(text)-after])
		writeBlanks(&b, after)
		b.WriteString(`</span>`)
	}
	b.WriteString(`</span>`)
	return b.String()
}

// templateHTML draws a template's text in the fields' colours.
func (c palette) templateHTML(text string) string {
	t, err := rowkey.Parse(text)
	if err != nil {
		return `<code class="template">` + html.EscapeString(text) + `</code>`
	}
	var b strings.Builder
	b.WriteString(`<code class="template">`)
	for _, part := range t.Parts() {
		b.WriteString(`<span class="` + c.class(part.Field) + `">` + html.EscapeString(text[part.Pos:part.End]) + `</span>`)
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

// writeBytes writes arbitrary bytes as HTML: what is no printable text is
// escaped as Go does, and marked.
func writeBytes(b *strings.Builder, s string) {
	for len(s) > 0 {
		n := printable(s)
		b.WriteString(html.EscapeString(s[:n]))
		s = s[n:]
		if n = unprintable(s); n > 0 {
			b.WriteString(`<span class="raw">` + html.EscapeString(unquoted(s[:n])) + `</span>`)
			s = s[n:]
		}
	}
}

// printable returns how many bytes at the start of s are printable text.
func printable(s string) int {
	for i, r := range s {
		if !isText(s[i:], r) {
			return i
		}
	}
	return len(s)
}

// unprintable returns how many bytes at the start of s are not.
func unprintable(s string) int {
	for i, r := range s {
		if isText(s[i:], r) {
			return i
		}
	}
	return len(s)
}

// isText reports whether r, the first rune of s, may be shown as it is.
func isText(s string, r rune) bool {
	if r == utf8.RuneError {
		_, size := utf8.DecodeRuneInString(s)
		return size > 1
	}
	return strconv.IsPrint(r)
}

// plainBytes returns bytes as text, escaped as Go does where they are no
// printable text.
func plainBytes(s string) string {
	if printable(s) == len(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		n := printable(s)
		b.WriteString(s[:n])
		s = s[n:]
		n = unprintable(s)
		b.WriteString(unquoted(s[:n]))
		s = s[n:]
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
