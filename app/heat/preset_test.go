package heat

import (
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/advise"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/table"
	"tabletop/engine/traffic"
	"tabletop/lessons"
)

// spread is what the data of games looks like.
var spread = []traffic.Spread{{Field: "game", Kinds: 3, Most: 0.5}, {Field: "day", Kinds: 300, Moves: true}}

// came brings a map of the traffic as it stands.
func (p *play) came(pattern cluster.Pattern, hottest float64) *play {
	p.T.Helper()
	p.on(Rested{p.itself()})
	of := heated(10, 6, 25)
	of.Of, _ = p.form().request()
	of.Of.Times, of.Of.Idle = 1000, true
	of.Fields, of.Diagnosis.Pattern, of.Hottest, of.Version = spread, pattern, hottest, p.Work.Version
	return p.simulated(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Answer: of, Version: p.Work.Version}})
}

func TestPresets(t *testing.T) {
	for preset, want := range map[Preset]engine.Simulate{
		InOrder:   {Writes: 10_000, Reads: []engine.Asked{{Query: "q"}, {}}},
		AtOnce:    {Writes: 5000, Reads: []engine.Asked{{Query: "q"}, {Rate: 10_000}}, Order: traffic.AnyOrder, Shape: traffic.Shaped(traffic.Rise, 3600)},
		Celebrity: {Writes: 1000, Reads: []engine.Asked{{Query: "q"}, {Rate: 20_000}}, Star: "game"},
		Batch:     {Writes: 40_000, Reads: []engine.Asked{{Query: "q"}, {}}, Order: traffic.ByKey},
		AsAsked:   {Reads: []engine.Asked{{Query: "q", Rate: 7}, {}}},
	} {
		p := loaded(t).came(cluster.Even, 1).on(Set{ReadField("q"), "7"}, Set{FieldMinutes, "5"}, Set{FieldNewest, "true"}, PresetPicked{preset})
		p.Has(page.After{Wait: rest, Msg: Rested{p.s.resting}})
		want.Table, want.Nodes, want.Minutes, want.Seed, want.Idle = "games", 8, 60, 1, true
		p.on(Rested{p.itself()}).Asks(want)
		for other := range Presets {
			if p.form().Chosen(other) != (other == preset) {
				t.Errorf("%d is picked, of %d it is said: %v", preset, other, p.form().Chosen(other))
			}
		}
		if p.came(cluster.HotRow, 3); p.s.Tried[preset] != (tried{p.Work.Version, 3, true}) {
			t.Errorf("preset %d has come to %+v", preset, p.s.Tried[preset])
		}
		if p.on(Set{FieldWrites, "1"}); p.form().Chosen(preset) {
			t.Errorf("%d stays chosen", preset)
		}
	}
}

// TestRates: a question keeps the rate that the reader gave it, through loads and under
// another name; of one without it is known that it has none.
func TestRates(t *testing.T) {
	p := loaded(t).came(cluster.Even, 1).on(PresetPicked{AsAsked})
	if of := p.form().unrated(); len(of) != 1 || p.form().Value(ReadField("q")) != rateAsked {
		t.Errorf("without a rate are %q, asked %s times", of, p.form().Value(ReadField("q")))
	}
	p.on(Set{ReadField("q"), "250"}, Set{ReadField("q"), "no number"}, PresetPicked{InOrder}, PresetPicked{AsAsked})
	if of := p.form().unrated(); of != nil || p.form().Value(ReadField("q")) != "250" {
		t.Errorf("without a rate are %q, asked %s times", of, p.form().Value(ReadField("q")))
	}
	p.on(PresetPicked{InOrder}, Asked{Query: "r", Was: "q"})
	if got := Often(&p.State, &p.Work, &p.s, "r"); got != "250" || p.form().Value(ReadField("r")) != "0" {
		t.Errorf("under another name it is asked %s times, and %s in a load without it", got, p.form().Value(ReadField("r")))
	}
	if p.on(Asked{Query: "q", Rate: "0"}, PresetPicked{AsAsked}); p.form().Value(ReadField("q")) != "0" {
		t.Error("what is never asked is asked")
	}
	if p.on(PresetPicked{InOrder}); Often(&p.State, &p.Work, &p.s, "new") != rateAsked {
		t.Error("a new question begins with another rate")
	}
}

// TestWhatShows: a node that is hot under keys that are all alike shows as the load of
// nodes, unless the reader has chosen what is shown.
func TestWhatShows(t *testing.T) {
	p := loaded(t).came(cluster.Even, 3)
	if p.s.Metric != cluster.Load {
		t.Errorf("of a hot node is shown %d", p.s.Metric)
	}
	if p.on(Set{FieldWrites, "7"}).came(cluster.Sequential, 5); p.s.Metric != cluster.Ops {
		t.Errorf("of hot keys is shown %d", p.s.Metric)
	}
	if p.on(MetricPicked{cluster.Writes}, Set{FieldWrites, "8"}).came(cluster.Even, 3); p.s.Metric != cluster.Writes {
		t.Errorf("in place of what was chosen is shown %d", p.s.Metric)
	}
	even := Map{Simulated: &engine.Simulated{}}
	even.Peaks[cluster.Ops] = engine.Peak{Most: cluster.AmountOf(10), Mean: cluster.AmountOf(9)}
	if full := (&State{Maps: [2]*Map{&even}}).Full(); full < 30 {
		t.Errorf("what is even has dark colours: %v is the most", full)
	}
}

// TestNoPreset: it is said why a table cannot have one.
func TestNoPreset(t *testing.T) {
	for preset, tt := range map[Preset]struct{ template, why string }{
		InOrder: {"{game}", "preset-no-time"}, Celebrity: {"{day}", "preset-no-star"}, AsAsked: {"{game}#{day}", "preset-no-questions"},
	} {
		p := loaded(t).came(cluster.Even, 1)
		p.Work.Tables[2].Template, p.Work.Verdicts = tt.template, nil
		set := len(p.s.Set)
		if p.on(PresetPicked{preset}); p.s.Why != tt.why || len(p.s.Set) != set || len(p.Sayings) != 1 {
			t.Errorf("%d of %s: %q, told %+v", preset, tt.template, p.s.Why, p.Sayings)
		}
		if p.on(PresetPicked{Batch}); p.s.Why != "" || !p.form().Chosen(Batch) {
			t.Errorf("after another: %q", p.s.Why)
		}
	}
}

// TestStarOfAnotherTable: a field that the table has not is no celebrity's.
func TestStarOfAnotherTable(t *testing.T) {
	p := loaded(t).on(Set{FieldStar, "user"})
	if r, ok := p.form().request(); !ok || r.Star != "" {
		t.Errorf("asks for %+v", r)
	}
}

func TestCompared(t *testing.T) {
	p := loaded(t).on(Compared{typed})
	if p.Has(page.Focus{ID: FieldTemplate.Element()}); !p.s.Typing {
		t.Error("no key can be typed")
	}
	if p.on(Compared{"{day}#{game}"}); p.s.Typing || p.form().Value(FieldTemplate) != "{day}#{game}" {
		t.Errorf("compared with %q", p.form().Value(FieldTemplate))
	}
	if p.on(Compared{"{game}#{day}"}); p.form().Beside() != "" {
		t.Error("a key is compared with itself")
	}
	v := &View{Given: given(&p.State, &p.Work), State: p.s}
	v.Compares("{day}#{game}", []engine.Attempt{
		{Designs: []engine.AttemptDesign{{Table: "games", Template: "{day}#{game}"}}}, {Designs: []engine.AttemptDesign{{Table: "games", Template: "{game}#{day}"}}},
		{Designs: []engine.AttemptDesign{{Table: "other", Template: "{a}"}, {Table: "games", Template: "{day}"}}},
	})
	if len(v.Designs) != 2 || v.Designs[0] != "{day}#{game}" || v.Designs[1] != "{day}" || !v.Before {
		t.Errorf("offered are %q", v.Designs)
	}
}

// TestHelp: where it is hot it is found out what would help, and a remedy is tried.
func TestHelp(t *testing.T) {
	p := loaded(t).came(cluster.Even, 1.2)
	if p.s.Help.asked != 0 {
		t.Error("help is sought where nothing is hot")
	}
	p.on(Set{FieldWrites, "7"}).came(cluster.Sequential, 5)
	seq, of := p.s.Help.asked, p.s.Maps[0].Of
	ask := engine.Relieve{Of: of, Pattern: cluster.Sequential, Hottest: 5}
	p.Asks(ask)
	later := advise.Remedy{Kind: advise.Later, Field: "day", Template: "{game}#{day}"}
	p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Version: p.Work.Version, Answer: &engine.Relieved{Of: ask, Version: p.Work.Version, Remedies: []engine.Remedy{{Remedy: later}}}}})
	if p.s.Help.asked != 0 || p.s.Help.Found == nil || len(p.Sayings) != 1 {
		t.Fatalf("found %+v, told %+v", p.s.Help, p.Sayings)
	}
	if p.on(Compared{"{day}"}).came(cluster.Sequential, 5); p.s.Help.asked != 0 || p.s.Help.Found == nil {
		t.Error("the same is found out again")
	}
	p.on(RemedyPicked{later}).Passes(page.Redesign{Table: "games", Template: "{game}#{day}"})
	if p.on(RemedyPicked{advise.Remedy{Kind: advise.Mixed}}); p.form().Value(FieldOrder) != "1" {
		t.Error("a batch is not mixed")
	}
	// What is sought is of no use once there is something else to simulate.
	p.came(cluster.HotRow, 5)
	seq = p.s.Help.asked
	p.on(Set{FieldWrites, "8"}).on(Rested{p.itself()})
	if p.s.Help.asked != 0 {
		t.Error("it is still sought")
	}
	p.on(helped{host.Answer{Seq: seq, Reply: &engine.Reply{Answer: &engine.Relieved{Version: p.Work.Version}}}})
	if p.s.Help.Found != nil {
		t.Error("help for before is shown")
	}
	p.came(cluster.HotRow, 5)
	p.answer(host.Answer{Seq: p.s.Help.asked, Err: base.Refuse(base.CodeCancelled)})
	if p.s.Help.asked != 0 {
		t.Error("it is sought for ever")
	}
}

// TestLessonsHaveTheirLoad: in a lesson there are neither other orders nor help.
func TestLessonsHaveTheirLoad(t *testing.T) {
	p := loaded(t).on(Set{FieldOrder, "2"}, Set{FieldStar, "game"})
	p.State.Lesson = &page.LessonState{Lesson: &lessons.Lesson{Steps: []lessons.Step{{}}}}
	p.on(Run{})
	want, _ := p.form().request()
	if p.Asks(want); want.Order != traffic.ByTime || want.Star != "" {
		t.Errorf("asks for %+v", want)
	}
	of := heated(10, 6, 25)
	of.Diagnosis.Pattern = cluster.HotRow
	if p.simulated(host.Answer{Seq: p.s.sent[0], Reply: &engine.Reply{Answer: of}}); p.s.Help.asked != 0 {
		t.Error("help is sought")
	}
}

func TestDearest(t *testing.T) {
	scanned := func(query string, n int64) engine.Verdict {
		return engine.Verdict{Query: query, Table: "t", Stats: table.Stats{RowsScanned: n}}
	}
	now := []engine.Verdict{scanned("a", 10), scanned("b", 100), {Query: "c"}}
	for _, tt := range []struct {
		under []engine.Verdict
		want  change
		ok    bool
	}{
		{[]engine.Verdict{scanned("a", 80), scanned("b", 1), scanned("c", 9999)}, change{"a", 8}, true},
		{[]engine.Verdict{scanned("a", 10), scanned("b", 10)}, change{"b", 0.1}, true},
		{[]engine.Verdict{scanned("a", 11), scanned("b", 90)}, change{}, false},
		{nil, change{}, false},
	} {
		if c, ok := dearest(now, engine.Remedy{Verdicts: tt.under}); c != tt.want || ok != tt.ok {
			t.Errorf("%+v: %+v, %v", tt.under, c, ok)
		}
	}
}
