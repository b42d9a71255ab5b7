// Package engine is the sorted-map engine behind the page: a [Session] owns the
// tables of one workspace and answers one [Request] with one [Reply].
//
// A request is started as a [Task] and stepped with a budget of rows, so that a
// caller on one thread can show progress, serve other requests in between and
// stop the task: until its last step a task has changed nothing. Its work is
// straight-line code in a coroutine, which counts what it does with Task.spend.
// [Session.Do] runs a task to its end.
//
// The engine never reads a clock, runs anything at the same time or opens a file: server
// time is passed in, and a request replayed with the time it first had gives
// the same bytes.
//
// What a task does with one subject alone is in packages below this one, which know
// neither sessions nor tasks: engine/design, engine/compare, engine/intake,
// engine/view and engine/run. Here are sessions, requests, replies and history.
//
// # Terms
//
// A design says how records become rows: a row-key template, the columns that
// hold the other fields, and the data set. The workload is the queries asked of
// the designs; a [Verdict] is what one of them was measured to cost.
package engine
