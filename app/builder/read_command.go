package builder

import (
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/engine/filter"
	"tabletop/engine/hbase/hfilter"
)

// reading is a read of any kind: a scan, a read of one row, or a count of rows. It is what
// the form edits.
type reading struct {
	console.Read
	One      bool // only the row Row is read
	Row      base.RowKey
	Counts   bool // the rows are only counted
	Interval int  // of a count: rows after which it prints how far it is, see [console.CountRows]
}

// latest is the latest time, in milliseconds since 1970, that the form writes. As an end it
// means no end.
const latest = 1 << 52

// readingOf returns the reading of a command; ok is false if the command does not read rows.
func readingOf(c console.Command, d engine.Dialect) (r reading, ok bool) {
	switch c := c.(type) {
	case console.Read:
		return reading{Read: c}, true
	case console.Lookup:
		return reading{One: true, Row: c.Row, Read: console.Read{Table: c.Table, ShowOptions: c.ShowOptions}}, true
	case console.CountRows:
		c.CellsPerColumn = dialects.ByID(d).Reads.Versions
		return reading{Counts: true, Interval: c.Interval, Read: c.Read}, true
	}
	return r, false
}

// command returns the command for the reading. It refuses a combination that no command of
// the dialect has, and names the first property that is in the way.
func (r reading) command(d engine.Dialect) (console.Command, *base.Error) {
	word, lost := "", ""
	// lacks notes the first used property that the command does not have.
	lacks := func(used bool, what string) {
		if used && lost == "" {
			lost = what
		}
	}
	switch {
	case r.Counts:
		word = "count"
		lacks(r.One, "lookup")
		if !dialects.ByID(d).Reads.CountsRange {
			lacks(r.Start != "", "start")
			lacks(r.End != "", "end")
			lacks(r.Reversed, "reversed")
			lacks(len(r.Columns) > 0, "columns")
			lacks(r.Count != 0, "limit")
		}
		lacks(r.Regex != "", "regex")
		lacks(r.Formatter != "", "FORMATTER")
		lacks(r.CellsPerColumn != dialects.ByID(d).Reads.Versions, "versions")
		lacks(r.KeysOnly, "keys-only")
		lacks(r.Stats, "include-stats")
		lacks(r.Format != "", "format-file")
		lacks(r.Expr != "", "filter")
	// A lookup is printed as get, which has no options of a scan.
	case r.One:
		word = "get"
		lacks(r.Raw, "RAW")
		lacks(r.Interval != 0, "INTERVAL")
	default:
		word = "scan"
		lacks(r.Interval != 0, "INTERVAL")
	}
	if lost != "" {
		return nil, base.Refuse(base.CodeInexpressible, dialects.ByID(d).Name, "together", word, lost)
	}
	switch {
	case r.Counts:
		return console.CountRows{Read: r.Read, Interval: r.Interval}, nil
	case r.One:
		return console.Lookup{Table: r.Table, Row: r.Row, ShowOptions: r.ShowOptions}, nil
	}
	return r.Read, nil
}

// said returns the text of the reading in a dialect, and the reading that this text parses
// to. These may differ in words only.
func (r reading) said(d engine.Dialect) (text string, back reading, refused *base.Error) {
	cmd, refused := r.command(d)
	if refused != nil {
		return "", r, refused
	}
	l := dialects.ByID(d)
	text, err := l.Print(cmd)
	if err == nil {
		cmd, err = l.Parse(text)
	}
	if err != nil {
		e := *err.(*base.Error)
		e.Pos, e.End = -1, -1 // places in a text that the reader does not see
		return "", r, &e
	}
	back, ok := readingOf(cmd, d)
	if !ok {
		panic("builder: a read that is printed as none: " + text)
	}
	return text, back, nil
}

// other returns the options of the command that no field shows.
func (r reading) other() (all []string) {
	if r.Format != "" {
		all = append(all, "format-file="+r.Format)
	}
	if r.Formatter != "" {
		all = append(all, "FORMATTER => '"+r.Formatter+"'")
	}
	for _, c := range r.Columns {
		if c.Converter != "" {
			all = append(all, c.Converter)
		}
	}
	if r.Interval != 0 {
		all = append(all, "INTERVAL => "+strconv.Itoa(r.Interval))
	}
	return all
}

// what returns the way in which the reading chooses rows, one of whats.
func (r reading) what() string {
	switch {
	case r.One:
		return whatOne
	case r.Prefix != "":
		return whatPrefix
	case r.Start+r.End != "":
		return whatRange
	case r.Regex != "":
		return whatRegex
	}
	return whatAll
}

// filter returns the tree of filters, nil for none.
func (r reading) filter() hfilter.Filter {
	if r.Filter == "" {
		return nil
	}
	f, err := hfilter.Parse(r.Filter)
	if err != nil {
		panic("builder: a filter of a command that is none: " + err.Error())
	}
	return f
}

// setFilter replaces the tree of filters; nil removes it.
func (r *reading) setFilter(f hfilter.Filter) {
	r.Filter = ""
	if f != nil {
		r.Filter = hfilter.Print(f)
	}
}

// addColumn adds a column: a known family that is not read yet, or the first one.
func (r *reading) addColumn(known []string) *base.Error {
	if len(known) == 0 {
		return base.Refuse(base.CodeNoFamily, r.Table, "", "")
	}
	family := known[0]
	for _, f := range known {
		if !r.reads(filter.QuotePattern(f)) {
			family = f
			break
		}
	}
	r.Columns = append(r.Columns[:len(r.Columns):len(r.Columns)], console.ColumnPattern{Family: filter.QuotePattern(family)})
	return nil
}

// reads reports whether a column of the reading is in a family.
func (r *reading) reads(family string) bool {
	for _, c := range r.Columns {
		if c.Family == family {
			return true
		}
	}
	return false
}

// downward reports whether the dialect gives the bounds of a reversed scan in the order of
// the scan: the last row, which is included, before the first, which is not.
func (r reading) downward(d engine.Dialect) bool {
	return dialects.ByID(d).Reads.FromLast && r.Reversed
}

// bounds returns the start and the end of the scan as the dialect writes them.
func (r reading) bounds(d engine.Dialect) (start, end string) {
	if row, ok := (base.Range{Start: r.Start, End: r.End}).PointKey(); ok && dialects.ByID(d).Reads.PointRange {
		return string(row), string(row)
	}
	if r.downward(d) {
		return strings.TrimSuffix(string(r.End), "\x00"), strings.TrimSuffix(string(r.Start), "\x00")
	}
	return string(r.Start), string(r.End)
}

// setBounds sets the start and the end, given as the dialect writes them. It refuses an
// empty range.
func (r *reading) setBounds(d engine.Dialect, start, end string) *base.Error {
	after := func(row string) base.RowKey {
		if row == "" {
			return ""
		}
		return base.RowKey(row) + "\x00"
	}
	switch {
	case dialects.ByID(d).Reads.PointRange && start == end:
		r.Start, r.End = base.RowKey(start), after(start)
	case r.downward(d):
		r.Start, r.End = after(end), after(start)
	default:
		r.Start, r.End = base.RowKey(start), base.RowKey(end)
	}
	if r.Start != "" && r.End != "" && r.Start >= r.End {
		return base.Refuse(base.CodeRangeReversed, start, end)
	}
	return nil
}

// choose changes the way in which rows are chosen. The key of the previous way is taken over
// as far as possible.
func (r *reading) choose(what string, d engine.Dialect) {
	was := r.what()
	start, _ := r.bounds(d)
	key := string(r.Row) + r.Prefix + start
	if was == whatRegex && what != whatRegex || what == whatAll {
		r.Regex = ""
	}
	if what == was || what == whatOne && key == "" {
		return
	}
	prefix := r.Prefix
	r.One, r.Row, r.Prefix, r.Start, r.End = false, "", "", "", ""
	switch what {
	case whatOne:
		r.One, r.Row = true, base.RowKey(key)
		r.Regex, r.Count, r.Reversed = "", 0, false
	case whatPrefix:
		r.Prefix = key
	case whatRange:
		if r.Start = base.RowKey(key); prefix != "" {
			r.End = base.PrefixEnd(prefix)
		}
	}
}
