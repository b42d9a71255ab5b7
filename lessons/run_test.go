//go:build !js

package lessons

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
)

func scores(t testing.TB) *Lesson {
	t.Helper()
	l, err := Load(Content, anyLesson, "en")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// typed returns the five games as a reader would type them.
func typed(l *Lesson) string {
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
		do         []Action
		goals      []string
	}{
		{"typed writes", "load", []Action{TypeCommand{Text: typed(l)}}, []string{"games-loaded"}},
		{"typed line by line", "load", func() (out []Action) {
			for line := range strings.Lines(typed(l)) {
				out = append(out, TypeCommand{Text: line})
			}
			return out
		}(), []string{"games-loaded"}},
		{"reading all counts", "load", []Action{TypeCommand{Text: typed(l)}, TypeCommand{Text: "read games"}}, []string{"rows-counted"}},
		{"counting in a script", "load", []Action{TypeCommand{Text: typed(l) + "count games"}}, []string{"games-loaded", "rows-counted"}},
		{"space around the answer", "load", []Action{Answer{"lost", " Jo "}}, []string{"loss-found"}},
		{"prefix", "ask", []Action{TypeCommand{Text: "read games prefix=LoL#201503"}}, []string{"march-read"}},
		{"start and end", "ask", []Action{TypeCommand{Text: "read games start=LoL#20150301 end=LoL#201504"}}, []string{"march-read"}},
		{"one column", "ask", []Action{TypeCommand{Text: "read games prefix=LoL columns=GAME:WIN"}}, []string{"march-read"}},
		{"backwards", "ask", []Action{TypeCommand{Text: "read games prefix=LoL reversed=true"}}, []string{"march-read"}},
		{"regular expression", "ask", []Action{TypeCommand{Text: "read games regex=LoL#201503.*"}}, []string{"march-read"}},
		{"everything", "ask", []Action{TypeCommand{Text: "cbt read games"}}, []string{"march-read"}},
		{"zeros before a number", "ask", []Action{Answer{"wins", "01"}}, []string{"wins-counted"}},
		{"player first", "key", []Action{Template{Table: "games", Text: "{player}#{game}#{date}"}}, []string{"all-kept", "corrie-exact"}},
		{"other separators", "key", []Action{Template{Table: "games", Text: "{game}/{player}@{date}"}}, []string{"all-kept", "corrie-exact"}},
		{"more fields behind", "key", []Action{Template{Table: "games", Text: "{game}#{player}#{date}#{kda}#{win}"}}, []string{"all-kept", "corrie-exact"}},
		{"by way of a wrong key", "key", []Action{Template{Table: "games", Text: "{player}"}, Template{Table: "games", Text: "{game}#{player}#{date}"}}, []string{"all-kept", "corrie-exact"}},
		{"sizes in any order", "grow", []Action{Grow{100_000}, Grow{1000}}, []string{"hundred-thousand"}},
		{"a second key corrected", "second", []Action{AddTable{"{game}#{date}"}, Template{Table: "games_2", Text: "{game}#{date}#{player}"}}, []string{"both-exact"}},
		{"tables the other way round", "second", []Action{Template{Table: "games", Text: "{game}#{date}#{player}"}, AddTable{"{player}#{game}#{date}"}}, []string{"both-exact"}},
		{"a third table", "second", []Action{AddTable{"{date}#{player}#{game}"}, AddTable{"{game}#{date}#{player}"}}, []string{"both-exact"}},
		{"a table dropped", "second", []Action{AddTable{"{date}#{game}"}, TypeCommand{Text: "deletetable games_2"}, AddTable{"{game}#{date}#{player}"}}, []string{"both-exact"}},
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
	r.do(TypeCommand{Text: typed(l)}, TypeCommand{Text: "count games"}, Answer{"lost", "Jo"})
	r.next()
	r.do(TypeCommand{Text: "read games prefix=LoL"}, Answer{"visited", "3"}, Answer{"wins", "1"})
	if _, _, ok := r.session.Design("games"); ok {
		t.Fatal("typed writes make a design")
	}
	enter, ok := r.run.Next()
	if !ok || len(enter) != 2 {
		t.Fatalf("Next = %v, %v", enter, ok)
	}
	if out := r.ask(enter...); out.Explain != "" {
		t.Errorf("the step's own request is explained by %s", out.ExplainID)
	}
	if template, _, _ := r.session.Design("games"); template != "{game}#{date}" {
		t.Errorf("the design is %q", template)
	}
	r.do(Template{Table: "games", Text: "{game}#{player}#{date}"})
	if enter, ok := r.run.Next(); !ok || len(enter) != 0 {
		t.Errorf("on the way to grow the engine is asked %v, %v", enter, ok)
	}
}

// TestTemplateWithoutDesign checks that a template loads the lesson's data if the table has no
// design.
func TestTemplateWithoutDesign(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, "key"))
	r.do(TypeCommand{Text: "deletetable games"})
	if out := r.do(Template{Table: "games", Text: "{game}#{player}#{date}"}); !slices.Equal(out.Fresh, []string{"all-kept", "corrie-exact"}) {
		t.Errorf("fresh goals %q", out.Fresh)
	}
	requests, err := r.run.Requests(Template{Table: "other", Text: "{game}"})
	if _, ok := requests[0].(engine.Rekey); err != nil || !ok {
		t.Errorf("an unknown table is asked for by %#v, %v", requests, err)
	}
}

func TestRequests(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, "grow"))
	requests, err := r.run.Requests(Grow{5000})
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
	r.do(Template{Table: "games", Text: "{game}#{date}#{player}"})
	requests, _ = r.run.Requests(Grow{5000})
	if m := requests[0].(engine.MeasureDesigns); len(m.Templates) != 1 {
		t.Errorf("one template is measured twice: %q", m.Templates)
	}
	requests, err = r.run.Requests(AddTable{"{date}"})
	if load, ok := requests[0].(engine.Load); err != nil || !ok || load.Table != "games_2" || load.Template != "{date}" || len(load.Columns) != 3 {
		t.Errorf("AddTable asks %#v, %v", requests, err)
	}
	for _, a := range []Action{Answer{"lost", "Jo"}, Next{}} {
		if requests, err := r.run.Requests(a); requests != nil || err != nil {
			t.Errorf("%#v asks %v, %v", a, requests, err)
		}
	}
	if _, err := Begin(&Lesson{Steps: []Step{{}}}, r.session, Progress{}).Requests(Grow{10}); err == nil {
		t.Error("a lesson without growth grows")
	} else if e, ok := err.(*base.Error); !ok || e.Code != base.CodeNoDesign {
		t.Errorf("growth is refused with %v", err)
	}
}

// TestChecks measures each check in a state in which it passes and in states in which it does not.
func TestChecks(t *testing.T) {
	l := scores(t)
	load := func(template string) []engine.Request {
		return []engine.Request{engine.Load{Table: "games", Template: template, Columns: l.Data[0].Columns, Data: l.Data[0].Spec}}
	}
	say := func(text string) engine.Request { return engine.Console{Text: text} }
	first := load("{game}#{date}")
	good := load("{game}#{player}#{date}")
	measure := func(n int64, templates ...string) engine.Request {
		return engine.MeasureDesigns{Templates: templates, Columns: l.Data[0].Columns, Data: sized(l.Data[1].Spec, n), Keep: "games"}
	}
	split := []engine.Request{say("createtable games families=GAME splits=g,p"), say("set games c GAME:WIN=1"), say("set games g GAME:WIN=1")}
	three := []string{"LoL#20150301", "LoL#20150302", "LoL#20150303"}
	tests := []struct {
		name  string
		check Check
		after []engine.Request
		want  bool
	}{
		{"no table", HasRows{"games", nil}, nil, false},
		{"rows there", HasRows{"games", three}, first, true},
		{"a row missing", HasRows{"games", append([]string{"Dota#20150301"}, three...)}, first, false},
		{"deleted", HasRows{"games", three}, append(first, say("deleterow games LoL#20150302")), false},

		{"not read", Reads{Table: "games", Keys: three}, first, false},
		{"read", Reads{Table: "games", Keys: three}, append(first, say("read games prefix=LoL")), true},
		{"read, but another table", Reads{Table: "other", Keys: three}, append(first, say("read games prefix=LoL")), false},
		{"cut short", Reads{Table: "games", Keys: three}, append(first, say("read games prefix=LoL count=2")), false},
		{"filtered away", Reads{Table: "games", Keys: three}, append(first, say("read games prefix=LoL columns=GAME:NOTE")), false},
		{"read too little", Reads{Table: "games", Keys: three}, append(first, say("read games end=LoL#20150303")), false},
		{"read before, then written", Reads{Table: "games", Keys: three}, append(first, say("read games"), say("set games a GAME:WIN=true")), false},
		{"a write alone", Reads{Table: "games", Keys: three}, append(first, say("set games a GAME:WIN=true")), false},

		{"not counted", Reads{Table: "games", Whole: true}, first, false},
		{"counted", Reads{Table: "games", Whole: true}, append(first, say("count games")), true},
		{"counted in part", Reads{Table: "games", Whole: true}, append(first, say("count games prefix=LoL")), false},
		{"empty", Reads{Table: "games", Whole: true}, []engine.Request{say("createtable games families=F"), say("count games")}, false},

		{"cells left by a filter", Reads{Table: "games", CellsReturned: Is(4), Cells: Is(12)}, append(first, say("read games columns=GAME:WIN")), true},
		{"more cells than that", Reads{Table: "games", CellsReturned: Is(4)}, append(first, say("read games")), false},
		{"few bytes returned", Reads{Table: "games", BytesReturned: Bound{true, 1, 200}}, append(first, say("read games columns=GAME:WIN")), true},
		{"all bytes returned", Reads{Table: "games", BytesReturned: Bound{true, 1, 200}}, append(first, say("read games")), false},

		{"two writes", WrittenTogether{"games", "LoL", []string{"GAME:KDA", "GAME:WIN"}, []string{"1", "1"}}, append(first, say("set games LoL GAME:KDA=1"), say("set games LoL GAME:WIN=1")), false},
		{"one of two columns", WrittenTogether{"games", "LoL", []string{"GAME:KDA", "GAME:NONE"}, []string{"1", "1"}}, append(first, say("set games LoL GAME:KDA=1")), false},
		{"one write", WrittenTogether{"games", "LoL", []string{"GAME:KDA", "GAME:WIN"}, []string{"1", "1"}}, append(first, say("set games LoL GAME:KDA=1 GAME:WIN=1")), true},
		{"not split", SplitAsMade{"games", Is(2), Bound{}}, first, false},
		{"split", SplitAsMade{"games", Is(3), Bound{true, 0, 50}}, split, true},
		{"split, all in one tablet", SplitAsMade{"games", Is(3), Bound{true, 0, 50}}, append(split, say("set games a GAME:WIN=1"), say("set games b GAME:WIN=1")), false},
		{"split, no rows", SplitAsMade{"games", Is(3), Bound{true, 0, 50}}, split[:1], false},

		{"at its time", CellTime{"games", "a", "GAME:N", "v", 5000}, append(first, say("set games a GAME:N=v@5000")), true},
		{"at another time", CellTime{"games", "a", "GAME:N", "v", 5000}, append(first, say("set games a GAME:N=v")), false},
		{"the other family kept its rule", Rules{"t", []string{"A", "B"}, []string{"maxversions=2", "never"}}, []engine.Request{say("createtable t families=A:maxversions=2,B")}, true},
		{"the other family lost its rule", Rules{"t", []string{"A", "B"}, []string{"maxversions=2", "never"}}, []engine.Request{say("createtable t families=A:maxversions=1,B")}, false},

		{"no counter", Cell{Table: "games", Row: "LoL#20150301", Column: "GAME:WIN", Number: Is(0)}, first, false},
		{"a counter", Cell{Table: "games", Row: "a", Column: "GAME:N", Number: Is(5)}, append(first, say("readmodifywrite games a GAME N increment=5")), true},
		{"another number", Cell{Table: "games", Row: "a", Column: "GAME:N", Number: Is(5)}, append(first, say("readmodifywrite games a GAME N increment=-5")), false},

		{"no design", KeepsFields{"games"}, []engine.Request{say("createtable games families=F")}, false},
		{"two share a row", KeepsFields{"games"}, first, false},
		{"all kept", KeepsFields{"games"}, good, true},
		{"a row deleted", KeepsFields{"games"}, append(good, say("deleterow games LoL#Corrie#20150301")), false},
		{"a field nowhere", KeepsFields{"games"}, load("{player}#{date}"), false},

		{"packed", RowsStored{Table: "games", Packed: Bound{true, 1, 400}}, good, true},
		{"not packed enough", RowsStored{Table: "games", Packed: Bound{true, 1, 100}}, good, false},
		{"nothing to pack", RowsStored{Table: "games", Packed: Bound{true, 1, 400}}, nil, false},

		{"no workload yet", ExactReads{[]string{"march"}}, good, false},
		{"scans too much", ExactReads{[]string{"corrie"}}, first, false},
		{"exact", ExactReads{[]string{"corrie"}}, good, true},
		{"exact for one of two", ExactReads{[]string{"corrie", "march"}}, append(good,
			measure(1000, "{game}#{player}#{date}"), engine.Workload{Queries: queries(l)}), false},

		{"not measured", DesignsMeasured{[]int64{1000}, false}, good, false},
		{"measured", DesignsMeasured{[]int64{1000}, false}, append(good, measure(1000, "{game}#{date}", "{game}#{date}#{player}")), true},
		{"one of two sizes", DesignsMeasured{[]int64{1000, 2000}, false}, append(good, measure(1000, "{game}#{player}#{date}")), false},
		{"measured, inexact", DesignsMeasured{[]int64{1000}, true}, append(good, measure(1000, "{game}#{date}#{player}")), false},
		{"measured, exact", DesignsMeasured{[]int64{1000}, true}, append(good, measure(1000, "{game}#{date}#{player}", "{game}#{player}#{date}")), true},
		{"exact, then changed", DesignsMeasured{[]int64{1000}, true}, append(good, measure(1000, "{game}#{player}#{date}"), engine.Rekey{Table: "games", Template: "{date}"}), false},
		{"exact at another size", DesignsMeasured{[]int64{1000, 2000}, true}, append(good,
			measure(2000, "{game}#{date}#{player}"), measure(1000, "{game}#{player}#{date}")), false},
		{"no sizes", DesignsMeasured{nil, true}, good, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, l)
			r.session.Do(engine.Workload{Queries: queries(l)[:1]})
			r.run.lesson = watching(l, tt.check)
			var ev *event
			for _, req := range tt.after {
				rep := r.session.Do(req)
				if rep.Err != nil {
					t.Fatalf("%#v: %v", req, rep.Err)
				}
				r.run.After(RequestOrigin{}, req, rep)
				ev = &event{req: req, rep: rep, own: true}
			}
			if got := (!isMomentary(tt.check) || r.run.happened(tt.check, ev)) && r.run.measure(tt.check, 0, ev).ok(); got != tt.want {
				t.Errorf("%#v passes: %v", tt.check, got)
			}
		})
	}
}

// watching returns a lesson whose only goal has a given check.
func watching(l *Lesson, c Check) *Lesson {
	out := *l
	out.Steps = []Step{{Goals: []Goal{{ID: "watched", Check: c}}}}
	return &out
}

func queries(l *Lesson) (out []plan.Query) {
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
	if out := r.do(Answer{"wins", "2"}); out.Explain != "" {
		t.Error("an answer to a later step is judged")
	}
	r.do(TypeCommand{Text: "deleteallrows games"})
	if !r.passed(goals(l.Steps[0])...) {
		t.Error("a passed goal opens again")
	}
	r.next()
	r.do(Ask{first(t, l)})
	out := r.do(TypeCommand{Text: "read games prefix=LoL"})
	if !slices.Equal(out.Fresh, []string{"march-read"}) {
		t.Errorf("fresh goals %q", out.Fresh)
	}
	if out := r.do(TypeCommand{Text: "read games prefix=LoL"}); len(out.Fresh) != 0 {
		t.Errorf("a goal passes twice: %q", out.Fresh)
	}
}

func first(t *testing.T, l *Lesson) engine.Load {
	t.Helper()
	load, ok := l.first()
	if !ok || load.Template != "{game}#{date}" {
		t.Fatalf("the first load is %+v, %v", load, ok)
	}
	return load
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
	if out := r.run.After(RequestOrigin{}, req, rep); out.Explain != "" || len(out.Fresh) > 0 {
		t.Errorf("%+v", out)
	}
}

// TestFiguresAreReplaced checks that figures replace older ones of the same measurement.
func TestFiguresAreReplaced(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	r.arrive(stepOf(t, l, "grow"))
	r.do(Grow{1000})
	before := len(r.run.Progress().Figures)
	r.do(Grow{1000})
	if n := len(r.run.Progress().Figures); before != 2 || n != before {
		t.Errorf("%d figures after the same measurement, %d before", n, before)
	}
	r.do(Grow{2000})
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
	r.run.Hint(0)
	r.run.Hint(2)
	r.run.Hint(-1)
	r.run.Hint(99)
	r.run.Reveal(1)
	r.run.Reveal(1)
	r.run.Reveal(99)
	for range 9 {
		r.run.Hint(1)
	}
	p := r.run.Progress()
	if !slices.Equal(p.Hints, []int{1, 3, 1, 0, 0, 0}) || !slices.Equal(p.Revealed, []int{1}) {
		t.Errorf("hints %d, revealed %d", p.Hints, p.Revealed)
	}
	back, err := decodeProgress(encodeProgress(p))
	if err != nil {
		t.Fatal(err)
	}
	if got := Begin(l, r.session, back).Progress(); !reflect.DeepEqual(got, p) {
		t.Errorf("comes back with\n%+v\nleft with\n%+v", got, p)
	}
	p.Passed[0] = "changed"
	if r.passed("changed") {
		t.Error("what Progress returned can change the run")
	}
	odd := Progress{
		Step: 99, Passed: []string{"gone", "games-loaded"}, Answers: []Answer{{"lost", "Sam"}, {"wins", "1"}, {"gone", "1"}},
		Hints: []int{-1, 99, 1, 0, 0, 3, 7}, Revealed: []int{-1, 2, 99}, Done: true,
	}
	want := Progress{
		Step: 5, Passed: []string{"games-loaded"}, Answers: []Answer{{"wins", "1"}},
		Hints: []int{0, 3, 1, 0, 0, 0}, Revealed: []int{2}, Tries: make([]int, 6),
	}
	if got := Begin(l, r.session, odd).Progress(); !reflect.DeepEqual(got, want) {
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
		enter engine.Load
		want  []engine.Request
	}{
		{nil, load, nil},
		{nil, own, []engine.Request{load}},
		{[]string{load.Table}, load, []engine.Request{engine.Console{Text: "deletetable " + load.Table}, load}},
		{[]string{load.Table}, own, []engine.Request{engine.Console{Text: "deletetable " + load.Table}, load}},
	} {
		l := &Lesson{Table: load.Table, Steps: []Step{{ID: "a"}, {ID: "b", Drop: tt.drop, Enter: []engine.Request{tt.enter}}}}
		r := newReader(t, l)
		if rep := r.session.Do(load); rep.Err != nil {
			t.Fatal(rep.Err)
		}
		if got, ok := r.run.Next(); !ok || !reflect.DeepEqual(got, tt.want) {
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
	r.do(Template{Table: "games", Text: "{game}#{player}#{date}"})
	l.Steps[stepOf(t, l, "grow")].Goals = []Goal{{ID: "known", Check: KeepsFields{"games"}}}
	r.next()
	if !r.passed("known") {
		t.Error("what is met already does not pass")
	}
	if _, ok := r.run.Next(); !ok {
		t.Error("it cannot be left")
	}
}
