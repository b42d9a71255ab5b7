package host

import (
	"context"
	"iter"
	"sync/atomic"

	"tabletop/engine/base"
)

// tick tells how far a long job has come, in whatever it counts.
type tick struct{ done, total int64 }

// pause is called by a long job every few milliseconds of its work. It reports
// whether to go on.
type pause func(done, total int64) bool

// long is work that takes its time and runs beside the engine's, in slices.
type long struct {
	step       func() (tick, bool)
	stop       func()
	answer     Answer
	unanswered bool // its call is begun again once the store opens, and answered then
}

// cancelled stops it, and returns what it came to.
func (l *long) cancelled() Answer {
	l.answer.Err = base.Refuse(base.CodeCancelled) // if it has not begun
	l.stop()
	return l.answer
}

// startLong has the host do some work, which tells when it can be interrupted. It is
// answered with what the work returns.
func (h *Host) startLong(j *job, work func(pause) Answer) {
	l := &long{}
	l.step, l.stop = iter.Pull(func(yield func(tick) bool) {
		l.answer = work(func(done, total int64) bool { return yield(tick{done, total}) })
	})
	j.long = l
	h.bulk = append(h.bulk, j)
}

// stepLong takes a long job further for about a slice of time.
func (h *Host) stepLong(queue *[]*job, j *job) {
	var at tick
	h.lentAdvanced = false
	for start := h.Watch(); h.Watch()-start < sliceTime; {
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

// How long a call runs before the page is told of its progress, and how long between two
// times: to draw it takes the page from what the call is about.
var (
	progressAfter base.Micros = 400_000 // tests have quicker machines than readers
	progressEvery base.Micros = 120_000
)

// progress tells the page how far a job has come, where that takes long, and reports
// whether it did.
func (h *Host) progress(j *job, of func() (done, total int64)) bool {
	now := h.Watch()
	if now-j.begun <= progressAfter || now-j.progressAt <= progressEvery {
		return false
	}
	j.progressAt = now
	done, total := of()
	h.Send(Progress{Seq: j.sent.Seq, Done: done, Total: total})
	return true
}

// lentProgress is a call of the host to itself: what runs beside it has come further.
type lentProgress struct{}

func (lentProgress) call() {}

// lendStore has f, part of a long job, use the store beside the host, which does other
// things meanwhile. It ends f's context when the job is cancelled; that f was done with
// by then has happened all the same.
func (h *Host) lendStore(ctx context.Context, p pause, f func(ctx context.Context, went func(done int)) error, total int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var done atomic.Int64
	ended := make(chan error, 1)
	h.storeLent, h.lentAdvanced = true, false
	defer func() { h.storeLent = false }()
	go func() {
		ended <- h.saver.exclusive(func() error {
			return f(ctx, func(n int) {
				if done.Store(int64(n)); n%64 == 0 {
					h.Receive(SentCall{Call: lentProgress{}})
				}
			})
		})
		h.Receive(SentCall{Call: lentProgress{}})
	}()
	for {
		select {
		case err := <-ended:
			return err
		default:
		}
		if !p(done.Load(), int64(total)) {
			cancel()
			if err := <-ended; err != nil {
				return stopped()
			}
			return nil
		}
	}
}

// needsStore reports whether a call has to wait for what runs beside the host.
func needsStore(c Call) bool {
	switch c.(type) {
	case Execute, DoAction, HintSeen, SolutionSeen, SaveLoad, StageText, ReadAhead, troubleChanged, lentProgress, lockGone, lockFree:
		return false
	}
	return true
}
