//go:build !js

package table

import (
	"context"
	"fmt"
	"io"
	"log"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"

	"cloud.google.com/go/bigtable"
	"cloud.google.com/go/bigtable/bttest"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// peerServer is Google's in-memory server as the official clients see it.
type peerServer struct {
	admin  *bigtable.AdminClient
	client *bigtable.Client
	conn   *grpc.ClientConn // for what the clients cannot say
}

func newPeer(t testing.TB) *peerServer {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	srv, err := bttest.NewServer("localhost:0")
	must(err)
	t.Cleanup(srv.Close)
	conn, err := grpc.NewClient(srv.Addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	must(err)
	admin, err := bigtable.NewAdminClient(ctx, "p", "i", option.WithGRPCConn(conn))
	must(err)
	client, err := bigtable.NewClientWithConfig(ctx, "p", "i",
		bigtable.ClientConfig{MetricsProvider: bigtable.NoopMetricsProvider{}}, option.WithGRPCConn(conn))
	must(err)
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return &peerServer{admin, client, conn}
}

// quiet drops what the server logs during a test.
func quiet(t *testing.T) {
	was := log.Writer()
	log.SetOutput(io.Discard)
	t.Cleanup(func() { log.SetOutput(was) })
}

// table makes a table with the given families on the server.
func (p *peerServer) table(t testing.TB, ctx context.Context, name string, families ...FamilyInfo) *peerTable {
	t.Helper()
	if err := p.admin.CreateTable(ctx, name); err != nil {
		t.Fatal(err)
	}
	tab := &peerTable{p, ctx, name, p.client.Open(name)}
	for _, f := range families {
		if err := tab.createFamily(f); err != nil {
			t.Fatal(err)
		}
	}
	return tab
}

// peerMutation is muts for the official client.
func peerMutation(muts []Mutation) *bigtable.Mutation {
	out := bigtable.NewMutation()
	for _, m := range muts {
		switch m := m.(type) {
		case SetCell:
			out.Set(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.At), []byte(m.Value))
		case AddToCell:
			out.AddIntToCell(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.At), int64(m.Input.(Int)))
		case MergeToCell:
			out.MergeBytesToCell(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.At), []byte(m.State))
		case DeleteColumn:
			out.DeleteTimestampRange(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.Start), bigtable.Timestamp(m.End))
		case DeleteFamilyCells:
			out.DeleteCellsInFamily(string(m.Family))
		case DeleteRow:
			out.DeleteRow()
		default:
			panic(fmt.Sprintf("no mutation of the client for %T", m))
		}
	}
	return out
}

// peerGC is r for the official client.
func peerGC(r GCRule) bigtable.GCPolicy {
	list := func(rules []GCRule) (out []bigtable.GCPolicy) {
		for _, r := range rules {
			out = append(out, peerGC(r))
		}
		return out
	}
	switch r := r.(type) {
	case nil:
		return bigtable.NoGcPolicy()
	case MaxVersions:
		return bigtable.MaxVersionsPolicy(int(r))
	case MaxAge:
		return bigtable.MaxAgePolicy(time.Duration(r))
	case Union:
		return bigtable.UnionPolicy(list(r)...)
	case Intersection:
		return bigtable.IntersectionPolicy(list(r)...)
	default:
		panic(fmt.Sprintf("no policy of the client for %T", r))
	}
}

// peerFilter is f for the official client.
func peerFilter(f filter.Filter) bigtable.Filter {
	list := func(fs []filter.Filter) (out []bigtable.Filter) {
		for _, g := range fs {
			out = append(out, peerFilter(g))
		}
		return out
	}
	switch f := f.(type) {
	case nil:
		return nil
	case filter.PassAll:
		return bigtable.PassAllFilter()
	case filter.BlockAll:
		return bigtable.BlockAllFilter()
	case filter.Chain:
		return bigtable.ChainFilters(list(f)...)
	case filter.Interleave:
		return bigtable.InterleaveFilters(list(f)...)
	case filter.Condition:
		return bigtable.ConditionFilter(peerFilter(f.If), peerFilter(f.Then), peerFilter(f.Else))
	case filter.RowKeyRegex:
		return bigtable.RowKeyFilter(string(f))
	case filter.FamilyRegex:
		return bigtable.FamilyFilter(string(f))
	case filter.QualifierRegex:
		return bigtable.ColumnFilter(string(f))
	case filter.ValueRegex:
		return bigtable.ValueFilter(string(f))
	case filter.CellsPerRow:
		return bigtable.CellsPerRowLimitFilter(int(f))
	case filter.CellsPerColumn:
		return bigtable.LatestNFilter(int(f))
	case filter.CellsPerRowOffset:
		return bigtable.CellsPerRowOffsetFilter(int(f))
	case filter.StripValue:
		return bigtable.StripValueFilter()
	case filter.Label:
		return bigtable.LabelFilter(string(f))
	case filter.TimestampRange:
		return bigtable.TimestampRangeFilterMicros(bigtable.Timestamp(f.Start), bigtable.Timestamp(f.End))
	case filter.ColumnRange: // the client knows [start, end) only
		return bigtable.ColumnRangeFilter(string(f.Family), f.Start.At, f.End.At)
	case filter.ValueRange:
		end := []byte(f.End.At)
		if f.End.Kind == base.BoundUnset {
			end = nil
		}
		return bigtable.ValueRangeFilter([]byte(f.Start.At), end)
	default:
		panic(fmt.Sprintf("no filter of the client for %T", f))
	}
}

// BenchmarkAgainstPeer does the same work here and through the official client
// to Google's in-memory server, both in this process, and prints how many times
// faster it was here beside what is asked.
func BenchmarkAgainstPeer(b *testing.B) {
	ctx := context.Background()
	rows := benchData()
	theirs, ours := newPeer(b).table(b, ctx, "t", FamilyInfo{Name: "stats"}), (*Table)(nil)
	keys, muts := make([]string, 0, len(rows)), make([]*bigtable.Mutation, 0, len(rows))
	for _, r := range rows {
		keys, muts = append(keys, r.key), append(muts, peerMutation(r.muts))
	}
	readTheirs := func(set bigtable.RowSet, rows int, opts ...bigtable.ReadOption) {
		n := 0
		if err := theirs.ReadRows(ctx, set, func(bigtable.Row) bool { n++; return true }, opts...); err != nil || n != rows {
			b.Fatalf("%d rows, want %d: %v", n, rows, err)
		}
	}
	readOurs := func(q Query, rows int) { readAll(b, ours, q, rows) }
	prefix := benchPrefix(7)
	literal := filter.ValueRegex(filter.Quote(rows[5].muts[0].(SetCell).Value))
	literalProgram := program(b, literal)
	regex := filter.ValueRegex(".*[0-2][3-5][6-8][0-2].*")
	regexProgram := program(b, regex)
	matching := 0
	for range benchTable(b, rows).Scan(Query{Filter: regexProgram}, nil) {
		matching++
	}
	next := 0

	for _, w := range []struct {
		name         string
		atLeast      float64
		times        int // how often at a stretch
		ours, theirs func()
	}{
		{"load", 4, 1, func() { ours = benchTable(b, rows) }, func() {
			for i := 0; i < len(keys); i += 10_000 {
				errs, err := theirs.ApplyBulk(ctx, keys[i:i+10_000], muts[i:i+10_000])
				if err != nil || errs != nil {
					b.Fatal(err, errs)
				}
			}
		}},
		{"scan-full", 50, 1, func() { readOurs(Query{}, benchRows()) }, func() { readTheirs(bigtable.InfiniteRange(""), benchRows()) }},
		{"prefix-100", 50, 50, func() { readOurs(Query{Ranges: []base.Range{base.Prefix(prefix)}}, 100) }, func() {
			readTheirs(bigtable.PrefixRange(prefix), 100)
		}},
		{"value-literal", 50, 1, func() { readOurs(Query{Filter: literalProgram}, 1) }, func() {
			readTheirs(bigtable.InfiniteRange(""), 1, bigtable.RowFilter(peerFilter(literal)))
		}},
		{"value-regex", 20, 1, func() { readOurs(Query{Filter: regexProgram}, matching) }, func() {
			readTheirs(bigtable.InfiniteRange(""), matching, bigtable.RowFilter(peerFilter(regex)))
		}},
		{"write", 5, 2000, func() {
			next++
			if err := ours.Mutate(base.RowKey(keys[next%len(keys)]), 0, rows[next%len(keys)].muts); err != nil {
				b.Fatal(err)
			}
		}, func() {
			next++
			if err := theirs.Apply(ctx, keys[next%len(keys)], muts[next%len(keys)]); err != nil {
				b.Fatal(err)
			}
		}},
		{"limit-10", 1000, 1, func() { readOurs(Query{Limit: 10}, 10) }, func() {
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
		here, there := best(w.times, w.ours), best(w.times, w.theirs)
		ratio := float64(there) / float64(here)
		fmt.Printf("BENCH %s-vs-bttest %.1fx >=%gx\n", w.name, ratio, w.atLeast)
		b.Logf("%s: %v here, %v there", w.name, here, there)
	}
}
