package serve

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// readWork is how much of a table a read scans before it checks whether its client is still there,
// and sends what it has.
const readWork = 1 << 16

// ReadRows implements [pb.BigtableServer]. It reads a view of the table.
func (s *Server) ReadRows(req *pb.ReadRowsRequest, stream pb.Bigtable_ReadRowsServer) error {
	start := time.Now()
	if err := onlyTables(req.AuthorizedViewName, req.MaterializedViewName); err != nil {
		return err
	}
	tab, err := s.read(req.TableName)
	if err != nil {
		return err
	}
	q, err := queryOf(req)
	if err != nil {
		return err
	}
	w := &chunks{send: func(e encoded) error { return stream.SendMsg(e) }}
	var st table.ScanStats
	if !q.nothing {
		if err := readAll(stream.Context(), tab, q.ScanQuery, &st, w); err != nil {
			return err
		}
	}
	if req.RequestStatsView == pb.ReadRowsRequest_REQUEST_STATS_FULL {
		if w.out, err = appendStats(w.out, &st, time.Since(start)); err != nil {
			return err
		}
	}
	return w.flush()
}

// readAll sends the rows of a query, in steps of readWork. If a step returns nothing it sends the
// key that it has reached.
func readAll(ctx context.Context, tab *table.Table, q table.ScanQuery, st *table.ScanStats, w *chunks) error {
	limit := q.Limit
	for q.Work = readWork; ; q.Ranges = st.Resume {
		before := st.RowsReturned
		if limit > 0 {
			q.Limit = limit - before
		}
		for r := range tab.Scan(q, st) {
			if err := w.row(r); err != nil {
				return err
			}
		}
		if st.Resume == nil {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.flush(); err != nil {
			return err
		}
		if st.RowsReturned == before {
			if err := w.scanned(st.Last); err != nil {
				return err
			}
		}
	}
}

// appendStats appends the statistics of a read as the response's last field.
func appendStats(dst []byte, st *table.ScanStats, took time.Duration) ([]byte, error) {
	b, err := proto.Marshal(&pb.RequestStats{StatsView: &pb.RequestStats_FullReadStatsView{FullReadStatsView: &pb.FullReadStatsView{
		ReadIterationStats: &pb.ReadIterationStats{
			RowsSeenCount: st.RowsScanned, RowsReturnedCount: st.RowsReturned,
			CellsSeenCount: st.CellsScanned, CellsReturnedCount: st.CellsReturned,
		},
		RequestLatencyStats: &pb.RequestLatencyStats{FrontendServerLatency: durationpb.New(took)},
	}}})
	if err != nil {
		return nil, err
	}
	return append(binary.AppendUvarint(append(dst, fieldStats), uint64(len(b))), b...), nil
}

// asked is a query, or with nothing set a query for no row.
type asked struct {
	table.ScanQuery
	nothing bool
}

// queryOf returns the query of a request. Random filters get a new seed each time.
func queryOf(req *pb.ReadRowsRequest) (q asked, err error) {
	if req.RowsLimit < 0 {
		return q, invalid("the limit is %d rows: give a positive one, or none", req.RowsLimit)
	}
	q.Limit, q.Reversed, q.Seed = req.RowsLimit, req.Reversed, rand.Uint64()
	if q.Filter, err = programOf(req.Filter); err != nil {
		return q, err
	}
	q.Ranges, err = rangesOf(req.Rows)
	return q, err
}

// programOf compiles a filter. A nil filter gives a nil program, which passes everything.
func programOf(f *pb.RowFilter) (*filter.Program, error) {
	if f == nil {
		return nil, nil
	}
	tree, err := filterOf(f)
	if err != nil {
		return nil, err
	}
	return filter.CompileMicros(tree)
}

// rangesOf returns the ranges of a set of rows. An empty list means the whole table.
func rangesOf(set *pb.RowSet) ([]base.Range, error) {
	out := make([]base.Range, 0, len(set.GetRowKeys())+len(set.GetRowRanges()))
	for _, k := range set.GetRowKeys() {
		if err := base.CheckRowKey(base.RowKey(k)); err != nil {
			return nil, err
		}
		out = append(out, base.PointRange(base.RowKey(k)))
	}
	for _, r := range set.GetRowRanges() {
		rg, err := rangeOf(r)
		if err != nil {
			return nil, err
		}
		out = append(out, rg)
	}
	return out, nil
}

// rangeOf returns a range of rows. A missing bound is open-ended.
func rangeOf(r *pb.RowRange) (base.Range, error) {
	var start, end base.Bound
	switch k := r.GetStartKey().(type) {
	case *pb.RowRange_StartKeyClosed:
		start = base.ClosedBound(string(k.StartKeyClosed))
	case *pb.RowRange_StartKeyOpen:
		start = base.OpenBound(string(k.StartKeyOpen))
	}
	switch k := r.GetEndKey().(type) {
	case *pb.RowRange_EndKeyClosed:
		end = base.ClosedBound(string(k.EndKeyClosed))
	case *pb.RowRange_EndKeyOpen:
		end = base.OpenBound(string(k.EndKeyOpen))
	}
	return base.NewRange(start, end)
}

// SampleRowKeys implements [pb.BigtableServer]. The keys are the borders of the table's tablets.
func (s *Server) SampleRowKeys(req *pb.SampleRowKeysRequest, stream pb.Bigtable_SampleRowKeysServer) error {
	if err := onlyTables(req.AuthorizedViewName, req.MaterializedViewName); err != nil {
		return err
	}
	tab, err := s.read(req.TableName)
	if err != nil {
		return err
	}
	within, err := rangeOf(req.RowRange)
	if err != nil {
		return err
	}
	for _, sample := range tab.SampleRowKeys() {
		if sample.Key != "" && !within.Contains(sample.Key) || sample.Key == "" && within.End != "" {
			continue
		}
		if err := stream.Send(&pb.SampleRowKeysResponse{RowKey: []byte(sample.Key), OffsetBytes: sample.Offset}); err != nil {
			return err
		}
	}
	return nil
}

// PingAndWarm implements [pb.BigtableServer]. It only checks the instance's name.
func (s *Server) PingAndWarm(_ context.Context, req *pb.PingAndWarmRequest) (*pb.PingAndWarmResponse, error) {
	if !validInstance(req.Name) {
		return nil, invalid("%q names no instance: say projects/PROJECT/instances/INSTANCE", req.Name)
	}
	return &pb.PingAndWarmResponse{}, nil
}

// onlyTables refuses a request that names a view.
func onlyTables(views ...string) error {
	for _, v := range views {
		if v != "" {
			return status.Errorf(codes.Unimplemented, "there are no views here, so not %s: name the table", v)
		}
	}
	return nil
}
