// Package history is the part of the page for the timeline: undo and redo, looking at earlier
// states, checkpoints, and the workspace's clock.
//
// A move (undo, redo, or going to a state) changes the tables. PastStateBar shows the rows of
// another state and changes nothing: only the window's State is set, and 0 is the present
// state.
package history

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
)

// State is what the part remembers.
type State struct {
	moved    TimelineMove // the reader's last move or look, for screen readers
	underWay []moveCall   // the moves without an answer, in order; not changed in place
}

// moveCall is the call of a move: its number, and what it asks for.
type moveCall struct {
	seq     uint64
	request engine.Request
}

// slotMove is for the calls of moves.
var slotMove = page.AnswerSlot{Name: "move"}

// IDs of elements.
const (
	elementSlider     = "time-step"       // the slider
	elementPanel      = "time-panel"      // the panel with all controls
	elementMore       = "time-more"       // the button that opens it
	elementCheckpoint = "checkpoint-name" // the field for a checkpoint's name
)

// TimelineMove is a kind of move or look in the timeline.
type TimelineMove uint8

const (
	MoveNone    TimelineMove = iota // none, or the reader has done something else since
	MoveBack                        // undo, or a move to an earlier state
	MoveForward                     // redo, or a move to a later state
	MoveLook                        // another state is shown
	MoveReturn                      // the present state is shown again
)

// Msg is a message of this part.
type Msg interface{ apply(*update) }

type (
	// UndoPressed undoes the last step.
	UndoPressed struct{}
	// RedoPressed makes the last undone step again.
	RedoPressed struct{}
	// SliderMoved shows the state after Step steps.
	SliderMoved struct{ Step int }
	// herePressed goes to the state that is shown.
	herePressed struct{}
	// StatePressed goes to a state, given by its number.
	StatePressed struct{ State uint64 }
	// PresentStatePressed shows the present state again.
	PresentStatePressed struct{}
	// CheckpointMade gives the present state a name.
	CheckpointMade struct{ Name string }
	// CheckpointRemoved removes a checkpoint.
	CheckpointRemoved struct{ Name string }
	// CheckpointPressed goes back to a checkpoint.
	CheckpointPressed struct{ Name string }
	// AdvanceClockPressed advances the workspace's clock by microseconds.
	AdvanceClockPressed struct{ By base.Micros }
	// done brings the answer to the call of a move.
	done struct{ host.Answer }
)

// update is the handling of one message of this part.
type update struct {
	*page.Update
	*State
}

// Update handles a message.
func Update(t *page.Update, s *State, m Msg) { m.apply(&update{t, s}) }

func (UndoPressed) apply(u *update) {
	if now, _ := u.stepsAfterMoves(u.Work); now > ground(u.Update.State, u.Work) && u.able() {
		u.move(engine.Undo{}, "", MoveBack)
	}
}

func (RedoPressed) apply(u *update) {
	if now, steps := u.stepsAfterMoves(u.Work); now < steps && u.able() {
		u.move(engine.Redo{}, "", MoveForward)
	}
}

func (m SliderMoved) apply(u *update) { u.lookAt(u.Work.StateAtTimelineStep(m.Step)) }

// apply goes to the state that is shown, if it is not before the lesson's step.
func (herePressed) apply(u *update) {
	if !u.Work.ShowsPastState() || !u.able() || u.Work.ShownTimelineStep() < ground(u.Update.State, u.Work) {
		return
	}
	moved := MoveBack
	if u.Work.ShownTimelineStep() > u.Work.Timeline.Now {
		moved = MoveForward
	}
	u.move(engine.GoToState{State: u.Work.Page.State}, "", moved)
}

func (m StatePressed) apply(u *update) { u.move(engine.GoToState(m), "running-load", MoveBack) }

func (PresentStatePressed) apply(u *update) {
	u.lookAt(0)
	SyncSlider(u.Update)
}

// apply makes a checkpoint with the trimmed name. An empty name does nothing.
func (m CheckpointMade) apply(u *update) {
	name := strings.TrimSpace(m.Name)
	switch {
	case len(name) > engine.MaxCheckpointName: // the typed name stays in the field
		u.Notice = &page.Notice{Err: base.Refuse(base.CodeCheckpointName, strconv.Itoa(engine.MaxCheckpointName), strconv.Itoa(len(name)))}
	case name != "":
		u.SendCall(host.ExecuteRequest{Request: engine.SaveCheckpoint{Name: name}}, "")
		u.DoEffect(page.SetFieldText{ID: elementCheckpoint, Text: ""})
	}
}

func (m CheckpointRemoved) apply(u *update) {
	u.SendCall(host.ExecuteRequest{Request: engine.DeleteCheckpoint(m)}, "")
}

func (m CheckpointPressed) apply(u *update) {
	u.move(engine.RestoreCheckpoint(m), "running-load", MoveBack)
}

func (m AdvanceClockPressed) apply(u *update) {
	u.move(engine.AdvanceClock(m), "", MoveNone)
}

// move sends the request of a move. The worker carries out moves in the order in which they were
// pressed. Screen readers are told the last one when all are answered.
func (u *update) move(r engine.Request, running string, way TimelineMove) {
	u.SendCallInSlot(slotMove, host.ExecuteRequest{Request: r}, running, func(a host.Answer) page.Msg { return done{a} })
	u.moved, u.underWay = way, append(slices.Clip(u.underWay), moveCall{u.Seq, r})
}

// stepsAfterMoves returns how many steps of the timeline will be done, and how many there will be,
// once the moves under way are done.
func (s *State) stepsAfterMoves(w *page.Workspace) (now, steps int) {
	now, steps = w.Timeline.Now, len(w.Timeline.Steps)
	for _, m := range s.underWay {
		switch r := m.request.(type) {
		case engine.Undo:
			now--
		case engine.Redo:
			now++
		case engine.GoToState:
			now = w.TimelineStepOf(r.State)
		default: // a new step, after which nothing can be redone
			now++
			steps = now
		}
	}
	return now, steps
}

// ground returns how many steps of the timeline cannot be undone. In a lesson those are the
// steps before the current lesson step, because its text describes the tables at its beginning.
func ground(st *page.State, w *page.Workspace) int {
	if st.Lesson == nil || st.Lesson.Progress.StepStartState == 0 || w.Kind != host.KindLesson {
		return 0
	}
	return w.TimelineStepOf(st.Lesson.Progress.StepStartState) // the timeline may not have that state any more
}

// able reports whether the reader can change the workspace at present.
func (u *update) able() bool {
	screen := u.Route.Screen
	onPage := screen == page.ScreenLesson || screen == page.ScreenSandbox
	return onPage && u.Dialog == page.DialogNone && u.Ready && u.Work.ID != "" && !u.Work.ReadOnly
}

// lookAt shows a state of the timeline; 0 is the present one.
func (u *update) lookAt(state uint64) {
	w := u.Work
	if w.ID == "" || w.Window.State == state {
		return
	}
	w.Window.State = state
	u.SendCall(host.ExecuteRequest{Request: engine.Refresh{}}, "")
	if u.moved = MoveLook; state == 0 {
		u.moved = MoveReturn
	}
}

// BeforeCall shows the present state again before a call that is about it. The root calls it before
// each call.
func BeforeCall(t *page.Update, s *State, c host.Call) {
	n := host.TraitsOfCall(c)
	if n.AnyState {
		return
	}
	if !n.OnlyLooks || t.Work.Window.State != 0 {
		s.moved = MoveNone
	}
	if _, acts := c.(host.DoLessonAction); t.Work.Window.State == engine.EstimateState && (acts || n.DesignedTable != "") {
		return // the estimate stays until the real rows come
	}
	if t.Work.Window.State != 0 {
		t.Work.Window.State = 0
		t.SendCall(host.ExecuteRequest{Request: engine.Refresh{}}, "")
		SyncSlider(t)
	}
}

// SetTimeline takes over a timeline that has changed.
func SetTimeline(t *page.Update, line engine.UndoTimeline) {
	t.Work.Timeline = line
	SyncSlider(t)
}

// SyncSlider sets the slider to the state that the page asks for. While the reader only looks at
// states, nothing else sets it, since the reader may have moved it on.
func SyncSlider(t *page.Update) {
	t.DoEffect(page.SetFieldText{ID: elementSlider, Text: strconv.Itoa(t.Work.TimelineStepOf(t.Work.Window.State))})
}

// apply passes on why the move was refused.
func (m done) apply(u *update) {
	u.underWay = slices.DeleteFunc(slices.Clone(u.underWay), func(c moveCall) bool { return c.seq == m.Seq })
	u.ShowIfRefused(m.Answer)
}

// OnWorkerRestarted forgets the moves under way, which a worker that was started again does not
// answer.
func (s *State) OnWorkerRestarted() { s.underWay = nil }

// MoveToAnnounce returns the last move or look for screen readers, once it has been carried out.
func (s *State) MoveToAnnounce(w *page.Workspace) TimelineMove {
	if len(s.underWay) > 0 || s.moved == MoveLook && !w.ShowsPastState() || s.moved == MoveReturn && w.ShowsPastState() {
		return MoveNone
	}
	return s.moved
}
