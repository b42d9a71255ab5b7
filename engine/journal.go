package engine

import (
	"slices"

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

// MaxUnmadeNamed is how many of the changes that could not be made again [Unmade] names.
const MaxUnmadeNamed = 5

// Unmade is the changes of a journal that the session refused when it ran them again, as
// one that an older program has accepted and this one finds too large. The session is as
// if they were not in the journal.
type Unmade struct {
	Count int            // all of them
	Named []NotMadeAgain // the first [MaxUnmadeNamed]
}

// NotMadeAgain is one change of a journal that the session refused.
type NotMadeAgain struct {
	What Line // what it would have done, without text for a change that is no step of the timeline
	Why  *base.Error
}

// Add counts a change that was refused.
func (u *Unmade) Add(c Change, why *base.Error) {
	u.Count++
	if len(u.Named) == MaxUnmadeNamed {
		return
	}
	n := NotMadeAgain{Why: why}
	if r, ok := c.Request.(timed); ok {
		n.What = r.says()
	}
	u.Named = append(slices.Clip(u.Named), n)
}

// Change is an accepted request that changed the session, with the server time
// it ran at: replayed in order, changes give the same tables byte for byte.
type Change struct {
	At      base.Micros `wire:"1"`
	Request Request     `wire:"2"`
}
