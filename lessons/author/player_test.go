package author

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/lessons"
	"tabletop/lessons/content"
)

func scores(t testing.TB) *lessons.Lesson {
	t.Helper()
	l, err := Load(content.Files, anyLesson, "en")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// typed returns the five games as a reader would type them.
func typed(l *lessons.Lesson) string {
	var b strings.Builder
	b.WriteString("createtable games families=GAME\n")
	for _, rec := range l.Data[0].Spec.Records {
		fmt.Fprintf(&b, "set games %s#%s GAME:PLAYER=%s GAME:WIN=%s GAME:KDA=%s\n", rec[0], rec[2], rec[1], rec[3], rec[4])
	}
	return b.String()
}

// TestRoutes checks that what happened counts, and not how it was asked for.
func TestRoutes(t *testing.T) {
	l := scores(t)
	tests := []struct {
		name, step string
		do         []lessons.Action
		goals      []string
	}{
		{"typed writes", "load", []lessons.Action{lessons.TypeCommand{Text: typed(l)}}, []string{"games-loaded"}},
		{"typed line by line", "load", func() (out []lessons.Action) {
			for line := range strings.Lines(typed(l)) {
				out = append(out, lessons.TypeCommand{Text: line})
			}
			return out
		}(), []string{"games-loaded"}},
		{"reading all counts", "load", []lessons.Action{lessons.TypeCommand{Text: typed(l)}, lessons.TypeCommand{Text: "read games"}}, []string{"rows-counted"}},
		{"counting in a script", "load", []lessons.Action{lessons.TypeCommand{Text: typed(l) + "count games"}}, []string{"games-loaded", "rows-counted"}},
		{"space around the answer", "load", []lessons.Action{lessons.Answer{Question: "lost", Value: " Jo "}}, []string{"loss-found"}},
		{"prefix", "ask", []lessons.Action{lessons.TypeCommand{Text: "read games prefix=LoL#201503"}}, []string{"march-read"}},
		{"start and end", "ask", []lessons.Action{lessons.TypeCommand{Text: "read games start=LoL#20150301 end=LoL#201504"}}, []string{"march-read"}},
		{"one column", "ask", []lessons.Action{lessons.TypeCommand{Text: "read games prefix=LoL columns=GAME:WIN"}}, []string{"march-read"}},
		{"backwards", "ask", []lessons.Action{lessons.TypeCommand{Text: "read games prefix=LoL reversed=true"}}, []string{"march-read"}},
		{"regular expression", "ask", []lessons.Action{lessons.TypeCommand{Text: "read games regex=LoL#201503.*"}}, []string{"march-read"}},
		{"everything", "ask", []lessons.Action{lessons.TypeCommand{Text: "cbt read games"}}, []string{"march-read"}},
		{"zeros before a number", "ask", []lessons.Action{lessons.Answer{Question: "wins", Value: "01"}}, []string{"wins-counted"}},
		{"player first", "key", []lessons.Action{lessons.Template{Table: "games", Text: "{player}#{game}#{date}"}}, []string{"all-kept", "corrie-exact"}},
		{"other separators", "key", []lessons.Action{lessons.Template{Table: "games", Text: "{game}/{player}@{date}"}}, []string{"all-kept", "corrie-exact"}},
		{"more fields behind", "key", []lessons.Action{lessons.Template{Table: "games", Text: "{game}#{player}#{date}#{kda}#{win}"}}, []string{"all-kept", "corrie-exact"}},
		{"by way of a wrong key", "key", []lessons.Action{lessons.Template{Table: "games", Text: "{player}"}, lessons.Template{Table: "games", Text: "{game}#{player}#{date}"}}, []string{"all-kept", "corrie-exact"}},
		{"sizes in any order", "grow", []lessons.Action{lessons.Grow{Records: 100_000}, lessons.Grow{Records: 1000}}, []string{"hundred-thousand"}},
		{"a second key corrected", "second", []lessons.Action{lessons.AddTable{Text: "{game}#{date}"}, lessons.Template{Table: "games_2", Text: "{game}#{date}#{player}"}}, []string{"both-exact"}},
		{"tables the other way round", "second", []lessons.Action{lessons.Template{Table: "games", Text: "{game}#{date}#{player}"}, lessons.AddTable{Text: "{player}#{game}#{date}"}}, []string{"both-exact"}},
		{"a third table", "second", []lessons.Action{lessons.AddTable{Text: "{date}#{player}#{game}"}, lessons.AddTable{Text: "{game}#{date}#{player}"}}, []string{"both-exact"}},
		{"a table dropped", "second", []lessons.Action{lessons.AddTable{Text: "{date}#{game}"}, lessons.TypeCommand{Text: "deletetable games_2"}, lessons.AddTable{Text: "{game}#{date}#{player}"}}, []string{"both-exact"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, l)
			r.arrive(stepOf(t, l, tt.step))
			if r.passed(tt.goals...) {
				t.Fatal("passes before anything is done")
			}
			r.do(tt.do...)
			if !r.passed(tt.goals...) {
				t.Errorf("passed %q, want %q", r.run.Progress().Passed, tt.goals)
			}
		})
	}
}

// TestTypedAllTheWay checks that a reader who has never pressed a button gets a design when the key
// is to be edited, and that a reader who has a design keeps it.
func TestTypedAllTheWay(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.do(lessons.TypeCommand{Text: typed(l)}, lessons.TypeCommand{Text: "count games"}, lessons.Answer{Question: "lost", Value: "Jo"})
	r.next()
	r.do(lessons.TypeCommand{Text: "read games prefix=LoL"}, lessons.Answer{Question: "visited", Value: "3"}, lessons.Answer{Question: "wins", Value: "1"})
	if _, _, ok := r.session.Design("games"); ok {
		t.Fatal("typed writes make a design")
	}
	enter, ok := r.run.NextStep()
	if !ok || len(enter) != 2 {
		t.Fatalf("Next = %v, %v", enter, ok)
	}
	if out := r.ask(enter...); out.Explain != "" {
		t.Errorf("the step's own request is explained by %s", out.ExplainID)
	}
	if template, _, _ := r.session.Design("games"); template != "{game}#{date}" {
		t.Errorf("the design is %q", template)
	}
	r.do(lessons.Template{Table: "games", Text: "{game}#{player}#{date}"})
	if enter, ok := r.run.NextStep(); !ok || len(enter) != 0 {
		t.Errorf("on the way to grow the engine is asked %v, %v", enter, ok)
	}
}

// TestTemplateWithoutDesign checks that a template loads the lesson's data if the table has no
// design.
func TestTemplateWithoutDesign(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, "key"))
	r.do(lessons.TypeCommand{Text: "deletetable games"})
	if out := r.do(lessons.Template{Table: "games", Text: "{game}#{player}#{date}"}); !slices.Equal(out.Fresh, []string{"all-kept", "corrie-exact"}) {
		t.Errorf("fresh goals %q", out.Fresh)
	}
	requests, err := r.run.ActionRequests(lessons.Template{Table: "other", Text: "{game}"})
	if _, ok := requests[0].(engine.Rekey); err != nil || !ok {
		t.Errorf("an unknown table is asked for by %#v, %v", requests, err)
	}
}

func TestRequests(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, "grow"))
	requests, err := r.run.ActionRequests(lessons.Grow{Records: 5000})
	if err != nil || len(requests) != 1 {
		t.Fatalf("Grow: %v, %v", requests, err)
	}
	m := requests[0].(engine.MeasureDesigns)
	if want := []string{"{game}#{date}#{player}", "{game}#{player}#{date}"}; !slices.Equal(m.Templates, want) || m.Keep != "games" || m.Data.Len() != 5000 {
		t.Errorf("Grow asks for %q, %d records, keep %q", m.Templates, m.Data.Len(), m.Keep)
	}
	if n := l.Data[1].Spec.Recipe.Count; n != 1000 {
		t.Errorf("Grow changes the lesson's recipe to %d", n)
	}
	r.do(lessons.Template{Table: "games", Text: "{game}#{date}#{player}"})
	requests, _ = r.run.ActionRequests(lessons.Grow{Records: 5000})
	if m := requests[0].(engine.MeasureDesigns); len(m.Templates) != 1 {
		t.Errorf("one template is measured twice: %q", m.Templates)
	}
	requests, err = r.run.ActionRequests(lessons.AddTable{Text: "{date}"})
	if load, ok := requests[0].(engine.LoadRecords); err != nil || !ok || load.Table != "games_2" || load.Template != "{date}" || len(load.Columns) != 3 {
		t.Errorf("AddTable asks %#v, %v", requests, err)
	}
	for _, a := range []lessons.Action{lessons.Answer{Question: "lost", Value: "Jo"}, lessons.Next{}} {
		if requests, err := r.run.ActionRequests(a); requests != nil || err != nil {
			t.Errorf("%#v asks %v, %v", a, requests, err)
		}
	}
	if _, err := lessons.NewPlayer(&lessons.Lesson{Steps: []lessons.Step{{}}}, r.session, lessons.Progress{}).ActionRequests(lessons.Grow{Records: 10}); err == nil {
		t.Error("a lesson without growth grows")
	} else if e, ok := err.(*base.Error); !ok || e.Code != base.CodeNoDesign {
		t.Errorf("growth is refused with %v", err)
	}
}

// TestChecks measures each check in a state in which it passes and in states in which it does not.
func TestChecks(t *testing.T) {
	l := scores(t)
	load := func(template string) []engine.Request {
		return []engine.Request{engine.LoadRecords{Table: "games", Template: template, Columns: l.Data[0].Columns, Data: l.Data[0].Spec}}
	}
	say := func(text string) engine.Request { return engine.RunConsole{Text: text} }
	shell := func(text string) engine.Request { return engine.RunConsole{Dialect: engine.HBase, Text: text} }
	files := []engine.Request{shell("create 'h', 'f'\nput 'h', 'a', 'f:q', 'v'\nflush 'h'\ndeleteall 'h', 'a'\nflush 'h'\nput 'h', 'b', 'f:q', 'v'")}
	first := load("{game}#{date}")
	good := load("{game}#{player}#{date}")
	measure := func(n int64, templates ...string) engine.Request {
		return engine.MeasureDesigns{Templates: templates, Columns: l.Data[0].Columns, Data: l.Data[1].Spec.WithRecordCount(n), Keep: "games"}
	}
	split := []engine.Request{say("createtable games families=GAME splits=g,p"), say("set games c GAME:WIN=1"), say("set games g GAME:WIN=1")}
	sums := lessons.ColumnSums{Table: "money", Columns: []string{"f:a", "f:b"}, Sums: []int64{6, 9}}
	read, whole, again := sums, sums, sums
	read.Scanned, whole.After, again.After, again.Resent = lessons.Bound{Set: true, Most: 2}, []int64{7, 8, 6, 9}, []int64{7, 8, 6, 9}, true
	opened := say("createtable money families=f\nset money z f:z=1")
	events := []engine.Request{opened, say("set money e1 f:a=7 f:b=8"), say("set money e2 f:a=-1 f:b=1")}
	states := []engine.Request{opened, say("set money e f:a=7 f:b=8"), say("set money e f:a=6 f:b=9")}
	half := []engine.Request{opened, say("set money e1 f:a=7\nset money e2 f:b=8"), say("set money e3 f:a=-1 f:b=1")}
	three := []string{"LoL#20150301", "LoL#20150302", "LoL#20150303"}
	late := lessons.MonthlyBill{
		Table: "t", Families: 1, Scale: 1, Gold: 1,
		Writes: []lessons.BilledWrites{{Name: "w", Sample: []string{"a", "20260101000000", "20260102000000", "v"}, Latest: 2, Data: dataset.Spec{
			Fields: []string{"device", "measured", "at", "value"}, Time: "at",
			Records: [][]string{
				{"x", "20260301000000", "20260308000000", "one"},
				{"x", "20260302000000", "20260308000000", "two"},
				{"y", "20260303000000", "20260308000000", "three"},
			},
		}}},
		Reads: []lessons.BilledRead{{Of: []string{"w"}, Times: 1, Newest: true}},
	}
	queue := lessons.WorkedQueue{
		Table: "q", Sample: []string{"a", "20260101000000", "v"}, Takes: 60, Days: 1, Every: 1, Fullest: 100, Left: 9, Gold: 250, Data: dataset.Spec{
			Fields: []string{"worker", "at", "value"}, Time: "at",
			Records: [][]string{{"x", "20260301000000", "1"}, {"y", "20260301000000", "2"}, {"x", "20260301120000", "3"}, {"x", "20260301180000", "4"}},
		},
	}
	worked := shell("create 'q', 'f'\nput 'q', 'a#20260101000000', 'f:q', 'v'")
	tests := []struct {
		name  string
		check lessons.Check
		after []engine.Request
		want  bool
	}{
		{"no table", lessons.HasRows{Table: "games", Keys: nil}, nil, false},
		{"rows there", lessons.HasRows{Table: "games", Keys: three}, first, true},
		{"a row missing", lessons.HasRows{Table: "games", Keys: append([]string{"Dota#20150301"}, three...)}, first, false},
		{"deleted", lessons.HasRows{Table: "games", Keys: three}, append(first, say("deleterow games LoL#20150302")), false},

		{"not read", lessons.LatestReads{Table: "games", Keys: three}, first, false},
		{"read", lessons.LatestReads{Table: "games", Keys: three}, append(first, say("read games prefix=LoL")), true},
		{"read, but another table", lessons.LatestReads{Table: "other", Keys: three}, append(first, say("read games prefix=LoL")), false},
		{"cut short", lessons.LatestReads{Table: "games", Keys: three}, append(first, say("read games prefix=LoL count=2")), false},
		{"filtered away", lessons.LatestReads{Table: "games", Keys: three}, append(first, say("read games prefix=LoL columns=GAME:NOTE")), false},
		{"read too little", lessons.LatestReads{Table: "games", Keys: three}, append(first, say("read games end=LoL#20150303")), false},
		{"read before, then written", lessons.LatestReads{Table: "games", Keys: three}, append(first, say("read games"), say("set games a GAME:WIN=true")), false},
		{"a write alone", lessons.LatestReads{Table: "games", Keys: three}, append(first, say("set games a GAME:WIN=true")), false},

		{"not counted", lessons.LatestReads{Table: "games", Whole: true}, first, false},
		{"counted", lessons.LatestReads{Table: "games", Whole: true}, append(first, say("count games")), true},
		{"counted in part", lessons.LatestReads{Table: "games", Whole: true}, append(first, say("count games prefix=LoL")), false},
		{"empty", lessons.LatestReads{Table: "games", Whole: true}, []engine.Request{say("createtable games families=F"), say("count games")}, false},

		{"cells left by a filter", lessons.LatestReads{Table: "games", CellsReturned: lessons.Exactly(4), Cells: lessons.Exactly(12)}, append(first, say("read games columns=GAME:WIN")), true},
		{"more cells than that", lessons.LatestReads{Table: "games", CellsReturned: lessons.Exactly(4)}, append(first, say("read games")), false},
		{"few bytes returned", lessons.LatestReads{Table: "games", BytesReturned: lessons.Bound{Set: true, Least: 1, Most: 200}}, append(first, say("read games columns=GAME:WIN")), true},
		{"all bytes returned", lessons.LatestReads{Table: "games", BytesReturned: lessons.Bound{Set: true, Least: 1, Most: 200}}, append(first, say("read games")), false},

		{"two writes", lessons.WrittenTogether{Table: "games", Row: "LoL", Columns: []string{"GAME:KDA", "GAME:WIN"}, Values: []string{"1", "1"}}, append(first, say("set games LoL GAME:KDA=1"), say("set games LoL GAME:WIN=1")), false},
		{"one of two columns", lessons.WrittenTogether{Table: "games", Row: "LoL", Columns: []string{"GAME:KDA", "GAME:NONE"}, Values: []string{"1", "1"}}, append(first, say("set games LoL GAME:KDA=1")), false},
		{"one write", lessons.WrittenTogether{Table: "games", Row: "LoL", Columns: []string{"GAME:KDA", "GAME:WIN"}, Values: []string{"1", "1"}}, append(first, say("set games LoL GAME:KDA=1 GAME:WIN=1")), true},
		{"not split", lessons.SplitAtCreation{Table: "games", Tablets: lessons.Exactly(2), Fullest: lessons.Bound{}}, first, false},
		{"split", lessons.SplitAtCreation{Table: "games", Tablets: lessons.Exactly(3), Fullest: lessons.Bound{Set: true, Least: 0, Most: 50}}, split, true},
		{"split, all in one tablet", lessons.SplitAtCreation{Table: "games", Tablets: lessons.Exactly(3), Fullest: lessons.Bound{Set: true, Least: 0, Most: 50}}, append(split, say("set games a GAME:WIN=1"), say("set games b GAME:WIN=1")), false},
		{"two files and a tombstone", lessons.FilesStored{Table: "h", Files: lessons.Exactly(2), Markers: lessons.Exactly(1), Logged: lessons.Exactly(1)}, files, true},
		{"more in the log", lessons.FilesStored{Table: "h", Logged: lessons.Exactly(1)}, append(files, shell("put 'h', 'c', 'f:q', 'v'")), false},
		{"walked over all", lessons.FilesStored{Table: "h", Walked: lessons.Exactly(3)}, append(files, shell("scan 'h'")), true},
		{"looked into both files", lessons.FilesStored{Table: "h", Opened: lessons.Exactly(2)}, append(files, shell("scan 'h'")), true},
		{"looked into one file", lessons.FilesStored{Table: "h", Opened: lessons.Exactly(1)}, append(files, shell("scan 'h'")), false},
		{"not read", lessons.FilesStored{Table: "h", Walked: lessons.Bound{Set: true, Least: 0, Most: 9}}, files, false},
		{"compacted", lessons.FilesStored{Table: "h", Files: lessons.Exactly(1), Markers: lessons.Exactly(0)}, append(files, shell("flush 'h'\nmajor_compact 'h'")), true},
		{"not compacted", lessons.FilesStored{Table: "h", Files: lessons.Exactly(1)}, files, false},
		{"no such table", lessons.FilesStored{Table: "i", Files: lessons.Exactly(0)}, files, false},
		{"no queue", queue, nil, false},
		{"a queue not read", queue, []engine.Request{worked}, false},
		{"worked after the last job", queue, []engine.Request{worked, shell("scan 'q', {STARTROW => \"a#20260101000000\\x00\", STOPROW => 'b'}")}, true},
		{"worked from the last job", queue, []engine.Request{worked, shell("scan 'q', {STARTROW => 'a#20260101000000', STOPROW => 'b'}")}, false},
		{"worked from the front", queue, []engine.Request{worked, shell("scan 'q', {ROWPREFIXFILTER => 'a#'}")}, false},
		{"a finished job deleted", queue, []engine.Request{worked, shell("deleteall 'q', 'a#20260101000000'"), shell("scan 'q', {ROWPREFIXFILTER => 'a#'}")}, false},
		{"no table to add up", sums, nil, false},
		{"added up", sums, events, true},
		{"versions count once", sums, states, true},
		{"columns that go on with #", sums, []engine.Request{opened, say("set money e f:a#1=4 f:a#2=2 f:b=9 f:bb=1")}, true},
		{"counters add up", sums, []engine.Request{opened, say("readmodifywrite money e f a increment=6\nset money e f:b=9")}, true},
		{"read what adds up", read, append(events, say("read money prefix=e")), true},
		{"read a part of it", read, append(events, say("read money prefix=e1")), false},
		{"read more than that", read, append(events, say("read money")), false},
		{"each change in one command", whole, events, true},
		{"a change in two commands", whole, half, false},
		{"two changes in one", whole, []engine.Request{opened, say("set money e f:a=6 f:b=9")}, false},
		{"a change undone", whole, append(events, say("set money e3 f:a=1"), engine.Undo{}), true},
		{"sent again to the same place", again, events, true},
		{"sent again in two commands", again, half, true},
		{"sent again too late", again, states, false},
		{"sent again at its own time", again, []engine.Request{opened, say("set money e f:a=7@1000 f:b=8@1000\nset money e f:a=6@2000 f:b=9@2000")}, true},
		{"split, no rows", lessons.SplitAtCreation{Table: "games", Tablets: lessons.Exactly(3), Fullest: lessons.Bound{Set: true, Least: 0, Most: 50}}, split[:1], false},

		{"at its time", lessons.CellTime{Table: "games", Row: "a", Column: "GAME:N", Value: "v", At: 5000}, append(first, say("set games a GAME:N=v@5000")), true},
		{"at another time", lessons.CellTime{Table: "games", Row: "a", Column: "GAME:N", Value: "v", At: 5000}, append(first, say("set games a GAME:N=v")), false},
		{"the other family kept its rule", lessons.GCRules{Table: "t", Families: []string{"A", "B"}, Rules: []string{"maxversions=2", "never"}}, []engine.Request{say("createtable t families=A:maxversions=2,B")}, true},
		{"the other family lost its rule", lessons.GCRules{Table: "t", Families: []string{"A", "B"}, Rules: []string{"maxversions=2", "never"}}, []engine.Request{say("createtable t families=A:maxversions=1,B")}, false},

		{"no sample", late, []engine.Request{say("createtable t families=F")}, false},
		{"a row for each time", late, []engine.Request{say("createtable t families=F"), say("set t a#20260101 F:q=v")}, true},
		{"two come at one time", late, []engine.Request{say("createtable t families=F"), say("set t a F:q=v")}, false},
		{"two come at one time, and have their own", late, []engine.Request{say("createtable t families=F"), say("set t a F:q=v@1767225600000000")}, true},
		{"one of two is dropped", late, []engine.Request{say("createtable t families=F:maxversions=1"), say("set t a F:q=v@1767225600000000")}, false},
		{"two are too old by their own times", late, []engine.Request{say("createtable t families=F:maxage=2d"), say("set t a F:q=v@1767225600000000")}, false},
		{"none is too old by its arrival", late, []engine.Request{say("createtable t families=F:maxage=2d"), say("set t a#20260101 F:q=v")}, true},
		{"the last row is of the other device", late, []engine.Request{say("createtable t families=F"), say("set t 20260101#a F:q=v")}, false},
		{"too many families", late, []engine.Request{say("createtable t families=F,G"), say("set t a#20260101 F:q=v")}, false},

		{"no counter", lessons.CellHolds{Table: "games", Row: "LoL#20150301", Column: "GAME:WIN", Number: lessons.Exactly(0)}, first, false},
		{"a counter", lessons.CellHolds{Table: "games", Row: "a", Column: "GAME:N", Number: lessons.Exactly(5)}, append(first, say("readmodifywrite games a GAME N increment=5")), true},
		{"another number", lessons.CellHolds{Table: "games", Row: "a", Column: "GAME:N", Number: lessons.Exactly(5)}, append(first, say("readmodifywrite games a GAME N increment=-5")), false},

		{"no design", lessons.KeepsFields{Table: "games"}, []engine.Request{say("createtable games families=F")}, false},
		{"two share a row", lessons.KeepsFields{Table: "games"}, first, false},
		{"all kept", lessons.KeepsFields{Table: "games"}, good, true},
		{"a row deleted", lessons.KeepsFields{Table: "games"}, append(good, say("deleterow games LoL#Corrie#20150301")), false},
		{"a field nowhere", lessons.KeepsFields{Table: "games"}, load("{player}#{date}"), false},

		{"packed", lessons.RowsStored{Table: "games", Packed: lessons.Bound{Set: true, Least: 1, Most: 400}}, good, true},
		{"not packed enough", lessons.RowsStored{Table: "games", Packed: lessons.Bound{Set: true, Least: 1, Most: 100}}, good, false},
		{"nothing to pack", lessons.RowsStored{Table: "games", Packed: lessons.Bound{Set: true, Least: 1, Most: 400}}, nil, false},

		{"no workload yet", lessons.ExactReads{Queries: []string{"march"}}, good, false},
		{"scans too much", lessons.ExactReads{Queries: []string{"corrie"}}, first, false},
		{"exact", lessons.ExactReads{Queries: []string{"corrie"}}, good, true},
		{"exact for one of two", lessons.ExactReads{Queries: []string{"corrie", "march"}}, append(good,
			measure(1000, "{game}#{player}#{date}"), engine.SetWorkload{Queries: queries(l)}), false},

		{"not measured", lessons.MeasuredAtSizes{Records: []int64{1000}, Exact: false}, good, false},
		{"measured", lessons.MeasuredAtSizes{Records: []int64{1000}, Exact: false}, append(good, measure(1000, "{game}#{date}", "{game}#{date}#{player}")), true},
		{"one of two sizes", lessons.MeasuredAtSizes{Records: []int64{1000, 2000}, Exact: false}, append(good, measure(1000, "{game}#{player}#{date}")), false},
		{"measured, inexact", lessons.MeasuredAtSizes{Records: []int64{1000}, Exact: true}, append(good, measure(1000, "{game}#{date}#{player}")), false},
		{"measured, exact", lessons.MeasuredAtSizes{Records: []int64{1000}, Exact: true}, append(good, measure(1000, "{game}#{date}#{player}", "{game}#{player}#{date}")), true},
		{"exact, then changed", lessons.MeasuredAtSizes{Records: []int64{1000}, Exact: true}, append(good, measure(1000, "{game}#{player}#{date}"), engine.Rekey{Table: "games", Template: "{date}"}), false},
		{"exact at another size", lessons.MeasuredAtSizes{Records: []int64{1000, 2000}, Exact: true}, append(good,
			measure(2000, "{game}#{date}#{player}"), measure(1000, "{game}#{player}#{date}")), false},
		{"no sizes", lessons.MeasuredAtSizes{Records: nil, Exact: true}, good, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, l)
			r.session.Do(engine.SetWorkload{Queries: queries(l)[:1]})
			r.run = lessons.NewPlayer(watching(l, tt.check), r.session, lessons.Progress{})
			var out lessons.Outcome
			var last engine.Request
			var reply engine.Reply
			for _, req := range tt.after {
				rep := r.session.Do(req)
				if rep.Err != nil {
					t.Fatalf("%#v: %v", req, rep.Err)
				}
				out = r.run.JudgeReply(lessons.RequestOrigin{}, req, rep)
				last, reply = req, rep
			}
			_, got := r.run.Measure(tt.check, 0, last, reply)
			if _, reads := tt.check.(lessons.LatestReads); reads { // which only a read can pass
				got = len(out.Fresh) > 0
			}
			if got != tt.want {
				t.Errorf("%#v passes: %v", tt.check, got)
			}
		})
	}
}

// watching returns a lesson whose only goal has a given check.
func watching(l *lessons.Lesson, c lessons.Check) *lessons.Lesson {
	out := *l
	out.Steps = []lessons.Step{{Goals: []lessons.Goal{{ID: "watched", Check: c}}}}
	return &out
}

func queries(l *lessons.Lesson) (out []plan.Query) {
	for _, q := range l.Queries {
		out = append(out, q.Query)
	}
	return out
}

// TestGoalsKeepTheirStep checks that a goal of a later step waits for its step, and that a passed
// goal stays passed.
func TestGoalsKeepTheirStep(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.do(l.Solution[0]...)
	r.do(l.Solution[1]...)
	if r.passed("march-read") || r.passed("wins-counted") {
		t.Fatal("a step that has not been reached is judged")
	}
	if out := r.do(lessons.Answer{Question: "wins", Value: "2"}); out.Explain != "" {
		t.Error("an answer to a later step is judged")
	}
	r.do(lessons.TypeCommand{Text: "deleteallrows games"})
	if !r.passed(goals(l.Steps[0])...) {
		t.Error("a passed goal opens again")
	}
	r.next()
	r.do(lessons.RunRequest{Request: first(t, l)})
	out := r.do(lessons.TypeCommand{Text: "read games prefix=LoL"})
	if !slices.Equal(out.Fresh, []string{"march-read"}) {
		t.Errorf("fresh goals %q", out.Fresh)
	}
	if out := r.do(lessons.TypeCommand{Text: "read games prefix=LoL"}); len(out.Fresh) != 0 {
		t.Errorf("a goal passes twice: %q", out.Fresh)
	}
}

func first(t *testing.T, l *lessons.Lesson) engine.LoadRecords {
	t.Helper()
	for _, o := range l.Steps[0].Actions {
		if a, ok := o.Action.(lessons.RunRequest); ok {
			if load, ok := a.Request.(engine.LoadRecords); ok && load.Template == "{game}#{date}" {
				return load
			}
		}
	}
	t.Fatal("no load is offered")
	return engine.LoadRecords{}
}

// TestRefusedRequest checks that a refused request leads to no explanation and passes no goal.
func TestRefusedRequest(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, "key"))
	req := engine.Rekey{Table: "games", Template: "{nobody}"}
	rep := r.session.Do(req)
	if rep.Err == nil {
		t.Fatal("an unknown field is taken")
	}
	if out := r.run.JudgeReply(lessons.RequestOrigin{}, req, rep); out.Explain != "" || len(out.Fresh) > 0 {
		t.Errorf("%+v", out)
	}
}

// TestFiguresAreReplaced checks that figures replace older ones of the same measurement.
func TestFiguresAreReplaced(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, "grow"))
	r.do(lessons.Grow{Records: 1000})
	before := len(r.run.Progress().Figures)
	r.do(lessons.Grow{Records: 1000})
	if n := len(r.run.Progress().Figures); before != 2 || n != before {
		t.Errorf("%d figures after the same measurement, %d before", n, before)
	}
	r.do(lessons.Grow{Records: 2000})
	if n := len(r.run.Progress().Figures); n != before+2 {
		t.Errorf("%d figures after another measurement, %d before", n, before)
	}
}

// TestBegin checks that a reader who comes back continues where they left, and that progress which
// does not fit the lesson is dropped.
func TestBegin(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(2)
	r.run.NoteHintShown(0)
	r.run.NoteHintShown(2)
	r.run.NoteHintShown(-1)
	r.run.NoteHintShown(99)
	r.run.NoteSolutionShown(1)
	r.run.NoteSolutionShown(1)
	r.run.NoteSolutionShown(99)
	for range 9 {
		r.run.NoteHintShown(1)
	}
	p := r.run.Progress()
	if !slices.Equal(p.Hints, []int{1, 3, 1, 0, 0, 0}) || !slices.Equal(p.Revealed, []int{1}) {
		t.Errorf("hints %d, revealed %d", p.Hints, p.Revealed)
	}
	if got := lessons.NewPlayer(l, r.session, reread(t, p)).Progress(); !reflect.DeepEqual(got, p) {
		t.Errorf("comes back with\n%+v\nleft with\n%+v", got, p)
	}
	p.Passed[0] = "changed"
	if r.passed("changed") {
		t.Error("what Progress returned can change the run")
	}
	odd := lessons.Progress{
		Step: 99, Passed: []string{"gone", "games-loaded"}, Answers: []lessons.Answer{{Question: "lost", Value: "Sam"}, {Question: "wins", Value: "1"}, {Question: "gone", Value: "1"}},
		Hints: []int{-1, 99, 1, 0, 0, 3, 7}, Revealed: []int{-1, 2, 99}, Done: true,
	}
	want := lessons.Progress{
		Step: 5, Passed: []string{"games-loaded"}, Answers: []lessons.Answer{{Question: "wins", Value: "1"}},
		Hints: []int{0, 3, 1, 0, 0, 0}, Revealed: []int{2}, Tries: make([]int, 6),
	}
	if got := lessons.NewPlayer(l, r.session, odd).Progress(); !reflect.DeepEqual(got, want) {
		t.Errorf("begins with\n%+v\nwant\n%+v", got, want)
	}
}

// TestDroppedIsLoadedAgain checks that a step loads the tables that it has dropped, under its own
// template or the reader's, and does not touch other tables that the reader has designed.
func TestDroppedIsLoadedAgain(t *testing.T) {
	load := first(t, scores(t))
	own := load
	own.Template = ""
	for _, tt := range []struct {
		drop  []string
		enter engine.LoadRecords
		want  []engine.Request
	}{
		{nil, load, nil},
		{nil, own, []engine.Request{load}},
		{[]string{load.Table}, load, []engine.Request{engine.RunConsole{Text: "deletetable " + load.Table}, load}},
		{[]string{load.Table}, own, []engine.Request{engine.RunConsole{Text: "deletetable " + load.Table}, load}},
	} {
		l := &lessons.Lesson{Table: load.Table, Steps: []lessons.Step{{ID: "a"}, {ID: "b", Drop: tt.drop, Enter: []engine.Request{tt.enter}}}}
		r := newReader(t, l)
		if rep := r.session.Do(load); rep.Err != nil {
			t.Fatal(rep.Err)
		}
		if got, ok := r.run.NextStep(); !ok || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("after dropping %q: %+v, want %+v", tt.drop, got, tt.want)
		}
	}
}

// TestTestOut checks that a step is passed when it begins if its goals are met already, and that it
// can be passed by its goals alone, without reading its text or a hint.
func TestTestOut(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, "key"))
	r.do(lessons.Template{Table: "games", Text: "{game}#{player}#{date}"})
	l.Steps[stepOf(t, l, "grow")].Goals = []lessons.Goal{{ID: "known", Check: lessons.KeepsFields{Table: "games"}}}
	r.next()
	if !r.passed("known") {
		t.Error("what is met already does not pass")
	}
	if _, ok := r.run.NextStep(); !ok {
		t.Error("it cannot be left")
	}
}
