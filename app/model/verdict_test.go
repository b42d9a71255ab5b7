package model

import (
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/lessons"
)

// TestReasons: what a question came to, and why, for each way of finding rows.
func TestReasons(t *testing.T) {
	st := State{}
	st.Work.Timeline.Workload = []plan.Query{{ID: "q", Latest: plan.Latest{Field: "time", N: 5}}}
	cost := func(scanned, returned int64) table.Stats {
		return table.Stats{RowsScanned: scanned, RowsReturned: returned}
	}
	for _, c := range []struct {
		v    engine.Verdict
		want []Saying
	}{
		{engine.Verdict{Query: "q", Missing: []string{"a", "b"}}, []Saying{code("verdict-missing", "a, b")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Wanted: 5, Stats: cost(5, 5)}, []Saying{code("verdict-returns", "5", "5"), code("why-exact")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Wanted: 5, Stats: cost(5, 4)}, []Saying{code("verdict-returns", "4", "5"), code("why-lost", "1")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Scan, Residual: []string{"a"}, Wanted: 5, Stats: cost(9, 5)}, []Saying{code("verdict-returns", "5", "5"), code("why-scan")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Residual: []string{"a", "b"}, Wanted: 5, Stats: cost(9, 5)},
			[]Saying{code("verdict-returns", "5", "5"), code("why-filter-only", "a, b")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, InKey: []string{"c"}, Residual: []string{"a"}, Wanted: 5, Stats: cost(9, 5)},
			[]Saying{code("verdict-returns", "5", "5"), code("why-filter", "c", "a")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Newest: plan.ByKey, Limit: 5, Ranges: 1, Reversed: true, Wanted: 5, Stats: cost(5, 5)},
			[]Saying{code("verdict-returns", "5", "5"), code("newest-key", "5", "end")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Scan, Newest: plan.ByKey, Limit: 5, Ranges: 1, Residual: []string{"a"}, Wanted: 5, Stats: cost(29, 5)},
			[]Saying{code("verdict-returns", "5", "5"), code("newest-key", "29", "start"), code("why-filter-only", "a")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Ranges, Newest: plan.ByMerge, Limit: 5, Ranges: 4, InKey: []string{"m"}, Wanted: 5, Stats: cost(20, 20)},
			[]Saying{code("verdict-more", "20", "5"), code("newest-merge", "4", "5")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Newest: plan.ByReader, Wanted: 5, Stats: cost(300, 300)},
			[]Saying{code("verdict-more", "300", "5"), code("newest-reader", "time")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Scan, Newest: plan.ByReader, Residual: []string{"a"}, Wanted: 5, Stats: cost(300, 30)},
			[]Saying{code("verdict-more", "30", "5"), code("newest-reader", "time"), code("why-scan")}},
	} {
		if got := st.Reasons(c.v); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v:\n got %v\nwant %v", c.v, got, c.want)
		}
	}
	// A lesson's questions are its own.
	st.Lesson = newLesson(&lessons.Lesson{Queries: []lessons.Query{{Query: plan.Query{ID: "q", Columns: []string{"a"}}}}})
	if got := st.Question("q"); len(got.Columns) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestAskingLatest: the latest of some field, of some columns, which is told with
// what it costs.
func TestAskingLatest(t *testing.T) {
	p := sandbox(t).on(AskOpened{}, AskDropped{0})
	turn := p.st.Work.Asking.Turn
	p.on(AskTyped{AskBy, 0, "date"})
	if f := p.st.Work.Asking.Form; f.Many != "10" || p.st.Work.Asking.Turn == turn {
		t.Errorf("%+v", f)
	}
	for _, few := range []string{"", "0", "x", "1000001"} {
		p.on(AskTyped{AskMany, 0, few}, AskDone{})
		p.has(Focus{ID: ElementAskMany})
		if f := p.st.Work.Asking.Form; f == nil || f.Few != "ask-few" {
			t.Fatalf("%q: %+v", few, f)
		}
	}
	p.on(AskTyped{AskMany, 0, " 3 "}, AskTyped{AskColumn, 0, "player"}, AskTyped{AskColumn, 0, "date"}, AskTyped{AskColumn, 0, "player"}, AskDone{})
	want := plan.Query{ID: "q1", Latest: plan.Latest{Field: "date", N: 3}, Columns: []string{"date"}}
	s := p.sent()
	all := s.Call.(host.Execute).Request.(engine.Workload).Queries
	if !reflect.DeepEqual(all, []plan.Query{want}) {
		t.Fatalf("%+v", all)
	}
	v := engine.Verdict{Query: "q1", Table: "games", Access: plan.Scan, Newest: plan.ByReader, Wanted: 3, Stats: table.Stats{RowsScanned: 9, RowsReturned: 9}}
	p.answer(host.Answer{Seq: s.Seq, Page: &p.st.Work.Page, Reply: &engine.Reply{Version: p.st.Work.Version + 1, Tables: p.st.Work.Tables,
		Verdicts: []engine.Verdict{{Query: "other"}, v}, Timeline: &engine.Timeline{Workload: all}}})
	said := []Saying{code("said-queries", "1"), code("verdict-more", "9", "3"), code("newest-reader", "date")}
	if got := p.st.Said.Parts; !reflect.DeepEqual(got, said) {
		t.Errorf("told was %v", got)
	}
	// The form holds it again; without a field it is of all records once more.
	p.on(AskOpened{"q1"})
	if f := p.st.Work.Asking.Form; f.By != "date" || f.Many != "3" || !reflect.DeepEqual(f.Columns, []string{"date"}) {
		t.Errorf("%+v", f)
	}
	p.on(AskTyped{AskBy, 0, ""}, AskTyped{AskColumn, 0, "date"}, AskDone{})
	if all := p.asksOf(t); !reflect.DeepEqual(all, []plan.Query{{ID: "q1"}}) {
		t.Fatalf("%+v", all)
	}
}
