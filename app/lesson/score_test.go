package lesson

import (
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine/dataset"
	"tabletop/lessons"
)

// gradedLesson is a lesson with a challenge in its second step.
func gradedLesson() *lessons.Lesson {
	return &lessons.Lesson{
		Slug: "games", Table: "games", Steps: []lessons.Step{{ID: "sheet"}, {ID: "design", Panels: []lessons.Panel{lessons.PanelDesigner}, Goals: []lessons.Goal{{
			ID: "pars", Text: "Meet every par", Check: lessons.Graded{
				Data: dataset.Spec{Fields: []string{"game"}}, Rates: []lessons.Rate{{Query: "q", PerMinute: 30}, {Query: "r", PerMinute: 1}},
				Scanned: 1000, Skew: 160, Bytes: 5000,
			},
		}}}, {ID: "debrief", Debrief: true}, {ID: "other"}},
		Solution: [][]lessons.Action{nil, nil, nil, nil},
	}
}

// readingsOf is what grading measures.
func readingsOf(answers, scanned, skew, bytes int64) []lessons.GoalReadings {
	one := func(what string, have, least, most int64) lessons.Reading {
		b := lessons.Bound{Set: true, Least: least, Most: most}
		return lessons.Reading{What: what, Known: true, OK: b.Has(have), Have: have, Want: b}
	}
	return []lessons.GoalReadings{{Goal: "pars", Of: []lessons.Reading{
		one(lessons.CriterionAnswers, answers, 2, 2), one(lessons.CriterionScanned, scanned, 0, 1000), one(lessons.CriterionSkew, skew, 0, 160), one(lessons.CriterionBytes, bytes, 0, 5000),
		{What: lessons.ReadingQuery, Known: true, OK: true, Have: scanned, HaveText: "q"},
	}}}
}

func TestScore(t *testing.T) {
	p := opened(t, gradedLesson(), lessons.Outcome{})
	for step, want := range []bool{false, true, true, false} {
		p.State.Lesson.Step = step
		if s, ok := scoreOf(p.State.Lesson); ok != want || s.Known || s.Best != nil {
			t.Errorf("step %d: %v, %+v", step, ok, s)
		}
	}
	p.State.Lesson.Step = 1

	// Graded and missed: said in one sentence, with what it was.
	p.on(ActionPressed{lessons.Grade{}})
	if c := p.State.Calls[p.Sent().Seq]; c.Call != host.Call(host.Do{Action: lessons.Grade{}}) || c.Running != "running-grade" {
		t.Fatalf("asked %+v", c)
	}
	best := lessons.Result{Scanned: 4200, Skew: 120, Bytes: 4000, Worst: 4200, Designs: []string{"{game}"}}
	p.answer(lessons.Outcome{
		Progress: lessons.Progress{Step: 1, Best: []lessons.Result{best}}, Readings: readingsOf(2, 4200, 120, 4000), Explain: "<div>Too many rows.</div>", ExplainID: "rows",
	})
	s, _ := scoreOf(p.State.Lesson)
	if s.Met != 3 || !s.Known || s.Beaten || s.Best == nil || s.Lines[1] != (criterion{lessons.CriterionScanned, true, false, 4200, 1000, 4200}) || s.Lines[0].Best != 2 || len(s.Each) != 1 {
		t.Errorf("missed: %+v", s)
	}
	p.Tells(page.Saying{Code: "said-graded", Args: []string{"3", "4", "2", "2", "4200", "1000", "1.20", "1.60", "4000", "5000"}}, page.Saying{Text: "Too many rows."})

	// Passed, and the better one is kept.
	best = lessons.Result{Scanned: 900, Skew: 120, Bytes: 4900, Worst: 980, Designs: []string{"{player}"}}
	p.on(ActionPressed{lessons.Grade{}}).answer(lessons.Outcome{
		Progress: lessons.Progress{Step: 1, Passed: []string{"pars"}, Done: true, Best: []lessons.Result{best}}, Readings: readingsOf(2, 900, 120, 4900), Fresh: []string{"pars"},
	})
	if s, _ := scoreOf(p.State.Lesson); s.Met != 4 || !s.Beaten || s.Best.Scanned != 900 {
		t.Errorf("passed: %+v", s)
	}
	if told := p.Sayings; len(told) != 2 || told[1].Text != "✓ Meet every par " {
		t.Errorf("told %+v", told)
	}
}
