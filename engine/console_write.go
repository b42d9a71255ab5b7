package engine

import (
	"encoding/binary"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/filter"
	"tabletop/engine/run"
	"tabletop/engine/table"
)

// setCells returns the mutations that write cells.
func (t *Task) setCells(cells []console.SetCell) []table.Mutation {
	muts := make([]table.Mutation, len(cells))
	for i, c := range cells {
		muts[i] = table.SetCell{Family: c.Family, Qualifier: c.Qualifier, At: t.millis(c.At), Value: c.Value}
	}
	return muts
}

// written returns the first cell that a command writes, nil for one that writes no cell
// that it names. Where a condition decides, that is the cell it writes if it holds.
func written(cmd console.Command) *Written {
	w := &Written{}
	switch cmd := cmd.(type) {
	case console.Set:
		w.Family, w.Qualifier = cmd.Cells[0].Family, cmd.Cells[0].Qualifier
	case console.AddToCell:
		w.Family, w.Qualifier = cmd.Cells[0].Family, cmd.Cells[0].Qualifier
	case console.CheckAndMutate:
		c := append(slices.Clone(cmd.True), cmd.False...)[0]
		w.Family, w.Qualifier = c.Family, c.Qualifier
	case console.ReadModifyWrite:
		switch rule := cmd.Rule.(type) {
		case table.Append:
			w.Family, w.Qualifier = rule.Family, rule.Qualifier
		case table.Increment:
			w.Family, w.Qualifier = rule.Family, rule.Qualifier
		}
	default:
		return nil
	}
	d := console.Describe(cmd)
	w.Table, w.Row = d.Table, d.Row
	return w
}

// millis cuts a time down to the millisecond, as the tool does before it asks the
// server, and says so once.
func (t *Task) millis(at base.Micros) base.Micros {
	cut := at - at%1000
	if at < 0 || cut == at {
		return at
	}
	if !t.cut {
		t.note(base.NoteCut, strconv.FormatInt(int64(at), 10), strconv.FormatInt(int64(cut), 10))
	}
	t.cut = true
	return cut
}

func (t *Task) addToCell(tab *table.Table, cmd console.AddToCell) error {
	muts := make([]table.Mutation, len(cmd.Cells))
	for i, c := range cmd.Cells {
		at := t.millis(c.At)
		if at == table.ServerTime {
			at = t.at
		}
		input := table.Input(table.Int(c.Input))
		if f, _ := tab.Family(c.Family); f.Type == table.UniqueCount {
			input = table.Raw(binary.BigEndian.AppendUint64(nil, uint64(c.Input)))
		}
		muts[i] = table.AddToCell{Family: c.Family, Qualifier: c.Qualifier, At: at, Input: input}
	}
	if err := tab.Mutate(cmd.Row, t.at, muts); err != nil {
		return err
	}
	t.note(base.NoteWrote, cmd.Table, strconv.Quote(string(cmd.Row)), strconv.Itoa(len(muts)))
	return nil
}

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
	row, err := tab.ReadModifyWrite(cmd.Row, t.at, []table.Rule{cmd.Rule})
	if err != nil {
		return err
	}
	out, _ := run.Shortened(run.CBTRow)(nil, cmd.Row, row.Cells()) // which nothing fails to fit
	t.print(string(out))
	return nil
}

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
	before := tab.Cells()
	if err := tab.Mutate(cmd.Row, t.at, []table.Mutation{table.DeleteColumn{Family: cmd.Family, Qualifier: cmd.Qualifier}}); err != nil {
		return err
	}
	t.note(base.NoteErased, cmd.Table, strconv.Quote(string(cmd.Row)), string(cmd.Family)+":"+string(cmd.Qualifier), strconv.FormatInt(before-tab.Cells(), 10))
	return nil
}

// wideLine is how many cells a line of a file may have to be read and written in one
// step.
const wideLine = 10_000

// importFile imports a picked file. All of it is written at the end, or nothing.
func (t *Task) importFile(tab *table.Table, cmd console.Import, r Console) error {
	file, err := r.file(cmd.File)
	if err != nil {
		return err
	}
	in, err := cbt.NewImport(cmd, file.Text)
	if err != nil {
		return err
	}
	tab = tab.Clone()
	before := tab.Cells()
	var touched imported
	for more := true; more; {
		var row base.RowKey
		var cells []console.SetCell
		if row, cells, more, err = in.Next(); err != nil {
			return err
		}
		if row != "" {
			if len(cells) > wideLine {
				t.spend(t.left)
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
		count(before+int64(in.Cells)-tab.Cells()))
	return nil
}
