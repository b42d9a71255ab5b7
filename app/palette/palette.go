// Package palette is the dialog that finds everything by name: lessons, sandboxes, entries of
// the reference, and the actions that are possible on the present page. The root gives it the
// entries, and it chooses which match what the reader types:
//
//	palette.Draw(kit, func() []palette.Entry {
//		return []palette.Entry{{Kind: "is-page", Name: "Sandboxes", Path: "/sandboxes/"}}
//	})
//
// It also has the list of keys, see [DrawKeyHelp].
package palette

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/app/page"
)

// Entry is a place to go to, or an action. It has either a Path or a Msg.
type Entry struct {
	Kind string   // i18n code of what it is
	Name string   // what it is found by, and shown as
	More string   // further text that it is found by; "" for none
	Path string   // path of the place, below the site's root; "" for an action
	Msg  page.Msg // message of the action
}

// mostFound is the most entries that are shown.
const mostFound = 12

// find returns the entries that have every word of a text, the best first. Ranking counts for
// each word whether the name begins with it, has a word that does, has it anywhere, or only
// More does. Without a text it returns the first entries.
func find(all []Entry, text string) []Entry {
	words := strings.Fields(strings.ToLower(text))
	type match struct {
		Entry
		rank int
	}
	var found []match
	for _, e := range all {
		name := strings.ToLower(e.Name)
		// A lower rank is better; a negative one means no match.
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
