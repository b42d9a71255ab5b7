package engine

import (
	"maps"
	"slices"
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
	if err := t.createFamilies(tab, cmd.Families...); err != nil {
		return err
	}
	tab.SetSplits(cmd.Splits)
	s.state.tables[cmd.Table], s.state.born[cmd.Table] = tab, s.version
	t.reply.Focus = cmd.Table
	return nil
}

// createFamilies adds families to a table. What is run again has been accepted once.
func (t *Task) createFamilies(tab *table.Table, list ...table.FamilyInfo) error {
	if err := base.AtMost(base.CodeManyFamilies, tab.FamilyCount()+len(list), base.MaxFamilies, tab.Name()); err != nil && !t.replayed {
		return err
	}
	return tab.CreateFamilies(list...)
}

// alter changes families on a copy of the table in whose place that is put in the end, so that a
// refusal leaves it unchanged. Rows are gone through where a family is deleted. If the table is
// another one then, all begins again.
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
		if t.s.version == version && t.s.state.tables[name] == before {
			t.s.state.tables[name] = tab
			return nil
		}
	}
}

// alterSome makes one change of a family.
func (t *Task) alterSome(tab *table.Table, c console.FamilyChange) error {
	if !c.Delete {
		t.spend(1 + int64(tab.FamilyCount())/familyWork)
		return t.alterFamily(tab, c)
	}
	st := new(table.Stats)
	return t.steps(func(budget int64) (used int64, done bool, err error) {
		was := st.Work()
		done, err = tab.DeleteFamilySome(c.Family, budget, st)
		t.rowsDone = st.RowsScanned
		return st.Work() - was, done, err
	})
}

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
	s.forget(cmd.Table)
	return nil
}

// checkType refuses to change the type that a family was made with.
func checkType(tab *table.Table, cmd console.SetValueType) error {
	f, ok := tab.Family(cmd.Family)
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

// forget drops what was remembered of reads of a table.
func (s *Session) forget(name string) {
	if s.last != nil && s.last.Table == name {
		s.last = nil
	}
	if s.rest != nil && s.rest.table.Name() == name {
		s.rest = nil
	}
}
