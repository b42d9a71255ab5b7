package questions

import (
	"strings"
	"testing"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/table"
	"tabletop/lessons"
	"tabletop/web/test/pagetest"
)

// tried returns an attempt with one question. Its number is that of the state, from 1.
func tried(state uint64, template string, scanned, wanted int64, skew float64) engine.DesignAttempt {
	return engine.DesignAttempt{
		State: state, Number: max(int(state), 1) - 1, Skew: skew, Designs: []engine.TableDesign{{Table: "games", Template: template}},
		Verdicts: []engine.Verdict{{Query: "q", Table: "games", Wanted: wanted, Found: wanted, Stats: table.ScanStats{RowsScanned: scanned, RowsReturned: wanted, BytesScanned: scanned * 10}}},
		Growth:   []engine.GrowthCost{{From: 1000, Records: 10_000, Scanned: scanned * 10, Wanted: wanted, Bytes: scanned * 100}},
	}
}

func TestProjectedIsOfNow(t *testing.T) {
	w := &page.Workspace{Version: 1}
	now := tried(3, "{game}#{date}", 4, 2, 3)
	now.Current = true
	of := &DesignAttempts{version: 1, All: []engine.DesignAttempt{tried(1, "{game}", 8, 2, 2), now}}
	j, ok := of.projected(w, now.Verdicts[0])
	if !ok || j.Scanned != 400 {
		t.Errorf("%+v, %v", j, ok)
	}
	if _, is := of.unprojected(w, now.Verdicts[0]); is || of.tooFew(w, now.Verdicts[0]) {
		t.Error("what is projected is not told")
	}
	now.Growth = []engine.GrowthCost{{From: 500, Records: 50}}
	of.All[1] = now
	if g, is := of.unprojected(w, now.Verdicts[0]); !is || g.Records != 50 || of.tooFew(w, now.Verdicts[0]) {
		t.Error("it is not told what there was nothing of")
	}
	now.Growth = []engine.GrowthCost{{From: 5}}
	of.All[1] = now
	if !of.tooFew(w, now.Verdicts[0]) || of.tooFew(w, engine.Verdict{Query: now.Verdicts[0].Query}) {
		t.Error("of too little data, or of what is not answered")
	}
	w.Version++
	if _, ok := of.projected(w, now.Verdicts[0]); ok || of.tooFew(w, now.Verdicts[0]) {
		t.Error("what has changed since was projected")
	}
}

func TestCompare(t *testing.T) {
	now := tried(3, "{game}#{date}", 4, 2, 3)
	now.Current = true
	all := []engine.DesignAttempt{tried(1, "{game}", 8, 2, 2), now, tried(4, "{date}#{game}", 2, 2, 8)}
	s := State{Attempts: DesignAttempts{All: all}}
	p := pagetest.New(t)
	on := func(m Msg) { p.Turn(func(t *page.Update) { Update(t, &s, m) }) }
	compared := func(want ...uint64) {
		t.Helper()
		a, b, ok := s.Attempts.compared()
		if ok != (len(want) == 2) || ok && (a.State != want[0] || b.State != want[1]) {
			t.Errorf("%d and %d, %v are compared, want %d", a.State, b.State, ok, want)
		}
	}
	compared()
	on(DesignCompareToggled{1})
	compared(1, 3)
	on(DesignCompareToggled{4})
	compared(1, 4)
	on(DesignCompareToggled{3})
	compared(4, 3)
	on(DesignCompareToggled{4})
	compared() // the present design with itself
	on(DesignCompareToggled{3})
	compared()
}

// TestEstimatesAreMarked tests that figures which are estimated from a sample are marked.
func TestEstimatesAreMarked(t *testing.T) {
	v, a := &View{st: &page.State{}, w: &page.Workspace{}}, tried(engine.EstimateState, "{game}", 80, 2, 3)
	q, _ := v.comparedQuery(a, 0)
	for _, text := range []string{v.costText(a), v.skewText(a), q} {
		if !strings.Contains(text, "≈ ") {
			t.Errorf("an estimate is told as %q", text)
		}
	}
	if a.State = 1; v.costText(a) != "40.0" || v.skewText(a) != "3" {
		t.Errorf("what was measured is told as %q and %q", v.costText(a), v.skewText(a))
	}
	v.w.Tables = []engine.TableInfo{{Name: "games", Template: "{game}", Sampled: 20_000, Records: 1_000_000}}
	if why := v.why(a.Verdicts[0]); !strings.HasPrefix(why, "≈ ") {
		t.Errorf("it is said: %q", why)
	}
}

// TestSecret tests that the keys of the designs that pass a challenge are hidden until its
// solution may be seen. Before, one move of a field was enough.
func TestSecret(t *testing.T) {
	l := &lessons.Lesson{
		Slug:  "x",
		Steps: []lessons.Step{{ID: "sheet", Goals: []lessons.Goal{{ID: "s"}}}, {ID: "design", Goals: []lessons.Goal{{ID: "g", Check: lessons.DesignGraded{}}}}},
		References: []lessons.Reference{
			{ID: "good", Passes: true, Tables: []engine.TableDesign{{Table: "t", Template: "{a}#{b}"}, {Table: "t_2", Template: "{b}#{a}"}}},
			{ID: "bad", Tables: []engine.TableDesign{{Table: "t", Template: "{a}#{b}"}}},
			{ID: "more", Tables: []engine.TableDesign{{Table: "t", Template: "{b}#{a}"}, {Table: "t_2", Template: "{a}#{b}"}, {Table: "t_3", Template: "{b}"}}},
		},
	}
	st := &page.State{Lesson: &page.LessonState{Lesson: l, Progress: lessons.Progress{Step: 1}}}
	if !secret(st, "good") || !secret(st, "more") || secret(st, "bad") || secret(st, "rival") {
		t.Error("before two gradings the key of what passes is to be found, and no other is hidden")
	}
	st.SolutionsUnlocked = true
	if secret(st, "good") {
		t.Error("a teacher's visit hides it")
	}
	st.SolutionsUnlocked = false
	st.Lesson.Progress.Tries = []int{0, lessons.TriesForSolution}
	if secret(st, "good") {
		t.Error("it is hidden though the solution is open")
	}
	st.Lesson.Progress = lessons.Progress{Step: 1, Passed: []string{"g"}}
	if secret(st, "good") {
		t.Error("it is hidden though the pars are met")
	}
	l.Steps[1].Goals[0].Check = lessons.KeepsFields{}
	st.Lesson.Progress.Passed = nil
	if secret(st, "good") {
		t.Error("it is hidden where nothing is graded")
	}
}
