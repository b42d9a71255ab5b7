package engine

import (
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// TestRowBeyondReading writes a row of more than 256 MB, which is accepted. The row cannot be read
// in full or be read and modified. Some of its columns can be read, its key can be listed, its
// rows can be counted, and more can be written to it.
func TestRowBeyondReading(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make test-all")
	}
	now := base.Micros(1_700_000_000_000_000)
	s := New(Options{Now: func() base.Micros { now += 1000; return now }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	mustDo(t, s, RunConsole{Text: "createtable books families=PAGE"})
	page := strings.Repeat("x", base.MaxCell)
	tab := s.state.tables["books"]
	var cells []table.Mutation
	for i := range 3 {
		cells = append(cells, table.SetCell{Family: "PAGE", Qualifier: base.Qualifier("0" + strconv.Itoa(i)), Value: page})
	}
	if err := tab.Mutate("B0417", 0, cells); err != nil {
		t.Fatalf("a row of 300 MB is refused: %v", err)
	}
	for _, c := range []struct {
		dialect Dialect
		text    string
		refused bool
	}{
		{CBT, "lookup books B0417", true},
		{CBT, "read books", true},
		{HBase, "get 'books', 'B0417'", true},
		{HBase, "scan 'books'", true},
		{CBT, "readmodifywrite books B0417 PAGE NOTE append=x", true},
		{HBase, "incr 'books', 'B0417', 'PAGE:N'", true},
		{CBT, "lookup books B0417 columns=PAGE:01", false},
		{HBase, "get 'books', 'B0417', 'PAGE:01'", false},
		{CBT, "read books keys-only=true", false},
		{CBT, "count books", false},
		{HBase, "count 'books'", false},
		{CBT, "set books B0417 PAGE:NOTE=torn", false},
		{CBT, "lookup books B0417 columns=PAGE:NOTE", false},
	} {
		r := s.Do(RunConsole{Dialect: c.dialect, Text: c.text})
		if refused := r.Err != nil && r.Err.Code == base.CodeRowUnreadable; refused != c.refused || r.Err != nil && !refused {
			t.Errorf("%s: %v", c.text, r.Err)
		}
	}
}
