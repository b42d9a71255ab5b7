package scan

import (
	"strconv"
	"time"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
)

// tracePiece is how many steps are asked for at a time. The next ones are asked for when fewer
// than traceAhead are left to show.
const (
	tracePiece = 60
	traceAhead = 20
)

// stepTime is how long each step is shown while the replay plays.
const stepTime = 700 * time.Millisecond

// IDs of the replay's buttons, and of the strip.
const (
	elementReplay     = "replay-next" // shows the next step
	elementReplayOpen = "replay-open" // opens the replay
	elementStrip      = "strip"
)

// ReadReplay shows the last read row by row.
type ReadReplay struct {
	Steps    []engine.TracedRow // the steps that have come
	Complete bool               // Steps is complete
	At       int                // index of the step that is shown
	Playing  bool               // the steps follow each other by themselves

	last  bool   // show the last step when it has come
	round uint64 // number of this playing, so that ticks of earlier ones are ignored
}

// slotTrace is for the call for more steps.
var slotTrace = page.AnswerSlot{Name: "trace"}

// replayMove is a move within a replay.
type replayMove uint8

const (
	replayFirst replayMove = iota
	replayBack
	replayNext
	replayLast
)

// ShownRow returns the step that is shown, nil if it has not come. The receiver may be nil.
func (r *ReadReplay) ShownRow() *engine.TracedRow {
	if r == nil || r.At >= len(r.Steps) {
		return nil
	}
	return &r.Steps[r.At]
}

// apply opens the replay, shows the read's table and asks for the first steps.
func (ReplayOpened) apply(u *update) {
	w := u.Work
	if w.LastRead == nil || u.Replay != nil {
		return
	}
	u.DropSlot(slotTrace)
	u.Replay = &ReadReplay{}
	if w.Page.Table != w.LastRead.Table {
		u.ShowTable(w.LastRead.Table)
	}
	u.traceOn(tracePiece)
	u.DoEffect(page.FocusElement{ID: elementReplay})
}

// apply closes the replay, and moves the focus back to the button that has opened it.
func (replayClosed) apply(u *update) {
	if u.Replay != nil {
		u.Replay = nil
		u.DoEffect(page.FocusElement{ID: elementReplayOpen})
	}
}

// apply moves to another step. The last step may not have come yet; then it is shown when it
// has.
func (m replayMoved) apply(u *update) {
	r := u.change()
	if r == nil {
		return
	}
	r.Playing, r.last = false, false
	switch m.Move {
	case replayFirst:
		r.At = 0
	case replayBack:
		r.At = max(r.At-1, 0)
	case replayNext:
		r.next()
	case replayLast:
		r.At = max(len(r.Steps)-1, 0)
		r.last = !r.Complete
	default:
		panic("scan: a move that goes nowhere")
	}
	u.replayOn()
}

// apply starts or pauses the playing. At the end it starts again from the first step.
func (replayPlayed) apply(u *update) {
	r := u.change()
	if r == nil {
		return
	}
	if r.Playing = !r.Playing; r.Playing {
		u.AnnounceSentence("said-play")
		r.round++
		if r.over() {
			r.At = 0
		}
		u.DoEffect(page.SendMsgLater{Wait: stepTime, Msg: replayTicked{r.round}})
	} else {
		u.AnnounceSentence("said-pause", strconv.Itoa(r.At+1))
	}
	u.replayOn()
}

// apply shows the next step of a replay that plays.
func (m replayTicked) apply(u *update) {
	r := u.change()
	if r == nil || !r.Playing || m.Round != r.round {
		return
	}
	if r.over() {
		r.Playing = false
		u.AnnounceSentence("said-played")
	} else {
		r.next()
		u.DoEffect(page.SendMsgLater{Wait: stepTime, Msg: replayTicked{r.round}})
	}
	u.replayOn()
}

// change returns a copy of the replay that may be changed and takes its place, nil if none is
// open.
func (u *update) change() *ReadReplay {
	if u.Replay == nil {
		return nil
	}
	r := *u.Replay
	u.Replay = &r
	return &r
}

// over reports whether the last step is shown.
func (r *ReadReplay) over() bool { return r.Complete && r.At >= len(r.Steps)-1 }

// next shows the next step, if it has come.
func (r *ReadReplay) next() { r.At = max(min(r.At+1, len(r.Steps)-1), 0) }

// replayOn scrolls to the row of the shown step, and asks for more steps if few are left.
func (u *update) replayOn() {
	r := u.Replay
	if s := r.ShownRow(); s != nil {
		u.bring(s.Offset)
	}
	switch {
	case r.Complete || u.IsAwaiting(slotTrace):
	case r.last:
		u.traceOn(engine.MaxTracedRows)
	case r.At >= len(r.Steps)-traceAhead:
		u.traceOn(tracePiece)
	}
}

// traceOn asks for count more steps.
func (u *update) traceOn(count int) {
	r := u.Replay
	u.SendCallInSlot(slotTrace, host.ExecuteRequest{Request: engine.TraceLastRead{First: len(r.Steps), Count: count}}, "", func(a host.Answer) page.Msg { return traced{a} })
}

// apply adds steps, unless the replay was closed or another one opened meanwhile.
func (m traced) apply(u *update) {
	u.ShowIfRefused(m.Answer)
	r := u.change()
	if r == nil {
		return
	}
	more := host.EngineAnswerAs[*engine.ReadTraced](m.Answer)
	if more == nil {
		r.Complete = true
		return
	}
	r.Steps = append(r.Steps[:len(r.Steps):len(r.Steps)], more.Rows...)
	r.Complete = more.End
	if r.last {
		r.At, r.last = max(len(r.Steps)-1, 0), !r.Complete
	}
	u.replayOn()
}

// bring scrolls the grid so that the row with an offset is in view.
func (u *update) bring(row int) {
	w := u.Work
	if row >= w.Window.Offset && row < w.Window.Offset+w.Window.Count && len(w.Page.Rows) > 0 {
		return
	}
	u.ScrollToRow(row - w.Window.Count/3)
}
