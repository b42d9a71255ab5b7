package model

import (
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/app/schema"
	"tabletop/engine"
	"tabletop/engine/base"
)

// past is a sandbox with three changes, the last of them undone.
func past(t *testing.T) *play {
	return sandbox(t).on(ConsoleEntered{"set games k f:q=1"}).answer(host.Answer{Reply: &engine.Reply{
		Version: 2,
		Timeline: &engine.Timeline{
			First: 1, Now: 2, Steps: []engine.Step{{State: 2}, {State: 3}, {State: 4}}, Checkpoints: []engine.NamedState{{Name: "a", State: 9}},
		},
	}, Page: &engine.Page{Table: "games", Total: 4}})
}

// asks fails the test unless a request was sent last, about the state of now.
func (p *play) asks(want engine.Request) {
	p.t.Helper()
	s := p.sent()
	if run, _ := s.Call.(host.Execute); !reflect.DeepEqual(run.Request, want) || s.Window.State != 0 {
		p.t.Errorf("%+v was sent, want %+v", s, want)
	}
}

func TestUndoAndRedo(t *testing.T) {
	p := past(t)
	p.has(SetText{ID: ElementTime, Text: "2"})
	p.on(UndoPressed{}).asks(engine.Undo{})
	if p.st.Work.Saved != host.SavePending || p.st.Work.Time.Moved != MovedBack {
		t.Errorf("%+v", p.st.Work)
	}
	p.on(RedoPressed{}).asks(engine.Redo{})
	if p.st.Work.Time.Moved != MovedOn {
		t.Errorf("%v", p.st.Work.Time.Moved)
	}
	p.on(ConsoleEntered{"ls"})
	if p.st.Work.Time.Moved != MovedNot {
		t.Error("what was done before is still said")
	}
	for name, change := range map[string]func(*State){
		"at home":       func(st *State) { st.Route.Screen = ScreenHome },
		"read-only":     func(st *State) { st.Work.ReadOnly = true },
		"in a dialog":   func(st *State) { st.Menu = MenuReset },
		"without steps": func(st *State) { st.Work.Timeline = engine.Timeline{} },
		"not ready":     func(st *State) { st.Ready = false },
	} {
		p := past(t)
		change(&p.st)
		if p.on(UndoPressed{}); len(p.effects) > 0 {
			t.Errorf("%s there is something to undo: %+v", name, p.effects)
		}
		if p.on(RedoPressed{}); len(p.effects) > 0 {
			t.Errorf("%s there is something to redo: %+v", name, p.effects)
		}
	}
}

// look looks at the state after some steps and has it answered.
func (p *play) look(step int, state uint64) *play {
	p.t.Helper()
	p.on(Scrubbed{step})
	if s := p.sent(); s.Call != host.Call(host.Execute{Request: engine.Look{}}) || s.Window.State != state {
		p.t.Fatalf("%+v", s)
	}
	return p.answer(host.Answer{
		Reply: &engine.Reply{Version: 2, Tables: []engine.TableInfo{{Name: "old"}}},
		Page:  &engine.Page{Table: "old", Total: 1, State: state},
	})
}

func TestLookingBack(t *testing.T) {
	for step, state := range []uint64{1, 2, 0, 4} {
		if state == 0 {
			continue
		}
		p := past(t).look(step, state)
		w := &p.st.Work
		if !w.Looking() || w.Step() != step || w.Tables[0].Name != "old" || w.Time.Moved != Looked || w.Timeline.Now != 2 {
			t.Errorf("step %d: %+v", step, w)
		}
		p.on(HerePressed{}).asks(engine.GoTo{State: state})
		if moved := p.st.Work.Time.Moved; (moved == MovedOn) != (step > 2) {
			t.Errorf("step %d: %v", step, moved)
		}
	}

	// Verdicts are of the state that is shown, and none are of one without.
	p := past(t)
	p.st.Work.Verdicts = []engine.Verdict{{Query: "q"}}
	if p.look(1, 2); p.st.Work.Verdicts != nil {
		t.Errorf("%+v", p.st.Work.Verdicts)
	}
	p = past(t).look(1, 2).on(NowPressed{})
	p.has(SetText{ID: ElementTime, Text: "2"})
	if s := p.sent(); s.Window.State != 0 || p.st.Work.Time.Moved != Returned {
		t.Errorf("%+v", s)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: &engine.Page{Table: "games", Total: 4}})
	if p.st.Work.Looking() || p.st.Work.Step() != 2 {
		t.Errorf("%+v", p.st.Work)
	}
	if p.on(Scrubbed{2}); len(p.effects) > 0 {
		t.Errorf("a look at what is shown: %+v", p.effects)
	}
	if p.on(HerePressed{}); len(p.effects) > 0 {
		t.Errorf("it goes to where it is: %+v", p.effects)
	}
}

func TestActingEndsTheLook(t *testing.T) {
	for _, m := range []Msg{ConsoleEntered{"count games"}, UndoPressed{}, schema.GarbagePressed{Table: "games"}} {
		p := past(t).look(1, 2).on(m)
		if p.st.Work.Window.State != 0 || p.sent().Window.State != 0 {
			t.Errorf("%+v is about the past", m)
		}
		var looks int
		for _, e := range p.effects {
			if s, ok := e.(Send); ok && s.Sent.Call == host.Call(host.Execute{Request: engine.Look{}}) && s.Sent.Window.State == 0 {
				looks++
			}
		}
		if looks != 1 {
			t.Errorf("%+v: the page does not return: %+v", m, p.effects)
		}
	}
	// Rows of the past scroll.
	p := past(t).look(1, 2).on(Scrolled{Offset: 50, Count: 30})
	if p.st.Work.Window.State != 2 {
		t.Errorf("%+v", p.st.Work.Window)
	}
	p.on(NowPressed{})
	if p.sent().Window.State != 0 {
		t.Errorf("%+v", p.sent())
	}
}

func TestSliderIsLeftAloneWhileItIsMoved(t *testing.T) {
	p := past(t).on(Scrubbed{0})
	first := p.sent().Seq
	p.on(Scrubbed{1})
	p.answer(host.Answer{Seq: first, Reply: &engine.Reply{Version: 2}, Page: &engine.Page{Table: "old", State: 1}})
	if len(p.effects) > 0 || p.st.Work.Looking() {
		t.Error("a state is shown that nobody looks at any more")
	}
}

func TestCheckpoints(t *testing.T) {
	p := past(t).on(CheckpointMade{" before "})
	p.asks(engine.Checkpoint{Name: "before"})
	p.has(SetText{ID: ElementCheckpoint, Text: ""})
	if p.on(CheckpointMade{" "}); len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
	p.on(CheckpointDropped{"a"}).asks(engine.DropCheckpoint{Name: "a"})
	p.on(CheckpointPressed{"a"}).asks(engine.Restore{Name: "a"})
	p.answer(host.Answer{Reply: &engine.Reply{Err: base.Refuse(base.CodeNoCheckpoint, "a", "")}})
	if n := p.st.Notice; n == nil || n.Err.Code != base.CodeNoCheckpoint {
		t.Errorf("%+v", n)
	}
	p.on(TimelineToggled{})
	if !p.st.Work.Time.Open {
		t.Error("not open")
	}
}

func TestClock(t *testing.T) {
	const day = 86_400_000_000
	p := sandbox(t).on(ClockPressed{day})
	p.asks(engine.Advance{By: day})
	p.answer(host.Answer{Reply: &engine.Reply{Version: 3, Timeline: &engine.Timeline{Ahead: day}}})
	if w := p.st.Work; w.Timeline.Ahead != day {
		t.Errorf("%+v", w.Timeline)
	}
}
