package key

import (
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// TemplateTrial is a template that a table has until the reader keeps it or puts the previous one
// back. The table is really rewritten, but in the timeline all templates of a trial are one
// step. For a table of more than [engine.MaxTrialRecords] records the table stays, and the result
// is estimated.
type TemplateTrial struct {
	Number    uint64 // number of the trial, see [engine.Rekey]; 0 for none
	Table     string
	Before    string // the table's template before the trial
	Cells     int64  // number of the table's cells before the trial
	Estimated bool   // the result is estimated; the table is not rewritten
	state     uint64 // state of the timeline that the trial has led to, 0 until the answer
}

// IsTemplateOnTrial reports whether a template of the table is on trial.
func (s *State) IsTemplateOnTrial(table string) bool {
	return s.Trial.Number != 0 && s.Trial.Table == table
}

// try begins a trial for a table, or continues the one under way, and returns its number.
// sent is the template that was sent last.
func (u *update) try(table, sent string) uint64 {
	if !u.IsTemplateOnTrial(table) {
		was := u.Work.TableByName(table)
		// While the table is being rewritten, its description may be out of date: take the
		// template that was sent.
		before := was.Template
		if u.rewriting(table) {
			before = sent
		}
		u.Trial = TemplateTrial{Number: u.Seq + 1, Table: table, Before: before, Cells: was.Cells}
	}
	u.Trial.state, u.LostCells = 0, LostCells{}
	return u.Trial.Number
}

// lost returns the number of cells that are lost if the trial is kept: those that the table
// had before and that no record holds, such as older versions and rows written by hand. A
// record holds only the newest values. Cells of records that have no row under the new key
// are not counted.
func (t TemplateTrial) lost(now engine.TableInfo) int64 {
	ofLost := (now.Records - now.KeptRecords) * int64(len(now.Fields)-len(now.FieldsWithoutColumn))
	n, few := t.Cells-now.Cells-ofLost, int64(0)
	if now.Sampled > 0 {
		few = t.Cells / 20 // the counts of an estimate are not exact
	}
	if t.Table != now.Name || now.Template == t.Before || n <= few {
		return 0
	}
	return n
}

// LostCells is what was lost with the template that was kept last. It is shown until the tables
// change.
type LostCells struct {
	Table    string // "" if nothing was lost
	Template string
	Cells    int64  // number of cells, see Trial.lost
	state    uint64 // state of the timeline in which they are lost
}

// kept tells the reader that a trial was kept. If cells were lost, a sentence below the key
// says so, which screen readers announce; otherwise only screen readers are told.
func (u *update) kept(trial TemplateTrial, template string) {
	if n := trial.lost(u.Work.TableByName(trial.Table)); n > 0 {
		u.LostCells = LostCells{trial.Table, template, n, u.step()}
		return
	}
	u.AnnounceSentence("key-kept", template)
}

// step returns the state of the timeline that the tables are in now.
func (u *update) step() uint64 {
	line := &u.Work.Timeline
	if line.Now > 0 {
		return line.Steps[line.Now-1].State
	}
	return line.First
}

// endTrial ends the trial and leaves the table as it is.
func (u *update) endTrial() { u.Trial = TemplateTrial{} }

// followTrial ends the trial if the template was put back or something else was changed
// since. It forgets what was lost with the last trial once something else was changed.
func (u *update) followTrial() {
	t, now := &u.Trial, u.step()
	if u.LostCells.state != now {
		u.LostCells = LostCells{}
	}
	if t.Number == 0 || u.rewriting(t.Table) {
		return
	}
	if u.Work.TableByName(t.Table).Template == t.Before || t.state != 0 && t.state != now {
		u.endTrial()
		return
	}
	t.state = now
}

// rekeyPreview asks for the rows that will be in sight under a template. They arrive before the
// table is rewritten.
func (u *update) rekeyPreview(table, template string) {
	w := u.Work.Window
	if u.Work.Page.Table != table || w.Table != table || u.Work.TableByName(table).Records > engine.MaxTrialRecords {
		return
	}
	w.Margin /= 2 // enough that no further look is needed at once
	u.Work.MinRowsCall = u.SendCallThen(host.ExecuteRequest{Request: engine.PreviewRekey{Table: table, Template: template, Window: w}}, "", func(a host.Answer) page.Msg {
		return rekeyPreviewed{a, table, template, w.Offset}
	})
}

// rekeyPreviews reports whether a call asks for a preview of a table.
func rekeyPreviews(c host.Call, table string) bool {
	run, ok := c.(host.ExecuteRequest)
	g, is := run.Request.(engine.PreviewRekey)
	return ok && is && g.Table == table
}

// rekeyPreviewed brings the rows of a preview.
type rekeyPreviewed struct {
	host.Answer
	table, template string
	offset          int // first row that was asked for
}

// apply shows the rows, if the table is still being rewritten with that template.
func (m rekeyPreviewed) apply(u *update) {
	if m.Reply == nil || !u.rewriting(m.table) || u.Drafts[m.table].Sent != m.template {
		return
	}
	g := engine.AnswerAs[*engine.RekeyPreviewed](m.Reply.Answer)
	if g == nil {
		return
	}
	// Set the template already now, since the keys are drawn in its colours.
	u.Work.Tables = slices.Clone(u.Work.Tables)
	for i := range u.Work.Tables {
		if t := &u.Work.Tables[i]; t.Name == m.table {
			t.Template = m.template
		}
	}
	u.PassMessage(page.ShowRows{Seq: m.Seq, Version: m.Reply.Version, Page: g.Page, Moved: g.Page.First != m.offset})
}

// estimates reports whether the result of a template is to be estimated: the table is large,
// and no trial under way has rewritten it.
func (u *update) estimates(table string) bool {
	return u.Work.TableByName(table).Records > engine.MaxTrialRecords && (!u.IsTemplateOnTrial(table) || u.Trial.Estimated)
}

// estimate asks for the estimated result of a template. For the template from before the
// trial it shows the table itself instead.
func (u *update) estimate(table, template string) {
	u.Trial.Estimated = true
	u.Work.Window.Table, u.Work.Window.State = table, engine.EstimateState
	if template == u.Trial.Before {
		template, u.Work.Window.State = "", 0
	}
	u.Work.MinRowsCall = u.SendCall(host.ExecuteRequest{Request: engine.EstimateRekey{Table: table, Template: template}}, "")
}

// BeforeCall is called before the call c is sent. If c is an action of a lesson, it keeps an
// estimated template: the action is about the tables as the reader sees them.
func BeforeCall(t *page.Update, s *State, c host.Call) {
	u := &update{t, s}
	_, acts := c.(host.DoLessonAction)
	if _, table := designed(c); acts && table == "" && s.Trial.Number != 0 && s.Trial.Estimated && !u.rewriting(s.Trial.Table) {
		kept{Table: s.Trial.Table}.apply(u)
	}
}

// apply ends the trial. An estimated template is now written to the table. While the table
// is being rewritten, the result is announced only at the end.
func (m kept) apply(u *update) {
	if !u.IsTemplateOnTrial(m.Table) {
		return
	}
	u.Learned = true
	template, trial := u.Drafts[m.Table].Text, u.Trial
	if trial.Estimated {
		u.rewrite(m.Table, template, 0) // this ends the trial too
	} else {
		u.endTrial()
	}
	if u.rewriting(m.Table) {
		u.KeptTrial = trial
		return
	}
	u.kept(trial, template)
}

// announceKept is called at the end of a call that rewrites a table. If the reader has kept
// the template in the meantime, it tells whether it is in effect now.
func (u *update) announceKept(template, table string, a host.Answer) {
	trial := u.KeptTrial
	if trial.Table != table || u.rewriting(table) {
		return
	}
	u.KeptTrial = TemplateTrial{}
	switch err := page.AnswerError(a); {
	case err == nil:
		u.kept(trial, template)
	case err.Code != base.CodeCancelled:
		u.Announce(page.AnnouncementPart{Err: err})
	}
}

func (m putBack) apply(u *update) {
	if u.IsTemplateOnTrial(m.Table) {
		u.Learned = true
		u.AnnounceSentence("key-back", u.Trial.Before)
		u.set(m.Table, u.Trial.Before)
	}
}

func (m entered) apply(u *update) {
	if d := u.Drafts[m.Table]; d.Err == nil {
		u.settled(m.Table, d.Text, u.estimates(m.Table))
		kept(m).apply(u)
	}
}
