package model

import (
	"strconv"
	"unicode/utf8"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/table"
)

// Fixed reports whether the rows that are shown cannot be changed: another tab
// holds the workspace, or they are of the past.
func (w *Workbench) Fixed() bool { return w.ReadOnly || w.Page.State != 0 }

// change handles the messages that change the table, or prepare to.
func (u *update) change(m Msg) {
	g, table := &u.Work.Grid, u.Work.Page.Table
	g.Err = nil
	switch m := m.(type) {
	case EditBegun:
		g.Add = nil
		u.inspect()
		u.edit()
	case EditLeft:
		g.Edit = nil
		u.do(Focus{ElementGrid})
	case EditDone:
		u.edited(m)
	case CellDeleted:
		c := g.Cursor
		switch {
		case c.Key == "":
		case c.Column == (Column{}):
			u.command(console.DeleteRow{Table: table, Row: c.Key})
		case u.cell(c) != nil:
			u.command(console.DeleteColumn{Table: table, Row: c.Key, Family: c.Column.Family, Qualifier: c.Column.Qualifier})
		}
		u.do(Focus{ElementGrid})
	case AddBegun:
		g.Open, g.Edit, g.Add = nil, nil, &NewCell{Row: m.Row}
		if m.Row == "" {
			u.do(Focus{ElementNewRow})
		} else {
			u.do(Focus{ElementNewCell})
		}
	case AddDone:
		u.command(setCell(table, base.RowKey(m.Row), Column{base.Family(m.Family), base.Qualifier(m.Qualifier)}, m.Value))
	default:
		panic("model: a message of the grid that nothing handles")
	}
}

// cell returns the newest version of the cell under a cursor, nil if there is
// none or it is out of sight.
func (u *update) cell(c Cursor) *engine.PageCell {
	at := c.Row - u.Work.Page.Offset
	if at < 0 || at >= len(u.Work.Page.Rows) {
		return nil
	}
	for _, cell := range u.Work.Page.Rows[at].Cells {
		if (Column{cell.Family, cell.Qualifier}) == c.Column {
			return &cell
		}
	}
	return nil
}

// edit opens the cell under the cursor for writing. A row's key cannot be
// written; nor is a value that is too long to be at hand.
func (u *update) edit() {
	g := &u.Work.Grid
	if u.Work.Fixed() || g.Cursor.Key == "" || g.Cursor.Column == (Column{}) {
		return
	}
	value := ""
	if c := u.cell(g.Cursor); c != nil {
		if value = c.Value; int64(len(value)) < c.Size {
			g.Err = base.Refuse(base.CodeTooLongToEdit, strconv.FormatInt(c.Size, 10), strconv.Itoa(engine.MaxShown))
			return
		}
	}
	e := &Edit{Was: value}
	if !isLine(value) {
		quoted := strconv.Quote(value)
		e.Was, e.Escaped = quoted[1:len(quoted)-1], true
	}
	g.Edit = e
	u.do(SetText{ElementCell, e.Was})
	u.do(Focus{ElementCell})
}

// isLine reports whether a field can hold the bytes as they are, and show them.
func isLine(s string) bool {
	for _, r := range s {
		if !strconv.IsPrint(r) {
			return false
		}
	}
	return utf8.ValidString(s)
}

// edited writes what was typed into a cell.
func (u *update) edited(m EditDone) {
	g := &u.Work.Grid
	e, text := g.Edit, m.Text
	if e == nil {
		return
	}
	if text != e.Was || u.cell(g.Cursor) == nil {
		value := text
		if e.Escaped {
			var err error
			if value, err = strconv.Unquote(`"` + text + `"`); err != nil {
				g.Err = base.Refuse(base.CodeBadEscape, text)
				return
			}
		}
		u.command(setCell(u.Work.Page.Table, g.Cursor.Key, g.Cursor.Column, value))
	}
	if g.Err == nil {
		g.Edit = nil
		if !m.Away {
			u.do(Focus{ElementGrid})
		}
	}
}

func setCell(name string, row base.RowKey, c Column, value string) console.Command {
	return console.Set{Table: name, Row: row, Cells: []console.SetCell{{
		Family: c.Family, Qualifier: c.Qualifier, Value: value, At: table.ServerTime,
	}}}
}

// command runs a command as if it had been typed: it stands in the log.
func (u *update) command(c console.Command) {
	g := &u.Work.Grid
	if u.Work.Fixed() {
		g.Err = base.Refuse(base.CodeReadOnly)
		return
	}
	s, err := u.say(c)
	if err != nil {
		g.Err = err.(*base.Error)
		return
	}
	g.wrote = u.runSaid(s)
}

// wrote takes what came of the last change made in the grid.
func (u *update) wrote(seq uint64, err *base.Error) {
	g := &u.Work.Grid
	if g.wrote != seq {
		return
	}
	g.wrote, g.Err = 0, err
	if g.Add == nil || err != nil {
		return
	}
	g.Add = nil
	u.do(Focus{ElementGrid})
}
