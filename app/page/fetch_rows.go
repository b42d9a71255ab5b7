package page

import (
	"tabletop/app/host"
	"tabletop/engine"
)

// InitialRows is how many rows the grid asks for before it knows its height.
const InitialRows = 24

// fringe is how many rows beyond those in view are asked for in haste: one, as the grid may be
// scrolled by a fraction of a row, and one more.
const fringe = 2

// ShowTable shows another table from its first row on.
func (t *Update) ShowTable(name string) {
	if name != t.Work.Window.Table {
		t.Work.Window.Table, t.Work.Window.Offset = name, 0
		t.SendCall(host.ExecuteRequest{Request: engine.Refresh{}}, "")
		t.DoEffect(ScrollGridToRow{Offset: 0})
	}
}

// ScrollToRow scrolls the grid so that the row with an offset is the first in view.
func (t *Update) ScrollToRow(row int) {
	w := t.Work
	row = max(min(row, w.Page.Total-w.Window.Count), 0)
	if w.ID == "" || w.Page.Table == "" || row == w.Window.Offset {
		return
	}
	w.Window.Offset = row
	t.DoEffect(ScrollGridToRow{Offset: row})
	t.FetchRows()
}

// FetchRows asks for the rows around those in view, unless the page has them or has asked for rows
// already. If it has none of the rows in view, it first asks for those alone, since they come
// sooner. Whoever shows the answer calls FetchRows again.
func (t *Update) FetchRows() {
	w := t.Work
	if w.covered() || t.IsFetchingRows() {
		return
	}
	// The window keeps its margin; only this call asks for fewer rows.
	margin := w.Window.Margin
	if w.HasNoRowsInView() {
		w.Window.Margin = min(margin, fringe)
	}
	t.SendCall(host.ExecuteRequest{Request: engine.Refresh{}}, "")
	w.Window.Margin = margin
}

// IsFetchingRows reports whether a request for rows is under way.
func (t *Update) IsFetchingRows() bool {
	for _, p := range t.Calls {
		if p.IsRowFetch() {
			return true
		}
	}
	return false
}

// IsRowFetch reports whether the call only asks for rows.
func (p PendingCall) IsRowFetch() bool {
	run, ok := p.Call.(host.ExecuteRequest)
	if !ok {
		return false
	}
	_, look := run.Request.(engine.Refresh)
	return look
}

// HasNoRowsInView reports whether the page has none of the rows in view.
func (w *Workspace) HasNoRowsInView() bool {
	p := w.Page
	return p.Table == w.Window.Table && p.State == w.Window.State && len(p.Rows) > 0 && !w.IsPageInView(p)
}

// IsPageInView reports whether some rows of a page are in view.
func (w *Workspace) IsPageInView(p engine.RowPage) bool {
	s := w.Window
	return len(p.Rows) == 0 || s.Offset < p.Offset+len(p.Rows) && p.Offset < s.Offset+s.Count
}

// covered reports whether the page has the rows in view as they are in the shown version of the
// session, and enough beyond them for the reader to scroll until more have come.
func (w *Workspace) covered() bool {
	p, s := w.Page, w.Window
	from := max(s.Offset-s.Margin/2, 0)
	to := min(s.Offset+s.Count+s.Margin/2, p.Total)
	return w.PageVersion == w.Version && p.Table == s.Table && p.State == s.State && from >= p.Offset && to <= p.Offset+len(p.Rows)
}
