package engine

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/compare"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// machines returns readings of machines, one of each a minute.
func machines() dataset.Spec {
	d := dataset.Spec{Fields: []string{"machine", "time", "load", "note", "shift"}}
	for minute := range int64(300) {
		for m := range 6 {
			d.Records = append(d.Records, []string{"machine_422342" + strconv.Itoa(m), count(1425330757685 + minute*60_000), count(minute % 100), "all is well", []string{"day", "night"}[minute/150]})
		}
	}
	return d
}

// TestLatestThreeWays reads the latest five readings of a machine in the different ways that
// different keys allow.
func TestLatestThreeWays(t *testing.T) {
	columns := []plan.FieldColumn{{Field: "machine", Family: "f", Qualifier: "m"}, {Field: "load", Family: "f", Qualifier: "load"}, {Field: "note", Family: "f", Qualifier: "note"}}
	machine := []plan.Cond{{Field: "machine", Op: plan.Equal, Value: "machine_4223421"}}
	latest := plan.Latest{Field: "time", N: 5}
	for _, tt := range []struct {
		template                 string
		newest                   plan.LatestMethod
		scanned, returned, seeks int64
		first                    bool // in the range, not last
	}{
		{"{machine}#{time|newest}", plan.ByKey, 5, 5, 1, true},
		{"{machine}#{time}", plan.ByKey, 5, 5, 1, false},
		{"{machine}#{time|salt:4}#{time}", plan.ByMerge, 20, 20, 4, false},
		{"{machine}#{load}#{time}", plan.ByReader, 300, 300, 1, false},
		// In the order of time alone, every sixth row is of the machine.
		{"{time}#{machine}", plan.ByKey, 29, 5, 1, false},
	} {
		t.Run(tt.template, func(t *testing.T) {
			s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
			r := s.Do(LoadRecords{Table: "t", Template: tt.template, Columns: columns, Data: machines()})
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			r = s.Do(SetWorkload{Queries: []plan.Query{
				{ID: "latest", Where: machine, Latest: latest},
				{ID: "load", Where: machine, Latest: latest, Columns: []string{"load"}},
				{ID: "few", Where: machine, Latest: plan.Latest{Field: "time", N: 1000}},
			}})
			v, load, few := r.Verdicts[0], r.Verdicts[1], r.Verdicts[2]
			if v.LatestMethod != tt.newest || v.Wanted != 5 || v.Stats.RowsScanned != tt.scanned || v.Stats.RowsReturned != tt.returned || v.Stats.Seeks != tt.seeks {
				t.Errorf("is read by %s, %d wanted, %+v", v.LatestMethod, v.Wanted, v.Stats)
			}
			if few.Wanted != 300 || few.Stats.RowsReturned != 300 {
				t.Errorf("of a thousand %d are wanted, %+v", few.Wanted, few.Stats)
			}
			if load.Stats.RowsScanned != v.Stats.RowsScanned || load.Stats.RowsReturned != v.Stats.RowsReturned || load.Stats.CellsReturned != v.Stats.RowsReturned ||
				v.Stats.CellsReturned != 3*v.Stats.RowsReturned || load.Stats.BytesReturned >= v.Stats.BytesReturned {
				t.Errorf("one column costs %+v, all %+v", load.Stats, v.Stats)
			}
			// The grid and the strip mark the rows that were read.
			strip, marked, wanted := s.TableStrip(s.Page(RowWindow{Table: "t", Count: 1})), int64(0), int64(0)
			for at := 0; at < strip.Rows; at += MaxPageRows {
				for _, row := range s.Page(RowWindow{Table: "t", Offset: at, Count: min(MaxPageRows, strip.Rows-at)}).Rows {
					if row.Mark != MarkNone {
						marked++
					}
					if row.Mark == MarkReturned {
						wanted++
					}
				}
			}
			spanned := 0
			for _, sp := range strip.Spans {
				if sp.Mark == MarkReturned || tt.scanned > v.Wanted && sp.Mark == MarkScanned {
					spanned += sp.To - sp.From
				}
			}
			if wanted != v.Wanted || v.Found != v.Wanted {
				t.Errorf("of %d wanted %d are found, %d marked", v.Wanted, v.Found, wanted)
			}
			if marked != tt.scanned || spanned < int(tt.returned) {
				t.Errorf("%d rows are marked, %d in the strip", marked, spanned)
			}
			// A trace meets the same rows.
			if trace := AnswerAs[*ReadTraced](s.Do(TraceLastRead{Count: MaxTracedRows}).Answer); int64(len(trace.Rows)) != min(tt.scanned, MaxTracedRows) {
				t.Errorf("%d rows are traced", len(trace.Rows))
			}
			// The returned rows are the latest.
			d := s.state.designs["t"]
			p := d.Plan(plan.Query{Where: machine, Latest: latest}, s.state.tables["t"])
			var times []string
			for _, q := range compare.ReadsOfPlan(p) {
				var st table.ScanStats
				for row := range s.state.tables["t"].Scan(q.ScanQuery, &st) {
					values, _ := d.Template.Decode(row.Key())
					times = append(times, values[slices.Index(d.Template.Fields(), "time")])
				}
			}
			slices.SortFunc(times, func(a, b string) int { return plan.CompareValues(b, a) })
			for i, at := range times[:5] {
				if want := count(1425330757685 + int64(299-i)*60_000); at != want {
					t.Errorf("%d is %s, want %s", i, at, want)
				}
			}
			// A measurement with a stopwatch gives the same.
			f := AnswerAs[DesignMeasurements](s.Do(MeasureDesigns{Templates: []string{tt.template}, Columns: columns, Data: machines()}).Answer)[0]
			if f.Scanned != tt.scanned || f.Returned != tt.returned || f.Wanted != 5 {
				t.Errorf("is measured to be %+v", f)
			}
			// Steps of few rows give the same.
			task := s.Start(SetWorkload{Queries: s.state.workload})
			for !task.Step(3) {
			}
			if again := task.Reply().Verdicts; fmt.Sprint(again) != fmt.Sprint(r.Verdicts) {
				t.Errorf("in slices it is\n%+v, was\n%+v", again, r.Verdicts)
			}
		})
	}
}

// TestLatestUneven checks that numbers of different lengths are not taken to be in order, whether
// this is found out with the data or with a question about it.
func TestLatestUneven(t *testing.T) {
	data := dataset.Spec{Fields: []string{"n", "note"}}
	for n := range int64(120) {
		data.Records = append(data.Records, []string{count(n), "x"})
	}
	columns := []plan.FieldColumn{{Field: "note", Family: "f", Qualifier: "note"}}
	ask := SetWorkload{Queries: []plan.Query{{ID: "latest", Latest: plan.Latest{Field: "n", N: 5}}}}
	o := Options{Now: func() base.Micros { return 1_700_000_000_000_000 }}
	for template, want := range map[string]plan.LatestMethod{"{n}": plan.ByReader, "{n|pad:4}": plan.ByReader, "{n|zero:3}": plan.ByKey} {
		load := LoadRecords{Table: "t", Template: template, Columns: columns, Data: data}
		after, before := New(o), New(o)
		after.Do(load)
		before.Do(ask)
		for _, r := range []Reply{after.Do(ask), before.Do(load)} {
			if r.Err != nil || r.Verdicts[0].LatestMethod != want || r.Verdicts[0].Wanted != 5 {
				t.Errorf("%s: %v, %+v", template, r.Err, r.Verdicts)
			}
		}
		if f := AnswerAs[DesignMeasurements](after.Do(MeasureDesigns{Templates: []string{template}, Columns: columns, Data: data}).Answer)[0]; f.Returned != map[bool]int64{true: 5, false: 120}[want == plan.ByKey] {
			t.Errorf("%s: %+v", template, f)
		}
	}
	// Numbers of the same length are in order.
	data.Records = data.Records[100:]
	s := New(o)
	s.Do(LoadRecords{Table: "t", Template: "{n}", Columns: columns, Data: data})
	if v := s.Do(ask).Verdicts[0]; v.LatestMethod != plan.ByKey || v.Stats.RowsScanned != 5 {
		t.Errorf("%+v", v)
	}
}
