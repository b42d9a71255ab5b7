//go:build e2e && linux

package journey

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/web/e2e"
)

// withCBT is the number of lines of a script that the real tool runs. Each line needs a process
// of its own.
const withCBT = 300

// asGcloud is a script in place of gcloud, which cbt calls for credentials before each command.
// The real gcloud takes a second for each call. The server ignores the credentials.
const asGcloud = `#!/bin/sh
echo '{"configuration":{"properties":{"core":{"project":"local"}}},"credential":{"access_token":"none","token_expiry":"2099-01-01T00:00:00Z"}}'
`

// byCBT runs the first lines of a script with the real cbt tool against the server of
// app/connect, and in an engine. It fails the test unless both then have the same rows. If the
// tool is not installed, byCBT does nothing; make test-all installs it.
func byCBT(t *testing.T, script string) {
	t.Helper()
	tool := filepath.Join(e2e.RootDir, ".cache", "cbt-tool", "cbt")
	if _, err := os.Stat(tool); err != nil {
		t.Log("the cbt tool is not there: make test-all installs it")
		return
	}
	address, dir := serveTables(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "gcloud"), []byte(asGcloud), 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(words ...string) string {
		t.Helper()
		cmd := exec.Command(tool, append([]string{"-project", "local", "-instance", "sandbox"}, words...)...)
		cmd.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+address, "TZ=UTC", "HOME="+dir, "PATH="+dir+":"+os.Getenv("PATH"))
		var said strings.Builder
		cmd.Stderr = &said
		printed, err := cmd.Output()
		if err != nil {
			t.Fatalf("cbt %q: %v: %s", words, err, said.String())
		}
		return string(printed)
	}
	s := engine.New(engine.Options{Now: func() base.Micros { return base.Micros(begun.UnixMicro()) }})
	tables := map[string]bool{}
	for n, line := range cbt.SplitScript(script) {
		if n == withCBT {
			break
		}
		words := cbt.SplitWords(line.Text)
		if strings.ContainsAny(strings.Join(words, " "), "\n\x00") {
			continue // cbt cuts a value at a line break, as the export says, and arguments of a program cannot contain a zero byte
		}
		run(words...)
		if r := s.Do(engine.RunConsole{Text: line.Text}); r.Err != nil {
			t.Fatalf("%s: %v", line.Text, r.Err)
		}
		tables[words[1]] = true
	}
	for name := range tables {
		there, ours := run("read", name), unquoted(readWhole(s, name))
		if there != ours {
			t.Errorf("%s, written by cbt, reads differently: %s", name, firstDifference(there, ours))
		}
	}
}

// quotedLine matches a row key or a column as newer versions of cbt print them, and the engine
// too.
var quotedLine = regexp.MustCompile(`(?m)^(  )?("(?:[^"\\]|\\.)*")( *)( @ .*)?$`)

// unquoted converts the output of cbt read to the form of older versions, in which keys and
// columns are not quoted and rows are not separated by blank lines. A cell's value, which is
// indented by four blanks, stays quoted.
func unquoted(printed string) string {
	return quotedLine.ReplaceAllStringFunc(strings.ReplaceAll(printed, "\n\n", "\n"), func(line string) string {
		m := quotedLine.FindStringSubmatch(line)
		name, err := strconv.Unquote(m[2])
		if err != nil {
			return line
		}
		if m[1] == "" {
			return name
		}
		return fmt.Sprintf("  %-40s%s", name, m[4])
	})
}

// serveTables starts the server of app/connect and returns its address.
func serveTables(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "connect")
	build := exec.Command("go", "build", "-o", program, "./app/connect")
	build.Dir = e2e.RootDir
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build connect: %v\n%s", err, text)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	serve := exec.CommandContext(ctx, program, "serve", "-addr", "localhost:0", "-save", "")
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); serve.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	rest, ok := strings.CutPrefix(line, "serving on ")
	address, _, found := strings.Cut(rest, ";")
	if err != nil || !ok || !found {
		t.Fatalf("the server says %q: %v", line, err)
	}
	return address
}
