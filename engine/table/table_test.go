package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
)

// games are the rows of the lesson on leaderboards.
var games = []struct{ key, player, win, kda string }{
	{"LoL#20150301", "Corrie", "false", "4.25"},
	{"LoL#20150302", "Jo", "true", "7.00"},
	{"LoL#20150303", "Corrie", "true", "9.50"},
	{"Starcraft#20150303", "Eriko", "true", "6.00"},
}

func newTable(t testing.TB, families ...base.Family) *Table {
	t.Helper()
	tab, err := New("games")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if err := tab.CreateFamily(FamilyInfo{Name: f}); err != nil {
			t.Fatal(err)
		}
	}
	return tab
}

func gameTable(t testing.TB) *Table {
	tab := newTable(t, "GAME")
	for _, g := range games {
		mustMutate(t, tab, g.key,
			SetCell{"GAME", "PLAYER", 1000, g.player},
			SetCell{"GAME", "WIN", 1000, g.win},
			SetCell{"GAME", "KDA", 1000, g.kda})
	}
	return tab
}

func mustMutate(t testing.TB, tab *Table, key string, muts ...Mutation) {
	t.Helper()
	if err := tab.Mutate(base.RowKey(key), 0, muts); err != nil {
		t.Fatal(err)
	}
}

func program(t testing.TB, f filter.Filter) *filter.Program {
	t.Helper()
	p, err := filter.Compile(f)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// show prints a row as key{family:qualifier@ms=value ...}.
func show(r Row) string {
	var cells []string
	for c := range r.Cells() {
		cells = append(cells, showCell(c))
	}
	return fmt.Sprintf("%s{%s}", r.Key(), strings.Join(cells, " "))
}

func showCell(c base.Cell) string {
	text := fmt.Sprintf("%s:%s@%d=%s", c.Family, c.Qualifier, c.At/1000, c.Value)
	if c.Label != "" {
		text += "!" + c.Label
	}
	return text
}

func wantCode(t *testing.T, err error, code base.Code, args ...string) {
	t.Helper()
	var e *base.Error
	if !errors.As(err, &e) || e.Code != code || args != nil && !slices.Equal(e.Args, args) {
		t.Errorf("got error %v, want %s %q", err, code, args)
	}
}

func TestMutate(t *testing.T) {
	set := func(q base.Qualifier, ms base.Micros, v string) SetCell { return SetCell{"b", q, ms * 1000, v} }
	seed := []Mutation{set("p", 3, "x3"), set("p", 1, "x1"), set("p", 2, "x2"), set("q", 5, "y"),
		SetCell{"a", "", 1000, "z"}}
	for _, tt := range []struct {
		name string
		muts []Mutation
		want string
	}{
		{"cells are ordered, newest first", nil, "k{a:@1=z b:p@3=x3 b:p@2=x2 b:p@1=x1 b:q@5=y}"},
		{"a cell replaces one at its place", []Mutation{set("p", 2, "new")}, "k{a:@1=z b:p@3=x3 b:p@2=new b:p@1=x1 b:q@5=y}"},
		{"the last of equals wins", []Mutation{set("p", 9, "one"), set("p", 9, "two")}, "k{a:@1=z b:p@9=two b:p@3=x3 b:p@2=x2 b:p@1=x1 b:q@5=y}"},
		{"server time is truncated", []Mutation{SetCell{"b", "r", ServerTime, "now"}}, "k{a:@1=z b:p@3=x3 b:p@2=x2 b:p@1=x1 b:q@5=y b:r@7=now}"},
		{"a column goes", []Mutation{DeleteColumn{Family: "b", Qualifier: "p"}}, "k{a:@1=z b:q@5=y}"},
		{"a column from a time", []Mutation{DeleteColumn{"b", "p", 2000, 0}}, "k{a:@1=z b:p@1=x1 b:q@5=y}"},
		{"a column to a time", []Mutation{DeleteColumn{"b", "p", 0, 3000}}, "k{a:@1=z b:p@3=x3 b:q@5=y}"},
		{"a column between times", []Mutation{DeleteColumn{"b", "p", 2000, 3000}}, "k{a:@1=z b:p@3=x3 b:p@1=x1 b:q@5=y}"},
		{"a column that is not there", []Mutation{DeleteColumn{Family: "b", Qualifier: "pp"}}, "k{a:@1=z b:p@3=x3 b:p@2=x2 b:p@1=x1 b:q@5=y}"},
		{"a family goes", []Mutation{DeleteFamilyCells{"b"}}, "k{a:@1=z}"},
		{"a delete masks no later write", []Mutation{DeleteRow{}, set("p", 1, "again")}, "k{b:p@1=again}"},
		{"a delete takes earlier writes of the batch", []Mutation{set("p", 8, "gone"), DeleteColumn{Family: "b", Qualifier: "p"}}, "k{a:@1=z b:q@5=y}"},
		{"a row without cells is gone", []Mutation{DeleteRow{}}, ""},
		{"a row whose families go is gone", []Mutation{DeleteFamilyCells{"b"}, DeleteFamilyCells{"a"}}, ""},
	} {
		tab := newTable(t, "b", "a")
		mustMutate(t, tab, "k", seed...)
		if tt.muts != nil {
			if err := tab.Mutate("k", 7999, tt.muts); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
		got := ""
		if r, ok := tab.Get("k"); ok {
			got = show(r)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		checkSums(t, tab)
	}
}

// checkSums compares the sums that the table updates with each write with the rows.
func checkSums(t testing.TB, tab *Table) {
	t.Helper()
	var rows, cells int
	var bytes int64
	for r := range tab.Scan(ScanQuery{}, nil) {
		n := int64(len(r.Key()))
		own := 0
		for c := range r.Cells() {
			n += int64(len(c.Family) + len(c.Qualifier) + 8 + len(c.Value))
			own++
		}
		if r.Len() != own || r.Bytes() != n {
			t.Errorf("row %q: Len %d, Bytes %d; its cells say %d, %d", r.Key(), r.Len(), r.Bytes(), own, n)
		}
		rows, cells, bytes = rows+1, cells+own, bytes+n
	}
	if tab.Len() != rows || tab.CellCount() != int64(cells) || tab.Bytes() != bytes {
		t.Errorf("table: Len %d, Cells %d, Bytes %d; its rows say %d, %d, %d", tab.Len(), tab.CellCount(), tab.Bytes(), rows, cells, bytes)
	}
}

func TestRefusals(t *testing.T) {
	ok := SetCell{"f", "q", 0, "v"}
	long := strings.Repeat("x", base.MaxCell+1)
	for _, tt := range []struct {
		name string
		key  string
		muts []Mutation
		code base.Code
		args []string
	}{
		{"empty key", "", []Mutation{ok}, base.CodeEmptyKey, nil},
		{"long key", long[:4097], []Mutation{ok}, base.CodeKeyTooLong, []string{"4097", "4096"}},
		{"long qualifier", "k", []Mutation{ok, SetCell{"f", base.Qualifier(long[:16385]), 0, ""}}, base.CodeQualTooLong, []string{"16385", "16384", "k", "f"}},
		{"long qualifier to delete", "k", []Mutation{DeleteColumn{Family: "f", Qualifier: base.Qualifier(long[:16385])}}, base.CodeQualTooLong, nil},
		{"long value", "k", []Mutation{SetCell{"f", "q", 0, long}}, base.CodeValueTooLong, []string{"104857601", "104857600", "k", "f:q"}},
		{"long row", "k", []Mutation{SetCell{"f", "a", 0, long[1:]}, SetCell{"f", "b", 0, long[1:]}, SetCell{"f", "c", 0, long[1:]}, SetCell{"f", "d", 0, long[1:]}, SetCell{"f", "e", 0, long[1:]}, SetCell{"f", "g", 0, long[1:]}}, base.CodeRowTooLong, []string{"k", "629145674", "536870912"}},
		{"fine timestamp", "k", []Mutation{ok, SetCell{"f", "q", 1001, ""}}, base.CodeBadTimestamp, []string{"1001", "k", "f:q"}},
		{"negative timestamp", "k", []Mutation{SetCell{"f", "q", -2, ""}}, base.CodeBadTimestamp, []string{"-2", "k", "f:q"}},
		{"fine time range", "k", []Mutation{DeleteColumn{"f", "q", 0, 5}}, base.CodeBadTimestamp, []string{"5", "k", "f:q"}},
		{"reversed time range", "k", []Mutation{DeleteColumn{"f", "q", 2000, 2000}}, base.CodeBadTimeRange, []string{"2000", "2000", "k", "f:q"}},
		{"no family", "k", []Mutation{ok, SetCell{"h", "q", 0, ""}}, base.CodeNoFamily, []string{"games", "h", "f, g", ""}},
		{"no family to clear", "k", []Mutation{DeleteFamilyCells{"h"}}, base.CodeNoFamily, nil},
		{"no family to delete from", "k", []Mutation{DeleteColumn{Family: "h"}}, base.CodeNoFamily, nil},
		{"no mutation", "k", nil, base.CodeNoMutation, []string{"k"}},
		{"too many", "k", slices.Repeat([]Mutation{ok}, 100_001), base.CodeManyMutations, []string{"100001", "100000", "k"}},
	} {
		tab := newTable(t, "g", "f")
		mustMutate(t, tab, "k", SetCell{"f", "old", 0, "v"})
		err := tab.Mutate(base.RowKey(tt.key), 0, tt.muts)
		if err == nil {
			t.Errorf("%s: not refused", tt.name)
			continue
		}
		wantCode(t, err, tt.code, tt.args...)
		if r, _ := tab.Get("k"); show(r) != "k{f:old@0=v}" || tab.Len() != 1 {
			t.Errorf("%s: refused, but changed the row to %.100s", tt.name, show(r))
		}
		mustMutate(t, tab, "k", SetCell{"f", "next", 0, "v"})
		if r, _ := tab.Get("k"); show(r) != "k{f:next@0=v f:old@0=v}" {
			t.Errorf("%s: after the refusal: %.100s", tt.name, show(r))
		}
	}
}

func TestNames(t *testing.T) {
	for name, good := range map[string]bool{
		"games": true, "_x": true, "0": true, "a-b.c_D": true, strings.Repeat("n", 50): true,
		"": false, "-a": false, ".a": false, "a b": false, "é": false, strings.Repeat("n", 51): false,
	} {
		_, err := New(name)
		if good && err != nil {
			t.Errorf("table %q: %v", name, err)
		} else if !good {
			wantCode(t, err, base.CodeTableName, name)
		}
	}
	for name, good := range map[base.Family]bool{
		"GAME": true, "-": true, ".x": true, base.Family(strings.Repeat("n", 64)): true,
		"": false, "a:b": false, "\xff": false, base.Family(strings.Repeat("n", 65)): false,
	} {
		err := newTable(t).CreateFamily(FamilyInfo{Name: name})
		if good && err != nil {
			t.Errorf("family %q: %v", name, err)
		} else if !good {
			wantCode(t, err, base.CodeFamilyName, string(name), "games")
		}
	}
}

func TestFamilies(t *testing.T) {
	tab := newTable(t, "m", "z")
	mustMutate(t, tab, "both", SetCell{"z", "q", 0, "v"}, SetCell{"m", "q", 0, "v"})
	mustMutate(t, tab, "one", SetCell{"z", "q", 0, "v"})
	before := tab.Clone()
	wantCode(t, tab.CreateFamily(FamilyInfo{Name: "z"}), base.CodeFamilyExists, "games", "z")
	wantCode(t, tab.CreateFamilies(FamilyInfo{Name: "f"}, FamilyInfo{Name: "f"}), base.CodeFamilyExists, "games", "f", "twice")
	wantCode(t, tab.DeleteFamily("M"), base.CodeNoFamily, "games", "M", "m, z", "m")
	wantCode(t, tab.DeleteFamily("a"), base.CodeNoFamily, "games", "a", "m, z", "")
	wantCode(t, tab.SetGC("a", nil), base.CodeNoFamily, "games", "a", "m, z", "")
	// A new family that sorts first does not disturb existing rows.
	if err := tab.CreateFamily(FamilyInfo{Name: "a", GC: MaxVersions(1)}); err != nil {
		t.Fatal(err)
	}
	mustMutate(t, tab, "both", SetCell{"a", "q", 0, "v"})
	if r, _ := tab.Get("both"); show(r) != "both{a:q@0=v m:q@0=v z:q@0=v}" {
		t.Errorf("got %s", show(r))
	}
	if err := tab.DeleteFamily("z"); err != nil {
		t.Fatal(err)
	}
	if tab.Len() != 1 {
		t.Errorf("%d rows left, want 1", tab.Len())
	}
	// The new family gets the id of the deleted one, but the old cells do not come back.
	if err := tab.CreateFamily(FamilyInfo{Name: "zz"}); err != nil {
		t.Fatal(err)
	}
	mustMutate(t, tab, "both", SetCell{"zz", "q", 0, "v"})
	if r, _ := tab.Get("both"); show(r) != "both{a:q@0=v m:q@0=v zz:q@0=v}" {
		t.Errorf("got %s", show(r))
	}
	checkSums(t, tab)
	checkSums(t, before)
	if r, _ := before.Get("both"); show(r) != "both{m:q@0=v z:q@0=v}" {
		t.Errorf("snapshot: got %s", show(r))
	}
	want := []FamilyInfo{{Name: "a", GC: MaxVersions(1)}, {Name: "m"}, {Name: "zz"}}
	if got := tab.Families(); !slices.Equal(got, want) {
		t.Errorf("families %v, want %v", got, want)
	}
	if err := tab.SetGC("m", MaxAge(time.Hour)); err != nil || tab.Families()[1].GC != MaxAge(time.Hour) {
		t.Errorf("SetGC: %v, %v", err, tab.Families())
	}
}

func TestGCRule(t *testing.T) {
	for _, tt := range []struct {
		rule GCRule
		want string
	}{
		{nil, "<never>"},
		{MaxVersions(1), "versions() > 1"},
		{MaxAge(240 * time.Hour), "age() > 10d"},
		{MaxAge(5 * time.Hour), "age() > 5h"},
		{MaxAge(90 * time.Minute), "age() > 90m"},
		{MaxAge(time.Second), "age() > 1000000"},
		{Union{MaxAge(240 * time.Hour), MaxVersions(1)}, "(age() > 10d || versions() > 1)"},
		{Intersection{MaxVersions(2), Union{MaxAge(time.Hour), MaxVersions(9)}}, "(versions() > 2 && (age() > 1h || versions() > 9))"},
	} {
		if got := GCString(tt.rule); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
		if err := newTable(t).CreateFamily(FamilyInfo{Name: "f", GC: tt.rule}); err != nil {
			t.Errorf("%s: %v", tt.want, err)
		}
	}
	for _, bad := range []GCRule{MaxVersions(0), MaxVersions(-1), MaxAge(time.Microsecond), Union{}, Union{nil},
		Intersection{MaxVersions(1), MaxVersions(0)}, Union(slices.Repeat([]GCRule{MaxVersions(1)}, 130))} {
		wantCode(t, newTable(t).CreateFamily(FamilyInfo{Name: "f", GC: bad}), base.CodeBadGCRule, GCString(bad), "games", "f")
	}
}
