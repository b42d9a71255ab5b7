package heat

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/lessons"
)

// TestLoadIsKept: what the reader has changed of a load is asked for again when the sandbox
// is opened again, and nothing is kept of a lesson.
func TestLoadIsKept(t *testing.T) {
	p := loaded(t)
	p.Work.ID = "abc"
	all := ParseKept("other \"set writes\" \"7\"\nbad\nother \"rate a \\\"b\\\"\" \"5\"\nthird x y\n")
	if want := []Kept{{"other", map[Field]string{FieldWrites: "7"}, map[string]string{`a "b"`: "5"}}}; !reflect.DeepEqual(all, want) {
		t.Fatalf("%+v", all)
	}
	keep := func(p *play) {
		p.Turn(func(t *page.Turn) { all = Keep(t, all, &p.s) })
	}
	if keep(p); len(p.Effects) > 0 {
		t.Errorf("what is as usual is kept: %+v", p.Effects)
	}
	p.on(Set{ReadField("q"), "1000"}, Set{FieldShape, "2"}, Set{FieldTemplate, "{day}#{game}"})
	before, _ := p.form().request()
	keep(p)
	p.Has(page.Remember{Name: Remembered, Text: keptText(all)})
	if text := keptText(all); strings.Contains(text, "day") || !strings.HasPrefix(text, `other "set `) {
		t.Errorf("kept is %s", text)
	}
	if keep(p); len(p.Effects) > 0 {
		t.Errorf("it is kept twice: %+v", p.Effects)
	}
	again := loaded(t)
	again.s.Lay(ParseKept(keptText(all)), "abc")
	if after, ok := again.form().request(); !ok || !reflect.DeepEqual(before, after) {
		t.Errorf("opened again it is %+v, not %+v", after, before)
	}
	fresh := loaded(t)
	fresh.s.Lay(all, "new")
	if r, _ := fresh.form().request(); reflect.DeepEqual(before, r) {
		t.Error("another sandbox has the load of this one")
	}
	was := maps.Clone(p.s.Rates)
	p.State.Lesson = &page.LessonState{Lesson: &lessons.Lesson{Steps: []lessons.Step{{Traffic: &lessons.Traffic{Simulate: engine.Simulate{Table: "games"}}}}}}
	p.s.Rates = map[string]string{"q": "3"}
	if keep(p); len(p.Effects) > 0 || len(was) == 0 {
		t.Errorf("the load of a lesson is kept: %+v", p.Effects)
	}
}
