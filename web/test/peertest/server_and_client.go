//go:build !js

// Package peertest compares tables of the engine with a peer: the tables of Google's in-memory
// Bigtable server, used through the official client.
//
// [Trials] run the same random operations on both sides and compare every outcome.
// [Divergences] are the known cases in which Google's server does not follow the documentation
// of Bigtable; the trials avoid them, and a test checks that each still exists. Both sides of a
// comparison implement [Side]: [LocalEngine] is a table without a server, and [ServerTable] a table of a
// [Server].
//
//	peertest.Trials{Seed: 1, Least: 10_000, Own: newOwn, Check: checkTable}.Run(t)
package peertest

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"

	"cloud.google.com/go/bigtable"
	"cloud.google.com/go/bigtable/bttest"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Server is a Bigtable server and the official clients that are connected to it.
type Server struct {
	Admin  *bigtable.AdminClient
	Client *bigtable.Client
	Conn   *grpc.ClientConn // for requests that the clients cannot express
}

// NewServer starts Google's in-memory server and connects to it. The server stops when the test
// ends.
func NewServer(t testing.TB) *Server {
	t.Helper()
	srv, err := bttest.NewServer("localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return Connect(t, srv.Addr)
}

// Listen runs a server on a free port of localhost until the test ends, and returns its
// address. An error of the server is an error of the test.
func Listen(t testing.TB, s interface {
	Serve(net.Listener) error
	Close() error
}) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// Connect connects the official clients to the server at an address, for the project p and the
// instance i. The connection is closed when the test ends.
func Connect(t testing.TB, addr string) *Server {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
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
	return &Server{admin, client, conn}
}

// Quiet discards the output of package log until the test ends, because the server logs to it.
func Quiet(t *testing.T) {
	was := log.Writer()
	log.SetOutput(io.Discard)
	t.Cleanup(func() { log.SetOutput(was) })
}

// Table makes a table with the given families on the server and returns it.
func (p *Server) Table(t testing.TB, ctx context.Context, name string, families ...table.FamilyInfo) *ServerTable {
	t.Helper()
	if err := p.Admin.CreateTable(ctx, name); err != nil {
		t.Fatal(err)
	}
	tab := &ServerTable{p, ctx, name, p.Client.Open(name)}
	for _, f := range families {
		if err := tab.CreateFamily(f); err != nil {
			t.Fatal(err)
		}
	}
	return tab
}

// Mutation returns muts as a mutation of the official client. It panics on a kind that the
// client does not have.
func Mutation(muts []table.Mutation) *bigtable.Mutation {
	out := bigtable.NewMutation()
	for _, m := range muts {
		switch m := m.(type) {
		case table.SetCell:
			out.Set(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.At), []byte(m.Value))
		case table.AddToCell:
			out.AddIntToCell(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.At), int64(m.Input.(table.IntInput)))
		case table.MergeToCell:
			out.MergeBytesToCell(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.At), []byte(m.State))
		case table.DeleteColumn:
			out.DeleteTimestampRange(string(m.Family), string(m.Qualifier), bigtable.Timestamp(m.Start), bigtable.Timestamp(m.End))
		case table.DeleteFamilyCells:
			out.DeleteCellsInFamily(string(m.Family))
		case table.DeleteRow:
			out.DeleteRow()
		default:
			panic(fmt.Sprintf("no mutation of the client for %T", m))
		}
	}
	return out
}

// peerGC returns a garbage-collection rule as a policy of the official client; nil is the
// policy that collects nothing.
func peerGC(r table.GCRule) bigtable.GCPolicy {
	list := func(rules []table.GCRule) (out []bigtable.GCPolicy) {
		for _, r := range rules {
			out = append(out, peerGC(r))
		}
		return out
	}
	switch r := r.(type) {
	case nil:
		return bigtable.NoGcPolicy()
	case table.MaxVersions:
		return bigtable.MaxVersionsPolicy(int(r))
	case table.MaxAge:
		return bigtable.MaxAgePolicy(time.Duration(r))
	case table.Union:
		return bigtable.UnionPolicy(list(r)...)
	case table.Intersection:
		return bigtable.IntersectionPolicy(list(r)...)
	default:
		panic(fmt.Sprintf("no policy of the client for %T", r))
	}
}

// Filter returns a filter as one of the official client. It panics on a kind that the client
// does not have; see clientKnows.
func Filter(f filter.Filter) bigtable.Filter {
	list := func(fs []filter.Filter) (out []bigtable.Filter) {
		for _, g := range fs {
			out = append(out, Filter(g))
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
		return bigtable.ConditionFilter(Filter(f.If), Filter(f.Then), Filter(f.Else))
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
	case filter.ColumnRange: // the client can express [start, end) only
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
