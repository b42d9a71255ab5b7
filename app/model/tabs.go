package model

import (
	"strconv"
	"time"

	"tabletop/app/history"
	"tabletop/app/host"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/app/scan"
	"tabletop/engine"
)

// unheard is how long changes of another tab are gathered before a screen reader
// is told of them.
const unheard = 2 * time.Second

// tabs is what other tabs have done that the page has not shown or told yet.
type tabs struct {
	rows     bool // the rows have changed since they were asked for last
	shelf    bool // the shelf has
	followed int  // changes to tell of
}

// elsewhereCame takes what the worker tells of other tabs.
func (u *update) elsewhereCame(e host.Event) {
	switch e := e.(type) {
	case host.Synced:
		if e.ID == u.Work.ID {
			u.followed(e)
		}
	case host.WorkspaceReplaced:
		if e.ID == u.Work.ID {
			if u.Lesson != nil {
				u.Lesson = lesson.New(u.Lesson.Lesson)
			}
			u.open(host.Open{Kind: u.Work.Kind, ID: e.ID})
		}
	case host.UnsavedChanges:
		u.Notice = &page.Notice{Code: "notice-left", Args: []string{strconv.Itoa(e.Changes)}, Kind: page.NoticeLeft}
	case host.Merged:
		if e.ID == u.Work.ID {
			u.followed(e.Synced)
			u.tabs.followed = 0 // the notice tells
			u.Notice = &page.Notice{Code: "notice-rejoined", Args: []string{strconv.Itoa(e.Changes), strconv.Itoa(e.Refused)}}
		}
	case host.ShelfChanged:
		if u.Route.Screen != page.ScreenLesson && u.Route.Screen != page.ScreenSandbox {
			u.tabs.shelf = true
			u.catchUp()
		}
	default:
		panic("model: an event that is of no other tab")
	}
}

// followed shows what another tab has changed. What the reader looks at stays.
func (u *update) followed(e host.Synced) {
	if e.Title != "" && e.Title != u.Work.Title {
		u.turn.Renamed(e.ID, e.Title)
	}
	if e.Progress != nil && u.Lesson != nil {
		l := *u.Lesson
		l.Progress = *e.Progress
		u.Lesson = &l
	}
	if e.Timeline != nil {
		history.Came(u.turn, *e.Timeline)
		u.Work.Heat.Lay(e.Load)
	}
	if e.Changes == 0 {
		return
	}
	if u.tabs.followed == 0 {
		u.do(page.SendLater{Wait: unheard, Msg: FollowSettled{}})
	}
	u.tabs.followed += e.Changes
	u.tabs.rows = true
	u.catchUp()
	scan.Again(u.turn, &u.Work.Scan)
}

// tellFollowed tells a screen reader how many changes have been followed.
func (u *update) tellFollowed() {
	if n := u.tabs.followed; n > 0 {
		u.tabs.followed = 0
		u.tellCode("said-followed", strconv.Itoa(n))
	}
}

// behind asks again for what another tab has changed after it was asked for.
func (u *update) behind(answered page.Pending) {
	if u.tabs.rows && answered.Look() || u.tabs.shelf && answered.Call == host.Call(host.List{}) {
		u.catchUp()
	}
}

// catchUp asks for what another tab has changed. One question of a kind is under
// way at a time.
func (u *update) catchUp() {
	if u.tabs.rows && !u.turn.Looks() && u.Work.ID != "" {
		u.tabs.rows = false
		u.send(host.Execute{Request: engine.Look{}}, "")
	}
	if u.tabs.shelf && !u.listing() {
		u.tabs.shelf = false
		u.send(host.List{}, "")
	}
}

// listing reports whether the shelf is asked for.
func (u *update) listing() bool {
	for _, w := range u.Calls {
		if _, ok := w.Call.(host.List); ok {
			return true
		}
	}
	return false
}
