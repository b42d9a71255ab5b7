package model

import (
	"math"
	"slices"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/plan"
	"tabletop/engine/table"
	"tabletop/lessons"
)

// tried returns an attempt with one question.
func tried(state uint64, template string, scanned, wanted int64, skew float64) engine.Attempt {
	return engine.Attempt{
		State: state, Skew: skew, Designs: []engine.AttemptDesign{{Table: "games", Template: template}},
		Verdicts: []engine.Verdict{{Query: "q", Table: "games", Wanted: wanted, Stats: table.Stats{RowsScanned: scanned, RowsReturned: wanted, BytesScanned: scanned * 10}}},
		Growth:   []engine.Growth{{From: 1000, Records: 10_000, Scanned: scanned * 10, Wanted: wanted, Bytes: scanned * 100}},
	}
}

// weighedSandbox is a sandbox whose attempts have been asked for.
func weighedSandbox(t *testing.T) *play {
	p := sandbox(t)
	p.on(WeighSettled{p.st.Work.Version}).asks(engine.Weigh{})
	return p
}

func TestWeighing(t *testing.T) {
	p := sandbox(t)
	version := p.st.Work.Version
	p.has(After{Wait: rest, Msg: WeighSettled{version}})
	if p.on(WeighSettled{version - 1}); len(p.effects) > 0 {
		t.Errorf("an old design was weighed: %+v", p.effects)
	}
	p.on(WeighSettled{version}).asks(engine.Weigh{})
	seq := p.sent().Seq
	if p.on(WeighSettled{version}); len(p.effects) > 0 {
		t.Errorf("it was weighed twice: %+v", p.effects)
	}
	if p.on(Came{host.Progress{Seq: seq, Done: 1, Total: 2}}); p.st.Work.Running != nil {
		t.Error("weighing keeps the reader from working")
	}
	before := p.st
	p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Version: version, Answer: &engine.Weighed{Attempts: []engine.Attempt{tried(3, "{game}", 8, 2, 2)}}}})
	if !p.st.Work.Fresh() || len(p.st.Work.Attempts.All) != 1 || len(p.st.Work.Tables) != len(before.Work.Tables) {
		t.Errorf("%+v", p.st.Work.Attempts)
	}
	if p.on(WeighSettled{version}); len(p.effects) > 0 {
		t.Errorf("what is known was weighed: %+v", p.effects)
	}
	// A change asks again, and shows the old ones meanwhile.
	p.on(UndoPressed{}, ConsoleEntered{"set games k f:q=1"}).answer(host.Answer{Reply: &engine.Reply{Version: version + 1, Tables: p.st.Work.Tables}})
	p.has(After{Wait: rest, Msg: WeighSettled{version + 1}})
	if p.st.Work.Fresh() || len(p.st.Work.Attempts.All) != 1 {
		t.Errorf("%+v", p.st.Work.Attempts)
	}
}

// TestWeighingGivesWay: it stops for whatever the reader does, and comes again.
func TestWeighingGivesWay(t *testing.T) {
	for name, m := range map[string]Msg{"typing a template": TemplateTyped{"games", "{game}#{pl"}, "a command": ConsoleEntered{"count games"}} {
		p := weighedSandbox(t)
		seq := p.sent().Seq
		p.on(m)
		if !slices.ContainsFunc(p.effects, func(e Effect) bool { s, ok := e.(Send); return ok && s.Sent.Call == host.Call(host.Cancel{Seq: seq}) }) {
			t.Errorf("%s: %+v", name, p.effects)
		}
		p.on(Came{host.Answer{Seq: seq, Err: base.Refuse(base.CodeCancelled)}})
		if p.st.Notice != nil || p.st.Work.Attempts.All != nil {
			t.Errorf("%s: %+v", name, p.st)
		}
	}
	p := weighedSandbox(t)
	p.answer(host.Answer{Err: base.Refuse(base.CodeCancelled)}).has(After{Wait: rest, Msg: WeighSettled{p.st.Work.Version}})
	p = weighedSandbox(t)
	if p.answer(host.Answer{Err: base.Refuse(base.CodeNoSandbox)}); len(p.effects) > 0 {
		t.Errorf("it is asked again and again: %+v", p.effects)
	}
}

func TestWeighingInLessons(t *testing.T) {
	st := State{State: page.State{Lesson: newLesson(&lessons.Lesson{Steps: []lessons.Step{{}, {Panels: []lessons.Panel{lessons.PanelDesigner}}, {}}})}}
	st.Work.Tables = []engine.TableInfo{designedTable("{game}")}
	for step, want := range []bool{false, true, true} {
		if st.Lesson.Step = step; st.Designing() != want {
			t.Errorf("step %d: %v", step, !want)
		}
	}
}

func TestCompare(t *testing.T) {
	p := weighedSandbox(t)
	now := tried(3, "{game}#{date}", 4, 2, 3)
	now.Now = true
	all := []engine.Attempt{tried(1, "{game}", 8, 2, 2), now, tried(4, "{date}#{game}", 2, 2, 8)}
	p.answer(host.Answer{Reply: &engine.Reply{Version: p.st.Work.Version, Answer: &engine.Weighed{Attempts: all}}})
	compared := func(want ...uint64) {
		t.Helper()
		a, b, ok := p.st.Work.Attempts.Compared()
		if ok != (len(want) == 2) || ok && (a.State != want[0] || b.State != want[1]) {
			t.Errorf("%d and %d, %v are compared, want %d", a.State, b.State, ok, want)
		}
	}
	compared()
	p.on(AttemptPicked{1})
	compared(1, 3)
	p.on(AttemptPicked{4})
	compared(1, 4)
	p.on(AttemptPicked{3})
	compared(4, 3)
	p.on(AttemptPicked{4})
	compared() // that of now with itself
	p.on(AttemptPicked{3})
	compared()

	// Its key is taken as if it had been typed.
	p.on(AttemptTaken{4})
	p.has(SetText{ID: TemplateElement("games"), Text: "{date}#{game}"})
	p.asks(engine.Rekey{Table: "games", Template: "{date}#{game}"})
	p.st.Work.Running = nil
	all[0].Designs = append(all[0].Designs, engine.AttemptDesign{Table: "games_2", Template: "{date}"})
	p.on(AttemptTaken{1}).asks(engine.GoTo{State: 1})
	all[0].Named = "two"
	p.on(AttemptTaken{1}).asks(engine.Restore{Name: "two"})
	p.st.Work.ReadOnly = true
	if p.on(AttemptTaken{1}); len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
}

func TestReadCost(t *testing.T) {
	a := tried(1, "{game}", 800, 2, 1)
	a.Verdicts = append(a.Verdicts, engine.Verdict{Table: "games", Wanted: 100, Stats: table.Stats{RowsScanned: 100, RowsReturned: 100}})
	if cost, ok := ReadCost(a); !ok || math.Abs(cost-20) > 1e-9 {
		t.Errorf("the mean of 400 and 1 is %v, %v", cost, ok)
	}
	if cost, ok := ReadCost(tried(1, "{game}", 0, 0, 1)); !ok || cost != 1 {
		t.Errorf("of nothing %v, %v", cost, ok)
	}
	a.Verdicts[1].Stats.RowsReturned = 99
	if _, ok := ReadCost(a); ok {
		t.Error("an attempt that loses a record has a cost")
	}
	a.Verdicts[1] = engine.Verdict{Missing: []string{"user"}}
	if _, ok := ReadCost(a); ok {
		t.Error("an attempt that cannot answer has a cost")
	}
	if _, ok := ReadCost(engine.Attempt{}); ok {
		t.Error("without a question there is a cost")
	}
}

func TestPoints(t *testing.T) {
	all := []engine.Attempt{
		tried(1, "a", 100, 1, 1), tried(2, "b", 10, 1, 2), tried(3, "c", 10, 1, 8), tried(4, "d", 1, 1, 8),
		tried(5, "e", 50, 1, 2), tried(6, "f", 1, 1, 0), tried(7, "g", 1, 1, 8.001),
	}
	var best, others []int
	for _, q := range Points(all) {
		if q.Best {
			best = append(best, q.At)
		} else {
			others = append(others, q.At)
		}
	}
	if !slices.Equal(best, []int{3, 6, 1, 0}) || !slices.Equal(others, []int{2, 4}) {
		t.Errorf("the best are %v, the others %v", best, others)
	}
}

func TestProject(t *testing.T) {
	verdict := func(scanned, wanted int64) engine.Verdict {
		return engine.Verdict{Query: "q", Table: "t", Wanted: wanted, Stats: table.Stats{RowsScanned: scanned, RowsReturned: wanted, BytesScanned: 20 * scanned}}
	}
	for name, c := range map[string]struct {
		v        engine.Verdict
		g        engine.Growth
		exponent float64
		scanned  int64
		perRow   float64
	}{
		"as much":       {verdict(4, 4), engine.Growth{From: 1000, Records: 10_000, Scanned: 4, Wanted: 4}, 0, 4, 1},
		"in proportion": {verdict(1000, 4), engine.Growth{From: 1000, Records: 10_000, Scanned: 10_000, Wanted: 4}, 1, 100_000, 25_000},
		"both":          {verdict(1000, 40), engine.Growth{From: 1000, Records: 100, Scanned: 100, Wanted: 4}, 1, 100_000, 25},
		"with the root": {verdict(100, 1), engine.Growth{From: 10_000, Records: 100, Scanned: 10, Wanted: 1}, 0.5, 1000, 1000},
		"nothing":       {verdict(0, 0), engine.Growth{From: 1000, Records: 100}, 0, 0, 1},
		"fewer":         {verdict(3, 3), engine.Growth{From: 1000, Records: 100, Scanned: 4, Wanted: 4}, 0, 3, 1},
	} {
		j, ok := Project(c.v, c.g)
		if !ok || j.Exponent != c.exponent || j.Scanned != c.scanned || j.PerRow != c.perRow || j.From >= j.To {
			t.Errorf("%s: %+v, %v", name, j, ok)
		}
	}
	// One row of a thousand records, two of ten thousand: it may be 40 of a hundred thousand.
	if j, ok := Project(verdict(1, 1), engine.Growth{From: 1000, Records: 10_000, Scanned: 2, Wanted: 2}); ok {
		t.Errorf("of one row and two: %+v", j)
	}
	if j, ok := Project(verdict(4, 4), engine.Growth{From: 1000, Records: 10_000, Scanned: 39, Wanted: 39}); !ok || j.Exponent != 0.99 {
		t.Errorf("of 4 rows and 39: %+v, %v", j, ok)
	}
	for name, g := range map[string]engine.Growth{"too little data": {From: 5}, "the same size": {From: 5, Records: 5}, "nothing to scan at first": {From: 500, Records: 50}} {
		if j, ok := Project(verdict(1, 1), g); ok {
			t.Errorf("%s: %+v", name, j)
		}
	}
	point := verdict(1, 1)
	point.Access = plan.Point
	if j, ok := Project(point, engine.Growth{From: 500, Records: 50}); !ok || j.Scanned != 1 || j.PerRow != 1 || j.Bytes != 20 {
		t.Errorf("a row that fewer records do not have: %+v, %v", j, ok)
	}
	if _, ok := Project(engine.Verdict{}, engine.Growth{From: 5, Records: 50}); ok {
		t.Error("what cannot be answered was projected")
	}
}

func TestProjectedIsOfNow(t *testing.T) {
	p := weighedSandbox(t)
	now := tried(3, "{game}#{date}", 4, 2, 3)
	now.Now = true
	p.answer(host.Answer{Reply: &engine.Reply{Version: p.st.Work.Version, Answer: &engine.Weighed{Attempts: []engine.Attempt{tried(1, "{game}", 8, 2, 2), now}}}})
	j, ok := p.st.Work.Projected(now.Verdicts[0])
	if !ok || j.Scanned != 400 {
		t.Errorf("%+v, %v", j, ok)
	}
	w := &p.st.Work
	if _, is := w.Unprojected(now.Verdicts[0]); is || w.TooFew(now.Verdicts[0]) {
		t.Error("what is projected is not told")
	}
	now.Growth = []engine.Growth{{From: 500, Records: 50}}
	w.Attempts.All[1] = now
	if g, is := w.Unprojected(now.Verdicts[0]); !is || g.Records != 50 || w.TooFew(now.Verdicts[0]) {
		t.Error("it is not told what there was nothing of")
	}
	now.Growth = []engine.Growth{{From: 5}}
	w.Attempts.All[1] = now
	if !w.TooFew(now.Verdicts[0]) || w.TooFew(engine.Verdict{Query: now.Verdicts[0].Query}) {
		t.Error("of too little data, or of what is not answered")
	}
	p.st.Work.Version++
	if _, ok := p.st.Work.Projected(now.Verdicts[0]); ok || w.TooFew(now.Verdicts[0]) {
		t.Error("what has changed since was projected")
	}
}

// TestFiguresAreAttempts: what a lesson has measured is weighed with the designs, and
// once more when there is more of it.
func TestFiguresAreAttempts(t *testing.T) {
	p := sandbox(t)
	p.st.Lesson = newLesson(&lessons.Lesson{Steps: []lessons.Step{{Panels: []lessons.Panel{lessons.PanelDesigner}}}})
	p.st.Lesson.Progress.Figures = []engine.Figure{{Template: "{a}"}}
	version := p.st.Work.Version
	p.on(WeighSettled{version}).asks(engine.Weigh{Figures: p.st.Lesson.Progress.Figures})
	measured := engine.Attempt{State: engine.FigureState | 7, Designs: []engine.AttemptDesign{{Table: "games", Template: "{player}"}}}
	p.answer(host.Answer{Reply: &engine.Reply{Version: version, Answer: &engine.Weighed{Attempts: []engine.Attempt{measured}}}})
	if p.on(WeighSettled{version}); len(p.effects) > 0 {
		t.Errorf("what is known is weighed: %+v", p.effects)
	}
	more := append(slices.Clone(p.st.Lesson.Progress.Figures), engine.Figure{Template: "{b}"})
	p.on(ActionPressed{lessons.Grow{}})
	p.answer(host.Answer{Outcome: &lessons.Outcome{Progress: lessons.Progress{Figures: more}}}).has(After{Wait: rest, Msg: WeighSettled{version}})
	p.on(WeighSettled{version}).asks(engine.Weigh{Figures: more})
	// It is taken by its template, and never by a state.
	if p.on(AttemptTaken{measured.State}); p.sent().Call == nil || p.st.Work.Drafts["games"].Text != "{player}" {
		t.Errorf("%+v", p.effects)
	}
	measured.Designs[0].Table = "gone"
	p.st.Work.Attempts.All = []engine.Attempt{measured}
	if p.on(AttemptTaken{measured.State}); len(p.effects) > 0 {
		t.Errorf("%+v", p.effects)
	}
}
