package filter

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func deep(levels int) Filter {
	f := Filter(PassAll{})
	for range levels - 1 {
		f = Chain{f, PassAll{}}
	}
	return f
}

func TestRefusals(t *testing.T) {
	ok := Filter(PassAll{})
	open, closed := base.OpenBound, base.ClosedBound
	for _, tt := range []struct {
		filter Filter
		code   base.Code
		args   []string
	}{
		{ValueRegex("a)(b"), base.CodeBadRegex, []string{"a)(b", "unexpected-)", "value"}},
		{Chain{ok, RowKeyRegex("*")}, base.CodeBadRegex, []string{"*", "missing-argument-to-repetition-operator", "row 2"}},
		{QualifierRegex("[\xff"), base.CodeBadRegex, []string{"[\xff", "missing-closing-]", "qualifier"}},
		{Chain{ok, Interleave{FamilyRegex("("), ok}}, base.CodeBadRegex, []string{"(", "missing-closing-)", "family 2.1"}},
		{FamilyRegex("a:b"), base.CodeFilterColon, []string{"family", "a:b"}},
		{RowKeyRegex(""), base.CodeFilterEmpty, []string{"row"}},
		{FamilyRegex(""), base.CodeFilterEmpty, []string{"family"}},
		{ValueBitmask(""), base.CodeFilterEmpty, []string{"mask"}},
		{ColumnRange{}, base.CodeFilterEmpty, []string{"column"}},
		{Condition{Then: ok}, base.CodeFilterEmpty, []string{"if"}},
		{CellsPerRow(0), base.CodeFilterCount, []string{"limit", "0", "2147483647"}},
		{CellsPerRowOffset(0), base.CodeFilterCount, []string{"offset", "0", "2147483647"}},
		{CellsPerColumn(-1), base.CodeFilterCount, []string{"latest", "-1", "2147483647"}},
		{CellsPerColumn(math.MaxInt32 + 1), base.CodeFilterCount, []string{"latest", "2147483648", "2147483647"}},
		{Condition{If: ok, Then: CellsPerRow(0)}, base.CodeFilterCount, []string{"limit 2", "0", "2147483647"}},
		{Condition{If: ok, Else: CellsPerRow(0)}, base.CodeFilterCount, []string{"limit 3", "0", "2147483647"}},
		{Condition{If: CellsPerRow(0)}, base.CodeFilterCount, []string{"limit 1", "0", "2147483647"}},
		{Chain{}, base.CodeFilterBranches, []string{"chain", "0", "2"}},
		{Chain{ok}, base.CodeFilterBranches, []string{"chain", "1", "2"}},
		{Interleave(nil), base.CodeFilterBranches, []string{"interleave", "0", "2"}},
		{Chain{ok, Interleave{ok}}, base.CodeFilterBranches, []string{"interleave 2", "1", "2"}},
		{RowSample(0), base.CodeFilterSample, []string{"sample", "0"}},
		{RowSample(1), base.CodeFilterSample, []string{"sample", "1"}},
		{RowSample(-0.5), base.CodeFilterSample, []string{"sample", "-0.5"}},
		{RowSample(math.NaN()), base.CodeFilterSample, []string{"sample", "NaN"}},
		{ColumnRange{Family: "f", Start: open("b"), End: closed("a")}, base.CodeFilterRange, []string{"column", `"b"`, `"a"`}},
		{ColumnRange{Family: "f", Start: closed("b"), End: open("")}, base.CodeFilterRange, []string{"column", `"b"`, `""`}},
		{ValueRange{Start: closed("\xff"), End: closed("\xfe")}, base.CodeFilterRange, []string{"value", `"\xff"`, `"\xfe"`}},
		{TimestampRange{Start: 2000, End: 1000}, base.CodeFilterRange, []string{"time", "2000", "1000"}},
		{TimestampRange{Start: 1500}, base.CodeFilterTime, []string{"time", "1500"}},
		{TimestampRange{End: 1}, base.CodeFilterTime, []string{"time", "1"}},
		{TimestampRange{Start: -1000}, base.CodeFilterTime, []string{"time", "-1000"}},
		{Label(""), base.CodeFilterLabel, []string{"label", "", "15"}},
		{Label("A"), base.CodeFilterLabel, []string{"label", "A", "15"}},
		{Label("a_b"), base.CodeFilterLabel, []string{"label", "a_b", "15"}},
		{Label("é"), base.CodeFilterLabel, []string{"label", "é", "15"}},
		{Label(strings.Repeat("a", 16)), base.CodeFilterLabel, []string{"label", "aaaaaaaaaaaaaaaa", "15"}},
		{Chain{Label("a"), Label("b")}, base.CodeFilterLabelTwice, []string{"chain"}},
		{Interleave{ok, Chain{Label("a"), Interleave{ok, Label("b")}}}, base.CodeFilterLabelTwice, []string{"chain 2"}},
		{Chain{Condition{If: ok, Else: Label("a")}, Label("b")}, base.CodeFilterLabelTwice, []string{"chain"}},
		{Chain{Label("a"), Sink{}, Label("b")}, base.CodeFilterLabelTwice, []string{"chain"}},
		{Condition{If: Sink{}}, base.CodeFilterSink, []string{"sink 1"}},
		{Condition{If: ok, Then: Sink{}}, base.CodeFilterSink, []string{"sink 2"}},
		{Chain{ok, Condition{If: ok, Else: Chain{ok, Interleave{ok, Sink{}}}}}, base.CodeFilterSink, []string{"sink 2.3.2.2"}},
		{deep(21), base.CodeFilterTooDeep, []string{"20"}},
		{Condition{If: ok, Else: deep(20)}, base.CodeFilterTooDeep, []string{"20"}},
		{ValueRegex(strings.Repeat("a", 20_480)), base.CodeFilterTooLarge, []string{"20484", "20480"}},
	} {
		p, err := Compile(tt.filter)
		var e *base.Error
		if p != nil || !errors.As(err, &e) || e.Code != tt.code || !slices.Equal(e.Args, tt.args) {
			t.Errorf("%.80s: got %v, %v, want %s %q", FilterText(tt.filter), p, err, tt.code, tt.args)
		}
		if only := Check(tt.filter); !reflect.DeepEqual(only, err) {
			t.Errorf("%.80s: checked alone %v, compiled %v", FilterText(tt.filter), only, err)
		}
	}
}

func TestLimits(t *testing.T) {
	open, closed := base.OpenBound, base.ClosedBound
	for _, f := range []Filter{
		deep(20), Interleave{deep(19), nil}, ValueRegex(strings.Repeat("a", 20_476)), CellsPerRow(math.MaxInt32),
		Label(strings.Repeat("z", 15)), Label("-"), RowSample(5e-324), RowSample(1 - 1e-16),
		ValueRange{Start: open("a"), End: open("a")}, ValueRange{Start: closed("a")}, ValueRange{End: open("")},
		TimestampRange{Start: 1000, End: 1000},
		Interleave{Label("a"), Label("b")}, Chain{Interleave{Label("a"), Label("b")}, PassAll{}},
		Chain{Sink{}, Condition{If: PassAll{}}},
	} {
		compile(t, f)
		if err := Check(f); err != nil {
			t.Errorf("%.80s: %v", FilterText(f), err)
		}
	}
}

// TestCompileFine checks that a table with the granularity of microseconds takes bounds
// that are not whole milliseconds.
func TestCompileFine(t *testing.T) {
	p, err := CompileMicros(Chain{TimestampRange{Start: 1001, End: 2001}, PassAll{}})
	if err != nil {
		t.Fatal(err)
	}
	cell := func(at base.Micros) base.Cell { return base.Cell{Family: "f", At: at} }
	got := through(p.NewEvaluation(0), "k", []base.Cell{cell(2001), cell(2000), cell(1001), cell(1000)})
	if want := []base.Cell{cell(2000), cell(1001)}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := CompileMicros(TimestampRange{Start: -1}); err == nil {
		t.Error("a time before 1970 is taken")
	}
}

// TestSinkDocumentation runs the example in the documentation of RowFilter.sink.
func TestSinkDocumentation(t *testing.T) {
	p := compile(t, Chain{FamilyRegex("A"), Interleave{PassAll{}, Chain{Label("foo"), Sink{}}}, QualifierRegex("B")})
	got := through(p.NewEvaluation(0), "k", []base.Cell{
		{Family: "A", Qualifier: "A", At: 1000, Value: "w"},
		{Family: "A", Qualifier: "B", At: 2000, Value: "x"},
		{Family: "B", Qualifier: "B", At: 4000, Value: "z"},
	})
	want := []base.Cell{
		{Family: "A", Qualifier: "A", At: 1000, Value: "w", Label: "foo"},
		{Family: "A", Qualifier: "B", At: 2000, Value: "x"},
		{Family: "A", Qualifier: "B", At: 2000, Value: "x", Label: "foo"},
	}
	if !slices.Equal(got, want) {
		t.Errorf(" got %v\nwant %v", got, want)
	}
}

func TestSample(t *testing.T) {
	const rows = 20_000
	kept := func(f Filter, seed uint64) (keys []int) {
		run := compile(t, f).NewEvaluation(seed)
		for i := range rows {
			key := base.RowKey("r" + string(rune('a'+i%26)) + strings.Repeat("#", i%7) + string(rune('0'+i/1000)) + string(rune(i)))
			if len(through(run, key, row)) > 0 {
				keys = append(keys, i)
			}
		}
		return keys
	}
	for _, p := range []float64{0.01, 0.25, 0.5, 0.9} {
		all := kept(RowSample(p), 1)
		if n, want := float64(len(all)), p*rows; math.Abs(n-want) > 5*math.Sqrt(want*(1-p)) {
			t.Errorf("sample(%v) keeps %v of %d rows", p, n, rows)
		}
		if !slices.Equal(all, kept(RowSample(p), 1)) {
			t.Errorf("sample(%v) is not the same again", p)
		}
		if slices.Equal(all, kept(RowSample(p), 2)) {
			t.Errorf("sample(%v) is the same with another seed", p)
		}
	}
	// Two samples in one tree decide independently.
	if n := len(kept(Chain{RowSample(0.5), RowSample(0.5)}, 1)); n < rows*23/100 || n > rows*27/100 {
		t.Errorf("half of a half is %d of %d rows", n, rows)
	}
}

func TestExplain(t *testing.T) {
	for _, tt := range []struct{ filter, path, name string }{
		{`block()`, "", "block"},
		{`chain(family(/a/), value(/z/), strip())`, "2", "value"},
		{`chain(family(/a/), chain(latest(1), value(/x2/)))`, "2.2", "value"},
		{`if(value(/y/), chain(pass(), block()), pass())`, "2.2", "block"},
		{`if(value(/z/), pass(), family(/c/))`, "3", "family"},
		{`if(value(/z/), pass())`, "", "if"},
		{`interleave(block(), family(/c/))`, "", "interleave"},
		{`chain(row(/r#1/), sample(1e-15))`, "2", "sample"},
	} {
		f, err := Parse(tt.filter)
		if err != nil {
			t.Fatal(err)
		}
		e := compile(t, f).Explain("r#1", row, 0)
		if e.Kept() || e.Nodes[e.DroppedBy].Path != TreePath(tt.path) || e.Nodes[e.DroppedBy].Name != tt.name {
			t.Errorf("%s: dropped by %+v", tt.filter, e)
		}
	}
	e := compile(t, Chain{FamilyRegex("a"), Interleave{CellsPerRow(1), Sink{}}, ValueRegex("y")}).Explain("r#1", row, 0)
	want := []node{
		{Path: "", Name: "chain", Ran: true, In: 5},
		{Path: "1", Name: "family", Ran: true, In: 5, Out: 3},
		{Path: "2", Name: "interleave", Ran: true, In: 3, Out: 1},
		{Path: "2.1", Name: "limit", Ran: true, In: 3, Out: 1},
		{Path: "2.2", Name: "sink", Ran: true, In: 3, Sunk: 3},
		{Path: "3", Name: "value", Ran: true, In: 1},
	}
	if !slices.Equal(e.Nodes, want) || e.DroppedBy != -1 || len(e.Out) != 3 {
		t.Errorf("got %+v\nwant %+v", e.Nodes, want)
	}
	if e := (*Program)(nil).Explain("k", row, 0); !e.Kept() || len(e.Nodes) != 1 || e.Nodes[0].Name != "pass" {
		t.Errorf("no filter: %+v", e)
	}
}
