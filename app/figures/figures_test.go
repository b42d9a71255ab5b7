package figures

import (
	"math"
	"slices"
	"testing"

	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// tried returns an attempt with one question.
func tried(state uint64, template string, scanned, wanted int64, skew float64) engine.DesignAttempt {
	return engine.DesignAttempt{
		State: state, Skew: skew, Designs: []engine.TableDesign{{Table: "games", Template: template}},
		Verdicts: []engine.Verdict{{Query: "q", Table: "games", Wanted: wanted, Found: wanted, Stats: table.ScanStats{RowsScanned: scanned, RowsReturned: wanted, BytesScanned: scanned * 10}}},
		Growth:   []engine.GrowthCost{{From: 1000, Records: 10_000, Scanned: scanned * 10, Wanted: wanted, Bytes: scanned * 100}},
	}
}

// evenly has all questions asked equally often.
func evenly(string) float64 { return 1 }

func TestReadCost(t *testing.T) {
	a := tried(1, "{game}", 800, 2, 1)
	a.Verdicts = append(a.Verdicts, engine.Verdict{Table: "games", Wanted: 100, Found: 100, Stats: table.ScanStats{RowsScanned: 100, RowsReturned: 100}})
	if cost, ok := ReadCost(a, evenly, false); !ok || math.Abs(cost-20) > 1e-9 {
		t.Errorf("the mean of 400 and 1 is %v, %v", cost, ok)
	}
	if cost, ok := ReadCost(tried(1, "{game}", 0, 0, 1), evenly, false); !ok || cost != 1 {
		t.Errorf("of nothing %v, %v", cost, ok)
	}
	a.Verdicts[1].Found = 99
	if _, ok := ReadCost(a, evenly, false); ok {
		t.Error("an attempt that loses a record has a cost")
	}
	a.Verdicts[1] = engine.Verdict{Missing: []string{"user"}}
	if _, ok := ReadCost(a, evenly, false); ok {
		t.Error("an attempt that cannot answer has a cost")
	}
	if _, ok := ReadCost(engine.DesignAttempt{}, evenly, false); ok {
		t.Error("without a question there is a cost")
	}
}

func TestPoints(t *testing.T) {
	all := []engine.DesignAttempt{
		tried(1, "a", 100, 1, 1), tried(2, "b", 10, 1, 2), tried(3, "c", 10, 1, 8), tried(4, "d", 1, 1, 8),
		tried(5, "e", 50, 1, 2), tried(6, "f", 1, 1, 0), tried(7, "g", 1, 1, 8.001),
	}
	var best, others []int
	for _, q := range DesignPoints(all, evenly) {
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
	best := func(often Rates, all ...engine.DesignAttempt) (out []int) {
		for _, p := range DesignPoints(all, often) {
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
	if cost, ok := ReadCost(twice(1, 10, 1000, 1), func(string) float64 { return 0 }, false); !ok || math.Abs(cost-100) > 1e-9 {
		t.Errorf("where none is asked the cost is %v", cost)
	}
}

// TestOverloadedIsNotUnbeaten tests that a design whose load is too much for the nodes is neither
// unbeaten nor beats another.
func TestOverloadedIsNotUnbeaten(t *testing.T) {
	all := []engine.DesignAttempt{tried(1, "a", 10, 10, 1.19), tried(2, "b", 20, 10, 2)}
	all[0].OverloadedNodes = 8
	for _, p := range DesignPoints(all, evenly) {
		if second := p.At == 1; p.Best != second || p.Front != second || p.Over == second {
			t.Errorf("%+v", p)
		}
	}
}

// TestProjectionsFit tests that a projection never exceeds what its question can read at most,
// and that chance in a few rows is not taken for growth.
func TestProjectionsFit(t *testing.T) {
	v := engine.Verdict{Query: "q", Table: "t", LatestMethod: plan.ByMerge, Limit: 10, Ranges: 8, Wanted: 10, Found: 10, Stats: table.ScanStats{RowsScanned: 79, RowsReturned: 79, BytesScanned: 790}}
	g := engine.GrowthCost{From: 50_000, Records: 5000, Scanned: 40, Wanted: 10}
	if j, ok := Project(v, g, 100); !ok || j.Scanned != 80 || j.Most != 80 || j.Bytes != 800 {
		t.Errorf("up to ten rows of eight ranges are %+v, %v", j, ok)
	}
	v.Residual = []string{"a"}
	if j, ok := Project(v, g, 100); !ok || j.Scanned <= 80 || j.Most != 0 {
		t.Errorf("of rows that are filtered: %+v, %v", j, ok)
	}
	device := engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Wanted: 20, Found: 20, Stats: table.ScanStats{RowsScanned: 20, RowsReturned: 20}}
	// By chance four rows remained in a tenth of the readings, and not two.
	if j, ok := Project(device, engine.GrowthCost{From: 5000, Records: 500, Scanned: 4, Wanted: 4}, 100); !ok || j.Exponent != 1 || j.Scanned != 2000 {
		t.Errorf("a device's readings: %+v, %v", j, ok)
	}
	if j, ok := Project(device, engine.GrowthCost{From: 5000, Records: 500, Scanned: 17, Wanted: 17}, 100); !ok || j.Exponent != 0 || j.Scanned != 20 {
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
		j, ok := Project(c.v, c.g, 100)
		if !ok || j.Exponent != c.exponent || j.Scanned != c.scanned || j.PerRow != c.perRow || j.From >= j.To {
			t.Errorf("%s: %+v, %v", name, j, ok)
		}
	}
	// One row of a thousand records, two of ten thousand: that could be 40 of 100,000.
	if j, ok := Project(verdict(1, 1), engine.GrowthCost{From: 1000, Records: 10_000, Scanned: 2, Wanted: 2}, 100); ok {
		t.Errorf("of one row and two: %+v", j)
	}
	if j, ok := Project(verdict(4, 4), engine.GrowthCost{From: 1000, Records: 10_000, Scanned: 39, Wanted: 39}, 100); !ok || j.Exponent != 1 {
		t.Errorf("of 4 rows and 39: %+v, %v", j, ok)
	}
	for name, g := range map[string]engine.GrowthCost{"too little data": {From: 5}, "the same size": {From: 5, Records: 5}, "nothing to scan at first": {From: 500, Records: 50}} {
		if j, ok := Project(verdict(1, 1), g, 100); ok {
			t.Errorf("%s: %+v", name, j)
		}
	}
	point := verdict(1, 1)
	point.Access = plan.Point
	if j, ok := Project(point, engine.GrowthCost{From: 500, Records: 50}, 100); !ok || j.Scanned != 1 || j.PerRow != 1 || j.Bytes != 20 {
		t.Errorf("a row that fewer records do not have: %+v, %v", j, ok)
	}
	if _, ok := Project(engine.Verdict{}, engine.GrowthCost{From: 5, Records: 50}, 100); ok {
		t.Error("what cannot be answered was projected")
	}
}
