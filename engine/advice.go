package engine

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Advise asks the advisor about the tables and the workload. It changes nothing.
type Advise struct{}

func (Advise) nature() Nature { return Nature{Looks: true} }

func (Advise) start(t *Task) { t.advise() }

// What of a table the advisor looks at, at most. A session of very many tables has
// less of each.
const (
	MaxAdvised      = 20_000  // rows, and records as they arrive
	maxAdvisedRows  = 200_000 // of all tables
	maxAdvisedCells = 400_000 // of a table
	maxAdvisedNames = 5_000   // columns of a table
)

// Advice is what the advisor says.
type Advice struct {
	Version uint64 // of the session that it looked at
	Rows    int64  // of all tables
	Looked  int64  // rows that were looked at
	advise.Report
}

// adviser gathers evidence.
type adviser struct {
	advice   Advice
	evidence advise.Evidence
	tables   []*table.Table
	designs  map[string]*design
	verdicts []Verdict
	perTable int
	now      *advised
}

// advise begins the task of [Advise]. It looks at snapshots.
func (t *Task) advise() {
	s := t.s
	a := &adviser{advice: Advice{Version: s.version}, designs: s.state.designs, verdicts: s.state.verdicts}
	for _, name := range slices.Sorted(maps.Keys(s.state.tables)) {
		tab := s.state.tables[name].Clone()
		a.tables = append(a.tables, tab)
		a.advice.Rows += int64(tab.Len())
	}
	a.designs = maps.Clone(a.designs)
	a.perTable = min(MaxAdvised, maxAdvisedRows/max(len(a.tables), 1))
	for _, tab := range a.tables {
		t.rowsTotal += int64(min(tab.Len(), a.perTable))
	}
	t.push(func(budget int64) (int64, bool) {
		if a.now == nil {
			if len(a.tables) == 0 {
				for _, v := range a.verdicts {
					a.evidence.Queries = append(a.evidence.Queries, advise.Query{
						ID: v.Query, Table: v.Table, Access: v.Access, Residual: v.Residual, Scanned: v.Stats.RowsScanned, Wanted: min(v.Stats.RowsReturned, v.Wanted),
					})
				}
				a.evidence.Writes = t.s.touches.writes()
				a.advice.Report = advise.Review(a.evidence)
				t.reply.Answer = &a.advice
				return 1, true
			}
			a.now, a.tables = newAdvised(a.tables[0], a.designs[a.tables[0].Name()], a.perTable), a.tables[1:]
		}
		before := a.now.looked
		used, done := a.now.step(budget)
		t.rowsDone += int64(a.now.looked - before)
		if done {
			a.evidence.Tables = append(a.evidence.Tables, a.now.finish())
			a.advice.Looked += int64(a.now.looked)
			a.now = nil
		}
		return used, false
	})
}

// advised is one table that is looked at.
type advised struct {
	table   *table.Table
	design  *design
	out     advise.Table
	rows    int // of the sample
	looked  int
	cells   int // that were looked at
	columns map[columnID]int
	born    []born
	loader  *loader // makes the keys of records as they arrive; nil where they do not, or no more
	records int
}

type columnID struct {
	family    base.Family
	qualifier base.Qualifier
}

// born is when a row was first written, as far as its cells tell.
type born struct {
	key base.RowKey
	at  base.Micros
}

func newAdvised(tab *table.Table, d *design, rows int) *advised {
	a := &advised{table: tab, design: d, rows: min(tab.Len(), rows), records: rows, columns: map[columnID]int{}}
	a.out = advise.Table{Name: tab.Name(), Rows: int64(tab.Len()), Cells: tab.Cells()}
	for _, f := range tab.Families() {
		a.out.Families = append(a.out.Families, advise.Family{Name: f.Name, Keeps: keeps(f.GC), Aggregate: f.Type != table.Plain})
	}
	for _, w := range tab.Warnings() {
		l := advise.Large{What: advise.LargeRow}
		switch w.Code {
		case base.NoteLongRow:
			l.Key, l.Bytes = base.RowKey(w.Args[1]), number(w.Args[2])
		case base.NoteLongValue:
			l.What, l.Key, l.Name, l.Bytes = advise.LargeCell, base.RowKey(w.Args[1]), w.Args[2], number(w.Args[3])
		default:
			continue
		}
		a.out.Large = append(a.out.Large, l)
	}
	if d != nil {
		a.out.Template = d.template
		a.loader, _ = newLoader(tab.Name(), d.template.String(), d.columns, d.data, nil, 0)
	}
	return a
}

func number(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n }

// keeps returns how many versions a rule keeps of a column at most, 0 for any
// number.
func keeps(r table.GCRule) int {
	switch r := r.(type) {
	case nil, table.MaxAge:
		return 0
	case table.MaxVersions:
		return int(r)
	case table.Union: // the least of its parts
		least := 0
		for _, part := range r {
			if n := keeps(part); n > 0 && (least == 0 || n < least) {
				least = n
			}
		}
		return least
	case table.Intersection: // the most, and any number if a part keeps that
		largest := 0
		for _, part := range r {
			n := keeps(part)
			if n == 0 {
				return 0
			}
			largest = max(largest, n)
		}
		return largest
	}
	panic("engine: a rule that keeps nobody knows how many")
}

// step looks at rows, then at records, about as many as the budget allows.
func (a *advised) step(budget int64) (used int64, done bool) {
	for used < budget {
		switch {
		case a.looked < a.rows:
			for row := range a.table.At(a.looked*a.table.Len()/a.rows, 1) {
				used += 2 + int64(a.row(row))/8
			}
			a.looked++
		case a.loader != nil && a.records > 0:
			used++
			a.records--
			a.arrive()
		default:
			return max(used, 1), true
		}
	}
	return used, false
}

// arrive takes the key of the next record.
func (a *advised) arrive() {
	l := a.loader
	rec, ok := l.cursor.Next()
	if !ok {
		a.loader = nil
		return
	}
	for i, k := range l.keys {
		l.values[i] = rec[k]
	}
	key, err := l.design.template.AppendKey(l.key[:0], l.values)
	if err != nil {
		a.loader = nil
		return
	}
	l.key = key
	a.out.Arrivals = append(a.out.Arrivals, base.RowKey(key))
}

// row looks at a row and returns how many cells it looked at.
func (a *advised) row(row table.Row) (cells int) {
	out := &a.out
	key := row.Key()
	out.Keys = append(out.Keys, key)
	if advise.Near(len(key), base.MaxRowKey) {
		out.Large = append(out.Large, advise.Large{What: advise.LongKey, Key: key, Bytes: int64(len(key))})
	}
	if a.cells+row.Len() > maxAdvisedCells {
		out.Widths = append(out.Widths, row.Len()) // or less, with versions
		return 0
	}
	a.cells += row.Len()
	out.Sampled.Bytes += row.Bytes()
	first, width := base.Micros(-1), 0
	var before base.Cell
	versions := int64(0)
	settle := func() {
		if c := a.column(before); c != nil {
			c.Rows++
			c.Cells += versions
			if versions > c.Most {
				c.Most, c.In = versions, key
			}
		}
	}
	for c := range row.Cells() {
		cells++
		out.Sampled.Cells++
		out.Sampled.Names += int64(len(c.Family) + len(c.Qualifier))
		out.Sampled.Values += int64(len(c.Value))
		if first < 0 || c.At < first {
			first = c.At
		}
		if width > 0 && c.Family == before.Family && c.Qualifier == before.Qualifier {
			versions++
			if col := a.column(c); col != nil && c.Value != before.Value {
				col.Changed++
			}
		} else {
			if width > 0 {
				settle()
			}
			width++
			versions = 1
			if advise.Near(len(c.Qualifier), base.MaxQualifier) {
				out.Large = append(out.Large, advise.Large{What: advise.LongQualifier, Key: key, Name: string(c.Family), Bytes: int64(len(c.Qualifier))})
			}
		}
		before = c
	}
	settle()
	out.Widths = append(out.Widths, width)
	a.born = append(a.born, born{key, first})
	return cells
}

// column returns the column of a cell, nil where there are too many.
func (a *advised) column(c base.Cell) *advise.Column {
	id := columnID{c.Family, c.Qualifier}
	i, known := a.columns[id]
	if !known {
		if len(a.columns) == maxAdvisedNames {
			return nil
		}
		i = len(a.out.Columns)
		a.columns[id] = i
		a.out.Columns = append(a.out.Columns, advise.Column{Family: c.Family, Qualifier: c.Qualifier})
	}
	return &a.out.Columns[i]
}

// finish returns what was seen. Where there are no records the rows arrived in the
// order of their oldest cells, if few of those are of one time.
func (a *advised) finish() advise.Table {
	out := a.out
	base.Sort(out.Columns, func(x, y advise.Column) int {
		return cmp.Or(cmp.Compare(x.Family, y.Family), cmp.Compare(x.Qualifier, y.Qualifier))
	})
	if a.design != nil || len(a.born) < len(out.Keys) {
		return out
	}
	base.SortStable(a.born, func(x, y born) int { return cmp.Compare(x.at, y.at) })
	times := 0
	for i, b := range a.born {
		if i == 0 || b.at != a.born[i-1].at {
			times++
		}
		out.Arrivals = append(out.Arrivals, b.key)
	}
	if times*10 < len(a.born)*9 {
		out.Arrivals = nil
	}
	return out
}
