package engine

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"testing"
	"time"

	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// grouped returns readings of many devices, the same number for each, in the order of their times.
func grouped(devices, each int) dataset.Spec {
	d := dataset.Spec{Fields: []string{"device", "time", "load"}}
	for n := range devices * each {
		d.Records = append(d.Records, []string{fmt.Sprintf("dev-%06d", n%devices), strconv.Itoa(1_700_000_000_000 + n), strconv.Itoa(n / devices % 100)})
	}
	return d
}

var (
	latestOfEach = plan.Query{ID: "each", Latest: plan.Latest{Field: "time", N: 1}, Each: "device"}
	scanOfAll    = plan.Query{ID: "scan", Where: []plan.Cond{{Field: "load", Value: "none"}}}
	loadColumn   = []plan.FieldColumn{{Field: "load", Family: "f", Qualifier: "load"}}
)

// TestManyGroups checks that a question that skips over very many groups is reported, marked and
// drawn with an amount of work that does not grow with the groups, and that it can be stopped.
func TestManyGroups(t *testing.T) {
	const devices = 3000
	for _, template := range []string{"{device}#{time|newest}", "{device}#{time}"} {
		s := newSession()
		mustDo(t, s, LoadRecords{Table: "t", Template: template, Columns: loadColumn, Data: grouped(devices, 20)})
		task := s.Start(SetWorkload{Queries: []plan.Query{latestOfEach}})
		steps, most := stepped(task)
		r := task.Reply()
		v := r.Verdicts[0]
		if v.LatestMethod != plan.BySkip || v.Stats.RowsScanned != devices || v.Stats.Seeks != devices+1 || v.Found != devices {
			t.Errorf("%s: %+v", template, v)
		}
		if steps < devices/150 || most > 1<<20 {
			t.Errorf("%s: it took %d steps, of up to %d KB", template, steps, most>>10)
		}
		if n := len(r.Read.Ranges); n != maxToldRanges {
			t.Errorf("%s: %d ranges are told of", template, n)
		}
		strip := s.TableStrip(s.Page(RowWindow{Table: "t", Count: 1}))
		covered := 0
		for _, sp := range strip.Spans {
			covered += sp.To - sp.From
		}
		if len(strip.Spans) > 3 || covered < strip.Rows-100 {
			t.Errorf("%s: the strip shows %v", template, strip.Spans)
		}
		// A task that is dropped leaves the session's knowledge unchanged.
		task = s.Start(SetWorkload{Queries: []plan.Query{scanOfAll}})
		task.Step(hostStride)
		if got := s.Start(Refresh{}).Reply().Verdicts; len(got) > 1 {
			t.Errorf("%s: then there is %v", template, got)
		}
	}
}

// TestAskedIsKept checks that an unchanged question is not counted again when another one is
// added.
func TestAskedIsKept(t *testing.T) {
	s := newSession()
	mustDo(t, s, LoadRecords{Table: "t", Template: "{device}#{time}", Columns: loadColumn, Data: grouped(10, 10)})
	mustDo(t, s, SetWorkload{Queries: []plan.Query{latestOfEach, scanOfAll}})
	d := s.state.designs["t"]
	d.WantedRecords["each"], d.WantedRecords["scan"] = 77, 88 // values that counting cannot give
	changed := scanOfAll
	changed.Where = []plan.Cond{{Field: "load", Value: "3"}}
	v := mustDo(t, s, SetWorkload{Queries: []plan.Query{changed, latestOfEach}}).Verdicts
	if v[0].Wanted != 10 || v[1].Wanted != 77 {
		t.Errorf("%d and %d are wanted", v[0].Wanted, v[1].Wanted)
	}
}

// BenchmarkGroups compares a question for the latest row of each of 100,000 devices with one
// that scans the same table: once with many rows a device, where the read seeks each device,
// and once with few, where it scans.
func BenchmarkGroups(b *testing.B) {
	devices := 100_000
	if testing.Short() {
		devices = 2_000
	}
	ratio := 0.0
	for each, sorting := range map[int]plan.LatestMethod{10: plan.BySearch, 18: plan.BySkip} {
		s := newSession()
		if rep := s.Do(LoadRecords{Table: "t", Template: "{device}#{time|newest}", Columns: loadColumn, Data: grouped(devices, each)}); rep.Err != nil {
			b.Fatal(rep.Err)
		}
		ask := func(q plan.Query) (took time.Duration, v Verdict) {
			took = math.MaxInt64
			for range 3 {
				s.Do(SetWorkload{})
				runtime.GC() // so that the garbage of earlier work is not measured
				start := time.Now()
				v = s.Do(SetWorkload{Queries: []plan.Query{q}}).Verdicts[0]
				took = min(took, time.Since(start))
			}
			return took, v
		}
		scan, _ := ask(scanOfAll)
		took, v := ask(latestOfEach)
		if v.LatestMethod != sorting || v.Found != int64(devices) {
			b.Fatalf("%d of each are read by %s: %+v", each, v.LatestMethod, v)
		}
		b.Logf("%d of each, by %s: %v, a scan %v", each, v.LatestMethod, took, scan)
		ratio = max(ratio, float64(took)/float64(scan))
	}
	// The bound is for a browser, where searching text takes longer than natively.
	name, most := "question-100k-groups-vs-scan", 2.0
	if runtime.GOOS == "js" {
		name, most = "browser-"+name, 1
	}
	fmt.Printf("BENCH %s %.2fx <=%gx\n", name, ratio, most)
}
