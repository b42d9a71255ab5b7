//go:build !js

package serve

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"
	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/engine/table"
)

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

func set(column, value string) *bigtable.Mutation {
	m := bigtable.NewMutation()
	m.Set("f", column, 1000, []byte(value))
	return m
}

// TestAdmin creates, changes and deletes tables with the official client.
func TestAdmin(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	policy := bigtable.UnionPolicy(bigtable.MaxVersionsPolicy(2), bigtable.IntersectionPolicy(bigtable.MaxAgePolicy(time.Hour), bigtable.MaxVersionsPolicy(1)))
	sum := bigtable.AggregateType{Input: bigtable.Int64Type{Encoding: bigtable.BigEndianBytesEncoding{}}, Aggregator: bigtable.SumAggregator{}}
	must(t, h.Admin.CreateTableFromConf(ctx, &bigtable.TableConf{
		TableID: "t", SplitKeys: []string{"m", "c"},
		ColumnFamilies: map[string]bigtable.Family{"f": {GCPolicy: policy}, "sum": {ValueType: sum}, "text": {ValueType: bigtable.StringType{Encoding: bigtable.StringUtf8BytesEncoding{}}}},
	}))
	if err := h.Admin.CreateTable(ctx, "t"); status.Code(err) != codes.AlreadyExists {
		t.Error(err)
	}
	must(t, h.Admin.CreateColumnFamily(ctx, "t", "g"))
	must(t, h.Admin.SetGCPolicy(ctx, "t", "g", bigtable.MaxVersionsPolicy(1)))
	must(t, h.Admin.DeleteColumnFamily(ctx, "t", "text"))
	info, err := h.Admin.TableInfo(ctx, "t")
	must(t, err)
	got := map[string]string{}
	for _, f := range info.FamilyInfos {
		got[f.Name] = f.GCPolicy
		if f.Name == "sum" && !reflect.DeepEqual(f.ValueType, bigtable.Type(sum)) {
			t.Errorf("the type is %v", f.ValueType)
		}
	}
	want := map[string]string{"f": "(versions() > 2 || (age() > 1h && versions() > 1))", "g": "versions() > 1", "sum": "<never>"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("families %v, want %v", got, want)
	}
	names, err := h.Admin.Tables(ctx)
	if err != nil || !slices.Equal(names, []string{"t"}) {
		t.Error(names, err)
	}
	must(t, h.Admin.WaitForReplication(ctx, "t"))
	keys, err := h.Client.Open("t").SampleRowKeys(ctx)
	if err != nil || !slices.Equal(keys, []string{"c", "m"}) {
		t.Error(keys, err)
	}
	must(t, h.Admin.UpdateTableWithDeletionProtection(ctx, "t", bigtable.Protected))
	if err := h.Admin.DeleteTable(ctx, "t"); status.Code(err) != codes.FailedPrecondition {
		t.Error(err)
	}
	must(t, h.Admin.UpdateTableWithDeletionProtection(ctx, "t", bigtable.Unprotected))
	must(t, h.Admin.DeleteTable(ctx, "t"))
	if _, err := h.Client.Open("t").ReadRow(ctx, "k"); status.Code(err) != codes.NotFound {
		t.Error(err)
	}
}

// TestInstances lists instances and clusters with the official client.
func TestInstances(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	must(t, h.Admin.CreateTable(ctx, "t"))
	admin := adminpb.NewBigtableInstanceAdminClient(h.Conn)
	list, err := admin.ListInstances(ctx, &adminpb.ListInstancesRequest{Parent: "projects/p"})
	if err != nil || len(list.Instances) != 1 || list.Instances[0].Name != instanceName {
		t.Error(list, err)
	}
	if i, err := admin.GetInstance(ctx, &adminpb.GetInstanceRequest{Name: instanceName}); err != nil || i.State != adminpb.Instance_READY {
		t.Error(i, err)
	}
	clusters, err := admin.ListClusters(ctx, &adminpb.ListClustersRequest{Parent: "projects/p/instances/-"})
	if err != nil || len(clusters.Clusters) != 1 {
		t.Error(clusters, err)
	}
	if c, err := admin.GetCluster(ctx, &adminpb.GetClusterRequest{Name: clusters.Clusters[0].Name}); err != nil || c.ServeNodes != 1 {
		t.Error(c, err)
	}
	profiles, err := admin.ListAppProfiles(ctx, &adminpb.ListAppProfilesRequest{Parent: instanceName})
	if err != nil || len(profiles.AppProfiles) != 1 {
		t.Error(profiles, err)
	}
	if _, err := admin.GetAppProfile(ctx, &adminpb.GetAppProfileRequest{Name: instanceName + "/appProfiles/none"}); status.Code(err) != codes.NotFound {
		t.Error(err)
	}
}

// TestData writes and reads with the official client.
func TestData(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	h.Table(t, ctx, "t", table.FamilyInfo{Name: "f"}, table.FamilyInfo{Name: "n", Type: table.IntSum})
	tab := h.Client.Open("t")
	errs, err := tab.ApplyBulk(ctx, []string{"a#1", "a#2", "", "b#1"}, []*bigtable.Mutation{set("q", "1"), set("q", "2"), set("q", "3"), set("r", "4")})
	if err != nil || len(errs) != 4 || errs[0] != nil || errs[2] == nil || errs[3] != nil {
		t.Fatal(errs, err)
	}
	read := func(set bigtable.RowSet, opts ...bigtable.ReadOption) (out []string) {
		err := tab.ReadRows(ctx, set, func(r bigtable.Row) bool { out = append(out, r.Key()); return true }, opts...)
		must(t, err)
		return out
	}
	for _, c := range []struct {
		got  []string
		want string
	}{
		{read(bigtable.InfiniteRange("")), "a#1 a#2 b#1"},
		{read(bigtable.PrefixRange("a#"), bigtable.ReverseScan()), "a#2 a#1"},
		{read(bigtable.RowList{"b#1", "a#1", "none"}), "a#1 b#1"},
		{read(bigtable.InfiniteRange(""), bigtable.LimitRows(2)), "a#1 a#2"},
		{read(bigtable.InfiniteRange(""), bigtable.RowFilter(bigtable.ValueFilter("[24]"))), "a#2 b#1"},
	} {
		if got := strings.Join(c.got, " "); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	m := bigtable.NewReadModifyWrite()
	m.Increment("f", "count", 3)
	m.AppendValue("f", "q", []byte("+"))
	row, err := tab.ApplyReadModifyWrite(ctx, "a#1", m)
	must(t, err)
	if f := row["f"]; len(f) != 2 || binary.BigEndian.Uint64(f[0].Value) != 3 || string(f[1].Value) != "1+" {
		t.Errorf("%v", row)
	}
	add := bigtable.NewMutation()
	add.AddIntToCell("n", "all", 0, 40)
	must(t, tab.Apply(ctx, "a#1", add))
	must(t, tab.Apply(ctx, "a#1", add))
	row, err = tab.ReadRow(ctx, "a#1", bigtable.RowFilter(bigtable.FamilyFilter("n")))
	if err != nil || binary.BigEndian.Uint64(row["n"][0].Value) != 80 {
		t.Error(row, err)
	}
	matched := false
	must(t, tab.Apply(ctx, "b#1", bigtable.NewCondMutation(bigtable.ColumnFilter("r"), set("then", "x"), set("else", "x")), bigtable.GetCondMutationResult(&matched)))
	if row, _ = tab.ReadRow(ctx, "b#1"); !matched || row["f"][1].Column != "f:then" {
		t.Error(matched, row)
	}
	must(t, h.Admin.DropRowRange(ctx, "t", "a#"))
	if got := read(bigtable.InfiniteRange("")); len(got) != 1 {
		t.Errorf("%v after a drop", got)
	}
	bad := bigtable.NewMutation()
	bad.Set("none", "q", 0, nil)
	if err := tab.Apply(ctx, "k", bad); status.Code(err) != codes.NotFound || !strings.Contains(err.Error(), "none") {
		t.Error(err)
	}
}

// TestStream reads 100,000 rows while they are being written. Each arrives once, complete and in
// order.
func TestStream(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	h.Table(t, ctx, "t", table.FamilyInfo{Name: "f"})
	tab := h.Client.Open("t")
	const rows = 100_000
	write := func(value string, from, to int) error {
		var keys []string
		var muts []*bigtable.Mutation
		for n := from; n < to; n++ {
			m := set("a", value)
			m.Set("f", "b", 1000, []byte(value))
			keys, muts = append(keys, fmt.Sprintf("row%06d", n)), append(muts, m)
		}
		errs, err := tab.ApplyBulk(ctx, keys, muts)
		if len(errs) > 0 {
			err = errs[0]
		}
		return err
	}
	for n := 0; n < rows; n += 20_000 {
		must(t, write("old", n, n+20_000))
	}
	var writer sync.WaitGroup
	writer.Go(func() {
		for n := 0; n < rows; n += 10_000 {
			if err := write("new", n, n+1000); err != nil {
				t.Error(err)
			}
		}
	})
	n := 0
	err := tab.ReadRows(ctx, bigtable.InfiniteRange(""), func(r bigtable.Row) bool {
		if f := r["f"]; r.Key() != fmt.Sprintf("row%06d", n) || len(f) != 2 || string(f[0].Value) != string(f[1].Value) {
			t.Errorf("row %d is %v", n, r)
		}
		n++
		return true
	})
	writer.Wait()
	if err != nil || n != rows {
		t.Errorf("%d rows, %v", n, err)
	}
}

// readRaw returns the responses to a read.
func (h *harness) readRaw(t testing.TB, req *pb.ReadRowsRequest) (out []*pb.ReadRowsResponse) {
	t.Helper()
	stream, err := h.raw.ReadRows(context.Background(), req)
	must(t, err)
	for {
		res, err := stream.Recv()
		if err == io.EOF {
			return out
		}
		must(t, err)
		out = append(out, res)
	}
}

// TestChunks checks the responses to a read: long values in pieces, names only where they change,
// and statistics at the end.
func TestChunks(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	h.Table(t, ctx, "t", table.FamilyInfo{Name: "f"}, table.FamilyInfo{Name: "g"})
	tab, name := h.Client.Open("t"), instanceName+"/tables/t"
	long := strings.Repeat("0123456789", 100_000)
	m := set("a", "1")
	m.Set("f", "a", 2000, nil)
	m.Set("f", "b", 1000, []byte(long))
	m.Set("g", "b", 0, []byte("3"))
	must(t, tab.Apply(ctx, "k", m))
	must(t, tab.Apply(ctx, "l", set("q", "v")))
	out := h.readRaw(t, &pb.ReadRowsRequest{TableName: name, RequestStatsView: pb.ReadRowsRequest_REQUEST_STATS_FULL, RowsLimit: 2})
	var said []string
	for i, res := range out {
		if stats := res.RequestStats != nil; stats != (i == len(out)-1) {
			t.Errorf("statistics in response %d of %d: %v", i, len(out), stats)
		}
		for _, c := range res.Chunks {
			family, qualifier := "same", "same"
			if c.FamilyName != nil {
				family = c.FamilyName.Value
			}
			if c.Qualifier != nil {
				qualifier = string(c.Qualifier.Value)
			}
			said = append(said, fmt.Sprintf("%q %s %s %d +%d of %d %v", c.RowKey, family, qualifier, c.TimestampMicros, len(c.Value), c.ValueSize, c.GetCommitRow()))
		}
	}
	want := []string{
		`"k" f a 2000 +0 of 0 false`, `"" same same 1000 +1 of 0 false`,
		`"" same b 1000 +262144 of 1000000 false`, `"" same same 0 +262144 of 1000000 false`,
		`"" same same 0 +262144 of 1000000 false`, `"" same same 0 +213568 of 0 false`,
		`"" g b 0 +1 of 0 true`, `"l" f q 1000 +1 of 0 true`,
	}
	if !slices.Equal(said, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
	st := out[len(out)-1].RequestStats.GetFullReadStatsView()
	if n := st.ReadIterationStats; n.RowsSeenCount != 2 || n.RowsReturnedCount != 2 || n.CellsSeenCount != 5 || n.CellsReturnedCount != 5 || st.RequestLatencyStats.FrontendServerLatency == nil {
		t.Errorf("%v", st)
	}
	row, err := tab.ReadRow(ctx, "k")
	if err != nil || string(row["f"][2].Value) != long {
		t.Error("a long value comes otherwise than it was written", err)
	}
}

// TestUnanswered checks that a missing method, and a wrong request, are answered with a sentence.
func TestUnanswered(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	h.Table(t, ctx, "orders", table.FamilyInfo{Name: "f"})
	tables := adminpb.NewBigtableTableAdminClient(h.Conn)
	name := instanceName + "/tables/orders"
	read := func(req *pb.ReadRowsRequest) error {
		stream, err := h.raw.ReadRows(ctx, req)
		if err == nil {
			_, err = stream.Recv()
		}
		return err
	}
	query, err := h.raw.ExecuteQuery(ctx, &pb.ExecuteQueryRequest{})
	if err == nil {
		_, err = query.Recv()
	}
	_, backup := tables.ListBackups(ctx, &adminpb.ListBackupsRequest{})
	_, empty := h.raw.MutateRow(ctx, &pb.MutateRowRequest{TableName: name, RowKey: []byte("k")})
	_, ping := h.raw.PingAndWarm(ctx, &pb.PingAndWarmRequest{Name: "here"})
	for _, c := range []struct {
		err  error
		code codes.Code
		says string
	}{
		{err, codes.Unimplemented, "SQL"},
		{backup, codes.Unimplemented, "-data"},
		{read(&pb.ReadRowsRequest{TableName: instanceName + "/tables/order"}), codes.NotFound, "orders"},
		{read(&pb.ReadRowsRequest{TableName: "order"}), codes.InvalidArgument, "projects/PROJECT"},
		{read(&pb.ReadRowsRequest{TableName: name, RowsLimit: -1}), codes.InvalidArgument, "limit"},
		{read(&pb.ReadRowsRequest{TableName: name, Filter: &pb.RowFilter{}}), codes.InvalidArgument, "filter"},
		{read(&pb.ReadRowsRequest{TableName: name, MaterializedViewName: "v"}), codes.Unimplemented, "views"},
		{empty, codes.InvalidArgument, ""},
		{ping, codes.InvalidArgument, "projects/PROJECT"},
	} {
		if status.Code(c.err) != c.code || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%v, want %v with %q", c.err, c.code, c.says)
		}
	}
}
