package model

import (
	"strconv"
	"strings"

	"tabletop/app/host"
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
		u.do(Focus{ID: ElementGrid})
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
		u.do(Focus{ID: ElementGrid})
	case AddBegun:
		g.Open, g.Edit, g.Add = nil, nil, &NewCell{Row: m.Row}
		if m.Row == "" {
			u.do(Focus{ID: ElementNewRow})
		} else {
			u.do(Focus{ID: ElementNewCell})
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

// maxField is the longest text, in bytes, that a field of one line edits.
const maxField = 256

// edit opens the cell under the cursor for writing; a value that the page has
// only the beginning of is asked for first. A row's key cannot be written.
func (u *update) edit() {
	g := &u.Work.Grid
	if u.Work.Fixed() || g.Cursor.Key == "" || g.Cursor.Column == (Column{}) {
		return
	}
	value := ""
	if c := u.cell(g.Cursor); c != nil {
		if c.Size > engine.MaxWhole {
			g.Err = base.Refuse(base.CodeTooLongToEdit, strconv.FormatInt(c.Size, 10), strconv.Itoa(engine.MaxWhole))
			return
		}
		if value = c.Value; int64(len(value)) < c.Size {
			u.send(host.Execute{Request: u.wholeCell()}, "")
			return
		}
	}
	u.openEdit(value)
}

// wholeCell is the question for all of the value under the cursor.
func (u *update) wholeCell() engine.Peek {
	c := u.Work.Grid.Cursor
	return engine.Peek{Table: u.Work.Page.Table, Row: c.Key, Family: c.Column.Family, Qualifier: c.Column.Qualifier, Whole: true}
}

// fetchedCell takes the whole value of a cell and opens it for writing, if the
// cursor is still there.
func (u *update) fetchedCell(p *engine.Peeked) {
	if u.Work.Fixed() || p.Peek != u.wholeCell() || len(p.Versions) == 0 || u.Work.Grid.Edit != nil || u.Work.Grid.Add != nil {
		return
	}
	if v := p.Versions[0]; int64(len(v.Value)) == v.Size {
		u.openEdit(v.Value)
	}
}

// openEdit opens the cell under the cursor, which holds a value.
func (u *update) openEdit(value string) {
	e := &Edit{Was: value, Tall: len(value) > maxField}
	switch {
	case isLine(value):
	case isText(value):
		e.Tall = true
	default:
		quoted := strconv.Quote(value)
		e.Was, e.Escaped = base.EscapeIllegible(quoted[1:len(quoted)-1]), true
		e.Tall = len(e.Was) > maxField
	}
	u.Work.Grid.Edit = e
	u.do(SetText{ID: ElementCell, Text: e.Was})
	u.do(Focus{ID: ElementCell})
}

// isText reports whether a field of several lines can hold the bytes as they are,
// and show them.
func isText(s string) bool {
	return isLine(strings.NewReplacer("\n", "", "\t", "").Replace(s))
}

// unescaped returns the bytes that a text in Go's escapes means. Quotes may stand
// as they are, and so may the ends of lines.
func unescaped(text string) (string, bool) {
	var b strings.Builder
	for text != "" {
		if rest, ok := strings.CutPrefix(text, `\"`); ok {
			b.WriteByte('"')
			text = rest
			continue
		}
		r, wide, rest, err := strconv.UnquoteChar(text, 0)
		if err != nil {
			return "", false
		}
		if wide {
			b.WriteRune(r)
		} else {
			b.WriteByte(byte(r))
		}
		text = rest
	}
	return b.String(), true
}

// isLine reports whether a field can hold the bytes as they are, and show them.
func isLine(s string) bool { return base.EscapeIllegible(s) == s }

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
			var ok bool
			if value, ok = unescaped(text); !ok {
				g.Err = base.Refuse(base.CodeBadEscape, text)
				return
			}
		}
		if len(value) > engine.MaxWhole {
			g.Err = base.Refuse(base.CodeTooLongToEdit, strconv.Itoa(len(value)), strconv.Itoa(engine.MaxWhole))
			return
		}
		u.command(setCell(u.Work.Page.Table, g.Cursor.Key, g.Cursor.Column, value))
	}
	if g.Err == nil {
		g.Edit = nil
		if !m.Away {
			u.do(Focus{ID: ElementGrid})
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
	s, err := u.Work.Say(c)
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
	u.do(Focus{ID: ElementGrid})
}
