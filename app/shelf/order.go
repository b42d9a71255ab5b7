package shelf

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"tabletop/app/page"
	"tabletop/lessons"
)

// compareTitles compares titles as a reader does: numbers in them by value.
func compareTitles(a, b string) int {
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns how many digits a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// ownCards puts the lessons from files behind those of the site.
func (u *update) ownCards() {
	cards := slices.DeleteFunc(slices.Clone(u.Catalog), func(c page.Card) bool { return lessons.Own(c.Slug) })
	var own []page.Card
	for _, m := range u.Shelf.Lessons {
		if m.Own != nil {
			c := page.CardOf(m.Own)
			c.Track = page.OwnTrack + c.Track
			own = append(own, c)
		}
	}
	sort.SliceStable(own, func(i, j int) bool {
		a, b := own[i], own[j]
		return compareTitles(a.Track+page.OwnTrack+a.Title, b.Track+page.OwnTrack+b.Title) < 0
	})
	u.Catalog = append(cards, own...)
}
