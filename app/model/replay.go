package model

import (
	"strconv"
	"time"

	"tabletop/app/host"
	"tabletop/engine"
)

// tracePiece is how many rows of a read are asked for at a time, and traceAhead
// how few that are left to show have the next ones asked for.
const (
	tracePiece = 60
	traceAhead = 20
)

// stepTime is how long a row stands while a read is played.
const stepTime = 700 * time.Millisecond

// Element ids of the replay's buttons, and of the slider beside the grid.
const (
	ElementReplay     = "replay-next" // shows the next step
	ElementReplayOpen = "replay-open" // opens the replay
	ElementStrip      = "strip"
)

// Replay goes through the last read row by row.
type Replay struct {
	Steps   []engine.TraceStep // as far as they are known
	End     bool               // there are no more
	At      int                // the step that is shown
	Playing bool

	asked uint64 // number of the call for more steps, 0 for none
	last  bool   // the last step is to be shown when it has come
	round uint64 // tells a tick of this playing from those of one before
}

// ReplayMove is a way to go through a replay.
type ReplayMove uint8

const (
	ReplayFirst ReplayMove = iota
	ReplayBack
	ReplayNext
	ReplayLast
	replayMovesEnd
)

// Step returns the step that is shown, nil while there is none.
func (r *Replay) Step() *engine.TraceStep {
	if r == nil || r.At >= len(r.Steps) {
		return nil
	}
	return &r.Steps[r.At]
}

// replay handles the messages of the replay.
func (u *update) replay(m Msg) {
	w := &u.Work
	if _, open := m.(ReplayOpened); open {
		if w.Read == nil || w.Replay != nil {
			return
		}
		w.Replay = &Replay{}
		if w.Page.Table != w.Read.Table {
			u.turn.ShowTable(w.Read.Table)
		}
		u.traceOn(tracePiece)
		u.do(Focus{ID: ElementReplay})
		return
	}
	if w.Replay == nil {
		return
	}
	r := *w.Replay
	w.Replay = &r
	switch m := m.(type) {
	case ReplayClosed:
		w.Replay = nil
		u.do(Focus{ID: ElementReplayOpen})
		return
	case ReplayMoved:
		r.Playing, r.last = false, false
		switch m.Move {
		case ReplayFirst:
			r.At = 0
		case ReplayBack:
			r.At = max(r.At-1, 0)
		case ReplayNext:
			r.At = max(min(r.At+1, len(r.Steps)-1), 0)
		case ReplayLast:
			r.At = max(len(r.Steps)-1, 0)
			r.last = !r.End
		default:
			panic("model: a move that goes nowhere")
		}
	case ReplayPlayed:
		r.Playing = !r.Playing
		if !r.Playing {
			u.tellCode("said-pause", strconv.Itoa(r.At+1))
			break
		}
		u.tellCode("said-play")
		r.round++
		if r.End && r.At >= len(r.Steps)-1 {
			r.At = 0
		}
		u.do(After{Wait: stepTime, Msg: ReplayTicked{r.round}})
	case ReplayTicked:
		if !r.Playing || m.Round != r.round {
			return
		}
		if r.End && r.At >= len(r.Steps)-1 {
			r.Playing = false
			u.tellCode("said-played")
			break
		}
		r.At = max(min(r.At+1, len(r.Steps)-1), 0)
		u.do(After{Wait: stepTime, Msg: ReplayTicked{r.round}})
	default:
		panic("model: a message that no replay knows")
	}
	u.replayOn()
}

// replayOn shows the step's row, and asks for more steps where few are left.
func (u *update) replayOn() {
	r := u.Work.Replay
	if s := r.Step(); s != nil {
		u.bring(s.Offset)
	}
	switch {
	case r.End || r.asked != 0:
	case r.last:
		u.traceOn(engine.MaxTraced)
	case r.At >= len(r.Steps)-traceAhead:
		u.traceOn(tracePiece)
	}
}

func (u *update) traceOn(count int) {
	r := u.Work.Replay
	r.asked = u.send(host.Execute{Request: engine.Trace{First: len(r.Steps), Count: count}}, "")
}

// traced takes more steps of the replay.
func (u *update) traced(a host.Answer) {
	if u.Work.Replay == nil || u.Work.Replay.asked != a.Seq {
		return
	}
	r := *u.Work.Replay
	u.Work.Replay = &r
	r.asked = 0
	traced := host.AnswerOf[*engine.Traced](a)
	if traced == nil {
		r.End = true
		return
	}
	r.Steps = append(r.Steps[:len(r.Steps):len(r.Steps)], traced.Steps...)
	r.End = traced.End
	if r.last {
		r.At, r.last = max(len(r.Steps)-1, 0), !r.End
	}
	u.replayOn()
}

// bring scrolls the grid so that the row with that offset is in sight.
func (u *update) bring(row int) {
	w := &u.Work
	if row >= w.Window.Offset && row < w.Window.Offset+w.Window.Count && len(w.Page.Rows) > 0 {
		return
	}
	u.turn.Seek(row - w.Window.Count/3)
}
