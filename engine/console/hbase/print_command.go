package hbase

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/filter"
	"tabletop/engine/hbase"
	"tabletop/engine/hbase/hfilter"
	"tabletop/engine/table"
)

// printer writes a command, and notes what the shell cannot express.
type printer struct {
	console.Inexpressible
	b     strings.Builder
	some  bool     // whether an argument has been written
	pairs []string // pairs of the hash at the end
}

// arg writes an argument.
func (p *printer) arg(text string) {
	if p.some {
		p.b.WriteByte(',')
	}
	p.b.WriteString(" " + text)
	p.some = true
}

func (p *printer) row(r base.RowKey) { p.arg(quote(string(r))) }

func (p *printer) pair(key, value string) { p.pairs = append(p.pairs, key+" => "+value) }

// key adds a pair unless the value is empty.
func (p *printer) key(key, value string) {
	if value != "" {
		p.pair(key, quote(value))
	}
}

// time writes a timestamp, unless it is none, the default.
func (p *printer) time(at, none base.Micros) {
	if at != none {
		p.NoteUnsupportedKind(at < 0 || at%1000 != 0, "micros", "")
		p.arg(strconv.FormatInt(int64(at)/1000, 10))
	}
}

// column returns a column. One with the empty qualifier ends in its colon. A qualifier
// with a colon cannot be expressed, since the shell takes the text after a second colon
// for a converter.
func (p *printer) column(f base.Family, q base.Qualifier) string {
	p.whole(f)
	p.NoteUnsupportedKind(strings.Contains(string(q), ":"), "colon", string(f)+":"+string(q))
	return quote(string(f) + ":" + string(q))
}

// whole returns a family that means all of its columns.
func (p *printer) whole(f base.Family) string {
	p.NoteUnsupported(f == "" || strings.Contains(string(f), ":"), string(f))
	return quote(string(f))
}

// versions writes what deleteall deletes in a row: the column, and up to which timestamp.
// An empty column means the whole row.
func (p *printer) versions(c console.DeleteVersions) {
	switch {
	case c.Family == "" && c.UpTo == console.NewestVersion:
	case c.Family == "":
		p.arg("''")
	case c.All:
		p.arg(p.whole(c.Family))
	default:
		p.arg(p.column(c.Family, c.Qualifier))
	}
	p.time(c.UpTo, console.NewestVersion)
}

// family returns all attributes of a family.
func (p *printer) family(spec console.FamilySpec) string { return p.change(p.familyChange(spec)) }

// familyChange returns the change that gives a family its attributes.
func (p *printer) familyChange(spec console.FamilySpec) console.FamilyChange {
	f, exact := hbase.DescribeFamily(spec)
	p.NoteUnsupported(!exact, table.GCString(spec.GC))
	p.NoteUnsupported(spec.Type != table.Plain, spec.Type.String())
	if f.Versions == 0 {
		f.Versions = console.AllVersions
	}
	c := console.FamilyChange{Family: f.Name, Versions: f.Versions, TTL: f.TTL, MinVersions: f.MinVersions}
	if f.TTL == 0 {
		c.TTL = console.Forever
	}
	return c
}

// newFamily returns a new family without attributes that are the default.
func (p *printer) newFamily(spec console.FamilySpec) string {
	if spec.GC == table.GCRule(table.MaxVersions(hbase.DefaultVersions)) && spec.Type == table.Plain {
		return quote(string(spec.Name))
	}
	return "{" + strings.Replace(p.family(spec), ", TTL => 'FOREVER'", "", 1) + "}"
}

// change returns the pairs for a change of a family.
func (p *printer) change(c console.FamilyChange) string {
	p.NoteUnsupportedKind(c.Family == "", "unnamed", "")
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
	if c.MinVersions != 0 {
		text += ", MIN_VERSIONS => " + strconv.Itoa(max(c.MinVersions, 0))
	}
	if c.KeepDeleted != "" {
		text += ", KEEP_DELETED_CELLS => " + quote(c.KeepDeleted)
	}
	return text
}

// scan adds the pairs for a read.
func (p *printer) scan(c console.Read) {
	p.NoteUnsupported(c.KeysOnly, "keys-only")
	p.NoteUnsupported(c.Stats, "include-stats")
	p.NoteUnsupported(c.Format != "", "format-file")
	p.NoteUnsupported(c.Regex != "", "regex")
	p.NoteUnsupported(c.Count == console.NoRows, "count=0")
	start, stop := string(c.Start), string(c.End)
	row, point := base.Range{Start: c.Start, End: c.End}.PointKey()
	switch {
	case point:
		start, stop = string(row), string(row) // equal bounds select one row
	case c.Reversed:
		// The scan goes down from the start row, inclusive, so that End must be directly after a row.
		var from, to bool
		stop, to = strings.CutSuffix(string(c.Start), "\x00")
		start, from = strings.CutSuffix(string(c.End), "\x00")
		p.NoteUnsupportedKind(c.Start != "" && !to || c.End != "" && !from, "reversed", "")
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
	p.shown(c.ShowOptions)
}

// shown adds the pairs that get and scan have in common.
func (p *printer) shown(s console.ShowOptions) {
	list := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		f, ok := LiteralOfPattern(c.Family)
		q, too := LiteralOfPattern(c.Qualifier)
		if !ok || !too || f == "" {
			p.NoteUnsupported(true, c.Family+":"+c.Qualifier)
			continue
		}
		switch {
		case c.Qualifier == "":
			list[i] = p.whole(base.Family(f))
		case c.Converter != "":
			p.column(base.Family(f), base.Qualifier(q))
			list[i] = quote(f + ":" + q + ":" + c.Converter)
		default:
			list[i] = p.column(base.Family(f), base.Qualifier(q))
		}
	}
	switch len(list) {
	case 0:
	case 1:
		p.pair("COLUMN", list[0])
	default:
		p.pair("COLUMNS", "["+strings.Join(list, ", ")+"]")
	}
	switch s.CellsPerColumn {
	case hbase.DefaultVersions:
	case 0:
		p.pair("VERSIONS", strconv.Itoa(console.AllVersions))
	default:
		p.pair("VERSIONS", strconv.Itoa(s.CellsPerColumn))
	}
	if t := s.Times; t != (console.TimeRange{}) {
		p.NoteUnsupportedKind(t.Start%1000 != 0 || t.End%1000 != 0, "micros", "")
		end := int64(t.End) / 1000
		if end == 0 {
			end = noEnd
		}
		if t.End == t.Start+1000 {
			p.pair("TIMESTAMP", strconv.FormatInt(int64(t.Start)/1000, 10))
		} else {
			p.pair("TIMERANGE", fmt.Sprintf("[%d, %d]", t.Start/1000, end))
		}
	}
	if s.Expr != "" {
		f, ok := said(s.Expr)
		p.NoteUnsupported(!ok || s.CellsPerColumn != 0, "filter") // the shell limits versions after the filter
		s.Filter = f
	}
	p.key("FILTER", s.Filter)
	p.key("FORMATTER", s.Formatter)
}

// said returns a filter expression of cbt in the shell's filter language. ok is false if
// that cannot express exactly the same. It can if the expression compares keys, names and
// values, all of which must match.
func said(expr string) (text string, ok bool) {
	tree, err := filter.Parse(expr)
	if err != nil {
		return "", false
	}
	chain, ok := tree.(filter.Chain)
	if !ok {
		chain = filter.Chain{tree}
	}
	var all hfilter.And
	for _, f := range chain {
		one := compared(f)
		if one == nil {
			return "", false
		}
		all = append(all, one)
	}
	var f hfilter.Filter = all
	if len(all) == 1 {
		f = all[0]
	}
	return hfilter.Print(f), reflect.DeepEqual(hfilter.CompileToBigtable(f, false).Tree, tree)
}

// compared returns the shell's comparison that may be the same as a filter, or nil.
func compared(f filter.Filter) hfilter.Filter {
	equal := func(pattern string) hfilter.Comparison {
		text, _ := LiteralOfPattern(pattern)
		return hfilter.Comparison{Op: hfilter.Equal, Kind: hfilter.Binary, Text: text}
	}
	switch f := f.(type) {
	case filter.RowKeyRegex:
		return hfilter.Row(equal(string(f)))
	case filter.FamilyRegex:
		return hfilter.Family(equal(string(f)))
	case filter.QualifierRegex:
		return hfilter.Qualifier(equal(string(f)))
	case filter.ValueRegex:
		return hfilter.Value(equal(string(f)))
	case filter.ValueRange:
		ops := map[base.Bound]hfilter.CompareOp{base.OpenBound(f.End.At): hfilter.Less, base.ClosedBound(f.End.At): hfilter.LessOrEqual}
		at := f.End
		if f.End == (base.Bound{}) {
			ops, at = map[base.Bound]hfilter.CompareOp{base.OpenBound(f.Start.At): hfilter.Greater, base.ClosedBound(f.Start.At): hfilter.GreaterOrEqual}, f.Start
		}
		return hfilter.Value{Op: ops[at], Kind: hfilter.Binary, Text: at.At}
	}
	return nil
}

// SelectedColumns returns the columns that a get or scan selects. The specs must come from
// [Parse].
func SelectedColumns(specs []console.ColumnPattern) []hbase.Column {
	list := make([]hbase.Column, len(specs))
	for i, s := range specs {
		f, ok := LiteralOfPattern(s.Family)
		q, too := LiteralOfPattern(s.Qualifier)
		if !ok || !too {
			panic("hbase: a column that is a pattern")
		}
		list[i] = hbase.Column{Family: base.Family(f), Qualifier: base.Qualifier(q), All: s.Qualifier == ""}
	}
	return list
}

// LiteralOfPattern returns the only text that a pattern matches. ok is false unless the pattern is
// written as by [filter.QuotePattern], or is [console.EmptyQualifier].
func LiteralOfPattern(pattern string) (string, bool) {
	if pattern == console.EmptyQualifier {
		return "", true
	}
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

// inSingle escapes a text for single quotes.
var inSingle = strings.NewReplacer(`\`, `\\`, `'`, `\'`)

// quote returns a string of Ruby: in single quotes if it is printable, and otherwise in
// double quotes.
func quote(s string) string {
	if printable(s) {
		return "'" + inSingle.Replace(s) + "'"
	}
	return `"` + inDouble(s) + `"`
}

// inDouble returns a text as it is written in double quotes, with printable ASCII only.
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
