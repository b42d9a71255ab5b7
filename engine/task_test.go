package engine

import (
	"reflect"
	"runtime"
	"testing"

	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/traffic"
)

// TestStoppedTask checks that a task that is stopped at any point ends its coroutine and leaves
// tables, designs, costs and timeline unchanged.
func TestStoppedTask(t *testing.T) {
	queries := []plan.Query{corrie, {ID: "won", Where: []plan.Cond{{Field: "win", Op: plan.Equal, Value: "true"}}}}
	fresh := func() *Session {
		s := newSession()
		mustDo(t, s, SetWorkload{queries})
		mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{player}#{date}", Columns: columns, Data: grown(500)})
		mustDo(t, s, RunConsole{Text: "createtable raw families=f\nset raw a#1 f:q=1\nset raw b#1 f:q=2\nset raw c f:q=3"})
		return s
	}
	under := SimulateLoad{Table: "games", Nodes: 3, Minutes: 2, Writes: 100, Order: traffic.ByKey, Seed: 1}
	type kept struct {
		tables   []TableInfo
		rows     [][]string
		verdicts []Verdict
		timeline *UndoTimeline
		version  uint64
	}
	now := func(s *Session) kept {
		k := kept{tables: s.Tables(), verdicts: s.Verdicts(), timeline: s.Timeline(), version: s.Version()}
		for _, info := range k.tables {
			k.rows = append(k.rows, rowsOf(s.state.tables[info.Name]))
		}
		return k
	}
	running := runtime.NumGoroutine()
	for _, r := range []Request{
		LoadRecords{Table: "games", Template: "{date}#{player}", Columns: columns, Data: grown(400)},
		Rekey{Table: "games", Template: "{date}#{player}#{game}"},
		MeasureDesigns{Templates: []string{"{date}#{player}#{game}", "{player}#{game}#{date}"}, Columns: columns, Data: grown(300), Keep: "kept"},
		RunConsole{Text: "deletefamily games stats"}, RunConsole{Text: "import games games.csv", Files: []PickedFile{{"games.csv", "k,stats:win\na,1\nb,2\nc,3\n"}}},
		LoadValuesText{Target: LoadRecords{Table: "text", Template: "{k}", Data: dataset.Spec{Fields: []string{"k", "v"}}, Columns: []plan.FieldColumn{{Field: "v", Family: "f", Qualifier: "v"}}}, Separator: ",", HeaderRecords: 1, PackedText: packed("k,v\na,1\nb,2\nc,3\n")},
		AdoptTemplate{Table: "raw", Template: "{a}#{b}"}, RestoreRows{Target: LoadRecords{Table: "raw"}, Rows: []RowToRestore{{Key: "d"}, {Key: "e"}}}, CollectGarbage{"games"}, SetWorkload{queries[:1]}, Undo{},
		FindGarbage{"games"}, MeasureSizes{"games"}, PreviewRekey{Table: "games", Template: "{date}#{player}#{game}"}, InferTemplates{"games"}, CompareDesigns{}, under, FindRemedies{TableLoad: under, Hottest: 9}, Advise{},
		PlanQuestion{Query: queries[1], Measure: true}, MarkQuestion{Query: queries[1].ID}, RunConsole{Text: "read games"}, RunConsole{Text: "count games"},
		EstimateRekey{"games", "{date}#{player}#{game}"},
	} {
		s := fresh()
		before := now(s)
		for steps := range 60 {
			task := s.Start(r)
			done := false
			for range steps {
				done = done || task.Step(7)
			}
			accepted, _ := task.AcceptedChanges()
			task.Stop()
			n := runtime.NumGoroutine()
			if n > running {
				t.Fatalf("%T after %d steps: %d coroutines have not ended", r, steps, n-running)
			}
			running = n // a goroutine of an earlier test may have ended
			if !task.Step(7) {
				t.Fatalf("%T after %d steps: it goes on", r, steps)
			}
			if done || len(accepted) > 0 {
				break
			}
			if !reflect.DeepEqual(now(s), before) {
				t.Fatalf("%T after %d steps: the session has changed", r, steps)
			}
		}
	}
}

// TestSessionChangesMeanwhile starts each request, lets the session change after any of its steps,
// and then steps the request to its end. The request has to end with an answer or a refusal, even if
// the change has removed its table, and the session has to be as if the request had come after the
// change or had been refused.
func TestSessionChangesMeanwhile(t *testing.T) {
	queries := []plan.Query{corrie, {ID: "won", Where: []plan.Cond{{Field: "win", Op: plan.Equal, Value: "true"}}}, {ID: "last", Where: []plan.Cond{{Field: "player", Value: "Corrie"}}, Latest: plan.Latest{Field: "date", N: 2}}}
	data := grown(300)
	fresh := func() *Session {
		s := newSession()
		mustDo(t, s, RunConsole{Text: "createtable raw families=f:maxversions=1\nset raw a#1 f:q=1\nset raw a#1 f:q=1\nset raw b#1 f:q=2\nset raw c f:q=3"})
		mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{player}#{date}", Columns: columns, Data: data})
		mustDo(t, s, SetWorkload{queries})
		mustDo(t, s, Rekey{Table: "games", Template: "{date}#{player}#{game}"})
		mustDo(t, s, RunConsole{Text: "read games"})
		return s
	}
	under := SimulateLoad{Table: "games", Nodes: 3, Minutes: 2, Writes: 100, Order: traffic.ByKey, Seed: 1}
	all := under
	all.Table = ""
	changes := map[string]func(s *Session){
		"undone to the start": func(s *Session) {
			for s.Do(Undo{}).Err == nil {
			}
		},
		"undone once":     func(s *Session) { s.Do(Undo{}) },
		"dropped":         func(s *Session) { s.Do(RunConsole{Text: "deletetable games\ndeletetable raw"}) },
		"asked otherwise": func(s *Session) { s.Do(SetWorkload{}) },
		"loaded anew": func(s *Session) {
			s.Do(LoadRecords{Table: "games", Template: "{player}", Columns: columns, Data: grown(20)})
		},
		"estimated":      func(s *Session) { s.Do(EstimateRekey{"games", "{player}#{date}#{game}"}) },
		"estimate ended": func(s *Session) { s.Do(EstimateRekey{"games", ""}) },
		"forgotten":      func(s *Session) { s.Do(Undo{}); s.Do(ForgetHistory{}) },
	}
	coarse := 5 // the next step that is tried lies a fifth further on
	if testing.Short() {
		coarse = 1
	}
	for _, r := range []Request{
		LoadRecords{Table: "games", Template: "{date}#{player}", Columns: columns, Data: grown(200)},
		Rekey{Table: "games", Template: "{player}#{date}#{game}"}, Rekey{Table: "games", Template: "{player}#{date}", Trial: 1},
		MeasureDesigns{Templates: []string{"{date}#{player}#{game}", "{player}#{game}#{date}"}, Columns: columns, Data: data, Keep: "kept"},
		RunConsole{Text: "deletefamily games stats"}, RunConsole{Text: "read games"}, RunConsole{Text: "count games"}, RunConsole{Text: "scan 'games'", Dialect: HBase}, RunConsole{Text: "major_compact 'games'", Dialect: HBase}, RunConsole{Text: "deleteall 'games', {ROWPREFIXFILTER => '2'}\nflush 'games'\nmajor_compact 'games'", Dialect: HBase},
		AdoptTemplate{Table: "raw", Template: "{a}#{b}"}, CollectGarbage{"raw"}, SetWorkload{queries[:1]}, CopyTable{Table: "games", As: "twin"},
		FindGarbage{"raw"}, MeasureSizes{"games"}, PreviewRekey{Table: "games", Template: "{player}#{date}#{game}"}, InferTemplates{"games"}, FindRecipe{Table: "games"},
		CompareDesigns{}, CompareDesigns{Load: &under}, CompareDesigns{Load: &all}, under, all, FindRemedies{TableLoad: under, Hottest: 9}, FindRemedies{TableLoad: under, WholeLoad: all, Hottest: 9, Pattern: cluster.HotRange},
		FindBusyKeys{Simulation: under, To: 60}, Advise{}, PlanQuestion{Query: queries[1], Measure: true}, MarkQuestion{Query: "last"}, EstimateRekey{"games", "{player}#{date}#{game}"},
		PreviewRead{Text: "read games", Rows: 1000}, TraceLastRead{}, CompleteKeys{Table: "games", Count: 9},
	} {
		for name, change := range changes {
			for steps := 0; steps < 400; steps += 1 + steps/coarse {
				s := fresh()
				if name == "estimate ended" {
					mustDo(t, s, EstimateRekey{"games", "{player}#{date}#{game}"})
				}
				task := s.Start(r)
				done := false
				for range steps {
					if done = task.Step(5); done {
						break
					}
				}
				if done {
					break
				}
				change(s)
				func() {
					defer func() {
						if why := recover(); why != nil {
							t.Errorf("%T after %d steps, %s: %v", r, steps, name, why)
						}
					}()
					for !task.Step(1_000) {
					}
					task.Reply()
					for s.Do(Undo{}).Err == nil {
					}
				}()
			}
		}
	}
}
