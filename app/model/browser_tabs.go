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

// unheard is how long changes of another tab are collected before screen readers are told of
// them.
const unheard = 2 * time.Second

// tabs is what other tabs have changed that the page has not shown or told yet.
type tabs struct {
	rows      bool // the rows have changed since the page asked for them
	sandboxes bool // the list of workspaces has changed since the page asked for it
	followed  int  // number of changes that were not told yet
}

// elsewhereCame handles an event about other tabs.
func (u *update) elsewhereCame(e host.Event) {
	switch e := e.(type) {
	case host.OtherTabChangesApplied:
		if e.ID == u.Work.ID {
			u.followed(e)
		}
	case host.WorkspaceReplaced:
		if e.ID == u.Work.ID {
			if u.Lesson != nil {
				u.Lesson = lesson.NewLessonState(u.Lesson.Lesson)
			}
			u.open(host.OpenWorkspace{Kind: u.Work.Kind, ID: e.ID})
		}
	case host.UnsavedAtTakeover:
		u.Notice = &page.Notice{Code: "notice-left", Args: []string{strconv.Itoa(e.Changes)}, Kind: page.NoticeUnsaved}
	case host.LateChangesMerged:
		if e.ID == u.Work.ID {
			u.followed(e.OtherTabChangesApplied)
			u.tabs.followed = 0 // the notice tells
			u.Notice = &page.Notice{Code: "notice-rejoined", Args: []string{strconv.Itoa(e.Changes), strconv.Itoa(e.Refused)}}
		}
	case host.WorkspaceListChanged:
		if u.Route.Screen != page.ScreenLesson && u.Route.Screen != page.ScreenSandbox {
			u.tabs.sandboxes = true
			u.catchUp()
		}
	default:
		panic("model: an event that is of no other tab")
	}
}

// followed shows what another tab has changed. The rows, table and state in view stay the same
// ones.
func (u *update) followed(e host.OtherTabChangesApplied) {
	if e.Title != "" && e.Title != u.Work.Title {
		u.turn.SetSandboxTitle(e.ID, e.Title)
	}
	if e.Progress != nil && u.Lesson != nil {
		l := *u.Lesson
		l.Progress = *e.Progress
		u.Lesson = &l
	}
	if e.Timeline != nil {
		history.SetTimeline(u.turn, *e.Timeline)
		u.Work.Settings = e.SandboxSettings
		u.Work.Heat.RestoreLoadSettings(e.SandboxSettings)
	}
	if e.Changes == 0 {
		return
	}
	if u.tabs.followed == 0 {
		u.do(page.SendMsgLater{Wait: unheard, Msg: followSettled{}})
	}
	u.tabs.followed += e.Changes
	u.tabs.rows = true
	u.catchUp()
	scan.RefreshPreview(u.turn, &u.Work.Scan)
}

// tellFollowed tells screen readers how many changes of another tab came in.
func (u *update) tellFollowed() {
	if n := u.tabs.followed; n > 0 {
		u.tabs.followed = 0
		u.tellCode("said-followed", strconv.Itoa(n))
	}
}

// behind asks again for what another tab has changed after the page asked for it. answered is
// the call that has just been answered.
func (u *update) behind(answered page.PendingCall) {
	if u.tabs.rows && answered.IsRowFetch() || u.tabs.sandboxes && answered.Call == host.Call(host.ListWorkspaces{}) {
		u.catchUp()
	}
}

// catchUp asks for what another tab has changed, with one call of each kind at a time.
func (u *update) catchUp() {
	if u.tabs.rows && !u.turn.IsFetchingRows() && u.Work.ID != "" {
		u.tabs.rows = false
		u.send(host.ExecuteRequest{Request: engine.Refresh{}}, "")
	}
	if u.tabs.sandboxes && !u.listing() {
		u.tabs.sandboxes = false
		u.send(host.ListWorkspaces{}, "")
	}
}

// listing reports whether a call for the list of workspaces is under way.
func (u *update) listing() bool {
	for _, w := range u.Calls {
		if _, ok := w.Call.(host.ListWorkspaces); ok {
			return true
		}
	}
	return false
}
