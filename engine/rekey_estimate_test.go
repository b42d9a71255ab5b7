package engine

import (
	"math"
	"reflect"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestEstimate compares estimated costs with measured ones. The difference may be as large as the
// chance of the sample allows: five times the square root of the scanned rows, as counted in the
// sample, and a third of the rows whose keys records share.
func TestEstimate(t *testing.T) {
	is := func(field string, op plan.ConditionOp, value string) plan.Cond {
		return plan.Cond{Field: field, Op: op, Value: value}
	}
	queries := []plan.Query{
		corrie, march, {ID: "game", Where: []plan.Cond{is("game", plan.Equal, "Dota")}},
		{ID: "lost", Where: []plan.Cond{is("game", plan.Equal, "LoL"), is("win", plan.Equal, "false"), is("date", plan.HasPrefix, "201506")}},
		{ID: "one", Where: []plan.Cond{is("player", plan.Equal, "Sam"), is("date", plan.Equal, "20150301"), is("game", plan.Equal, "LoL")}},
		{ID: "latest", Where: []plan.Cond{is("game", plan.Equal, "LoL"), is("win", plan.Equal, "true")}, Latest: plan.Latest{Field: "date", N: 50}},
		{ID: "each", Where: []plan.Cond{is("game", plan.Equal, "LoL")}, Latest: plan.Latest{Field: "date", N: 2}, Each: "player"},
	}
	const records = 200_000
	turns := dataset.Spec{Fields: games.Fields, Recipe: &dataset.Recipe{Count: records, Seed: 3, Gens: []dataset.Generator{
		// The period of ten is that of the sample, so taking each tenth would give a single game.
		{Field: "game", Kind: dataset.Turns, Values: []string{"LoL", "a", "b", "c", "Dota", "d", "e", "f", "g", "h"}},
		{Field: "player", Kind: dataset.Zipf, From: "1", To: "5000", Step: "1", Values: []string{"p{n}"}},
		{Field: "date", Kind: dataset.Arrival, From: "20150101", To: "20151231"},
		{Field: "win", Kind: dataset.Choice, Values: []string{"true", "false"}, Weights: []int64{1, 9}},
		{Field: "kda", Kind: dataset.Ints, From: "1", To: "9"},
	}}}
	for name, data := range map[string]dataset.Spec{"games": grown(records), "turns": turns} {
		s := newSession()
		mustDo(t, s, SetWorkload{queries})
		mustDo(t, s, LoadRecords{Table: "games", Template: "{player}#{game}#{date}#{kda}", Columns: columns, Data: data})
		for i, template := range []string{
			"{game}#{player}#{date}", "{date}#{game}#{player}", "{game}#{date}#{win}#{player}", "{win}#{player|salt:4}#{player}#{game}#{date}",
			"{game}#{date|newest}#{player}", "{game}", "{game}#{player}",
		} {
			if testing.Short() && i%2 > 0 {
				continue
			}
			r := s.Do(EstimateRekey{"games", template})
			if r.Err != nil {
				if r.Err.Code == base.CodeFieldTransform {
					continue
				}
				t.Fatal(r.Err)
			}
			infos, _ := s.TablesInState(EstimateState)
			mustDo(t, s, Rekey{Table: "games", Template: template})
			want := s.Tables()[0]
			if got := infos[0]; got.Sampled != EstimateSampleSize || got.Records != records || got.Template != template || off(got.Rows, want.Rows) > 0.35 || off(got.Bytes, want.Bytes) > 0.35 || !got.Recipe {
				t.Errorf("%s %s: estimated %+v, then %+v", name, template, got, want)
			}
			scale := float64(want.Rows) / float64(infos[0].Sampled)
			for i, v := range s.Verdicts() {
				e := r.Verdicts[i]
				if e.Query != v.Query || e.Access != v.Access || e.LatestMethod != v.LatestMethod || e.Wanted != v.Wanted || !reflect.DeepEqual(e.InKey, v.InKey) {
					t.Errorf("%s %s: estimated %+v, then %+v", name, template, e, v)
				}
				past := float64(max(v.Stats.RowsScanned-v.Stats.RowsReturned, e.Stats.RowsScanned-e.Stats.RowsReturned, 0))
				if want.Rows < records || v.Stats.RowsReturned != v.Wanted {
					past = float64(v.Stats.RowsScanned)
				}
				bound := 5*math.Sqrt(past*max(scale, 1)) + 5*max(scale, 1)
				if v.Limit > 0 || want.Rows < records {
					bound += 0.35 * float64(v.Stats.RowsScanned) // few sampled rows, or shared keys, make the estimate rough
				}
				if math.Abs(float64(e.Stats.RowsScanned-v.Stats.RowsScanned)) > bound {
					t.Errorf("%s %s %s: estimated %d rows, then %d, which is beyond %.0f", name, template, v.Query, e.Stats.RowsScanned, v.Stats.RowsScanned, bound)
				}
			}
		}
	}
}

func off(a, b int64) float64 { return math.Abs(float64(a-b)) / float64(max(b, 1)) }

// TestEstimateAside checks that an estimate changes nothing. A request about the current state
// ends it, and so does one without a template.
func TestEstimateAside(t *testing.T) {
	s := newSession()
	mustDo(t, s, SetWorkload{[]plan.Query{march}})
	mustDo(t, s, LoadRecords{Table: "games", Template: "{date}#{player}#{game}", Columns: columns, Data: grown(MaxTrialRecords + 1)})
	before := s.Verdicts()
	tables := s.Tables()
	undo, redo := s.UndoRedoCounts()
	window := RowWindow{Table: "games", Count: 5, State: EstimateState}
	estimate := func() Reply { return mustDo(t, s, EstimateRekey{"games", "{game}#{player}#{date}"}) }
	r := estimate()
	if u, v := s.UndoRedoCounts(); u != undo || v != redo || len(r.Changes) > 0 || !reflect.DeepEqual(s.Verdicts(), before) || !reflect.DeepEqual(r.Tables, tables) {
		t.Errorf("it changed something: %+v", r)
	}
	page := s.Page(window)
	first := AnswerAs[*RekeyEstimated](r.Answer).First
	if page.State != EstimateState || page.Total == 0 || page.Total > EstimateSampleSize || first < 0 || s.TableStrip(page).Rows != page.Total || len(s.TableStrip(page).Spans) == 0 {
		t.Errorf("%+v, first %d, %+v", page, first, s.TableStrip(page))
	}
	window.Offset = first
	if row := s.Page(window).Rows[0]; row.Mark == MarkNone {
		t.Errorf("%+v", row)
	}
	compared := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts
	if now := compared[len(compared)-1]; len(compared) != 2 || !now.Current || compared[0].Current || now.State != EstimateState || now.Skew == 0 || now.Growth != nil || off(now.Bytes, tables[0].Bytes) > 0.02 {
		t.Errorf("%+v", compared)
	}
	sim := AnswerAs[*LoadSimulated](mustDo(t, s, SimulateLoad{Table: "games", Nodes: 3, Minutes: 10, Writes: 1000}).Answer)
	if sim.Template != "{game}#{player}#{date}" {
		t.Errorf("%s is simulated", sim.Template)
	}
	for _, end := range []Request{EstimateRekey{Table: "games"}, PreviewRead{Text: "read games"}, RunConsole{Text: "count games"}, Rekey{Table: "games", Template: "{game}#{player}#{date}"}} {
		if estimate(); !s.HasEstimate() {
			t.Fatal("it is not shown")
		}
		version := s.Version()
		mustDo(t, s, end)
		if p := s.Page(window); s.HasEstimate() || p.State != 0 || p.Total != MaxTrialRecords+1 || s.Version() == version {
			t.Errorf("%T leaves it", end)
		}
	}
	if r := s.Do(EstimateRekey{"none", "{game}"}); r.Err == nil || r.Err.Code != base.CodeNoDesign {
		t.Errorf("%+v", r.Err)
	}
	if r := s.Do(EstimateRekey{"games", "{nobody}"}); r.Err == nil || r.Err.Code != base.CodeTemplateField {
		t.Errorf("%+v", r.Err)
	}
}
