//go:build !js

package questions

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/figures"
	"tabletop/app/page"
	"tabletop/app/ui"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/engine/table"
)

// TestCard tests that an answer which lacks records is not shown as cheaper, that comparisons
// are told, and that the bar is in proportion.
func TestCard(t *testing.T) {
	answer := func(scanned, wanted, found int64) engine.Verdict {
		return engine.Verdict{Query: "q", Table: "orders", Wanted: wanted, Found: found, Stats: table.ScanStats{RowsScanned: scanned, RowsReturned: found}}
	}
	start := func(v engine.Verdict) []engine.FirstDesignCost {
		return []engine.FirstDesignCost{{Query: "q", Designs: []engine.TableDesign{{Table: "orders", Template: "{id}"}}, Verdict: v}}
	}
	for name, c := range map[string]struct {
		now        engine.Verdict
		starts     []engine.FirstDesignCost
		has, lacks []string
	}{
		"nothing to compare": {answer(11, 11, 11), nil, []string{"scanned for 11"}, []string{"fewer", "more", `class="tick"`}},
		"a saving":           {answer(16, 16, 16), start(answer(2000, 16, 16)), []string{`class="by good"`, "1,984 fewer", "with {id}, it scanned 2,000", "left:100.00%"}, nil},
		"a loss":             {answer(2000, 16, 16), start(answer(16, 16, 16)), []string{`class="by bad"`, "1,984 more", "width:0.80%", "width:100.00%"}, nil},
		"the same":           {answer(16, 16, 16), start(answer(16, 16, 16)), []string{"same"}, []string{"by good", "by bad"}},
		"lost":               {answer(1, 96, 1), start(answer(2000, 96, 96)), []string{`class="by bad"`, "scanned for 1\n", "95 of 96 lost", `class="num bad"`, "wanted lacking", `data-lacks="95"`}, []string{"fewer", "by good"}},
		"lost and dearer":    {answer(200, 96, 95), start(answer(96, 96, 96)), []string{`class="by bad"`, "▲ 104 more · 1 of 96 lost"}, nil},
		"nothing":            {answer(0, 0, 0), nil, []string{"0</b>\n scanned for 0 · no record matches", `class="tag"`, "No record matches, so nothing is read"}, []string{"tag good", "lie together"}},
		"lost at the start":  {answer(96, 96, 96), start(answer(1, 96, 1)), []string{"scanned for 96"}, []string{"fewer", "more"}},
	} {
		w := &page.Workspace{Tables: []engine.TableInfo{{Name: "orders", Template: "{id}", Rows: 2000, Records: 2000}}, Verdicts: []engine.Verdict{c.now}, ShownVersions: page.ShownVersions{Starts: c.starts}}
		k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{Send: func(page.Msg) {}}}
		v := NewView(k, &page.State{}, w, State{})
		v.Beside = func(string) app.UI { return app.Div() }
		v.QueryRate = func(string) string { return "0.2" }
		c.has = append(c.has, ">0.2 a second ")
		v.FormState.Cost = &engine.QuestionPlan{Verdict: c.now}
		preview := app.HTMLString(v.foretold())
		if said := v.scannedFor(c.now); !strings.Contains(preview, said) || c.now.MissingRecordCount() > 0 && !strings.Contains(preview, v.lost(c.now)) {
			t.Errorf("%s: the preview does not say %q as the card does: %s", name, said, preview)
		}
		var drawn strings.Builder
		for _, part := range append(v.cost(c.now), v.bar(c.now), v.card(c.now)) {
			drawn.WriteString(app.HTMLString(part))
		}
		for _, text := range c.has {
			if !strings.Contains(drawn.String(), text) {
				t.Errorf("%s: no %q in %s", name, text, drawn.String())
			}
		}
		for _, text := range c.lacks {
			if strings.Contains(drawn.String(), text) {
				t.Errorf("%s: there is %q in %s", name, text, drawn.String())
			}
		}
	}
}

// TestEqualDesigns tests that equal designs share one point with the letters of all.
func TestEqualDesigns(t *testing.T) {
	k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{Send: func(page.Msg) {}}}
	all := []engine.DesignAttempt{tried(1, "a", 1000, 1, 2), tried(2, "b", 257, 10, 2), tried(3, "c", 257, 10, 2), tried(4, "d", 2, 1, 8)}
	v := NewView(k, &page.State{}, &page.Workspace{}, State{Attempts: DesignAttempts{All: all}})
	drawn := v.plane(all)
	if !strings.Contains(drawn, ">B, C</text>") || strings.Contains(drawn, ">B</text>") || strings.Contains(drawn, ">C</text>") {
		t.Error(drawn)
	}
	if at := strings.Count(drawn, `class="best" d="M`); at != 3 {
		t.Errorf("%d marks are unbeaten in %s", at, drawn)
	}
}

// TestLabelsAreApart tests that the letters and names of designs that lie near each other cover neither
// each other nor a mark nor the title of the axis, and stay within the picture.
func TestLabelsAreApart(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for try := range 300 {
		var marks []planeMark
		var labels []planeLabel
		x, y := planeLeft+14+150*random.Float64(), 36+40*random.Float64()
		for i := range 2 + try%6 { // near each other, but none covers another one's middle
			m := planeMark{x + 11*float64(i%3) + random.Float64()*4, y + 11*float64(i/3) + random.Float64()*4, 7}
			marks, labels = append(marks, m), append(labels, planeLabel{i, "letter", figures.DesignLetter(i)})
		}
		labels = append(labels, planeLabel{0, "name", "time first"})
		title := planeBox{4, 3, 150, 17}
		places := placeLabels(marks, labels, title)
		for i, at := range places {
			if at.left < planeLeft || at.right > planeWidth || at.top < 0 || at.bottom > planeHeight-planeBottom || at.overlaps(title) {
				t.Fatalf("try %d: %+v is at %+v", try, labels[i], at)
			}
			for j, o := range places[:i] {
				if at.overlaps(o) {
					t.Fatalf("try %d: %+v at %+v covers %+v at %+v", try, labels[i], at, labels[j], o)
				}
			}
			for _, m := range marks {
				if at.overlaps(planeBox{m.x - m.radius, m.y - m.radius, m.x + m.radius, m.y + m.radius}) {
					t.Fatalf("try %d: %+v at %+v covers the mark %+v", try, labels[i], at, m)
				}
			}
		}
	}
	// The letter of a mark that stands alone is right above it.
	if at := placeLabels([]planeMark{{100, 60, 7}}, []planeLabel{{0, "letter", "A"}})[0]; at.bottom != 53 || (at.left+at.right)/2 != 100 {
		t.Errorf("%+v", at)
	}
}

// TestLetters tests that a design is named by its number and not by its place in the list, also
// after the alphabet.
func TestLetters(t *testing.T) {
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 27: "AB", 52: "BA"} {
		if got := figures.DesignLetter(n); got != want {
			t.Errorf("design %d is %s", n, got)
		}
	}
	all := []engine.DesignAttempt{tried(1, "{game}", 10, 10, 2), tried(3, "{day}", 2000, 10, 7)}
	all[1].Current = true
	w := &page.Workspace{Tables: []engine.TableInfo{{Name: "games", Template: "{game}"}}}
	v := &View{Kit: ui.Kit{Lang: "en"}, st: &page.State{}, w: w, Questions: ui.QuestionsOf(&page.State{}, w)}
	v.Attempts = DesignAttempts{All: all, Compared: []uint64{1}}
	drawn := app.HTMLString(v.picture()) + app.HTMLString(v.attemptTable()) + app.HTMLString(v.compared())
	for _, want := range []string{">A</text>", ">C</text>", `data-attempt="C"`, `<b class="letter">C</b>`, "A and C (now)"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("no %q in %s", want, drawn)
		}
	}
}

// TestUnbeatenIsOnTop tests that of two designs at one place the mark of the best one is drawn
// last.
func TestUnbeatenIsOnTop(t *testing.T) {
	k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{Send: func(page.Msg) {}}}
	all := []engine.DesignAttempt{tried(1, "a", 10, 10, 2), tried(2, "b", 10, 10, 2)}
	all[0].Bytes, all[1].Bytes = 100, 200
	drawn := NewView(k, &page.State{}, &page.Workspace{}, State{Attempts: DesignAttempts{All: all}}).plane(all)
	if other, best := strings.Index(drawn, `class="other"`), strings.Index(drawn, `class="best"`); other < 0 || best < other {
		t.Error(drawn)
	}
}

// TestOverloadedIsMarked tests that the picture marks a design whose load is too much for the nodes
// by shape and word, that a sentence below explains the mark, and that the list has the same word
// and does not call the design unbeaten.
func TestOverloadedIsMarked(t *testing.T) {
	for _, nodes := range []int{0, 8} {
		all := []engine.DesignAttempt{tried(1, "{game}", 10, 10, 1.19), tried(2, "{day}", 2000, 10, 7)}
		all[0].OverloadedNodes = nodes
		w := &page.Workspace{Tables: []engine.TableInfo{{Name: "games", Template: "{game}"}}}
		v := &View{Kit: ui.Kit{Lang: "en"}, st: &page.State{}, w: w, Questions: ui.QuestionsOf(&page.State{}, w)}
		v.Attempts = DesignAttempts{All: all, load: &engine.SimulateLoad{Nodes: 8}}
		picture, list := app.HTMLString(v.picture()), app.HTMLString(v.attemptTable())
		over := nodes > 0
		for _, mark := range []string{`class="over"`, ">too much</text>", "A cross: the load is too much"} {
			if strings.Contains(picture, mark) != over {
				t.Errorf("%d nodes: %q in the picture: %v", nodes, mark, !over)
			}
		}
		first, second, _ := strings.Cut(list, `data-attempt="B"`)
		if strings.Contains(first, "too much for 8 of 8 nodes") != over || strings.Contains(first, "unbeaten") == over || strings.Contains(second, "unbeaten") != over {
			t.Errorf("%d nodes: %s", nodes, list)
		}
	}
}

// TestWhyNoPicture tests that the page says why no design has a place on the picture, and why
// one has no cost.
func TestWhyNoPicture(t *testing.T) {
	of := func(records int64, change func(a *engine.DesignAttempt)) string {
		was, now := tried(3, "{day}#{game}", 400, 10, 3.8), tried(0, "{game}#{day}", 20, 10, 1.2)
		was.Number, now.Number, now.Current = 0, 1, true
		for _, a := range []*engine.DesignAttempt{&was, &now} {
			a.Designs = []engine.TableDesign{{Table: "games", Template: a.Designs[0].Template, Records: records}}
			change(a)
		}
		w := &page.Workspace{Tables: []engine.TableInfo{{Name: "games", Records: records, Template: "{game}#{day}"}}, Version: 7}
		v := &View{Kit: ui.Kit{Lang: "en", EngineIdle: true}, st: &page.State{}, w: w, Questions: ui.QuestionsOf(&page.State{}, w)}
		v.Attempts = DesignAttempts{All: []engine.DesignAttempt{was, now}, Compared: []uint64{3}, version: 7, load: &engine.SimulateLoad{Nodes: 5}}
		return app.HTMLString(v.DesignsCard())
	}
	for name, c := range map[string]struct {
		records int64
		change  func(a *engine.DesignAttempt)
		has     []string
	}{
		"no questions": {8002, func(a *engine.DesignAttempt) { a.Verdicts = nil }, []string{"Ask a question", "A is asked no question and has 3.8 times"}},
		"lost":         {8002, func(a *engine.DesignAttempt) { a.Verdicts[0].Found -= 2 }, []string{"<svg", `class="other lossy"`, "Each of these designs loses records", "loses records · 8,002 records", ">50.0</td>", "A loses records and has 3.8 times"}},
		"some lost":    {8002, func(a *engine.DesignAttempt) { a.Verdicts[0].Found, a.Lost = a.Verdicts[0].Found-2, []int64{50} }, []string{"<svg", "loses 50 of 8,002 records</span>", "A loses 50 of 8,002 records and has 3.8 times"}},
		"unanswered":   {8002, func(a *engine.DesignAttempt) { a.Verdicts[0].Table = "" }, []string{"each of these designs leaves a question", "B (now) leaves a question without an answer"}},
		"no load":      {8002, func(a *engine.DesignAttempt) { a.Skew = 0 }, []string{"where the load goes is not known", "A scans 40.0 rows for each row wanted."}},
		"few":          {150, func(a *engine.DesignAttempt) { a.Skew = 0 }, []string{"The picture begins with 200 records"}},
		"all is known": {8002, func(*engine.DesignAttempt) {}, []string{"<svg", "A scans 40.0 rows for each row wanted and has 3.8 times the fair share on its hottest node."}},
	} {
		html := of(c.records, c.change)
		for _, want := range c.has {
			if !strings.Contains(html, want) {
				t.Errorf("%s: no %q in %s", name, want, html)
			}
		}
		if strings.Contains(html, `class="best"`) != (name == "all is known") {
			t.Errorf("%s: what is unbeaten is marked wrong in %s", name, html)
		}
		if strings.Contains(html, "begins with 200") != (name == "few") || strings.Contains(html, "scans –") {
			t.Errorf("%s: %s", name, html)
		}
	}
}

// TestWhoseCost tests that with several tables a card and a comparison name the table of a
// question.
func TestWhoseCost(t *testing.T) {
	q := engine.Verdict{Query: "q", Table: "readings", Wanted: 10, Found: 10, Stats: table.ScanStats{RowsScanned: 20, RowsReturned: 10}}
	w := &page.Workspace{Tables: []engine.TableInfo{{Name: "readings", Template: "{id}"}}, Verdicts: []engine.Verdict{q}}
	v := &View{Kit: ui.Kit{Lang: "en"}, st: &page.State{}, w: w, Beside: func(string) app.UI { return app.Div() }}
	a := engine.DesignAttempt{Designs: []engine.TableDesign{{Table: "readings", Template: "{id}"}}, Verdicts: []engine.Verdict{q}}
	if text, _ := v.comparedQuery(a, 0); strings.Contains(app.HTMLString(v.card(q)), "on readings") || strings.Contains(text, "on readings") {
		t.Errorf("the one table is named: %s", text)
	}
	const before = "scanned for 10 · before the last change"
	old := q
	if old.Stale = true; strings.Contains(app.HTMLString(v.card(q)), before) || !strings.Contains(app.HTMLString(v.card(old)), before) {
		t.Errorf("it is not said when it was measured: %s", app.HTMLString(v.card(old)))
	}
	w.Tables = append(w.Tables, engine.TableInfo{Name: "copy", Template: "{day}"})
	a.Designs = append(a.Designs, engine.TableDesign{Table: "copy", Template: "{day}"})
	if text, _ := v.comparedQuery(a, 0); !strings.Contains(app.HTMLString(v.card(q)), "scanned for 10 on readings") || !strings.Contains(text, "on readings") {
		t.Errorf("no table is named: %s, %s", text, app.HTMLString(v.card(q)))
	}
}

// TestNoNumbersCard tests that the card of a question which compares text as numbers says so.
func TestNoNumbersCard(t *testing.T) {
	k := &ui.Kit{Lang: "en", InBrowser: true, To: &ui.MsgSender{Send: func(page.Msg) {}}}
	w := &page.Workspace{Tables: []engine.TableInfo{{Name: "t", NonNumeric: []engine.NonNumericField{{Field: "temp", Value: "22,94"}}}}}
	w.Timeline.Workload = []plan.Query{{ID: "q1", Where: []plan.Cond{{Field: "temp", Op: plan.Numbers, Value: "22.5"}}}, {ID: "q2", Where: []plan.Cond{{Field: "temp", Value: "22,94"}}}}
	v := NewView(k, &page.State{}, w, State{})
	v.Beside = func(string) app.UI { return app.Div() }
	for id, says := range map[string]bool{"q1": true, "q2": false} {
		drawn := app.HTMLString(v.card(engine.Verdict{Query: id, Table: "t"}))
		if got := strings.Contains(drawn, "No value of temp is a number that can be read: 22,94"); got != says {
			t.Errorf("%s: %v in %s", id, got, drawn)
		}
	}
}
