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

// These are bounds of the records that a [TableRecordReader] makes.
const (
	MaxColumns = 200       // columns of the table that become fields
	maxValues  = 4_000_000 // values of all records together
)

// columnName is the full name of a column.
type columnName struct {
	family    base.Family
	qualifier base.Qualifier
}

// TableRecordReader reads the rows of a table as records from which a template could have made the rows.
// Call Step until it is done, then Design. The fields of a record are those of the template, whose
// values come from the row key, and one for each column, whose value is the newest cell. Families
// of aggregates are left out. Rows whose keys the template does not make are deleted.
type TableRecordReader struct {
	Table    *table.Table
	template *rowkey.Template
	fields   []string // fields of the template, then those of the columns
	columns  []plan.FieldColumn
	known    map[columnName]int // by column: index of its field
	sums     []base.Family      // families of aggregates, whose cells hold states and not values
	Records  [][]string         // complete when Step is done
	sparse   bool
	present  [][]byte      // if sparse, for each record: a bit for each column field that it has
	Misfits  []base.RowKey // keys of the rows that Step deletes
	Older    int           // cells left out because they are older versions

	Read           int // rows read so far
	whole, deleted int // records completed, and misfits deleted, so far
}

// NewTableRecordReader returns a reader of the table t, which belongs to the reader from then on. If
// sparse is true, a record lacks the fields of columns that its row does not have; otherwise
// these fields have empty values.
func NewTableRecordReader(t *table.Table, by *rowkey.Template, sparse bool) *TableRecordReader {
	a := &TableRecordReader{Table: t, template: by, sparse: sparse, fields: by.Fields(), known: map[columnName]int{}}
	for _, f := range t.Families() {
		if f.Type != table.Plain {
			a.sums = append(a.sums, f.Name)
		}
	}
	return a
}

// Step continues with about budget rows. It first reads all rows, then gives all records the same
// number of values, and then deletes the rows that do not fit the template. It refuses a table of
// which no row fits (nothing-fits), and one with too many columns (many-fields).
func (a *TableRecordReader) Step(budget int64) (used int64, done bool, err error) {
	if a.Read < a.Table.Len() {
		for row := range a.Table.RowsAt(a.Read, int(budget)) {
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
			a.Records[a.whole] = dataset.OmitFields(a.Records[a.whole], func(i int) bool {
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

// Design returns the design of the table. It must not be called before Step is done. The design
// of a table that has only aggregates has no columns: questions can be planned with it, but no
// rows can be loaded.
func (a *TableRecordReader) Design() *design.Design {
	data := dataset.Spec{Fields: a.fields, Records: a.Records}
	return &design.Design{Template: a.template, Columns: a.columns, Data: data, KeptRecords: int64(len(a.Records))}
}

// row reads a row: it adds a record to a.Records, or the key to a.Misfits. It adds a field for each
// column that it meets for the first time. Records are not filled up to the number of fields
// here, since later rows may add fields.
func (a *TableRecordReader) row(row table.Row) error {
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
			if err := base.CheckAtMost(base.CodeManyFields, len(a.columns)+1, most, a.Table.Name()); err != nil {
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

// add adds a field for a column. It derives the name of the field from the qualifier, and makes it
// different from all other names.
func (a *TableRecordReader) add(f base.Family, q base.Qualifier) {
	name := fieldName(string(q))
	for n, first := len(a.columns), name; name == "" || slices.Contains(a.fields, name); n++ {
		name = "f" + first + strconv.Itoa(n)
	}
	a.known[columnName{f, q}] = len(a.fields)
	a.fields = append(a.fields, name)
	a.columns = append(a.columns, plan.FieldColumn{Field: name, Family: f, Qualifier: q})
}

// fieldName returns a text in the form of a field name: its first 40 bytes in lower case, without
// leading digits, and with an underscore for every other byte that is not a letter or digit of
// ASCII. It returns "" if nothing is left.
func fieldName(text string) string {
	b := []byte(strings.ToLower(text[:min(len(text), 40)]))
	for i, c := range b {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			b[i] = '_'
		}
	}
	return strings.TrimLeft(string(b), "_0123456789")
}
