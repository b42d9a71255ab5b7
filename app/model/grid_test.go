package model

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// rowsAt returns a page of rows with keys "k000000" and on, each with the columns
// f:a and f:b.
func rowsAt(offset, count, total, first int) *engine.Page {
	p := &engine.Page{Table: "games", Offset: offset, First: first, Total: total}
	for i := range count {
		p.Rows = append(p.Rows, engine.PageRow{Key: base.RowKey(fmt.Sprintf("k%06d", offset+i)), Cells: []engine.PageCell{
			{Family: "f", Qualifier: "a", Value: "1", Size: 1, Versions: 1}, {Family: "f", Qualifier: "b", Value: "2", Size: 1, Versions: 1}}})
	}
	return p
}

// gridOf is a sandbox with a table of that many rows, of which 20 are in sight.
func gridOf(t *testing.T, total int) *play {
	p := sandbox(t).on(Scrolled{0, 20}, ConsoleEntered{"ls"})
	return p.answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(0, min(40, total), total, 0)})
}

func peeked(row base.RowKey, q base.Qualifier, value string) *engine.Peeked {
	return &engine.Peeked{Peek: engine.Peek{Table: "games", Row: row, Family: "f", Qualifier: q}, Cells: 1, Bytes: 1, Versions: []engine.Version{{Value: value, Size: 1}}}
}

func (p *play) ran(want string) {
	p.t.Helper()
	if c := p.sent().Call; !reflect.DeepEqual(c, host.Execute{Request: engine.Console{Text: want}}) {
		p.t.Errorf("ran %+v, not %s", c, want)
	}
	if l := p.st.Work.Log; len(l) == 0 || l[len(l)-1].Input != want {
		p.t.Errorf("the log is %+v", l)
	}
}

func TestCursorMoves(t *testing.T) {
	p := gridOf(t, 1_000_000)
	for _, c := range []struct {
		move Move
		row  int
		col  string
		top  int // row that the grid is scrolled to, -1 where it stays
	}{
		{MoveUp, 0, "", -1}, {MoveLeft, 0, "", -1}, {MoveDown, 1, "", -1}, {MoveRight, 1, "a", -1}, {MoveRowEnd, 1, "b", -1},
		{MoveRight, 1, "b", -1}, {MoveRowStart, 1, "", -1}, {MovePageDown, 20, "", 1}, {MoveDown, 21, "", 2}, {MovePageUp, 2, "", -1},
		{MoveLast, 999_999, "b", 999_980}, {MoveDown, 999_999, "b", -1}, {MoveFirst, 0, "", 0},
	} {
		p.on(CursorMoved{c.move})
		at := p.st.Work.Grid.Cursor
		if at.Row != c.row || string(at.Column.Qualifier) != c.col {
			t.Errorf("move %d: at row %d, column %q", c.move, at.Row, at.Column.Qualifier)
		}
		if c.top >= 0 {
			p.has(ScrollRows{Offset: c.top})
		} else if slices.ContainsFunc(p.effects, func(e Effect) bool { _, scrolls := e.(ScrollRows); return scrolls }) {
			t.Errorf("move %d scrolls: %+v", c.move, p.effects)
		}
	}
	if len(p.st.Work.Grid.Columns) != 2 {
		t.Errorf("%+v", p.st.Work.Grid.Columns)
	}
	for m := Move(0); m < page.MovesEnd; m++ { // an empty table has nowhere to go
		gridOf(t, 0).on(CursorMoved{m})
	}
}

// TestCursorKeepsItsRow: rows that come before the cursor's do not move it to
// another.
func TestCursorKeepsItsRow(t *testing.T) {
	p := gridOf(t, 30).on(CursorMoved{MoveDown}, CursorMoved{MoveDown})
	page := rowsAt(0, 30, 31, 0)
	page.Rows = slices.Insert(page.Rows, 0, engine.PageRow{Key: "a"})
	p.on(ConsoleEntered{"set games a f:a=1"}).answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: page})
	if c := p.st.Work.Grid.Cursor; c.Row != 3 || c.Key != "k000002" {
		t.Errorf("%+v", c)
	}
	page = rowsAt(0, 2, 2, 0)
	p.on(ConsoleEntered{"deleterow games x"}).answer(host.Answer{Reply: &engine.Reply{Version: 3}, Page: page})
	if c := p.st.Work.Grid.Cursor; c.Row != 1 || c.Key != "k000001" {
		t.Errorf("%+v", c)
	}
}

func TestDetails(t *testing.T) {
	p := gridOf(t, 30).on(CellPicked{4, Column{"f", "a"}})
	if c := p.sent().Call; c != (host.Execute{Request: engine.Peek{Table: "games", Row: "k000004", Family: "f", Qualifier: "a"}}) {
		t.Fatalf("%+v", c)
	}
	seq := p.sent().Seq
	if p.on(CursorMoved{MoveRight}, CursorMoved{MoveDown}); len(p.effects) != 0 {
		t.Errorf("asked before the answer: %+v", p.effects)
	}
	p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Version: 1, Answer: peeked("k000004", "a", "1")}})
	if c := p.sent().Call; c != (host.Execute{Request: engine.Peek{Table: "games", Row: "k000005", Family: "f", Qualifier: "b"}}) {
		t.Fatalf("the details do not follow the cursor: %+v", c)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Answer: peeked("k000005", "b", "2")}})
	if o := p.st.Work.Grid.Open; o == nil || o.Peeked.Qualifier != "b" || len(p.effects) != 0 {
		t.Errorf("%+v, %+v", o, p.effects)
	}
	p.on(ConsoleEntered{"set games k000005 f:b=3"}).answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: rowsAt(0, 30, 30, 0)})
	if _, again := p.sent().Call.(host.Execute).Request.(engine.Peek); !again {
		t.Errorf("not asked again after a change: %+v", p.sent())
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2, Answer: peeked("k000005", "b", "3")}})
	p.on(PanelClosed{}).has(Focus{ID: ElementGrid})
	if p.st.Work.Grid.Open != nil {
		t.Error("still open")
	}
}

func TestEditInPlace(t *testing.T) {
	p := gridOf(t, 30).on(CellPicked{4, Column{"f", "a"}}, EditBegun{})
	p.has(SetText{ID: ElementCell, Text: "1"})
	p.has(Focus{ID: ElementCell})
	p.on(EditDone{Text: "it's"}).ran(`set games k000004 f:a=$'it\'s'`)
	p.has(Focus{ID: ElementGrid})
	if p.st.Work.Grid.Edit != nil {
		t.Error("still open")
	}
	p.answer(host.Answer{Err: base.Refuse(base.CodeReadOnly)})
	if err := p.st.Work.Grid.Err; err == nil || err.Code != base.CodeReadOnly {
		t.Errorf("%+v", err)
	}
	if p.on(EditBegun{}, EditLeft{}).has(Focus{ID: ElementGrid}); p.st.Work.Grid.Edit != nil || p.st.Work.Grid.Err != nil {
		t.Errorf("%+v", p.st.Work.Grid)
	}
	p.on(EditBegun{})
	for _, e := range p.on(EditDone{Text: "1"}).effects { // as it was
		if _, sent := e.(Send); sent {
			t.Errorf("%+v", e)
		}
	}
	if p.on(CellPicked{4, Column{}}, EditBegun{}); p.st.Work.Grid.Edit != nil {
		t.Error("a row's key can be edited")
	}
}

// TestEditBytes: what is no text is edited in Go's escapes.
func TestEditBytes(t *testing.T) {
	p := gridOf(t, 30)
	page := rowsAt(0, 30, 30, 0)
	page.Rows[0].Cells[0].Value = "\x00\xff\"\u202e"
	page.Rows[1].Cells[0].Size = engine.MaxWhole + 1
	page.Rows[2].Cells = nil
	p.on(ConsoleEntered{"ls"}).answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: page})
	p.on(CellPicked{0, Column{"f", "a"}}, EditBegun{}).has(SetText{ID: ElementCell, Text: `\x00\xff\"\u202e`})
	if p.on(EditDone{Text: `\x0`}); p.st.Work.Grid.Edit == nil || p.st.Work.Grid.Err.Code != base.CodeBadEscape {
		t.Errorf("%+v", p.st.Work.Grid)
	}
	p.on(EditDone{Text: `\x01\n`}).ran(`set games k000000 f:a=$'\x01\n'`)
	if p.on(CellPicked{1, Column{"f", "a"}}, EditBegun{}); p.st.Work.Grid.Edit != nil || p.st.Work.Grid.Err.Code != base.CodeTooLongToEdit {
		t.Errorf("%+v", p.st.Work.Grid)
	}
	p.on(CellPicked{2, Column{"f", "a"}}, EditBegun{}).has(SetText{ID: ElementCell, Text: ""})
	if p.st.Work.Grid.Edit.Tall {
		t.Error("nothing takes several lines")
	}
	p.on(EditDone{Text: ""}).ran(`set games k000002 f:a=`)
}

func TestDeleteAndAdd(t *testing.T) {
	p := gridOf(t, 30).on(CellPicked{4, Column{"f", "a"}}, CellDeleted{})
	p.ran("deletecolumn games k000004 f a")
	p.on(CellPicked{4, Column{}}, CellDeleted{}).ran("deleterow games k000004")
	p.on(AddBegun{}).has(Focus{ID: ElementNewRow})
	if p.st.Work.Grid.Open != nil {
		t.Error("two panels are open")
	}
	p.on(AddDone{"new key", "f", "a=b", "v"})
	if err := p.st.Work.Grid.Err; err == nil || err.Code != base.CodeUnsayable || p.st.Work.Grid.Add == nil {
		t.Errorf("%+v", err)
	}
	p.on(AddDone{"new key", "f", "q", "v"}).ran(`set games 'new key' f:q=v`)
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: rowsAt(0, 30, 30, 0)}).has(Focus{ID: ElementGrid})
	if p.st.Work.Grid.Add != nil {
		t.Error("the form is still open")
	}
	p.on(AddBegun{Row: "k"}).has(Focus{ID: ElementNewCell})
}

func TestReadOnlyIsNotEdited(t *testing.T) {
	p := gridOf(t, 30).on(Came{host.Saved{State: host.SaveReadOnly}})
	if p.on(CellPicked{4, Column{"f", "a"}}, EditBegun{}); p.st.Work.Grid.Edit != nil {
		t.Error("a cell of a read-only table can be edited")
	}
}

func TestViews(t *testing.T) {
	p := gridOf(t, 1000)
	w := p.on(ViewPicked{ViewPairs}).sent().Window
	if w.Versions == 0 || w.Margin != 0 || w.Count != pageOfRows {
		t.Errorf("%+v", w)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(0, pageOfRows, 1000, 0)})
	if w := p.on(Scrolled{pageOfRows, 7}).sent().Window; w.Offset != pageOfRows || w.Count != pageOfRows {
		t.Errorf("%+v", w)
	}
	// Another workspace begins with the grid; this one is shown as it was.
	p.on(Navigated{Route{Screen: ScreenSandbox, ID: "other"}}).answer(host.Answer{Opened: &host.Opened{ID: "other"}, Reply: &engine.Reply{}})
	if p.st.Work.Grid.View != ViewGrid {
		t.Error("the view went along")
	}
	p.on(Navigated{Route{Screen: ScreenSandbox, ID: "abc"}}).answer(host.Answer{Opened: &host.Opened{ID: "abc"}, Reply: &engine.Reply{}})
	if p.st.Work.Grid.View != ViewPairs || p.st.Work.Window.Versions == 0 {
		t.Errorf("%+v, %+v", p.st.Work.Grid, p.st.Work.Window)
	}
}

// TestColumnsStay: columns of rows out of sight stay while they are few.
func TestColumnsStay(t *testing.T) {
	p := gridOf(t, 1000)
	other := rowsAt(280, 60, 1000, 300)
	for i := range other.Rows {
		other.Rows[i].Cells = []engine.PageCell{{Family: "f", Qualifier: "c"}}
	}
	p.on(Scrolled{300, 20}).answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: other})
	if c := p.st.Work.Grid.Columns; len(c) != 3 {
		t.Errorf("%+v", c)
	}
	for i := range 100 {
		other.Rows[0].Cells = append(other.Rows[0].Cells, engine.PageCell{Family: "g", Qualifier: base.Qualifier(fmt.Sprint(i))})
	}
	p.on(ConsoleEntered{"ls"}).answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: other})
	if g := p.st.Work.Grid; len(g.Columns) != maxColumns || g.Hidden != 101-maxColumns || g.Columns[0].Qualifier != "c" {
		t.Errorf("%d columns, %d hidden", len(g.Columns), g.Hidden)
	}
}
