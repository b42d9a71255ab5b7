package engine

import (
	"slices"

	"tabletop/engine/plan"
)

// MarkQuestion makes the read of a question of the workload the last read, so that the grid marks its
// rows and, unless it waited, shows its table. It leaves the tables and the verdicts unchanged, and does nothing if no design answers the
// question.
type MarkQuestion struct {
	Query string // ID of the question, "" for the first one
	// WhenIdle says that no reader asked for it, so it waits until there is nothing else to do. It then
	// does nothing if there is a last read already.
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

// markQuestion asks the question on its own, and shows its read.
func (t *Task) markQuestion(r MarkQuestion) {
	s := t.s
	at := slices.IndexFunc(s.state.workload, func(q plan.Query) bool { return r.Query == "" || q.ID == r.Query })
	if at < 0 || r.WhenIdle && s.last != nil {
		return
	}
	var v Verdict
	version, last := s.version, s.last
	read := t.verdict(s.state, s.state.workload[at], &v, true)
	if read != nil && s.version == version && s.last == last { // otherwise something else has come meanwhile
		if t.showRead(v, read); !r.WhenIdle {
			t.reply.FocusTable = v.Table
		}
	}
}
