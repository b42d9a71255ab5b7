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
	p := &printer{language: commands}
	d := console.Describe(c)
	if d.CBT == "" {
		p.unsayable(d.HBase)
		return "", p.err
	}
	of := p.language.find(d.CBT)
	p.words(of.name)
	for _, a := range of.args {
		switch {
		case a.kind == argTable && (a.Required || d.Table != ""):
			p.words(d.Table)
		case a.kind == argRow:
			p.words(string(d.Row))
		}
	}
	if of.print != nil {
		of.print(p, c)
	}
	if p.err != nil {
		return "", p.err
	}
	return p.b.String(), nil
}

type printer struct {
	language language
	b        strings.Builder
	err      error // the first thing that cannot be said
}

func (p *printer) createTable(cmd console.Command) {
	c := cmd.(console.CreateTable)
	families := make([]string, len(c.Families))
	for i, f := range c.Families {
		p.family(f.Name)
		families[i] = csvField(familyText(f))
	}
	splits := make([]string, len(c.Splits))
	for i, k := range c.Splits {
		splits[i] = csvField(string(k))
	}
	p.key("families", strings.Join(families, ","))
	p.key("splits", strings.Join(splits, ","))
}

func (p *printer) createFamily(cmd console.Command) {
	c := cmd.(console.CreateFamily)
	p.family(c.Family.Name)
	p.words(familyText(c.Family))
}

func (p *printer) setGC(cmd console.Command) {
	c := cmd.(console.SetGC)
	p.words(string(c.Family), gcText(c.GC, false))
}

func (p *printer) setValueType(cmd console.Command) {
	c := cmd.(console.SetValueType)
	p.words(string(c.Family), typeText(c.Type))
}

func (p *printer) deleteFamily(cmd console.Command) {
	p.words(string(cmd.(console.DeleteFamily).Family))
}

func (p *printer) list(cmd console.Command) {
	p.lacks(cmd.(console.List).Pattern != "", "list '…'")
}

func (p *printer) set(cmd console.Command) {
	for _, cell := range cmd.(console.Set).Cells {
		p.cell("", cell)
	}
}

func (p *printer) addToCell(cmd console.Command) {
	for _, c := range cmd.(console.AddToCell).Cells {
		p.cell("", console.SetCell{Family: c.Family, Qualifier: c.Qualifier, Value: strconv.FormatInt(c.Input, 10), At: c.At})
	}
}

func (p *printer) checkAndMutate(cmd console.Command) {
	c := cmd.(console.CheckAndMutate)
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
}

func (p *printer) readModifyWrite(cmd console.Command) {
	switch r := cmd.(console.ReadModifyWrite).Rule.(type) {
	case table.Append:
		p.words(string(r.Family), string(r.Qualifier))
		p.b.WriteString(" append=" + quote(r.Value))
	case table.Increment:
		p.words(string(r.Family), string(r.Qualifier))
		p.key("increment", strconv.FormatInt(r.By, 10))
	default:
		panic(fmt.Sprintf("cbt: unknown rule %T", r))
	}
}

func (p *printer) imported(cmd console.Command) {
	c := cmd.(console.Import)
	p.words(c.File)
	p.key("column-family", string(c.Family))
	p.number("batch-size", c.BatchSize)
	p.flag("timestamp", "value-encoded", c.Times)
}

func (p *printer) read(cmd console.Command) {
	c := cmd.(console.Read)
	p.lacks(c.Times != console.TimeRange{}, "TIMERANGE")
	p.lacks(c.Raw, "RAW")
	p.lacks(c.Filter != "", "FILTER")
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
}

func (p *printer) lookup(cmd console.Command) {
	c := cmd.(console.Lookup)
	p.lacks(c.Times != console.TimeRange{}, "TIMERANGE")
	p.lacks(c.Filter != "", "FILTER")
	p.columns(c.Columns)
	p.number("cells-per-column", c.CellsPerColumn)
	p.flag("keys-only", "true", c.KeysOnly)
	p.flag("include-stats", "full", c.Stats)
	p.key("format-file", c.Format)
}

func (p *printer) count(cmd console.Command) {
	c := cmd.(console.Count)
	p.lacks(c.Interval != 0, "INTERVAL")
	p.key("prefix", c.Prefix)
}

func (p *printer) deleteColumn(cmd console.Command) {
	c := cmd.(console.DeleteColumn)
	p.words(string(c.Family), string(c.Qualifier))
}

func (p *printer) help(cmd console.Command) {
	if c := cmd.(console.Help); c.Topic != "" {
		p.lacks(p.language.find(c.Topic) == nil, "help "+c.Topic)
		p.words(c.Topic)
	}
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
