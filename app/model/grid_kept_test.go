package model

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
)

func TestViewsAreKept(t *testing.T) {
	p := gridOf(t, 30).on(ViewPicked{ViewNested})
	p.has(Remember{Name: RememberedViews, Text: "abc=nested"})
	got := ParseViews("other=pairs abc=nested =pairs bad third=4")
	want := []TableView{{"other", ViewPairs}, {"abc", ViewNested}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	p.st.Views = got
	if p.on(ViewPicked{ViewGrid}).has(Remember{Name: RememberedViews, Text: "other=pairs"}); p.st.viewOf("abc") != ViewGrid || p.st.viewOf("other") != ViewPairs {
		t.Errorf("%+v", p.st.Views)
	}
	for range maxViews {
		p.st.Views = append(p.st.Views, TableView{"x", ViewPairs})
	}
	if p.on(ViewPicked{ViewPairs}); len(p.st.Views) != maxViews || p.st.viewOf("abc") != ViewPairs || p.st.viewOf("other") != ViewGrid {
		t.Errorf("%d views", len(p.st.Views))
	}
}

// edits opens a cell whose page has the beginning of its value only.
func edits(t *testing.T, size int) *play {
	p := gridOf(t, 30)
	page := rowsAt(0, 30, 30, 0)
	page.Rows[1].Cells[0].Size = int64(size)
	p.on(ConsoleEntered{"ls"}).answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: page})
	return p.on(CellPicked{1, Column{"f", "a"}}, EditBegun{})
}

// whole is the answer to the question for a whole value.
func whole(value string) host.Answer {
	return host.Answer{Reply: &engine.Reply{Version: 1, Answer: &engine.Peeked{
		Peek:  engine.Peek{Table: "games", Row: "k000001", Family: "f", Qualifier: "a", Whole: true},
		Cells: 1, Versions: []engine.Version{{Value: value, Size: int64(len(value))}},
	}}}
}

func TestEditOfALongValue(t *testing.T) {
	for name, c := range map[string]struct {
		value, shown, typed, ran string
		escaped                  bool
	}{
		"text":  {strings.Repeat("long ", 200), strings.Repeat("long ", 200), "a\nb", `set games k000001 f:a=$'a\nb'`, false},
		"lines": {strings.Repeat("a\n\tb", 200), strings.Repeat("a\n\tb", 200), `"`, `set games k000001 f:a='"'`, false},
		"bytes": {strings.Repeat("\x00\n", 200), strings.Repeat(`\x00\n`, 200), "\\x01\n\"\\\"", `set games k000001 f:a=$'\x01\n""'`, true},
	} {
		p := edits(t, len(c.value))
		if run, _ := p.sent().Call.(host.Execute); !reflect.DeepEqual(run.Request, engine.As[*engine.Peeked](whole("").Reply.Answer).Peek) || p.st.Work.Grid.Edit != nil {
			t.Fatalf("%s: %+v", name, p.sent())
		}
		p.answer(whole(c.value)).has(SetText{ID: ElementCell, Text: c.shown})
		p.has(Focus{ID: ElementCell})
		if e := p.st.Work.Grid.Edit; e == nil || !e.Tall || e.Escaped != c.escaped {
			t.Fatalf("%s: %+v", name, e)
		}
		p.on(EditDone{Text: c.typed}).ran(c.ran)
	}
}

func TestLongValueThatIsNotEdited(t *testing.T) {
	p := edits(t, 1000)
	late := whole(strings.Repeat("x", 1000))
	late.Seq = p.sent().Seq
	if p.on(CellPicked{2, Column{"f", "a"}}).answer(late); p.st.Work.Grid.Edit != nil {
		t.Error("another cell is edited")
	}
	p = edits(t, 1000)
	gone := whole("")
	engine.As[*engine.Peeked](gone.Reply.Answer).Cells, engine.As[*engine.Peeked](gone.Reply.Answer).Versions = 0, nil
	if p.answer(gone); p.st.Work.Grid.Edit != nil {
		t.Error("a value that is gone is edited")
	}
	p = edits(t, 1000).answer(whole(strings.Repeat("x", 1000)))
	p.on(EditDone{Text: strings.Repeat("x", engine.MaxWhole+1)})
	if g := p.st.Work.Grid; g.Edit == nil || g.Err == nil || g.Err.Code != base.CodeTooLongToEdit {
		t.Errorf("%+v", g.Err)
	}
	p = edits(t, engine.MaxWhole+1)
	if g := p.st.Work.Grid; g.Err == nil || g.Err.Code != base.CodeTooLongToEdit || g.Edit != nil {
		t.Errorf("%+v", g)
	}
}

// TestPartsBesideStayWhileScrolling: what shows no rows is the same after another
// page of them.
func TestPartsBesideStayWhileScrolling(t *testing.T) {
	p := gridOf(t, 1000)
	before := p.st.Aside()
	p.on(Scrolled{300, 20}).answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rowsAt(280, 60, 1000, 300)})
	if p.st.Work.Page.Offset != 280 || !reflect.DeepEqual(before, p.st.Aside()) {
		t.Errorf("%+v", p.st.Aside().Work)
	}
	if key := p.st.Work.Example; key != "k000000" {
		t.Errorf("%q", key)
	}
	p.on(ConsoleEntered{"ls"}).answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: rowsAt(280, 60, 1000, 300)})
	if key := p.st.Work.Example; key != "k000280" {
		t.Errorf("of tables that have changed: %q", key)
	}
}
