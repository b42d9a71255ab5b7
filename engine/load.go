package engine

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// maxCollisions is the most shared row keys that a load names.
const maxCollisions = 3

// loader turns the records of a data set into the rows of a new table.
type loader struct {
	table   *table.Table
	design  *design
	cursor  *dataset.Cursor
	columns []loaded
	keys    []int // the record's index of each template field
	values  []string
	key     []byte
	at      base.Micros
	cells   []base.Cell

	records  int64
	queries  []plan.Query
	wanted   []int64       // per query, records that it asks for
	lengths  []measured    // of the fields that the latest are asked of
	collided []base.RowKey // keys that a second record met, the first few
}

// measured is a field of the records whose values are looked at.
type measured struct {
	plan.Lengths
	name  string
	field int
}

// loaded is a column with the record's index of its field.
type loaded struct {
	plan.Column
	field int
}

func newLoader(name, template string, columns []plan.Column, data dataset.Spec, queries []plan.Query, at base.Micros) (*loader, error) {
	tpl, err := rowkey.Parse(template)
	if err != nil {
		return nil, err
	}
	if err := tpl.Check(data.Fields); err != nil {
		return nil, err
	}
	cursor, err := data.Begin()
	if err != nil {
		return nil, err
	}
	t, err := table.New(name)
	if err != nil {
		return nil, err
	}
	l := &loader{
		table: t, at: at, cursor: cursor,
		design:  &design{template: tpl, columns: columns, data: data},
		queries: queries, wanted: make([]int64, len(queries)),
	}
	for _, f := range tpl.Fields() {
		l.keys = append(l.keys, slices.Index(data.Fields, f))
	}
	l.values = make([]string, len(l.keys))
	fields, families := make(map[string]int, len(data.Fields)), map[string]bool{}
	for i, f := range data.Fields {
		fields[f] = i
	}
	var made []table.FamilyInfo
	for _, c := range columns {
		i, known := fields[c.Field]
		if !known {
			return nil, base.Refuse(base.CodeTemplateField, c.Field, strings.Join(data.Fields, ", "))
		}
		if f := string(c.Family); !families[f] {
			families[f] = true
			made = append(made, table.FamilyInfo{Name: c.Family})
		}
		l.columns = append(l.columns, loaded{c, i})
	}
	if err := t.CreateFamilies(made...); err != nil {
		return nil, err
	}
	for _, q := range queries {
		if i := slices.Index(data.Fields, q.Latest.Field); i >= 0 && q.Latest.N > 0 {
			l.lengths = append(l.lengths, measured{name: q.Latest.Field, field: i})
		}
	}
	l.cells = make([]base.Cell, len(columns))
	return l, nil
}

// step loads up to budget records.
func (l *loader) step(budget int64) (used int64, done bool, err error) {
	fields := l.design.data.Fields
	var rec []string
	value := func(f string) string { return valueOf(f, fields, rec) }
	for used < budget {
		var ok bool
		if rec, ok = l.cursor.Next(); !ok {
			for i, q := range l.queries {
				l.wanted[i] = q.Wanted(l.wanted[i])
			}
			for i := range l.lengths {
				l.design.setEven(l.lengths[i].name, &l.lengths[i].Lengths)
			}
			return used, true, nil
		}
		used++
		for i := range l.lengths {
			l.lengths[i].Add(rec[l.lengths[i].field])
		}
		before := l.table.Len()
		if err := l.row(rec); err != nil {
			return used, true, err
		}
		if l.table.Len() == before && len(l.collided) < maxCollisions {
			if key := base.RowKey(l.key); !slices.Contains(l.collided, key) {
				l.collided = append(l.collided, key)
			}
		}
		l.records++
		for i, q := range l.queries {
			if q.Match(value) {
				l.wanted[i]++
			}
		}
	}
	return used, false, nil
}

// row writes a record's row, whose key is left in l.key.
func (l *loader) row(rec []string) (err error) {
	for i, k := range l.keys {
		l.values[i] = rec[k]
	}
	if l.key, err = l.design.template.AppendKey(l.key[:0], l.values); err != nil {
		return err
	}
	for i, c := range l.columns {
		l.cells[i] = base.Cell{Family: c.Family, Qualifier: c.Qualifier, At: l.at, Value: rec[c.field]}
	}
	return l.table.Set(base.RowKey(l.key), l.at, l.cells)
}

// valueOf returns a record's value of a field, "" of one that it does not have: what
// asks for that cannot be answered.
func valueOf(field string, fields, rec []string) string {
	if i := slices.Index(fields, field); i >= 0 {
		return rec[i]
	}
	return ""
}

// bounded refuses more than the most of something, of a table or of none.
func bounded(code base.Code, n, most int, of ...string) error {
	if n <= most {
		return nil
	}
	return base.Refuse(code, append(of, strconv.Itoa(n), strconv.Itoa(most))...)
}

// checkLoad refuses what is beyond the bounds of a data set and of a table's families.
// Of a data set that has been loaded once nothing is asked.
func checkLoad(r Load) error {
	if err := bounded(base.CodeManyFields, len(r.Data.Fields), base.MaxFields, r.Table); err != nil {
		return err
	}
	if err := bounded(base.CodeManyValues, int(min(r.Data.Values(), 1<<31-1)), base.MaxValues); err != nil {
		return err
	}
	families := map[string]bool{}
	for _, c := range r.Columns {
		families[string(c.Family)] = true
	}
	return bounded(base.CodeManyFamilies, len(families), base.MaxFamilies, r.Table)
}

// checkWorkload refuses more questions than designs are measured by.
func checkWorkload(r Workload) error {
	return bounded(base.CodeManyQueries, len(r.Queries), base.MaxQueries)
}

// load replaces a table by a loaded one in its last step.
func (t *Task) load(r Load) {
	if err := checkLoad(r); err != nil && !t.replayed {
		t.fail(err)
		return
	}
	l, err := newLoader(r.Table, r.Template, r.Columns, r.Data, t.s.state.workload, t.at)
	if err != nil {
		t.fail(err)
		return
	}
	if _, known := t.s.state.tables[r.Table]; !known && len(t.s.state.tables) >= base.MaxTables {
		t.fail(base.Refuse(base.CodeTooManyTables, strconv.Itoa(base.MaxTables)))
		return
	}
	t.rowsTotal += r.Data.Len()
	t.push(func(budget int64) (int64, bool) {
		used, done, err := l.step(budget)
		t.rowsDone += used
		if err != nil {
			t.fail(err)
			return used, true
		}
		if !done {
			return used, false
		}
		t.keep(l, r)
		return used, true
	})
}

func quoteKeys(keys []base.RowKey) string {
	quoted := make([]string, len(keys))
	for i, k := range keys {
		quoted[i] = strconv.Quote(string(k))
	}
	return strings.Join(quoted, ", ")
}

func count(n int64) string { return strconv.FormatInt(n, 10) }
