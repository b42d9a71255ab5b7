package keyprograms

import (
	"strings"
	"testing"

	"tabletop/app/code"
	"tabletop/engine/plan"
)

// TestWrite checks that a key is written in every language, with its questions as the engine reads
// them.
func TestWrite(t *testing.T) {
	latest := plan.Query{Where: []plan.Cond{{Field: "user", Value: "ann"}}, Latest: plan.Latest{Field: "no", N: 3}}
	d := code.KeyDesign{Template: "{user}#{no}", Columns: []string{"n"}, Records: [][]string{{"ann", "7"}}, Questions: []code.KeyQuestion{
		{Query: latest, Method: plan.ByReader}, {Query: latest, Method: plan.ByKey}, {Query: latest, Method: plan.BySearch},
		{Query: plan.Query{Where: []plan.Cond{{Field: "n", Value: "5"}}}},
	}}
	frame, err := code.HandleRequest(code.EncodeRequest("", 0, &d), nil, Write)
	if err != nil {
		t.Fatal(err)
	}
	all, err := code.DecodePrograms(frame)
	if err != nil || len(all) != 4 {
		t.Fatal(all, err)
	}
	for _, p := range all {
		words := strings.Join(strings.Fields(strings.NewReplacer("//", "", "*", "").Replace(p.Text)), " ")
		for said, times := range map[string]int{"ann#7": 1, "Sort the rows that are read by no.": 2, "read from its end.": 1, "uestion 4": 1, "drop those whose n is": 1, "Neither": 0} {
			if n := strings.Count(words, said); n < times || times != 1 && n != times {
				t.Errorf("%s: %d times %q, not %d\n%s", p.Language, n, said, times, p.Text)
			}
		}
	}
	for _, p := range Write(code.KeyDesign{Template: "{", Questions: d.Questions}) {
		if p.Text != "" {
			t.Errorf("%s: a program for no template:\n%s", p.Language, p.Text)
		}
	}
}
