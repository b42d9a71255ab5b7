package model

import (
	"reflect"
	"testing"

	"tabletop/app/console"
	"tabletop/app/grid"
	"tabletop/app/history"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/schema"
	"tabletop/engine"
	"tabletop/engine/base"
)

// past is a sandbox with three changes, the last of them undone.
func past(t *testing.T) *play {
	return sandbox(t).on(console.EnterPressed{Text: "set games k f:q=1"}).answer(host.Answer{Reply: &engine.Reply{
		Version: 2,
		Timeline: &engine.UndoTimeline{
			First: 1, Now: 2, Steps: []engine.TimelineStep{{State: 2}, {State: 3}, {State: 4}}, Checkpoints: []engine.Checkpoint{{Name: "a", State: 9}},
		},
	}, Page: &engine.RowPage{Table: "games", Total: 4}})
}

// asks fails the test unless the last call was a request about the present state.
func (p *play) asks(want engine.Request) {
	p.t.Helper()
	s := p.sent()
	if run, _ := s.Call.(host.ExecuteRequest); !reflect.DeepEqual(run.Request, want) || s.Window.State != 0 {
		p.t.Errorf("%+v was sent, want %+v", s, want)
	}
}

// look shows the state after some steps, with its answer.
func (p *play) look(step int, state uint64) *play {
	p.t.Helper()
	p.on(history.SliderMoved{Step: step})
	if s := p.sent(); s.Call != host.Call(host.ExecuteRequest{Request: engine.Refresh{}}) || s.Window.State != state {
		p.t.Fatalf("%+v", s)
	}
	return p.answer(host.Answer{
		Reply: &engine.Reply{Version: 2, Tables: []engine.TableInfo{{Name: "old"}}},
		Page:  &engine.RowPage{Table: "old", Total: 1, State: state},
	})
}

func TestActingEndsTheLook(t *testing.T) {
	for _, m := range []page.Msg{console.EnterPressed{Text: "count games"}, history.UndoPressed{}, schema.FindGarbagePressed{Table: "games"}} {
		p := past(t).look(1, 2).on(m)
		if p.st.Work.Window.State != 0 || p.sent().Window.State != 0 {
			t.Errorf("%+v is about the past", m)
		}
		var looks int
		for _, e := range p.effects {
			if s, ok := e.(page.SendCall); ok && s.Sent.Call == host.Call(host.ExecuteRequest{Request: engine.Refresh{}}) && s.Sent.Window.State == 0 {
				looks++
			}
		}
		if looks != 1 {
			t.Errorf("%+v: the page does not return: %+v", m, p.effects)
		}
	}
	// The rows of an earlier state can be scrolled.
	p := past(t).look(1, 2).on(grid.RowsScrolled{Offset: 50, Count: 30})
	if p.st.Work.Window.State != 2 {
		t.Errorf("%+v", p.st.Work.Window)
	}
	p.on(history.PresentStatePressed{})
	if p.sent().Window.State != 0 {
		t.Errorf("%+v", p.sent())
	}
}

func TestSliderIsLeftAloneWhileItIsMoved(t *testing.T) {
	p := past(t).on(history.SliderMoved{Step: 0})
	first := p.sent().Seq
	p.on(history.SliderMoved{Step: 1})
	p.answer(host.Answer{Seq: first, Reply: &engine.Reply{Version: 2}, Page: &engine.RowPage{Table: "old", State: 1}})
	if len(p.effects) > 0 || p.st.Work.ShowsPastState() {
		t.Error("a state is shown that nobody looks at any more")
	}
}

// TestLookingBack tests that the tables of the state that is looked at are shown, and then
// those of the present one again. Verdicts belong to the state that is shown, and a state may
// have none.
func TestLookingBack(t *testing.T) {
	p := past(t)
	p.has(page.SetFieldText{ID: "time-step", Text: "2"})
	p.st.Work.Verdicts = []engine.Verdict{{Query: "q"}}
	p.look(1, 2)
	if w := &p.st.Work; !w.ShowsPastState() || w.ShownTimelineStep() != 1 || w.Tables[0].Name != "old" || w.Time.MoveToAnnounce(&w.Workspace) != history.MoveLook || w.Timeline.Now != 2 || w.Verdicts != nil {
		t.Errorf("%+v", w)
	}
	p.on(history.PresentStatePressed{}).answer(host.Answer{Reply: &engine.Reply{Version: 2}, Page: &engine.RowPage{Table: "games", Total: 4}})
	if p.st.Work.ShowsPastState() || p.st.Work.ShownTimelineStep() != 2 {
		t.Errorf("%+v", p.st.Work)
	}
}

// TestMovesAreAnswered tests that a refused move is told, and that the clock shows what the
// worker tells.
func TestMovesAreAnswered(t *testing.T) {
	const day = 86_400_000_000
	p := past(t).on(page.RestoreCheckpoint{Name: "a"})
	p.asks(engine.RestoreCheckpoint{Name: "a"})
	p.answer(host.Answer{Reply: &engine.Reply{Err: base.Refuse(base.CodeNoCheckpoint, "a", "")}})
	if n := p.st.Notice; n == nil || n.Err.Code != base.CodeNoCheckpoint {
		t.Errorf("%+v", n)
	}
	p.on(page.GoToState{State: 9}).asks(engine.GoToState{State: 9})
	p.on(history.AdvanceClockPressed{By: day}).answer(host.Answer{Reply: &engine.Reply{Version: 3, Timeline: &engine.UndoTimeline{Ahead: day}}})
	if w := p.st.Work; w.Timeline.Ahead != day {
		t.Errorf("%+v", w.Timeline)
	}
}
