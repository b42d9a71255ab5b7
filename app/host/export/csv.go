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

func (c column) compare(d column) int {
	if n := strings.Compare(string(c.family), string(d.family)); n != 0 {
		return n
	}
	return strings.Compare(string(c.qualifier), string(d.qualifier))
}

// places is columns in their order. Those of a row are found one after the other.
type places struct {
	sorted []column
	next   int // behind the one that was found last
}

// find returns where a column is, and whether it is there: one that is not is added if there
// are fewer than most.
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

// CSV writes a table as cbt's import reads it: a line of families, a line of
// qualifiers, then a line for each row with the newest value of each column.
func CSV(t Table, write Writer) []Lost {
	lost := losses{"times": 0}
	if t.Cells() == 0 {
		return lost.list()
	}
	columns, ok := columnsOf(t, lost, write)
	if !ok || len(columns) == 0 {
		return lost.list()
	}
	place := places{sorted: slices.SortedFunc(slices.Values(columns), column.compare)}
	at := make([]int, len(columns)) // of each of those, where it stands in a line
	record, below := make([]string, len(columns)+1), make([]string, len(columns)+1)
	for i, c := range columns {
		j, _ := place.find(c, 0)
		at[j] = i + 1
		record[i+1], below[i+1] = string(c.family), string(c.qualifier)
	}
	var out lines
	line := func(record []string) bool {
		for _, v := range record {
			if formula(v) {
				lost["formulas"]++
			}
		}
		return write(out.line(record))
	}
	if !line(record) || !line(below) {
		return lost.list()
	}
	for row := range t.Scan(table.Query{}, nil) {
		clear(record)
		var last column
		held := false
		returns := strings.Contains(string(row.Key()), "\r\n")
		place.next = 0
		for c := range row.Cells() {
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
		}
		if returns {
			lost["returns"]++
		}
		if !held {
			lost["rows"]++
			continue
		}
		record[0] = string(row.Key())
		if !line(record) {
			break
		}
	}
	return lost.list()
}

// columnsOf returns the columns that a file of the table has, in order but for the
// first: that one has a qualifier.
func columnsOf(t Table, lost losses, write Writer) (columns []column, ok bool) {
	plain := false
	types := families(t)
	met := places{}
	for row := range t.Scan(table.Query{}, nil) {
		met.next = 0
		var last column
		for c := range row.Cells() {
			at := column{c.Family, c.Qualifier}
			if at.family != last.family {
				plain = types[c.Family].Type == table.Plain
			}
			if last = at; !plain {
				lost["aggregates"]++
			} else if _, there := met.find(at, base.MaxCSVColumns); !there {
				lost["columns"]++
			}
		}
		if !write("") {
			return nil, false
		}
	}
	columns = met.sorted
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

// lines writes lines of values.
type lines struct {
	text   []byte
	quoted bytes.Buffer
	writer *csv.Writer // to quoted
}

// line returns a record as a line. It is much faster where no value needs quotes.
func (l *lines) line(record []string) string {
	l.text = l.text[:0]
	for i, v := range record {
		if i > 0 {
			l.text = append(l.text, ',')
		}
		if !bare(v) {
			return l.inQuotes(record)
		}
		l.text = append(l.text, v...)
	}
	return string(append(l.text, '\n'))
}

// inQuotes is line for a record of which some values need quotes.
func (l *lines) inQuotes(record []string) string {
	if l.quoted.Reset(); l.writer == nil {
		l.writer = csv.NewWriter(&l.quoted)
	}
	if err := l.writer.Write(record); err != nil {
		panic(err) // memory does not fail
	}
	l.writer.Flush()
	return l.quoted.String()
}

// bare reports whether a value certainly needs no quotes.
func bare(v string) bool {
	for i := range len(v) {
		if c := v[i]; c == ',' || c == '"' || c == '\r' || c == '\n' {
			return false
		}
	}
	return v == "" || v[0] > ' ' && v[0] < utf8.RuneSelf && v[0] != '\\'
}

// formula reports whether a spreadsheet may take a value for one. Numbers are none.
func formula(v string) bool {
	if v == "" || strings.IndexByte("=+-@\t\r", v[0]) < 0 {
		return false
	}
	_, err := strconv.ParseFloat(v, 64)
	return err != nil
}
