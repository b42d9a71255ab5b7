package heat

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/lessons"
)

// TestLoadIsKept tests that changed settings of a load are stored with the sandbox, once, and
// restored when it is opened again. For a lesson nothing is stored.
func TestLoadIsKept(t *testing.T) {
	p := loaded(t)
	p.Work.ID = "abc"
	kept := func(p *play) (all []string) {
		for _, e := range p.Effects {
			if s, ok := e.(page.SendCall); ok {
				if k, ok := s.Sent.Call.(host.SaveSandboxSettings); ok {
					all = append(all, k.SandboxSettings)
				}
			}
		}
		return all
	}
	if p.on(moreToggled{}); len(kept(p)) > 0 {
		t.Errorf("what is as usual is kept: %q", kept(p))
	}
	p.on(FieldChanged{FieldTemplate, "{day}#{game}"}, FieldChanged{readField("q"), "1000"}, FieldChanged{FieldShape, "2"})
	before, _ := p.settings().request()
	text := p.s.kept
	if got := kept(p); strings.Contains(text, "day") || len(got) != 1 || got[0] != text {
		t.Errorf("kept is %s, sent %q", text, got)
	}
	if p.on(moreToggled{}); len(kept(p)) > 0 {
		t.Errorf("it is kept twice: %q", kept(p))
	}
	again := loaded(t)
	again.s.RestoreLoadSettings(text)
	if after, ok := again.settings().request(); !ok || !reflect.DeepEqual(before, after) {
		t.Errorf("opened again it is %+v, not %+v", after, before)
	}
	again.s.RestoreLoadSettings("bad\nrate \"a \\\"b\\\"\" \"5\"\nset x y\nother \"x\" \"1\"\n")
	if !reflect.DeepEqual(again.s.Rates, map[string]string{`a "b"`: "5"}) || len(again.s.Set) > 0 {
		t.Errorf("what is damaged is read as %+v, %+v", again.s.Set, again.s.Rates)
	}
	p.State.Lesson = &page.LessonState{Lesson: &lessons.Lesson{Steps: []lessons.Step{{Traffic: &lessons.Traffic{SimulateLoad: engine.SimulateLoad{Table: "games"}}}}}}
	if p.on(FieldChanged{FieldShape, "1"}); len(kept(p)) > 0 {
		t.Errorf("the load of a lesson is kept: %q", kept(p))
	}
}
