package model

import (
	"testing"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// own is the map of so many commands, the last of them on the last keys.
func own(rows, commands int) *engine.Reply {
	r := heated(rows, commands, rows*commands-1)
	r.Of, r.Live = engine.Simulate{Table: "games"}, true
	for i := range r.Columns {
		r.Columns[i].Command = uint64(2*i + 1)
	}
	return &engine.Reply{Answer: r, Version: 1}
}

func TestOwnCommandsAreShown(t *testing.T) {
	p := mapped(t).on(HeatToggled{}).on(MetricPicked{cluster.Load})
	simulated := p.st.Work.Heat.Maps
	p.on(HeatSet{HeatSource, LiveSource}).asks(engine.LiveLoad{Table: "games"})
	h := &p.st.Work.Heat
	if h.Maps[0] != nil || h.Metric != cluster.Ops || len(p.st.HeatFields()) != 2 {
		t.Errorf("before it has come: %+v", h)
	}
	if p.on(HeatRun{}); len(p.effects) > 0 {
		t.Error("it is simulated meanwhile")
	}
	p.on(Came{host.Answer{Seq: p.st.Work.Heat.live.asked, Reply: own(10, 3)}})
	if h := &p.st.Work.Heat; h.Maps[0] == nil || h.Maps[0].Row != 9 || h.At.Column != 2 || h.Bright != 0 || p.st.Work.HeatStale(0) || p.st.Said.Parts[0].Of != any(HeatDiagnosed{}) {
		t.Fatalf("%+v", h)
	}
	if d := p.st.Work.Heat.Maps[0].Done(); d.Row != 9 || d.Reads != 37 || d.Writes != 41 || d.Share != 6.0/33 {
		t.Errorf("they come to %+v", d)
	}
	if p.on(HeatPicked{0, 9, 2}); len(p.effects) > 0 || !p.st.Work.Heat.At.Pinned {
		t.Error("a command is looked behind as traffic is")
	}

	// Each command brings it again, once at a time; at the end the cursor stays there.
	p.on(ConsoleEntered{"read games"})
	ran := p.sent().Seq
	p.on(Came{host.Answer{Seq: ran, Reply: &engine.Reply{Version: p.st.Work.Version, Tables: p.st.Work.Tables}}})
	asked := p.st.Work.Heat.live.asked
	if asked == 0 {
		t.Fatal("a command is not followed")
	}
	p.on(ConsoleEntered{"read games"})
	ran = p.sent().Seq
	if p.on(Came{host.Answer{Seq: ran, Reply: &engine.Reply{Version: p.st.Work.Version, Tables: p.st.Work.Tables}}}); p.st.Work.Heat.live.asked != asked {
		t.Error("it is asked for twice at once")
	}
	said := p.st.Said.N
	p.on(HeatMoved{0, MoveFirst}).on(HeatMoved{0, MoveDown}).on(HeatMoved{0, MoveRight})
	p.on(Came{host.Answer{Seq: asked, Reply: own(12, 4)}})
	if h := &p.st.Work.Heat; h.Maps[0].Row != 1 || h.At.Column != 1 || h.Maps[0].View != (heat.View{Rows: 12, Columns: 4}) || p.st.Said.N > said+3 {
		t.Errorf("the cursor is at %d, %+v in %+v", h.Maps[0].Row, h.At, h.Maps[0].View)
	}
	p.on(HeatZoomed{0, heat.View{Row: 8, Rows: 4, Column: 2, Columns: 2}}).on(HeatMoved{0, MoveLast})
	if asked = p.st.Work.Heat.live.asked; asked == 0 {
		t.Fatal("what was done meanwhile is not asked for")
	}
	p.on(Came{host.Answer{Seq: asked, Reply: own(12, 6)}})
	if h := &p.st.Work.Heat; h.Maps[0].Row != 11 || h.At.Column != 5 || h.Maps[0].View != (heat.View{Row: 8, Rows: 4, Column: 4, Columns: 2}) {
		t.Errorf("zoomed in, the cursor is at %d, %+v in %+v", h.Maps[0].Row, h.At, h.Maps[0].View)
	}

	// Out of sight it waits; what was simulated comes back.
	p.on(HeatToggled{}).on(ConsoleEntered{"read games"})
	ran = p.sent().Seq
	if p.on(Came{host.Answer{Seq: ran, Reply: &engine.Reply{Version: p.st.Work.Version, Tables: p.st.Work.Tables}}}); p.st.Work.Heat.live.asked != 0 {
		t.Error("it is asked for out of sight")
	}
	p.on(HeatToggled{}).asks(engine.LiveLoad{Table: "games"})
	asked = p.st.Work.Heat.live.asked
	p.on(HeatSet{HeatSource, ""})
	if p.on(Came{host.Answer{Seq: asked, Reply: own(12, 6)}}); p.st.Work.Heat.Maps != simulated || p.st.Work.Heat.Told != simulated || p.st.HeatLive() {
		t.Errorf("the maps of before are %+v", p.st.Work.Heat.Maps)
	}
}

func TestOwnCommandsOfAnotherTable(t *testing.T) {
	p := loaded(t).on(HeatToggled{}).on(HeatRun{})
	sent := p.st.Work.Heat.sent[0]
	p.on(HeatSet{HeatSource, LiveSource})
	first := p.st.Work.Heat.live.asked
	p.simulated(host.Answer{Seq: sent, Reply: &engine.Reply{Answer: heated(10, 6, 25), Version: p.st.Work.Version}})
	if p.st.Work.Heat.Maps[0] != nil {
		t.Error("a simulation is shown as the reader's own commands")
	}
	p.on(HeatSet{HeatTable, "plain"})
	p.on(Came{host.Answer{Seq: first, Reply: own(10, 3)}})
	if h := &p.st.Work.Heat; h.Maps[0] != nil || h.live.asked == 0 || h.live.asked == first {
		t.Fatalf("another table: %+v", h)
	}
	p.on(Came{host.Answer{Seq: p.st.Work.Heat.live.asked, Reply: &engine.Reply{Answer: &engine.Simulated{Live: true, Borders: []base.RowKey{""}}}}})
	if p.st.Work.Heat.Maps[0] != nil {
		t.Error("a map without commands")
	}
	if p.on(HeatSet{HeatSource, ""}); p.st.Work.Heat.Maps[0] == nil || len(p.st.Work.Heat.Maps[0].Columns) != 6 {
		t.Error("what was simulated meanwhile is lost")
	}
}
