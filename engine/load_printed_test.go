package engine

import (
	"bytes"
	"compress/flate"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/console/printed"
	"tabletop/engine/table"
)

// printedOf returns a request to read a printed text back.
func printedOf(name string, form printed.OutputForm, text string) MakeTableFromPrintedOutput {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestSpeed)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return MakeTableFromPrintedOutput{Table: name, Form: form, Row: "k", PackedText: PackedText{Size: len(text), Packed: packed.String()}}
}

func printedSession() *Session {
	return New(Options{Now: func() base.Micros { return 1_000_000 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
}

// allOf returns everything that a table holds, as text.
func allOf(t *testing.T, s *Session, name string) (all []string) {
	t.Helper()
	tab, ok := s.Table(name)
	if !ok {
		t.Fatalf("there is no table %s", name)
	}
	for row := range tab.Scan(table.ScanQuery{}, nil) {
		for c := range row.Cells() {
			all = append(all, fmt.Sprintf("%q %+v", row.Key(), c))
		}
	}
	return all
}

// saidBy returns what a console prints.
func saidBy(t *testing.T, s *Session, d Dialect, text string) string {
	t.Helper()
	reply := s.Do(RunConsole{Dialect: d, Text: text})
	if reply.Err != nil {
		t.Fatal(reply.Err)
	}
	return outputOf(reply)
}

// TestPrintedComesBack checks that the printed output of our consoles makes the same table again,
// in slices of any size and in a replay.
func TestPrintedComesBack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	text := func(most int) string {
		b := make([]byte, rnd.IntN(most))
		for i := range b {
			b[i] = "ab\x00\xff\n\r\t\"\\ #:@\x7f\xe6\x97\xa5"[rnd.IntN(16)]
		}
		return string(b)
	}
	for n := range 60 {
		s := printedSession()
		s.Do(RunConsole{Text: "createtable t families=f,g,a-b.c_D"})
		fill := RestoreRows{Target: LoadRecords{Table: "t"}}
		for i := range 1 + rnd.IntN(20) {
			row := RowToRestore{Key: base.RowKey(fmt.Sprintf("%s%02d", text(30), i))}
			for range 1 + rnd.IntN(6) {
				row.Cells = append(row.Cells, base.Cell{
					Family: []base.Family{"f", "g", "a-b.c_D"}[rnd.IntN(3)], Qualifier: base.Qualifier(text(4)),
					At: base.Micros(rnd.IntN(3)) * 1_425_168_000_000_000, Value: text(40),
				})
			}
			fill.Rows = append(fill.Rows, row)
		}
		if err := s.Do(fill).Err; err != nil {
			t.Fatal(err)
		}
		want := allOf(t, s, "t")
		for form, r := range []MakeTableFromPrintedOutput{
			printedOf("u", printed.CBT, saidBy(t, s, CBT, "read t")),
			printedOf("u", printed.Scan, saidBy(t, s, HBase, "scan 't', VERSIONS => 10")),
		} {
			fresh := printedSession()
			task := fresh.Start(r)
			for !task.Step(int64(1 + n)) {
			}
			reply := task.Reply()
			if got := allOf(t, fresh, "u"); !reflect.DeepEqual(got, want) || reply.FocusTable != "u" {
				t.Fatalf("form %d, %v\n got %s\nwant %s", form, reply.Output, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			again := printedSession()
			for _, c := range reply.Changes {
				for task := again.Replay(c); !task.Step(1000); {
				}
			}
			if got := allOf(t, again, "u"); !reflect.DeepEqual(got, want) {
				t.Fatalf("replayed it has %q", got)
			}
			if fresh.Do(Undo{}); len(fresh.Tables()) != 0 {
				t.Error("it is not undone in one step")
			}
		}
	}
}

func TestPrintedRefused(t *testing.T) {
	good := printedOf("u", printed.Get, "COLUMN CELL\n f:q   timestamp=1, value=v\n")
	with := func(change func(*MakeTableFromPrintedOutput)) MakeTableFromPrintedOutput {
		r := good
		change(&r)
		return r
	}
	for name, c := range map[string]struct {
		r    MakeTableFromPrintedOutput
		want base.Code
	}{
		"good":                    {good, ""},
		"a name that is taken":    {with(func(r *MakeTableFromPrintedOutput) { r.Table = "t" }), base.CodeTableExists},
		"a name that none has":    {with(func(r *MakeTableFromPrintedOutput) { r.Table = "a b" }), base.CodeTableName},
		"longer than it says":     {with(func(r *MakeTableFromPrintedOutput) { r.Size-- }), base.CodeNotPrinted},
		"damaged":                 {with(func(r *MakeTableFromPrintedOutput) { r.Packed = r.Packed[:len(r.Packed)-5] }), base.CodeNotPrinted},
		"without a cell":          {printedOf("u", printed.CBT, "hello"), base.CodeNotPrinted},
		"another form":            {with(func(r *MakeTableFromPrintedOutput) { r.Form = printed.CBT }), base.CodeNotPrinted},
		"beyond the bounds":       {with(func(r *MakeTableFromPrintedOutput) { r.Size = printed.MaxText + 1 }), base.CodeInputTooLong},
		"packed beyond the bound": {with(func(r *MakeTableFromPrintedOutput) { r.Packed = strings.Repeat("x", maxPacked+1) }), base.CodeInputTooLong},
	} {
		s := printedSession()
		s.Do(RunConsole{Text: "createtable t families=f"})
		reply := s.Do(c.r)
		code := base.Code("")
		if reply.Err != nil {
			code = reply.Err.Code
		}
		if code != c.want || (code == "") != (len(s.Tables()) == 2) || (code == "") != (len(reply.Changes) == 1) {
			t.Errorf("%s: %v, %d tables", name, reply.Err, len(s.Tables()))
		}
	}
}

// TestPrintedEmptyQualifier checks that columns with empty names come back from what the shell
// prints, even if the table has no others.
func TestPrintedEmptyQualifier(t *testing.T) {
	s := New(Options{Now: func() base.Micros { return 5_000_000 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	shellDo(t, s, "create 't', 'f', 'g'\nput 't', 'r', 'f:', 'e', 1\nput 't', 'r', 'f:a', 'x', 1\nput 't', 'r', 'g:', '', 2\nput 't', 'k', 'g:', 'e', 3")
	all := cellsOf(s) // k is the first row
	want := map[printed.OutputForm][]string{printed.Scan: all, printed.Get: all[:1]}
	for form, text := range map[printed.OutputForm]string{printed.Scan: "scan 't'", printed.Get: "get 't', 'k'"} {
		again := New(Options{Now: func() base.Micros { return 5_000_000 }, Interpreters: []*Interpreter{HBaseInterpreter()}})
		r := again.Do(printedOf("t", form, outputOf(shellDo(t, s, text))))
		if got := cellsOf(again); r.Err != nil || !slices.Equal(got, want[form]) {
			t.Errorf("%s: %q, %v", text, got, r.Err)
		}
	}
}
