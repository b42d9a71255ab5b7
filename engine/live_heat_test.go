package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/table"
)

// TestTouched checks that reads and writes of the reader's commands are counted with their rows,
// and that requests of the page are not.
func TestTouched(t *testing.T) {
	s := clocked()
	s.opts.Interpreters = []*Interpreter{HBaseInterpreter()}
	ask := func(d Dialect, text string, files ...PickedFile) {
		t.Helper()
		if r := s.Do(RunConsole{Dialect: d, Text: text, Files: files}); r.Err != nil {
			t.Fatalf("%s: %v", text, r.Err)
		}
	}
	ask(CBT, "createtable t families=f\nset t a f:q=1\nset t b f:q=1\nset t c f:q=1\nset t d f:q=1")
	ask(CBT, "lookup t b")
	ask(CBT, "read t start=b count=2")
	ask(CBT, "read t reversed=true count=1")
	ask(HBase, "get 't', 'c'\nput 't', 'a', 'f:q', '2'\nscan 't'")
	ask(CBT, "deleteallrows t\nimport t f column-family=f", PickedFile{"f", ",q\na,1\nb,2\n"})
	s.Do(PreviewRead{Text: "read t", Rows: 100})
	s.Do(Undo{})
	var got []string
	for _, x := range s.touched() {
		got = append(got, fmt.Sprintf("%d %d %s-%s x%g %d", x.Command, x.Op.Kind, x.Op.Key, x.Op.End, x.Op.Count, x.Op.Bytes))
	}
	want := []string{
		"1 1 a- x1 12", "2 1 b- x1 12", "3 1 c- x1 12", "4 1 d- x1 12",
		"5 0 b- x1 12", "6 2 b-c\x00 x1 24", "7 2 d- x1 12",
		"8 0 c- x1 12", "9 1 a- x1 23", "10 2 - x1 59",
		"11 1 a- x1 12", "11 1 b- x1 12",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nnot\n%q", got, want)
	}
}

// TestTouchedStaysSmall checks that a large import is represented by some of its rows, and that
// old commands are forgotten.
func TestTouchedStaysSmall(t *testing.T) {
	var i imported
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		i.add(tab, "k")
	}
	sum := 0.0
	for _, op := range i.all() {
		sum += op.Count
	}
	if n := len(i.ops); n > maxTouchedOnce || n < maxTouchedOnce/2 || sum < 999.9 || sum > 1000.1 {
		t.Errorf("%d, standing for %g", n, sum)
	}
	var l touches
	for range 2*maxTouched + 7 {
		l.add(0, "t", cluster.OpBatch{Kind: cluster.Write})
	}
	if n := len(l.list); n != maxTouched || l.list[n-1].Command != 2*maxTouched+7 || l.list[0].Command != maxTouched+8 {
		t.Errorf("%d, %+v to %+v", n, l.list[0], l.list[n-1])
	}
}

// TestLiveHeat checks that the commands are the columns of a map over the table's own keys, that a
// scan is spread over the keys it covers, and that a replayed change does not appear.
func TestLiveHeat(t *testing.T) {
	s := clocked()
	s.Do(RunConsole{Text: "createtable t families=f\ncreatetable u families=f\nset t a f:q=1\nset t b f:q=1\nset t c f:q=1\nset u c f:q=1\nset t d f:q=1"})
	task := s.Replay(Change{At: 1000, Request: RunConsole{Text: "set t d f:q=2"}})
	for !task.Step(100) {
	}
	s.Do(RunConsole{Text: "read t start=b end=d\nlookup t e"})
	h := s.liveHeat("t", 4)
	if !slices.Equal(h.Borders, []base.RowKey{"", "b", "c", "d"}) || len(h.Columns) != 6 || h.Columns[3].From != 5 || h.Columns[3].Ops != 1 {
		t.Fatalf("%+v", h)
	}
	show := func(m cluster.Metric) (out string) {
		for r := range h.Borders {
			for c := range h.Columns {
				out += fmt.Sprintf("%g ", h.At(m, r, c))
			}
			out += "|"
		}
		return out
	}
	if got, want := show(cluster.Writes), "1 0 0 0 0 0 |0 1 0 0 0 0 |0 0 1 0 0 0 |0 0 0 1 0 0 |"; got != want {
		t.Errorf("writes %s", got)
	}
	if got, want := show(cluster.Reads), "0 0 0 0 0 0 |0 0 0 0 0.5 0 |0 0 0 0 0.5 0 |0 0 0 0 0 1 |"; got != want {
		t.Errorf("reads %s", got)
	}
	if got, want := show(cluster.Bytes), "12 0 0 0 0 0 |0 12 0 0 12 0 |0 0 12 0 12 0 |0 0 0 12 0 0 |"; got != want {
		t.Errorf("bytes %s", got)
	}
	r := s.Do(MeasureLiveHeat{"t"})
	if of := AnswerAs[*LoadSimulated](r.Answer); of == nil || !of.Live || len(of.Borders) != 4 || of.Columns[3].Command != 5 || of.Cells[cluster.Bytes].At(0).Value() != 12 {
		t.Errorf("%+v", r)
	}
	if r := s.Do(MeasureLiveHeat{"gone"}); r.Err == nil || r.Err.Code != base.CodeNoTable || AnswerAs[*LoadSimulated](r.Answer) != nil {
		t.Errorf("%+v", r)
	}
	if h := s.liveHeat("gone", 4); len(h.Borders) != 1 || len(h.Columns) != 0 {
		t.Errorf("%+v", h)
	}
}

// TestAdviceOnPairs checks the advice about two rows that the reader repeatedly writes together.
func TestAdviceOnPairs(t *testing.T) {
	s := clocked()
	lines := []string{"createtable accounts families=f"}
	for i := range 3 {
		lines = append(lines, fmt.Sprintf("set accounts jo f:balance=%d", 10-i), fmt.Sprintf("set accounts sam f:balance=%d", i), "read accounts")
	}
	s.Do(RunConsole{Text: strings.Join(lines, "\n")})
	if got := rulesOf(adviceOn(t, s)); !slices.Equal(got, []advise.Rule{advise.RowsWrittenTogether}) {
		t.Errorf("%v", got)
	}
}
