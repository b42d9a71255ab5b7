package page_test

import (
	"testing"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/lessons"
)

// TestComparing tests that designs are compared once a lesson has come to where writes go.
func TestComparing(t *testing.T) {
	key, load := lessons.Step{Panels: []lessons.Panel{lessons.PanelDesigner}}, lessons.Step{Panels: []lessons.Panel{lessons.PanelLoad}}
	w := &page.Workspace{}
	w.Tables = []engine.TableInfo{{Name: "t", Template: "{id}"}}
	for name, c := range map[string]struct {
		lesson *lessons.Lesson
		step   int
		want   bool
	}{
		"sandbox":          {nil, 0, true},
		"keys alone":       {&lessons.Lesson{Steps: []lessons.Step{key, key}}, 1, false},
		"before the load":  {&lessons.Lesson{Steps: []lessons.Step{key, load}}, 0, false},
		"with the load":    {&lessons.Lesson{Steps: []lessons.Step{key, load}}, 1, true},
		"after the load":   {&lessons.Lesson{Steps: []lessons.Step{load, key}}, 1, true},
		"challenge":        {&lessons.Lesson{Steps: []lessons.Step{key}, References: []lessons.Reference{{ID: "a"}}}, 0, true},
		"before a key":     {&lessons.Lesson{Steps: []lessons.Step{load, key}}, 0, false},
		"without a design": {&lessons.Lesson{Steps: []lessons.Step{load}}, 0, false},
	} {
		st := &page.State{Route: page.Route{Screen: page.ScreenSandbox}}
		if c.lesson != nil {
			st.Lesson = &page.LessonState{Lesson: c.lesson, Step: c.step}
		}
		if got := page.ShowsDesignsCard(st, w); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
