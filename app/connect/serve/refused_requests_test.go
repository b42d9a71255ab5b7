//go:build !js

package serve

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable"
	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// says fails the test unless an error has a code and contains a text.
func says(t *testing.T, what string, err error, code codes.Code, text string) {
	t.Helper()
	if status.Code(err) != code || !strings.Contains(status.Convert(err).Message(), text) {
		t.Errorf("%s: %v; want %v that says %q", what, err, code, text)
	}
}

// with returns a message with a field that its type does not have.
func with[M proto.Message](m M) M {
	m.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 999, protowire.VarintType), 1))
	return m
}

func setMutation(family string, at int64, origin pb.Mutation_TimestampOrigin) *pb.Mutation {
	return &pb.Mutation{TimestampOrigin: origin, Mutation: &pb.Mutation_SetCell_{SetCell: &pb.Mutation_SetCell{
		FamilyName: family, ColumnQualifier: []byte("q"), TimestampMicros: at, Value: []byte("v"),
	}}}
}

// TestNothingDropped checks that a request with a field that the server does not use is refused,
// and that the error names the field.
func TestNothingDropped(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	must(t, h.Admin.CreateTable(ctx, "t"))
	admin := adminpb.NewBigtableTableAdminClient(h.Conn)
	make := func(table *adminpb.Table) error {
		_, err := admin.CreateTable(ctx, &adminpb.CreateTableRequest{Parent: instanceName, TableId: "made", Table: table})
		return err
	}
	name := instanceName + "/tables/t"
	for _, c := range []struct {
		err  error
		code codes.Code
		text string
	}{
		{make(&adminpb.Table{RowKeySchema: &adminpb.Type_Struct{}}), codes.Unimplemented, "CreateTableRequest.table.row_key_schema is not here"},
		{make(&adminpb.Table{TieredStorageConfig: &adminpb.TieredStorageConfig{}}), codes.Unimplemented, "table.tiered_storage_config"},
		{make(&adminpb.Table{ChangeStreamConfig: &adminpb.ChangeStreamConfig{}}), codes.Unimplemented, "table.change_stream_config"},
		{make(&adminpb.Table{AutomatedBackupConfig: &adminpb.Table_AutomatedBackupPolicy_{AutomatedBackupPolicy: &adminpb.Table_AutomatedBackupPolicy{}}}), codes.Unimplemented, "table.automated_backup_policy"},
		{make(&adminpb.Table{RestoreInfo: &adminpb.RestoreInfo{}}), codes.Unimplemented, "table.restore_info"},
		{make(with(&adminpb.Table{})), codes.Unimplemented, "CreateTableRequest.table has a field that is not known here"},
		{make(&adminpb.Table{ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": with(&adminpb.ColumnFamily{})}}), codes.Unimplemented, "column_families[f] has a field"},
		{make(&adminpb.Table{Granularity: 99}), codes.InvalidArgument, "table.granularity is 99, which is none of its values"},
		{make(&adminpb.Table{Name: instanceName + "/tables/made"}), codes.InvalidArgument, "table.name"},
	} {
		says(t, c.text, c.err, c.code, c.text)
	}
	_, err := h.raw.MutateRow(ctx, &pb.MutateRowRequest{TableName: name, RowKey: []byte("k"), Idempotency: &pb.Idempotency{StartTime: timestamppb.Now()}})
	says(t, "idempotency", err, codes.Unimplemented, "MutateRowRequest.idempotency is not here")
	_, err = h.raw.MutateRow(ctx, &pb.MutateRowRequest{TableName: name, RowKey: []byte("k"), Mutations: []*pb.Mutation{with(setMutation("f", 0, 0))}})
	says(t, "a mutation", err, codes.Unimplemented, "MutateRowRequest.mutations[0] has a field")
	stream, err := h.raw.ReadRows(ctx, with(&pb.ReadRowsRequest{TableName: name}))
	must(t, err)
	_, err = stream.Recv()
	says(t, "a read", err, codes.Unimplemented, "ReadRowsRequest has a field")
	if tables, err := h.Admin.Tables(ctx); err != nil || !slices.Equal(tables, []string{"t"}) {
		t.Error(tables, err)
	}
}

// left are the fields that are refused in messages that the server reads. A new version of the API
// needs a decision about each new field.
const left = `AppProfile Backup Idempotency ListClustersRequest.page_token ListInstancesRequest.page_token
Cluster.EncryptionConfig.kms_key_name MutateRowRequest.idempotency MutateRowsRequest.Entry.idempotency Value.type
Table.cluster_states Table.restore_info Table.change_stream_config Table.automated_backup_policy Table.effective_automated_backup_policy
Table.tiered_storage_config Table.row_key_schema`

// TestFieldsDecided checks that each field of these messages is listed as taken or as left, and
// that the lists have no other fields.
func TestFieldsDecided(t *testing.T) {
	known := map[protoreflect.FullName]protoreflect.MessageDescriptor{}
	var walk func(d protoreflect.MessageDescriptor)
	walk = func(d protoreflect.MessageDescriptor) {
		if known[d.FullName()] != nil {
			return
		}
		known[d.FullName()] = d
		for i := range d.Fields().Len() {
			if m := d.Fields().Get(i).Message(); m != nil {
				walk(m)
			}
		}
	}
	for _, s := range []protoreflect.FileDescriptor{pb.File_google_bigtable_v2_bigtable_proto, adminpb.File_google_bigtable_admin_v2_bigtable_table_admin_proto, adminpb.File_google_bigtable_admin_v2_bigtable_instance_admin_proto} {
		for i := range s.Services().Get(0).Methods().Len() {
			walk(s.Services().Get(0).Methods().Get(i).Input())
		}
	}
	refused := strings.Fields(left)
	for name, fields := range takenOf {
		d := known[name]
		if d == nil {
			t.Errorf("there is no message %s", name)
			continue
		}
		short := strings.TrimPrefix(strings.TrimPrefix(string(name), "google.bigtable.v2."), "google.bigtable.admin.v2.")
		for i := range d.Fields().Len() {
			f := d.Fields().Get(i)
			whole, is := fields[f.Name()]
			if is == slices.Contains(refused, short+"."+string(f.Name())) {
				t.Errorf("%s.%s is neither taken nor left, or both", short, f.Name())
			}
			if m := f.Message(); is && !whole && m != nil && !f.IsMap() && takenOf[m.FullName()] == nil {
				t.Errorf("%s.%s is looked at, and what it holds is not", short, f.Name())
			}
		}
		for f := range fields {
			if d.Fields().ByName(f) == nil {
				t.Errorf("%s has no field %s", short, f)
			}
		}
	}
}

// TestSetsCellKnowsAllFields checks that the messages which setsCell accepts without looking at
// each field have no further fields.
func TestSetsCellKnowsAllFields(t *testing.T) {
	for m, fields := range map[proto.Message]int{&pb.Mutation_SetCell{}: 4, &pb.Mutation{}: 1 + (&pb.Mutation{}).ProtoReflect().Descriptor().Oneofs().Get(0).Fields().Len()} {
		if n := m.ProtoReflect().Descriptor().Fields().Len(); n != fields {
			t.Errorf("%T has %d fields, not %d", m, n, fields)
		}
	}
	plain := setMutation("f", 1000, pb.Mutation_TIMESTAMP_ORIGIN_UNSPECIFIED)
	if !setsCell(plain.ProtoReflect()) {
		t.Error("what every client sends is looked at field by field")
	}
	if setsCell(setMutation("f", 1000, pb.Mutation_CLIENT_AUTO_GENERATED).ProtoReflect()) {
		t.Error("the origin of a time is not looked at")
	}
	plain.GetSetCell().ProtoReflect().SetUnknown([]byte{0xf8, 1, 0})
	if setsCell(plain.ProtoReflect()) {
		t.Error("an unknown field is not looked at")
	}
}

// TestCheckAndMutateOther checks that an unknown family in the branch that is not taken does not
// matter.
func TestCheckAndMutateOther(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{Folder: t.TempDir()})
	own := h.own(t, ctx, "t")
	must(t, h.Admin.CreateColumnFamily(ctx, "t", "f"))
	must(t, h.Client.Open("t").Apply(ctx, "row1", set("q", "v")))
	drop := &pb.Mutation{Mutation: &pb.Mutation_DeleteFromFamily_{DeleteFromFamily: &pb.Mutation_DeleteFromFamily{FamilyName: "bogus_family"}}}
	ask := func(regex string, then, els []*pb.Mutation) (bool, error) {
		res, err := h.raw.CheckAndMutateRow(ctx, &pb.CheckAndMutateRowRequest{
			TableName: own.name, RowKey: []byte("row1"), TrueMutations: then, FalseMutations: els,
			PredicateFilter: &pb.RowFilter{Filter: &pb.RowFilter_RowKeyRegexFilter{RowKeyRegexFilter: []byte(regex)}},
		})
		return res.GetPredicateMatched(), err
	}
	if matched, err := ask("ro.+", nil, []*pb.Mutation{drop}); !matched || err != nil {
		t.Error(matched, err)
	}
	if matched, err := ask("x", []*pb.Mutation{drop}, nil); matched || err != nil {
		t.Error(matched, err)
	}
	_, err := ask("ro.+", []*pb.Mutation{drop}, nil)
	says(t, "the branch taken", err, codes.NotFound, `no family "bogus_family"`)
	_, err = ask("ro.+", nil, []*pb.Mutation{setMutation("bogus_family", 1, 0)})
	says(t, "the shape of the other", err, codes.InvalidArgument, "cannot have the time 1")
}

// TestMicros checks that a table with microseconds keeps them, also after a restart, from the
// journal and from a snapshot.
func TestMicros(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	h := start(t, Options{Folder: dir})
	admin := adminpb.NewBigtableTableAdminClient(h.Conn)
	of := func(id string, g adminpb.Table_TimestampGranularity) {
		table, err := admin.CreateTable(ctx, &adminpb.CreateTableRequest{Parent: instanceName, TableId: id, Table: &adminpb.Table{
			Granularity: g, ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {}},
		}})
		if want := max(g, adminpb.Table_MILLIS); err != nil || table.Granularity != want {
			t.Error(table, err)
		}
	}
	of("fine", adminpb.Table_MICROS)
	of("coarse", adminpb.Table_MILLIS)
	of("unsaid", adminpb.Table_TIMESTAMP_GRANULARITY_UNSPECIFIED)
	mutate := func(id string, at int64, origin pb.Mutation_TimestampOrigin) error {
		_, err := h.raw.MutateRow(ctx, &pb.MutateRowRequest{TableName: instanceName + "/tables/" + id, RowKey: []byte("k"), Mutations: []*pb.Mutation{setMutation("f", at, origin)}})
		return err
	}
	h.now.Store(5_999)
	must(t, mutate("fine", 2001, 0))
	must(t, mutate("fine", -1, 0))
	must(t, mutate("fine", 3001, pb.Mutation_CLIENT_AUTO_GENERATED))
	says(t, "of microseconds", mutate("coarse", 2001, 0), codes.InvalidArgument, "unless the table’s granularity is MICROS")
	says(t, "said by the user", mutate("coarse", 2001, pb.Mutation_USER_SPECIFIED), codes.InvalidArgument, "2001")
	must(t, mutate("coarse", 2001, pb.Mutation_CLIENT_AUTO_GENERATED))
	must(t, mutate("coarse", -1, pb.Mutation_CLIENT_AUTO_GENERATED))
	for round := range 3 {
		for id, want := range map[string][]bigtable.Timestamp{"fine": {5999, 3001, 2001}, "coarse": {5000, 2000}} {
			row, err := h.Client.Open(id).ReadRow(ctx, "k")
			must(t, err)
			var got []bigtable.Timestamp
			for _, c := range row["f"] {
				got = append(got, c.Timestamp)
			}
			if !slices.Equal(got, want) {
				t.Errorf("round %d, %s: %v, want %v", round, id, got, want)
			}
		}
		got, err := adminpb.NewBigtableTableAdminClient(h.Conn).ListTables(ctx, &adminpb.ListTablesRequest{Parent: instanceName, View: adminpb.Table_FULL})
		if err != nil || len(got.Tables) != 3 || got.Tables[1].Granularity != adminpb.Table_MICROS || got.Tables[0].Granularity != adminpb.Table_MILLIS {
			t.Errorf("round %d: %v, %v", round, got, err)
		}
		must(t, h.server.Close())
		h = start(t, Options{Folder: dir})
		if round == 1 {
			must(t, h.server.cut())
		}
	}
}

// TestGranularity checks that the latest possible time of a cell, the bounds of a deletion in a
// column, and the descriptions of a table depend on its granularity.
func TestGranularity(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	admin := adminpb.NewBigtableTableAdminClient(h.Conn)
	for _, c := range []struct {
		id              string
		is              adminpb.Table_TimestampGranularity
		last, none      int64 // the latest possible time of a cell, and an impossible one
		from, to        int64 // bounds of a deletion
		deletes         bool
		before, betwixt int64 // times of cells before the bounds and between them
	}{
		{"coarse", adminpb.Table_MILLIS, math.MaxInt64 - math.MaxInt64%1000, math.MaxInt64, 1000, 3000, true, 0, 2000},
		{"between", adminpb.Table_MILLIS, math.MaxInt64 - math.MaxInt64%1000, math.MaxInt64, 1001, 3000, false, 1000, 2000},
		{"fine", adminpb.Table_MICROS, math.MaxInt64, math.MinInt64, 2001, 2002, true, 2000, 2001},
	} {
		made, err := admin.CreateTable(ctx, &adminpb.CreateTableRequest{Parent: instanceName, TableId: c.id, Table: &adminpb.Table{
			Granularity: c.is, ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {}},
		}})
		must(t, err)
		mutate := func(m *pb.Mutation) error {
			_, err := h.raw.MutateRow(ctx, &pb.MutateRowRequest{TableName: made.Name, RowKey: []byte("k"), Mutations: []*pb.Mutation{m}})
			return err
		}
		for _, at := range []int64{c.last, c.before, c.betwixt} {
			must(t, mutate(setMutation("f", at, 0)))
		}
		says(t, c.id, mutate(setMutation("f", c.none, 0)), codes.InvalidArgument, fmt.Sprint(c.none))
		err = mutate(&pb.Mutation{Mutation: &pb.Mutation_DeleteFromColumn_{DeleteFromColumn: &pb.Mutation_DeleteFromColumn{
			FamilyName: "f", ColumnQualifier: []byte("q"), TimeRange: &pb.TimestampRange{StartTimestampMicros: c.from, EndTimestampMicros: c.to},
		}}})
		left := []bigtable.Timestamp{bigtable.Timestamp(c.last), bigtable.Timestamp(c.before)}
		if c.deletes {
			must(t, err)
		} else {
			says(t, c.id, err, codes.InvalidArgument, fmt.Sprint(c.from))
			left = slices.Insert(left, 1, bigtable.Timestamp(c.betwixt))
		}
		row, err := h.Client.Open(c.id).ReadRow(ctx, "k")
		must(t, err)
		if !slices.EqualFunc(row["f"], left, func(c bigtable.ReadItem, at bigtable.Timestamp) bool { return c.Timestamp == at }) {
			t.Errorf("%s has %v, want cells at %v", c.id, row, left)
		}
		got, err := admin.GetTable(ctx, &adminpb.GetTableRequest{Name: made.Name})
		if err != nil || got.Granularity != c.is {
			t.Error(c.id, got, err)
		}
		got, err = admin.ModifyColumnFamilies(ctx, &adminpb.ModifyColumnFamiliesRequest{Name: made.Name, Modifications: []*adminpb.ModifyColumnFamiliesRequest_Modification{
			{Id: "g", Mod: &adminpb.ModifyColumnFamiliesRequest_Modification_Create{Create: &adminpb.ColumnFamily{}}},
		}})
		if err != nil || got.Granularity != c.is || len(got.ColumnFamilies) != 2 {
			t.Error(c.id, got, err)
		}
	}
}

// TestOlderGranularity checks that a table in an older journal has milliseconds, even if its
// request asked for another granularity.
func TestOlderGranularity(t *testing.T) {
	dir := t.TempDir()
	s, err := New(Options{Folder: dir})
	must(t, err)
	req := &adminpb.CreateTableRequest{Parent: instanceName, TableId: "t", Table: &adminpb.Table{Granularity: adminpb.Table_MICROS, RowKeySchema: &adminpb.Type_Struct{}}}
	record, err := s.prepare(kindCreateTable, req)
	must(t, err)
	must(t, s.wait(s.note(record, 0)))
	must(t, s.Close())
	h := start(t, Options{Folder: dir})
	if tab := h.own(t, t.Context(), "other"); tab == nil || h.server.tables[instanceName+"/tables/t"].tab.Granularity() != 1000 {
		t.Error("it is of microseconds")
	}
}

// TestTimeFilter checks that bounds of a time filter may be fractions of a millisecond.
func TestTimeFilter(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	own := h.own(t, ctx, "t")
	must(t, h.Admin.CreateColumnFamily(ctx, "t", "f"))
	m := bigtable.NewMutation()
	for _, at := range []bigtable.Timestamp{1000, 2000, 3000} {
		m.Set("f", "q", at, nil)
	}
	must(t, h.Client.Open("t").Apply(ctx, "k", m))
	filter := func(from, to int64) *pb.RowFilter {
		return &pb.RowFilter{Filter: &pb.RowFilter_TimestampRangeFilter{TimestampRangeFilter: &pb.TimestampRange{StartTimestampMicros: from, EndTimestampMicros: to}}}
	}
	stream, err := h.raw.ReadRows(ctx, &pb.ReadRowsRequest{TableName: own.name, Filter: filter(1000, 2001)})
	must(t, err)
	res, err := stream.Recv()
	if err != nil || len(res.Chunks) != 2 || res.Chunks[0].TimestampMicros != 2000 || res.Chunks[1].TimestampMicros != 1000 {
		t.Error(res, err)
	}
	stream, err = h.raw.ReadRows(ctx, &pb.ReadRowsRequest{TableName: own.name, Filter: filter(-1, 0)})
	must(t, err)
	_, err = stream.Recv()
	says(t, "before 1970", err, codes.InvalidArgument, "timestamp_range_filter time cannot have the bound -1")
}

// TestUpdateTable checks that each field in a mask is updated, or refused as wrong or unknown.
func TestUpdateTable(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	must(t, h.Admin.CreateTable(ctx, "t"))
	admin := adminpb.NewBigtableTableAdminClient(h.Conn)
	to := func(protect bool, paths ...string) error {
		_, err := admin.UpdateTable(ctx, &adminpb.UpdateTableRequest{
			Table: &adminpb.Table{Name: instanceName + "/tables/t", DeletionProtection: protect}, UpdateMask: &fieldmaskpb.FieldMask{Paths: paths},
		})
		return err
	}
	says(t, "no mask", to(true), codes.InvalidArgument, "update_mask")
	says(t, "no field", to(true, "nonsense"), codes.InvalidArgument, "nonsense")
	says(t, "a field that is not here", to(true, "deletion_protection", "change_stream_config"), codes.Unimplemented, "not change_stream_config")
	says(t, "a part of one", to(true, "change_stream_config.retention_period"), codes.Unimplemented, "not change_stream_config.retention_period")
	fields := (&adminpb.Table{}).ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		if f := string(fields.Get(i).Name()); f != "deletion_protection" {
			says(t, f, to(true, "deletion_protection", f), codes.Unimplemented, "only deletion_protection can be updated here, not "+f)
		}
	}
	must(t, to(true, "deletion_protection", "deletion_protection"))
	says(t, "protected", h.Admin.DeleteTable(ctx, "t"), codes.FailedPrecondition, "protected")
	must(t, to(false, "deletion_protection"))
	must(t, h.Admin.DeleteTable(ctx, "t"))
}

// TestPages checks that tables are returned in pages, and that only a page's token is accepted for
// the next page.
func TestPages(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	for _, id := range []string{"a", "b", "c"} {
		must(t, h.Admin.CreateTable(ctx, id))
	}
	admin := adminpb.NewBigtableTableAdminClient(h.Conn)
	var got []string
	for token := ""; ; {
		res, err := admin.ListTables(ctx, &adminpb.ListTablesRequest{Parent: instanceName, PageSize: 2, PageToken: token})
		must(t, err)
		for _, table := range res.Tables {
			got = append(got, idOf(table.Name))
		}
		if token = res.NextPageToken; token == "" {
			break
		}
	}
	if !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Error(got)
	}
	_, err := admin.ListTables(ctx, &adminpb.ListTablesRequest{Parent: instanceName, PageSize: -1})
	says(t, "a size", err, codes.InvalidArgument, "page_size is -1")
	for _, token := range []string{"garbage", instanceName + "/tables/a"} {
		_, err = admin.ListTables(ctx, &adminpb.ListTablesRequest{Parent: instanceName, PageToken: token})
		says(t, "a token", err, codes.InvalidArgument, "which no page gave")
	}
}

// TestForPrograms checks that errors for programs name calls and fields, and no commands of cbt.
func TestForPrograms(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	sum := bigtable.AggregateType{Input: bigtable.Int64Type{}, Aggregator: bigtable.SumAggregator{}}
	must(t, h.Admin.CreateTableFromConf(ctx, &bigtable.TableConf{TableID: "t", ColumnFamilies: map[string]bigtable.Family{"f": {}, "sum": {ValueType: sum}}}))
	tbl, into := h.Client.Open("t"), func(family string) *bigtable.Mutation {
		m := bigtable.NewMutation()
		m.Set(family, "q", 1000, nil)
		return m
	}
	stream, err := h.raw.ReadRows(ctx, &pb.ReadRowsRequest{TableName: instanceName + "/tables/t", Rows: &pb.RowSet{RowRanges: []*pb.RowRange{{
		StartKey: &pb.RowRange_StartKeyClosed{StartKeyClosed: []byte("c")}, EndKey: &pb.RowRange_EndKeyOpen{EndKeyOpen: []byte("a")},
	}}}})
	must(t, err)
	_, reversed := stream.Recv()
	_, restore := adminpb.NewBigtableTableAdminClient(h.Conn).RestoreTable(ctx, &adminpb.RestoreTableRequest{Parent: instanceName, TableId: "x"})
	for _, c := range []struct {
		err  error
		code codes.Code
		text string
	}{
		{h.Client.Open("none").Apply(ctx, "k", into("f")), codes.NotFound, `There is no table "none".`},
		{h.Admin.CreateTable(ctx, "t"), codes.AlreadyExists, "delete that one first."},
		{tbl.Apply(ctx, "k", into("zz")), codes.NotFound, `Table t has no family "zz". Declared: f, sum.`},
		{tbl.Apply(ctx, "k", into("sum")), codes.InvalidArgument, "AddToCell or MergeToCell"},
		{reversed, codes.InvalidArgument, "reversed set"},
		{h.Admin.SetGCPolicy(ctx, "t", "f", bigtable.MaxVersionsPolicy(0)), codes.InvalidArgument, "Set max_num_versions to 1 or more"},
		{h.Admin.UpdateFamily(ctx, "t", "sum", bigtable.Family{ValueType: bigtable.StringType{Encoding: bigtable.StringUtf8BytesEncoding{}}}), codes.InvalidArgument, "Immutable fields 'value_type.aggregate_type.*' cannot be updated"},
		{restore, codes.Unimplemented, "RestoreTable: there are no backups here: start the server with -data"},
	} {
		says(t, c.text, c.err, c.code, c.text)
		for _, word := range []string{" ls ", "createfamily", "deletetable", "addtocell", "maxversions=", "reversed=true"} {
			if strings.Contains(status.Convert(c.err).Message(), word) {
				t.Errorf("%v speaks of %s", c.err, word)
			}
		}
	}
}
