package model

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// ownLesson shows the lesson that came with an opened workspace, if the lesson is from a file.
func (u *update) ownLesson(o host.OpenedWorkspace) {
	if o.OwnLesson != nil && u.Lesson == nil {
		u.fetched(LessonFetched{Slug: o.ID, Lesson: o.OwnLesson})
	}
}

// noOwn reports whether a refusal says that the lesson of the route, one from a file, is not
// stored.
func (u *update) noOwn(err *base.Error) bool {
	return err.Code == base.CodeNoSandbox && u.Route.Screen == page.ScreenLesson && lessons.IsSlugFromFile(u.Route.ID)
}
