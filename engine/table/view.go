package table

import "tabletop/engine/rowmap"

// View is a table as it was at some time, for any number of goroutines at once,
// while the table is written on.
type View struct {
	t    Table // without rows
	rows *rowmap.Frozen
}

// View returns the table as it is, in constant time.
func (t *Table) View() *View {
	v := &View{*t, t.rows.Freeze()}
	v.t.rows, v.t.scratch, v.t.idle = nil, scratch{}, nil
	v.t.fams = t.fams.frozen()
	return v
}

// Reader returns the table for one goroutine, in constant time. It must not be written.
func (v *View) Reader() *Table {
	t := v.t
	t.rows = v.rows.Map()
	return &t
}

// frozen returns the state for who only reads: with the columns that have numbers now,
// and nothing that is added to later.
func (f *families) frozen() *families {
	g := *f
	n := len(f.columns.list)
	g.columns, g.after = &columns{list: f.columns.list[:n:n]}, nil
	g.whole.fams = &g
	return &g
}
