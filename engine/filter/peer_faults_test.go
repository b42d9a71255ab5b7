package filter

import (
	"slices"
	"testing"

	"tabletop/engine/base"
)

// TestPeerFaults checks the filters in which Google's in-memory server differs from the
// documentation of google.bigtable.v2.RowFilter. Each case quotes that documentation.
func TestPeerFaults(t *testing.T) {
	a, b := base.Cell{Family: "a", Qualifier: "p", At: 2000, Value: "\x0f"}, base.Cell{Family: "b", Qualifier: "o", At: 1000, Value: "\xf0"}
	old := base.Cell{Family: "a", Qualifier: "p", At: 1000, Value: "\x0f"}
	labelled := func(c base.Cell) base.Cell { c.Label = "x"; return c }
	cells := []base.Cell{a, old, b}
	for _, tt := range []struct {
		name   string
		filter string
		want   []base.Cell
	}{
		// "Outputs all cells directly to the output of the read rather than to any
		// parent filter." The server treats the filter as pass.
		{"sink", `chain(interleave(block(), chain(limit(1), label(x), sink())), block())`, []base.Cell{labelled(a)}},
		// "(value & mask) == mask"; "the mask length must exactly match". The server
		// does not know the filter and passes everything.
		{"bitmask", `mask("\x0e")`, []base.Cell{a, old}},
		// "Matches only the first N cells of each row." The server counts families in
		// the order of a Go map.
		{"limit across families", `limit(2)`, []base.Cell{a, old}},
		// "Skips the first N cells of each row, matching all subsequent cells."
		{"offset across families", `offset(2)`, []base.Cell{b}},
		// "Replaces each cell's value with the empty string." The server drops the
		// label too.
		{"label, then strip", `chain(label(x), strip(), limit(1))`, []base.Cell{{Family: "a", Qualifier: "p", At: 2000, Label: "x"}}},
	} {
		f, err := Parse(tt.filter)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := through(compile(t, f).NewEvaluation(0), "k", cells); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %v\nwant %v", tt.name, got, tt.want)
		}
	}
}

// TestRefusedUnread compiles invalid filters without any row. The server looks at a filter
// only when it reads a row, and then only at the parts that the row reaches; [Compile]
// refuses the filter before any row is read.
func TestRefusedUnread(t *testing.T) {
	for _, text := range []string{
		`if(pass(), pass(), latest(0))`, `chain(block(), value(/(/))`, `chain(sink(), limit(0))`, `offset(-1)`,
		`chain(label(a), label(b))`, `chain(block(), label(A))`, `family(/a:b/)`,
		`interleave(pass(), row(//))`,
	} {
		if f, err := Parse(text); err == nil {
			t.Errorf("%s is accepted as %#v", text, f)
		}
	}
}
