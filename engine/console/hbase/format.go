package hbase

import (
	"cmp"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/hbase"
)

// wide is the characters of the first column, as on a terminal of 80. Unlike there
// nothing is broken into lines.
const wide = 20

const timeStyle = "2006-01-02T15:04:05.000"

// AppendText appends bytes as the shell shows them: \xHH for what is not printable
// ASCII, and for the backslash.
func AppendText(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '\\' {
			dst = fmt.Appendf(dst, `\x%02X`, c)
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// Style is how get and scan print keys, names and values.
type Style struct {
	all     *converter
	columns map[hbase.Column]*converter // those of the values of columns
}

// StyleOf returns the style that a read asks for.
func StyleOf(s console.Shown) Style {
	style := Style{all: findConverter(cmp.Or(s.Formatter, defaultConverter))}
	for i, c := range Columns(s.Columns) {
		if name := s.Columns[i].Converter; name != "" {
			if style.columns == nil {
				style.columns = map[hbase.Column]*converter{}
			}
			style.columns[c] = findConverter(name)
		}
	}
	return style
}

// appendPadded appends what begins at start in dst as the first column.
func appendPadded(dst []byte, start int) []byte {
	for n := utf8.RuneCount(dst[start:]); n < wide; n++ {
		dst = append(dst, ' ')
	}
	return append(dst, ' ')
}

// name appends the name of a cell's column.
func (s Style) name(dst []byte, key base.RowKey, c base.Cell) ([]byte, error) {
	dst, err := s.all.append(dst, string(c.Family), key, string(c.Family))
	if err == nil {
		dst, err = s.all.append(append(dst, ':'), string(c.Qualifier), key, string(c.Family)+":"+string(c.Qualifier))
	}
	return dst, err
}

// cell appends the time and the value of a cell, and the end of the line.
func (s Style) cell(dst []byte, key base.RowKey, c base.Cell) ([]byte, error) {
	dst = append(dst, "timestamp="...)
	dst = time.UnixMicro(int64(c.At)).UTC().AppendFormat(dst, timeStyle)
	dst = append(dst, ", value="...)
	how := s.columns[hbase.Column{Family: c.Family, Qualifier: c.Qualifier}]
	if how == nil {
		how = s.all
	}
	dst, err := how.append(dst, c.Value, key, string(c.Family)+":"+string(c.Qualifier))
	return append(dst, '\n'), err
}

// AppendScanHeader appends what stands above the rows of a scan.
func AppendScanHeader(dst []byte) []byte {
	return append(dst, "ROW                   COLUMN+CELL\n"...)
}

// AppendScanRow appends a row as scan prints it, a line for each cell. It stops after the
// last whole line at a value that the style cannot print.
func (s Style) AppendScanRow(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
	for c := range cells {
		line, err := s.all.append(append(dst, ' '), string(key), key, "")
		if err == nil {
			line, err = s.name(append(appendPadded(line, len(dst)+1), "column="...), key, c)
		}
		if err == nil {
			line, err = s.cell(append(line, ", "...), key, c)
		}
		if err != nil {
			return dst, err
		}
		dst = line
	}
	return dst, nil
}

// AppendGetHeader appends what stands above the cells of a get.
func AppendGetHeader(dst []byte) []byte { return append(dst, "COLUMN                CELL\n"...) }

// AppendGetCells appends the cells of a row as get prints them. It stops after the last whole
// line at a value that the style cannot print.
func (s Style) AppendGetCells(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
	for c := range cells {
		line, err := s.name(append(dst, ' '), key, c)
		if err == nil {
			line, err = s.cell(appendPadded(line, len(dst)+1), key, c)
		}
		if err != nil {
			return dst, err
		}
		dst = line
	}
	return dst, nil
}

// AppendRows appends how many rows there were.
func AppendRows(dst []byte, rows int64) []byte {
	return fmt.Appendf(dst, "%d row(s)\n", rows)
}

// AppendProgress appends how far a count is.
func AppendProgress(dst []byte, rows int64, key base.RowKey) []byte {
	dst = fmt.Appendf(dst, "Current count: %d, row: ", rows)
	return append(AppendText(dst, string(key)), '\n')
}

// AppendCounter appends what incr made.
func AppendCounter(dst []byte, n int64) []byte { return fmt.Appendf(dst, "COUNTER VALUE = %d\n", n) }

// AppendCurrent appends what append made.
func AppendCurrent(dst []byte, value string) []byte {
	return append(AppendText(append(dst, "CURRENT VALUE = "...), value), '\n')
}

// AppendTook appends how long a command took.
func AppendTook(dst []byte, took base.Micros) []byte {
	return fmt.Appendf(dst, "Took %d.%04d seconds\n", took/1e6, took%1e6/100)
}

// Printed returns a time as [AppendTook] prints it: in whole tenths of a millisecond, or
// below half a tenth where that prints 0.
func Printed(took base.Micros) base.Micros {
	if took < 100 {
		return min(took, 49)
	}
	return took - took%100
}

// AppendList appends the names of tables, already sorted.
func AppendList(dst []byte, names []string) []byte {
	dst = append(dst, "TABLE\n"...)
	for _, n := range names {
		dst = append(append(dst, n...), '\n')
	}
	return AppendRows(dst, int64(len(names)))
}

// AppendResult appends the value of a command: the list of tables, a number or
// whether a table exists.
func AppendResult[T []string | int64 | bool](dst []byte, result T) []byte {
	switch r := any(result).(type) {
	case []string:
		quoted := make([]string, len(r))
		for i, s := range r {
			quoted[i] = strconv.Quote(s)
		}
		return fmt.Appendf(dst, "=> [%s]\n", strings.Join(quoted, ", "))
	default:
		return fmt.Appendf(dst, "=> %v\n", r)
	}
}

// AppendDescribe appends a table as describe prints it. Of a family's attributes
// there are those that mean something here.
func AppendDescribe(dst []byte, table string, enabled bool, families []hbase.Family) []byte {
	state := "ENABLED"
	if !enabled {
		state = "DISABLED"
	}
	dst = fmt.Appendf(dst, "Table %s is %s\n%s\nCOLUMN FAMILIES DESCRIPTION\n", table, state, table)
	for _, f := range families {
		versions := strconv.Itoa(f.Versions)
		if f.Versions == 0 {
			versions = "2147483647"
		}
		dst = fmt.Appendf(dst, "{NAME => '%s', VERSIONS => '%s', TTL => '%s'}\n\n", f.Name, versions, ttlText(f.TTL))
	}
	return AppendRows(dst, int64(len(families)))
}

// ttlText is a time to live as it is described, such as "90 SECONDS (1 MINUTE 30
// SECONDS)".
func ttlText(ttl time.Duration) string {
	if ttl == 0 {
		return "FOREVER"
	}
	var parts []string
	seconds := int64(ttl / time.Second)
	text := fmt.Sprintf("%d SECONDS", seconds)
	for _, u := range []struct {
		size int64
		name string
	}{{86400, "DAY"}, {3600, "HOUR"}, {60, "MINUTE"}, {1, "SECOND"}} {
		switch n := seconds / u.size; {
		case n == 1:
			parts = append(parts, "1 "+u.name)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %sS", n, u.name))
		}
		seconds %= u.size
	}
	return text + " (" + strings.Join(parts, " ") + ")"
}

// AppendError appends what the shell says of a refusal, and nothing where it would
// say what is no part of this engine. families are those of the table.
func AppendError(dst []byte, e *base.Error, families []base.Family) []byte {
	text := ""
	switch e.Code {
	case base.CodeNoTable:
		text = "Unknown table " + e.Args[0] + "!"
	case base.CodeTableExists:
		text = "Table already exists: " + e.Args[0] + "!"
	case base.CodeNoFamily:
		names := make([]string, len(families))
		for i, f := range families {
			names[i] = string(f) + ":*"
		}
		text = "Unknown column family! Valid column names: " + strings.Join(names, ", ")
	case base.CodeTableDisabled:
		text = "Table " + e.Args[0] + " is disabled!"
	case base.CodeTableEnabled:
		text = "Table " + e.Args[0] + " is enabled. Disable it first."
	case base.CodeUnfitValue:
		if text = fmt.Sprintf("offset (0) + length (%s) exceed the capacity of the array: %s", e.Args[3], e.Args[4]); findConverter(e.Args[0]).exact {
			text = "Array has wrong size: " + e.Args[4]
		}
	default:
		return dst
	}
	return append(append(dst, "\nERROR: "+text...), '\n')
}
