package lesson

import (
	"reflect"
	"testing"

	"tabletop/app/host"
	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/dataset"
	"tabletop/lessons"
)

// gradedLesson is a lesson with a challenge in its second step.
func gradedLesson() *lessons.Lesson {
	return &lessons.Lesson{
		Slug: "games", Table: "games", Steps: []lessons.Step{{ID: "sheet"}, {ID: "design", Panels: []lessons.Panel{lessons.PanelDesigner}, Goals: []lessons.Goal{{
			ID: "pars", Text: "Meet every par", Check: lessons.DesignGraded{
				Data: dataset.Spec{Fields: []string{"game"}}, Rates: []lessons.Rate{{Query: "q", PerMinute: 30}, {Query: "r", PerMinute: 1}},
				Scanned: 1000, Skew: 160, Bytes: 5000,
			},
		}}}, {ID: "debrief", Debrief: true}, {ID: "other"}},
		Solution: [][]lessons.Action{nil, nil, nil, nil},
	}
}

// readingsOf returns the readings of grading.
func readingsOf(answers, scanned, skew, bytes int64) []lessons.GoalReadings {
	one := func(what string, have, least, most int64) lessons.Reading {
		b := lessons.Bound{Set: true, Least: least, Most: most}
		return lessons.Reading{Measure: what, Known: true, OK: b.Allows(have), Have: have, Want: b}
	}
	return []lessons.GoalReadings{{Goal: "pars", Readings: []lessons.Reading{
		one(lessons.CriterionAnswers, answers, 2, 2), one(lessons.CriterionScanned, scanned, 0, 1000), one(lessons.CriterionSkew, skew, 0, 160), one(lessons.CriterionBytes, bytes, 0, 5000),
		{Measure: lessons.ReadingQuery, Known: true, OK: true, Have: scanned, HaveText: "q"},
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

	// A graded design that misses the pars is told in one sentence, with its values.
	p.on(ActionPressed{lessons.Grade{}})
	if c := p.State.Calls[p.LastCall().Seq]; c.Call != host.Call(host.DoLessonAction{Action: lessons.Grade{}}) || c.Running != "running-grade" {
		t.Fatalf("asked %+v", c)
	}
	best := lessons.GradedResult{Scanned: 4200, Skew: 120, Bytes: 4000, Worst: 4200, Designs: []string{"{game}"}}
	p.answer(lessons.Outcome{
		Progress: lessons.Progress{Step: 1, Best: []lessons.GradedResult{best}}, Readings: readingsOf(2, 4200, 120, 4000), Explain: "<div>Too many rows.</div>", ExplainID: "rows",
	})
	s, _ := scoreOf(p.State.Lesson)
	if s.Met != 3 || !s.Known || s.Beaten || s.Best == nil || s.Lines[1] != (criterion{lessons.CriterionScanned, true, false, 4200, 1000, 4200, 0}) || s.Lines[0].Best != 2 || len(s.Each) != 1 {
		t.Errorf("missed: %+v", s)
	}
	p.Tells(page.AnnouncementPart{Code: "said-graded", Args: []string{"2", "3", "2", "2", "4200", "1000", "120", "160", "4000", "5000"}}, page.AnnouncementPart{Text: "Too many rows."})

	// A question is not answered if its table has lost records.
	lost := readingsOf(1, 900, 120, 4000)
	lost[0].Readings[4] = lessons.Reading{Measure: lessons.ReadingLost, Known: true, Have: 900, HaveText: "q", Want: lessons.Bound{Set: true, Least: 96, Most: 100}}
	p.on(ActionPressed{lessons.Grade{}}).answer(lessons.Outcome{Progress: lessons.Progress{Step: 1}, Readings: lost})
	if s, _ := scoreOf(p.State.Lesson); s.Medal != lessons.NoMedal || len(s.Each) != 1 || s.Each[0].OK {
		t.Errorf("lost: %+v", s)
	}

	// The pars are met, and the better design is the best one.
	best = lessons.GradedResult{Scanned: 900, Skew: 120, Bytes: 4900, Worst: 980, Designs: []string{"{player}"}}
	p.on(ActionPressed{lessons.Grade{}}).answer(lessons.Outcome{
		Progress: lessons.Progress{Step: 1, Passed: []string{"pars"}, Done: true, Best: []lessons.GradedResult{best}}, Readings: readingsOf(2, 900, 120, 4900), Fresh: []string{"pars"},
	})
	if s, _ := scoreOf(p.State.Lesson); s.Met != 4 || !s.Beaten || s.Best.Scanned != 900 {
		t.Errorf("passed: %+v", s)
	}
	if told := p.Announcements; len(told) != 2 || told[1].Text != "✓ Meet every par " {
		t.Errorf("told %+v", told)
	}
}

// TestRivalDesign checks that the design in a link is a reference of a challenge, and of no
// other lesson, if it is made of the lesson's fields.
func TestRivalDesign(t *testing.T) {
	l := gradedLesson()
	l.Fields = []lessons.Field{{Name: "a"}, {Name: "b"}}
	l.References = []lessons.Reference{{ID: "one"}}
	for _, templates := range [][]string{{"{a}#{c}"}, {"{a"}, {"{a}", "{a}", "{a}", "{a}", "{a}"}} {
		p := opened(t, l, lessons.Outcome{})
		if p.on(RivalDesignReceived{templates}); len(p.State.Lesson.Lesson.References) != 1 {
			t.Errorf("%q is taken", templates)
		}
	}
	p := opened(t, l, lessons.Outcome{})
	p.on(RivalDesignReceived{[]string{"{b}"}}, RivalDesignReceived{[]string{"{a}#{b}", "{b}"}})
	want := lessons.Reference{ID: rivalID, Text: "a rival’s", Tables: []engine.TableDesign{{Table: "games", Template: "{a}#{b}"}, {Table: "games_2", Template: "{b}"}}}
	if of := p.State.Lesson.Lesson.References; len(of) != 2 || !reflect.DeepEqual(of[1], want) || len(l.References) != 1 {
		t.Errorf("%+v", of)
	}
	p.Turn(func(t *page.Update) { ShowLesson(t, &p.s, l) }) // the link was opened before the lesson's file arrived
	if of := p.State.Lesson.Lesson.References; len(of) != 2 {
		t.Errorf("%+v", of)
	}
	if got := rivalTemplates(p.State.Lesson.Lesson); got != "{a}#{b}\n{b}" {
		t.Errorf("the rival's templates are %q", got)
	}
	result := func(worst int64) []lessons.GradedResult { return []lessons.GradedResult{{Scanned: 7, Worst: worst}} }
	for _, c := range []struct {
		best []lessons.GradedResult
		want string
	}{{nil, "rival-ahead"}, {result(901), "rival-ahead"}, {result(900), "rival-level"}, {result(899), "rival-behind"}} {
		p.State.Lesson.Step, p.State.Lesson.Progress = 1, lessons.Progress{Step: 1, Best: c.best, Rival: result(900)}
		if s, _ := scoreOf(p.State.Lesson); s.standing() != c.want || s.Lines[1].Rival != 7 {
			t.Errorf("%+v: %s, %+v", c.best, s.standing(), s.Lines[1])
		}
	}
	l.Steps[1].Goals = nil
	p.Turn(func(t *page.Update) { ShowLesson(t, &p.s, l) })
	if of := p.State.Lesson.Lesson.References; len(of) != 1 {
		t.Errorf("without a challenge: %+v", of)
	}
}

func TestMedals(t *testing.T) {
	for _, tt := range []struct {
		answers, scanned, skew, bytes int64
		want                          lessons.Medal
	}{
		{1, 900, 120, 4000, lessons.NoMedal}, {2, 4200, 170, 6000, lessons.Bronze}, {2, 4200, 170, 4000, lessons.Bronze},
		{2, 4200, 120, 4000, lessons.Silver}, {2, 900, 120, 4000, lessons.Gold},
	} {
		p := opened(t, gradedLesson(), lessons.Outcome{})
		p.on(ActionPressed{lessons.Grade{}}).answer(lessons.Outcome{Progress: lessons.Progress{Step: 1}, Readings: readingsOf(tt.answers, tt.scanned, tt.skew, tt.bytes)})
		p.State.Lesson.Step = 1
		if s, _ := scoreOf(p.State.Lesson); s.Medal != tt.want {
			t.Errorf("%+v earns %d", tt, s.Medal)
		}
	}
	for worst, want := range map[int64]lessons.Medal{980: lessons.Gold, 4200: lessons.Bronze, 1_004_200: lessons.Silver, 2_004_200: lessons.Bronze, 3_009_000: lessons.Bronze} {
		if got := (lessons.GradedResult{Worst: worst}).Medal(); got != want {
			t.Errorf("%d is worth %d", worst, got)
		}
	}
}
