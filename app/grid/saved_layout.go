package grid

import (
	"slices"
	"strings"

	"tabletop/app/page"
)

// SavedLayout is the layout that is remembered for a workspace.
type SavedLayout struct {
	ID     string // ID of the workspace
	Layout Layout
}

// StorageKey is the key under which the browser stores the layouts.
const StorageKey = "views"

// maxKept is the most workspaces whose layout is remembered; the oldest choices are
// forgotten.
const maxKept = 200

// layoutNames are the layouts as the browser stores them. [LayoutGrid] is the default and is not
// stored.
var layoutNames = map[Layout]string{LayoutPairs: "pairs", LayoutNested: "nested"}

// ParseSavedLayouts parses the value that the browser stores. Words that it does not understand are
// ignored.
func ParseSavedLayouts(kept string) []SavedLayout {
	var all []SavedLayout
	for _, one := range strings.Fields(kept) {
		id, name, _ := strings.Cut(one, "=")
		for l, n := range layoutNames {
			if n == name && id != "" {
				all = append(all, SavedLayout{id, l})
			}
		}
	}
	return all
}

// LayoutOfWorkspace returns the layout of the workspace with an ID, [LayoutGrid] if none is remembered.
func LayoutOfWorkspace(all []SavedLayout, id string) Layout {
	for _, k := range all {
		if k.ID == id {
			return k.Layout
		}
	}
	return LayoutGrid
}

// SaveLayout remembers a layout for the open workspace and has the browser store it. It returns
// all that are remembered, the most recent last; the argument is not changed.
func SaveLayout(t *page.Update, all []SavedLayout, as Layout) []SavedLayout {
	id := t.Work.ID
	all = slices.DeleteFunc(slices.Clone(all), func(old SavedLayout) bool { return old.ID == id })
	if as != LayoutGrid {
		all = append(all, SavedLayout{id, as})
	}
	all = all[max(0, len(all)-maxKept):]
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = one.ID + "=" + layoutNames[one.Layout]
	}
	t.DoEffect(page.StoreTextLocally{Name: StorageKey, Text: strings.Join(texts, " ")})
	return all
}
