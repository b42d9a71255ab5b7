// Package find is the part of the page that finds the row-key template of existing keys. The
// keys are those of a table, or keys that the reader pastes.
//
// [OpenDialog] opens the dialog, and for a table sends [engine.InferTemplates]; [View.Dialog] draws the
// proposals that it returns. When the reader chooses one, the part runs [engine.AdoptTemplate],
// which makes the table a design with that template. Pasted keys become a table first: in a
// sandbox made for them, or in the open sandbox. [AfterMessage] opens the dialog for it as soon as
// the table has its rows.
package find

import (
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// slotFind is for the call that proposes templates.
var slotFind = page.AnswerSlot{Name: "find", Lasts: true}

// State is what the dialog shows, and what the part waits for.
type State struct {
	Table    string                    // the table whose keys are examined, "" while keys are to be pasted
	Inferred *engine.TemplatesInferred // the proposals, nil until they have arrived
	Err      *base.Error               // why there are none, nil for no error

	next     string // ID of the sandbox made of pasted keys, until the dialog opens in it
	fresh    string // ID of that sandbox while the dialog is open; it is deleted if the dialog is cancelled
	repeated int    // lines of the pasted keys that repeat others
	filled   filled // a table being made in the open sandbox
}

// filled is a table that is being made of keys in an open sandbox: the ID of the sandbox, ""
// for none, and the name of the table. The dialog opens for it once it has rows.
type filled struct{ space, table string }

// The table and column that pasted keys are written to, and the most bytes of pasted text.
const (
	tableName  = "keys"
	columnName = "key"
	maxText    = page.MaxKeysBytes
)

// elementKeys is the id of the field that keys are pasted into.
const elementKeys = "find-keys"

// Msg is a message to the dialog: an act of the reader, or an answer to a call.
type Msg interface{ apply(*update) }

type (
	// pasted makes a sandbox with a table of keys, one a line.
	pasted struct{ text string }
	// found brings the answer to [engine.InferTemplates].
	found struct{ host.Answer }
	// made brings the answer to the call that makes a sandbox of pasted keys.
	made struct{ host.Answer }
	// used adopts the proposal with index at as the table's template.
	used struct{ at int }
	// SandboxKept keeps the sandbox that was made for the dialog, which is about to close.
	SandboxKept struct{}
)

// update is the handling of one message: the shared part of the turn, and this part's state.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// OpenDialog begins to look for a template, as the message says: of a table's keys, of the keys
// that the message holds, or, if it has neither, of keys that the reader is asked to paste.
// It forgets what it found before. A table without rows, and a session that cannot be asked
// now, open nothing.
func OpenDialog(t *page.Update, s *State, of page.InferTemplate) {
	u := &update{t, s}
	u.forget()
	u.repeated = 0
	switch name := of.Table; {
	case of.Keys != "" && t.Route.Screen == page.ScreenSandbox:
		u.fill(rowsOf(of.Keys))
	case of.Keys != "":
		pasted{of.Keys}.apply(u)
	case name == "":
		u.Dialog = page.DialogInferTemplate
	case page.CanChangeWorkload(t.State, t.Work) && t.Work.TableByName(name).Rows > 0:
		u.Dialog, u.Table = page.DialogInferTemplate, name
		u.SendCallInSlot(slotFind, host.ExecuteRequest{Request: engine.InferTemplates{Table: name}}, "running-find", func(a host.Answer) page.Msg { return found{a} })
	}
}

// forget cancels the call under way and empties the dialog. Tables that are still being made
// of keys are kept.
func (u *update) forget() {
	u.CancelSlot(slotFind)
	*u.State = State{next: u.next, filled: u.filled, repeated: u.repeated}
}

// fill makes a table of rows in the open sandbox, and closes the dialog. [AfterMessage] opens it
// again.
func (u *update) fill(rows []engine.RowToRestore) {
	if !page.CanChangeWorkload(u.Update.State, u.Work) {
		return
	}
	name := u.Work.FreeTableName(tableName)
	u.Dialog = page.DialogNone
	for _, r := range tableOf(name, rows) {
		u.RunRequest(r, "", "running-load")
	}
	u.filled, u.repeated = filled{u.Work.ID, name}, repeats(rows)
}

// repeats returns how many rows have the key of an earlier one.
func repeats(rows []engine.RowToRestore) int {
	keys := map[base.RowKey]bool{}
	for _, r := range rows {
		keys[r.Key] = true
	}
	return len(rows) - len(keys)
}

// openMade opens the dialog for a table that was made of pasted keys.
func (u *update) openMade(table string) {
	repeated := u.repeated
	OpenDialog(u.Update, u.State, page.InferTemplate{Table: table})
	u.repeated = repeated
}

// AfterMessage is called after each message. If the dialog has been closed, it empties it, and
// deletes the sandbox that was made for it, unless a proposal was used or Escape was pressed. If a
// table made of pasted keys has its rows and nothing else is open over the page, it opens the
// dialog for that table.
func AfterMessage(t *page.Update, s *State) {
	u := &update{t, s}
	if t.Dialog != page.DialogInferTemplate && (t.IsAwaiting(slotFind) || s.Table != "" || s.Err != nil) {
		if s.fresh != "" {
			t.DeleteWorkspace(s.fresh)
		}
		u.forget()
	}
	if f := s.filled; f.space != "" && (t.Work.ID != f.space || t.Work.TableByName(f.table).Rows > 0) {
		if s.filled = (filled{}); t.Work.ID == f.space && t.Dialog == page.DialogNone {
			u.openMade(f.table)
		}
	}
	switch {
	case s.next == "" || t.Route.Screen != page.ScreenSandbox:
	case t.Route.ID != s.next:
		s.next = ""
	case t.Work.ID == s.next && t.Dialog == page.DialogNone && t.Work.TableByName(tableName).Rows > 0:
		u.openMade(tableName)
		s.fresh, s.next = s.next, ""
	}
}

func (m made) apply(u *update) {
	u.next = m.SandboxID
	u.PassMessage(page.SandboxMade(m))
}

func (SandboxKept) apply(u *update) { u.fresh = "" }

// OnWorkerRestarted forgets the table that was being made of pasted keys, of which a worker that was
// started again does not know.
func (s *State) OnWorkerRestarted() { s.filled = filled{} }

func (m pasted) apply(u *update) {
	rows := rowsOf(m.text)
	switch {
	case len(m.text) > maxText:
		u.Err = base.Refuse(base.CodeInputTooLong, strconv.Itoa(len(m.text)), strconv.Itoa(maxText))
	case len(rows) == 0:
		u.Err = base.Refuse(base.CodeEmptyKey)
	default:
		u.Dialog, u.repeated = page.DialogNone, repeats(rows)
		u.SendCallThen(host.CreateFromRequests{Title: "Keys", Requests: tableOf(tableName, rows)}, "running-script", func(a host.Answer) page.Msg { return made{a} })
	}
}

// tableOf returns the requests that create a table called name and write rows to it.
func tableOf(name string, rows []engine.RowToRestore) []engine.Request {
	return []engine.Request{
		engine.RunConsole{Text: "createtable " + name + " families=" + columnName},
		engine.RestoreRows{Target: engine.LoadRecords{Table: name}, Rows: rows},
	}
}

// rowsOf returns a row for each line of the text that is not blank, with the line as row key
// and as value of its only cell. Text after maxText bytes is ignored.
func rowsOf(text string) []engine.RowToRestore {
	var rows []engine.RowToRestore
	for line := range strings.Lines(text[:min(len(text), maxText)]) {
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) == "" {
			continue
		}
		key := unescape(line)
		rows = append(rows, engine.RowToRestore{Key: base.RowKey(key), Cells: []base.Cell{
			{Family: columnName, Qualifier: columnName, At: table.ServerTime, Value: key},
		}})
	}
	return rows
}

// unescape replaces each \x00 (two hexadecimal digits) by its byte, as the HBase shell
// prints bytes. Other text is returned unchanged.
func unescape(line string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(line, `\x`)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if c, err := strconv.ParseUint(after[:min(2, len(after))], 16, 8); err == nil && len(after) >= 2 {
			b.WriteByte(byte(c))
			line = after[2:]
			continue
		}
		b.WriteString(`\x`)
		line = after
	}
}

// apply takes the answer: proposals, or a refusal. A call that was cancelled closes the dialog.
func (m found) apply(u *update) {
	if u.Err = page.AnswerError(m.Answer); u.Err != nil {
		if u.Err.Code == base.CodeCancelled {
			u.Dialog = page.DialogNone
		}
		return
	}
	u.Inferred = engine.AnswerAs[*engine.TemplatesInferred](m.Reply.Answer)
	u.AnnounceSentence("said-found", strconv.Itoa(len(u.Inferred.Proposals)))
}

// apply closes the dialog and adopts a proposal, if the session can be asked now.
func (m used) apply(u *update) {
	if u.Inferred == nil || m.at >= len(u.Inferred.Proposals) || !page.CanChangeWorkload(u.Update.State, u.Work) {
		return
	}
	u.Dialog, u.fresh = page.DialogNone, ""
	u.RunRequest(engine.AdoptTemplate{Table: u.Table, Template: u.Inferred.Proposals[m.at].Template, Sparse: true}, "", "running-adopt")
	u.DoEffect(page.FocusElement{ID: page.ElementMain})
}
