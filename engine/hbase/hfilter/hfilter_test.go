package hfilter

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"KeyOnlyFilter()", ""},
		{"KeyOnlyFilter( true )", "KeyOnlyFilter(true)"},
		{"KeyOnlyFilter(false)", "KeyOnlyFilter()"},
		{"FirstKeyOnlyFilter()", ""},
		{"PrefixFilter('it''s')", ""},
		{"ColumnPrefixFilter('')", ""},
		{"MultipleColumnPrefixFilter('a', 'b', 'c')", ""},
		{"ColumnCountGetFilter(4)", ""},
		{"PageFilter (2)", "PageFilter(2)"},
		{"ColumnPaginationFilter(3, 5)", ""},
		{"InclusiveStopFilter('r2')", ""},
		{"RowFilter(<=,'binary:xyz')", "RowFilter(<=, 'binary:xyz')"},
		{"FamilyFilter (>=, 'binaryprefix:f')", "FamilyFilter(>=, 'binaryprefix:f')"},
		{"QualifierFilter(!=, 'substring:A')", ""},
		{"ValueFilter(=, 'regexstring:a.*:b')", ""},
		{"TimestampsFilter(5, 985945, 4)", ""},
		{"ColumnRangeFilter('abc', TRUE, 'xyz', false)", "ColumnRangeFilter('abc', true, 'xyz', false)"},
		{"DependentColumnFilter('f', 'q')", ""},
		{"DependentColumnFilter('f', 'q', false)", "DependentColumnFilter('f', 'q')"},
		{"DependentColumnFilter('f', 'q', true)", ""},
		{"DependentColumnFilter('f', 'q', false, >=, 'binary:v')", ""},
		{"SingleColumnValueFilter('f', 'q', <, 'binary:v')", ""},
		{"SingleColumnValueFilter('f', 'q', <, 'binary:v', false, true)", "SingleColumnValueFilter('f', 'q', <, 'binary:v')"},
		{"SingleColumnValueExcludeFilter('f', 'q', =, 'binary:v', true, false)", ""},
		{"ColumnValueFilter('f', 'q', >, 'binary:v')", ""},
		{"PageFilter(1) AND PageFilter(2) AND PageFilter(3)", ""},
		{"PageFilter(1) AND (PageFilter(2) AND PageFilter(3))", ""},
		{"PageFilter(1) OR PageFilter(2) AND PageFilter(3) OR PageFilter(4)", ""},
		{"((PageFilter(1) OR PageFilter(2)) AND PageFilter(3))", "(PageFilter(1) OR PageFilter(2)) AND PageFilter(3)"},
		{"SKIP PageFilter(1) AND WHILE PageFilter(2)", ""},
		{"SKIP (PageFilter(1) AND WHILE (SKIP PageFilter(2)))", ""},
		{"(PageFilter(1))AND(PageFilter(2))", "PageFilter(1) AND PageFilter(2)"},
	} {
		f, err := Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if c.want == "" {
			c.want = c.text
		}
		if got := Print(f); got != c.want {
			t.Errorf("%s is printed as %s", c.text, got)
		}
		if again, err := Parse(Print(f)); err != nil || !reflect.DeepEqual(again, f) {
			t.Errorf("%s is read again as %#v, %v", c.text, again, err)
		}
	}
	if len(forms) != 19 || !slices.IsSortedFunc(forms, func(a, b form) int { return strings.Compare(a.name, b.name) }) {
		t.Errorf("%d forms", len(forms))
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		text, code, args string
		pos, end         int
	}{
		{"", "filter-syntax", `["" "PrefixFilter('…')"]`, 0, 0},
		{"PageFilter", "filter-syntax", `["" "("]`, 10, 10},
		{"PageFilter(1", "filter-syntax", `["" ")"]`, 12, 12},
		{"PageFilter(1) PageFilter(2)", "filter-syntax", `["PageFilter" "AND, OR"]`, 14, 24},
		{"PageFilter(1) and PageFilter(2)", "filter-syntax", `["and" "AND, OR"]`, 14, 17},
		{"(PageFilter(1)", "filter-syntax", `["" ")"]`, 14, 14},
		{"PageFilter(1) AND", "filter-syntax", `["" "PrefixFilter('…')"]`, 17, 17},
		{"Prefix('a')", "unknown-filter", `["Prefix" "PrefixFilter"]`, 0, 6},
		{"Unheard('a')", "unknown-filter", `["Unheard" ""]`, 0, 7},
		{"PageFilter()", "filter-args", `["PageFilter" "PageFilter(rows)"]`, 0, 12},
		{"PageFilter(1, 2)", "filter-args", `["PageFilter" "PageFilter(rows)"]`, 14, 15},
		{"PageFilter('1')", "bad-arg", `["PageFilter" "'1'" "number"]`, 11, 14},
		{"PageFilter(-1)", "bad-arg", `["PageFilter" "-1" "number"]`, 11, 13},
		{"PageFilter(99999999999)", "bad-arg", `["PageFilter" "99999999999" "number"]`, 11, 22},
		{"PrefixFilter(a)", "bad-arg", `["PrefixFilter" "a" "quoted"]`, 13, 14},
		{"PrefixFilter('a", "unclosed-quote", `["'"]`, 13, 15},
		{"RowFilter(==, 'binary:a')", "bad-arg", `["RowFilter" "=" "operator"]`, 0, 0},
		{"RowFilter(=, 'a')", "bad-arg", `["RowFilter" "'a'" "comparator"]`, 13, 16},
		{"RowFilter(=, 'long:1')", "bad-arg", `["RowFilter" "'long:1'" "comparator"]`, 13, 21},
		{"RowFilter(<, 'substring:a')", "bad-arg", `["RowFilter" "'substring:a'" "equality"]`, 13, 26},
		{"RowFilter(=, 'regexstring:(')", "bad-regex", `["(" "missing-closing-)" "regexstring"]`, 13, 28},
		{"SingleColumnValueFilter('f', 'q', =, 'binary:a', true)", "filter-args", "", 0, 54},
		{"KeyOnlyFilter(yes)", "bad-arg", `["KeyOnlyFilter" "yes" "boolean"]`, 14, 17},
	} {
		_, err := Parse(c.text)
		var e *base.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if c.text == "RowFilter(==, 'binary:a')" {
			c.code, c.args, c.pos, c.end = "filter-syntax", `["=" ")"]`, 11, 12
		}
		if string(e.Code) != c.code || c.args != "" && fmt.Sprintf("%q", e.Args) != c.args || e.Pos != c.pos || e.End != c.end {
			t.Errorf("%s: %s %q %d-%d", c.text, e.Code, e.Args, e.Pos, e.End)
		}
	}
}

// TestLinear parses texts of one mebibyte. Code with quadratic cost would take minutes for
// them.
func TestLinear(t *testing.T) {
	var e *base.Error
	if _, err := Parse(strings.Repeat("(", 1<<20)); !errors.As(err, &e) || e.Code != base.CodeFilterTooDeep {
		t.Errorf("a mebibyte of brackets: %v", err)
	}
	for _, c := range []struct{ start, unit string }{
		{"", "PageFilter(1) AND "}, {"", "PageFilter(1) OR SKIP "}, {"", " "}, {"", "a"}, {"", "SKIP "}, {"", "'' "},
		{"PrefixFilter('", "''"}, {"PrefixFilter(", "'a',"}, {"MultipleColumnPrefixFilter(", "'a',"}, {"TimestampsFilter(", "1,"}, {"TimestampsFilter(", "9"},
		{"RowFilter(", "<"}, {"RowFilter(=, '", ":"}, {"RowFilter(=, 'regexstring:", "(a"},
	} {
		text := c.start + strings.Repeat(c.unit, 1<<20/len(c.unit))
		if _, err := Parse(text); !errors.As(err, &e) || e.End > len(text) {
			t.Errorf("%s%s…: %v", c.start, c.unit, err)
		}
	}
	for _, c := range []struct{ start, unit, end string }{
		{"", "PageFilter(1) AND ", "PageFilter(1)"}, {"", "PrefixFilter('a') OR SKIP ", "PageFilter(1)"}, {"PrefixFilter('", "''", "')"},
		{"MultipleColumnPrefixFilter(", "'a',", "'b')"}, {"TimestampsFilter(", "1,", "2)"},
	} {
		f, err := Parse(c.start + strings.Repeat(c.unit, 1<<20/len(c.unit)) + c.end)
		if err != nil {
			t.Errorf("%s%s…: %v", c.start, c.unit, err)
			continue
		}
		CompileToBigtable(f, false)
		StartEvaluation(f, false, 1).ApplyToRow("r", nil)
	}
}

// rows are the rows that the tests read, each written as "key f:q@ms=value …".
var rows = []string{
	"a f:q@3=x f:q@2=y f:q@1=x f:r@2=5 g:q@2=5",
	"b f:q@2=y f:s@1=7 g:q@1=1 g:r@2=x",
	"ba f:r@5=Xy g:q@5=x",
	"c f:q@1=x",
	"d f:a1@1=1 f:a2@2=2 f:b1@3=3 f:b2@4=4 g:a1@5=5",
}

func parseRow(t *testing.T, text string) (base.RowKey, []base.Cell) {
	t.Helper()
	words := strings.Fields(text)
	var cells []base.Cell
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		name, at, _ := strings.Cut(name, "@")
		f, q, _ := strings.Cut(name, ":")
		ms, err := strconv.Atoi(at)
		if err != nil {
			t.Fatal(err)
		}
		cells = append(cells, base.Cell{Family: base.Family(f), Qualifier: base.Qualifier(q), At: base.Micros(ms) * 1000, Value: value})
	}
	return base.RowKey(words[0]), cells
}

func write(key base.RowKey, cells []base.Cell) string {
	s := string(key)
	for _, c := range cells {
		s += fmt.Sprintf(" %s:%s@%d=%s", c.Family, c.Qualifier, c.At/1000, c.Value)
	}
	return s
}

// run applies a filter to the tests' rows.
func run(t *testing.T, text string, reversed bool, versions int) string {
	t.Helper()
	f, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	r := StartEvaluation(f, reversed, versions)
	var out []string
	for i := range rows {
		if reversed {
			i = len(rows) - 1 - i
		}
		key, cells := parseRow(t, rows[i])
		if left := r.ApplyToRow(key, cells); len(left) > 0 {
			out = append(out, write(key, left))
		}
		if r.Done() {
			out = append(out, "|")
			break
		}
	}
	return strings.Join(out, " ; ")
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		text     string
		versions int
		want     string
	}{
		{"PageFilter(2)", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; b f:q@2=y f:s@1=7 g:q@1=1 g:r@2=x ; |"},
		{"PrefixFilter('b')", 1, "b f:q@2=y f:s@1=7 g:q@1=1 g:r@2=x ; ba f:r@5=Xy g:q@5=x ; |"},
		{"InclusiveStopFilter('b')", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; b f:q@2=y f:s@1=7 g:q@1=1 g:r@2=x ; |"},
		{"RowFilter(>, 'binary:ba')", 1, "c f:q@1=x ; d f:a1@1=1 f:a2@2=2 f:b1@3=3 f:b2@4=4 g:a1@5=5"},
		{"RowFilter(=, 'substring:A')", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; ba f:r@5=Xy g:q@5=x"},
		{"FamilyFilter(=, 'binary:g')", 1, "a g:q@2=5 ; b g:q@1=1 g:r@2=x ; ba g:q@5=x ; d g:a1@5=5"},
		{"QualifierFilter(<, 'binary:b')", 1, "d f:a1@1=1 f:a2@2=2 g:a1@5=5"},
		// The filter returns an older version if it drops the newest one.
		{"ValueFilter(=, 'binary:y')", 1, "a f:q@2=y ; b f:q@2=y"},
		{"ValueFilter(=, 'regexstring:^[xX]')", 9, "a f:q@3=x f:q@1=x ; b g:r@2=x ; ba f:r@5=Xy g:q@5=x ; c f:q@1=x"},
		{"ValueFilter(!=, 'substring:X')", 1, "a f:q@2=y f:r@2=5 g:q@2=5 ; b f:q@2=y f:s@1=7 g:q@1=1 ; d f:a1@1=1 f:a2@2=2 f:b1@3=3 f:b2@4=4 g:a1@5=5"},
		{"KeyOnlyFilter() AND RowFilter(=, 'binary:c')", 1, "c f:q@1="},
		{"KeyOnlyFilter(true) AND RowFilter(=, 'binary:c')", 1, "c f:q@1=\x00\x00\x00\x01"},
		{"FirstKeyOnlyFilter()", 1, "a f:q@3=x ; b f:q@2=y ; ba f:r@5=Xy ; c f:q@1=x ; d f:a1@1=1"},
		{"TimestampsFilter(2, 5)", 9, "a f:q@2=y f:r@2=5 g:q@2=5 ; b f:q@2=y g:r@2=x ; ba f:r@5=Xy g:q@5=x ; d f:a2@2=2 g:a1@5=5"},
		{"ColumnPrefixFilter('a')", 1, "d f:a1@1=1 f:a2@2=2 g:a1@5=5"},
		{"MultipleColumnPrefixFilter('r', 'b')", 1, "a f:r@2=5 ; b g:r@2=x ; ba f:r@5=Xy ; d f:b1@3=3 f:b2@4=4"},
		{"ColumnRangeFilter('a2', true, 'b2', false)", 1, "d f:a2@2=2 f:b1@3=3"},
		{"ColumnRangeFilter('a2', false, 'b2', true)", 1, "d f:b1@3=3 f:b2@4=4"},
		{"ColumnPaginationFilter(2, 1)", 1, "a f:r@2=5 g:q@2=5 ; b f:s@1=7 g:q@1=1 ; ba g:q@5=x ; d f:a2@2=2 f:b1@3=3"},
		// The filter is meant for a get. In a scan, a row with too many columns ends the scan.
		{"ColumnCountGetFilter(3)", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; b f:q@2=y f:s@1=7 g:q@1=1 ; ba f:r@5=Xy g:q@5=x ; c f:q@1=x ; d f:a1@1=1 f:a2@2=2 f:b1@3=3 ; |"},
		// Rows without the column pass, unless the filter has the argument that drops them.
		{"SingleColumnValueFilter('f', 'q', =, 'binary:x')", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; ba f:r@5=Xy g:q@5=x ; c f:q@1=x ; d f:a1@1=1 f:a2@2=2 f:b1@3=3 f:b2@4=4 g:a1@5=5"},
		{"SingleColumnValueFilter('f', 'q', =, 'binary:x', true, true)", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; c f:q@1=x"},
		{"SingleColumnValueFilter('f', 'q', =, 'binary:y', true, true)", 1, "b f:q@2=y f:s@1=7 g:q@1=1 g:r@2=x"},
		{"SingleColumnValueExcludeFilter('f', 'q', =, 'binary:x', true, true)", 1, "a f:r@2=5 g:q@2=5"},
		{"ColumnValueFilter('f', 'q', =, 'binary:y')", 1, "a f:q@2=y ; b f:q@2=y"},
		{"DependentColumnFilter('f', 'q')", 9, "a f:q@3=x f:q@2=y f:q@1=x f:r@2=5 g:q@2=5 ; b f:q@2=y g:r@2=x ; c f:q@1=x"},
		{"DependentColumnFilter('f', 'q', true, =, 'binary:y')", 9, "a f:r@2=5 g:q@2=5 ; b g:r@2=x"},
		{"SKIP ValueFilter(!=, 'binary:5')", 1, "b f:q@2=y f:s@1=7 g:q@1=1 g:r@2=x ; ba f:r@5=Xy g:q@5=x ; c f:q@1=x"},
		{"WHILE RowFilter(<, 'binary:ba')", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; b f:q@2=y f:s@1=7 g:q@1=1 g:r@2=x ; |"},
		// The last row is returned up to the cell at which the filter ends.
		{"WHILE ValueFilter(!=, 'binary:1')", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; b f:q@2=y f:s@1=7 ; |"},
		{"PrefixFilter('b') AND ValueFilter(=, 'binary:x')", 1, "b g:r@2=x ; ba g:q@5=x ; |"},
		{"PrefixFilter('d') OR ValueFilter(=, 'binary:7')", 1, "b f:s@1=7 ; d f:a1@1=1 f:a2@2=2 f:b1@3=3 f:b2@4=4 g:a1@5=5"},
		// PageFilter counts the rows that the filters before it let pass.
		{"SingleColumnValueFilter('f', 'q', =, 'binary:x', true, true) AND PageFilter(1)", 1, "a f:q@3=x f:r@2=5 g:q@2=5 ; |"},
		// Each filter of an AND counts all cells: the first column of d is a1.
		{"ColumnPaginationFilter(1, 0) AND ValueFilter(=, 'binary:2')", 1, ""},
		// A filter that seeks skips cells, so that the other filter does not see them.
		{"FamilyFilter(=, 'binary:g') AND SingleColumnValueFilter('f', 'a2', =, 'binary:0')", 1, "a g:q@2=5 ; b g:q@1=1 g:r@2=x ; ba g:q@5=x ; d g:a1@5=5"},
	} {
		if got := run(t, c.text, false, c.versions); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	if got := run(t, "PrefixFilter('b') AND KeyOnlyFilter()", true, 1); got != "ba f:r@5= g:q@5= ; b f:q@2= f:s@1= g:q@1= g:r@2= ; |" {
		t.Errorf("reversed: %s", got)
	}
	if got := run(t, "InclusiveStopFilter('c') AND KeyOnlyFilter()", true, 1); got != "d f:a1@1= f:a2@2= f:b1@3= f:b2@4= g:a1@5= ; c f:q@1= ; |" {
		t.Errorf("reversed: %s", got)
	}
}

// random returns a filter of the kinds that can be compiled.
func random(r *rand.Rand) Filter {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	compare := func(of ...string) Comparison {
		return Comparison{CompareOp(r.IntN(6)), Comparator(r.IntN(2)), pick(of...)}
	}
	switch r.IntN(12) {
	case 0:
		return Prefix(pick("a", "b", "ba", ""))
	case 1:
		return InclusiveStop(pick("b", "c"))
	case 2:
		return Row(compare("a", "b", "ba"))
	case 3:
		return Family(compare("f", "g"))
	case 4:
		return Qualifier(compare("q", "r", "a", "b1"))
	case 5:
		return Value(compare("x", "5", "3", "X", ""))
	case 6:
		return ColumnPrefix(pick("a", "q", ""))
	case 7:
		return MultipleColumnPrefix{pick("a", "q", "r"), pick("b", "q")}
	case 8:
		return Timestamps{int64(r.IntN(6)), int64(r.IntN(6))}
	case 9:
		return KeyOnly{}
	case 10:
		return SingleColumnValue{Family: pick("f", "g"), Qualifier: pick("q", "r"), Value: compare("x", "5", "y"), IfMissing: r.IntN(2) == 0}
	default:
		return ColumnValue{Family: pick("f", "g"), Qualifier: pick("q", "r"), Value: compare("x", "5", "y")}
	}
}

// TestCompile compares the results of compiled filters with those of a run.
func TestCompile(t *testing.T) {
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []base.Family{"f", "g"} {
		if err := tab.CreateFamily(table.FamilyInfo{Name: f}); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range rows {
		key, cells := parseRow(t, text)
		var muts []table.Mutation
		for _, c := range cells {
			muts = append(muts, table.SetCell{Family: c.Family, Qualifier: c.Qualifier, At: c.At, Value: c.Value})
		}
		if err := tab.Mutate(key, 0, muts); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	whole := 0
	for range 20_000 {
		f := random(r)
		if n := r.IntN(3); n > 0 {
			and := And{f}
			for range n {
				and = append(and, random(r))
			}
			if r.IntN(8) == 0 {
				and = append(and, FirstKeyOnly{})
			}
			f = and
		}
		reversed, versions := r.IntN(2) == 0, 1+r.IntN(3)
		plan := CompileToBigtable(f, reversed)
		chain := filter.Chain{filter.PassAll{}, filter.CellsPerColumn(versions)}
		if !plan.Whole {
			if plan.Tree != nil {
				t.Fatalf("%s: a tree beside a run", Print(f))
			}
			chain = filter.Chain{filter.PassAll{}, filter.PassAll{}}
		} else if whole++; plan.Tree != nil {
			chain[0] = plan.Tree
		}
		program, err := filter.Compile(chain)
		if err != nil {
			t.Fatalf("%s: %s: %v", Print(f), filter.FilterText(chain), err)
		}
		run, all := StartEvaluation(f, reversed, versions), StartEvaluation(f, reversed, versions)
		var got, want []string
		for row := range tab.Scan(table.ScanQuery{Ranges: []base.Range{plan.Range}, Reversed: reversed, Filter: program}, nil) {
			cells := slices.Collect(row.Cells())
			if !plan.Whole {
				cells = run.ApplyToRow(row.Key(), cells)
			}
			if len(cells) > 0 {
				got = append(got, write(row.Key(), cells))
			}
		}
		for row := range tab.Scan(table.ScanQuery{Reversed: reversed}, nil) {
			if cells := all.ApplyToRow(row.Key(), slices.Collect(row.Cells())); len(cells) > 0 {
				want = append(want, write(row.Key(), cells))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s (reversed %v, %d versions) as %s in %v\n got %s\nwant %s", Print(f), reversed, versions, filter.FilterText(chain), plan.Range,
				strings.Join(got, " ; "), strings.Join(want, " ; "))
		}
	}
	if whole < 2000 {
		t.Errorf("only %d filters were compiled whole", whole)
	}
}

func FuzzParse(f *testing.F) {
	for _, n := range FilterSignatures() {
		f.Add(n)
	}
	f.Add("(SKIP PrefixFilter('a''b') OR WHILE RowFilter(=, 'substring:x')) AND TimestampsFilter(1, 2)")
	f.Add("SingleColumnValueFilter('f', 'q', =, 'regexstring:^a', true, false) AND ColumnRangeFilter('a', true, 'b', false)")
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := Parse(text)
		if err != nil {
			if e, ok := err.(*base.Error); !ok || e.Pos < 0 || e.End < e.Pos || e.End > len(text) {
				t.Fatalf("%q: error %#v", text, err)
			}
			return
		}
		printed := Print(tree)
		again, err := Parse(printed)
		if err != nil || !reflect.DeepEqual(again, tree) {
			t.Fatalf("%q is printed as %s, which is %#v, %v", text, printed, again, err)
		}
		CompileToBigtable(tree, false)
		run := StartEvaluation(tree, false, 1)
		for _, r := range rows {
			run.ApplyToRow(parseRow(t, r))
		}
	})
}
