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

// The tests in this file check the cases of the public test suite of Google's in-memory
// server that no other test checks; counterparts lists all of them.

// TestReadCases reads rows of one cell each through filters.
func TestReadCases(t *testing.T) {
	cell := func(fam base.Family, qual base.Qualifier, value string) SetCell {
		return SetCell{fam, qual, 1000, value}
	}
	one := map[string]SetCell{"row": cell("fam", "col", "val")}
	binary := map[string]SetCell{"row": cell("fam", "\x80\x80", "val")}
	unicode := map[string]SetCell{"row": cell("fam", "a§b", "val")}
	values := map[string]SetCell{"row1": cell("fam", "cq", ""), "row2": cell("fam", "cq", "x"), "row3": cell("fam", "cq", "a"), "row4": cell("fam", "cq", "m")}
	for _, tt := range []struct {
		rows   map[string]SetCell
		filter filter.Filter
		want   string
	}{
		// Patterns match the whole, and case counts.
		{one, filter.RowKeyRegex("row"), "row"}, {one, filter.RowKeyRegex("ro"), ""}, {one, filter.RowKeyRegex("ROW"), ""}, {one, filter.RowKeyRegex("moo"), ""},
		{one, filter.FamilyRegex("fam"), "row"}, {one, filter.FamilyRegex("f.*"), "row"}, {one, filter.FamilyRegex("[fam]+"), "row"},
		{one, filter.FamilyRegex("fa"), ""}, {one, filter.FamilyRegex("FAM"), ""}, {one, filter.FamilyRegex("moo"), ""},
		{one, filter.QualifierRegex("col"), "row"}, {one, filter.QualifierRegex("co"), ""}, {one, filter.QualifierRegex("COL"), ""}, {one, filter.QualifierRegex("moo"), ""},
		{one, filter.ValueRegex("val"), "row"}, {one, filter.ValueRegex("va"), ""}, {one, filter.ValueRegex("VAL"), ""}, {one, filter.ValueRegex("moo"), ""},
		{one, filter.TimestampRange{End: 1000}, ""}, {one, filter.TimestampRange{Start: 1000, End: 3000}, "row"},
		{one, filter.CellsPerRowOffset(1), ""},
		// Bytes that are not UTF-8.
		{binary, filter.QualifierRegex(`\x80\x80`), "row"}, {binary, filter.QualifierRegex(`\x80\x81`), ""}, {binary, filter.QualifierRegex(`\x80`), ""},
		{binary, filter.QualifierRegex(`\x80*`), "row"}, {binary, filter.QualifierRegex(`[\x7f\x80]{2}`), "row"}, {binary, filter.QualifierRegex(`\C{2}`), "row"},
		// Patterns of bytes that match text.
		{unicode, filter.QualifierRegex("a§b"), "row"}, {unicode, filter.QualifierRegex(`a\xC2\xA7b`), "row"}, {unicode, filter.QualifierRegex(`a\xC2.+`), "row"},
		{unicode, filter.QualifierRegex(`a\xC2\C{2}`), "row"}, {unicode, filter.QualifierRegex(`a\xC.+`), "refused"}, {unicode, filter.QualifierRegex("a§.+"), "row"},
		{unicode, filter.QualifierRegex(".+§b"), "row"}, {unicode, filter.QualifierRegex(".§b"), "row"}, {unicode, filter.QualifierRegex("a§c"), ""},
		{unicode, filter.QualifierRegex("§b"), ""}, {unicode, filter.QualifierRegex(".*§.*"), "row"}, {unicode, filter.QualifierRegex(".+§.+"), "row"},
		{unicode, filter.QualifierRegex(`a\C{2}b`), "row"}, {unicode, filter.QualifierRegex(`\C{4}`), "row"},
		// An alternation matches only whole values: "" or "a".
		{values, filter.ValueRegex("|a"), "row1 row3"},
		// A condition within filters of the other kinds that contain filters.
		{values, filter.Chain{
			filter.Interleave{
				filter.Condition{
					If:   filter.Chain{filter.ValueRange{Start: base.ClosedBound("a"), End: base.ClosedBound("a")}, filter.PassAll{}},
					Then: filter.PassAll{},
				},
				filter.BlockAll{},
			},
			filter.PassAll{},
		}, "row3"},
	} {
		tab := newTable(t, "fam")
		for key, set := range tt.rows {
			mustMutate(t, tab, key, set)
		}
		var got string
		if p, err := filter.Compile(tt.filter); err != nil {
			got = "refused"
		} else {
			rows, _, _ := read(tab, ScanQuery{Filter: p})
			got = keys(rows)
		}
		if got != tt.want {
			t.Errorf("%#v: got %q, want %q", tt.filter, got, tt.want)
		}
	}
}

// TestRowSets asks for one row in several ways, with and without a filter that drops it. A
// dropped row is still the last one scanned.
func TestRowSets(t *testing.T) {
	tab := newTable(t, "f")
	mustMutate(t, tab, "row", SetCell{"f", "q", 1000, ""})
	for _, bounds := range [][2]base.Bound{
		{base.ClosedBound("row"), base.ClosedBound("row")}, {base.ClosedBound(""), {}}, {base.ClosedBound("r"), {}}, {base.ClosedBound(""), base.OpenBound("s")},
		{base.OpenBound("ro"), base.ClosedBound("row")}, {base.OpenBound(""), base.ClosedBound("z")},
	} {
		r, err := base.NewRange(bounds[0], bounds[1])
		if err != nil {
			t.Fatal(err)
		}
		for f, want := range map[filter.Filter]int{filter.PassAll{}: 1, filter.BlockAll{}: 0} {
			rows, _, st := read(tab, ScanQuery{Ranges: []base.Range{r}, Filter: program(t, f)})
			if len(rows) != want || st.Last != "row" {
				t.Errorf("%v, %T: %q, last %q", bounds, f, rows, st.Last)
			}
		}
	}
}

// TestOrderOfCells writes three families of three columns with three versions, in the
// reverse of the order in which they are read.
func TestOrderOfCells(t *testing.T) {
	tab := newTable(t, "cf3", "cf2", "cf0", "cf1")
	for fam := range 3 {
		for col := 3; col > 0; col-- {
			for ms := range 3 {
				mustMutate(t, tab, "row", SetCell{base.Family(fmt.Sprint("cf", fam)), base.Qualifier(fmt.Sprint("col", col)), base.Micros(ms+1) * 1000, ""})
			}
		}
	}
	check := func(f filter.Filter, want int) {
		t.Helper()
		for r := range tab.Scan(ScanQuery{Filter: program(t, f)}, nil) {
			cells := slices.Collect(r.Cells())
			if len(cells) != want || !slices.IsSortedFunc(cells, base.Cell.Compare) {
				t.Errorf("%#v: %d cells, want %d in order: %v", f, len(cells), want, cells)
			}
		}
	}
	check(nil, 27)
	check(filter.Interleave{filter.FamilyRegex("cf1"), filter.QualifierRegex("col2")}, 18)
	for col := 3; col > 0; col-- {
		if _, err := tab.ReadModifyWrite("row", 5000, []ReadModifyWriteRule{Increment{"cf3", base.Qualifier(fmt.Sprint("col", col)), 1}}); err != nil {
			t.Fatal(err)
		}
	}
	check(nil, 30)
}

// TestLatestTimestamp checks that the latest timestamp is a whole millisecond. A later one
// wraps to a negative number.
func TestLatestTimestamp(t *testing.T) {
	latest := base.Micros(math.MaxInt64 - math.MaxInt64%1000)
	tab := newTable(t, "f")
	mustMutate(t, tab, "k", SetCell{"f", "q", latest, "v"}, SetCell{"f", "q", 2000, "w"})
	past := latest
	past += 1000 // wraps to a negative number
	wantCode(t, tab.Mutate("k", 0, []Mutation{SetCell{"f", "q", past, "v"}}), base.CodeBadTimestamp)
	wantCode(t, tab.Mutate("k", 0, []Mutation{SetCell{"f", "q", math.MaxInt64, "v"}}), base.CodeBadTimestamp)
	wantCode(t, tab.Mutate("k", 0, []Mutation{SetCell{"f", "q", 2001, "v"}}), base.CodeBadTimestamp)
	if r, _ := tab.Get("k"); show(r) != fmt.Sprintf("k{f:q@%d=v f:q@2=w}", latest/1000) {
		t.Errorf("got %s", show(r))
	}
	mustMutate(t, tab, "k", DeleteColumn{"f", "q", 2000, latest})
	mustMutate(t, tab, "k", DeleteColumn{"f", "q", latest, 0})
	if tab.Len() != 0 {
		t.Error("a cell is left")
	}
}

// TestRowsAfterADrop writes rows again after they were dropped.
func TestRowsAfterADrop(t *testing.T) {
	tab := newTable(t, "f")
	write := func() {
		for _, prefix := range []string{"AAA", "BBB", "CCC", "DDD"} {
			for n := range 3 {
				mustMutate(t, tab, fmt.Sprint(prefix, n), SetCell{"f", "q", 1000, strings.Repeat("v", n)})
			}
		}
	}
	write()
	was, _, _ := read(tab, ScanQuery{})
	for _, tt := range []struct {
		r    base.Range
		rows int
	}{{base.PrefixRange("AAA"), 3}, {base.PrefixRange("DDD"), 3}, {base.PrefixRange("XXX"), 0}, {base.AllKeys, 12}, {base.PrefixRange("BBB"), 3}} {
		if got := tab.DropRows(tt.r); got != tt.rows || tab.Len() != 12-tt.rows {
			t.Errorf("%q: %d rows went, %d are left", tt.r, got, tab.Len())
		}
		checkTable(t, tab)
		write()
		if now, _, _ := read(tab, ScanQuery{}); !slices.Equal(now, was) {
			t.Errorf("after %q and writing again: %q", tt.r, now)
		}
	}
}

// TestRuleOfAnAggregate checks that a new garbage collection rule does not change a
// family's type: its cells continue to aggregate.
func TestRuleOfAnAggregate(t *testing.T) {
	tab := aggregateTable(t)
	mustMutate(t, tab, "k", AddToCell{"intsum", "q", 0, IntInput(1)})
	for _, rule := range []GCRule{MaxVersions(1), MaxVersions(2), nil} {
		if err := tab.SetGC("intsum", rule); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(tab.Families(), func(f FamilyInfo) bool { return f.Name == "intsum" })
		if f := tab.Families()[i]; f.GC != rule || f.Type != IntSum {
			t.Errorf("the family became %+v", f)
		}
		mustMutate(t, tab, "k", AddToCell{"intsum", "q", 0, IntInput(1)})
	}
	if got := showTyped(t, tab, "k"); got != "intsum:q@0=4" {
		t.Errorf("got %s", got)
	}
}
