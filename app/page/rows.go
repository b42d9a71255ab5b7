package page

import (
	"tabletop/app/host"
	"tabletop/engine"
)

// RowsAtFirst is how many rows the grid asks for before it knows its height.
const RowsAtFirst = 24

// fringe is how many rows beyond those in sight are asked for in haste: as the
// grid is scrolled by less than a row, and some more.
const fringe = 2

// ShowTable has another table shown.
func (t *Update) ShowTable(name string) {
	if name != t.Work.Window.Table {
		t.Work.Window.Table, t.Work.Window.Offset = name, 0
		t.Send(host.Execute{Request: engine.Look{}}, "")
		t.Do(ScrollRows{Offset: 0})
	}
}

// Seek scrolls the grid so that the row with that offset is the first in sight.
func (t *Update) Seek(row int) {
	w := t.Work
	row = max(min(row, w.Page.Total-w.Window.Count), 0)
	if w.ID == "" || w.Page.Table == "" || row == w.Window.Offset {
		return
	}
	w.Window.Offset = row
	t.Do(ScrollRows{Offset: row})
	t.Look()
}

// Look asks for the rows around those in sight, unless they are there or asked
// for already. Far from those that are there it asks for those in sight alone,
// which come sooner; whoever shows their answer looks again.
func (t *Update) Look() {
	w := t.Work
	if w.covered() || t.Looks() {
		return
	}
	margin := w.Window.Margin
	if w.Away() {
		w.Window.Margin = min(margin, fringe)
	}
	t.Send(host.Execute{Request: engine.Look{}}, "")
	w.Window.Margin = margin
}

// Looks reports whether a look at the rows has no answer yet.
func (t *Update) Looks() bool {
	for _, p := range t.Calls {
		if p.Look() {
			return true
		}
	}
	return false
}

// Look reports whether the call is a look at the rows.
func (p Pending) Look() bool {
	run, ok := p.Call.(host.Execute)
	if !ok {
		return false
	}
	_, look := run.Request.(engine.Look)
	return look
}

// Away reports whether none of the rows in sight are there.
func (w *Workspace) Away() bool {
	p := w.Page
	return p.Table == w.Window.Table && p.State == w.Window.State && len(p.Rows) > 0 && !w.InSight(p)
}

// InSight reports whether some of a page's rows are in sight.
func (w *Workspace) InSight(p engine.Page) bool {
	s := w.Window
	return len(p.Rows) == 0 || s.Offset < p.Offset+len(p.Rows) && p.Offset < s.Offset+s.Count
}

// covered reports whether the page holds the rows in sight, and as many beyond
// them as scrolling may need before others can be there.
func (w *Workspace) covered() bool {
	p, s := w.Page, w.Window
	from := max(s.Offset-s.Margin/2, 0)
	to := min(s.Offset+s.Count+s.Margin/2, p.Total)
	return p.Table == s.Table && p.State == s.State && from >= p.Offset && to <= p.Offset+len(p.Rows)
}
