package engine

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/engine/base"
)

// Bounds of checkpoints.
const (
	MaxCheckpoints    = 20
	MaxCheckpointName = 60 // bytes
)

// maxStepText is the most bytes of a console line that a [TimelineStep] shows.
const maxStepText = 160

// checkpoint is a state with a name. It stays when the history forgets the state.
type checkpoint struct {
	name  string
	at    base.Micros
	state state
}

// Timeline returns the states that the session can go back and forward to.
func (s *Session) Timeline() *UndoTimeline {
	h := &s.history
	states := slices.Concat(h.past, []state{h.now}, h.future)
	slices.Reverse(states[len(h.past)+1:]) // the next to redo is the last of future
	tl := &UndoTimeline{First: states[0].step.State, Now: len(h.past), Truncated: h.cut, Ahead: s.state.ahead, Workload: s.state.workload}
	for _, st := range states[1:] {
		tl.Steps = append(tl.Steps, st.step)
	}
	for _, c := range s.checkpoints {
		tl.Checkpoints = append(tl.Checkpoints, Checkpoint{Name: c.name, At: c.at, State: c.state.step.State})
	}
	return tl
}

// DropHistory makes the current state the start of the timeline, without recording a change.
// [Timeline.Truncated] is set from then on.
func (s *Session) DropHistory() {
	s.history.past, s.history.future, s.history.cut = nil, nil, true
}

// stateOf returns the state with a number: of the timeline, of a checkpoint, or the estimated one.
func (s *Session) stateOf(id uint64) (*state, bool) {
	h := &s.history
	if e := s.estimated; e != nil && id == EstimateState {
		return &e.state, true
	}
	if h.now.step.State == id {
		h.settle(s.state)
		return &h.now, true
	}
	for _, list := range [][]state{h.past, h.future} {
		for i := range list {
			if list[i].step.State == id {
				return &list[i], true
			}
		}
	}
	for i := range s.checkpoints {
		if s.checkpoints[i].state.step.State == id {
			return &s.checkpoints[i].state, true
		}
	}
	return nil, false
}

// Branch returns a session that begins with a copy of a state, without its history; changes of either do
// not affect the other. It returns false if there is no such state.
func (s *Session) Branch(id uint64) (*Session, bool) {
	from, ok := s.stateOf(id)
	if !ok {
		return nil, false
	}
	b := New(s.opts)
	b.state, b.history.now = from.clone(), from.clone()
	b.history.last = from.step.State
	return b, true
}

// TablesInState describes the tables of a state that is in the timeline, a checkpoint or
// [EstimateState]. It returns false if there is no such state.
func (s *Session) TablesInState(id uint64) ([]TableInfo, bool) {
	st, ok := s.stateOf(id)
	if !ok {
		return nil, false
	}
	return s.describe(st), true
}

// VerdictsInState returns what the workload cost in a state; nil if it was not measured or there is no
// such state.
func (s *Session) VerdictsInState(id uint64) []Verdict {
	if st, ok := s.stateOf(id); ok {
		return st.verdicts
	}
	return nil
}

// goTo begins the task of [GoToState]. It does nothing if the state is the current one.
func (t *Task) goTo(r GoToState) {
	h := &t.s.history
	at := func(states []state) int {
		return slices.IndexFunc(states, func(s state) bool { return s.step.State == r.State })
	}
	if h.now.step.State == r.State {
		return
	}
	if i := at(h.past); i >= 0 {
		t.turnBack(Undo{}, false, len(h.past)-i)
		return
	}
	if i := at(h.future); i >= 0 {
		t.turnBack(Redo{}, true, len(h.future)-i)
		return
	}
	t.fail(base.Refuse(base.CodeStateForgotten))
}

// checkpoint begins the task of [SaveCheckpoint]. A name has at most [MaxCheckpointName] bytes and no
// space around it.
func (t *Task) checkpoint(r SaveCheckpoint) {
	s, name := t.s, r.Name
	if name == "" || name != strings.TrimSpace(name) || len(name) > MaxCheckpointName || !utf8.ValidString(name) {
		t.fail(base.Refuse(base.CodeCheckpointName, strconv.Itoa(MaxCheckpointName), strconv.Itoa(len(name))))
		return
	}
	i := s.checkpointOf(name)
	if i < 0 && len(s.checkpoints) == MaxCheckpoints {
		t.fail(base.Refuse(base.CodeManyCheckpoints, strconv.Itoa(MaxCheckpoints)))
		return
	}
	t.run(func() error {
		list := slices.Clone(s.checkpoints)
		if i := s.checkpointOf(name); i >= 0 {
			list = slices.Delete(list, i, i+1)
		}
		s.checkpoints = append(list, checkpoint{name, t.at, s.history.now})
		t.record(r)
		return nil
	})
}

// dropCheckpoint begins the task of [DeleteCheckpoint].
func (t *Task) dropCheckpoint(r DeleteCheckpoint) {
	i, err := t.s.named(r.Name)
	if err != nil {
		t.fail(err)
		return
	}
	t.run(func() error {
		t.s.checkpoints = slices.Delete(slices.Clone(t.s.checkpoints), i, i+1)
		t.record(r)
		return nil
	})
}

// restore begins the task of [RestoreCheckpoint].
func (t *Task) restore(r RestoreCheckpoint) {
	i, err := t.s.named(r.Name)
	if err != nil {
		t.fail(err)
		return
	}
	to := t.s.checkpoints[i].state
	t.run(func() error {
		t.enter(to)
		t.accept(r)
		t.remeasured()
		return nil
	})
}

// settle begins the task of [ForgetHistory].
func (t *Task) settle(r ForgetHistory) {
	t.run(func() error {
		h := &t.s.history
		h.past, h.future, h.cut = nil, nil, false
		t.record(r)
		return nil
	})
}

// checkpointOf returns the index of a checkpoint, -1 for none.
func (s *Session) checkpointOf(name string) int {
	return slices.IndexFunc(s.checkpoints, func(c checkpoint) bool { return c.name == name })
}

// named returns the index of a checkpoint, or a refusal that suggests the most similar name.
func (s *Session) named(name string) (int, error) {
	if i := s.checkpointOf(name); i >= 0 {
		return i, nil
	}
	var names []string
	for _, c := range s.checkpoints {
		names = append(names, c.name)
	}
	return 0, base.Refuse(base.CodeNoCheckpoint, name, base.Nearest(name, names))
}

// spell writes a duration in the largest of the units d, h, m and s that divides it.
func spell(d base.Micros) string {
	for _, u := range []struct {
		of   base.Micros
		name string
	}{{24 * 3600 * 1e6, "d"}, {3600 * 1e6, "h"}, {60 * 1e6, "m"}} {
		if d%u.of == 0 {
			return count(int64(d/u.of)) + u.name
		}
	}
	return strconv.FormatFloat(float64(d)/1e6, 'f', -1, 64) + "s"
}

// timed is a request that makes a step of the timeline.
type timed interface {
	// says describes what the request does, in one line.
	says() OutputLine
}

// DescribeChange returns one line that says what a change does. It panics for a change that is not a
// step of the timeline.
func DescribeChange(r Request) OutputLine { return r.(timed).says() }

func stepNote(code base.Code, args ...string) OutputLine {
	return OutputLine{Kind: LineNote, Code: code, Args: args}
}

func (r RunConsole) says() OutputLine {
	text := strings.TrimSpace(r.Text)
	if len(text) > maxStepText {
		text = strings.ToValidUTF8(text[:maxStepText], "") + "…"
	}
	return OutputLine{Kind: LineInput, Text: text}
}

// and returns the description of a step that did what l describes and then one more command. The
// result ok is false if l does not describe commands.
func (l OutputLine) and(next OutputLine) (both OutputLine, ok bool) {
	done, first := 1, l.Text
	if l.Code == base.NoteStepScript && len(l.Args) == 2 {
		done, _ = strconv.Atoi(l.Args[0])
		first = l.Args[1]
	} else if l.Kind != LineInput {
		return next, false
	}
	return stepNote(base.NoteStepScript, strconv.Itoa(done+1), first), true
}

func (r LoadRecords) says() OutputLine {
	return stepNote(base.NoteStepLoad, append([]string{r.Table, count(r.Data.Len()), r.Template}, r.left()...)...)
}

// left returns the number of lines of the file that are not in the table, as an argument of a
// note; nothing for 0.
func (r LoadRecords) left() []string {
	if r.SkippedLines == 0 {
		return nil
	}
	return []string{strconv.Itoa(r.SkippedLines)}
}

func (r RestoreRows) says() OutputLine {
	return stepNote(base.NoteStepLoad, r.Target.Table, strconv.Itoa(len(r.Rows)), r.Target.Template)
}

func (r SetWorkload) says() OutputLine {
	return stepNote(base.NoteStepQueries, strconv.Itoa(len(r.Queries)))
}
func (r CollectGarbage) says() OutputLine    { return stepNote(base.NoteStepCompact, r.Table) }
func (r AdvanceClock) says() OutputLine      { return stepNote(base.NoteStepClock, spell(r.By)) }
func (r RestoreCheckpoint) says() OutputLine { return stepNote(base.NoteStepRestore, r.Name) }
