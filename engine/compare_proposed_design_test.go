package engine

import (
	"reflect"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/plan"
)

// TestWeighTrials checks that a trial costs the same as it would as the current design, and that
// the session does not change.
func TestWeighTrials(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	columns := []plan.FieldColumn{{Field: "charge", Family: "f", Qualifier: "charge"}}
	if rep := s.Do(CompareDesigns{OnlyProposed: true, Proposed: []ProposedDesign{{Name: "none"}}}); rep.Err != nil || len(AnswerAs[*DesignsCompared](rep.Answer).Proposed) > 0 {
		t.Errorf("without a design: %+v", rep)
	}
	mustDo(t, s, SetWorkload{Queries: []plan.Query{{ID: "one user", Where: []plan.Cond{{Field: "user", Op: plan.Equal, Value: "u12"}}}}})
	mustDo(t, s, LoadRecords{Table: "battery", Template: "{time}#{user}", Columns: columns, Data: battery("49", 50)})
	other := battery("49", 60)
	trials := []ProposedDesign{
		{Name: "user first", Tables: []TableDesign{{Table: "battery", Template: "{user}#{time}"}}},
		{Name: "two tables", Tables: []TableDesign{{Table: "battery", Template: "{time}#{user}"}, {Table: "by_user", Template: "{user}#{time}"}}},
		{Name: "as now, other data", Data: &other},
		{Name: "users alone", Tables: []TableDesign{{Table: "battery", Template: "{user}"}}},
	}
	version := s.Version()
	rep := mustDo(t, s, CompareDesigns{OnlyProposed: true, Proposed: trials})
	if s.Version() != version || len(rep.Changes) > 0 || len(AnswerAs[*DesignsCompared](rep.Answer).Attempts) > 0 {
		t.Errorf("more than trials: %+v", rep)
	}
	got := AnswerAs[*DesignsCompared](rep.Answer).Proposed
	if len(got) != 4 {
		t.Fatalf("%d trials", len(got))
	}
	for i, want := range []struct {
		records, scanned int64
		designs          int
		lost             int64
	}{{2000, 50, 1, 0}, {2000, 50, 2, 0}, {2400, 2400, 1, 0}, {2000, 1, 1, 1960}} {
		a := got[i]
		if a.Lost[0] != want.lost || a.Name != trials[i].Name || len(a.Designs) != want.designs || a.Designs[0].Records != want.records || a.Verdicts[0].Stats.RowsScanned != want.scanned {
			t.Errorf("%+v", a)
		}
	}
	if got[1].Bytes != 2*got[0].Bytes || got[0].Skew > 2 || got[1].Skew < 0.8*SkewNodes {
		t.Errorf("bytes %d and %d, skew %f and %f", got[0].Bytes, got[1].Bytes, got[0].Skew, got[1].Skew)
	}
	again := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{Proposed: trials}).Answer)
	for i, a := range again.Proposed {
		if g := a.Growth[0]; got[i].Growth != nil || g.Records != 10*g.From || g.Scanned == 0 {
			t.Errorf("growth %+v, of trials alone %+v", g, got[i].Growth)
		}
		again.Proposed[i].Growth = nil
	}
	if !reflect.DeepEqual(again.Proposed, got) || len(again.Attempts) != 1 {
		t.Errorf("beside the attempts: %+v", again)
	}
	mustDo(t, s, Rekey{Table: "battery", Template: "{user}#{time}"})
	all := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts
	now := all[len(all)-1]
	if !reflect.DeepEqual(now.Verdicts, got[0].Verdicts) || now.Skew != got[0].Skew || now.Bytes != got[0].Bytes {
		t.Errorf("as a design of now %+v, on trial %+v", now, got[0])
	}
	if rep := s.Do(CompareDesigns{Proposed: []ProposedDesign{{Tables: []TableDesign{{Table: "battery", Template: "{none}"}}}}}); rep.Err == nil || rep.Err.Code != base.CodeTemplateField {
		t.Errorf("a field that there is not: %+v", rep.Err)
	}
}
