// Package grid is the part of the page that shows the rows of a table. It shows them in one
// of three layouts: as a grid of rows and columns, as the pairs of key and value that are
// stored, or nested as the map of maps of the data model. It also shows what a cell holds,
// edits cells, and selects rows that a question is to be asked about.
//
// The page never has a whole table. [page.Workspace] has a window, which says the rows in
// sight, and a page, the rows that the engine sent for it. [RowsScrolled] moves the window and
// asks for rows; [ReceivePage] and [ShowPage] take the page that arrives, unless a newer one is shown.
// Until it arrives, rows of the previous page are drawn in the place of those in sight.
//
// The cursor is the cell that keys act on. A panel beside the grid shows the versions of
// that cell, which are asked for separately ([engine.ReadVersions]). Edits run as console commands,
// so they appear in the log.
//
// [View] draws what surrounds the rows. The rows themselves are drawn by a component, sheet,
// which measures and scrolls its box.
package grid

import (
	"cmp"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// State is how the reader looks at the shown table, and what is being edited in it.
type State struct {
	Layout    Layout
	Columns   []Column // columns of the grid, in order
	Cursor    Cursor
	Details   *CellDetails  // details of the cell under the cursor, nil while the panel is closed
	Edit      *CellEdit     // the edit of that cell, nil for none
	NewCell   *NewCellForm  // the form for a new cell, nil while it is closed
	Err       *base.Error   // why the last change made here was refused, nil if it was not
	Selection *RowSelection // selected rows, nil for none
	Selecting bool          // the next row that is picked becomes the other end of SelectedRows

	hidden  int    // columns that are not shown because there are too many
	version uint64 // version of the session that Columns is of
	tells   bool   // tell a screen reader the details when they arrive
	wrote   uint64 // number of the last call that changes a cell, 0 once it is answered

	written written // the cell that was written last
}

// written is a cell that was written. The sheet scrolls to it and highlights it for a
// moment.
type written struct {
	Seq    uint64 // of the call, 0 for none
	Table  string
	Row    base.RowKey
	Column Column
}

// Layout is a way to show rows.
type Layout uint8

// The layouts.
const (
	LayoutGrid   Layout = iota // a grid with a column for each column of the table
	LayoutPairs                // a list of key-value pairs, one for each cell
	LayoutNested               // a tree of families, qualifiers, times and values
)

// Column is a column of the grid; the zero Column holds the row keys.
type Column struct {
	Family    base.Family
	Qualifier base.Qualifier
}

// columnOf returns the column that a cell is in.
func columnOf(c engine.PageCell) Column { return Column{c.Family, c.Qualifier} }

// compareColumns orders columns by family and qualifier, as a table does.
func compareColumns(a, b Column) int {
	return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Qualifier, b.Qualifier))
}

// Cursor is the cell that keys act on. If the row under it moves, the cursor follows it by
// its key.
type Cursor struct {
	Row    int         // number of the row in the table, from 0
	Key    base.RowKey // key of that row, "" while it is not known
	Column Column
}

// CellDetails is what the panel shows about a cell, or about a row if the cursor is on its key.
type CellDetails struct {
	Cells   *engine.VersionsRead // nil until the answer has arrived
	version uint64               // version of the session that Cells is of
}

// CellEdit is a cell that is being edited.
type CellEdit struct {
	Original string // the text that the field began with
	Escaped  bool   // the text is in Go's %q form, without its quotes
	InPanel  bool   // the text is edited in the panel: it has several lines, or is too long for one
}

// NewCellForm is the form for a new cell.
type NewCellForm struct {
	Row base.RowKey // the row of the cell, "" if the reader is to type its key
}

// Msg is a message to the grid: an act of the reader, or an answer to a call.
type Msg interface{ apply(*update) }

type (
	// RowsScrolled moves the window to the rows from Offset on. Count is the number of rows that
	// fit.
	RowsScrolled struct{ Offset, Count int }
	// RowsMeasured says the same where the reader has not scrolled: the grid has another size, or has been
	// scrolled by [page.ScrollGridToRow].
	RowsMeasured struct{ Offset, Count int }
	// LayoutPicked changes the layout.
	LayoutPicked struct{ Layout Layout }
	// CursorKeyPressed moves the cursor.
	CursorKeyPressed struct {
		Move    page.CursorMove
		Selects bool // select the rows from the old place to the new one
	}
	// CellPicked moves the cursor to a cell and shows its details.
	CellPicked struct {
		Row     int // number of the row in the table, from 0
		Column  Column
		Selects bool // select the rows from the old place to the new one, and show no details
	}
	// cellOpened shows the details of the cell under the cursor, and tells them to a screen
	// reader.
	cellOpened struct{}
	// panelClosed closes the panel and drops the selection.
	panelClosed struct{}
	// EditBegun begins to edit the cell under the cursor.
	EditBegun struct{}
	// editLeft ends the edit without a change.
	editLeft struct{}
	// EditSubmitted writes the edited text.
	EditSubmitted struct {
		Text string
		Away bool // the focus is elsewhere already and stays there
	}
	// cellDeleted deletes the cell under the cursor, or the row if the cursor is on its key.
	cellDeleted struct{}
	// NewCellFormOpened opens the form for a new cell: in a row, or in a new row if Row is "".
	NewCellFormOpened struct{ Row base.RowKey }
	// NewCellSubmitted writes the new cell.
	NewCellSubmitted struct{ Row, Family, Qualifier, Value string }
	// changed brings the answer to a command that changes a cell.
	changed struct{ host.Answer }
	// detailsCame brings the details of a cell or row, or the whole value of a cell to be edited.
	detailsCame struct{ host.Answer }
)

// Ids of elements.
const (
	elementCell    = "cell-text"  // the field that a cell is edited in
	elementNewRow  = "new-row"    // the field for a new row's key
	elementNewCell = "new-column" // the field for a new cell's qualifier
)

const (
	// pageOfRows is the number of rows that the layouts LayoutPairs and LayoutNested show at a time.
	pageOfRows = 20
	// versionsShown is the most versions of a column that these layouts show.
	versionsShown = 10
)

// update is the handling of one message: the shared part of the turn, and this part's state.
type update struct {
	*page.Update
	*State
}

// Update handles a message. Acts of the reader are ignored while no table is shown.
func Update(t *page.Update, s *State, m Msg) {
	switch m.(type) {
	case changed, detailsCame: // their table may no longer be shown
	default:
		if t.Work.Page.Table == "" || t.Work.ID == "" {
			return
		}
	}
	m.apply(&update{t, s})
}

// apply moves the window. Calls that were sent before do not move it away again.
func (m RowsScrolled) apply(u *update) {
	if m.Offset != u.Work.Window.Offset {
		u.Work.ScrollCall = u.Seq
	}
	u.moveWindow(m.Offset, m.Count)
}

// apply moves the window. While the grid is still to be scrolled to the window, it has measured an
// earlier position, and the window stays.
func (m RowsMeasured) apply(u *update) {
	if u.PendingScrolls > 0 {
		m.Offset = u.Work.Window.Offset
	}
	u.moveWindow(m.Offset, m.Count)
}

// moveWindow moves the window to count rows from an offset on, and asks for rows that are missing. In the
// grid it also asks for as many rows on each side as are in sight.
func (u *update) moveWindow(offset, count int) {
	w := &u.Work.Window
	w.Offset = max(offset, 0)
	if u.Layout == LayoutGrid {
		w.Count = min(max(count, 1), engine.MaxPageRows/3) // a third each for the rows in sight and both margins
		w.Margin = w.Count
	}
	u.FetchRows()
}

func (m LayoutPicked) apply(u *update) {
	if m.Layout == u.Layout {
		return
	}
	SetLayout(u.Update, u.State, m.Layout)
	u.SendCall(host.ExecuteRequest{Request: engine.Refresh{}}, "")
	u.DoEffect(page.ScrollGridToRow{Offset: u.Work.Window.Offset})
}

func (m CursorKeyPressed) apply(u *update) {
	u.Edit = nil
	from := u.Cursor.Row
	u.move(m.Move)
	u.choose(m.Selects, from)
}

// apply moves the cursor. It extends the selection, or drops it and shows the details.
func (m CellPicked) apply(u *update) {
	u.Edit, u.NewCell = nil, nil
	from := u.Cursor.Row
	if m.Selects = m.Selects || u.Selecting; m.Selects {
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

func (cellOpened) apply(u *update) {
	u.NewCell = nil
	u.tells = true
	u.inspect()
	if u.Details != nil && u.Details.Cells != nil {
		u.details(u.Details.Cells)
	}
}

func (panelClosed) apply(u *update) {
	u.Details, u.NewCell, u.Err, u.Selection, u.Selecting = nil, nil, nil, nil, false
	u.DoEffect(page.FocusElement{ID: page.ElementGrid})
}

// SetLayout changes the layout, and sets the window's size for it. This takes effect with the next
// look at the rows, which the caller asks for. The cursor and the columns are kept, and
// everything that was open is closed.
func SetLayout(t *page.Update, s *State, as Layout) {
	w := &t.Work.Window
	*s = State{Layout: as, Columns: s.Columns, hidden: s.hidden, version: s.version, Cursor: s.Cursor, written: s.written}
	w.Count, w.Margin, w.Versions = page.InitialRows, page.InitialRows, 0
	if as != LayoutGrid {
		w.Count, w.Margin, w.Versions = pageOfRows, 0, versionsShown
	}
}
