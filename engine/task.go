package engine

import (
	"tabletop/engine/base"
	"tabletop/engine/console"
	"tabletop/engine/storage"
	"tabletop/engine/table"
)

// Task is a request under way. Call Step until it returns true, then take the Reply. A task that
// is not stepped to its end must be stopped with Stop. What the task had accepted by then, such as
// the first commands of a console script, stays applied.
type Task struct {
	s        *Session
	at       base.Micros // server time at which the request runs
	replayed bool        // an accepted change is run again
	joins    bool        // a replayed command that belongs to the timeline step of the change before it
	trial    uint64      // the [Rekey.Trial] of the request

	work *base.SlicedWork // nil if there is none
	done bool             // nothing is left to do, although the work may not have returned yet

	reply     Reply
	rowsDone  int64
	rowsTotal int64

	commands, commandsRun int64 // commands of a console script, and how many of them are done

	reading   *table.ScanStats // counts of the read under way; its rows count as done
	shellRead console.Read     // see [lastRead]
	looking   storage.Query    // the families and times that a command of the HBase shell reads; others read what is stored
	idle      []string         // options of the current command that have no effect and have not been reported yet
	result    []byte           // result of a shell command, which is printed after the time it took

	lines, bytes int  // size of the output
	omitted      int  // lines of output that were left out
	cut          bool // a timestamp was cut to the millisecond and the note about it has been printed
}

// run sets the work that the steps of the task do. The work calls [Task.spend] for what it does,
// and an error that it returns refuses the request.
func (t *Task) run(work func() error) {
	t.work = base.NewSlicedWork(func() {
		if err := work(); err != nil {
			t.fail(err)
		}
	})
}

// Step works for about budget rows and reports whether the task is done. The history is settled
// before and after the step. The replay of joined commands leaves that to a later request.
func (t *Task) Step(budget int64) bool {
	h := &t.s.history
	if !t.joins {
		h.settle(t.s.state)
		defer func() { h.settle(t.s.state) }()
	}
	if t.work == nil || t.done {
		return true
	}
	t.done = t.work.Step(budget) || t.done
	return t.done
}

// Stop ends a task that will not be stepped again. It may be called whether or not the task is
// done. The Reply then holds what had been accepted so far.
func (t *Task) Stop() {
	if t.done = true; t.work != nil {
		t.work.Stop()
	}
}

// spend counts work that has been done, in rows, see [base.SlicedWork.Spend]. Other requests may run
// before it returns, so the session may have changed.
func (t *Task) spend(work int64) { t.work.Spend(work) }

// left returns the budget that is left in this step, in rows.
func (t *Task) left() int64 { return t.work.Left() }

// steps calls step until it is done or fails. Each call gets the budget that is left and returns
// how much of it was used.
func (t *Task) steps(step func(budget int64) (used int64, done bool, err error)) error {
	for {
		used, done, err := step(t.left())
		if err != nil {
			return err
		}
		if t.spend(used); done {
			return nil
		}
	}
}

// Progress returns the rows that are done and the rows to do; a total of 0 is unknown. For a
// console script of several commands it returns numbers of commands.
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

// Reply returns the result of the task. Before the task is done it returns what has been accepted
// and printed so far.
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

// AcceptedChanges returns the changes that have been accepted so far, and the refusal that ended the
// task, nil for none.
func (t *Task) AcceptedChanges() ([]Change, *base.Error) { return t.reply.Changes, t.reply.Err }

// fail ends the task with a refusal. Every error of the engine has a code; fail panics for any
// other error.
func (t *Task) fail(err error) {
	e, ok := err.(*base.Error)
	if !ok {
		panic("engine: an error without a code: " + err.Error())
	}
	t.reply.Err, t.done = e, true
}

// accept records a change that has been made: it becomes a step of the timeline and a change of
// the reply.
func (t *Task) accept(r Request) {
	t.s.history.add(t.s.state, t.at, DescribeChange(r))
	t.record(r)
}

// acceptCommand records a console command that has been run. A joined command becomes part of the
// timeline step of the command before it.
func (t *Task) acceptCommand(r RunConsole) {
	if r.JoinsPrevious {
		t.s.history.join(t.s.state, t.at, r.says())
	} else {
		t.s.history.add(t.s.state, t.at, r.says())
	}
	t.record(r)
}

// record adds a change to the reply and raises the session's version. The history must have been
// updated before.
func (t *Task) record(r Request) {
	t.s.version++
	t.reply.Changes = append(t.reply.Changes, Change{At: t.at, Request: r})
}

func (t *Task) print(text string) { t.put(OutputLine{Kind: LineText, Text: text}) }

func (t *Task) note(code base.Code, args ...string) {
	t.put(OutputLine{Kind: LineNote, Code: code, Args: args})
}
