package engine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// shellSession returns a session with a table of n rows.
func shellSession(t *testing.T, rows int) *Session {
	t.Helper()
	now := base.Micros(1_000_000)
	s := New(Options{Now: func() base.Micros { now += 1_000_000; return now }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	shellDo(t, s, "create 't', {NAME => 'f', VERSIONS => 2}")
	var script strings.Builder
	for i := range rows {
		fmt.Fprintf(&script, "put 't', 'r%03d', 'f:n', '%d', 1\nput 't', 'r%03d', 'f:q', 'x', 1\n", i, i%7, i)
	}
	shellDo(t, s, script.String())
	return s
}

func shellDo(t *testing.T, s *Session, text string) Reply {
	t.Helper()
	r := s.Do(RunConsole{Dialect: HBase, Text: text})
	if r.Err != nil {
		t.Fatalf("%s: %v", text, r.Err)
	}
	return r
}

// outputOf returns the text of a reply.
func outputOf(r Reply) string {
	var b strings.Builder
	for _, l := range r.Output {
		b.WriteString(l.Text)
	}
	return b.String()
}

// TestShellMore prints a long scan to its end in parts. Every row appears once, with a filter of
// the table and with a filter of HBase.
func TestShellMore(t *testing.T) {
	s := shellSession(t, 350)
	for _, c := range []struct {
		text string
		want int // rows
	}{
		{"scan 't'", 350},
		{"scan 't', REVERSED => true, LIMIT => 220", 220},
		{"scan 't', FILTER => \"ValueFilter(=, 'binary:x')\"", 350},
		{"scan 't', FILTER => \"ValueFilter(=, 'substring:X')\"", 350},
		{"scan 't', FILTER => \"PageFilter(240)\"", 240},
		{"scan 't', {FILTER => \"PageFilter(240)\", LIMIT => 201}", 201},
		{"scan 't', FILTER => \"SingleColumnValueFilter('f', 'n', !=, 'binary:3')\"", 300},
		{"scan 't', {REVERSED => true, FILTER => \"SKIP ValueFilter(!=, 'substring:3')\"}", 300},
		{"scan 't', FILTER => \"WHILE RowFilter(!=, 'binary:r105')\"", 105},
	} {
		r := shellDo(t, s, c.text)
		if r.Read == nil || r.Read.Stats.RowsReturned != int64(c.want) || !strings.Contains(outputOf(r), fmt.Sprintf("\n%d row(s)\n", c.want)) {
			t.Errorf("%s: %+v", c.text, r.Read)
		}
		seen := map[string]int{}
		for {
			in := 0
			for line := range strings.Lines(outputOf(r)) {
				if f := strings.Fields(line); len(f) > 1 && strings.HasPrefix(f[1], "column=") {
					if seen[f[0]]++; seen[f[0]] == 1 {
						in++
					}
				}
			}
			if in > maxPrinted || in == 0 {
				t.Errorf("%s: %d rows at once", c.text, in)
			}
			if !r.More {
				break
			}
			r = s.Do(PrintMore{})
		}
		if len(seen) != c.want {
			t.Errorf("%s: %d rows, want %d", c.text, len(seen), c.want)
		}
	}
}

// TestShellSlices checks that a read in small steps gives the same as in a single one.
func TestShellSlices(t *testing.T) {
	s := shellSession(t, 120)
	for _, text := range []string{
		"scan 't', LIMIT => 30", "scan 't', FILTER => \"PageFilter(50)\"", "count 't', INTERVAL => 20", "scan 't', REVERSED => true, FILTER => \"SKIP ValueFilter(!=, 'substring:3')\"",
	} {
		want := shellDo(t, s, text)
		task := s.Start(RunConsole{Dialect: HBase, Text: text})
		for !task.Step(7) {
		}
		if got := task.Reply(); !reflect.DeepEqual(got.Output, want.Output) || !reflect.DeepEqual(got.Read, want.Read) {
			t.Errorf("%s\n got %s %+v\nwant %s %+v", text, outputOf(got), got.Read, outputOf(want), want.Read)
		}
	}
}

// TestShellMarks checks that the grid shows what a scan with HBase's filters returned.
func TestShellMarks(t *testing.T) {
	s := shellSession(t, 4)
	shellDo(t, s, "scan 't', {FILTER => \"RowFilter(!=, 'binary:r001') AND PageFilter(2)\"}")
	var marks []ReadMark
	for _, row := range s.Page(RowWindow{Table: "t", Count: 4}).Rows {
		marks = append(marks, row.Mark)
	}
	if want := []ReadMark{MarkReturned, MarkScanned, MarkReturned, MarkNone}; !reflect.DeepEqual(marks, want) {
		t.Errorf("marks %v, want %v", marks, want)
	}
}

// TestShellUndo checks that the disabled mark of a table is part of the state that is undone and
// replayed.
func TestShellUndo(t *testing.T) {
	s := shellSession(t, 1)
	refused := func(text string, code base.Code) {
		t.Helper()
		if r := s.Do(RunConsole{Dialect: HBase, Text: text}); r.Err == nil || r.Err.Code != code {
			t.Errorf("%s: %v, want %s", text, r.Err, code)
		}
	}
	shellDo(t, s, "disable 't'")
	refused("get 't', 'r000'", base.CodeTableDisabled)
	s.Do(Undo{})
	shellDo(t, s, "get 't', 'r000'")
	refused("drop 't'", base.CodeTableEnabled)
	s.Do(Redo{})
	refused("put 't', 'r', 'f:q', 'x'", base.CodeTableDisabled)
	shellDo(t, s, "drop 't'\ncreate 't', 'f'\nput 't', 'r', 'f:q', 'x'")
	s.ReadOnly = true
	refused("enable 't'", base.CodeReadOnly)
	shellDo(t, s, "describe 't'")
}

func TestShellNotThere(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 0 }})
	for d, name := range map[Dialect]string{HBase: "HBase", 9: "dialect 9"} {
		if r := s.Do(RunConsole{Dialect: d, Text: "list"}); r.Err == nil || r.Err.Code != base.CodeCommandUnsupported || r.Err.Args[0] != name {
			t.Errorf("dialect %d: %v", d, r.Err)
		}
	}
}

// TestShellReplay checks that the journal of a session in both dialects gives the same session
// again.
func TestShellReplay(t *testing.T) {
	now := base.Micros(1_000_000)
	clock := func() base.Micros { now += 1_000_000; return now }
	s, again := New(Options{Now: clock, Interpreters: []*Interpreter{HBaseInterpreter()}}), New(Options{Now: clock, Interpreters: []*Interpreter{HBaseInterpreter()}})
	for _, r := range []Request{
		RunConsole{Dialect: HBase, Text: "create 't', 'f', {NAME => 'g', VERSIONS => 3}\nput 't', 'a', 'g:q', '1'\nput 't', 'a', 'g:q', '2'\nincr 't', 'b', 'f:n', 5"},
		RunConsole{Text: "set t b g:q=3"},
		RunConsole{Dialect: HBase, Text: "append 't', 'b', 'g:q', '4'\ndelete 't', 'a', 'g:q'\ndeleteall 't', 'b', 'g'\nscan 't'"},
		Undo{},
		RunConsole{Dialect: HBase, Text: "alter 't', 'h', {NAME => 'f', TTL => 60}\ndisable 't'\nput 't', 'a', 'g:q', 'no'"},
	} {
		for _, c := range s.Do(r).Changes {
			for task := again.Replay(c); !task.Step(10); {
			}
		}
	}
	if !reflect.DeepEqual(s.Tables(), again.Tables()) || s.state.disabled["t"] != again.state.disabled["t"] || !again.state.disabled["t"] {
		t.Errorf("%+v is replayed as %+v", s.Tables(), again.Tables())
	}
	want, got := cellsOf(s), cellsOf(again)
	if !reflect.DeepEqual(got, want) || len(want) == 0 {
		t.Errorf("%v is replayed as %v", want, got)
	}
}

// cellsOf returns all cells of a session's table t.
func cellsOf(s *Session) (cells []string) {
	tab, _ := s.Table("t")
	for row := range tab.RowsAt(0, tab.Len()) {
		for c := range row.Cells() {
			cells = append(cells, fmt.Sprint(row.Key(), c))
		}
	}
	return cells
}
