package export

import (
	"maps"
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Lost is something that a form cannot hold. Its text is the page's, under the key
// "lost-" and What.
type Lost struct {
	What  string
	Count int64 // of what it says; 0 where there is nothing to count
}

// Table is a table to write.
type Table struct {
	*table.Table      // not written meanwhile
	Disabled     bool // in the HBase shell
}

// Writer takes text and reports whether to go on.
type Writer func(text string) bool

// losses counts what is lost.
type losses map[string]int64

func (l losses) list() []Lost {
	var out []Lost
	for _, what := range slices.Sorted(maps.Keys(l)) {
		out = append(out, Lost{what, l[what]})
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
