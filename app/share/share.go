// Package share is the part of the page for links that hold a sandbox. It makes a link to
// share, and shows the content of a link before anything of it is run. A link's data is in the
// fragment of its address, in the format of package engine/link, so it is never sent to a
// server.
package share

import (
	"net/url"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
)

// limit is the most characters of a link: mail, chat and old browsers cut longer ones.
const limit = 8000

// IDs of elements.
const (
	elementLink    = "link-text"    // the field with the link
	elementCode    = "link-code"    // the field with the HTML that embeds it
	elementChanges = "link-changes" // the list of changes that the link would make
)

// place is where links lead, below the site's root. The text of engine/link follows it.
const place = "/sandboxes/#open="

// State is what the dialogs about links show.
type State struct {
	OpenedLink *OpenedLink  // the opened link, in page.DialogOpenedLink; not changed in place
	SharedLink *LinkToShare // the link to share, in page.DialogShare; not changed in place
	Came       string       // the text of the link that an embedded page was opened with
}

// OpenedLink is a link that was opened. Nothing of it has been run or stored.
type OpenedLink struct {
	Text    string
	Content LinkContent
	Err     *base.Error // why it cannot be read, and Content is empty; nil if it can

	Refused *base.Error // why no sandbox could be made from it

	waits bool // a sandbox is being made from it
}

// CreateError returns why there is no sandbox from the link; nil if nothing has failed so far.
func (l *OpenedLink) CreateError() *base.Error {
	if l.Err != nil {
		return l.Err
	}
	return l.Refused
}

// IsCreating reports whether a sandbox is being made from the link.
func (l *OpenedLink) IsCreating() bool { return l.waits }

// LinkToShare is a link that the reader shares: to the open sandbox, or to a lesson.
type LinkToShare struct {
	Kind       LinkKind
	Lesson     bool        // it leads to the lesson on the page, and holds no tables
	Design     bool        // it also holds the row keys of the reader's design
	Link       string      // the whole address; "" if there is none
	Size       int         // characters, even if there are too many; 0 if no link can hold it
	Shortened  bool        // a part of the timeline is left out
	Content    LinkContent // what Link holds
	Err        *base.Error // why there is no link
	Synthetic  SyntheticLink
	CopyResult CopyResult

	version uint64 // version of the session that it holds

	waits bool // the link was asked for and has not come
}

// LinkKind says what a link to the open sandbox holds.
type LinkKind uint8

const (
	LinkSandbox    LinkKind = iota // the sandbox with its timeline
	LinkExperiment                 // the designed tables, without the timeline
	LinkSynthetic                  // the designed tables with synthetic data
)

// IsPending reports whether the link has not come yet.
func (o *LinkToShare) IsPending() bool { return o.waits }

// CopyResult is the result of copying the link.
type CopyResult uint8

const (
	CopyNone CopyResult = iota // not tried yet
	CopyDone
	CopyRefused // by the browser
)

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// LinkOpened brings the text of a link from the address. An embedded page makes its sandbox at
	// once.
	LinkOpened struct{ Text string }
	// CreateSandboxPressed makes a sandbox from the opened link.
	CreateSandboxPressed struct{}
	// ShareSandboxPressed asks for a link to the open sandbox.
	ShareSandboxPressed struct{ Kind LinkKind }
	// ShareLessonPressed makes a link to the lesson on the page.
	ShareLessonPressed struct{}
	// sandboxMade brings the sandbox that was made from a link.
	sandboxMade struct {
		host.Answer
		text string
	}
	// came brings the link that was asked for by of.
	came struct {
		host.Answer
		of *LinkToShare
	}
	// copyPressed copies the link, or the HTML that embeds it.
	copyPressed struct{ Code bool }
	// CopyEnded tells whether the browser has copied it.
	CopyEnded struct{ Done bool }

	// CopyShareLink is the effect that copies a text, which the field with an element ID holds, to the
	// clipboard. The shell answers with [CopyEnded].
	CopyShareLink struct{ ID, Text string }
	// RemoveLinkFromAddress is the effect that removes a link from the address.
	RemoveLinkFromAddress struct{}
)

func (CopyShareLink) Effect()         {}
func (RemoveLinkFromAddress) Effect() {}

// LinkInFragment returns the text of the link in the fragment of an address, "#…". It ignores
// characters after the link, which mail programs and chats may add.
func LinkInFragment(fragment string) (text string, ok bool) {
	_, open, _ := strings.Cut(place, "#")
	text, ok = strings.CutPrefix(strings.TrimPrefix(fragment, "#"), open)
	end := strings.IndexFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
	if end >= 0 {
		text = text[:end]
	}
	return text, ok
}

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// apply shows what a link holds. An embedded page stores nothing, so it makes the sandbox at
// once.
func (m LinkOpened) apply(u *update) {
	if u.Dialog == page.DialogOpenedLink && u.OpenedLink.Text == m.Text {
		return
	}
	u.Dialog, u.OpenedLink = page.DialogOpenedLink, open(m.Text)
	if u.Embed {
		u.Came = m.Text
		CreateSandboxPressed{}.apply(u)
	}
}

// apply makes a sandbox from the opened link, unless one is being made.
func (CreateSandboxPressed) apply(u *update) {
	if u.Dialog == page.DialogOpenedLink && u.OpenedLink.Err == nil && !u.OpenedLink.IsCreating() && u.Ready {
		l := *u.OpenedLink
		l.Refused, l.waits = nil, true
		u.OpenedLink = &l
		u.SendCallThen(host.CreateFromLink{Text: l.Text}, "running-file-store", func(a host.Answer) page.Msg { return sandboxMade{a, l.Text} })
	}
}

// apply opens the new sandbox. If it could not be made, it shows why in the link's dialog,
// while that is open.
func (m sandboxMade) apply(u *update) {
	shown := u.Dialog == page.DialogOpenedLink && u.OpenedLink.Text == m.text && u.OpenedLink.IsCreating()
	switch {
	case shown && m.Err != nil:
		u.refuse(m.Err)
		return
	case shown:
		u.Dialog = page.DialogNone
		OnDialogClosed(u.Update, u.State)
	}
	u.PassMessage(page.SandboxMade{Answer: m.Answer})
}

func (ShareLessonPressed) apply(u *update) {
	design := u.design()
	u.Dialog, u.SharedLink = page.DialogShare, &LinkToShare{Lesson: true, Design: design != "", Link: u.Site + u.Route.Path() + design}
}

// design returns the query of a link that holds the row keys of the reader's design, "" if the
// lesson does not grade designs.
func (u *update) design() string {
	if u.Lesson == nil {
		return ""
	}
	if _, _, _, graded := u.Lesson.Lesson.GradedGoal(); !graded {
		return ""
	}
	keys := url.Values{}
	for _, t := range u.Work.Tables {
		if t.Template != "" {
			keys.Add(DesignParam, t.Template)
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return "?" + keys.Encode()
}

// DesignParam is the query parameter that holds a template in the link to a lesson.
const DesignParam = "design"

func (m ShareSandboxPressed) apply(u *update) {
	u.stopSynthesis()
	if u.Dialog = page.DialogShare; m.Kind == LinkSynthetic {
		u.askSynthetic(SyntheticLink{})
		return
	}
	u.ask(m.Kind)
}

// ask asks for a link.
func (u *update) ask(kind LinkKind) {
	room := limit - len(u.Site) - len(place)
	of := &LinkToShare{Kind: kind, version: u.Work.Version, waits: true}
	u.SharedLink = of
	u.SendCallThen(host.ShareAsLink{Experiment: kind == LinkExperiment, Room: room}, "", func(a host.Answer) page.Msg { return came{a, of} })
}

// AfterMessage keeps a link to the sandbox in an embedded page, for the link that opens the full
// page.
func AfterMessage(t *page.Update, s *State) {
	if !t.Embed || t.Route.Screen != page.ScreenSandbox || t.Work.ID == "" || t.Work.Running != nil {
		return
	}
	if s.SharedLink == nil || !s.SharedLink.IsPending() && s.SharedLink.version != t.Work.Version {
		(&update{t, s}).ask(LinkSandbox)
	}
}

// apply shows the link.
func (m came) apply(u *update) {
	if u.SharedLink != m.of {
		return // the dialog shows another link now
	}
	o := LinkToShare{Kind: m.of.Kind, Err: m.Err, version: u.SharedLink.version}
	if got := m.SharedLink; got != nil {
		o.Shortened = got.Shortened
		if got.Size > 0 {
			o.Size = len(u.Site) + len(place) + got.Size
		}
		if got.Text != "" {
			u.showText(&o, got.Text)
		}
	}
	u.SharedLink = &o
}

// showText shows the link with a text. It reads the link's own content again, so that the dialog lists what is
// shared.
func (u *update) showText(o *LinkToShare, text string) {
	opened := open(text)
	o.Link, o.Content, o.Err = u.Site+place+text, opened.Content, opened.Err
}

// apply copies the link, or the HTML that embeds it.
func (m copyPressed) apply(u *update) {
	if u.SharedLink == nil || u.SharedLink.Link == "" {
		return
	}
	if m.Code {
		u.DoEffect(CopyShareLink{elementCode, u.SharedLink.code(u.Work.Title)})
		return
	}
	u.DoEffect(CopyShareLink{elementLink, u.SharedLink.Link})
}

// code returns the HTML of a frame that shows the link's target in another page.
func (o *LinkToShare) code(title string) string {
	path, fragment, _ := strings.Cut(o.Link, "#")
	if fragment != "" {
		fragment = "#" + fragment
	}
	embed := "?embed=1"
	if o.Design {
		embed = "&amp;embed=1"
	}
	title = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;").Replace(title)
	return `<iframe src="` + strings.ReplaceAll(path, "&", "&amp;") + embed + fragment + `" title="` + title +
		`" style="border:1px solid #ccc;height:600px;width:100%" allow="clipboard-write" loading="lazy"></iframe>`
}

// apply notes whether the browser has copied it.
func (m CopyEnded) apply(u *update) {
	if u.SharedLink == nil {
		return
	}
	o := *u.SharedLink
	o.CopyResult = CopyRefused
	if m.Done {
		o.CopyResult = CopyDone
	}
	u.SharedLink = &o
}

// OnDialogClosed forgets the opened link and the shared one, after their dialog was closed.
func OnDialogClosed(t *page.Update, s *State) {
	if s.OpenedLink != nil && !t.Embed {
		t.DoEffect(RemoveLinkFromAddress{})
	}
	(&update{t, s}).stopSynthesis()
	*s = State{Came: s.Came}
}

// refuse notes why no sandbox could be made from the link.
func (s *State) refuse(why *base.Error) {
	l := *s.OpenedLink
	l.Refused, l.waits = why, false
	s.OpenedLink = &l
}

// OnWorkerRestarted marks calls under way as failed, since a new worker will not answer them.
func (s *State) OnWorkerRestarted() {
	if s.OpenedLink != nil && s.OpenedLink.IsCreating() {
		s.refuse(base.Refuse(base.CodeRestarted))
	}
	if s.SharedLink != nil && s.SharedLink.IsPending() {
		s.SharedLink = &LinkToShare{Kind: s.SharedLink.Kind, Err: base.Refuse(base.CodeRestarted)}
	}
}
