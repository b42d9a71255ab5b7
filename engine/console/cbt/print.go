package cbt

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tabletop/engine/console"
	"tabletop/engine/table"
)

// Print returns the command as one line of printable text, in the form that a
// shell too would hand to cbt unchanged: [Parse] gives the command back. That
// holds for every command the language can say; a qualifier with = in it, a
// family with a colon and a column pattern with a comma or a colon it cannot.
func Print(c console.Command) string {
	var p printer
	switch c := c.(type) {
	case console.CreateTable:
		p.words("createtable", c.Table)
		if len(c.Families) > 0 {
			list := make([]string, len(c.Families))
			for i, f := range c.Families {
				list[i] = csvField(familyText(f))
			}
			p.key("families", strings.Join(list, ","))
		}
		if len(c.Splits) > 0 {
			list := make([]string, len(c.Splits))
			for i, k := range c.Splits {
				list[i] = csvField(string(k))
			}
			p.key("splits", strings.Join(list, ","))
		}
	case console.CreateFamily:
		p.words("createfamily", c.Table, familyText(console.FamilySpec{Name: c.Family, GC: c.GC}))
	case console.DeleteTable:
		p.words("deletetable", c.Table)
	case console.DeleteFamily:
		p.words("deletefamily", c.Table, string(c.Family))
	case console.List:
		p.words("ls")
		if c.Table != "" {
			p.words(c.Table)
		}
	case console.Set:
		p.words("set", c.Table, string(c.Row))
		for _, cell := range c.Cells {
			p.cell(cell)
		}
	case console.Read:
		p.words("read", c.Table)
		p.key("start", string(c.Start))
		p.key("end", string(c.End))
		p.key("prefix", c.Prefix)
		p.key("regex", c.Regex)
		p.columns(c.Columns)
		p.number("count", c.Count)
		p.number("cells-per-column", c.CellsPerColumn)
		p.flag("keys-only", "true", c.KeysOnly)
		p.flag("reversed", "true", c.Reversed)
		p.flag("include-stats", "full", c.Stats)
	case console.Lookup:
		p.words("lookup", c.Table, string(c.Row))
		p.columns(c.Columns)
		p.number("cells-per-column", c.CellsPerColumn)
		p.flag("keys-only", "true", c.KeysOnly)
		p.flag("include-stats", "full", c.Stats)
	case console.Count:
		p.words("count", c.Table)
		p.key("prefix", c.Prefix)
	case console.DeleteRow:
		p.words("deleterow", c.Table, string(c.Row))
	case console.DeleteColumn:
		p.words("deletecolumn", c.Table, string(c.Row), string(c.Family), string(c.Qualifier))
	case console.DeleteAllRows:
		p.words("deleteallrows", c.Table)
	case console.Help:
		p.words("help")
		if c.Topic != "" {
			p.words(c.Topic)
		}
	default:
		panic(fmt.Sprintf("cbt: unknown command %T", c))
	}
	return p.b.String()
}

type printer struct{ b strings.Builder }

func (p *printer) words(list ...string) {
	for _, w := range list {
		if p.b.Len() > 0 {
			p.b.WriteByte(' ')
		}
		if w == "" {
			w = "''"
		} else {
			w = quote(w)
		}
		p.b.WriteString(w)
	}
}

// key writes a key and its value, if it has one.
func (p *printer) key(key, value string) {
	if value != "" {
		p.b.WriteString(" " + key + "=" + quote(value))
	}
}

func (p *printer) number(key string, n int) {
	if n != 0 {
		p.key(key, strconv.Itoa(n))
	}
}

func (p *printer) flag(key, value string, on bool) {
	if on {
		p.key(key, value)
	}
}

func (p *printer) columns(specs []console.ColumnSpec) {
	list := make([]string, len(specs))
	for i, s := range specs {
		list[i] = s.Family + ":" + s.Qualifier
	}
	p.key("columns", strings.Join(list, ","))
}

func (p *printer) cell(c console.SetCell) {
	p.b.WriteString(" " + quote(string(c.Family)+":"+string(c.Qualifier)+"=") + quote(c.Value))
	switch rest, _ := splitTime(c.Value); {
	case c.At != table.ServerTime:
		p.b.WriteString("@" + strconv.FormatInt(int64(c.At), 10))
	case rest != c.Value:
		p.b.WriteString("@-1") // else the value's own end would be the time
	}
}

func familyText(f console.FamilySpec) string {
	if f.GC == nil {
		return string(f.Name)
	}
	return string(f.Name) + ":" + gcText(f.GC, false)
}

// gcText writes a rule as it is typed. A compound rule on the right of an
// operator needs parentheses, on the left none.
func gcText(r table.GCRule, right bool) string {
	var list []table.GCRule
	op := " || "
	switch r := r.(type) {
	case nil:
		return "never"
	case table.MaxVersions:
		return "maxversions=" + strconv.Itoa(int(r))
	case table.MaxAge:
		for _, a := range ages {
			if d := time.Duration(r); d%a.d == 0 || a.d == time.Millisecond {
				return "maxage=" + strconv.FormatInt(int64(d/a.d), 10) + a.unit
			}
		}
	case table.Union:
		list = r
	case table.Intersection:
		list, op = r, " && "
	default:
		panic(fmt.Sprintf("cbt: unknown rule %T", r))
	}
	parts := make([]string, len(list))
	for i, sub := range list {
		parts[i] = gcText(sub, i > 0)
	}
	text := strings.Join(parts, op)
	if right && len(list) > 1 {
		text = "(" + text + ")"
	}
	return text
}

// csvField quotes one field of a comma-separated list where it must be.
func csvField(s string) string {
	if strings.ContainsRune(s, ',') || strings.HasPrefix(s, `"`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// quote writes text so that the shell takes it as it is: bare if all of it is
// harmless, in '…' if it is printable, else in $'…'.
func quote(s string) string {
	bare, printable := !strings.HasPrefix(s, "#"), utf8.ValidString(s)
	for _, r := range s {
		if r < utf8.RuneSelf && !isWord(byte(r)) && strings.IndexByte("%+,-./:=@_#", byte(r)) < 0 {
			bare = false
		}
		if !unicode.IsPrint(r) {
			printable = false
		}
	}
	switch {
	case bare && printable:
		return s
	case printable && !strings.Contains(s, "'"):
		return "'" + s + "'"
	}
	b := append(make([]byte, 0, len(s)+16), "$'"...)
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\'' || r == '\\':
			b = append(b, '\\', byte(r))
		case unicode.IsPrint(r) && !(r == utf8.RuneError && n == 1):
			b = append(b, s[:n]...)
		default:
			for i := range n {
				b = fmt.Appendf(b, `\x%02x`, s[i])
			}
		}
		s = s[n:]
	}
	return string(append(b, '\''))
}
