package hbase

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
	"tabletop/engine/filter"
	"tabletop/engine/table"
)

const second = base.Micros(1_000_000)

// now is the time of the operations in the tests.
const now = 100 * second

func newTable(t *testing.T, families ...Family) *table.Table {
	t.Helper()
	tab, err := table.New("t")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if err := tab.CreateFamily(table.FamilyInfo{Name: f.Name, GC: f.GCRule()}); err != nil {
			t.Fatal(err)
		}
	}
	return tab
}

// put writes one version of each of the columns "f:q@seconds".
func put(t *testing.T, tab *table.Table, columns ...string) {
	t.Helper()
	var muts []table.Mutation
	for _, c := range columns {
		var f, q string
		var at int64
		name, when, _ := strings.Cut(c, "@")
		f, q, _ = strings.Cut(name, ":")
		if _, err := fmt.Sscan(when, &at); err != nil {
			t.Fatal(err)
		}
		muts = append(muts, table.SetCell{Family: base.Family(f), Qualifier: base.Qualifier(q), At: base.Micros(at) * second, Value: c})
	}
	if err := tab.Mutate("r", now, muts); err != nil {
		t.Fatal(err)
	}
}

// read returns the values of the row that a read returns.
func read(t *testing.T, tab *table.Table, r ReadOptions) string {
	t.Helper()
	f, err := r.Filter(tab, now)
	if err != nil {
		t.Fatal(err)
	}
	program, err := filter.Compile(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for row := range tab.Scan(table.ScanQuery{Filter: program}, nil) {
		for c := range row.Cells() {
			out = append(out, c.Value)
		}
	}
	return strings.Join(out, " ")
}

func TestRead(t *testing.T) {
	tab := newTable(t, Family{Name: "a", Versions: 3}, Family{Name: "b", Versions: 1}, Family{Name: "c", TTL: 50 * time.Second})
	put(t, tab, "a:x@1", "a:x@2", "a:x@3", "a:x@4", "a:y@5", "a:x|y@6", "b:x@1", "b:x@2", "c:x@49", "c:x@50", "c:x@60")
	for _, c := range []struct {
		name string
		read ReadOptions
		want string
	}{
		{"newest of everything", ReadOptions{}, "a:x@4 a:x|y@6 a:y@5 b:x@2 c:x@60"},
		{"never more than a family keeps", ReadOptions{Versions: 9}, "a:x@4 a:x@3 a:x@2 a:x|y@6 a:y@5 b:x@2 c:x@60 c:x@50"},
		{"raw", ReadOptions{Versions: 9, Raw: true}, "a:x@4 a:x@3 a:x@2 a:x@1 a:x|y@6 a:y@5 b:x@2 b:x@1 c:x@60 c:x@50 c:x@49"},
		{"a column", ReadOptions{Columns: []Column{{Family: "a", Qualifier: "x"}}, Versions: 2}, "a:x@4 a:x@3"},
		{"a qualifier that would be a pattern", ReadOptions{Columns: []Column{{Family: "a", Qualifier: "x|y"}}}, "a:x|y@6"},
		{"columns named twice", ReadOptions{Columns: []Column{{Family: "a", Qualifier: "y"}, {Family: "a", Qualifier: "x"}, {Family: "a", Qualifier: "y"}}}, "a:x@4 a:y@5"},
		{"a family and a column", ReadOptions{Columns: []Column{{Family: "a", All: true}, {Family: "b", Qualifier: "x"}}}, "a:x@4 a:x|y@6 a:y@5 b:x@2"},
		{"a family over its column", ReadOptions{Columns: []Column{{Family: "a", Qualifier: "x"}, {Family: "a", All: true}}}, "a:x@4 a:x|y@6 a:y@5"},
		{"a time range", ReadOptions{Start: 2 * second, End: 4 * second, Versions: 9}, "a:x@3 a:x@2 b:x@2"},
		{"versions count inside the time range", ReadOptions{Columns: []Column{{Family: "a", Qualifier: "x"}}, End: 3 * second}, "a:x@2"},
		{"an older time range than a family keeps", ReadOptions{Columns: []Column{{Family: "c", All: true}}, End: 50 * second}, ""},
	} {
		if got := read(t, tab, c.read); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if _, err := (ReadOptions{Columns: []Column{{Family: "z", All: true}}}).Filter(tab, now); err == nil {
		t.Error("a family that is not there was read")
	}
}

func TestNewestTwo(t *testing.T) {
	tab := newTable(t, Family{Name: "a"})
	put(t, tab, "a:x@1", "a:x@2", "a:x@3", "a:y@7")
	row, _ := tab.Get("r")
	for q, want := range map[base.Qualifier]string{"x": "a:x@3 a:x@2", "y": "a:y@7 ", "z": " "} {
		value := func(c *base.Cell) string {
			if c == nil {
				return ""
			}
			return c.Value
		}
		newest, before := NewestTwo(row, "a", q)
		if got := value(newest) + " " + value(before); got != want {
			t.Errorf("%s: %s, want %s", q, got, want)
		}
	}
}

// TestLeastVersions checks which cells a read shows of a family that keeps its newest versions although
// they have expired.
func TestLeastVersions(t *testing.T) {
	f := Family{Name: "a", Versions: 4, TTL: 50 * time.Second, MinVersions: 2}
	tab := newTable(t, f)
	for _, c := range []struct{ put, want string }{
		{"1 2 3", "a:x@3 a:x@2"},
		{"1 49 60", "a:x@60 a:x@49"},
		{"1 49 50 60", "a:x@60 a:x@50"},
		{"50 51 60 70 80", "a:x@80 a:x@70 a:x@60 a:x@51"},
	} {
		tab.DropRows(base.AllKeys)
		var columns []string
		for _, at := range strings.Fields(c.put) {
			columns = append(columns, "a:x@"+at)
		}
		put(t, tab, columns...)
		r := ReadOptions{Versions: 9}
		tree, err := r.Filter(tab, now)
		if err != nil {
			t.Fatal(err)
		}
		program, err := filter.Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for row := range tab.Scan(table.ScanQuery{Filter: program}, nil) {
			for _, cell := range r.Unexpired(tab, now)(slices.Collect(row.Cells())) {
				got = append(got, cell.Value)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s", c.put, got, c.want)
		}
		tab.Compact(now)
		if got := read(t, tab, ReadOptions{Versions: 9, Raw: true}); got != c.want {
			t.Errorf("%s: %s is left, want %s", c.put, got, c.want)
		}
	}
	if (ReadOptions{Raw: true}).Unexpired(tab, now) != nil {
		t.Error("a raw read drops cells")
	}
}

func TestDescribe(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		rule table.GCRule
		want Family
		ok   bool
	}{
		{nil, Family{}, true},
		{table.MaxVersions(3), Family{Versions: 3}, true},
		{table.MaxAge(day), Family{TTL: day}, true},
		{table.MaxAge(1500 * time.Millisecond), Family{TTL: 2 * time.Second}, false},
		{table.Union{table.MaxVersions(3), table.MaxAge(day)}, Family{Versions: 3, TTL: day}, true},
		{table.Union{table.MaxAge(2 * day), table.MaxVersions(5), table.Union{table.MaxVersions(3), table.MaxAge(day)}}, Family{Versions: 3, TTL: day}, true},
		{table.Intersection{table.MaxVersions(3)}, Family{Versions: 3}, true},
		{table.Intersection{table.MaxVersions(3), table.MaxAge(day)}, Family{TTL: day, MinVersions: 3}, true},
		{table.Union{table.MaxVersions(5), table.Intersection{table.MaxAge(day), table.MaxVersions(3)}}, Family{Versions: 5, TTL: day, MinVersions: 3}, true},
		{table.Intersection{table.MaxVersions(3), table.MaxAge(1500 * time.Millisecond)}, Family{}, false},
		{table.Intersection{table.MaxAge(2 * day), table.MaxAge(day)}, Family{}, false},
		{table.Union{table.MaxAge(day), table.Intersection{table.MaxAge(2 * day), table.MaxVersions(3)}}, Family{TTL: day}, false},
		{table.Union{table.MaxVersions(2), table.Intersection{table.MaxVersions(3), table.MaxAge(day)}}, Family{Versions: 2}, false},
	} {
		got, ok := DescribeFamily(table.FamilyInfo{Name: "f", GC: c.rule})
		c.want.Name = "f"
		if got != c.want || ok != c.ok {
			t.Errorf("%s: %+v %v, want %+v %v", table.GCString(c.rule), got, ok, c.want, c.ok)
		}
		if again, _ := DescribeFamily(table.FamilyInfo{Name: "f", GC: got.GCRule()}); c.ok && again != got {
			t.Errorf("%+v came back as %+v", got, again)
		}
	}
	if !slices.Equal([]base.Micros{expiry(Family{TTL: time.Second}, now), expiry(Family{}, now), expiry(Family{TTL: day}, now)}, []base.Micros{99 * second, 0, 0}) {
		t.Error("Expiry")
	}
}
