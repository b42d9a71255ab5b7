package engine

import (
	"reflect"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// battery returns the reports of some users' devices, one each minute.
func battery(users string, minutes int64) dataset.Spec {
	return dataset.Spec{Fields: []string{"user", "time", "charge"}, Recipe: &dataset.Recipe{Count: minutes * 40, Seed: 3, Gens: []dataset.Generator{
		{Field: "user", Kind: dataset.Turns, Values: []string{"u{n}"}, From: "10", To: users},
		{Field: "time", Kind: dataset.Arrival, From: "20150301000000", Step: "60000"},
		{Field: "charge", Kind: dataset.Ints, From: "00", To: "99"},
	}}}
}

func TestWeighTellsAttemptsApart(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	columns := []plan.FieldColumn{{Field: "charge", Family: "f", Qualifier: "charge"}, {Field: "user", Family: "f", Qualifier: "user"}}
	byUser := []plan.Cond{{Field: "user", Op: plan.Equal, Value: "u12"}}
	mustDo(t, s, SetWorkload{Queries: []plan.Query{{ID: "one user", Where: byUser}}})
	mustDo(t, s, LoadRecords{Table: "battery", Template: "{time}#{user}", Columns: columns, Data: battery("49", 50)})
	mustDo(t, s, Rekey{Table: "battery", Template: "{user}#{time}"})
	mustDo(t, s, Rekey{Table: "battery", Template: "{time}"})
	mustDo(t, s, Undo{})
	version := s.Version()
	for _, a := range AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{WithoutGrowth: true}).Answer).Attempts {
		if a.Growth != nil || a.Skew == 0 || len(a.Verdicts) != 1 {
			t.Errorf("in brief %+v", a)
		}
	}
	rep := mustDo(t, s, CompareDesigns{})
	if s.Version() != version || len(rep.Changes) > 0 {
		t.Error("weighing has changed the session")
	}
	first := AnswerAs[*DesignsCompared](rep.Answer).Attempts
	if len(first) != 3 {
		t.Fatalf("%d attempts: %+v", len(first), first)
	}
	time, user, lossy := first[0], first[1], first[2]
	if time.Designs[0] != (TableDesign{"battery", "{time}#{user}", 2000}) || user.Designs[0].Template != "{user}#{time}" || lossy.Designs[0].Template != "{time}" {
		t.Errorf("in the order of their states: %+v", first)
	}
	if time.Current || !user.Current || lossy.Current || user.State == 0 {
		t.Errorf("now is %+v", user)
	}
	// Under one key every write is at the end of the table, under the other they are spread.
	if time.Skew < 0.8*SkewNodes || user.Skew > 2 {
		t.Errorf("skew %.2f with the time first, %.2f with the user first", time.Skew, user.Skew)
	}
	if v := time.Verdicts[0]; v.Stats.RowsScanned != 2000 || v.Wanted != 50 {
		t.Errorf("with the time first %+v", v)
	}
	if user.Lost[0] != 0 || lossy.Lost[0] != 107 {
		t.Errorf("%d and %d records are lost", user.Lost[0], lossy.Lost[0])
	}
	if v := lossy.Verdicts[0]; v.Stats.RowsReturned == v.Wanted {
		t.Errorf("without the user %+v", v)
	}
	// Ten times the records mean ten times the rows of one user here, over the same time.
	if g := time.Growth[0]; g.From != 2000 || g.Records != 20_000 || g.Scanned != 20_000 || g.Wanted != 500 || g.Bytes < 10*time.Verdicts[0].Stats.BytesScanned {
		t.Errorf("at another size %+v", g)
	}
	if g := user.Growth[0]; g.Scanned != 500 {
		t.Errorf("at another size %+v", g)
	}
	if again := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts; !reflect.DeepEqual(again, first) {
		t.Error("the same came out otherwise")
	}

	// A template that is tried again keeps its place. So does one that was undone, although it is
	// no longer in the timeline.
	mustDo(t, s, Rekey{Table: "battery", Template: "{time}#{user}"})
	back := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts
	if len(back) != 3 || !back[0].Current || back[0].Designs[0].Template != "{time}#{user}" {
		t.Errorf("tried again %+v", back)
	}
	if gone := back[2]; gone.State < FirstProposedState || gone.Skew != lossy.Skew || gone.Bytes != lossy.Bytes || !reflect.DeepEqual(gone.Designs, lossy.Designs) || !reflect.DeepEqual(gone.Verdicts, lossy.Verdicts) || !reflect.DeepEqual(gone.Growth, lossy.Growth) {
		t.Errorf("what was undone is\n%+v\nit was\n%+v", gone, lossy)
	}
	mustDo(t, s, Undo{})

	// Another workload is measured on every attempt, with its own number of wanted records.
	mustDo(t, s, SetWorkload{Queries: []plan.Query{{ID: "one user", Where: []plan.Cond{{Field: "charge", Op: plan.Equal, Value: "07"}}}}})
	for _, a := range AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts {
		if v := a.Verdicts[0]; v.Stats.RowsScanned < 40 || v.Wanted == 50 || v.Wanted == 0 {
			t.Errorf("under %s: %+v", a.Designs[0].Template, v)
		}
	}
	// A state that only a checkpoint holds is an attempt too; one with other data is not.
	mustDo(t, s, Rekey{Table: "battery", Template: "{user}"})
	mustDo(t, s, SaveCheckpoint{Name: "one row a user"})
	mustDo(t, s, Undo{})
	mustDo(t, s, Rekey{Table: "battery", Template: "x#{user}#{time}"})
	named := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts
	if a := named[len(named)-2]; a.Name != "one row a user" || a.Designs[0].Template != "{user}" {
		t.Errorf("of a checkpoint %+v", a)
	}
	mustDo(t, s, LoadRecords{Table: "battery", Template: "{day}", Columns: []plan.FieldColumn{{Field: "n", Family: "f"}}, Data: dataset.Spec{Fields: []string{"day", "n"}, Records: [][]string{{"1", "2"}}}})
	if only := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts; len(only) != 1 || only[0].Growth[0].Records != 0 {
		t.Errorf("of other fields %+v", only)
	}
}

// TestWeighSteps checks that the comparison works in steps, and changes nothing if it is dropped.
func TestWeighSteps(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	mustDo(t, s, LoadRecords{Table: "battery", Template: "{time}#{user}", Columns: []plan.FieldColumn{{Field: "charge", Family: "f"}}, Data: battery("49", 50)})
	for range 5 {
		s.Start(CompareDesigns{}).Step(500)
	}
	task, steps := s.Start(CompareDesigns{}), 0
	for !task.Step(1000) {
		steps++
	}
	if w := AnswerAs[*DesignsCompared](task.Reply().Answer); steps < 3 || len(w.Attempts) != 1 || len(w.Attempts[0].Verdicts) != 0 || w.Attempts[0].Skew < 4 {
		t.Errorf("in %d steps %+v", steps, w)
	}
}

// TestWeighFigures checks that earlier measurements count beside the designs, each template once,
// with the writes simulated over the present data.
func TestWeighFigures(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	columns := []plan.FieldColumn{{Field: "charge", Family: "f", Qualifier: "charge"}}
	ask := SetWorkload{Queries: []plan.Query{{ID: "one user", Where: []plan.Cond{{Field: "user", Op: plan.Equal, Value: "u12"}}}}}
	mustDo(t, s, ask)
	mustDo(t, s, LoadRecords{Table: "battery", Template: "{user}#{time}", Columns: columns, Data: battery("49", 50)})
	var figures []DesignMeasurement
	for _, minutes := range []int64{5, 50} {
		figures = append(figures, AnswerAs[DesignMeasurements](mustDo(t, s, MeasureDesigns{Templates: []string{"{user}#{time}", "{time}#{user}", "{charge}#{time}#{user}"}, Columns: columns, Data: battery("49", minutes)}).Answer)...)
	}
	figures = append(figures, DesignMeasurement{Template: "{other}", Query: "one user", Records: 9}, DesignMeasurement{Template: "{time}", Query: "another", Records: 9})
	task := s.Start(CompareDesigns{EarlierMeasurements: figures})
	for !task.Step(700) {
	}
	all := AnswerAs[*DesignsCompared](task.Reply().Answer).Attempts
	if len(all) != 3 || !all[2].Current {
		t.Fatalf("%d attempts: %+v", len(all), all)
	}
	time := all[0]
	if time.State < FirstProposedState || time.Designs[0] != (TableDesign{"battery", "{time}#{user}", 2000}) || time.Skew < 0.8*SkewNodes || time.Bytes == 0 {
		t.Errorf("%+v", time)
	}
	if v, g := time.Verdicts[0], time.Growth[0]; v.Table != "battery" || v.Stats.RowsScanned != 2000 || v.Wanted != 50 || !reflect.DeepEqual(g, GrowthCost{From: 2000, Records: 200, Scanned: 200, Wanted: 5}) {
		t.Errorf("%+v, %+v", v, g)
	}
	if charge := all[1]; charge.State == time.State || charge.Skew == 0 || charge.Skew > time.Skew {
		t.Errorf("%+v", charge)
	}
	// The result is remembered, and the design itself is still measured.
	if again := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{EarlierMeasurements: figures}).Answer).Attempts; !reflect.DeepEqual(again, all) {
		t.Errorf("again it is %+v", again)
	}
	mustDo(t, s, Rekey{Table: "battery", Template: "{time}#{user}"})
	own := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{EarlierMeasurements: figures}).Answer).Attempts
	if v := own[len(own)-1]; len(own) != 3 || !v.Current || v.Skew != time.Skew || v.Verdicts[0].Stats.BytesScanned == 0 {
		t.Errorf("taken it is %+v", own)
	}
	if none := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts; len(none) != 2 {
		t.Errorf("without figures %+v", none)
	}
}
