package cbt

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/table"
)

// printer writes a command, and notes what cbt cannot express.
type printer struct {
	console.Inexpressible
	b strings.Builder
}

// family notes a family that cannot be written before a colon.
func (p *printer) family(name base.Family) {
	if name == "" || strings.Contains(string(name), ":") {
		p.NoteUnsupported(true, string(name))
	}
}

// words writes positional arguments.
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

// key writes a key and its value, unless the value is empty.
func (p *printer) key(key, value string) {
	if value != "" {
		p.b.WriteString(" " + key + "=" + quote(value))
	}
}

// number writes a key with a number, unless that is 0.
func (p *printer) number(key string, n int) {
	if n > 0 {
		p.key(key, strconv.Itoa(n))
	}
}

// flag writes a key with a fixed value, if on is set.
func (p *printer) flag(key, value string, on bool) {
	if on {
		p.key(key, value)
	}
}

// columns writes the argument columns.
func (p *printer) columns(specs []console.ColumnPattern) {
	list := make([]string, len(specs))
	for i, s := range specs {
		if strings.ContainsAny(s.Family+s.Qualifier, ",:") || s.Family+s.Qualifier == "" {
			p.NoteUnsupported(true, s.Family+":"+s.Qualifier)
		}
		list[i] = s.Family + ":" + s.Qualifier
	}
	p.key("columns", strings.Join(list, ","))
}

// cell writes a cell, after a key if there is one.
func (p *printer) cell(key string, c console.CellWrite) {
	p.family(c.Family)
	if strings.Contains(string(c.Qualifier), "=") {
		p.NoteUnsupported(true, string(c.Qualifier))
	}
	p.b.WriteString(" " + key + quote(string(c.Family)+":"+string(c.Qualifier)+"=") + quote(c.Value))
	switch rest, _ := SplitTime(c.Value); {
	case c.At != table.ServerTime:
		p.b.WriteString("@" + strconv.FormatInt(int64(c.At), 10))
	case rest != c.Value:
		p.b.WriteString("@-1") // otherwise the end of the value would be taken for the timestamp
	}
}

// familyText returns a family with its rule and type, without what is the default.
func familyText(f console.FamilySpec) string {
	text := string(f.Name)
	if f.GC != nil || f.Type != table.Plain {
		text += ":" + gcText(f.GC, false)
	}
	if f.Type != table.Plain {
		text += ":" + typeText(f.Type)
	}
	return text
}

// typeText returns the name of a family's type.
func typeText(t table.ValueType) string {
	if t == table.Plain {
		return "stringutf8bytes"
	}
	return t.String()
}

// GCText returns a rule as it is typed, such as maxversions=3 or maxage=10d.
func GCText(r table.GCRule) string { return gcText(r, false) }

// gcText is GCText for a part of a rule. On the right of an operator, a compound rule
// needs parentheses.
func gcText(r table.GCRule, right bool) string {
	var list []table.GCRule
	op := " or "
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
		list, op = r, " and "
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

// csvField returns one field of a comma-separated list, quoted if necessary.
func csvField(s string) string {
	if strings.ContainsRune(s, ',') || strings.HasPrefix(s, `"`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// QuoteWord returns text in the form that [Parse] reads as one word.
func QuoteWord(s string) string { return quote(s) }

// quote returns text in the form in which a shell passes it on unchanged: bare if it is
// harmless, in '…' if it is printable, and otherwise in $'…'.
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
