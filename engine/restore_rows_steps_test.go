//go:build !js

package engine

import (
	"testing"

	"tabletop/engine/base"
)

// TestFill writes given rows in several steps, all of them or none.
func TestFill(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	mustDo(t, s, RunConsole{Text: "createtable t families=f,n:never:intsum\naddtocell t a n:x=3@1000"})
	sum, _ := s.Table("t")
	row, _ := sum.Get("a")
	state := ""
	for c := range row.Cells() {
		state = c.Value
	}
	good := RowToRestore{Key: "b", Cells: []base.Cell{{Family: "f", Qualifier: "\x00", At: 1000, Value: "\xff"}, {Family: "n", Qualifier: "x", At: 2000, Value: state}}}
	for code, bad := range map[base.Code]RowToRestore{
		base.CodeEmptyKey:     {Cells: good.Cells},
		base.CodeNoMutation:   {Key: "c"},
		base.CodeNoFamily:     {Key: "c", Cells: []base.Cell{{Family: "z"}}},
		base.CodeBadTimestamp: {Key: "c", Cells: []base.Cell{{Family: "f", At: 5}}},
		base.CodeBadState:     {Key: "c", Cells: []base.Cell{{Family: "n", Value: "x"}}},
	} {
		before := s.Version()
		if r := s.Do(RestoreRows{Target: LoadRecords{Table: "t"}, Rows: []RowToRestore{good, bad}}); r.Err == nil || r.Err.Code != code || s.Version() != before {
			t.Errorf("%s: %v", code, r.Err)
		}
	}
	task := s.Start(RestoreRows{Target: LoadRecords{Table: "t"}, Rows: []RowToRestore{good, {Key: "c", Cells: good.Cells}}})
	if task.Step(1) || s.Tables()[0].Rows != 1 {
		t.Error("it is not done in steps")
	}
	for !task.Step(1) {
	}
	if info := s.Tables()[0]; task.Reply().Err != nil || info.Rows != 3 || info.Cells != 5 {
		t.Errorf("%v, %+v", task.Reply().Err, info)
	}
}
