package engine

import (
	"maps"
	"slices"
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/design"
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
