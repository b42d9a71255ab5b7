package wire_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
)

var update = flag.Bool("update", false, "write the fixture of the version of now anew")

const fixture = "testdata/version1.json"

// journal has a request with each kind of field that is stored.
var journal = []engine.Request{
	engine.RunConsole{Text: "createtable t families=f:maxversions=2,g splits=m\nset t r f:q=1@1000 g:\\x00=\\xff"},
	engine.RunConsole{Text: "import t in column-family=f", Files: []engine.PickedFile{{Name: "in", Text: ",q\nn,2\n"}}},
	engine.RunConsole{Dialect: engine.HBase, Text: "put 't', 's', 'g:a', 'x', 5"},
	engine.LoadRecords{Table: "games", Template: "{game}#{n}", Columns: []plan.FieldColumn{{Field: "score", Family: "f", Qualifier: "s"}}, Data: dataset.Spec{
		Fields: []string{"game", "n", "score"}, Records: [][]string{{"Go", "7", "10"}},
		Recipe: &dataset.Recipe{Count: 4, Seed: 1 << 63, Gens: []dataset.Generator{
			{Field: "game", Kind: dataset.Choice, Values: []string{"LoL", "Go"}, Weights: []int64{3, 1}},
			{Field: "n", Kind: dataset.Ints, From: "1", To: "99"}, {Field: "score", Kind: dataset.Decimals, From: "0", To: "9", Step: "0.5"},
		}},
	}},
	engine.SetWorkload{Queries: []plan.Query{
		{ID: "q", Where: []plan.Cond{{Field: "game", Value: "Go"}, {Field: "n", Op: plan.Numbers, Value: "3", To: "9"}}, Latest: plan.Latest{Field: "n", N: 2}, Each: "game", Columns: []string{"score"}},
	}},
	engine.SaveCheckpoint{Name: "one"}, engine.CopyTable{Table: "t", As: "u"}, engine.Undo{}, engine.Redo{},
	engine.AdvanceClock{By: 1_000_000}, engine.CollectGarbage{Table: "t"},
}

type journaled struct {
	Changes [][]byte
	Cells   []string
}

// TestFixture reads a journal that was written when this version of the format was made.
// Its requests must make the same cells as then, and the journal must be written as the
// same bytes.
func TestFixture(t *testing.T) {
	options := engine.Options{Now: func() base.Micros { return 0 }, Interpreters: []*engine.Interpreter{engine.HBaseInterpreter()}}
	replay := func(s *engine.Session, c engine.Change) []engine.Change {
		t.Helper()
		task := s.Replay(c)
		for !task.Step(1 << 20) {
		}
		if err := task.Reply().Err; err != nil {
			t.Errorf("%+v is refused: %v", c.Request, err)
		}
		return task.Reply().Changes
	}
	if *update {
		s, made := engine.New(options), journaled{}
		for i, r := range journal {
			for _, c := range replay(s, engine.Change{At: base.Micros(1_700_000_000_000_000 + i*1_000_000), Request: r}) {
				made.Changes = append(made.Changes, wire.EncodeChange(c))
			}
		}
		made.Cells = cellsOf(s)
		text, err := json.MarshalIndent(made, "", "\t")
		if err == nil {
			err = os.WriteFile(fixture, append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	var was journaled
	if err := json.Unmarshal(text, &was); err != nil || len(was.Changes) < len(journal) {
		t.Fatalf("%d changes, %v", len(was.Changes), err)
	}
	s := engine.New(options)
	for i, frame := range was.Changes {
		c, err := wire.DecodeChange(frame)
		if err != nil {
			t.Fatalf("change %d: %v", i, err)
		}
		if again := wire.EncodeChange(c); !bytes.Equal(again, frame) {
			t.Errorf("change %d is written otherwise:\n got %x\nwant %x", i, again, frame)
		}
		replay(s, c)
	}
	if got := cellsOf(s); !slices.Equal(got, was.Cells) {
		t.Errorf("got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(was.Cells, "\n     "))
	}
}

// cellsOf returns the cells of a session's tables.
func cellsOf(s *engine.Session) (out []string) {
	for _, info := range s.Tables() {
		tab, _ := s.Table(info.Name)
		for row := range tab.RowsAt(0, tab.Len()) {
			for c := range row.Cells() {
				out = append(out, fmt.Sprintf("%s %q %s:%q@%d=%q", info.Name, row.Key(), c.Family, c.Qualifier, c.At, c.Value))
			}
		}
	}
	return out
}
