// Package files is the part of the page that saves workspaces as files, and makes sandboxes
// and tables from files and pasted text.
//
// # Saving
//
// [ExportPressed] asks the host for a file in one of several forms ([host.ExportFormat]). The export
// dialog shows how large each form is, and what it would lose; [OnDialogOpened] asks the host to
// measure that, and [OnExportSizeMeasured] takes each size as it arrives.
//
// # Loading
//
// A text arrives as [FileChosen] (a short file), uploaded (a long file, read in pieces) or
// pasted. A file of this program's own form, an archive, goes to the host as it is. For
// other texts, take decides on the [TextKind]:
//
//   - a script of console commands is run, in a new sandbox or in the open one;
//   - values (CSV or lines of JSON) open a dialog about a [Mapping]: how records become rows;
//   - the output of a console opens a dialog about a [PastedOutput], which reads the cells back;
//   - lines that are keys and nothing else are passed to the part that finds their template.
//
// A feed reads the text a piece at a time, one in each turn, so that the page stays
// responsive. A search for a row key that tells the records apart, a finding, runs in turns
// of its own in the same way. When the reader confirms the dialog, the table is made by one
// request: in a new sandbox, or in the open one. A text of more than engine.MaxConsoleFiles bytes
// is not kept in the page: the worker gets its pieces and reads them again.
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

// State is what the dialogs about files show, and the text that is being loaded.
type State struct {
	Changes uint64                // counts the changes of the state, so that drawings can compare it
	Sizes   []host.ExportFileSize // sizes of the forms of the exported workspace that have been measured
	Err     *base.Error           // why a text is refused, nil for no error
	Line    int                   // line of Err in the text, 0 for none
	Mapping *Mapping              // how values become rows, nil if the text is not values
	Output  *PastedOutput         // what is read from the output of a console, nil for another text

	source    source // the text of Mapping or Reading
	feed      *feed  // reads source, nil for none
	staged    *feed  // the last feed whose pieces were sent to the worker
	measuring uint64 // number of the call that measures, 0 for none
	loading   *State // the dialog from which a table is being made in the open sandbox, nil for none
	noted     noted  // notes for the log of a new sandbox
}

// noted is notes about the making of a sandbox. They are written to the log of its console
// once it is open.
type noted struct {
	space string // ID of the sandbox
	notes []engine.OutputLine
}

// Ids of elements, and beginnings of ids.
const (
	elementPaste  = "paste-text"     // the field for a script or values
	elementValues = "sandbox-values" // the file input for values

	elementTable    = "map-table"    // the field for the table's name
	elementTemplate = "map-template" // the field for the key's template
	elementTime     = "map-time"     // the field for the cells' time
	elementUse      = "map-use-"     // the checkbox of a column, followed by its index
	elementEmpty    = "map-empty"    // the checkbox about empty values
	elementStamped  = "map-stamped"  // the checkbox about times after values
)

// Msg is a message to this part: an act of the reader, or an answer to a call.
type Msg interface{ apply(*update) }

type (
	// ExportPressed saves a workspace as a file.
	ExportPressed struct {
		ID     string
		Format host.ExportFormat
		Table  string // the table to save, of a form that holds one table
	}
	// ExportAllPressed saves all workspaces as one file.
	ExportAllPressed struct{}
	// FileChosen brings the content of a file, from which a sandbox or a table is made.
	FileChosen struct {
		Name string
		Data []byte
	}
	// pasted brings pasted text, from which a sandbox or a table is made.
	pasted struct{ text string }
	// uploaded brings a long file. Only its first bytes have been read.
	uploaded struct{ *LongFile }
	// loaded brings the answer to the call that makes a table in the open sandbox.
	loaded struct {
		host.Answer
		space string // ID of the sandbox
		from  *State // the dialog that sent the call, to be shown again if it fails
	}
	// exported brings the answer to a call that writes a file.
	exported struct{ host.Answer }
	// sizesCame brings the sizes of all forms of a workspace.
	sizesCame struct{ host.Answer }
)

// update is the handling of one message: the shared part of the turn, and this part's state.
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
	u.SendCallThen(host.ExportWorkspace(m), "running-file-export", func(a host.Answer) page.Msg { return exported{a} })
}

// apply discards the pieces of a file that could not be completed.
func (m exported) apply(u *update) {
	if m.File == nil {
		u.DoEffect(page.GatherDownloadPiece{FilePiece: host.FilePiece{Seq: m.Seq}})
	}
	u.ShowIfRefused(m.Answer)
}

func (ExportAllPressed) apply(u *update) {
	u.SendCall(host.ExportAllWorkspaces{}, "running-file-export")
}

// apply takes a file. In a sandbox a table is made from it. Elsewhere an archive of this
// program, or a file that is no text, is imported by the host; a sandbox is made from any
// other.
func (m FileChosen) apply(u *update) {
	if u.into() {
		if len(m.Data) == 0 {
			u.refuse(base.Refuse(base.CodeFileEmpty, m.Name))
		} else if page.CanChangeWorkload(u.Update.State, u.Work) {
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
	text := records.ToUTF8(string(m.Data))
	if ours || !utf8.ValidString(text) && !isValues(m.Name) && !isObjects(m.Name) {
		u.MakeSandbox(host.ImportFile{Data: m.Data}, "running-file-import")
		return
	}
	u.take(source{name: m.Name, text: string(m.Data)})
}

// apply takes a long file, if the lines in its first piece are text or its name says that it
// holds values.
func (m uploaded) apply(u *update) {
	if u.into() && !page.CanChangeWorkload(u.Update.State, u.Work) {
		return
	}
	u.close()
	text := records.ToUTF8(string(m.Head))
	whole := text[:strings.LastIndexByte(text, '\n')+1] // the last line may end within a character
	if !utf8.ValidString(whole) && !isValues(m.Name) && !isObjects(m.Name) {
		u.refuse(base.Refuse(base.CodeBadFile, "begin", "", ""))
		return
	}
	u.take(source{name: m.Name, text: string(m.Head), file: m.LongFile})
}

func (m pasted) apply(u *update) { u.take(source{text: m.text}) }

// into reports whether a table is made in the open sandbox, instead of a new sandbox.
func (u *update) into() bool { return u.Route.Screen == page.ScreenSandbox }

// OnDialogOpened empties the dialog that has just been opened. For an export it asks the host to
// measure the forms of the workspace.
func OnDialogOpened(t *page.Update, s *State) {
	u := &update{t, s}
	u.drop()
	if t.Dialog == page.DialogExport {
		t.Code.Copied = ""
		u.measuring = u.SendCallThen(host.MeasureExportSizes{ID: t.DialogID}, "running-file-weigh", func(a host.Answer) page.Msg { return sizesCame{a} })
	}
}

func (m sizesCame) apply(u *update) {
	if m.Seq == u.measuring {
		if u.measuring = 0; m.Err == nil {
			u.Sizes = m.FileSizes
		}
	}
	if m.Err != nil && m.Err.Code != base.CodeCancelled {
		u.Notice = &page.Notice{Err: m.Err}
	}
}

// OnExportSizeMeasured takes the size of one form, which the host reports before it has measured all of
// them.
func OnExportSizeMeasured(s *State, w host.ExportSizeMeasured) {
	if w.Seq == s.measuring {
		s.Sizes = append(slices.Clip(s.Sizes), w.Size)
		s.Changes++
	}
}

// close closes the dialog and forgets what it shows.
func (u *update) close() {
	u.Dialog = page.DialogNone
	u.drop()
}

// drop forgets what the dialog shows, and cancels the call that measures for it.
func (u *update) drop() {
	if u.measuring != 0 {
		u.CancelCall(u.measuring)
	}
	u.forget()
	*u.State = State{Changes: u.Changes + 1, loading: u.loading, staged: u.staged, noted: u.noted}
}

// forget stops reading the text. If no table is being made from it, it also has the worker
// forget the pieces of it.
func (u *update) forget() {
	// An empty first piece makes the worker forget the earlier ones.
	if f := u.feed; f != nil && (u.loading == nil || u.loading.feed != f) {
		if f.handed {
			u.stage(host.StageValuesPiece{First: true})
		}
		if f.pieces > 0 {
			u.stage(host.StageTextPiece{First: true})
		}
	}
	u.feed = nil
}

// AfterMessage is called after each message. It forgets what a dialog showed once it is closed.
func AfterMessage(t *page.Update, s *State) {
	switch t.Dialog {
	case page.DialogExport, page.DialogPaste, page.DialogValues:
		return
	}
	if s.measuring != 0 || s.Sizes != nil || s.Mapping != nil || s.Output != nil || s.Err != nil {
		(&update{t, s}).drop()
	}
}

// OnWorkerRestarted forgets the calls under way, which a worker that was started again does not
// answer. A text is refused if pieces of it were sent to the previous worker, since they are
// lost.
func (s *State) OnWorkerRestarted() {
	s.measuring, s.loading = 0, nil
	if f := s.feed; f != nil && f.gave() {
		s.Mapping, s.Output, s.feed, s.Err = nil, nil, nil, base.Refuse(base.CodeFileLost, s.source.name)
	}
}

// OnSandboxMade handles the answer to a call that makes or imports a sandbox. It opens the
// sandbox and tells what the file contained and which records are lost; after a refusal it
// shows why, in the dialog if that is still open. While the store is not open
// ([page.State.StoreError]), the content of the file is told only to a screen reader, because the
// notice about the store has to stay.
func OnSandboxMade(t *page.Update, s *State, m page.SandboxMade) {
	_, script := t.Answered.Call.(host.CreateFromRequests)
	switch {
	case m.Err == nil:
		if b := m.Imported; b != nil {
			tellBrought(t, b)
		}
		if script {
			s.noted = noted{m.SandboxID, m.Notes}
			if t.StoreError == nil {
				tellLost(t, m.Notes, m.SandboxID)
			}
		}
		if m.SandboxID != "" {
			t.DoEffect(page.Navigate{Route: page.Route{Screen: page.ScreenSandbox, ID: m.SandboxID}})
		}
	case !script || m.Err.Code == base.CodeCancelled:
		t.ShowIfRefused(m.Answer)
	case t.Dialog == page.DialogPaste || t.Dialog == page.DialogValues:
		s.Err, s.Line = m.Err, m.Line
		s.Changes++
	default:
		t.Notice = &page.Notice{Err: m.Err, Line: m.Line}
	}
}

// tellBrought tells how many sandboxes and lessons an imported file contained.
func tellBrought(t *page.Update, b *host.ImportResult) {
	counts := []string{strconv.Itoa(b.Sandboxes), strconv.Itoa(b.Lessons), strconv.Itoa(b.Merged)}
	if t.StoreError != nil {
		t.AnnounceSentence("notice-brought", counts...)
	} else {
		t.Notice = &page.Notice{Code: "notice-brought", Args: counts}
	}
}

// OnWorkspaceOpened is called when a workspace has been opened. If it is the sandbox that was just
// made, it writes the notes about that to the console's log.
func OnWorkspaceOpened(t *page.Update, s *State) {
	if n := s.noted; n.space == t.Work.ID && len(n.notes) > 0 {
		e := t.AddLogEntry(t.NextCallNumber(), "")
		e.Done, e.Lines = true, n.notes
	}
	s.noted = noted{}
}

// apply takes the answer to the call that makes a table. If it failed or was cancelled, the
// dialog opens again with the same values, unless the reader has opened another dialog or
// workspace in the meantime.
func (m loaded) apply(u *update) {
	if u.loading != m.from {
		u.ShowIfRefused(m.Answer)
		return
	}
	u.loading = nil
	err := page.AnswerError(m.Answer)
	if err == nil && m.Reply != nil {
		tellLost(u.Update, m.Reply.Output, m.space)
	}
	// Show the dialog again, unless the reader is elsewhere by now.
	if err == nil || u.Dialog != page.DialogNone || u.Work.ID != m.space {
		return
	}
	if err.Code == base.CodeCancelled {
		err = nil
	}
	u.Dialog = page.DialogValues
	s, from := u.State, m.from
	s.Mapping, s.Output, s.source, s.feed, s.Err = from.Mapping, from.Output, from.source, from.feed, err
	if f := s.feed; f != nil && f.gave() && s.staged != f { // the worker has pieces of another text now
		u.take(s.source)
	}
}

// tellLost shows a notice about lines of a file that were lost or repeated in the table. It
// stays while the workspace space is open, until the reader closes it.
func tellLost(t *page.Update, notes []engine.OutputLine, space string) {
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

// make asks the host for a sandbox made by the requests.
func (u *update) make(title string, requests ...engine.Request) {
	u.Err, u.Line = nil, 0
	if title == "" {
		title = "Sandbox" // the title of a sandbox without a name
	}
	u.MakeSandbox(host.CreateFromRequests{Title: title, Requests: requests}, "running-script")
}

// refuse shows why a text is refused: in the dialog that it was given to, or else as a
// notice.
func (u *update) refuse(err error) {
	e := err.(*base.Error)
	if u.Dialog == page.DialogPaste || u.Dialog == page.DialogValues {
		u.Err, u.Line = e, 0
		return
	}
	u.Notice = &page.Notice{Err: e}
}
