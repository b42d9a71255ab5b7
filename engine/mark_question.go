package engine

import (
	"slices"

	"tabletop/engine/plan"
)

// MarkQuestion makes the read of a question of the workload the last read, so that the grid marks its
// rows. Without WhenIdle the grid also shows the table that was read. The tables and the verdicts stay
// unchanged. If no design answers the question, nothing happens.
type MarkQuestion struct {
	Query string // ID of the question, "" for the first one
	// WhenIdle says that no reader asked for this, so it waits until there is nothing else to do. If there
	// is a last read by then, nothing happens.
	WhenIdle bool
}

func (r MarkQuestion) traits() RequestTraits {
	n := RequestTraits{Urgency: UrgencyTyped, Unjudged: true, BringsRows: true}
	if r.WhenIdle {
		n.Urgency = UrgencyIdle
	}
	return n
}

func (r MarkQuestion) start(t *Task) { t.run(func() error { t.markQuestion(r); return nil }) }

// markQuestion measures the question, and makes its read the last one.
func (t *Task) markQuestion(r MarkQuestion) {
	s := t.s
	at := slices.IndexFunc(s.state.workload, func(q plan.Query) bool { return r.Query == "" || q.ID == r.Query })
	if at < 0 || r.WhenIdle && s.last != nil {
		return
	}
	var v Verdict
	version, last := s.version, s.last
	read := t.verdict(s.state, s.state.workload[at], &v, true)
	if read != nil && s.version == version && s.last == last { // otherwise the session was changed or read meanwhile
		if t.showRead(v, read); !r.WhenIdle {
			t.reply.FocusTable = v.Table
		}
	}
}
