package console

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"testing"

	"tabletop/engine/base"
)

// byEffect has a command of every type.
var byEffect = map[Effect][]Command{
	EffectNone:  {SetValueType{}, ListTables{}, SampleRowKeys{}, ListSplits{}, Exists{}, IsEnabled{}, Help{}},
	EffectReads: {Read{}, Lookup{}, GetCounter{}, CountRows{}},
	EffectWrites: {
		SetCells{}, AddToCell{}, CheckAndMutate{}, ReadModifyWrite{}, ImportCSV{}, DeleteRow{}, DeleteColumn{}, DeleteCell{}, DeleteVersions{}, DeleteRowsByPrefix{},
	},
	EffectSchema: {
		CreateTable{}, CreateFamily{}, SetGC{}, DeleteTable{}, DeleteFamily{}, DeleteAllRows{}, Disable{}, Enable{}, Alter{}, RewriteFiles{},
	},
}

// TestDescribe checks that a descriptor has the table and the row of its command, the
// command's effect, and its word in at least one dialect.
func TestDescribe(t *testing.T) {
	for effect, all := range byEffect {
		for _, c := range all {
			v := reflect.New(reflect.TypeOf(c)).Elem()
			var want Descriptor
			if f := v.FieldByName("Table"); f.IsValid() {
				want.Table = "t"
				f.SetString("t")
			}
			if f := v.FieldByName("Row"); f.IsValid() && v.Type() != reflect.TypeFor[DeleteRowsByPrefix]() { // its field Row is a prefix and not a row
				want.Row = base.RowKey("r")
				f.SetString("r")
			}
			got := DescriptorOf(v.Interface().(Command))
			if got.Table != want.Table || got.Row != want.Row || got.Effect != effect || got.Name == "" {
				t.Errorf("%T: %+v", c, got)
			}
			if writes := effect == EffectWrites || effect == EffectSchema; IsWrite(c) != writes {
				t.Errorf("%T: said to write: %v", c, !writes)
			}
		}
	}
}

// TestClosed compares the lists above with the number of command types, so that they
// cannot miss a new one.
func TestClosed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "command.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n, listed := 0, 0
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "describe" {
			n++
		}
	}
	for _, all := range byEffect {
		listed += len(all)
	}
	if n != listed {
		t.Errorf("%d commands, the lists have %d", n, listed)
	}
}
