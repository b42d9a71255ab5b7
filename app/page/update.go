package page

import (
	"slices"
	"strconv"

	"tabletop/app/code"
	"tabletop/app/dialect"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/engine/rowkey"
)

// maxLog is the most entries of the console's log. Older ones are removed.
const maxLog = 200

// Update is the handling of one message. It gives a part the common state, which the part may
// change, and collects what the part asks for.
type Update struct {
	*State
	Work          *Workspace
	Effects       []Effect           // for the shell, in order
	Announcements []AnnouncementPart // for screen readers
	Next          []Msg              // handled after this message, in the same turn

	// Answered is the call whose answer is being handled, if there is one.
	Answered PendingCall

	// Sending is called before each call is sent, so that parts can stop work that the call
	// makes useless.
	Sending func(host.Call)
}

// DoEffect asks the shell for an effect.
func (t *Update) DoEffect(e Effect) {
	if _, ok := e.(ScrollGridToRow); ok {
		t.PendingScrolls++
	}
	t.Effects = append(t.Effects, e)
}

// PassMessage passes a message to another part, which handles it after this one in the same turn.
func (t *Update) PassMessage(m Msg) { t.Next = append(t.Next, m) }

// SetConsoleText sets the console's text.
func (t *Update) SetConsoleText(text string) {
	t.Work.Input, t.Work.Recall = text, len(t.Work.History)
	t.DoEffect(SetFieldText{ID: ElementConsole, Text: text})
}

// NextCallNumber returns the number for the next call, and uses it up.
func (t *Update) NextCallNumber() uint64 { t.Seq++; return t.Seq }

// SendCall sends a call and returns its number. running is an i18n code for the progress bar. The
// answer updates the common state, and the page shows a refusal.
func (t *Update) SendCall(c host.Call, running string) uint64 { return t.SendCallThen(c, running, nil) }

// SendCallThen is like [Update.SendCall], but then turns the answer into a message for the part that asked.
// The message comes after the common state was updated. The part has to show a refusal itself,
// or to call [Update.ShowIfRefused].
func (t *Update) SendCallThen(c host.Call, running string, then func(host.Answer) Msg) uint64 {
	t.Sending(c)
	if r, ok := host.ConsoleTextOfCall(c); ok {
		t.Work.History = host.AddToConsoleHistory(t.Work.History, r)
		t.Work.Recall = len(t.Work.History)
	}
	seq := t.NextCallNumber()
	t.Calls[seq] = PendingCall{Call: c, Running: running, Window: t.Work.Window, Then: then}
	if CallMayChangeWorkspace(c) && !t.Work.ReadOnly {
		t.Work.Saved = host.SavePending
	}
	t.DoEffect(SendCall{host.SentCall{Seq: seq, Window: t.Work.Window, Call: c}})
	return seq
}

// SendCallInSlot is like [Update.SendCallThen] for a part that has to know whether the answer has come, see
// [State.IsAwaiting], or that may lose interest in it, see [Update.DropSlot]. The part keeps no number
// of the call, and gets no answer that was dropped.
func (t *Update) SendCallInSlot(s AnswerSlot, c host.Call, running string, then func(host.Answer) Msg) {
	seq := t.SendCallThen(c, running, then)
	p := t.Calls[seq]
	p.Slot = s
	t.Calls[seq] = p
}

// DropSlot has the answers that are awaited in a slot lead to nothing.
func (t *Update) DropSlot(s AnswerSlot) {
	t.dropAll(func(p PendingCall) bool { return p.Slot == s })
}

// DropWorkspaceAnswers drops all awaited answers that are about the open workspace, which is left.
func (t *Update) DropWorkspaceAnswers() {
	t.dropAll(func(p PendingCall) bool { return p.Slot != AnswerSlot{} && !p.Slot.Lasts })
}

func (t *Update) dropAll(drops func(PendingCall) bool) {
	for seq, p := range t.Calls {
		if drops(p) {
			p.Dropped = true
			t.Calls[seq] = p
		}
	}
}

// CancelSlot cancels the call whose answer is awaited in a slot, if there is one, and drops the
// answer.
func (t *Update) CancelSlot(s AnswerSlot) {
	if seq := t.AwaitedCallNumber(s); seq != 0 {
		t.CancelCall(seq)
		t.DropSlot(s)
	}
}

// CancelCall cancels a call, given by its number.
func (t *Update) CancelCall(seq uint64) {
	t.DoEffect(SendCall{host.SentCall{Seq: t.NextCallNumber(), Call: host.CancelCall{Seq: seq}}})
}

// CallMayChangeWorkspace reports whether a call may change the open workspace. Until its answer comes, the
// save mark does not say that all is saved.
func CallMayChangeWorkspace(c host.Call) bool {
	if run, ok := c.(host.ExecuteRequest); ok {
		if r, typed := run.Request.(engine.RunConsole); typed {
			return dialect.HasMatchingCommand(r, console.IsWrite)
		}
	}
	return host.TraitsOfCall(c).Changes
}

// RunRequest sends a request and adds an entry to the console's log, which shows input. It returns the
// call's number.
func (t *Update) RunRequest(r engine.Request, input, running string) uint64 {
	return t.askRun(r, input, running, nil)
}

// askRun is like [Update.RunRequest], with a then as in [Update.SendCallThen].
func (t *Update) askRun(r engine.Request, input, running string, then func(host.Answer) Msg) uint64 {
	seq := t.SendCallThen(host.ExecuteRequest{Request: r}, running, then)
	t.AddLogEntry(seq, input)
	return seq
}

// MakeTable sends a request that makes a table. It closes the dialog in which the reader asked
// for it, so that the progress bar can be seen, and moves the focus to the element from. then
// is as in [Update.SendCallThen].
func (t *Update) MakeTable(l engine.Request, from string, then func(host.Answer) Msg) {
	t.Dialog = DialogNone
	t.askRun(l, "", "running-load", then)
	t.DoEffect(FocusElement{ID: from})
}

// AddLogEntry adds an entry for a call to the console's log, and returns it. The pointer is valid until
// the next call of Log.
func (t *Update) AddLogEntry(seq uint64, input string) *ConsoleLogEntry {
	e := ConsoleLogEntry{Seq: seq, Input: input}
	if r, ok := host.ConsoleTextOfCall(t.Calls[seq].Call); ok {
		e.Dialect = r.Dialect
		e.Commands = len(dialects.ByID(r.Dialect).Split(r.Text))
	}
	e.Tokens, e.CanTranslate = dialect.TokenizeCommands(input, e.Dialect), translatable(input, e.Dialect)
	e.HasCode = e.CanTranslate && len(code.CommandsWithCode(input, e.Dialect)) > 0
	log := append(slices.Clip(t.Work.Log), e)
	t.Work.Log = log[max(0, len(log)-maxLog):]
	return &t.Work.Log[len(t.Work.Log)-1]
}

// MaxLoggedText is the most bytes of a console text that the history keeps and the log repeats.
const MaxLoggedText = host.MaxHistoryEntryBytes

// translatable reports whether a text of the log can be shown in other dialects.
func translatable(text string, d engine.Dialect) bool {
	return text != "" && len(text) < MaxLoggedText-len("…") && dialect.TranslateCommands(text, d, d) != nil
}

// HasLogEntry reports whether a call has an entry in the console's log.
func (w *Workspace) HasLogEntry(seq uint64) bool { return w.LogEntryIndex(seq) >= 0 }

// LogEntryIndex returns the index of a call's entry in the console's log, -1 if there is none.
func (w *Workspace) LogEntryIndex(seq uint64) int {
	return slices.IndexFunc(w.Log, func(e ConsoleLogEntry) bool { return e.Seq == seq })
}

// TableByName returns the description of a table. If there is no such table, only its Name is set.
func (w *Workspace) TableByName(name string) engine.TableInfo { return TableByName(w.Tables, name) }

// TableByName is like [Workspace.TableByName], for a table among tables.
func TableByName(tables []engine.TableInfo, name string) engine.TableInfo {
	for _, t := range tables {
		if t.Name == name {
			return t
		}
	}
	return engine.TableInfo{Name: name}
}

// maxValues is the most values of a field that are suggested.
const maxValues = 20

// FieldValues returns at most maxValues different values of a field, from the keys of the rows that
// the page has. It returns nil if the table's template has no such field.
func (w *Workspace) FieldValues(field string) []string {
	some := []string{}
	t, err := rowkey.Parse(w.TableByName(w.Page.Table).Template)
	if err != nil || !slices.Contains(t.Fields(), field) {
		return nil
	}
	for _, r := range w.Page.Rows {
		values, ok := t.DecodeWholeValues(r.Key)
		if !ok || len(some) == maxValues {
			continue
		}
		if v := values[slices.Index(t.Fields(), field)]; v != "" && !slices.Contains(some, v) {
			some = append(some, v)
		}
	}
	return some
}

// TableNameError returns the refusal (table-exists) of a name for a new table, nil if the name is free.
func (w *Workspace) TableNameError(name string) *base.Error {
	if slices.ContainsFunc(w.Tables, func(t engine.TableInfo) bool { return t.Name == name }) {
		return base.Refuse(base.CodeTableExists, name)
	}
	return nil
}

// FreeTableName returns name, or name with a number after it, so that no table has it.
func (w *Workspace) FreeTableName(name string) string {
	free := name
	for n := 2; w.TableNameError(free) != nil; n++ {
		free = name[:min(len(name), base.MaxTableName-4)] + "-" + strconv.Itoa(n)
	}
	return free
}

// maxListed is how many tables are listed.
const maxListed = 40

// ListedTables returns the first tables, and the one that is shown if it is not among them, and how
// many others there are.
func (w *Workspace) ListedTables() (some []engine.TableInfo, left int) {
	for _, t := range w.Tables {
		if len(some) < maxListed || t.Name == w.Page.Table {
			some = append(some, t)
		} else {
			left++
		}
	}
	return some, left
}

// SetSandboxTitle changes the title on the page, if the sandbox is the open one.
func (t *Update) SetSandboxTitle(id, title string) {
	if t.Work.ID != id || t.Work.Kind != host.KindSandbox {
		return
	}
	t.Work.Title = title
}
