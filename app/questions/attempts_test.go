package questions

import (
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// tried returns an attempt with one question. Its number is that of the state, from 1.
func tried(state uint64, template string, scanned, wanted int64, skew float64) engine.DesignAttempt {
	return engine.DesignAttempt{
		State: state, Number: max(int(state), 1) - 1, Skew: skew, Designs: []engine.TableDesign{{Table: "games", Template: template}},
		Verdicts: []engine.Verdict{{Query: "q", Table: "games", Wanted: wanted, Found: wanted, Stats: table.ScanStats{RowsScanned: scanned, RowsReturned: wanted, BytesScanned: scanned * 10}}},
		Growth:   []engine.GrowthCost{{From: 1000, Records: 10_000, Scanned: scanned * 10, Wanted: wanted, Bytes: scanned * 100}},
	}
}

// evenly has all questions asked equally often.
func evenly(string) float64 { return 1 }

func TestReadCost(t *testing.T) {
	a := tried(1, "{game}", 800, 2, 1)
	a.Verdicts = append(a.Verdicts, engine.Verdict{Table: "games", Wanted: 100, Found: 100, Stats: table.ScanStats{RowsScanned: 100, RowsReturned: 100}})
	if cost, ok := readCost(a, evenly, false); !ok || math.Abs(cost-20) > 1e-9 {
		t.Errorf("the mean of 400 and 1 is %v, %v", cost, ok)
	}
	if cost, ok := readCost(tried(1, "{game}", 0, 0, 1), evenly, false); !ok || cost != 1 {
		t.Errorf("of nothing %v, %v", cost, ok)
	}
	a.Verdicts[1].Found = 99
	if _, ok := readCost(a, evenly, false); ok {
		t.Error("an attempt that loses a record has a cost")
	}
	a.Verdicts[1] = engine.Verdict{Missing: []string{"user"}}
	if _, ok := readCost(a, evenly, false); ok {
		t.Error("an attempt that cannot answer has a cost")
	}
	if _, ok := readCost(engine.DesignAttempt{}, evenly, false); ok {
		t.Error("without a question there is a cost")
	}
}

func TestPoints(t *testing.T) {
	all := []engine.DesignAttempt{
		tried(1, "a", 100, 1, 1), tried(2, "b", 10, 1, 2), tried(3, "c", 10, 1, 8), tried(4, "d", 1, 1, 8),
		tried(5, "e", 50, 1, 2), tried(6, "f", 1, 1, 0), tried(7, "g", 1, 1, 8.001),
	}
	var best, others []int
	for _, q := range (&DesignAttempts{}).points(all, evenly) {
		if q.Best {
			best = append(best, q.At)
		} else {
			others = append(others, q.At)
		}
	}
	if !slices.Equal(best, []int{3, 6, 1, 0}) || !slices.Equal(others, []int{2, 4}) {
		t.Errorf("the best are %v, the others %v", best, others)
	}
}

// TestUnbeaten tests that reads count with their rates and that stored bytes count too. Equal
// designs are best together.
func TestUnbeaten(t *testing.T) {
	twice := func(state uint64, first, second, bytes int64) engine.DesignAttempt {
		a := tried(state, "{game}", first, 1, 1)
		b := a.Verdicts[0]
		b.Query, b.Stats.RowsScanned = "seldom", second
		a.Verdicts, a.Bytes = append(a.Verdicts, b), bytes
		return a
	}
	best := func(often rates, all ...engine.DesignAttempt) (out []int) {
		for _, p := range (&DesignAttempts{}).points(all, often) {
			if p.Best {
				out = append(out, p.At)
			}
		}
		slices.Sort(out)
		return out
	}
	// The second stores everything twice for nothing; the third differs by one per cent.
	if got := best(evenly, twice(1, 10, 10, 1000), twice(2, 10, 10, 2000), twice(3, 10, 10, 1010)); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("unbeaten are %v", got)
	}
	seldom := func(query string) float64 { return map[string]float64{"q": 200, "seldom": 1}[query] }
	if got := best(seldom, twice(1, 10, 1000, 1000), twice(2, 100, 50, 1000)); !slices.Equal(got, []int{0}) {
		t.Errorf("with rates unbeaten are %v", got)
	}
	if got := best(evenly, twice(1, 10, 1000, 1000), twice(2, 100, 50, 1000)); !slices.Equal(got, []int{1}) {
		t.Errorf("without rates unbeaten are %v", got)
	}
	if cost, ok := readCost(twice(1, 10, 1000, 1), func(string) float64 { return 0 }, false); !ok || math.Abs(cost-100) > 1e-9 {
		t.Errorf("where none is asked the cost is %v", cost)
	}
}

// TestOverloadedIsNotUnbeaten tests that a design whose load is too much for the nodes is neither
// unbeaten nor beats another, and that this needs the page's load.
func TestOverloadedIsNotUnbeaten(t *testing.T) {
	all := []engine.DesignAttempt{tried(1, "a", 10, 10, 1.19), tried(2, "b", 20, 10, 2)}
	all[0].OverloadedNodes = 8
	for _, c := range []struct {
		load *engine.SimulateLoad
		best []bool // of a and b
	}{{&engine.SimulateLoad{Nodes: 8}, []bool{false, true}}, {nil, []bool{true, false}}} {
		for _, p := range (&DesignAttempts{load: c.load}).points(all, evenly) {
			if p.Best != c.best[p.At] || p.Front != p.Best || p.Over != (c.load != nil && p.At == 0) {
				t.Errorf("with load %v: %+v", c.load != nil, p)
			}
		}
	}
}

// TestProjectionsFit tests that a projection never exceeds what its question can read at most,
// and that chance in a few rows is not taken for growth.
func TestProjectionsFit(t *testing.T) {
	v := engine.Verdict{Query: "q", Table: "t", LatestMethod: plan.ByMerge, Limit: 10, Ranges: 8, Wanted: 10, Found: 10, Stats: table.ScanStats{RowsScanned: 79, RowsReturned: 79, BytesScanned: 790}}
	g := engine.GrowthCost{From: 50_000, Records: 5000, Scanned: 40, Wanted: 10}
	if j, ok := project(v, g); !ok || j.Scanned != 80 || j.Most != 80 || j.Bytes != 800 {
		t.Errorf("up to ten rows of eight ranges are %+v, %v", j, ok)
	}
	v.Residual = []string{"a"}
	if j, ok := project(v, g); !ok || j.Scanned <= 80 || j.Most != 0 {
		t.Errorf("of rows that are filtered: %+v, %v", j, ok)
	}
	device := engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Wanted: 20, Found: 20, Stats: table.ScanStats{RowsScanned: 20, RowsReturned: 20}}
	// By chance four rows remained in a tenth of the readings, and not two.
	if j, ok := project(device, engine.GrowthCost{From: 5000, Records: 500, Scanned: 4, Wanted: 4}); !ok || j.Exponent != 1 || j.Scanned != 2000 {
		t.Errorf("a device's readings: %+v, %v", j, ok)
	}
	if j, ok := project(device, engine.GrowthCost{From: 5000, Records: 500, Scanned: 17, Wanted: 17}); !ok || j.Exponent != 0 || j.Scanned != 20 {
		t.Errorf("a device's readings among more devices: %+v, %v", j, ok)
	}
}

func TestProject(t *testing.T) {
	verdict := func(scanned, wanted int64) engine.Verdict {
		return engine.Verdict{Query: "q", Table: "t", Wanted: wanted, Found: wanted, Stats: table.ScanStats{RowsScanned: scanned, RowsReturned: wanted, BytesScanned: 20 * scanned}}
	}
	for name, c := range map[string]struct {
		v        engine.Verdict
		g        engine.GrowthCost
		exponent float64
		scanned  int64
		perRow   float64
	}{
		"as much":       {verdict(4, 4), engine.GrowthCost{From: 1000, Records: 10_000, Scanned: 4, Wanted: 4}, 0, 4, 1},
		"in proportion": {verdict(1000, 4), engine.GrowthCost{From: 1000, Records: 10_000, Scanned: 10_000, Wanted: 4}, 1, 100_000, 25_000},
		"both":          {verdict(1000, 40), engine.GrowthCost{From: 1000, Records: 100, Scanned: 100, Wanted: 4}, 1, 100_000, 25},
		"with the root": {verdict(100, 1), engine.GrowthCost{From: 10_000, Records: 100, Scanned: 10, Wanted: 1}, 0.5, 1000, 1000},
		"nothing":       {verdict(0, 0), engine.GrowthCost{From: 1000, Records: 100}, 0, 0, 1},
		"fewer":         {verdict(3, 3), engine.GrowthCost{From: 1000, Records: 100, Scanned: 4, Wanted: 4}, 0, 3, 1},
	} {
		j, ok := project(c.v, c.g)
		if !ok || j.Exponent != c.exponent || j.Scanned != c.scanned || j.perRow != c.perRow || j.From >= j.To {
			t.Errorf("%s: %+v, %v", name, j, ok)
		}
	}
	// One row of a thousand records, two of ten thousand: that could be 40 of 100,000.
	if j, ok := project(verdict(1, 1), engine.GrowthCost{From: 1000, Records: 10_000, Scanned: 2, Wanted: 2}); ok {
		t.Errorf("of one row and two: %+v", j)
	}
	if j, ok := project(verdict(4, 4), engine.GrowthCost{From: 1000, Records: 10_000, Scanned: 39, Wanted: 39}); !ok || j.Exponent != 1 {
		t.Errorf("of 4 rows and 39: %+v, %v", j, ok)
	}
	for name, g := range map[string]engine.GrowthCost{"too little data": {From: 5}, "the same size": {From: 5, Records: 5}, "nothing to scan at first": {From: 500, Records: 50}} {
		if j, ok := project(verdict(1, 1), g); ok {
			t.Errorf("%s: %+v", name, j)
		}
	}
	point := verdict(1, 1)
	point.Access = plan.Point
	if j, ok := project(point, engine.GrowthCost{From: 500, Records: 50}); !ok || j.Scanned != 1 || j.perRow != 1 || j.Bytes != 20 {
		t.Errorf("a row that fewer records do not have: %+v, %v", j, ok)
	}
	if _, ok := project(engine.Verdict{}, engine.GrowthCost{From: 5, Records: 50}); ok {
		t.Error("what cannot be answered was projected")
	}
}

func TestProjectedIsOfNow(t *testing.T) {
	w := &page.Workspace{Version: 1}
	now := tried(3, "{game}#{date}", 4, 2, 3)
	now.Current = true
	of := &DesignAttempts{version: 1, All: []engine.DesignAttempt{tried(1, "{game}", 8, 2, 2), now}}
	j, ok := of.projected(w, now.Verdicts[0])
	if !ok || j.Scanned != 400 {
		t.Errorf("%+v, %v", j, ok)
	}
	if _, is := of.unprojected(w, now.Verdicts[0]); is || of.tooFew(w, now.Verdicts[0]) {
		t.Error("what is projected is not told")
	}
	now.Growth = []engine.GrowthCost{{From: 500, Records: 50}}
	of.All[1] = now
	if g, is := of.unprojected(w, now.Verdicts[0]); !is || g.Records != 50 || of.tooFew(w, now.Verdicts[0]) {
		t.Error("it is not told what there was nothing of")
	}
	now.Growth = []engine.GrowthCost{{From: 5}}
	of.All[1] = now
	if !of.tooFew(w, now.Verdicts[0]) || of.tooFew(w, engine.Verdict{Query: now.Verdicts[0].Query}) {
		t.Error("of too little data, or of what is not answered")
	}
	w.Version++
	if _, ok := of.projected(w, now.Verdicts[0]); ok || of.tooFew(w, now.Verdicts[0]) {
		t.Error("what has changed since was projected")
	}
}

func TestCompare(t *testing.T) {
	now := tried(3, "{game}#{date}", 4, 2, 3)
	now.Current = true
	all := []engine.DesignAttempt{tried(1, "{game}", 8, 2, 2), now, tried(4, "{date}#{game}", 2, 2, 8)}
	s := State{Attempts: DesignAttempts{All: all}}
	p := pagetest.New(t)
	on := func(m Msg) { p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	compared := func(want ...uint64) {
		t.Helper()
		a, b, ok := s.Attempts.compared()
		if ok != (len(want) == 2) || ok && (a.State != want[0] || b.State != want[1]) {
			t.Errorf("%d and %d, %v are compared, want %d", a.State, b.State, ok, want)
		}
	}
	compared()
	on(DesignCompareToggled{1})
	compared(1, 3)
	on(DesignCompareToggled{4})
	compared(1, 4)
	on(DesignCompareToggled{3})
	compared(4, 3)
	on(DesignCompareToggled{4})
	compared() // the present design with itself
	on(DesignCompareToggled{3})
	compared()
}

// TestEstimatesAreMarked tests that figures which are estimated from a sample are marked.
func TestEstimatesAreMarked(t *testing.T) {
	v, a := &View{st: &page.State{}, w: &page.Workspace{}}, tried(engine.EstimateState, "{game}", 80, 2, 3)
	q, _ := v.comparedQuery(a, 0)
	for _, text := range []string{v.costText(a), v.skewText(a), q} {
		if !strings.Contains(text, "≈ ") {
			t.Errorf("an estimate is told as %q", text)
		}
	}
	if a.State = 1; v.costText(a) != "40.0" || v.skewText(a) != "3" {
		t.Errorf("what was measured is told as %q and %q", v.costText(a), v.skewText(a))
	}
	v.w.Tables = []engine.TableInfo{{Name: "games", Template: "{game}", Sampled: 20_000, Records: 1_000_000}}
	if why := v.why(a.Verdicts[0]); !strings.HasPrefix(why, "≈ ") {
		t.Errorf("it is said: %q", why)
	}
}

// TestSecret tests that the keys of the designs that pass a challenge are hidden until its
// solution may be seen. Before, one move of a field was enough.
func TestSecret(t *testing.T) {
	l := &lessons.Lesson{
		Slug:  "x",
		Steps: []lessons.Step{{ID: "sheet", Goals: []lessons.Goal{{ID: "s"}}}, {ID: "design", Goals: []lessons.Goal{{ID: "g", Check: lessons.DesignGraded{}}}}},
		References: []lessons.Reference{
			{ID: "good", Passes: true, Tables: []engine.TableDesign{{Table: "t", Template: "{a}#{b}"}, {Table: "t_2", Template: "{b}#{a}"}}},
			{ID: "bad", Tables: []engine.TableDesign{{Table: "t", Template: "{a}#{b}"}}},
			{ID: "more", Tables: []engine.TableDesign{{Table: "t", Template: "{b}#{a}"}, {Table: "t_2", Template: "{a}#{b}"}, {Table: "t_3", Template: "{b}"}}},
		},
	}
	st := &page.State{Lesson: &page.LessonState{Lesson: l, Progress: lessons.Progress{Step: 1}}}
	if !secret(st, "good") || !secret(st, "more") || secret(st, "bad") || secret(st, "rival") {
		t.Error("before two gradings the key of what passes is to be found, and no other is hidden")
	}
	st.SolutionsUnlocked = true
	if secret(st, "good") {
		t.Error("a teacher's visit hides it")
	}
	st.SolutionsUnlocked = false
	st.Lesson.Progress.Tries = []int{0, lessons.TriesForSolution}
	if secret(st, "good") {
		t.Error("it is hidden though the solution is open")
	}
	st.Lesson.Progress = lessons.Progress{Step: 1, Passed: []string{"g"}}
	if secret(st, "good") {
		t.Error("it is hidden though the pars are met")
	}
	l.Steps[1].Goals[0].Check = lessons.KeepsFields{}
	st.Lesson.Progress.Passed = nil
	if secret(st, "good") {
		t.Error("it is hidden where nothing is graded")
	}
}
