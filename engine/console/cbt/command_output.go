package cbt

import (
	"bytes"
	"fmt"
	"iter"
	"strconv"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

const (
	// These are fixed parts of the tool's output.
	rule40    = "----------------------------------------"
	rule20    = "===================="
	wide      = 40 // characters to which a column's name is padded
	timeStyle = "2006/01/02-15:04:05.000000"
)

// AppendRow appends a row as read and lookup print it: a line of hyphens, the quoted key,
// each cell as its quoted column and UTC time with the quoted value below, and a blank
// line. The real tool prints the same for a row that lookup does not find, with an empty
// key and no cells.
func AppendRow(dst []byte, key base.RowKey, cells iter.Seq[base.Cell]) []byte {
	return appendRow(dst, key, cells, func(dst []byte, c base.Cell) []byte {
		return append(strconv.AppendQuote(append(dst, "    "...), c.Value), '\n')
	})
}

// appendRow appends a row. value appends the printed value of a cell as complete lines.
func appendRow(dst []byte, key base.RowKey, cells iter.Seq[base.Cell], value func([]byte, base.Cell) []byte) []byte {
	dst = append(dst, rule40+"\n"...)
	dst = strconv.AppendQuote(dst, string(key))
	dst = append(dst, '\n')
	for c := range cells {
		dst = append(dst, "  "...)
		start := len(dst)
		dst = strconv.AppendQuote(dst, string(c.Family)+":"+string(c.Qualifier))
		for n := utf8.RuneCount(dst[start:]); n < wide; n++ {
			dst = append(dst, ' ')
		}
		dst = append(dst, " @ "...)
		dst = time.UnixMicro(int64(c.At)).UTC().AppendFormat(dst, timeStyle)
		dst = value(append(dst, '\n'), c)
	}
	return append(dst, '\n')
}

// AppendCount appends a number of rows as count prints it.
func AppendCount(dst []byte, rows int64) []byte {
	return append(strconv.AppendInt(dst, rows, 10), '\n')
}

// AppendTables appends the names of tables, which are sorted, as ls prints them.
func AppendTables(dst []byte, names []string) []byte {
	for _, n := range names {
		dst = append(append(dst, n...), '\n')
	}
	return dst
}

// AppendFamilies appends families, which are sorted, as ls prints those of a table. The
// columns are separated by tabs of eight characters.
func AppendFamilies(dst []byte, families []table.FamilyInfo) []byte {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 10, 8, 4, '\t', 0)
	line := func(name, gc, kind string) { fmt.Fprintf(w, "%s\t%s\t%s\n", name, gc, kind) }
	line("Family Name", "GC Policy", "Value Type")
	line("-----------", "---------", "----------")
	for _, f := range families {
		line(string(f.Name), table.GCString(f.GC), TypeJSON(f.Type))
	}
	w.Flush()
	return append(dst, b.Bytes()...)
}

// TypeJSON returns the type of a family as JSON of the admin API, which ls prints.
func TypeJSON(t table.ValueType) string {
	by := ""
	switch t {
	case table.Plain:
		return "{}"
	case table.IntSum:
		by = "sum"
	case table.IntMin:
		by = "min"
	case table.IntMax:
		by = "max"
	case table.UniqueCount:
		by = "hllppUniqueCount"
	default:
		panic("cbt: a type without a name")
	}
	return `{"aggregateType":{"inputType":{"int64Type":{"encoding":{"bigEndianBytes":{}}}},"` + by + `":{}}}`
}

// AppendKeySamples appends sampled keys in quotes, with the bytes before each.
func AppendKeySamples(dst []byte, samples []table.RowKeySample) []byte {
	for _, s := range samples {
		dst = strconv.AppendQuote(dst, string(s.Key))
		dst = append(dst, '\t')
		dst = append(strconv.AppendInt(dst, s.Offset, 10), '\n')
	}
	return dst
}

// AppendStats appends the cost of a read as include-stats=full prints it.
func AppendStats(dst []byte, s table.ScanStats) []byte {
	return fmt.Appendf(dst, "Summary Stats\n%s\nrows_seen_count: %d\nrows_returned_count: %d\ncells_seen_count: %d\ncells_returned_count: %d\n\n",
		rule20, s.RowsScanned, s.RowsReturned, s.CellsScanned, s.CellsReturned)
}
