package engine

import (
	"slices"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestNoNumbers checks that a question that compares values with a decimal comma as numbers is
// reported to find no numbers, and that the advisor does not speak of its cost.
func TestNoNumbers(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 0 }})
	data := dataset.Spec{Fields: []string{"id", "temp", "ok"}}
	for i := range 300 {
		data.Records = append(data.Records, []string{"k" + count(int64(i)), []string{"", "22,94", "19,5"}[i%3], "1.5"})
	}
	columns := []plan.FieldColumn{{Field: "temp", Family: "cf", Qualifier: "temp"}, {Field: "ok", Family: "cf", Qualifier: "ok"}}
	mustDo(t, s, LoadRecords{Table: "t", Template: "{id}", Columns: columns, Data: data})
	ask := func(field string) plan.Query {
		return plan.Query{ID: field, Where: []plan.Cond{{Field: field, Op: plan.Numbers, Value: "1", To: "30"}}}
	}
	want := []NonNumericField{{Field: "temp", Value: "22,94"}}
	for field, want := range map[string][]NonNumericField{"temp": want, "ok": nil} {
		r := s.Do(PlanQuestion{Query: ask(field), Measure: true})
		if got := AnswerAs[*QuestionPlan](r.Answer); got == nil || !slices.Equal(got.NonNumeric, want) {
			t.Errorf("%s: %+v", field, got)
		}
	}
	mustDo(t, s, SetWorkload{Queries: []plan.Query{ask("temp"), ask("ok")}})
	mustDo(t, s, Rekey{Table: "t", Template: "{ok}#{id}"})
	if got := s.Tables()[0].NonNumeric; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	for _, f := range AnswerAs[*AdviceReport](s.Do(Advise{}).Answer).Findings {
		if f.Example == "temp" {
			t.Errorf("%+v", f)
		}
	}
}

// TestGeneratedNumbers checks that a field whose given values are no numbers is not reported if
// the recipe may generate numbers for it.
func TestGeneratedNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		count  int64
		gen    dataset.Generator
		unread bool
	}{
		"texts":        {10, dataset.Generator{Values: []string{"2,5", "3,5"}}, true},
		"some numbers": {10, dataset.Generator{Values: []string{"2,5", "3.5"}}, false},
		"numbers":      {10, dataset.Generator{Kind: dataset.Ints, From: "1", To: "9"}, false},
		"only given":   {1, dataset.Generator{Kind: dataset.Ints, From: "1", To: "9"}, true},
		"filler":       {10, dataset.Generator{Kind: dataset.Filler, From: "1", To: "9"}, true},
	} {
		c.gen.Field = "temp"
		data := dataset.Spec{Fields: []string{"id", "temp"}, Records: [][]string{{"k", "22,94"}},
			Recipe: &dataset.Recipe{Count: c.count, Gens: []dataset.Generator{{Field: "id", Kind: dataset.Sequence, From: "1"}, c.gen}}}
		s := newSession()
		mustDo(t, s, LoadRecords{Table: "t", Template: "{id}", Columns: []plan.FieldColumn{{Field: "temp", Family: "cf", Qualifier: "temp"}}, Data: data})
		ask := plan.Query{ID: "q", Where: []plan.Cond{{Field: "temp", Op: plan.Numbers, Value: "1", To: "30"}}}
		if got := AnswerAs[*QuestionPlan](mustDo(t, s, PlanQuestion{Query: ask}).Answer).NonNumeric; len(got) > 0 != c.unread {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestMergedText checks that lost records of a text are told apart from repeated lines, and are
// still reported after the table got a design.
func TestMergedText(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 0 }})
	text := "k1,a\nk2,b\nk1,a\nk2,c\nk3,d\n"
	r := s.Do(LoadValuesText{Target: LoadRecords{Table: "t", Template: "{k}", Data: dataset.Spec{Fields: []string{"k", "v"}},
		Columns: []plan.FieldColumn{{Field: "v", Family: "f", Qualifier: "v"}}}, Separator: ",", Sparse: true, PackedText: packed(text)})
	told := map[base.Code]string{}
	for _, l := range r.Output {
		if len(l.Args) > 0 {
			told[l.Code] = l.Args[0]
		}
	}
	if r.Err != nil || told[base.NoteCollided] != "1" || told[base.NoteRepeated] != "1" {
		t.Fatalf("%+v %v", r.Err, r.Output)
	}
	mustDo(t, s, AdoptTemplate{Table: "t", Template: "{k}", Sparse: true})
	revived, err := SessionFromImage(Options{}, s.Image())
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*Session{"session": s, "revived": revived} {
		if of := s.Tables()[0]; of.ReplacedRecords != 1 || of.Records != 3 {
			t.Errorf("%s: %+v", name, of)
		}
	}
}
