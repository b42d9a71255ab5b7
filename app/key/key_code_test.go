package key

import (
	"bytes"
	"testing"

	"tabletop/app/code"
	"tabletop/app/jobs"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
	"tabletop/web/test/pagetest"
)

// TestKeyAsCode checks what the code of a key is written from, and that it is shown for a table's present
// key alone.
func TestKeyAsCode(t *testing.T) {
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "games", Rows: 3, Template: "{game}#{player|hash:2}#{date|zero:3}", Fields: []string{"game", "player", "date"}, FieldsWithoutColumn: []string{"date"}})
	template, err := rowkey.Parse("{game}#{player|hash:2}#{date|zero:3}")
	if err != nil {
		t.Fatal(err)
	}
	key, err := template.Encode(func(field string) string {
		return map[string]string{"game": "LoL", "player": "Ann", "date": "7"}[field]
	})
	if err != nil {
		t.Fatal(err)
	}
	w := &p.Work
	w.Page = engine.RowPage{Table: "games", Rows: []engine.PageRow{
		{Key: key, Cells: []engine.PageCell{{Family: "f", Qualifier: "player", Value: "Ann"}, {Family: "f", Qualifier: "game", Value: "no"}}},
		{Key: key, Cells: []engine.PageCell{{Family: "f", Qualifier: "player", Value: "Bob"}}}, // not of this key
		{Key: "by hand"},
	}}
	one, two := plan.Query{ID: "one", Where: []plan.Cond{{Field: "game", Value: "LoL"}}}, plan.Query{ID: "two"}
	w.Timeline.Workload = []plan.Query{one, two}
	w.Verdicts = []engine.Verdict{{Query: "one", Table: "games", LatestMethod: plan.ByKey}, {Query: "two", Table: "others"}}
	on := func(m Msg) { p.Turn(func(t *page.Update) { Update(t, &s, m) }) }

	on(codeToggled{"games"})
	of := codeOf(w.TableByName("games"))
	if p.State.Code.Of != of {
		t.Fatalf("code is shown for %q, not for %q", p.State.Code.Of, of)
	}
	want := code.EncodeRequest("", 0, &code.KeyDesign{
		Template: "{game}#{player|hash:2}#{date|zero:3}", Columns: []string{"game", "player"},
		Questions: []code.KeyQuestion{{Query: one, Method: plan.ByKey}}, Records: [][]string{{"LoL", "Ann", "7"}},
	})
	if ask := p.AskedSecondProgram(); ask.Job != jobs.WriteCode || !bytes.Equal(ask.Frame, want) {
		t.Errorf("asked %q, want %q", ask.Frame, want)
	}
	if len(p.Effects) != 1 {
		t.Errorf("%d effects", len(p.Effects))
	}
	on(codeToggled{"games"})
	if p.State.Code.Of != "" {
		t.Error("the code is not hidden again")
	}
	other := w.TableByName("games")
	if other.Template = "{game}"; codeOf(other) == of {
		t.Error("the code of one key is that of another")
	}
}
