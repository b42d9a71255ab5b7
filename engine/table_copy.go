package engine

import (
	"maps"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/design"
	"tabletop/engine/table"
)

// Copy makes a table that holds what another one does, with its families, splits and
// design, in constant time. Either may be written on afterwards.
type Copy struct {
	Table string `wire:"1"`
	As    string `wire:"2"`
}

func (Copy) nature() Nature {
	return Nature{Changes: true, Recorded: true, Turn: TurnTyped, Rows: true, Does: true}
}

func (r Copy) says() Line { return stepNote(base.NoteStepCopy, r.Table, r.As) }

func (r Copy) start(t *Task) {
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
	if d := state.designs[r.Table]; d != nil {
		state.designs[r.As] = &design.Design{Template: d.Template, Columns: slices.Clone(d.Columns), Data: d.Data, Asked: maps.Clone(d.Asked), Even: maps.Clone(d.Even), Held: d.Held}
	}
	t.reply.Focus = r.As
	t.note(base.NoteCreated, r.As)
	t.accept(r)
	t.remeasure()
}

// Fill writes rows into a table that is there, as they are: cells with their times,
// aggregates with their states. So begins the journal of a sandbox whose past is lost.
type Fill struct {
	Of   Load        `wire:"1"` // its Table; with a Template the table is designed so, whatever its rows
	Rows []FilledRow `wire:"2"`
}

// FilledRow is a row, or some cells of one.
type FilledRow struct {
	Key   base.RowKey `wire:"1"`
	Cells []base.Cell `wire:"2"` // without labels
}

func (Fill) nature() Nature { return Nature{Changes: true, Recorded: true, Rows: true, Does: true} }

func (r Fill) start(t *Task) { t.run(func() error { return t.fill(r) }) }

// fill writes all of the rows at the end, or nothing.
func (t *Task) fill(r Fill) error {
	tab, err := t.s.find(r.Of.Table)
	if err != nil {
		return err
	}
	var l *design.Loader
	if r.Of.Template != "" {
		if l, err = design.NewLoader(r.Of.Table, r.Of.Template, r.Of.Columns, r.Of.Data, nil, t.at); err != nil {
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
		t.spend(1 + int64(len(muts))/16) // cells cost too
	}
	t.s.state.tables[r.Of.Table] = tab
	if l != nil {
		t.s.state.designs[r.Of.Table] = l.Design
	}
	t.accept(r)
	return nil
}
