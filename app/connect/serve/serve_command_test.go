//go:build !js

package serve

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/app/connect/sandbox"
	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/web/test/peertest"
)

// sample is a file with a table of two rows.
var sample = filepath.Join("..", "..", "host", "archive", "testdata", "version-1.tabletop")

// said collects the output of a command and reports the first line with the server's address.
type said struct {
	mu      sync.Mutex
	text    bytes.Buffer
	serving chan string
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if addr, is := strings.CutPrefix(string(p), "serving on "); is {
		addr, _, _ = strings.Cut(addr, ";")
		s.serving <- addr
	}
	return s.text.Write(p)
}

// TestRun serves a file, writes to it and ends the server. Everything has to be in the file that
// was saved for the page, and in the folder.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	data, save := filepath.Join(dir, "data"), filepath.Join(dir, "saved.tabletop")
	for round := range 2 {
		ctx, stop := context.WithCancel(t.Context())
		out, done := &said{serving: make(chan string, 1)}, make(chan error, 1)
		go func() {
			done <- Run(ctx, []string{"-addr", ":0", "-data", data, "-save", save, "-project", "p", "-instance", "i", sample}, out)
		}()
		select {
		case err := <-done:
			t.Fatal(err)
		case addr := <-out.serving:
			if host, _, _ := net.SplitHostPort(addr); host != "127.0.0.1" && host != "::1" {
				t.Errorf("listens on %s", addr)
			}
			c := peertest.Connect(t, addr)
			tables, err := c.Admin.Tables(ctx)
			must(t, err)
			must(t, c.Client.Open(tables[0]).Apply(ctx, "new", written(round)))
		}
		stop()
		must(t, <-done)
		if kept := strings.Contains(out.text.String(), "stays as it is"); kept != (round == 1) {
			t.Errorf("round %d: %s", round, out.text.String())
		}
	}
	for n, path := range []string{save, filepath.Join(dir, "saved-2.tabletop")} {
		list, err := sandbox.ReadSandboxes(t.Context(), path, func() base.Micros { return 0 }, io.Discard)
		must(t, err)
		tab, ok := list[0].Session.Table(list[0].Session.Tables()[0].Name)
		if !ok || tab.Len() != 3 {
			t.Fatalf("%s: %v", path, list)
		}
		if row, _ := tab.Get("new"); len(cells(row)) != 1 || cells(row)[0].Value != string(rune('0'+n)) {
			t.Errorf("%s: %v", path, cells(row))
		}
	}
}

func written(round int) *bigtable.Mutation {
	m := bigtable.NewMutation()
	m.Set("O", "q", 1000, []byte{byte('0' + round)})
	return m
}

func cells(r table.Row) (out []base.Cell) {
	for c := range r.Cells() {
		out = append(out, c)
	}
	return out
}

// TestRunRefuses checks that a mistake in arguments or files is reported in one sentence, and
// that nothing is saved.
func TestRunRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	taken, err := net.Listen("tcp", "localhost:0")
	must(t, err)
	defer taken.Close()
	held := start(t, Options{Folder: filepath.Join(dir, "held")})
	for _, c := range []struct {
		says string
		args []string
	}{
		{"none.tabletop", []string{filepath.Join(dir, "none.tabletop")}},
		{"text", []string{write("text", "hello")}},
		{"newer", []string{write("newer", "TABLETOP 9\nx")}},
		{"choose another port with -addr", []string{"-addr", taken.Addr().String()}},
		{"host:port", []string{"-addr", "here"}},
		{"another server", []string{"-data", held.server.o.Folder}},
		{"projects/PROJECT", []string{"-project", ""}},
		{"file", []string{"-data", write("file", "x")}},
		{"no folder", []string{"-save", filepath.Join(dir, "file", "saved")}},
		{"no address of this machine", []string{"-addr", "192.0.2.1:0"}},
		{"-speed: serve -h lists", []string{"-speed", "3"}},
	} {
		err := Run(t.Context(), append([]string{"-save", filepath.Join(dir, "saved")}, c.args...), new(bytes.Buffer))
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "saved")); err == nil {
		t.Error("something was saved")
	}
}
