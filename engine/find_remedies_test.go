package engine

import (
	"reflect"
	"strconv"
	"testing"

	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/traffic"
)

// TestRelieve checks that a remedy is only named if it was measured to help, and that nothing
// changes.
func TestRelieve(t *testing.T) {
	s := readings(t, "{time}#{user}")
	version := s.Version()
	findRemedies := func(ask SimulateLoad) *RemediesFound {
		t.Helper()
		was := AnswerAs[*LoadSimulated](s.Do(ask).Answer)
		r := s.Do(FindRemedies{TableLoad: was.Request, WholeLoad: ask, Pattern: was.Diagnosis.Pattern, Hottest: was.Hottest})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		return AnswerAs[*RemediesFound](r.Answer)
	}
	ask := SimulateLoad{Table: "battery", Nodes: 4, Minutes: 30, Writes: 20_000}
	out := findRemedies(ask)
	if out.Cause != advise.CauseTime || out.Field != "time" || len(out.Remedies) == 0 || len(out.Remedies) > maxRemedies {
		t.Fatalf("found %+v", out)
	}
	if s.Version() != version {
		t.Error("it has changed the session")
	}
	if !reflect.DeepEqual(out.Verdicts, s.Verdicts()) {
		t.Errorf("its own key is told to cost %+v; it costs %+v", out.Verdicts, s.Verdicts())
	}
	kinds := map[advise.RemedyKind]Remedy{}
	for i, r := range out.Remedies {
		kinds[r.Kind] = r
		if at := rekeyed(t, s, "battery", r.Template, ask); at.Hottest != r.Hottest || at.Pattern != r.Pattern || r.Hottest >= relief*out.Request.Hottest {
			t.Errorf("%s is told to be %.2f, %s; it is %.2f, %s", r.Template, r.Hottest, r.Pattern, at.Hottest, at.Pattern)
		}
		if len(r.Verdicts) != 1 || r.Verdicts[0].Stats.RowsScanned == 0 || r.Verdicts[0].Template != r.Template {
			t.Errorf("%s: questions cost %+v", r.Template, r.Verdicts)
		}
		if i > 0 && !r.Pattern.IsHot(r.Hottest) && out.Remedies[i-1].rank() > 0 {
			t.Error("the coolest is not the first")
		}
	}
	if later, ok := kinds[advise.MoveToEnd]; !ok || later.Template != "{user}#{time}" || later.Verdicts[0].Stats.RowsScanned != 200 {
		t.Errorf("the time is not moved: %+v", out.Remedies)
	}
	ask.Order = traffic.ByKey
	if out := findRemedies(ask); out.Cause != advise.CauseSortedBatch || len(out.Remedies) != 1 || out.Remedies[0].Kind != advise.ShuffleWrites || out.Remedies[0].Pattern == cluster.Sequential {
		t.Errorf("of a batch: %+v", out)
	}
	if r := s.Do(FindRemedies{TableLoad: SimulateLoad{Table: "other", Nodes: 1, Minutes: 1}}); r.Err == nil || r.Err.Code != base.CodeNoDesign {
		t.Errorf("of no table: %v", r.Err)
	}
}

// TestRemediesOfSameRows checks that a row written by hand, which the records lack, counts neither
// under the table's own key nor under a remedy.
func TestRemediesOfSameRows(t *testing.T) {
	s := readings(t, "{time}#{user}")
	records := s.Verdicts()
	key := s.Page(RowWindow{Table: "battery", Count: 1}).Rows[0].Key
	mustDo(t, s, RunConsole{Text: `set battery "` + string(key) + `x" f:charge=5`})
	if got, want := s.Verdicts()[0].Stats.RowsScanned, records[0].Stats.RowsScanned+1; got != want {
		t.Fatalf("with the row the question scans %d rows, not %d", got, want)
	}
	was := AnswerAs[*LoadSimulated](mustDo(t, s, SimulateLoad{Table: "battery", Nodes: 4, Minutes: 30, Writes: 20_000}).Answer)
	out := AnswerAs[*RemediesFound](mustDo(t, s, FindRemedies{TableLoad: was.Request, Pattern: was.Diagnosis.Pattern, Hottest: was.Hottest}).Answer)
	if !reflect.DeepEqual(out.Verdicts, records) {
		t.Errorf("of the records its own key costs %+v, not %+v", out.Verdicts, records)
	}
	mustDo(t, s, Undo{})
	again := AnswerAs[*RemediesFound](mustDo(t, s, FindRemedies{TableLoad: was.Request, Pattern: was.Diagnosis.Pattern, Hottest: was.Hottest}).Answer)
	for i, r := range out.Remedies {
		if i >= len(again.Remedies) || !reflect.DeepEqual(r.Verdicts, again.Remedies[i].Verdicts) {
			t.Errorf("%s costs %+v with the row", r.Template, r.Verdicts)
		}
	}
}

// rekeyed returns how hot a table is under a load with another key, and restores its key.
func rekeyed(t *testing.T, s *Session, table, template string, load SimulateLoad) Hotness {
	t.Helper()
	mustDo(t, s, Rekey{Table: table, Template: template})
	defer mustDo(t, s, Undo{})
	of := load.PartOnTable(table, s.Verdicts(), s.state.designs[table].Data.Fields)
	got := AnswerAs[*LoadSimulated](mustDo(t, s, of).Answer)
	return Hotness{table, got.Diagnosis.Pattern, got.Hottest, got.OverloadedNodes}
}

// twoTables returns readings in two tables. The key of the second begins with site and time.
func twoTables(t *testing.T) *Session {
	t.Helper()
	s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	data := dataset.Spec{Fields: []string{"device", "site", "ts"}}
	for minute := range 20 {
		for device := range 100 {
			data.Records = append(data.Records, []string{"dev-" + strconv.Itoa(100+device), "site" + strconv.Itoa(device%10), strconv.Itoa(1_700_000_000 + 60*minute + device%60)})
		}
	}
	equal := func(field, value string) []plan.Cond {
		return []plan.Cond{{Field: field, Op: plan.Equal, Value: value}}
	}
	mustDo(t, s, SetWorkload{Queries: []plan.Query{
		{ID: "day", Where: equal("device", "dev-105")},
		{ID: "latest", Where: equal("site", "site3"), Latest: plan.Latest{Field: "ts", N: 10}},
	}})
	columns := []plan.FieldColumn{{Field: "device", Family: "f", Qualifier: "device"}}
	mustDo(t, s, LoadRecords{Table: "readings", Template: "{device}#{ts}", Columns: columns, Data: data})
	mustDo(t, s, LoadRecords{Table: "readings-copy", Template: "{site}#{ts}#{device}", Columns: columns, Data: data})
	return s
}

// loadOfAll is the load on both tables of twoTables.
var loadOfAll = SimulateLoad{Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1, Reads: []QueryRate{{Query: "day", Rate: 100}, {Query: "latest", Rate: 100}, {Rate: 1000}}}

// TestRemediesSeeAllTables checks that the predicted costs of a remedy are those after it is
// applied, also for questions that another table answers.
func TestRemediesSeeAllTables(t *testing.T) {
	s := twoTables(t)
	of := loadOfAll.PartOnTable("readings-copy", s.Verdicts(), []string{"device", "site", "ts"})
	was := AnswerAs[*LoadSimulated](mustDo(t, s, of).Answer)
	out := AnswerAs[*RemediesFound](mustDo(t, s, FindRemedies{TableLoad: was.Request, WholeLoad: loadOfAll, Pattern: was.Diagnosis.Pattern, Hottest: was.Hottest}).Answer)
	if len(out.Remedies) == 0 {
		t.Fatalf("nothing helps where %s is %.2f", was.Diagnosis.Pattern, was.Hottest)
	}
	for _, r := range out.Remedies {
		mustDo(t, s, Rekey{Table: "readings-copy", Template: r.Template})
		if got := s.Verdicts(); !reflect.DeepEqual(got, r.Verdicts) {
			t.Errorf("%s is told to cost %+v; it costs %+v", r.Template, r.Verdicts, got)
		}
		if day := r.Verdicts[0]; day.Table != "readings" || day.Stats.RowsScanned != 20 {
			t.Errorf("under %s a device's readings cost %d rows of %s", r.Template, day.Stats.RowsScanned, day.Table)
		}
		mustDo(t, s, Undo{})
	}
}

// TestOneHotness checks that the hotness of an attempt is that of its hottest table under the same
// load, whichever request simulates it and whether or not it was simulated before.
func TestOneHotness(t *testing.T) {
	for _, first := range []string{"map", "attempts"} {
		s := twoTables(t)
		fields := []string{"device", "site", "ts"}
		var hottest Hotness
		maps := func() {
			for _, name := range []string{"readings", "readings-copy"} {
				m := AnswerAs[*LoadSimulated](mustDo(t, s, loadOfAll.PartOnTable(name, s.Verdicts(), fields)).Answer)
				if h := (Hotness{name, m.Diagnosis.Pattern, m.Hottest, m.OverloadedNodes}); h.hotter(hottest) {
					hottest = h
				}
			}
		}
		if first == "map" {
			maps()
		}
		all := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{Load: &loadOfAll}).Answer).Attempts
		if first != "map" {
			maps()
		}
		now := all[len(all)-1]
		if !now.Current || now.Skew != hottest.Hottest || now.SkewTable != hottest.Table || hottest.Table == "" {
			t.Errorf("%s first: the attempt of now is %.3f (%s), the hottest table %+v", first, now.Skew, now.SkewTable, hottest)
		}
		if now.OverloadedNodes != hottest.tooMany(loadOfAll.Nodes) {
			t.Errorf("%s first: %d of its nodes are asked for too much, of the hottest table %+v", first, now.OverloadedNodes, hottest)
		}
		heavy := loadOfAll
		heavy.Writes *= 1000
		all = AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{Load: &heavy}).Answer).Attempts
		if over := all[len(all)-1].OverloadedNodes; over == 0 {
			t.Errorf("%s first: nothing is too much for the nodes", first)
		}
		if plain := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts; plain[len(plain)-1].Skew == now.Skew {
			t.Error("writes alone come to the same as the load")
		}
	}
}

// TestOverloadOfCoolerTable tests that an overload counts although another table is hotter, and that
// a few overloaded nodes of a hot table do not.
func TestOverloadOfCoolerTable(t *testing.T) {
	hot, even := Hotness{"a", cluster.HotRange, 4, 2}, Hotness{"b", cluster.Even, 1.19, 8}
	if !hot.hotter(even) {
		t.Fatal("the even table is hotter")
	}
	if n := mostOverloaded([]Hotness{hot, even}, 8); n != 8 {
		t.Errorf("%d nodes are overloaded", n)
	}
	if n := mostOverloaded([]Hotness{hot}, 8); n != 0 {
		t.Errorf("%d nodes are overloaded by the hot table", n)
	}
}
