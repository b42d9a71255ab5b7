package traffic

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// games is a data set of n records in the order of their dates.
func games(n int64) dataset.Spec {
	return dataset.Spec{Fields: []string{"game", "player", "day"}, Recipe: &dataset.Recipe{Count: n, Seed: 4, Gens: []dataset.Generator{
		{Field: "game", Kind: dataset.Choice, Values: []string{"LoL", "Go"}, Weights: []int64{9, 1}},
		{Field: "player", Kind: dataset.Names, PerValue: 20},
		{Field: "day", Kind: dataset.Days, From: "20150101", To: "20151231"},
	}}}
}

var columns = []plan.FieldColumn{{Field: "player", Family: "GAME", Qualifier: "PLAYER"}}

// where returns a query with a condition on one field.
func where(field string, op plan.ConditionOp, value, to string) plan.Query {
	return plan.Query{ID: field, Where: []plan.Cond{{Field: field, Op: op, Value: value, To: to}}}
}

func over(t testing.TB, s Spec, template string, data dataset.Spec) *Stream {
	t.Helper()
	tpl, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.over(tpl, columns, data)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// ops returns all operations between two times.
func ops(s *Stream, from, to int64, n int) (out []cluster.OpBatch) {
	s.Ops(from, to, n, func(op cluster.OpBatch) { out = append(out, op) })
	return out
}

// sum returns the number of operations of a kind.
func sum(ops []cluster.OpBatch, k cluster.OpKind) (n float64) {
	for _, op := range ops {
		if op.Kind == k {
			n += op.Count
		}
	}
	return n
}

func TestRates(t *testing.T) {
	reads := []RepeatedQuestion{{Query: where("player", plan.Equal, "Corrie", ""), Rate: 300}}
	shapes := map[string]struct {
		shape RateShape
		want  float64 // seconds at the full rate, of 1,000
	}{
		"constant": {RateShape{}, 1000},
		"periodic": {RateShape{Kind: Periodic, Period: 500, Least: 0.2}, 600},
		"rise":     {RateShape{Kind: Rise, At: 400, Times: 5}, 3400},
	}
	for name, tt := range shapes {
		s := over(t, Spec{Seconds: 1000, Writes: 700, Reads: reads, Shape: tt.shape}, "{player}#{day}", games(1000))
		var all []cluster.OpBatch
		for at := int64(0); at < 1000; at += 10 {
			all = append(all, ops(s, at, at+10, 100)...)
		}
		if got := sum(all, cluster.Write); math.Abs(got-700*tt.want) > 1e-3 {
			t.Errorf("%s: %f writes, want %f", name, got, 700*tt.want)
		}
		if got := sum(all, cluster.Scan); math.Abs(got-300*tt.want) > 1e-3 {
			t.Errorf("%s: %f scans, want %f", name, got, 300*tt.want)
		}
	}
	// A wave begins low and is highest in its middle.
	wave := RateShape{Kind: Periodic, Period: 1000}
	if a, b := wave.passed(50), wave.passed(525)-wave.passed(475); a > 2 || b < 49 {
		t.Errorf("the wave has %f at first and %f in the middle", a, b)
	}
}

// TestArrival checks that records are written in their order, and each once if there are
// as many writes as records.
func TestArrival(t *testing.T) {
	data := crowd(1000)
	s := over(t, Spec{Seconds: 100, Writes: 10}, "{time}#{player}", data)
	var want, got []base.RowKey
	for c := data.Cursor(); ; {
		rec, ok := c.Next()
		if !ok {
			break
		}
		want = append(want, base.RowKey(rec[1]+"#"+rec[0]))
	}
	for at := int64(0); at < 100; at += 4 {
		for _, op := range ops(s, at, at+4, 40) {
			got = append(got, op.Key)
		}
	}
	if !slices.Equal(got, want) {
		t.Error("the records are not written in their order")
	}
	if keys := slices.Compact(slices.Sorted(slices.Values(want))); !slices.Equal(s.WrittenKeys(), keys) {
		t.Errorf("%d keys, want %d", len(s.WrittenKeys()), len(keys))
	}
}

// TestMoving checks that values that do not move with time are written all the time, as
// often as they are in the data, and that the records of each value are written in their
// order.
func TestMoving(t *testing.T) {
	spec := Spec{Seconds: 100, Writes: 10}
	for template, moves := range map[string]bool{"{player}#{time}": true, "{player}": false} {
		data := crowd(3000)
		s := over(t, spec, template, data)
		if (s.groups != nil) != moves {
			t.Errorf("%s: %d groups", template, len(s.groups))
		}
		want, got := map[string]float64{}, map[string]float64{}
		for c := data.Cursor(); ; {
			rec, ok := c.Next()
			if !ok {
				break
			}
			want[rec[0][:6]]++
		}
		last, turned, times := map[string]string{}, 0, 0
		for at := int64(0); at < 100; at += 10 {
			now := map[string]float64{}
			for _, op := range ops(s, at, at+10, 300) {
				player, when, _ := strings.Cut(string(op.Key), "#")
				got[player[:6]]++
				now[player[:6]]++
				if at > 0 && when < last[player] {
					turned++
				}
				times++
				last[player] = when
			}
			// Players with 0 as their first digit are half of them, as all the time.
			for ten, n := range now {
				if w := want[ten] / 10; math.Abs(n-w) > 3+w/5 {
					t.Errorf("%s: %s is written %.0f times from %d s, want %.0f", template, ten, n, at, w)
				}
			}
		}
		if turned*10 > times {
			t.Errorf("%s: of %d writes %d are older than one of the player's before", template, times, turned)
		}
		for ten, w := range want {
			if math.Abs(got[ten]-w) > 5+w/20 {
				t.Errorf("%s: %s is written %.0f times, want %.0f", template, ten, got[ten], w)
			}
		}
	}
	// A field that moves with time is told from one that does not, even among few records,
	// and if the number after a word gains a digit.
	for _, tt := range []struct {
		records string
		want    string
	}{{"1 2 3 4 5", "n"}, {"9 10 11 12 13", "n"}, {"e d c b a", "n"}, {"5 3 1 4 2", ""}, {"7 7 7 7 7", ""},
		{"o-8 o-9 o-10 o-11", "n"}, {"b9x b8x b12x b11x b10x b7x b13x", ""}, {"o-07 o-08 o-09 o-10 o-11", "n"}, {"1.75 1.5 1.25 1.2 1.125", "n"}} {
		data := dataset.Spec{Fields: []string{"n"}}
		for _, v := range strings.Fields(tt.records) {
			data.Records = append(data.Records, []string{v})
		}
		tpl, _ := rowkey.Parse("{n}")
		m, err := spec.NewStreamMaker(tpl, nil, data)
		if err != nil {
			t.Fatal(err)
		}
		for done := false; !done; {
			if done, err = m.Step(1000); err != nil {
				t.Fatal(err)
			}
		}
		if m.moves != tt.want {
			t.Errorf("in %s it is %q that moves", tt.records, m.moves)
		}
	}
}

// TestFewRecords checks that the writes go from one record to the next, each for the same
// time. The change is gradual: for a while, both records are written.
func TestFewRecords(t *testing.T) {
	data := dataset.Spec{Fields: []string{"player", "time"}}
	for n := range 5 {
		for _, user := range []string{"Ada", "Bo"} {
			data.Records = append(data.Records, []string{user, strconv.Itoa(1000 + n)})
		}
	}
	for template, groups := range map[string]int{"{time}#{player}": 1, "{player}#{time}": 2} {
		s := over(t, Spec{Seconds: 1000, Writes: 10}, template, data)
		times, several, last := map[base.RowKey]float64{}, 0, map[string]float64{}
		for at := int64(0); at < 1000; at += 10 {
			mean, n, now := map[string]float64{}, map[string]float64{}, map[base.RowKey]bool{}
			for _, op := range ops(s, at, at+10, 200) {
				times[op.Key] += op.Count
				now[op.Key] = true
				user, when := string(op.Key[5:]), op.Key[:4]
				if groups == 2 {
					user, when = string(op.Key[:len(op.Key)-5]), op.Key[len(op.Key)-4:]
				}
				v, _ := strconv.ParseFloat(string(when), 64)
				mean[user] += v
				n[user]++
			}
			if len(now) > groups {
				several++
			}
			for user := range mean {
				if m := mean[user] / n[user]; m < last[user]-0.3 {
					t.Errorf("%s: from %d s %s’s are older", template, at, user)
				} else {
					last[user] = m
				}
			}
		}
		for key, n := range times {
			if n < 700 || n > 1600 {
				t.Errorf("%s: %q is written %.0f times of 10,000", template, key, n)
			}
		}
		if len(times) != 10 || several < 60 {
			t.Errorf("%s: %d keys, in %d of 100 moments several of a group", template, len(times), several)
		}
	}
}

// TestSteps checks that steps of any size make the same operations.
func TestSteps(t *testing.T) {
	spec, data := Spec{Seed: 5, Seconds: 1000, Writes: 10}, games(2*maxWrites+500)
	want := over(t, spec, "{game}#{player}#{day}", data)
	if len(want.writes) != maxWrites {
		t.Fatalf("%d writes", len(want.writes))
	}
	tpl, _ := rowkey.Parse("{game}#{player}#{day}")
	for _, budget := range []int{1, 2, 999} {
		m, err := spec.NewStreamMaker(tpl, columns, data)
		for err == nil {
			var done bool
			if done, err = m.Step(budget); done {
				break
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Stream(); !slices.Equal(got.writes, want.writes) || !slices.Equal(got.keys, want.keys) {
			t.Errorf("steps of %d make other traffic", budget)
		}
	}
}

// TestReads checks that queries are planned with values from the data.
func TestReads(t *testing.T) {
	data := games(2000)
	point := plan.Query{Where: []plan.Cond{{Field: "game", Value: "LoL"}, {Field: "player", Value: "Ada"}, {Field: "day", Value: "20150303"}}}
	s := over(t, Spec{Seconds: 100, Reads: []RepeatedQuestion{
		{Query: point, Rate: 100},
		{Query: where("game", plan.Equal, "LoL", ""), Rate: 100},
		{Query: where("game", plan.Equal, "Go", ""), Rate: 100, AsWritten: true},
		{Query: where("day", plan.Equal, "20150301", ""), Rate: 100},
		{Query: where("nobody", plan.Equal, "knows", ""), Rate: 100},
	}}, "{game}#{player}#{day}", data)
	all := ops(s, 0, 100, 5000)
	if got := sum(all, cluster.Read); got != 10_000 {
		t.Errorf("%f rows are read", got)
	}
	prefixes, whole, keys := map[base.RowKey]float64{}, 0.0, map[base.RowKey]bool{}
	for _, op := range all {
		switch {
		case op.Kind == cluster.Read:
			keys[op.Key] = true
			if _, ok := slices.BinarySearch(s.WrittenKeys(), op.Key); !ok {
				t.Fatalf("%q is read and nobody's key", op.Key)
			}
		case op.Key == "" && op.End == "":
			whole += op.Count
		default:
			prefixes[op.Key] += op.Count
		}
	}
	if len(keys) < 300 {
		t.Errorf("only %d different rows are read", len(keys))
	}
	if whole < 9_999 || whole > 10_001 {
		t.Errorf("%f scans of everything", whole)
	}
	// Nine in ten of the games are LoL. The third query asks only for Go.
	if lol, rest := prefixes["LoL#"], prefixes["Go#"]; math.Abs(lol-9000) > 500 || math.Abs(rest-11_000) > 500 {
		t.Errorf("LoL is asked for %f times, Go %f", lol, rest)
	}
}

// TestReadsOfEach checks that a query for the latest row of each group reads one end of
// each group.
func TestReadsOfEach(t *testing.T) {
	data := games(2000)
	data.Recipe.Gens[1].PerValue = 100 // games of each player
	newest := plan.Query{Latest: plan.Latest{Field: "day", N: 1}, Each: "player"}
	read := func(template string) map[string]cluster.OpBatch {
		s := over(t, Spec{Seconds: 10, Reads: []RepeatedQuestion{{Query: newest, Rate: 1}}}, template, data)
		out := map[string]cluster.OpBatch{}
		for _, op := range ops(s, 0, 10, 1000) {
			player, _, _ := strings.Cut(string(op.Key), "#")
			out[player] = op
		}
		return out
	}
	last := map[string]string{}
	for c := data.Cursor(); ; {
		rec, ok := c.Next()
		if !ok {
			break
		}
		player, day := rec[slices.Index(data.Fields, "player")], rec[slices.Index(data.Fields, "day")]
		last[player] = max(last[player], day)
	}
	met := read("{player}#{day}")
	if len(met) != len(last) {
		t.Errorf("%d players are read of %d", len(met), len(last))
	}
	for player, day := range last {
		if want := base.RowKey(player + "#" + day); met[player].Key != want {
			t.Errorf("of %s %q is read, want %q", player, met[player].Key, want)
		}
	}
	if all := read("{day}#{player}"); len(all) != 1 || all[""].End != "" {
		t.Errorf("%+v", all)
	}
}

func TestBetween(t *testing.T) {
	data := games(5000)
	q := where("day", plan.Between, "20150201", "20150301")
	s := over(t, Spec{Seconds: 10, Reads: []RepeatedQuestion{{Query: q, Rate: 1}}}, "{day}#{player}", data)
	starts := map[base.RowKey]bool{}
	for _, op := range ops(s, 0, 10, 1000) {
		if op.Kind != cluster.Scan || op.End == "" {
			t.Fatalf("%+v", op)
		}
		starts[op.Key] = true
		lo, _ := slices.BinarySearch(s.WrittenKeys(), op.Key)
		hi, _ := slices.BinarySearch(s.WrittenKeys(), op.End)
		if share := float64(hi-lo) / float64(len(s.WrittenKeys())); share < 0.04 || share > 0.12 {
			t.Errorf("%q to %q is %.2f of the data", op.Key, op.End, share)
		}
	}
	if len(starts) < 100 {
		t.Errorf("%d different months", len(starts))
	}
}

// TestNewest reads the rows that were written last.
func TestNewest(t *testing.T) {
	data := dataset.Spec{Fields: []string{"n"}}
	for i := range 1000 {
		data.Records = append(data.Records, []string{strings.Repeat("x", 1+i)})
	}
	tpl, _ := rowkey.Parse("{n}")
	s, err := Spec{Seconds: 1000, Reads: []RepeatedQuestion{{Query: where("n", plan.Equal, "x", ""), Rate: 9, Newest: true}}}.over(tpl, nil, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int64{0, 500, 990} {
		for _, op := range ops(s, at, at+10, 100) {
			if n := int64(len(op.Key)); n > at+11 || n < at-50 {
				t.Errorf("at %d the %d-th is asked for", at, n)
			}
		}
	}
}

func TestRepeats(t *testing.T) {
	spec := Spec{Seed: 5, Seconds: 1000, Writes: 10, Reads: []RepeatedQuestion{{Query: where("player", plan.HasPrefix, "A", ""), Rate: 4}}}
	a, b := over(t, spec, "{game}#{player}#{day}", games(3000)), over(t, spec, "{game}#{player}#{day}", games(3000))
	_ = ops(b, 0, 10, 50)
	if !reflect.DeepEqual(ops(a, 500, 510, 200), ops(b, 500, 510, 200)) {
		t.Error("the same time gives other operations")
	}
	spec.Seed++
	if reflect.DeepEqual(ops(a, 500, 510, 200), ops(over(t, spec, "{game}#{player}#{day}", games(3000)), 500, 510, 200)) {
		t.Error("another seed gives the same")
	}
}

func TestParts(t *testing.T) {
	s := over(t, Spec{Seconds: 10, Writes: 1}, "{player}#{day}", games(10_000))
	parts := s.InitialTablets(50, 1<<30)
	if len(parts) != 50 || parts[0].Start != "" {
		t.Fatalf("%d tablets, the first at %q", len(parts), parts[0].Start)
	}
	bytes := int64(0)
	for i, p := range parts {
		bytes += p.Bytes
		if p.Bytes < 1<<30/60 || p.Bytes > 1<<30/40 {
			t.Errorf("tablet %d has %d bytes", i, p.Bytes)
		}
	}
	if bytes > 1<<30 || bytes < 1<<30-50 {
		t.Errorf("%d bytes", bytes)
	}
	if _, err := cluster.New(cluster.Options{Nodes: 3, Seconds: 10, InitialTablets: parts, Traffic: s}); err != nil {
		t.Error(err)
	}
	if few := over(t, Spec{Seconds: 10, Writes: 1}, "{game}", games(100)).InitialTablets(50, 1000); len(few) != 2 {
		t.Errorf("two keys make %d tablets", len(few))
	}
}

func TestRefused(t *testing.T) {
	good := Spec{Seconds: 10, Writes: 5}
	tpl, _ := rowkey.Parse("{player}")
	for name, tt := range map[string]struct {
		spoil func(*Spec, *dataset.Spec)
		want  base.Code
	}{
		"no time":           {func(s *Spec, _ *dataset.Spec) { s.Seconds = 0 }, base.CodeBadTraffic},
		"not a number":      {func(s *Spec, _ *dataset.Spec) { s.Writes = math.NaN() }, base.CodeBadTraffic},
		"too many":          {func(s *Spec, _ *dataset.Spec) { s.Reads = []RepeatedQuestion{{Rate: maxRate + 1}} }, base.CodeBadTraffic},
		"too many reads":    {func(s *Spec, _ *dataset.Spec) { s.Reads = make([]RepeatedQuestion, maxReads+1) }, base.CodeBadTraffic},
		"a period of none":  {func(s *Spec, _ *dataset.Spec) { s.Shape = RateShape{Kind: Periodic} }, base.CodeBadTraffic},
		"a rise of less":    {func(s *Spec, _ *dataset.Spec) { s.Shape = RateShape{Kind: Rise, Times: -1} }, base.CodeBadTraffic},
		"an unknown shape":  {func(s *Spec, _ *dataset.Spec) { s.Shape.Kind = Rise + 1 }, base.CodeBadTraffic},
		"an unknown order":  {func(s *Spec, _ *dataset.Spec) { s.Order = ByKey + 1 }, base.CodeBadTraffic},
		"a star of nothing": {func(s *Spec, _ *dataset.Spec) { s.SkewedField = "nothing" }, base.CodeTemplateField},
		"no records":        {func(_ *Spec, d *dataset.Spec) { d.Recipe = nil }, base.CodeBadTraffic},
		"a bad recipe":      {func(_ *Spec, d *dataset.Spec) { d.Recipe.Count = -1 }, base.CodeBadRecipe},
		"a field not there": {func(_ *Spec, d *dataset.Spec) { d.Fields = []string{"a", "b", "c"}; d.Recipe = nil }, base.CodeTemplateField},
	} {
		s, d := good, games(10)
		tt.spoil(&s, &d)
		var bad *base.Error
		if _, err := s.over(tpl, nil, d); err == nil {
			t.Errorf("%s: taken", name)
		} else if bad, _ = err.(*base.Error); bad == nil || bad.Code != tt.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := good.over(tpl, nil, games(10)); err != nil {
		t.Error(err)
	}
}

// TestMarks checks that Marks returns the positions of all keys and borders.
func TestMarks(t *testing.T) {
	s := over(t, Spec{Seconds: 100, Writes: 50, Reads: []RepeatedQuestion{
		{Query: where("player", plan.HasPrefix, "Ad", ""), Rate: 20}, {Query: where("player", plan.Between, "B", "K"), Rate: 20}, {Query: plan.Query{}, Rate: 1},
	}}, "{player}#{day}", games(5000))
	marks := s.Marks()
	if !slices.IsSorted(marks) || len(slices.Compact(slices.Clone(marks))) != len(marks) {
		t.Fatal("marks out of order, or twice")
	}
	for _, op := range ops(s, 0, 100, 3000) {
		if op.At == 0 && op.Key != "" || op.At > 0 && marks[op.At-1] != op.Key {
			t.Fatalf("%+v begins elsewhere", op)
		}
		if op.EndAt == 0 && op.End != "" || op.EndAt > 0 && marks[op.EndAt-1] != op.End {
			t.Fatalf("%+v ends elsewhere", op)
		}
	}
}

// unmarked is traffic without the method Marks.
type unmarked struct{ of cluster.Traffic }

func (u unmarked) Ops(from, to int64, n int, emit func(cluster.OpBatch)) {
	u.of.Ops(from, to, n, func(op cluster.OpBatch) {
		op.At, op.EndAt = 0, 0
		emit(op)
	})
}

// TestMarksChangeNothing checks that a simulation has the same result with and without
// marks.
func TestMarksChangeNothing(t *testing.T) {
	s := over(t, Spec{Seconds: 1800, Writes: 20_000, Reads: []RepeatedQuestion{
		{Query: where("player", plan.Equal, "Ada", ""), Rate: 500}, {Query: where("player", plan.Between, "B", "K"), Rate: 2},
	}}, "{player}#{day}", games(20_000))
	run := func(tr cluster.Traffic) cluster.Result {
		sim, err := cluster.New(cluster.Options{Nodes: 5, Seconds: 1800, Ranges: 100, Columns: 50, InitialTablets: s.InitialTablets(30, 1<<33), Traffic: tr})
		if err != nil {
			t.Fatal(err)
		}
		for !sim.Step(20) {
		}
		return sim.Result()
	}
	with := run(s)
	if len(with.Events) == 0 {
		t.Error("nothing happened")
	}
	if !reflect.DeepEqual(with, run(unmarked{s})) {
		t.Error("marks change the result")
	}
}
