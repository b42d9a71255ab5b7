package serve

import (
	"encoding/binary"
	"errors"
	"fmt"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/protobuf/proto"

	"tabletop/engine/base"
)

// kind says what a record of the journal holds. The numbers are stored and must not change.
type kind byte

const (
	kindMutateRow       kind = 1
	kindMutateRows      kind = 2
	kindCheckAndMutate  kind = 3
	kindReadModifyWrite kind = 4
	kindCreateTable     kind = 5
	kindDeleteTable     kind = 6
	kindModifyFamilies  kind = 7
	kindDropRows        kind = 8
	kindUpdateTable     kind = 9
	kindCollect         kind = 10
	kindCreateFine      kind = 11 // a table with the granularity that the request asks for
)

// requests returns, for each kind, a new message of the type that its records hold.
var requests = map[kind]func() proto.Message{
	kindMutateRow:       func() proto.Message { return new(pb.MutateRowRequest) },
	kindMutateRows:      func() proto.Message { return new(pb.MutateRowsRequest) },
	kindCheckAndMutate:  func() proto.Message { return new(pb.CheckAndMutateRowRequest) },
	kindReadModifyWrite: func() proto.Message { return new(pb.ReadModifyWriteRowRequest) },
	kindCreateTable:     func() proto.Message { return new(adminpb.CreateTableRequest) },
	kindDeleteTable:     func() proto.Message { return new(adminpb.DeleteTableRequest) },
	kindModifyFamilies:  func() proto.Message { return new(adminpb.ModifyColumnFamiliesRequest) },
	kindDropRows:        func() proto.Message { return new(adminpb.DropRowRangeRequest) },
	kindUpdateTable:     func() proto.Message { return new(adminpb.UpdateTableRequest) },
	kindCollect:         func() proto.Message { return new(pb.ReadRowsRequest) },
	kindCreateFine:      func() proto.Message { return new(adminpb.CreateTableRequest) },
}

// change carries out a change of a table with apply, and returns when it is stored. If apply
// returns an error it must not have changed anything. apply is called with the table's mutex held
// and the time of the change.
func (s *Server) change(name string, k kind, req proto.Message, apply func(*served, base.Micros) error) error {
	number, err := s.begin(name, k, req, apply)
	if err != nil {
		return err
	}
	return s.wait(number)
}

// begin carries out a change as change does, but returns the number to pass to wait.
func (s *Server) begin(name string, k kind, req proto.Message, apply func(*served, base.Micros) error) (number uint64, err error) {
	record, err := s.prepare(k, req)
	if err != nil {
		return 0, err
	}
	s.gate.RLock()
	defer s.gate.RUnlock()
	t, err := s.find(name)
	if err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone {
		return 0, errGone
	}
	// The journal takes the records of a table in the order in which the table is changed, since
	// both happen under the table's mutex.
	now := s.o.Now()
	t.view = nil // a new view is made for the next read
	if err := apply(t, now); err != nil {
		return 0, err
	}
	return s.note(record, now), nil
}

// headBytes is the size of what precedes the request in a record: its kind, and the time in
// microseconds in 8 bytes, little endian.
const headBytes = 9

// prepare returns the record of a change without its time, or nil if changes are not stored.
func (s *Server) prepare(k kind, req proto.Message) ([]byte, error) {
	if s.journal == nil {
		return nil, nil
	}
	if err := s.journal.CheckWritable(); err != nil {
		return nil, notKept(err)
	}
	record := make([]byte, headBytes, headBytes+proto.Size(req))
	record[0] = byte(k)
	return proto.MarshalOptions{}.MarshalAppend(record, req)
}

// note appends a record to the journal and returns its number, or 0 if changes are not stored.
func (s *Server) note(record []byte, now base.Micros) (number uint64) {
	if record == nil {
		return 0
	}
	binary.LittleEndian.PutUint64(record[1:], uint64(now))
	return s.journal.Append(record)
}

// wait returns when the record with a number is stored. After that it may begin a snapshot.
func (s *Server) wait(number uint64) error {
	if number == 0 {
		return nil
	}
	if err := s.journal.WaitUntilStored(number); err != nil {
		return notKept(err)
	}
	s.mayCut()
	return nil
}

// again carries out the change of a record once more, when the folder is opened.
func (s *Server) again(record []byte) error {
	if len(record) < headBytes {
		return errors.New("a record is too short")
	}
	fresh := requests[kind(record[0])]
	if fresh == nil {
		return fmt.Errorf("a record is of kind %d, which a newer version has written: take that one", record[0])
	}
	req, now := fresh(), base.Micros(binary.LittleEndian.Uint64(record[1:]))
	if err := proto.Unmarshal(record[headBytes:], req); err != nil {
		return err
	}
	switch req := req.(type) {
	case *adminpb.CreateTableRequest:
		if kind(record[0]) == kindCreateTable && req.Table != nil {
			req.Table.Granularity = adminpb.Table_MILLIS // at that time all tables had milliseconds
		}
		t, err := s.create(req)
		if err == nil {
			t.mu.Unlock()
		}
		return err
	case *adminpb.DeleteTableRequest:
		t, err := s.find(req.Name)
		if err == nil {
			err = s.remove(t)
		}
		return err
	}
	t, err := s.find(tableOf(req))
	if err != nil {
		return err
	}
	t.view = nil
	return t.apply(req, now)
}

// tableOf returns the name of the table that a request is about.
func tableOf(req proto.Message) string {
	switch req := req.(type) {
	case interface{ GetTableName() string }:
		return req.GetTableName()
	case interface{ GetName() string }:
		return req.GetName()
	case interface{ GetTable() *adminpb.Table }:
		return req.GetTable().GetName()
	}
	return ""
}

// apply carries out a change that has been accepted before.
func (t *served) apply(req proto.Message, now base.Micros) (err error) {
	switch req := req.(type) {
	case *pb.MutateRowRequest:
		return t.mutateRow(req, now)
	case *pb.MutateRowsRequest:
		t.mutateRows(req, now)
	case *pb.CheckAndMutateRowRequest:
		_, err = t.checkAndMutate(req, now)
	case *pb.ReadModifyWriteRowRequest:
		_, err = t.readModifyWrite(req, now)
	case *adminpb.ModifyColumnFamiliesRequest:
		return t.modifyFamilies(req)
	case *adminpb.DropRowRangeRequest:
		return t.dropRows(req)
	case *adminpb.UpdateTableRequest:
		t.protected = req.GetTable().GetDeletionProtection()
	case *pb.ReadRowsRequest:
		t.collectSome(req, now)
	default:
		err = fmt.Errorf("no table is changed by a %T", req)
	}
	return err
}
