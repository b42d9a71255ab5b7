package export

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// column is a column of values.
type column struct {
	family    base.Family
	qualifier base.Qualifier
}

// compare orders columns by family, then by qualifier.
func (c column) compare(d column) int {
	if n := strings.Compare(string(c.family), string(d.family)); n != 0 {
		return n
	}
	return strings.Compare(string(c.qualifier), string(d.qualifier))
}

// places is a sorted list of columns. Since the cells of a row come in that order too, a search
// begins at the column after the last one that was found.
type places struct {
	sorted []column
	next   int // index after the last column found; 0 at the start of a row
}

// find returns the index of a column, and whether the list has it. A missing column is added if
// the list has fewer than most columns.
func (p *places) find(c column, most int) (at int, there bool) {
	for at := p.next; at < min(p.next+3, len(p.sorted)); at++ {
		if p.sorted[at] == c {
			p.next = at + 1
			return at, true
		}
	}
	at, there = slices.BinarySearchFunc(p.sorted, c, column.compare)
	if !there && len(p.sorted) < most {
		p.sorted, there = slices.Insert(p.sorted, at, c), true
	}
	if there {
		p.next = at + 1
	}
	return at, there
}

// WriteCSV writes a table as cbt's import reads it: a line of families, a line of qualifiers, and a
// line for each row with its key and the newest value of each column. Timestamps, older
// versions and empty values are not written. The lines come in batches.
func WriteCSV(t Table, write WriteFunc) []Loss {
	lost := losses{"times": 0}
	if t.CellCount() == 0 {
		return lost.list()
	}
	columns, ok := columnsOf(t, lost, write)
	if !ok || len(columns) == 0 {
		return lost.list()
	}
	place := places{sorted: slices.SortedFunc(slices.Values(columns), column.compare)}
	at := make([]int, len(columns)) // for each column of place, its index in a line
	record, below := make([]string, len(columns)+1), make([]string, len(columns)+1)
	// record and below are the two head lines, for now: record is reused for each row.
	for i, c := range columns {
		j, _ := place.find(c, 0)
		at[j] = i + 1
		record[i+1], below[i+1] = string(c.family), string(c.qualifier)
	}
	out := lines{write: write, lost: lost}
	if !out.line(record) || !out.line(below) {
		return lost.list()
	}
	for row := range t.Scan(table.ScanQuery{}, nil) {
		clear(record)
		if held := valuesOf(row, &place, at, record, lost); !held {
			lost["rows"]++
		} else if record[0] = string(row.Key()); !out.line(record) {
			return lost.list()
		}
	}
	out.end()
	return lost.list()
}

// valuesOf sets record to the newest values of a row; at says where each column of place
// stands. It reports whether the row has any value.
func valuesOf(row table.Row, place *places, at []int, record []string, lost losses) (held bool) {
	var last column
	returns := strings.Contains(string(row.Key()), "\r\n")
	place.next = 0
	row.EachCell(func(c base.Cell) {
		of := column{c.Family, c.Qualifier}
		i, there := place.find(of, 0)
		switch {
		case !there:
		case of == last:
			lost["versions"]++
		case c.Value == "":
			lost["empty"]++
		default:
			record[at[i]], held = c.Value, true
			returns = returns || strings.Contains(c.Value, "\r\n")
		}
		last = of
	})
	if returns {
		lost["returns"]++
	}
	return held
}

// columnsOf returns the columns of a table's file, in order. One exception is the first: the
// import needs a qualifier there, so the first column that has one is moved to the front. ok is
// false if the writer has stopped.
func columnsOf(t Table, lost losses, write WriteFunc) (columns []column, ok bool) {
	went := true
	held, known := t.HeldColumns(func() bool { went = went && write(""); return went })
	switch {
	case !went:
		return nil, false
	case known && len(held) <= base.MaxCSVColumns:
		for _, c := range held {
			columns = append(columns, column{c.Family, c.Qualifier})
		}
	default:
		if columns, ok = columnsMet(t, lost, write); !ok {
			return nil, false
		}
	}
	// A qualifier with \r\n would not be read back unchanged, so it cannot be the first either.
	first := slices.IndexFunc(columns, func(c column) bool { return c.qualifier != "" && !strings.Contains(string(c.qualifier), "\r\n") })
	if first < 0 {
		if len(columns) > 0 {
			lost["unnamed"]++
		}
		return nil, true
	}
	c := columns[first]
	copy(columns[1:first+1], columns[:first])
	columns[0] = c
	return columns, true
}

// columnsMet returns the columns of a table in order, by reading all of it. It counts the cells
// that are in none of them: those of aggregates, and those beyond [base.MaxCSVColumns] columns.
func columnsMet(t Table, lost losses, write WriteFunc) (columns []column, ok bool) {
	plain := false
	types := families(t)
	met := places{}
	for row := range t.Scan(table.ScanQuery{}, nil) {
		met.next = 0
		var last column
		row.EachCell(func(c base.Cell) {
			at := column{c.Family, c.Qualifier}
			if at.family != last.family {
				plain = types[c.Family].Type == table.Plain
			}
			if last = at; !plain {
				lost["aggregates"]++
			} else if _, there := met.find(at, base.MaxCSVColumns); !there {
				lost["columns"]++
			}
		})
		if !write("") {
			return nil, false
		}
	}
	return met.sorted, true
}

// linesAtOnce is how many bytes of lines are collected before they are written.
const linesAtOnce = 8 << 10

// lines writes records as lines of comma-separated values.
type lines struct {
	write  WriteFunc
	lost   losses
	text   []byte       // lines that are not written yet
	quoted bytes.Buffer // for value
	writer *csv.Writer  // writes to quoted
}

// line adds a record as a line. It reports whether to go on.
func (l *lines) line(record []string) bool {
	for i, v := range record {
		if i > 0 {
			l.text = append(l.text, ',')
		}
		if formula(v) {
			l.lost["formulas"]++
		}
		if bare(v) {
			l.text = append(l.text, v...)
		} else {
			l.value(v)
		}
	}
	if l.text = append(l.text, '\n'); len(l.text) >= linesAtOnce {
		return l.end()
	}
	return true
}

// end writes the collected lines, and reports whether to go on.
func (l *lines) end() bool {
	text := string(l.text)
	l.text = l.text[:0]
	return l.write(text)
}

// value adds a value to the text, in quotes if it needs them.
func (l *lines) value(v string) {
	if l.quoted.Reset(); l.writer == nil {
		l.writer = csv.NewWriter(&l.quoted)
	}
	if err := l.writer.Write([]string{v, ""}); err != nil { // two values, since csv quotes an empty one that is alone
		panic(err) // a buffer does not fail
	}
	l.writer.Flush()
	l.text = append(l.text, bytes.TrimSuffix(l.quoted.Bytes(), []byte(",\n"))...)
}

// bare reports whether a value certainly needs no quotes.
func bare(v string) bool {
	for i := range len(v) {
		if c := v[i]; c <= ',' && (c == ',' || c == '"' || c == '\r' || c == '\n') {
			return false
		}
	}
	return v == "" || v[0] > ' ' && v[0] < utf8.RuneSelf && v[0] != '\\'
}

// formula reports whether a spreadsheet may take a value for a formula. A number is not one.
func formula(v string) bool {
	if v == "" || strings.IndexByte("=+-@\t\r", v[0]) < 0 {
		return false
	}
	_, err := strconv.ParseFloat(v, 64)
	return err != nil
}
