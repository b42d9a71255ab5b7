package heat

import (
	"reflect"
	"testing"

	"tabletop/app/heat/picture"
	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/traffic"
)

// heated is a map of rows and columns with one hotter cell.
func heated(rows, columns, hot int) *engine.LoadSimulated {
	r := &engine.LoadSimulated{Request: engine.SimulateLoad{Table: "games", Minutes: int64(columns)}, Version: 1, Seconds: 60, Columns: make([]engine.HeatMapColumn, columns)}
	for i := range rows {
		r.Borders = append(r.Borders, base.RowKey([]string{"", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}[i]))
	}
	for m := range r.Cells {
		most := cluster.PackFloat(float64(4 * (m + 1)))
		for i := range rows * columns {
			if i == hot {
				r.Cells[m] = r.Cells[m].Add(most)
			} else {
				r.Cells[m] = r.Cells[m].Add(cluster.PackFloat(1))
			}
		}
		r.Peaks[m] = engine.MetricPeak{Cell: hot, Most: most, Mean: cluster.PackFloat(1 + float64(4*m+3)/float64(rows*columns))}
	}
	return r
}

func TestHeatAsksForTheTraffic(t *testing.T) {
	p := loaded(t)
	if of := p.settings().Table(); of != "games" {
		t.Errorf("the load is of %q", of)
	}
	p.on(FieldChanged{FieldShape, "2"}).on(FieldChanged{readField("q"), "0.2"}).on(FieldChanged{FieldNewest, "true"}).on(SimulatePressed{})
	want := engine.SimulateLoad{
		Table: "games", Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1,
		Reads: []engine.QueryRate{{Query: "q", Rate: 0.2, Newest: true}, {Rate: 1000, Newest: true}},
		Shape: traffic.RateShape{Kind: traffic.Rise, At: 1800, Times: traffic.DefaultRise},
	}
	p.Asks(want)
	if p.on(SimulatePressed{}); len(p.Effects) > 0 {
		t.Error("it is asked for twice")
	}
	plain := loaded(t)
	plain.on(FieldChanged{FieldTable, "plain"})
	if plain.Work.Window.Table != "plain" {
		t.Error("the table of the load is not opened")
	}
	plain.Work.Page.Table = "plain"
	plain.on(FieldChanged{FieldPolicy, "1"})
	dropped := loaded(t)
	if dropped.Work.Page.Table = "gone"; dropped.settings().Value(FieldTable) != "games" || dropped.settings().Table() != "games" {
		t.Errorf("the field says %q, the load is that of %q", dropped.settings().Value(FieldTable), dropped.settings().Table())
	}
	if asked := plain.settings().asked(); len(asked) > 0 {
		t.Errorf("a table without a design is asked %v", asked)
	}
	plain.on(SimulatePressed{}).Asks(engine.SimulateLoad{Table: "plain", Policy: cluster.HBase, Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1, Reads: []engine.QueryRate{{Rate: 1000}}})
	for f, text := range map[TrafficField]string{
		FieldWrites: "-1", FieldRows: "many", FieldMinutes: "0", FieldNodes: "101", readField("q"): "", FieldTemplate: "{nothing}",
	} {
		p := loaded(t).on(FieldChanged{f, text})
		if !p.settings().refused(f) {
			t.Errorf("%s can be %q", f, text)
		}
		if p.on(SimulatePressed{}); len(p.Effects) > 0 {
			t.Errorf("with %s as %q it runs", f, text)
		}
	}
}

func TestHeatMapsCome(t *testing.T) {
	p := mapped(t)
	h := &p.s
	if h.waits() || h.Maps[0] == nil || h.Maps[1] == nil {
		t.Fatalf("%+v", h)
	}
	if m := h.Maps[0]; m.Row != 4 || h.Cursor != (Cursor{Column: 1}) || m.View != (picture.Viewport{Rows: 10, Columns: 6}) {
		t.Errorf("the cursor is at %d, %+v in %+v", m.Row, h.Cursor, m.View)
	}
	if p.Announcements[0].Value != any(MapAnnouncement{Map: 1}) {
		t.Errorf("said %+v", p.Announcements)
	}
	if h.PaintedMaps != [2]*Map{} {
		t.Error("words tell of maps that are not painted")
	}
	if p.on(painted{}); p.s.PaintedMaps != h.Maps {
		t.Error("no words tell of the maps")
	}
	if full, mean := h.full(), h.Maps[0].Peaks[cluster.Ops].Mean.Value(); full != 4*mean {
		t.Errorf("the last colour is of %v, where %v is even", full, mean)
	}
	p.on(metricPicked{cluster.Bytes}).on(brightSet{3})
	if full := p.s.full(); full != 2 {
		t.Errorf("the last colour of bytes, eight times as bright, is of %v", full)
	}
	if p.on(brightSet{99}); p.s.Brightness != maxBright {
		t.Errorf("as bright as %d", p.s.Brightness)
	}
	if share, ok := h.Maps[0].share(cluster.Ops, 4, 1); !ok || share < 0.3 || share > 0.31 {
		t.Errorf("the hot cell has %v of its column", share)
	}
	if _, ok := h.Maps[0].share(cluster.Latency, 4, 1); ok {
		t.Error("a share of the latency")
	}
	kit := &ui.Kit{}
	was := NewView(kit, &p.State, &p.Work, p.s)
	p.s.own.kept, p.s.own.table = h.Maps, "games"
	if !reflect.DeepEqual(was, NewView(kit, &p.State, &p.Work, p.s)) {
		t.Error("it is drawn again for what nobody sees")
	}
}

func TestHeatRefusals(t *testing.T) {
	p := loaded(t).on(FieldChanged{FieldTemplate, "{day}"}).on(SimulatePressed{})
	sent := p.s.sent
	p.answer(host.Answer{Seq: sent[0], Err: base.Refuse(base.CodeCancelled)})
	p.Has(page.SendCall{Sent: host.SentCall{Seq: p.State.Seq, Call: host.CancelCall{Seq: sent[1]}}})
	p.answer(host.Answer{Seq: sent[1], Err: base.Refuse(base.CodeCancelled)})
	if h := p.s; h.waits() || h.Err != nil || h.Maps[0] != nil {
		t.Errorf("after it was cancelled %+v", h)
	}
	p.on(SimulatePressed{})
	p.answer(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Err: base.Refuse(base.CodeBadCluster, "nodes", "0", "1", "2")}})
	if h := p.s; h.Err == nil || p.State.Notice != nil {
		t.Errorf("refused: %+v, notice %+v", h.Err, p.State.Notice)
	}
}

func TestHeatCursor(t *testing.T) {
	p := mapped(t)
	at := func() [3]int { h := p.s; return [3]int{h.Cursor.Map, h.Maps[h.Cursor.Map].Row, h.Cursor.Column} }
	for _, c := range []struct {
		m    page.CursorMove
		want [3]int
	}{
		{page.MoveUp, [3]int{0, 3, 1}}, {page.MoveRight, [3]int{0, 3, 2}}, {page.MoveLast, [3]int{0, 9, 5}}, {page.MoveDown, [3]int{0, 9, 5}}, {page.MoveRight, [3]int{0, 9, 5}},
		{page.MovePageUp, [3]int{0, 8, 5}}, {page.MoveRowStart, [3]int{0, 8, 0}}, {page.MoveLeft, [3]int{0, 8, 0}}, {page.MoveRowEnd, [3]int{0, 8, 5}},
		{page.MoveFirst, [3]int{0, 0, 0}}, {page.MovePageDown, [3]int{0, 1, 0}}, {page.MoveDown, [3]int{0, 2, 0}},
	} {
		if p.on(moved{0, c.m}); at() != c.want {
			t.Errorf("move %d led to %v, want %v", c.m, at(), c.want)
		}
		if s, ok := p.Announcements[0].Value.(saidCell); !ok || s.Column != c.want[2] {
			t.Errorf("move %d said %+v", c.m, p.Announcements)
		}
	}
	p.on(moved{1, page.MoveDown})
	if at() != [3]int{1, 2, 0} {
		t.Errorf("on the other map %v", at())
	}
	p.on(scrubbed{4})
	if at() != [3]int{1, 2, 4} {
		t.Errorf("scrubbed to %v", at())
	}
	before := p.s.Maps[0]
	p.on(moved{1, page.MoveDown})
	if p.s.Maps[0] != before {
		t.Error("the map without the cursor is another one")
	}
}

func TestHeatZoom(t *testing.T) {
	p := mapped(t).on(zoomed{0, picture.Viewport{Row: 4, Rows: 4, Column: 2, Columns: 3}})
	view := func(i int) picture.Viewport { return p.s.Maps[i].View }
	if view(0) != (picture.Viewport{Row: 4, Rows: 4, Column: 2, Columns: 3}) || view(1) != (picture.Viewport{Rows: 12, Column: 2, Columns: 3}) {
		t.Errorf("zoomed to %+v and %+v", view(0), view(1))
	}
	if h := p.s; h.Maps[0].Row != 4 || h.Cursor.Column != 2 {
		t.Errorf("the cursor is out of sight: %d, %d", h.Maps[0].Row, h.Cursor.Column)
	}
	p.on(moved{0, page.MoveUp}).on(moved{0, page.MoveLeft})
	if view(0) != (picture.Viewport{Row: 3, Rows: 4, Column: 1, Columns: 3}) || view(1).Column != 1 {
		t.Errorf("it has not followed the cursor: %+v and %+v", view(0), view(1))
	}
	p.on(zoomBy{0, -1, 0})
	if view(0) != (picture.Viewport{Row: 0, Rows: 8, Column: 1, Columns: 3}) {
		t.Errorf("farther it is %+v", view(0))
	}
	p.on(whole{})
	if view(0) != (picture.Viewport{Rows: 10, Columns: 6}) || view(1) != (picture.Viewport{Rows: 12, Columns: 6}) {
		t.Errorf("whole it is %+v and %+v", view(0), view(1))
	}
	p.on(zoomBy{1, 1, 1})
	if view(1).Rows != 6 || view(1).Columns != 4 || view(0).Columns != 4 {
		t.Errorf("closer it is %+v and %+v", view(0), view(1))
	}
}

func TestBehindACell(t *testing.T) {
	p := mapped(t)
	of := p.s.Maps[0].Request
	p.on(picked{0, 9, 5}).Asks(engine.FindBusyKeys{Simulation: of, Start: "j", From: 300, To: 360})
	found := &engine.BusyKeysFound{Points: 3}
	p.answer(host.Answer{Reply: &engine.Reply{Answer: found, Version: p.Work.Version}}).Has(page.ScrollToElement{ID: elementBusyKeys})
	if h := p.s; !h.Cursor.Pinned || h.BusyKeys != found {
		t.Errorf("%+v", h)
	}
	p.on(picked{0, 8, 5})
	late := p.LastCall().Seq
	p.on(moved{0, page.MoveUp})
	p.answer(host.Answer{Seq: late, Reply: &engine.Reply{Answer: found, Version: p.Work.Version}})
	if h := p.s; h.Cursor.Pinned || h.BusyKeys != nil {
		t.Errorf("what was behind a cell that was left is shown: %+v", h)
	}
	p.Work.Version++
	if p.on(picked{0, 8, 5}); p.s.behind != 0 || !p.stale() {
		t.Error("a map of before is looked behind")
	}
	// The table was changed while it was being simulated.
	p.on(SimulatePressed{})
	p.simulated(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Answer: heated(10, 6, 25), Version: p.Work.Version}})
	if !p.stale() {
		t.Error("a map of before seems to be of now")
	}
	if p.on(unpinned{}); p.s.Cursor.Pinned {
		t.Error("it stays pinned")
	}
}

// TestHeatSaysWhatItIsNot tests that a load which is even over keys and not over nodes is not
// called even, and that few rows are said to tell little about a design.
func TestHeatSaysWhatItIsNot(t *testing.T) {
	for _, tt := range []struct {
		of            engine.LoadSimulated
		lopsided, few bool
	}{
		{engine.LoadSimulated{Diagnosis: cluster.Diagnosis{Pattern: cluster.Even}, Hottest: 1.2, Keys: 12_000, Request: engine.SimulateLoad{SizeFactor: 1000}}, false, false},
		{engine.LoadSimulated{Diagnosis: cluster.Diagnosis{Pattern: cluster.Even}, Hottest: 1.6, Keys: 5, Request: engine.SimulateLoad{SizeFactor: 1000}}, true, true},
		{engine.LoadSimulated{Diagnosis: cluster.Diagnosis{Pattern: cluster.HotRow}, Hottest: 8, Keys: 5, Request: engine.SimulateLoad{SizeFactor: 1}}, false, false},
		{engine.LoadSimulated{Live: true, Hottest: 1, Keys: 0, Request: engine.SimulateLoad{SizeFactor: 2}}, false, false},
	} {
		m := &Map{LoadSimulated: &tt.of}
		if m.IsLopsided() != tt.lopsided || m.HasFewKeys() != tt.few {
			t.Errorf("%+v is lopsided: %v, of few: %v", tt.of, m.IsLopsided(), m.HasFewKeys())
		}
	}
}
