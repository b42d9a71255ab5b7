package hbase

import (
	"strings"

	"tabletop/engine/console"
	"tabletop/engine/hbase/hfilter"
)

// filter completes a string that is a text in HBase's filter language.
func (c *completer) filter() {
	if !c.quoted {
		if c.typed == "" {
			c.offer(hfilter.Complete("").Choices, func(s string) string { return `"` + s })
		}
		return
	}
	quote := c.text[c.From]
	write := func(s string) string { return inside(quote, s) }
	done := hfilter.Complete(c.typed)
	tail := write(done.Typed)
	if !strings.HasSuffix(c.text[c.From+1:], tail) {
		return // the string has other escapes than write would use
	}
	c.From, c.typed = len(c.text)-len(tail), strings.TrimPrefix(done.Typed, "'")
	c.offer(done.Choices, write)
	switch done.Place {
	case hfilter.PlaceRow:
		if c.table.Name != "" {
			c.Keys = &console.KeyPlace{Table: c.table.Name, Prefix: hfilter.Unquote(done.Typed), Write: func(key string, whole bool) string {
				text := hfilter.Quote(key)
				if !whole {
					text = text[:len(text)-1]
				}
				return write(text)
			}}
		}
	case hfilter.PlaceFamily:
		var out []console.Choice
		for _, f := range c.table.Families {
			out = append(out, console.Choice{Kind: console.ChooseFamily, Label: f.Name, Text: write(hfilter.Quote(f.Name)), GC: f.GC})
		}
		c.add(out)
	case hfilter.PlaceQualifier:
		c.Completion.Columns = c.table.Name
		var out []console.Choice
		for _, col := range c.table.Columns {
			if col.Family == done.Family {
				out = append(out, console.Choice{Kind: console.ChooseQualifier, Label: col.Qualifier, Text: write(hfilter.Quote(col.Qualifier))})
			}
		}
		c.add(out)
	}
}

// offer offers the choices of the filter language, written by write.
func (c *completer) offer(choices []hfilter.Choice, write func(string) string) {
	var out []console.Choice
	for _, ch := range choices {
		out = append(out, console.Choice{Kind: console.ChooseValue, Label: ch.Name, Text: write(ch.Text), AddsBlank: ch.Ends, Field: ch.Usage})
	}
	c.add(out)
}

// inside returns text as it is written within a string that begins with quote, as far as
// possible: single quotes cannot express bytes that are not printable.
func inside(quote byte, text string) string {
	if quote == '\'' {
		return strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text)
	}
	if printable(text) {
		return strings.NewReplacer(`\`, `\\`, `"`, `\"`, `#{`, `\#{`).Replace(text)
	}
	return inDouble(text)
}
