package table

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/engine/base"
)

// day returns the time n days after the epoch.
func day(n int) base.Micros { return base.Micros(n) * 24 * 3600 * 1e6 }

const days = 24 * time.Hour

// TestCompact writes five versions, of the days 5 to 1, and collects garbage on day 6.
func TestCompact(t *testing.T) {
	for _, tt := range []struct {
		rule GCRule
		want string // the days of the cells that stay
		why  string // why each other cell goes: a for age, v for versions, b for both
	}{
		{nil, "5 4 3 2 1", ""},
		{MaxVersions(5), "5 4 3 2 1", ""},
		{MaxVersions(2), "5 4", "vvv"},
		{MaxAge(2 * days), "5 4", "aaa"},
		{MaxAge(2*days - time.Microsecond), "5", "aaaa"},
		{MaxAge(2*days - time.Nanosecond), "5", "aaaa"},
		{MaxAge(2*days + time.Nanosecond), "5 4", "aaa"},
		{MaxAge(time.Hour), "", "aaaaa"},
		{Union{MaxAge(3 * days), MaxVersions(1)}, "5", "vvbb"},
		{Union{MaxAge(days), MaxVersions(3)}, "5", "aabb"},
		{Intersection{MaxAge(3 * days), MaxVersions(1)}, "5 4 3", "bb"},
		{Intersection{MaxAge(days), MaxVersions(3)}, "5 4 3", "bb"},
		{Intersection{MaxVersions(2), MaxVersions(4)}, "5 4 3 2", "v"},
		{Union{MaxVersions(4), Intersection{MaxAge(2 * days), MaxVersions(2)}}, "5 4", "bbb"},
		{Intersection{MaxVersions(1), Union{MaxAge(4 * days), MaxVersions(3)}}, "5 4 3", "vb"},
	} {
		name := GCString(tt.rule)
		tab := newTable(t)
		if err := tab.CreateFamily(FamilyInfo{Name: "f", GC: tt.rule}); err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			mustMutate(t, tab, "k", SetCell{"f", "q", day(n + 1), "v"})
		}
		var left []string
		rep := tab.Compact(day(6))
		row, _ := tab.Get("k")
		for c := range row.Cells() {
			left = append(left, fmt.Sprint(int64(c.At/day(1))))
		}
		why := ""
		for _, c := range rep.FirstCells {
			why += string("?avb"[c.Reason])
		}
		if got := strings.Join(left, " "); got != tt.want || why != tt.why {
			t.Errorf("%s: left %q, gone %q; want %q, %q", name, got, why, tt.want, tt.why)
		}
		checkSums(t, tab)
	}
}

// garbageTable returns a table in which some rows lose some of their cells to garbage
// collection, some all, and some none.
func garbageTable(t testing.TB, rows int) *Table {
	tab := newTable(t, "keep")
	for _, f := range []FamilyInfo{{Name: "old", GC: MaxAge(days)}, {Name: "two", GC: MaxVersions(2)}} {
		if err := tab.CreateFamily(f); err != nil {
			t.Fatal(err)
		}
	}
	for n := range rows {
		key := fmt.Sprintf("row%05d", n)
		switch n % 3 {
		case 0:
			mustMutate(t, tab, key, SetCell{"old", "q", day(1), "v"}, SetCell{"old", "r", day(1), "v"})
		case 1:
			mustMutate(t, tab, key, SetCell{"two", "q", day(1), "1"}, SetCell{"two", "q", day(2), "2"}, SetCell{"two", "q", day(3), "3"})
		default:
			mustMutate(t, tab, key, SetCell{"keep", "q", day(1), "v"})
		}
	}
	return tab
}

func TestCompactReport(t *testing.T) {
	tab := garbageTable(t, 300)
	before, snap := tab.Bytes(), tab.Clone()
	was, _, _ := read(snap, ScanQuery{})
	dry := tab.FindGarbage(day(3))
	if tab.Bytes() != before {
		t.Error("a dry run removed something")
	}
	rep := tab.Compact(day(3))
	if !reflect.DeepEqual(dry, rep) {
		t.Errorf("the dry run reports\n%+v, the real one\n%+v", dry, rep)
	}
	want := []FamilyGarbage{
		{Family: "old", Age: GarbageTotals{200, 200 * 13}},
		{Family: "two", Versions: GarbageTotals{100, 100 * 13}},
	}
	if rep.Rows != 300 || rep.VanishedRows != 100 || rep.KeyBytes != 800 || !slices.Equal(rep.Families, want) {
		t.Errorf("got %+v", rep)
	}
	if shrunk := before - tab.Bytes(); shrunk != rep.Total().Bytes+rep.KeyBytes || rep.Total().Cells != 300 {
		t.Errorf("%d bytes less; reported %+v and %d of keys", shrunk, rep.Total(), rep.KeyBytes)
	}
	first := GarbageCell{"row00000", base.Cell{Family: "old", Qualifier: "q", At: day(1), Value: "v"}, ByAge}
	if len(rep.FirstCells) != MaxGarbageListed || rep.FirstCells[0] != first {
		t.Errorf("names %d, first %+v", len(rep.FirstCells), rep.FirstCells[0])
	}
	if now, _, _ := read(snap, ScanQuery{}); !slices.Equal(now, was) {
		t.Error("the snapshot changed")
	}
	if again := tab.Compact(day(3)); again.Total() != (GarbageTotals{}) || again.VanishedRows != 0 {
		t.Errorf("a second collection finds %+v", again)
	}
	checkSums(t, tab)
}

// TestCompactSome collects garbage in slices of every size, with writes between the
// slices.
func TestCompactSome(t *testing.T) {
	whole := garbageTable(t, 100)
	want := whole.Compact(day(3))
	for _, rows := range []int{1, 7, 99, 100, 101} {
		tab := garbageTable(t, 100)
		var rep, dry GarbageReport
		slicesSeen := 0
		for {
			tab.FindGarbageSlice(day(3), rows, &dry)
			tab.CompactSlice(day(3), rows, &rep)
			if slicesSeen++; rep.Resume == "" {
				break
			}
			// The collection does not return to a row before its position.
			mustMutate(t, tab, "a", SetCell{"old", "q", day(1), "v"})
		}
		if !reflect.DeepEqual(rep, want) || !reflect.DeepEqual(dry, want) {
			t.Errorf("%d rows at a time:\n got %+v\n dry %+v\nwant %+v", rows, rep, dry, want)
		}
		if least := (100 + rows - 1) / rows; slicesSeen != least {
			t.Errorf("%d rows at a time: %d slices, want %d", rows, slicesSeen, least)
		}
		mustMutate(t, tab, "a", DeleteRow{})
		got, _, _ := read(tab, ScanQuery{})
		if left, _, _ := read(whole, ScanQuery{}); !slices.Equal(got, left) {
			t.Errorf("%d rows at a time leave another table", rows)
		}
		checkSums(t, tab)
	}
}

// TestCompactOddTimes checks that at no time of the server cells that are not old become
// garbage.
func TestCompactOddTimes(t *testing.T) {
	for _, now := range []base.Micros{math.MinInt64, -1, 0, day(1)} {
		tab := garbageTable(t, 3)
		if rep := tab.FindGarbage(now); rep.Total().Cells != 1 { // one cell, the third version
			t.Errorf("at %d: %+v", now, rep)
		}
	}
	tab := garbageTable(t, 3)
	if rep := tab.FindGarbage(math.MaxInt64); rep.Total().Cells != 3 {
		t.Errorf("in the end: %+v", rep)
	}
}

// TestCompactWhileReading checks that a scan continues to read the table that it began
// with.
func TestCompactWhileReading(t *testing.T) {
	tab := garbageTable(t, 30)
	rows := 0
	for range tab.Scan(ScanQuery{}, nil) {
		if rows++; rows == 3 {
			tab.Compact(day(3))
		}
	}
	if rows != 30 || tab.Len() != 20 {
		t.Errorf("read %d rows, %d are left", rows, tab.Len())
	}
}
