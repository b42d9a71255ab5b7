package engine

import (
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/filter"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// MaxPrinted is the most rows that a read prints before it asks whether to go
// on. It is scanned and counted to its end all the same.
const MaxPrinted = 100

// MaxInput is the most bytes of console text that are taken at once.
const MaxInput = 256 << 10

// printing is a read with rows left to print, over the snapshot it began with.
type printing struct {
	table *table.Table
	query table.Query
	left  int64
}

// console runs a script line by line and stops at the first refused one.
func (t *Task) console(r Console) {
	if len(r.Text) > MaxInput {
		t.fail(base.RefuseAt(MaxInput, len(r.Text), base.CodeInputTooLong, strconv.Itoa(len(r.Text)), strconv.Itoa(MaxInput)))
		return
	}
	lines := cbt.SplitScript(r.Text)
	next, wrote := 0, false
	t.push(func(int64) (int64, bool) {
		if next == len(lines) {
			if wrote {
				t.remeasure()
			}
			return 1, true
		}
		line := lines[next]
		next++
		refuse := func(err error) (int64, bool) {
			t.fail(err)
			t.reply.ErrLine = line.Number
			if wrote {
				t.remeasure()
			}
			return 1, true
		}
		cmd, err := cbt.Parse(line.Text)
		if err != nil {
			return refuse(err)
		}
		if cmd == nil {
			return 1, false
		}
		if t.s.ReadOnly && console.Writes(cmd) {
			return refuse(base.Refuse(base.CodeReadOnly))
		}
		if err := t.command(cmd); err != nil {
			return refuse(err)
		}
		if console.Writes(cmd) {
			wrote = true
			t.accept(Console{Dialect: r.Dialect, Text: line.Text})
		}
		return 1, false
	})
}

// command runs one command: at once, or by pushing the scan that it needs.
func (t *Task) command(cmd console.Command) error {
	s := t.s
	switch cmd := cmd.(type) {
	case console.CreateTable:
		return t.createTable(cmd)
	case console.List:
		return t.list(cmd)
	case console.Help:
		t.help(cmd)
		return nil
	case console.DeleteTable:
		if _, err := s.find(cmd.Table); err != nil {
			return err
		}
		delete(s.state.tables, cmd.Table)
		delete(s.state.designs, cmd.Table)
		delete(s.state.born, cmd.Table)
		s.forget(cmd.Table)
		t.note(base.NoteDropped, cmd.Table)
		return nil
	}
	name := target(cmd)
	tab, err := s.find(name)
	if err != nil {
		return err
	}
	t.reply.Focus = name
	switch cmd := cmd.(type) {
	case console.CreateFamily:
		if err := tab.CreateFamily(table.FamilyInfo{Name: cmd.Family, GC: cmd.GC}); err != nil {
			return err
		}
		t.note(base.NoteFamily, name, string(cmd.Family))
	case console.DeleteFamily:
		if err := tab.DeleteFamily(cmd.Family); err != nil {
			return err
		}
	case console.Set:
		muts := make([]table.Mutation, len(cmd.Cells))
		for i, c := range cmd.Cells {
			muts[i] = table.SetCell{Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: c.Value}
		}
		if err := tab.Mutate(cmd.Row, t.at, muts); err != nil {
			return err
		}
		t.note(base.NoteWrote, name, strconv.Quote(string(cmd.Row)), strconv.Itoa(len(muts)))
	case console.DeleteRow:
		before := tab.Len()
		if err := tab.Mutate(cmd.Row, t.at, []table.Mutation{table.DeleteRow{}}); err != nil {
			return err
		}
		if tab.Len() == before {
			t.note(base.NoteNoRow, name, strconv.Quote(string(cmd.Row)))
		} else {
			t.note(base.NoteDeleted, name, "1")
		}
	case console.DeleteColumn:
		return tab.Mutate(cmd.Row, t.at, []table.Mutation{table.DeleteColumn{Family: cmd.Family, Qualifier: cmd.Qualifier}})
	case console.DeleteAllRows:
		t.note(base.NoteDeleted, name, strconv.Itoa(tab.DropRows(base.Whole)))
	case console.Count:
		t.countRows(tab, cmd)
	case console.Read:
		return t.read(tab, cmd)
	case console.Lookup:
		return t.lookup(tab, cmd)
	default:
		panic("engine: a command that nothing runs")
	}
	return nil
}

// target returns the table that a command is about.
func target(cmd console.Command) string {
	switch cmd := cmd.(type) {
	case console.CreateFamily:
		return cmd.Table
	case console.DeleteFamily:
		return cmd.Table
	case console.Set:
		return cmd.Table
	case console.DeleteRow:
		return cmd.Table
	case console.DeleteColumn:
		return cmd.Table
	case console.DeleteAllRows:
		return cmd.Table
	case console.Count:
		return cmd.Table
	case console.Read:
		return cmd.Table
	case console.Lookup:
		return cmd.Table
	}
	panic("engine: a command without a table")
}

func (t *Task) createTable(cmd console.CreateTable) error {
	s := t.s
	if _, known := s.state.tables[cmd.Table]; known {
		return base.Refuse(base.CodeTableExists, cmd.Table)
	}
	if len(s.state.tables) >= base.MaxTables {
		return base.Refuse(base.CodeTooManyTables, strconv.Itoa(base.MaxTables))
	}
	tab, err := table.New(cmd.Table)
	if err != nil {
		return err
	}
	for _, f := range cmd.Families {
		if err := tab.CreateFamily(table.FamilyInfo{Name: f.Name, GC: f.GC}); err != nil {
			return err
		}
	}
	tab.SetSplits(cmd.Splits)
	s.state.tables[cmd.Table], s.state.born[cmd.Table] = tab, s.version
	t.reply.Focus = cmd.Table
	t.note(base.NoteCreated, cmd.Table)
	return nil
}

func (t *Task) list(cmd console.List) error {
	if cmd.Table == "" {
		var names []string
		for _, info := range t.s.Tables() {
			names = append(names, info.Name)
		}
		t.print(string(cbt.AppendTables(nil, names)))
		return nil
	}
	tab, err := t.s.find(cmd.Table)
	if err != nil {
		return err
	}
	t.print(string(cbt.AppendFamilies(nil, tab.Families())))
	return nil
}

// forget drops what was remembered of reads of a table.
func (s *Session) forget(name string) {
	if s.last != nil && s.last.table == name {
		s.last = nil
	}
	if s.rest != nil && s.rest.table.Name() == name {
		s.rest = nil
	}
}

// maxRemeasured is the most rows that all designs may hold for the workload to
// be measured again after each command that writes.
const maxRemeasured = 20_000

// remeasure measures the workload after commands that wrote, where that is
// cheap. The grid goes on showing the reader's own read.
func (t *Task) remeasure() {
	rows := 0
	for name := range t.s.state.designs {
		rows += t.s.state.tables[name].Len()
	}
	if rows <= maxRemeasured {
		t.measureWorkload(false)
	}
}

func (t *Task) countRows(tab *table.Table, cmd console.Count) {
	ranges := []base.Range{base.Prefix(cmd.Prefix)}
	q := table.Query{Ranges: ranges, CountOnly: true}
	t.begin(tab, q, func(st *table.Stats) { t.print(string(cbt.AppendCount(nil, st.RowsReturned))) }, nil)
}

func (t *Task) lookup(tab *table.Table, cmd console.Lookup) error {
	if err := base.CheckRowKey(cmd.Row); err != nil {
		return err
	}
	return t.printed(tab, readSpec{
		ranges: []base.Range{base.Point(cmd.Row)}, columns: cmd.Columns,
		cells: cmd.CellsPerColumn, keysOnly: cmd.KeysOnly, stats: cmd.Stats,
	})
}

func (t *Task) read(tab *table.Table, cmd console.Read) error {
	r := base.Range{Start: cmd.Start, End: cmd.End}
	if cmd.Prefix != "" {
		r = base.Prefix(cmd.Prefix)
	} else if cmd.End != "" && cmd.End < cmd.Start {
		return base.Refuse(base.CodeRangeReversed, string(cmd.Start), string(cmd.End))
	}
	return t.printed(tab, readSpec{
		ranges: []base.Range{r}, regex: cmd.Regex, reversed: cmd.Reversed, columns: cmd.Columns,
		limit: int64(cmd.Count), cells: cmd.CellsPerColumn, keysOnly: cmd.KeysOnly, stats: cmd.Stats,
	})
}

// readSpec is what read and lookup have in common.
type readSpec struct {
	ranges   []base.Range
	regex    string
	columns  []console.ColumnSpec
	cells    int
	keysOnly bool
	stats    bool
	reversed bool
	limit    int64
}

// filter returns the tree of filters that a read asks for, nil for none.
func (r readSpec) filter() filter.Filter {
	var chain filter.Chain
	if r.regex != "" {
		chain = append(chain, filter.RowKeyRegex(r.regex))
	}
	if len(r.columns) > 0 {
		var any filter.Interleave
		for _, c := range r.columns {
			var one filter.Chain
			if c.Family != "" {
				one = append(one, filter.FamilyRegex(c.Family))
			}
			if c.Qualifier != "" {
				one = append(one, filter.QualifierRegex(c.Qualifier))
			}
			any = append(any, single(one))
		}
		if len(any) == 1 {
			chain = append(chain, any[0])
		} else {
			chain = append(chain, any)
		}
	}
	if r.cells > 0 {
		chain = append(chain, filter.CellsPerColumn(r.cells))
	}
	if r.keysOnly {
		chain = append(chain, filter.StripValue{})
	}
	if len(chain) == 0 {
		return nil
	}
	return single(chain)
}

// single unwraps a chain of one.
func single(c filter.Chain) filter.Filter {
	switch len(c) {
	case 0:
		return filter.PassAll{}
	case 1:
		return c[0]
	}
	return c
}

// printed runs a read whose rows are printed.
func (t *Task) printed(tab *table.Table, r readSpec) error {
	program, err := compile(r.filter())
	if err != nil {
		return err
	}
	var out []byte
	printed := int64(0)
	var last base.RowKey
	snapshot := tab.Clone()
	q := table.Query{Ranges: r.ranges, Filter: program, Limit: r.limit, Reversed: r.reversed}
	t.begin(snapshot, q, func(st *table.Stats) {
		if r.stats {
			out = cbt.AppendStats(out, *st)
		}
		t.print(string(out))
		if left := st.RowsReturned - printed; left > 0 {
			t.s.rest = &printing{table: snapshot, query: after(q, last, printed), left: left}
			t.reply.More = true
			t.note(base.NoteMoreRows, count(left))
		}
	}, func(row table.Row) {
		if printed == MaxPrinted {
			return
		}
		printed++
		last = row.Key()
		out = cbt.AppendRow(out, row.Key(), row.Cells())
	})
	return nil
}

// begin runs a read of the reader's: what it walked is what the grid marks.
func (t *Task) begin(tab *table.Table, q table.Query, then func(*table.Stats), each func(table.Row)) {
	s := t.s
	st := new(table.Stats)
	s.rest = nil
	t.reply.More = false
	t.total = int64(tab.Len())
	t.scan(tab, q, st, func(r table.Row) {
		t.done = st.RowsScanned
		if each != nil {
			each(r)
		}
	}, func() {
		s.last = &lastRead{
			table: tab.Name(), ranges: base.Merge(q.Ranges), filter: q.Filter, reversed: q.Reversed,
			cut: q.Limit > 0 && st.RowsReturned == q.Limit, stop: st.Last,
		}
		t.reply.Read = &Read{
			Table: tab.Name(), Access: plan.Describe(q.Ranges), Ranges: s.last.ranges, Stats: *st,
		}
		then(st)
	})
}

// after returns the query for the rows after the last printed one.
func after(q table.Query, last base.RowKey, printed int64) table.Query {
	r := q.Ranges[0]
	if q.Reversed {
		r.End = last
	} else {
		r.Start = last + "\x00"
	}
	q.Ranges = []base.Range{r}
	if q.Limit > 0 {
		q.Limit -= printed
	}
	return q
}

// more prints the next rows of the read that was cut short.
func (t *Task) more() {
	rest := t.s.rest
	if rest == nil {
		return
	}
	t.push(func(int64) (int64, bool) {
		var out []byte
		q := rest.query
		if q.Limit == 0 || q.Limit > MaxPrinted {
			q.Limit = MaxPrinted
		}
		var st table.Stats
		for row := range rest.table.Scan(q, &st) {
			out = cbt.AppendRow(out, row.Key(), row.Cells())
			rest.left--
			rest.query = after(rest.query, row.Key(), 1)
		}
		t.print(string(out))
		if rest.left > 0 {
			t.reply.More = true
			t.note(base.NoteMoreRows, count(rest.left))
		} else {
			t.s.rest = nil
		}
		return 1, true
	})
}

// help prints the usage of one command with its arguments, or of all commands.
func (t *Task) help(cmd console.Help) {
	if c, ok := cbt.Find(cmd.Topic); ok {
		t.note(base.Code(c.Help), c.Usage())
		for _, a := range c.Args {
			t.note(base.Code(a.Help), a.Name)
		}
		return
	}
	for _, c := range cbt.Commands() {
		t.note(base.Code(c.Help), c.Usage())
	}
}
