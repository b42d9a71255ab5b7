//go:build !js

package main

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the prefix of the module's own packages.
const module = "tabletop/"

// layers says which other layers each layer may import; "/..." includes all folders below. A
// package belongs to the longest layer that its path begins with, and every package must belong to
// one.
var layers = map[string][]string{
	"engine/base":             {},
	"engine/filter":           {"engine/base"},
	"engine/rewrite":          {},
	"engine/rowkey":           {"engine/base", "engine/rewrite"},
	"engine/dataset":          {"engine/base"},
	"engine/fit":              {"engine/base", "engine/dataset", "engine/plan"},
	"engine/infer":            {"engine/base", "engine/rowkey", "engine/dataset", "engine/rewrite"},
	"engine/records":          {"engine/dataset"},
	"engine/rowmap":           {},
	"engine/table":            {"engine/base", "engine/filter", "engine/rowmap"},
	"engine/storage":          {"engine/base"},
	"engine/plan":             {"engine/base", "engine/dataset", "engine/filter", "engine/rowkey"},
	"engine/keycode":          {"engine/base", "engine/filter", "engine/plan", "engine/rowkey"},
	"engine/hbase":            {"engine/base", "engine/filter", "engine/table"},
	"engine/hbase/hfilter":    {"engine/base", "engine/filter"},
	"engine/console":          {"engine/base", "engine/table", "engine/console/token"},
	"engine/console/token":    {},
	"engine/console/dialects": {"engine/console", "engine/console/cbt", "engine/console/hbase"},
	"engine/console/toy":      {"engine/base", "engine/table", "engine/console", "engine/console/token"},
	"engine/console/cbt":      {"engine/base", "engine/filter", "engine/table", "engine/console", "engine/console/token", "engine/records"},
	"engine/console/hbase":    {"engine/base", "engine/filter", "engine/table", "engine/hbase", "engine/hbase/hfilter", "engine/console", "engine/console/token"},
	"engine/console/client":   {"engine/base", "engine/filter", "engine/table", "engine/hbase", "engine/hbase/hfilter", "engine/console", "engine/console/hbase", "engine/run"},
	"engine/console/printed":  {"engine/base", "engine/records", "engine/table"},
	"engine/cluster":          {"engine/base", "engine/dataset"},
	"engine/sizing":           {},
	"engine/traffic":          {"engine/base", "engine/cluster", "engine/dataset", "engine/plan", "engine/rowkey"},
	"engine/advise":           {"engine/base", "engine/plan", "engine/rowkey"},
	"engine/design":           {"engine/base", "engine/rowkey", "engine/dataset", "engine/table", "engine/plan", "engine/advise"},
	"engine/intake":           {"engine/base", "engine/rowkey", "engine/dataset", "engine/table", "engine/plan", "engine/console", "engine/console/cbt", "engine/console/printed", "engine/records", "engine/rewrite", "engine/design"},
	"engine/compare":          {"engine/base", "engine/rowkey", "engine/filter", "engine/dataset", "engine/table", "engine/plan", "engine/design"},
	"engine/run":              {"engine/base", "engine/filter", "engine/table", "engine/hbase", "engine/hbase/hfilter", "engine/console", "engine/console/cbt", "engine/console/hbase", "engine/console/printed"},
	"engine/view":             {"engine/base", "engine/filter", "engine/table", "engine/compare", "engine/run"},
	"engine":                  {"engine/base", "engine/storage", "engine/filter", "engine/rowkey", "engine/dataset", "engine/table", "engine/plan", "engine/hbase", "engine/hbase/hfilter", "engine/console", "engine/console/cbt", "engine/console/hbase", "engine/console/printed", "engine/console/token", "engine/cluster", "engine/infer", "engine/records", "engine/rewrite", "engine/traffic", "engine/advise", "engine/design", "engine/intake", "engine/compare", "engine/run", "engine/view"},
	"engine/wire":             {"engine/..."},
	"engine/snapshot":         {"engine/..."},
	"engine/link":             {"engine/..."},
	"engine/search":           {"engine/..."},
	"lessons":                 {"engine/..."},
	"lessons/content":         {},
	"lessons/author":          {"engine/...", "lessons"},
	"app/i18n":                {"engine/..."},
	"app/languages":           {"engine/...", "lessons/author", "app/i18n"},
	"app/heat/picture":        {"engine/..."},
	"app/host":                {"engine/...", "lessons"},
	"app/connect/carry":       {"engine/...", "app/connect/files", "app/connect/sandbox", "app/connect/terminal", "app/host", "app/i18n"},
	"app/dialect":             {"engine/..."},
	"app/code":                {"engine/...", "app/dialect"},
	"app/figures":             {"engine/..."},
	"app/form":                {"engine/base"},
	"app/jobs":                {"engine/..."},
	"app/keyhtml":             {"engine/...", "app/i18n"},
	"app/wording":             {"engine/...", "app/i18n"},
	"app/designsearch":        {"engine/...", "app/designsearch/frames", "app/host"},
	"app/designsearch/frames": {"engine/..."},
	"app/record/frames":       {"engine/..."},
	"app/record":              {"engine/...", "app/record/frames", "app/figures", "app/host", "app/i18n", "app/jobs", "app/keyhtml", "app/wording"},
	"app/synthetic/frames":    {"engine/..."},
	"app/synthetic":           {"engine/...", "app/synthetic/frames", "app/host", "app/jobs"},
	"app/page":                {"engine/...", "lessons", "app/code", "app/dialect", "app/guard", "app/host", "app/jobs"},
	"app/model":               {"engine/...", "lessons", "app/dialect", "app/host", "app/page"},
	"app/ui":                  {"engine/...", "lessons", "app/code", "app/form", "app/guard", "app/i18n", "app/keyhtml", "app/page", "app/wording"},
	"app/reference":           {"engine/...", "lessons", "app/i18n"},
	"app/view":                {"engine/...", "lessons", "app/dialect", "app/guard", "app/host", "app/i18n", "app/keyhtml", "app/model", "app/page", "app/reference", "app/ui", "app/wording"},
	"app/shell":               {"engine/...", "lessons", "app/host", "app/model", "app/page"},
	"app/connect":             {"engine/...", "app/connect/..."},
	"app/connect/files":       {},
	"app/connect/sandbox":     {"engine/...", "app/connect/files", "app/host", "app/i18n"},
	"app/connect/serve":       {"engine/...", "app/connect/files", "app/connect/sandbox", "app/connect/terminal", "app/host", "app/i18n"},
	"app/connect/terminal":    {},
	"app/guard":               {},
	"wasm/bridge":             {"app/guard"},
	"wasm/store":              {"engine/base", "engine/snapshot", "app/guard", "app/host"},
	"wasm":                    {"engine/...", "lessons", "app/...", "wasm/..."},
	"wasm/author":             {"engine/...", "lessons", "lessons/author", "app/code", "app/designsearch", "app/host", "app/i18n", "app/jobs", "app/record", "app/synthetic", "wasm/bridge"},
	"web/site":                {"engine/...", "lessons/...", "app/..."},
	"web/e2e":                 {"engine/...", "lessons/...", "app/...", "web/test"},
	"web/test":                {"engine/...", "app/..."}, // only tests import it
}

// pure are the layers that never read the clock, start goroutines, or open files and sockets, with
// the packages that they may therefore not import.
var pure = map[string][]string{
	"engine":           {"os", "net", "net/*", "os/*", "io/ioutil", "syscall", "syscall/*", "sync", "sync/*", "context", "math/rand", "math/rand/*", "crypto/rand", "log", "log/*", "github.com/maxence-charriere/*", "github.com/hack-pad/*"},
	"lessons":          {"os", "net", "net/*", "os/*", "io/ioutil", "syscall", "syscall/*", "sync", "sync/*", "context", "math/rand", "math/rand/*", "crypto/rand", "log", "log/*", "github.com/maxence-charriere/*", "github.com/hack-pad/*"},
	"app/model":        {"os", "net", "net/*", "os/*", "syscall/*", "sync", "context", "math/rand", "math/rand/*", "github.com/maxence-charriere/*", "github.com/hack-pad/*"},
	"app/dialect":      {"os", "net", "net/*", "os/*", "syscall/*", "sync", "time", "github.com/*"},
	"app/figures":      {"os", "net", "net/*", "os/*", "syscall/*", "sync", "time", "github.com/*"},
	"app/form":         {"os", "net", "net/*", "os/*", "syscall/*", "sync", "time", "github.com/*"},
	"app/page":         {"os", "net", "net/*", "os/*", "syscall/*", "sync", "context", "math/rand", "math/rand/*", "github.com/maxence-charriere/*", "github.com/hack-pad/*"},
	"app/heat/picture": {"os", "net", "net/*", "os/*", "syscall/*", "sync", "time", "github.com/*"},
	"app/host":         {"os", "net", "net/*", "os/*", "syscall/*", "github.com/maxence-charriere/*", "github.com/hack-pad/*"},
	"app/shell":        {"os", "net", "net/*", "os/*", "syscall/*", "github.com/maxence-charriere/*", "github.com/hack-pad/*"},
	"app/reference":    {"os", "net", "net/*", "os/*", "syscall/*", "time", "github.com/*"},
	"app/i18n":         {"os", "net", "net/*", "os/*", "syscall/*", "github.com/*"},
	"app/ui":           {"os", "net", "os/*", "github.com/hack-pad/*"},
	"app/view":         {"os", "net", "os/*", "github.com/hack-pad/*"},
	"wasm/store":       {"net", "net/*", "github.com/maxence-charriere/*"},
	// In the browser these packages would be too large.
	"wasm": {"encoding/xml", "encoding/gob", "github.com/yuin/*", "gopkg.in/*"},
	// This program is fetched for one purpose. It needs lessons, sentences and the engine.
	"wasm/author": {"net", "net/*", "os", "os/*", "github.com/*"},
}

// TestHBaseNames checks the names of the two packages called hbase: imports call the language of
// the shell hbaseshell, and HBase's operations by the package's own name.
func TestHBaseNames(t *testing.T) {
	want := map[string]string{module + "engine/console/hbase": "hbaseshell", module + "engine/hbase": ""}
	found := 0
	for _, p := range packages(t) {
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles) {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range file.Imports {
				path, _ := strconv.Unquote(i.Path.Value)
				as := ""
				if i.Name != nil {
					as = i.Name.Name
				}
				alias, is := want[path]
				if is && as != alias {
					t.Errorf("%s imports %s as %q, not %q", filepath.Join(p.Dir, name), path, as, alias)
				}
				if is {
					found++
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d imports found", found)
	}
}

// listed is what the test needs to know of a package, in the form of go list.
type listed struct {
	ImportPath  string
	Imports     []string
	GoFiles     []string
	TestGoFiles []string
	Dir         string
}

// parts are the parts of the page, one folder each: state, messages and a pure update, and the
// drawing in files named view*.go. No part imports another.
var parts = []string{"advisor", "builder", "console", "files", "find", "grid", "heat", "history", "home", "key", "lesson", "openlesson", "palette", "panes", "questions", "quizzes", "recipe", "recordpage", "scan", "schema", "share", "sandboxes", "tablefiles", "tour"}

func init() {
	for _, part := range parts {
		layers["app/"+part] = []string{"engine/...", "lessons", "app/code", "app/dialect", "app/figures", "app/form", "app/guard", "app/host", "app/i18n", "app/jobs", "app/keyhtml", "app/page", "app/record/frames", "app/synthetic/frames", "app/ui", "app/wording"}
		layers["app/"+part] = append(layers["app/"+part], "app/"+part+"/...")
		layers["app/model"] = append(layers["app/model"], "app/"+part)
		layers["app/view"] = append(layers["app/view"], "app/"+part)
		layers["app/shell"] = append(layers["app/shell"], "app/"+part) // for their effects
		pure["app/"+part] = []string{"os", "net", "net/*", "os/*", "syscall/*", "sync", "context", "math/rand", "math/rand/*", "github.com/hack-pad/*"}
	}
}

// TestOnlyViewsDraw checks that files of the parts that do not draw import nothing that draws.
func TestOnlyViewsDraw(t *testing.T) {
	for _, p := range packages(t) {
		for _, part := range parts {
			if p.ImportPath != module+"app/"+part {
				continue
			}
			for _, file := range p.GoFiles {
				source, err := parser.ParseFile(token.NewFileSet(), p.Dir+"/"+file, nil, parser.ImportsOnly)
				if err != nil {
					t.Fatal(err)
				}
				for _, imp := range source.Imports {
					draws := strings.Contains(imp.Path.Value, "go-app") || imp.Path.Value == `"`+module+`app/ui"`
					if draws && !strings.HasPrefix(file, "view") {
						t.Errorf("%s/%s imports %s, which is for files named view*.go", part, file, imp.Path.Value)
					}
				}
			}
		}
	}
}

func packages(t *testing.T, env ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles,TestGoFiles,Dir", module+"...")
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var all []listed
	for decoder := json.NewDecoder(out); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return all
}

// below reports whether a package is the layer's or in a folder below it.
func below(path, layer string) bool {
	return path == layer || strings.HasPrefix(path, layer+"/")
}

func layerOf(path string) string {
	found := ""
	for layer := range layers {
		if below(path, layer) && len(layer) > len(found) {
			found = layer
		}
	}
	return found
}

func matches(path, pattern string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

func TestImportDirections(t *testing.T) {
	for _, target := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}} {
		all := packages(t, target...)
		if len(all) < 15 {
			t.Fatalf("%v: only %d packages listed", target, len(all))
		}
		for _, p := range all {
			path := strings.TrimPrefix(p.ImportPath, module)
			layer := layerOf(path)
			if layer == "" {
				t.Errorf("%s belongs to no layer", path)
				continue
			}
			for _, imp := range p.Imports {
				if own, ok := strings.CutPrefix(imp, module); ok {
					to := layerOf(own)
					allowed := to == layer || slices.ContainsFunc(layers[layer], func(l string) bool {
						all, several := strings.CutSuffix(l, "/...")
						return to == l || several && below(own, all)
					})
					if !allowed {
						t.Errorf("%v: %s imports %s, which lies above it", target, path, own)
					}
				}
				for rule, banned := range pure {
					if below(path, rule) && slices.ContainsFunc(banned, func(b string) bool { return matches(imp, b) }) && !excepted(path, imp) {
						t.Errorf("%v: %s imports %s, which %s does without", target, path, imp, rule)
					}
				}
				if imp == "syscall/js" && !below(path, "wasm") && path != "app/guard" {
					t.Errorf("%v: %s imports syscall/js, which only wasm and app/guard do", target, path)
				}
			}
		}
	}
}

// TestFirstVisit checks that the page's program has nothing that reads the sources of lessons.
func TestFirstVisit(t *testing.T) {
	deps := func(args ...string) string {
		cmd := exec.Command("go", append([]string{"list", "-deps"}, args...)...)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	for _, native := range []string{"tabletop/app/connect", "google.golang.org/"} {
		for _, program := range []string{".", "./author"} {
			if strings.Contains(deps(program), native) {
				t.Errorf("the browser's program %s has something of %s", program, native)
			}
		}
	}
	// Sentences and lessons are fetched in the reader's language, so they must not be embedded.
	for _, has := range strings.Fields(deps("-f", "{{if .EmbedFiles}}{{.ImportPath}}{{end}}", ".")) {
		if has != module+"lessons/examples" {
			t.Errorf("the page's program has files of %s within it", has)
		}
	}
	for _, reader := range []string{"github.com/yuin/goldmark\n", "golang.org/x/tools/txtar\n"} {
		if strings.Contains(deps("."), reader) {
			t.Errorf("the page's program imports %s", reader)
		}
		if !strings.Contains(deps("./author"), reader) {
			t.Errorf("the program that checks lessons does without %s", reader)
		}
	}
}

// excepted reports whether a package may import what the rules forbid. A link is built with
// net/url, which opens nothing. Package wire caches what it knows about types; it is the only
// package of the engine that several goroutines may use at once.
func excepted(path, imp string) bool {
	return path == "app/share" && imp == "net/url" || path == "engine/wire" && imp == "sync"
}

// TestEngineNeitherWaitsNorAsksTheTime searches the sources for what imports cannot show.
func TestEngineNeitherWaitsNorAsksTheTime(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		if !below(path, "engine") && !below(path, "lessons") && !below(path, "app/model") && !below(path, "app/page") && !below(path, "app/i18n") || excepted(path, "") {
			continue
		}
		for _, file := range p.GoFiles {
			source, err := os.ReadFile(p.Dir + "/" + file)
			if err != nil {
				t.Fatal(err)
			}
			for number, line := range strings.Split(string(source), "\n") {
				code, _, _ := strings.Cut(line, "//")
				for _, word := range []string{"time.Now", "time.Since", "time.Sleep", "time.After(", "time.Tick", "time.NewT", "\tgo func", "\tgo "} {
					if strings.Contains(code, word) {
						t.Errorf("%s/%s:%d: %s", path, file, number+1, strings.TrimSpace(line))
					}
				}
			}
		}
	}
}
