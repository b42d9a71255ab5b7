package engine

import (
	"slices"
	"strconv"
	"testing"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestAxis checks which fields are said to have more values in the larger data: the times, if the
// devices stay the same, and the customers, if a recipe makes a fixed number of orders for each.
func TestAxis(t *testing.T) {
	given := dataset.Spec{Fields: []string{"device", "site", "ts"}}
	for i := range 5000 {
		given.Records = append(given.Records, []string{"dev" + strconv.Itoa(i%250), "site" + strconv.Itoa(i%5), strconv.Itoa(100_000 + i)})
	}
	recipe := dataset.Spec{Fields: []string{"customer", "book", "n"}, Recipe: &dataset.Recipe{Count: 2000, Seed: 1, Gens: []dataset.Generator{
		{Field: "customer", Kind: dataset.Names, Values: []string{"Nora"}, PerValue: 10},
		{Field: "book", Kind: dataset.Choice, Values: []string{"emma", "kim"}},
		{Field: "n", Kind: dataset.Sequence, From: "1", PerValue: 1},
	}}}
	for _, tt := range []struct {
		data       dataset.Spec
		of         plan.Cond
		more, same []string
	}{
		{given, plan.Cond{Field: "device", Value: "dev7"}, []string{"ts"}, []string{"device", "site"}},
		{recipe, plan.Cond{Field: "customer", Value: "Nora"}, []string{"customer", "n"}, []string{"book"}},
	} {
		s := newSession()
		last := tt.data.Fields[len(tt.data.Fields)-1]
		mustDo(t, s, SetWorkload{[]plan.Query{{ID: "q", Where: []plan.Cond{tt.of}}}})
		mustDo(t, s, LoadRecords{Table: "t", Template: "{" + tt.of.Field + "}#{" + last + "}", Columns: []plan.FieldColumn{{Field: last, Family: "f", Qualifier: "q"}}, Data: tt.data})
		growth := AnswerAs[*DesignsCompared](mustDo(t, s, CompareDesigns{}).Answer).Attempts[0].Growth
		if len(growth) != 1 || !slices.Equal(growth[0].GrowingFields, tt.more) || !slices.Equal(growth[0].SteadyFields, tt.same) {
			t.Errorf("of %s more %+v", tt.of.Field, growth)
		}
	}
}
