package grid

import (
	"tabletop/app/page"
)

// RowSelection is a selection of rows by their numbers in the table: From is the row where it
// began, To the other end. To may be before From.
type RowSelection struct{ From, To int }

// first returns the number of the first selected row.
func (c RowSelection) first() int { return min(c.From, c.To) }

// last returns the number of the last selected row.
func (c RowSelection) last() int { return max(c.From, c.To) }

// choosingBegun begins a selection at the row of the cursor. The next row that is picked
// becomes its other end.
type choosingBegun struct{}

func (choosingBegun) apply(u *update) {
	u.Details, u.Selection, u.Selecting = nil, nil, true
	u.choose(true, u.Cursor.Row)
	u.DoEffect(page.FocusElement{ID: page.ElementGrid})
}

// SelectRows selects the rows from one number to another, both included, and moves the cursor to
// the second.
func SelectRows(t *page.Update, s *State, from, to int) {
	u := &update{t, s}
	s.Details, s.Selection, s.Selecting = nil, nil, false
	if last := t.Work.Page.Total - 1; last >= 0 {
		s.Cursor = Cursor{Row: max(min(to, last), 0), Column: s.Cursor.Column}
		u.follow()
		u.choose(true, max(min(from, last), 0))
	}
}

// choose extends the selection to the row of the cursor, or begins one at row from. If rows
// is false, or no question can be asked now, it drops the selection.
func (u *update) choose(rows bool, from int) {
	if !rows || !page.CanAskAboutRows(u.Update.State, u.Work) {
		u.Selection, u.Selecting = nil, false
		return
	}
	c := RowSelection{From: from, To: u.Cursor.Row}
	if u.Selection != nil {
		c.From = u.Selection.From
	}
	u.Details, u.Selection = nil, &c
	u.AnnounceSentence("rows-chosen", page.FormatInt(int64(c.last()-c.first()+1)))
}
