package engine

import (
	"maps"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/design"
	"tabletop/engine/table"
)

// CopyTable makes a table with the rows, families, splits and design of another one, in constant time.
// Writes to one of them do not affect the other.
type CopyTable struct {
	Table string `wire:"1"`
	As    string `wire:"2"` // name of the new table
}

func (CopyTable) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, Urgency: UrgencyTyped, BringsRows: true, CountsAsAct: true}
}

func (r CopyTable) says() OutputLine { return stepNote(base.NoteStepCopy, r.Table, r.As) }

func (r CopyTable) start(t *Task) {
	state := &t.s.state
	from, err := t.s.find(r.Table)
	if err != nil {
		t.fail(err)
		return
	}
	if _, known := state.tables[r.As]; known {
		t.fail(base.Refuse(base.CodeTableExists, r.As))
		return
	}
	if len(state.tables) >= base.MaxTables {
		t.fail(base.Refuse(base.CodeTooManyTables, strconv.Itoa(base.MaxTables)))
		return
	}
	tab, err := from.CloneAs(r.As)
	if err != nil {
		t.fail(err)
		return
	}
	state.tables[r.As], state.born[r.As] = tab, t.s.version
	state.merge(r.As, state.merged[r.Table])
	if f := state.followed(from); f != nil {
		copied := *f
		copied.born = state.born[r.As]
		state.setFiles(tab, &copied)
	}
	if d := state.designs[r.Table]; d != nil {
		state.designs[r.As] = &design.Design{Template: d.Template, Columns: slices.Clone(d.Columns), Data: d.Data, WantedRecords: maps.Clone(d.WantedRecords), SortsAlike: maps.Clone(d.SortsAlike), KeptRecords: d.KeptRecords}
	}
	t.reply.FocusTable = r.As
	t.note(base.NoteCreated, r.As)
	t.accept(r)
	t.remeasure()
}

// RestoreRows writes rows to an existing table exactly as given: cells with their times, and aggregates
// with their states. The journal of a sandbox that is restored without its history begins with
// such changes.
type RestoreRows struct {
	Target LoadRecords    `wire:"1"` // its Table; with a Template the table also gets this design, which need not match the rows
	Rows   []RowToRestore `wire:"2"`
}

// RowToRestore is a row, or some of its cells.
type RowToRestore struct {
	Key   base.RowKey `wire:"1"`
	Cells []base.Cell `wire:"2"` // without labels
}

func (RestoreRows) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, BringsRows: true, CountsAsAct: true}
}

func (r RestoreRows) start(t *Task) { t.run(func() error { return t.fill(r) }) }

// fill writes the rows to a copy of the table, which takes the table's place at the end.
func (t *Task) fill(r RestoreRows) error {
	tab, err := t.s.find(r.Target.Table)
	if err != nil {
		return err
	}
	var l *design.Loader
	if r.Target.Template != "" {
		if l, err = design.NewLoader(r.Target.Table, r.Target.Template, r.Target.Columns, r.Target.Data, nil, t.at); err != nil {
			return err
		}
	}
	tab = tab.Clone()
	types := map[base.Family]table.ValueType{}
	for _, f := range tab.Families() {
		types[f.Name] = f.Type
	}
	t.rowsTotal = int64(len(r.Rows))
	for _, row := range r.Rows {
		muts := make([]table.Mutation, len(row.Cells))
		for i, c := range row.Cells {
			if types[c.Family] == table.Plain {
				muts[i] = table.SetCell{Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: c.Value}
			} else {
				muts[i] = table.MergeToCell{Family: c.Family, Qualifier: c.Qualifier, At: c.At, State: c.Value}
			}
		}
		if err := tab.Mutate(row.Key, t.at, muts); err != nil {
			return err
		}
		t.rowsDone++
		t.spend(1 + int64(len(muts))/16) // cells take time as well
	}
	t.s.state.tables[r.Target.Table] = tab
	if l != nil {
		t.s.state.designs[r.Target.Table] = l.Design
	}
	t.accept(r)
	return nil
}
