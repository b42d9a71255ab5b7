package intake

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// Bounds of the records that rows become.
const (
	MaxColumns = 200       // of the table, that become fields
	maxValues  = 4_000_000 // of all records
)

// columnName names a column.
type columnName struct {
	family    base.Family
	qualifier base.Qualifier
}

// RecordReader reads the rows of a table as the records of a template that could have made
// them, in steps. Rows whose keys the template does not make it deletes at the end.
type RecordReader struct {
	Table    *table.Table
	template *rowkey.Template
	fields   []string // of the template, then of the columns
	columns  []plan.Column
	known    map[columnName]int // index of the column's field
	sums     []base.Family      // whose values are states
	Records  [][]string
	sparse   bool
	present  [][]byte      // of sparse records, by their number: a bit for each field that they have
	Misfits  []base.RowKey // of the rows that are deleted
	Older    int           // versions of cells, which no record has

	Read           int // rows
	whole, deleted int
}

// NewRecordReader returns a reader of a table that nothing else holds. With sparse, records lack
// the columns that their rows do not have; else they have empty values there.
func NewRecordReader(t *table.Table, by *rowkey.Template, sparse bool) *RecordReader {
	a := &RecordReader{Table: t, template: by, sparse: sparse, fields: by.Fields(), known: map[columnName]int{}}
	for _, f := range t.Families() {
		if f.Type != table.Plain {
			a.sums = append(a.sums, f.Name)
		}
	}
	return a
}

// Step works for about budget rows: it reads them, makes the records one length, and deletes the
// rows that do not fit. It refuses a table of which no row fits.
func (a *RecordReader) Step(budget int64) (used int64, done bool, err error) {
	if a.Read < a.Table.Len() {
		for row := range a.Table.At(a.Read, int(budget)) {
			if used >= budget {
				break
			}
			a.Read++
			used += 1 + int64(row.Len())/16
			if err := a.row(row); err != nil {
				return used, true, err
			}
		}
		return used, false, nil
	}
	if len(a.Records) == 0 {
		return 1, true, base.Refuse(base.CodeNothingFits, a.Table.Name(), a.template.String())
	}
	for ; a.whole < len(a.Records) && used < budget; a.whole++ {
		used++
		if r := a.Records[a.whole]; len(r) < len(a.fields) {
			a.Records[a.whole] = append(r, make([]string, len(a.fields)-len(r))...)
		}
		if a.sparse {
			has := a.present[a.whole]
			a.Records[a.whole] = dataset.Lacking(a.Records[a.whole], func(i int) bool {
				return i >= len(a.template.Fields()) && (i/8 >= len(has) || has[i/8]>>(i%8)&1 == 0)
			})
		}
	}
	for ; a.deleted < len(a.Misfits) && used < budget; a.deleted++ {
		used++
		if err := a.Table.Mutate(a.Misfits[a.deleted], 0, []table.Mutation{table.DeleteRow{}}); err != nil {
			return used, true, err
		}
	}
	return used, a.whole == len(a.Records) && a.deleted == len(a.Misfits), nil
}

// Design returns the design of the table. It must not be called before the last step.
func (a *RecordReader) Design() *design.Design {
	data := dataset.Spec{Fields: a.fields, Records: a.Records}
	return &design.Design{Template: a.template, Columns: a.columns, Data: data, Held: int64(len(a.Records))}
}

// row reads a row.
func (a *RecordReader) row(row table.Row) error {
	record, fits := a.template.Decode(row.Key())
	if !fits {
		a.Misfits = append(a.Misfits, row.Key())
		return nil
	}
	last := -1
	var present []byte
	for c := range row.Cells() {
		if slices.Contains(a.sums, c.Family) {
			continue
		}
		i, known := a.known[columnName{c.Family, c.Qualifier}]
		if !known {
			i = len(a.fields)
			most := min(MaxColumns, maxValues/a.Table.Len())
			if err := base.AtMost(base.CodeManyFields, len(a.columns)+1, most, a.Table.Name()); err != nil {
				return err
			}
			a.add(c.Family, c.Qualifier)
		}
		if i == last {
			a.Older++
			continue
		}
		last = i
		for len(record) <= i {
			record = append(record, "")
		}
		record[i] = c.Value
		for a.sparse && len(present) <= i/8 {
			present = append(present, 0)
		}
		if a.sparse {
			present[i/8] |= 1 << (i % 8)
		}
	}
	if a.sparse {
		a.present = append(a.present, present)
	}
	a.Records = append(a.Records, record)
	return nil
}

// add makes a column a field, called as its qualifier is, as far as a field can be.
func (a *RecordReader) add(f base.Family, q base.Qualifier) {
	name := fieldName(string(q))
	for n, first := len(a.columns), name; name == "" || slices.Contains(a.fields, name); n++ {
		name = "f" + first + strconv.Itoa(n)
	}
	a.known[columnName{f, q}] = len(a.fields)
	a.fields = append(a.fields, name)
	a.columns = append(a.columns, plan.Column{Field: name, Family: f, Qualifier: q})
}

// fieldName returns text as the name of a field, "" where nothing of it can stand there.
func fieldName(text string) string {
	b := []byte(strings.ToLower(text[:min(len(text), 40)]))
	for i, c := range b {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			b[i] = '_'
		}
	}
	return strings.TrimLeft(string(b), "_0123456789")
}
