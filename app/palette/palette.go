// Package palette reaches everything by name: lessons, sandboxes, entries of the
// reference, and what can be done on the page that is shown.
package palette

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/app/page"
)

// Entry is something to go to or to do.
type Entry struct {
	Kind string // an i18n code: what it is
	Name string
	More string   // what else it may be found by, "" for nothing
	Path string   // where it leads, "" for Msg
	Msg  page.Msg // does it
}

// mostFound is how many entries are offered at once.
const mostFound = 12

// find returns the entries that hold each word of a text, the best first: those whose
// name begins with it, then those with a word that does, then the others. Without a text
// they are the first.
func find(all []Entry, text string) []Entry {
	words := strings.Fields(strings.ToLower(text))
	type match struct {
		Entry
		rank int
	}
	var found []match
	for _, e := range all {
		name := strings.ToLower(e.Name)
		rank := 0
		for _, w := range words {
			switch {
			case strings.HasPrefix(name, w):
			case strings.Contains(" "+name, " "+w):
				rank++
			case strings.Contains(name, w):
				rank += 2
			case strings.Contains(strings.ToLower(e.More), w):
				rank += 4
			default:
				rank = -1
			}
			if rank < 0 {
				break
			}
		}
		if rank >= 0 {
			found = append(found, match{e, rank})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(a.rank, b.rank) })
	out := []Entry{}
	for _, m := range found[:min(len(found), mostFound)] {
		out = append(out, m.Entry)
	}
	return out
}
