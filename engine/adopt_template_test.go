package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/intake"
	"tabletop/engine/plan"
)

// visits makes a table without a design. Two of its 200 rows do not fit the template.
func visits(t *testing.T, s *Session) {
	t.Helper()
	text := "createtable visits families=V,N:never:intsum\n"
	for i := range 198 {
		key := fmt.Sprintf("user#%d#%d", i%20, 1_425_213_901_000+int64(i)*977_000)
		text += fmt.Sprintf("set visits %s V:Page=old@1000\nset visits %s V:Page=p%d@2000\naddtocell visits %s N:n=1\n", key, key, i%7, key)
		if i%2 == 0 {
			text += fmt.Sprintf("set visits %s V:user=u%d\n", key, i)
		}
	}
	mustDo(t, s, RunConsole{Text: text + "set visits config V:Page=x\nset visits zzz V:Page=y"})
}

func TestInferAndAdopt(t *testing.T) {
	s := newSession()
	visits(t, s)
	found := AnswerAs[*TemplatesInferred](mustDo(t, s, InferTemplates{Table: "visits"}).Answer)
	const template = "user#{user}#{time}"
	if p := found.Proposals[0]; found.Rows != 200 || p.Template != template || p.Keys != 200 || p.Fits != 198 || !slices.Equal(p.Misfits, []base.RowKey{"config", "zzz"}) {
		t.Fatalf("%+v", found)
	}
	before, _ := s.Table("visits")
	r := mustDo(t, s, AdoptTemplate{Table: "visits", Template: template})
	if n := r.Output[0]; n.Code != base.NoteDesigned || !slices.Equal(n.Args, []string{"visits", template, "198", "2", "198"}) || r.FocusTable != "visits" {
		t.Errorf("%+v", r.Output)
	}
	_, data, ok := s.Design("visits")
	if want := []string{"user", "time", "page", "fuser1"}; !ok || !slices.Equal(data.Fields, want) || len(data.Records) != 198 {
		t.Fatalf("%v of %d records", data.Fields, len(data.Records))
	}
	if rec := data.Records[0]; !slices.Equal(rec, []string{"0", "1425213901000", "p0", "u0"}) {
		t.Errorf("the first record is %q", rec)
	}
	// The rows that fit are unchanged, with their older versions.
	after, _ := s.Table("visits")
	for row := range after.RowsAt(0, 1000) {
		if was, ok := before.Get(row.Key()); !ok || !reflect.DeepEqual(slices.Collect(was.Cells()), slices.Collect(row.Cells())) {
			t.Fatalf("%s has become %v", row.Key(), slices.Collect(row.Cells()))
		}
	}
	if after.Len() != 198 {
		t.Errorf("%d rows are left", after.Len())
	}

	// The table has a design like any other: questions are planned, and its key can be changed.
	ask := plan.Query{ID: "seven", Where: []plan.Cond{{Field: "user", Op: plan.Equal, Value: "7"}, {Field: "page", Op: plan.Equal, Value: "p0"}}}
	v := mustDo(t, s, SetWorkload{Queries: []plan.Query{ask}}).Verdicts[0]
	if v.Access != plan.Prefix || v.Stats.RowsScanned != 10 || v.Stats.RowsReturned != v.Wanted || v.Wanted == 0 {
		t.Errorf("%+v", v)
	}
	wanted := v.Wanted
	if v = mustDo(t, s, Rekey{Table: "visits", Template: "{time}#{user}"}).Verdicts[0]; v.Access != plan.Scan || v.Stats.RowsScanned != 198 || v.Stats.RowsReturned != wanted {
		t.Errorf("%+v", v)
	}
	for range 3 {
		mustDo(t, s, Undo{})
	}
	if now, _ := s.Table("visits"); now.Len() != 200 || s.Tables()[0].Template != "" {
		t.Errorf("undone, there are %d rows, designed as %q", now.Len(), s.Tables()[0].Template)
	}
	refused(t, s, InferTemplates{Table: "nope"}, base.CodeNoTable)
	refused(t, s, AdoptTemplate{Table: "nope", Template: template}, base.CodeNoTable)
	refused(t, s, AdoptTemplate{Table: "visits", Template: "{"}, base.CodeTemplateSyntax)
	refused(t, s, AdoptTemplate{Table: "visits", Template: "order#{order}"}, base.CodeNothingFits)

	// A table of aggregates only has a design without columns: questions can be planned with it,
	// but its key cannot be changed, since a row needs a cell.
	mustDo(t, s, RunConsole{Text: "createtable sums families=N:never:intsum\naddtocell sums a#1 N:n=1\naddtocell sums b#2 N:n=1"})
	mustDo(t, s, AdoptTemplate{Table: "sums", Template: "{a}#{n}"})
	ask = plan.Query{ID: "a", Where: []plan.Cond{{Field: "a", Op: plan.Equal, Value: "a"}}}
	if p := AnswerAs[*QuestionPlan](mustDo(t, s, PlanQuestion{Query: ask, Measure: true}).Answer); p.Verdict.Access != plan.Prefix {
		t.Errorf("%+v", p)
	}
	refused(t, s, Rekey{Table: "sums", Template: "{n}#{a}"}, base.CodeNoMutation)
}

// TestAdoptIsReplayed checks that the recorded changes give the same rows and records again.
func TestAdoptIsReplayed(t *testing.T) {
	var journal []Change
	s := newSession()
	text := "createtable t families=f\nset t b#2 f:q=1\nset t a#1 f:q=2\nset t x f:q=3"
	for _, r := range []Request{RunConsole{Text: text}, AdoptTemplate{Table: "t", Template: "{l}#{n}"}, Rekey{Table: "t", Template: "{n}#{l}"}} {
		journal = append(journal, mustDo(t, s, r).Changes...)
	}
	again := newSession()
	for _, c := range journal {
		for task := again.Replay(c); !task.Step(10); {
		}
	}
	if got, want := shownTable(again, again.Tables()[0]), shownTable(s, s.Tables()[0]); got != want || !strings.Contains(want, "1#a") {
		t.Errorf("replayed\n%s\nwant\n%s", got, want)
	}
}

// TestAdoptRunsInSlices checks that a task that is dropped between steps leaves the session
// unchanged.
func TestAdoptRunsInSlices(t *testing.T) {
	s := newSession()
	visits(t, s)
	for _, r := range []Request{InferTemplates{Table: "visits"}, AdoptTemplate{Table: "visits", Template: "user#{user}#{time}"}} {
		task := s.Start(r)
		for range 3 {
			if task.Step(40) {
				t.Fatalf("%T is through at once", r)
			}
		}
		if done, total := task.Progress(); total != 200 || done < 1 || done > 120 {
			t.Errorf("%T is at %d of %d", r, done, total)
		}
	}
	if info := s.Tables()[0]; info.Template != "" || info.Rows != 200 {
		t.Errorf("%+v", info)
	}
}

func TestAdoptIsBounded(t *testing.T) {
	s := newSession()
	text := "createtable t families=f\n"
	for i := range intake.MaxColumns + 1 {
		text += fmt.Sprintf("set t a#1 f:c%d=1\n", i)
	}
	mustDo(t, s, RunConsole{Text: text})
	refused(t, s, AdoptTemplate{Table: "t", Template: "{a}#{b}"}, base.CodeManyFields)
}
