package grid

import (
	"slices"
	"strings"

	"tabletop/app/page"
)

// Kept is the layout that is remembered for a workspace.
type Kept struct {
	ID     string // ID of the workspace
	Layout Layout
}

// Remembered is the key under which the browser stores the layouts.
const Remembered = "views"

// maxKept is the most workspaces whose layout is remembered; the oldest choices are
// forgotten.
const maxKept = 200

// layoutNames are the layouts as the browser stores them. [Rows] is the default and is not
// stored.
var layoutNames = map[Layout]string{Pairs: "pairs", Nested: "nested"}

// ParseKept parses the value that the browser stores. Words that it does not understand are
// ignored.
func ParseKept(kept string) []Kept {
	var all []Kept
	for _, one := range strings.Fields(kept) {
		id, name, _ := strings.Cut(one, "=")
		for l, n := range layoutNames {
			if n == name && id != "" {
				all = append(all, Kept{id, l})
			}
		}
	}
	return all
}

// LayoutOf returns the layout of the workspace with an ID, [Rows] if none is remembered.
func LayoutOf(all []Kept, id string) Layout {
	for _, k := range all {
		if k.ID == id {
			return k.Layout
		}
	}
	return Rows
}

// Keep remembers a layout for the open workspace and has the browser store it. It returns
// all that are remembered, the most recent last; the argument is not changed.
func Keep(t *page.Update, all []Kept, as Layout) []Kept {
	id := t.Work.ID
	all = slices.DeleteFunc(slices.Clone(all), func(old Kept) bool { return old.ID == id })
	if as != Rows {
		all = append(all, Kept{id, as})
	}
	all = all[max(0, len(all)-maxKept):]
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = one.ID + "=" + layoutNames[one.Layout]
	}
	t.Do(page.Remember{Name: Remembered, Text: strings.Join(texts, " ")})
	return all
}
