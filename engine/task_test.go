package engine

import (
	"reflect"
	"runtime"
	"testing"

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
		PlanQuestion{Query: queries[1], Measure: true}, RunConsole{Text: "read games"}, RunConsole{Text: "count games"},
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
			if n := runtime.NumGoroutine(); n != running {
				t.Fatalf("%T after %d steps: %d coroutines have not ended", r, steps, n-running)
			}
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
