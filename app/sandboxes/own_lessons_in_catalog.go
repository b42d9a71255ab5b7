package sandboxes

import (
	"cmp"
	"slices"

	"tabletop/app/i18n"
	"tabletop/app/page"
	"tabletop/lessons"
)

// ownCards puts the lessons from files into the catalog, after those of the site, sorted by
// track and title.
func (u *update) ownCards() {
	cards := slices.DeleteFunc(slices.Clone(u.Catalog), func(c page.LessonCard) bool { return lessons.IsSlugFromFile(c.Slug) })
	var own []page.LessonCard
	for _, m := range u.WorkspaceList.Lessons {
		if m.OwnLesson != nil {
			c := page.LessonCardOf(m.OwnLesson)
			c.Track = page.OwnLessonTrack + c.Track
			own = append(own, c)
		}
	}
	var names []string
	for _, c := range own {
		names = append(names, c.Track, c.Title)
	}
	ranks := i18n.TitleRanks(u.Lang, names)
	slices.SortStableFunc(own, func(a, b page.LessonCard) int {
		return cmp.Or(cmp.Compare(ranks[a.Track], ranks[b.Track]), cmp.Compare(ranks[a.Title], ranks[b.Title]))
	})
	u.Catalog = append(cards, own...)
}
