package host

import "iter"

// tick tells how far a long job has come, in whatever it counts.
type tick struct{ done, total int64 }

// pause is called by a long job every few milliseconds of its work. It reports
// whether to go on.
type pause func(done, total int64) bool

// long is work that takes its time and runs beside the engine's, in slices.
type long struct {
	next func() (tick, bool)
	stop func()
	a    Answer
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
	for start := h.Watch(); h.Watch()-start < slice; {
		var more bool
		if at, more = j.long.next(); !more {
			*queue = (*queue)[1:]
			h.answer(j, j.long.a)
			return
		}
	}
	if now := h.Watch(); now-j.begun > quiet && now-j.told > quiet {
		j.told = now
		h.Send(Progress{Seq: j.sent.Seq, Done: at.done, Total: at.total})
	}
}
