//go:build !js

package view

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/heat"
	"tabletop/app/model"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
)

// TestReadsFollowRates tests that the designs tried compare their questions by the present rates,
// and that the piece with them is drawn again when the rates change.
func TestReadsFollowRates(t *testing.T) {
	st := twoTables()
	w := &st.Work
	w.Verdicts = slices.Clone(w.Verdicts)
	dear := w.Verdicts[0]
	dear.Query, dear.Access, dear.Stats.RowsScanned = "dear", plan.Scan, 2000
	w.Verdicts = append(w.Verdicts, dear)
	all := slices.Clone(w.Questions.Attempts.All)
	for i := range all {
		d := all[i].Verdicts[0]
		d.Query, d.Stats.RowsScanned = "dear", 2000
		all[i].Verdicts = append(slices.Clone(all[i].Verdicts), d)
	}
	w.Questions.Attempts.All = append(all, engine.DesignAttempt{State: 99, Designs: all[0].Designs, Verdicts: all[0].Verdicts, Skew: 1, Bytes: 1})
	costs := func(st model.State) string {
		html := app.HTMLString((&drawing{st: &st}).designs())
		return strings.Join(regexp.MustCompile(`>[\d.]+</td>`).FindAllString(html, -1), "")
	}
	var before string
	for _, rate := range []string{"7", "1000"} {
		st, _ := model.Update(st, page.SetQueryRate{Query: "dear", Rate: rate})
		now := costs(st)
		if piece := costs(looksOf(&st, takeQuestions).st); piece != now {
			t.Errorf("at %s a second the piece shows %s, the page %s", rate, piece, now)
		}
		if now == before || now == "" {
			t.Errorf("at %s a second they cost %s", rate, now)
		}
		before = now
	}
	var load heat.State
	if load.Set = map[heat.TrafficField]string{heat.FieldNodes: "3"}; len(load.QueryRateInputs().Set) > 0 {
		t.Errorf("the other parts are drawn again with %v", load.QueryRateInputs().Set)
	}
}
