package serve

import (
	"context"
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

var errProtected = status.Error(codes.FailedPrecondition, "the table is protected from deletion: take the protection away first")

func (s *Server) CreateTable(_ context.Context, req *adminpb.CreateTableRequest) (*adminpb.Table, error) {
	record, err := s.prepare(kindCreateTable, req)
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
	return t.describe(adminpb.Table_SCHEMA_VIEW), nil
}

// create makes a table, and returns it locked: whoever finds it waits until what made it is in the journal.
func (s *Server) create(req *adminpb.CreateTableRequest) (*served, error) {
	if !validInstance(req.Parent) {
		return nil, invalid("%q names no instance: say projects/PROJECT/instances/INSTANCE", req.Parent)
	}
	tab, err := table.New(req.TableId)
	if err != nil {
		return nil, err
	}
	if req.GetTable().GetChangeStreamConfig() != nil || req.GetTable().GetAutomatedBackupConfig() != nil {
		return nil, status.Error(codes.Unimplemented, "there are neither change streams nor backups here: leave them out of the table")
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
	tab.SetSplits(splits)
	t := &served{name: req.Parent + "/tables/" + req.TableId, tab: tab, types: types, protected: req.GetTable().GetDeletionProtection()}
	return t, s.add(t)
}

// add takes a table, and locks it.
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

func (s *Server) DeleteTable(_ context.Context, req *adminpb.DeleteTableRequest) (*emptypb.Empty, error) {
	err := s.change(req.Name, kindDeleteTable, req, func(t *served, _ base.Micros) error {
		return s.remove(t)
	})
	if err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, nil
}

// remove takes a table away, which is locked.
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

func (s *Server) ListTables(_ context.Context, req *adminpb.ListTablesRequest) (*adminpb.ListTablesResponse, error) {
	if !validInstance(req.Parent) {
		return nil, invalid("%q names no instance: say projects/PROJECT/instances/INSTANCE", req.Parent)
	}
	view := req.View
	if view == adminpb.Table_VIEW_UNSPECIFIED {
		view = adminpb.Table_NAME_ONLY
	}
	res := &adminpb.ListTablesResponse{}
	for _, t := range s.all() {
		if in, _, _ := cutTable(t.name); in != req.Parent || t.name <= req.PageToken {
			continue
		}
		if req.PageSize > 0 && len(res.Tables) == int(req.PageSize) {
			res.NextPageToken = res.Tables[len(res.Tables)-1].Name
			break
		}
		res.Tables = append(res.Tables, t.describe(view))
	}
	return res, nil
}

// all returns the tables by name.
func (s *Server) all() (out []*served) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, name := range slices.Sorted(maps.Keys(s.tables)) {
		out = append(out, s.tables[name])
	}
	return out
}

func (s *Server) GetTable(_ context.Context, req *adminpb.GetTableRequest) (*adminpb.Table, error) {
	t, err := s.find(req.Name)
	if err != nil {
		return nil, err
	}
	return t.describe(req.View), nil
}

// describe says of a table what a view of it asks for.
func (t *served) describe(view adminpb.Table_View) *adminpb.Table {
	out := &adminpb.Table{Name: t.name}
	if view == adminpb.Table_NAME_ONLY {
		return out
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	out.Granularity, out.DeletionProtection = adminpb.Table_MILLIS, t.protected
	if view != adminpb.Table_REPLICATION_VIEW && view != adminpb.Table_ENCRYPTION_VIEW {
		out.ColumnFamilies = families(t.tab, t.types)
	}
	if view == adminpb.Table_REPLICATION_VIEW || view == adminpb.Table_FULL {
		out.ClusterStates = map[string]*adminpb.Table_ClusterState{clusterID: {ReplicationState: adminpb.Table_ClusterState_READY}}
	}
	return out
}

func (s *Server) ModifyColumnFamilies(_ context.Context, req *adminpb.ModifyColumnFamiliesRequest) (*adminpb.Table, error) {
	var t *served
	err := s.change(req.Name, kindModifyFamilies, req, func(to *served, _ base.Micros) error {
		t = to
		return t.modifyFamilies(req)
	})
	if err != nil {
		return nil, err
	}
	return t.describe(adminpb.Table_SCHEMA_VIEW), nil
}

func (s *Server) DropRowRange(_ context.Context, req *adminpb.DropRowRangeRequest) (*emptypb.Empty, error) {
	err := s.change(req.Name, kindDropRows, req, func(t *served, _ base.Micros) error { return t.dropRows(req) })
	if err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, nil
}

func (t *served) dropRows(req *adminpb.DropRowRangeRequest) error {
	switch prefix := req.GetRowKeyPrefix(); {
	case req.GetDeleteAllDataFromTable():
		t.tab.DropRows(base.Whole)
	case len(prefix) > 0:
		t.tab.DropRows(base.Prefix(string(prefix)))
	default:
		return invalid("no rows are named: give row_key_prefix, or set delete_all_data_from_table")
	}
	return nil
}

// UpdateTable changes whether a table is protected; it has nothing else to update.
func (s *Server) UpdateTable(_ context.Context, req *adminpb.UpdateTableRequest) (*longrunningpb.Operation, error) {
	if p := req.GetUpdateMask().GetPaths(); len(p) != 1 || p[0] != "deletion_protection" {
		return nil, status.Errorf(codes.Unimplemented, "of a table only deletion_protection can be updated here, not %s", strings.Join(p, ", "))
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

// done is an operation that has come to its end.
func done(result proto.Message) (*longrunningpb.Operation, error) {
	res, err := anypb.New(result)
	if err != nil {
		return nil, err
	}
	return &longrunningpb.Operation{Name: "operations/done", Done: true, Result: &longrunningpb.Operation_Response{Response: res}}, nil
}

// The token of a table. There is one cluster: what is written is there.
const token = "consistent:"

func (s *Server) GenerateConsistencyToken(_ context.Context, req *adminpb.GenerateConsistencyTokenRequest) (*adminpb.GenerateConsistencyTokenResponse, error) {
	if _, err := s.find(req.Name); err != nil {
		return nil, err
	}
	return &adminpb.GenerateConsistencyTokenResponse{ConsistencyToken: token + req.Name}, nil
}

func (s *Server) CheckConsistency(_ context.Context, req *adminpb.CheckConsistencyRequest) (*adminpb.CheckConsistencyResponse, error) {
	if _, err := s.find(req.Name); err != nil {
		return nil, err
	}
	if req.ConsistencyToken != token+req.Name {
		return nil, invalid("%q is no token of this table: ask for one with GenerateConsistencyToken", req.ConsistencyToken)
	}
	return &adminpb.CheckConsistencyResponse{Consistent: true}, nil
}
