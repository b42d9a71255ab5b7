package files

import (
	"slices"
	"strings"

	"tabletop/engine/records"
	"tabletop/engine/rewrite"
)

// rewritten has the values of a column rewritten by a rule, "" for not at all.
type rewritten struct {
	at   int // of the column
	rule rewrite.Rule
}

// firstRecords is the records of a file, or the first ones of a long file.
type firstRecords struct {
	records  [][]string // rewritten
	lines    []int
	original [][]string        // the records as they were read, nil where they are not rewritten
	looked   []*rewrite.Column // what is known of each column's values
	nested   int               // columns that are fields of objects within objects
}

func (r rewritten) apply(u *update) {
	u.edit(func(m *Mapping) {
		m.Columns[r.at].Rule = r.rule
		m.rewrite()
	})
	u.find(true)
}

// keep takes a record, and looks at its values.
func (m *Mapping) keep(line int, record []string) {
	for len(m.looked) < len(m.Columns) {
		m.looked = append(m.looked, &rewrite.Column{})
	}
	for i, c := range m.looked {
		c.Add(line, record[i])
	}
	m.lines = append(m.lines, line)
	if m.original != nil {
		m.original = append(m.original, record)
		record = m.rewrote(record)
	}
	m.records = append(m.records, record)
}

// rewrite rewrites all records by the rules of the columns.
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

// rewrote returns a record with the values that the rules of the columns make of its.
func (m *Mapping) rewrote(record []string) []string {
	record = slices.Clone(record)
	for i, c := range m.Columns {
		if c.Rule != "" {
			record[i], _ = c.Rule.Apply(record[i])
		}
	}
	return record
}

// rules returns those of the columns, nil where there are none.
func (m *Mapping) rules() []rewrite.Rule {
	var out []rewrite.Rule
	for i, c := range m.Columns {
		if c.Rule != "" {
			out = append(append(out, make([]rewrite.Rule, i-len(out))...), c.Rule)
		}
	}
	return out
}

// nestedName returns the name of the first column that is a field of an object within an
// object.
func (m *Mapping) nestedName() string {
	for _, c := range m.Columns {
		if strings.Contains(c.Head, ".") {
			return c.Head
		}
	}
	return ""
}

// Unsorted is a column whose values do not sort as what they mean.
type Unsorted struct {
	At int
	rewrite.Finding
}

// Unsorted returns the columns that have such values, or had them before they were rewritten.
func (m *Mapping) Unsorted() (out []Unsorted) {
	for i, c := range m.looked {
		if f, ok := c.Found(); ok {
			out = append(out, Unsorted{i, f})
		}
	}
	return out
}

// unsortedIn reports whether the first values of a text as cbt's import reads it have a column
// of such values.
func unsortedIn(text string) bool {
	m := &Mapping{}
	heads := 2
	r := records.Values(",", func(line int, record []string) {
		if heads--; heads < 0 && (m.Columns == nil || len(record) == len(m.Columns)) {
			m.Columns = make([]Column, len(record))
			m.keep(line, record)
		}
	})
	text = text[:min(len(text), stampsLooked)]
	r.Write([]byte(text[:strings.LastIndexByte(text, '\n')+1]))
	return len(m.Unsorted()) > 0
}
