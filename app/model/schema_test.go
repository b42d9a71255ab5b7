package model

import (
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// typed returns the console text that was sent last, and fails without.
func (p *play) typed() string {
	p.t.Helper()
	run, _ := p.sent().Call.(host.Execute)
	c, ok := run.Request.(engine.Console)
	if !ok {
		p.t.Fatalf("%+v was sent", run)
	}
	if l := p.st.Work.Log; len(l) == 0 || l[len(l)-1].Input != c.Text {
		p.t.Errorf("%q does not stand in the log: %+v", c.Text, l)
	}
	return c.Text
}

func TestSchemaCommands(t *testing.T) {
	for want, m := range map[string]Msg{
		"createtable scores families=GAME:maxversions=3,INFO": TableMade{" scores ", " GAME:maxversions=3,INFO "},
		"createtable bare": TableMade{"bare", ""},
		`createtable t families='f:maxage=1d || maxversions=2'`: TableMade{"t", "f:maxage=24h or maxversions=2"},
		"createfamily games INFO":                               FamilyMade{"games", "INFO", "", ""},
		"createfamily games SUM:never:intsum":                   FamilyMade{"games", "SUM", "", "intsum"},
		"createfamily games INFO:maxversions=1":                 FamilyMade{"games", " INFO ", "maxversions=1", ""},
		"setgcpolicy games GAME maxage=30d":                     PolicyMade{"games", "GAME", "maxage=30d"},
		"setgcpolicy games GAME never":                          PolicyMade{"games", "GAME", " "},
		"deletefamily games GAME":                               DropConfirmed{"games", "GAME"},
		"deletetable games":                                     DropConfirmed{"games", ""},
	} {
		if got := sandbox(t).on(m).typed(); got != want {
			t.Errorf("%+v: %q, want %q", m, got, want)
		}
	}
}

func TestSchemaFormStaysUntilItIsDone(t *testing.T) {
	p := sandbox(t).on(FormOpened{FormPolicy, "games", "GAME"})
	p.has(Focus{ID: ElementForm})
	p.on(PolicyMade{"games", "GAME", "maxversions=many"})
	if s := p.st.Work.Schema; len(p.effects) > 0 || s.Form != FormPolicy || s.Err == nil {
		t.Fatalf("%+v", s)
	}
	p.on(PolicyMade{"games", "GAME", "maxversions=1"}).answer(host.Answer{Reply: &engine.Reply{Err: base.Refuse(base.CodeNoFamily, "games", "GAME", "")}})
	if s := p.st.Work.Schema; s.Form != FormPolicy || s.Err == nil || s.Err.Code != base.CodeNoFamily {
		t.Fatalf("%+v", s)
	}
	p.on(PolicyMade{"games", "GAME", "maxversions=2"})
	if p.st.Work.Schema.Err != nil {
		t.Error("an old refusal is shown")
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2}})
	p.has(Focus{ID: OpenerElement(FormPolicy, "games", "GAME")})
	if s := p.st.Work.Schema; s.Form != FormNone || s.Err != nil {
		t.Errorf("%+v", s)
	}
	p.on(FormOpened{Form: FormTable}, FormOpened{})
	if p.st.Work.Schema.Form != FormNone {
		t.Error("the form is still open")
	}
}

func TestDropAsksWhereDataGoes(t *testing.T) {
	p := sandbox(t)
	p.st.Work.Tables[0].Cells = 3
	p.on(DropPressed{"games", "GAME"})
	if p.st.Menu != MenuDrop || p.st.MenuID != "games GAME" || len(p.effects) > 0 {
		t.Fatalf("%v %q %+v", p.st.Menu, p.st.MenuID, p.effects)
	}
	p.on(DropConfirmed{"games", "GAME"})
	if p.typed() != "deletefamily games GAME" || p.st.Menu != MenuNone {
		t.Error("not dropped")
	}
	p.on(DropPressed{"games", ""})
	if p.st.MenuID != "games" {
		t.Errorf("%q", p.st.MenuID)
	}
	p = sandbox(t).on(DropPressed{"games", ""})
	if p.typed() != "deletetable games" || p.st.Menu != MenuNone {
		t.Error("an empty table is asked about")
	}
}

func TestGarbage(t *testing.T) {
	p := sandbox(t).on(GarbagePressed{"games"})
	if c := p.sent().Call; c != host.Call(host.Execute{Request: engine.Garbage{Table: "games"}}) || p.st.Work.Saved == host.SavePending {
		t.Fatalf("%+v", c)
	}
	found := &engine.Collection{Table: "games", Families: []table.FamilyLoss{{Family: "f", Age: table.Loss{Cells: 2}}}}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Answer: found}})
	if p.st.Work.Schema.Collected != found {
		t.Fatal("what was found is not shown")
	}
	p.on(ConsoleEntered{"count games"}).answer(host.Answer{Reply: &engine.Reply{Version: 1}})
	if p.st.Work.Schema.Collected != found {
		t.Error("a read took it away")
	}
	gone := *found
	gone.Removed = true
	p.on(CompactPressed{"games"})
	if c := p.sent().Call; c != host.Call(host.Execute{Request: engine.Compact{Table: "games"}}) || p.st.Work.Saved != host.SavePending {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2, Answer: &gone, Timeline: &engine.Timeline{}, Output: []engine.Line{{Code: base.NoteCollected}}}})
	if l := p.st.Work.Log; p.st.Work.Schema.Collected != &gone || len(l[len(l)-1].Lines) != 1 {
		t.Errorf("%+v", p.st.Work.Schema)
	}
	p.on(GarbagePressed{"games"}).answer(host.Answer{Reply: &engine.Reply{Version: 2, Answer: found}})
	p.on(ClockPressed{86_400_000_000})
	if c := p.sent().Call; c != host.Call(host.Execute{Request: engine.Advance{By: 86_400_000_000}}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 3, Timeline: &engine.Timeline{Ahead: 86_400_000_000}}})
	if w := p.st.Work; w.Schema.Collected != nil || w.Timeline.Ahead != 86_400_000_000 {
		t.Errorf("%+v", w)
	}
}

func TestSizesAreThoseOfNow(t *testing.T) {
	p := sandbox(t).on(SizesPressed{"games"})
	if c := p.sent().Call; c != host.Call(host.Execute{Request: engine.Sizes{Table: "games"}}) {
		t.Fatalf("%+v", c)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Answer: &engine.TableSizes{Table: "games", Version: 1, Rows: 4}}})
	if s := p.st.Work.Measured("games"); s == nil || s.Rows != 4 || p.st.Work.Measured("other") != nil {
		t.Fatalf("%+v", s)
	}
	p.on(ConsoleEntered{"set games k f:q=1"}).answer(host.Answer{Reply: &engine.Reply{Version: 2}})
	if p.st.Work.Measured("games") != nil {
		t.Error("old sizes are shown")
	}
}

func TestSchemaPane(t *testing.T) {
	p := sandbox(t).on(SchemaToggled{})
	if !p.st.Work.Schema.Open {
		t.Error("not open")
	}
	p.on(SchemaToggled{}, TabPicked{TabSchema})
	if p.st.Work.Schema.Open || !reflect.DeepEqual(p.st.Work.Tab, TabSchema) {
		t.Errorf("%+v", p.st.Work)
	}
}
