//go:build !js

package questions

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
)

// TestFiguresOfDesigns tests that the picture of the designs, their list, the comparison and a
// question's card say whose measures they show, and show the same ones. A deleted table has no
// figures.
func TestFiguresOfDesigns(t *testing.T) {
	was, now := tried(3, "{day}#{game}", 400, 10, 3.8), tried(0, "{game}#{day}", 20, 10, 1.2)
	now.Current, now.SkewTable, was.SkewTable, now.OverloadedNodes = true, "games", "games", 4
	draw := func(tables ...engine.TableInfo) map[string][]string {
		w := &page.Workspace{Tables: tables, Version: 7, Verdicts: now.Verdicts}
		v := &View{Kit: ui.Kit{Lang: "en", EngineIdle: true}, st: &page.State{}, w: w, Questions: ui.QuestionsOf(&page.State{}, w)}
		v.Beside = func(string) app.UI { return app.Div() }
		v.Attempts = DesignAttempts{All: []engine.DesignAttempt{was, now}, Compared: []uint64{3}, version: 7, load: &engine.SimulateLoad{Nodes: 5, Writes: 10}}
		under := v.Attempts.load.PartOnTable("games", now.Verdicts, nil).ID()
		says := map[string][]string{}
		html := app.HTMLString(v.DesignsCard()) + app.HTMLString(v.card(now.Verdicts[0]))
		for _, tag := range regexp.MustCompile(`<[^>]*data-figure[^>]*>`).FindAllString(html, -1) {
			one := func(name string) string {
				if m := regexp.MustCompile(name + `="([^"]*)"`).FindStringSubmatch(tag); m != nil {
					return m[1]
				}
				return ""
			}
			of := one("data-figure") + " of " + one("data-table") + " " + strings.TrimSuffix(one("data-state"), " under "+under)
			says[of] = append(says[of], one("data-value"))
		}
		if n := strings.Count(html, "too much for 4 of 5 nodes"); n != 2 {
			t.Errorf("that it is too much is said %d times", n)
		}
		return says
	}
	says := draw(engine.TableInfo{Name: "games", Records: 1000, Template: "{game}#{day}"})
	for of, want := range map[string]struct {
		value float64
		times int
	}{
		"read-cost of games now-7": {2, 3}, "read-cost of games step-3": {40, 3}, "hottest of games now-7": {1.2, 3}, "hottest of games step-3": {3.8, 3},
		"scanned-q of games now-7": {20, 3}, "scanned-q of games step-3": {400, 1},
	} {
		if len(says[of]) != want.times {
			t.Errorf("%s is said %d times, not %d: %v", of, len(says[of]), want.times, says)
		}
		for _, value := range says[of] {
			if got, err := strconv.ParseFloat(value, 64); err != nil || math.Abs(got-want.value) > 1e-9 || value != says[of][0] {
				t.Errorf("%s is %s, not %v", of, value, want.value)
			}
		}
	}
	for of := range draw(engine.TableInfo{Name: "others"}) {
		if of != "scanned-q of games now-7" { // the card shows its own verdict
			t.Errorf("%s is said of a table that is not there", of)
		}
	}
}
