package engine

import (
	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/design"
	"tabletop/engine/intake"
)

// Intake looks through a journal that somebody else may have made, before any of it is
// run: running it again asks for no bounds of tables, since it has been accepted once.
type Intake struct {
	families intake.FamilyCount
	entries  int
}

// Add refuses the next change of a journal where it brings more than a session takes.
func (in *Intake) Add(r Request) error {
	in.entries++
	if err := base.AtMost(base.CodeManyEntries, in.entries, base.MaxEntries); err != nil {
		return err
	}
	switch r := r.(type) {
	case Load:
		return design.CheckBounds(r.Table, r.Columns, r.Data)
	case Values:
		return design.CheckBounds(r.Of.Table, r.Of.Columns, r.Of.Data)
	case Workload:
		return checkWorkload(r)
	case Console:
		d := &cbt.Dialect
		if r.Dialect == HBase {
			d = &hbaseshell.Dialect
		}
		return in.families.Add(d, r.Text)
	}
	return nil
}
