package host

import (
	"slices"

	"tabletop/lessons"
)

// act begins an action of the open lesson. An action that leads to no requests is answered at
// once.
func (h *Host) act(j *job, a lessons.Action) {
	w := h.open
	switch a := a.(type) {
	case lessons.Answer:
		requests, err := w.run.ActionRequests(a)
		if err != nil || len(requests) == 0 {
			o := w.run.JudgeAnswer(a)
			w.storeNote(h)
			h.answer(j, Answer{Outcome: &o})
			return
		}
		j.requests = requests
		h.queue(j)
		return
	case lessons.Next:
		// The player has entered the step; the requests that belong to it follow.
		enter, ok := w.run.NextStep()
		now := w.run.Outcome()
		j.outcome = &now
		if !ok || len(enter) == 0 {
			w.storeNote(h)
			h.answer(j, Answer{Outcome: j.outcome})
			return
		}
		j.requests = enter
	default:
		requests, err := w.run.ActionRequests(a)
		if err == nil {
			err = w.waits(requests...)
		}
		if err != nil {
			h.answer(j, Answer{Err: refusal(err)})
			return
		}
		// Earlier actions may change the row key, from which the requests are made.
		j.requests, j.anew = requests, true
		if _, typed := a.(lessons.TypeCommand); typed {
			h.queue(j)
			return
		}
	}
	h.bulk = append(h.bulk, j)
}

// queue appends a job of typed text to serial, so that it runs soon. It uses bulk while actions
// of the lesson wait there, to keep the order of the actions.
func (h *Host) queue(j *job) {
	if slices.ContainsFunc(h.bulk, func(b *job) bool { _, action := b.sent.Call.(DoLessonAction); return action }) {
		h.bulk = append(h.bulk, j)
		return
	}
	h.serial = append(h.serial, j)
}
