package grid

import (
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/table"
)

// apply opens the panel and the edit of the cell under the cursor.
func (EditBegun) apply(u *update) {
	u.Err, u.NewCell = nil, nil
	u.inspect()
	u.edit()
}

func (editLeft) apply(u *update) {
	u.Err, u.Edit = nil, nil
	u.DoEffect(page.FocusElement{ID: page.ElementGrid})
}

// apply deletes the row, or all versions of the cell if it exists, under the cursor.
func (cellDeleted) apply(u *update) {
	u.Err = nil
	c, table := u.Cursor, u.Work.Page.Table
	switch {
	case c.Key == "":
	case c.Column == (Column{}):
		u.command(console.DeleteRow{Table: table, Row: c.Key})
	case u.cell(c) != nil:
		u.command(console.DeleteColumn{Table: table, Row: c.Key, Family: c.Column.Family, Qualifier: c.Column.Qualifier})
	}
	u.DoEffect(page.FocusElement{ID: page.ElementGrid})
}

// apply opens the form and moves the focus to its first field.
func (m NewCellFormOpened) apply(u *update) {
	u.Err, u.Details, u.Edit, u.NewCell = nil, nil, nil, &NewCellForm{Row: m.Row}
	if m.Row == "" {
		u.DoEffect(page.FocusElement{ID: elementNewRow})
	} else {
		u.DoEffect(page.FocusElement{ID: elementNewCell})
	}
}

func (m NewCellSubmitted) apply(u *update) {
	u.Err = nil
	u.command(u.setCell(base.RowKey(m.Row), Column{base.Family(m.Family), base.Qualifier(m.Qualifier)}, m.Value))
}

// cell returns the newest version in the column of a cursor, nil if there is none or the
// page does not have the row.
func (u *update) cell(c Cursor) *engine.PageCell {
	at := c.Row - u.Work.Page.Offset
	if at < 0 || at >= len(u.Work.Page.Rows) {
		return nil
	}
	for _, cell := range u.Work.Page.Rows[at].Cells {
		if columnOf(cell) == c.Column {
			return &cell
		}
	}
	return nil
}

// maxField is the longest text, in bytes, that is edited in a field of one line.
const maxField = 256

// edit begins to edit the cell under the cursor; a row key cannot be edited. If the page has
// only the beginning of the value, it asks for the whole value first. It refuses a value of
// more than engine.MaxWholeValue bytes.
func (u *update) edit() {
	g := u.State
	if u.Work.HasReadOnlyRows() || g.Cursor.Key == "" || g.Cursor.Column == (Column{}) {
		return
	}
	value := ""
	if c := u.cell(g.Cursor); c != nil {
		if c.Size > engine.MaxWholeValue {
			g.Err = base.Refuse(base.CodeTooLongToEdit, strconv.FormatInt(c.Size, 10), strconv.Itoa(engine.MaxWholeValue))
			return
		}
		if value = c.Value; int64(len(value)) < c.Size {
			u.readVersions(u.wholeCell())
			return
		}
	}
	u.openEdit(value)
}

// wholeCell returns the request for the whole value of the cell under the cursor.
func (u *update) wholeCell() engine.ReadVersions {
	c := u.Cursor
	return engine.ReadVersions{Table: u.Work.Page.Table, Row: c.Key, Family: c.Column.Family, Qualifier: c.Column.Qualifier, Whole: true}
}

// fetchedCell takes the whole value of a cell and begins to edit it, if the cursor is still
// on that cell.
func (u *update) fetchedCell(p *engine.VersionsRead) {
	if u.Work.HasReadOnlyRows() || p.ReadVersions != u.wholeCell() || len(p.Versions) == 0 || u.Edit != nil || u.NewCell != nil {
		return
	}
	if v := p.Versions[0]; int64(len(v.Value)) == v.Size {
		u.openEdit(v.Value)
	}
}

// openEdit begins to edit the cell under the cursor, whose value is given. A value that a
// text field cannot hold unchanged is edited in Go's escapes.
func (u *update) openEdit(value string) {
	e := &CellEdit{Original: value, InPanel: len(value) > maxField}
	switch {
	case isLine(value):
	case isText(value):
		e.InPanel = true
	default:
		quoted := strconv.Quote(value)
		e.Original, e.Escaped = base.EscapeIllegible(quoted[1:len(quoted)-1]), true
		e.InPanel = len(e.Original) > maxField
	}
	u.Edit = e
	u.DoEffect(page.SetFieldText{ID: elementCell, Text: e.Original})
	u.DoEffect(page.FocusElement{ID: elementCell})
}

// isText reports whether a field of several lines can hold and show the bytes unchanged.
func isText(s string) bool {
	return isLine(strings.NewReplacer("\n", "", "\t", "").Replace(s))
}

// isLine reports whether a field of one line can hold and show the bytes unchanged.
func isLine(s string) bool { return base.EscapeIllegible(s) == s }

// unescaped returns the bytes of a text in Go's escapes, and whether the escapes are valid.
// Quotation marks and line ends need no escape.
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

// apply writes the text unless it is unchanged, and ends the edit. An invalid or too long
// text is refused, and the edit stays open.
func (m EditSubmitted) apply(u *update) {
	g := u.State
	g.Err = nil
	e, text := g.Edit, m.Text
	if e == nil {
		return
	}
	if text != e.Original || u.cell(g.Cursor) == nil {
		value := text
		if e.Escaped {
			var ok bool
			if value, ok = unescaped(text); !ok {
				g.Err = base.Refuse(base.CodeBadEscape, text)
				return
			}
		}
		if len(value) > engine.MaxWholeValue {
			g.Err = base.Refuse(base.CodeTooLongToEdit, strconv.Itoa(len(value)), strconv.Itoa(engine.MaxWholeValue))
			return
		}
		u.command(u.setCell(g.Cursor.Key, g.Cursor.Column, value))
	}
	if g.Err == nil {
		g.Edit = nil
		if !m.Away {
			u.DoEffect(page.FocusElement{ID: page.ElementGrid})
		}
	}
}

// setCell returns the command that writes a value to a cell, with the server's time.
func (u *update) setCell(row base.RowKey, c Column, value string) console.Command {
	return console.SetCells{Table: u.Work.Page.Table, Row: row, Cells: []console.CellWrite{{
		Family: c.Family, Qualifier: c.Qualifier, Value: value, At: table.ServerTime,
	}}}
}

// command runs a command as if it had been typed into the console, so that it appears in the
// log.
func (u *update) command(c console.Command) {
	g := u.State
	if u.Work.HasReadOnlyRows() {
		g.Err = base.Refuse(base.CodeReadOnly)
		return
	}
	s, err := u.Work.FormatCommand(c)
	if err != nil {
		g.Err = err.(*base.Error)
		return
	}
	g.wrote = u.RunCommandThen(s, func(a host.Answer) page.Msg { return changed{a} })
}

// apply shows why the change was refused. If it was accepted, it closes the form for a new
// cell.
func (m changed) apply(u *update) {
	if u.wrote != m.Seq {
		u.ShowIfRefused(m.Answer)
		return
	}
	u.wrote, u.Err = 0, page.AnswerError(m.Answer)
	if u.NewCell == nil || u.Err != nil {
		return
	}
	u.NewCell = nil
	u.DoEffect(page.FocusElement{ID: page.ElementGrid})
}
