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
	p.Work.Window = engine.RowWindow{Table: "games", Count: 20}
	p.Work.LastRead = &engine.ReadReport{Table: "games", Stats: table.ScanStats{RowsScanned: 150}}
	p.on(ReplayOpened{})
	p.Has(page.FocusElement{ID: elementReplay})
	return p.piece()
}

// piece answers the last call for steps.
func (p *play) piece() *play {
	p.T.Helper()
	s := p.LastCall()
	r, ok := s.Call.(host.ExecuteRequest).Request.(engine.TraceLastRead)
	if !ok {
		p.T.Fatalf("no steps are asked for but %+v", s.Call)
	}
	out := &engine.ReadTraced{First: r.First, End: r.First+r.Count >= 150}
	for i := r.First; i < min(r.First+r.Count, 150); i++ {
		out.Rows = append(out.Rows, engine.TracedRow{Offset: 300 + i, FilterDecision: table.FilterDecision{Key: base.RowKey(fmt.Sprint(i)), Kept: i%2 == 0}})
	}
	return p.answer(host.Answer{Seq: s.Seq, Reply: &engine.Reply{Version: 1, Answer: out}})
}

func (p *play) step(want int) {
	p.T.Helper()
	r := p.s.Replay
	if s := r.ShownRow(); s == nil || r.At != want || string(s.Key) != fmt.Sprint(want) {
		p.T.Fatalf("at step %d: %+v", r.At, s)
	}
	if w := p.Work.Window; w.Offset > 300+want || w.Offset+w.Count <= 300+want {
		p.T.Errorf("step %d is out of sight of %+v", want, w)
	}
}

func TestReplayMoves(t *testing.T) {
	p := replaying(t)
	p.step(0)
	p.Has(page.ScrollGridToRow{Offset: 294})
	for i := range 39 {
		p.on(replayMoved{replayNext})
		p.step(i + 1)
	}
	p.on(replayMoved{replayNext}) // twenty are left
	if p.piece(); len(p.s.Replay.Steps) != 120 {
		t.Fatalf("%d steps", len(p.s.Replay.Steps))
	}
	p.step(40)
	p.on(replayMoved{replayBack})
	p.step(39)
	p.on(replayMoved{replayLast})
	p.step(119)
	p.piece().step(149)
	p.on(replayMoved{replayNext})
	p.step(149)
	p.on(replayMoved{replayFirst}, replayMoved{replayBack})
	p.step(0)
	p.on(replayClosed{})
	p.Has(page.FocusElement{ID: elementReplayOpen})
	if p.s.Replay != nil {
		t.Error("it is open")
	}
	if p.on(replayMoved{replayNext}, replayTicked{1}, replayPlayed{}); p.s.Replay != nil {
		t.Error("it came back")
	}
}

func TestReplayPlays(t *testing.T) {
	p := replaying(t).on(replayPlayed{})
	p.Has(page.SendMsgLater{Wait: stepTime, Msg: replayTicked{1}})
	p.on(replayTicked{1})
	p.step(1)
	p.on(replayPlayed{}, replayTicked{1})
	p.step(1)
	p.on(replayPlayed{}, replayTicked{1}) // a tick of an earlier playing
	p.step(1)
	p.on(replayTicked{2}, replayMoved{replayLast})
	if p.s.Replay.Playing {
		t.Error("a key does not pause it")
	}
	p.piece().step(149)
	p.on(replayPlayed{})
	p.step(0)
	p.on(replayMoved{replayLast}, replayMoved{replayBack}, replayPlayed{}, replayTicked{4}, replayTicked{4})
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
	p.on(replayMoved{replayNext}, replayPlayed{}).Tells(page.AnnouncementPart{Code: "said-play"})
	p.on(replayPlayed{}).Tells(page.AnnouncementPart{Code: "said-pause", Args: []string{"2"}})
	p.on(replayMoved{replayLast}).piece()
	p.on(replayMoved{replayBack}, replayPlayed{}).Tells(page.AnnouncementPart{Code: "said-play"})
	p.on(replayTicked{p.s.Replay.round})
	p.on(replayTicked{p.s.Replay.round}).Tells(page.AnnouncementPart{Code: "said-played"})
}
