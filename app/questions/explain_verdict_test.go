package questions

import (
	"reflect"
	"testing"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/lessons"
)

// TestReasons tests what is told about a question's result and its reasons, for each access
// path.
func TestReasons(t *testing.T) {
	st, w := &page.State{}, &page.Workspace{}
	w.Tables = []engine.TableInfo{{Name: "byid", Template: "{id}#{a}"}, {Name: "fixed", Template: "x#{id}"}}
	w.Timeline.Workload = []plan.Query{{ID: "q", Latest: plan.Latest{Field: "time", N: 5}, Each: "m"}}
	cost := func(scanned, returned int64) table.ScanStats {
		return table.ScanStats{RowsScanned: scanned, RowsReturned: returned}
	}
	for _, c := range []struct {
		v    engine.Verdict
		want []page.AnnouncementPart
	}{
		{engine.Verdict{Query: "q", Missing: []string{"a", "b"}}, []page.AnnouncementPart{code("verdict-missing", i18n.JoinAsArgument([]string{"a", "b"}), "2")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Wanted: 5, Stats: cost(5, 5)}, []page.AnnouncementPart{code("verdict-returns", "5", "5"), code("why-exact")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Wanted: 5, Stats: cost(5, 4)}, []page.AnnouncementPart{code("verdict-returns", "4", "5"), code("why-lost", "1")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Scan, Residual: []string{"a"}, Wanted: 5, Stats: cost(9, 5)}, []page.AnnouncementPart{code("verdict-returns", "5", "5"), code("why-scan")}},
		{engine.Verdict{Query: "q", Table: "byid", Access: plan.Scan, Residual: []string{"id"}, Wanted: 5, Stats: cost(9, 5)}, []page.AnnouncementPart{code("verdict-returns", "5", "5"), code("why-unordered", "id")}},
		{engine.Verdict{Query: "q", Table: "byid", Access: plan.Scan, Residual: []string{"a"}, Wanted: 5, Stats: cost(9, 5)}, []page.AnnouncementPart{code("verdict-returns", "5", "5"), code("why-scan")}},
		{engine.Verdict{Query: "q", Table: "fixed", Access: plan.Scan, Residual: []string{"id"}, Wanted: 5, Stats: cost(9, 5)}, []page.AnnouncementPart{code("verdict-returns", "5", "5"), code("why-scan")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, Residual: []string{"a", "b"}, Wanted: 5, Stats: cost(9, 5)},
			[]page.AnnouncementPart{code("verdict-returns", "5", "5"), code("why-filter-only", i18n.JoinAsArgument([]string{"a", "b"}))}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, InKey: []string{"c"}, Residual: []string{"a"}, Wanted: 5, Stats: cost(9, 5)},
			[]page.AnnouncementPart{code("verdict-returns", "5", "5"), code("why-filter", "c", "a")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, InKey: []string{"c"}, Wanted: 5, Stats: cost(6, 6)}, []page.AnnouncementPart{code("verdict-more", "6", "5")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, LatestMethod: plan.ByKey, Limit: 5, Ranges: 1, Reversed: true, Wanted: 5, Stats: cost(5, 5)},
			[]page.AnnouncementPart{code("verdict-returns", "5", "5"), code("newest-key", "5", "end", "5", "yes")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Scan, LatestMethod: plan.ByKey, Limit: 5, Ranges: 1, Residual: []string{"a"}, Wanted: 5, Stats: cost(29, 5)},
			[]page.AnnouncementPart{code("verdict-returns", "5", "5"), code("newest-key", "29", "start", "5", "yes"), code("why-filter-only", "a")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Scan, LatestMethod: plan.ByKey, Limit: 5, Ranges: 1, Residual: []string{"a"}, Wanted: 3, Stats: cost(290, 3)},
			[]page.AnnouncementPart{code("verdict-returns", "3", "3"), code("newest-key", "290", "start", "5", ""), code("why-filter-only", "a")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Ranges, LatestMethod: plan.ByMerge, Limit: 5, Ranges: 4, InKey: []string{"m"}, Wanted: 5, Stats: cost(20, 20)},
			[]page.AnnouncementPart{code("verdict-more", "20", "5"), code("newest-merge", "4", "5")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Ranges, LatestMethod: plan.BySkip, Limit: 1, Ranges: 1, Reversed: true, Wanted: 6, Stats: table.ScanStats{RowsScanned: 6, RowsReturned: 6, Seeks: 7}},
			[]page.AnnouncementPart{code("verdict-returns", "6", "6"), code("newest-skip", "1", "m", "end", "7")}},
		{engine.Verdict{Query: "q", Table: "t", Template: "{m}#{kind}#{time}", Access: plan.Ranges, LatestMethod: plan.BySkip, Limit: 1, Ranges: 1, Wanted: 6, Stats: table.ScanStats{RowsScanned: 12, RowsReturned: 12, Seeks: 13}},
			[]page.AnnouncementPart{code("verdict-more", "12", "6"), code("newest-within", "1", "m", "start", "13", i18n.JoinAsArgument([]string{"m", "kind"}))}},
		{engine.Verdict{Query: "q", Table: "t", Template: "{m}#{time}", Access: plan.Scan, LatestMethod: plan.BySearch, Wanted: 60, Stats: cost(300, 300)},
			[]page.AnnouncementPart{code("verdict-more", "300", "60"), code("newest-search", "m", "300")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Prefix, LatestMethod: plan.ByReader, Wanted: 5, Stats: cost(300, 300)},
			[]page.AnnouncementPart{code("verdict-more", "300", "5"), code("newest-reader", "time")}},
		{engine.Verdict{Query: "q", Table: "t", Access: plan.Scan, LatestMethod: plan.ByReader, Residual: []string{"a"}, Wanted: 5, Stats: cost(300, 30)},
			[]page.AnnouncementPart{code("verdict-more", "30", "5"), code("newest-reader", "time"), code("why-scan")}},
	} {
		c.v.Found = min(c.v.Stats.RowsReturned, c.v.Wanted)
		if got := reasons(st, w, c.v); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v:\n got %v\nwant %v", c.v, got, c.want)
		}
	}
	// A lesson has questions of its own.
	st.Lesson = &page.LessonState{Lesson: &lessons.Lesson{Queries: []lessons.Query{{Query: plan.Query{ID: "q", Columns: []string{"a"}}}}}}
	if got := question(st, w, "q"); len(got.Columns) != 1 {
		t.Errorf("%+v", got)
	}
}

func code(code string, args ...string) page.AnnouncementPart {
	return page.AnnouncementPart{Code: code, Args: args}
}
