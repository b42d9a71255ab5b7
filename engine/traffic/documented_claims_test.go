package traffic

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/rowkey"
)

// The tests in this file check in the simulation what documentation says about keys. They
// simulate 10 nodes.
const nodes = 10

// made returns a data set with the given generators.
func made(count int64, gens ...dataset.Generator) dataset.Spec {
	s := dataset.Spec{Recipe: &dataset.Recipe{Count: count, Seed: 15, Gens: gens}}
	for _, g := range gens {
		s.Fields = append(s.Fields, g.Field)
	}
	return s
}

// stream returns traffic of 20,000 writes per second for the given number of seconds.
func stream(t *testing.T, seconds int64, template string, data dataset.Spec, reads ...RepeatedQuestion) *Stream {
	t.Helper()
	tpl, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Spec{Seconds: seconds, Writes: 20_000, Reads: reads}.over(tpl, nil, data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// simulate runs traffic on tablets that are initially parts.
func simulate(t *testing.T, s *Stream, parts []cluster.InitialTablet) cluster.Result {
	t.Helper()
	sim, err := cluster.New(cluster.Options{Nodes: nodes, Seconds: s.spec.Seconds, Samples: 1000, Ranges: 100, Columns: 30, InitialTablets: parts, Traffic: s})
	if err != nil {
		t.Fatal(err)
	}
	for !sim.Step(10) {
	}
	return sim.Result()
}

// hottest returns the smallest and the largest share of the hottest node in a column, as
// multiples of a fair share.
func hottest(r cluster.Result) (least, most float64) {
	least = nodes
	for _, c := range r.Heat.Columns {
		least, most = min(least, c.Hottest), max(most, c.Hottest)
	}
	return least, most
}

// battery is a data set of readings of 500 users' batteries.
func battery(from string) dataset.Spec {
	return made(100_000,
		dataset.Generator{Field: "user", Kind: dataset.Names, PerValue: 200},
		dataset.Generator{Field: "time", Kind: dataset.Arrival, From: from, Step: "36"})
}

// TestTimestampFirst checks that nearly all writes go to one node if keys begin with the
// time.
func TestTimestampFirst(t *testing.T) {
	const template = "BATTERY#{time}"
	before := stream(t, 3600, template, battery("20150301104501001"))
	r := simulate(t, stream(t, 3600, template, battery("20150301124501001")), before.InitialTablets(40, 1<<32))
	if least, _ := hottest(r); least < 0.9*nodes {
		t.Errorf("in some column the hottest node has %.2f times its share", least)
	}
	if d := r.Diagnose(); d.Pattern != cluster.Sequential {
		t.Errorf("it looks %s", d.Pattern)
	}
	if hot := r.HottestTablets(1)[0]; hot.Reason != cluster.Appends {
		t.Errorf("the hottest tablet is not split for reason %d", hot.Reason)
	}
}

// TestPromotionAndSalting checks that the hottest node has less than 1.5 times its share.
func TestPromotionAndSalting(t *testing.T) {
	for template, tablets := range map[string]int{"BATTERY#{user}#{time}": 40, "BATTERY#{time|salt:10}#{time}": 10} {
		before := stream(t, 3600, template, battery("20150301104501001"))
		r := simulate(t, stream(t, 3600, template, battery("20150301124501001")), before.InitialTablets(tablets, 1<<30))
		if r.Hottest >= 1.5 {
			t.Errorf("%s: the hottest node has %.2f times its share", template, r.Hottest)
		}
	}
}

// TestSequentialIDs simulates sequential user ids when new users are the busiest ones.
func TestSequentialIDs(t *testing.T) {
	users := made(100_000, dataset.Generator{Field: "id", Kind: dataset.Sequence, From: "10000", PerValue: 5, Step: "1"})
	plain := stream(t, 3600, "{id|zero:8}", users)
	if r := simulate(t, plain, plain.InitialTablets(40, 1<<30)); r.Hottest < 2.5 {
		t.Errorf("in order, the hottest node has %.2f times its share", r.Hottest)
	}
	reversed := stream(t, 3600, "{id|reverse}", users)
	if r := simulate(t, reversed, reversed.InitialTablets(40, 1<<30)); r.Hottest >= 1.5 {
		t.Errorf("reversed, the hottest node has %.2f times its share", r.Hottest)
	}
}

// TestGrowingIDs checks that with ids that grow with time, the writes at any time lie
// together on one node, regardless of the ids' digits.
func TestGrowingIDs(t *testing.T) {
	for from, to := range map[int]int{1: 9000, 8001: 12_000, 10_001: 14_000, 95: 1100, 900_000: 1_005_000} {
		for name, text := range map[string]string{"bare": "%d", "word": "order-%d", "padded to 4": "order-%04d", "padded to 9": "order-%09d", "inside": "o%d-x"} {
			data := dataset.Spec{Fields: []string{"id", "at"}}
			step := max(1, (to-from)/5000)
			for n := from; n <= to; n += step {
				at := time.Date(2024, 5, 1, 0, n, 0, 0, time.UTC)
				data.Records = append(data.Records, []string{fmt.Sprintf(text, n), at.Format(time.RFC3339)})
			}
			s, stands := stream(t, 3600, "{id}", data), map[base.RowKey]int{}
			for i, rec := range data.Records {
				stands[base.RowKey(rec[0])] = i
			}
			for at := int64(0); at < 3600; at += 60 {
				least, most := len(data.Records), 0
				for _, op := range ops(s, at, at+60, 200) {
					least, most = min(least, stands[op.Key]), max(most, stands[op.Key])
				}
				if most-least > len(data.Records)/60+1 {
					t.Fatalf("%s, %d to %d: in the minute from %d s the records %d to %d are written", name, from, to, at, least, most)
				}
			}
			if r := simulate(t, s, s.InitialTablets(40, 1<<30)); r.Hottest < 0.5*nodes || r.Diagnose().Pattern != cluster.Sequential {
				t.Errorf("%s, %d to %d: it looks %s, and the hottest node has %.2f times its share", name, from, to, r.Diagnose().Pattern, r.Hottest)
			}
		}
	}
}

// TestDomains checks that a crawl of two domains is a hotspot, and that a crawl of 2,000
// is not.
func TestDomains(t *testing.T) {
	crawl := func(site dataset.Generator) float64 {
		site.Field = "site"
		data := func(from string) dataset.Spec {
			return made(100_000, site, dataset.Generator{Field: "time", Kind: dataset.Arrival, From: from, Step: "36"})
		}
		const template = "{site|domain}#{time}"
		before := stream(t, 3600, template, data("1426000000000"))
		return simulate(t, stream(t, 3600, template, data("1426003600000")), before.InitialTablets(40, 1<<32)).Hottest
	}
	if h := crawl(dataset.Generator{Kind: dataset.Choice, Values: []string{"www.google.com", "en.wikipedia.org"}}); h < 0.4*nodes {
		t.Errorf("two domains: the hottest node has %.2f times its share", h)
	}
	if h := crawl(dataset.Generator{Kind: dataset.Ints, From: "1", To: "2000", Values: []string{"www.site{n}.com"}}); h >= 1.5 {
		t.Errorf("2,000 domains: the hottest node has %.2f times its share", h)
	}
}

// TestMeters checks that if keys begin with the day, all meters write where the new day
// begins, and that if keys begin with the meter, the writes are spread.
func TestMeters(t *testing.T) {
	readings := func(day string) dataset.Spec {
		return made(100_000,
			dataset.Generator{Field: "meter", Kind: dataset.Turns, From: "980000", To: "999999"},
			dataset.Generator{Field: "day", Kind: dataset.Arrival, From: day, Step: "43200000"})
	}
	run := func(template string) cluster.Result {
		before := stream(t, 3600, template, readings("20170724"))
		return simulate(t, stream(t, 3600, template, readings("20170727")), before.InitialTablets(40, 1<<32))
	}
	r := run("{day}#{meter|zero:10}")
	if c := r.Heat.Columns[0]; c.Hottest < 0.9*nodes {
		t.Errorf("day first: at midnight the hottest node has %.2f times its share", c.Hottest)
	}
	if r.Hottest < 2 {
		t.Errorf("day first: the hottest node has %.2f times its share", r.Hottest)
	}
	if r := run("{meter|zero:10}#{day}"); r.Hottest >= 1.5 {
		t.Errorf("meter first: the hottest node has %.2f times its share", r.Hottest)
	}
}

// TestMarket simulates a market in which nine tenths of the traffic belong to a few
// hundred of 4,000 symbols. Their load is visible, and no split helps the busiest symbol.
func TestMarket(t *testing.T) {
	data := made(100_000,
		dataset.Generator{Field: "exchange", Kind: dataset.Choice, Values: []string{"NASDAQ"}},
		dataset.Generator{Field: "symbol", Kind: dataset.Zipf, From: "440000", To: "443999", Step: "1.3", Values: []string{"{a}"}},
		dataset.Generator{Field: "ms", Kind: dataset.Arrival, From: "1426535612156", Step: "36"})
	const template = "{exchange|pad:6}#{symbol|pad:5:#}#{ms}"
	s := stream(t, 1200, template, data)
	times, symbols := map[base.RowKey]int{}, []base.RowKey{}
	for _, w := range s.writes {
		times[s.marks[w.key][:len("NASDAQ#ZXZZT")]]++
	}
	counts := []int{}
	for symbol, n := range times {
		symbols, counts = append(symbols, symbol), append(counts, n)
	}
	slices.Sort(symbols)
	slices.Sort(counts)
	slices.Reverse(counts)
	top := 0
	for _, n := range counts[:300] {
		top += n
	}
	if share := float64(top) / 100_000; share < 0.88 || share > 0.93 {
		t.Errorf("300 of %d symbols have %.3f of the traffic", len(symbols), share)
	}
	// Every tablet has the same number of symbols.
	parts := InitialTablets(func(yield func(base.RowKey, int64) bool) {
		for _, symbol := range symbols {
			if !yield(symbol, 1) {
				return
			}
		}
	}, int64(len(symbols)), 40, 1<<30)
	r := simulate(t, s, parts)
	if r.Hottest < 2 {
		t.Errorf("the hottest node has %.2f times its share", r.Hottest)
	}
	if hot := r.HottestTablets(1)[0]; hot.Reason == cluster.NoReason || hot.Load < 0.2 {
		t.Errorf("the hottest tablet: %+v", hot)
	}
}

// TestSame fixes the results of a simulation, which must be the same bytes natively and in
// the browser. The records have every kind of field that is made from a record's number.
func TestSame(t *testing.T) {
	data := made(20_000,
		dataset.Generator{Field: "host", Kind: dataset.Turns, From: "01", To: "40", Values: []string{"server{n}.bbb.com"}},
		dataset.Generator{Field: "user", Kind: dataset.Zipf, From: "1", To: "3000", Step: "1.1", Values: []string{"{a}"}},
		dataset.Generator{Field: "id", Kind: dataset.Sequence, From: "1", PerValue: 3, Step: "0.9"},
		dataset.Generator{Field: "n", Kind: dataset.Ints, From: "000", To: "999"},
		dataset.Generator{Field: "time", Kind: dataset.Arrival, From: "20150301124501001", Step: "5000"})
	tpl, err := rowkey.Parse("{host|domain}#{user}#{time}")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Spec{Seed: 3, Seconds: 3600, Writes: 30_000, Shape: RateShape{Kind: Periodic, Period: 1200, Least: 0.3}, Reads: []RepeatedQuestion{
		{Query: where("host", plan.Equal, "", ""), Rate: 20}, {Query: where("id", plan.Between, "1", "3"), Rate: 1}, {Query: where("user", plan.HasPrefix, "AB", ""), Rate: 2, Newest: true},
	}}.over(tpl, []plan.FieldColumn{{Field: "id", Family: "f", Qualifier: "id"}, {Field: "n", Family: "f", Qualifier: "n"}}, data)
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for _, policy := range []cluster.TabletPolicy{cluster.Bigtable, cluster.HBase, cluster.ByLoad} {
		sim, err := cluster.New(cluster.Options{Policy: policy, Nodes: 7, Seconds: 3600, Ranges: 60, Columns: 40, InitialTablets: s.InitialTablets(20, 1<<31), Seed: 9, Traffic: s})
		if err != nil {
			t.Fatal(err)
		}
		for !sim.Step(7) {
		}
		r := sim.Result()
		fmt.Fprintf(h, "%v %+v\n", r, r.Diagnose())
	}
	if got := hex.EncodeToString(h.Sum(nil)[:8]); got != "ca325a576b55440e" {
		t.Errorf("the result is %s", got)
	}
}

// TestSaltedRange checks that a time range takes one seek for each salt.
func TestSaltedRange(t *testing.T) {
	within := plan.Query{Where: []plan.Cond{{Field: "time", Op: plan.Between, Value: "20150301124600000", To: "20150301124700000"}}}
	for _, salts := range []int{2, 3, 20} {
		s := stream(t, 100, fmt.Sprintf("BATTERY#{time|salt:%d}#{time}", salts), battery("20150301124501001"), RepeatedQuestion{Query: within, Rate: 50})
		scans := 0.0
		for _, op := range ops(s, 0, 100, 500) {
			if op.Kind == cluster.Scan {
				scans += op.Count
			}
		}
		if want := 50 * 100 * float64(salts); scans < want*0.999 || scans > want*1.001 {
			t.Errorf("%d salts: 5,000 reads of a range take %.0f scans", salts, scans)
		}
	}
}
