package builder

import (
	"math"
	"strconv"
	"strings"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/filter"
	"tabletop/engine/hbase"
)

// with returns the reading with another value of a field, and its text in the dialect; or
// why it is refused. r is not changed.
func (r reading) with(f field, value string, d engine.Dialect) (string, reading, *base.Error) {
	next := r
	next.Columns = append([]console.ColumnPattern(nil), r.Columns...)
	if err := next.set(f, value, d); err != nil {
		return "", r, err
	}
	text, back, err := next.said(d)
	if err != nil {
		return "", r, err
	}
	return text, back, nil
}

// set sets a field to a value, and the fields that exclude it to nothing.
func (r *reading) set(f field, value string, d engine.Dialect) (refused *base.Error) {
	bytes := value
	switch f.Part {
	// Row keys may contain escaped bytes.
	case partRow, partPrefix, partStart, partEnd:
		if bytes, refused = fieldBytes(value); refused != nil {
			return refused
		}
	}
	on := value == "true"
	switch f.Part {
	case partTable:
		r.Table = value
	case partWhat:
		r.choose(value, d)
	case partRow:
		if bytes == "" {
			return base.Refuse(base.CodeEmptyKey)
		}
		r.Prefix, r.Start, r.End, r.Regex, r.Count, r.Reversed = "", "", "", "", 0, false
		r.One, r.Row = true, base.RowKey(bytes)
	case partPrefix:
		r.One, r.Row, r.Start, r.End, r.Prefix = false, "", "", "", bytes
	case partStart, partEnd:
		r.One, r.Row, r.Prefix = false, "", ""
		start, end := r.bounds(d)
		if f.Part == partStart {
			start = bytes
		} else {
			end = bytes
		}
		return r.setBounds(d, start, end)
	case partRegex:
		r.One, r.Row, r.Regex = false, "", value
	case partExpr:
		r.Expr = strings.TrimSpace(value)
	case partLimit:
		r.Count, refused = wholeNumber(value, f.Part)
		if dialects.ByID(d).Reads.NoneByZero && refused == nil && r.Count == 0 && strings.TrimSpace(value) != "" {
			r.Count = console.NoRows
		}
	case partVersions:
		r.CellsPerColumn, refused = wholeNumber(value, f.Part)
	case partReversed:
		r.Reversed = on
	case partKeysOnly:
		r.KeysOnly = on
	case partCount:
		r.Counts = on
	case partStats:
		r.Stats = on
	case partRaw:
		r.Raw = on
	case partFrom, partTo:
		return r.setTime(f, value)
	case partFamily, partQualifier:
		return r.setColumn(f, value, d)
	case partJoin, partArgument, partComparator:
		g, refused := setFilter(r.filter(), f, value)
		if refused != nil {
			return refused
		}
		r.setFilter(g)
	default:
		panic("builder: a field that cannot be set: " + string(f.Part))
	}
	return refused
}

// wholeNumber parses a number, of which 0 or an empty text means none. It refuses other
// texts.
func wholeNumber(text string, part part) (int, *base.Error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == math.MaxInt32 {
		return 0, base.Refuse(base.CodeBadArg, string(part), text, "number")
	}
	return int(n), nil
}

// setTime sets the first time or the end of the times, in milliseconds. An empty value means
// no bound.
func (r *reading) setTime(f field, value string) *base.Error {
	at := base.Micros(0)
	if value = strings.TrimSpace(value); value != "" {
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 || n > latest {
			return base.Refuse(base.CodeBadArg, string(f.Part), value, "number")
		}
		at = base.Micros(n) * 1000
	}
	t := r.Times
	if f.Part == partFrom {
		t.Start = at
	} else {
		t.End = at
	}
	if t.End == 0 && t.Start != 0 {
		t.End = latest * 1000
	}
	if t.Start == 0 && t.End == latest*1000 {
		t = console.TimeRange{}
	}
	r.Times = t
	return nil
}

// emptyName is the value of a qualifier's field for the empty qualifier. An empty field
// means all columns of the family.
const emptyName = `""`

// shownName returns the value of the field for a column's qualifier.
func shownName(c hbase.Column) string {
	switch text := escaped(string(c.Qualifier)); {
	case c.Qualifier == "" && !c.All:
		return emptyName
	case text == emptyName:
		return `\x22\x22`
	default:
		return text
	}
}

// setColumn sets the family or the qualifier of a column. Depending on the dialect, the
// qualifier is a name or a pattern.
func (r *reading) setColumn(f field, value string, d engine.Dialect) *base.Error {
	if f.At < 0 || f.At >= len(r.Columns) {
		return nil
	}
	c := &r.Columns[f.At]
	if f.Part == partFamily {
		c.Family = value
		return nil
	}
	if dialects.ByID(d).Reads.NamesColumns {
		name, refused := fieldBytes(value)
		if refused != nil {
			return refused
		}
		if value == emptyName {
			value = console.EmptyQualifier
		} else {
			value = filter.QuotePattern(name)
		}
	}
	if c.Qualifier = value; value == "" {
		c.Converter = "" // a whole family cannot have a converter
	}
	return nil
}

// value returns the value of a field, as the form shows it.
func (r reading) value(f field, d engine.Dialect) string {
	digits := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	start, end := r.bounds(d)
	switch f.Part {
	case partTable:
		return r.Table
	case partWhat:
		return r.what()
	case partRow:
		return escaped(string(r.Row))
	case partPrefix:
		return escaped(r.Prefix)
	case partStart:
		return escaped(start)
	case partEnd:
		return escaped(end)
	case partRegex:
		return escapedPattern(r.Regex)
	case partExpr:
		return r.Expr
	case partLimit:
		if r.Count == console.NoRows {
			return "0"
		}
		return digits(int64(r.Count))
	case partVersions:
		return digits(int64(r.CellsPerColumn))
	case partReversed:
		return strconv.FormatBool(r.Reversed)
	case partKeysOnly:
		return strconv.FormatBool(r.KeysOnly)
	case partCount:
		return strconv.FormatBool(r.Counts)
	case partStats:
		return strconv.FormatBool(r.Stats)
	case partRaw:
		return strconv.FormatBool(r.Raw)
	case partFrom:
		return digits(int64(r.Times.Start / 1000))
	case partTo:
		if r.Times.End == latest*1000 {
			return ""
		}
		return digits(int64(r.Times.End / 1000))
	case partFamily, partQualifier:
		if f.At < 0 || f.At >= len(r.Columns) {
			return ""
		}
		c := r.Columns[f.At]
		switch {
		case f.Part == partFamily:
			return c.Family
		case dialects.ByID(d).Reads.NamesColumns:
			return shownName(hbaseshell.SelectedColumns([]console.ColumnPattern{c})[0])
		}
		return escapedPattern(c.Qualifier)
	case partJoin, partArgument, partComparator:
		return filterValue(r.filter(), f)
	}
	panic("builder: a field without a value: " + string(f.Part))
}
