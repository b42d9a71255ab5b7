package model

import (
	"slices"
	"sort"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// OwnTrack begins the track of lessons that came from files.
const OwnTrack = "\x00"

// ownLesson shows the lesson from a file that has been opened.
func (u *update) ownLesson(o host.Opened) {
	if o.Own != nil && u.Lesson == nil {
		u.fetched(Fetched{Slug: o.ID, Lesson: o.Own})
	}
}

// ownCards puts the lessons from files behind those of the site.
func (u *update) ownCards() {
	cards := slices.DeleteFunc(slices.Clone(u.Catalog), func(c Card) bool { return lessons.Own(c.Slug) })
	var own []Card
	for _, m := range u.Shelf.Lessons {
		if m.Own != nil {
			c := page.CardOf(m.Own)
			c.Track = OwnTrack + c.Track
			own = append(own, c)
		}
	}
	sort.SliceStable(own, func(i, j int) bool {
		a, b := own[i], own[j]
		return compareTitles(a.Track+OwnTrack+a.Title, b.Track+OwnTrack+b.Title) < 0
	})
	u.Catalog = append(cards, own...)
}

// noOwn reports whether a refusal says that there is no such lesson from a file.
func (u *update) noOwn(err *base.Error) bool {
	return err.Code == base.CodeNoSandbox && u.Route.Screen == ScreenLesson && lessons.Own(u.Route.ID)
}
