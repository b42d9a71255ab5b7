package grid

import (
	"maps"
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

const (
	// maxColumns is the most columns that the grid shows.
	maxColumns = 60
	// keptColumns is the most columns that the grid keeps when some of them belong only to rows
	// that are no longer in the page.
	keptColumns = 24
)

// ReceivePage shows a page that the call seq has read from a version of the session, asks for rows
// that are still missing, and reports whether it is shown. A page is not shown if a newer one is, or
// if none of its rows are in sight while some of the shown rows are. moved says that the page is of
// other rows than the call's window asked for; the window then moves to them, unless the reader has
// scrolled since the call was sent.
func ReceivePage(t *page.Update, s *State, seq, version uint64, p engine.RowPage, moved bool) bool {
	shown := ShowPage(t, s, seq, version, p, moved)
	if shown {
		t.FetchRows()
	}
	return shown
}

// ShowPage shows a page as [ReceivePage] does, and asks for no further rows if it is shown.
func ShowPage(t *page.Update, s *State, seq, version uint64, p engine.RowPage, moved bool) bool {
	u, w := &update{t, s}, t.Work
	if version < w.PageVersion || version == w.PageVersion && seq < w.PageCall || seq < w.MinRowsCall {
		u.FetchRows() // the shown page may be outdated too
		return false
	}
	// The reader has scrolled since: show what the call has changed of the rows in sight.
	if moved && p.Table == w.Window.Table && seq <= w.ScrollCall {
		u.SendCall(host.ExecuteRequest{Request: engine.Refresh{}}, "") // one under way may be older than the change
		return false
	}
	// Refuse rows out of sight, and rows that a later look will replace.
	if !moved && (p.Table != w.Window.Table || !w.IsPageInView(p) && !w.HasNoRowsInView()) || moved && u.elsewhere(seq) {
		u.FetchRows()
		return false
	}
	if p.State != w.Window.State {
		if u.elsewhere(seq) {
			return false
		}
		w.Window.State = p.State // the window's state is gone, or a change has left it
	}
	if p.Table != w.Page.Table {
		*s = State{Layout: s.Layout, written: s.written}
	}
	w.Page, w.PageCall, w.PageVersion = p, seq, version
	w.Window.Table = p.Table
	if moved {
		w.Window.Offset = p.First
		u.DoEffect(page.ScrollGridToRow{Offset: p.First})
	}
	if s.version != w.Version {
		s.Selection, s.Selecting = nil, false // the same numbers may be other rows now
	}
	u.setColumns()
	u.follow()
	return true
}

// elsewhere reports whether a look at other rows is under way that was sent after the call
// that brought a page. The page would then be shown for a moment only.
func (u *update) elsewhere(brought uint64) bool {
	for seq, p := range u.Calls {
		if seq > brought && p.IsRowFetch() {
			return true
		}
	}
	return false
}

// setColumns sets the columns of the grid to those of the rows in the page. In the same
// version of the session it keeps the columns of earlier pages too, as long as there are
// few, so that scrolling does not change them.
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
