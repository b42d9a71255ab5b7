package base

import "iter"

// SlicedWork is work that is done in slices, so that something else can run in between. The work is straight-line
// code that calls Spend for what it does. It runs as a coroutine on the goroutine of the caller of Step. Work that
// was begun and is not stepped to its end must be stopped with Stop.
type SlicedWork struct {
	work  func()
	next  func() (struct{}, bool) // resumes the work; nil before the first slice
	stop  func()                  // ends the coroutine
	yield func(struct{}) bool     // ends a slice; it returns false if the work has been stopped
	left  int64                   // budget that is left in this slice
	done  bool
}

// NewSlicedWork returns work that has not begun.
func NewSlicedWork(work func()) *SlicedWork { return &SlicedWork{work: work} }

// stopped is the value with which work panics when it is stopped.
var stopped = new(int)

// Step works until budget has been spent, or a little more, and reports whether the work is done or has been
// stopped.
func (w *SlicedWork) Step(budget int64) bool {
	if w.done {
		return true
	}
	if w.left = budget; w.next == nil {
		w.next, w.stop = iter.Pull(w.run)
	}
	if _, more := w.next(); !more {
		w.done = true
	}
	return w.done
}

// run runs the work inside a coroutine. It recovers the panic of stopped work and lets every other panic through.
func (w *SlicedWork) run(yield func(struct{}) bool) {
	defer func() {
		if why := recover(); why != nil && why != any(stopped) {
			panic(why)
		}
	}()
	w.yield = yield
	w.work()
}

// Stop ends work that will not be stepped again. It may be called whether or not the work has begun or is done.
func (w *SlicedWork) Stop() {
	if w.done = true; w.stop != nil {
		w.stop()
	}
}

// HasBegun reports whether the first slice has begun.
func (w *SlicedWork) HasBegun() bool { return w.next != nil }

// Left returns what is left of the budget of the present slice.
func (w *SlicedWork) Left() int64 { return w.left }

// Spend counts work that has been done, at least 1, and ends the slice when the budget is spent. Only the work itself
// may call it. It does not return if the work has been stopped; deferred calls are run.
func (w *SlicedWork) Spend(work int64) {
	if w.left -= max(work, 1); w.left <= 0 && !w.yield(struct{}{}) {
		panic(stopped)
	}
}
