package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/console/cbt"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

// hundred returns a session with a table t of the rows r000 to r599, each with two cells, split at
// r200 and r400.
func hundred(t *testing.T) *Session {
	now := base.Micros(1_700_000_000_000_000)
	s := New(Options{Now: func() base.Micros { now += 1000; return now }, Interpreters: []*Interpreter{HBaseInterpreter()}})
	var b strings.Builder
	b.WriteString("createtable t families=f splits=r200,r400\n")
	for i := range 600 {
		fmt.Fprintf(&b, "set t r%03d f:a=%d f:b=x\n", i, i%10)
	}
	mustDo(t, s, RunConsole{Text: b.String()})
	return s
}

var previewed = []struct {
	dialect Dialect
	text    string
}{
	{CBT, "read t"}, {CBT, "read t prefix=r1"}, {CBT, "read t start=r150 end=r420 count=7"}, {CBT, "read t regex=r..5"},
	{CBT, "read t prefix=r3 regex=r..5 reversed=true"}, {CBT, "read t reversed=true count=3"}, {CBT, "count t prefix=r2"},
	{CBT, "lookup t r017"}, {CBT, "lookup t gone"}, {CBT, "read t columns=f:a cells-per-column=1 count=2"}, {CBT, "read t prefix=z"},
	{CBT, "read t filter=sample(0.3)"}, {CBT, `read t prefix=r1 filter='chain(value(/[3-7]/), label(hot))' count=9 reversed=true`},
	{CBT, `read t filter='if(value("4"), chain(offset(1), strip()), block())'`}, {CBT, `read t filter='interleave(mask("7"), chain(column(f, [b, )), value(/y/)))'`},
	{CBT, `lookup t r017 filter=qualifier(/b/)`}, {CBT, "read t filter='chain(interleave(sink(), pass()), block())' count=2"},
	{HBase, "scan 't', {ROWPREFIXFILTER => 'r5', COLUMNS => ['f:a']}"}, {HBase, "get 't', 'r100'"}, {HBase, "count 't'"},
	{HBase, `scan 't', {FILTER => "SingleColumnValueFilter('f', 'a', =, 'binary:3') AND PageFilter(4)"}`},
	{HBase, `scan 't', {FILTER => "InclusiveStopFilter('r300')", LIMIT => 5}`}, {HBase, "scan 't', {LIMIT => 3, REVERSED => true}"},
}

// TestPreviewIsTheRead checks that a preview within its budget counts and marks the same rows as
// the read.
func TestPreviewIsTheRead(t *testing.T) {
	s := hundred(t)
	look := func() (RowPage, TableStrip) {
		return s.Page(RowWindow{Table: "t", Count: MaxPageRows}), s.TableStrip(RowPage{Table: "t"})
	}
	for _, c := range previewed {
		version := s.Version()
		pre := mustDo(t, s, PreviewRead{Dialect: c.dialect, Text: c.text, Rows: 10_000})
		if AnswerAs[*ReadPreviewed](pre.Answer) == nil || AnswerAs[*ReadPreviewed](pre.Answer).Truncated || pre.Read != nil || pre.Output != nil || len(pre.Changes) > 0 || s.Version() != version {
			t.Fatalf("%s: %+v", c.text, pre)
		}
		page, strip := look()
		run := mustDo(t, s, RunConsole{Dialect: c.dialect, Text: c.text})
		a, b := AnswerAs[*ReadPreviewed](pre.Answer).Read, *run.Read
		b.Stats.Trace = nil
		a.Stats.BytesReturned, a.Stats.CellsReturned = b.Stats.BytesReturned, b.Stats.CellsReturned
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: previewed %+v, read %+v", c.text, a, b)
		}
		page2, strip2 := look()
		if !reflect.DeepEqual(page, page2) {
			t.Errorf("%s: the pages differ", c.text)
		}
		if !reflect.DeepEqual(strip, strip2) {
			t.Errorf("%s: the strip was %+v, is %+v", c.text, strip, strip2)
		}
	}
}

// TestFilterArgument checks that a read with arguments and an expression returns the same as one
// filter that expresses all of it.
func TestFilterArgument(t *testing.T) {
	s := hundred(t)
	for args, whole := range map[string]string{
		"filter=sample(0.3)":                                     "sample(0.3)",
		`filter='mask("1")' keys-only=true`:                      `chain(mask("1"), strip())`,
		"columns=f:a filter='value([7, ))' cells-per-column=1":   "chain(latest(1), chain(family(/f/), qualifier(/a/)), value([7, )))",
		"regex=r..5 filter='interleave(offset(1), label(a))'":    "chain(row(/r..5/), interleave(offset(1), label(a)))",
		"filter='chain(sink(), block())' keys-only=true count=0": "block()",
	} {
		f, err := filter.Parse(whole)
		if err != nil {
			t.Fatal(err)
		}
		program, err := filter.Compile(f)
		if err != nil {
			t.Fatal(err)
		}
		var want []byte
		tab := s.state.tables["t"]
		for row := range tab.Scan(table.ScanQuery{Filter: program, Limit: maxPrinted}, new(table.ScanStats)) {
			want = cbt.AppendRow(want, row.Key(), row.Cells())
		}
		r := mustDo(t, s, RunConsole{Text: "read t " + args})
		if got := strings.Join(texts(r), ""); got != string(want) {
			t.Errorf("%s prints %.300s, want %.300s", args, got, want)
		}
	}
	r := s.Do(RunConsole{Text: "read t filter='chain(pass(), latest(x))'"})
	if r.Err == nil || r.Err.Code != base.CodeFilterSyntax || r.Err.Pos != 36 || r.Err.End != 37 {
		t.Errorf("%+v", r.Err)
	}
}

func texts(r Reply) (all []string) {
	for _, l := range r.Output {
		if l.Kind == LineText {
			all = append(all, l.Text)
		}
	}
	return all
}

// TestPreviewEnds checks that the pages show the last read again after a text that is not a read,
// and that a preview never replaces the last read.
func TestPreviewEnds(t *testing.T) {
	s := hundred(t)
	mustDo(t, s, RunConsole{Text: "lookup t r010"})
	before := s.Page(RowWindow{Table: "t", Count: 500})
	for _, text := range []string{"", "read", "read t prefx=a", "read nowhere", "read t start=b end=a", "set t a f:a=1", "read t\nread t", "read t regex=[", "help"} {
		mustDo(t, s, PreviewRead{Text: "read t prefix=r0", Rows: 10_000})
		if s.ReadReturned(0, "r020") || !s.ReadReturned(0, "r010") {
			t.Fatal("a preview counts as the last read")
		}
		if reflect.DeepEqual(before, s.Page(RowWindow{Table: "t", Count: 500})) {
			t.Fatal("a preview marks nothing")
		}
		if r := mustDo(t, s, PreviewRead{Text: text, Rows: 10_000}); AnswerAs[*ReadPreviewed](r.Answer) != nil {
			t.Errorf("%q is previewed: %+v", text, AnswerAs[*ReadPreviewed](r.Answer))
		}
		if !reflect.DeepEqual(before, s.Page(RowWindow{Table: "t", Count: 500})) {
			t.Errorf("%q leaves the marks of a preview", text)
		}
	}
}

func TestPreviewStopsAtItsBudget(t *testing.T) {
	s := hundred(t)
	for _, text := range []string{"read t", "read t regex=r..5", "read t reversed=true", "count t"} {
		p := AnswerAs[*ReadPreviewed](mustDo(t, s, PreviewRead{Text: text, Rows: 50}).Answer)
		if p == nil || !p.Truncated || p.Read.Stats.RowsScanned != 50 {
			t.Errorf("%s: %+v", text, p)
		}
		if n := s.TableStrip(RowPage{Table: "t"}).Spans[0]; n.To-n.From != 50 {
			t.Errorf("%s: the strip shows %+v", text, n)
		}
	}
	clock := base.Micros(0)
	s.opts.Stopwatch = func() base.Micros { clock += 1000; return clock }
	mustDo(t, s, RunConsole{Text: "createtable u families=f"})
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "set u k%04d f:a=1\n", i)
	}
	mustDo(t, s, RunConsole{Text: b.String()})
	if p := AnswerAs[*ReadPreviewed](mustDo(t, s, PreviewRead{Text: "read u regex=.*7", Rows: 100_000, Micros: 2000}).Answer); !p.Truncated || p.Read.Stats.RowsScanned != 2*previewStride {
		t.Errorf("in 2 ms of a clock that goes 1 ms a look: %+v", p)
	}
}

func TestStrip(t *testing.T) {
	s := hundred(t)
	for _, c := range []struct {
		text string
		want []StripSpan
	}{
		{"read t prefix=r1", []StripSpan{{100, 200, MarkReturned}}},
		{"read t start=r590 end=z", []StripSpan{{590, 600, MarkReturned}}},
		{"read t count=30", []StripSpan{{0, 30, MarkReturned}}},
		{"read t reversed=true count=30", []StripSpan{{570, 600, MarkReturned}}},
		{"read t regex=r.00", []StripSpan{{0, 600, MarkScanned}, {0, 1, MarkReturned}, {100, 101, MarkReturned}, {200, 201, MarkReturned}, {300, 301, MarkReturned}, {400, 401, MarkReturned}, {500, 501, MarkReturned}}},
		{"read t regex=r.00 reversed=true count=2", []StripSpan{{400, 600, MarkScanned}, {400, 401, MarkReturned}, {500, 501, MarkReturned}}},
		{"read t prefix=z", nil},
	} {
		mustDo(t, s, RunConsole{Text: c.text})
		if got := s.TableStrip(RowPage{Table: "t"}); !slices.Equal(got.Spans, c.want) || got.Rows != 600 || !slices.Equal(got.Tablets, []int{200, 400}) {
			t.Errorf("%s: %+v", c.text, got)
		}
	}
	mustDo(t, s, RunConsole{Text: "read t prefix=r1\nset t a f:a=1"})
	if got := s.TableStrip(RowPage{Table: "t"}); !slices.Equal(got.Spans, []StripSpan{{101, 201, MarkReturned}}) || !slices.Equal(got.Tablets, []int{201, 401}) {
		t.Errorf("after a row was added: %+v", got)
	}
	if got := s.TableStrip(RowPage{Table: "gone"}); got.Rows != 0 || got.Spans != nil {
		t.Errorf("%+v", got)
	}
}

// TestTraceInPieces checks that pieces of a trace make up the whole one, which agrees with the
// read.
func TestTraceInPieces(t *testing.T) {
	s := hundred(t)
	for _, c := range previewed {
		read := mustDo(t, s, RunConsole{Dialect: c.dialect, Text: c.text}).Read
		whole := AnswerAs[*ReadTraced](mustDo(t, s, TraceLastRead{0, MaxTracedRows}).Answer)
		if want := min(read.Stats.RowsScanned, MaxTracedRows); int64(len(whole.Rows)) != want || !whole.End {
			t.Errorf("%s: %d steps of %d, end %v", c.text, len(whole.Rows), want, whole.End)
		}
		var steps []TracedRow
		for {
			piece := AnswerAs[*ReadTraced](mustDo(t, s, TraceLastRead{len(steps), 40}).Answer)
			if piece.First != len(steps) {
				t.Fatalf("%s: asked for %d, got %d", c.text, len(steps), piece.First)
			}
			if steps = append(steps, piece.Rows...); piece.End {
				break
			}
		}
		if !reflect.DeepEqual(steps, whole.Rows) {
			t.Errorf("%s: %d steps in pieces, %d at once", c.text, len(steps), len(whole.Rows))
		}
		tab, kept := s.state.tables["t"], int64(0)
		for _, step := range whole.Rows {
			if step.Kept {
				kept++
			} else if step.DroppedByName == "" {
				t.Errorf("%s: nobody dropped %+v", c.text, step)
			}
			if step.Offset != tab.Rank(step.Key) {
				t.Errorf("%s: %+v stands at %d", c.text, step, tab.Rank(step.Key))
			}
		}
		if read.Stats.RowsScanned <= MaxTracedRows && kept != read.Stats.RowsReturned {
			t.Errorf("%s: %d kept, %d returned", c.text, kept, read.Stats.RowsReturned)
		}
	}
	if w := AnswerAs[*ReadTraced](mustDo(t, New(Options{Now: func() base.Micros { return 0 }}), TraceLastRead{0, 9}).Answer); !w.End || w.Rows != nil {
		t.Errorf("without a read: %+v", w)
	}
}
