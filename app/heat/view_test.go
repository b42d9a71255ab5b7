package heat

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/heat/picture"
	"tabletop/app/host"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/cluster"
	"tabletop/engine/traffic"
)

// TestRatesAddUp tests that rates which readers add up are whole numbers, and not rounded to
// three digits.
func TestRatesAddUp(t *testing.T) {
	v := &View{Kit: ui.Kit{Lang: "en"}}
	for rate, want := range map[float64]string{0.1: "0.1", 99: "99", 1155: "1,155", 1522.3: "1,522", 1e6: "1,000,000"} {
		if got := v.rate(rate); got != want {
			t.Errorf("%v is written %q, want %q", rate, got, want)
		}
	}
}

// TestAxisText tests that the common beginning of a level's labels is left out if it would hide
// what differs.
func TestAxisText(t *testing.T) {
	for _, c := range []struct {
		text, alike string
		more        bool
		levels      int
		want        string
	}{
		{"20150301124501", "201503", true, 1, "…01124501"},
		{"20150301124501", "201503", false, 1, "20150301124501"},
		{"20150301124501", "201503", false, 2, "…01124501"},
		{"sensor12", "sensor", false, 2, "sensor12"},
		{"some/long/path/one", "some/long/path/", false, 1, "…one"},
		{"some/long/path/\u00e9", "some/long/path/\xc3", false, 1, "…\u00e9"},
		{"some/long/path/one", "so", false, 1, "some/long/path/one"},
	} {
		if got := axisText(picture.SegmentLabel{Text: c.text, More: c.more}, c.alike, c.levels); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestMoreThanANode tests that a tip says so if a tablet is asked for more than a node can do.
func TestMoreThanANode(t *testing.T) {
	k, one, two := &ui.Kit{Lang: "en"}, []tablet{{Row: 0}}, []tablet{{Row: 0}, {Row: 0.5}}
	for _, c := range []struct {
		m       *Map
		tablets []tablet
		of      cluster.Metric
		value   float64
		want    string
	}{
		{&Map{LoadSimulated: &engine.LoadSimulated{}}, one, cluster.Writes, 19_900, "Writes 19,900 a second asked for, of which one node manages 14,000"},
		{&Map{LoadSimulated: &engine.LoadSimulated{}}, one, cluster.Reads, 19_900, "Reads 19,900 a second asked for, of which one node manages 17,000"},
		{&Map{LoadSimulated: &engine.LoadSimulated{}}, one, cluster.Writes, 13_900, "Writes 13,900 a second"},
		{&Map{LoadSimulated: &engine.LoadSimulated{}}, two, cluster.Writes, 19_900, "Writes 19,900 a second"},
		{&Map{LoadSimulated: &engine.LoadSimulated{}}, one, cluster.Ops, 19_900, "Operations 19,900 a second"},
		{&Map{LoadSimulated: &engine.LoadSimulated{Live: true}}, one, cluster.Writes, 19_900, "Writes 19,900"},
	} {
		if got := valueText(k, c.m, c.tablets, c.of, 0, c.value); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestEvenIsOfNodes tests that a load is called even by its nodes, and that keys with more than
// their share are named beside it.
func TestEvenIsOfNodes(t *testing.T) {
	p := loaded(t).came(cluster.Even, 1.2)
	v := NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s)
	m := *p.s.Maps[0]
	of := *m.LoadSimulated
	m.LoadSimulated, of.FinalTabletCount = &of, len(of.Nodes)
	differing := cluster.Diagnosis{Pattern: cluster.Even, Share: 0.19, Start: "cust-005", End: "cust-006"}
	const alike, differ = "Requests are spread evenly over the keys.", "19% of all operations fall on neighbouring keys: from cust-005 up to cust-006."
	for _, c := range []struct {
		d             cluster.Diagnosis
		hottest       float64
		name, because string
	}{
		{cluster.Diagnosis{Pattern: cluster.Even}, 1.2, "Even over the nodes.", alike},
		{differing, 1.2, "Even over the nodes.", differ},
		{differing, 2, "A hot range.", differ},
	} {
		of.Diagnosis, of.Hottest = c.d, c.hottest
		if name, because, _ := v.diagnosis(&m); name != c.name || because != c.because {
			t.Errorf("%+v, %.1f: %s %s", c.d, c.hottest, name, because)
		}
	}
}

// TestMovingLoadIsTold tests that the text about the nodes says what their shares are of: a load that
// moves from node to node leaves each of them a tenth of it in the end, while one has most of it at a
// time.
func TestMovingLoadIsTold(t *testing.T) {
	p := loaded(t)
	v := NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s)
	of := engine.LoadSimulated{Nodes: make([]cluster.NodeTotal, 10)}
	for i := range of.Nodes {
		of.Nodes[i].Share = 0.1
	}
	for _, c := range []struct {
		hottest float64
		want    string
	}{{8.72, " at a time the busiest has 87.2% of it."}, {1.4, ", and the others less."}} {
		of.Hottest = c.hottest
		if got := v.nodes(&Map{LoadSimulated: &of}); !strings.HasPrefix(got, "Added up over the whole time, node 1 did 10%") || !strings.HasSuffix(got, c.want) {
			t.Errorf("%.2f times its share: %q", c.hottest, got)
		}
	}
}

// TestTooMuchIsTold tests that a load which the nodes cannot do is told before how evenly it
// falls on them, and that nothing about it is green.
func TestTooMuchIsTold(t *testing.T) {
	p := loaded(t).came(cluster.Even, 1.2)
	draw := func(m *Map) string {
		p.s.Maps[0], p.s.PaintedMaps[0] = m, m
		v := NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s)
		return app.HTMLString(v.verdict(m)) + app.HTMLString(v.diagnosed(0, m))
	}
	m := *p.s.Maps[0]
	of := *m.LoadSimulated
	m.LoadSimulated, of.Nodes, of.LatencyPercentiles = &of, make([]cluster.NodeTotal, 8), [3]float64{1, 90, 172}
	if html := draw(&m); !strings.Contains(html, "even · 1.2×") || !strings.Contains(html, `class="good"`) {
		t.Errorf("what is even is told as %s", html)
	}
	for _, c := range []struct {
		over    int
		pattern cluster.LoadPattern
		hottest float64
		want    string // "" if how hot it is comes first
	}{
		{8, cluster.Even, 1.2, "Too much for 8 nodes: p99 172 s."},
		{8, cluster.HotRange, 2.4, "Too much for 8 nodes: p99 172 s."},
		{2, cluster.Even, 1.3, "Too much for 2 of 8 nodes: p99 172 s."},
		{2, cluster.Sequential, 6, ""},
	} {
		of.OverloadedNodes, of.Diagnosis.Pattern, of.Hottest = c.over, c.pattern, c.hottest
		html := draw(&m)
		if strings.Contains(html, `"good"`) || strings.Contains(html, "even ·") {
			t.Errorf("%+v is green: %s", c, html)
		}
		if told := strings.Contains(html, "too much · p99 172 s") && strings.Contains(html, c.want); told != (c.want != "") {
			t.Errorf("%+v is told as %s", c, html)
		}
	}
}

// TestOrderIsNamed tests that the order of writes is named by the field of time, and that time
// is not mentioned without such a field.
func TestOrderIsNamed(t *testing.T) {
	p := loaded(t)
	texts := func() string {
		v := NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s)
		return app.HTMLString(v.trafficField(FieldOrder)) + app.HTMLString(app.Div().Body(v.presets()...))
	}
	if p.came(cluster.Even, 1); strings.Contains(texts(), "in order of time") || !strings.Contains(texts(), "in the order of the records") || !strings.Contains(texts(), "All in the order of the records") {
		t.Errorf("without a time: %s", texts())
	}
	p.s.spreads = []traffic.FieldSpread{{Field: "game", DistinctValues: 3}, {Field: "day", DistinctValues: 300, Moves: true, Times: true}}
	if !strings.Contains(texts(), "in order of day") || !strings.Contains(texts(), "All in order of time") {
		t.Errorf("with a time: %s", texts())
	}
	said := func() bool {
		v := NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s)
		return strings.Contains(app.HTMLString(v.traffic()), "3 records have no day: they are written last.")
	}
	if said() {
		t.Error("records are said to have no time that all have")
	}
	if p.s.spreads[1].Timeless = 3; !said() {
		t.Error("records without a time are not told")
	}
}

// TestLongerThanSimulated tests that a latency longer than the simulated time has no figure.
func TestLongerThanSimulated(t *testing.T) {
	of := engine.LoadSimulated{Request: engine.SimulateLoad{Minutes: 60}, OverloadedNodes: 8, Nodes: make([]cluster.NodeTotal, 8)}
	m, v := &Map{LoadSimulated: &of}, &View{Kit: ui.Kit{Lang: "en"}}
	for _, c := range []struct {
		took      [3]float64
		all, much string
	}{
		{[3]float64{1, 90, 172}, "Half of the operations take 1 s at most, 95 of 100 90 s, 99 of 100 172 s.", "Too much for 8 nodes: p99 172 s."},
		{[3]float64{1, 90, 3601}, "Half of the operations take 1 s at most, 95 of 100 90 s; more than 1 of 100 are not answered within the 60 minutes.", "Too much for 8 nodes: p99 over 60 min."},
		{[3]float64{1, 3601, 5504}, "Half of the operations take 1 s at most; more than 5 of 100 are not answered within the 60 minutes.", "Too much for 8 nodes: p99 over 60 min."},
		{[3]float64{5504, 6000, 6001}, "Most operations are not answered within the 60 minutes.", "Too much for 8 nodes: most operations are not answered within the 60 minutes."},
	} {
		of.LatencyPercentiles = c.took
		if got := v.allTook(m); got != c.all {
			t.Errorf("%v: %q, want %q", c.took, got, c.all)
		}
		if got := v.tooMuch(m); got != c.much {
			t.Errorf("%v: %q, want %q", c.took, got, c.much)
		}
	}
	if got := valueText(&v.Kit, m, nil, cluster.Latency, 0, 5504); got != "Latency over 60 min" {
		t.Errorf("a cell says %q", got)
	}
}

// TestCardSaysWhatIsMeasured tests that the card says so while its figure is of another key or
// another load.
func TestCardSaysWhatIsMeasured(t *testing.T) {
	p := mapped(t)
	says := func(measuring bool, when string) {
		t.Helper()
		html := app.HTMLString(NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s).card())
		if strings.Contains(html, "measuring …") != measuring || strings.Contains(html, "data-figure") == measuring {
			t.Errorf("%s: %s", when, html)
		}
	}
	says(false, "simulated")
	p.Work.Version++
	says(true, "of the tables before")
	p.on(SimulatePressed{})
	says(true, "under way")
	p.simulated(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Answer: heated(10, 6, 25), Version: p.Work.Version}})
	says(p.s.waits(), "simulated again")
}
