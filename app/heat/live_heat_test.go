package heat

import (
	"testing"

	"tabletop/app/heat/picture"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// commands is the map of n commands, the last of them on the last keys.
func commands(rows, commands int) *engine.Reply {
	r := heated(rows, commands, rows*commands-1)
	r.Request, r.Live = engine.SimulateLoad{Table: "games"}, true
	for i := range r.Columns {
		r.Columns[i].Command = uint64(2*i + 1)
	}
	return &engine.Reply{Answer: r, Version: 1}
}

func TestOwnCommandsAreShown(t *testing.T) {
	p := mapped(t).toggle().on(metricPicked{cluster.Load})
	simulated := p.s.Maps
	p.on(FieldChanged{fieldSource, liveSource}).Asks(engine.MeasureLiveHeat{Table: "games"})
	h := &p.s
	if h.Maps[0] != nil || h.Metric != cluster.Ops || len(p.settings().Fields()) != 2 {
		t.Errorf("before it has come: %+v", h)
	}
	if p.on(SimulatePressed{}); len(p.Effects) > 0 {
		t.Error("it is simulated meanwhile")
	}
	p.answer(host.Answer{Seq: p.s.own.asked, Reply: commands(10, 3)})
	if h := &p.s; h.Maps[0] == nil || h.Maps[0].Row != 9 || h.Cursor.Column != 2 || h.Brightness != 0 || p.stale() || p.Announcements[0].Value != any(MapAnnouncement{}) {
		t.Fatalf("%+v", h)
	}
	if d := p.s.Maps[0].LiveTotals(); d.Row != 9 || d.Reads != 37 || d.Writes != 41 || d.Share != 6.0/33 {
		t.Errorf("they come to %+v", d)
	}
	if p.on(picked{0, 9, 2}); len(p.Effects) > 0 || !p.s.Cursor.Pinned {
		t.Error("a command is looked behind as traffic is")
	}

	// Each command asks for it again, one at a time. A cursor at the last command stays there.
	p.ran()
	asked := p.s.own.asked
	if asked == 0 {
		t.Fatal("a command is not followed")
	}
	if p.ran(); p.s.own.asked != asked {
		t.Error("it is asked for twice at once")
	}
	p.on(moved{0, page.MoveFirst}).on(moved{0, page.MoveDown}).on(moved{0, page.MoveRight})
	p.answer(host.Answer{Seq: asked, Reply: commands(12, 4)})
	if h := &p.s; h.Maps[0].Row != 1 || h.Cursor.Column != 1 || h.Maps[0].View != (picture.Viewport{Rows: 12, Columns: 4}) || len(p.Announcements) > 0 {
		t.Errorf("the cursor is at %d, %+v in %+v", h.Maps[0].Row, h.Cursor, h.Maps[0].View)
	}
	p.on(zoomed{0, picture.Viewport{Row: 8, Rows: 4, Column: 2, Columns: 2}}).on(moved{0, page.MoveLast})
	if asked = p.s.own.asked; asked == 0 {
		t.Fatal("what was done meanwhile is not asked for")
	}
	p.answer(host.Answer{Seq: asked, Reply: commands(12, 6)})
	if h := &p.s; h.Maps[0].Row != 11 || h.Cursor.Column != 5 || h.Maps[0].View != (picture.Viewport{Row: 8, Rows: 4, Column: 4, Columns: 2}) {
		t.Errorf("zoomed in, the cursor is at %d, %+v in %+v", h.Maps[0].Row, h.Cursor, h.Maps[0].View)
	}

	// While it is not shown it waits. The simulated maps come back.
	p.toggle()
	if p.ran(); p.s.own.asked != 0 {
		t.Error("it is asked for out of sight")
	}
	p.toggle().Asks(engine.MeasureLiveHeat{Table: "games"})
	asked = p.s.own.asked
	p.on(FieldChanged{fieldSource, ""})
	if p.answer(host.Answer{Seq: asked, Reply: commands(12, 6)}); p.s.Maps != simulated || p.s.PaintedMaps != simulated || p.settings().live() {
		t.Errorf("the maps of before are %+v", p.s.Maps)
	}
}

func TestOwnCommandsOfAnotherTable(t *testing.T) {
	p := loaded(t).toggle().on(SimulatePressed{})
	sent := p.s.sent[0]
	p.on(FieldChanged{fieldSource, liveSource})
	first := p.s.own.asked
	p.simulated(host.Answer{Seq: sent, Reply: &engine.Reply{Answer: heated(10, 6, 25), Version: p.Work.Version}})
	if p.s.Maps[0] != nil {
		t.Error("a simulation is shown as the reader's own commands")
	}
	p.Work.Page.Table = "plain"
	p.answer(host.Answer{Seq: first, Reply: commands(10, 3)})
	if h := &p.s; h.Maps[0] != nil || h.own.asked == 0 || h.own.asked == first {
		t.Fatalf("another table: %+v", h)
	}
	p.answer(host.Answer{Seq: p.s.own.asked, Reply: &engine.Reply{Answer: &engine.LoadSimulated{Live: true, Borders: []base.RowKey{""}}}})
	if p.s.Maps[0] != nil {
		t.Error("a map without commands")
	}
	p.Work.Page.Table = "games"
	if p.on(FieldChanged{fieldSource, ""}); p.s.Maps[0] == nil || len(p.s.Maps[0].Columns) != 6 {
		t.Error("what was simulated meanwhile is lost")
	}
}
