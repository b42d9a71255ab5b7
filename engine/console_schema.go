package engine

import (
	"strconv"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
	"tabletop/engine/table"
)

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
		if err := tab.CreateFamily(f); err != nil {
			return err
		}
	}
	tab.SetSplits(cmd.Splits)
	s.state.tables[cmd.Table], s.state.born[cmd.Table] = tab, s.version
	t.reply.Focus = cmd.Table
	return nil
}

func (t *Task) deleteTable(cmd console.DeleteTable) error {
	s := t.s
	if _, err := s.find(cmd.Table); err != nil {
		return err
	}
	delete(s.state.tables, cmd.Table)
	delete(s.state.designs, cmd.Table)
	delete(s.state.born, cmd.Table)
	delete(s.state.disabled, cmd.Table)
	s.forget(cmd.Table)
	return nil
}

// checkType refuses to change the type that a family was made with.
func checkType(tab *table.Table, cmd console.SetValueType) error {
	f, ok := familyOf(tab, cmd.Family)
	if !ok {
		return tab.SetGC(cmd.Family, nil) // the refusal of a family that is not there
	}
	if f.Type != cmd.Type {
		return base.Refuse(base.CodeTypeFixed, cmd.Table, string(cmd.Family), f.Type.String(), cmd.Type.String())
	}
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
