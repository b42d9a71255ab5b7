package key

import (
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// maxGlimpsed is of how many records the rows in sight are asked for before the table
// is rewritten: what takes no longer than a reader sees.
const maxGlimpsed = 100_000

// Trial is a template that a table has until it is kept or put back. The tables are
// written by it; in the timeline it is one step, however many are tried in a row.
type Trial struct {
	Number uint64 // see [engine.Rekey], 0 for none
	Table  string
	Before string // the table's template before
	state  uint64 // of the timeline, that it has led to; 0 until that is answered
}

// Tries reports whether a table has a template that is not kept.
func (s *State) Tries(table string) bool { return s.Trial.Number != 0 && s.Trial.Table == table }

// try begins a trial, or goes on with the one that there is, and returns its number.
func (u *update) try(table string, d Draft) uint64 {
	if !u.Tries(table) {
		before := u.Work.Table(table).Template
		if u.rewriting(table) {
			before = d.Sent
		}
		u.Trial = Trial{Number: u.Seq + 1, Table: table, Before: before}
		u.Work.Kept = u.Work.Verdicts
	}
	u.Trial.state = 0
	return u.Trial.Number
}

// endTrial leaves what is tried as it is.
func (u *update) endTrial() { u.Trial, u.Work.Kept = Trial{}, nil }

// followTrial ends a trial that was put back, or behind which something else was done.
func (u *update) followTrial() {
	t, line := &u.Trial, &u.Work.Timeline
	if t.Number == 0 || u.rewriting(t.Table) {
		return
	}
	now := line.First
	if line.Now > 0 {
		now = line.Steps[line.Now-1].State
	}
	if u.Work.Table(t.Table).Template == t.Before || t.state != 0 && t.state != now {
		u.endTrial()
		return
	}
	t.state = now
}

// glimpse asks for the rows that will be in sight, which come sooner than the table.
func (u *update) glimpse(table, template string) {
	w := u.Work.Window
	if u.Work.Page.Table != table || w.Table != table || u.Work.Table(table).Records > maxGlimpsed {
		return
	}
	// What older calls bring is of another key.
	u.Work.Turned = u.Ask(host.Execute{Request: engine.Glimpse{Table: table, Template: template, Window: w}}, "", func(a host.Answer) page.Msg {
		return glimpsed{a, table, template, w.Offset}
	})
}

// glimpsed brings rows of a table that is being rewritten.
type glimpsed struct {
	host.Answer
	table, template string
	offset          int // that was asked for
}

func (m glimpsed) apply(u *update) {
	if m.Reply == nil || !u.rewriting(m.table) || u.Drafts[m.table].Sent != m.template {
		return
	}
	g := engine.As[*engine.Glimpsed](m.Reply.Answer)
	if g == nil {
		return
	}
	u.Work.Tables = slices.Clone(u.Work.Tables)
	for i := range u.Work.Tables {
		if t := &u.Work.Tables[i]; t.Name == m.table {
			t.Template = m.template // in whose colours the keys are drawn
		}
	}
	u.Pass(page.RowsCame{Seq: m.Seq, Page: g.Page, Moved: g.Page.First != m.offset})
}

func (m Kept) apply(u *update) {
	if u.Tries(m.Table) {
		u.endTrial()
		u.TellCode("key-kept", u.Drafts[m.Table].Text)
	}
}

func (m PutBack) apply(u *update) {
	if u.Tries(m.Table) {
		u.TellCode("key-back", u.Trial.Before)
		u.set(m.Table, u.Trial.Before)
	}
}

func (m Entered) apply(u *update) {
	if d := u.Drafts[m.Table]; d.Err == nil {
		u.settled(m.Table, d.Text)
		Kept(m).apply(u)
	}
}
