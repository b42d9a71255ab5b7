package model

import (
	"strconv"

	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// result tells screen readers what came of a call: a read with its cost, what was changed, or
// what was printed. It does not tell a refusal that is shown outside the log, nor one that a
// part handles.
func (u *update) result(w page.PendingCall, a host.Answer, err *base.Error) {
	i := u.Work.LogEntryIndex(a.Seq)
	sizes, garbage := host.EngineAnswerAs[*engine.SizesMeasured](a), host.EngineAnswerAs[*engine.GarbageReport](a)
	switch {
	case garbage != nil:
		u.collected(garbage)
	case sizes != nil:
		u.tellCode("said-sizes", sizes.Table, page.FormatInt(sizes.Total.Plain), page.FormatInt(sizes.Total.Packed))
	case i < 0:
		if err == nil {
			u.arranged(w.Call)
		}
	case err != nil:
		if w.Then == nil {
			u.tellRefusal(i, err)
		}
	case a.Reply != nil:
		console.AnnounceResult(u.turn, u.Work.Log[i], a.Reply)
	}
}

// tellRefusal tells screen readers why an entry of the log, given by its index, was refused.
func (u *update) tellRefusal(i int, err *base.Error) {
	e := u.Work.Log[i]
	u.tell(page.AnnouncementPart{Err: err, Line: e.Line})
	if e.RestReturned {
		u.tellCode("script-back")
	}
}

// arranged tells screen readers what a call without an entry in the log has changed. Moves in
// the timeline are told by app/history.
func (u *update) arranged(c host.Call) {
	switch c := c.(type) {
	case host.ResetWorkspace:
		u.tellCode("said-reset")
	case host.ExecuteRequest:
		switch r := c.Request.(type) {
		case engine.SaveCheckpoint:
			u.tellCode("said-checkpoint", r.Name)
		case engine.DeleteCheckpoint:
			u.tellCode("said-checkpoint-gone", r.Name)
		case engine.SetWorkload:
			u.tellCode("said-queries", strconv.Itoa(len(r.Queries)))
		case engine.AdvanceClock:
			u.tellCode("said-clock", strconv.FormatInt(int64(r.By/(3600*1e6)), 10))
		}
	}
}

// collected tells screen readers what garbage collection has removed, or would remove.
func (u *update) collected(c *engine.GarbageReport) {
	switch {
	case c.RemovedCellCount() == 0:
		u.tellCode("garbage-none")
	case c.Removed:
		u.tellCode("garbage-gone", page.FormatInt(c.RemovedCellCount()), page.FormatInt(c.FreedBytes()))
	default:
		u.tellCode("garbage-found", page.FormatInt(c.RemovedCellCount()), page.FormatInt(c.FreedBytes()))
	}
}
