package model

import (
	"reflect"
	"testing"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/traffic"
)

// heated is a map of so many rows and columns, with a cell that is hotter.
func heated(rows, columns, hot int) *engine.Simulated {
	r := &engine.Simulated{Of: engine.Simulate{Table: "games", Minutes: int64(columns)}, Version: 1, Seconds: 60, Columns: make([]engine.SimulatedColumn, columns)}
	for i := range rows {
		r.Borders = append(r.Borders, base.RowKey([]string{"", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}[i]))
	}
	for m := range r.Cells {
		most := cluster.AmountOf(float64(4 * (m + 1)))
		for i := range rows * columns {
			if i == hot {
				r.Cells[m] = r.Cells[m].Add(most)
			} else {
				r.Cells[m] = r.Cells[m].Add(cluster.AmountOf(1))
			}
		}
		r.Peaks[m] = engine.Peak{Cell: hot, Most: most, Mean: cluster.AmountOf(1 + float64(4*m+3)/float64(rows*columns))}
	}
	return r
}

// loaded is a sandbox with a designed table and a question.
func loaded(t *testing.T) *play {
	p := sandbox(t)
	p.st.Work.Tables = []engine.TableInfo{
		{Name: "empty"}, {Name: "plain", Rows: 3}, {Name: "games", Rows: 4, Template: "{game}#{day}", Fields: []string{"game", "day"}},
	}
	p.st.Work.Verdicts = []engine.Verdict{{Query: "q", Table: "games"}, {Query: "other", Table: "elsewhere"}}
	return p
}

// mapped has two maps on the page.
func mapped(t *testing.T) *play {
	p := loaded(t).on(HeatSet{HeatTemplate, "{day}#{game}"}).on(HeatRun{})
	h := &p.st.Work.Heat
	first, second := h.sent[0], h.sent[1]
	p.simulated(host.Answer{Seq: first, Reply: &engine.Reply{Answer: heated(10, 6, 25), Version: p.st.Work.Version}})
	return p.simulated(host.Answer{Seq: second, Reply: &engine.Reply{Answer: heated(12, 6, 7), Version: p.st.Work.Version}})
}

// simulated brings a map, once the page has been drawn without it.
func (p *play) simulated(a host.Answer) *play {
	p.t.Helper()
	before := p.st.Work.Heat.Maps
	if p.on(Came{a}); p.st.Work.Heat.Maps != before || p.st.Work.Running != nil && p.st.Work.Running.Seq == a.Seq {
		p.t.Error("a map is shown at once with what else its answer changes")
	}
	a.Outcome = nil // taken at once
	p.has(Then{Msg: HeatCame{a}})
	return p.on(HeatCame{a})
}

func TestHeatAsksForTheTraffic(t *testing.T) {
	p := loaded(t)
	if of := p.st.HeatOf(); of != "games" {
		t.Errorf("the load is of %q", of)
	}
	p.on(HeatSet{HeatShape, "2"}).on(HeatSet{HeatRead("q"), "7"}).on(HeatSet{HeatNewest, "true"}).on(HeatRun{})
	want := engine.Simulate{
		Table: "games", Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1,
		Reads: []engine.Asked{{Query: "q", Rate: 7, Newest: true}, {Rate: 1000, Newest: true}},
		Shape: traffic.Shape{Kind: traffic.Rise, At: 1800, Times: traffic.Raised},
	}
	p.asks(want)
	if p.on(HeatRun{}); len(p.effects) > 0 {
		t.Error("it is asked for twice")
	}
	plain := loaded(t).on(HeatSet{HeatTable, "plain"}).on(HeatSet{HeatPolicy, "1"})
	if dropped := loaded(t).on(HeatSet{HeatTable, "gone"}); dropped.st.HeatValue(HeatTable) != "games" || dropped.st.HeatOf() != "games" {
		t.Errorf("the field says %q, the load is that of %q", dropped.st.HeatValue(HeatTable), dropped.st.HeatOf())
	}
	if asked := plain.st.HeatAsked(); len(asked) > 0 {
		t.Errorf("a table without a design is asked %v", asked)
	}
	plain.on(HeatRun{}).asks(engine.Simulate{Table: "plain", Policy: cluster.HBase, Nodes: 8, Minutes: 60, Writes: 10_000, Seed: 1, Reads: []engine.Asked{{Rate: 1000}}})
	for f, text := range map[HeatField]string{
		HeatWrites: "-1", HeatRows: "many", HeatMinutes: "0", HeatNodes: "101", HeatRead("q"): "", HeatTemplate: "{nothing}",
	} {
		p := loaded(t).on(HeatSet{f, text})
		if !p.st.HeatRefused(f) {
			t.Errorf("%s can be %q", f, text)
		}
		if p.on(HeatRun{}); len(p.effects) > 0 {
			t.Errorf("with %s as %q it runs", f, text)
		}
	}
}

func TestHeatMapsCome(t *testing.T) {
	p := mapped(t)
	h := &p.st.Work.Heat
	if h.Waits() || h.Maps[0] == nil || h.Maps[1] == nil {
		t.Fatalf("%+v", h)
	}
	if m := h.Maps[0]; m.Row != 4 || h.At != (HeatAt{Column: 1}) || m.View != (heat.View{Rows: 10, Columns: 6}) {
		t.Errorf("the cursor is at %d, %+v in %+v", m.Row, h.At, m.View)
	}
	if p.st.Said.Parts[0].Of != any(HeatDiagnosed{Map: 1}) {
		t.Errorf("said %+v", p.st.Said)
	}
	if h.Told != [2]*HeatMap{} {
		t.Error("words tell of maps that are not painted")
	}
	if p.on(HeatPainted{}); p.st.Work.Heat.Told != h.Maps {
		t.Error("no words tell of the maps")
	}
	if full := h.Full(); full != 4 {
		t.Errorf("the last colour is of %v", full)
	}
	p.on(MetricPicked{cluster.Bytes}).on(BrightSet{3})
	if full := p.st.Work.Heat.Full(); full != 2 {
		t.Errorf("the last colour of bytes, eight times as bright, is of %v", full)
	}
	if p.on(BrightSet{99}); p.st.Work.Heat.Bright != MaxBright {
		t.Errorf("as bright as %d", p.st.Work.Heat.Bright)
	}
	if share, ok := h.Maps[0].Share(cluster.Ops, 4, 1); !ok || share < 0.3 || share > 0.31 {
		t.Errorf("the hot cell has %v of its column", share)
	}
	if _, ok := h.Maps[0].Share(cluster.Latency, 4, 1); ok {
		t.Error("a share of the latency")
	}
	still := p.st.Still()
	if !reflect.DeepEqual(still.Work.Heat, Heat{}) {
		t.Error("the other parts are drawn again with the map")
	}
}

func TestHeatRefusals(t *testing.T) {
	p := loaded(t).on(HeatSet{HeatTemplate, "{day}"}).on(HeatRun{})
	sent := p.st.Work.Heat.sent
	p.on(Came{host.Answer{Seq: sent[0], Err: base.Refuse(base.CodeCancelled)}})
	p.has(Send{Sent: host.Sent{Seq: p.st.Seq, Call: host.Cancel{Seq: sent[1]}}})
	p.on(Came{host.Answer{Seq: sent[1], Err: base.Refuse(base.CodeCancelled)}})
	if h := p.st.Work.Heat; h.Waits() || h.Err != nil || h.Maps[0] != nil {
		t.Errorf("after it was cancelled %+v", h)
	}
	p.on(HeatRun{})
	p.on(Came{host.Answer{Seq: p.st.Work.Heat.sent[0], Reply: &engine.Reply{Err: base.Refuse(base.CodeBadCluster, "nodes", "0", "1", "2")}}})
	if h := p.st.Work.Heat; h.Err == nil || p.st.Notice != nil {
		t.Errorf("refused: %+v, notice %+v", h.Err, p.st.Notice)
	}
}

func TestHeatCursor(t *testing.T) {
	p := mapped(t)
	at := func() [3]int { h := p.st.Work.Heat; return [3]int{h.At.Map, h.Maps[h.At.Map].Row, h.At.Column} }
	for _, c := range []struct {
		m    Move
		want [3]int
	}{
		{MoveUp, [3]int{0, 3, 1}}, {MoveRight, [3]int{0, 3, 2}}, {MoveLast, [3]int{0, 9, 5}}, {MoveDown, [3]int{0, 9, 5}}, {MoveRight, [3]int{0, 9, 5}},
		{MovePageUp, [3]int{0, 8, 5}}, {MoveRowStart, [3]int{0, 8, 0}}, {MoveLeft, [3]int{0, 8, 0}}, {MoveRowEnd, [3]int{0, 8, 5}},
		{MoveFirst, [3]int{0, 0, 0}}, {MovePageDown, [3]int{0, 1, 0}}, {MoveDown, [3]int{0, 2, 0}},
	} {
		if p.on(HeatMoved{0, c.m}); at() != c.want {
			t.Errorf("move %d led to %v, want %v", c.m, at(), c.want)
		}
		if s, ok := p.st.Said.Parts[0].Of.(HeatCell); !ok || s.Column != c.want[2] {
			t.Errorf("move %d said %+v", c.m, p.st.Said)
		}
	}
	p.on(HeatMoved{1, MoveDown})
	if at() != [3]int{1, 2, 0} {
		t.Errorf("on the other map %v", at())
	}
	p.on(HeatScrubbed{4})
	if at() != [3]int{1, 2, 4} {
		t.Errorf("scrubbed to %v", at())
	}
	before := p.st.Work.Heat.Maps[0]
	p.on(HeatMoved{1, MoveDown})
	if p.st.Work.Heat.Maps[0] != before {
		t.Error("the map without the cursor is another one")
	}
}

func TestHeatZoom(t *testing.T) {
	p := mapped(t).on(HeatZoomed{0, heat.View{Row: 4, Rows: 4, Column: 2, Columns: 3}})
	view := func(i int) heat.View { return p.st.Work.Heat.Maps[i].View }
	if view(0) != (heat.View{Row: 4, Rows: 4, Column: 2, Columns: 3}) || view(1) != (heat.View{Rows: 12, Column: 2, Columns: 3}) {
		t.Errorf("zoomed to %+v and %+v", view(0), view(1))
	}
	if h := p.st.Work.Heat; h.Maps[0].Row != 4 || h.At.Column != 2 {
		t.Errorf("the cursor is out of sight: %d, %d", h.Maps[0].Row, h.At.Column)
	}
	p.on(HeatMoved{0, MoveUp}).on(HeatMoved{0, MoveLeft})
	if view(0) != (heat.View{Row: 3, Rows: 4, Column: 1, Columns: 3}) || view(1).Column != 1 {
		t.Errorf("it has not followed the cursor: %+v and %+v", view(0), view(1))
	}
	p.on(HeatCloser{0, -1, 0})
	if view(0) != (heat.View{Row: 0, Rows: 8, Column: 1, Columns: 3}) {
		t.Errorf("farther it is %+v", view(0))
	}
	p.on(HeatWhole{})
	if view(0) != (heat.View{Rows: 10, Columns: 6}) || view(1) != (heat.View{Rows: 12, Columns: 6}) {
		t.Errorf("whole it is %+v and %+v", view(0), view(1))
	}
	p.on(HeatCloser{1, 1, 1})
	if view(1).Rows != 6 || view(1).Columns != 4 || view(0).Columns != 4 {
		t.Errorf("closer it is %+v and %+v", view(0), view(1))
	}
}

func TestBehindACell(t *testing.T) {
	p := mapped(t)
	of := p.st.Work.Heat.Maps[0].Of
	p.on(HeatPicked{0, 9, 5}).asks(engine.Behind{Of: of, Start: "j", From: 300, To: 360})
	found := &engine.Found{Points: 3}
	p.answer(host.Answer{Reply: &engine.Reply{Answer: found, Version: p.st.Work.Version}}).has(ScrollTo{ID: ElementBehind})
	if h := p.st.Work.Heat; !h.At.Pinned || h.Found != found {
		t.Errorf("%+v", h)
	}
	p.on(HeatPicked{0, 8, 5})
	late := p.sent().Seq
	p.on(HeatMoved{0, MoveUp})
	p.on(Came{host.Answer{Seq: late, Reply: &engine.Reply{Answer: found, Version: p.st.Work.Version}}})
	if h := p.st.Work.Heat; h.At.Pinned || h.Found != nil {
		t.Errorf("what was behind a cell that was left is shown: %+v", h)
	}
	p.st.Work.Version++
	if p.on(HeatPicked{0, 8, 5}); len(p.effects) > 0 || !p.st.Work.HeatStale(0) {
		t.Error("a map of before is looked behind")
	}
	// The table was changed while a map of it was made.
	p.on(HeatRun{})
	p.simulated(host.Answer{Seq: p.st.Work.Heat.sent[0], Reply: &engine.Reply{Answer: heated(10, 6, 25), Version: p.st.Work.Version}})
	if !p.st.Work.HeatStale(0) {
		t.Error("a map of before seems to be of now")
	}
	if p.on(HeatUnpinned{}); p.st.Work.Heat.At.Pinned {
		t.Error("it stays pinned")
	}
}

// TestHeatSaysWhatItIsNot: even over keys is not even over nodes, and few rows tell
// little of a design.
func TestHeatSaysWhatItIsNot(t *testing.T) {
	for _, tt := range []struct {
		of            engine.Simulated
		lopsided, few bool
	}{
		{engine.Simulated{Diagnosis: cluster.Diagnosis{Pattern: cluster.Even}, Hottest: 1.2, Keys: 12_000, Of: engine.Simulate{Times: 1000}}, false, false},
		{engine.Simulated{Diagnosis: cluster.Diagnosis{Pattern: cluster.Even}, Hottest: 1.6, Keys: 5, Of: engine.Simulate{Times: 1000}}, true, true},
		{engine.Simulated{Diagnosis: cluster.Diagnosis{Pattern: cluster.HotRow}, Hottest: 8, Keys: 5, Of: engine.Simulate{Times: 1}}, false, false},
		{engine.Simulated{Live: true, Hottest: 1, Keys: 0, Of: engine.Simulate{Times: 2}}, false, false},
	} {
		m := &HeatMap{Simulated: &tt.of}
		if m.Lopsided() != tt.lopsided || m.Few() != tt.few {
			t.Errorf("%+v is lopsided: %v, of few: %v", tt.of, m.Lopsided(), m.Few())
		}
	}
}
