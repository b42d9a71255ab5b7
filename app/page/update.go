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

// Do asks the shell for an effect.
func (t *Update) Do(e Effect) { t.Effects = append(t.Effects, e) }

// Pass passes a message to another part, which handles it after this one in the same turn.
func (t *Update) Pass(m Msg) { t.Next = append(t.Next, m) }

// SetConsoleText sets the console's text.
func (t *Update) SetConsoleText(text string) {
	t.Work.Input, t.Work.Recall = text, len(t.Work.History)
	t.Do(SetText{ID: ElementConsole, Text: text})
}

// NextCallNumber returns the number for the next call, and uses it up.
func (t *Update) NextCallNumber() uint64 { t.Seq++; return t.Seq }

// Send sends a call and returns its number. running is an i18n code for the progress bar. The
// answer updates the common state, and the page shows a refusal.
func (t *Update) Send(c host.Call, running string) uint64 { return t.Ask(c, running, nil) }

// Ask is like [Update.Send], but then turns the answer into a message for the part that asked.
// The message comes after the common state was updated. The part has to show a refusal itself,
// or to call [Update.ShowsRefusal].
func (t *Update) Ask(c host.Call, running string, then func(host.Answer) Msg) uint64 {
	t.Sending(c)
	if r, ok := host.TypedText(c); ok {
		t.Work.History = host.AddToHistory(t.Work.History, r)
		t.Work.Recall = len(t.Work.History)
	}
	seq := t.NextCallNumber()
	t.Calls[seq] = PendingCall{Call: c, Running: running, Window: t.Work.Window, Then: then}
	if MayChange(c) && !t.Work.ReadOnly {
		t.Work.Saved = host.SavePending
	}
	t.Do(SendCall{host.SentCall{Seq: seq, Window: t.Work.Window, Call: c}})
	return seq
}

// Await is like [Update.Ask] for a part that has to know whether the answer has come, see
// [State.Awaits], or that may lose interest in it, see [Update.Drop]. The part keeps no number
// of the call, and gets no answer that was dropped.
func (t *Update) Await(s Slot, c host.Call, running string, then func(host.Answer) Msg) {
	seq := t.Ask(c, running, then)
	p := t.Calls[seq]
	p.Slot = s
	t.Calls[seq] = p
}

// Drop has the answers that are awaited in a slot lead to nothing.
func (t *Update) Drop(s Slot) {
	t.dropAll(func(p PendingCall) bool { return p.Slot == s })
}

// Leave drops all awaited answers that are about the open workspace, which is left.
func (t *Update) Leave() {
	t.dropAll(func(p PendingCall) bool { return p.Slot != Slot{} && !p.Slot.Lasts })
}

func (t *Update) dropAll(drops func(PendingCall) bool) {
	for seq, p := range t.Calls {
		if drops(p) {
			p.Dropped = true
			t.Calls[seq] = p
		}
	}
}

// Stop cancels the call whose answer is awaited in a slot, if there is one, and drops the
// answer.
func (t *Update) Stop(s Slot) {
	if seq := t.Awaited(s); seq != 0 {
		t.Cancel(seq)
		t.Drop(s)
	}
}

// Cancel cancels a call, given by its number.
func (t *Update) Cancel(seq uint64) {
	t.Do(SendCall{host.SentCall{Seq: t.NextCallNumber(), Call: host.CancelCall{Seq: seq}}})
}

// MayChange reports whether a call may change the open workspace. Until its answer comes, the
// save mark does not say that all is saved.
func MayChange(c host.Call) bool {
	if run, ok := c.(host.ExecuteRequest); ok {
		if r, typed := run.Request.(engine.RunConsole); typed {
			return dialect.AnyCommand(r, console.Writes)
		}
	}
	return host.TraitsOf(c).Changes
}

// RunRequest sends a request and adds an entry to the console's log, which shows input. It returns the
// call's number.
func (t *Update) RunRequest(r engine.Request, input, running string) uint64 {
	return t.askRun(r, input, running, nil)
}

// askRun is like [Update.RunRequest], with a then as in [Update.Ask].
func (t *Update) askRun(r engine.Request, input, running string, then func(host.Answer) Msg) uint64 {
	seq := t.Ask(host.ExecuteRequest{Request: r}, running, then)
	t.Log(seq, input)
	return seq
}

// LoadTable sends a request that makes a table. It closes the dialog in which the reader asked
// for it, so that the progress bar can be seen, and moves the focus to the element from. then
// is as in [Update.Ask].
func (t *Update) LoadTable(l engine.Request, from string, then func(host.Answer) Msg) {
	t.Dialog = DialogNone
	t.askRun(l, "", "running-load", then)
	t.Do(FocusElement{ID: from})
}

// Log adds an entry for a call to the console's log, and returns it. The pointer is valid until
// the next call of Log.
func (t *Update) Log(seq uint64, input string) *LogEntry {
	e := LogEntry{Seq: seq, Input: input}
	if r, ok := host.TypedText(t.Calls[seq].Call); ok {
		e.Dialect = r.Dialect
		e.Commands = len(dialects.ByID(r.Dialect).Split(r.Text))
	}
	e.Tokens, e.CanTranslate = dialect.ColourTokens(input, e.Dialect), translatable(input, e.Dialect)
	e.HasCode = e.CanTranslate && len(code.Commands(input, e.Dialect)) > 0
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

// InLog reports whether a call has an entry in the console's log.
func (w *Workspace) InLog(seq uint64) bool { return w.LogIndex(seq) >= 0 }

// LogIndex returns the index of a call's entry in the console's log, -1 if there is none.
func (w *Workspace) LogIndex(seq uint64) int {
	return slices.IndexFunc(w.Log, func(e LogEntry) bool { return e.Seq == seq })
}

// Table returns the description of a table. If there is no such table, only its Name is set.
func (w *Workspace) Table(name string) engine.TableInfo { return TableOf(w.Tables, name) }

// TableOf is like [Workspace.Table], for a table among tables.
func TableOf(tables []engine.TableInfo, name string) engine.TableInfo {
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
	t, err := rowkey.Parse(w.Table(w.Page.Table).Template)
	if err != nil || !slices.Contains(t.Fields(), field) {
		return nil
	}
	for _, r := range w.Page.Rows {
		values, ok := t.DecodeWhole(r.Key)
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
