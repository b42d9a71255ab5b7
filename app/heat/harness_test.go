package heat

import (
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// play is a page with the load.
type play struct {
	*pagetest.Page
	s State
}

// loaded is a sandbox with a designed table and a question.
func loaded(t *testing.T) *play {
	p := &play{Page: pagetest.New(t, engine.TableInfo{Name: "empty"}, engine.TableInfo{Name: "plain", Rows: 3},
		engine.TableInfo{Name: "games", Rows: 400, Template: "{game}#{day}", Fields: []string{"game", "day"}})}
	p.Work.Verdicts = []engine.Verdict{{Query: "q", Table: "games"}, {Query: "other", Table: "elsewhere"}}
	return p
}

func (p *play) settings() settings { return settings{given(&p.State, &p.Work), &p.s} }

// stale reports whether the first map is of an earlier version of the tables.
func (p *play) stale() bool {
	v := NewView(&ui.Kit{}, &p.State, &p.Work, p.s)
	return v.stale(0)
}

// on handles messages, and calls AfterMessage after each, as the page does.
func (p *play) on(msgs ...Msg) *play {
	for _, m := range msgs {
		p.Turn(func(t *page.Update) {
			Update(t, &p.s, m)
			AfterMessage(t, &p.s)
		})
	}
	return p
}

// answer brings the answer to a call.
func (p *play) answer(a host.Answer) *play {
	p.T.Helper()
	return p.on(p.Answered(a).(Msg))
}

// ran brings the answer to a command of the console.
func (p *play) ran() *play {
	p.Turn(func(t *page.Update) {
		OnReply(t, &p.s, host.ExecuteRequest{Request: engine.RunConsole{Text: "read games"}})
		AfterMessage(t, &p.s)
	})
	return p
}

// simulated brings a map, with the drawing of the page before it is shown.
func (p *play) simulated(a host.Answer) *play {
	p.T.Helper()
	before := p.s.Maps
	p.answer(a)
	if p.s.Maps != before {
		p.T.Error("a map is shown at once")
	}
	later := p.later()
	if len(later) != 1 {
		p.T.Fatalf("%d maps are to be shown: %+v", len(later), p.Effects)
	}
	return p.on(later...)
}

// later returns the message that comes after the page was drawn.
func (p *play) later() (msgs []Msg) {
	for _, e := range p.Effects {
		if then, ok := e.(page.SendMsgAfterDraw); ok {
			msgs = append(msgs, then.Msg.(Msg))
		}
	}
	return msgs
}

// simulatedBeside brings the map of another table.
func (p *play) simulatedBeside(a host.Answer) *play {
	p.T.Helper()
	p.answer(a)
	return p.on(p.later()...)
}

// mapped is a page with two maps.
func mapped(t *testing.T) *play {
	p := loaded(t).on(FieldChanged{FieldTemplate, "{day}#{game}"}, SimulatePressed{})
	first, second := p.s.sent[0], p.s.sent[1]
	p.simulated(host.Answer{Seq: first, Reply: &engine.Reply{Answer: heated(10, 6, 25), Version: p.Work.Version}})
	return p.simulated(host.Answer{Seq: second, Reply: &engine.Reply{Answer: heated(12, 6, 7), Version: p.Work.Version}})
}

// toggle opens or closes the heat map.
func (p *play) toggle() *play {
	p.s.Open = !p.s.Open
	p.Turn(func(t *page.Update) { AfterMessage(t, &p.s) })
	return p
}

// TestMapsOfSteps tests that a step of a lesson does not begin with the map of other traffic.
func TestMapsOfSteps(t *testing.T) {
	p := mapped(t).on(painted{})
	day := func() *lessons.Traffic {
		return &lessons.Traffic{SimulateLoad: engine.SimulateLoad{Table: "games", Writes: 600, Reads: []engine.QueryRate{{Query: "q", Rate: 2}}}}
	}
	night := day()
	night.Writes = 6000
	l := &page.LessonState{Lesson: &lessons.Lesson{Steps: []lessons.Step{{Traffic: day()}, {}, {Traffic: day()}, {Traffic: night}}}}
	p.State.Lesson = l
	follow := func() { p.Turn(func(turn *page.Update) { AfterMessage(turn, &p.s) }) }
	for l.Step = range 3 {
		if follow(); p.s.Maps[0] == nil || p.s.PaintedMaps[0] == nil {
			t.Errorf("step %d has lost the map", l.Step)
		}
	}
	p.s.sent[0] = 77
	if l.Step = 3; p.s.Maps[0] == nil {
		t.Fatal("no map")
	}
	if follow(); p.s.Maps[0] != nil || p.s.PaintedMaps[1] != nil || p.s.waits() {
		t.Errorf("the last step shows the map of the others: %+v", p.s.Maps)
	}
	p.Has(page.SendCall{Sent: host.SentCall{Seq: p.State.Seq, Call: host.CancelCall{Seq: 77}}})
}

// TestNotBeforeTheLesson tests that a lesson's tables are not simulated by themselves if they
// come before the lesson, as on a busy machine.
func TestNotBeforeTheLesson(t *testing.T) {
	p := loaded(t)
	p.Work.Kind = host.KindLesson
	if p.Turn(func(turn *page.Update) { AfterMessage(turn, &p.s) }); p.s.resting != "" || len(p.Effects) > 0 {
		t.Errorf("%q is about to be simulated, %+v", p.s.resting, p.Effects)
	}
}

// TestItself tests that the open table is simulated a moment after a change of tables or
// traffic.
func TestItself(t *testing.T) {
	p := loaded(t)
	p.Turn(func(turn *page.Update) { AfterMessage(turn, &p.s) })
	of := p.s.resting
	if of == "" {
		t.Fatal("nothing is about to be simulated")
	}
	p.Has(page.SendMsgLater{Wait: rest, Msg: rested{of}})
	if p.Turn(func(turn *page.Update) { AfterMessage(turn, &p.s) }); len(p.Effects) > 0 {
		t.Errorf("asked for twice: %+v", p.Effects)
	}
	p.Work.Version = 2
	if p.on(rested{of}); p.s.waits() {
		t.Error("what has changed since is simulated")
	}
	of = p.s.resting
	p.on(rested{of})
	r, _ := p.settings().request()
	r.WhenIdle = true
	p.Asks(r)
	if host.TraitsOfCall(host.ExecuteRequest{Request: r}).CountsAsAct || engine.TraitsOf(r).Urgency != engine.UrgencyIdle {
		t.Error("it does not wait for what the reader does")
	}
	first := p.s.sent[0]
	p.Work.Version = 3
	p.on(rested{p.s.resting}, rested{p.itself()})
	if p.s.sent[0] == first || !p.s.waits() {
		t.Error("what is under way is not cancelled")
	}
	p.on(rested{p.itself()})
	if p.s.resting != "" {
		t.Error("it is simulated again without a change")
	}
	p.on(FieldChanged{fieldSource, liveSource})
	if p.itself() != "" {
		t.Error("the reader's own commands are simulated")
	}
}

func (p *play) itself() (of string) {
	p.Turn(func(turn *page.Update) { of = (&update{turn, &p.s}).itself() })
	return of
}
