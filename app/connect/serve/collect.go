package serve

import (
	"fmt"
	"slices"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// collectRows is how many rows are collected before others get their turn at the table.
const collectRows = 4096

// collect collects garbage now and then, until the server is closed.
func (s *Server) collect() {
	tick := time.NewTicker(s.o.Collect)
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

// collectTable collects the garbage of a table, if a view of it shows some.
func (s *Server) collectTable(t *served) error {
	view, err := t.look()
	if err != nil {
		return nil // it has been deleted
	}
	tab := view.Reader()
	ruled := slices.ContainsFunc(tab.Families(), func(f table.FamilyInfo) bool { return f.GC != nil })
	if !ruled {
		return nil
	}
	if r := tab.Garbage(s.o.Now()); r.Total().Cells == 0 {
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

// collectSome collects the garbage of as many rows as a record says, and returns the row to
// go on with, "" for none.
func (t *served) collectSome(req *pb.ReadRowsRequest, now base.Micros) base.RowKey {
	rep := table.CompactReport{Resume: base.RowKey(req.GetRows().GetRowRanges()[0].GetStartKeyClosed())}
	t.tab.CompactSome(now, int(req.GetRowsLimit()), &rep)
	return rep.Resume
}
