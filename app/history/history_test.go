package history

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// play is a page with a timeline.
type play struct {
	*pagetest.Page
	s State
}

// past is a page with three changes, the last of them undone.
func past(t *testing.T) *play {
	p := &play{Page: pagetest.New(t, engine.TableInfo{Name: "games", Rows: 4})}
	p.Work.Timeline = engine.UndoTimeline{
		First: 1, Now: 2, Steps: []engine.TimelineStep{{State: 2}, {State: 3}, {State: 4}}, Checkpoints: []engine.Checkpoint{{Name: "a", State: 9}},
	}
	return p
}

// turn has the timeline do something. BeforeCall is called before every call, as on the page.
func (p *play) turn(do func(*page.Update)) *play {
	p.Turn(func(t *page.Update) {
		t.Sending = func(c host.Call) { BeforeCall(t, &p.s, c) }
		do(t)
	})
	return p
}

func (p *play) on(m Msg) *play { return p.turn(func(t *page.Update) { Update(t, &p.s, m) }) }

// does runs a command of another part.
func (p *play) does(text string) *play {
	return p.turn(func(t *page.Update) { t.RunCommand(t.Work.TranslateCommand(text)) })
}

// asks fails the test unless the last call was a request about the present state.
func (p *play) asks(want engine.Request) {
	p.T.Helper()
	if p.Asks(want); p.LastCall().Window.State != 0 {
		p.T.Errorf("%+v is not about the state of now", p.LastCall())
	}
}

// shown brings the answer to the last call, which shows a state.
func (p *play) shown(state uint64) *play {
	seq := p.LastCall().Seq
	if p.State.Calls[seq].Then != nil {
		p.on(p.Answered(host.Answer{Seq: seq}).(Msg))
	}
	p.Work.Page.State = state
	return p
}

// look shows the state after some steps, with its answer.
func (p *play) look(step int, state uint64) *play {
	p.T.Helper()
	p.on(SliderMoved{step})
	if p.Asks(engine.Refresh{}); p.LastCall().Window.State != state {
		p.T.Fatalf("%+v", p.LastCall())
	}
	return p.shown(state)
}

// TestUndoStopsAtTheStep tests that in a lesson the tables at the beginning of a step cannot be
// undone, and that earlier states can only be looked at.
func TestUndoStopsAtTheStep(t *testing.T) {
	at := func(ground uint64) *play {
		p := past(t)
		p.Work.Kind = host.KindLesson
		p.State.Lesson = &page.LessonState{Progress: lessons.Progress{StepStartState: ground}}
		return p
	}
	for ground, undone := range map[uint64]bool{0: true, 1: true, 2: true, 3: false, 4: false, 99: true} {
		p := at(ground)
		if p.on(UndoPressed{}); len(p.Effects) > 0 != undone {
			t.Errorf("above state %d of now 3: asked %+v", ground, p.Effects)
		}
	}
	p := at(3)
	p.look(1, 2)
	if p.on(herePressed{}); len(p.Effects) > 0 {
		t.Errorf("back before the step: %+v", p.Effects)
	}
	p.look(3, 4).on(herePressed{}).asks(engine.GoToState{State: 4})
	undo := regexp.MustCompile(`<button[^>]* aria-label="Undo"[^>]*>`)
	for ground, rests := range map[uint64]bool{2: false, 3: true} {
		p := at(ground)
		v := NewView(&ui.Kit{Lang: "en", InBrowser: true, EngineIdle: true, To: &ui.MsgSender{}}, &p.State, &p.Work, p.s)
		html := app.HTMLString(v.Draw(app.Div()))
		if drawn := undo.FindString(html); drawn == "" || strings.Contains(drawn, "aria-disabled") != rests {
			t.Errorf("above state %d of now 3: %s", ground, drawn)
		}
	}
}

func TestUndoAndRedo(t *testing.T) {
	p := past(t)
	p.turn(func(t *page.Update) { SetTimeline(t, p.Work.Timeline) }).Has(page.SetFieldText{ID: elementSlider, Text: "2"})
	p.on(UndoPressed{}).asks(engine.Undo{})
	if p.Work.Saved != host.SavePending || p.s.moved != MoveBack {
		t.Errorf("%+v", p.s)
	}
	if told := p.s.MoveToAnnounce(&p.Work); told != MoveNone {
		t.Errorf("before it is done %v is told", told)
	}
	p.shown(0)
	if told := p.s.MoveToAnnounce(&p.Work); told != MoveBack {
		t.Errorf("of going back %v is told", told)
	}
	p.on(RedoPressed{}).asks(engine.Redo{})
	if p.s.moved != MoveForward {
		t.Errorf("%v", p.s.moved)
	}
	p.Restart()
	if p.s.OnWorkerRestarted(); p.s.MoveToAnnounce(&p.Work) != MoveForward {
		t.Error("it waits for an engine that is gone")
	}
	if p.does("ls"); p.s.moved != MoveNone {
		t.Error("what was done before is still said")
	}
	for name, change := range map[string]func(*play){
		"at home":       func(p *play) { p.State.Route.Screen = page.ScreenHome },
		"read-only":     func(p *play) { p.Work.ReadOnly = true },
		"in a dialog":   func(p *play) { p.State.Dialog = page.DialogReset },
		"without steps": func(p *play) { p.Work.Timeline = engine.UndoTimeline{} },
		"not ready":     func(p *play) { p.State.Ready = false },
	} {
		p := past(t)
		change(p)
		if p.on(UndoPressed{}); len(p.Effects) > 0 {
			t.Errorf("%s there is something to undo: %+v", name, p.Effects)
		}
		if p.on(RedoPressed{}); len(p.Effects) > 0 {
			t.Errorf("%s there is something to redo: %+v", name, p.Effects)
		}
	}
}

// TestQuickPresses tests that Undo and Redo that are pressed while others are under way are all
// sent, that a button is disabled only when no step in its direction will be left, and that other
// changes of the timeline count too.
func TestQuickPresses(t *testing.T) {
	p := past(t)
	var sent []host.SentCall
	check := func(m Msg, want engine.Request, undo, redo bool) {
		t.Helper()
		p.on(m)
		if want == nil {
			p.Quiet()
		} else {
			p.asks(want)
			sent = append(sent, p.LastCall())
		}
		k := ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{}} // the engine works on the first move
		html := app.HTMLString(NewView(&k, &p.State, &p.Work, p.s).Draw(app.Div()))
		for name, enabled := range map[string]bool{"Undo": undo, "Redo": redo} {
			drawn := regexp.MustCompile(`<button[^>]* aria-label="` + name + `"[^>]*>`).FindString(html)
			if drawn == "" || strings.Contains(drawn, "aria-disabled") == enabled {
				t.Errorf("after %d moves: %s", len(sent), drawn)
			}
		}
	}
	check(UndoPressed{}, engine.Undo{}, true, true)
	check(UndoPressed{}, engine.Undo{}, false, true)
	check(UndoPressed{}, nil, false, true)
	check(RedoPressed{}, engine.Redo{}, true, true)
	check(RedoPressed{}, engine.Redo{}, true, true)
	check(RedoPressed{}, engine.Redo{}, true, false)
	check(RedoPressed{}, nil, true, false)
	check(StatePressed{1}, engine.GoToState{State: 1}, false, true)
	check(AdvanceClockPressed{1}, engine.AdvanceClock{By: 1}, true, false)
	check(AdvanceClockPressed{1}, engine.AdvanceClock{By: 1}, true, false)
	check(CheckpointPressed{"a"}, engine.RestoreCheckpoint{Name: "a"}, true, false)
	check(UndoPressed{}, engine.Undo{}, true, true)
	for i, c := range sent { // a refused one does not end those after it
		if told := p.s.MoveToAnnounce(&p.Work); told != MoveNone {
			t.Errorf("after %d answers %v is told", i, told)
		}
		p.on(p.Answered(host.Answer{Seq: c.Seq, Err: base.Refuse(base.CodeCancelled)}).(Msg))
	}
	if told := p.s.MoveToAnnounce(&p.Work); told != MoveBack {
		t.Errorf("at the end %v is told", told)
	}
}

func TestLookingBack(t *testing.T) {
	for step, state := range []uint64{1, 2, 0, 4} {
		if state == 0 {
			continue
		}
		p := past(t).look(step, state)
		if w := &p.Work; !w.ShowsPastState() || w.ShownTimelineStep() != step || p.s.moved != MoveLook || p.s.MoveToAnnounce(w) != MoveLook || w.Timeline.Now != 2 {
			t.Errorf("step %d: %+v", step, w)
		}
		p.on(herePressed{}).asks(engine.GoToState{State: state})
		if moved := p.s.moved; moved != MoveForward && moved != MoveBack || (moved == MoveForward) != (step > 2) {
			t.Errorf("step %d: %v", step, moved)
		}
	}
	p := past(t).look(1, 2).on(PresentStatePressed{})
	p.Has(page.SetFieldText{ID: elementSlider, Text: "2"})
	if s := p.LastCall(); s.Window.State != 0 || p.s.moved != MoveReturn {
		t.Errorf("%+v", s)
	}
	p.shown(0)
	if p.Work.ShowsPastState() || p.Work.ShownTimelineStep() != 2 || p.s.MoveToAnnounce(&p.Work) != MoveReturn {
		t.Errorf("%+v", p.Work)
	}
	p.on(SliderMoved{2}).Quiet()
	p.on(herePressed{}).Quiet()
}

func TestCheckpoints(t *testing.T) {
	p := past(t).on(CheckpointMade{" before "})
	p.asks(engine.SaveCheckpoint{Name: "before"})
	p.Has(page.SetFieldText{ID: elementCheckpoint, Text: ""})
	p.on(CheckpointMade{" "}).Quiet()
	p.on(CheckpointMade{strings.Repeat("名", 21)}).Quiet() // fewer characters than the bound has bytes
	if n := p.State.Notice; n == nil || n.Err.Code != base.CodeCheckpointName || !slices.Equal(n.Err.Args, []string{"60", "63"}) {
		t.Errorf("of a name too long there is said %+v", n)
	}
	p.on(CheckpointRemoved{"a"}).asks(engine.DeleteCheckpoint{Name: "a"})
	p.on(CheckpointPressed{"a"}).asks(engine.RestoreCheckpoint{Name: "a"})
	if p.s.moved != MoveBack || p.State.AwaitedCallNumber(slotMove) != p.LastCall().Seq {
		t.Errorf("%+v", p.s)
	}
	p.on(StatePressed{9}).asks(engine.GoToState{State: 9})
}

func TestClock(t *testing.T) {
	const day = 86_400_000_000
	past(t).on(AdvanceClockPressed{day}).asks(engine.AdvanceClock{By: day})
}
