package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Limits on how much a newcomer has to take in at once.
const (
	mostFiles  = 40  // of a package
	mostLines  = 600 // of a file
	mostFields = 25  // of a struct
)

// TestSizes checks that all code except tests is within these limits.
func TestSizes(t *testing.T) {
	packages := map[string]int{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "dist" || strings.HasPrefix(entry.Name(), ".") && name != "..") {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if n := strings.Count(string(text), "\n"); n > mostLines {
			t.Errorf("%s has %d lines", name, n)
		}
		packages[filepath.Dir(name)]++
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if of, ok := spec.Type.(*ast.StructType); ok && of.Fields.NumFields() > mostFields {
				t.Errorf("%s: %s has %d fields", name, spec.Name.Name, of.Fields.NumFields())
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 30 {
		t.Errorf("only %d packages were found", len(packages))
	}
	for dir, n := range packages {
		if n > mostFiles {
			t.Errorf("%s has %d files", dir, n)
		}
	}
}
