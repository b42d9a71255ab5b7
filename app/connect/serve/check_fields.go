package serve

import (
	"fmt"
	"strings"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// taken lists the fields of each message that the server uses. A message or field with a star is
// taken as a whole: it is stored and returned, or a mask says which of its fields count. A request
// that sets any other field is refused, so that nothing is dropped silently.
const taken = `
google.bigtable.v2
ReadRowsRequest table_name authorized_view_name materialized_view_name app_profile_id rows filter rows_limit request_stats_view reversed
SampleRowKeysRequest table_name authorized_view_name materialized_view_name app_profile_id row_range
MutateRowRequest table_name authorized_view_name app_profile_id row_key mutations
MutateRowsRequest table_name authorized_view_name app_profile_id entries
MutateRowsRequest.Entry row_key mutations
CheckAndMutateRowRequest table_name authorized_view_name app_profile_id row_key predicate_filter true_mutations false_mutations
ReadModifyWriteRowRequest table_name authorized_view_name app_profile_id row_key rules
ReadModifyWriteRule family_name column_qualifier append_value increment_amount
PingAndWarmRequest name app_profile_id
Mutation set_cell add_to_cell merge_to_cell delete_from_column delete_from_family delete_from_row timestamp_origin
Mutation.SetCell family_name column_qualifier timestamp_micros value
Mutation.AddToCell family_name column_qualifier timestamp input
Mutation.MergeToCell family_name column_qualifier timestamp input
Mutation.DeleteFromColumn family_name column_qualifier time_range
Mutation.DeleteFromFamily family_name
Mutation.DeleteFromRow
Value raw_value raw_timestamp_micros bytes_value string_value int_value bool_value* float_value* timestamp_value* date_value* array_value*
TimestampRange start_timestamp_micros end_timestamp_micros
RowSet row_keys row_ranges
RowRange start_key_closed start_key_open end_key_open end_key_closed
RowFilter chain interleave condition sink pass_all_filter block_all_filter row_key_regex_filter row_sample_filter family_name_regex_filter column_qualifier_regex_filter column_range_filter timestamp_range_filter value_regex_filter value_range_filter cells_per_row_offset_filter cells_per_row_limit_filter cells_per_column_limit_filter strip_value_transformer apply_label_transformer value_bitmask_filter
RowFilter.Chain filters
RowFilter.Interleave filters
RowFilter.Condition predicate_filter true_filter false_filter
ColumnRange family_name start_qualifier_closed start_qualifier_open end_qualifier_closed end_qualifier_open
ValueRange start_value_closed start_value_open end_value_closed end_value_open
ValueBitmask mask

google.bigtable.admin.v2
CreateTableRequest parent table_id table initial_splits
CreateTableRequest.Split key
Table name column_families granularity deletion_protection
ColumnFamily gc_rule value_type*
GcRule max_num_versions max_age* intersection union
GcRule.Intersection rules
GcRule.Union rules
ListTablesRequest parent view page_size page_token
GetTableRequest name view
UpdateTableRequest table* update_mask* ignore_warnings
DeleteTableRequest name
ModifyColumnFamiliesRequest name modifications ignore_warnings
ModifyColumnFamiliesRequest.Modification id create update drop update_mask*
DropRowRangeRequest name row_key_prefix delete_all_data_from_table
GenerateConsistencyTokenRequest name
CheckConsistencyRequest name consistency_token standard_read_remote_writes* data_boost_read_local_writes*
CreateInstanceRequest parent instance_id instance clusters
Instance name display_name state type edition labels create_time* satisfies_pzs satisfies_pzi tags
GetInstanceRequest name
ListInstancesRequest parent
PartialUpdateInstanceRequest instance* update_mask*
DeleteInstanceRequest name
CreateClusterRequest parent cluster_id cluster
Cluster name location state serve_nodes node_scaling_factor cluster_config* default_storage_type encryption_config
Cluster.EncryptionConfig
GetClusterRequest name
ListClustersRequest parent
PartialUpdateClusterRequest cluster* update_mask*
DeleteClusterRequest name
CreateAppProfileRequest parent app_profile_id app_profile* ignore_warnings
GetAppProfileRequest name
ListAppProfilesRequest parent page_size page_token
UpdateAppProfileRequest app_profile* update_mask* ignore_warnings
DeleteAppProfileRequest name ignore_warnings

google.iam.v1
GetIamPolicyRequest resource options*
SetIamPolicyRequest resource policy* update_mask*
TestIamPermissionsRequest resource permissions
`

// takenOf is taken as a map, by the full name of the message and the name of the field. The value
// is true for a field with a star.
var takenOf = func() map[protoreflect.FullName]map[protoreflect.Name]bool {
	out, in := map[protoreflect.FullName]map[protoreflect.Name]bool{}, ""
	for line := range strings.Lines(taken) {
		word := strings.Fields(line)
		if len(word) > 0 && strings.HasPrefix(word[0], "google.") {
			in = word[0] + "."
			continue
		}
		if len(word) == 0 {
			continue
		}
		fields := map[protoreflect.Name]bool{}
		for _, f := range word[1:] {
			name, whole := strings.CutSuffix(f, "*")
			fields[protoreflect.Name(name)] = whole
		}
		out[protoreflect.FullName(in+word[0])] = fields
	}
	return out
}()

// checkFields refuses a request that sets a field that the server does not use, or an enumeration
// to an unknown value. It accepts the requests of methods that the server does not have.
func checkFields(req any) error {
	m, is := req.(proto.Message)
	if !is {
		return nil
	}
	ref := m.ProtoReflect()
	if takenOf[ref.Descriptor().FullName()] == nil {
		return nil
	}
	return checkMessage(ref, string(ref.Descriptor().Name()))
}

// checkMessage checks a message within a request. path is for the error.
func checkMessage(m protoreflect.Message, path string) (err error) {
	d := m.Descriptor()
	if u := m.GetUnknown(); len(u) > 0 {
		return status.Errorf(codes.Unimplemented, "%s has a field that is not known here: leave it out", path)
	}
	fields := takenOf[d.FullName()]
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		whole, is := fields[f.Name()]
		switch {
		case !is:
			err = status.Errorf(codes.Unimplemented, "%s.%s is not here: leave it out", path, f.Name())
		case whole:
		case f.Enum() != nil:
			if f.Enum().Values().ByNumber(v.Enum()) == nil {
				err = invalid("%s.%s is %d, which is none of its values", path, f.Name(), v.Enum())
			}
		case f.Message() != nil:
			err = checkField(f, v, path)
		}
		return err == nil
	})
	return err
}

// checkField checks a field that holds messages: a map, a list or a single message.
func checkField(f protoreflect.FieldDescriptor, v protoreflect.Value, path string) (err error) {
	switch {
	case f.IsMap():
		if f.MapValue().Message() == nil {
			return nil
		}
		v.Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
			err = checkMessage(v.Message(), fmt.Sprintf("%s.%s[%s]", path, f.Name(), k))
			return err == nil
		})
		return err
	case f.IsList():
		for i := range v.List().Len() {
			if setsCell(v.List().Get(i).Message()) {
				continue
			}
			// The path is only made for an error, since a request may have many items.
			if err := checkMessage(v.List().Get(i).Message(), "…"); err != nil {
				return checkMessage(v.List().Get(i).Message(), fmt.Sprintf("%s.%s[%d]", path, f.Name(), i))
			}
		}
		return nil
	}
	if err := checkMessage(v.Message(), "…"); err != nil {
		return checkMessage(v.Message(), path+"."+string(f.Name()))
	}
	return nil
}

// checked is a stream whose requests are checked when they arrive.
type checked struct{ grpc.ServerStream }

// RecvMsg implements [grpc.ServerStream].
func (c checked) RecvMsg(m any) error {
	if err := c.ServerStream.RecvMsg(m); err != nil {
		return err
	}
	return checkFields(m)
}

// setsCell reports whether a message is a mutation that sets a cell with nothing but the usual
// fields. Most of what a server receives is of this kind, and checking its fields one by one takes
// half as long as writing it.
func setsCell(m protoreflect.Message) bool {
	mutation, is := m.Interface().(*pb.Mutation)
	if !is || len(m.GetUnknown()) > 0 {
		return false
	}
	set := mutation.GetSetCell()
	return set != nil && mutation.TimestampOrigin == pb.Mutation_TIMESTAMP_ORIGIN_UNSPECIFIED && len(set.ProtoReflect().GetUnknown()) == 0
}
