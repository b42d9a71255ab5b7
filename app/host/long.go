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
	next  func() (tick, bool)
	stop  func()
	a     Answer
	again bool // it is not answered: it waits for the store to open
}

// cancelled stops it, and returns what it came to.
func (l *long) cancelled() Answer {
	l.a.Err = base.Refuse(base.CodeCancelled) // if it has not begun
	l.stop()
	return l.a
}

// begins has the host do some work, which tells when it can be interrupted. It is
// answered with what the work returns.
func (h *Host) begins(j *job, work func(pause) Answer) {
	l := &long{}
	l.next, l.stop = iter.Pull(func(yield func(tick) bool) {
		l.a = work(func(done, total int64) bool { return yield(tick{done, total}) })
	})
	j.long = l
	h.bulk = append(h.bulk, j)
}

// stride takes a long job further for about a slice of time.
func (h *Host) stride(queue *[]*job, j *job) {
	var at tick
	h.woken = false
	for start := h.Watch(); h.Watch()-start < slice; {
		var more bool
		if at, more = j.long.next(); !more {
			*queue = (*queue)[1:]
			if !j.long.again {
				h.answer(j, j.long.a)
			}
			return
		}
		if h.aside {
			break
		}
	}
	if now := h.Watch(); now-j.begun > quiet && now-j.told > quiet {
		j.told = now
		h.Send(Progress{Seq: j.sent.Seq, Done: at.done, Total: at.total})
	}
}

// resumed is a call of the host to itself: what runs beside it has come further.
type resumed struct{}

func (resumed) call() {}

// apart has f, part of a long job, use the store beside the host, which does other
// things meanwhile. It ends f's context when the job is cancelled; that f was done with
// by then has happened all the same.
func (h *Host) apart(ctx context.Context, p pause, f func(ctx context.Context, went func(done int)) error, total int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var done atomic.Int64
	ended := make(chan error, 1)
	h.aside, h.woken = true, false
	defer func() { h.aside = false }()
	go func() {
		ended <- h.saver.exclusive(func() error {
			return f(ctx, func(n int) {
				if done.Store(int64(n)); n%64 == 0 {
					h.Receive(Sent{Call: resumed{}})
				}
			})
		})
		h.Receive(Sent{Call: resumed{}})
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
	case Run, Do, Hint, Reveal, steadied, resumed, lock, lockFree:
		return false
	}
	return true
}
