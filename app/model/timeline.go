package model

import (
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// Timeline is what can be gone back to, and what was done about it last.
type Timeline struct {
	Open  bool  // the checkpoints are shown on a wide screen
	Moved Moved // what the reader did last, to be said

	moving uint64 // number of the call that does it, 0 when that is answered
}

// Element ids of the timeline.
const (
	ElementTime       = "time-step"       // its slider
	ElementCheckpoint = "checkpoint-name" // the field for a checkpoint's name
)

// Moved is a way of moving in time.
type Moved uint8

const (
	MovedNot  Moved = iota // something else has been done since
	MovedBack              // undone, or gone back
	MovedOn                // done again
	Looked                 // an earlier state is looked at
	Returned               // and no longer
)

type (
	// UndoPressed takes the last change back.
	UndoPressed struct{}
	// RedoPressed does again what was undone last.
	RedoPressed struct{}
	// Scrubbed looks at the state after so many steps.
	Scrubbed struct{ Step int }
	// HerePressed makes the state that is looked at that of now.
	HerePressed struct{}
	// NowPressed looks at the state of now again.
	NowPressed struct{}
	// TimelineToggled opens or closes the checkpoints on a wide screen.
	TimelineToggled struct{}
	// CheckpointMade gives the state of now a name.
	CheckpointMade struct{ Name string }
	// CheckpointDropped takes a name away.
	CheckpointDropped struct{ Name string }
	// CheckpointPressed goes back to what a checkpoint holds.
	CheckpointPressed struct{ Name string }
	// ClockPressed sets the workspace's clock forward.
	ClockPressed struct{ By base.Micros }
)

// Told returns what is to be said of the last move in time, once it is made.
func (w *Workbench) Told() Moved {
	m := w.Time.Moved
	if w.Time.moving != 0 || m == Looked && !w.Looking() || m == Returned && w.Looking() {
		return MovedNot
	}
	return m
}

// timeline handles the messages of the timeline and reports whether this was one.
func (u *update) timeline(m Msg) bool {
	w := &u.Work
	switch m := m.(type) {
	case UndoPressed:
		if w.Timeline.Now > 0 && page.Able(&u.State.State, &u.Work.Work) {
			w.Time.moving = u.send(host.Execute{Request: engine.Undo{}}, "")
			w.Time.Moved = MovedBack
		}
	case RedoPressed:
		if w.Timeline.Now < len(w.Timeline.Steps) && page.Able(&u.State.State, &u.Work.Work) {
			w.Time.moving = u.send(host.Execute{Request: engine.Redo{}}, "")
			w.Time.Moved = MovedOn
		}
	case Scrubbed:
		u.lookAt(w.StateAt(m.Step))
	case HerePressed:
		if w.Looking() && page.Able(&u.State.State, &u.Work.Work) {
			moved := MovedBack
			if w.Step() > w.Timeline.Now {
				moved = MovedOn
			}
			w.Time.moving = u.send(host.Execute{Request: engine.GoTo{State: w.Page.State}}, "")
			w.Time.Moved = moved
		}
	case NowPressed:
		u.lookAt(0)
		u.slide()
	case TimelineToggled:
		w.Time.Open = !w.Time.Open
	case CheckpointMade:
		name := strings.TrimSpace(m.Name)
		switch {
		case len(name) > engine.MaxCheckpointName: // what was typed stays
			u.Notice = &Notice{Err: base.Refuse(base.CodeCheckpointName, strconv.Itoa(engine.MaxCheckpointName))}
		case name != "":
			u.send(host.Execute{Request: engine.Checkpoint{Name: name}}, "")
			u.do(SetText{ID: ElementCheckpoint, Text: ""})
		}
	case CheckpointDropped:
		u.send(host.Execute{Request: engine.DropCheckpoint(m)}, "")
	case CheckpointPressed:
		w.Time.moving = u.send(host.Execute{Request: engine.Restore(m)}, "running-load")
		w.Time.Moved = MovedBack
	case ClockPressed:
		u.send(host.Execute{Request: engine.Advance(m)}, "")
	default:
		return false
	}
	return true
}

// lookAt shows a state of the timeline, 0 for that of now.
func (u *update) lookAt(state uint64) {
	w := &u.Work
	if w.ID == "" || w.Window.State == state {
		return
	}
	w.Window.State = state
	u.send(host.Execute{Request: engine.Look{}}, "")
	if w.Time.Moved = Looked; state == 0 {
		w.Time.Moved = Returned
	}
}

// returned leaves the state that is looked at before a call that is not about it.
func (u *update) returned(c host.Call) {
	n := host.NatureOf(c)
	if n.AnyState {
		return
	}
	if !n.Looks || u.Work.Window.State != 0 {
		u.Work.Time.Moved = MovedNot
	}
	if u.Work.Window.State != 0 {
		u.Work.Window.State = 0
		u.send(host.Execute{Request: engine.Look{}}, "")
		u.slide()
	}
}

// timed takes a timeline that has changed.
func (u *update) timed(r *engine.Reply) {
	if r.Timeline != nil {
		u.Work.Timeline = *r.Timeline
		u.slide()
	}
}

// slide brings the slider in step. Where it only looks it is left alone: it may
// have been moved on by now.
func (u *update) slide() {
	u.do(SetText{ID: ElementTime, Text: strconv.Itoa(u.Work.StepOf(u.Work.Window.State))})
}
