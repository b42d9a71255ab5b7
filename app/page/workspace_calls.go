package page

import (
	"tabletop/app/host"
	"tabletop/engine/base"
)

type (
	// ShowRefusal shows why a call was refused: in the console's log if the call is in it, else
	// as a notice.
	ShowRefusal struct {
		Seq uint64 // number of the call
		Of  PendingCall
		Err *base.Error
	}
	// SandboxMade brings the answer to a call that makes a sandbox, which is then opened.
	SandboxMade struct{ host.Answer }
	// WorkspaceDeleted brings the answer to [Update.DeleteWorkspace].
	WorkspaceDeleted struct {
		host.Answer
		ID, Title string
		Lesson    bool // whether the workspace was a lesson's
	}
)

// AnswerError returns why an answer refuses its call, or its request; nil if it does not.
func AnswerError(a host.Answer) *base.Error {
	if a.Err == nil && a.Reply != nil {
		return a.Reply.Err
	}
	return a.Err
}

// ShowIfRefused reports whether an answer refuses its call, and then passes a [ShowRefusal]. A part
// calls it for the answer to [Update.SendCallThen] unless it shows the refusal itself.
func (t *Update) ShowIfRefused(a host.Answer) bool {
	err := AnswerError(a)
	if err != nil {
		t.PassMessage(ShowRefusal{a.Seq, t.Answered, err})
	}
	return err != nil
}

// DeleteWorkspace sends the call that deletes a workspace.
func (t *Update) DeleteWorkspace(id string) {
	title, lesson := t.WorkspaceTitle(id)
	t.SendCallThen(host.DeleteWorkspace{ID: id}, "", func(a host.Answer) Msg { return WorkspaceDeleted{a, id, title, lesson} })
}

// WorkspaceTitle returns the title of a workspace, and whether it is a lesson's. The title of one that
// is in neither the list nor the catalog is that of the open workspace.
func (t *Update) WorkspaceTitle(id string) (title string, lesson bool) {
	if t.WorkspaceList != nil {
		for _, s := range t.WorkspaceList.Sandboxes {
			if s.ID == id {
				return s.Title, false
			}
		}
	}
	for _, c := range t.Catalog {
		if c.Slug == id {
			return c.Title, true
		}
	}
	return t.Work.Title, false
}

// MakeSandbox sends a call that makes a sandbox, which is opened when the answer comes. running is an
// i18n code for the progress bar.
func (t *Update) MakeSandbox(c host.Call, running string) {
	t.SendCallThen(c, running, func(a host.Answer) Msg { return SandboxMade{a} })
}
