// Package files is the part of the page that carries data in and out: workspaces saved as
// files, and files and pasted text that sandboxes and tables are made of.
package files

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/records"
)

// State is what the dialogs about files show, and the values that are being loaded.
type State struct {
	Changes uint64          // grows with every change
	Weights []host.FileSize // of the workspace that is exported, as far as they are measured
	Err     *base.Error     // why a text makes no sandbox
	Line    int             // of Err
	Mapping *Mapping        // of values to rows, nil for none
	Reading *Reading        // of what a console printed, nil for none

	source   source // of Mapping or Reading
	feed     *feed  // reads it
	staged   *feed  // the last one of which the worker was given pieces
	weighing uint64 // number of the call that measures
	loading  *State // what the dialog showed of which a table is being made in the open sandbox, nil for none
	noted    noted
}

// noted is what is to stand in the console's log of a sandbox that was made of a file, once it
// is open.
type noted struct {
	space string // its ID
	notes []engine.Line
}

// Ids of elements.
const (
	elementPaste  = "paste-text"     // the field for a script or values
	elementValues = "sandbox-values" // the file input for values

	elementTable    = "map-table"    // the field for the table's name
	elementTemplate = "map-template" // the field for the key's template
	elementTime     = "map-time"     // the field for the cells' time
	elementUse      = "map-use-"     // the box of a column, with its number after it
	elementEmpty    = "map-empty"    // the box for what is empty
	elementStamped  = "map-stamped"  // the box for times after values
)

// Msg is something that happened to files.
type Msg interface{ apply(*update) }

type (
	// ExportPressed saves a workspace as a file.
	ExportPressed struct {
		ID    string
		Form  host.Form
		Table string // of a form that holds one
	}
	// ExportAllPressed saves everything there is as a file.
	ExportAllPressed struct{}
	// Chosen brings a file to make a sandbox of.
	Chosen struct {
		Name string
		Data []byte
	}
	// pasted makes a sandbox of text, or a table in the open one.
	pasted struct{ text string }
	// uploaded brings a long file, whose first bytes have been read.
	uploaded struct{ *Upload }
	// loaded brings the answer to a call that makes a table in an open sandbox.
	loaded struct {
		host.Answer
		space string // ID of the sandbox
		from  *State // what the dialog showed
	}
	// exported brings the answer to a call for a file.
	exported struct{ host.Answer }
	// weighed brings the sizes of the forms of a file.
	weighed struct{ host.Answer }
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) {
	m.apply(&update{t, s})
	s.Changes++
}

func (m ExportPressed) apply(u *update) {
	u.close()
	u.Ask(host.Export(m), "running-file-export", func(a host.Answer) page.Msg { return exported{a} })
}

// apply forgets the pieces of a file that will not be whole.
func (m exported) apply(u *update) {
	if m.File == nil {
		u.Do(page.GatherPiece{FilePiece: host.FilePiece{Seq: m.Seq}})
	}
	u.Refuses(m.Answer)
}

func (ExportAllPressed) apply(u *update) { u.Send(host.ExportAll{}, "running-file-export") }

func (m Chosen) apply(u *update) {
	if u.into() {
		if len(m.Data) == 0 {
			u.refuse(base.Refuse(base.CodeFileEmpty, m.Name))
		} else if page.CanAsk(u.Update.State, u.Work) {
			u.close()
			u.take(source{name: m.Name, text: string(m.Data)})
		}
		return
	}
	if len(m.Data) == 0 {
		u.refuse(base.Refuse(base.CodeFileEmpty, m.Name))
		return
	}
	ours := strings.HasSuffix(m.Name, ".tabletop") || strings.HasPrefix(string(m.Data[:min(len(m.Data), 9)]), "TABLETOP ")
	text := records.Decode(string(m.Data))
	if ours || !utf8.ValidString(text) && !isValues(m.Name) && !isObjects(m.Name) {
		u.Make(host.Import{Data: m.Data}, "running-file-import")
		return
	}
	u.take(source{name: m.Name, text: string(m.Data)})
}

func (m uploaded) apply(u *update) {
	if u.into() && !page.CanAsk(u.Update.State, u.Work) {
		return
	}
	u.close()
	text := records.Decode(string(m.Head))
	whole := text[:strings.LastIndexByte(text, '\n')+1] // what is behind may be cut in a character
	if !utf8.ValidString(whole) && !isValues(m.Name) && !isObjects(m.Name) {
		u.refuse(base.Refuse(base.CodeBadFile, "begin", "", ""))
		return
	}
	u.take(source{name: m.Name, text: string(m.Head), file: m.Upload})
}

func (m pasted) apply(u *update) { u.take(source{text: m.text}) }

// into reports whether a table is made in the open sandbox, and not a new one.
func (u *update) into() bool { return u.Route.Screen == page.ScreenSandbox }

// Opened prepares what a dialog shows that was opened just now.
func Opened(t *page.Update, s *State) {
	u := &update{t, s}
	u.drop()
	if t.Menu == page.MenuExport {
		t.Code.Copied = ""
		u.weighing = u.Ask(host.MeasureFiles{ID: t.MenuID}, "running-file-weigh", func(a host.Answer) page.Msg { return weighed{a} })
	}
}

func (m weighed) apply(u *update) {
	if m.Seq == u.weighing {
		if u.weighing = 0; m.Err == nil {
			u.Weights = m.Weights
		}
	}
	if m.Err != nil && m.Err.Code != base.CodeCancelled {
		u.Notice = &page.Notice{Err: m.Err}
	}
}

// Weighed takes what one of the forms is while the others are measured.
func Weighed(s *State, w host.FileMeasured) {
	if w.Seq == s.weighing {
		s.Weights = append(slices.Clip(s.Weights), w.Weight)
		s.Changes++
	}
}

// close closes the dialog.
func (u *update) close() {
	u.Menu = page.MenuNone
	u.drop()
}

// drop forgets what a dialog shows; nothing is measured for it any more.
func (u *update) drop() {
	if u.weighing != 0 {
		u.Cancel(u.weighing)
	}
	u.forget()
	*u.State = State{Changes: u.Changes + 1, loading: u.loading, staged: u.staged, noted: u.noted}
}

// forget has the worker forget the pieces that it was given of a text of which nothing is
// made.
func (u *update) forget() {
	if f := u.feed; f != nil && (u.loading == nil || u.loading.feed != f) {
		if f.handed {
			u.stage(host.ReadAhead{First: true})
		}
		if f.pieces > 0 {
			u.stage(host.StageText{First: true})
		}
	}
	u.feed = nil
}

// Follow forgets what a dialog showed that is closed.
func Follow(t *page.Update, s *State) {
	switch t.Menu {
	case page.MenuExport, page.MenuPaste, page.MenuValues:
		return
	}
	if s.weighing != 0 || s.Weights != nil || s.Mapping != nil || s.Reading != nil || s.Err != nil {
		(&update{t, s}).drop()
	}
}

// Restarted forgets the calls that will have no answer.
func (s *State) Restarted() {
	s.weighing, s.loading = 0, nil
	if f := s.feed; f != nil && f.gave() {
		s.Mapping, s.Reading, s.feed, s.Err = nil, nil, nil, base.Refuse(base.CodeFileLost, s.source.name)
	}
}

// AfterMake opens a sandbox that was made, or shows why it was not, and tells what of the files
// it is made of. That something was brought is told to a screen reader alone where another
// notice has to stay.
func AfterMake(t *page.Update, s *State, m page.SandboxMade) {
	_, script := t.Answered.Call.(host.CreateByRequests)
	switch {
	case m.Err == nil:
		if b := m.Brought; b != nil {
			tellBrought(t, b)
		}
		if script {
			s.noted = noted{m.Made, m.Notes}
			if t.Shut == nil {
				tellLost(t, m.Notes, m.Made)
			}
		}
		if m.Made != "" {
			t.Do(page.Navigate{Route: page.Route{Screen: page.ScreenSandbox, ID: m.Made}})
		}
	case !script || m.Err.Code == base.CodeCancelled:
		t.Refuses(m.Answer)
	case t.Menu == page.MenuPaste || t.Menu == page.MenuValues:
		s.Err, s.Line = m.Err, m.Line
		s.Changes++
	default:
		t.Notice = &page.Notice{Err: m.Err, Line: m.Line}
	}
}

// tellBrought tells what was in a file.
func tellBrought(t *page.Update, b *host.ImportResult) {
	counts := []string{strconv.Itoa(b.Sandboxes), strconv.Itoa(b.Lessons), strconv.Itoa(b.Merged)}
	if t.Shut != nil {
		t.TellCode("notice-brought", counts...)
	} else {
		t.Notice = &page.Notice{Code: "notice-brought", Args: counts}
	}
}

// Entered puts into the log of a sandbox that is open now what was noted when it was made.
func Entered(t *page.Update, s *State) {
	if n := s.noted; n.space == t.Work.ID && len(n.notes) > 0 {
		e := t.Log(t.Number(), "")
		e.Done, e.Lines = true, n.notes
	}
	s.noted = noted{}
}

// apply closes the dialog when the table is made. When the call was refused or cancelled it
// opens the dialog again with the same values.
func (m loaded) apply(u *update) {
	if u.loading != m.from {
		u.Refuses(m.Answer)
		return
	}
	u.loading = nil
	err := page.Failure(m.Answer)
	if err == nil && m.Reply != nil {
		tellLost(u.Update, m.Reply.Output, m.space)
	}
	if err == nil || u.Menu != page.MenuNone || u.Work.ID != m.space {
		return
	}
	if err.Code == base.CodeCancelled {
		err = nil
	}
	u.Menu = page.MenuValues
	s, from := u.State, m.from
	s.Mapping, s.Reading, s.source, s.feed, s.Err = from.Mapping, from.Reading, from.source, from.feed, err
	if f := s.feed; f != nil && f.gave() && s.staged != f { // they have made room for others
		u.take(s.source)
	}
}

// tellLost shows how many lines of a file are lost or repeated in the table that was made of
// it. The notice stays while the workspace is open, until the reader closes it.
func tellLost(t *page.Update, notes []engine.Line, space string) {
	n := &page.Notice{Of: space}
	for _, l := range notes {
		if l.Code == base.NoteCollided || l.Code == base.NoteRepeated {
			n.Notes = append(n.Notes, l)
		}
	}
	if len(n.Notes) > 0 {
		t.Notice = n
	}
}

// make asks for a sandbox of requests.
func (u *update) make(title string, requests ...engine.Request) {
	u.Err, u.Line = nil, 0
	if title == "" {
		title = "Sandbox" // as one without a title is called
	}
	u.Make(host.CreateByRequests{Title: title, Requests: requests}, "running-script")
}

// refuse shows why a text makes no sandbox, where it was given.
func (u *update) refuse(err error) {
	e := err.(*base.Error)
	if u.Menu == page.MenuPaste || u.Menu == page.MenuValues {
		u.Err, u.Line = e, 0
		return
	}
	u.Notice = &page.Notice{Err: e}
}
