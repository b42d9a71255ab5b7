package key

import (
	"slices"
	"testing"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
	"tabletop/web/test/pagetest"
)

// TestShaping checks that transforms are set, changed and removed in the menu of a chip, and
// that chips, text and table agree after each step.
func TestShaping(t *testing.T) {
	s := State{}
	p := pagetest.New(t, engine.TableInfo{Name: "games", Rows: 4, Template: "{game}#{date}", Fields: []string{"game", "player", "date"}})
	p.Turn(func(t *page.Update) { follow(t, &s) })
	on := func(msgs ...Msg) *pagetest.Page {
		for _, m := range msgs {
			p.Turn(func(t *page.Update) { Update(t, &s, m) })
		}
		return p
	}
	on(opened{"games", "date"})
	p.Has(page.FocusElement{ID: elementShaping})
	for _, step := range []struct {
		at                   int
		text, field, written string
	}{
		{0, "salt:4", "date|salt:4", "{game}#{date|salt:4}"},
		{0, "first:4", "date|first:4", "{game}#{date|first:4}"},
		{1, "salt:8", "date|first:4|salt:8", "{game}#{date|first:4|salt:8}"},
		{0, "first:6", "date|first:6|salt:8", "{game}#{date|first:6|salt:8}"},
		{1, "", "date|first:6", "{game}#{date|first:6}"},
		{0, "", "date", "{game}#{date}"},
		{3, "reverse", "date|reverse", "{game}#{date|reverse}"},
	} {
		on(transformSet{step.at, step.text})
		if s := s.ChipMenu; s != (ChipMenu{Table: "games", Field: step.field}) {
			t.Fatalf("%+v: %+v", step, s)
		}
		p.Has(page.SetFieldText{ID: page.TemplateElementID("games"), Text: step.written})
		if d := s.Drafts["games"]; d.Text != step.written || d.Err != nil {
			t.Fatalf("%+v: %+v", step, d)
		}
	}
	on(TemplateDraftSettled{"games", "{game}#{date|reverse}"}).Asks(engine.Rekey{Table: "games", Template: "{game}#{date|reverse}", Trial: 1})

	// A refused transform leaves the template unchanged, and is shown with its text.
	before := s.Drafts["games"]
	on(transformSet{0, "salt:1000"})
	if s := s.ChipMenu; s.Err == nil || s.Err.Code != base.CodeTransformArgs || s.Text != "salt:1000" || s.Field != "date|reverse" {
		t.Errorf("%+v", s)
	}
	if len(p.Effects) > 0 || s.Drafts["games"] != before {
		t.Errorf("a refused transform did %+v", p.Effects)
	}
	// A typed template closes the menu if it does not have the field any more.
	if on(TemplateTyped{"games", "{date|reverse}#{game}"}); s.ChipMenu.Field != "date|reverse" {
		t.Error("it closed")
	}
	if on(TemplateTyped{"games", "{date}#{game}"}); s.ChipMenu != (ChipMenu{}) {
		t.Error("it stays open")
	}
	on(opened{"games", "date"}, opened{"games", "date"})
	p.Has(page.FocusElement{ID: ChipElementID("games", "date")})
	if s.ChipMenu != (ChipMenu{}) {
		t.Error("it stays open")
	}
	if on(transformSet{0, "reverse"}); len(p.Effects) > 0 {
		t.Errorf("without a chip: %+v", p.Effects)
	}
}

// TestChoices checks that only valid transforms are offered, in a valid form.
func TestChoices(t *testing.T) {
	for _, c := range []struct {
		template, field string
		at              int
		has, lacks      []string
	}{
		{"{a}#{b}", "a", 0, []string{"zero:10", "pad:8", "date", "salt:4", "reverse"}, nil},
		{"{a}#{b}", "a", 1, []string{"reverse", "hash:4"}, nil},
		{"{a|salt:3}#{b}", "a|salt:3", 1, nil, []string{"reverse", "salt:4", "pad:8"}},
		{"{a|hash:4}{b}", "a|hash:4", 0, []string{"salt:4"}, []string{"reverse", "domain"}},
		{"{a|millis}#{b}", "a|millis", 1, []string{"newest", "day"}, []string{"domain", "salt:4", "millis"}},
	} {
		parsed, err := rowkey.Parse(c.template)
		if err != nil {
			t.Fatal(err)
		}
		got := choices(parsed, c.field, c.at)
		for _, w := range c.has {
			if !slices.Contains(got, w) {
				t.Errorf("%s, %s at %d lacks %s: %v", c.template, c.field, c.at, w, got)
			}
		}
		for _, w := range c.lacks {
			if slices.Contains(got, w) {
				t.Errorf("%s, %s at %d offers %s", c.template, c.field, c.at, w)
			}
		}
	}
}

func TestMissing(t *testing.T) {
	known := []string{"user", "time", "level"}
	for text, want := range map[string][]string{
		"{time|salt:3}#{user}": {"time", "level"},
		"{time|zero:13}{user}": {"level"},
		"{user|first:2}{time}": {"user", "level"},
	} {
		parsed, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := missing(parsed, known); !slices.Equal(got, want) {
			t.Errorf("%s: %v", text, got)
		}
	}
	if got := missing(nil, known); !slices.Equal(got, known) {
		t.Errorf("without a template: %v", got)
	}
}

func TestShape(t *testing.T) {
	for _, c := range []struct {
		from string
		edit func(shape)
		want string
	}{
		{"{a}#{b}#{c}", func(s shape) { s.move("b", -1) }, "{b}#{a}#{c}"},
		{"{a}#{b}#{c}", func(s shape) { s.move("c", 1) }, "{a}#{b}#{c}"},
		{"{a}#{b}|{c}", func(s shape) { s.move("c", -1) }, "{a}#{c}|{b}"},
		{"{a}#{b}|{c}", func(s shape) { s.drop("b") }, "{a}|{c}"},
		{"{a}#{b}", func(s shape) { s.drop("a") }, "{b}"},
		{"x#{a}#{b}", func(s shape) { s.drop("a") }, "x#{b}"},
		{"x{a}#{b}", func(s shape) { s.drop("a") }, "{b}"},
		{"site{id}#dev-{dev|zero:4}#{time}", func(s shape) { s.move("dev|zero:4", -1) }, "dev-{dev|zero:4}#site{id}#{time}"},
		{"site{id}#dev-{dev|zero:4}#{time}", func(s shape) { s.place("time", 0) }, "{time}#site{id}#dev-{dev|zero:4}"},
		{"site{id}#dev-{dev|zero:4}#{time}", func(s shape) { s.drop("dev|zero:4") }, "site{id}#{time}"},
		{"site{id}#dev-{dev|zero:4}#{time}", func(s shape) { s.place("id", 2) }, "dev-{dev|zero:4}#{time}#site{id}"},
		{"{a}", func(s shape) { s.drop("a") }, "{a}"},
		{"{a}", func(s shape) { s.add("b") }, "{a}#{b}"},
		{"{a}!", func(s shape) { s.add("b") }, "{a}#{b}!"},
		{"{a}", func(s shape) { s.add("a") }, "{a}"},
	} {
		parsed, err := rowkey.Parse(c.from)
		if err != nil {
			t.Fatal(err)
		}
		s := shapeOf(parsed)
		c.edit(s)
		if got := s.String(); got != c.want {
			t.Errorf("%s became %s, want %s", c.from, got, c.want)
		}
	}
}

// TestTimed checks that a transform of times is set with the form of the present values.
func TestTimed(t *testing.T) {
	for _, c := range []struct{ text, value, want string }{
		{"newest", "2026-03-01T08:00:00Z", "millis:isoZ|newest"}, {"day", "2026-03-01", "millis:day|day"}, {"newest", "1772352000250", "newest"}, {"newest", "1772352000", "newest"},
		{"millis", "20260301080000250", "millis"}, {"millis", "2026-03-01 08:00:00", "millis:sql"}, {"seconds", "1772352000", "seconds:10"}, {"millis:day", "2026-03-01 08:00:00", "millis:day"},
		{"zero:10", "2026-03-01", "zero:10"}, {"newest", "x", "newest"},
	} {
		if got := timed(c.text, []string{c.value}); got != c.want {
			t.Errorf("%s of %s is %s, not %s", c.text, c.value, got, c.want)
		}
	}
	if got := timed("newest", nil); got != "newest" {
		t.Errorf("without values: %s", got)
	}
}
