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

// Print returns the command as one line of printable text, in the form that a
// shell too would hand to cbt unchanged: [Parse] gives the command back. It
// refuses what the language cannot say (unsayable), such as a qualifier with =
// in it.
func Print(c console.Command) (string, error) {
	var p printer
	switch c := c.(type) {
	case console.CreateTable:
		p.words("createtable", c.Table)
		if len(c.Families) > 0 {
			list := make([]string, len(c.Families))
			for i, f := range c.Families {
				p.family(f.Name)
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
		p.family(c.Family.Name)
		p.words("createfamily", c.Table, familyText(c.Family))
	case console.SetGC:
		p.words("setgcpolicy", c.Table, string(c.Family), gcText(c.GC, false))
	case console.SetValueType:
		p.words("setvaluetype", c.Table, string(c.Family), typeText(c.Type))
	case console.DeleteTable:
		p.words("deletetable", c.Table)
	case console.DeleteFamily:
		p.words("deletefamily", c.Table, string(c.Family))
	case console.List:
		p.words("ls")
		p.lacks(c.Pattern != "", "list '…'")
		if c.Table != "" {
			p.words(c.Table)
		}
	case console.Set:
		p.words("set", c.Table, string(c.Row))
		for _, cell := range c.Cells {
			p.cell("", cell)
		}
	case console.AddToCell:
		p.words("addtocell", c.Table, string(c.Row))
		for _, cell := range c.Cells {
			p.cell("", console.SetCell{Family: cell.Family, Qualifier: cell.Qualifier, Value: strconv.FormatInt(cell.Input, 10), At: cell.At})
		}
	case console.CheckAndMutate:
		p.words("checkandmutate", c.Table, string(c.Row))
		p.columns(c.Columns)
		for _, branch := range []struct {
			key   string
			cells []console.SetCell
		}{{"true=", c.True}, {"false=", c.False}} {
			if len(branch.cells) > 1 {
				p.unsayable(branch.key)
			}
			for _, cell := range branch.cells {
				p.cell(branch.key, cell)
			}
		}
	case console.ReadModifyWrite:
		switch r := c.Rule.(type) {
		case table.Append:
			p.words("readmodifywrite", c.Table, string(c.Row), string(r.Family), string(r.Qualifier))
			p.b.WriteString(" append=" + quote(r.Value))
		case table.Increment:
			p.words("readmodifywrite", c.Table, string(c.Row), string(r.Family), string(r.Qualifier))
			p.key("increment", strconv.FormatInt(r.By, 10))
		default:
			panic(fmt.Sprintf("cbt: unknown rule %T", c.Rule))
		}
	case console.Import:
		p.words("import", c.Table, c.File)
		p.key("column-family", string(c.Family))
		p.number("batch-size", c.BatchSize)
		p.flag("timestamp", "value-encoded", c.Times)
	case console.SampleRowKeys:
		p.words("samplerowkeys", c.Table)
	case console.Read:
		p.lacks(c.Times != console.TimeRange{}, "TIMERANGE")
		p.lacks(c.Raw, "RAW")
		p.lacks(c.Filter != "", "FILTER")
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
		p.key("format-file", c.Format)
	case console.Lookup:
		p.lacks(c.Times != console.TimeRange{}, "TIMERANGE")
		p.lacks(c.Filter != "", "FILTER")
		p.words("lookup", c.Table, string(c.Row))
		p.columns(c.Columns)
		p.number("cells-per-column", c.CellsPerColumn)
		p.flag("keys-only", "true", c.KeysOnly)
		p.flag("include-stats", "full", c.Stats)
		p.key("format-file", c.Format)
	case console.Count:
		p.lacks(c.Interval != 0, "INTERVAL")
		p.words("count", c.Table)
		p.key("prefix", c.Prefix)
	case console.DeleteRow:
		p.words("deleterow", c.Table, string(c.Row))
	case console.DeleteColumn:
		p.words("deletecolumn", c.Table, string(c.Row), string(c.Family), string(c.Qualifier))
	case console.DeleteAllRows:
		p.words("deleteallrows", c.Table)
	case console.Exists:
		p.unsayable("exists")
	case console.Disable:
		p.unsayable("disable")
	case console.Enable:
		p.unsayable("enable")
	case console.Alter:
		p.unsayable("alter")
	case console.DeleteCell:
		p.unsayable("delete")
	case console.DeleteVersions:
		p.unsayable("deleteall")
	case console.DeletePrefix:
		p.unsayable("deleteall ROWPREFIXFILTER")
	case console.Help:
		p.words("help")
		if c.Topic != "" {
			_, ok := Find(c.Topic)
			p.lacks(!ok, "help "+c.Topic)
			p.words(c.Topic)
		}
	default:
		panic(fmt.Sprintf("cbt: unknown command %T", c))
	}
	if p.err != nil {
		return "", p.err
	}
	return p.b.String(), nil
}

type printer struct {
	b   strings.Builder
	err error // the first thing that cannot be said
}

func (p *printer) unsayable(what string) {
	if p.err == nil {
		p.err = base.Refuse(base.CodeUnsayable, "cbt", what)
	}
}

// lacks notes that the language has no word for what is used.
func (p *printer) lacks(used bool, word string) {
	if used {
		p.unsayable(word)
	}
}

func (p *printer) family(name base.Family) {
	if name == "" || strings.Contains(string(name), ":") {
		p.unsayable(string(name))
	}
}

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
		if strings.ContainsAny(s.Family+s.Qualifier, ",:") || s.Family+s.Qualifier == "" {
			p.unsayable(s.Family + ":" + s.Qualifier)
		}
		list[i] = s.Family + ":" + s.Qualifier
	}
	p.key("columns", strings.Join(list, ","))
}

func (p *printer) cell(key string, c console.SetCell) {
	p.family(c.Family)
	if strings.Contains(string(c.Qualifier), "=") {
		p.unsayable(string(c.Qualifier))
	}
	p.b.WriteString(" " + key + quote(string(c.Family)+":"+string(c.Qualifier)+"=") + quote(c.Value))
	switch rest, _ := splitTime(c.Value); {
	case c.At != table.ServerTime:
		p.b.WriteString("@" + strconv.FormatInt(int64(c.At), 10))
	case rest != c.Value:
		p.b.WriteString("@-1") // else the value's own end would be the time
	}
}

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

func typeText(t table.ValueType) string {
	if t == table.Plain {
		return "stringutf8bytes"
	}
	return t.String()
}

// GCText writes a rule as it is typed, such as maxversions=3 || maxage=10d.
func GCText(r table.GCRule) string { return gcText(r, false) }

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

// Word writes text so that [Parse] takes it as one word.
func Word(s string) string { return quote(s) }

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
