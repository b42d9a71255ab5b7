//go:build !js

package questions

import (
	"strings"
	"testing"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
)

// TestNoReferenceTellsTheSolution tests that no challenge shows the keys or the name of a
// reference that has all tables of one that passes.
func TestNoReferenceTellsTheSolution(t *testing.T) {
	told := 0
	for _, slug := range []string{"ride-trips", "web-crawl", "ad-clicks", "chat-inbox", "parcel-tracking", "leaderboards"} {
		l, err := author.Load(content.Files, slug, "en")
		if err != nil {
			t.Fatal(err)
		}
		st := &page.State{Lesson: &page.LessonState{Lesson: l, Progress: lessons.Progress{Step: 1}}}
		for _, of := range l.References {
			for _, other := range l.References {
				if !other.Passes || !holds(of, other) {
					continue
				}
				v := &View{Kit: ui.Kit{Lang: "en"}, st: st, w: &page.Workspace{}}
				drawn := v.reference(of.ID) + v.designHTML(engine.DesignAttempt{Name: of.ID, Designs: of.Tables})
				if told++; strings.Contains(drawn, of.Text) || strings.Contains(drawn, "}#") || strings.Contains(drawn, "#") {
					t.Errorf("%s: %s tells of %s: %s", slug, of.ID, other.ID, drawn)
				}
			}
		}
	}
	if told < 12 {
		t.Errorf("only %d references are looked at", told)
	}
}
