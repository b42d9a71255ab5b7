package sandboxes

import (
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/lessons"
)

// OnReply takes the list that an answer brings. On the page with the list it plans to read it
// again.
func OnReply(t *page.Update, s *State, a host.Answer) {
	if a.WorkspaceList == nil {
		return
	}
	u := &update{t, s}
	u.WorkspaceList = a.WorkspaceList
	u.ownCards()
	u.listDeleted()
	if u.Route.Screen == page.ScreenSandboxes {
		u.round++
		u.DoEffect(page.SendMsgLater{Wait: age, Msg: aged{u.round}})
		u.DoEffect(page.AskBrowserStorage{})
	}
}

// apply tells screen readers the result of a call, and moves the focus.
func (m answered) apply(u *update) {
	if u.ShowIfRefused(m.Answer) {
		return
	}
	switch c := m.call.(type) {
	case host.DuplicateWorkspace:
		title, _ := u.WorkspaceTitle(m.SandboxID)
		u.AnnounceSentence("said-copied", title)
		u.DoEffect(page.FocusElement{ID: WorkspaceLinkID(m.SandboxID)})
	case host.RenameSandbox:
		u.SetSandboxTitle(c.ID, c.Title)
	case host.DeleteAllWorkspaces:
		u.Deleted, u.undo, u.Query = nil, "", ""
		u.PassMessage(page.AllWorkspacesDeleted{})
		u.Notice = &page.Notice{Code: "notice-cleared"}
		u.DoEffect(page.FocusElement{ID: page.ElementMain})
	}
}

// listDeleted takes over which workspaces can be brought back, and keeps where each was
// deleted.
func (u *update) listDeleted() {
	var list []DeletedWorkspace
	for i := len(u.WorkspaceList.Deleted) - 1; i >= 0; i-- {
		d := DeletedWorkspace{ID: u.WorkspaceList.Deleted[i].ID, Title: u.WorkspaceList.Deleted[i].Title}
		d.OriginalID, d.Lesson = host.ParseDeletedID(d.ID)
		for _, old := range u.Deleted {
			if old.ID == d.ID {
				d.From = old.From
			}
		}
		list = append(list, d)
	}
	u.Deleted = list
}

// OnWorkspaceDeleted offers to bring back what was deleted, and leaves its page.
func OnWorkspaceDeleted(t *page.Update, s *State, m page.WorkspaceDeleted) {
	u := &update{t, s}
	if u.ShowIfRefused(m.Answer) {
		return
	}
	// The list came with the answer; remember where this one was deleted.
	u.Deleted = slices.Clone(u.Deleted)
	for i := range u.Deleted {
		if u.Deleted[i].ID == m.SandboxID {
			u.Deleted[i].From = u.Route
		}
	}
	u.undo = m.SandboxID
	code, kind := "notice-deleted", page.NoticeUndo
	if m.Lesson && !lessons.IsSlugFromFile(m.ID) {
		code = "notice-begun"
	}
	if m.SandboxID == "" {
		code, kind = "notice-gone", page.NoticePlain
	}
	u.Notice = &page.Notice{Code: code, Args: []string{m.Title}, Kind: kind}
	if u.Work.ID == m.ID {
		u.DoEffect(page.SetRecoveryWorkspace{ID: ""})
	}
	// Leave the page of a deleted sandbox.
	if u.Route.Screen == page.ScreenSandbox && u.Route.ID == m.ID {
		u.DoEffect(page.Navigate{Route: page.Route{Screen: page.ScreenSandboxes}})
		return
	}
	if u.Work.ID == m.ID {
		u.PassMessage(page.CloseWorkspace{})
	}
	u.DoEffect(page.FocusElement{ID: page.ElementMain})
}

// apply shows what was brought back, at the place where it was deleted. If a lesson that was
// begun again was deleted in exchange, it offers to bring that one back.
func (m undeleted) apply(u *update) {
	if u.ShowIfRefused(m.Answer) {
		return
	}
	d, replaced := m.of, m.SandboxID
	if u.Notice != nil && u.Notice.Kind == page.NoticeUndo {
		u.Notice = nil
	}
	if u.undo = replaced; replaced != "" {
		u.Notice = &page.Notice{Code: "notice-replaced", Args: []string{d.Title}, Kind: page.NoticeUndo}
	}
	u.AnnounceSentence("said-back", d.Title)
	switch {
	case u.Route.ID == d.OriginalID:
		u.Work.ID = "" // so that it is opened again
		u.PassMessage(page.OpenRoute{})
	case d.From.Screen == page.ScreenSandbox:
		u.DoEffect(page.Navigate{Route: d.From})
	default:
		u.DoEffect(page.FocusElement{ID: WorkspaceLinkID(d.OriginalID)})
	}
}
