//go:build !js

package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
	"tabletop/web/test/peertest"

	"cloud.google.com/go/bigtable"
)

// TestAgainstPeer compares the engine's tables with those of Google's in-memory server.
func TestAgainstPeer(t *testing.T) {
	peertest.Trials{
		Seed: *table.FirstSeed, Least: table.Ops(2 * peertest.RoundOperations), Check: table.CheckTable,
		Own: func(string) peertest.EngineSide { return peertest.NewEngine(table.NewTable(t), 0) },
	}.Run(t)
}

// TestDivergences checks, for each listed divergence, that both sides still behave as
// listed. So a server that begins to behave as documented is noticed.
func TestDivergences(t *testing.T) {
	peertest.Quiet(t) // suppresses the server's warnings
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	server := peertest.NewServer(t)
	for n, d := range peertest.Divergences {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel() // a few cases wait for the server to collect garbage
			peer := server.Table(t, ctx, fmt.Sprint("t", n), table.FamilyInfo{Name: "f"}, table.FamilyInfo{Name: "g"})
			if got := d.Do(peer); got != d.There {
				t.Errorf("there:\n got %s\nwant %s", got, d.There)
			}
			own := peertest.NewEngine(table.NewTable(t, "f", "g"), base.Micros(time.Now().UnixMicro()))
			if got := d.Do(own); got != d.Here {
				t.Errorf("here:\n got %s\nwant %s", got, d.Here)
			}
			if d.There == d.Here || d.Documented == "" {
				t.Error("no divergence")
			}
			table.CheckTable(t, own.Table())
		})
	}
	if slices.ContainsFunc(peertest.Divergences, func(d peertest.Divergence) bool { return d.Do == nil }) {
		t.Error("a divergence does nothing")
	}
}

// TestPeerBounds compares ranges of columns and of values with bounds of all kinds. The Go
// client cannot express all of these bounds.
func TestPeerBounds(t *testing.T) {
	own := peertest.NewEngine(table.NewTable(t, "f", "g"), 0)
	peer := peertest.NewServer(t).Table(t, context.Background(), "t", own.Table().Families()...)
	texts := []string{"", "\x00", "a", "a\x00", "b", "\xff", "\xff\xff"}
	var muts []table.Mutation
	for _, s := range texts {
		muts = append(muts, table.SetCell{Family: "f", Qualifier: base.Qualifier(s), At: 1000, Value: s}, table.SetCell{Family: "g", Qualifier: base.Qualifier(s), At: 1000, Value: s + s})
	}
	if err := errors.Join(append(own.Mutate(peertest.Entry{Key: "k", Muts: muts}), peer.Mutate(peertest.Entry{Key: "k", Muts: muts})...)...); err != nil {
		t.Fatal(err)
	}
	bounds := []base.Bound{{}}
	for _, s := range texts {
		bounds = append(bounds, base.OpenBound(s), base.ClosedBound(s))
	}
	for _, start := range bounds {
		for _, end := range bounds {
			if base.BoundsReversed(start, end) {
				continue
			}
			for _, f := range []filter.Filter{filter.ColumnRange{Family: "f", Start: start, End: end}, filter.ValueRange{Start: start, End: end}} {
				got, err := own.Read(peertest.Question{Filter: f})
				want, peerErr := peer.ReadRaw(f)
				if err != nil || peerErr != nil || !slices.Equal(got, want) {
					t.Errorf("%#v: %v, %v\n got %q\nwant %q", f, err, peerErr, got, want)
				}
			}
		}
	}
}

// TestPeerCollects gives random families rules without intersections, which the server
// ignores, and waits until the server has collected the cells that our table collects at
// once.
func TestPeerCollects(t *testing.T) {
	peertest.Quiet(t) // suppresses the server's log of collections
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	server := peertest.NewServer(t)
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 6))
	now := base.Micros(time.Now().UnixMicro())
	hour := base.Micros(time.Hour / time.Microsecond)
	var rule func(level int) table.GCRule
	rule = func(level int) table.GCRule {
		if level < 2 && r.IntN(3) == 0 {
			return table.Union{rule(level + 1), rule(level + 1)}
		}
		if r.IntN(2) == 0 {
			return table.MaxVersions(1 + r.IntN(4))
		}
		return table.MaxAge(time.Duration(1+r.IntN(6))*time.Hour + 30*time.Minute)
	}
	type pair struct {
		own  *peertest.LocalEngine
		peer *peertest.ServerTable
	}
	var pairs []pair
	for n := range 12 {
		own := peertest.NewEngine(table.NewTable(t, "a", "b", "c"), now)
		peer := server.Table(t, ctx, fmt.Sprint("t", n), own.Table().Families()...)
		pairs = append(pairs, pair{own, peer})
		for range 60 {
			var muts []table.Mutation
			for range 1 + r.IntN(8) {
				at := pick(r, now-now%1000-base.Micros(r.IntN(8))*hour, 1000*base.Micros(r.IntN(4)), peertest.FarFuture)
				muts = append(muts, table.SetCell{Family: pick[base.Family](r, "a", "b", "c"), Qualifier: pick[base.Qualifier](r, "", "q"), At: at, Value: "v"})
			}
			e := peertest.Entry{Key: base.RowKey(fmt.Sprint("k", r.IntN(30))), Muts: muts}
			if err := errors.Join(append(own.Mutate(e), peer.Mutate(e)...)...); err != nil {
				t.Fatal(err)
			}
		}
	}
	// All rules are set after all writes, because the server may collect garbage at any time.
	gone := 0
	for _, p := range pairs {
		for _, f := range []base.Family{"a", "b"} {
			gc := rule(0)
			if err := errors.Join(p.own.SetGC(f, gc), p.peer.SetGC(f, gc)); err != nil {
				t.Fatal(err)
			}
		}
		report := p.own.Table().Compact(now)
		gone += int(report.Total().Cells)
	}
	for n, p := range pairs {
		want, err := p.own.Read(peertest.Question{})
		if err != nil {
			t.Fatal(err)
		}
		for got := []string(nil); !slices.Equal(got, want); {
			if got, err = p.peer.Read(peertest.Question{}); err != nil {
				t.Fatalf("seed %d, table %d, rules %v: %v; there\n%q, here\n%q", seed, n, p.own.Table().Families(), err, got, want)
			}
		}
	}
	if gone < 500 {
		t.Errorf("only %d cells collected", gone)
	}
}

// BenchmarkAgainstPeer does the same work with our table and, through the official client,
// with Google's in-memory server, both in this process. It prints how many times faster
// our table was, and the goal.
func BenchmarkAgainstPeer(b *testing.B) {
	ctx := context.Background()
	rows := table.BenchData()
	theirs, ours := peertest.NewServer(b).Table(b, ctx, "t", table.FamilyInfo{Name: "stats"}), (*table.Table)(nil)
	keys, muts := make([]string, 0, len(rows)), make([]*bigtable.Mutation, 0, len(rows))
	for _, r := range rows {
		keys, muts = append(keys, r.Key), append(muts, peertest.Mutation(r.Muts))
	}
	readTheirs := func(set bigtable.RowSet, rows int, opts ...bigtable.ReadOption) {
		n := 0
		if err := theirs.ReadRows(ctx, set, func(bigtable.Row) bool { n++; return true }, opts...); err != nil || n != rows {
			b.Fatalf("%d rows, want %d: %v", n, rows, err)
		}
	}
	readOurs := func(q table.ScanQuery, rows int) { table.ReadAll(b, ours, q, rows) }
	prefix := table.BenchPrefix(7)
	literal := filter.ValueRegex(filter.QuotePattern(rows[5].Muts[0].(table.SetCell).Value))
	literalProgram := table.Program(b, literal)
	regex := filter.ValueRegex(".*[0-2][3-5][6-8][0-2].*")
	regexProgram := table.Program(b, regex)
	matching := 0
	for range table.BenchTable(b, rows).Scan(table.ScanQuery{Filter: regexProgram}, nil) {
		matching++
	}
	next := 0

	for _, w := range []struct {
		name         string
		atLeast      float64
		times        int // number of repetitions in one measurement
		ours, theirs func()
	}{
		{"load", 4, 1, func() { ours = table.BenchTable(b, rows) }, func() {
			for i := 0; i < len(keys); i += 10_000 {
				errs, err := theirs.ApplyBulk(ctx, keys[i:i+10_000], muts[i:i+10_000])
				if err != nil || errs != nil {
					b.Fatal(err, errs)
				}
			}
		}},
		{"scan-full", 50, 1, func() { readOurs(table.ScanQuery{}, table.BenchRows()) }, func() { readTheirs(bigtable.InfiniteRange(""), table.BenchRows()) }},
		{"prefix-100", 50, 50, func() { readOurs(table.ScanQuery{Ranges: []base.Range{base.PrefixRange(prefix)}}, 100) }, func() {
			readTheirs(bigtable.PrefixRange(prefix), 100)
		}},
		{"value-literal", 50, 1, func() { readOurs(table.ScanQuery{Filter: literalProgram}, 1) }, func() {
			readTheirs(bigtable.InfiniteRange(""), 1, bigtable.RowFilter(peertest.Filter(literal)))
		}},
		{"value-regex", 20, 1, func() { readOurs(table.ScanQuery{Filter: regexProgram}, matching) }, func() {
			readTheirs(bigtable.InfiniteRange(""), matching, bigtable.RowFilter(peertest.Filter(regex)))
		}},
		{"write", 5, 2000, func() {
			next++
			if err := ours.Mutate(base.RowKey(keys[next%len(keys)]), 0, rows[next%len(keys)].Muts); err != nil {
				b.Fatal(err)
			}
		}, func() {
			next++
			if err := theirs.Apply(ctx, keys[next%len(keys)], muts[next%len(keys)]); err != nil {
				b.Fatal(err)
			}
		}},
		{"limit-10", 1000, 1, func() { readOurs(table.ScanQuery{Limit: 10}, 10) }, func() {
			readTheirs(bigtable.InfiniteRange(""), 10, bigtable.LimitRows(10))
		}},
	} {
		best := func(times int, f func()) time.Duration {
			least := time.Duration(1<<63 - 1)
			for range 3 {
				start := time.Now()
				for range times {
					f()
				}
				least = min(least, time.Since(start)/time.Duration(times))
			}
			return least
		}
		Here, There := best(w.times, w.ours), best(w.times, w.theirs)
		ratio := float64(There) / float64(Here)
		fmt.Printf("BENCH %s-vs-bttest %.1fx >=%gx\n", w.name, ratio, w.atLeast)
		b.Logf("%s: %v here, %v there", w.name, Here, There)
	}
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }
