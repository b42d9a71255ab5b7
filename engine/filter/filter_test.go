package filter

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// row is the row that the examples read. Its key is "r#1".
var row = []base.Cell{
	{Family: "a", Qualifier: "p", At: 3000, Value: "x3"},
	{Family: "a", Qualifier: "p", At: 2000, Value: "x2"},
	{Family: "a", Qualifier: "q", At: 2000, Value: "y"},
	{Family: "b", Qualifier: "", At: 1000, Value: "x3"},
	{Family: "b", Qualifier: "p", At: 1000, Value: "\xff\n"},
}

// examples has every kind of filter with its output for row. A number is an index in row;
// "s" after it means that the cell's value is stripped, and "l" and "m" that the cell has
// that label.
var examples = []struct {
	filter Filter
	want   string
}{
	{nil, "0 1 2 3 4"},
	{PassAll{}, "0 1 2 3 4"},
	{BlockAll{}, ""},
	{Chain{PassAll{}, nil}, "0 1 2 3 4"},
	{Chain{FamilyRegex("a"), QualifierRegex("p")}, "0 1"},
	{Chain{CellsPerRow(3), FamilyRegex("b")}, ""},
	{Chain{FamilyRegex("b"), CellsPerRow(1)}, "3"},
	{Chain{CellsPerRow(4), QualifierRegex("")}, "3"},
	{Chain{StripValue{}, ValueRegex("")}, "0s 1s 2s 3s 4s"},
	{Chain{StripValue{}, ValueRegex("x3")}, ""},
	{Chain{ValueRegex("x3"), StripValue{}}, "0s 3s"},
	{Chain{CellsPerColumn(1), ValueRegex("x2")}, ""},
	{Chain{ValueRegex("x2"), CellsPerColumn(1)}, "1"},
	{Chain{BlockAll{}, PassAll{}}, ""},
	{Interleave{FamilyRegex("b"), FamilyRegex("a")}, "0 1 2 3 4"},
	{Interleave{PassAll{}, QualifierRegex("p")}, "0 0 1 1 2 3 4 4"},
	{Interleave{nil, StripValue{}, BlockAll{}}, "0 0s 1 1s 2 2s 3 3s 4 4s"},
	{Chain{Interleave{PassAll{}, PassAll{}}, CellsPerColumn(1)}, "0 2 3 4"},
	{Chain{Interleave{PassAll{}, PassAll{}}, CellsPerRow(3)}, "0 0 1"},
	{Interleave{Chain{CellsPerRow(1), StripValue{}}, Interleave{CellsPerColumn(1), RowKeyRegex("no")}}, "0s 0 2 3 4"},
	{Condition{If: ValueRegex("y"), Then: FamilyRegex("a")}, "0 1 2"},
	{Condition{If: ValueRegex("y"), Else: FamilyRegex("a")}, ""},
	{Condition{If: ValueRegex("z"), Then: FamilyRegex("a")}, ""},
	{Condition{If: ValueRegex("z"), Then: FamilyRegex("a"), Else: FamilyRegex("b")}, "3 4"},
	{Condition{If: RowKeyRegex("r#.*"), Then: PassAll{}}, "0 1 2 3 4"},
	{Chain{FamilyRegex("b"), Condition{If: ValueRegex("y"), Then: BlockAll{}, Else: PassAll{}}}, "3 4"},
	{RowKeyRegex("r#1"), "0 1 2 3 4"},
	{RowKeyRegex("r"), ""},
	{Chain{CellsPerRow(1), RowKeyRegex("r#."), RowKeyRegex(".#1")}, "0"},
	{FamilyRegex("a"), "0 1 2"},
	{FamilyRegex("[bc]"), "3 4"},
	{QualifierRegex(""), "3"},
	{QualifierRegex("p|q"), "0 1 2 4"},
	{ValueRegex("x."), "0 1 3"},
	{ValueRegex(`\xff\C`), "4"},
	{ValueRegex(`\xff.`), ""},
	{CellsPerRow(2), "0 1"},
	{CellsPerRow(9), "0 1 2 3 4"},
	{CellsPerColumn(1), "0 2 3 4"},
	{CellsPerColumn(2), "0 1 2 3 4"},
	{StripValue{}, "0s 1s 2s 3s 4s"},
	{RowSample(1 - 1e-15), "0 1 2 3 4"},
	{RowSample(1e-15), ""},
	{Interleave{RowSample(1e-15), CellsPerRow(1)}, "0"},
	{Chain{CellsPerRow(1), RowSample(1e-15)}, ""},
	{ColumnRange{Family: "a"}, "0 1 2"},
	{ColumnRange{Family: "c"}, ""},
	{ColumnRange{Family: "a", Start: base.OpenBound("p")}, "2"},
	{ColumnRange{Family: "a", Start: base.ClosedBound("p"), End: base.OpenBound("q")}, "0 1"},
	{ColumnRange{Family: "a", End: base.ClosedBound("q")}, "0 1 2"},
	{ColumnRange{Family: "b", Start: base.OpenBound("")}, "4"},
	{ColumnRange{Family: "b", End: base.OpenBound("")}, ""},
	{ColumnRange{Family: "b", End: base.ClosedBound("")}, "3"},
	{ColumnRange{Family: "a", Start: base.OpenBound("p"), End: base.ClosedBound("p")}, ""},
	{Chain{CellsPerRow(4), ColumnRange{Family: "b"}}, "3"},
	{TimestampRange{}, "0 1 2 3 4"},
	{TimestampRange{Start: 2000}, "0 1 2"},
	{TimestampRange{End: 2000}, "3 4"},
	{TimestampRange{Start: 1000, End: 3000}, "1 2 3 4"},
	{TimestampRange{Start: 2000, End: 2000}, ""},
	{ValueRange{}, "0 1 2 3 4"},
	{ValueRange{Start: base.ClosedBound("x3")}, "0 2 3 4"},
	{ValueRange{Start: base.OpenBound("x3")}, "2 4"},
	{ValueRange{Start: base.ClosedBound("x2"), End: base.OpenBound("x3")}, "1"},
	{ValueRange{End: base.ClosedBound("x3")}, "0 1 3"},
	{Chain{StripValue{}, ValueRange{End: base.ClosedBound("")}}, "0s 1s 2s 3s 4s"},
	{ValueBitmask("\x00\x03"), "0 3"},
	{ValueBitmask("\x00\x02"), "0 1 3 4"},
	{ValueBitmask("\x01"), "2"},
	{ValueBitmask("\x02"), ""},
	{CellsPerRowOffset(1), "1 2 3 4"},
	{CellsPerRowOffset(5), ""},
	{Chain{CellsPerRowOffset(2), CellsPerRow(2)}, "2 3"},
	{Chain{CellsPerRow(2), CellsPerRowOffset(1)}, "1"},
	{Chain{CellsPerRowOffset(2), FamilyRegex("a")}, "2"},
	{Chain{CellsPerRowOffset(1), QualifierRegex("p"), CellsPerColumn(1)}, "1 4"},
	{Chain{Interleave{PassAll{}, PassAll{}}, CellsPerRowOffset(3)}, "1 2 2 3 3 4 4"},
	{Label("l"), "0l 1l 2l 3l 4l"},
	{Chain{Label("l"), StripValue{}, CellsPerRow(1)}, "0ls"},
	{Interleave{Chain{CellsPerRow(1), Label("l")}, Chain{CellsPerRow(2), Label("m")}}, "0l 0m 1m"},
	{Condition{If: ValueRegex("y"), Then: Chain{CellsPerRow(1), Label("l")}, Else: Label("m")}, "0l"},
	{Sink{}, "0 1 2 3 4"},
	{Chain{CellsPerRow(1), Sink{}}, "0"},
	{Chain{Sink{}, BlockAll{}}, "0 1 2 3 4"},
	{Chain{BlockAll{}, Sink{}}, ""},
	{Chain{Sink{}, Label("l"), Sink{}}, "0 1 2 3 4"},
	{Chain{Interleave{PassAll{}, Chain{CellsPerRow(2), Label("l"), Sink{}}}, QualifierRegex("q")}, "0l 1l 2"},
	// A filter of the row after a sink does not drop the cells that the sink took.
	{Chain{Interleave{PassAll{}, Chain{CellsPerRow(1), Sink{}}}, RowKeyRegex("no")}, "0"},
	{Chain{Interleave{PassAll{}, Chain{CellsPerRow(1), Sink{}}}, RowSample(1e-15)}, "0"},
	{Chain{Interleave{PassAll{}, Interleave{Sink{}, Sink{}}}, CellsPerRow(1)}, "0 0 0 1 1 2 2 3 3 4 4"},
}

func compile(t testing.TB, f Filter) *Program {
	t.Helper()
	p, err := Compile(f)
	if err != nil {
		t.Fatalf("%#v: %v", f, err)
	}
	return p
}

// through runs cells, which are in the order of a row, through r.
func through(r *Evaluation, key base.RowKey, cells []base.Cell) []base.Cell {
	if need := r.RequiredText(); need != nil && !slices.ContainsFunc(cells, func(c base.Cell) bool { return need.FoundIn(c.Value) }) {
		return nil
	}
	switch r.BeginRow(key) {
	case DropRow:
		return nil
	case KeepRow:
		return cells
	}
	wanted := false
	for i, c := range cells {
		if i == 0 || c.Family != cells[i-1].Family || c.Qualifier != cells[i-1].Qualifier {
			if wanted = r.Wants(c.Family, c.Qualifier); wanted {
				r.BeginColumn(c.Family, c.Qualifier)
			}
		}
		if wanted && !r.PassCell(c.At, c.Value) {
			break
		}
	}
	return r.EndRow()
}

func TestFilters(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var note func(f Filter)
	note = func(f Filter) {
		seen[reflect.TypeOf(f)] = true
		for _, g := range children(f) {
			note(g)
		}
	}
	for _, tt := range examples {
		note(tt.filter)
		var want []base.Cell
		for _, w := range strings.Fields(tt.want) {
			c := row[w[0]-'0']
			for _, mark := range w[1:] {
				if mark == 's' {
					c.Value = ""
				} else {
					c.Label = string(mark)
				}
			}
			want = append(want, c)
		}
		run := compile(t, tt.filter).NewEvaluation(0)
		for range 2 { // an Evaluation can be used for many rows
			if got := through(run, "r#1", row); !slices.Equal(got, want) {
				t.Errorf("%s:\n got %v\nwant %v", FilterText(tt.filter), got, want)
			}
		}
		if e := compile(t, tt.filter).Explain("r#1", row, 0); !slices.Equal(e.Out, want) || e.Kept() != (e.DroppedBy < 0) {
			t.Errorf("%s explained:\n got %v, by %d\nwant %v", FilterText(tt.filter), e.Out, e.DroppedBy, want)
		}
	}
	for _, f := range kinds {
		if !seen[reflect.TypeOf(f)] {
			t.Errorf("no example of %T", f)
		}
	}
}

// kinds has a value of every type in the closed set of filters.
var kinds = []Filter{PassAll{}, BlockAll{}, Sink{}, Chain{}, Interleave{}, Condition{}, RowKeyRegex(""), RowSample(0),
	FamilyRegex(""), QualifierRegex(""), ColumnRange{}, TimestampRange{}, ValueRegex(""), ValueRange{}, ValueBitmask(""),
	CellsPerRowOffset(0), CellsPerRow(0), CellsPerColumn(0), StripValue{}, Label("")}

// TestKinds checks in the source that kinds lacks no type of filter.
func TestKinds(t *testing.T) {
	src, err := os.ReadFile("filter.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(src), ") filter() "); n != len(kinds) {
		t.Errorf("%d members in the source, %d here", n, len(kinds))
	}
}

func TestPassesAll(t *testing.T) {
	for _, tt := range []struct {
		filter Filter
		want   bool
	}{
		{nil, true}, {PassAll{}, true}, {Chain{PassAll{}, Chain{PassAll{}, nil}}, true},
		{BlockAll{}, false}, {RowKeyRegex("a"), false}, {StripValue{}, false}, {Interleave{PassAll{}, BlockAll{}}, false},
		{RowSample(0.5), false}, {Sink{}, false}, {Label("a"), false}, {TimestampRange{}, false},
	} {
		if got := compile(t, tt.filter).PassesAll(); got != tt.want {
			t.Errorf("%#v: %v", tt.filter, got)
		}
	}
}

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		filter Filter
		key    base.RowKey
		want   RowDecision
	}{
		{nil, "k", KeepRow},
		{RowKeyRegex("k"), "k", KeepRow},
		{RowKeyRegex("k"), "l", DropRow},
		{Chain{CellsPerRow(1), Interleave{PassAll{}, PassAll{}}, RowKeyRegex("k")}, "l", DropRow},
		{Chain{CellsPerRow(1), RowSample(1e-15)}, "l", DropRow},
		{Chain{Sink{}, RowKeyRegex("k")}, "l", InspectCells},
		{Chain{RowKeyRegex("k"), Sink{}}, "l", DropRow},
		{Chain{RowKeyRegex("k"), FamilyRegex("f")}, "k", InspectCells},
		{BlockAll{}, "k", DropRow},
		{CellsPerColumn(1), "k", InspectCells},
	} {
		if got := compile(t, tt.filter).NewEvaluation(0).BeginRow(tt.key); got != tt.want {
			t.Errorf("%#v on %q: %d, want %d", tt.filter, tt.key, got, tt.want)
		}
	}
}

func TestNeed(t *testing.T) {
	for _, tt := range []struct {
		filter Filter
		want   string
	}{
		{nil, ""},
		{ValueRegex(".*bcd.*"), "bcd"},
		{ValueRegex("bcd"), "bcd"},
		{ValueRegex(""), ""},
		{ValueRegex("(?i).*bcd.*"), ""},
		{ValueRegex("a.*bcd.*|x"), ""},
		{Chain{FamilyRegex("f"), ValueRegex(".*a"), ValueRegex(".*bcd"), ValueRegex("ef")}, "bcd"},
		{Chain{CellsPerRow(1), ValueRegex("bcd"), Interleave{PassAll{}, PassAll{}}}, "bcd"},
		{Chain{StripValue{}, ValueRegex("bcd")}, "bcd"},
		{Chain{PassAll{}, Interleave{ValueRegex("bcd"), PassAll{}}}, ""},
		{Chain{Sink{}, ValueRegex("bcd")}, ""},
		{Condition{If: ValueRegex("bcd"), Then: PassAll{}}, ""},
	} {
		got := ""
		if f := compile(t, tt.filter).NewEvaluation(0).RequiredText(); f != nil {
			got = f.text
		}
		if got != tt.want {
			t.Errorf("%#v needs %q, want %q", tt.filter, got, tt.want)
		}
	}
}

func randomFilter(r *rand.Rand, level int) Filter {
	patterns := []string{"a", "b", "a|b", ".", ".*", "[^a]", "ab?", "a.*"}
	pattern := patterns[r.IntN(len(patterns))]
	n := 21
	if level > 4 {
		n = 18
	}
	bound := func() base.Bound { return base.Bound{Kind: base.BoundKind(r.IntN(3)), At: pick(r, "", "a", "ab", "b")} }
	bounds := func() (base.Bound, base.Bound) {
		for {
			start, end := bound(), bound()
			if start.Kind == base.BoundUnset {
				start.At = ""
			}
			if end.Kind == base.BoundUnset {
				end.At = ""
			}
			if !base.BoundsReversed(start, end) {
				return start, end
			}
		}
	}
	switch r.IntN(n) {
	case 0:
		return PassAll{}
	case 1:
		if r.IntN(3) > 0 {
			return PassAll{}
		}
		return BlockAll{}
	case 2:
		return RowKeyRegex(pattern)
	case 3:
		return FamilyRegex(pattern)
	case 4:
		return QualifierRegex(pattern)
	case 5:
		return ValueRegex(pattern)
	case 6:
		return CellsPerRow(1 + r.IntN(6))
	case 7:
		return CellsPerColumn(1 + r.IntN(2))
	case 8:
		return StripValue{}
	case 9:
		return RowSample(pick(r, 0.3, 0.9))
	case 10:
		start, end := bounds()
		return ColumnRange{Family: pick[base.Family](r, "a", "b"), Start: start, End: end}
	case 11:
		return pick(r, TimestampRange{}, TimestampRange{Start: 1000}, TimestampRange{1000, 2000}, TimestampRange{End: 2000})
	case 12:
		start, end := bounds()
		return ValueRange{start, end}
	case 13:
		return ValueBitmask(pick(r, "a", "`b", "\x00", "\x00\x00", "aba"))
	case 14:
		return CellsPerRowOffset(1 + r.IntN(3))
	case 15:
		return Label(pick(r, "x", "y", "z-1"))
	case 16, 17:
		return Sink{}
	case 18:
		c := Condition{If: randomFilter(r, level+1)}
		if r.IntN(4) > 0 {
			c.Then = randomFilter(r, level+1)
		}
		if r.IntN(4) > 0 {
			c.Else = randomFilter(r, level+1)
		}
		return c
	case 19:
		fs := make(Interleave, 2+r.IntN(3))
		for i := range fs {
			fs[i] = randomFilter(r, level+1)
		}
		return fs
	default:
		fs := make(Chain, 2+r.IntN(3))
		for i := range fs {
			fs[i] = randomFilter(r, level+1)
		}
		return fs
	}
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// TestAgainstExplainer compares the results of compiled random filters over random rows
// with those of the plain interpreter.
func TestAgainstExplainer(t *testing.T) {
	some, sunk, labelled, filters := 0, 0, 0, 0
	for seed := uint64(0); filters < 20_000; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		f := randomFilter(r, 1)
		p, err := Compile(f)
		if err != nil {
			// These are the only refusals of Bigtable that can occur with these filters.
			if code := err.(*base.Error).Code; code != base.CodeFilterSink && code != base.CodeFilterLabelTwice {
				t.Fatalf("seed %d: %s: %v", seed, FilterText(f), err)
			}
			continue
		}
		filters++
		run, plainly := p.NewEvaluation(seed), p.NewExplainer(seed)
		for range 4 {
			key := base.RowKey("ab"[:1+r.IntN(2)])
			cells := make([]base.Cell, r.IntN(8))
			for i := range cells {
				cells[i] = base.Cell{
					Family:    base.Family("ab"[r.IntN(2):][:1]),
					Qualifier: base.Qualifier("aab"[r.IntN(3):]),
					At:        base.Micros(r.IntN(3) * 1000),
					Value:     "abab"[r.IntN(4):],
				}
			}
			slices.SortFunc(cells, base.Cell.Compare)
			cells = slices.CompactFunc(cells, func(a, b base.Cell) bool { return a.Compare(b) == 0 })
			got, e := through(run, key, cells), plainly.ExplainRow(key, cells)
			if !slices.Equal(got, e.Out) {
				t.Fatalf("seed %d: %s on %q %v:\n got %v\nwant %v", seed, FilterText(f), key, cells, got, e.Out)
			}
			checkNodes(t, f, cells, e)
			if 0 < len(got) && len(got) < len(cells) {
				some++
			}
			for _, n := range e.Nodes {
				sunk += n.Sunk
			}
			for _, c := range got {
				if c.Label != "" {
					labelled++
				}
			}
		}
	}
	if some < 2000 || sunk < 2000 || labelled < 2000 {
		t.Errorf("only %d rows filtered in part, %d cells sunk, %d labelled", some, sunk, labelled)
	}
}

// checkNodes compares the parts of an explanation with each other.
func checkNodes(t *testing.T, f Filter, cells []base.Cell, e Explanation) {
	t.Helper()
	out := e.Nodes[0].Out
	for _, n := range e.Nodes {
		out += n.Sunk
		if n.Ran != (n.In > 0) || !n.Ran && n.Out+n.Sunk > 0 {
			t.Fatalf("%s: node %+v", FilterText(f), n)
		}
	}
	switch by := e.DroppedBy; {
	case len(e.Out) != out || len(cells) > 0 && e.Nodes[0].In != len(cells):
		t.Fatalf("%s: %d cells out, the nodes say %d: %+v", FilterText(f), len(e.Out), out, e.Nodes)
	case e.Kept() != (by < 0), by >= 0 && len(cells) > 0 && (!e.Nodes[by].Ran || e.Nodes[by].Out != 0):
		t.Fatalf("%s: kept %v, by %d: %+v", FilterText(f), e.Kept(), by, e.Nodes)
	}
}

func TestNoAllocations(t *testing.T) {
	for _, f := range []Filter{
		RowKeyRegex("r#1"), RowKeyRegex("r.*"), FamilyRegex("a"), Chain{FamilyRegex("a"), QualifierRegex("p.*"), CellsPerColumn(1)},
		ValueRegex(".*3"), StripValue{}, CellsPerRow(2),
		Interleave{FamilyRegex("a"), ValueRegex("x3")}, Condition{If: ValueRegex("y"), Then: PassAll{}},
		RowSample(0.5), ColumnRange{Family: "a", Start: base.OpenBound("p")}, Chain{TimestampRange{End: 3000}, ValueBitmask("\x01\x01")},
		Interleave{Label("l"), Chain{CellsPerRowOffset(1), Sink{}}}, ValueRange{End: base.OpenBound("y")},
	} {
		run := compile(t, f).NewEvaluation(0)
		through(run, "r#1", row)
		if n := testing.AllocsPerRun(100, func() { through(run, "r#1", row) }); n != 0 {
			t.Errorf("%#v: %v allocations a row", f, n)
		}
	}
}
