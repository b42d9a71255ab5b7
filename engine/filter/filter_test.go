package filter

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// row is what the examples read: key "r#1".
var row = []base.Cell{
	{Family: "a", Qualifier: "p", At: 3000, Value: "x3"},
	{Family: "a", Qualifier: "p", At: 2000, Value: "x2"},
	{Family: "a", Qualifier: "q", At: 2000, Value: "y"},
	{Family: "b", Qualifier: "", At: 1000, Value: "x3"},
	{Family: "b", Qualifier: "p", At: 1000, Value: "\xff\n"},
}

// examples hold every kind of filter with what comes out of row; numbers are
// places in row, "s" after one says that its value is gone.
var examples = []struct {
	filter Filter
	want   string
}{
	{nil, "0 1 2 3 4"},
	{PassAll{}, "0 1 2 3 4"},
	{BlockAll{}, ""},
	{Chain{}, "0 1 2 3 4"},
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
	{Interleave{}, ""},
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
}

func compile(t testing.TB, f Filter) *Program {
	t.Helper()
	p, err := Compile(f)
	if err != nil {
		t.Fatalf("%#v: %v", f, err)
	}
	return p
}

// through runs cells, in a row's order, through r.
func through(r *Run, key base.RowKey, cells []base.Cell) []base.Cell {
	switch r.Row(key) {
	case Drop:
		return nil
	case Keep:
		return cells
	}
	wanted := false
	for i, c := range cells {
		if i == 0 || c.Family != cells[i-1].Family || c.Qualifier != cells[i-1].Qualifier {
			wanted = r.Column(c.Family, c.Qualifier)
		}
		if wanted && !r.Cell(c.At, c.Value) {
			break
		}
	}
	return r.End()
}

func TestFilters(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var note func(f Filter)
	note = func(f Filter) {
		seen[reflect.TypeOf(f)] = true
		switch f := f.(type) {
		case Chain:
			for _, g := range f {
				note(g)
			}
		case Interleave:
			for _, g := range f {
				note(g)
			}
		}
	}
	for _, tt := range examples {
		note(tt.filter)
		var want []base.Cell
		for _, w := range strings.Fields(tt.want) {
			c := row[w[0]-'0']
			if strings.HasSuffix(w, "s") {
				c.Value = ""
			}
			want = append(want, c)
		}
		run := compile(t, tt.filter).Start()
		for range 2 { // a run is good for many rows
			if got := through(run, "r#1", row); !slices.Equal(got, want) {
				t.Errorf("%#v:\n got %v\nwant %v", tt.filter, got, want)
			}
		}
	}
	for _, f := range kinds {
		if !seen[reflect.TypeOf(f)] {
			t.Errorf("no example of %T", f)
		}
	}
}

// kinds holds every member of the closed set.
var kinds = []Filter{PassAll{}, BlockAll{}, Chain{}, Interleave{}, Condition{}, RowKeyRegex(""), FamilyRegex(""),
	QualifierRegex(""), ValueRegex(""), CellsPerRow(0), CellsPerColumn(0), StripValue{}}

func TestPassesAll(t *testing.T) {
	for _, tt := range []struct {
		filter Filter
		want   bool
	}{
		{nil, true}, {PassAll{}, true}, {Chain{}, true}, {Chain{PassAll{}, Chain{PassAll{}}}, true},
		{BlockAll{}, false}, {RowKeyRegex("a"), false}, {StripValue{}, false}, {Interleave{PassAll{}}, false},
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
		want   Verdict
	}{
		{nil, "k", Keep},
		{RowKeyRegex("k"), "k", Keep},
		{RowKeyRegex("k"), "l", Drop},
		{Chain{CellsPerRow(1), Interleave{PassAll{}}, RowKeyRegex("k")}, "l", Drop},
		{Chain{RowKeyRegex("k"), FamilyRegex("f")}, "k", Look},
		{BlockAll{}, "k", Drop},
		{CellsPerColumn(1), "k", Look},
	} {
		if got := compile(t, tt.filter).Start().Row(tt.key); got != tt.want {
			t.Errorf("%#v on %q: %d, want %d", tt.filter, tt.key, got, tt.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	deep := func(levels int) Filter {
		f := Filter(PassAll{})
		for range levels - 1 {
			f = Chain{f}
		}
		return f
	}
	for _, tt := range []struct {
		filter Filter
		code   base.Code
		args   []string
	}{
		{ValueRegex("a)(b"), base.CodeBadRegex, []string{"a)(b", "unexpected )"}},
		{RowKeyRegex("*"), base.CodeBadRegex, []string{"*", "missing argument to repetition operator"}},
		{QualifierRegex("[\xff"), base.CodeBadRegex, []string{"[\xff", "missing closing ]"}},
		{Chain{PassAll{}, Interleave{FamilyRegex("(")}}, base.CodeBadRegex, nil},
		{FamilyRegex("a:b"), base.CodeBadFilter, []string{"family-regex", "colon"}},
		{RowKeyRegex(""), base.CodeBadFilter, []string{"row-key-regex", "empty"}},
		{CellsPerRow(0), base.CodeBadFilter, []string{"cells-per-row", "0"}},
		{CellsPerColumn(-1), base.CodeBadFilter, []string{"cells-per-column", "-1"}},
		{Condition{Then: PassAll{}}, base.CodeBadFilter, []string{"condition", "predicate missing"}},
		{Condition{If: PassAll{}, Then: CellsPerRow(0)}, base.CodeBadFilter, nil},
		{Condition{If: PassAll{}, Else: CellsPerRow(0)}, base.CodeBadFilter, nil},
		{Condition{If: CellsPerRow(0)}, base.CodeBadFilter, nil},
		{deep(21), base.CodeFilterTooDeep, []string{"20"}},
		{Condition{If: PassAll{}, Else: deep(20)}, base.CodeFilterTooDeep, nil},
		{ValueRegex(strings.Repeat("a", 20_480)), base.CodeFilterTooLarge, []string{"20484", "20480"}},
	} {
		p, err := Compile(tt.filter)
		var e *base.Error
		if p != nil || !errors.As(err, &e) || e.Code != tt.code || tt.args != nil && !slices.Equal(e.Args, tt.args) {
			t.Errorf("%.80s: got %v, %v, want %s %q", fmt.Sprintf("%#v", tt.filter), p, err, tt.code, tt.args)
		}
	}
	for _, f := range []Filter{deep(20), Interleave{deep(19)}, ValueRegex(strings.Repeat("a", 20_476))} {
		compile(t, f)
	}
}

// model is what f lets out of cells, read straight from the rules.
func model(f Filter, key base.RowKey, cells []base.Cell) []base.Cell {
	match := func(pattern, s string) bool {
		return regexp.MustCompile(`\A(?:` + pattern + `)\z`).MatchString(s)
	}
	keep := func(ok func(base.Cell) bool) []base.Cell {
		return slices.DeleteFunc(slices.Clone(cells), func(c base.Cell) bool { return !ok(c) })
	}
	switch f := f.(type) {
	case PassAll:
		return cells
	case BlockAll:
		return nil
	case Chain:
		for _, g := range f {
			cells = model(g, key, cells)
		}
		return cells
	case Interleave:
		var out []base.Cell
		for _, g := range f {
			out = append(out, model(g, key, cells)...)
		}
		slices.SortStableFunc(out, base.Cell.Compare)
		return out
	case Condition:
		branch := f.Else
		if len(model(f.If, key, cells)) > 0 {
			branch = f.Then
		}
		if branch == nil {
			return nil
		}
		return model(branch, key, cells)
	case RowKeyRegex:
		return keep(func(base.Cell) bool { return match(string(f), string(key)) })
	case FamilyRegex:
		return keep(func(c base.Cell) bool { return match(string(f), string(c.Family)) })
	case QualifierRegex:
		return keep(func(c base.Cell) bool { return match(string(f), string(c.Qualifier)) })
	case ValueRegex:
		return keep(func(c base.Cell) bool { return match(string(f), c.Value) })
	case CellsPerRow:
		return cells[:min(len(cells), int(f))]
	case CellsPerColumn:
		seen := map[base.Cell]int{}
		return keep(func(c base.Cell) bool {
			column := base.Cell{Family: c.Family, Qualifier: c.Qualifier}
			seen[column]++
			return seen[column] <= int(f)
		})
	case StripValue:
		out := slices.Clone(cells)
		for i := range out {
			out[i].Value = ""
		}
		return out
	default:
		panic(fmt.Sprintf("no rule for %T", f))
	}
}

func randomFilter(r *rand.Rand, level int) Filter {
	patterns := []string{"a", "b", "a|b", ".", ".*", "[^a]", "ab?", "a.*"}
	pattern := patterns[r.IntN(len(patterns))]
	n := 12
	if level > 4 {
		n = 9
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
		c := Condition{If: randomFilter(r, level+1)}
		if r.IntN(4) > 0 {
			c.Then = randomFilter(r, level+1)
		}
		if r.IntN(4) > 0 {
			c.Else = randomFilter(r, level+1)
		}
		return c
	case 10:
		fs := make(Interleave, r.IntN(4))
		for i := range fs {
			fs[i] = randomFilter(r, level+1)
		}
		return fs
	default:
		fs := make(Chain, 1+r.IntN(4))
		for i := range fs {
			fs[i] = randomFilter(r, level+1)
		}
		return fs
	}
}

// TestAgainstModel compares random filters over random rows with the rules.
func TestAgainstModel(t *testing.T) {
	some := 0
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := randomFilter(r, 1)
		run := compile(t, f).Start()
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
			got, want := through(run, key, cells), model(f, key, cells)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: %#v on %q %v:\n got %v\nwant %v", seed, f, key, cells, got, want)
			}
			if 0 < len(want) && len(want) < len(cells) {
				some++
			}
		}
	}
	if some < 500 {
		t.Errorf("only %d rows were filtered in part", some)
	}
}

func TestNoAllocations(t *testing.T) {
	for _, f := range []Filter{
		RowKeyRegex("r#1"), RowKeyRegex("r.*"), FamilyRegex("a"), Chain{FamilyRegex("a"), QualifierRegex("p.*"), CellsPerColumn(1)},
		ValueRegex(".*3"), StripValue{}, CellsPerRow(2),
		Interleave{FamilyRegex("a"), ValueRegex("x3")}, Condition{If: ValueRegex("y"), Then: PassAll{}},
	} {
		run := compile(t, f).Start()
		through(run, "r#1", row)
		if n := testing.AllocsPerRun(100, func() { through(run, "r#1", row) }); n != 0 {
			t.Errorf("%#v: %v allocations a row", f, n)
		}
	}
}
