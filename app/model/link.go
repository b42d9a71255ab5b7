package model

import (
	"strconv"
	"strings"

	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/link"
)

// LinkLimit is how many characters the page lets a link have: mail, chat and old
// browsers cut longer ones.
const LinkLimit = 8000

// Element ids of a link.
const (
	ElementLink    = "link-text"    // the field that holds it
	ElementChanges = "link-changes" // the list of what it would do
)

// What is listed of a link at most.
const (
	maxLinkItems  = 200
	maxLinkTables = 50
)

// linkPlace is where links lead to, below the site's root. What follows is the
// text of engine/link.
const linkPlace = "/sandboxes/#open="

// Link is a link that has been opened. Nothing of it has been run or stored.
type Link struct {
	Text  string
	Holds Holding
	Err   *base.Error // why it cannot be read; Holds is empty then

	Refused *base.Error // why no sandbox could be made of it

	seq uint64 // of the call that makes one, 0 for none
}

// Waits reports whether a sandbox is being made of it.
func (l *Link) Waits() bool { return l.seq != 0 }

// Share is what the reader shares.
type Share struct {
	Experiment bool
	Link       string      // the whole address, "" while there is none
	Size       int         // characters that it has, or would; 0 where no link can hold it
	Shortened  bool        // a part of the timeline is left out
	Holds      Holding     // of Link
	Err        *base.Error // why there is none
	Copied     Copied

	seq uint64 // of the call that asks for it, 0 when that is answered
}

// Waits reports whether the link is still on its way.
func (s *Share) Waits() bool { return s.seq != 0 }

// Copied is what came of copying.
type Copied uint8

const (
	CopiedNot Copied = iota // not tried yet
	CopiedDone
	CopiedRefused // by the browser
)

// Holding is what a link holds, in words.
type Holding struct {
	Experiment bool
	Title      string
	Tables     []HeldTable // that it makes, the first maxLinkTables
	MoreTables int
	Items      []HeldItem // what it does, the first maxLinkItems
	MoreItems  int
}

// HeldTable is a table that a link makes.
type HeldTable struct {
	Name     string
	Template string // "" for one that commands make
	Records  int64  // of a designed table
	Given    int64  // of them given; a recipe generates the others
}

// HeldItem is one thing that a link does: a command, or what Note or the page's
// text for Code says.
type HeldItem struct {
	Command string
	Note    *engine.Line
	Code    string
	Args    []string
}

type (
	// LinkOpened comes with the text of a link that the address holds.
	LinkOpened struct{ Text string }
	// LinkKept makes a sandbox of the link that is open.
	LinkKept struct{}
	// SharePressed asks for a link to the open sandbox, or to what its key
	// designer shows.
	SharePressed struct{ Experiment bool }
	// CopyPressed copies the link.
	CopyPressed struct{}
	// CopyEnded tells whether the browser let it.
	CopyEnded struct{ Done bool }
)

type (
	// Copy puts a text, which the field with that element id holds, onto the
	// clipboard and answers with [CopyEnded].
	Copy struct{ ID, Text string }
	// ForgetLink takes a link out of the address.
	ForgetLink struct{}
)

func (Copy) Effect()       {}
func (ForgetLink) Effect() {}

// LinkIn returns the text of the link that a fragment, "#…", holds. What a
// message puts behind a link is no part of it.
func LinkIn(fragment string) (text string, ok bool) {
	_, open, _ := strings.Cut(linkPlace, "#")
	text, ok = strings.CutPrefix(strings.TrimPrefix(fragment, "#"), open)
	end := strings.IndexFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
	if end >= 0 {
		text = text[:end]
	}
	return text, ok
}

// Designed reports whether there is an experiment to share.
func (w *Workbench) Designed() bool {
	for _, t := range w.Tables {
		if t.Template != "" {
			return true
		}
	}
	return false
}

// links handles the messages of links and reports whether this was one.
func (u *update) links(m Msg) bool {
	switch m := m.(type) {
	case LinkOpened:
		if u.Menu == MenuLink && u.Link.Text == m.Text {
			break
		}
		u.Menu, u.Link = MenuLink, openLink(m.Text)
	case LinkKept:
		if u.Menu == MenuLink && u.Link.Err == nil && !u.Link.Waits() && u.Ready {
			l := *u.Link
			l.Refused, l.seq = nil, u.send(host.Adopt{Text: l.Text}, "running-file-store")
			u.Link = &l
		}
	case SharePressed:
		room := LinkLimit - len(u.Site) - len(linkPlace)
		seq := u.send(host.Share{Experiment: m.Experiment, Room: room}, "")
		u.Menu, u.Share = MenuShare, &Share{Experiment: m.Experiment, seq: seq}
	case CopyPressed:
		if u.Share != nil && u.Share.Link != "" {
			u.do(Copy{ElementLink, u.Share.Link})
		}
	case CopyEnded:
		if u.Share != nil {
			s := *u.Share
			s.Copied = CopiedRefused
			if m.Done {
				s.Copied = CopiedDone
			}
			u.Share = &s
		}
	default:
		return false
	}
	return true
}

// leaveLink forgets the link that was opened or shared.
func (u *update) leaveLink() {
	if u.Link != nil {
		u.do(ForgetLink{})
	}
	u.Link, u.Share = nil, nil
}

// adopted takes the answer to a call for a sandbox of a link, and reports whether
// it is shown in the link's dialog.
func (u *update) adopted(a host.Answer) bool {
	if u.Menu != MenuLink || u.Link.seq != a.Seq {
		return false
	}
	if a.Err != nil {
		l := *u.Link
		l.Refused, l.seq = a.Err, 0
		u.Link = &l
		return true
	}
	u.Menu = MenuNone
	u.leaveLink()
	return false
}

// shared takes the answer to a call for a link.
func (u *update) shared(a host.Answer) {
	if u.Share == nil || u.Share.seq != a.Seq {
		return // the dialog has gone on
	}
	s := Share{Experiment: u.Share.Experiment, Err: a.Err}
	if got := a.Shared; got != nil {
		s.Shortened = got.Shortened
		if got.Size > 0 {
			s.Size = len(u.Site) + len(linkPlace) + got.Size
		}
		if got.Text != "" {
			opened := openLink(got.Text)
			s.Link, s.Holds, s.Err = u.Site+linkPlace+got.Text, opened.Holds, opened.Err
		}
	}
	u.Share = &s
}

// linkLost says that what was asked for does not come any more.
func (u *update) linkLost() {
	if u.Link != nil && u.Link.Waits() {
		l := *u.Link
		l.Refused, l.seq = base.Refuse(base.CodeRestarted), 0
		u.Link = &l
	}
	if u.Share != nil && u.Share.Waits() {
		u.Share = &Share{Experiment: u.Share.Experiment, Err: base.Refuse(base.CodeRestarted)}
	}
}

func openLink(text string) *Link {
	c, err := link.Decode(text)
	if err != nil {
		return &Link{Text: text, Err: err.(*base.Error)}
	}
	return &Link{Text: text, Holds: holding(c)}
}

// holding says what a link holds, by reading it alone.
func holding(c link.Content) Holding {
	h := Holding{Experiment: c.Kind == link.Experiment, Title: c.Title}
	for _, ch := range c.Changes {
		switch r := ch.Request.(type) {
		case engine.Console:
			h.commands(r)
		case engine.Load:
			t := HeldTable{Name: r.Table, Template: r.Template, Records: r.Data.Len(), Given: int64(len(r.Data.Records))}
			h.table(t)
			h.note(r)
		case engine.Settle: // what cannot be undone is there all the same
		case engine.Undo:
			h.item(HeldItem{Code: "held-undo"})
		case engine.Redo:
			h.item(HeldItem{Code: "held-redo"})
		case engine.Checkpoint:
			h.item(HeldItem{Code: "held-checkpoint", Args: []string{r.Name}})
		case engine.DropCheckpoint:
			h.item(HeldItem{Code: "held-drop-checkpoint", Args: []string{r.Name}})
		default:
			h.note(r)
		}
	}
	return h
}

// commands lists the commands of a text, and the files that they name.
func (h *Holding) commands(r engine.Console) {
	l := dialect.Of(r.Dialect)
	for _, line := range l.Split(r.Text) {
		cmd, err := l.Parse(line.Text)
		if err == nil && cmd == nil {
			continue
		}
		if t, ok := cmd.(console.CreateTable); ok && err == nil {
			h.table(HeldTable{Name: t.Table})
		}
		h.item(HeldItem{Command: strings.TrimSpace(line.Text)})
	}
	for _, f := range r.Files {
		h.item(HeldItem{Code: "held-file", Args: []string{f.Name, strconv.Itoa(len(f.Text))}})
	}
}

func (h *Holding) note(r engine.Request) {
	what := engine.Describe(r)
	h.item(HeldItem{Note: &what})
}

func (h *Holding) item(i HeldItem) {
	if len(h.Items) == maxLinkItems {
		h.MoreItems++
		return
	}
	h.Items = append(h.Items, i)
}

// table adds a table; of one that is made twice the later one counts.
func (h *Holding) table(t HeldTable) {
	for i := range h.Tables {
		if h.Tables[i].Name == t.Name {
			h.Tables[i] = t
			return
		}
	}
	if len(h.Tables) == maxLinkTables {
		h.MoreTables++
		return
	}
	h.Tables = append(h.Tables, t)
}
