package grid

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// edits begins to edit a cell of whose value the page has only the beginning.
func edits(t *testing.T, size int) *play {
	p := gridOf(t, 30)
	rows := rowsAt(0, 30, 30, 0)
	rows.Rows[1].Cells[0].Size = int64(size)
	p.elsewhere().answer(host.Answer{Reply: &engine.Reply{Version: 1}, Page: rows})
	return p.on(CellPicked{Row: 1, Column: Column{"f", "a"}}, EditBegun{})
}

// whole returns the answer to the request for a whole value.
func whole(value string) host.Answer {
	return host.Answer{Reply: &engine.Reply{Version: 1, Answer: &engine.VersionsRead{
		ReadVersions: engine.ReadVersions{Table: "games", Row: "k000001", Family: "f", Qualifier: "a", Whole: true},
		Cells:        1, Versions: []engine.CellVersion{{Value: value, Size: int64(len(value))}},
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
		if run, _ := p.LastCall().Call.(host.ExecuteRequest); !reflect.DeepEqual(run.Request, engine.AnswerAs[*engine.VersionsRead](whole("").Reply.Answer).ReadVersions) || p.s.Edit != nil {
			t.Fatalf("%s: %+v", name, p.LastCall())
		}
		p.answer(whole(c.value)).Has(page.SetFieldText{ID: elementCell, Text: c.shown})
		p.Has(page.FocusElement{ID: elementCell})
		if e := p.s.Edit; e == nil || !e.InPanel || e.Escaped != c.escaped {
			t.Fatalf("%s: %+v", name, e)
		}
		p.on(EditSubmitted{Text: c.typed}).ran(c.ran)
	}
}

func TestLongValueThatIsNotEdited(t *testing.T) {
	p := edits(t, 1000)
	late := whole(strings.Repeat("x", 1000))
	late.Seq = p.LastCall().Seq
	if p.on(CellPicked{Row: 2, Column: Column{"f", "a"}}).answer(late); p.s.Edit != nil {
		t.Error("another cell is edited")
	}
	p = edits(t, 1000)
	gone := whole("")
	engine.AnswerAs[*engine.VersionsRead](gone.Reply.Answer).Cells, engine.AnswerAs[*engine.VersionsRead](gone.Reply.Answer).Versions = 0, nil
	if p.answer(gone); p.s.Edit != nil {
		t.Error("a value that is gone is edited")
	}
	p = edits(t, 1000).answer(whole(strings.Repeat("x", 1000)))
	p.on(EditSubmitted{Text: strings.Repeat("x", engine.MaxWholeValue+1)})
	if g := p.s; g.Edit == nil || g.Err == nil || g.Err.Code != base.CodeTooLongToEdit {
		t.Errorf("%+v", g.Err)
	}
	p = edits(t, engine.MaxWholeValue+1)
	if g := p.s; g.Err == nil || g.Err.Code != base.CodeTooLongToEdit || g.Edit != nil {
		t.Errorf("%+v", g)
	}
}
