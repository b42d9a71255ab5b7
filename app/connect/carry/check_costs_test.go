//go:build !js

package carry

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	btpb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc"
)

// cases are the case studies.
var cases = []string{"metrics", "market", "meters", "tenants"}

// TestPushedIsAsPredicted pushes case studies to Google's in-memory server and to package serve.
// Each question has to read the rows, cells and bytes that the engine has predicted.
func TestPushedIsAsPredicted(t *testing.T) {
	for _, id := range cases {
		t.Run(id+", Google's", func(t *testing.T) {
			t.Parallel()
			asPredicted(t, google(t), id)
		})
		t.Run(id+", ours", func(t *testing.T) {
			t.Parallel()
			asPredicted(t, ours(t), id)
		})
	}
}

func asPredicted(t *testing.T, addr, id string) {
	t.Helper()
	path := example(t, id)
	must(t, "push", "-emulator", addr, path)
	list := outcomes(t, addr, path)
	if len(list) < 2 {
		t.Fatalf("only %d questions", len(list))
	}
	for _, o := range list {
		if o.Table == "" || o.NoStats || !o.Same || o.Predicted.RowsSeen == 0 || *o.Predicted != *o.Seen {
			t.Errorf("%s: %+v, predicted %+v, seen %+v", o.Question, o, o.Predicted, o.Seen)
		}
		if o.Latency.Asked != 1 || o.Latency.P50 <= 0 || o.Latency.P99 < o.Latency.P50 {
			t.Errorf("%s: %+v", o.Question, o.Latency)
		}
	}
}

func outcomes(t *testing.T, addr, path string) (list []outcome) {
	t.Helper()
	out, _ := must(t, "check", "-emulator", addr, "-json", "-times", "1", path)
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// silent is a stream that drops statistics.
type silent struct{ grpc.ServerStream }

func (s silent) SendMsg(m any) error {
	if r, ok := m.(*btpb.ReadRowsResponse); ok && r.RequestStats != nil {
		return nil
	}
	return s.ServerStream.SendMsg(m)
}

// TestNoStats checks that a server without statistics is reported, and that the returned rows are
// compared.
func TestNoStats(t *testing.T) {
	addr := google(t, grpc.StreamInterceptor(func(srv any, s grpc.ServerStream, _ *grpc.StreamServerInfo, h grpc.StreamHandler) error {
		return h(srv, silent{s})
	}))
	path := example(t, "tenants")
	must(t, "push", "-emulator", addr, path)
	for _, o := range outcomes(t, addr, path) {
		if !o.NoStats || !o.Same || o.Seen.RowsReturned != o.Predicted.RowsReturned || o.Seen.RowsSeen != 0 {
			t.Errorf("%+v: predicted %+v, seen %+v", o, o.Predicted, o.Seen)
		}
	}
	out, _ := must(t, "check", "-emulator", addr, "-times", "1", path)
	if !strings.Contains(out, "tells no stats") || !strings.Contains(out, "/ ?") {
		t.Error(out)
	}
}

// TestOtherThanPredicted checks that one more row on the server is noticed, and that the command
// fails.
func TestOtherThanPredicted(t *testing.T) {
	addr, path := google(t), example(t, "tenants")
	must(t, "push", "-emulator", addr, path)
	s, err := open(t.Context(), path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	q := s.queries()[0]
	v := s.Session.Verdicts()[0]
	p, _ := s.Session.Plan(v.Table, q)
	key := string(merged(p.Ranges)[0].Start) + "\x01"
	c := client(t, addr)
	tab, _ := s.Session.Table(v.Table)
	if err := c.write(t.Context(), c.data.Open(v.Table), one(key, tab)); err != nil {
		t.Fatal(err)
	}
	out, _, err := run("check", "-emulator", addr, path)
	if !errors.Is(err, errOther) || !strings.Contains(out, "other than predicted") {
		t.Errorf("%v\n%s", err, out)
	}
}
