package grid

import (
	"maps"
	"slices"

	"tabletop/app/page"
	"tabletop/engine"
)

const (
	// maxColumns is the most columns that the grid has.
	maxColumns = 60
	// keptColumns is up to how many columns those of rows out of sight stay.
	keptColumns = 24
)

// Came shows a page of rows that a call brought, and reports whether it did: not where
// a newer one is shown already, or the rows are out of sight by now and those shown are
// not. While the reader scrolls far, rows that were in sight a moment ago stand in for
// those that are. moved says that others were asked for than it has.
func Came(t *page.Update, s *State, seq uint64, p engine.Page, moved bool) bool {
	shown := Show(t, s, seq, p, moved)
	if shown {
		t.Look()
	}
	return shown
}

// Show shows a page as [Came] does and asks for no rows that it lacks: they will come.
func Show(t *page.Update, s *State, seq uint64, p engine.Page, moved bool) bool {
	u, w := &update{t, s}, t.Work
	if seq < max(w.Turned, w.Least) {
		return false
	}
	if !moved && (p.Table != w.Window.Table || !w.InSight(p) && !w.Away()) || moved && u.elsewhere(seq) {
		u.Look()
		return false
	}
	if p.State != w.Window.State {
		if u.elsewhere(seq) {
			return false
		}
		w.Window.State = p.State // there is no such state any more, or what was done since shows
	}
	if p.Table != w.Page.Table {
		*s = State{Layout: s.Layout, written: s.written}
	}
	w.Page, w.Turned = p, seq
	w.Window.Table = p.Table
	if moved {
		w.Window.Offset = p.First
		u.Do(page.ScrollRows{Offset: p.First})
	}
	if s.version != w.Version {
		s.Chosen, s.Chooses = nil, false // they may be others
	}
	u.setColumns()
	u.follow()
	return true
}

// elsewhere reports whether a call newer than the one that brought a page is
// under way that looks elsewhere, so that the page would only flicker.
func (u *update) elsewhere(brought uint64) bool {
	for seq, p := range u.Calls {
		if seq > brought && p.Look() {
			return true
		}
	}
	return false
}

// setColumns finds the columns of the grid: those of the rows that are there,
// and while they are few those of rows seen before.
func (u *update) setColumns() {
	g := u.State
	seen := map[Column]bool{}
	for _, r := range u.Work.Page.Rows {
		for _, c := range r.Cells {
			seen[columnOf(c)] = true
		}
	}
	if g.version == u.Work.Version {
		with := maps.Clone(seen)
		for _, c := range g.Columns {
			with[c] = true
		}
		if len(with) <= keptColumns {
			seen = with
		}
	}
	columns := slices.SortedFunc(maps.Keys(seen), compareColumns)
	g.version, g.hidden = u.Work.Version, max(len(columns)-maxColumns, 0)
	columns = columns[:len(columns)-g.hidden]
	if !slices.Equal(columns, g.Columns) {
		g.Columns = columns
	}
}
