// Package history is the part of the page that goes back and forth in what was done: a
// row of controls, the checkpoints, and the workspace's clock.
package history

import (
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// State is what the reader has done about the timeline.
type State struct {
	moved  Moved  // what the reader did last, to be said
	moving uint64 // number of the last call that does it, 0 when that is answered
}

// Ids of elements.
const (
	elementSlider     = "time-step"       // the slider
	elementPanel      = "time-panel"      // what the button of the history opens
	elementCheckpoint = "checkpoint-name" // the field for a checkpoint's name
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

// Msg is something that happened to the timeline.
type Msg interface{ apply(*update) }

type (
	// UndoPressed takes the last change back.
	UndoPressed struct{}
	// RedoPressed does again what was undone last.
	RedoPressed struct{}
	// Scrubbed looks at the state after so many steps.
	Scrubbed struct{ Step int }
	// HerePressed makes the state that is looked at that of now.
	HerePressed struct{}
	// StatePressed makes another state that of now, given by its number.
	StatePressed struct{ State uint64 }
	// NowPressed looks at the state of now again.
	NowPressed struct{}
	// CheckpointMade gives the state of now a name.
	CheckpointMade struct{ Name string }
	// CheckpointDropped takes a name away.
	CheckpointDropped struct{ Name string }
	// CheckpointPressed goes back to what a checkpoint holds.
	CheckpointPressed struct{ Name string }
	// ClockPressed sets the workspace's clock forward.
	ClockPressed struct{ By base.Micros }
	// done brings the answer to a call that moves in time.
	done struct{ host.Answer }
)

type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

func (UndoPressed) apply(u *update) {
	if u.Work.Timeline.Now > ground(u.Update.State, u.Work) && u.able() {
		u.move(engine.Undo{}, "", MovedBack)
	}
}

func (RedoPressed) apply(u *update) {
	if u.Work.Timeline.Now < len(u.Work.Timeline.Steps) && u.able() {
		u.move(engine.Redo{}, "", MovedOn)
	}
}

func (m Scrubbed) apply(u *update) { u.lookAt(u.Work.StateAt(m.Step)) }

func (HerePressed) apply(u *update) {
	if !u.Work.Looking() || !u.able() || u.Work.Step() < ground(u.Update.State, u.Work) {
		return
	}
	moved := MovedBack
	if u.Work.Step() > u.Work.Timeline.Now {
		moved = MovedOn
	}
	u.move(engine.GoTo{State: u.Work.Page.State}, "", moved)
}

func (m StatePressed) apply(u *update) { u.move(engine.GoTo(m), "running-load", MovedBack) }

func (NowPressed) apply(u *update) {
	u.lookAt(0)
	Slide(u.Update)
}

func (m CheckpointMade) apply(u *update) {
	name := strings.TrimSpace(m.Name)
	switch {
	case len(name) > engine.MaxCheckpointName: // what was typed stays
		u.Notice = &page.Notice{Err: base.Refuse(base.CodeCheckpointName, strconv.Itoa(engine.MaxCheckpointName))}
	case name != "":
		u.Send(host.Execute{Request: engine.Checkpoint{Name: name}}, "")
		u.Do(page.SetText{ID: elementCheckpoint, Text: ""})
	}
}

func (m CheckpointDropped) apply(u *update) {
	u.Send(host.Execute{Request: engine.DropCheckpoint(m)}, "")
}

func (m CheckpointPressed) apply(u *update) { u.move(engine.Restore(m), "running-load", MovedBack) }

func (m ClockPressed) apply(u *update) { u.Send(host.Execute{Request: engine.Advance(m)}, "") }

// move asks the engine to move in time, and has it said once that is done.
func (u *update) move(r engine.Request, running string, way Moved) {
	u.moving = u.Ask(host.Execute{Request: r}, running, func(a host.Answer) page.Msg { return done{a} })
	u.moved = way
}

// ground returns how many steps of the timeline cannot be undone: in a lesson those that are
// older than the lesson's step, whose text is about the tables as they were at its beginning.
func ground(st *page.State, w *page.Workspace) int {
	if st.Lesson == nil || st.Lesson.Progress.Ground == 0 || w.Kind != host.KindLesson {
		return 0
	}
	return w.StepOf(st.Lesson.Progress.Ground) // none where it is forgotten
}

// able reports whether the workspace can be changed.
func (u *update) able() bool {
	screen := u.Route.Screen
	onPage := screen == page.ScreenLesson || screen == page.ScreenSandbox
	return onPage && u.Menu == page.MenuNone && u.Ready && u.Work.ID != "" && !u.Work.ReadOnly
}

// lookAt shows a state of the timeline, 0 for that of now.
func (u *update) lookAt(state uint64) {
	w := u.Work
	if w.ID == "" || w.Window.State == state {
		return
	}
	w.Window.State = state
	u.Send(host.Execute{Request: engine.Look{}}, "")
	if u.moved = Looked; state == 0 {
		u.moved = Returned
	}
}

// Leave leaves the state that is looked at before a call that is not about it.
func Leave(t *page.Update, s *State, c host.Call) {
	n := host.NatureOf(c)
	if n.AnyState {
		return
	}
	if !n.Looks || t.Work.Window.State != 0 {
		s.moved = MovedNot
	}
	if _, acts := c.(host.DoAction); t.Work.Window.State == engine.EstimateState && (acts || n.Design != "") {
		return // it is shown until what was estimated is there
	}
	if t.Work.Window.State != 0 {
		t.Work.Window.State = 0
		t.Send(host.Execute{Request: engine.Look{}}, "")
		Slide(t)
	}
}

// Came takes a timeline that has changed.
func Came(t *page.Update, line engine.Timeline) {
	t.Work.Timeline = line
	Slide(t)
}

// Slide brings the slider in step. Where it only looks it is left alone: it may
// have been moved on by now.
func Slide(t *page.Update) {
	t.Do(page.SetText{ID: elementSlider, Text: strconv.Itoa(t.Work.StepOf(t.Work.Window.State))})
}

func (m done) apply(u *update) {
	if u.moving == m.Seq {
		u.moving = 0
	}
	u.Refuses(m.Answer)
}

// Restarted forgets a call that will have no answer.
func (s *State) Restarted() { s.moving = 0 }

// Told returns what is to be said of the last move in time, once it is made.
func (s *State) Told(w *page.Workspace) Moved {
	if s.moving != 0 || s.moved == Looked && !w.Looking() || s.moved == Returned && w.Looking() {
		return MovedNot
	}
	return s.moved
}
