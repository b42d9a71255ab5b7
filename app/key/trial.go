package key

import (
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// Trial is a template that a table has until it is kept or put back. The tables are
// written by it; in the timeline it is one step, however many are tried in a row. Of a
// table of more than [engine.MaxTried] records what it leads to is estimated until then.
type Trial struct {
	Number    uint64 // see [engine.Rekey], 0 for none
	Table     string
	Before    string // the table's template before
	Cells     int64  // of the table before
	Estimated bool
	state     uint64 // of the timeline, that it has led to; 0 until that is answered
}

// Tries reports whether a table has a template that is not kept.
func (s *State) Tries(table string) bool { return s.Trial.Number != 0 && s.Trial.Table == table }

// try begins a trial, or goes on with the one that there is, and returns its number.
func (u *update) try(table string, d Draft) uint64 {
	if !u.Tries(table) {
		was := u.Work.Table(table)
		before := was.Template
		if u.rewriting(table) {
			before = d.Sent
		}
		u.Trial = Trial{Number: u.Seq + 1, Table: table, Before: before, Cells: was.Cells}
	}
	u.Trial.state, u.Gone = 0, Gone{}
	return u.Trial.Number
}

// lost returns the number of cells that the table had before the trial and that no record
// holds, such as older versions and rows written by hand: a record holds the newest values
// only. Keeping the tried key drops them. Cells of lost records are not counted.
func (t Trial) lost(now engine.TableInfo) int64 {
	ofLost := (now.Records - now.Held) * int64(len(now.Fields)-len(now.NoColumn))
	n, few := t.Cells-now.Cells-ofLost, int64(0)
	if now.Sampled > 0 {
		few = t.Cells / 20 // an estimate is not exact
	}
	if t.Table != now.Name || now.Template == t.Before || n <= few {
		return 0
	}
	return n
}

// Gone is what was lost with the template that was kept last. It is shown until the tables
// change again.
type Gone struct {
	Table    string // "" for nothing
	Template string
	Cells    int64  // see [Trial.lost]
	state    uint64 // of the timeline, in which they are lost
}

// kept tells that a trial was kept, and what was lost with it: below the key, which screen
// readers follow too, and where nothing was lost to them alone.
func (u *update) kept(trial Trial, template string) {
	if n := trial.lost(u.Work.Table(trial.Table)); n > 0 {
		u.Gone = Gone{trial.Table, template, n, u.step()}
		return
	}
	u.TellCode("key-kept", template)
}

// step returns the state of the timeline that the tables are in.
func (u *update) step() uint64 {
	line := &u.Work.Timeline
	if line.Now > 0 {
		return line.Steps[line.Now-1].State
	}
	return line.First
}

// endTrial leaves what is tried as it is.
func (u *update) endTrial() { u.Trial = Trial{} }

// followTrial ends a trial that was put back, or behind which something else was done, and
// no longer tells what was lost with the last one once something else was done.
func (u *update) followTrial() {
	t, now := &u.Trial, u.step()
	if u.Gone.state != now {
		u.Gone = Gone{}
	}
	if t.Number == 0 || u.rewriting(t.Table) {
		return
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
	if u.Work.Page.Table != table || w.Table != table || u.Work.Table(table).Records > engine.MaxTried {
		return
	}
	w.Margin /= 2 // as many as need no look at once
	u.Work.Least = u.Ask(host.Execute{Request: engine.Glimpse{Table: table, Template: template, Window: w}}, "", func(a host.Answer) page.Msg {
		return glimpsed{a, table, template, w.Offset}
	})
}

// glimpses reports whether a call asks for rows of a table before it is rewritten.
func glimpses(c host.Call, table string) bool {
	run, ok := c.(host.Execute)
	g, is := run.Request.(engine.Glimpse)
	return ok && is && g.Table == table
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
	u.Pass(page.ShowRows{Seq: m.Seq, Page: g.Page, Moved: g.Page.First != m.offset})
}

// estimates reports whether what a template of a table leads to is estimated.
func (u *update) estimates(table string) bool {
	return u.Work.Table(table).Records > engine.MaxTried && (!u.Tries(table) || u.Trial.Estimated)
}

// estimate asks for what a template would lead to, and for the rows of now in the place
// of that where it is the table's own.
func (u *update) estimate(table, template string) {
	u.Trial.Estimated = true
	u.Work.Window.Table, u.Work.Window.State = table, engine.EstimateState
	if template == u.Trial.Before {
		template, u.Work.Window.State = "", 0
	}
	u.Work.Least = u.Send(host.Execute{Request: engine.Estimate{Table: table, Template: template}}, "")
}

// Before keeps what is estimated before a lesson's action, which is about the tables as
// the reader sees them.
func Before(t *page.Update, s *State, c host.Call) {
	u := &update{t, s}
	_, acts := c.(host.DoAction)
	if _, table := designed(c); acts && table == "" && s.Trial.Number != 0 && s.Trial.Estimated && !u.rewriting(s.Trial.Table) {
		Kept{Table: s.Trial.Table}.apply(u)
	}
}

func (m Kept) apply(u *update) {
	if !u.Tries(m.Table) {
		return
	}
	u.Learned = true
	template, trial := u.Drafts[m.Table].Text, u.Trial
	if trial.Estimated {
		u.rewrite(m.Table, template, 0) // that ends it
	} else {
		u.endTrial()
	}
	if u.rewriting(m.Table) {
		u.Keeping = trial
		return
	}
	u.kept(trial, template)
}

// announceKept tells, when the call that rewrites a table ends, whether the template that the
// reader has kept meanwhile is in effect.
func (u *update) announceKept(template, table string, a host.Answer) {
	trial := u.Keeping
	if trial.Table != table || u.rewriting(table) {
		return
	}
	u.Keeping = Trial{}
	switch err := page.Failure(a); {
	case err == nil:
		u.kept(trial, template)
	case err.Code != base.CodeCancelled:
		u.Tell(page.AnnouncementPart{Err: err})
	}
}

func (m PutBack) apply(u *update) {
	if u.Tries(m.Table) {
		u.Learned = true
		u.TellCode("key-back", u.Trial.Before)
		u.set(m.Table, u.Trial.Before)
	}
}

func (m Entered) apply(u *update) {
	if d := u.Drafts[m.Table]; d.Err == nil {
		u.settled(m.Table, d.Text, u.estimates(m.Table))
		Kept(m).apply(u)
	}
}
