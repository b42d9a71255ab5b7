package engine

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
)

// Request is something to ask of a [Session]. The set of requests is closed.
type Request interface {
	traits() RequestTraits
	// start begins the request: it either finishes it at once or gives the task its work.
	start(t *Task)
}

// Dialect identifies a dialect of the console.
type Dialect = console.DialectID

// The dialects that the engine has languages for.
const (
	CBT   = console.CBT
	HBase = console.HBase
)

// RunConsole runs text that was typed or pasted into a console, one command a line. It stops at the
// first line that is refused; the lines before stay applied. Each command that writes is a change
// of its own, and together they are one step of the timeline.
type RunConsole struct {
	Dialect       Dialect      `wire:"1"`
	Text          string       `wire:"2"`
	Files         []PickedFile `wire:"3"` // files that the text may name
	JoinsPrevious bool         `wire:"4"` // in a [Change]: the command belongs to the step of the change before it
}

// PickedFile is a file that the reader picked.
type PickedFile struct {
	Name string `wire:"1"`
	Text string `wire:"2"`
}

// PrintMore prints the next rows of the console read that stopped at its limit of printed rows.
type PrintMore struct{}

// LoadRecords makes a table from a data set. Every record becomes a row: the template makes its key, and
// the other fields become cells in the columns. An existing table of that name is replaced. All
// cells have the server time of the request unless the data set names a field for their time, so
// of two records with the same key and time the later one stays.
type LoadRecords struct {
	Table        string             `wire:"1"`
	Template     string             `wire:"2"`
	Columns      []plan.FieldColumn `wire:"3"`
	Data         dataset.Spec       `wire:"4"`
	SkippedLines int                `wire:"5"` // lines of its file that no record was made of, for the timeline
}

// Rekey loads a designed table again under another template. Consecutive requests with the same
// Trial are one step of the timeline: each undoes the previous one first, and a request with the
// template from before the trial only undoes it. A Trial of 0 undoes nothing.
type Rekey struct {
	Table    string `wire:"1"`
	Template string `wire:"2"`
	Trial    uint64 `wire:"3"`
}

// SetWorkload replaces the queries that the designs are measured by.
type SetWorkload struct {
	Queries []plan.Query `wire:"1"`
}

// MeasureDesigns loads a data set under each template in turn and measures the workload's queries on it.
// Each loaded table is dropped after it was measured. If Keep names a table, the last one becomes
// that table, which is recorded as a [LoadRecords].
type MeasureDesigns struct {
	Templates []string           `wire:"1"`
	Columns   []plan.FieldColumn `wire:"2"`
	Data      dataset.Spec       `wire:"3"`
	Keep      string             `wire:"4"` // "" keeps none
}

// Undo takes back the last change that has not been taken back. It is a change itself: when it is
// replayed, it takes back the same change.
type Undo struct{}

// Redo repeats what the last Undo took back. After another change there is nothing to redo.
type Redo struct{}

// GoToState undoes or redoes as many changes as needed to reach a state of the timeline. It is recorded
// as that many Undo or Redo requests.
type GoToState struct {
	State uint64 `wire:"1"`
}

// SaveCheckpoint gives the current state a name. A checkpoint that already has this name moves here.
// It is not a step of the timeline.
type SaveCheckpoint struct {
	Name string `wire:"1"`
}

// DeleteCheckpoint removes a checkpoint. Its state stays in the timeline if it is part of it.
type DeleteCheckpoint struct {
	Name string `wire:"1"`
}

// RestoreCheckpoint makes the state of a checkpoint the current state. It is a step of the timeline and can
// be undone.
type RestoreCheckpoint struct {
	Name string `wire:"1"`
}

// ForgetHistory makes the current state the start of the timeline: nothing before it can be undone, and
// nothing can be redone.
type ForgetHistory struct{}

// FindGarbage reports what [CollectGarbage] would remove from a table. It changes nothing.
type FindGarbage struct {
	Table string `wire:"1"`
}

// CollectGarbage removes every cell that is garbage by its family's rule at the server time of the
// request. If there is no such cell, nothing is recorded.
type CollectGarbage struct {
	Table string `wire:"1"`
}

// MeasureSizes measures, in one pass, how many bytes a table's keys and families take.
type MeasureSizes struct {
	Table string `wire:"1"`
}

// AdvanceClock sets the session's clock forward by some microseconds for all later requests. It can be
// undone.
type AdvanceClock struct {
	By base.Micros `wire:"1"`
}

// PreviewRead runs one read that is written in a console's dialect, to find out what it would touch.
// It changes no table and does not count as the last read. The following pages are marked by it,
// until a console request or a PreviewRead whose text is not a single read.
type PreviewRead struct {
	Dialect Dialect
	Text    string
	Rows    int64 // scanned at most
	Micros  int64 // spent at most, if there is a stopwatch
}

// TraceLastRead repeats the last read on the current tables, and reports what it does with Count rows from
// row number First on.
type TraceLastRead struct{ First, Count int }

// Refresh asks only for what every reply carries.
type Refresh struct{}

// ReadVersions asks for the versions of one column of a row. Without a family it asks for the size of the
// row. Without a row it asks for the key of the row at an offset.
type ReadVersions struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
	State     uint64 // of the timeline, as in [RowWindow]
	Whole     bool   // ask for the newest version only, with up to [MaxWholeValue] bytes of its value
	Offset    int    // rows before the row whose key is asked for
}

func (RunConsole) traits() RequestTraits {
	return RequestTraits{Recorded: true, Urgency: UrgencyTyped, BringsRows: true, CountsAsAct: true}
}
func (PrintMore) traits() RequestTraits {
	return RequestTraits{Urgency: UrgencyTyped, Unjudged: true, BringsRows: true}
}
func (r LoadRecords) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, BringsRows: true, CountsAsAct: true, DesignedTable: r.Table}
}
func (r Rekey) traits() RequestTraits {
	return RequestTraits{Changes: true, BringsRows: true, CountsAsAct: true, DesignedTable: r.Table}
}
func (SetWorkload) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, BringsRows: true}
}
func (r MeasureDesigns) traits() RequestTraits {
	return RequestTraits{Changes: r.Keep != "", BringsRows: true, CountsAsAct: true, DesignedTable: r.Keep}
}
func (Undo) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, Urgency: UrgencyTyped, BringsRows: true, CountsAsAct: true}
}
func (Redo) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, Urgency: UrgencyTyped, BringsRows: true, CountsAsAct: true}
}
func (PreviewRead) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, Urgency: UrgencyAtOnce, Unjudged: true, BringsRows: true}
}
func (TraceLastRead) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, Urgency: UrgencyAtOnce, Unjudged: true, BringsRows: true}
}
func (Refresh) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, AnyState: true, Urgency: UrgencyAtOnce, Unjudged: true, BringsRows: true}
}
func (ReadVersions) traits() RequestTraits {
	return RequestTraits{OnlyLooks: true, AnyState: true, Urgency: UrgencyAtOnce, Unjudged: true}
}

func (GoToState) traits() RequestTraits {
	return RequestTraits{Changes: true, Urgency: UrgencyTyped, BringsRows: true, CountsAsAct: true}
}
func (SaveCheckpoint) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, Urgency: UrgencyTyped, BringsRows: true}
}
func (DeleteCheckpoint) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, Urgency: UrgencyTyped, BringsRows: true}
}
func (RestoreCheckpoint) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, Urgency: UrgencyTyped, BringsRows: true, CountsAsAct: true}
}
func (ForgetHistory) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, BringsRows: true}
}
func (FindGarbage) traits() RequestTraits { return RequestTraits{OnlyLooks: true, BringsRows: true} }
func (CollectGarbage) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, Urgency: UrgencyTyped, BringsRows: true, CountsAsAct: true}
}
func (MeasureSizes) traits() RequestTraits { return RequestTraits{OnlyLooks: true, BringsRows: true} }
func (AdvanceClock) traits() RequestTraits {
	return RequestTraits{Changes: true, Recorded: true, Urgency: UrgencyTyped, BringsRows: true, CountsAsAct: true}
}

func (r RunConsole) start(t *Task) {
	t.s.preview = nil
	t.console(r)
}

func (r Rekey) start(t *Task) {
	t.trial = r.Trial
	t.run(func() error { return t.rekey(r) })
}

// rekey loads a table again, or undoes the trial if the table had the template before it. A
// template that the table already has only reports the verdicts, if there is a trial.
func (t *Task) rekey(r Rekey) error {
	d := t.s.state.designs[r.Table]
	before, tried := t.tried()
	switch {
	case d == nil:
		return base.Refuse(base.CodeNoDesign, r.Table)
	// This is the template from before the trial, so undoing the trial is enough.
	case tried && before.designs[r.Table].HasTemplate(r.Template):
		t.again()
		t.reply.FocusTable = r.Table
		t.remeasured()
	case t.trial != 0 && d.HasTemplate(r.Template):
		t.reply.Verdicts = t.s.state.verdicts
	default:
		err := t.load(LoadRecords{Table: r.Table, Template: r.Template, Columns: d.Columns, Data: d.Data}, d)
		if refused, ok := err.(*base.Error); ok {
			return design.SuggestWidth(refused, r.Template, d.Data)
		}
	}
	return nil
}

func (r SetWorkload) start(t *Task) {
	if err := checkWorkload(r); err != nil && !t.replayed {
		t.fail(err)
		return
	}
	t.run(func() error {
		state := &t.s.state
		before := state.workload
		state.workload, state.verdicts = slices.Clone(r.Queries), nil
		state.forgetAsked(before)
		t.accept(r)
		t.measureWorkload(true)
		return nil
	})
}

func (PrintMore) start(t *Task)           { t.run(t.more) }
func (r LoadRecords) start(t *Task)       { t.run(func() error { return t.load(r, nil) }) }
func (r MeasureDesigns) start(t *Task)    { t.run(func() error { return t.measure(r) }) }
func (r Undo) start(t *Task)              { t.turnBack(r, false, 1) }
func (r Redo) start(t *Task)              { t.turnBack(r, true, 1) }
func (r GoToState) start(t *Task)         { t.goTo(r) }
func (r SaveCheckpoint) start(t *Task)    { t.checkpoint(r) }
func (r DeleteCheckpoint) start(t *Task)  { t.dropCheckpoint(r) }
func (r RestoreCheckpoint) start(t *Task) { t.restore(r) }
func (r ForgetHistory) start(t *Task)     { t.settle(r) }
func (r FindGarbage) start(t *Task)       { t.run(func() error { return t.compact(r.Table, false) }) }
func (r CollectGarbage) start(t *Task)    { t.run(func() error { return t.compact(r.Table, true) }) }
func (r MeasureSizes) start(t *Task)      { t.run(func() error { return t.sizes(r) }) }
func (r AdvanceClock) start(t *Task)      { t.advance(r) }
func (r PreviewRead) start(t *Task)       { t.run(func() error { t.preview(r); return nil }) }
func (r TraceLastRead) start(t *Task)     { t.trace(r) }
func (Refresh) start(t *Task)             { t.reply.Verdicts = t.s.state.verdicts }
func (r ReadVersions) start(t *Task)      { t.reply.Answer = t.s.peek(r) }
