package engine

import (
	"testing"

	"tabletop/engine/plan"
)

// TestMarkedQuestion checks that a session made from an image marks the first question's rows when it is
// idle, that it keeps a read which came before, and that it marks those of another question when the
// reader asks for it.
func TestMarkedQuestion(t *testing.T) {
	s := newSession()
	mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{player}#{date}", Columns: columns, Data: games})
	mustDo(t, s, SetWorkload{[]plan.Query{corrie, march}})
	again, err := SessionFromImage(s.opts, s.Image())
	if err != nil {
		t.Fatal(err)
	}
	marked := func(want string) {
		t.Helper()
		lit := 0
		for _, r := range again.Page(RowWindow{Table: "games", Count: 100}).Rows {
			if r.Mark == MarkReturned {
				lit++
			}
		}
		if last := again.LastRead(); want == "" && (last != nil || lit > 0) || want != "" && (last == nil || last.Query != want || lit == 0) {
			t.Errorf("the last read is %+v with %d rows lit, want that of %q", last, lit, want)
		}
	}
	marked("")
	mustDo(t, again, MarkQuestion{WhenIdle: true})
	marked("corrie")
	if r := mustDo(t, again, MarkQuestion{Query: "march"}); r.FocusTable != "games" || r.Verdicts != nil || len(r.Changes) > 0 {
		t.Errorf("%+v", r)
	}
	marked("march")
	mustDo(t, again, MarkQuestion{WhenIdle: true})
	marked("march")
}
