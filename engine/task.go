package engine

import (
	"iter"

	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Task is a request under way. Step it until it is done, then take its reply. A task that is not
// stepped to its end must be stopped. It leaves the session unchanged then, save for the lines
// of a console script that had been accepted by then.
type Task struct {
	s        *Session
	at       base.Micros
	replayed bool   // a change of before is run again
	joins    bool   // it is a command of a script whose other commands came just before
	trial    uint64 // see [Rekey]

	work  func() error            // that is not done yet, nil for none
	next  func() (struct{}, bool) // goes on with it, as far as the budget allows; nil before the first step
	stop  func()                  // ends it where it is
	yield func(struct{}) bool     // ends a step; it reports whether there is another
	left  int64                   // of the budget

	reply     Reply
	rowsDone  int64
	rowsTotal int64

	commands, commandsRun int64 // of a console script, and how many are done

	reading *table.Stats // of the read under way, whose rows are done as well
	idle    []string     // options of the command under way that have no effect and are not told yet
	result  []byte       // of the shell's command, printed behind how long it took

	lines, bytes int  // of the output
	omitted      int  // lines of output that are left out
	cut          bool // a time was cut down to the millisecond, which has been said
}

// run has the steps of the task do some work, which calls [Task.spend] for what it does.
func (t *Task) run(work func() error) { t.work = work }

// Step works for about budget rows and reports whether the task is done.
func (t *Task) Step(budget int64) bool {
	h := &t.s.history
	if !t.joins {
		h.settle(t.s.state)
		defer func() { h.settle(t.s.state) }()
	}
	if t.work == nil {
		return true
	}
	if t.left = budget; t.next == nil {
		t.next, t.stop = iter.Pull(t.proceed)
	}
	if _, more := t.next(); !more {
		t.work = nil
	}
	return t.work == nil
}

// Stop ends a task that is not to be stepped any more, whether it is done or not. Its reply is
// what had been accepted so far.
func (t *Task) Stop() {
	if t.work = nil; t.stop != nil {
		t.stop()
	}
}

// stopped is what the work of a task panics with when that is stopped.
var stopped = new(int)

// proceed does the work of a task, in a coroutine that yields when the budget of a step is spent.
func (t *Task) proceed(yield func(struct{}) bool) {
	defer func() {
		if why := recover(); why != nil && why != any(stopped) {
			panic(why)
		}
	}()
	t.yield = yield
	if err := t.work(); err != nil {
		t.fail(err)
	}
}

// spend counts work that has been done, in rows and at least 1, and ends the step where its budget
// is spent. It does not return once the task is stopped.
func (t *Task) spend(work int64) {
	if t.left -= max(work, 1); t.left <= 0 && !t.yield(struct{}{}) {
		panic(stopped)
	}
}

// steps does work that comes in steps of its own, which return what they have used of a budget.
func (t *Task) steps(step func(budget int64) (used int64, done bool, err error)) error {
	for {
		used, done, err := step(t.left)
		if err != nil {
			return err
		}
		if t.spend(used); done {
			return nil
		}
	}
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
	t.work = nil
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
