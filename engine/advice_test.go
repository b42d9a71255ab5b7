package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// clocked returns a session whose clock advances by a second with each request.
func clocked() *Session {
	now := base.Micros(1_425_000_000_000_000)
	return New(Options{Now: func() base.Micros { now += 1e6; return now }})
}

func adviceOn(t *testing.T, s *Session) *AdviceReport {
	t.Helper()
	before, tables := s.Version(), s.Tables()
	r := s.Do(Advise{})
	if r.Err != nil || AnswerAs[*AdviceReport](r.Answer) == nil || len(r.Changes) > 0 || r.Timeline != nil || s.Version() != before || !reflect.DeepEqual(tables, s.Tables()) {
		t.Fatalf("%+v", r)
	}
	return AnswerAs[*AdviceReport](r.Answer)
}

func rulesOf(a *AdviceReport) (rules []advise.Rule) {
	for _, f := range a.Findings {
		rules = append(rules, f.Rule)
	}
	return rules
}

// TestAdviceByCells checks that rows without a design are taken to arrive in the order of their
// oldest cells. Rows of one script all have the same time, which gives no order.
func TestAdviceByCells(t *testing.T) {
	lines := []string{}
	for i := range 20 {
		lines = append(lines, fmt.Sprintf("set log %d#m%d f:q=1", 1425330757685+i*40, i%3))
	}
	s := clocked()
	s.Do(RunConsole{Text: "createtable log families=f"})
	for _, l := range lines {
		if r := s.Do(RunConsole{Text: l}); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	a := adviceOn(t, s)
	if got := rulesOf(a); !slices.Equal(got, []advise.Rule{advise.TimeFirst}) || a.RowsExamined != 20 || a.Rows != 20 {
		t.Errorf("typed: %+v", a)
	}
	s = clocked()
	s.Do(RunConsole{Text: "createtable log families=f\n" + strings.Join(lines, "\n")})
	a = adviceOn(t, s)
	if len(a.Findings) > 0 || slices.Contains(a.Checked, advise.TimeFirst) || !slices.Contains(a.Checked, advise.Unpadded) {
		t.Errorf("pasted: %+v", a)
	}
}

// TestAdviceInSlices checks that a large table is sampled all over, in steps, and as it was when
// the task began.
func TestAdviceInSlices(t *testing.T) {
	s := clocked()
	spec := dataset.Spec{Fields: []string{"id", "day"}, Recipe: &dataset.Recipe{Count: 30_000, Seed: 1, Unique: []string{"id", "day"}, Gens: []dataset.Generator{
		{Field: "id", Kind: dataset.Decimals, From: "1", To: "300", Step: "1"},
		{Field: "day", Kind: dataset.Days, From: "20150101", To: "20151231"},
	}}}
	columns := []plan.FieldColumn{{Field: "day", Family: "f", Qualifier: "d"}}
	if r := s.Do(LoadRecords{Table: "t", Template: "{id}#{day}", Data: spec, Columns: columns}); r.Err != nil {
		t.Fatal(r.Err)
	}
	s.Do(RunConsole{Text: "createtable u families=f:maxversions=1\nset u a f:q=1"})
	task := s.Start(Advise{})
	steps := 0
	for !task.Step(1000) {
		steps++
		s.Do(RunConsole{Text: "deletetable u"})
	}
	a := AnswerAs[*AdviceReport](task.Reply().Answer)
	if steps < 20 || a.RowsExamined != maxAdvised+1 || a.Rows != 30_001 {
		t.Errorf("%d steps, %d of %d rows", steps, a.RowsExamined, a.Rows)
	}
	if got := rulesOf(a); !slices.Equal(got, []advise.Rule{advise.Unpadded}) || a.Findings[0].Args[0] != "id" {
		t.Errorf("%+v", a.Findings)
	}
}

// TestAdviceOnLatest checks that a question costs more than it asks for if the reader has to sort
// all rows to find the latest few, although every row is returned.
func TestAdviceOnLatest(t *testing.T) {
	data := dataset.Spec{Fields: []string{"user", "time"}, Recipe: &dataset.Recipe{Count: 100, Seed: 1, Gens: []dataset.Generator{
		{Field: "user", Kind: dataset.Turns, From: "10", To: "29"},
		{Field: "time", Kind: dataset.Arrival, From: "20150301000000", Step: "60000"},
	}}}
	for template, want := range map[string]string{"{user}#{time}": "[scan 100 5      ]", "{time}#{user}": ""} {
		s := clocked()
		s.Do(SetWorkload{Queries: []plan.Query{{ID: "newest", Latest: plan.Latest{Field: "time", N: 5}}}})
		if r := s.Do(LoadRecords{Table: "t", Template: template, Data: data, Columns: []plan.FieldColumn{{Field: "user", Family: "f", Qualifier: "u"}}}); r.Err != nil {
			t.Fatal(r.Err)
		}
		got := ""
		for _, f := range adviceOn(t, s).Findings {
			if f.Rule == advise.CostlyQuery {
				got = fmt.Sprint(f.Args)
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", template, got, want)
		}
	}
}

// TestAdviceOnNumbers checks the advice about a field that is compared as numbers but stored as
// text: the unchanged field is not proposed for the key, nor is a field that already has the right
// place.
func TestAdviceOnNumbers(t *testing.T) {
	data := dataset.Spec{Fields: []string{"id", "amount", "customer"}}
	for i := range 300 {
		data.Records = append(data.Records, []string{strconv.Itoa(i), fmt.Sprintf("%d.%02d", i, 5*(i%20)), fmt.Sprintf("c%d", i%7)})
	}
	columns := []plan.FieldColumn{{Field: "amount", Family: "f", Qualifier: "a"}, {Field: "customer", Family: "f", Qualifier: "c"}}
	amount := plan.Cond{Field: "amount", Op: plan.Numbers, Value: "100", To: "150"}
	id := plan.Cond{Field: "id", Op: plan.Numbers, Value: "100", To: "150"}
	customer := plan.Cond{Field: "customer", Value: "c3"}
	for _, tt := range []struct {
		template string
		where    []plan.Cond
		want     string
	}{
		{"{id}", []plan.Cond{amount}, `["scan" "300" "50" "amount" "" "amount" "100.00" "0000010000" ""]`},
		{"{amount}#{id}", []plan.Cond{amount}, `["scan" "300" "50" "amount" "" "amount" "100.00" "0000010000" ""]`},
		{"{amount}#{id}", []plan.Cond{amount, customer}, `["scan" "300" "7" "amount, customer" "customer" "amount" "100.00" "0000010000" ""]`},
		{"{customer}#{id}", []plan.Cond{id}, `["scan" "300" "50" "id" "" "id" "100" "0000000100" "{id|zero:10}"]`},
		{"{customer}#{id|zero:10}", []plan.Cond{id}, `["scan" "300" "50" "id" "id" "" "" "" ""]`},
		{"{id|zero:10}", []plan.Cond{id}, ""},
		{"{customer|hash:4}#{id}", []plan.Cond{{Field: "customer", Op: plan.HasPrefix, Value: "c3"}}, ""}, // already first in the key
	} {
		s := clocked()
		s.Do(SetWorkload{Queries: []plan.Query{{ID: "q", Where: tt.where}}})
		if r := s.Do(LoadRecords{Table: "t", Template: tt.template, Data: data, Columns: columns}); r.Err != nil {
			t.Fatal(r.Err)
		}
		got := ""
		for _, f := range adviceOn(t, s).Findings {
			if f.Rule == advise.CostlyQuery {
				got = fmt.Sprintf("%q", f.Args)
			}
		}
		if got != tt.want {
			t.Errorf("%s, %v: %s, want %s", tt.template, tt.where, got, tt.want)
		}
	}
}

// TestAdviceOnCells checks that the contents of rows reach the rules.
func TestAdviceOnCells(t *testing.T) {
	s := clocked()
	lines := []string{"createtable t families=f"}
	for i := range 120 {
		lines = append(lines, fmt.Sprintf("set t wide f:%d=1", i), fmt.Sprintf("set t busy f:q=%d@%d", i, (i+1)*1000))
	}
	lines = append(lines, "set t third f:1=1", "set t fourth f:2=1", "set t "+strings.Repeat("k", 3100)+" f:"+strings.Repeat("7", 13_000)+"=1")
	if r := s.Do(RunConsole{Text: strings.Join(lines, "\n")}); r.Err != nil {
		t.Fatal(r.Err)
	}
	a := adviceOn(t, s)
	got := ""
	for _, f := range a.Findings {
		got += fmt.Sprintf("%s %.40q %.20q\n", f.Rule, f.Args, f.Example)
	}
	want := `busy-row ["versions" "120" "f:q"] "busy"
too-large ["key" "3100" "4096" ""] "kkkkkkkkkkkkkkkkkkkk"
too-large ["qualifier" "13000" "16384" "f"] "kkkkkkkkkkkkkkkkkkkk"
wide-rows ["120" "1"] "wide"
version-series ["f:q" "120" "1"] "busy"
mixed-retention ["f" "q" "120" "0" "1"] "f:q"
two-rows ["wide" "t" "120"] "busy"
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestKeeps(t *testing.T) {
	for _, c := range []struct {
		rule table.GCRule
		want int
	}{
		{nil, 0},
		{table.MaxAge(1e9), 0},
		{table.MaxVersions(3), 3},
		{table.Union{table.MaxAge(1e9), table.MaxVersions(3), table.MaxVersions(2)}, 2},
		{table.Union{table.MaxAge(1e9)}, 0},
		{table.Intersection{table.MaxVersions(3), table.MaxVersions(2)}, 3},
		{table.Intersection{table.MaxAge(1e9), table.MaxVersions(3)}, 0},
	} {
		if got := keeps(c.rule); got != c.want {
			t.Errorf("%v keeps %d, not %d", c.rule, got, c.want)
		}
	}
}

// TestAdviceByMeasure checks that advice about load comes from a simulation of the present table,
// and advice about columns from counts of its cells.
func TestAdviceByMeasure(t *testing.T) {
	s := clocked()
	var records [][]string
	for i := range 400 {
		note := ""
		if i%4 == 0 {
			note = "checked"
		}
		records = append(records, []string{fmt.Sprintf("cust%d", 1+i%200), fmt.Sprint(1_425_330_000_000 + i*1000), note, fmt.Sprint(i)})
	}
	load := LoadRecords{Table: "t", Template: "{ts}#{site}", Data: dataset.Spec{Fields: []string{"site", "ts", "note", "value"}, Records: records}, Columns: []plan.FieldColumn{
		{Field: "site", Family: "f", Qualifier: "site"}, {Field: "note", Family: "f", Qualifier: "note"}, {Field: "value", Family: "f", Qualifier: "value"},
	}}
	mustDo(t, s, load)
	if a := adviceOn(t, s); slices.Contains(a.Checked, advise.HotKey) {
		t.Errorf("a load is judged that has not been simulated: %+v", a.Report)
	}
	of := AnswerAs[*LoadSimulated](mustDo(t, s, SimulateLoad{Table: "t", Nodes: 5, Minutes: 10, Writes: 1000, Seed: 1}).Answer)
	found := map[advise.Rule]advise.Finding{}
	for _, f := range adviceOn(t, s).Findings {
		found[f.Rule] = f
	}
	if f := found[advise.HotKey]; f.Args == nil || f.Args[1] != fmt.Sprint(of.Hottest) || f.Args[0] != string(of.Diagnosis.Pattern) || f.Args[2] != "ts" || f.Args[3] != of.Request.ID() {
		t.Errorf("the load is %s, %v: %+v", of.Diagnosis.Pattern, of.Hottest, f)
	}
	for rule, want := range map[advise.Rule]string{advise.EmptyCells: "f:note 300 400", advise.StoredTwice: "f:site site 2 200", advise.Unpadded: "site 2 cust29 cust3 cust"} {
		if got := strings.Join(found[rule].Args, " "); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, not %q", rule, got, want)
		}
	}
	// Leaving these cells out saves as much as the advice says.
	bytes := func(s *Session) int64 { tab, _ := s.Table("t"); return tab.Bytes() }
	for rule, without := range map[advise.Rule]func(l *LoadRecords){
		advise.StoredTwice: func(l *LoadRecords) { l.Columns = l.Columns[1:] },
		advise.EmptyCells: func(l *LoadRecords) {
			l.Data.Records = nil
			for _, r := range records {
				l.Data.Records = append(l.Data.Records, dataset.OmitEmptyFields(slices.Clone(r)))
			}
		},
	} {
		other, l := clocked(), load
		without(&l)
		mustDo(t, other, l)
		saved := (bytes(s) - bytes(other)) * 1000
		told, _ := strconv.ParseInt(found[rule].Args[len(found[rule].Args)-1], 10, 64)
		if want := (saved + bytes(s) - 1) / bytes(s); told != want {
			t.Errorf("%s tells of %d per mille, and %d are saved", rule, told, want)
		}
	}
	// The load says nothing about a table with few records.
	few := load
	few.Table, few.Data.Records = "few", records[:MinComparedRecords-1]
	mustDo(t, s, few)
	mustDo(t, s, SimulateLoad{Table: "few", Nodes: 5, Minutes: 10, Writes: 1000, Seed: 1})
	if a := adviceOn(t, s); slices.Contains(a.Checked, advise.HotKey) {
		t.Errorf("the load of a table of few records is told: %+v", a.Report)
	}
	mustDo(t, s, SimulateLoad{Table: "t", Nodes: 5, Minutes: 10, Writes: 1000, Seed: 1})
	// The load of a table that has changed since is unknown.
	mustDo(t, s, Rekey{Table: "t", Template: "{site}#{ts}"})
	if a := adviceOn(t, s); slices.Contains(a.Checked, advise.HotKey) {
		t.Errorf("the load of another key is told: %+v", a.Report)
	}
}

// TestAdviceOfTooMuch checks that the advisor reports an overload as the simulation does, with the
// question that scans most, and not how hot the table is.
func TestAdviceOfTooMuch(t *testing.T) {
	s := clocked()
	data := dataset.Spec{Fields: []string{"id", "amount"}}
	for i := range 400 {
		data.Records = append(data.Records, []string{fmt.Sprintf("order-%d", 1000+i), fmt.Sprint(i % 37)})
	}
	mustDo(t, s, SetWorkload{Queries: []plan.Query{
		{ID: "one", Where: []plan.Cond{{Field: "id", Op: plan.Equal, Value: "order-1007"}}},
		{ID: "amount", Where: []plan.Cond{{Field: "amount", Op: plan.Equal, Value: "9"}}},
	}})
	mustDo(t, s, LoadRecords{Table: "t", Template: "{id}", Data: data, Columns: []plan.FieldColumn{{Field: "amount", Family: "f", Qualifier: "amount"}}})
	of := AnswerAs[*LoadSimulated](mustDo(t, s, SimulateLoad{Table: "t", Nodes: 4, Minutes: 10, Seed: 1, Reads: []QueryRate{{Query: "one", Rate: 100}, {Query: "amount", Rate: 50}}}).Answer)
	if !of.IsOverloaded() {
		t.Fatalf("the load is %s, %.2f, too much for %d nodes", of.Diagnosis.Pattern, of.Hottest, of.OverloadedNodes)
	}
	found := map[advise.Rule]advise.Finding{}
	for _, f := range adviceOn(t, s).Findings {
		found[f.Rule] = f
	}
	if _, hot := found[advise.HotKey]; hot {
		t.Error("it is told as hot too")
	}
	want := []string{fmt.Sprint(of.OverloadedNodes), "4", of.Request.ID()}
	if f := found[advise.Overloaded]; !slices.Equal(f.Args, want) || f.Example != "amount" {
		t.Errorf("found %+v, not %v of amount", f, want)
	}
}
