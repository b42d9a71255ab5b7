package shelf

import (
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons"
)

// Answered takes the answer to a call about workspaces as a whole.
func Answered(t *page.Turn, s *State, call host.Call, a host.Answer) {
	u := &update{t, s}
	var was Deleted // as the lists still have it
	switch c := call.(type) {
	case host.Delete:
		was = Deleted{ID: a.Made, Of: c.ID, From: u.Route}
		was.Title, was.Lesson = u.titleOf(c.ID)
	case host.Undelete:
		for _, d := range u.Deleted {
			if d.ID == c.ID {
				was = d
			}
		}
	}
	if a.Shelf != nil {
		u.Shelf = a.Shelf
		u.ownCards()
		u.listDeleted(was)
		if u.Route.Screen == page.ScreenSandboxes {
			u.round++
			u.Do(page.After{Wait: age, Msg: aged{u.round}})
			u.Do(page.AskStorage{})
		}
	}
	if a.Err != nil {
		return
	}
	switch c := call.(type) {
	case host.Delete:
		u.deleted(was)
	case host.Undelete:
		u.undeleted(was, a.Made)
	case host.Duplicate:
		title, _ := u.titleOf(a.Made)
		u.TellCode("said-copied", title)
		u.Do(page.Focus{ID: Element(a.Made)})
	case host.Rename:
		u.Renamed(c.ID, c.Title)
	case host.Clear:
		u.Deleted, u.undo, u.Query = nil, "", ""
		u.Pass(page.CloseWork{})
		u.Notice = &page.Notice{Code: "notice-cleared"}
		u.Do(page.Focus{ID: page.ElementMain})
	case host.Keep:
		u.Do(page.Go{Route: page.Route{Screen: page.ScreenLesson, ID: a.Made}})
	default:
		if a.Made != "" {
			u.Do(page.Go{Route: page.Route{Screen: page.ScreenSandbox, ID: a.Made}})
		}
	}
}

// listDeleted takes over what the store can bring back, and where the last was deleted.
func (u *update) listDeleted(last Deleted) {
	var list []Deleted
	for i := len(u.Shelf.Deleted) - 1; i >= 0; i-- {
		d := Deleted{ID: u.Shelf.Deleted[i].ID, Title: u.Shelf.Deleted[i].Title}
		d.Of, d.Lesson = host.Undeleted(d.ID)
		if d.ID == last.ID {
			d.From = last.From
		}
		for _, old := range u.Deleted {
			if old.ID == d.ID {
				d.From = old.From
			}
		}
		list = append(list, d)
	}
	u.Deleted = list
}

// deleted offers to bring back what was deleted.
func (u *update) deleted(d Deleted) {
	u.undo = d.ID
	code, kind := "notice-deleted", page.NoticeUndo
	if d.Lesson && !lessons.Own(d.Of) {
		code = "notice-begun"
	}
	if d.ID == "" {
		code, kind = "notice-gone", page.NoticePlain
	}
	u.Notice = &page.Notice{Code: code, Args: []string{d.Title}, Kind: kind}
	if u.Work.ID == d.Of {
		u.Do(page.Name{ID: ""})
	}
	if u.Route.Screen == page.ScreenSandbox && u.Route.ID == d.Of {
		u.Do(page.Go{Route: page.Route{Screen: page.ScreenSandboxes}})
		return
	}
	if u.Work.ID == d.Of {
		u.Pass(page.CloseWork{})
	}
	u.Do(page.Focus{ID: page.ElementMain})
}

// undeleted shows what was brought back where it was deleted, and tells of what
// stood there.
func (u *update) undeleted(d Deleted, replaced string) {
	if u.Notice != nil && u.Notice.Kind == page.NoticeUndo {
		u.Notice = nil
	}
	if u.undo = replaced; replaced != "" {
		u.Notice = &page.Notice{Code: "notice-replaced", Args: []string{d.Title}, Kind: page.NoticeUndo}
	}
	u.TellCode("said-back", d.Title)
	switch {
	case u.Route.ID == d.Of:
		u.Work.ID = "" // so that it is opened anew
		u.Pass(page.Arrive{})
	case d.From.Screen == page.ScreenSandbox:
		u.Do(page.Go{Route: d.From})
	default:
		u.Do(page.Focus{ID: Element(d.Of)})
	}
}
