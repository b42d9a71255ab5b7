package serve

import (
	"context"
	"encoding/base64"
	"maps"
	"slices"
	"strings"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// errProtected refuses to delete a protected table or one of its families.
var errProtected = status.Error(codes.FailedPrecondition, "the table is protected from deletion: take the protection away first")

// CreateTable implements [adminpb.BigtableTableAdminServer].
func (s *Server) CreateTable(_ context.Context, req *adminpb.CreateTableRequest) (*adminpb.Table, error) {
	if err := s.checkTable(req); err != nil {
		return nil, err
	}
	record, err := s.prepare(kindCreateFine, req)
	if err != nil {
		return nil, err
	}
	s.gate.RLock()
	t, err := s.create(req)
	var number uint64
	if err == nil {
		number = s.note(record, s.o.Now())
		t.mu.Unlock()
	}
	s.gate.RUnlock()
	if err != nil {
		return nil, err
	}
	if err := s.wait(number); err != nil {
		return nil, err
	}
	return s.describe(t, adminpb.Table_SCHEMA_VIEW), nil
}

// checkTable refuses a table for its instance or its name. What the table holds is checked by
// create.
func (s *Server) checkTable(req *adminpb.CreateTableRequest) error {
	if err := checkInstance(req.Parent); err != nil {
		return err
	}
	if name := req.GetTable().GetName(); name != "" {
		return invalid("table.name is %q, but a new table has the name that parent and table_id make: leave it empty", name)
	}
	return s.instances.checkThere(req.Parent)
}

// create makes a table and returns it with its mutex locked. Requests that find it wait, until the
// caller has put its record into the journal and unlocks it.
func (s *Server) create(req *adminpb.CreateTableRequest) (*served, error) {
	tab, err := table.New(req.TableId)
	if err != nil {
		return nil, err
	}
	if req.GetTable().GetGranularity() == adminpb.Table_MICROS {
		tab.SetGranularity(1)
	}
	list, types, err := familiesOf(req.GetTable().GetColumnFamilies())
	if err != nil {
		return nil, err
	}
	if err := tab.CreateFamilies(list...); err != nil {
		return nil, err
	}
	var splits []base.RowKey
	for _, k := range req.InitialSplits {
		splits = append(splits, base.RowKey(k.GetKey()))
	}
	tab.SetSplitKeys(splits)
	t := &served{name: req.Parent + "/tables/" + req.TableId, tab: tab, types: types, protected: req.GetTable().GetDeletionProtection()}
	return t, s.add(t)
}

// add adds a table and locks its mutex, unless it returns an error.
func (s *Server) add(t *served) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables[t.name] != nil {
		return base.Refuse(base.CodeTableExists, t.tab.Name())
	}
	instance, _, _ := cutTable(t.name)
	n := 0
	for name := range s.tables {
		if strings.HasPrefix(name, instance+"/tables/") {
			n++
		}
	}
	if n >= base.MaxTables {
		return base.Refuse(base.CodeTooManyTables, "1000")
	}
	t.mu.Lock()
	s.tables[t.name] = t
	return nil
}

// DeleteTable implements [adminpb.BigtableTableAdminServer].
func (s *Server) DeleteTable(_ context.Context, req *adminpb.DeleteTableRequest) (*emptypb.Empty, error) {
	err := s.change(req.Name, kindDeleteTable, req, func(t *served, _ base.Micros) error {
		return s.remove(t)
	})
	if err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, nil
}

// remove removes a table, unless it is protected. The table's mutex must be held.
func (s *Server) remove(t *served) error {
	if t.protected {
		return errProtected
	}
	t.gone = true
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tables, t.name)
	return nil
}

// ListTables implements [adminpb.BigtableTableAdminServer].
func (s *Server) ListTables(_ context.Context, req *adminpb.ListTablesRequest) (*adminpb.ListTablesResponse, error) {
	if err := checkInstance(req.Parent); err != nil {
		return nil, err
	}
	if err := s.instances.checkThere(req.Parent); err != nil {
		return nil, err
	}
	after, err := pageOf(req.PageToken, req.PageSize)
	if err != nil {
		return nil, err
	}
	view := req.View
	if view == adminpb.Table_VIEW_UNSPECIFIED {
		view = adminpb.Table_NAME_ONLY
	}
	res := &adminpb.ListTablesResponse{}
	for _, t := range s.all() {
		if in, _, _ := cutTable(t.name); in != req.Parent || t.name <= after {
			continue
		}
		if req.PageSize > 0 && len(res.Tables) == int(req.PageSize) {
			res.NextPageToken = pageToken(res.Tables[len(res.Tables)-1].Name)
			break
		}
		res.Tables = append(res.Tables, s.describe(t, view))
	}
	return res, nil
}

// pagePrefix begins the tokens of pages, so that other text is recognized.
const pagePrefix = "after:"

// pageToken returns the token of the page after a name.
func pageToken(name string) string {
	return base64.URLEncoding.EncodeToString([]byte(pagePrefix + name))
}

// pageOf returns the name after which a page begins, "" for the first page.
func pageOf(token string, size int32) (after string, err error) {
	if size < 0 {
		return "", invalid("page_size is %d: give a positive one, or none", size)
	}
	if token == "" {
		return "", nil
	}
	text, err := base64.URLEncoding.DecodeString(token)
	after, is := strings.CutPrefix(string(text), pagePrefix)
	if err != nil || !is {
		return "", invalid("page_token is %q, which no page gave: give next_page_token of the page before, or none", token)
	}
	return after, nil
}

// all returns all tables, sorted by name.
func (s *Server) all() (out []*served) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, name := range slices.Sorted(maps.Keys(s.tables)) {
		out = append(out, s.tables[name])
	}
	return out
}

// GetTable implements [adminpb.BigtableTableAdminServer].
func (s *Server) GetTable(_ context.Context, req *adminpb.GetTableRequest) (*adminpb.Table, error) {
	t, err := s.find(req.Name)
	if err != nil {
		return nil, err
	}
	return s.describe(t, req.View), nil
}

// describe returns the fields of a table that a view asks for, with the states of the clusters.
func (s *Server) describe(t *served, view adminpb.Table_View) *adminpb.Table {
	out := t.describe(view)
	replication, encryption := view == adminpb.Table_REPLICATION_VIEW, view == adminpb.Table_ENCRYPTION_VIEW
	if view == adminpb.Table_FULL {
		replication, encryption = true, true
	}
	if !replication && !encryption {
		return out
	}
	out.ClusterStates = map[string]*adminpb.Table_ClusterState{}
	instance, _, _ := cutTable(t.name)
	for _, id := range s.instances.clustersOf(instance) {
		state := &adminpb.Table_ClusterState{}
		if replication {
			state.ReplicationState = adminpb.Table_ClusterState_READY
		}
		if encryption { // no cluster has a key of its own
			state.EncryptionInfo = []*adminpb.EncryptionInfo{{EncryptionType: adminpb.EncryptionInfo_GOOGLE_DEFAULT_ENCRYPTION}}
		}
		out.ClusterStates[id] = state
	}
	return out
}

// describe returns the fields of a table that a view asks for, without the clusters.
func (t *served) describe(view adminpb.Table_View) *adminpb.Table {
	out := &adminpb.Table{Name: t.name}
	if view == adminpb.Table_NAME_ONLY {
		return out
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	out.Granularity, out.DeletionProtection = adminpb.Table_MILLIS, t.protected
	if t.tab.Granularity() == 1 {
		out.Granularity = adminpb.Table_MICROS
	}
	if view != adminpb.Table_REPLICATION_VIEW && view != adminpb.Table_ENCRYPTION_VIEW {
		out.ColumnFamilies = families(t.tab, t.types)
	}
	return out
}

// ModifyColumnFamilies implements [adminpb.BigtableTableAdminServer]. It applies all modifications
// or none.
func (s *Server) ModifyColumnFamilies(_ context.Context, req *adminpb.ModifyColumnFamiliesRequest) (*adminpb.Table, error) {
	var t *served
	err := s.change(req.Name, kindModifyFamilies, req, func(to *served, _ base.Micros) error {
		t = to
		return t.modifyFamilies(req)
	})
	if err != nil {
		return nil, err
	}
	return s.describe(t, adminpb.Table_SCHEMA_VIEW), nil
}

// DropRowRange implements [adminpb.BigtableTableAdminServer].
func (s *Server) DropRowRange(_ context.Context, req *adminpb.DropRowRangeRequest) (*emptypb.Empty, error) {
	err := s.change(req.Name, kindDropRows, req, func(t *served, _ base.Micros) error { return t.dropRows(req) })
	if err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, nil
}

// dropRows removes the rows with a prefix, or all rows.
func (t *served) dropRows(req *adminpb.DropRowRangeRequest) error {
	switch prefix := req.GetRowKeyPrefix(); {
	case req.GetDeleteAllDataFromTable():
		t.tab.DropRows(base.AllKeys)
	case len(prefix) > 0:
		t.tab.DropRows(base.PrefixRange(string(prefix)))
	default:
		return invalid("no rows are named: give row_key_prefix, or set delete_all_data_from_table")
	}
	return nil
}

// UpdateTable implements [adminpb.BigtableTableAdminServer]. It can only change whether a table is
// protected from deletion.
func (s *Server) UpdateTable(_ context.Context, req *adminpb.UpdateTableRequest) (*longrunningpb.Operation, error) {
	if err := checkUpdate(req); err != nil {
		return nil, err
	}
	var t *served
	err := s.change(req.GetTable().GetName(), kindUpdateTable, req, func(to *served, _ base.Micros) error {
		t = to
		t.protected = req.GetTable().GetDeletionProtection()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return done(t.describe(adminpb.Table_SCHEMA_VIEW))
}

// checkUpdate refuses an update of any other field than deletion_protection.
func checkUpdate(req *adminpb.UpdateTableRequest) error {
	if !req.GetUpdateMask().IsValid(&adminpb.Table{}) || len(req.GetUpdateMask().GetPaths()) == 0 {
		return invalid("update_mask is %q: name fields of a table, such as deletion_protection", strings.Join(req.GetUpdateMask().GetPaths(), ","))
	}
	for _, p := range req.UpdateMask.Paths {
		if p != "deletion_protection" {
			return status.Errorf(codes.Unimplemented, "of a table only deletion_protection can be updated here, not %s", p)
		}
	}
	return nil
}

// done returns a finished operation with a result.
func done(result proto.Message) (*longrunningpb.Operation, error) {
	res, err := anypb.New(result)
	if err != nil {
		return nil, err
	}
	return &longrunningpb.Operation{Name: "operations/done", Done: true, Result: &longrunningpb.Operation_Response{Response: res}}, nil
}

// token begins the consistency token of a table. Every write is visible at once, so a token is
// always consistent.
const token = "consistent:"

// GenerateConsistencyToken implements [adminpb.BigtableTableAdminServer].
func (s *Server) GenerateConsistencyToken(_ context.Context, req *adminpb.GenerateConsistencyTokenRequest) (*adminpb.GenerateConsistencyTokenResponse, error) {
	if _, err := s.find(req.Name); err != nil {
		return nil, err
	}
	return &adminpb.GenerateConsistencyTokenResponse{ConsistencyToken: token + req.Name}, nil
}

// CheckConsistency implements [adminpb.BigtableTableAdminServer].
func (s *Server) CheckConsistency(_ context.Context, req *adminpb.CheckConsistencyRequest) (*adminpb.CheckConsistencyResponse, error) {
	if _, err := s.find(req.Name); err != nil {
		return nil, err
	}
	if req.ConsistencyToken != token+req.Name {
		return nil, invalid("%q is no token of this table: ask for one with GenerateConsistencyToken", req.ConsistencyToken)
	}
	return &adminpb.CheckConsistencyResponse{Consistent: true}, nil
}
