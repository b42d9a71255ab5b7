//go:build !js

package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestProductsAreRounded checks that a simulation gives the same result on every machine. On
// machines with an instruction that multiplies and adds, Go uses it, with another rounding, unless
// the product is converted explicitly.
func TestProductsAreRounded(t *testing.T) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", module+"engine")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		exports[path] = file
	}
	files := token.NewFileSet()
	from := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, path := range []string{"engine", "engine/cluster", "engine/dataset", "engine/traffic"} {
		sources, err := filepath.Glob("../" + path + "/*.go")
		if err != nil || len(sources) == 0 {
			t.Fatalf("%s: %d files, %v", path, len(sources), err)
		}
		var parsed []*ast.File
		for _, name := range sources {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(files, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		if _, err := (&types.Config{Importer: from}).Check(module+path, files, parsed, info); err != nil {
			t.Fatal(err)
		}
		for _, at := range unrounded(parsed, info) {
			t.Errorf("%s: a product that is added is not converted to its type before", files.Position(at))
		}
	}
}

// unrounded returns the places where a floating-point product is added or subtracted without a
// conversion, directly or through a variable.
func unrounded(parsed []*ast.File, info *types.Info) (found []token.Pos) {
	float := func(e ast.Expr) bool {
		basic, ok := info.TypeOf(e).Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsFloat != 0 && info.Types[e].Value == nil
	}
	named := map[types.Object]bool{}
	product := func(e ast.Expr) bool {
		e = ast.Unparen(e)
		if id, ok := e.(*ast.Ident); ok {
			return named[info.Uses[id]]
		}
		b, ok := e.(*ast.BinaryExpr)
		return ok && b.Op == token.MUL && float(b)
	}
	for _, f := range parsed {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
					for i, e := range n.Rhs {
						named[info.Defs[n.Lhs[i].(*ast.Ident)]] = product(e)
					}
				}
				if (n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN) && product(n.Rhs[0]) {
					found = append(found, n.Pos())
				}
			case *ast.BinaryExpr:
				if (n.Op == token.ADD || n.Op == token.SUB) && (product(n.X) || product(n.Y)) {
					found = append(found, n.Pos())
				}
			}
			return true
		})
	}
	return found
}
