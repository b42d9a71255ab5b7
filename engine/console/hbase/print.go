package hbase

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/hbase"
	"tabletop/engine/table"
)

// Print returns the command as one line of printable text. What [Parse] gave it
// gives back. It refuses what the shell cannot say (unsayable), such as a row key
// to match a pattern.
//
// A command that only cbt has is written as one of the same effect: a new family
// and a new rule as alter.
func Print(c console.Command) (string, error) {
	p := &printer{}
	switch c := c.(type) {
	case console.CreateTable:
		p.start("create", c.Table)
		if len(c.Families) == 0 {
			p.unsayable("a table without families")
		}
		for _, f := range c.Families {
			p.arg(p.made(f))
		}
		if len(c.Splits) > 0 {
			keys := make([]string, len(c.Splits))
			for i, k := range c.Splits {
				keys[i] = quote(string(k))
			}
			p.arg("SPLITS => [" + strings.Join(keys, ", ") + "]")
		}
	case console.CreateFamily:
		p.start("alter", c.Table)
		p.arg(p.family(c.Family))
	case console.SetGC:
		p.start("alter", c.Table)
		p.arg(p.family(console.FamilySpec{Name: c.Family, GC: c.GC}))
	case console.Alter:
		p.start("alter", c.Table)
		for _, f := range c.Changes {
			p.arg("{" + p.change(f) + "}")
		}
	case console.DeleteFamily:
		p.start("alter", c.Table)
		p.arg("'delete' => " + quote(string(c.Family)))
	case console.SetValueType:
		p.unsayable("setvaluetype")
	case console.DeleteTable:
		p.start("drop", c.Table)
	case console.List:
		switch {
		case c.Table != "":
			p.start("describe", c.Table)
		case c.Pattern != "":
			p.start("list", c.Pattern)
		default:
			p.b.WriteString("list")
		}
	case console.Exists:
		p.start("exists", c.Table)
	case console.Disable:
		p.start("disable", c.Table)
	case console.Enable:
		p.start("enable", c.Table)
	case console.Set:
		if len(c.Cells) != 1 {
			p.unsayable("several cells at once")
			break
		}
		cell := c.Cells[0]
		p.start("put", c.Table, string(c.Row))
		p.arg(p.column(cell.Family, cell.Qualifier))
		p.arg(quote(cell.Value))
		p.time(cell.At, table.ServerTime)
	case console.AddToCell:
		p.unsayable("addtocell")
	case console.CheckAndMutate:
		p.unsayable("checkandmutate")
	case console.ReadModifyWrite:
		switch r := c.Rule.(type) {
		case table.Append:
			p.start("append", c.Table, string(c.Row))
			p.arg(p.column(r.Family, r.Qualifier))
			p.arg(quote(r.Value))
		case table.Increment:
			p.start("incr", c.Table, string(c.Row))
			p.arg(p.column(r.Family, r.Qualifier))
			p.arg(strconv.FormatInt(r.By, 10))
		default:
			panic(fmt.Sprintf("hbase: unknown rule %T", c.Rule))
		}
	case console.Import:
		p.unsayable("import")
	case console.SampleRowKeys:
		p.unsayable("samplerowkeys")
	case console.Read:
		p.read(c)
	case console.Lookup:
		p.start("get", c.Table, string(c.Row))
		p.lacks(c.KeysOnly, "keys-only")
		p.lacks(c.Stats, "include-stats")
		p.lacks(c.Format != "", "format-file")
		p.shown(shown{c.Columns, c.CellsPerColumn, c.Times, c.Filter})
		p.hash()
	case console.Count:
		p.start("count", c.Table)
		if c.Interval > 0 {
			p.pair("INTERVAL", strconv.Itoa(c.Interval))
		}
		p.key("ROWPREFIXFILTER", c.Prefix)
		p.hash()
	case console.DeleteRow:
		p.start("deleteall", c.Table, string(c.Row))
	case console.DeleteColumn:
		p.start("deleteall", c.Table, string(c.Row))
		p.lacks(c.Qualifier == "", "an empty qualifier")
		p.arg(p.column(c.Family, c.Qualifier))
	case console.DeleteCell:
		p.start("delete", c.Table, string(c.Row))
		p.arg(p.column(c.Family, c.Qualifier))
		p.time(c.At, console.Newest)
	case console.DeleteVersions:
		p.start("deleteall", c.Table, string(c.Row))
		switch {
		case c.Family != "":
			p.arg(p.column(c.Family, c.Qualifier))
		case c.UpTo != console.Newest:
			p.unsayable("a time without a column")
		}
		p.time(c.UpTo, console.Newest)
	case console.DeletePrefix:
		p.start("deleteall", c.Table)
		p.key("ROWPREFIXFILTER", c.Prefix)
		p.hash()
	case console.DeleteAllRows:
		p.start("truncate", c.Table)
	case console.Help:
		p.b.WriteString("help")
		if c.Topic != "" {
			if _, ok := Find(c.Topic); !ok {
				p.unsayable("help " + c.Topic)
			}
			p.b.WriteString(" " + quote(c.Topic))
		}
	default:
		panic(fmt.Sprintf("hbase: unknown command %T", c))
	}
	if p.err != nil {
		return "", p.err
	}
	return p.b.String(), nil
}

type printer struct {
	b     strings.Builder
	pairs []string
	err   error // the first thing that cannot be said
}

func (p *printer) unsayable(what string) {
	if p.err == nil {
		p.err = base.Refuse(base.CodeUnsayable, "hbase", what)
	}
}

// lacks notes that the shell has no word for what is used.
func (p *printer) lacks(used bool, what string) {
	if used {
		p.unsayable(what)
	}
}

// start writes the command and its first arguments, which are strings.
func (p *printer) start(command string, texts ...string) {
	p.b.WriteString(command + " " + quote(texts[0]))
	for _, t := range texts[1:] {
		p.arg(quote(t))
	}
}

func (p *printer) arg(text string) { p.b.WriteString(", " + text) }

func (p *printer) pair(key, value string) { p.pairs = append(p.pairs, key+" => "+value) }

// key adds a pair, if there is a value.
func (p *printer) key(key, value string) {
	if value != "" {
		p.pair(key, quote(value))
	}
}

// hash writes the pairs.
func (p *printer) hash() {
	if len(p.pairs) > 0 {
		p.arg("{" + strings.Join(p.pairs, ", ") + "}")
	}
}

// time writes a time, unless it is the one that is meant without.
func (p *printer) time(at, none base.Micros) {
	if at != none {
		p.lacks(at < 0 || at%1000 != 0, "microseconds")
		p.arg(strconv.FormatInt(int64(at)/1000, 10))
	}
}

func (p *printer) column(f base.Family, q base.Qualifier) string {
	if f == "" || strings.Contains(string(f), ":") {
		p.unsayable(string(f))
	}
	if q == "" {
		return quote(string(f))
	}
	return quote(string(f) + ":" + string(q))
}

// family writes all of a family.
func (p *printer) family(spec console.FamilySpec) string {
	f, exact := hbase.Describe(spec)
	p.lacks(!exact, table.GCString(spec.GC))
	p.lacks(spec.Type != table.Plain, spec.Type.String())
	if f.Versions == 0 {
		f.Versions = console.AllVersions
	}
	c := console.FamilyChange{Family: f.Name, Versions: f.Versions, TTL: f.TTL}
	if f.TTL == 0 {
		c.TTL = console.Forever
	}
	return p.change(c)
}

// made writes a new family, without what it is anyway.
func (p *printer) made(spec console.FamilySpec) string {
	if spec.GC == table.GCRule(table.MaxVersions(hbase.DefaultVersions)) && spec.Type == table.Plain {
		return quote(string(spec.Name))
	}
	return "{" + strings.TrimSuffix(p.family(spec), ", TTL => 'FOREVER'") + "}"
}

func (p *printer) change(c console.FamilyChange) string {
	p.lacks(c.Family == "", "a family without a name")
	text := "NAME => " + quote(string(c.Family))
	if c.Delete {
		return text + ", METHOD => 'delete'"
	}
	if c.Versions > 0 {
		text += ", VERSIONS => " + strconv.Itoa(c.Versions)
	}
	switch {
	case c.TTL == console.Forever:
		text += ", TTL => 'FOREVER'"
	case c.TTL > 0:
		text += ", TTL => " + strconv.FormatInt(int64(c.TTL/time.Second), 10)
	}
	return text
}

func (p *printer) read(c console.Read) {
	p.start("scan", c.Table)
	p.lacks(c.KeysOnly, "keys-only")
	p.lacks(c.Stats, "include-stats")
	p.lacks(c.Format != "", "format-file")
	p.lacks(c.Regex != "", "regex")
	start, stop := string(c.Start), string(c.End)
	row, point := base.Range{Start: c.Start, End: c.End}.IsPoint()
	switch {
	case point:
		start, stop = string(row), string(row) // the shell reads that one row
	case c.Reversed:
		// Down from the start row, which belongs to it: the end must be just behind one.
		var from, to bool
		stop, to = strings.CutSuffix(string(c.Start), "\x00")
		start, from = strings.CutSuffix(string(c.End), "\x00")
		p.lacks(c.Start != "" && !to || c.End != "" && !from, "such bounds in reverse")
	}
	p.key("STARTROW", start)
	p.key("STOPROW", stop)
	p.key("ROWPREFIXFILTER", c.Prefix)
	if c.Reversed {
		p.pair("REVERSED", "true")
	}
	if c.Count > 0 {
		p.pair("LIMIT", strconv.Itoa(c.Count))
	}
	if c.Raw {
		p.pair("RAW", "true")
	}
	p.shown(shown{c.Columns, c.CellsPerColumn, c.Times, c.Filter})
	p.hash()
}

// shown writes what get and scan have in common.
func (p *printer) shown(s shown) {
	list := make([]string, len(s.columns))
	for i, c := range s.columns {
		f, ok := literal(c.Family)
		q, too := literal(c.Qualifier)
		if !ok || !too || f == "" {
			p.unsayable(c.Family + ":" + c.Qualifier)
			continue
		}
		list[i] = p.column(base.Family(f), base.Qualifier(q))
	}
	switch len(list) {
	case 0:
	case 1:
		p.pair("COLUMN", list[0])
	default:
		p.pair("COLUMNS", "["+strings.Join(list, ", ")+"]")
	}
	switch s.versions {
	case hbase.DefaultVersions:
	case 0:
		p.pair("VERSIONS", strconv.Itoa(console.AllVersions))
	default:
		p.pair("VERSIONS", strconv.Itoa(s.versions))
	}
	if t := s.times; t != (console.TimeRange{}) {
		p.lacks(t.End == 0 || t.Start%1000 != 0 || t.End%1000 != 0, "microseconds")
		if t.End == t.Start+1000 {
			p.pair("TIMESTAMP", strconv.FormatInt(int64(t.Start)/1000, 10))
		} else {
			p.pair("TIMERANGE", fmt.Sprintf("[%d, %d]", t.Start/1000, t.End/1000))
		}
	}
	p.key("FILTER", s.filter)
}

// Columns returns what get and scan select, as [Parse] gave it.
func Columns(specs []console.ColumnSpec) []hbase.Column {
	list := make([]hbase.Column, len(specs))
	for i, s := range specs {
		f, ok := literal(s.Family)
		q, too := literal(s.Qualifier)
		if !ok || !too {
			panic("hbase: a column that is a pattern")
		}
		list[i] = hbase.Column{Family: base.Family(f), Qualifier: base.Qualifier(q), All: s.Qualifier == ""}
	}
	return list
}

// literal returns the one text that a pattern matches, if it is written as
// [filter.Quote] writes it.
func literal(pattern string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case strings.IndexByte(`.+*?()|[]{}^$`, c) >= 0:
			return "", false
		case c != '\\':
		case strings.HasPrefix(pattern[i:], `\x`) && i+4 <= len(pattern):
			v, err := strconv.ParseUint(pattern[i+2:i+4], 16, 8)
			if err != nil {
				return "", false
			}
			c = byte(v)
			i += 3
		case i+1 < len(pattern) && strings.IndexByte(`\.+*?()|[]{}^$`, pattern[i+1]) >= 0:
			i++
			c = pattern[i]
		default:
			return "", false
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// quote writes a string as Ruby reads it: in single quotes if it is printable,
// else in double ones.
func quote(s string) string {
	if printable(s) {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
	}
	return `"` + inDouble(s) + `"`
}

// inDouble writes text inside double quotes, all of it printable.
func inDouble(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '"' || c == '\\' || c == '#':
			b = append(b, '\\', c)
		case c < ' ' || c > '~':
			b = fmt.Appendf(b, `\x%02X`, c)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}
