package engine

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/dataset"
	"tabletop/engine/design"
	"tabletop/engine/plan"
)

// Request is something to ask of a [Session].
type Request interface {
	nature() Nature
	// start begins it: at once, or by giving the task work for its steps.
	start(t *Task)
}

// Dialect is the number of a dialect of the console.
type Dialect = console.ID

// The dialects that the engine has languages for.
const (
	CBT   = console.CBT
	HBase = console.HBase
)

// Console runs text as typed or pasted into a console, one command a line. The
// lines before the first refused one stay applied. Each that writes is a change, and
// together they are one step of the timeline.
type Console struct {
	Dialect Dialect `wire:"1"`
	Text    string  `wire:"2"`
	Files   []File  `wire:"3"` // that the text may name
	Joined  bool    `wire:"4"` // of a [Change]: it is part of the step of the change before it
}

// File is a file that the reader picked.
type File struct {
	Name string `wire:"1"`
	Text string `wire:"2"`
}

// More prints the next rows of the console read that was cut short.
type More struct{}

// Load makes a table from a data set: every record becomes a row keyed by the
// template, its other fields cells in the columns. A table of that name is
// replaced whole. All cells carry the server time of the request, so that of
// two records with one key the later one stays.
type Load struct {
	Table    string        `wire:"1"`
	Template string        `wire:"2"`
	Columns  []plan.Column `wire:"3"`
	Data     dataset.Spec  `wire:"4"`
	Left     int           `wire:"5"` // lines of its file of which nothing is made, for the timeline
}

// Rekey loads a designed table again under another template. Those of one Trial that
// follow one another are one step of the timeline: each takes back what the one before
// it did, and one under the template of before the trial does no more than that. A Trial
// of 0 takes nothing back.
type Rekey struct {
	Table    string `wire:"1"`
	Template string `wire:"2"`
	Trial    uint64 `wire:"3"`
}

// Workload replaces the queries that the designs are measured by.
type Workload struct {
	Queries []plan.Query `wire:"1"`
}

// Measure loads a data set under each template and asks it the workload's
// queries. Each load is dropped once it is measured, save for the last where
// Keep names a table: that one becomes the table, recorded as a [Load].
type Measure struct {
	Templates []string      `wire:"1"`
	Columns   []plan.Column `wire:"2"`
	Data      dataset.Spec  `wire:"3"`
	Keep      string        `wire:"4"` // "" keeps none
}

// Undo takes back the last change that has not been taken back. It is a change
// itself: replayed, it takes back the same one.
type Undo struct{}

// Redo does again what the last Undo took back. A change in between leaves
// nothing to redo.
type Redo struct{}

// GoTo undoes or does again as many changes as lead to a state of the timeline.
// It is recorded as those.
type GoTo struct {
	State uint64 `wire:"1"`
}

// Checkpoint gives the state of now a name; one of that name moves here. It is
// no step of the timeline.
type Checkpoint struct {
	Name string `wire:"1"`
}

// DropCheckpoint takes a name away.
type DropCheckpoint struct {
	Name string `wire:"1"`
}

// Restore makes what a checkpoint holds the state of now. It can be undone.
type Restore struct {
	Name string `wire:"1"`
}

// Settle makes the state of now the start of the timeline: nothing before it can be
// undone.
type Settle struct{}

// Garbage reports what [Compact] would remove from a table now.
type Garbage struct {
	Table string `wire:"1"`
}

// Compact removes from a table every cell that is garbage by its family's rule
// at the server time of the request. Where there is none nothing is recorded.
type Compact struct {
	Table string `wire:"1"`
}

// Sizes measures what a table's cells take, in one pass.
type Sizes struct {
	Table string `wire:"1"`
}

// Advance sets the session's clock forward, for all that comes after. The clock
// is part of what can be undone.
type Advance struct {
	By base.Micros `wire:"1"`
}

// Preview runs one read of a console's dialect for what it would touch. It
// changes no table and does not count as the last read; the pages after it are
// marked by it until a console request comes, or a Preview of what is no read.
type Preview struct {
	Dialect Dialect
	Text    string
	Rows    int64 // scanned at most
	Micros  int64 // spent at most, where there is a stopwatch
}

// Trace walks the last read once more, over the tables as they are now, and
// tells what became of the rows from number First on, Count of them.
type Trace struct{ First, Count int }

// Look asks for nothing but what every reply carries.
type Look struct{}

// Peek asks for the versions of one column of a row; without a family, for what
// the row holds; without a row too, for the key of the row with an offset.
type Peek struct {
	Table     string
	Row       base.RowKey
	Family    base.Family
	Qualifier base.Qualifier
	State     uint64 // of the timeline, as [Window] has it
	Whole     bool   // only the newest version, but up to [MaxWhole] bytes of it
	Offset    int    // rows before the one whose key is asked for
}

func (Console) nature() Nature {
	return Nature{Recorded: true, Turn: TurnTyped, Rows: true, Does: true}
}
func (More) nature() Nature { return Nature{Turn: TurnTyped, Aside: true, Rows: true} }
func (r Load) nature() Nature {
	return Nature{Changes: true, Recorded: true, Rows: true, Does: true, Design: r.Table}
}
func (r Rekey) nature() Nature  { return Nature{Changes: true, Rows: true, Does: true, Design: r.Table} }
func (Workload) nature() Nature { return Nature{Changes: true, Recorded: true, Rows: true} }
func (r Measure) nature() Nature {
	return Nature{Changes: r.Keep != "", Rows: true, Does: true, Design: r.Keep}
}
func (Undo) nature() Nature {
	return Nature{Changes: true, Recorded: true, Turn: TurnTyped, Rows: true, Does: true}
}
func (Redo) nature() Nature {
	return Nature{Changes: true, Recorded: true, Turn: TurnTyped, Rows: true, Does: true}
}
func (Preview) nature() Nature { return Nature{Looks: true, Turn: TurnAtOnce, Aside: true, Rows: true} }
func (Trace) nature() Nature   { return Nature{Looks: true, Turn: TurnAtOnce, Aside: true, Rows: true} }
func (Look) nature() Nature {
	return Nature{Looks: true, AnyState: true, Turn: TurnAtOnce, Aside: true, Rows: true}
}
func (Peek) nature() Nature {
	return Nature{Looks: true, AnyState: true, Turn: TurnAtOnce, Aside: true}
}

func (GoTo) nature() Nature { return Nature{Changes: true, Turn: TurnTyped, Rows: true, Does: true} }
func (Checkpoint) nature() Nature {
	return Nature{Changes: true, Recorded: true, Turn: TurnTyped, Rows: true}
}
func (DropCheckpoint) nature() Nature {
	return Nature{Changes: true, Recorded: true, Turn: TurnTyped, Rows: true}
}
func (Restore) nature() Nature {
	return Nature{Changes: true, Recorded: true, Turn: TurnTyped, Rows: true, Does: true}
}
func (Settle) nature() Nature  { return Nature{Changes: true, Recorded: true, Rows: true} }
func (Garbage) nature() Nature { return Nature{Looks: true, Rows: true} }
func (Compact) nature() Nature {
	return Nature{Changes: true, Recorded: true, Turn: TurnTyped, Rows: true, Does: true}
}
func (Sizes) nature() Nature { return Nature{Looks: true, Rows: true} }
func (Advance) nature() Nature {
	return Nature{Changes: true, Recorded: true, Turn: TurnTyped, Rows: true, Does: true}
}

func (r Console) start(t *Task) {
	t.s.preview = nil
	t.console(r)
}

func (r Rekey) start(t *Task) {
	t.trial = r.Trial
	t.run(func() error { return t.rekey(r) })
}

// rekey loads a table again, or goes back to what it was before the trial.
func (t *Task) rekey(r Rekey) error {
	d := t.s.state.designs[r.Table]
	before, tried := t.tried()
	switch {
	case d == nil:
		return base.Refuse(base.CodeNoDesign, r.Table)
	case tried && before.designs[r.Table].Says(r.Template):
		t.again()
		t.reply.Focus = r.Table
		t.remeasured()
	case t.trial != 0 && d.Says(r.Template):
		t.reply.Verdicts = t.s.state.verdicts
	default:
		err := t.load(Load{Table: r.Table, Template: r.Template, Columns: d.Columns, Data: d.Data}, d)
		if refused, ok := err.(*base.Error); ok {
			return design.SuggestWidth(refused, r.Template, d.Data)
		}
	}
	return nil
}

func (r Workload) start(t *Task) {
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

func (More) start(t *Task)             { t.run(t.more) }
func (r Load) start(t *Task)           { t.run(func() error { return t.load(r, nil) }) }
func (r Measure) start(t *Task)        { t.run(func() error { return t.measure(r) }) }
func (r Undo) start(t *Task)           { t.turnBack(r, false, 1) }
func (r Redo) start(t *Task)           { t.turnBack(r, true, 1) }
func (r GoTo) start(t *Task)           { t.goTo(r) }
func (r Checkpoint) start(t *Task)     { t.checkpoint(r) }
func (r DropCheckpoint) start(t *Task) { t.dropCheckpoint(r) }
func (r Restore) start(t *Task)        { t.restore(r) }
func (r Settle) start(t *Task)         { t.settle(r) }
func (r Garbage) start(t *Task)        { t.run(func() error { return t.compact(r.Table, false) }) }
func (r Compact) start(t *Task)        { t.run(func() error { return t.compact(r.Table, true) }) }
func (r Sizes) start(t *Task)          { t.run(func() error { return t.sizes(r) }) }
func (r Advance) start(t *Task)        { t.advance(r) }
func (r Preview) start(t *Task)        { t.run(func() error { t.preview(r); return nil }) }
func (r Trace) start(t *Task)          { t.trace(r) }
func (Look) start(t *Task)             { t.reply.Verdicts = t.s.state.verdicts }
func (r Peek) start(t *Task)           { t.reply.Answer = t.s.peek(r) }
