// Package tablefiles is the part of the page that shows what lies under a table: the write-ahead
// log, the memstores and the files, in the order of their keys, what the last read did with each, and
// how many bytes were written.
//
// A lesson's step shows it beside the rows, if it has [lessons.PanelFiles]. A sandbox has it in the
// outline, folded, where the HBase shell is used. While it is shown, the part sends
// [engine.DescribeStorage] after every change and every read ([AfterMessage]).
package tablefiles

import (
	"slices"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/console"
	"tabletop/engine/console/dialects"
	"tabletop/lessons"
)

// State is whether the panel is unfolded in a sandbox, and the last answer.
type State struct {
	Open   bool
	Stored *engine.StorageDescribed // nil before the first answer

	asked moment // when it was asked for
}

// moment is what an answer depends on. It is comparable.
type moment struct {
	table   string
	version uint64
	read    *engine.ReadReport
}

// slotStored is for the call that describes the files.
var slotStored = page.AnswerSlot{Name: "stored"}

// elementPanel is the ID of the panel.
const elementPanel = "table-files"

// Msg is a message to this part.
type Msg interface{ apply(*page.Update, *State) }

type (
	// toggled unfolds the panel, or folds it.
	toggled struct{}
	// rewritePressed flushes or compacts a table by the command of the HBase shell.
	rewritePressed struct {
		Table string
		How   console.Rewriting
	}
	// described brings the answer to [engine.DescribeStorage].
	described struct{ host.Answer }
)

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(t, s) }

func (toggled) apply(_ *page.Update, s *State) { s.Open = !s.Open }

func (m rewritePressed) apply(t *page.Update, _ *State) {
	text, err := dialects.ByID(engine.HBase).Print(console.RewriteFiles(m))
	if err != nil {
		return // the HBase shell has these commands
	}
	t.RunCommand(page.ConsoleCommand{Dialect: engine.HBase, Text: text})
}

func (m described) apply(_ *page.Update, s *State) {
	s.Stored = host.EngineAnswerAs[*engine.StorageDescribed](m.Answer)
}

// InStep reports whether the lesson's step shows the panel.
func InStep(st *page.State) bool {
	l := st.Lesson
	return l != nil && slices.Contains(l.Lesson.Steps[l.Step].Panels, lessons.PanelFiles)
}

// inOutline reports whether the outline of a sandbox has the panel: where the console is the HBase
// shell, or the shell has written to the table.
func (s *State) inOutline(st *page.State, w *page.Workspace) bool {
	return st.Lesson == nil && w.Page.Table != "" && (w.Dialect == engine.HBase || s.Stored != nil && s.Stored.Followed && s.Stored.Table == w.Page.Table)
}

// AfterMessage asks for the files of the shown table if they may be others than those that are drawn,
// or were read since. The root calls it after every message.
func AfterMessage(t *page.Update, s *State) {
	w := t.Work
	now := moment{w.Page.Table, w.Version, w.LastRead}
	shown := InStep(t.State) || s.Open && s.inOutline(t.State, w)
	if !shown || !t.Ready || w.ID == "" || w.ShowsPastState() || w.TableByName(now.table).Families == nil || now == s.asked || t.IsAwaiting(slotStored) {
		return
	}
	s.asked = now
	t.SendCallInSlot(slotStored, host.ExecuteRequest{Request: engine.DescribeStorage{Table: now.table}}, "", func(a host.Answer) page.Msg { return described{a} })
}

// OnWorkerRestarted has the files asked for again, since no answer comes any more.
func (s *State) OnWorkerRestarted() { s.asked = moment{} }
