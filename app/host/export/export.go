package export

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Loss is a kind of thing that a form of file does not hold. The sentence about it is in
// app/i18n, under the key "lost-" followed by Kind.
type Loss struct {
	Kind  string
	Count int64 // how many there are; 0 if they are not counted
}

// Table is a table to be written.
type Table struct {
	*table.Table      // must not be changed meanwhile
	Disabled     bool // by the HBase shell
}

// WriteFunc takes a piece of text, which may be empty, and returns false to stop.
type WriteFunc func(text string) bool

// losses counts what a form does not hold, by [Loss].What.
type losses map[string]int64

// list returns the losses by name.
func (l losses) list() []Loss {
	var out []Loss
	for _, what := range slices.Sorted(maps.Keys(l)) {
		out = append(out, Loss{what, l[what]})
	}
	return out
}

// families returns a table's families by name.
func families(t Table) map[base.Family]table.FamilyInfo {
	out := map[base.Family]table.FamilyInfo{}
	for _, f := range t.Families() {
		out[f.Name] = f
	}
	return out
}
