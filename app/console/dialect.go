package console

import (
	"slices"
	"strings"

	"tabletop/app/dialect"
	"tabletop/app/page"
	"tabletop/engine"
)

// maxInHBase is how many workspaces the page remembers the HBase shell for.
const maxInHBase = 200

// Remembered is the name under which the browser keeps [page.State.InHBase].
const Remembered = "hbase"

// DialectOf returns the dialect that was chosen for a workspace.
func DialectOf(st *page.State, id string) engine.Dialect {
	if slices.Contains(st.InHBase, id) {
		return engine.HBase
	}
	return engine.CBT
}

// apply changes the console's dialect. What is typed is said in the new
// one, if it can be.
func (m DialectPicked) apply(u *update) {
	d := m.Dialect
	if d == u.Work.Dialect {
		return
	}
	if turned := dialect.Translate(u.Work.Input, u.Work.Dialect); len(turned) == 1 && turned[0].Err == nil {
		u.Write(turned[0].Text)
	}
	u.Work.Dialect = d
	id := u.Route.ID
	kept := slices.DeleteFunc(slices.Clone(u.InHBase), func(v string) bool { return v == id })
	if d == engine.HBase {
		kept = append(kept, id)
	}
	u.InHBase = kept[max(0, len(kept)-maxInHBase):]
	u.Do(page.Remember{Name: Remembered, Text: strings.Join(u.InHBase, " ")})
}

// apply shows an entry of the log in the other dialect, or no longer.
func (m TurnPressed) apply(u *update) {
	i := slices.IndexFunc(u.Work.Log, func(e page.LogEntry) bool { return e.Seq == m.Seq })
	if i < 0 {
		return
	}
	log := slices.Clone(u.Work.Log)
	if e := &log[i]; e.Turned == nil {
		e.Turned = dialect.Translate(e.Input, e.Dialect)
	} else {
		e.Turned = nil
	}
	u.Work.Log = log
}
