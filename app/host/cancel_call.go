package host

import (
	"slices"

	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
)

// cancel drops the call with a number, and answers it as cancelled. Of a task, the changes that
// were accepted stay. A call that is unknown, or has been answered, is ignored.
func (h *Host) cancel(seq uint64) {
	for _, list := range []*[]SentCall{&h.blockedCalls, &h.deferred} {
		for i, s := range *list {
			if s.Seq == seq {
				*list = slices.Delete(*list, i, i+1)
				h.answer(&job{sent: s}, Answer{Err: base.Refuse(base.CodeCancelled)})
				return
			}
		}
	}
	for _, queue := range []*[]*job{&h.quick, &h.serial, &h.bulk, &h.idle} {
		for i, j := range *queue {
			if j.sent.Seq != seq {
				continue
			}
			if d, ok := j.sent.Call.(DoLessonAction); ok && d.Action == (lessons.Next{}) {
				return // the player has entered the step already
			}
			if j.long != nil {
				*queue = append((*queue)[:i:i], (*queue)[i+1:]...)
				h.answer(j, j.long.cancelled())
				return
			}
			h.drop(queue, j, base.Refuse(base.CodeCancelled))
			return
		}
	}
}

// drop removes a job from its queue and answers it with why.
func (h *Host) drop(queue *[]*job, j *job, why *base.Error) {
	i := slices.Index(*queue, j)
	*queue = append((*queue)[:i:i], (*queue)[i+1:]...)
	if j.finish != nil {
		// A half-opened workspace is of no use.
		h.opening = nil
		h.closeWorkspace()
	} else if j.task != nil {
		h.replied(j, j.task.Reply())
	}
	j.stopTask()
	h.answer(j, Answer{Err: why, Reply: replyOf(h, j), Outcome: j.outcome})
}

// stopTask ends the task of a job that is not run any more, if it has one under way.
func (j *job) stopTask() {
	if j.task != nil {
		j.task.Stop()
	}
}

// replyOf returns what an unfinished job has led to, for the page to show; nil if nothing is
// open.
func replyOf(h *Host, j *job) *engine.Reply {
	if h.open == nil {
		return nil
	}
	r := j.reply
	r.Tables, r.Version = h.open.session.Tables(), h.open.session.Version()
	r.Timeline = h.open.session.Timeline()
	return &r
}
