package model

import (
	"slices"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/rowkey"
)

// TestShaping: a chip is opened, its transforms are set, changed and removed, and
// chips, text and table stay in step.
func TestShaping(t *testing.T) {
	p := sandbox(t).on(ChipOpened{"games", "date"})
	p.has(Focus{ID: ElementShaping})
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
		p.on(TransformSet{step.at, step.text})
		if s := p.st.Work.Shaping; s != (Shaping{Table: "games", Field: step.field}) {
			t.Fatalf("%+v: %+v", step, s)
		}
		p.has(SetText{ID: TemplateElement("games"), Text: step.written})
		if d := p.st.Work.Drafts["games"]; d.Text != step.written || d.Err != nil {
			t.Fatalf("%+v: %+v", step, d)
		}
	}
	p.on(TemplateSettled{"games", "{game}#{date|reverse}"}).asks(engine.Rekey{Table: "games", Template: "{game}#{date|reverse}"})

	// What is refused leaves the template, and is told with what was written.
	before := p.st.Work.Drafts["games"]
	p.on(TransformSet{0, "salt:1000"})
	if s := p.st.Work.Shaping; s.Err == nil || s.Err.Code != base.CodeTransformArgs || s.Text != "salt:1000" || s.Field != "date|reverse" {
		t.Errorf("%+v", s)
	}
	if len(p.effects) > 0 || p.st.Work.Drafts["games"] != before {
		t.Errorf("a refused transform did %+v", p.effects)
	}
	// Another text closes the chip; one that keeps the field does not.
	if p.on(TemplateTyped{"games", "{date|reverse}#{game}"}); p.st.Work.Shaping.Field != "date|reverse" {
		t.Error("it closed")
	}
	if p.on(TemplateTyped{"games", "{date}#{game}"}); p.st.Work.Shaping != (Shaping{}) {
		t.Error("it stays open")
	}
	p.on(ChipOpened{"games", "date"}, ChipOpened{"games", "date"})
	p.has(Focus{ID: ChipElement("games", "date")})
	if p.st.Work.Shaping != (Shaping{}) {
		t.Error("it stays open")
	}
	if p.on(TransformSet{0, "reverse"}); len(p.effects) > 0 {
		t.Errorf("without a chip: %+v", p.effects)
	}
}

// TestChoices: only what can stand in a place is offered, in a form that can.
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
		got := Choices(parsed, c.field, c.at)
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
		if got := Missing(parsed, known); !slices.Equal(got, want) {
			t.Errorf("%s: %v", text, got)
		}
	}
	if got := Missing(nil, known); !slices.Equal(got, known) {
		t.Errorf("without a template: %v", got)
	}
}
