package lesson

import (
	"strings"
	"testing"

	"tabletop/app/page"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// TestRuleSheet checks that the rules of the given lessons are fetched and saved as one file, each
// under its track and title, and that nothing but what a lesson ends with is in it.
func TestRuleSheet(t *testing.T) {
	p := pagetest.New(t)
	p.Turn(func(u *page.Update) { Update(u, rulesPressed{[]string{"a", "b"}}) })
	if e, ok := p.Effects[len(p.Effects)-1].(FetchRules); !ok || len(e.Slugs) != 2 {
		t.Fatalf("effects: %+v", p.Effects)
	}
	step := func(title string) []lessons.Step {
		return []lessons.Step{{Body: "<div>a task</div>"}, {Debrief: true, Body: "<div>rule of " + title + "</div>"}}
	}
	html := ruleSheet("en", []*lessons.Lesson{
		{Track: "One & two", Title: "A", Steps: step("A")}, {Track: "One & two", Title: "B", Steps: step("B")}, {Track: "Three", Title: "C", Steps: step("C")},
	})
	for _, want := range []string{"<h2>One &amp; two</h2>", "<h2>Three</h2>", "<h3>B</h3><div>rule of B</div>"} {
		if strings.Count(html, want) != 1 {
			t.Errorf("%q is there %d times in %s", want, strings.Count(html, want), html)
		}
	}
	if strings.Contains(html, "a task") {
		t.Error("a task is on the sheet")
	}
}
