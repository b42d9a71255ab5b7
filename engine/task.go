package engine

import (
	"slices"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Task is a request under way. Step it until it is done, then take its reply.
// A task that is dropped before that leaves the session as it was, save for the
// lines of a console script that had been accepted by then.
type Task struct {
	s         *Session
	at        base.Micros
	replayed  bool    // a change of before is run again
	joins     bool    // it is a command of a script whose other commands came just before
	trial     uint64  // see [Rekey]
	steps     []*step // the last one runs next
	reply     Reply
	rowsDone  int64
	rowsTotal int64

	commands, commandsRun int64 // of a console script, and how many are done

	reading *table.Stats // of the read under way, whose rows are done as well
	refused func()       // called when the task fails, if set
	result  []byte       // of the shell's command, printed behind how long it took

	lines, bytes int  // of the output
	omitted      int  // lines of output that are left out
	cut          bool // a time was cut down to the millisecond, which has been said
}

// step does work worth about budget rows. It returns what it used, at least 1,
// and whether it is finished.
type step struct {
	run func(budget int64) (used int64, done bool)
}

func (t *Task) push(run func(budget int64) (used int64, done bool)) {
	t.steps = append(t.steps, &step{run})
}

// Step works for about budget rows and reports whether the task is done.
func (t *Task) Step(budget int64) bool {
	h := &t.s.history
	if !t.joins {
		h.settle(t.s.state)
		defer func() { h.settle(t.s.state) }()
	}
	for budget > 0 && len(t.steps) > 0 {
		top := t.steps[len(t.steps)-1]
		used, done := top.run(budget)
		budget -= max(used, 1)
		if done {
			t.steps = slices.DeleteFunc(t.steps, func(s *step) bool { return s == top })
		}
	}
	return len(t.steps) == 0
}

// Progress returns the rows done and the rows to do; a total of 0 is unknown. Of a
// console script of several commands it counts those.
func (t *Task) Progress() (done, total int64) {
	if t.commands > 1 {
		return t.commandsRun, t.commands
	}
	done = t.rowsDone
	if t.reading != nil {
		done += t.reading.RowsScanned
	}
	return done, t.rowsTotal
}

// Reply returns what came of the task. Before it is done that is what has been
// accepted so far.
func (t *Task) Reply() Reply {
	t.reply.Tables = t.s.Tables()
	t.reply.Version = t.s.version
	if len(t.reply.Changes) > 0 {
		t.reply.Timeline = t.s.Timeline()
	}
	r := t.reply
	r.Output = t.output()
	return r
}

// Accepted returns the changes that have been accepted so far, and why the task ended, if
// it was refused.
func (t *Task) Accepted() ([]Change, *base.Error) { return t.reply.Changes, t.reply.Err }

// fail ends the task with a refusal.
func (t *Task) fail(err error) {
	e, ok := err.(*base.Error)
	if !ok {
		panic("engine: an error without a code: " + err.Error())
	}
	t.reply.Err = e
	t.steps = nil
	if t.refused != nil {
		t.refused()
	}
}

// accept records a change that has been made.
func (t *Task) accept(r Request) {
	t.s.history.add(t.s.state, t.at, Describe(r))
	t.record(r)
}

// acceptCommand records a command that has been run: as part of the step of the command
// before it, where it is joined to that.
func (t *Task) acceptCommand(r Console) {
	if r.Joined {
		t.s.history.join(t.s.state, t.at, r.says())
	} else {
		t.s.history.add(t.s.state, t.at, r.says())
	}
	t.record(r)
}

// record tells of a change that the history knows of.
func (t *Task) record(r Request) {
	t.s.version++
	t.reply.Changes = append(t.reply.Changes, Change{At: t.at, Request: r})
}

func (t *Task) print(text string) { t.put(Line{Kind: LineText, Text: text}) }

func (t *Task) note(code base.Code, args ...string) {
	t.put(Line{Kind: LineNote, Code: code, Args: args})
}
