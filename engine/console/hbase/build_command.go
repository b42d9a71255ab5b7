package hbase

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/token"
	"tabletop/engine/hbase"
	"tabletop/engine/hbase/hfilter"
	"tabletop/engine/table"
)

// change reads the description of a family: its name, or a hash.
func (p *parser) change(v value) (c console.FamilyChange) {
	if v.kind == valueString {
		if c.Family = base.Family(p.text(v, token.Family, "NAME")); c.Family == "" {
			p.bad(v, "NAME", "family")
		}
		return c
	}
	method := value{kind: valueNil}
	p.hash(v, idleFamily, func(key string, v value) bool {
		switch key {
		case "NAME":
			c.Family = base.Family(p.text(v, token.Family, key))
		case "VERSIONS":
			c.Versions = p.small(v, key, 1, "positive")
		case "TTL":
			c.TTL = p.ttl(v)
		case "METHOD":
			switch name := p.text(v, token.Text, key); {
			case name == "delete" && p.of.name == "alter":
				c.Delete = true
			case name == ofTable: // refused below, after the attributes have been checked
				method = v
			case slices.Contains(lacksMethods, name):
				p.fail(v.first, v.last, base.CodeArgUnsupported, p.of.name, name)
			default:
				p.bad(v, key, "delete")
			}
		case "MIN_VERSIONS":
			if c.MinVersions = p.small(v, key, 0, "number"); c.MinVersions == 0 {
				c.MinVersions = console.NoVersions
			}
		case "KEEP_DELETED_CELLS":
			if c.KeepDeleted = strings.ToUpper(v.text); v.kind == valueArray || v.kind == valueHash || !slices.Contains(keepDeleted, c.KeepDeleted) {
				p.bad(v, key, "keep-deleted")
			}
		case "NEW_VERSION_BEHAVIOR":
			return p.as(v, "FALSE")
		default:
			return false
		}
		return true
	})
	if method.kind != valueNil && p.err == nil {
		p.fail(method.first, method.last, base.CodeArgUnsupported, p.of.name, ofTable)
	}
	if c.Family == "" && p.err == nil {
		p.bad(v, "NAME", "family")
	}
	return c
}

// keepDeleted are the values of KEEP_DELETED_CELLS.
var keepDeleted = []string{"FALSE", "TRUE", "TTL"}

// as reports whether a value is the given text, in upper or lower case.
func (p *parser) as(v value, text string) bool {
	if v.kind == valueArray || v.kind == valueHash || v.kind == valueNil {
		return false
	}
	return strings.EqualFold(v.text, text)
}

// ttl reads a time to live: seconds, or a text as describe prints it.
func (p *parser) ttl(v value) time.Duration {
	if v.kind == valueString && v.text == "FOREVER" {
		return console.Forever
	}
	if v.kind == valueString {
		if n, ok := interval(v.text); ok {
			return time.Duration(n) * time.Second
		}
	}
	return time.Duration(p.small(v, "TTL", 1, "ttl")) * time.Second
}

// intervals matches a time to live as describe prints it: in seconds, in larger units, or
// both.
var intervals = regexp.MustCompile(`^(?:(\d+) SECONDS?)? *\(?(?:(\d+) DAYS?)? *(?:(\d+) HOURS?)? *(?:(\d+) MINUTES?)? *(?:(\d+) SECONDS?)?\)?$`)

// interval reads a text that intervals matches. It returns false if the text has no time,
// has two different ones, or has one that is too long for a family.
func interval(text string) (seconds int64, ok bool) {
	found := intervals.FindStringSubmatch(strings.ToUpper(text))
	if found == nil {
		return 0, false
	}
	sum := int64(0)
	for i, size := range []int64{86400, 3600, 60, 1} {
		n, _ := strconv.ParseInt(cmp.Or(found[i+2], "0"), 10, 32)
		sum += n * size
	}
	all, _ := strconv.ParseInt(cmp.Or(found[1], "0"), 10, 32)
	if all != 0 && sum != 0 && all != sum {
		return 0, false
	}
	all = max(all, sum)
	return all, 0 < all && all < console.AllVersions
}

// newFamily returns a new family with the shell's defaults.
func newFamily(c console.FamilyChange) console.FamilySpec {
	f := hbase.Family{Name: c.Family, Versions: hbase.DefaultVersions}
	if c.Versions > 0 {
		f.Versions = c.Versions
	}
	if f.Versions == console.AllVersions {
		f.Versions = 0
	}
	if c.TTL != console.Forever {
		f.TTL = c.TTL
	}
	f.MinVersions = max(c.MinVersions, 0)
	return console.FamilySpec{Name: f.Name, GC: f.GCRule()}
}

// create and the following methods named after commands make the command of the parsed
// arguments. The parser has checked their number.
func (p *parser) create() console.Command {
	c := console.CreateTable{Table: p.table()}
	for i, v := range p.args[1:] {
		if v.kind == valueHash && slices.ContainsFunc(v.pairs, func(e pair) bool { return e.key == "SPLITS" }) {
			c.Splits = p.splits(&v)
			if len(v.pairs) == 0 {
				if i == 0 {
					p.fail(v.first, v.last, base.CodeMissingArg, p.of.name, "FAMILY", p.of.usage)
				}
				continue
			}
		}
		f := p.change(v)
		c.Families = append(c.Families, newFamily(f))
		// FALSE and 0 are the defaults.
		s := console.FamilyChange{Family: f.Family}
		if f.KeepDeleted != "FALSE" {
			s.KeepDeleted = f.KeepDeleted
		}
		if f.TTL == 0 || f.TTL == console.Forever {
			s.MinVersions = max(f.MinVersions, 0)
		}
		if s.KeepDeleted != "" || s.MinVersions > 0 {
			c.Settings = append(c.Settings, s)
		}
		p.checkMinVersions(v, f)
	}
	return c
}

// checkMinVersions refuses a new family that is to keep more versions although they have expired
// than it keeps at all.
func (p *parser) checkMinVersions(v value, c console.FamilyChange) {
	if c.MinVersions > cmp.Or(c.Versions, hbase.DefaultVersions) && p.err == nil {
		p.fail(v.first, v.last, base.CodeBadArg, "MIN_VERSIONS", strconv.Itoa(c.MinVersions), "min-versions")
	}
}

// splits reads SPLITS and removes it from the hash.
func (p *parser) splits(h *value) (keys []base.RowKey) {
	var rest []pair
	for _, e := range h.pairs {
		if e.key != "SPLITS" {
			rest = append(rest, e)
			continue
		}
		if keys != nil {
			p.fail(e.at, e.at, base.CodeArgTwice, e.key)
		}
		p.each(e.value, e.key, func(v value) {
			k := p.text(v, token.Row, e.key)
			if k == "" {
				p.bad(v, e.key, "key")
			}
			keys = append(keys, base.RowKey(k))
		})
	}
	h.pairs = rest
	return keys
}

// alter makes an Alter, or a DeleteFamily if its only change deletes a family.
func (p *parser) alter() console.Command {
	c := console.Alter{Table: p.table()}
	for _, v := range p.args[1:] {
		if v.kind == valueHash && len(v.pairs) == 1 && v.pairs[0].key == "delete" {
			f := p.text(v.pairs[0].value, token.Family, "delete")
			c.Changes = append(c.Changes, console.FamilyChange{Family: base.Family(f), Delete: true})
			continue
		}
		f := p.change(v)
		if f.Delete {
			f = console.FamilyChange{Family: f.Family, Delete: true}
		}
		c.Changes = append(c.Changes, f)
	}
	if f := c.Changes[0]; len(c.Changes) == 1 && f.Delete {
		return console.DeleteFamily{Table: c.Table, Family: f.Family}
	}
	return c
}

func (p *parser) describe() console.Command {
	t := p.table()
	if t == "" {
		p.bad(p.args[0], "TABLE", "string")
	}
	return console.ListTables{Table: t}
}

func (p *parser) list() console.Command {
	c := console.ListTables{}
	if len(p.args) == 1 {
		c.Pattern = p.text(p.args[0], token.Pattern, "REGEX")
	}
	return c
}

// help makes a Help. Its topic is the name of a command, which may be written without
// quotes.
func (p *parser) help() console.Command {
	c := console.Help{}
	if len(p.args) == 1 {
		v := p.args[0]
		if v.kind != valueWord {
			p.text(v, token.Name, "COMMAND")
		}
		if w := p.language.find(v.text); w != nil {
			c.Topic = w.name
		} else {
			p.fail(v.first, v.last, base.CodeUnknownCommand, p.source(v), p.language.nearest(v.text))
		}
	}
	return c
}

// put makes a Set of one cell. An integer without quotes becomes its decimal text, as in
// the real shell.
func (p *parser) put() console.Command {
	f, q, _ := p.column(p.args[2])
	cell := console.CellWrite{Family: f, Qualifier: q, At: table.ServerTime}
	if v := p.args[3]; v.kind == valueInt {
		cell.Value = v.text
	} else {
		cell.Value = p.text(v, token.Value, "VALUE")
	}
	if len(p.args) == 5 {
		cell.At = p.time(p.args[4], "MILLISECONDS")
	}
	return console.SetCells{Table: p.table(), Row: p.row(), Cells: []console.CellWrite{cell}}
}

func (p *parser) incr() console.Command {
	f, q, _ := p.column(p.args[2])
	by := int64(1)
	if len(p.args) == 4 {
		if by = p.args[3].n; p.args[3].kind != valueInt {
			p.bad(p.args[3], "N", "integer")
		}
	}
	return console.ReadModifyWrite{Table: p.table(), Row: p.row(), Rule: table.Increment{Family: f, Qualifier: q, By: by}}
}

func (p *parser) appendValue() console.Command {
	f, q, _ := p.column(p.args[2])
	value := p.text(p.args[3], token.Value, "VALUE")
	return console.ReadModifyWrite{Table: p.table(), Row: p.row(), Rule: table.AppendValue{Family: f, Qualifier: q, Value: value}}
}

// delete makes a DeleteCell for one version of a column: the newest one if no time is
// given. A whole family needs a time.
func (p *parser) delete() console.Command {
	f, q, all := p.column(p.args[2])
	c := console.DeleteCell{Table: p.table(), Row: p.row(), Family: f, Qualifier: q, All: all, At: console.NewestVersion}
	if len(p.args) == 4 {
		c.At = p.time(p.args[3], "MILLISECONDS")
	} else if all && p.err == nil {
		p.bad(p.args[2], "COLUMN", "whole-column")
	}
	return c
}

// deleteAll makes one of four commands: a DeletePrefix if a hash with a prefix replaces
// the row, a DeleteVersions if there is a time or a whole family, a DeleteColumn if there
// is a column, and otherwise a DeleteRow.
func (p *parser) deleteAll() console.Command {
	c := console.DeleteVersions{Table: p.table(), UpTo: console.NewestVersion}
	prefix, many := p.prefix()
	if !many {
		c.Row = p.row()
	}
	if len(p.args) > 2 && (p.args[2].kind != valueString || p.args[2].text != "") {
		c.Family, c.Qualifier, c.All = p.column(p.args[2])
	}
	if len(p.args) > 3 {
		c.UpTo = p.time(p.args[3], "MILLISECONDS")
	}
	switch {
	case many:
		return console.DeleteRowsByPrefix{Prefix: prefix, DeleteVersions: c}
	case c.UpTo != console.NewestVersion || c.All:
		return c
	case c.Family != "":
		return console.DeleteColumn{Table: c.Table, Row: c.Row, Family: c.Family, Qualifier: c.Qualifier}
	}
	return console.DeleteRow{Table: c.Table, Row: c.Row}
}

// prefix reads the hash that deleteall accepts instead of a row.
func (p *parser) prefix() (text string, ok bool) {
	v := p.args[1]
	if v.kind != valueHash {
		return "", false
	}
	p.hash(v, []string{"CACHE"}, func(key string, v value) bool {
		if key == "ROWPREFIXFILTER" {
			text = p.text(v, token.Row, key)
		}
		return key == "ROWPREFIXFILTER"
	})
	if text == "" && p.err == nil {
		p.bad(v, "ROWPREFIXFILTER", "key")
	}
	return text, true
}

// count makes a Count. The interval may be a number, as in older versions of the shell, or
// a key of the hash.
func (p *parser) count() console.Command {
	c := console.CountRows{}
	if len(p.args) == 2 && p.args[1].kind == valueInt { // the form of older versions
		c.Interval = p.small(p.args[1], "INTERVAL", 1, "positive")
		p.args = p.args[:1]
	}
	c.Read = p.rows(func(key string, v value) bool {
		if key == "INTERVAL" {
			c.Interval = p.small(v, key, 1, "positive")
		}
		return key == "INTERVAL"
	})
	c.CellsPerColumn = hbase.DefaultVersions // a count of rows does not depend on it
	return c
}

func (p *parser) getCounter() console.Command {
	f, q, _ := p.column(p.args[2])
	return console.GetCounter{Table: p.table(), Row: p.row(), Family: f, Qualifier: q}
}

// attributes refuses the hash of attributes that may follow a written value, since none of
// its keys is supported here.
func (p *parser) attributes() {
	for i, v := range p.args {
		if v.kind == valueHash && i >= attributesFrom && slices.Equal(p.of.lacks, lacksWrite) {
			p.hash(v, nil, func(string, value) bool { return false })
		}
	}
}

// attributesFrom is the index of the first argument that may be the attributes of a write.
const attributesFrom = 3

// shown reads a key that get and scan have in common, and reports whether it is one.
func (p *parser) shown(s *console.ShowOptions, key string, v value) bool {
	switch key {
	case "COLUMN", "COLUMNS":
		if s.Columns != nil {
			p.fail(v.first, v.last, base.CodeArgConflict, "COLUMN", "COLUMNS")
		}
		p.each(v, key, func(v value) { s.Columns = append(s.Columns, p.shownColumn(v)) })
	case "VERSIONS":
		if s.CellsPerColumn = p.small(v, key, 1, "positive"); s.CellsPerColumn == console.AllVersions {
			s.CellsPerColumn = 0
		}
	case "TIMESTAMP":
		at := p.time(v, key)
		p.times(s, v, at, at+1000)
	case "TIMERANGE":
		switch {
		case v.kind != valueArray || len(v.list) != 2:
			p.bad(v, key, "range")
		case v.list[1].kind == valueInt && v.list[1].n == noEnd:
			p.times(s, v, p.time(v.list[0], key), 0)
		default:
			p.times(s, v, p.time(v.list[0], key), p.time(v.list[1], key))
		}
	case "FILTER":
		s.Filter = p.filter(v)
	case "FORMATTER", "FORMATTER_CLASS":
		if p.of.name == "count" {
			return false // count prints no values
		}
		if key == "FORMATTER_CLASS" {
			p.converter(v, key, "converter", p.text(v, token.Text, key), defaultConverter)
			break
		}
		s.Formatter = p.converter(v, key, "converter", bytesClass, p.text(v, token.Text, key))
		if s.Formatter == defaultConverter {
			s.Formatter = ""
		}
	default:
		return false
	}
	return true
}

// noEnd is the end of a TIMERANGE without an upper bound.
const noEnd = math.MaxInt64

// times sets the range of timestamps. TIMESTAMP and TIMERANGE must not be given together.
func (p *parser) times(s *console.ShowOptions, v value, start, end base.Micros) {
	before := p.timed
	switch p.timed = true; {
	case before:
		p.fail(v.first, v.last, base.CodeArgConflict, "TIMESTAMP", "TIMERANGE")
	case start >= end && end != 0:
		p.bad(v, "TIMERANGE", "range")
	}
	s.Times = console.TimeRange{Start: start, End: end}
}

// filter returns the canonical text of a filter. The refusal of a filter points into the
// string if that has no escapes.
func (p *parser) filter(v value) string {
	text := p.text(v, token.Rule, "FILTER")
	if p.err != nil {
		return ""
	}
	f, err := hfilter.Parse(text)
	if err == nil {
		return hfilter.Print(f)
	}
	e := err.(*base.Error)
	t := p.tokens[v.first]
	p.fail(v.first, v.last, e.Code, e.Args...)
	if t.exact {
		p.err.Pos, p.err.End = t.pos+1+e.Pos, t.pos+1+e.End
	}
	return ""
}

// get makes a Lookup. After the row, it takes either one hash or columns; the real shell
// would take a later hash for a column, so it is refused here.
func (p *parser) get() console.Command {
	s := console.ShowOptions{CellsPerColumn: hbase.DefaultVersions}
	hashed := value{kind: valueNil}
	for i, v := range p.args[2:] {
		switch {
		case hashed.kind != valueNil || v.kind == valueHash && i > 0: // the real shell would take it for a column
			p.fail(v.first, v.last, base.CodeExtraArg, p.of.name, p.source(v), p.of.usage)
		case v.kind == valueHash:
			hashed = v
			p.hash(v, idleGet, func(key string, v value) bool { return p.shown(&s, key, v) })
		default:
			p.each(v, "COLUMN", func(v value) { s.Columns = append(s.Columns, p.shownColumn(v)) })
		}
	}
	for _, e := range hashed.pairs {
		if e.key == "VERSIONS" && s.Columns == nil && !p.timed && p.err == nil {
			p.fail(e.at, e.value.last, base.CodeVersionsAlone, fmt.Sprintf("{%s, VERSIONS => %s}", allTimes, p.source(e.value)))
		}
	}
	return console.Lookup{Table: p.table(), Row: p.row(), ShowOptions: s}
}

// allTimes is the key that get needs beside VERSIONS if no column and no time is given:
// the shell refuses VERSIONS alone.
var allTimes = fmt.Sprintf("TIMERANGE => [0, %d]", int64(noEnd))

func (p *parser) scan() console.Command {
	return p.rows(func(string, value) bool { return false })
}

// rows reads the arguments of scan and count. more reads a key that only one of the two
// has, and reports whether it is one.
func (p *parser) rows(more func(key string, v value) bool) console.Read {
	c := console.Read{Table: p.table(), ShowOptions: console.ShowOptions{CellsPerColumn: hbase.DefaultVersions}}
	var start, stop string
	if len(p.args) == 2 {
		p.hash(p.args[1], idleRows, func(key string, v value) bool {
			switch key {
			case "STARTROW":
				start = p.text(v, token.Row, key)
			case "STOPROW":
				stop = p.text(v, token.Row, key)
			case "ROWPREFIXFILTER":
				c.Prefix = p.text(v, token.Row, key)
			case "LIMIT":
				c.Count = p.small(v, key, 0, "number")
			case "REVERSED":
				c.Reversed = p.boolean(v, key)
			case "RAW":
				c.Raw = p.boolean(v, key)
			default:
				return more(key, v) || p.shown(&c.ShowOptions, key, v)
			}
			return true
		})
	}
	if c.Prefix != "" && start+stop != "" && p.err == nil {
		v := p.args[1]
		p.fail(v.first, v.last, base.CodeArgConflict, "ROWPREFIXFILTER", "STARTROW, STOPROW")
	}
	c.Start, c.End = base.RowKey(start), base.RowKey(stop)
	switch {
	case start != "" && start == stop:
		c.End = after(start) // equal bounds select one row
	case c.Reversed:
		// A reversed scan goes from the start row, inclusive, down to the stop row, exclusive.
		c.Start, c.End = after(stop), after(start)
	}
	return c
}

// after returns the first key after a row, or "" if row is "".
func after(row string) base.RowKey {
	if row == "" {
		return ""
	}
	return base.RowKey(row) + "\x00"
}
