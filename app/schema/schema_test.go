package schema

import (
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/web/test/pagetest"
)

// play is a page with the outline.
type play struct {
	*pagetest.Page
	s State
}

func begin(t *testing.T) *play {
	return &play{Page: pagetest.New(t, engine.TableInfo{Name: "games", Rows: 4})}
}

func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.Turn(func(t *page.Update) { Update(t, &p.s, m) })
	}
	return p
}

// answered brings the answer to the last call.
func (p *play) answered(r *engine.Reply) *play {
	p.T.Helper()
	seq := p.LastCall().Seq
	if r.Err == nil {
		p.Work.Version = r.Version
	}
	call := p.State.Calls[seq]
	p.Turn(func(t *page.Update) {
		OnReply(t, &p.s, r)
		if call.Then != nil {
			Update(t, &p.s, call.Then(host.Answer{Seq: seq, Reply: r}).(Msg))
		}
	})
	return p
}

// changed brings the answer to a call of another part.
func (p *play) changed(r *engine.Reply) *play {
	p.Work.Version = r.Version
	p.Turn(func(t *page.Update) { OnReply(t, &p.s, r) })
	return p
}

// typed returns the console text that was sent last, and fails the test if there is none.
func (p *play) typed() string {
	p.T.Helper()
	run, _ := p.LastCall().Call.(host.ExecuteRequest)
	c, ok := run.Request.(engine.RunConsole)
	if !ok {
		p.T.Fatalf("%+v was sent", run)
	}
	if l := p.Work.Log; len(l) == 0 || l[len(l)-1].Input != c.Text {
		p.T.Errorf("%q does not stand in the log: %+v", c.Text, l)
	}
	return c.Text
}

// made fills in the fields of a form in order and submits it.
func (p *play) made(of FormOpened, values ...string) *play {
	p.on(of)
	return p.filled(values...)
}

// filled fills in the fields of the open form in order and submits it.
func (p *play) filled(values ...string) *play {
	for i, f := range p.s.fields() {
		p.on(FieldChanged{f.ID, values[i]})
	}
	return p.on(FormSubmitted{})
}

func TestCommands(t *testing.T) {
	table, family, policy := FormOpened{Form: FormTable}, FormOpened{Form: FormFamily, Table: "games"}, FormOpened{FormPolicy, "games", "GAME"}
	for want, c := range map[string]struct {
		of     FormOpened
		values []string
	}{
		"createtable scores families=GAME:maxversions=3,INFO": {table, []string{" scores ", " GAME:maxversions=3,INFO "}},
		"createtable bare": {table, []string{"bare", ""}},
		`createtable t families='f:maxage=1d or maxversions=2'`: {table, []string{"t", "f:maxage=24h or maxversions=2"}},
		"createfamily games INFO":                               {family, []string{"INFO", "", ""}},
		"createfamily games SUM:never:intsum":                   {family, []string{"SUM", "", "intsum"}},
		"createfamily games INFO:maxversions=1":                 {family, []string{" INFO ", "maxversions=1", ""}},
		"setgcpolicy games GAME maxage=30d":                     {policy, []string{"maxage=30d"}},
		"setgcpolicy games GAME never":                          {policy, []string{" never "}},
	} {
		if got := begin(t).made(c.of, c.values...).typed(); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
	for want, m := range map[string]Msg{
		"deletefamily games GAME": DropConfirmed{"games", "GAME"},
		"deletetable games":       DropConfirmed{"games", ""},
	} {
		if got := begin(t).on(m).typed(); got != want {
			t.Errorf("%+v: %q, want %q", m, got, want)
		}
	}
}

// TestEmptiedRule checks that an emptied rule is refused, and does not become never.
func TestEmptiedRule(t *testing.T) {
	p := begin(t).made(FormOpened{FormPolicy, "games", "GAME"}, " ")
	if e := p.s.err; len(p.Effects) > 0 || e == nil || !strings.Contains(i18n.ErrorSentence("en", e), "Write never, maxversions=3") {
		t.Errorf("%v, %+v", e, p.Effects)
	}
}

// TestRefusedName checks that the refusal of a name stands at its field, which gets the focus,
// and any other one below the form.
func TestRefusedName(t *testing.T) {
	table, family := FormOpened{Form: FormTable}, FormOpened{Form: FormFamily, Table: "games"}
	for name, c := range map[string]struct {
		of      FormOpened
		values  []string
		refused *base.Error // by the engine, nil if the form is refused before
		at      bool
	}{
		"no name":           {table, []string{"", "INFO"}, nil, true},
		"a bad name":        {table, []string{"a b", "INFO"}, nil, true},
		"a known name":      {table, []string{"games", "INFO"}, base.Refuse(base.CodeTableExists, "games"), true},
		"a bad rule":        {table, []string{"scores", "INFO:maxversions=0"}, nil, false},
		"a bad family":      {table, []string{"scores", "a b"}, base.Refuse(base.CodeFamilyName, "a b", "scores"), false},
		"a known family":    {family, []string{"INFO", "", ""}, base.Refuse(base.CodeFamilyExists, "games", "INFO", ""), true},
		"a rule of nothing": {family, []string{"INFO", "maxversions=", ""}, nil, false},
	} {
		p := begin(t).made(c.of, c.values...)
		if c.refused != nil {
			p.answered(&engine.Reply{Err: c.refused})
		}
		if p.s.err == nil || p.s.fields()[0].Refused.IsSet() != c.at {
			t.Errorf("%s: %v, %+v", name, p.s.err, p.s.fields()[0])
		}
		if focused := slices.Contains(p.Effects, page.Effect(page.FocusElement{ID: elementForm})); focused != c.at {
			t.Errorf("%s: %+v", name, p.Effects)
		}
		k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}}
		v := NewView(k, &p.Work, p.s)
		if below := app.HTMLString(v.refused()); strings.Contains(html.UnescapeString(below), i18n.ErrorSentence("en", p.s.err)) == c.at {
			t.Errorf("%s: %s", name, below)
		}
	}
}

func TestFormStaysUntilItIsDone(t *testing.T) {
	p := begin(t).on(FormOpened{FormPolicy, "games", "GAME"})
	p.Has(page.FocusElement{ID: elementForm})
	p.filled("maxversions=many")
	if s := p.s; len(p.Effects) > 0 || s.form != FormPolicy || s.err == nil {
		t.Fatalf("%+v", s)
	}
	p.filled("maxversions=1")
	if p.State.Calls[p.LastCall().Seq].Then == nil || !p.s.waits {
		t.Error("it does not wait for its own call")
	}
	p.answered(&engine.Reply{Err: base.Refuse(base.CodeNoFamily, "games", "GAME", "")})
	if s := p.s; s.form != FormPolicy || s.err == nil || s.err.Code != base.CodeNoFamily {
		t.Fatalf("%+v", s)
	}
	p.filled("maxversions=2")
	if p.s.err != nil {
		t.Error("an old refusal is shown")
	}
	p.answered(&engine.Reply{Version: 2})
	p.Has(page.FocusElement{ID: openerElement(FormPolicy, "games", "GAME")})
	if s := p.s; s.form != FormNone || s.err != nil {
		t.Errorf("%+v", s)
	}
	p.on(FormOpened{Form: FormTable}, FormOpened{})
	if p.s.form != FormNone {
		t.Error("the form is still open")
	}
}

func TestDropAsksWhereDataGoes(t *testing.T) {
	p := begin(t)
	p.Work.Tables[0].Cells = 3
	p.on(dropPressed{"games", "GAME"})
	if p.State.Dialog != page.DialogDrop || p.State.DialogID != "games GAME" || len(p.Effects) > 0 {
		t.Fatalf("%v %q %+v", p.State.Dialog, p.State.DialogID, p.Effects)
	}
	p.on(DropConfirmed{"games", "GAME"})
	if p.typed() != "deletefamily games GAME" || p.State.Dialog != page.DialogNone {
		t.Error("not dropped")
	}
	p.on(dropPressed{"games", ""})
	if p.State.DialogID != "games" {
		t.Errorf("%q", p.State.DialogID)
	}
	p = begin(t).on(dropPressed{"games", ""})
	if p.typed() != "deletetable games" || p.State.Dialog != page.DialogNone {
		t.Error("an empty table is asked about")
	}
}

func TestGarbage(t *testing.T) {
	p := begin(t).on(FindGarbagePressed{"games"})
	if p.Asks(engine.FindGarbage{Table: "games"}); p.Work.Saved == host.SavePending {
		t.Fatal("looking for garbage is a change")
	}
	found := &engine.GarbageReport{Table: "games", Families: []table.FamilyGarbage{{Family: "f", Age: table.GarbageTotals{Cells: 2}}}}
	p.answered(&engine.Reply{Version: 1, Answer: found})
	if p.s.collected != found {
		t.Fatal("what was found is not shown")
	}
	p.changed(&engine.Reply{Version: 1})
	if p.s.collected != found {
		t.Error("a read took it away")
	}
	gone := *found
	gone.Removed = true
	p.on(CompactPressed{"games"})
	if p.Asks(engine.CollectGarbage{Table: "games"}); p.Work.Saved != host.SavePending {
		t.Fatal("collecting garbage is no change")
	}
	if !p.Work.HasLogEntry(p.LastCall().Seq) {
		t.Error("it has no place in the log")
	}
	p.answered(&engine.Reply{Version: 2, Answer: &gone, Timeline: &engine.UndoTimeline{}})
	if p.s.collected != &gone {
		t.Errorf("%+v", p.s)
	}
	p.on(FindGarbagePressed{"games"}).answered(&engine.Reply{Version: 2, Answer: found})
	p.changed(&engine.Reply{Version: 3, Timeline: &engine.UndoTimeline{Ahead: 86_400_000_000}})
	if p.s.collected != nil {
		t.Error("what was foretold is shown after a change")
	}
	// Undo brings back removed garbage, and a step of a lesson may replace the table.
	p.on(CompactPressed{"games"}).answered(&engine.Reply{Version: 4, Answer: &gone, Timeline: &engine.UndoTimeline{}})
	p.changed(&engine.Reply{Version: 5, Timeline: &engine.UndoTimeline{Ahead: 1}})
	if p.s.collected != nil {
		t.Error("cells that came back are said to be removed")
	}
}

func TestSizesAreThoseOfNow(t *testing.T) {
	p := begin(t).on(sizesPressed{"games"})
	p.Asks(engine.MeasureSizes{Table: "games"})
	p.answered(&engine.Reply{Version: 1, Answer: &engine.SizesMeasured{Table: "games", Version: 1, Rows: 4}})
	if s := p.s.measured("games", p.Work.Version); s == nil || s.Rows != 4 || p.s.measured("other", p.Work.Version) != nil {
		t.Fatalf("%+v", s)
	}
	p.changed(&engine.Reply{Version: 2})
	if p.s.measured("games", p.Work.Version) != nil {
		t.Error("old sizes are shown")
	}
}

func TestToggled(t *testing.T) {
	p := begin(t).on(toggled{})
	if p.Has(page.FocusElement{ID: elementTitle}); !p.s.Open {
		t.Error("not open")
	}
	p.on(toggled{})
	if p.Has(page.FocusElement{ID: elementToggle}); p.s.Open {
		t.Error("not closed")
	}
	for range 2 {
		p.on(shown{})
		p.Has(page.FocusElement{ID: elementTitle})
		if p.Has(page.ScrollToElement{ID: elementSection}); !p.s.Open {
			t.Error("not shown")
		}
	}
}

// A copy gets the first name that is free and not too long.
func TestCopy(t *testing.T) {
	p := begin(t)
	p.on(copyPressed{Table: "games"}).Asks(engine.CopyTable{Table: "games", As: "games-copy"})
	p = begin(t)
	p.Work.Tables = append(p.Work.Tables, engine.TableInfo{Name: "games-copy"}, engine.TableInfo{Name: "games-copy-2"})
	p.on(copyPressed{Table: "games"}).Asks(engine.CopyTable{Table: "games", As: "games-copy-3"})
	long := strings.Repeat("g", base.MaxTableName)
	p = begin(t)
	p.on(copyPressed{Table: long}).Asks(engine.CopyTable{Table: long, As: long[:base.MaxTableName-8] + "-copy"})
}
