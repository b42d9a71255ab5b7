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

// wide is the width of the first column in characters, as on a terminal of 80. Unlike
// there, long texts are not broken into lines.
const wide = 20

// timeStyle is the layout of timestamps.
const timeStyle = "2006-01-02T15:04:05.000"

// AppendEscaped appends bytes as the shell shows them: as \xHH if they are not printable
// ASCII, and also for the backslash.
func AppendEscaped(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '\\' {
			dst = fmt.Appendf(dst, `\x%02X`, c)
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// OutputStyle says how get and scan print keys, names and values.
type OutputStyle struct {
	all     *converter                  // for everything that has no converter of its own
	columns map[hbase.Column]*converter // for the values of columns
}

// OutputStyleOf returns the style of a read.
func OutputStyleOf(s console.ShowOptions) OutputStyle {
	style := OutputStyle{all: findConverter(cmp.Or(s.Formatter, defaultConverter))}
	for i, c := range SelectedColumns(s.Columns) {
		if name := s.Columns[i].Converter; name != "" {
			if style.columns == nil {
				style.columns = map[hbase.Column]*converter{}
			}
			style.columns[c] = findConverter(name)
		}
	}
	return style
}

// appendPadded pads dst[start:] to the width of the first column.
func appendPadded(dst []byte, start int) []byte {
	for n := utf8.RuneCount(dst[start:]); n < wide; n++ {
		dst = append(dst, ' ')
	}
	return append(dst, ' ')
}

// name appends the name of a cell's column.
func (s OutputStyle) name(dst []byte, key base.RowKey, c base.Cell) ([]byte, error) {
	dst, err := s.all.append(dst, string(c.Family), key, string(c.Family))
	if err == nil {
		dst, err = s.all.append(append(dst, ':'), string(c.Qualifier), key, string(c.Family)+":"+string(c.Qualifier))
	}
	return dst, err
}

// cell appends the timestamp and the value of a cell, or the type of a tombstone, and a newline.
func (s OutputStyle) cell(dst []byte, key base.RowKey, c base.Cell, tombstone string) ([]byte, error) {
	dst = append(dst, "timestamp="...)
	dst = time.UnixMicro(int64(c.At)).UTC().AppendFormat(dst, timeStyle)
	if tombstone != "" {
		return append(append(append(dst, ", type="...), tombstone...), '\n'), nil
	}
	dst = append(dst, ", value="...)
	how := s.columns[hbase.Column{Family: c.Family, Qualifier: c.Qualifier}]
	if how == nil {
		how = s.all
	}
	dst, err := how.append(dst, c.Value, key, string(c.Family)+":"+string(c.Qualifier))
	return append(dst, '\n'), err
}

// AppendScanHeader appends the line above the rows of a scan.
func AppendScanHeader(dst []byte) []byte {
	return append(dst, "ROW                   COLUMN+CELL\n"...)
}

// AppendScanRow appends a row as scan prints it, with a line for each cell. At a value
// that the style cannot print it stops after the last complete line, and returns the
// refusal.
func (s OutputStyle) AppendScanRow(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
	return s.AppendRawRow(dst, key, func(yield func(base.Cell, string) bool) {
		for c := range cells {
			if !yield(c, "") {
				return
			}
		}
	})
}

// AppendRawRow appends a row as [OutputStyle.AppendScanRow] does, with its tombstones. Each cell comes
// with the type of the tombstone that it is, "" for none.
func (s OutputStyle) AppendRawRow(dst []byte, key base.RowKey, cells iter.Seq2[base.Cell, string]) ([]byte, error) {
	for c, tombstone := range cells {
		line, err := s.all.append(append(dst, ' '), string(key), key, "")
		if err == nil {
			line, err = s.name(append(appendPadded(line, len(dst)+1), "column="...), key, c)
		}
		if err == nil {
			line, err = s.cell(append(line, ", "...), key, c, tombstone)
		}
		if err != nil {
			return dst, err
		}
		dst = line
	}
	return dst, nil
}

// AppendGetHeader appends the line above the cells of a get.
func AppendGetHeader(dst []byte) []byte { return append(dst, "COLUMN                CELL\n"...) }

// AppendGetCells appends the cells of a row as get prints them. At a value that the style
// cannot print it stops after the last complete line, and returns the refusal.
func (s OutputStyle) AppendGetCells(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) ([]byte, error) {
	for c := range cells {
		line, err := s.name(append(dst, ' '), key, c)
		if err == nil {
			line, err = s.cell(appendPadded(line, len(dst)+1), key, c, "")
		}
		if err != nil {
			return dst, err
		}
		dst = line
	}
	return dst, nil
}

// AppendRowCount appends the number of rows.
func AppendRowCount(dst []byte, rows int64) []byte {
	return fmt.Appendf(dst, "%d row(s)\n", rows)
}

// AppendCountProgress appends how far a count has come.
func AppendCountProgress(dst []byte, rows int64, key base.RowKey) []byte {
	dst = fmt.Appendf(dst, "Current count: %d, row: ", rows)
	return append(AppendEscaped(dst, string(key)), '\n')
}

// AppendCounter appends the result of incr.
func AppendCounter(dst []byte, n int64) []byte { return fmt.Appendf(dst, "COUNTER VALUE = %d\n", n) }

// AppendCurrentValue appends the result of append.
func AppendCurrentValue(dst []byte, value string) []byte {
	return append(AppendEscaped(append(dst, "CURRENT VALUE = "...), value), '\n')
}

// AppendDuration appends how long a command took.
func AppendDuration(dst []byte, took base.Micros) []byte {
	return fmt.Appendf(dst, "Took %d.%04d seconds\n", took/1e6, took%1e6/100)
}

// RoundPrintedDuration returns a duration with the precision of [AppendDuration], which prints tenths of a
// millisecond. Durations that it prints as 0 are below half a tenth.
func RoundPrintedDuration(took base.Micros) base.Micros {
	if took < 100 {
		return min(took, 49)
	}
	return took - took%100
}

// AppendTableNames appends the names of tables, which are sorted.
func AppendTableNames(dst []byte, names []string) []byte {
	dst = append(dst, "TABLE\n"...)
	for _, n := range names {
		dst = append(append(dst, n...), '\n')
	}
	return AppendRowCount(dst, int64(len(names)))
}

// AppendReturnValue appends the value that a command returns in Ruby: a list of tables, a
// number, or whether a table exists.
func AppendReturnValue[T []string | int64 | bool](dst []byte, result T) []byte {
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

// AppendTableDescription appends a table as describe prints it. It has only those attributes of
// families that have a meaning here.
func AppendTableDescription(dst []byte, table string, enabled bool, families []hbase.Family) []byte {
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
		dst = fmt.Appendf(dst, "{NAME => '%s', VERSIONS => '%s', KEEP_DELETED_CELLS => '%s', TTL => '%s', MIN_VERSIONS => '%d'}\n\n", f.Name, versions, cmp.Or(f.KeepDeleted, "FALSE"), ttlText(f.TTL), f.MinVersions)
	}
	return AppendRowCount(dst, int64(len(families)))
}

// ttlText returns a time to live as describe prints it, such as "90 SECONDS (1 MINUTE 30
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

// AppendError appends what the shell prints for a refusal. It appends nothing for refusals
// that the real shell would not have. families are those of the table.
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
