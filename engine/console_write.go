package engine

import (
	"encoding/binary"
	"maps"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/filter"
	"tabletop/engine/run"
	"tabletop/engine/table"
)

// setCells returns the mutations that write cells. Times are cut to the millisecond.
func (t *Task) setCells(cells []console.CellWrite) []table.Mutation {
	muts := make([]table.Mutation, len(cells))
	for i, c := range cells {
		muts[i] = table.SetCell{Family: c.Family, Qualifier: c.Qualifier, At: t.millis(c.At), Value: c.Value}
	}
	return muts
}

// written returns the first cell that a command writes. It is nil for a command that does not name
// a cell to write. For a conditional command it is the first cell of the branch for a true
// condition, or else of the other branch.
func written(cmd console.Command) *WrittenCell {
	w := &WrittenCell{}
	switch cmd := cmd.(type) {
	case console.SetCells:
		w.Family, w.Qualifier = cmd.Cells[0].Family, cmd.Cells[0].Qualifier
	case console.AddToCell:
		w.Family, w.Qualifier = cmd.Cells[0].Family, cmd.Cells[0].Qualifier
	case console.CheckAndMutate:
		c := append(slices.Clone(cmd.True), cmd.False...)[0]
		w.Family, w.Qualifier = c.Family, c.Qualifier
	case console.ReadModifyWrite:
		switch rule := cmd.Rule.(type) {
		case table.AppendValue:
			w.Family, w.Qualifier = rule.Family, rule.Qualifier
		case table.Increment:
			w.Family, w.Qualifier = rule.Family, rule.Qualifier
		}
	default:
		return nil
	}
	d := console.DescriptorOf(cmd)
	w.Table, w.Row = d.Table, d.Row
	return w
}

// millis cuts a time to the millisecond, as cbt does before it asks the server. The first time
// that it cuts one, it prints a note.
func (t *Task) millis(at base.Micros) base.Micros {
	cut := at - at%1000
	if at < 0 || cut == at {
		return at
	}
	if !t.cut {
		t.note(base.NoteTimeTruncated, strconv.FormatInt(int64(at), 10), strconv.FormatInt(int64(cut), 10))
	}
	t.cut = true
	return cut
}

// addToCell adds to cells of aggregate families. A family that counts unique values gets each
// input as raw bytes.
func (t *Task) addToCell(tab *table.Table, cmd console.AddToCell) error {
	muts := make([]table.Mutation, len(cmd.Cells))
	for i, c := range cmd.Cells {
		at := t.millis(c.At)
		if at == table.ServerTime {
			at = t.at
		}
		input := table.AggregateInput(table.IntInput(c.Input))
		if f, _ := tab.Family(c.Family); f.Type == table.UniqueCount {
			input = table.BytesInput(binary.BigEndian.AppendUint64(nil, uint64(c.Input)))
		}
		muts[i] = table.AddToCell{Family: c.Family, Qualifier: c.Qualifier, At: at, Input: input}
	}
	if err := tab.Mutate(cmd.Row, t.at, muts); err != nil {
		return err
	}
	t.note(base.NoteWrote, cmd.Table, strconv.Quote(string(cmd.Row)), strconv.Itoa(len(muts)))
	return nil
}

// checkAndMutate writes one of two lists of cells, depending on whether the row has one of the
// columns.
func (t *Task) checkAndMutate(tab *table.Table, cmd console.CheckAndMutate) error {
	predicate, err := filter.Compile(run.ColumnsFilter(cmd.Columns))
	if err != nil {
		return err
	}
	matched, err := tab.CheckAndMutate(cmd.Row, t.at, predicate, t.setCells(cmd.True), t.setCells(cmd.False))
	if err != nil {
		return err
	}
	cells := cmd.False
	if matched {
		cells = cmd.True
	}
	t.note(base.NoteChecked, cmd.Table, strconv.Quote(string(cmd.Row)), strconv.FormatBool(matched), strconv.Itoa(len(cells)))
	return nil
}

func (t *Task) readModifyWrite(tab *table.Table, cmd console.ReadModifyWrite) error {
	row, err := tab.ReadModifyWrite(cmd.Row, t.at, []table.ReadModifyWriteRule{cmd.Rule})
	if err != nil {
		return err
	}
	out, _ := run.ShortenValues(run.FormatCBTRow)(nil, cmd.Row, row.Cells()) // cbt's own form prints every value
	t.print(string(out))
	return nil
}

// deleteRow deletes a row, and notes whether there was one.
func (t *Task) deleteRow(tab *table.Table, cmd console.DeleteRow) error {
	before := tab.Len()
	if err := tab.Mutate(cmd.Row, t.at, []table.Mutation{table.DeleteRow{}}); err != nil {
		return err
	}
	if tab.Len() == before {
		t.note(base.NoteNoRow, cmd.Table, strconv.Quote(string(cmd.Row)))
	} else {
		t.note(base.NoteDeleted, cmd.Table, "1")
	}
	return nil
}

func (t *Task) deleteFamily(tab *table.Table, family base.Family) error {
	if err := t.alter(tab.Name(), []console.FamilyChange{{Family: family, Delete: true}}); err != nil {
		return err
	}
	t.note(base.NoteFamilyGone, tab.Name(), string(family))
	return nil
}

func (t *Task) deleteColumn(tab *table.Table, cmd console.DeleteColumn) error {
	before := tab.CellCount()
	if err := tab.Mutate(cmd.Row, t.at, []table.Mutation{table.DeleteColumn{Family: cmd.Family, Qualifier: cmd.Qualifier}}); err != nil {
		return err
	}
	t.note(base.NoteVersionDeleted, cmd.Table, strconv.Quote(string(cmd.Row)), string(cmd.Family)+":"+string(cmd.Qualifier), strconv.FormatInt(before-tab.CellCount(), 10))
	return nil
}

// wideLine is how many cells of a line of a file are read and written within one step. A longer
// line gets a step of its own.
const wideLine = 10_000

// importFile imports a picked file. It writes to a copy of the table, which takes the table's
// place at the end, so that a refused file leaves the table unchanged.
func (t *Task) importFile(tab *table.Table, cmd console.ImportCSV, r RunConsole) error {
	file, err := r.file(cmd.File)
	if err != nil {
		return err
	}
	in, err := cbt.NewCSVImporter(cmd, file.Text)
	if err != nil {
		return err
	}
	tab = tab.Clone()
	before := tab.CellCount()
	var touched imported
	for more := true; more; {
		var row base.RowKey
		var cells []console.CellWrite
		if row, cells, more, err = in.Next(); err != nil {
			return err
		}
		if row != "" {
			if len(cells) > wideLine {
				t.spend(t.left())
			}
			if err := tab.Mutate(row, t.at, t.setCells(cells)); err != nil {
				return err
			}
			touched.add(tab, row)
		}
		t.spend(1)
	}
	t.s.state.tables[cmd.Table] = tab
	if !t.replayed {
		t.s.touches.add(t.at, cmd.Table, touched.all()...)
	}
	t.note(base.NoteImported, cmd.Table, strconv.Itoa(in.Rows), strconv.Itoa(in.Cells), strconv.Itoa(in.Skipped),
		count(before+int64(in.Cells)-tab.CellCount()))
	return nil
}

// createTable makes a table with its families and splits. The caller accepts the change.
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
	if err := t.createFamilies(tab, cmd.Families...); err != nil {
		return err
	}
	tab.SetSplitKeys(cmd.Splits)
	s.state.tables[cmd.Table], s.state.born[cmd.Table] = tab, s.version
	t.reply.FocusTable = cmd.Table
	return nil
}

// createFamilies adds families to a table. The bound on their number is not checked in a replay,
// because the change has already been accepted once.
func (t *Task) createFamilies(tab *table.Table, list ...table.FamilyInfo) error {
	if err := base.CheckAtMost(base.CodeManyFamilies, tab.FamilyCount()+len(list), base.MaxFamilies, tab.Name()); err != nil && !t.replayed {
		return err
	}
	return tab.CreateFamilies(list...)
}

// alter changes families on a copy of the table, which takes the table's place at the end, so that
// a refusal leaves the table unchanged. Deleting a family visits every row. If the session has
// changed meanwhile, alter begins again with the new table.
func (t *Task) alter(name string, changes []console.FamilyChange) error {
	t.noteIdle()
	for {
		before, err := t.s.find(name)
		if err != nil {
			return err
		}
		tab, version := before.Clone(), t.s.version
		t.rowsDone, t.rowsTotal = 0, int64(before.Len())
		for _, c := range changes {
			if err := t.alterSome(tab, c); err != nil {
				return err
			}
		}
		// If the session has not changed meanwhile, the copy takes the table's place.
		if t.s.version == version && t.s.state.tables[name] == before {
			t.s.state.tables[name] = tab
			t.s.state.alterFiles(before, tab, changes)
			return nil
		}
	}
}

// alterSome makes one change of a family. It yields while the cells of a deleted family are
// removed.
func (t *Task) alterSome(tab *table.Table, c console.FamilyChange) error {
	if !c.Delete {
		t.spend(1 + int64(tab.FamilyCount())/familyWork)
		return t.alterFamily(tab, c)
	}
	st := new(table.ScanStats)
	return t.steps(func(budget int64) (used int64, done bool, err error) {
		was := st.Work()
		done, err = tab.DeleteFamilySlice(c.Family, budget, st)
		t.rowsDone = st.RowsScanned
		return st.Work() - was, done, err
	})
}

// deleteTable drops a table with its design and what is remembered of reads of it.
func (t *Task) deleteTable(cmd console.DeleteTable) error {
	s := t.s
	if _, err := s.find(cmd.Table); err != nil {
		return err
	}
	delete(s.state.tables, cmd.Table)
	delete(s.state.designs, cmd.Table)
	delete(s.state.born, cmd.Table)
	s.state.merge(cmd.Table, 0)
	delete(s.state.disabled, cmd.Table)
	delete(s.state.stored, cmd.Table)
	s.forget(cmd.Table)
	return nil
}

// checkType refuses to change the value type of a family, which is fixed when the family is made.
func checkType(tab *table.Table, cmd console.SetValueType) error {
	f, ok := tab.Family(cmd.Family)
	if !ok {
		return tab.SetGC(cmd.Family, nil) // returns the refusal for a family that does not exist
	}
	if f.Type != cmd.Type {
		return base.Refuse(base.CodeTypeFixed, cmd.Table, string(cmd.Family), f.Type.String(), cmd.Type.String())
	}
	return nil
}

// list prints the names of all tables, or the families of one table.
func (t *Task) list(cmd console.ListTables) error {
	if cmd.Table == "" {
		t.print(string(cbt.AppendTables(nil, slices.Sorted(maps.Keys(t.s.state.tables)))))
		return nil
	}
	tab, err := t.s.find(cmd.Table)
	if err != nil {
		return err
	}
	t.print(string(cbt.AppendFamilies(nil, tab.Families())))
	return nil
}

// forget drops the last read, and the rows that it has left to print, if they are of a given
// table.
func (s *Session) forget(name string) {
	if s.last != nil && s.last.Table == name {
		s.last = nil
	}
	if s.rest != nil && s.rest.table.Name() == name {
		s.rest = nil
	}
}
