// Package find is the part of the page that finds the row-key template which the reader's
// own keys follow: those of a table, or pasted ones.
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

// State is what the dialog shows.
type State struct {
	Table string           // whose key is looked for, "" for pasted keys
	Found *engine.Inferred // nil until it has come
	Err   *base.Error

	asked  uint64 // number of the call that looks, 0 for none
	next   string // ID of the sandbox that was made of keys, whose key is looked for once it is open
	fresh  string // its ID while that is looked for: without a key it goes again
	filled filled
}

// filled is a table that was made of keys in the open sandbox, whose key is looked for once
// it has its rows.
type filled struct{ space, table string } // ID of the sandbox, "" for none

// What pasted keys become.
const (
	tableName  = "keys"
	columnName = "key"
	maxText    = page.MaxKeys
)

// elementKeys is the id of the field for keys.
const elementKeys = "find-keys"

// Msg is something that happened to the dialog.
type Msg interface{ apply(*update) }

type (
	// pasted makes a sandbox of keys, one a line.
	pasted struct{ text string }
	// found brings what was found.
	found struct{ host.Answer }
	// made brings the sandbox that was made of keys.
	made struct{ host.Answer }
	// used designs the table as a proposal says.
	used struct{ at int }
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

// Open opens the dialog for the key of a table, or for keys to be pasted, or makes a table of
// keys first.
func Open(t *page.Update, s *State, of page.FindKey) {
	u := &update{t, s}
	u.forget()
	switch name := of.Table; {
	case of.Keys != "" && t.Route.Screen == page.ScreenSandbox:
		u.fill(rowsOf(of.Keys))
	case of.Keys != "":
		pasted{of.Keys}.apply(u)
	case name == "":
		u.Menu = page.MenuFind
	case page.CanAsk(t.State, t.Work) && t.Work.Table(name).Rows > 0:
		u.Menu, u.Table = page.MenuFind, name
		u.asked = u.Ask(host.Execute{Request: engine.Infer{Table: name}}, "running-find", func(a host.Answer) page.Msg { return found{a} })
	}
}

// forget forgets what was found; nothing is looked for any more.
func (u *update) forget() {
	if u.asked != 0 {
		u.Cancel(u.asked)
	}
	*u.State = State{next: u.next, filled: u.filled}
}

// fill makes a table of rows in the open sandbox, whose key is looked for then.
func (u *update) fill(rows []engine.FilledRow) {
	if !page.CanAsk(u.Update.State, u.Work) {
		return
	}
	name := u.Work.Free(tableName)
	u.Menu = page.MenuNone
	for _, r := range tableOf(name, rows) {
		u.Run(r, "", "running-load")
	}
	u.filled = filled{u.Work.ID, name}
}

// Follow forgets what a dialog showed that is closed, with the sandbox that was made for
// it, and goes on with the keys of a sandbox that was made of them.
func Follow(t *page.Update, s *State) {
	u := &update{t, s}
	if t.Menu != page.MenuFind && (s.asked != 0 || s.Table != "" || s.Err != nil) {
		if s.fresh != "" {
			t.Delete(s.fresh)
		}
		u.forget()
	}
	if f := s.filled; f.space != "" && (t.Work.ID != f.space || t.Work.Table(f.table).Rows > 0) {
		if s.filled = (filled{}); t.Work.ID == f.space && t.Menu == page.MenuNone {
			Open(t, s, page.FindKey{Table: f.table})
		}
	}
	switch {
	case s.next == "" || t.Route.Screen != page.ScreenSandbox:
	case t.Route.ID != s.next:
		s.next = ""
	case t.Work.ID == s.next && t.Menu == page.MenuNone && t.Work.Table(tableName).Rows > 0:
		Open(t, s, page.FindKey{Table: tableName})
		s.fresh, s.next = s.next, ""
	}
}

func (m made) apply(u *update) {
	u.next = m.Made
	u.Pass(page.SandboxMade(m))
}

// Restarted forgets the calls that will have no answer.
func (s *State) Restarted() { s.asked, s.filled = 0, filled{} }

func (m pasted) apply(u *update) {
	rows := rowsOf(m.text)
	switch {
	case len(m.text) > maxText:
		u.Err = base.Refuse(base.CodeInputTooLong, strconv.Itoa(len(m.text)), strconv.Itoa(maxText))
	case len(rows) == 0:
		u.Err = base.Refuse(base.CodeEmptyKey)
	default:
		u.Menu = page.MenuNone
		u.Ask(host.CreateByRequests{Title: "Keys", Requests: tableOf(tableName, rows)}, "running-script", func(a host.Answer) page.Msg { return made{a} })
	}
}

// tableOf returns the requests that make a table of rows.
func tableOf(name string, rows []engine.FilledRow) []engine.Request {
	return []engine.Request{
		engine.Console{Text: "createtable " + name + " families=" + columnName},
		engine.Fill{Of: engine.Load{Table: name}, Rows: rows},
	}
}

// rowsOf returns a row for each line that holds a key.
func rowsOf(text string) []engine.FilledRow {
	var rows []engine.FilledRow
	for line := range strings.Lines(text[:min(len(text), maxText)]) {
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) == "" {
			continue
		}
		key := unescape(line)
		rows = append(rows, engine.FilledRow{Key: base.RowKey(key), Cells: []base.Cell{
			{Family: columnName, Qualifier: columnName, At: table.ServerTime, Value: key},
		}})
	}
	return rows
}

// unescape reads \x00 as the HBase shell prints a byte.
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

func (m found) apply(u *update) {
	if m.Seq != u.asked {
		return
	}
	u.asked = 0
	if u.Err = page.Failure(m.Answer); u.Err != nil {
		if u.Err.Code == base.CodeCancelled {
			u.Menu = page.MenuNone
		}
		return
	}
	u.Found = engine.As[*engine.Inferred](m.Reply.Answer)
	u.TellCode("said-found", strconv.Itoa(len(u.Found.Proposals)))
}

func (m used) apply(u *update) {
	if u.Found == nil || m.at >= len(u.Found.Proposals) || !page.CanAsk(u.Update.State, u.Work) {
		return
	}
	u.Menu, u.fresh = page.MenuNone, ""
	u.Run(engine.Adopt{Table: u.Table, Template: u.Found.Proposals[m.at].Template, Sparse: true}, "", "running-adopt")
	u.Do(page.Focus{ID: page.ElementMain})
}
