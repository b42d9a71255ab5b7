//go:build !js

package client

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable"
	"cloud.google.com/go/bigtable/bttest"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"tabletop/engine/console"
	"tabletop/engine/console/cbt"
)

// goFile returns a Go file in which each code is a function, and all functions are called
// in order.
func goFile(name string, all []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"time\"\n\n\t\"cloud.google.com/go/bigtable\"\n)\n\nvar _ = fmt.Println\nvar _ = time.Hour\nvar _ = bigtable.Now\n\n", name)
	for i, code := range all {
		fmt.Fprintf(&b, "func f%d(ctx context.Context) error {\n%s\nreturn nil\n}\n\n", i, code)
	}
	b.WriteString("func main() {\n\tctx := context.Background()\n")
	for i := range all {
		fmt.Fprintf(&b, "\tif err := f%d(ctx); err != nil {\n\t\tpanic(err)\n\t}\n", i)
	}
	return b.String() + "}\n"
}

// goBuild compiles a file as part of this module. If out is not "", it builds a program.
func goBuild(t *testing.T, text, out string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "made.go")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(here, "made", "made.go"): file}})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"build", "-overlay", list}
	if out != "" {
		args = append(args, "-o", out)
	}
	if said, err := exec.Command("go", append(args, "./made")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, said, text)
	}
}

// TestGoCompiles compiles all Go code with the types of the client.
func TestGoCompiles(t *testing.T) {
	var all []string
	var script []console.Command
	shapes := map[string]bool{} // codes without the contents of strings and numbers
	digits := regexp.MustCompile(`\d+`)
	for _, c := range corpus(t) {
		code := GenerateCode(Go, c).Text
		shape := digits.ReplaceAllString(quoted.ReplaceAllString(code, `""`), "0")
		if code != "" && !shapes[shape] {
			shapes[shape] = true
			all, script = append(all, code), append(script, c)
		}
	}
	all = append(all, GenerateCode(Go, script...).Text) // all commands in one code
	if len(all) < 60 {
		t.Fatalf("only %d pieces of code", len(all))
	}
	goBuild(t, goFile("made", all), "")
}

// TestGoRuns runs the Go code against Google's own server and checks that it has the
// effect of the commands.
func TestGoRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("links a program")
	}
	var script []console.Command
	for _, line := range []string{
		"createtable t families=f:maxversions=2,g,s:never:intsum splits=m", "createfamily t h:maxage=7d", "setgcpolicy t g maxversions=3 and maxage=1d", "deletefamily t h",
		"set t a f:q=one@1000 g:x=y@1000", "set t a f:q=two@2000", "set t b f:q=three@1000", "set t zed f:q=four@1000", "set t gone f:q=five@1000",
		"addtocell t a s:n=5@1000", "checkandmutate t b columns=f:q true=g:seen=yes@3000", "readmodifywrite t n f count increment=7", "readmodifywrite t b g seen append=!",
		"deleterow t gone", "deletecolumn t zed f q", "read t prefix=a columns=f: cells-per-column=1", "lookup t b columns=f:q", "count t", "ls", "ls t", "samplerowkeys t",
	} {
		c, err := cbt.Parse(line)
		if err != nil {
			t.Fatal(line, err)
		}
		script = append(script, c)
	}
	server, err := bttest.NewServer("localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	program := filepath.Join(t.TempDir(), "made")
	goBuild(t, goFile("main", []string{GenerateCode(Go, script...).Text}), program)
	run := exec.Command(program)
	run.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+server.Addr)
	printed, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	if !strings.Contains(string(printed), "\n3\n") {
		t.Errorf("the count is not 3:\n%s", printed)
	}
	got := stored(t, server.Addr)
	want := []string{
		"a f:q 2000 two", "a f:q 1000 one", "a g:x 1000 y", "a s:n 1000 \x00\x00\x00\x00\x00\x00\x00\x05",
		"b f:q 1000 three", "b g:seen yes!", "b g:seen 3000 yes", "n f:count \x00\x00\x00\x00\x00\x00\x00\x07",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the table holds\n%q, want\n%q", got, want)
	}
}

// stored returns all cells of the table. It omits the timestamps that the server has set.
func stored(t *testing.T, addr string) (cells []string) {
	t.Helper()
	ctx := context.Background()
	conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	client, err := bigtable.NewClient(ctx, "my-project", "my-instance", option.WithGRPCConn(conn))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Open("t").ReadRows(ctx, bigtable.InfiniteRange(""), func(row bigtable.Row) bool {
		for _, f := range []string{"f", "g", "s"} {
			for _, item := range row[f] {
				at := fmt.Sprint(" ", int64(item.Timestamp))
				if item.Timestamp > 1_000_000 {
					at = ""
				}
				cells = append(cells, item.Row+" "+item.Column+at+" "+string(item.Value))
			}
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return cells
}
