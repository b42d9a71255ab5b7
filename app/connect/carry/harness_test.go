//go:build !js

package carry

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"
	"cloud.google.com/go/bigtable/bttest"
	"google.golang.org/grpc"

	"tabletop/app/connect/serve"
	"tabletop/app/host/archive"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/wire"
	"tabletop/lessons"
	"tabletop/lessons/author"
	"tabletop/lessons/content"
	"tabletop/lessons/examples"
	"tabletop/web/test/peertest"
)

// at is the time at which the tests' sandboxes are made.
const at base.Micros = 1_700_000_000_000_000

// google starts Google's in-memory server and returns its address.
func google(t *testing.T, opts ...grpc.ServerOption) string {
	t.Helper()
	s, err := bttest.NewServer("localhost:0", append(opts, grpc.MaxRecvMsgSize(1<<28))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.Addr
}

// ours starts a server of package serve and returns its address.
func ours(t *testing.T) string {
	t.Helper()
	s, err := serve.New(serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return peertest.Listen(t, s)
}

// saved runs requests as a page does, and saves the sandbox as a file.
func saved(t *testing.T, requests ...engine.Request) string {
	t.Helper()
	clock := at
	s := engine.New(engine.Options{Now: func() base.Micros { clock += 1000; return clock }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}})
	space := archive.Workspace{Title: "Mine"}
	for _, r := range requests {
		reply := s.Do(r)
		if reply.Err != nil {
			t.Fatalf("%T: %v", r, reply.Err)
		}
		for _, c := range reply.Changes {
			space.Journal = append(space.Journal, wire.EncodeChange(c))
		}
	}
	data, err := archive.Encode(archive.File{Workspaces: []archive.Workspace{space}})
	if err != nil {
		t.Fatal(err)
	}
	return put(t, data)
}

// refused saves a sandbox with a table t of one row. Its journal also has a write to a table with
// the given name, which does not exist.
func refused(t *testing.T, name string) string {
	t.Helper()
	space := archive.Workspace{Title: "Mine"}
	for _, text := range []string{"createtable t families=f", "set " + name + " r f:q=1", "set t r f:q=1"} {
		space.Journal = append(space.Journal, wire.EncodeChange(engine.Change{At: at, Request: engine.RunConsole{Text: text}}))
	}
	data, err := archive.Encode(archive.File{Workspaces: []archive.Workspace{space}})
	if err != nil {
		t.Fatal(err)
	}
	return put(t, data)
}

// put writes a file into a folder of its own.
func put(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.tabletop")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// example saves an example of the page as a file.
func example(t *testing.T, id string) string {
	t.Helper()
	requests, err := examples.Requests(id, func(slug string) (*lessons.Lesson, error) {
		return author.Load(content.Files, slug, "en")
	})
	if err != nil {
		t.Fatal(err)
	}
	return saved(t, requests...)
}

// run runs a command and returns its result and its messages.
func run(name string, args ...string) (out, say string, err error) {
	return runUntil(context.Background(), name, args...)
}

func runUntil(ctx context.Context, name string, args ...string) (string, string, error) {
	var out, say bytes.Buffer
	for _, c := range Commands() {
		if c.Name == name {
			err := c.Run(ctx, args, &out, &say)
			return out.String(), say.String(), err
		}
	}
	panic("no command " + name)
}

// must runs a command that has to succeed.
func must(t *testing.T, name string, args ...string) (out, say string) {
	t.Helper()
	out, say, err := run(name, args...)
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, say)
	}
	return out, say
}

// client returns a client of the instance that the commands use by default.
func client(t *testing.T, addr string) *server {
	t.Helper()
	to := target{emulator: addr, wait: 20 * time.Second}
	if err := to.check(); err != nil {
		t.Fatal(err)
	}
	c := &server{target: to}
	if err := c.dial(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	return c
}

// held returns the whole content of a server's table as text.
func (c *server) held(t *testing.T, name string) string {
	t.Helper()
	var b strings.Builder
	err := c.data.Open(name).ReadRows(context.Background(), bigtable.InfiniteRange(""), func(r bigtable.Row) bool {
		fmt.Fprintf(&b, "%q\n", r.Key())
		for _, f := range sortedKeys(r) {
			for _, it := range r[f] {
				fmt.Fprintf(&b, " %q@%d=%q\n", it.Column, it.Timestamp, it.Value)
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// holds returns the whole content of a table in a sandbox file, in the same form.
func holds(t *testing.T, path, name string) string {
	t.Helper()
	s, err := open(t.Context(), path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	tab, ok := s.Session.Table(name)
	if !ok {
		t.Fatalf("%s has no table %s", path, name)
	}
	var b strings.Builder
	for row := range tab.RowsAt(0, tab.Len()) {
		fmt.Fprintf(&b, "%q\n", row.Key())
		for c := range row.Cells() {
			fmt.Fprintf(&b, " %q@%d=%q\n", string(c.Family)+":"+string(c.Qualifier), c.At, c.Value)
		}
	}
	return b.String()
}
