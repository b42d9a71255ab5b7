package engine

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	hbaseshell "tabletop/engine/console/hbase"
	"tabletop/engine/design"
	"tabletop/engine/intake"
)

// JournalChecker checks a journal from an unknown source before it is run. The check is needed because a
// replayed change skips the bounds that it was checked against when it was first accepted. The
// zero value is ready to use.
type JournalChecker struct {
	families intake.FamilyCounter
	entries  int // changes added so far
}

// CheckNext checks the next change of a journal. It refuses a change that exceeds what a session
// accepts. Changes must be added in order.
func (in *JournalChecker) CheckNext(r Request) error {
	in.entries++
	if err := base.CheckAtMost(base.CodeManyEntries, in.entries, base.MaxFileChanges); err != nil {
		return err
	}
	switch r := r.(type) {
	case LoadRecords:
		return design.CheckLoadLimits(r.Table, r.Columns, r.Data)
	case LoadValuesText:
		return design.CheckLoadLimits(r.Target.Table, r.Target.Columns, r.Target.Data)
	case SetWorkload:
		return checkWorkload(r)
	case RunConsole:
		d := &cbt.Dialect
		if r.Dialect == HBase {
			d = &hbaseshell.Dialect
		}
		return in.families.Add(d, r.Text)
	}
	return nil
}

// MaxRefusedNamed is the most failed changes that [RefusedChanges] describes.
const MaxRefusedNamed = 5

// RefusedChanges collects the changes of a journal that the session refused when it replayed them, for
// instance because an older program accepted more than this one. The session is in the state that
// it would have without them.
type RefusedChanges struct {
	Count int             // all of them
	Named []RefusedChange // the first [MaxRefusedNamed]
}

// RefusedChange is one change of a journal that the session refused.
type RefusedChange struct {
	Description OutputLine // what it would have done; empty for a change that is not a step of the timeline
	Reason      *base.Error
}

// Add counts a change that was refused, and why.
func (u *RefusedChanges) Add(c Change, why *base.Error) {
	u.Count++
	if len(u.Named) == MaxRefusedNamed {
		return
	}
	n := RefusedChange{Reason: why}
	if r, ok := c.Request.(timed); ok {
		n.Description = r.says()
	}
	u.Named = append(slices.Clip(u.Named), n)
}

// Change is an accepted request that changed the session, with the server time at which it ran.
// Changes that are replayed in order give the same tables byte for byte.
type Change struct {
	At      base.Micros `wire:"1"`
	Request Request     `wire:"2"`
}
