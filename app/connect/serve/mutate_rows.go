package serve

import (
	"context"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	statuspb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// MutateRow implements [pb.BigtableServer].
func (s *Server) MutateRow(_ context.Context, req *pb.MutateRowRequest) (*pb.MutateRowResponse, error) {
	if err := onlyTables(req.AuthorizedViewName); err != nil {
		return nil, err
	}
	err := s.change(req.TableName, kindMutateRow, req, func(t *served, now base.Micros) error { return t.mutateRow(req, now) })
	if err != nil {
		return nil, err
	}
	return &pb.MutateRowResponse{}, nil
}

// mutateRow carries out a request of MutateRow.
func (t *served) mutateRow(req *pb.MutateRowRequest, now base.Micros) error {
	return t.mutate(req.RowKey, req.Mutations, now, nil)
}

// mutate applies mutations to a row at a time. room is memory for cells that callers may reuse, or
// nil.
func (t *served) mutate(key []byte, muts []*pb.Mutation, now base.Micros, room *[]base.Cell) error {
	var own []base.Cell
	if room == nil {
		room = &own
	}
	cells, plain := cellsOf(t.tab, muts, (*room)[:0])
	*room = cells
	if plain {
		return t.tab.SetCells(base.RowKey(key), now, cells)
	}
	list, err := mutationsOf(t.tab, muts)
	if err != nil {
		return err
	}
	return t.tab.Mutate(base.RowKey(key), now, list)
}

// entriesAtOnce is how many rows of one request are written before other requests get access to the
// table.
const entriesAtOnce = 1000

// maxEntryMutations is how many mutations a request of MutateRows may have.
const maxEntryMutations = base.MaxMutations

// MutateRows implements [pb.BigtableServer]. It writes the rows in groups, and answers once all of
// them are stored.
func (s *Server) MutateRows(req *pb.MutateRowsRequest, stream pb.Bigtable_MutateRowsServer) error {
	if err := onlyTables(req.AuthorizedViewName); err != nil {
		return err
	}
	n := 0
	for _, e := range req.Entries {
		n += len(e.Mutations)
	}
	if n > maxEntryMutations || len(req.Entries) == 0 {
		return invalid("the request has %d rows and %d mutations: give at least one row, and at most %d mutations", len(req.Entries), n, maxEntryMutations)
	}
	res := &pb.MutateRowsResponse{Entries: make([]*pb.MutateRowsResponse_Entry, 0, len(req.Entries))}
	var last uint64
	for from := 0; from < len(req.Entries); from += entriesAtOnce {
		lot := &pb.MutateRowsRequest{TableName: req.TableName, Entries: req.Entries[from:min(from+entriesAtOnce, len(req.Entries))]}
		var errs []error
		number, err := s.begin(req.TableName, kindMutateRows, lot, func(t *served, now base.Micros) error {
			errs = t.mutateRows(lot, now)
			return nil
		})
		if err != nil {
			return err
		}
		last = number
		for i, err := range errs {
			res.Entries = append(res.Entries, &pb.MutateRowsResponse_Entry{Index: int64(from + i), Status: entryStatus(err)})
		}
	}
	if err := s.wait(last); err != nil {
		return err
	}
	return stream.Send(res)
}

// fine is the status of a row that was written.
var fine = &statuspb.Status{}

// entryStatus returns the status of a row.
func entryStatus(err error) *statuspb.Status {
	if err == nil {
		return fine
	}
	return status.Convert(statusOf(err)).Proto()
}

// mutateRows writes rows and returns an error for each, nil if it was written.
func (t *served) mutateRows(req *pb.MutateRowsRequest, now base.Micros) []error {
	errs := make([]error, len(req.Entries))
	var room []base.Cell
	for i, e := range req.Entries {
		errs[i] = t.mutate(e.RowKey, e.Mutations, now, &room)
	}
	return errs
}

// CheckAndMutateRow implements [pb.BigtableServer].
func (s *Server) CheckAndMutateRow(_ context.Context, req *pb.CheckAndMutateRowRequest) (*pb.CheckAndMutateRowResponse, error) {
	if err := onlyTables(req.AuthorizedViewName); err != nil {
		return nil, err
	}
	res := &pb.CheckAndMutateRowResponse{}
	err := s.change(req.TableName, kindCheckAndMutate, req, func(t *served, now base.Micros) (err error) {
		res.PredicateMatched, err = t.checkAndMutate(req, now)
		return err
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// checkAndMutate carries out a request of CheckAndMutateRow, and reports whether the predicate
// matched.
func (t *served) checkAndMutate(req *pb.CheckAndMutateRowRequest, now base.Micros) (matched bool, err error) {
	predicate, err := programOf(req.PredicateFilter)
	if err != nil {
		return false, err
	}
	then, err := mutationsOf(t.tab, req.TrueMutations)
	if err != nil {
		return false, err
	}
	els, err := mutationsOf(t.tab, req.FalseMutations)
	if err != nil {
		return false, err
	}
	return t.tab.CheckAndMutate(base.RowKey(req.RowKey), now, predicate, then, els)
}

// ReadModifyWriteRow implements [pb.BigtableServer].
func (s *Server) ReadModifyWriteRow(_ context.Context, req *pb.ReadModifyWriteRowRequest) (*pb.ReadModifyWriteRowResponse, error) {
	if err := onlyTables(req.AuthorizedViewName); err != nil {
		return nil, err
	}
	res := &pb.ReadModifyWriteRowResponse{}
	err := s.change(req.TableName, kindReadModifyWrite, req, func(t *served, now base.Micros) error {
		row, err := t.readModifyWrite(req, now)
		if err == nil {
			res.Row = rowOf(row)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// readModifyWrite carries out a request of ReadModifyWriteRow, and returns the cells that it wrote.
func (t *served) readModifyWrite(req *pb.ReadModifyWriteRowRequest, now base.Micros) (table.Row, error) {
	rules, err := rulesOf(req.Rules)
	if err != nil {
		return table.Row{}, err
	}
	return t.tab.ReadModifyWrite(base.RowKey(req.RowKey), now, rules)
}

// notKept returns the status of a change that is not on the disk.
func notKept(err error) error {
	return status.Errorf(codes.Unavailable, "the change could not be kept, %v: make room in the folder of -data, then try again", err)
}
