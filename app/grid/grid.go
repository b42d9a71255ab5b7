// Package grid is the part of the page that shows the rows of a table, as a grid, as
// pairs or nested, with what a cell holds, and writes cells.
package grid

import (
	"cmp"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// State is how the reader looks at the table that is shown.
type State struct {
	Layout  Layout
	Columns []Column // that the grid has, in order
	Cursor  Cursor
	Open    *Details    // of the cell under the cursor, nil while closed
	Edit    *Edit       // of that cell, nil for none
	Add     *NewCell    // the form for a new cell, nil while closed
	Err     *base.Error // why the last change made here was refused
	Chosen  *Chosen     // rows to ask about, nil for none
	Chooses bool        // the next row that is picked is their other end

	hidden  int    // columns of the rows that are too many for it
	version uint64 // of the session that Columns are of
	tells   bool   // what Open shows is to be told when it has come
	wrote   uint64 // number of the last call that changes a cell, whose refusal is shown here; 0 when answered

	written Written // the cell that was written last
}

// Written is a cell that was written, which the sheet brings into sight and has flash.
type Written struct {
	Seq    uint64 // of the call, 0 for none
	Table  string
	Row    base.RowKey
	Column Column
}

// Layout is a way to show a table.
type Layout uint8

const (
	Rows Layout = iota
	Pairs
	Nested
)

// Column is a column of the grid; the zero Column holds the row keys.
type Column struct {
	Family    base.Family
	Qualifier base.Qualifier
}

// columnOf returns the column that a cell is in.
func columnOf(c engine.PageCell) Column { return Column{c.Family, c.Qualifier} }

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

// Msg is something that happened to the table.
type Msg interface{ apply(*update) }

type (
	// Scrolled moves the grid to the rows from Offset on; Count rows fit.
	Scrolled struct{ Offset, Count int }
	// LayoutPicked shows the tables in another way.
	LayoutPicked struct{ Layout Layout }
	// CursorMoved moves the grid's cursor.
	CursorMoved struct {
		Move    page.Move
		Chooses bool // the rows that it passes are chosen
	}
	// CellPicked moves it to a cell and shows what that holds.
	CellPicked struct {
		Row     int // offset in the table
		Column  Column
		Chooses bool // the rows from the cursor to it are chosen
	}
	// CellOpened shows what the cell under the cursor holds.
	CellOpened struct{}
	// PanelClosed closes what is open beside the grid.
	PanelClosed struct{}
	// EditBegun opens the cell under the cursor for writing.
	EditBegun struct{}
	// EditLeft leaves it as it was.
	EditLeft struct{}
	// EditDone writes it.
	EditDone struct {
		Text string
		Away bool // the focus has gone elsewhere already
	}
	// CellDeleted deletes the cell, or the row, under the cursor.
	CellDeleted struct{}
	// AddBegun opens the form for a new row, or a new cell of a row.
	AddBegun struct{ Row base.RowKey }
	// AddDone writes it.
	AddDone struct{ Row, Family, Qualifier, Value string }
	// changed brings the answer to a change that was made here.
	changed struct{ host.Answer }
	// peekCame brings what a cell holds.
	peekCame struct{ host.Answer }
)

// Ids of elements.
const (
	elementCell    = "cell-text"  // the field that a cell is edited in
	elementNewRow  = "new-row"    // the field for a new row's key
	elementNewCell = "new-column" // the field for a new cell's qualifier
)

const (
	// pageOfRows is how many rows pairs and nested show at a time.
	pageOfRows = 20
	// versionsShown is how many versions of a column they show.
	versionsShown = 10
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) {
	switch m.(type) {
	case changed, peekCame: // of a table that may be out of sight by now
	default:
		if t.Work.Page.Table == "" || t.Work.ID == "" {
			return
		}
	}
	m.apply(&update{t, s})
}

func (m Scrolled) apply(u *update) {
	w := &u.Work.Window
	w.Offset = max(m.Offset, 0)
	if u.Layout == Rows {
		w.Count = min(max(m.Count, 1), engine.MaxPage/3) // as much on each side
		w.Margin = w.Count
	}
	u.Look()
}

func (m LayoutPicked) apply(u *update) {
	if m.Layout == u.Layout {
		return
	}
	Lay(u.Update, u.State, m.Layout)
	u.Send(host.Execute{Request: engine.Look{}}, "")
	u.Do(page.ScrollRows{Offset: u.Work.Window.Offset})
}

func (m CursorMoved) apply(u *update) {
	u.Edit = nil
	from := u.Cursor.Row
	u.move(m.Move)
	u.choose(m.Chooses, from)
}

func (m CellPicked) apply(u *update) {
	u.Edit, u.Add = nil, nil
	from := u.Cursor.Row
	if m.Chooses = m.Chooses || u.Chooses; m.Chooses {
		u.Cursor = Cursor{Row: m.Row, Column: m.Column}
		u.follow()
		u.choose(true, from)
		return
	}
	u.choose(false, from)
	u.Cursor = Cursor{Row: m.Row, Column: m.Column}
	u.follow()
	u.inspect()
}

func (CellOpened) apply(u *update) {
	u.Add = nil
	u.tells = true
	u.inspect()
	if u.Open != nil && u.Open.Peeked != nil {
		u.details(u.Open.Peeked)
	}
}

func (PanelClosed) apply(u *update) {
	u.Open, u.Add, u.Err, u.Chosen, u.Chooses = nil, nil, nil, nil, false
	u.Do(page.Focus{ID: page.ElementGrid})
}

// Lay has the tables shown in a way, from the next page of rows on.
func Lay(t *page.Update, s *State, as Layout) {
	w := &t.Work.Window
	*s = State{Layout: as, Columns: s.Columns, hidden: s.hidden, version: s.version, Cursor: s.Cursor, written: s.written}
	w.Count, w.Margin, w.Versions = page.RowsAtFirst, page.RowsAtFirst, 0
	if as != Rows {
		w.Count, w.Margin, w.Versions = pageOfRows, 0, versionsShown
	}
}
