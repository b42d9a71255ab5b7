package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

func TestCheckAndMutate(t *testing.T) {
	then := []Mutation{SetCell{"f", "branch", 0, "then"}}
	els := []Mutation{SetCell{"f", "branch", 0, "else"}}
	for _, tt := range []struct {
		name      string
		row       bool // whether the row k{f:old@1=v} exists
		predicate filter.Filter
		then, els []Mutation
		matched   bool
		want      string
	}{
		{"a cell comes out", true, filter.ValueRegex("v"), then, els, true, "k{f:branch@0=then f:old@1=v}"},
		{"no cell comes out", true, filter.ValueRegex("w"), then, els, false, "k{f:branch@0=else f:old@1=v}"},
		{"no predicate, a row", true, nil, then, els, true, "k{f:branch@0=then f:old@1=v}"},
		{"no predicate, no row", false, nil, then, els, false, "k{f:branch@0=else}"},
		{"no row", false, filter.PassAll{}, then, els, false, "k{f:branch@0=else}"},
		{"a predicate on the key", true, filter.RowKeyRegex("k"), then, els, true, "k{f:branch@0=then f:old@1=v}"},
		{"nothing to do then", true, nil, nil, els, true, "k{f:old@1=v}"},
		{"nothing to do else", true, filter.BlockAll{}, then, nil, false, "k{f:old@1=v}"},
		{"the row goes", true, nil, []Mutation{DeleteRow{}}, nil, true, ""},
	} {
		tab := newTable(t, "f")
		mustMutate(t, tab, "kk", SetCell{"f", "old", 1000, "v"})
		if tt.row {
			mustMutate(t, tab, "k", SetCell{"f", "old", 1000, "v"})
		}
		matched, err := tab.CheckAndMutate("k", 0, program(t, tt.predicate), tt.then, tt.els)
		got := ""
		if r, ok := tab.Get("k"); ok {
			got = show(r)
		}
		if err != nil || matched != tt.matched || got != tt.want {
			t.Errorf("%s: matched %v, %v:\n got %s\nwant %s", tt.name, matched, err, got, tt.want)
		}
		checkSums(t, tab)
	}
}

func TestCheckAndMutateRefusals(t *testing.T) {
	ok := []Mutation{SetCell{"f", "q", 0, "v"}}
	bad := []Mutation{SetCell{"f", "q", 0, "v"}, SetCell{"none", "q", 0, "v"}}
	for _, tt := range []struct {
		name      string
		key       base.RowKey
		then, els []Mutation
		code      base.Code
	}{
		{"neither list", "k", nil, nil, base.CodeNoMutation},
		{"the list that applies", "k", bad, ok, base.CodeNoFamily},
		{"the shape of the list that does not", "k", ok, []Mutation{SetCell{"none", "q", 1, "v"}}, base.CodeBadTimestamp},
		{"its qualifier", "k", ok, []Mutation{AddToCell{"none", base.Qualifier(make([]byte, base.MaxQualifier+1)), 0, IntInput(1)}}, base.CodeQualTooLong},
		{"its times", "k", ok, []Mutation{DeleteColumn{"none", "q", 2000, 1000}}, base.CodeBadTimeRange},
		{"its length", "k", ok, make([]Mutation, base.MaxMutations+1), base.CodeManyMutations},
		{"no key", "", ok, nil, base.CodeEmptyKey},
	} {
		tab := newTable(t, "f")
		mustMutate(t, tab, "k", SetCell{"f", "old", 1000, "v"})
		matched, err := tab.CheckAndMutate(tt.key, 0, nil, tt.then, tt.els)
		if r, _ := tab.Get("k"); matched || show(r) != "k{f:old@1=v}" {
			t.Errorf("%s: matched %v, row %s", tt.name, matched, show(r))
		}
		wantCode(t, err, tt.code)
	}
}

// TestCheckAndMutateOther checks that the list that is not applied is not checked against
// the table's families.
func TestCheckAndMutateOther(t *testing.T) {
	ok := []Mutation{SetCell{"f", "q", 0, "v"}}
	for _, bad := range []Mutation{SetCell{"none", "q", 0, "v"}, SetCell{"sum", "q", 0, "v"}, AddToCell{"f", "q", 0, IntInput(1)}, DeleteFamilyCells{"none"}} {
		tab := newTable(t, "f")
		need(t, tab.CreateFamily(FamilyInfo{Name: "sum", Type: IntSum}))
		if matched, err := tab.CheckAndMutate("k", 0, nil, []Mutation{bad}, ok); matched || err != nil || tab.Len() != 1 {
			t.Errorf("%#v where nothing matches: %v, %v", bad, matched, err)
		}
		for _, then := range [][]Mutation{ok, nil} {
			if matched, err := tab.CheckAndMutate("k", 0, nil, then, []Mutation{bad}); !matched || err != nil {
				t.Errorf("%#v where something matches: %v, %v", bad, matched, err)
			}
		}
	}
}

// TestGranularity checks that a table with the granularity of microseconds takes any
// timestamp, and uses the server's time without rounding it.
func TestGranularity(t *testing.T) {
	tab := newTable(t)
	tab.SetGranularity(1)
	need(t, tab.CreateFamilies(FamilyInfo{Name: "f"}, FamilyInfo{Name: "sum", Type: IntSum}))
	mustMutate(t, tab, "k", SetCell{"f", "q", 2001, "v"}, SetCell{"f", "q", 2002, "w"}, AddToCell{"sum", "n", 3, IntInput(1)})
	need(t, tab.Mutate("k", 5999, []Mutation{SetCell{"f", "now", ServerTime, "v"}}))
	need(t, tab.SetCells("l", 5999, []base.Cell{{Family: "f", Qualifier: "now", At: ServerTime}, {Family: "f", Qualifier: "q", At: 7}}))
	if row, err := tab.ReadModifyWrite("k", 6001, []ReadModifyWriteRule{AppendValue{"f", "now", "!"}}); err != nil || times(row) != "6001" {
		t.Error(times(row), err)
	}
	need(t, tab.Mutate("k", 0, []Mutation{DeleteColumn{"f", "q", 2001, 2002}}))
	clone := tab.Clone()
	back, err := RestoreImage(clone.Image(), nil, nil)
	need(t, err)
	for name, tab := range map[string]*Table{"itself": tab, "its clone": clone, "restored": back} {
		k, _ := tab.Get("k")
		l, _ := tab.Get("l")
		if times(k) != "6001 5999 2002 3" || times(l) != "5999 7" || tab.Granularity() != 1 {
			t.Errorf("%s: %s, %s", name, times(k), times(l))
		}
		wantCode(t, tab.Mutate("k", 0, []Mutation{SetCell{"f", "q", -2, "v"}}), base.CodeBadTimestamp)
	}
	im := tab.Image()
	im.Unit = 0
	_, err = RestoreImage(im, nil, nil)
	wantCode(t, err, base.CodeBadImage)
}

func need(t *testing.T, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// times returns the timestamps of a row's cells.
func times(r Row) string {
	var out []string
	for c := range r.Cells() {
		out = append(out, micros(c.At))
	}
	return strings.Join(out, " ")
}

func TestReadModifyWrite(t *testing.T) {
	eight := func(n int64) string { return encodeInt(n) }
	for _, tt := range []struct {
		name  string
		rules []ReadModifyWriteRule
		row   string // the returned row
		want  string // the row's cells other than f:old
	}{
		{"append to nothing", []ReadModifyWriteRule{AppendValue{"f", "q", "ab"}}, "k{f:q@7=ab}", "f:q@7=ab"},
		{"append nothing to nothing", []ReadModifyWriteRule{AppendValue{"f", "q", ""}}, "k{f:q@7=}", "f:q@7="},
		{"increment nothing", []ReadModifyWriteRule{Increment{"f", "q", -2}}, "k{f:q@7=" + eight(-2) + "}", "f:q@7=" + eight(-2)},
		{"append to the newest", []ReadModifyWriteRule{AppendValue{"f", "text", "!"}}, "k{f:text@7=new!}", "f:text@7=new! f:text@5=new f:text@1=old"},
		{"increment the newest", []ReadModifyWriteRule{Increment{"f", "n", 2}}, "k{f:n@7=" + eight(42) + "}", "f:n@7=" + eight(42) + " f:n@5=" + eight(40)},
		{"a cell from the future", []ReadModifyWriteRule{AppendValue{"f", "later", "!"}}, "k{f:later@99=x!}", "f:later@99=x!"},
		{"rules see each other", []ReadModifyWriteRule{Increment{"f", "q", 2}, Increment{"f", "n", 1}, Increment{"f", "q", 3}, AppendValue{"f", "q", "!"}},
			"k{f:n@7=" + eight(41) + " f:q@7=" + eight(5) + "!}", "f:n@7=" + eight(41) + " f:n@5=" + eight(40) + " f:q@7=" + eight(5) + "!"},
		{"a column is made by appending", []ReadModifyWriteRule{AppendValue{"f", "q", eight(1)}, Increment{"f", "q", 1}}, "k{f:q@7=" + eight(2) + "}", "f:q@7=" + eight(2)},
	} {
		tab := newTable(t, "f")
		mustMutate(t, tab, "k",
			SetCell{"f", "text", 1000, "old"}, SetCell{"f", "text", 5000, "new"},
			SetCell{"f", "n", 5000, eight(40)}, SetCell{"f", "later", 99_000, "x"})
		row, err := tab.ReadModifyWrite("k", 7999, tt.rules)
		if err != nil || show(row) != tt.row {
			t.Errorf("%s: %v:\n got %q\nwant %q", tt.name, err, show(row), tt.row)
		}
		after, _ := tab.Get("k")
		if !strings.Contains(show(after), tt.want) {
			t.Errorf("%s:\n got %q\nwant %q in it", tt.name, show(after), tt.want)
		}
		cells := map[base.Qualifier]int{}
		for c := range row.Cells() {
			cells[c.Qualifier]++
		}
		for q, n := range cells {
			if n != 1 {
				t.Errorf("%s: %d cells of %s returned", tt.name, n, q)
			}
		}
		checkSums(t, tab)
	}
}

func TestReadModifyWriteRefusals(t *testing.T) {
	for _, tt := range []struct {
		name string
		key  base.RowKey
		now  base.Micros
		rule ReadModifyWriteRule
		code base.Code
		args []string
	}{
		{"an increment of text", "k", 0, Increment{"plain", "text", 1}, base.CodeNotInteger, []string{"k", "plain:text", "1"}},
		{"an increment of an empty value", "k", 0, Increment{"plain", "empty", 1}, base.CodeNotInteger, []string{"k", "plain:empty", "0"}},
		{"a sum too great", "k", 0, Increment{"plain", "most", 1}, base.CodeOverflow, []string{"k", "plain:most", "9223372036854775807", "1"}},
		{"no family", "k", 0, AppendValue{"none", "q", "v"}, base.CodeNoFamily, nil},
		{"an increment of an aggregate", "k", 0, Increment{"intsum", "q", 1}, base.CodeAggregate, []string{"games", "intsum", "intsum"}},
		{"no key", "", 0, AppendValue{"plain", "q", "v"}, base.CodeEmptyKey, nil},
		{"a long qualifier", "k", 0, AppendValue{"plain", base.Qualifier(strings.Repeat("q", base.MaxQualifier+1)), "v"}, base.CodeQualTooLong, nil},
		{"a long value", "k", 0, AppendValue{"plain", "text", strings.Repeat("v", base.MaxCell)}, base.CodeValueTooLong, []string{"104857601", "104857600", "k", "plain:text"}},
		{"a time before 1970", "k", -5000, AppendValue{"plain", "q", "v"}, base.CodeBadTimestamp, []string{"-5000", "k", "plain:first"}},
	} {
		tab := aggregateTable(t)
		mustMutate(t, tab, "k", SetCell{"plain", "text", 0, "v"}, SetCell{"plain", "empty", 0, ""},
			SetCell{"plain", "most", 0, encodeInt(math.MaxInt64)})
		before, _ := tab.Get("k")
		row, err := tab.ReadModifyWrite(tt.key, tt.now, []ReadModifyWriteRule{AppendValue{"plain", "first", "v"}, tt.rule})
		if err == nil || row.Len() != 0 {
			t.Errorf("%s: returned %s, %v", tt.name, show(row), err)
			continue
		}
		wantCode(t, err, tt.code, tt.args...)
		if after, _ := tab.Get("k"); after.rec != before.rec || tab.Len() != 1 {
			t.Errorf("%s: refused, but changed the row to %s", tt.name, show(after))
		}
	}
	_, err := aggregateTable(t).ReadModifyWrite("k", 0, nil)
	wantCode(t, err, base.CodeNoMutation, "k")
	_, err = aggregateTable(t).ReadModifyWrite("k", 0, make([]ReadModifyWriteRule, base.MaxMutations+1))
	wantCode(t, err, base.CodeManyMutations, "100001", "100000", "k")
}

// TestManyColumns checks that rows read the same whether or not their columns have
// numbers.
func TestManyColumns(t *testing.T) {
	tab := newTable(t, "f", "g")
	want := map[base.RowKey][]base.Cell{}
	for i := range 2*maxColumns + 10 {
		key := base.RowKey(fmt.Sprint(i % 50))
		q := base.Qualifier(fmt.Sprintf("%05d", i))
		cells := []base.Cell{{Family: "f", Qualifier: q, At: 1000, Value: "a"}, {Family: "g", Qualifier: q, At: 2000, Value: "b"}}
		if err := tab.SetCells(key, 0, cells); err != nil {
			t.Fatal(err)
		}
		want[key] = append(want[key], cells...)
	}
	if n := len(tab.fams.columns.list); n != maxColumns {
		t.Errorf("%d columns have numbers", n)
	}
	for key, cells := range want {
		slices.SortFunc(cells, base.Cell.Compare)
		row, _ := tab.Get(key)
		if got := slices.Collect(row.Cells()); !slices.Equal(got, cells) {
			t.Errorf("row %s differs: %d cells, want %d", key, len(got), len(cells))
		}
		for _, c := range []base.Cell{cells[0], cells[len(cells)-1]} {
			f := filter.Chain{filter.FamilyRegex(filter.QuotePattern(string(c.Family))), filter.QualifierRegex(filter.QuotePattern(string(c.Qualifier)))}
			if n := scanCells(t, tab, f); n != 1 {
				t.Fatalf("%s:%s is read %d times", c.Family, c.Qualifier, n)
			}
		}
	}
	// A new family can get the id of a deleted one, and then shares its columns' numbers.
	if err := tab.DeleteFamily("f"); err != nil {
		t.Fatal(err)
	}
	if err := tab.CreateFamily(FamilyInfo{Name: "z"}); err != nil {
		t.Fatal(err)
	}
	mustMutate(t, tab, "0", SetCell{"z", "00000", 1000, "v"}, SetCell{"g", "00000", 1000, "v"})
	row, _ := tab.Get("0")
	first, last := base.Cell{}, base.Cell{}
	for c := range row.Cells() {
		if first == (base.Cell{}) {
			first = c
		}
		last = c
	}
	if first.Family != "g" || last.Family != "z" || last.Qualifier != "00000" {
		t.Errorf("the row begins with %v and ends with %v", first, last)
	}
}

// scanCells returns how many cells a filter returns.
func scanCells(t *testing.T, tab *Table, f filter.Filter) int64 {
	t.Helper()
	var st ScanStats
	tab.CountScan(ScanQuery{Filter: program(t, f)}, &st)
	return st.CellsReturned
}

// TestSwapped checks the error for an unknown family: if the qualifier names a family of
// the table, the error says that family and qualifier are swapped; if not, it says only
// that the family is missing.
func TestSwapped(t *testing.T) {
	tab := newTable(t, "web")
	wantCode(t, tab.Mutate("k", 0, []Mutation{SetCell{"html", "web", 0, "v"}}), base.CodeFamilySwapped, "games", "html", "web")
	wantCode(t, tab.Mutate("k", 0, []Mutation{SetCell{"html", "page", 0, "v"}}), base.CodeNoFamily)
}
