package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable/bttest"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
)

// TestCBTTool runs commands whose output was recorded from the real tool; our output must be the
// same byte for byte. A line after "<" is a file that later commands name. The list of a table's
// families is left out, because the tool prints types as the server's JSON. With -update, and the
// path of the tool in CBT, the tool writes the file again, over Google's in-memory server.
func TestCBTTool(t *testing.T) {
	path := filepath.Join("testdata", "cbt-tool.txt")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{Now: func() base.Micros { return 0 }})
	dir, files := t.TempDir(), []PickedFile(nil) // files that later commands may name
	run := func(line string) string {
		r := s.Do(RunConsole{Text: line, Files: files})
		if r.Err != nil {
			return r.Err.Error()
		}
		var out strings.Builder
		for _, l := range r.Output {
			out.WriteString(l.Text) // a note has no text
		}
		return out.String()
	}
	tool := os.Getenv("CBT")
	if *update && tool != "" {
		server, err := bttest.NewServer("localhost:0")
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		run = func(line string) string {
			cmd := exec.Command(tool, append([]string{"-project", "p", "-instance", "i"}, cbt.SplitWords(line)...)...)
			cmd.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+server.Addr, "TZ=UTC", "HOME="+t.TempDir())
			cmd.Stderr = os.Stderr
			cmd.Dir = dir
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			return string(out)
		}
	}
	var out strings.Builder
	lines := strings.SplitAfter(string(data), "\n")
	commands := 0
	for i := 0; i < len(lines); {
		line, is := strings.CutPrefix(lines[i], "> ")
		if !is {
			var f PickedFile
			if _, err := fmt.Sscanf(lines[i], "<%q %q", &f.Name, &f.Text); err == nil {
				files = append(files, f)
				if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			out.WriteString(lines[i])
			i++
			continue
		}
		want := ""
		next := i + 1
		for ; next < len(lines) && !strings.HasPrefix(lines[next], "> ") && !strings.HasPrefix(lines[next], "<"); next++ {
			want += lines[next]
		}
		commands++
		got := run(strings.TrimSuffix(line, "\n"))
		if got != want && tool == "" {
			t.Errorf("%sgot\n%s\nwant\n%s", line, got, want)
		}
		out.WriteString(lines[i] + got)
		i = next
	}
	if commands < 50 {
		t.Errorf("only %d commands", commands)
	}
	if *update && tool != "" {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
