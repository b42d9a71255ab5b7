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

// maxLog is the most entries that the console's log keeps.
const maxLog = 200

// Update is the handling of one message: what it changes of what all parts share, and
// what it asks for.
type Update struct {
	*State
	Work    *Workspace
	Effects []Effect
	Sayings []AnnouncementPart // what a screen reader is told
	Next    []Msg              // handled when this one is, in the same turn

	// Answered is the call whose answer is handled, where it is one.
	Answered Pending

	// Sending is called before each call that is sent, so that parts which a call puts
	// an end to can do so.
	Sending func(host.Call)
}

// Do asks the shell for something.
func (t *Update) Do(e Effect) { t.Effects = append(t.Effects, e) }

// Pass hands a message on to another part of the page, once this one is handled.
func (t *Update) Pass(m Msg) { t.Next = append(t.Next, m) }

// Write puts a text into the console.
func (t *Update) Write(text string) {
	t.Work.Input, t.Work.Recall = text, len(t.Work.History)
	t.Do(SetText{ID: ElementConsole, Text: text})
}

// Number returns the number of the next call.
func (t *Update) Number() uint64 { t.Seq++; return t.Seq }

// Send sends a call, which a progress bar calls by the i18n code running, and returns
// its number. Its answer changes what all parts share, and the page shows what it refuses.
func (t *Update) Send(c host.Call, running string) uint64 { return t.Ask(c, running, nil) }

// Ask is [Turn.Send] of a call whose answer a part handles as the message that then makes of
// it, after what all parts share has been changed. That part also shows what the answer
// refuses, or calls [Turn.Refuses].
func (t *Update) Ask(c host.Call, running string, then func(host.Answer) Msg) uint64 {
	t.Sending(c)
	if r, ok := host.Typed(c); ok {
		t.Work.History = host.Remember(t.Work.History, r)
		t.Work.Recall = len(t.Work.History)
	}
	seq := t.Number()
	t.Calls[seq] = Pending{c, running, t.Work.Window, then}
	if MayChange(c) && !t.Work.ReadOnly {
		t.Work.Saved = host.SavePending
	}
	t.Do(Send{host.SentCall{Seq: seq, Window: t.Work.Window, Call: c}})
	return seq
}

// Cancel stops a call.
func (t *Update) Cancel(seq uint64) {
	t.Do(Send{host.SentCall{Seq: t.Number(), Call: host.Cancel{Seq: seq}}})
}

// MayChange reports whether a call may change the open workspace. Until its answer
// the saved mark does not claim that all is saved.
func MayChange(c host.Call) bool {
	if run, ok := c.(host.Execute); ok {
		if r, typed := run.Request.(engine.Console); typed {
			return dialect.Any(r, console.Writes)
		}
	}
	return host.NatureOf(c).Changes
}

// Run asks the engine and gives the call, which ran input, a place in the log. It returns
// the call's number.
func (t *Update) Run(r engine.Request, input, running string) uint64 {
	return t.AskRun(r, input, running, nil)
}

// AskRun is [Turn.Run] of what [Turn.Ask] asks.
func (t *Update) AskRun(r engine.Request, input, running string, then func(host.Answer) Msg) uint64 {
	seq := t.Ask(host.Execute{Request: r}, running, then)
	t.Log(seq, input)
	return seq
}

// LoadTable asks for a new table and closes the dialog that it was asked in, so that how
// far it has come can be seen, and stopped. The focus goes to the element from. The answer
// becomes a message as with [Turn.Ask].
func (t *Update) LoadTable(l engine.Request, from string, then func(host.Answer) Msg) {
	t.Menu = MenuNone
	t.AskRun(l, "", "running-load", then)
	t.Do(Focus{ID: from})
}

// Log gives a call a place in the console's log and returns that.
func (t *Update) Log(seq uint64, input string) *LogEntry {
	e := LogEntry{Seq: seq, Input: input}
	if r, ok := host.Typed(t.Calls[seq].Call); ok {
		e.Dialect = r.Dialect
		e.Commands = len(dialects.Of(r.Dialect).Split(r.Text))
	}
	e.Tokens, e.Translates = dialect.Colour(input, e.Dialect), translatable(input, e.Dialect)
	e.Codes = e.Translates && len(code.Commands(input, e.Dialect)) > 0
	log := append(slices.Clip(t.Work.Log), e)
	t.Work.Log = log[max(0, len(log)-maxLog):]
	return &t.Work.Log[len(t.Work.Log)-1]
}

// MaxRemembered is the longest console text, in bytes, that the history keeps and the
// log repeats.
const MaxRemembered = host.MaxHistoryLine

// translatable reports whether a text of the log can be shown in other dialects.
func translatable(text string, d engine.Dialect) bool {
	return text != "" && len(text) < MaxRemembered-len("…") && dialect.Translate(text, d, d) != nil
}

// InLog reports whether a call has a place in the log.
func (w *Workspace) InLog(seq uint64) bool { return w.Logged(seq) >= 0 }

// Logged returns the index of a call's entry in the log, -1 for none.
func (w *Workspace) Logged(seq uint64) int {
	return slices.IndexFunc(w.Log, func(e LogEntry) bool { return e.Seq == seq })
}

// Table returns the description of a table; without one its name alone.
func (w *Workspace) Table(name string) engine.TableInfo { return TableOf(w.Tables, name) }

// TableOf is [Work.Table] among some tables.
func TableOf(tables []engine.TableInfo, name string) engine.TableInfo {
	for _, t := range tables {
		if t.Name == name {
			return t
		}
	}
	return engine.TableInfo{Name: name}
}

// maxValues is how many values of a field are offered.
const maxValues = 20

// Values returns some values of a field, as the keys of the rows that are there hold them.
func (w *Workspace) Values(field string) []string {
	some := []string{}
	t, err := rowkey.Parse(w.Table(w.Page.Table).Template)
	if err != nil || !slices.Contains(t.Fields(), field) {
		return nil
	}
	for _, r := range w.Page.Rows {
		values, ok := t.Held(r.Key)
		if !ok || len(some) == maxValues {
			continue
		}
		if v := values[slices.Index(t.Fields(), field)]; v != "" && !slices.Contains(some, v) {
			some = append(some, v)
		}
	}
	return some
}

// Taken returns the refusal of a new table's name that a table has, nil for none.
func (w *Workspace) Taken(name string) *base.Error {
	if slices.ContainsFunc(w.Tables, func(t engine.TableInfo) bool { return t.Name == name }) {
		return base.Refuse(base.CodeTableExists, name)
	}
	return nil
}

// Free returns a name that no table has, as like another one as can be.
func (w *Workspace) Free(name string) string {
	free := name
	for n := 2; w.Taken(free) != nil; n++ {
		free = name[:min(len(name), base.MaxTableName-4)] + "-" + strconv.Itoa(n)
	}
	return free
}

// maxListed is how many tables are listed.
const maxListed = 40

// Listed returns the first tables, the one that is shown among them, and how many others
// there are.
func (w *Workspace) Listed() (some []engine.TableInfo, left int) {
	for _, t := range w.Tables {
		if len(some) < maxListed || t.Name == w.Page.Table {
			some = append(some, t)
		} else {
			left++
		}
	}
	return some, left
}

// Renamed shows the new title of a sandbox, if it is open.
func (t *Update) Renamed(id, title string) {
	if t.Work.ID != id || t.Work.Kind != host.KindSandbox {
		return
	}
	t.Work.Title = title
}
