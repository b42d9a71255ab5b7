package engine

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/filter"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// TestLatestOfEach asks for the latest reading of each machine, and for the latest two, under
// several keys.
func TestLatestOfEach(t *testing.T) {
	columns := []plan.FieldColumn{{Field: "machine", Family: "f", Qualifier: "m"}, {Field: "load", Family: "f", Qualifier: "load"}, {Field: "time", Family: "f", Qualifier: "t"}}
	for _, tt := range []struct {
		template                       string
		newest                         plan.LatestMethod
		scanned, returned, seeks, pair int64
	}{
		// One seek for each machine, and one that finds no further machine.
		{"{machine}#{time|newest}", plan.BySkip, 6, 6, 7, 12},
		{"{machine}#{time}", plan.BySkip, 6, 6, 7, 12},
		{"{machine|hash:4}{machine}#{time|zero:19}#{load}", plan.BySkip, 6, 6, 7, 12},
		{"{time|salt:3}#{machine}#{time}", plan.BySkip, 18, 18, 21, 36},
		// A machine has three rows of each of a hundred loads, so a full scan is cheaper.
		{"{machine}#{load}#{time}", plan.BySearch, 1800, 1800, 1, 1800},
		// The rows of a shift lie together within those of each machine.
		{"{machine}#{shift}#{time}", plan.BySkip, 12, 12, 13, 24},
		{"{shift}#{machine}#{time|newest}", plan.BySkip, 12, 12, 13, 24},
		{"{time}#{machine}", plan.ByReader, 1800, 1800, 1, 1800},
	} {
		t.Run(tt.template, func(t *testing.T) {
			s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
			mustDo(t, s, LoadRecords{Table: "t", Template: tt.template, Columns: columns, Data: machines()})
			r := mustDo(t, s, SetWorkload{Queries: []plan.Query{
				{ID: "each", Latest: plan.Latest{Field: "time", N: 1}, Each: "machine"},
				{ID: "two", Latest: plan.Latest{Field: "time", N: 2}, Each: "machine"},
				{ID: "all", Latest: plan.Latest{Field: "time", N: 1000}, Each: "machine"},
				{ID: "busy", Where: []plan.Cond{{Field: "load", Value: "42"}}, Latest: plan.Latest{Field: "time", N: 1}, Each: "machine"},
			}})
			v, two, all, busy := r.Verdicts[0], r.Verdicts[1], r.Verdicts[2], r.Verdicts[3]
			if v.LatestMethod != tt.newest || v.Wanted != 6 || v.Stats.RowsScanned != tt.scanned || v.Stats.RowsReturned != tt.returned || v.Stats.Seeks != tt.seeks {
				t.Errorf("is read by %s, %d wanted, %+v", v.LatestMethod, v.Wanted, v.Stats)
			}
			if two.Wanted != 12 || two.Stats.RowsScanned != tt.pair {
				t.Errorf("two of each: %d wanted, %+v", two.Wanted, two.Stats)
			}
			if all.Wanted != 1800 || all.Stats.RowsReturned != 1800 || all.Stats.RowsScanned != 1800 {
				t.Errorf("of a thousand of each %d are wanted, %+v", all.Wanted, all.Stats)
			}
			if busy.Wanted != 6 || busy.Stats.RowsReturned < 6 {
				t.Errorf("of the busy ones %d are wanted, %+v", busy.Wanted, busy.Stats)
			}
			marked := int64(0)
			for _, row := range s.Page(RowWindow{Table: "t", Count: MaxPageRows}).Rows {
				if row.Mark != MarkNone {
					marked++
				}
			}
			for at := MaxPageRows; at < 1800; at += MaxPageRows {
				for _, row := range s.Page(RowWindow{Table: "t", Offset: at, Count: min(MaxPageRows, 1800-at)}).Rows {
					if row.Mark != MarkNone {
						marked++
					}
				}
			}
			if marked != tt.scanned {
				t.Errorf("%d rows are marked", marked)
			}
			if trace := AnswerAs[*ReadTraced](s.Do(TraceLastRead{Count: MaxTracedRows}).Answer); int64(len(trace.Rows)) != min(tt.scanned, MaxTracedRows) {
				t.Errorf("%d rows are traced", len(trace.Rows))
			}
			f := AnswerAs[DesignMeasurements](s.Do(MeasureDesigns{Templates: []string{tt.template}, Columns: columns, Data: machines()}).Answer)
			for i, v := range r.Verdicts {
				if f[i].Scanned != v.Stats.RowsScanned || f[i].Returned != v.Stats.RowsReturned || f[i].Wanted != v.Wanted {
					t.Errorf("%s is measured to be %+v", v.Query, f[i])
				}
			}
			task := s.Start(SetWorkload{Queries: s.state.workload})
			for !task.Step(3) {
			}
			if again := task.Reply().Verdicts; fmt.Sprint(again) != fmt.Sprint(r.Verdicts) {
				t.Errorf("in slices it is\n%+v, was\n%+v", again, r.Verdicts)
			}
			// The reads, run as written commands, return the same rows.
			said := AnswerAs[*QuestionPlan](mustDo(t, s, PlanQuestion{Query: s.state.workload[0], Measure: true}).Answer)
			if said.Verdict.LatestMethod != tt.newest || said.Verdict.Stats.Seeks != tt.seeks {
				t.Errorf("%+v", said.Verdict)
			}
			rows := int64(0)
			for _, one := range said.Reads {
				mustDo(t, s, RunConsole{Text: one.Text})
				for _, read := range s.LatestReads() {
					rows += read.Stats.RowsReturned
				}
			}
			if rows != tt.returned {
				t.Errorf("%d reads return %d rows: %v", len(said.Reads), rows, said.Reads)
			}
		})
	}
}

// plainly reads the rows of a plan with a separate scan for each group. It returns the cost and
// the ranges that were scanned.
func plainly(tab *table.Table, p plan.Plan, each func(table.Row)) (st table.ScanStats, walked []base.Range) {
	program, err := filter.Compile(p.Filter)
	if err != nil {
		panic(err)
	}
	read := func(q table.ScanQuery, until func(base.RowKey) bool) {
		one := table.ScanStats{}
		cut := false
		for r := range tab.Scan(q, &one) {
			if each(r); until(r.Key()) {
				cut = true
				break
			}
		}
		st.Add(one)
		of := q.Ranges[0]
		switch {
		case cut && q.Reversed:
			of.Start = one.Last
		case cut:
			of.End = one.Last + "\x00"
		}
		walked = append(walked, of)
	}
	if p.Limit == 0 {
		for r := range tab.Scan(table.ScanQuery{Ranges: p.Ranges, Filter: program}, &st) {
			each(r)
		}
		return st, base.MergeRanges(p.Ranges)
	}
	for _, rest := range p.Ranges {
		for !rest.IsEmpty() {
			var group base.Range
			n := int64(0)
			read(table.ScanQuery{Ranges: []base.Range{rest}, Filter: program, Reversed: p.Reversed}, func(key base.RowKey) bool {
				if p.Groups.IsEmpty() {
					n++
				} else if at, ok := p.Groups.Of(key); !ok {
					n, group = 0, base.Range{}
				} else if at != group {
					n, group = 1, at
				} else {
					n++
				}
				return n == p.Limit
			})
			if n < p.Limit || p.Groups.IsEmpty() {
				break
			}
			switch {
			case p.Reversed:
				rest.End = group.Start
			case group.End == "":
				rest.End = rest.Start
			default:
				rest.Start = group.End
			}
		}
	}
	return st, base.MergeRanges(walked)
}

// TestEachPlainly compares reads that skip, over random records, with a plain sort of the records.
func TestEachPlainly(t *testing.T) {
	columns := []plan.FieldColumn{{Field: "a", Family: "f", Qualifier: "a"}, {Field: "b", Family: "f", Qualifier: "b"}, {Field: "n", Family: "f", Qualifier: "n"}}
	skipped, searched, within, met := 0, 0, 0, int64(0)
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 9))
		data := dataset.Spec{Fields: []string{"a", "b", "n"}}
		for n := range 1000 {
			data.Records = append(data.Records, []string{strconv.Itoa(10 + rng.IntN([]int{40, 6}[seed/6%2])), string(rune('p' + rng.IntN(3))), strconv.Itoa(1000 + n)})
		}
		template := []string{"{a}#{n}#{b}", "{b}#{a|zero:4}{n|newest}", "{a}#{b}#{n}", "{n|salt:2}{a}#{n}#{b|pad:2}", "{n}#{a}", "{b|pad:2}{n|zero:9}"}[seed%6]
		s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
		mustDo(t, s, LoadRecords{Table: "t", Template: template, Columns: columns, Data: data})
		q := plan.Query{ID: "q", Latest: plan.Latest{Field: "n", N: int64(1 + rng.IntN(5))}, Each: []string{"a", "b"}[rng.IntN(2)]}
		if rng.IntN(2) == 0 {
			q.Where = append(q.Where, plan.Cond{Field: "b", Value: "q"})
		}
		if rng.IntN(3) == 0 {
			q.Where = append(q.Where, plan.Cond{Field: "a", Op: plan.Between, Value: "12", To: "22"})
		}
		if keys := s.state.tables["t"].KeysAt([]int{100, 101, 400, 700}); seed%2 == 0 {
			s.state.tables["t"].SetSplitKeys(keys)
		}
		v := mustDo(t, s, SetWorkload{Queries: []plan.Query{q}}).Verdicts[0]
		want := map[string][]string{}
		for _, rec := range slices.Backward(data.Records) {
			value := func(f string) string { return rec[slices.Index(data.Fields, f)] }
			if group := value(q.Each); q.Match(value) && len(want[group]) < int(q.Latest.N) {
				want[group] = append(want[group], rec[2])
			}
		}
		wanted := int64(0)
		d, tab := s.state.designs["t"], s.state.tables["t"]
		found := map[string]bool{}
		st, walked := plainly(tab, d.Plan(q, tab), func(r table.Row) {
			c, _ := r.Newest("f", "n")
			found[c.Value] = true
		})
		for _, times := range want {
			wanted += int64(len(times))
			for _, at := range times {
				if !found[at] {
					t.Fatalf("seed %d: %s, %+v does not find %s", seed, template, q, at)
				}
			}
		}
		st.Last, v.Stats.Last = "", ""
		if v.Wanted != wanted || v.Stats.RowsReturned < wanted || !reflect.DeepEqual(v.Stats, st) || !slices.Equal(s.last.Ranges, walked) {
			t.Fatalf("seed %d: %s, %+v: %d are wanted: %+v, read %+v, %d ranges, %d", seed, template, q, wanted, v, st, len(s.last.Ranges), len(walked))
		}
		task := s.Start(SetWorkload{Queries: []plan.Query{q}})
		for !task.Step(int64(1 + rng.IntN(30))) {
		}
		again := task.Reply().Verdicts[0]
		if again.Stats.Last = ""; !reflect.DeepEqual(again, v) || !slices.Equal(s.last.Ranges, walked) {
			t.Fatalf("seed %d: in slices it is\n%+v, was\n%+v", seed, again, v)
		}
		if v.LatestMethod == plan.BySkip {
			skipped++
			met += v.Stats.Seeks
			plain := len(v.Residual) == 0 && v.Ranges == 1
			if plain && v.Stats.RowsScanned != v.Stats.RowsReturned {
				t.Errorf("seed %d: %s, %+v: %+v", seed, template, q, v)
			}
			if plain && !v.IsExact() {
				within++
			}
		}
		if v.LatestMethod == plan.BySearch {
			searched++
		}
	}
	if skipped < 10 || met < 100 || searched < 5 || within < 3 {
		t.Errorf("%d were read by skipping, with %d seeks, %d within others, %d by search", skipped, met, within, searched)
	}
}
