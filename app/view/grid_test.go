//go:build !js

package view

import (
	"strings"
	"testing"
)

// TestCellsOfTheGrid tests that cells have their position, and that only the cell under the
// cursor is marked.
func TestCellsOfTheGrid(t *testing.T) {
	doc := parsed(t, drawn(states()["sandbox-cell"]))
	if n := len(all(doc, with("role=grid", "aria-activedescendant=cell-1-1", "aria-colcount=4", "aria-readonly=false"))); n != 1 {
		t.Errorf("%d grids", n)
	}
	if n := len(all(doc, with("id=cell-1-1", "role=gridcell", "aria-colindex=2"))); n != 1 {
		t.Errorf("%d cells under the cursor", n)
	}
	if n := len(all(doc, with("class=active"))); n != 1 {
		t.Errorf("%d cells are marked", n)
	}
	if n := len(all(doc, with("id=cell-text", "aria-label=Value of GAME:KDA in row LoL#20150302"))); n != 1 {
		t.Errorf("%d fields", n)
	}
}

func TestDetailsOfACell(t *testing.T) {
	doc := parsed(t, drawn(states()["sandbox-cell"]))
	panels := all(doc, with("role=region", "aria-label=Cell"))
	if len(panels) != 1 {
		t.Fatalf("%d panels", len(panels))
	}
	got := text(panels[0])
	for _, want := range []string{
		"GAME:KDA", "2 versions", "1,425,254,400,000,000 µs", "2015-03-02 00:00:00.000000 UTC", "7.00", "The first 4 of 100,000 bytes",
		`\x00\x00`, "0000  00 00 00 00 00 00 00 2a  .......*", "As a big-endian integer: 42",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// TestOtherViews tests that each layout shows every cell of the rows with its timestamp.
func TestOtherViews(t *testing.T) {
	for name, class := range map[string]string{"sandbox-pairs": "pairs", "sandbox-nested": "nested"} {
		st := states()[name]
		lists := all(parsed(t, drawn(st)), with("class="+class))
		if len(lists) != 1 {
			t.Fatalf("%s: %d lists", name, len(lists))
		}
		if n := len(all(lists[0], with("class=stamp"))); n != 9 {
			t.Errorf("%s: %d cells in three rows of three", name, n)
		}
		if got := text(lists[0]); !strings.Contains(got, "LoL#20150303") || strings.Contains(got, "craft") || !strings.Contains(got, "older version is not shown") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestReadOnlyGrid tests that a read-only grid offers nothing to write.
func TestReadOnlyGrid(t *testing.T) {
	st := withCell(states()["sandbox"])
	st.Work.ReadOnly, st.Work.Grid.Edit = true, nil
	doc := parsed(t, drawn(st))
	for _, b := range all(doc, with("type=button")) {
		if s := text(b); s == "Add row" || s == "Delete cell" || s == "Edit" {
			t.Errorf("button %q", s)
		}
	}
	if n := len(all(doc, with("role=grid", "aria-readonly=true"))); n != 1 {
		t.Error("the grid does not say that it is read-only")
	}
}
