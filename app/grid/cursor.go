package grid

import (
	"slices"

	"tabletop/app/page"
	"tabletop/engine"
)

// move moves the cursor and scrolls to it. Columns are numbered from 1; 0 is the row key.
func (u *update) move(m page.CursorMove) {
	g, p := u.State, u.Work.Page
	at := 0 // index of the cursor's column plus 1, 0 for the row key
	if i, found := slices.BinarySearchFunc(g.Columns, g.Cursor.Column, compareColumns); found {
		at = i + 1
	} else if g.Cursor.Column != (Column{}) {
		at = i
	}
	row, last := g.Cursor.Row, p.Total-1
	switch m {
	case page.MoveUp:
		row--
	case page.MoveDown:
		row++
	case page.MoveLeft:
		at--
	case page.MoveRight:
		at++
	case page.MovePageUp:
		row -= max(u.Work.Window.Count-1, 1)
	case page.MovePageDown:
		row += max(u.Work.Window.Count-1, 1)
	case page.MoveRowStart:
		at = 0
	case page.MoveRowEnd:
		at = len(g.Columns)
	case page.MoveFirst:
		row, at = 0, 0
	case page.MoveLast:
		row, at = last, len(g.Columns)
	default:
		panic("grid: a move that goes nowhere")
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

// reveal scrolls the rows so that the cursor's row is in sight, and asks for rows that are
// missing.
func (u *update) reveal() {
	w := u.Work
	row, first := u.Cursor.Row, w.Window.Offset
	switch {
	case row < first:
		first = row
	case row >= first+w.Window.Count:
		first = row - w.Window.Count + 1
	default:
		return
	}
	w.Window.Offset = first
	u.DoEffect(page.ScrollGridToRow{Offset: first})
	u.FetchRows()
}

// follow keeps the cursor on its row when the rows have changed: it looks for the cursor's
// key in the page, and otherwise takes the key that is now at the cursor's place. Then it
// updates the details.
func (u *update) follow() {
	g, p := u.State, u.Work.Page
	c := &g.Cursor
	c.Row = max(min(c.Row, p.Total-1), 0)
	i := -1
	if c.Key != "" {
		i = slices.IndexFunc(p.Rows, func(r engine.PageRow) bool { return r.Key == c.Key })
	}
	// The row may have moved; otherwise the cursor stays at its place in the table.
	if i >= 0 {
		c.Row = p.Offset + i
	} else if at := c.Row - p.Offset; at >= 0 && at < len(p.Rows) {
		c.Key = p.Rows[at].Key
	} else if p.Total == 0 {
		c.Key = ""
	}
	if g.Details != nil {
		u.inspect()
	}
}
