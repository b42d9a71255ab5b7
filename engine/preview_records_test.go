package engine

import (
	"reflect"
	"slices"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestSample checks that a sample consists of the first rows that the load makes.
func TestSample(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	load := LoadRecords{
		Table: "t", Template: "{user}#{n}", Columns: []plan.FieldColumn{{Field: "v", Family: "f", Qualifier: "v"}},
		Data: dataset.Spec{Fields: []string{"n", "user", "v"}, Recipe: &dataset.Recipe{Count: 1000, Seed: 3, Gens: []dataset.Generator{
			{Field: "n", Kind: dataset.Sequence, From: "1"},
			{Field: "user", Kind: dataset.Zipf, From: "1", To: "90", Step: "1", Values: []string{"u{n}"}},
			{Field: "v", Kind: dataset.Ints, From: "1", To: "9"},
		}}},
	}
	r := s.Do(PreviewLoad{Load: load, Rows: 5})
	if r.Err != nil || len(AnswerAs[*LoadPreviewed](r.Answer).Rows) != 5 || len(r.Changes) != 0 || len(r.Tables) != 0 {
		t.Fatalf("%+v", r)
	}
	if r := s.Do(load); r.Err != nil {
		t.Fatal(r.Err)
	}
	table, _ := s.Table("t")
	for i, row := range AnswerAs[*LoadPreviewed](r.Answer).Rows {
		rec := row.Record
		if want := base.RowKey(rec[1] + "#" + rec[0]); row.Key != want || rec[0] != string(rune('1'+i)) {
			t.Errorf("%+v", row)
		}
		for found := range table.RowsAt(table.Rank(row.Key), 1) {
			for c := range found.Cells() {
				if found.Key() != row.Key || c.Value != rec[2] {
					t.Errorf("%q holds %q, not %q in %q", found.Key(), c.Value, rec[2], row.Key)
				}
			}
		}
	}
	if r := s.Do(PreviewLoad{Load: load, Rows: 1 << 20}); len(AnswerAs[*LoadPreviewed](r.Answer).Rows) != maxSampled {
		t.Errorf("%d rows", len(AnswerAs[*LoadPreviewed](r.Answer).Rows))
	}
	load.Data = dataset.Spec{Fields: load.Data.Fields, Records: [][]string{{"1", "a", "x"}, {"2", "b#c", "y"}}}
	for name, c := range map[string]struct {
		change func(*LoadRecords)
		code   base.Code
		rows   []base.RowKey
	}{
		"a value that cannot stand there": {func(*LoadRecords) {}, base.CodeFieldAmbiguous, []base.RowKey{"a#1"}},
		"no recipe":                       {func(l *LoadRecords) { l.Data.Recipe = &dataset.Recipe{} }, base.CodeBadRecipe, nil},
		"no name":                         {func(l *LoadRecords) { l.Table = "-" }, base.CodeTableName, nil},
		"no template":                     {func(l *LoadRecords) { l.Template = "{x}" }, base.CodeTemplateField, nil},
		"no cells":                        {func(l *LoadRecords) { l.Columns = nil }, base.CodeNoMutation, nil},
	} {
		l := load
		c.change(&l)
		r := s.Do(PreviewLoad{Load: l, Rows: 5})
		var keys []base.RowKey
		for _, row := range AnswerAs[*LoadPreviewed](r.Answer).Rows {
			keys = append(keys, row.Key)
		}
		if r.Err == nil || r.Err.Code != c.code || !slices.Equal(keys, c.rows) {
			t.Errorf("%s: %v, %q", name, r.Err, keys)
		}
	}
	l := load
	l.Data.Records = l.Data.Records[:1]
	if r := s.Do(PreviewLoad{Load: l, Rows: 5}); r.Err != nil || !reflect.DeepEqual(AnswerAs[*LoadPreviewed](r.Answer).Rows, []KeyedRecord{{"a#1", []string{"1", "a", "x"}}}) {
		t.Errorf("%+v", r)
	}
}

// TestRecipe checks that a table made by a recipe can be made again with more rows, in one step
// that can be undone.
func TestRecipe(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5000 }})
	load := LoadRecords{
		Table: "t", Template: "{user}#{n}", Columns: []plan.FieldColumn{{Field: "n", Family: "f", Qualifier: "n"}},
		Data: dataset.Spec{Fields: []string{"n", "user"}, Records: [][]string{{"0", "a"}}, Recipe: &dataset.Recipe{Count: 40, Seed: 3, Gens: []dataset.Generator{
			{Field: "n", Kind: dataset.Sequence, From: "1"},
			{Field: "user", Kind: dataset.Zipf, From: "1", To: "9", Step: "1"},
		}}},
	}
	given := LoadRecords{Table: "given", Template: "{n}", Columns: load.Columns, Data: dataset.Spec{Fields: []string{"n"}, Records: [][]string{{"1"}}}}
	for _, r := range []Request{load, Rekey{Table: "t", Template: "{n}"}, given, RunConsole{Dialect: CBT, Text: "createtable u"}} {
		if r := s.Do(r); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	for i, recipe := range []bool{false, true, false} {
		if info := s.Tables()[i]; info.Recipe != recipe {
			t.Errorf("%+v", info)
		}
	}
	for _, name := range []string{"given", "u", "none"} {
		if r := s.Do(FindRecipe{name}); AnswerAs[*RecipeFound](r.Answer) != nil || r.Err == nil || r.Err.Code != base.CodeNoDesign {
			t.Errorf("%s: %+v", name, r)
		}
	}
	load.Template = "{n}"
	r := s.Do(FindRecipe{"t"})
	if r.Err != nil || len(r.Changes) != 0 || !reflect.DeepEqual(AnswerAs[*RecipeFound](r.Answer), &RecipeFound{load}) {
		t.Fatalf("%+v", r)
	}
	more := *load.Data.Recipe
	more.Count = 400
	load.Data.Recipe = &more
	if r := s.Do(load); r.Err != nil || r.Tables[1].Rows != 400 {
		t.Fatalf("%+v", r)
	}
	if r := s.Do(Undo{}); r.Tables[1].Rows != 40 || AnswerAs[*RecipeFound](s.Do(FindRecipe{"t"}).Answer).Data.Recipe.Count != 40 {
		t.Errorf("%+v", r)
	}
}
