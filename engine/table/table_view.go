package table

import "tabletop/engine/rowmap"

// View is a table at one point in time. Any number of goroutines may use it at once, also
// while the table itself is being written.
type View struct {
	t    Table // everything but the rows
	rows *rowmap.Frozen
}

// View returns a view of the current table in constant time.
func (t *Table) View() *View {
	v := &View{*t, t.rows.Freeze()}
	v.t.rows, v.t.scratch, v.t.idle = nil, scratch{}, nil
	v.t.fams = t.fams.frozen()
	return v
}

// Table returns a table with the contents of the view, in constant time. Each goroutine
// needs a reader of its own. The reader must not be written.
func (v *View) Table() *Table {
	t := v.t
	t.rows = v.rows.Map()
	return &t
}

// frozen returns a copy of the families for readers. It has the columns that are numbered
// now, and shares nothing with f that may change later.
func (f *families) frozen() *families {
	g := *f
	n := len(f.columns.list)
	g.columns, g.after = &columns{list: f.columns.list[:n:n]}, nil
	g.whole.fams = &g
	return &g
}
