//go:build !js

package questions

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/table"
)

// TestCard: what lacks records is no saving, what is compared is said, and a bar is in
// proportion.
func TestCard(t *testing.T) {
	answer := func(scanned, wanted, found int64) engine.Verdict {
		return engine.Verdict{Query: "q", Table: "orders", Wanted: wanted, Found: found, Stats: table.Stats{RowsScanned: scanned, RowsReturned: found}}
	}
	start := func(v engine.Verdict) []engine.Start {
		return []engine.Start{{Query: "q", Designs: []engine.AttemptDesign{{Table: "orders", Template: "{id}"}}, Verdict: v}}
	}
	for name, c := range map[string]struct {
		now        engine.Verdict
		starts     []engine.Start
		has, lacks []string
	}{
		"nothing to compare": {answer(11, 11, 11), nil, []string{"scanned for 11"}, []string{"fewer", "more", `class="tick"`}},
		"a saving":           {answer(16, 16, 16), start(answer(2000, 16, 16)), []string{`class="by good"`, "1,984 fewer", "with {id}, it scanned 2,000", "left:100.00%"}, nil},
		"a loss":             {answer(2000, 16, 16), start(answer(16, 16, 16)), []string{`class="by bad"`, "1,984 more", "width:0.80%", "width:100.00%"}, nil},
		"the same":           {answer(16, 16, 16), start(answer(16, 16, 16)), []string{"same"}, []string{"by good", "by bad"}},
		"lost":               {answer(1, 96, 1), start(answer(2000, 96, 96)), []string{`class="by bad"`, "95 of 96 lost", `class="num bad"`, "wanted lacking", `data-lacks="95"`}, []string{"fewer", "by good"}},
		"lost at the start":  {answer(96, 96, 96), start(answer(1, 96, 1)), []string{"scanned for 96"}, []string{"fewer", "more"}},
	} {
		w := &page.Work{Tables: []engine.TableInfo{{Name: "orders", Template: "{id}", Rows: 2000, Records: 2000}}, Verdicts: []engine.Verdict{c.now}, Brought: page.Brought{Starts: c.starts}}
		k := &ui.Kit{Lang: "en", Live: true, To: &ui.Outlet{Send: func(page.Msg) {}}}
		v := Look(k, &page.State{}, w, State{})
		v.Beside = func(string) app.UI { return app.Div() }
		var drawn strings.Builder
		for _, part := range append(v.cost(c.now), v.bar(c.now), v.card(c.now)) {
			drawn.WriteString(app.HTMLString(part))
		}
		for _, text := range c.has {
			if !strings.Contains(drawn.String(), text) {
				t.Errorf("%s: no %q in %s", name, text, drawn.String())
			}
		}
		for _, text := range c.lacks {
			if strings.Contains(drawn.String(), text) {
				t.Errorf("%s: there is %q in %s", name, text, drawn.String())
			}
		}
	}
}

// TestEqualDesigns stand on one point, with the letters of all.
func TestEqualDesigns(t *testing.T) {
	k := &ui.Kit{Lang: "en", Live: true, To: &ui.Outlet{Send: func(page.Msg) {}}}
	all := []engine.Attempt{tried(1, "a", 1000, 1, 2), tried(2, "b", 257, 10, 2), tried(3, "c", 257, 10, 2), tried(4, "d", 2, 1, 8)}
	v := Look(k, &page.State{}, &page.Work{}, State{Attempts: Attempts{All: all}})
	drawn := v.plane(all)
	if !strings.Contains(drawn, ">B, C</text>") || strings.Contains(drawn, ">B</text>") || strings.Contains(drawn, ">C</text>") {
		t.Error(drawn)
	}
	if at := strings.Count(drawn, `class="best" d="M`); at != 3 {
		t.Errorf("%d marks are unbeaten in %s", at, drawn)
	}
}
