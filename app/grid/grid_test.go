package grid

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/web/test/pagetest"
)

// rowsAt returns a page of rows with keys from "k000000" on, each with the columns f:a and
// f:b.
func rowsAt(offset, count, total, first int) *engine.RowPage {
	p := &engine.RowPage{Table: "games", Offset: offset, First: first, Total: total}
	for i := range count {
		p.Rows = append(p.Rows, engine.PageRow{Key: base.RowKey(fmt.Sprintf("k%06d", offset+i)), Cells: []engine.PageCell{
			{Family: "f", Qualifier: "a", Value: "1", Size: 1, Versions: 1}, {Family: "f", Qualifier: "b", Value: "2", Size: 1, Versions: 1}}})
	}
	return p
}

// play is a page with a grid.
type play struct {
	*pagetest.Page
	s State
}

func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.Turn(func(t *page.Update) { Update(t, &p.s, m) })
	}
	return p
}

// elsewhere sends a call of another part of the page.
func (p *play) elsewhere() *play {
	p.Turn(func(t *page.Update) { t.SendCall(host.ExecuteRequest{Request: engine.RunConsole{Text: "ls"}}, "") })
	return p
}

// answer brings the answer to a call: the last one, unless it has a number.
func (p *play) answer(a host.Answer) *play {
	p.T.Helper()
	if a.Seq == 0 {
		a.Seq = p.LastCall().Seq
	}
	call := p.State.Calls[a.Seq]
	asked := call.Window
	delete(p.State.Calls, a.Seq)
	p.Turn(func(t *page.Update) {
		if call.Then != nil {
			defer func() { Update(t, &p.s, call.Then(a).(Msg)) }()
		}
		if a.Reply == nil {
			return
		}
		p.Work.Version = a.Reply.Version
		if a.Page != nil {
			ReceivePage(t, &p.s, a.Seq, a.Reply.Version, *a.Page, a.Page.Table != asked.Table || a.Page.First != asked.Offset)
		}
		OnReply(t, &p.s, a.Seq, a.Reply)
	})
	return p
}

// gridOf returns a sandbox with a table of n rows, of which 20 are in sight.
func gridOf(t *testing.T, total int) *play {
	p := &play{Page: pagetest.New(t, engine.TableInfo{Name: "games", Rows: int64(total)})}
	p.Work.Window.Count, p.Work.Window.Margin = 20, 20
	return p.elsewhere().answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(0, min(40, total), total, 0)})
}

func versionsCame(row base.RowKey, q base.Qualifier, value string) *engine.VersionsRead {
	return &engine.VersionsRead{ReadVersions: engine.ReadVersions{Table: "games", Row: row, Family: "f", Qualifier: q}, Cells: 1, Bytes: 1, Versions: []engine.CellVersion{{Value: value, Size: 1}}}
}

func (p *play) ran(want string) {
	p.T.Helper()
	if c := p.LastCall().Call; !reflect.DeepEqual(c, host.ExecuteRequest{Request: engine.RunConsole{Text: want}}) {
		p.T.Errorf("ran %+v, not %s", c, want)
	}
	if l := p.Work.Log; len(l) == 0 || l[len(l)-1].Input != want {
		p.T.Errorf("the log is %+v", l)
	}
}

func TestCursorMoves(t *testing.T) {
	p := gridOf(t, 1_000_000)
	for _, c := range []struct {
		move page.CursorMove
		row  int
		col  string
		top  int // row that the grid is scrolled to, -1 if it is not
	}{
		{page.MoveUp, 0, "", -1}, {page.MoveLeft, 0, "", -1}, {page.MoveDown, 1, "", -1}, {page.MoveRight, 1, "a", -1}, {page.MoveRowEnd, 1, "b", -1},
		{page.MoveRight, 1, "b", -1}, {page.MoveRowStart, 1, "", -1}, {page.MovePageDown, 20, "", 1}, {page.MoveDown, 21, "", 2}, {page.MovePageUp, 2, "", -1},
		{page.MoveLast, 999_999, "b", 999_980}, {page.MoveDown, 999_999, "b", -1}, {page.MoveFirst, 0, "", 0},
	} {
		p.on(CursorKeyPressed{Move: c.move})
		at := p.s.Cursor
		if at.Row != c.row || string(at.Column.Qualifier) != c.col {
			t.Errorf("move %d: at row %d, column %q", c.move, at.Row, at.Column.Qualifier)
		}
		if c.top >= 0 {
			p.Has(page.ScrollGridToRow{Offset: c.top})
		} else if slices.ContainsFunc(p.Effects, func(e page.Effect) bool { _, scrolls := e.(page.ScrollGridToRow); return scrolls }) {
			t.Errorf("move %d scrolls: %+v", c.move, p.Effects)
		}
	}
	if len(p.s.Columns) != 2 {
		t.Errorf("%+v", p.s.Columns)
	}
	for m := page.CursorMove(0); m < page.MoveCount; m++ { // moves in an empty table do nothing
		gridOf(t, 0).on(CursorKeyPressed{Move: m})
	}
}

// TestScrollPending checks that a scroll position that was measured before the grid is scrolled to
// a row does not move the window back.
func TestScrollPending(t *testing.T) {
	p := gridOf(t, 1_000)
	p.Turn(func(u *page.Update) {
		u.ScrollToRow(500)
		Update(u, &p.s, RowsMeasured{Offset: 3, Count: 22})
	})
	if w := p.Work.Window; w.Offset != 500 || w.Count != 22 {
		t.Errorf("the window shows %d rows from %d on", w.Count, w.Offset)
	}
	p.on(RowsMeasured{Offset: 3, Count: 22})
	if w := p.Work.Window; w.Offset != 3 {
		t.Errorf("after the scroll the window stays at %d", w.Offset)
	}
	p.Turn(func(u *page.Update) {
		u.ScrollToRow(500)
		Update(u, &p.s, RowsScrolled{Offset: 9, Count: 22})
	})
	if w := p.Work.Window; w.Offset != 9 {
		t.Errorf("the reader has scrolled, and the window shows rows from %d on", w.Offset)
	}
}

// TestReaderScrollsMeanwhile checks that the answer to a call that was sent before the reader
// scrolled does not scroll the grid away, and that an answer to a later call does.
func TestReaderScrollsMeanwhile(t *testing.T) {
	scrolls := func(p *play) bool {
		return slices.ContainsFunc(p.Effects, func(e page.Effect) bool { _, scrolls := e.(page.ScrollGridToRow); return scrolls })
	}
	p := gridOf(t, 1_000).elsewhere()
	read := p.LastCall().Seq
	p.on(RowsScrolled{Offset: 5, Count: 20})
	p.answer(host.Answer{Seq: read, Reply: &engine.Reply{Version: 1}, Page: rowsAt(355, 40, 1_000, 375)})
	if w := p.Work.Window; w.Offset != 5 || scrolls(p) {
		t.Errorf("the window moved to %d, %+v", w.Offset, p.Effects)
	}
	if c := p.LastCall().Call; c != host.Call(host.ExecuteRequest{Request: engine.Refresh{}}) {
		t.Errorf("the rows in sight were not asked for again: %+v", c)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(0, 45, 1_000, 5)})
	p.on(RowsScrolled{Offset: 5, Count: 21}) // another size, the same place
	read = p.elsewhere().LastCall().Seq
	p.on(RowsScrolled{Offset: 5, Count: 22})
	p.answer(host.Answer{Seq: read, Reply: &engine.Reply{Version: 1}, Page: rowsAt(355, 40, 1_000, 375)})
	if w := p.Work.Window; w.Offset != 375 || !scrolls(p) {
		t.Errorf("the window is at %d, %+v", w.Offset, p.Effects)
	}
}

// TestCursorKeepsItsRow checks that rows inserted before the cursor do not move it to
// another row.
func TestCursorKeepsItsRow(t *testing.T) {
	p := gridOf(t, 30).on(CursorKeyPressed{Move: page.MoveDown}, CursorKeyPressed{Move: page.MoveDown})
	rows := rowsAt(0, 30, 31, 0)
	rows.Rows = slices.Insert(rows.Rows, 0, engine.PageRow{Key: "a"})
	p.elsewhere().answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: rows})
	if c := p.s.Cursor; c.Row != 3 || c.Key != "k000002" {
		t.Errorf("%+v", c)
	}
	rows = rowsAt(0, 2, 2, 0)
	p.elsewhere().answer(host.Answer{Reply: &engine.Reply{Version: 3}, Page: rows})
	if c := p.s.Cursor; c.Row != 1 || c.Key != "k000001" {
		t.Errorf("%+v", c)
	}
}

func TestDetails(t *testing.T) {
	p := gridOf(t, 30).on(CellPicked{Row: 4, Column: Column{"f", "a"}})
	if c := p.LastCall().Call; c != (host.ExecuteRequest{Request: engine.ReadVersions{Table: "games", Row: "k000004", Family: "f", Qualifier: "a"}}) {
		t.Fatalf("%+v", c)
	}
	seq := p.LastCall().Seq
	if p.on(CursorKeyPressed{Move: page.MoveRight}, CursorKeyPressed{Move: page.MoveDown}); len(p.Effects) != 0 {
		t.Errorf("asked before the answer: %+v", p.Effects)
	}
	p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Version: 1, Answer: versionsCame("k000004", "a", "1")}})
	if c := p.LastCall().Call; c != (host.ExecuteRequest{Request: engine.ReadVersions{Table: "games", Row: "k000005", Family: "f", Qualifier: "b"}}) {
		t.Fatalf("the details do not follow the cursor: %+v", c)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Answer: versionsCame("k000005", "b", "2")}})
	if o := p.s.Details; o == nil || o.Cells.Qualifier != "b" || len(p.Effects) != 0 {
		t.Errorf("%+v, %+v", o, p.Effects)
	}
	p.elsewhere().answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: rowsAt(0, 30, 30, 0)})
	if _, again := p.LastCall().Call.(host.ExecuteRequest).Request.(engine.ReadVersions); !again {
		t.Errorf("not asked again after a change: %+v", p.LastCall())
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2, Answer: versionsCame("k000005", "b", "3")}})
	p.on(panelClosed{}).Has(page.FocusElement{ID: page.ElementGrid})
	if p.s.Details != nil {
		t.Error("still open")
	}
}

func TestEditInPlace(t *testing.T) {
	p := gridOf(t, 30).on(CellPicked{Row: 4, Column: Column{"f", "a"}}, EditBegun{})
	p.Has(page.SetFieldText{ID: elementCell, Text: "1"})
	p.Has(page.FocusElement{ID: elementCell})
	p.on(EditSubmitted{Text: "it's"}).ran(`set games k000004 f:a=$'it\'s'`)
	p.Has(page.FocusElement{ID: page.ElementGrid})
	if p.s.Edit != nil {
		t.Error("still open")
	}
	p.answer(host.Answer{Err: base.Refuse(base.CodeReadOnly)})
	if err := p.s.Err; err == nil || err.Code != base.CodeReadOnly {
		t.Errorf("%+v", err)
	}
	if p.on(EditBegun{}, editLeft{}).Has(page.FocusElement{ID: page.ElementGrid}); p.s.Edit != nil || p.s.Err != nil {
		t.Errorf("%+v", p.s)
	}
	p.on(EditBegun{})
	for _, e := range p.on(EditSubmitted{Text: "1"}).Effects { // an unchanged value
		if _, sent := e.(page.SendCall); sent {
			t.Errorf("%+v", e)
		}
	}
	if p.on(CellPicked{Row: 4, Column: Column{}}, EditBegun{}); p.s.Edit != nil {
		t.Error("a row's key can be edited")
	}
}

// TestEditBytes checks that a value that is no text is edited in Go's escapes.
func TestEditBytes(t *testing.T) {
	p := gridOf(t, 30)
	rows := rowsAt(0, 30, 30, 0)
	rows.Rows[0].Cells[0].Value = "\x00\xff\"\u202e"
	rows.Rows[1].Cells[0].Size = engine.MaxWholeValue + 1
	rows.Rows[2].Cells = nil
	p.elsewhere().answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rows})
	p.on(CellPicked{Row: 0, Column: Column{"f", "a"}}, EditBegun{}).Has(page.SetFieldText{ID: elementCell, Text: `\x00\xff\"\u202e`})
	if p.on(EditSubmitted{Text: `\x0`}); p.s.Edit == nil || p.s.Err.Code != base.CodeBadEscape {
		t.Errorf("%+v", p.s)
	}
	p.on(EditSubmitted{Text: `\x01\n`}).ran(`set games k000000 f:a=$'\x01\n'`)
	if p.on(CellPicked{Row: 1, Column: Column{"f", "a"}}, EditBegun{}); p.s.Edit != nil || p.s.Err.Code != base.CodeTooLongToEdit {
		t.Errorf("%+v", p.s)
	}
	p.on(CellPicked{Row: 2, Column: Column{"f", "a"}}, EditBegun{}).Has(page.SetFieldText{ID: elementCell, Text: ""})
	if p.s.Edit.InPanel {
		t.Error("nothing takes several lines")
	}
	p.on(EditSubmitted{Text: ""}).ran(`set games k000002 f:a=`)
}

func TestDeleteAndAdd(t *testing.T) {
	p := gridOf(t, 30).on(CellPicked{Row: 4, Column: Column{"f", "a"}}, cellDeleted{})
	p.ran("deletecolumn games k000004 f a")
	p.on(CellPicked{Row: 4, Column: Column{}}, cellDeleted{}).ran("deleterow games k000004")
	p.on(NewCellFormOpened{}).Has(page.FocusElement{ID: elementNewRow})
	if p.s.Details != nil {
		t.Error("two panels are open")
	}
	p.on(NewCellSubmitted{"new key", "f", "a=b", "v"})
	if err := p.s.Err; err == nil || err.Code != base.CodeInexpressible || p.s.NewCell == nil {
		t.Errorf("%+v", err)
	}
	p.on(NewCellSubmitted{"new key", "f", "q", "v"}).ran(`set games 'new key' f:q=v`)
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: rowsAt(0, 30, 30, 0)}).Has(page.FocusElement{ID: page.ElementGrid})
	if p.s.NewCell != nil {
		t.Error("the form is still open")
	}
	p.on(NewCellFormOpened{Row: "k"}).Has(page.FocusElement{ID: elementNewCell})
}

func TestReadOnlyIsNotEdited(t *testing.T) {
	p := gridOf(t, 30)
	p.Work.ReadOnly = true
	if p.on(CellPicked{Row: 4, Column: Column{"f", "a"}}, EditBegun{}); p.s.Edit != nil {
		t.Error("a cell of a read-only table can be edited")
	}
}

func TestLayouts(t *testing.T) {
	p := gridOf(t, 1000)
	w := p.on(LayoutPicked{LayoutPairs}).LastCall().Window
	if w.Versions == 0 || w.Margin != 0 || w.Count != pageOfRows {
		t.Errorf("%+v", w)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(0, pageOfRows, 1000, 0)})
	if w := p.on(RowsScrolled{pageOfRows, 7}).LastCall().Window; w.Offset != pageOfRows || w.Count != pageOfRows {
		t.Errorf("%+v", w)
	}
	if p.on(LayoutPicked{LayoutPairs}); len(p.Effects) != 0 {
		t.Errorf("it is shown so: %+v", p.Effects)
	}
	if w := p.on(LayoutPicked{LayoutGrid}).LastCall().Window; w.Versions != 0 || w.Count != page.InitialRows {
		t.Errorf("%+v", w)
	}
}

// TestColumnsStay checks that columns of rows that are out of sight stay while there are
// few.
func TestColumnsStay(t *testing.T) {
	p := gridOf(t, 1000)
	other := rowsAt(280, 60, 1000, 300)
	for i := range other.Rows {
		other.Rows[i].Cells = []engine.PageCell{{Family: "f", Qualifier: "c"}}
	}
	p.on(RowsScrolled{300, 20}).answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: other})
	if c := p.s.Columns; len(c) != 3 {
		t.Errorf("%+v", c)
	}
	for i := range 100 {
		other.Rows[0].Cells = append(other.Rows[0].Cells, engine.PageCell{Family: "g", Qualifier: base.Qualifier(fmt.Sprint(i))})
	}
	p.elsewhere().answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: other})
	if g := p.s; len(g.Columns) != maxColumns || g.hidden != 101-maxColumns || g.Columns[0].Qualifier != "c" {
		t.Errorf("%d columns, %d hidden", len(g.Columns), g.hidden)
	}
}

func TestScrolling(t *testing.T) {
	p := gridOf(t, 1000).on(RowsScrolled{100, 20})
	if w := p.LastCall().Window; w.Offset != 100 || w.Table != "games" {
		t.Errorf("%+v", w)
	}
	look := p.LastCall().Seq
	p.on(RowsScrolled{300, 20})
	if len(p.Effects) != 0 {
		t.Errorf("asked again before the answer: %+v", p.Effects)
	}
	// Earlier rows are drawn in their place, and only the rows in sight are asked for.
	p.answer(host.Answer{Seq: look, Reply: &engine.Reply{Version: 1}, Page: rowsAt(100, 20, 1000, 100)})
	if p.Work.Page.Offset != 100 {
		t.Errorf("%d", p.Work.Page.Offset)
	}
	if w := p.LastCall().Window; w.Offset != 300 || w.Count != 20 || w.Margin != 2 {
		t.Errorf("%+v", w)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(300, 20, 1000, 300)})
	if w := p.LastCall().Window; w.Offset != 300 || w.Count != 20 || w.Margin != 20 {
		t.Errorf("at rest there is nothing around the rows in sight: %+v", w)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(280, 60, 1000, 300)})
	if p.Work.Page.Offset != 280 || len(p.Effects) != 0 {
		t.Errorf("%d, %+v", p.Work.Page.Offset, p.Effects)
	}
	// When the reader is back at rows that are there, the page of the other place is not shown.
	away := p.on(RowsScrolled{600, 20}).LastCall().Seq
	p.on(RowsScrolled{300, 20}).answer(host.Answer{Seq: away, Reply: &engine.Reply{Version: 1}, Page: rowsAt(600, 20, 1000, 600)})
	if p.Work.Page.Offset != 280 || len(p.Effects) != 0 {
		t.Errorf("%d, %+v", p.Work.Page.Offset, p.Effects)
	}
	if p.on(RowsScrolled{309, 20}); len(p.Effects) != 0 {
		t.Errorf("asked for rows that are there: %+v", p.Effects)
	}
	if w := p.on(RowsScrolled{311, 20}).LastCall().Window; w.Offset != 311 {
		t.Errorf("did not ask ahead: %+v", w)
	}
}
