// Package share is the part of the page for links that hold a sandbox: it makes one to
// share, and shows what is in one that was opened.
package share

import (
	"net/url"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/base"
)

// limit is how many characters the page lets a link have: mail, chat and old
// browsers cut longer ones.
const limit = 8000

// Element ids of a link.
const (
	elementLink    = "link-text"    // the field that holds it
	elementCode    = "link-code"    // the field that holds what embeds it
	elementChanges = "link-changes" // the list of what it would do
)

// place is where links lead to, below the site's root. What follows is the
// text of engine/link.
const place = "/sandboxes/#open="

// State is what the dialogs about links show.
type State struct {
	Opened *Link  // of page.MenuLink
	Own    *Own   // of page.MenuShare
	Came   string // the text of the link that an embedded page shows
}

// Link is a link that has been opened. Nothing of it has been run or stored.
type Link struct {
	Text  string
	Holds Holding
	Err   *base.Error // why it cannot be read; Holds is empty then

	Refused *base.Error // why no sandbox could be made of it

	waits bool // for the sandbox that is being made
}

// Why returns why there is no sandbox of it, nil for nothing yet.
func (l *Link) Why() *base.Error {
	if l.Err != nil {
		return l.Err
	}
	return l.Refused
}

// Waits reports whether a sandbox is being made of it.
func (l *Link) Waits() bool { return l.waits }

// Own is the link to the open sandbox that the reader shares.
type Own struct {
	Experiment bool
	Lesson     bool        // it leads to the lesson that is shown, and holds nothing
	Design     bool        // but the keys of its tables
	Link       string      // the whole address, "" while there is none
	Size       int         // characters that it has, or would; 0 where no link can hold it
	Shortened  bool        // a part of the timeline is left out
	Holds      Holding     // of Link
	Err        *base.Error // why there is none
	Copied     Copied

	version uint64 // of the session that it holds

	waits bool // it is asked for, and the answer has not come
}

// Waits reports whether the link is still on its way.
func (o *Own) Waits() bool { return o.waits }

// Copied is what came of copying.
type Copied uint8

const (
	CopiedNot Copied = iota // not tried yet
	CopiedDone
	CopiedRefused // by the browser
)

// Msg is something that happened to a link.
type Msg interface{ apply(*update) }

type (
	// Opened comes with the text of a link that the address holds.
	Opened struct{ Text string }
	// Kept makes a sandbox of the link that is open.
	Kept struct{}
	// Pressed asks for a link to the open sandbox, or to what its key designer shows.
	Pressed struct{ Experiment bool }
	// LessonPressed asks for one to the lesson that is shown.
	LessonPressed struct{}
	// adopted brings the sandbox that was made of a link.
	adopted struct {
		host.Answer
		text string
	}
	// came brings the one that was asked for.
	came struct {
		host.Answer
		of *Own
	}
	// copyPressed copies it, or what embeds it.
	copyPressed struct{ Code bool }
	// CopyEnded tells whether the browser let it.
	CopyEnded struct{ Done bool }

	// Copy puts a text, which the field with that element id holds, onto the
	// clipboard and answers with [CopyEnded].
	Copy struct{ ID, Text string }
	// Forget takes a link out of the address.
	Forget struct{}
)

func (Copy) Effect()   {}
func (Forget) Effect() {}

// LinkIn returns the text of the link that a fragment, "#…", holds. What a
// message puts behind a link is no part of it.
func LinkIn(fragment string) (text string, ok bool) {
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

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

func (m Opened) apply(u *update) {
	if u.Menu == page.MenuLink && u.Opened.Text == m.Text {
		return
	}
	u.Menu, u.Opened = page.MenuLink, open(m.Text)
	if u.Embed {
		u.Came = m.Text
		Kept{}.apply(u)
	}
}

func (Kept) apply(u *update) {
	if u.Menu == page.MenuLink && u.Opened.Err == nil && !u.Opened.Waits() && u.Ready {
		l := *u.Opened
		l.Refused, l.waits = nil, true
		u.Opened = &l
		u.Ask(host.CreateFromLink{Text: l.Text}, "running-file-store", func(a host.Answer) page.Msg { return adopted{a, l.Text} })
	}
}

// apply shows in the link's dialog, while that is open, why no sandbox was made.
func (m adopted) apply(u *update) {
	shown := u.Menu == page.MenuLink && u.Opened.Text == m.text && u.Opened.Waits()
	switch {
	case shown && m.Err != nil:
		u.refuse(m.Err)
		return
	case shown:
		u.Menu = page.MenuNone
		Leave(u.Update, u.State)
	}
	u.Pass(page.SandboxMade{Answer: m.Answer})
}

func (LessonPressed) apply(u *update) {
	design := u.design()
	u.Menu, u.Own = page.MenuShare, &Own{Lesson: true, Design: design != "", Link: u.Site + u.Route.Path() + design}
}

// design returns what a link to a challenge holds of the reader's design: its keys.
func (u *update) design() string {
	if u.Lesson == nil {
		return ""
	}
	if _, _, _, graded := u.Lesson.Lesson.Graded(); !graded {
		return ""
	}
	keys := url.Values{}
	for _, t := range u.Work.Tables {
		if t.Template != "" {
			keys.Add(Design, t.Template)
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return "?" + keys.Encode()
}

// Design is the name that a template has in an address which holds a design.
const Design = "design"

func (m Pressed) apply(u *update) {
	u.ask(m.Experiment)
	u.Menu = page.MenuShare
}

// ask asks for a link.
func (u *update) ask(experiment bool) {
	room := limit - len(u.Site) - len(place)
	of := &Own{Experiment: experiment, version: u.Work.Version, waits: true}
	u.Own = of
	u.Ask(host.Share{Experiment: experiment, Room: room}, "", func(a host.Answer) page.Msg { return came{a, of} })
}

// Follow keeps a link to what an embedded sandbox holds, under which it opens in full.
func Follow(t *page.Update, s *State) {
	if !t.Embed || t.Route.Screen != page.ScreenSandbox || t.Work.ID == "" || t.Work.Running != nil {
		return
	}
	if s.Own == nil || !s.Own.Waits() && s.Own.version != t.Work.Version {
		(&update{t, s}).ask(false)
	}
}

func (m came) apply(u *update) {
	if u.Own != m.of {
		return // the dialog has gone on
	}
	o := Own{Experiment: u.Own.Experiment, Err: m.Err, version: u.Own.version}
	if got := m.Shared; got != nil {
		o.Shortened = got.Shortened
		if got.Size > 0 {
			o.Size = len(u.Site) + len(place) + got.Size
		}
		if got.Text != "" {
			opened := open(got.Text)
			o.Link, o.Holds, o.Err = u.Site+place+got.Text, opened.Holds, opened.Err
		}
	}
	u.Own = &o
}

func (m copyPressed) apply(u *update) {
	if u.Own == nil || u.Own.Link == "" {
		return
	}
	if m.Code {
		u.Do(Copy{elementCode, u.Own.code(u.Work.Title)})
		return
	}
	u.Do(Copy{elementLink, u.Own.Link})
}

// code returns the HTML that shows what the link leads to within another page.
func (o *Own) code(title string) string {
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

func (m CopyEnded) apply(u *update) {
	if u.Own == nil {
		return
	}
	o := *u.Own
	o.Copied = CopiedRefused
	if m.Done {
		o.Copied = CopiedDone
	}
	u.Own = &o
}

// Leave forgets the link that was opened or shared.
func Leave(t *page.Update, s *State) {
	if s.Opened != nil && !t.Embed {
		t.Do(Forget{})
	}
	*s = State{Came: s.Came}
}

// refuse shows why no sandbox could be made of the link.
func (s *State) refuse(why *base.Error) {
	l := *s.Opened
	l.Refused, l.waits = why, false
	s.Opened = &l
}

// Restarted says that what was asked for does not come any more.
func (s *State) Restarted() {
	if s.Opened != nil && s.Opened.Waits() {
		s.refuse(base.Refuse(base.CodeRestarted))
	}
	if s.Own != nil && s.Own.Waits() {
		s.Own = &Own{Experiment: s.Own.Experiment, Err: base.Refuse(base.CodeRestarted)}
	}
}
