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
	EffectNone:  {SetValueType{}, List{}, SampleRowKeys{}, Splits{}, Exists{}, IsEnabled{}, Help{}},
	EffectReads: {Read{}, Lookup{}, Counter{}, Count{}},
	EffectWrites: {
		Set{}, AddToCell{}, CheckAndMutate{}, ReadModifyWrite{}, Import{}, DeleteRow{}, DeleteColumn{}, DeleteCell{}, DeleteVersions{}, DeletePrefix{},
	},
	EffectSchema: {
		CreateTable{}, CreateFamily{}, SetGC{}, DeleteTable{}, DeleteFamily{}, DeleteAllRows{}, Disable{}, Enable{}, Alter{},
	},
}

// TestDescribe: a descriptor tells the table and the row of its command, what it
// does, and the word of one dialect at least.
func TestDescribe(t *testing.T) {
	for effect, all := range byEffect {
		for _, c := range all {
			v := reflect.New(reflect.TypeOf(c)).Elem()
			var want Descriptor
			if f := v.FieldByName("Table"); f.IsValid() {
				want.Table = "t"
				f.SetString("t")
			}
			if f := v.FieldByName("Row"); f.IsValid() && v.Type() != reflect.TypeFor[DeletePrefix]() { // that has no row of its own
				want.Row = base.RowKey("r")
				f.SetString("r")
			}
			got := Describe(v.Interface().(Command))
			if got.Table != want.Table || got.Row != want.Row || got.Effect != effect || got.Name == "" {
				t.Errorf("%T: %+v", c, got)
			}
			if writes := effect == EffectWrites || effect == EffectSchema; Writes(c) != writes {
				t.Errorf("%T: said to write: %v", c, !writes)
			}
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
