package model

import (
	"testing"

	"tabletop/app/console"
	"tabletop/app/host"
	"tabletop/app/scan"
	"tabletop/engine"
	"tabletop/engine/table"
)

// replaying is a page with an open replay of a read.
func replaying(t *testing.T) *play {
	p := sandbox(t)
	p.st.Work.LastRead = &engine.ReadReport{Table: "games", Stats: table.ScanStats{RowsScanned: 150}}
	if p.on(scan.ReplayOpened{}); p.st.Work.Scan.Replay == nil {
		t.Fatal("it does not open")
	}
	return p
}

// TestReplayEndsWithItsRead tests that another read, or a change, ends the replay.
func TestReplayEndsWithItsRead(t *testing.T) {
	p := replaying(t).on(console.EnterPressed{Text: "read games"})
	if p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Read: &engine.ReadReport{Table: "games"}}}); p.st.Work.Scan.Replay != nil {
		t.Error("another read")
	}
	p = replaying(t).on(console.EnterPressed{Text: "set games k f:q=v"})
	if p.answer(host.Answer{Reply: &engine.Reply{Version: 2}}); p.st.Work.Scan.Replay != nil {
		t.Error("a change")
	}
}

// TestReplayGoesOn tests that the answers to the replay's calls reach it.
func TestReplayGoesOn(t *testing.T) {
	p := replaying(t)
	p.answer(host.Answer{Reply: &engine.Reply{Version: 1, Tables: p.st.Work.Tables, Answer: &engine.ReadTraced{End: true, Rows: make([]engine.TracedRow, 2)}}})
	if r := p.st.Work.Scan.Replay; r == nil || len(r.Steps) != 2 || !r.Complete {
		t.Errorf("%+v", r)
	}
	if p.on(WorkerRestarted{}); p.st.Work.Scan.Replay != nil {
		t.Error("a worker that died replays on")
	}
}

// TestReadGoesWithItsQuestions tests that the cost of the last read is not shown any more under
// a key by which no question can be answered.
func TestReadGoesWithItsQuestions(t *testing.T) {
	again := func() *play { return replaying(t).on(console.EnterPressed{Text: "set games k f:q=v"}) }
	p := again().answer(host.Answer{Reply: &engine.Reply{Version: 2, Verdicts: []engine.Verdict{{Query: "a"}, {Query: "b", Table: "games"}}}})
	if p.st.Work.LastRead == nil {
		t.Error("one can be asked")
	}
	p = again().answer(host.Answer{Reply: &engine.Reply{Version: 2, Verdicts: []engine.Verdict{{Query: "a"}, {Query: "b"}}}})
	if p.st.Work.LastRead != nil {
		t.Error("none can be asked")
	}
}
