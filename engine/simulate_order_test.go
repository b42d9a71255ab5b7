package engine

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
)

// devices is records of devices at three sites, one each minute, in the order of their keys.
func devices(n int) dataset.Spec {
	data := dataset.Spec{Fields: []string{"site", "dev", "ms"}}
	for i := range n {
		data.Records = append(data.Records, []string{fmt.Sprint("site", i%3), fmt.Sprintf("dev-%04d", i*17%1000), fmt.Sprint(1_719_830_400_000 + int64(i)*60_000)})
	}
	slices.SortFunc(data.Records, slices.Compare)
	return data
}

func devicesTable(t *testing.T, template string, n int) *Session {
	t.Helper()
	s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	mustDo(t, s, LoadRecords{Table: "devices", Template: template, Columns: []plan.FieldColumn{{Field: "dev", Family: "f", Qualifier: "dev"}}, Data: devices(n)})
	return s
}

// TestSimulateByTime checks that records stored in the order of their keys are written in the
// order of their times: a key that begins with the time is hot, and a leading field with few
// values is not said to grow.
func TestSimulateByTime(t *testing.T) {
	ask := SimulateLoad{Table: "devices", Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1}
	hottest := func(template string) *LoadSimulated {
		return AnswerAs[*LoadSimulated](mustDo(t, devicesTable(t, template, 2000), ask).Answer)
	}
	first, last := hottest("{ms}#{site}#{dev}"), hottest("{dev}#{site}#{ms}")
	if first.Hottest < 4 || !first.Diagnosis.Pattern.IsHot(first.Hottest) || last.Hottest >= cluster.UnfairShare {
		t.Errorf("time first is %.2f times fair, device first %.2f", first.Hottest, last.Hottest)
	}
	s := devicesTable(t, "{site}#{dev}#{ms}", 2000)
	r := AnswerAs[*RemediesFound](mustDo(t, s, FindRemedies{TableLoad: SimulateLoad{Table: "devices", Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1}, WholeLoad: ask, Pattern: cluster.HotRange, Hottest: 5}).Answer)
	if r.Cause == advise.CauseTime {
		t.Errorf("%s is told to go up with time", r.Field)
	}
	for _, m := range r.Remedies {
		if m.Template == "{ms}#{site}#{dev}" {
			t.Errorf("time first is told to help: %+v", m)
		}
	}
}

// TestWorkOfALoad checks that the columns of a simulation tell how many nodes the work would keep busy: as many
// writes as one node manages are one node's work, whether the nodes manage them or not.
func TestWorkOfALoad(t *testing.T) {
	for _, rows := range []float64{0.5, 1, 3} {
		ask := SimulateLoad{Table: "devices", Nodes: 2, Minutes: 20, Writes: rows * cluster.WrittenRows, Seed: 1}
		for _, c := range AnswerAs[*LoadSimulated](mustDo(t, devicesTable(t, "{dev}#{site}#{ms}", 2000), ask).Answer).Columns {
			if got := float64(c.Work.Value()); got < rows*0.98 || got > rows*1.02 {
				t.Fatalf("%.1f nodes' writes are the work of %.2f nodes", rows, got)
			}
		}
	}
}

// TestSimulateTooMuch checks that an overload is reported, even if the load is spread evenly.
func TestSimulateTooMuch(t *testing.T) {
	s := devicesTable(t, "{dev}#{site}#{ms}", 2000)
	mustDo(t, s, SetWorkload{[]plan.Query{{ID: "all", Where: []plan.Cond{{Field: "ms", Op: plan.Equal, Value: "1719830400000"}}}}})
	ask := SimulateLoad{Table: "devices", Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1}
	if m := AnswerAs[*LoadSimulated](mustDo(t, s, ask).Answer); m.OverloadedNodes != 0 || m.IsOverloaded() {
		t.Errorf("writes alone are too much for %d nodes", m.OverloadedNodes)
	}
	ask.Reads = []QueryRate{{Query: "all", Rate: 50_000}}
	m := AnswerAs[*LoadSimulated](mustDo(t, s, ask).Answer)
	if m.OverloadedNodes != 8 || !m.IsOverloaded() || m.LatencyPercentiles[2] < 10 {
		t.Errorf("full scans are too much for %d nodes, p99 %.1f s", m.OverloadedNodes, m.LatencyPercentiles[2])
	}
}

// TestSimulateByTimeOfDays checks that days count as times too.
func TestSimulateByTimeOfDays(t *testing.T) {
	data := dataset.Spec{Fields: []string{"day", "dev"}}
	for i := range 900 {
		at := time.Date(2024, 1, 1+i*7%300, 0, 0, 0, 0, time.UTC)
		data.Records = append(data.Records, []string{at.Format(time.DateOnly), fmt.Sprint("dev", i)})
	}
	s := New(Options{Now: func() base.Micros { return 0 }})
	mustDo(t, s, LoadRecords{Table: "days", Template: "{day}#{dev}", Data: data, Columns: []plan.FieldColumn{{Field: "dev", Family: "f", Qualifier: "dev"}}})
	if m := AnswerAs[*LoadSimulated](mustDo(t, s, SimulateLoad{Table: "days", Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1}).Answer); m.Hottest < 4 {
		t.Errorf("days first are %.2f times fair", m.Hottest)
	}
}
