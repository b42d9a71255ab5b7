package model

import (
	"fmt"
	"testing"

	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// replaying is a page with a replay of 150 rows open, its first piece there.
func replaying(t *testing.T) *play {
	p := sandbox(t)
	p.st.Work.Page = engine.Page{Table: "games", Total: 1000, Rows: make([]engine.PageRow, 20)}
	p.st.Work.Window = engine.Window{Table: "games", Count: 20}
	p.st.Work.Read = &engine.Read{Table: "games", Stats: table.Stats{RowsScanned: 150}}
	p.on(ReplayOpened{})
	p.has(Focus{ID: ElementReplay})
	return p.piece()
}

// piece answers the last question for steps.
func (p *play) piece() *play {
	p.t.Helper()
	s := p.sent()
	r, ok := s.Call.(host.Execute).Request.(engine.Trace)
	if !ok {
		p.t.Fatalf("no steps are asked for but %+v", s.Call)
	}
	out := &engine.Traced{First: r.First, End: r.First+r.Count >= 150}
	for i := r.First; i < min(r.First+r.Count, 150); i++ {
		out.Steps = append(out.Steps, engine.TraceStep{Offset: 300 + i, Decision: table.Decision{Key: base.RowKey(fmt.Sprint(i)), Kept: i%2 == 0}})
	}
	return p.on(Came{host.Answer{Seq: s.Seq, Reply: &engine.Reply{Version: 1, Answer: out, Tables: p.st.Work.Tables}}})
}

func (p *play) step(want int) {
	p.t.Helper()
	r := p.st.Work.Replay
	if s := r.Step(); s == nil || r.At != want || string(s.Key) != fmt.Sprint(want) {
		p.t.Fatalf("at step %d: %+v", r.At, s)
	}
	if w := p.st.Work.Window; w.Offset > 300+want || w.Offset+w.Count <= 300+want {
		p.t.Errorf("step %d is out of sight of %+v", want, w)
	}
}

func TestReplayMoves(t *testing.T) {
	p := replaying(t)
	p.step(0)
	p.has(ScrollRows{Offset: 294})
	for i := range 39 {
		p.on(ReplayMoved{ReplayNext})
		p.step(i + 1)
	}
	p.on(ReplayMoved{ReplayNext}) // twenty are left
	if p.piece(); len(p.st.Work.Replay.Steps) != 120 {
		t.Fatalf("%d steps", len(p.st.Work.Replay.Steps))
	}
	p.step(40)
	p.on(ReplayMoved{ReplayBack})
	p.step(39)
	p.on(ReplayMoved{ReplayLast})
	p.step(119)
	p.piece().step(149)
	p.on(ReplayMoved{ReplayNext})
	p.step(149)
	p.on(ReplayMoved{ReplayFirst}, ReplayMoved{ReplayBack})
	p.step(0)
	p.on(ReplayClosed{})
	p.has(Focus{ID: ElementReplayOpen})
	if p.st.Work.Replay != nil {
		t.Error("it is open")
	}
	if p.on(ReplayMoved{ReplayNext}, ReplayTicked{1}, ReplayPlayed{}); p.st.Work.Replay != nil {
		t.Error("it came back")
	}
}

func TestReplayPlays(t *testing.T) {
	p := replaying(t).on(ReplayPlayed{})
	p.has(After{Wait: stepTime, Msg: ReplayTicked{1}})
	p.on(ReplayTicked{1})
	p.step(1)
	p.on(ReplayPlayed{}, ReplayTicked{1})
	p.step(1)
	p.on(ReplayPlayed{}, ReplayTicked{1}) // of the playing before
	p.step(1)
	p.on(ReplayTicked{2}, ReplayMoved{ReplayLast})
	if p.st.Work.Replay.Playing {
		t.Error("a key does not pause it")
	}
	p.piece().step(149)
	p.on(ReplayPlayed{})
	p.step(0)
	p.on(ReplayMoved{ReplayLast}, ReplayMoved{ReplayBack}, ReplayPlayed{}, ReplayTicked{4}, ReplayTicked{4})
	if p.step(149); p.st.Work.Replay.Playing {
		t.Error("it goes on past the end")
	}
}

// TestReplayEndsWithItsRead: another read, or a change, ends it.
func TestReplayEndsWithItsRead(t *testing.T) {
	p := replaying(t).on(ConsoleEntered{"read games"})
	if p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Read: &engine.Read{Table: "games"}}}); p.st.Work.Replay != nil {
		t.Error("another read")
	}
	p = replaying(t).on(ConsoleEntered{"set games k f:q=v"})
	if p.answer(host.Answer{Reply: &engine.Reply{Version: 2}}); p.st.Work.Replay != nil {
		t.Error("a change")
	}
	if q := sandbox(t).on(ReplayOpened{}); q.st.Work.Replay != nil || len(q.effects) > 0 {
		t.Error("there is nothing to replay")
	}
}
