package serve

import (
	"fmt"
	"slices"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// collectRows is how many rows are collected at once. In between, requests get access to the table.
const collectRows = 4096

// collect collects the garbage of all tables at intervals, until the server is closed.
func (s *Server) collect() {
	tick := time.NewTicker(s.o.CollectInterval)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
		}
		for _, t := range s.all() {
			if err := s.collectTable(t); err != nil {
				fmt.Fprintf(s.o.Log, "collecting garbage of %s: %v\n", t.name, err)
			}
		}
	}
}

// collectTable collects the garbage of a table, if a view of the table shows that there is some.
func (s *Server) collectTable(t *served) error {
	view, err := t.look()
	if err != nil {
		return nil // the table has been deleted
	}
	tab := view.Table()
	ruled := slices.ContainsFunc(tab.Families(), func(f table.FamilyInfo) bool { return f.GC != nil })
	if !ruled {
		return nil
	}
	if r := tab.FindGarbage(s.o.Now()); r.Total().Cells == 0 {
		return nil
	}
	for from := base.RowKey(""); ; {
		req := &pb.ReadRowsRequest{TableName: t.name, RowsLimit: collectRows, Rows: &pb.RowSet{RowRanges: []*pb.RowRange{
			{StartKey: &pb.RowRange_StartKeyClosed{StartKeyClosed: []byte(from)}},
		}}}
		err := s.change(t.name, kindCollect, req, func(t *served, now base.Micros) error {
			from = t.collectSome(req, now)
			return nil
		})
		if err != nil || from == "" {
			return err
		}
	}
}

// collectSome collects the garbage of the rows that a record says: RowsLimit rows from a start key
// on. It returns the key to continue with, or "" at the end.
func (t *served) collectSome(req *pb.ReadRowsRequest, now base.Micros) base.RowKey {
	rep := table.GarbageReport{Resume: base.RowKey(req.GetRows().GetRowRanges()[0].GetStartKeyClosed())}
	t.tab.CompactSlice(now, int(req.GetRowsLimit()), &rep)
	return rep.Resume
}
