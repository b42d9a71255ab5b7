package grid

import (
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// TestChoosing checks the selection of rows: by the cursor, by two clicks, and on the strip.
// It is possible only where a question can be asked, and is dropped when the rows may be
// others.
func TestChoosing(t *testing.T) {
	p := gridOf(t, 30)
	if p.on(CursorKeyPressed{Move: page.MoveDown, Selects: true}); p.s.Selection != nil {
		t.Errorf("%+v of a table without a template", p.s.Selection)
	}
	p.Work.Tables[0].Template = "{a}"
	chosen := func(want *RowSelection) {
		t.Helper()
		if !reflect.DeepEqual(p.s.Selection, want) {
			t.Errorf("%+v, want %+v", p.s.Selection, want)
		}
	}
	p.on(CellPicked{Row: 5}, CursorKeyPressed{Move: page.MoveDown, Selects: true}, CursorKeyPressed{Move: page.MoveDown, Selects: true})
	chosen(&RowSelection{From: 5, To: 7})
	p.Tells(page.AnnouncementPart{Code: "rows-chosen", Args: []string{"3"}})
	if p.s.Details != nil {
		t.Error("a row's details stand over the offer")
	}
	p.on(CursorKeyPressed{Move: page.MoveFirst, Selects: true})
	chosen(&RowSelection{From: 5, To: 0})
	if c := p.s.Selection; c.first() != 0 || c.last() != 5 {
		t.Errorf("rows %d to %d", c.first(), c.last())
	}
	p.on(CursorKeyPressed{Move: page.MoveDown})
	chosen(nil)
	p.on(CellPicked{Row: 4, Selects: true})
	chosen(&RowSelection{From: 1, To: 4})
	p.on(panelClosed{})
	chosen(nil)
	// Without Shift, one tap picks one end, and the next the other.
	p.on(CellPicked{Row: 9}, choosingBegun{}, CellPicked{Row: 2})
	chosen(&RowSelection{From: 9, To: 2})
	p.Turn(func(u *page.Update) { SelectRows(u, &p.s, 7, 99) })
	chosen(&RowSelection{From: 7, To: 29})
	p.elsewhere().answer(host.Answer{Reply: &engine.Reply{Version: p.Work.Version + 1}, Page: rowsAt(0, 30, 30, 0)})
	chosen(nil)
}
