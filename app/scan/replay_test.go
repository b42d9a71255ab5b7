package scan

import (
	"fmt"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// replaying is a page with an open replay of 150 rows, whose first piece has come.
func replaying(t *testing.T) *play {
	p := begin(t)
	p.Work.Page = engine.RowPage{Table: "games", Total: 1000, Rows: make([]engine.PageRow, 20)}
	p.Work.Window = engine.Window{Table: "games", Count: 20}
	p.Work.Read = &engine.Read{Table: "games", Stats: table.Stats{RowsScanned: 150}}
	p.on(ReplayOpened{})
	p.Has(page.Focus{ID: elementReplay})
	return p.piece()
}

// piece answers the last call for steps.
func (p *play) piece() *play {
	p.T.Helper()
	s := p.Sent()
	r, ok := s.Call.(host.Execute).Request.(engine.Trace)
	if !ok {
		p.T.Fatalf("no steps are asked for but %+v", s.Call)
	}
	out := &engine.Traced{First: r.First, End: r.First+r.Count >= 150}
	for i := r.First; i < min(r.First+r.Count, 150); i++ {
		out.Steps = append(out.Steps, engine.TraceStep{Offset: 300 + i, Decision: table.Decision{Key: base.RowKey(fmt.Sprint(i)), Kept: i%2 == 0}})
	}
	return p.answer(host.Answer{Seq: s.Seq, Reply: &engine.Reply{Version: 1, Answer: out}})
}

func (p *play) step(want int) {
	p.T.Helper()
	r := p.s.Replay
	if s := r.Step(); s == nil || r.At != want || string(s.Key) != fmt.Sprint(want) {
		p.T.Fatalf("at step %d: %+v", r.At, s)
	}
	if w := p.Work.Window; w.Offset > 300+want || w.Offset+w.Count <= 300+want {
		p.T.Errorf("step %d is out of sight of %+v", want, w)
	}
}

func TestReplayMoves(t *testing.T) {
	p := replaying(t)
	p.step(0)
	p.Has(page.ScrollRows{Offset: 294})
	for i := range 39 {
		p.on(ReplayMoved{ReplayNext})
		p.step(i + 1)
	}
	p.on(ReplayMoved{ReplayNext}) // twenty are left
	if p.piece(); len(p.s.Replay.Steps) != 120 {
		t.Fatalf("%d steps", len(p.s.Replay.Steps))
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
	p.Has(page.Focus{ID: elementReplayOpen})
	if p.s.Replay != nil {
		t.Error("it is open")
	}
	if p.on(ReplayMoved{ReplayNext}, ReplayTicked{1}, ReplayPlayed{}); p.s.Replay != nil {
		t.Error("it came back")
	}
}

func TestReplayPlays(t *testing.T) {
	p := replaying(t).on(ReplayPlayed{})
	p.Has(page.SendLater{Wait: stepTime, Msg: ReplayTicked{1}})
	p.on(ReplayTicked{1})
	p.step(1)
	p.on(ReplayPlayed{}, ReplayTicked{1})
	p.step(1)
	p.on(ReplayPlayed{}, ReplayTicked{1}) // a tick of an earlier playing
	p.step(1)
	p.on(ReplayTicked{2}, ReplayMoved{ReplayLast})
	if p.s.Replay.Playing {
		t.Error("a key does not pause it")
	}
	p.piece().step(149)
	p.on(ReplayPlayed{})
	p.step(0)
	p.on(ReplayMoved{ReplayLast}, ReplayMoved{ReplayBack}, ReplayPlayed{}, ReplayTicked{4}, ReplayTicked{4})
	if p.step(149); p.s.Replay.Playing {
		t.Error("it goes on past the end")
	}
}

// TestReplayWithoutARead tests that there is no replay without a read.
func TestReplayWithoutARead(t *testing.T) {
	if p := begin(t).on(ReplayOpened{}); p.s.Replay != nil || len(p.Effects) > 0 {
		t.Errorf("%+v", p.Effects)
	}
}

func TestWhatAReplayTells(t *testing.T) {
	p := replaying(t)
	p.on(ReplayMoved{ReplayNext}, ReplayPlayed{}).Tells(page.AnnouncementPart{Code: "said-play"})
	p.on(ReplayPlayed{}).Tells(page.AnnouncementPart{Code: "said-pause", Args: []string{"2"}})
	p.on(ReplayMoved{ReplayLast}).piece()
	p.on(ReplayMoved{ReplayBack}, ReplayPlayed{}).Tells(page.AnnouncementPart{Code: "said-play"})
	p.on(ReplayTicked{p.s.Replay.round})
	p.on(ReplayTicked{p.s.Replay.round}).Tells(page.AnnouncementPart{Code: "said-played"})
}
