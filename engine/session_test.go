package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// games is the documents' five games.
var games = dataset.Spec{
	Fields: []string{"game", "player", "date", "win", "kda"},
	Records: [][]string{
		{"LoL", "Corrie", "20150301", "false", "4.25"},
		{"LoL", "Jo", "20150302", "true", "7.00"},
		{"LoL", "Sam", "20150302", "true", "7.00"},
		{"LoL", "Corrie", "20150303", "true", "9.50"},
		{"Starcraft", "Eriko", "20150303", "true", "6.00"},
	},
}

var columns = []plan.FieldColumn{
	{Field: "player", Family: "GAME", Qualifier: "PLAYER"},
	{Field: "win", Family: "GAME", Qualifier: "WIN"},
	{Field: "kda", Family: "GAME", Qualifier: "KDA"},
}

var corrie = plan.Query{ID: "corrie", Where: []plan.Cond{
	{Field: "game", Op: plan.Equal, Value: "LoL"},
	{Field: "player", Op: plan.Equal, Value: "Corrie"},
	{Field: "date", Op: plan.HasPrefix, Value: "201503"},
}}

var march = plan.Query{ID: "march", Where: []plan.Cond{
	{Field: "game", Op: plan.Equal, Value: "LoL"},
	{Field: "date", Op: plan.HasPrefix, Value: "201503"},
}}

func newSession() *Session {
	now := base.Micros(1_700_000_000_000_000)
	return New(Options{Now: func() base.Micros { now += 1000; return now }})
}

func mustDo(t *testing.T, s *Session, r Request) Reply {
	t.Helper()
	rep := s.Do(r)
	if rep.Err != nil {
		t.Fatalf("%#v: %v", r, rep.Err)
	}
	return rep
}

func TestLoadLosesAGameWhoseKeyIsShared(t *testing.T) {
	s := newSession()
	mustDo(t, s, SetWorkload{[]plan.Query{corrie}})
	rep := mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{date}", Columns: columns, Data: games})
	if n := rep.Tables[0].Rows; n != 4 {
		t.Fatalf("%d rows, want 4", n)
	}
	p := s.Page(RowWindow{Table: "games", Count: 10})
	if got := p.Rows[1].Cells[1]; p.Rows[1].Key != "LoL#20150302" || got.Value != "Sam" || got.Versions != 1 {
		t.Errorf("row %q holds %+v, want Sam alone", p.Rows[1].Key, got)
	}
	v := rep.Verdicts[0]
	if v.Stats.RowsScanned != 3 || v.Stats.RowsReturned != 2 || v.Wanted != 2 || v.IsExact() {
		t.Errorf("verdict %+v", v)
	}
	rep = mustDo(t, s, Rekey{Table: "games", Template: "{game}#{player}#{date}"})
	v = rep.Verdicts[0]
	if v.Stats.RowsScanned != 2 || !v.IsExact() || v.Access != plan.Prefix || rep.Tables[0].Rows != 5 {
		t.Errorf("verdict %+v", v)
	}
	marks := ""
	for _, r := range s.Page(RowWindow{Table: "games", Count: 10}).Rows {
		marks += string("-sR"[r.Mark])
	}
	if marks != "RR---" {
		t.Errorf("marks %s, want the two rows of Corrie", marks)
	}
}

func TestTwoDesignsAnswerTwoQuestions(t *testing.T) {
	s := newSession()
	mustDo(t, s, SetWorkload{[]plan.Query{corrie, march}})
	mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{player}#{date}", Columns: columns, Data: games})
	rep := mustDo(t, s, LoadRecords{Table: "games_by_date", Template: "{game}#{date}#{player}", Columns: columns, Data: games})
	for i, want := range []string{"games", "games_by_date"} {
		if v := rep.Verdicts[i]; v.Table != want || !v.IsExact() {
			t.Errorf("query %d: %+v, want %s to answer it exactly", i, v, want)
		}
	}
	rep = mustDo(t, s, RunConsole{Text: "deletetable games_by_date"})
	if v := rep.Verdicts[1]; v.Table != "games" {
		t.Errorf("without its table: %+v", v)
	}
}

func TestConsole(t *testing.T) {
	s := newSession()
	script := "createtable t families=f\nset t r1 f:a=1@1000 f:b=2@1000\nset t r2 f:a=3@2000"
	if rep := mustDo(t, s, RunConsole{Text: script}); len(rep.Changes) != 3 || rep.FocusTable != "t" {
		t.Fatalf("%+v", rep)
	}
	rep := mustDo(t, s, RunConsole{Text: "read t prefix=r1"})
	want := "----------------------------------------\nr1\n" +
		"  f:a                                      @ 1970/01/01-00:00:00.001000\n    \"1\"\n" +
		"  f:b                                      @ 1970/01/01-00:00:00.001000\n    \"2\"\n\n"
	if got := strings.ReplaceAll(rep.Output[0].Text, `"r1"`, "r1"); strings.NewReplacer(`"f:a"  `, "f:a    ", `"f:b"  `, "f:b    ").Replace(got) != want {
		t.Errorf("printed\n%s", rep.Output[0].Text)
	}
	if r := rep.Read; r.Stats.RowsScanned != 1 || r.Access != plan.Prefix {
		t.Errorf("read %+v", r)
	}
	if rep := mustDo(t, s, RunConsole{Text: "count t"}); strings.TrimSpace(rep.Output[0].Text) != "2" {
		t.Errorf("count printed %q", rep.Output[0].Text)
	}
}

func TestScriptStopsAtTheFirstRefusedLine(t *testing.T) {
	s := newSession()
	rep := s.Do(RunConsole{Text: "createtable t families=f\nset t r g:a=1\nset t r f:a=1"})
	if rep.Err == nil || rep.Err.Code != base.CodeNoFamily || rep.ErrLine != 2 || len(rep.Changes) != 1 {
		t.Fatalf("%+v", rep)
	}
	if n := s.Tables()[0].Rows; n != 0 {
		t.Errorf("%d rows after a refused write", n)
	}
}

func TestRefusals(t *testing.T) {
	s := newSession()
	mustDo(t, s, RunConsole{Text: "createtable t families=f"})
	version := s.Version()
	for text, code := range map[string]base.Code{
		"read nope":            base.CodeNoTable,
		"set t r g:q=1":        base.CodeNoFamily,
		"createtable t":        base.CodeTableExists,
		"read t start=b end=a": base.CodeRangeReversed,
		"read t regex=(":       base.CodeBadRegex,
		"raed t":               base.CodeUnknownCommand,
		"set t " + strings.Repeat("k", 4097) + " f:q=1": base.CodeKeyTooLong,
		strings.Repeat("x", 1<<20):                      base.CodeInputTooLong,
	} {
		if rep := s.Do(RunConsole{Text: text}); rep.Err == nil || rep.Err.Code != code {
			t.Errorf("%.40q: %v, want %s", text, rep.Err, code)
		}
	}
	if rep := s.Do(LoadRecords{Table: "t", Template: "{nope}", Columns: columns, Data: games}); rep.Err == nil || rep.Err.Code != base.CodeTemplateField {
		t.Errorf("%v", rep.Err)
	}
	if rep := s.Do(Rekey{Table: "t", Template: "{game}"}); rep.Err == nil || rep.Err.Code != base.CodeNoDesign {
		t.Errorf("%v", rep.Err)
	}
	s.ReadOnly = true
	for _, r := range []Request{RunConsole{Text: "set t r f:q=1"}, LoadRecords{Table: "x", Template: "{game}", Columns: columns, Data: games}, SetWorkload{}} {
		if rep := s.Do(r); rep.Err == nil || rep.Err.Code != base.CodeReadOnly {
			t.Errorf("%T: %v", r, rep.Err)
		}
	}
	if s.Version() != version {
		t.Error("a refused request changed something")
	}
	for i, r := range []Request{RunConsole{Text: "set t r f:q=1"}, SetWorkload{}} {
		task := s.Replay(Change{At: 5000, Request: r})
		for !task.Step(1) {
		}
		if rep := task.Reply(); rep.Err != nil || s.Version() != version+uint64(i)+1 {
			t.Errorf("what was accepted elsewhere is refused: %v", rep.Err)
		}
	}
}

func TestDroppedTaskChangesNothing(t *testing.T) {
	s := newSession()
	mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{date}", Columns: columns, Data: games})
	before := s.Version()
	task := s.Start(Rekey{Table: "games", Template: "{player}#{date}#{game}"})
	for range 5 {
		if task.Step(1) {
			t.Fatal("too short to be dropped half way")
		}
	}
	if s.Version() != before || s.Tables()[0].Template != "{game}#{date}" || s.Tables()[0].Rows != 4 {
		t.Errorf("%+v", s.Tables()[0])
	}
}

func TestLongReadPrintsInParts(t *testing.T) {
	s := newSession()
	var script strings.Builder
	script.WriteString("createtable t families=f\n")
	const rows = 2*maxPrinted + 50
	for i := range rows {
		script.WriteString("set t " + string([]byte{'a' + byte(i/26), 'a' + byte(i%26)}) + " f:q=1\n")
	}
	mustDo(t, s, RunConsole{Text: script.String()})
	for _, text := range []string{"read t", "read t reversed=true"} {
		rep := mustDo(t, s, RunConsole{Text: text})
		if rep.Read.Stats.RowsScanned != rows || !rep.More {
			t.Fatalf("%+v", rep.Read)
		}
		seen := rep.Output[0].Text
		for rep.More {
			rep = mustDo(t, s, PrintMore{})
			seen += rep.Output[0].Text
		}
		if n := strings.Count(seen, "----------------------------------------\n"); n != rows {
			t.Errorf("%s: printed %d rows, want %d", text, n, rows)
		}
	}
}

func TestReplayGivesTheSameTables(t *testing.T) {
	s := newSession()
	var changes []Change
	for _, r := range []Request{
		SetWorkload{[]plan.Query{corrie}},
		LoadRecords{Table: "games", Template: "{game}#{date}", Columns: columns, Data: games},
		RunConsole{Text: "set games LoL#20150309 GAME:PLAYER=Ada\ndeleterow games Starcraft#20150303"},
		RunConsole{Text: "createtable t families=f\nset t r f:q=1"},
	} {
		changes = append(changes, mustDo(t, s, r).Changes...)
	}
	again := newSession()
	for _, c := range changes {
		for task := again.Replay(c); !task.Step(2); {
		}
	}
	for _, name := range []string{"games", "t"} {
		a, b := s.Page(RowWindow{Table: name, Count: 100}), again.Page(RowWindow{Table: name, Count: 100})
		if len(a.Rows) != len(b.Rows) {
			t.Fatalf("%s: %d rows, replayed %d", name, len(a.Rows), len(b.Rows))
		}
		for i := range a.Rows {
			for k := range a.Rows[i].Cells {
				if a.Rows[i].Key != b.Rows[i].Key || a.Rows[i].Cells[k] != b.Rows[i].Cells[k] {
					t.Errorf("%s row %d: %+v, replayed %+v", name, i, a.Rows[i], b.Rows[i])
				}
			}
		}
	}
}

func TestMeasure(t *testing.T) {
	s := newSession()
	mustDo(t, s, SetWorkload{[]plan.Query{corrie}})
	mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{player}#{date}", Columns: columns, Data: games})
	rep := mustDo(t, s, MeasureDesigns{Templates: []string{"{game}#{date}#{player}", "{game}#{player}#{date}"}, Columns: columns, Data: games})
	if len(AnswerAs[DesignMeasurements](rep.Answer)) != 2 || AnswerAs[DesignMeasurements](rep.Answer)[0].Scanned != 4 || AnswerAs[DesignMeasurements](rep.Answer)[1].Scanned != 2 || len(rep.Changes) != 0 {
		t.Errorf("%+v", AnswerAs[DesignMeasurements](rep.Answer))
	}
	rep = mustDo(t, s, MeasureDesigns{Templates: []string{"{game}#{date}"}, Columns: columns, Data: games, Keep: "games"})
	if len(rep.Changes) != 1 || rep.Tables[0].Template != "{game}#{date}" || rep.Tables[0].Rows != 4 {
		t.Errorf("kept %+v", rep.Tables[0])
	}
}

// TestVerdictsOfBefore checks that a command that writes makes a table's questions be measured
// again. Questions that scan too much are marked as measured before the write.
func TestVerdictsOfBefore(t *testing.T) {
	all := plan.Query{ID: "all", Where: []plan.Cond{{Field: "kda", Value: "1.00"}}}
	for _, c := range []struct {
		records int64
		stale   bool
	}{{60_000, false}, {100_001, true}} {
		s := newSession()
		mustDo(t, s, LoadRecords{Table: "games", Template: "{date}#{player}#{game}", Columns: columns, Data: grown(c.records)})
		mustDo(t, s, LoadRecords{Table: "other", Template: "{id}", Columns: []plan.FieldColumn{{Field: "n", Family: "f", Qualifier: "n"}}, Data: dataset.Spec{Fields: []string{"id", "n"}, Records: [][]string{{"a", "1"}}}})
		two := all
		two.ID = "again"
		before := mustDo(t, s, SetWorkload{[]plan.Query{all, two, {ID: "other", Where: []plan.Cond{{Field: "id", Value: "a"}}}}}).Verdicts
		after := mustDo(t, s, RunConsole{Text: "set games zz GAME:kda=1.00"}).Verdicts
		if len(after) != 3 || after[0].Stale != c.stale || after[1].Stale != c.stale || after[2].Stale {
			t.Fatalf("%d records: %+v", c.records, after)
		}
		if again := after[0].Stats.RowsScanned != before[0].Stats.RowsScanned; again == c.stale {
			t.Errorf("%d records: %d rows scanned, %d before", c.records, after[0].Stats.RowsScanned, before[0].Stats.RowsScanned)
		}
		if r := mustDo(t, s, Rekey{Table: "games", Template: "{player}#{date}#{game}"}); r.Verdicts[0].Stale {
			t.Errorf("%d records: measured, and said to be of before", c.records)
		}
	}
}

// TestWrittenByHand checks that a row that was written by hand and that a question asks for is
// wanted like all others: by the verdict, the read that is shown, the strip and the advisor.
func TestWrittenByHand(t *testing.T) {
	s := newSession()
	data := dataset.Spec{Fields: []string{"customer", "at", "id", "amount"}}
	for i := range 200 {
		data.Records = append(data.Records, []string{fmt.Sprintf("cust-%03d", i%10), fmt.Sprint(1000 + i), fmt.Sprintf("order-%d", i), fmt.Sprint(i)})
	}
	columns := []plan.FieldColumn{{Field: "customer", Family: "cf", Qualifier: "customer"}, {Field: "amount", Family: "cf", Qualifier: "amount"}}
	mustDo(t, s, LoadRecords{Table: "orders", Template: "{customer}#{at}#{id}", Columns: columns, Data: data})
	mustDo(t, s, SetWorkload{Queries: []plan.Query{
		{ID: "of", Where: []plan.Cond{{Field: "customer", Op: plan.Equal, Value: "cust-008"}}},
		{ID: "amount", Where: []plan.Cond{{Field: "amount", Op: plan.Numbers, Value: "100", To: "150"}}},
	}})
	check := func(of, amount int64) {
		t.Helper()
		v := s.Verdicts()
		if v[0].Wanted != of || v[0].Found != of || !v[0].IsExact() {
			t.Errorf("of a customer %+v, want %d", v[0], of)
		}
		if v[1].Wanted != amount || v[1].Found != amount || v[1].Stats.RowsScanned != int64(s.state.tables["orders"].Len()) {
			t.Errorf("by amount %+v, want %d", v[1], amount)
		}
		r := s.LastRead()
		if r == nil || r.Query != "of" || r.Stats.RowsScanned != of || r.WantedRowCount() != of {
			t.Errorf("shown is %+v, want %d", r, of)
		}
		marked := 0
		for _, span := range s.TableStrip(s.Page(RowWindow{Table: "orders", Count: 1})).Spans {
			marked += span.To - span.From
		}
		if int64(marked) != of {
			t.Errorf("the strip marks %d rows, want %d", marked, of)
		}
		told := AnswerAs[*AdviceReport](mustDo(t, s, Advise{}).Answer)
		at := slices.IndexFunc(told.Findings, func(f advise.Finding) bool { return f.Rule == advise.CostlyQuery })
		if at < 0 || !slices.Contains(told.Findings[at].Args, fmt.Sprint(amount)) {
			t.Errorf("the advisor tells %+v, want %d", told.Findings, amount)
		}
	}
	check(20, 50)
	mustDo(t, s, RunConsole{Text: "set orders cust-008#2000#order-999 cf:amount=125 cf:customer=cust-008"})
	check(21, 51)
	mustDo(t, s, Undo{})
	check(20, 50)
}
