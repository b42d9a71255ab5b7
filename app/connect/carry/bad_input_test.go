//go:build !js

package carry

import (
	"context"
	"errors"
	"flag"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"tabletop/app/host/archive"
	"tabletop/engine"
)

// free returns an address at which nothing listens.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// mute starts a server that accepts connections and sends nothing.
func mute(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// web starts a web server.
func web(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// other starts a gRPC server without Bigtable's services.
func other(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer()
	grpc_health_v1.RegisterHealthServer(s, health.NewServer())
	go func() { _ = s.Serve(l) }()
	t.Cleanup(s.Stop)
	return l.Addr().String()
}

// refusing starts a server that refuses one kind of call.
func refusing(t *testing.T, code codes.Code, call string) string {
	t.Helper()
	return google(t, grpc.UnaryInterceptor(func(ctx context.Context, req any, info *grpc.UnaryServerInfo, h grpc.UnaryHandler) (any, error) {
		if strings.HasSuffix(info.FullMethod, call) {
			return nil, status.Error(code, "not for you")
		}
		return h(ctx, req)
	}), grpc.StreamInterceptor(func(srv any, s grpc.ServerStream, info *grpc.StreamServerInfo, h grpc.StreamHandler) error {
		if strings.HasSuffix(info.FullMethod, call) {
			return status.Error(code, "not for you")
		}
		return h(srv, s)
	}))
}

// TestBadInput checks that every mistake is reported in one sentence that says what to do, and that
// nothing is made or written.
func TestBadInput(t *testing.T) {
	good := example(t, "tenants")
	server := google(t)
	none := filepath.Join(t.TempDir(), "none.tabletop")
	bare := saved(t, engine.RunConsole{Text: "createtable t families=f"})
	empty := saved(t)
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	two, err := archive.Encode(archive.File{Everything: true, Workspaces: []archive.Workspace{{Title: "a"}, {Title: "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args string
		want string // pattern of the sentence
	}{
		"no file":            {"push -emulator " + server + " " + none, "there is no file .*Export"},
		"a folder":           {"push -emulator " + server + " " + filepath.Dir(good), "is a directory.*Export"},
		"not a sandbox":      {"check -emulator " + server + " " + put(t, []byte("\x89PNG")), "not a sandbox .*Export"},
		"newer":              {"push -emulator " + server + " " + put(t, []byte("TABLETOP FILE 2\nx")), "newer Tabletop"},
		"cut":                {"hbase " + put(t, data[:len(data)/2]), "cut short.*Export"},
		"two":                {"hbase " + put(t, two), "holds 2 sandboxes"},
		"no table":           {"push -emulator " + server + " " + empty, "has no table"},
		"another table":      {"push -emulator " + server + " -table x " + good, "has no table x: it has "},
		"no questions":       {"check -emulator " + server + " " + bare, "asks no questions"},
		"no project":         {"push " + good, "-project is missing"},
		"no instance":        {"push -project p " + good, "-instance is missing"},
		"a path":             {"push -project projects/p -instance i " + good, "the name alone"},
		"no port":            {"push -emulator localhost " + good, "HOST:PORT"},
		"nobody":             {"push -emulator " + free(t) + " " + good, "nothing answers at .*-emulator"},
		"a mute":             {"push -wait 100ms -emulator " + mute(t) + " " + good, "no (answer|Bigtable server).*(-wait|-emulator)"},
		"a web server":       {"push -emulator " + web(t) + " " + good, "no Bigtable server.*-emulator"},
		"another server":     {"push -emulator " + other(t) + " " + good, "no Bigtable server.*-emulator"},
		"a web server, read": {"check -emulator " + web(t) + " " + good, "no Bigtable server.*-emulator"},
		"may not list":       {"push -emulator " + refusing(t, codes.PermissionDenied, "ListTables") + " " + good, "no permission .*roles/bigtable.admin"},
		"may not make":       {"push -emulator " + refusing(t, codes.PermissionDenied, "CreateTable") + " " + good, "no permission .*nothing was made"},
		"may not read":       {"pull -table x -emulator " + refusing(t, codes.PermissionDenied, "SampleRowKeys"), "no permission .*roles/bigtable.reader"},
		"no credentials":     {"check -emulator " + refusing(t, codes.Unauthenticated, "SampleRowKeys") + " " + good, "gcloud auth"},
		"not pushed":         {"check -emulator " + server + " " + good, "there is no table .*push"},
		"not there":          {"pull -emulator " + server + " -table x", "there is no table x"},
		"nothing to pull":    {"pull -emulator " + server, "-table is missing"},
		"too few":            {"pull -emulator " + server + " -table x -rows 0", "-rows is 0"},
		"a flag":             {"push -speed 3", "-speed.*push -h"},
		"two files":          {"push a b", "one sandbox file .*push -h"},
		"no room":            {"hbase -o /dev/full/x " + good, "cannot be written.*nothing was written"},
		"no room, state":     {"push -state /dev/null/x -emulator " + server + " " + good, "-state"},
		"another state":      {"push -state " + put(t, []byte("{}")) + " -emulator " + server + " " + good, "not the state of a push"},
		"other state":        {"push -state " + put(t, []byte(`{"Tables":{},"To":"there"}`)) + " -emulator " + server + " " + good, "of another push, to there"},
	} {
		t.Run(name, func(t *testing.T) {
			args := strings.Fields(c.args)
			out, say, err := run(args[0], args[1:]...)
			if err == nil || !regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Fatalf("%v, which does not say %s\n%s%s", err, c.want, out, say)
			}
			if text := err.Error(); strings.Contains(text, "\n") || len(text) > 400 || strings.HasSuffix(text, ".") {
				t.Errorf("not one sentence: %s", text)
			}
			t.Log(err)
		})
	}
	if there, err := client(t, server).admin.Tables(t.Context()); err != nil || len(there) > 0 {
		t.Errorf("made: %v, %v", there, err)
	}
	if _, _, err := run("push", "-h"); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("asked for help: %v", err)
	}
}

// TestNotPermitted checks the errors without permission to write or read rows. A push says what is
// there and how to continue; a pull writes no file.
func TestNotPermitted(t *testing.T) {
	path := all(t, 30)
	var may atomic.Bool
	addr := google(t, grpc.StreamInterceptor(func(srv any, s grpc.ServerStream, info *grpc.StreamServerInfo, h grpc.StreamHandler) error {
		if !may.Load() && (strings.HasSuffix(info.FullMethod, "/MutateRows") || strings.HasSuffix(info.FullMethod, "/ReadRows")) {
			return status.Error(codes.PermissionDenied, "not for you")
		}
		return h(srv, s)
	}))
	_, _, err := run("push", "-emulator", addr, path)
	want := "table sums: there is no permission in " + addr + " (not for you): ask for the role roles/bigtable.admin; 0 rows are of 30 there, and the same command goes on from there"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	may.Store(true)
	must(t, "push", "-emulator", addr, path)
	for _, name := range []string{"t", "sums"} {
		if got, want := client(t, addr).held(t, name), holds(t, path, name); got != want {
			t.Errorf("table %s holds\n%.2000s\nnot\n%.2000s", name, got, want)
		}
	}
	may.Store(false)
	file := filepath.Join(t.TempDir(), "pulled.tabletop")
	_, _, err = run("pull", "-emulator", addr, "-table", "t", "-o", file)
	if err == nil || !strings.HasPrefix(err.Error(), "table t: there is no permission in ") || !strings.HasSuffix(err.Error(), "ask for the role roles/bigtable.reader") {
		t.Error(err)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file is written: %v", err)
	}
	may.Store(true)
	path = example(t, "tenants")
	must(t, "push", "-emulator", addr, path)
	may.Store(false)
	out, _, err := run("check", "-emulator", addr, path)
	if err == nil || out != "" || !strings.HasPrefix(err.Error(), "question ") || !strings.HasSuffix(err.Error(), "ask for the role roles/bigtable.reader") {
		t.Error(out, err)
	}
}

// TestAllTablesOrNone checks that the first table is deleted if the second one cannot be made.
func TestAllTablesOrNone(t *testing.T) {
	made := 0
	addr := google(t, grpc.UnaryInterceptor(func(ctx context.Context, req any, info *grpc.UnaryServerInfo, h grpc.UnaryHandler) (any, error) {
		if strings.HasSuffix(info.FullMethod, "CreateTable") {
			if made++; made == 2 {
				return nil, status.Error(codes.ResourceExhausted, "too many tables")
			}
		}
		return h(ctx, req)
	}))
	path := all(t, 3)
	_, _, err := run("push", "-emulator", addr, path)
	if err == nil || !strings.Contains(err.Error(), "nothing was made") {
		t.Fatal(err)
	}
	if there, err := client(t, addr).admin.Tables(t.Context()); err != nil || len(there) > 0 {
		t.Errorf("left: %v, %v", there, err)
	}
	must(t, "push", "-emulator", addr, path) // as if nothing had happened
}

// TestFullDisk checks that a push stops if it can no longer store its state, and continues when it
// can.
func TestFullDisk(t *testing.T) {
	addr, path := google(t), all(t, 300)
	dir := filepath.Join(t.TempDir(), "state")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	keep := filepath.Join(dir, "push")
	addr2 := google(t, grpc.UnaryInterceptor(func(ctx context.Context, req any, info *grpc.UnaryServerInfo, h grpc.UnaryHandler) (any, error) {
		out, err := h(ctx, req)
		if strings.HasSuffix(info.FullMethod, "CheckAndMutateRow") {
			_ = os.RemoveAll(dir)
		}
		return out, err
	}))
	_, _, err := run("push", "-emulator", addr2, "-state", keep, "-rate", "1000", path)
	if err == nil || !strings.Contains(err.Error(), "cannot be kept in "+keep) || !strings.Contains(err.Error(), "the same command goes on") {
		t.Fatal(err)
	}
	must(t, "push", "-emulator", addr, "-state", filepath.Join(t.TempDir(), "push"), path)
}

// TestHBaseScript checks that the script makes the same tables in the engine's HBase shell.
func TestHBaseScript(t *testing.T) {
	path := all(t, 20)
	out, say := must(t, "hbase", "-table", "t", path)
	s := newSession()
	if r := s.Do(engine.RunConsole{Dialect: engine.HBase, Text: out}); r.Err != nil {
		t.Fatalf("line %d: %v", r.ErrLine, r.Err)
	}
	of, err := open(t.Context(), path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := of.Session.Table("t")
	got, ok := s.Table("t")
	if !ok || got.Len() != want.Len() || got.CellCount() != want.CellCount() || len(got.SplitKeys()) != 2 {
		t.Errorf("%v rows, %v cells, splits %q", got.Len(), got.CellCount(), got.SplitKeys())
	}
	if !strings.Contains(say, "1 family made without a rule") {
		t.Errorf("what is lost is not said: %s", say)
	}
	file := filepath.Join(t.TempDir(), "script.rb")
	must(t, "hbase", "-table", "t", "-o", file, path)
	if data, err := os.ReadFile(file); err != nil || string(data) != out {
		t.Errorf("the file holds other than what is written: %v", err)
	}
}
