package console

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

var writes = []Command{CreateTable{}, CreateFamily{}, SetGC{}, DeleteTable{}, DeleteFamily{}, Set{}, AddToCell{}, CheckAndMutate{}, ReadModifyWrite{}, Import{}, DeleteRow{}, DeleteColumn{}, DeleteAllRows{}, Disable{}, Enable{}, Alter{}, DeleteCell{}, DeleteVersions{}, DeletePrefix{}}

var reads = []Command{SetValueType{}, List{}, SampleRowKeys{}, Read{}, Lookup{}, Count{}, Exists{}, Help{}}

func TestWrites(t *testing.T) {
	for _, c := range writes {
		if !Writes(c) {
			t.Errorf("%T: said to read only", c)
		}
	}
	for _, c := range reads {
		if Writes(c) {
			t.Errorf("%T: said to write", c)
		}
	}
}

// TestClosed counts the types that are commands, so that a new one cannot be
// forgotten in the lists above.
func TestClosed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "command.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "command" {
			n++
		}
	}
	if n != len(writes)+len(reads) {
		t.Errorf("%d commands, the lists have %d", n, len(writes)+len(reads))
	}
}
