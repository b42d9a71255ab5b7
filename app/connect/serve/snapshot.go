package serve

import (
	"encoding/binary"
	"errors"
	"fmt"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"google.golang.org/protobuf/proto"

	"tabletop/app/connect/serve/journal"
	"tabletop/engine/base"
	"tabletop/engine/rowmap"
	"tabletop/engine/table"
)

// open opens the folder and restores the tables from it.
func (s *Server) open() error {
	j, err := journal.Open(s.o.Folder)
	if err != nil {
		return err
	}
	r := restorer{server: s}
	err = j.Replay(r.part, func(record []byte) error {
		if err := r.finish(); err != nil {
			return err
		}
		return s.again(record)
	})
	if err == nil {
		err = r.finish()
	}
	if err != nil {
		return errors.Join(err, j.Close())
	}
	s.journal = j
	return nil
}

// mayCut begins a snapshot in the background if the journal has become long and none is being
// written.
func (s *Server) mayCut() {
	if s.journal.Size() < s.o.SnapshotBytes || !s.cutting.CompareAndSwap(false, true) {
		return
	}
	s.work.Go(func() {
		defer s.cutting.Store(false)
		if err := s.cut(); err != nil {
			fmt.Fprintf(s.o.Log, "writing a snapshot: %v\n", err)
		}
	})
}

// cut writes a snapshot of all tables. Changes stop only while the views are taken.
func (s *Server) cut() error {
	s.gate.Lock()
	// With the gate locked nothing is changed, so the views have exactly the records before the
	// cut.
	number, err := s.journal.Rotate()
	var all []rested
	if err == nil {
		for _, t := range s.all() {
			if v, err := t.look(); err == nil {
				all = append(all, rested{t.describe(adminpb.Table_SCHEMA_VIEW), v})
			}
		}
	}
	s.gate.Unlock()
	if err != nil {
		return err
	}
	return s.journal.WriteSnapshot(number, func(add func([]byte) error) error {
		for _, t := range all {
			if err := t.write(add); err != nil {
				return err
			}
		}
		return nil
	})
}

// rested is the description of a table and a view of its rows, taken at the same moment.
type rested struct {
	is   *adminpb.Table
	view *table.View
}

// The first bytes of the parts of a snapshot.
const (
	partTable = 'T' // the description of a table; the parts with its rows follow
	partRows  = 'R'
)

// write passes the parts of a table to add.
//
//	table   = "T" string(a CreateTableRequest) uvarint(n) family{n} uvarint(n) column{n} uvarint(n) large{n}
//	family  = string(its name, by id)
//	column  = uvarint(id of the family) string(qualifier)
//	large   = string(a row's key)
//	string  = uvarint(bytes) bytes
//
// The parts with rows are "R" and a part of [tabletop/engine/rowmap].
func (r rested) write(add func([]byte) error) error {
	im := r.view.Table().Image()
	instance, id, _ := cutTable(r.is.Name)
	req := &adminpb.CreateTableRequest{Parent: instance, TableId: id, Table: r.is}
	for _, s := range im.Splits {
		req.InitialSplits = append(req.InitialSplits, &adminpb.CreateTableRequest_Split{Key: []byte(s)})
	}
	schema, err := proto.Marshal(req)
	if err != nil {
		return err
	}
	out := appendText([]byte{partTable}, string(schema))
	out = binary.AppendUvarint(out, uint64(len(im.Families)))
	for _, f := range im.Families {
		out = appendText(out, string(f.Name))
	}
	columns := im.Columns.List()
	out = binary.AppendUvarint(out, uint64(len(columns)))
	for _, c := range columns {
		out = appendText(binary.AppendUvarint(out, uint64(c.Family)), string(c.Qualifier))
	}
	out = binary.AppendUvarint(out, uint64(len(im.Large)))
	for _, k := range im.Large {
		out = appendText(out, string(k))
	}
	if err := add(out); err != nil {
		return err
	}
	for _, p := range im.Blocks {
		out = p.AppendEncoded(append(out[:0], partRows))
		if err := add(out); err != nil {
			return err
		}
	}
	return nil
}

// appendText appends a length and a string.
func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// restorer makes tables from the parts of a snapshot, which come in their order.
type restorer struct {
	server *Server
	table  *served // the table whose rows are coming, nil for none
	image  table.Image
}

// errPart says that a snapshot is complete but cannot be read.
var errPart = errors.New("the snapshot holds what is no table: put back a copy of the folder, or name another one")

// part takes the next part of the snapshot.
func (r *restorer) part(data []byte) error {
	if data[0] == partRows {
		p, rest, ok := rowmap.ReadBlock(data[1:])
		if !ok || len(rest) > 0 || r.table == nil {
			return errPart
		}
		r.image.Blocks = append(r.image.Blocks, p)
		return nil
	}
	if data[0] != partTable {
		return errPart
	}
	if err := r.finish(); err != nil {
		return err
	}
	return r.begin(&texts{data: data[1:]})
}

// begin reads the description of a table and creates the table without rows.
func (r *restorer) begin(in *texts) error {
	req := new(adminpb.CreateTableRequest)
	if err := proto.Unmarshal([]byte(in.text()), req); err != nil {
		return errPart
	}
	t, err := r.server.create(req)
	if err != nil {
		return err
	}
	t.mu.Unlock()
	r.table, r.image = t, table.Image{Name: req.TableId, Splits: t.tab.SplitKeys(), Unit: t.tab.Granularity()}
	for range in.count() {
		f, _ := t.tab.Family(base.Family(in.text()))
		r.image.Families = append(r.image.Families, f)
	}
	var columns []table.NumberedColumn
	for range in.count() {
		columns = append(columns, table.NumberedColumn{Family: uint32(in.count()), Qualifier: base.Qualifier(in.text())})
	}
	for range in.count() {
		r.image.Large = append(r.image.Large, base.RowKey(in.text()))
	}
	var ok bool
	if r.image.Columns, ok = table.NewNumberedColumns(columns); !ok || in.bad || len(in.data) > 0 {
		return errPart
	}
	return nil
}

// finish puts the rows into the table that was begun last. It is called before the next table and
// at the end.
func (r *restorer) finish() (err error) {
	if r.table == nil {
		return nil
	}
	r.table.tab, err = table.RestoreImage(r.image, nil, nil)
	r.table, r.image = nil, table.Image{}
	return err
}

// texts decodes what appendText and its callers have written. After a mistake bad is set, and all
// that follows is empty.
type texts struct {
	data []byte
	bad  bool
}

// count decodes a number. It refuses more than the number of bytes that are left, since each
// counted item has at least one.
func (t *texts) count() int {
	n, width := binary.Uvarint(t.data)
	if width <= 0 || n > uint64(len(t.data)) {
		t.bad, t.data = true, nil
		return 0
	}
	t.data = t.data[width:]
	return int(n)
}

// text decodes a string.
func (t *texts) text() string {
	n := t.count()
	if n > len(t.data) {
		t.bad, t.data = true, nil
		return ""
	}
	s := string(t.data[:n])
	t.data = t.data[n:]
	return s
}
