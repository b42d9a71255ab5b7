package model

import (
	"cmp"
	"maps"
	"slices"

	"tabletop/app/history"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
)

// Grid is how the reader looks at the table that is shown.
type Grid struct {
	View    View
	Columns []Column // that the grid has, in order
	Hidden  int      // columns of the rows that are too many for it
	Cursor  Cursor
	Open    *Details    // of the cell under the cursor, nil while closed
	Edit    *Edit       // of that cell, nil for none
	Add     *NewCell    // the form for a new cell, nil while closed
	Err     *base.Error // why the last change made here was refused

	version uint64 // of the session that Columns are of
	tells   bool   // what Open shows is to be told when it has come
	wrote   uint64 // number of the last call that changed a cell, 0 when answered
}

// View is a way to show a table.
type View uint8

const (
	ViewGrid View = iota
	ViewPairs
	ViewNested
	viewsEnd
)

// Column is a column of the grid; the zero Column holds the row keys.
type Column struct {
	Family    base.Family
	Qualifier base.Qualifier
}

func compareColumns(a, b Column) int {
	return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Qualifier, b.Qualifier))
}

// Cursor is the cell that keys act on.
type Cursor struct {
	Row    int         // offset in the table
	Key    base.RowKey // of that row, "" while it is not known
	Column Column
}

// Details are what a cell holds, or a row.
type Details struct {
	Peeked  *engine.Peeked // nil until it has come
	version uint64         // of the session then
}

// Edit is a cell that is being written.
type Edit struct {
	Was     string // the text that the field began with
	Escaped bool   // the text is in Go's %q form without its quotes
	Tall    bool   // the text has several lines, or is too long for one
}

// NewCell is the form for a new cell.
type NewCell struct {
	Row base.RowKey // "" to ask for it
}

const (
	// maxColumns is the most columns that the grid has.
	maxColumns = 60
	// keptColumns is up to how many columns those of rows out of sight stay.
	keptColumns = 24
	// fringe is how many rows beyond those in sight are asked for in haste: as the
	// grid is scrolled by less than a row, and some more.
	fringe = 2
	// pageOfRows is how many rows the other views show at a time.
	pageOfRows = 20
	// versionsShown is how many versions of a column they show.
	versionsShown = 10
)

// grid handles the messages of the table's part of the page.
func (u *update) grid(m Msg) {
	w := &u.Work
	if w.Page.Table == "" || w.ID == "" {
		return
	}
	g := &w.Grid
	switch m := m.(type) {
	case Scrolled:
		w.Window.Offset = max(m.Offset, 0)
		if g.View == ViewGrid {
			w.Window.Count = min(max(m.Count, 1), engine.MaxPage/3) // as much on each side
			w.Window.Margin = w.Window.Count
		}
		u.look()
	case ViewPicked:
		if m.View == g.View {
			break
		}
		u.keepView(m.View)
		u.showAs(m.View)
		u.send(host.Execute{Request: engine.Look{}}, "")
		u.do(ScrollRows{Offset: w.Window.Offset})
	case CursorMoved:
		g.Edit = nil
		u.move(m.Move)
	case CellPicked:
		g.Edit, g.Add = nil, nil
		g.Cursor = Cursor{Row: m.Row, Column: m.Column}
		u.follow()
		u.inspect()
	case CellOpened:
		g.Add = nil
		g.tells = true
		u.inspect()
		if g.Open != nil && g.Open.Peeked != nil {
			u.details(g.Open.Peeked)
		}
	case PanelClosed:
		g.Open, g.Add, g.Err = nil, nil, nil
		u.do(Focus{ID: ElementGrid})
	default:
		u.change(m)
	}
}

// showAs has the tables shown in a way.
func (u *update) showAs(v View) {
	w := &u.Work
	w.Grid = Grid{View: v, Columns: w.Grid.Columns, Hidden: w.Grid.Hidden, version: w.Grid.version, Cursor: w.Grid.Cursor}
	w.Window.Count, w.Window.Margin, w.Window.Versions = rowsAtFirst, rowsAtFirst, 0
	if v != ViewGrid {
		w.Window.Count, w.Window.Margin, w.Window.Versions = pageOfRows, 0, versionsShown
	}
}

// look asks for the rows around those in sight, unless they are there or asked
// for already. Far from those that are there it asks for those in sight alone,
// which come sooner; their answer leads back here.
func (u *update) look() {
	w := &u.Work
	if w.covered() || u.looking() {
		return
	}
	margin := w.Window.Margin
	if w.away() {
		w.Window.Margin = min(margin, fringe)
	}
	u.send(host.Execute{Request: engine.Look{}}, "")
	w.Window.Margin = margin
}

// away reports whether none of the rows in sight are there.
func (w *Workbench) away() bool {
	p := w.Page
	return p.Table == w.Window.Table && p.State == w.Window.State && len(p.Rows) > 0 && !meets(w.Window, p)
}

// covered reports whether the page holds the rows in sight, and as many beyond
// them as scrolling may need before others can be there.
func (w *Workbench) covered() bool {
	p, s := w.Page, w.Window
	from := max(s.Offset-s.Margin/2, 0)
	to := min(s.Offset+s.Count+s.Margin/2, p.Total)
	return p.Table == s.Table && p.State == s.State && from >= p.Offset && to <= p.Offset+len(p.Rows)
}

// looking reports whether a look at the rows has no answer yet.
func (u *update) looking() bool {
	for _, w := range u.Calls {
		if isLook(w.Call) {
			return true
		}
	}
	return false
}

func isLook(c host.Call) bool {
	run, ok := c.(host.Execute)
	if !ok {
		return false
	}
	_, look := run.Request.(engine.Look)
	return look
}

// movedBy reports whether a page holds other rows than those it was asked for.
func movedBy(asked engine.Window, p engine.Page) bool {
	return p.Table != asked.Table || p.First != asked.Offset
}

// turn shows a page of rows, unless a newer one is shown already, or the rows are
// out of sight by now and those shown are not: while the reader scrolls far, rows
// that were in sight a moment ago stand in for those that are. moved says that
// others were asked for than it has.
func (u *update) turned(seq uint64, p engine.Page, moved bool) {
	work := &u.Work
	if seq < work.Turned {
		return
	}
	if !moved && (p.Table != work.Window.Table || !meets(work.Window, p) && !work.away()) || moved && u.elsewhere(seq) {
		u.look()
		return
	}
	if p.State != work.Window.State {
		if u.elsewhere(seq) {
			return
		}
		work.Window.State = p.State // there is no such state any more, or what was done since shows
		defer history.Slide(u.turn)
	}
	if p.Table != work.Page.Table {
		work.Grid = Grid{View: work.Grid.View}
	}
	work.setExample(p)
	work.Page, work.Turned = p, seq
	work.Window.Table = p.Table
	if moved {
		work.Window.Offset = p.First
		u.do(ScrollRows{Offset: p.First})
	}
	u.setColumns()
	u.follow()
	u.look()
}

// meets reports whether some of a page's rows are in sight.
func meets(w engine.Window, p engine.Page) bool {
	return len(p.Rows) == 0 || w.Offset < p.Offset+len(p.Rows) && p.Offset < w.Offset+w.Count
}

// elsewhere reports whether a call newer than the one that brought a page is
// under way that looks elsewhere, so that the page would only flicker.
func (u *update) elsewhere(brought uint64) bool {
	for seq, w := range u.Calls {
		if seq > brought && isLook(w.Call) {
			return true
		}
	}
	return false
}

// setColumns finds the columns of the grid: those of the rows that are there,
// and while they are few those of rows seen before.
func (u *update) setColumns() {
	g := &u.Work.Grid
	seen := map[Column]bool{}
	for _, r := range u.Work.Page.Rows {
		for _, c := range r.Cells {
			seen[Column{c.Family, c.Qualifier}] = true
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
	g.version, g.Hidden = u.Work.Version, max(len(columns)-maxColumns, 0)
	columns = columns[:len(columns)-g.Hidden]
	if !slices.Equal(columns, g.Columns) {
		g.Columns = columns
	}
}

// follow keeps the cursor on its row, and what is open on the cursor.
func (u *update) follow() {
	g, p := &u.Work.Grid, u.Work.Page
	c := &g.Cursor
	c.Row = max(min(c.Row, p.Total-1), 0)
	i := -1
	if c.Key != "" {
		i = slices.IndexFunc(p.Rows, func(r engine.PageRow) bool { return r.Key == c.Key })
	}
	if i >= 0 {
		c.Row = p.Offset + i
	} else if at := c.Row - p.Offset; at >= 0 && at < len(p.Rows) {
		c.Key = p.Rows[at].Key
	} else if p.Total == 0 {
		c.Key = ""
	}
	if g.Open != nil {
		u.inspect()
	}
}

// move moves the cursor.
func (u *update) move(m Move) {
	g, p := &u.Work.Grid, u.Work.Page
	at := 0 // 0 for the row keys
	if i, found := slices.BinarySearchFunc(g.Columns, g.Cursor.Column, compareColumns); found {
		at = i + 1
	} else if g.Cursor.Column != (Column{}) {
		at = i
	}
	row, last := g.Cursor.Row, p.Total-1
	switch m {
	case MoveUp:
		row--
	case MoveDown:
		row++
	case MoveLeft:
		at--
	case MoveRight:
		at++
	case MovePageUp:
		row -= max(u.Work.Window.Count-1, 1)
	case MovePageDown:
		row += max(u.Work.Window.Count-1, 1)
	case MoveRowStart:
		at = 0
	case MoveRowEnd:
		at = len(g.Columns)
	case MoveFirst:
		row, at = 0, 0
	case MoveLast:
		row, at = last, len(g.Columns)
	default:
		panic("model: a move that goes nowhere")
	}
	row, at = max(min(row, last), 0), max(min(at, len(g.Columns)), 0)
	if row != g.Cursor.Row {
		g.Cursor.Row, g.Cursor.Key = row, ""
	}
	g.Cursor.Column = Column{}
	if at > 0 {
		g.Cursor.Column = g.Columns[at-1]
	}
	g.Err = nil
	u.follow()
	u.reveal()
}

// reveal scrolls the cursor's row into sight.
func (u *update) reveal() {
	w := &u.Work
	row, first := w.Grid.Cursor.Row, w.Window.Offset
	switch {
	case row < first:
		first = row
	case row >= first+w.Window.Count:
		first = row - w.Window.Count + 1
	default:
		return
	}
	w.Window.Offset = first
	u.do(ScrollRows{Offset: first})
	u.look()
}

// inspect asks for what the cell under the cursor holds, unless that is there or a
// question is under way: then its answer leads back here.
func (u *update) inspect() {
	g, p := &u.Work.Grid, u.Work.Page
	if g.Open == nil {
		g.Open = &Details{}
	}
	if p.Total == 0 {
		g.Open = nil
		return
	}
	want := engine.Peek{Table: p.Table, Row: g.Cursor.Key, Family: g.Cursor.Column.Family, Qualifier: g.Cursor.Column.Qualifier, State: p.State}
	if g.Cursor.Key == "" || u.peeking() || g.Open.Peeked != nil && g.Open.Peeked.Peek == want && g.Open.version == u.Work.Version {
		return
	}
	u.send(host.Execute{Request: want}, "")
}

// peeking reports whether a look into a cell has no answer yet.
func (u *update) peeking() bool {
	for _, w := range u.Calls {
		if run, ok := w.Call.(host.Execute); ok {
			if p, peek := run.Request.(engine.Peek); peek && !p.Whole && p.Row != "" {
				return true
			}
		}
	}
	return false
}

// peeked takes what a cell holds. What is not under the cursor any more is asked
// for again, as it is now.
func (u *update) peeked(r *engine.Reply) {
	g := &u.Work.Grid
	p := engine.As[*engine.Peeked](r.Answer)
	switch {
	case p == nil:
	case p.Row == "":
		u.pointed(p)
		return
	case p.Whole:
		u.fetchedCell(p)
	}
	if g.Open == nil {
		return
	}
	if p != nil && !p.Whole {
		g.Open = &Details{Peeked: p, version: r.Version}
		u.details(p)
	}
	u.inspect()
}
