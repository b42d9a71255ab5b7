package model

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// ownLesson shows the lesson that came with an opened workspace, if the lesson is from a file.
func (u *update) ownLesson(o host.Opened) {
	if o.Own != nil && u.Lesson == nil {
		u.fetched(Fetched{Slug: o.ID, Lesson: o.Own})
	}
}

// noOwn reports whether a refusal says that the lesson of the route, one from a file, is not
// stored.
func (u *update) noOwn(err *base.Error) bool {
	return err.Code == base.CodeNoSandbox && u.Route.Screen == page.ScreenLesson && lessons.Own(u.Route.ID)
}
