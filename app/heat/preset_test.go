package heat

import (
	"reflect"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/table"
	"tabletop/engine/traffic"
	"tabletop/lessons"
)

// spread is the distribution of the games' values.
var spread = []traffic.FieldSpread{{Field: "game", DistinctValues: 3, TopShare: 0.5}, {Field: "day", DistinctValues: 300, Moves: true}}

// came brings a map of the present traffic.
func (p *play) came(pattern cluster.LoadPattern, hottest float64) *play {
	p.T.Helper()
	p.on(rested{p.itself()})
	of := heated(10, 6, 25)
	of.Request, _ = p.settings().request()
	of.Request.SizeFactor, of.Request.WhenIdle = 1000, true
	of.Fields, of.Diagnosis.Pattern, of.Hottest, of.Version = spread, pattern, hottest, p.Work.Version
	return p.simulated(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Answer: of, Version: p.Work.Version}})
}

func TestPresets(t *testing.T) {
	for preset, want := range map[preset]engine.SimulateLoad{
		inOrder:   {Writes: 10_000, Reads: []engine.QueryRate{{Query: "q"}, {}}},
		atOnce:    {Writes: 5000, Reads: []engine.QueryRate{{Query: "q"}, {Rate: 10_000}}, Order: traffic.AnyOrder, Shape: traffic.DefaultShape(traffic.Rise, 3600)},
		celebrity: {Writes: 1000, Reads: []engine.QueryRate{{Query: "q"}, {Rate: 20_000}}, SkewedField: "game"},
		batch:     {Writes: 40_000, Reads: []engine.QueryRate{{Query: "q"}, {}}, Order: traffic.ByKey},
		asAsked:   {Reads: []engine.QueryRate{{Query: "q", Rate: 7}, {}}},
	} {
		p := loaded(t).came(cluster.Even, 1).on(FieldChanged{readField("q"), "7"}, FieldChanged{FieldMinutes, "5"}, FieldChanged{FieldNewest, "true"}, presetPicked{preset})
		p.Has(page.SendMsgLater{Wait: rest, Msg: rested{p.s.resting}})
		want.Table, want.Nodes, want.Minutes, want.Seed, want.WhenIdle = "games", 8, 60, 1, true
		p.on(rested{p.itself()}).Asks(want)
		for other := range presets {
			if p.settings().chosen(other) != (other == preset) {
				t.Errorf("%d is picked, of %d it is said: %v", preset, other, p.settings().chosen(other))
			}
		}
		if p.came(cluster.HotRow, 3); p.s.PresetResults[preset] != (tried{p.Work.Version, 3, true, false}) {
			t.Errorf("preset %d has come to %+v", preset, p.s.PresetResults[preset])
		}
		if p.on(FieldChanged{FieldWrites, "1"}); p.settings().chosen(preset) {
			t.Errorf("%d stays chosen", preset)
		}
	}
}

// TestRates tests that a question keeps the rate that the reader has set, through presets and
// under another name, and that a question without one is known.
func TestRates(t *testing.T) {
	p := loaded(t).came(cluster.Even, 1).on(presetPicked{asAsked})
	if of := p.settings().unrated(); len(of) != 1 || p.settings().Value(readField("q")) != rateAsked {
		t.Errorf("without a rate are %q, asked %s times", of, p.settings().Value(readField("q")))
	}
	p.on(FieldChanged{readField("q"), "250"}, FieldChanged{readField("q"), "no number"}, presetPicked{inOrder}, presetPicked{asAsked})
	if of := p.settings().unrated(); of != nil || p.settings().Value(readField("q")) != "250" {
		t.Errorf("without a rate are %q, asked %s times", of, p.settings().Value(readField("q")))
	}
	p.on(presetPicked{inOrder}, QueryRateSet{Query: "r", Was: "q"})
	if got := QueryRateText(&p.State, &p.Work, &p.s, "r"); got != "250" || p.settings().Value(readField("r")) != "0" {
		t.Errorf("under another name it is asked %s times, and %s in a load without it", got, p.settings().Value(readField("r")))
	}
	if p.on(QueryRateSet{Query: "q", Rate: "0"}, presetPicked{asAsked}); p.settings().Value(readField("q")) != "0" {
		t.Error("what is never asked is asked")
	}
	if p.on(presetPicked{inOrder}); QueryRateText(&p.State, &p.Work, &p.s, "new") != rateAsked {
		t.Error("a new question begins with another rate")
	}
}

// TestWhatShows tests that the load of nodes is shown if a node is hot and the keys are even,
// unless the reader has chosen another metric.
func TestWhatShows(t *testing.T) {
	p := loaded(t).came(cluster.Even, 3)
	if p.s.Metric != cluster.Load {
		t.Errorf("of a hot node is shown %d", p.s.Metric)
	}
	if p.on(FieldChanged{FieldWrites, "7"}).came(cluster.Sequential, 5); p.s.Metric != cluster.Ops {
		t.Errorf("of hot keys is shown %d", p.s.Metric)
	}
	if p.on(metricPicked{cluster.Writes}, FieldChanged{FieldWrites, "8"}).came(cluster.Even, 3); p.s.Metric != cluster.Writes {
		t.Errorf("in place of what was chosen is shown %d", p.s.Metric)
	}
	even := Map{LoadSimulated: &engine.LoadSimulated{}}
	even.Peaks[cluster.Ops] = engine.MetricPeak{Most: cluster.PackFloat(10), Mean: cluster.PackFloat(9)}
	if full := (&State{Maps: [2]*Map{&even}}).full(); full < 30 {
		t.Errorf("what is even has dark colours: %v is the most", full)
	}
}

// TestNoPreset tests that the page says why a table cannot have a preset.
func TestNoPreset(t *testing.T) {
	for preset, tt := range map[preset]struct{ template, why string }{
		inOrder: {"{game}", "preset-no-time"}, celebrity: {"{day}", "preset-no-star"}, asAsked: {"{game}#{day}", "preset-no-questions"},
	} {
		p := loaded(t).came(cluster.Even, 1)
		p.Work.Tables[2].Template, p.Work.Verdicts = tt.template, nil
		set := len(p.s.Set)
		if p.on(presetPicked{preset}); p.s.PresetRefusal != tt.why || len(p.s.Set) != set || len(p.Announcements) != 1 {
			t.Errorf("%d of %s: %q, told %+v", preset, tt.template, p.s.PresetRefusal, p.Announcements)
		}
		if p.on(presetPicked{batch}); p.s.PresetRefusal != "" || !p.settings().chosen(batch) {
			t.Errorf("after another: %q", p.s.PresetRefusal)
		}
	}
}

// TestStarOfAnotherTable tests that a field which the table does not have has no celebrity.
func TestStarOfAnotherTable(t *testing.T) {
	p := loaded(t).on(FieldChanged{FieldCelebrity, "user"})
	if r, ok := p.settings().request(); !ok || r.SkewedField != "" {
		t.Errorf("asks for %+v", r)
	}
}

func TestCompared(t *testing.T) {
	p := loaded(t).on(compared{typed})
	if p.Has(page.FocusElement{ID: FieldTemplate.element()}); !p.s.Typing {
		t.Error("no key can be typed")
	}
	if p.on(compared{"{day}#{game}"}); p.s.Typing || p.settings().Value(FieldTemplate) != "{day}#{game}" {
		t.Errorf("compared with %q", p.settings().Value(FieldTemplate))
	}
	if p.on(compared{"{game}#{day}"}); p.settings().beside() != "" {
		t.Error("a key is compared with itself")
	}
	v := &View{PageInfo: given(&p.State, &p.Work), State: p.s}
	v.SetComparedDesigns("{day}#{game}", []engine.DesignAttempt{
		{Designs: []engine.TableDesign{{Table: "games", Template: "{day}#{game}"}}}, {Designs: []engine.TableDesign{{Table: "games", Template: "{game}#{day}"}}},
		{Designs: []engine.TableDesign{{Table: "other", Template: "{a}"}, {Table: "games", Template: "{day}"}}},
	})
	if len(v.Designs) != 2 || v.Designs[0] != "{day}#{game}" || v.Designs[1] != "{day}" || !v.Before {
		t.Errorf("offered are %q", v.Designs)
	}
}

// TestHelp tests that remedies are searched for a hot table, and that one can be tried.
func TestHelp(t *testing.T) {
	p := loaded(t).came(cluster.Even, 1.2)
	if p.State.AwaitedCallNumber(slotHelp) != 0 {
		t.Error("help is sought where nothing is hot")
	}
	p.on(FieldChanged{FieldWrites, "7"}).came(cluster.Sequential, 5)
	seq, of := p.State.AwaitedCallNumber(slotHelp), p.s.Maps[0].Request
	ask := engine.FindRemedies{TableLoad: of, WholeLoad: p.settings().whole(), Pattern: cluster.Sequential, Hottest: 5}
	p.Asks(ask)
	later := advise.Remedy{Kind: advise.MoveToEnd, Field: "day", Template: "{game}#{day}"}
	p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Version: p.Work.Version, Answer: &engine.RemediesFound{Request: ask, Version: p.Work.Version, Remedies: []engine.Remedy{{Remedy: later}}}}})
	if p.State.AwaitedCallNumber(slotHelp) != 0 || p.s.Help.Found == nil || len(p.Announcements) != 1 {
		t.Fatalf("found %+v, told %+v", p.s.Help, p.Announcements)
	}
	if p.on(compared{"{day}"}).came(cluster.Sequential, 5); p.State.AwaitedCallNumber(slotHelp) != 0 || p.s.Help.Found == nil {
		t.Error("the same is found out again")
	}
	p.on(remedyPicked{later}).Passes(page.SetTemplate{Table: "games", Template: "{game}#{day}"})
	if p.on(remedyPicked{advise.Remedy{Kind: advise.ShuffleWrites}}); p.settings().Value(FieldOrder) != "1" {
		t.Error("a batch is not mixed")
	}
	// The search is cancelled once something else is to be simulated.
	p.came(cluster.HotRow, 5)
	seq = p.State.AwaitedCallNumber(slotHelp)
	p.on(FieldChanged{FieldWrites, "8"}).on(rested{p.itself()})
	if p.State.AwaitedCallNumber(slotHelp) != 0 {
		t.Error("it is still sought")
	}
	if p.Answered(host.Answer{Seq: seq, Reply: &engine.Reply{Answer: &engine.RemediesFound{Version: p.Work.Version}}}) != nil {
		t.Error("help for before is shown")
	}
	p.came(cluster.HotRow, 5)
	p.answer(host.Answer{Seq: p.State.AwaitedCallNumber(slotHelp), Err: base.Refuse(base.CodeCancelled)})
	if p.State.AwaitedCallNumber(slotHelp) != 0 {
		t.Error("it is sought for ever")
	}
}

// TestRemedySaysWhose tests that a remedy's changes begin from the figures of the load and the
// questions, and that its results are in a state of their own.
func TestRemedySaysWhose(t *testing.T) {
	verdict := func(scanned int64) engine.Verdict {
		return engine.Verdict{Query: "q", Table: "games", Wanted: 5, Found: 5, Stats: table.ScanStats{RowsScanned: scanned, RowsReturned: 5}}
	}
	v := &View{Kit: ui.Kit{Lang: "en"}, PageInfo: PageInfo{Verdicts: []engine.Verdict{verdict(21)}}} // with a row that was written by hand
	was := engine.FindRemedies{TableLoad: engine.SimulateLoad{Table: "games", Nodes: 5}, Hottest: 3.79}
	v.Help.Found = &engine.RemediesFound{Request: was, Version: 7, Verdicts: []engine.Verdict{verdict(20)}}
	html := app.HTMLString(v.remedy(was, engine.Remedy{
		Remedy: advise.Remedy{Kind: advise.AddSalt, Field: "day", Template: "{day|salt:5}#{day}"}, Pattern: cluster.Even, Hottest: 1.25, Verdicts: []engine.Verdict{verdict(100)},
	}))
	under := "now-7 under " + was.TableLoad.ID()
	for _, want := range []string{
		`data-figure="hottest" data-table="games" data-state="` + under + `" data-value="3.79"`,
		`data-figure="hottest" data-table="games" data-state="` + under + ` trial salted {day|salt:5}#{day}" data-value="1.25"`,
		`data-figure="scanned-q" data-table="games" data-state="now-7 trial" data-value="20"`,
		"20 → 100 rows",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not in %s", want, html)
		}
	}
	html = app.HTMLString(v.remedy(was, engine.Remedy{
		Remedy: advise.Remedy{Kind: advise.AddSalt, Field: "day", Template: "{day|salt:5}#{day}"}, Pattern: cluster.Even, Hottest: 1.25, Verdicts: []engine.Verdict{verdict(20)},
	}))
	if strings.Contains(html, "data-figure=\"scanned-q\"") || strings.Contains(html, "good\">reads") {
		t.Errorf("a row written by hand is a gain: %s", html)
	}
}

// TestLessonsHaveTheirLoad tests that a lesson has neither other orders nor remedies.
func TestLessonsHaveTheirLoad(t *testing.T) {
	p := loaded(t).on(FieldChanged{FieldOrder, "2"}, FieldChanged{FieldCelebrity, "game"})
	p.State.Lesson = &page.LessonState{Lesson: &lessons.Lesson{Steps: []lessons.Step{{}}}}
	p.on(SimulatePressed{})
	want, _ := p.settings().request()
	if p.Asks(want); want.Order != traffic.ByTime || want.SkewedField != "" {
		t.Errorf("asks for %+v", want)
	}
	of := heated(10, 6, 25)
	of.Diagnosis.Pattern = cluster.HotRow
	if p.simulated(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Answer: of}}); p.State.AwaitedCallNumber(slotHelp) != 0 {
		t.Error("help is sought")
	}
}

// TestChanges tests that everything that a remedy changes is told, the worst first.
func TestChanges(t *testing.T) {
	scanned := func(query string, n int64) engine.Verdict {
		return engine.Verdict{Query: query, Table: "t", Stats: table.ScanStats{RowsScanned: n, RowsReturned: 1}, Wanted: 1}
	}
	lost := scanned("b", 1)
	lost.Wanted = 2
	now := []engine.Verdict{scanned("a", 10), scanned("b", 100), {Query: "c"}, scanned("same", 3)}
	for _, tt := range []struct {
		under []engine.Verdict
		want  []change
	}{
		{[]engine.Verdict{scanned("a", 5), scanned("b", 800), scanned("c", 9999), scanned("same", 3)}, []change{{"b", 100, 800, false}, {"a", 10, 5, false}}},
		{[]engine.Verdict{scanned("a", 80), scanned("b", 110)}, []change{{"a", 10, 80, false}, {"b", 100, 110, false}}},
		{[]engine.Verdict{scanned("a", 80), lost}, []change{{"b", 100, 1, true}, {"a", 10, 80, false}}},
		{[]engine.Verdict{{Query: "a"}}, []change{{"a", 10, 0, true}}},
		{nil, nil},
	} {
		if got := changes(now, engine.Remedy{Verdicts: tt.under}); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
}

// TestOpenTable tests that the load is on the open table, that the map of another table is not
// shown any more, and that the load on other tables is simulated after it, so that the hottest
// can be named.
func TestOpenTable(t *testing.T) {
	p := loaded(t)
	p.Work.Tables = append(p.Work.Tables, engine.TableInfo{Name: "copy", Rows: 400, Template: "{day}#{game}", Fields: []string{"game", "day"}})
	p.Work.Verdicts = append(p.Work.Verdicts, engine.Verdict{Query: "third", Table: "copy"})
	p.Work.Page.Table = "games"
	at := func(hottest float64) *engine.Reply {
		of := heated(10, 6, 25)
		of.Request, _ = p.settings().request()
		of.Version, of.Hottest, of.Diagnosis.Pattern = p.Work.Version, hottest, cluster.Even
		return &engine.Reply{Answer: of, Version: p.Work.Version}
	}
	p.on(SimulatePressed{}).simulated(host.Answer{Seq: p.s.sent[0], Reply: at(1.05)})
	if p.s.Maps[0].Request.Table != "games" || p.Work.Load == nil || len(p.Work.Load.Reads) != 4 {
		t.Fatalf("the map is of %q, all of the load is %+v", p.s.Maps[0].Request.Table, p.Work.Load)
	}
	other := engine.AnswerAs[*engine.LoadSimulated](at(3.79).Answer)
	other.Request, _ = p.settings().of("copy").request()
	if other.Request.Table != "copy" || len(other.Request.Reads) != 2 || other.Request.Reads[0].Query != "third" {
		t.Errorf("of the other table is asked %+v", other.Request)
	}
	asked := other.Request
	asked.WhenIdle = true
	p.Asks(asked)
	p.simulatedBeside(host.Answer{Seq: p.s.others.asked, Reply: &engine.Reply{Answer: other, Version: p.Work.Version}})
	v := NewView(&ui.Kit{}, &p.State, &p.Work, p.s)
	most := v.State.hottest(v.Maps[0], v.PageInfo.Version, func(string) bool { return false })
	if most == nil || most.Request.Table != "copy" || most.Hottest != 3.79 {
		t.Fatalf("the hottest is %+v", most)
	}
	p.Work.Page.Table = "copy"
	if p.toggle(); p.s.Maps[0] == nil || p.s.Maps[0].Request.Table != "copy" || p.s.Maps[0].Hottest != 3.79 {
		t.Errorf("with the other open the map is %+v", p.s.Maps[0])
	}
	p.Work.Page.Table, p.s.others.known = "games", nil
	if p.toggle(); p.s.Maps[0] != nil {
		t.Errorf("with a table of which nothing is known the map is of %q", p.s.Maps[0].Request.Table)
	}
}

// TestFewSayNothing tests that a table with few records is not called hot or even.
func TestFewSayNothing(t *testing.T) {
	p := loaded(t)
	p.Work.Tables[2].Rows = engine.MinComparedRecords - 1
	of := heated(10, 6, 25)
	of.Hottest, of.Diagnosis.Pattern = 3, cluster.HotRow
	p.on(SimulatePressed{}).simulated(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Answer: of, Version: p.Work.Version}})
	v := NewView(&ui.Kit{Lang: "en"}, &p.State, &p.Work, p.s)
	if said := v.AnnouncementText(MapAnnouncement{}); v.Maps[0].heats() || p.State.AwaitedCallNumber(slotHelp) != 0 || !strings.Contains(said, "200") {
		t.Errorf("few records are told to be hot, %q", said)
	}
}
