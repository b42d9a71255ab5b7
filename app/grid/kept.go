package grid

import (
	"slices"
	"strings"

	"tabletop/app/page"
)

// Kept is the layout that a workspace shows its tables in.
type Kept struct {
	ID     string // of the workspace
	Layout Layout
}

// Remembered is the name under which the browser keeps the layouts.
const Remembered = "views"

// maxKept is how many workspaces the page remembers a layout for.
const maxKept = 200

// layoutNames are the layouts as the browser keeps them. [Rows], which all begin with, is
// not kept.
var layoutNames = map[Layout]string{Pairs: "pairs", Nested: "nested"}

// ParseKept reads what the browser has kept, and leaves out what it does not know.
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

// LayoutOf returns the layout of a workspace.
func LayoutOf(all []Kept, id string) Layout {
	for _, k := range all {
		if k.ID == id {
			return k.Layout
		}
	}
	return Rows
}

// Keep has the open workspace shown in a layout from now on, and returns all that are
// kept, the last chosen last.
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
