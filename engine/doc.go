// Package engine holds the tables that the reader works with, and everything that can be asked of
// them. A [Session] owns the tables of one workspace and answers one [Request] with one [Reply].
//
// A request runs as a [Task]. [Session.Start] creates the task, and [Task.Step] does work for a
// budget that is counted in rows. A caller with a single thread can therefore show progress, run
// other requests in between, and stop a task. A task prepares a large change beside the tables and
// puts it in place at one point; a console script applies its commands one by one. The work of a
// task is straight-line code in a coroutine, which reports what it has done to Task.spend.
// [Session.Do] runs a task to its end:
//
//	s := engine.New(engine.Options{Now: now})
//	reply := s.Do(engine.RunConsole{Text: "createtable scores families=data"})
//	if reply.Err != nil {
//		// reply.ErrLine is the line that was refused.
//	}
//
// The engine never reads a clock, starts a goroutine or opens a file. Server time is passed in,
// and a change that is replayed with its first time gives the same bytes.
//
// Work that needs neither sessions nor tasks is in packages below this one: engine/design,
// engine/compare, engine/intake, engine/view and engine/run. This package holds sessions,
// requests, replies and the history of changes.
//
// # Terms
//
// A design says how records become rows. It consists of a row-key template, the columns that hold
// the other fields, and the data set. The workload is the list of queries, also called questions,
// that are asked of the designs. A [Verdict] is the measured cost of one of them. A change is an
// accepted request that changed the session. The files of a table are what HBase would have below it:
// a log, memstores and sorted files with tombstones, as the commands of its shell lead to them; see
// [DescribeStorage]. The timeline is the list of states that undo and redo can reach.
package engine
