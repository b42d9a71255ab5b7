//go:build !js

package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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

// peer returns a table of Google's in-memory server with the given families, as
// the official client sees it.
func peer(t testing.TB, families ...string) *bigtable.Table {
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
	must(admin.CreateTable(ctx, "t"))
	for _, f := range families {
		must(admin.CreateColumnFamily(ctx, "t", f))
	}
	client, err := bigtable.NewClientWithConfig(ctx, "p", "i",
		bigtable.ClientConfig{MetricsProvider: bigtable.NoopMetricsProvider{}}, option.WithGRPCConn(conn))
	must(err)
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return client.Open("t")
}

// peerMutation is muts for the official client.
func peerMutation(muts []Mutation) *bigtable.Mutation {
	out := bigtable.NewMutation()
	for _, m := range muts {
		switch m := m.(type) {
		case SetCell:
			out.Set(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.At), []byte(m.Value))
		case DeleteColumn:
			out.DeleteTimestampRange(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.Start), bigtable.Timestamp(m.End))
		case DeleteFamilyCells:
			out.DeleteCellsInFamily(string(m.Family))
		case DeleteRow:
			out.DeleteRow()
		}
	}
	return out
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

// peerTree returns a random tree of the filters that the server gets right: no
// counts over several families, no labels, which it strips with the values, and no
// copies of a cell, whose order it leaves open.
func peerTree(r *rand.Rand) filter.Filter {
	leaf := func() filter.Filter {
		return pick[filter.Filter](r,
			filter.PassAll{}, filter.BlockAll{}, filter.StripValue{}, filter.CellsPerColumn(1+r.IntN(2)),
			filter.RowKeyRegex("a.*"), filter.FamilyRegex("[ab]"), filter.FamilyRegex("a"), filter.QualifierRegex("v|w.*|"),
			filter.ValueRegex(`v|\xff\C`), filter.ValueRegex(".*"), filter.TimestampRange{Start: 1000, End: 3000},
			filter.ColumnRange{Family: "b", Start: base.Closed("v")}, filter.ValueRange{Start: base.Closed("v"), End: base.Open("\xff\xff")})
	}
	var tree func(level int) filter.Filter
	tree = func(level int) filter.Filter {
		if level == 4 {
			return leaf()
		}
		switch r.IntN(4) {
		case 0:
			return filter.Chain{tree(level + 1), tree(level + 1)}
		case 1:
			return filter.Condition{If: leaf(), Then: tree(level + 1), Else: tree(level + 1)}
		case 2:
			return filter.Interleave{filter.Chain{filter.FamilyRegex("a"), tree(level + 1)}, filter.Chain{filter.FamilyRegex("b"), tree(level + 1)}}
		default:
			return leaf()
		}
	}
	return tree(1)
}

// showPeer prints a row of the official client as show does one of ours.
func showPeer(r bigtable.Row) string {
	var cells []string
	for _, f := range []string{"a", "b"} {
		for _, c := range r[f] {
			text := fmt.Sprintf("%s@%d=%s", c.Column, c.Timestamp/1000, c.Value)
			if len(c.Labels) > 0 {
				text += "!" + strings.Join(c.Labels, "+")
			}
			cells = append(cells, text)
		}
	}
	return fmt.Sprintf("%s{%s}", r.Key(), strings.Join(cells, " "))
}

// TestAgainstPeer does the same to a table and to Google's in-memory server.
func TestAgainstPeer(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	theirs, ours := peer(t, "a", "b"), newTable(t, "a", "b")
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 4))

	binary := func() string {
		return pick(r, "", "v", "w#1", "\x00", "\xff\xfe", "a\nb", "é")
	}
	key := func() base.RowKey {
		return base.RowKey(pick(r, "a", "b", "a#", "\xff", "\xff\xff") + pick(r, "", "1", "2", "\x00", "\xff"))
	}
	for range 600 {
		var muts []Mutation
		for range 1 + r.IntN(4) {
			fam, qual := pick[base.Family](r, "a", "b"), base.Qualifier(binary())
			at := base.Micros(1000 * r.IntN(4))
			switch r.IntN(9) {
			case 0:
				muts = append(muts, DeleteRow{})
			case 1:
				muts = append(muts, DeleteFamilyCells{fam})
			case 2:
				muts = append(muts, DeleteColumn{fam, qual, at, pick(r, 0, at+1000, at+2000)})
			default:
				muts = append(muts, SetCell{fam, qual, at, binary()})
			}
		}
		k := key()
		mustMutate(t, ours, string(k), muts...)
		if err := theirs.Apply(ctx, string(k), peerMutation(muts)); err != nil {
			t.Fatal(err)
		}
	}

	// Filters whose outcome does not depend on the order of families, which the
	// server leaves open. Its conditions and chains go on over rows they have
	// emptied, so predicates are single tests.
	filters := []filter.Filter{
		nil, filter.PassAll{}, filter.BlockAll{}, filter.StripValue{}, filter.CellsPerColumn(1), filter.CellsPerColumn(2),
		filter.RowKeyRegex("a.*"), filter.RowKeyRegex(`\C\C`), filter.RowKeyRegex(".."), filter.RowKeyRegex(filter.Quote("\xff\x00")),
		filter.FamilyRegex("a"), filter.FamilyRegex("[ab]"), filter.QualifierRegex("v|w.*"), filter.QualifierRegex("\xff\xfe"),
		filter.ValueRegex("w#[0-9]"), filter.ValueRegex(`a\Cb`), filter.ValueRegex("a.b"), filter.ValueRegex("(?s)a.b"),
		filter.ValueRegex("é"), filter.ValueRegex(`[\x80-\xff]+`), filter.ValueRegex(filter.Quote("\x00")), filter.ValueRegex("(?i)V"),
		filter.Chain{filter.FamilyRegex("b"), filter.CellsPerRow(2)},
		filter.Chain{filter.FamilyRegex("a"), filter.CellsPerRowOffset(1)},
		filter.Chain{filter.FamilyRegex("b"), filter.CellsPerRowOffset(1), filter.CellsPerRow(2)},
		filter.Chain{filter.CellsPerColumn(1), filter.ValueRegex("v")},
		filter.Chain{filter.ValueRegex("v"), filter.CellsPerColumn(1), filter.StripValue{}},
		filter.Interleave{filter.FamilyRegex("a"), filter.ValueRegex("v")},
		filter.Interleave{filter.PassAll{}, filter.CellsPerColumn(1), filter.BlockAll{}},
		filter.TimestampRange{Start: 1000}, filter.TimestampRange{Start: 1000, End: 3000}, filter.TimestampRange{End: 2000},
		filter.ColumnRange{Family: "a"}, filter.ColumnRange{Family: "b", Start: base.Closed("v"), End: base.Open("w#2")},
		filter.ColumnRange{Family: "a", Start: base.Closed("\xff")}, filter.ColumnRange{Family: "b", End: base.Open("\xff")},
		filter.ValueRange{}, filter.ValueRange{Start: base.Closed("a"), End: base.Open("w")}, filter.ValueRange{End: base.Open("w#1")},
		filter.ValueRange{Start: base.Closed("w#1")}, filter.Label("x-1"), filter.Chain{filter.FamilyRegex("a"), filter.Label("a")},
		filter.Interleave{filter.Chain{filter.FamilyRegex("a"), filter.Label("a")}, filter.Chain{filter.FamilyRegex("b"), filter.Label("b")}},
		filter.Chain{filter.TimestampRange{Start: 2000}, filter.CellsPerColumn(1), filter.ValueRange{Start: base.Closed("v")}},
		filter.Condition{If: filter.TimestampRange{Start: 3000}, Then: filter.Label("new"), Else: filter.ColumnRange{Family: "a"}},
		filter.Condition{If: filter.ValueRegex("v"), Then: filter.FamilyRegex("a"), Else: filter.StripValue{}},
		filter.Condition{If: filter.QualifierRegex("w#1"), Then: filter.CellsPerColumn(1), Else: filter.BlockAll{}},
	}
	rows := 0
	for i := range 1200 {
		q := Query{Reversed: r.IntN(3) == 0, Limit: int64(max(0, r.IntN(8)-4))}
		var set bigtable.RowRangeList
		for range r.IntN(3) {
			a, b := key(), key()
			if a > b {
				a, b = b, a
			}
			switch r.IntN(4) {
			case 0:
				q.Ranges = append(q.Ranges, base.Prefix(string(a)))
				set = append(set, bigtable.PrefixRange(string(a)))
			case 1:
				q.Ranges = append(q.Ranges, base.Range{Start: a})
				set = append(set, bigtable.InfiniteRange(string(a)))
			case 2:
				q.Ranges = append(q.Ranges, base.Range{Start: a, End: b + "\x00"})
				set = append(set, bigtable.NewClosedRange(string(a), string(b)))
			case 3:
				if a != b {
					q.Ranges = append(q.Ranges, base.Range{Start: a, End: b})
					set = append(set, bigtable.NewRange(string(a), string(b)))
				}
			}
		}
		f := filters[i%len(filters)]
		if i%2 == 1 {
			f = peerTree(r)
		}
		q.Filter = program(t, f)
		var opts []bigtable.ReadOption
		if f != nil {
			opts = append(opts, bigtable.RowFilter(peerFilter(f)))
		}
		if q.Limit > 0 {
			opts = append(opts, bigtable.LimitRows(q.Limit))
		}
		if q.Reversed {
			opts = append(opts, bigtable.ReverseScan())
		}
		var rowSet bigtable.RowSet = set
		if len(set) == 0 {
			rowSet = bigtable.InfiniteRange("")
		}
		var want []string
		if err := theirs.ReadRows(ctx, rowSet, func(r bigtable.Row) bool {
			want = append(want, showPeer(r))
			return true
		}, opts...); err != nil {
			t.Fatal(err)
		}
		got, _, _ := read(ours, q)
		if !slices.Equal(got, want) {
			t.Errorf("seed %d, read %d: %+v, filter %#v:\n got %q\nwant %q", seed, i, q, f, got, want)
		}
		rows += len(want)
	}
	if rows < 1000 {
		t.Errorf("only %d rows compared", rows)
	}
}

// BenchmarkAgainstPeer does the same work here and through the official client
// to Google's in-memory server, both in this process, and prints how many times
// faster it was here beside what is asked.
func BenchmarkAgainstPeer(b *testing.B) {
	ctx := context.Background()
	rows := benchData()
	theirs, ours := peer(b, "stats"), (*Table)(nil)
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
		{"scan-full", 50, 1, func() { readOurs(Query{}, benchRows) }, func() { readTheirs(bigtable.InfiniteRange(""), benchRows) }},
		{"prefix-100", 50, 50, func() { readOurs(Query{Ranges: []base.Range{base.Prefix(prefix)}}, 100) }, func() {
			readTheirs(bigtable.PrefixRange(prefix), 100)
		}},
		{"value-literal", 50, 1, func() { readOurs(Query{Filter: literalProgram}, 1) }, func() {
			readTheirs(bigtable.InfiniteRange(""), 1, bigtable.RowFilter(peerFilter(literal)))
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
