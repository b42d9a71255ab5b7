package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/engine/base"
)

func showWarnings(tab *Table) (out []string) {
	for _, w := range tab.Warnings() {
		out = append(out, string(w.Code)+" "+strings.Join(w.Args, " "))
	}
	return out
}

func TestWarnings(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes a hundred megabytes")
	}
	want := func(tab *Table, lines ...string) {
		t.Helper()
		if got := showWarnings(tab); !slices.Equal(got, lines) {
			t.Errorf("\n got %q\nwant %q", got, lines)
		}
	}
	tab := newTable(t, "f")
	long := strings.Repeat("v", base.WarnCell+1)
	mustMutate(t, tab, "fits", SetCell{"f", "q", 0, long[1:]})
	want(tab)
	mustMutate(t, tab, "b", SetCell{"f", "q", 0, long})
	const value = "note-long-value games b f:q 10485761 10485760"
	want(tab, value)
	snap := tab.Clone()
	for n := range 10 {
		mustMutate(t, tab, "a", SetCell{"f", base.Qualifier(fmt.Sprint(n)), 0, long[1:]})
	}
	want(tab, "note-long-row games a 104857701 104857600", value)
	mustMutate(t, tab, "a", DeleteColumn{Family: "f", Qualifier: "0"})
	want(tab, value)
	tab.DropRows(base.PointRange("b"))
	want(tab)
	tab.DropRows(base.AllKeys)
	want(tab)
	want(snap, value)
	for n := range 100 {
		if err := snap.CreateFamily(FamilyInfo{Name: base.Family(fmt.Sprint("more", n))}); err != nil {
			t.Fatal(err)
		}
	}
	want(snap, "note-many-families games 101 100", value)
}
