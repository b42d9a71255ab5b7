package engine

import (
	"testing"

	"tabletop/engine/base"
)

// FuzzImport checks that a file of comma-separated values is either written completely, or refused
// with a code and without any change.
func FuzzImport(f *testing.F) {
	f.Add(",f,f\n,a,b\nr1,1,2\nr2,,3\n", "import t x.csv")
	f.Add(",a,\"b\"\"c\"\nr1,\"1\n2\",2\n", "import t x.csv column-family=f")
	f.Add("\xef\xbb\xbf,a\r\nr1,\r\n,\r\n", "import t x.csv column-family=f batch-size=1")
	f.Fuzz(func(t *testing.T, csv, command string) {
		s := New(Options{Now: func() base.Micros { return 1_000_000 }})
		s.Do(RunConsole{Text: "createtable t families=f,g"})
		task := s.Start(RunConsole{Text: command, Files: []PickedFile{{"x.csv", csv}}})
		for !task.Step(10) {
		}
		r := task.Reply()
		tab, ok := s.Table("t")
		if !ok {
			return
		}
		cells := int64(0)
		for row := range tab.RowsAt(0, tab.Len()) {
			cells += int64(row.Len())
		}
		if cells != tab.CellCount() || r.Err != nil && len(r.Changes) == 0 && cells != 0 {
			t.Fatalf("%d cells of %d, %v", cells, tab.CellCount(), r.Err)
		}
		again := New(Options{Now: func() base.Micros { return 1_000_000 }})
		again.Do(RunConsole{Text: "createtable t families=f,g"})
		for _, c := range r.Changes {
			for task := again.Replay(c); !task.Step(1000); {
			}
		}
		if same, ok := again.Table("t"); !ok || same.CellCount() != tab.CellCount() || same.Bytes() != tab.Bytes() {
			t.Fatalf("run again it has other cells than %d", tab.CellCount())
		}
	})
}
