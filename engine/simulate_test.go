package engine

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/traffic"
)

// readings makes a table of readings, a few for every user each minute.
func readings(t *testing.T, template string) *Session {
	t.Helper()
	s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	data := dataset.Spec{Fields: []string{"user", "time", "charge"}}
	for minute := range 200 {
		for _, user := range []string{"Ada", "Corrie", "Jo", "Sam", "Uma", "Vic", "Wim", "Zoe"} {
			data.Records = append(data.Records, []string{user, string(rune('0'+minute/100)) + string(rune('0'+minute/10%10)) + string(rune('0'+minute%10)), "50"})
		}
	}
	s.Do(SetWorkload{Queries: []plan.Query{{ID: "corrie", Where: []plan.Cond{{Field: "user", Op: plan.Equal, Value: "Corrie"}}}}})
	r := s.Do(LoadRecords{Table: "battery", Template: template, Columns: []plan.FieldColumn{{Field: "charge", Family: "f", Qualifier: "charge"}}, Data: data})
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	return s
}

func TestSimulateShowsWhereWritesGo(t *testing.T) {
	s := readings(t, "{time}#{user}")
	ask := SimulateLoad{Table: "battery", Nodes: 8, Minutes: 60, Writes: 20_000, Reads: []QueryRate{{Query: "corrie", Rate: 10}, {Rate: 50}}}
	version, steps := s.Version(), len(s.Timeline().Steps)
	r := s.Do(ask)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	first := AnswerAs[*LoadSimulated](r.Answer)
	if first.Diagnosis.Pattern != cluster.Sequential || first.Request.SizeFactor < 1000 || len(first.InitialTablets) < 10 {
		t.Errorf("time first is %+v, as if %d times, %d tablets", first.Diagnosis, first.Request.SizeFactor, len(first.InitialTablets))
	}
	if !slices.ContainsFunc(first.Hot, func(h HotTablet) bool { return h.Reason == cluster.Appends }) {
		t.Errorf("no tablet is hot because of what is appended: %+v", first.Hot)
	}
	for m, cells := range first.Cells {
		if cells.Len() != len(first.Borders)*len(first.Columns) {
			t.Errorf("metric %d has %d cells for %d ranges and %d columns", m, cells.Len(), len(first.Borders), len(first.Columns))
		}
	}
	ask.Template = "{user}#{time}"
	second := AnswerAs[*LoadSimulated](s.Do(ask).Answer)
	if second.Hottest >= first.Hottest || second.Diagnosis.Pattern == cluster.Sequential {
		t.Errorf("user first is %+v, %.2f times fair; time first %.2f", second.Diagnosis, second.Hottest, first.Hottest)
	}
	if s.Version() != version || len(s.Timeline().Steps) != steps || len(r.Changes) > 0 {
		t.Error("a simulation has changed the session")
	}
	if again := AnswerAs[*LoadSimulated](s.Do(ask).Answer); !reflect.DeepEqual(again, second) {
		t.Error("the same came out otherwise")
	}
	ask.Writes++
	task := s.Start(ask)
	task.Step(1)
	s.Do(RunConsole{Dialect: CBT, Text: "set battery x f:charge=1"})
	for !task.Step(1 << 20) {
	}
	if r := task.Reply(); first.Version != version || AnswerAs[*LoadSimulated](r.Answer).Version != version || r.Version == version {
		t.Errorf("maps of version %d and %d, want %d; the session has come to %d", first.Version, AnswerAs[*LoadSimulated](r.Answer).Version, version, r.Version)
	}
}

// TestSimulateBeginsWithSplits checks that a table that was made with splits begins with them,
// regardless of its rows. Under HBase's rules a border in the wrong place does not move.
func TestSimulateBeginsWithSplits(t *testing.T) {
	hottest := func(policy cluster.TabletPolicy, splits string) float64 {
		s := New(Options{Now: func() base.Micros { return 1 }})
		if r := s.Do(RunConsole{Dialect: CBT, Text: "createtable meters families=M splits=" + splits}); r.Err != nil {
			t.Fatal(r.Err)
		}
		data := dataset.Spec{Fields: []string{"meter", "kwh"}}
		for i := range 2000 {
			data.Records = append(data.Records, []string{"000" + strconv.Itoa(i*7919%10000 + 10000)[1:], "12.34"})
		}
		r := s.Do(LoadRecords{Table: "meters", Template: "{meter}", Columns: []plan.FieldColumn{{Field: "kwh", Family: "M", Qualifier: "KWH"}}, Data: data})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		return AnswerAs[*LoadSimulated](s.Do(SimulateLoad{Table: "meters", Policy: policy, Nodes: 10, Minutes: 20, Writes: 20_000}).Answer).Hottest
	}
	const wrong, right = "1,2,3,4,5,6,7,8,9", "0001,0002,0003,0004,0005,0006,0007,0008,0009"
	if got := hottest(cluster.HBase, wrong); got < 6 {
		t.Errorf("with all rows in one region the busiest node has %.2f times its share", got)
	}
	if got := hottest(cluster.HBase, right); got > 1.5 {
		t.Errorf("with a tenth in each it has %.2f times its share", got)
	}
	if got := hottest(cluster.Bigtable, wrong); got > 3 {
		t.Errorf("split by load it has %.2f times its share", got)
	}
}

func TestTook(t *testing.T) {
	got := took([]float32{90, 8, 1, 1}, []float32{0.002, 0.01, 0.5, 4})
	for i, want := range []float64{0.002, 0.01, 0.5} {
		if got[i] < want/1.05 || got[i] > want*1.05 {
			t.Errorf("%v took at most %v s, want %v", i, got[i], want)
		}
	}
	if none := took(nil, nil); none != [3]float64{} {
		t.Errorf("nothing took %v", none)
	}
}

func TestBehindNamesKeysAndWhoAsked(t *testing.T) {
	s := readings(t, "{user}#{time}")
	ask := SimulateLoad{Table: "battery", Nodes: 4, Minutes: 10, Writes: 1000, Reads: []QueryRate{{Query: "corrie", Rate: 100}}}
	r := s.Do(FindBusyKeys{Simulation: ask, Start: "Corrie", End: "Corrif", From: 300, To: 360})
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	f := AnswerAs[*BusyKeysFound](r.Answer)
	if len(f.Keys) == 0 || f.Different < len(f.Keys) || f.Points <= 0 {
		t.Fatalf("found %+v", f)
	}
	for i, k := range f.Keys {
		if !strings.HasPrefix(string(k.Key), "Corrie#") || i > 0 && k.Operations > f.Keys[i-1].Operations {
			t.Errorf("key %d is %+v", i, k)
		}
	}
	want := []bool{true, false}
	for i, source := range f.Sources {
		if source.Writes != want[i] || source.Scans == source.Writes {
			t.Errorf("source %d is %+v", i, source)
		}
	}
	if quiet := AnswerAs[*BusyKeysFound](s.Do(FindBusyKeys{Simulation: ask, Start: "X", End: "Y", From: 300, To: 360}).Answer); quiet.Points != 0 || len(quiet.Keys) != 0 {
		t.Errorf("where no keys are there was %+v", quiet)
	}
}

func TestSimulateTakesPlainTables(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 1_700_000_000_000_000 }})
	var script strings.Builder
	script.WriteString("createtable t families=f\n")
	for i := range 40 {
		script.WriteString("set t r" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + " f:q=v\n")
	}
	if r := s.Do(RunConsole{Text: script.String()}); r.Err != nil {
		t.Fatal(r.Err)
	}
	r := s.Do(SimulateLoad{Table: "t", Nodes: 3, Minutes: 30, Writes: 500, Reads: []QueryRate{{Rate: 500}}})
	if r.Err != nil || AnswerAs[*LoadSimulated](r.Answer).Diagnosis.Pattern != cluster.Even || AnswerAs[*LoadSimulated](r.Answer).Keys != 40 {
		t.Errorf("%v, %+v", r.Err, AnswerAs[*LoadSimulated](r.Answer))
	}
	for _, refused := range []struct {
		r    SimulateLoad
		code base.Code
	}{
		{SimulateLoad{Table: "u", Nodes: 1, Minutes: 1}, base.CodeNoTable},
		{SimulateLoad{Table: "t", Template: "{key}", Nodes: 1, Minutes: 1}, base.CodeNoDesign},
		{SimulateLoad{Table: "t", Nodes: 0, Minutes: 1, Writes: 1}, base.CodeBadCluster},
		{SimulateLoad{Table: "t", Nodes: 1, Minutes: 0, Writes: 1}, base.CodeBadTraffic},
		{SimulateLoad{Table: "t", Nodes: 1, Minutes: 1 << 60, Writes: 1}, base.CodeBadTraffic},
		{SimulateLoad{Table: "t", Nodes: 1, Minutes: 1, Writes: -1}, base.CodeBadTraffic},
	} {
		if got := s.Do(refused.r); got.Err == nil || got.Err.Code != refused.code {
			t.Errorf("%+v is refused by %v", refused.r, got.Err)
		}
	}
}

// TestTrafficOfMadeRecords checks that records kept in memory give the same traffic as the same
// records generated again.
func TestTrafficOfMadeRecords(t *testing.T) {
	s := newSession()
	mustDo(t, s, SetWorkload{[]plan.Query{corrie, march}})
	mustDo(t, s, LoadRecords{Table: "games", Template: "{game}#{date}#{player}", Columns: columns, Data: grown(3000)})
	mustDo(t, s, Rekey{Table: "games", Template: "{date}#{player}#{game}"})
	if !s.made.Holds(s.state.designs["games"].Data) {
		t.Fatal("no records are kept")
	}
	var streams []*traffic.Stream
	for range 2 {
		m, err := s.maker(SimulateLoad{Table: "games", Nodes: 3, Minutes: 5, Writes: 100, Seed: 7, SkewedField: "player", Reads: []QueryRate{{Query: corrie.ID, Rate: 10}, {Rate: 5}}})
		for done := false; err == nil && !done; {
			done, err = m.Step(700)
		}
		if err != nil {
			t.Fatal(err)
		}
		streams = append(streams, m.Stream())
		s.made = nil
	}
	if !reflect.DeepEqual(streams[0], streams[1]) {
		t.Error("it is other traffic")
	}
}

// TestSimulateChargesAScanAtTheSizeThatCounts checks that scanning a table that counts as ten
// times as large takes ten times the work. A question that is bounded by a value takes the same
// work as before.
func TestSimulateChargesAScanAtTheSizeThatCounts(t *testing.T) {
	work := func(query string, times int64) (work, rate float64) {
		s := readings(t, "{user}#{time}")
		s.Do(SetWorkload{Queries: []plan.Query{
			{ID: "corrie", Where: []plan.Cond{{Field: "user", Op: plan.Equal, Value: "Corrie"}}},
			{ID: "charge", Where: []plan.Cond{{Field: "charge", Op: plan.Equal, Value: "50"}}},
		}})
		r := s.Do(SimulateLoad{Table: "battery", Nodes: 1, Minutes: 10, SizeFactor: times, Reads: []QueryRate{{Query: query, Rate: 0.25}}})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		for _, h := range AnswerAs[*LoadSimulated](r.Answer).Hot {
			work, rate = work+h.Load, rate+h.Rate
		}
		return work, rate
	}
	for query, want := range map[string]float64{"charge": 10, "corrie": 1} {
		small, rate := work(query, 100)
		large, _ := work(query, 1000)
		if times := large / small; times < want*0.9 || times > want*1.1 || rate < 0.2 || rate > 0.3 {
			t.Errorf("%s takes %.3g of a node at 100 times the size and %.3g at 1,000, asked %.2f times a second; want %v times as much", query, small, large, rate, want)
		}
	}
}
