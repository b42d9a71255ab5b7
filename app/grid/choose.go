package grid

import (
	"tabletop/app/page"
)

// Chosen is rows of the table: the one from which they were chosen, and the other end.
type Chosen struct{ From, To int }

// First and Last return the ends in the order of the rows.
func (c Chosen) First() int { return min(c.From, c.To) }
func (c Chosen) Last() int  { return max(c.From, c.To) }

// ChoosingBegun begins to choose rows from that of the cursor on.
type ChoosingBegun struct{}

func (ChoosingBegun) apply(u *update) {
	u.Open, u.Chosen, u.Chooses = nil, nil, true
	u.choose(true, u.Cursor.Row)
	u.Do(page.Focus{ID: page.ElementGrid})
}

// Choose chooses the rows from one to another.
func Choose(t *page.Update, s *State, from, to int) {
	u := &update{t, s}
	s.Open, s.Chosen, s.Chooses = nil, nil, false
	if last := t.Work.Page.Total - 1; last >= 0 {
		s.Cursor = Cursor{Row: max(min(to, last), 0), Column: s.Cursor.Column}
		u.follow()
		u.choose(true, max(min(from, last), 0))
	}
}

// choose chooses the rows up to the cursor's, from those that are chosen or from a row;
// or none.
func (u *update) choose(rows bool, from int) {
	if !rows || !page.CanAskAboutRows(u.Update.State, u.Work) {
		u.Chosen, u.Chooses = nil, false
		return
	}
	c := Chosen{From: from, To: u.Cursor.Row}
	if u.Chosen != nil {
		c.From = u.Chosen.From
	}
	u.Open, u.Chosen = nil, &c
	u.TellCode("rows-chosen", page.Digits(int64(c.Last()-c.First()+1)))
}
