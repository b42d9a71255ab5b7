package engine

import (
	"fmt"
	"reflect"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// TestGlimpse checks that a preview shows the rows that the table then has, if no records share a
// key.
func TestGlimpse(t *testing.T) {
	s := newSession()
	for _, q := range []plan.Query{corrie, march, {ID: "corrie's", Where: corrie.Where[1:2]}, {ID: "all"}} {
		mustDo(t, s, SetWorkload{[]plan.Query{q}})
		mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{date}#{player}", Columns: columns, Data: grown(3000)})
		for _, template := range []string{"{game}#{player}#{date}", "{date}#{game}#{player}", "{player|salt:4}#{player}#{game}#{date}"} {
			for _, at := range []int{0, 20, 1500, 2990} {
				w := RowWindow{Table: "games", Offset: at, Count: 20, Margin: 20}
				got := AnswerAs[*RekeyPreviewed](mustDo(t, s, PreviewRekey{"games", template, w}).Answer).Page
				mustDo(t, s, Rekey{Table: "games", Template: template})
				// The host too moves the window to what the first question reads.
				if to, _ := s.FirstScannedOffset("games"); to < w.Offset || to >= w.Offset+w.Count/2 {
					w.Offset = max(to-2, 0)
				}
				want := s.Page(w)
				for _, p := range []*RowPage{&want, &got} {
					for i := range p.Rows {
						for j := range p.Rows[i].Cells {
							p.Rows[i].Cells[j].At = 0
						}
					}
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s from %d: glimpsed %s, then %s", q.ID, template, at, brief(got), brief(want))
				}
			}
		}
	}
	// Records that share a key are one row, made from the last of them.
	mustDo(t, s, SetWorkload{})
	mustDo(t, s, LoadRecords{Table: "few", Template: "{game}#{date}#{player}", Columns: columns, Data: games})
	page := AnswerAs[*RekeyPreviewed](mustDo(t, s, PreviewRekey{"few", "{game}#{date}", RowWindow{Table: "few", Count: 10}}).Answer).Page
	if len(page.Rows) != 4 || page.Rows[1].Cells[1].Value != "Sam" {
		t.Errorf("glimpsed %+v", page)
	}
	if rep := s.Do(PreviewRekey{"few", "{nobody}", RowWindow{}}); rep.Err == nil {
		t.Error("a field that is not there is taken")
	}
}

func brief(p RowPage) string {
	out := fmt.Sprintf("%d %d %d:", p.Offset, p.First, p.Total)
	for _, r := range p.Rows {
		out += fmt.Sprintf(" %s/%d", r.Key, r.Mark)
	}
	return out
}

// TestGlimpseApart checks what a load under one template shows about the separators in values. A
// hash shows nothing about the value that it is made from, and a value without one separator may
// contain another.
func TestGlimpseApart(t *testing.T) {
	s := newSession()
	d := dataset.Spec{Fields: []string{"a", "b"}, Records: [][]string{{"x#y", "1"}, {"z", "2"}}}
	columns := []plan.FieldColumn{{Field: "b", Family: "f", Qualifier: "b"}}
	mustDo(t, s, LoadRecords{Table: "t", Template: "{a|hash:8}#{b}", Columns: columns, Data: d})
	w := RowWindow{Table: "t", Count: 10}
	for _, template := range []string{"{b}#{a}", "{a|hash:8}#{b}", "{a}|{b}"} {
		mustDo(t, s, PreviewRekey{"t", template, w})
		mustDo(t, s, Rekey{Table: "t", Template: template})
	}
	for range 2 {
		if rep := s.Do(PreviewRekey{"t", "{a}#{b}", w}); rep.Err == nil || rep.Err.Code != base.CodeFieldAmbiguous {
			t.Errorf("a value with its separator is taken: %v", rep.Err)
		}
	}
	if s.made == nil || !s.made.FieldNeverContains("b", "#") || s.made.FieldNeverContains("a", "#") || !s.made.FieldNeverContains("a", "|") {
		t.Errorf("known is %+v", s.made)
	}
}
