package page

import (
	"tabletop/app/host"
	"tabletop/engine/base"
)

type (
	// ShowRefusal shows what the answer to a call refuses in the place for that: the log, where the
	// call is in it, else a notice.
	ShowRefusal struct {
		Seq uint64
		Of  Pending
		Err *base.Error
	}
	// SandboxMade brings the answer to a call that makes sandboxes. The one that it has made is
	// opened.
	SandboxMade struct{ host.Answer }
	// Deleted brings the answer to [Turn.Delete].
	Deleted struct {
		host.Answer
		ID, Title string
		Lesson    bool // whether it was a lesson's workspace
	}
)

// Failure returns what an answer refuses, nil for nothing.
func Failure(a host.Answer) *base.Error {
	if a.Err == nil && a.Reply != nil {
		return a.Reply.Err
	}
	return a.Err
}

// Refuses reports whether an answer refuses its call, and passes on what it refuses. A part
// calls it for an answer that it has asked for and whose refusal it does not show itself.
func (t *Update) Refuses(a host.Answer) bool {
	err := Failure(a)
	if err != nil {
		t.Pass(ShowRefusal{a.Seq, t.Answered, err})
	}
	return err != nil
}

// Delete deletes a workspace.
func (t *Update) Delete(id string) {
	title, lesson := t.TitleOf(id)
	t.Ask(host.Delete{ID: id}, "", func(a host.Answer) Msg { return Deleted{a, id, title, lesson} })
}

// TitleOf returns the title of a workspace, and whether it is a lesson's.
func (t *Update) TitleOf(id string) (title string, lesson bool) {
	if t.Shelf != nil {
		for _, s := range t.Shelf.Sandboxes {
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

// Make sends a call that makes a sandbox, and opens that.
func (t *Update) Make(c host.Call, running string) {
	t.Ask(c, running, func(a host.Answer) Msg { return SandboxMade{a} })
}
