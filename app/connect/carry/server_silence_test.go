//go:build !js

package carry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	btpb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// streaming starts Google's server, with another handler for the streams of one call.
func streaming(t *testing.T, call string, instead func(s grpc.ServerStream) error) string {
	t.Helper()
	return google(t, grpc.StreamInterceptor(func(srv any, s grpc.ServerStream, info *grpc.StreamServerInfo, h grpc.StreamHandler) error {
		if strings.HasSuffix(info.FullMethod, call) {
			return instead(s)
		}
		return h(srv, s)
	}))
}

// TestSilence checks that a server which stops answering is reported, and not waited for forever.
func TestSilence(t *testing.T) {
	stall := func(s grpc.ServerStream) error {
		<-s.Context().Done()
		return s.Context().Err()
	}
	unavailable := func(grpc.ServerStream) error { return status.Error(codes.Unavailable, "down for now") }
	refuses := func(s grpc.ServerStream) error {
		r := &btpb.MutateRowsRequest{}
		if err := s.RecvMsg(r); err != nil {
			return err
		}
		answer := &btpb.MutateRowsResponse{}
		for i := range r.Entries {
			answer.Entries = append(answer.Entries, &btpb.MutateRowsResponse_Entry{Index: int64(i), Status: &rpcstatus.Status{Code: int32(codes.Unavailable), Message: "later"}})
		}
		return s.SendMsg(answer)
	}
	path := all(t, 5)
	for name, c := range map[string]struct {
		call    string
		instead func(s grpc.ServerStream) error
		says    string
	}{
		"no row comes":         {"/ReadRows", stall, ""},
		"rows are unavailable": {"/ReadRows", unavailable, ", but for down for now"},
		"no write is answered": {"/MutateRows", stall, ""},
		"no write is taken":    {"/MutateRows", unavailable, ", but for down for now"},
		"no row is taken":      {"/MutateRows", refuses, ", but for later"},
	} {
		t.Run(name, func(t *testing.T) {
			addr := streaming(t, c.call, c.instead)
			args := []string{"push", "-emulator", addr, "-silence", "400ms", "-state", filepath.Join(t.TempDir(), "state"), path}
			end := "the same command goes on from there"
			if c.call == "/ReadRows" {
				// The state of the push that makes the table is removed with its folder.
				must(t, "push", "-emulator", addr, "-state", filepath.Join(t.TempDir(), "state"), path)
				args = []string{"pull", "-emulator", addr, "-silence", "400ms", "-table", "t", "-o", filepath.Join(t.TempDir(), "x")}
				end = "or wait longer with -silence"
			}
			_, say, err := run(args[0], args[1:]...)
			if err == nil || !strings.Contains(err.Error(), "no answer for 400ms from "+addr+c.says) || !strings.HasSuffix(err.Error(), end) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v", err)
			}
			if !strings.Contains(say, "no answer for 100ms from "+addr) || !strings.Contains(say, "Ctrl-C") {
				t.Errorf("before that it says %q", say)
			}
		})
	}
}

// TestServersWords checks that a server's message is reported on one line, shortened and escaped.
func TestServersWords(t *testing.T) {
	bad := "\x1b[2J\x1b]0;owned\a\nsecond line \u202e" + strings.Repeat("x", 10_000)
	addr := streaming(t, "/SampleRowKeys", func(grpc.ServerStream) error { return status.Error(codes.InvalidArgument, bad) })
	_, _, err := run("pull", "-emulator", addr, "-table", "t")
	if err == nil || len(err.Error()) > 1000 || strings.ContainsAny(err.Error(), "\x1b\a\n\u202e") || !strings.Contains(err.Error(), `\u001b[2J`) {
		t.Errorf("%.2000q", err)
	}
}

// TestAllThatIsSaidIsText checks that everything that a command writes for people is escaped for a
// terminal.
func TestAllThatIsSaidIsText(t *testing.T) {
	var out, say strings.Builder
	err := told(func(_ context.Context, _ []string, out, say io.Writer) error {
		_, err := fmt.Fprint(out, "out \x1b[2J")
		_, err2 := fmt.Fprint(say, "say \x1b[2J")
		return errors.Join(err, err2)
	})(t.Context(), nil, &out, &say)
	if err != nil || out.String() != `out \u001b[2J` || say.String() != `say \u001b[2J` {
		t.Errorf("%v, %q, %q", err, out.String(), say.String())
	}
}

// TestUnmadeIsTold checks that each command that reads a file counts and names the changes that the
// engine refuses, and works with the rest.
func TestUnmadeIsTold(t *testing.T) {
	addr := google(t)
	path := refused(t, "nope")
	for _, c := range []struct {
		args []string
		err  string
	}{
		{[]string{"hbase", path}, ""},
		{[]string{"push", "-emulator", addr, path}, ""},
		{[]string{"check", "-emulator", addr, path}, "asks no questions"},
	} {
		out, say, err := run(c.args[0], c.args[1:]...)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %v, %s", c.args[0], err, out)
		}
		if !strings.Contains(say, "1 change of this could not be made again") || !strings.Contains(say, `set nope r f:q=1 There is no table "nope"`) {
			t.Errorf("%s says %q", c.args[0], say)
		}
	}
	if got, want := client(t, addr).held(t, "t"), holds(t, path, "t"); got != want || !strings.Contains(got, `"f:q"`) {
		t.Errorf("pushed %s", got)
	}
}

// TestTooMuch checks that memory is limited when a server sends without end.
func TestTooMuch(t *testing.T) {
	addr := streaming(t, "/SampleRowKeys", func(s grpc.ServerStream) error {
		key := make([]byte, 1<<20)
		for s.Context().Err() == nil {
			if err := s.SendMsg(&btpb.SampleRowKeysResponse{RowKey: key}); err != nil {
				return err
			}
		}
		return s.Context().Err()
	})
	if _, _, err := run("pull", "-wait", "1h", "-emulator", addr, "-table", "t"); err == nil || !strings.Contains(err.Error(), "more tablets of t than a table can have") {
		t.Error(err)
	}
	chunk := &btpb.ReadRowsResponse_CellChunk{Value: make([]byte, 1<<20)}
	last := &btpb.ReadRowsResponse_CellChunk{RowStatus: &btpb.ReadRowsResponse_CellChunk_CommitRow{CommitRow: true}}
	row := &call{}
	for range 2 {
		for range maxRow >> 20 {
			if row.tooLong(&btpb.ReadRowsResponse{Chunks: []*btpb.ReadRowsResponse_CellChunk{chunk}}) {
				t.Fatal("a row of the greatest size is too long")
			}
		}
		row.tooLong(&btpb.ReadRowsResponse{Chunks: []*btpb.ReadRowsResponse_CellChunk{last}})
	}
	row.row = maxRow
	if !row.tooLong(&btpb.ReadRowsResponse{Chunks: []*btpb.ReadRowsResponse_CellChunk{chunk}}) {
		t.Error("a larger row is not")
	}
}

// TestOverwrites checks that neither the input nor an existing file is replaced without -force, and
// that pull chooses another name if none was given.
func TestOverwrites(t *testing.T) {
	path := all(t, 5)
	addr := google(t)
	must(t, "push", "-emulator", addr, path)
	dir := t.TempDir()
	t.Chdir(dir)
	there := filepath.Join(dir, "t.tabletop")
	if err := os.WriteFile(there, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, says string }{
		{"hbase -o " + path + " " + path, "is the file that is read"},
		{"hbase -force -o " + path + " " + path, "is the file that is read"},
		{"hbase -o t.tabletop " + path, "-force"},
		{"pull -emulator " + addr + " -table t -o t.tabletop", "-force"},
		{"pull -emulator " + free(t) + " -table t -o t.tabletop", "-force"}, // refused before any request
		{"pull -emulator " + addr + " -table t -o .", "is a folder"},
	} {
		args := strings.Fields(c.args)
		if _, _, err := run(args[0], args[1:]...); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.args, err)
		}
	}
	for _, name := range []string{"t-2.tabletop", "t-3.tabletop"} {
		if out, _ := must(t, "pull", "-emulator", addr, "-table", "t"); !strings.Contains(out, "written to "+name+":") {
			t.Errorf("%q", out)
		}
		if got, want := holds(t, name, "t"), holds(t, path, "t"); got != want {
			t.Errorf("%s holds\n%s", name, got)
		}
	}
	after, err := os.ReadFile(path)
	if err != nil || string(after) != string(before) {
		t.Error("the input is another now", err)
	}
	if data, err := os.ReadFile(there); err != nil || string(data) != "mine" {
		t.Errorf("what was there is %q, %v", data, err)
	}
	must(t, "hbase", "-force", "-o", "t.tabletop", path)
	if data, err := os.ReadFile(there); err != nil || !strings.HasPrefix(string(data), "# Made by Tabletop") {
		t.Errorf("%.100q, %v", data, err)
	}
}

// TestInterruptedOpening checks that a command ends although its file has to be waited for, or
// takes long to open.
func TestInterruptedOpening(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := all(t, 5)
	for _, args := range [][]string{{"hbase", path}, {"push", "-emulator", free(t), path}, {"check", "-emulator", free(t), path}} {
		if _, _, err := runUntil(ctx, args[0], args[1:]...); err == nil || err.Error() != "it was interrupted: run it again" {
			t.Errorf("%s: %v", args[0], err)
		}
	}
}
