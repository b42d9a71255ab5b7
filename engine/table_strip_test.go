package engine

import (
	"fmt"
	"slices"
	"testing"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestStripOfLaterRows checks that rows written after a read do not count as scanned, in the strip
// as in the rows. A question is asked again after its table was written to.
func TestStripOfLaterRows(t *testing.T) {
	filled := func(t *testing.T, rows int64) *Session {
		s := newSession()
		data := dataset.Spec{Fields: []string{"k", "v"}, Recipe: &dataset.Recipe{Count: rows, Seed: 1, Gens: []dataset.Generator{
			{Field: "k", Kind: dataset.Turns, Values: []string{"k{n}"}, From: "100000", To: fmt.Sprint(100000 + rows - 1)},
			{Field: "v", Kind: dataset.Choice, Values: []string{"x"}},
		}}}
		mustDo(t, s, LoadRecords{Table: "t", Template: "{k}", Columns: []plan.FieldColumn{{Field: "v", Family: "f", Qualifier: "v"}}, Data: data})
		return s
	}
	strip := func(s *Session) []StripSpan { return s.TableStrip(s.Page(RowWindow{Table: "t", Count: 10})).Spans }
	for name, read := range map[string]Request{
		"the console":      RunConsole{Text: "read t"},
		"a question":       SetWorkload{Queries: []plan.Query{{ID: "all"}}},
		"a question by us": SetWorkload{Queries: []plan.Query{{ID: "some", Where: []plan.Cond{{Field: "k", Op: plan.Between, Value: "k1", To: "k2"}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := filled(t, 10)
			mustDo(t, s, read)
			whole := []StripSpan{{0, 10, MarkReturned}}
			if got := strip(s); !slices.Equal(got, whole) {
				t.Fatalf("before there is %v", got)
			}
			mustDo(t, s, RunConsole{Text: "set t k100003a f:v=1\nset t k100003 f:v=2"})
			if _, again := read.(SetWorkload); again {
				if want := []StripSpan{{0, 11, MarkReturned}}; !slices.Equal(strip(s), want) {
					t.Errorf("with a row more there is %v", strip(s))
				}
				mustDo(t, s, RunConsole{Text: "deleterow t k100008\ndeleterow t k100009"})
				if want := []StripSpan{{0, 9, MarkReturned}}; !slices.Equal(strip(s), want) {
					t.Errorf("with two rows less there is %v", strip(s))
				}
				return
			}
			if want := []StripSpan{{0, 4, MarkReturned}, {5, 11, MarkReturned}}; !slices.Equal(strip(s), want) {
				t.Errorf("with a row more there is %v", strip(s))
			}
			for i, row := range s.Page(RowWindow{Table: "t", Count: 20}).Rows {
				if (row.Mark == MarkNone) != (i == 4) {
					t.Errorf("row %d is marked %d", i, row.Mark)
				}
			}
			// The table has as many rows as the read met, but two of them are different ones.
			mustDo(t, s, RunConsole{Text: "deleterow t k100008\ndeleterow t k100009\nset t k100009b f:v=1"})
			if want := []StripSpan{{0, 4, MarkReturned}, {5, 9, MarkReturned}}; !slices.Equal(strip(s), want) {
				t.Errorf("with others in their place there is %v", strip(s))
			}
		})
	}
	// In a very large table a few later rows are overlooked, as in any strip. After
	// many later rows it shows no spans.
	s := filled(t, 3*maxCompared)
	mustDo(t, s, RunConsole{Text: "count t"})
	mustDo(t, s, RunConsole{Text: "set t k100003a f:v=1"})
	if got := strip(s); !slices.Equal(got, []StripSpan{{0, 3*maxCompared + 1, MarkReturned}}) {
		t.Errorf("with one row more among many there is %v", got)
	}
	mustDo(t, s, RunConsole{Text: manySets(1000)})
	if got := strip(s); len(got) != 0 {
		t.Errorf("with a thousand more there is %v", got)
	}
}
