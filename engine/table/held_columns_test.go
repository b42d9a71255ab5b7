package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

// TestHeld checks that the columns in which rows have cells are known by name, without
// looking at the cells, even after some columns have gone. If they are not known, the
// table must say so.
func TestHeld(t *testing.T) {
	tab := newTable(t, "b", "a")
	names := func() string {
		held, ok := tab.HeldColumns(func() bool { return true })
		if !ok {
			return "unknown"
		}
		return fmt.Sprint(held)
	}
	if got := names(); got != "[]" {
		t.Errorf("an empty table: %s", got)
	}
	set := func(key string, f base.Family, q base.Qualifier, value string) {
		mustMutate(t, tab, key, SetCell{Family: f, Qualifier: q, At: 1000, Value: value})
	}
	set("r1", "b", "y", "long "+strings.Repeat("x", 300))
	set("r1", "b", "y", "again")
	set("r2", "a", "z", "")
	set("r2", "b", "x", "1")
	set("r3", "a", "", "1")
	if got := names(); got != "[{a } {a z} {b x} {b y}]" {
		t.Error(got)
	}
	mustMutate(t, tab, "r1", DeleteRow{})
	if got := names(); got != "[{a } {a z} {b x}]" {
		t.Errorf("after a row has gone: %s", got)
	}
	for i := range 200 {
		set(fmt.Sprint("s", i), "a", "z", "1")
	}
	calls := 0
	if _, ok := tab.HeldColumns(func() bool { calls++; return calls < 2 }); ok || calls != 2 {
		t.Errorf("told to stop: %v after %d calls", ok, calls)
	}
	set("r4", "a", base.Qualifier(strings.Repeat("q", maxNumberedBy+1)), "1")
	if got := names(); got != "unknown" {
		t.Errorf("a column without a number: %s", got)
	}
	other := newTable(t, "a")
	if err := other.CreateFamily(FamilyInfo{Name: "n", Type: IntSum}); err != nil {
		t.Fatal(err)
	}
	if held, ok := other.HeldColumns(func() bool { return true }); ok || slices.Contains(held, HeldColumn{}) {
		t.Error("an aggregate family is taken for a plain one")
	}
}
