package engine

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/infer"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/engine/table"
)

// Infer asks which row-key templates the keys of a table follow, and how many of them.
type Infer struct{ Table string }

func (Infer) nature() Nature { return Nature{Looks: true} }

func (r Infer) start(t *Task) { t.infer(r) }

// Inferred is what [Infer] found.
type Inferred struct {
	Table     string
	Version   uint64 // of the session, when it was asked
	Rows      int64
	Proposals []*infer.Proposal // the likeliest first; none of a table without rows
}

func (*Inferred) answer() {}

// infer proposes from keys all over the table, and counts all of its keys.
func (t *Task) infer(r Infer) {
	tab, err := t.s.find(r.Table)
	if err != nil {
		t.fail(err)
		return
	}
	tab = tab.Clone()
	n := tab.Len()
	out := &Inferred{Table: r.Table, Version: t.s.version, Rows: int64(n)}
	t.rowsTotal = out.Rows
	t.push(func(budget int64) (used int64, done bool) {
		for row := range tab.At(int(t.rowsDone), int(budget)) {
			for _, p := range out.Proposals {
				p.Count(row.Key())
			}
			used++
		}
		if t.rowsDone += used; used > 0 {
			return used, false
		}
		t.reply.Answer = out
		return 1, true
	})
	t.push(func(int64) (int64, bool) {
		ranks := make([]int, min(n, infer.MaxSample))
		for i := range ranks {
			ranks[i] = i * n / len(ranks)
		}
		out.Proposals = infer.Propose(tab.KeysAt(ranks))
		return infer.MaxSample, true
	})
}

// Adopt makes a table a designed one whose rows are there already: each row becomes a
// record, of the fields that the template decodes from its key and the newest value of
// each column. Rows whose keys the template does not make are deleted; the others stay
// as they are. Columns of families that add up are no fields.
type Adopt struct {
	Table    string `wire:"1"`
	Template string `wire:"2"`
	// Sparse has a row's record lack the columns that the row does not have; else it has
	// empty values there, as all records had once.
	Sparse bool `wire:"3"`
}

// Bounds of the records that rows become.
const (
	MaxAdoptedColumns = 200
	maxAdoptedValues  = 4_000_000
)

func (r Adopt) nature() Nature {
	return Nature{Changes: true, Recorded: true, Rows: true, Does: true, Design: r.Table}
}

func (r Adopt) says() Line { return stepNote(base.NoteStepAdopt, r.Table, r.Template) }

func (r Adopt) start(t *Task) {
	tab, err := t.s.find(r.Table)
	if err != nil {
		t.fail(err)
		return
	}
	tpl, err := rowkey.Parse(r.Template)
	if err != nil {
		t.fail(err)
		return
	}
	a := &adopter{table: tab.Clone(), template: tpl, sparse: r.Sparse, fields: tpl.Fields(), known: map[ColumnName]int{}}
	for _, f := range tab.Families() {
		if f.Type != table.Plain {
			a.sums = append(a.sums, f.Name)
		}
	}
	t.rowsTotal = int64(tab.Len())
	t.push(func(budget int64) (int64, bool) {
		used, done, err := a.step(budget)
		if t.rowsDone = int64(a.read); err != nil {
			t.fail(err)
		} else if done {
			t.keepAdopted(r, a)
		}
		return used, done || err != nil
	})
}

// adopter reads rows as records.
type adopter struct {
	table    *table.Table
	template *rowkey.Template
	fields   []string // of the template, then of the columns
	columns  []plan.Column
	known    map[ColumnName]int // index of the column's field
	sums     []base.Family      // whose values are states
	records  [][]string
	sparse   bool
	present  [][]byte // of sparse records, by their number: a bit for each field that they have
	misfits  []base.RowKey
	older    int // versions, which no record has

	read, whole, deleted int
}

// step works for about budget rows: it reads them, makes the records one length, and
// deletes the rows that do not fit.
func (a *adopter) step(budget int64) (used int64, done bool, err error) {
	if a.read < a.table.Len() {
		for row := range a.table.At(a.read, int(budget)) {
			if used >= budget {
				break
			}
			a.read++
			used += 1 + int64(row.Len())/16
			if err := a.row(row); err != nil {
				return used, true, err
			}
		}
		return used, false, nil
	}
	if len(a.records) == 0 {
		return 1, true, base.Refuse(base.CodeNothingFits, a.table.Name(), a.template.String())
	}
	for ; a.whole < len(a.records) && used < budget; a.whole++ {
		used++
		if r := a.records[a.whole]; len(r) < len(a.fields) {
			a.records[a.whole] = append(r, make([]string, len(a.fields)-len(r))...)
		}
		if a.sparse {
			has := a.present[a.whole]
			a.records[a.whole] = dataset.Lacking(a.records[a.whole], func(i int) bool {
				return i >= len(a.template.Fields()) && (i/8 >= len(has) || has[i/8]>>(i%8)&1 == 0)
			})
		}
	}
	for ; a.deleted < len(a.misfits) && used < budget; a.deleted++ {
		used++
		if err := a.table.Mutate(a.misfits[a.deleted], 0, []table.Mutation{table.DeleteRow{}}); err != nil {
			return used, true, err
		}
	}
	return used, a.whole == len(a.records) && a.deleted == len(a.misfits), nil
}

// row reads a row.
func (a *adopter) row(row table.Row) error {
	record, fits := a.template.Decode(row.Key())
	if !fits {
		a.misfits = append(a.misfits, row.Key())
		return nil
	}
	last := -1
	var present []byte
	for c := range row.Cells() {
		if slices.Contains(a.sums, c.Family) {
			continue
		}
		i, known := a.known[ColumnName{c.Family, c.Qualifier}]
		if !known {
			i = len(a.fields)
			most := min(MaxAdoptedColumns, maxAdoptedValues/a.table.Len())
			if err := base.AtMost(base.CodeManyFields, len(a.columns)+1, most, a.table.Name()); err != nil {
				return err
			}
			a.add(c.Family, c.Qualifier)
		}
		if i == last {
			a.older++
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
	a.records = append(a.records, record)
	return nil
}

// add makes a column a field, called as its qualifier is, as far as a field can be.
func (a *adopter) add(f base.Family, q base.Qualifier) {
	name := fieldName(string(q))
	for n, first := len(a.columns), name; name == "" || slices.Contains(a.fields, name); n++ {
		name = "f" + first + strconv.Itoa(n)
	}
	a.known[ColumnName{f, q}] = len(a.fields)
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

// keepAdopted puts the design in place.
func (t *Task) keepAdopted(r Adopt, a *adopter) {
	state := &t.s.state
	if state.tables[r.Table] = a.table; t.s.last != nil && t.s.last.table == r.Table {
		t.s.last = nil
	}
	data := dataset.Spec{Fields: a.fields, Records: a.records}
	state.designs[r.Table] = &design.Design{Template: a.template, Columns: a.columns, Data: data, Held: int64(len(a.records))}
	t.reply.Focus = r.Table
	t.note(base.NoteAdopted, r.Table, r.Template, strconv.Itoa(len(a.records)), strconv.Itoa(len(a.misfits)), strconv.Itoa(a.older))
	t.accept(r)
	t.remeasure()
}
