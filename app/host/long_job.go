package host

import (
	"context"
	"iter"
	"sync/atomic"

	"tabletop/engine/base"
)

// tick is how far a long job has come, in the job's own unit. A total of 0 is unknown.
type tick struct{ done, total int64 }

// pause is what a long job calls every few milliseconds. It hands control back to the host, and
// returns false if the job has been cancelled: the job then has to return soon.
type pause func(done, total int64) bool

// long is work of the host that is not a task of the engine. It runs as a coroutine on the
// goroutine of [Host.Serve], so it may use the host's fields between two pauses.
type long struct {
	step       func() (tick, bool) // runs until the next pause; false at the end
	stop       func()              // has pause return false, and waits for the end
	answer     Answer              // what the work returned
	unanswered bool                // the call waits for the store and is begun again
}

// cancelled stops the work and returns its answer.
func (l *long) cancelled() Answer {
	l.answer.Err = base.Refuse(base.CodeCancelled) // the answer if the work has not begun
	l.stop()
	return l.answer
}

// startLong queues work as a long job of bulk. The call is answered with what work returns.
func (h *Host) startLong(j *job, work func(pause) Answer) {
	l := &long{}
	l.step, l.stop = iter.Pull(func(yield func(tick) bool) {
		l.answer = work(func(done, total int64) bool { return yield(tick{done, total}) })
	})
	j.long = l
	h.bulk = append(h.bulk, j)
}

// stepLong runs a long job, the first of a queue, for about one slice of time. While the store
// is lent it runs one step only: the job then just looks whether the other goroutine is done.
func (h *Host) stepLong(queue *[]*job, j *job) {
	var at tick
	h.lentAdvanced = false
	for start := h.Monotonic(); h.Monotonic()-start < sliceTime; {
		var more bool
		if at, more = j.long.step(); !more {
			*queue = (*queue)[1:]
			if !j.long.unanswered {
				h.answer(j, j.long.answer)
			}
			return
		}
		if h.storeLent {
			break
		}
	}
	h.progress(j, func() (done, total int64) { return at.done, at.total })
}

// progressAfter is how long a call runs before the page is told of its progress, and
// progressEvery the least time between two of those events, in microseconds. Drawing the
// progress takes processor time from the call itself.
var (
	progressAfter base.Micros = 400_000 // a variable for tests
	progressEvery base.Micros = 120_000
)

// progress tells the page how far a job has come, if the job takes long and the last event is
// long enough ago. It reports whether it did.
func (h *Host) progress(j *job, of func() (done, total int64)) bool {
	now := h.Monotonic()
	if now-j.begun <= progressAfter || now-j.progressAt <= progressEvery {
		return false
	}
	j.progressAt = now
	done, total := of()
	h.Send(CallProgress{Seq: j.sent.Seq, Done: done, Total: total})
	return true
}

// lentProgress is a call of the host to itself: the goroutine that uses the lent store has made
// progress, or has ended.
type lentProgress struct{}

func (lentProgress) call() {}

// lendStore runs f, which uses the store, on another goroutine and returns its error. It
// belongs to a long job and calls p while it waits, so that the host can do other work. f
// reports through went how many of total items are done. If the job is cancelled, the context
// of f ends; if f still succeeds, lendStore returns nil, because the work has been done.
func (h *Host) lendStore(ctx context.Context, p pause, f func(ctx context.Context, went func(done int)) error, total int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var done atomic.Int64
	// The goroutine wakes the host now and then, so that the job looks at its progress.
	ended := make(chan error, 1)
	h.storeLent, h.lentAdvanced = true, false
	defer func() { h.storeLent = false }()
	go func() {
		ended <- h.saver.exclusive(func() error {
			return f(ctx, func(n int) {
				if done.Store(int64(n)); n%64 == 0 {
					h.ReceiveCall(SentCall{Call: lentProgress{}})
				}
			})
		})
		h.ReceiveCall(SentCall{Call: lentProgress{}})
	}()
	for {
		select {
		case err := <-ended:
			return err
		default:
		}
		// Wait for the end even after a cancel: nothing may use the store after the loan.
		if !p(done.Load(), int64(total)) {
			cancel()
			if err := <-ended; err != nil {
				return stopped()
			}
			return nil
		}
	}
}

// needsStore reports whether a call has to wait while the store is lent.
func needsStore(c Call) bool {
	switch c.(type) {
	case ExecuteRequest, DoLessonAction, NoteHintSeen, NoteSolutionSeen, SaveSandboxSettings, StageTextPiece, StageValuesPiece, troubleChanged, lentProgress, lockGone, lockFree:
		return false
	}
	return true
}
