package files

import (
	"slices"
	"strings"

	"tabletop/engine/records"
	"tabletop/engine/rewrite"
)

// rewritten rewrites the values of a column by a rule. The rule "" restores the original
// values.
type rewritten struct {
	at   int // index of the column
	rule rewrite.ValueRule
}

// firstRecords is the records of a file, or the first ones of a long file.
type firstRecords struct {
	records  [][]string                // the records, rewritten by the rules of the columns
	lines    []int                     // the line of each record
	original [][]string                // the records as they were read, nil if none was rewritten
	looked   []*rewrite.ColumnExaminer // what is known about the values of each column
	present  []int                     // by column, the index of the first record with a value there, -1 for none
	nested   int                       // number of columns that are fields of nested objects
}

func (r rewritten) apply(u *update) {
	u.edit(func(m *Mapping) {
		m.Columns[r.at].Rule = r.rule
		m.rewrite()
	})
	u.find(true)
}

// keep adds a record, and takes its values into account for the advice about rewriting.
func (m *Mapping) keep(line int, record []string) {
	for len(m.looked) < len(m.Columns) {
		m.looked, m.present = append(m.looked, &rewrite.ColumnExaminer{}), append(m.present, -1)
	}
	for i, c := range m.looked {
		if c.Add(line, record[i]); record[i] != "" && m.present[i] < 0 {
			m.present[i] = len(m.records)
		}
	}
	m.lines = append(m.lines, line)
	if m.original != nil {
		m.original = append(m.original, record)
		record = m.rewrote(record)
	}
	m.records = append(m.records, record)
}

// firstValue returns the first value of a column that is not empty, "" if there is none yet.
func (m *Mapping) firstValue(column int) string {
	if column < len(m.present) && m.present[column] >= 0 {
		return m.records[m.present[column]][column]
	}
	return ""
}

// rewrite makes all records anew from the originals, by the present rules of the columns.
func (m *Mapping) rewrite() {
	if m.original == nil {
		m.original = m.records
	}
	m.records = make([][]string, len(m.original))
	for i, record := range m.original {
		m.records[i] = m.rewrote(record)
	}
	m.Sample = m.records[:len(m.Sample)]
}

// rewrote returns a copy of a record with the values rewritten by the rules of the columns.
func (m *Mapping) rewrote(record []string) []string {
	record = slices.Clone(record)
	for i, c := range m.Columns {
		if c.Rule != "" {
			record[i], _ = c.Rule.Apply(record[i])
		}
	}
	return record
}

// rules returns the rules of the columns up to the last one that has a rule, nil if none
// has.
func (m *Mapping) rules() []rewrite.ValueRule {
	var out []rewrite.ValueRule
	for i, c := range m.Columns {
		if c.Rule != "" {
			out = append(append(out, make([]rewrite.ValueRule, i-len(out))...), c.Rule)
		}
	}
	return out
}

// nestedName returns the name of the first column that is a field of a nested object, "" if
// there is none.
func (m *Mapping) nestedName() string {
	for _, c := range m.Columns {
		if strings.Contains(c.Head, ".") {
			return c.Head
		}
	}
	return ""
}

// unsorted is a column whose values are not in their order when they are sorted by their
// bytes, such as numbers of different lengths.
type unsorted struct {
	At int // index of the column
	rewrite.ColumnFinding
}

// unsorted returns the columns with such values, including those that are rewritten now.
func (m *Mapping) unsorted() (out []unsorted) {
	for i, c := range m.looked {
		if f, ok := c.Found(); ok {
			out = append(out, unsorted{i, f})
		}
	}
	return out
}

// unsortedIn reports whether a text in cbt's import format has an unsorted column among its
// first values.
func unsortedIn(text string) bool {
	m := &Mapping{}
	heads := 2
	r := records.NewValuesReader(",", func(line int, record []string) {
		if heads--; heads < 0 && (m.Columns == nil || len(record) == len(m.Columns)) {
			m.Columns = make([]column, len(record))
			m.keep(line, record)
		}
	})
	text = text[:min(len(text), stampsLooked)]
	r.Write([]byte(text[:strings.LastIndexByte(text, '\n')+1]))
	return len(m.unsorted()) > 0
}
