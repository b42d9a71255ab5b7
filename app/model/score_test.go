package model

import (
	"reflect"
	"testing"
	"time"

	"tabletop/app/host"
	"tabletop/app/questions"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/dataset"
	"tabletop/lessons"
)

// gradedLesson is a lesson with a challenge in its second step.
func gradedLesson() *lessons.Lesson {
	return &lessons.Lesson{
		Slug: "games", Table: "games", References: []lessons.Reference{{ID: "naive", Text: "date first", Tables: []engine.AttemptDesign{{Table: "games", Template: "{date}"}}}},
		Steps: []lessons.Step{{ID: "sheet"}, {ID: "design", Panels: []lessons.Panel{lessons.PanelDesigner}, Goals: []lessons.Goal{{
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
	p := at(t, Route{Screen: ScreenLesson, ID: "games"})
	p.st.Ready, p.st.Lesson = true, newLesson(gradedLesson())
	p.st.Work.ID, p.st.Work.Kind = "games", host.KindLesson
	p.st.Work.Tables = []engine.TableInfo{designedTable("{game}")}
	for step, want := range []bool{false, true, true, false} {
		p.st.Lesson.Step = step
		if s, ok := ScoreOf(p.st.Lesson); ok != want || s.Known || s.Best != nil {
			t.Errorf("step %d: %v, %+v", step, ok, s)
		}
	}
	p.st.Lesson.Step = 1

	// Graded and missed: said in one sentence, with what it was.
	p.on(ActionPressed{lessons.Grade{}})
	if c := p.sent().Call; c != host.Call(host.Do{Action: lessons.Grade{}}) {
		t.Fatalf("asked %+v", c)
	}
	seq := p.sent().Seq
	p.on(Came{host.Progress{Seq: seq, Done: 1, Total: 2}})
	if r := p.st.Work.Running; r == nil || r.Action != "running-grade" {
		t.Errorf("running %+v", r)
	}
	best := lessons.Result{Scanned: 4200, Skew: 120, Bytes: 4000, Worst: 4200, Designs: []string{"{game}"}}
	p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Tables: p.st.Work.Tables}, Outcome: &lessons.Outcome{
		Progress: lessons.Progress{Step: 1, Best: []lessons.Result{best}}, Readings: readingsOf(2, 4200, 120, 4000), Explain: "<div>Too many rows.</div>", ExplainID: "rows",
	}})
	s, _ := ScoreOf(p.st.Lesson)
	if s.Met != 3 || !s.Known || s.Beaten || s.Best == nil || s.Lines[1] != (ScoreLine{lessons.CriterionScanned, true, false, 4200, 1000, 4200}) || s.Lines[0].Best != 2 || len(s.Each) != 1 {
		t.Errorf("missed: %+v", s)
	}
	told := []Saying{code("said-graded", "3", "4", "2", "2", "4200", "1000", "1.20", "1.60", "4000", "5000"), {Text: "Too many rows."}}
	if !reflect.DeepEqual(p.st.Said.Parts, told) {
		t.Errorf("told %+v", p.st.Said.Parts)
	}
	// A design of one's own has been graded: the references may be seen.
	p.has(After{Wait: 500 * time.Millisecond, Msg: questions.Settled{Version: p.st.Work.Version}})
	p.on(questions.Settled{Version: p.st.Work.Version})
	asked, _ := p.sent().Call.(host.Execute)
	if w, ok := asked.Request.(engine.Weigh); !ok || len(w.Trials) != 1 || w.Trials[0].Name != "naive" || w.Alone {
		t.Fatalf("weighs %+v", asked)
	}
	p.answer(host.Answer{Reply: &engine.Reply{Version: p.st.Work.Version, Answer: &engine.Weighed{
		Attempts: []engine.Attempt{tried(1, "{game}", 8, 2, 2)}, Trials: []engine.Attempt{{Named: "naive"}},
	}}})
	if a := &p.st.Work.Questions.Attempts; len(append(a.All[:len(a.All):len(a.All)], a.References...)) != 2 || p.st.Lesson.Reference(a.References[0].Named) != "date first" {
		t.Errorf("%+v", a)
	}
	if p.on(questions.Settled{Version: p.st.Work.Version}); len(p.effects) > 0 {
		t.Errorf("weighed twice: %+v", p.effects)
	}

	// Passed, and the better one is kept.
	best = lessons.Result{Scanned: 900, Skew: 120, Bytes: 4900, Worst: 980, Designs: []string{"{player}"}}
	p.on(ActionPressed{lessons.Grade{}})
	p.answer(host.Answer{Seq: p.sent().Seq, Reply: &engine.Reply{Tables: p.st.Work.Tables}, Outcome: &lessons.Outcome{
		Progress: lessons.Progress{Step: 1, Passed: []string{"pars"}, Done: true, Best: []lessons.Result{best}}, Readings: readingsOf(2, 900, 120, 4900), Fresh: []string{"pars"},
	}})
	if s, _ := ScoreOf(p.st.Lesson); s.Met != 4 || !s.Beaten || s.Best.Scanned != 900 {
		t.Errorf("passed: %+v", s)
	}
	if told := p.st.Said.Parts; len(told) != 2 || told[1].Text != "✓ Meet every par " {
		t.Errorf("told %+v", told)
	}
	// Refused: nothing is told of a grade.
	p.on(ActionPressed{lessons.Grade{}}).answer(host.Answer{Err: base.Refuse(base.CodeNoDesign, "games")})
	if p.st.Notice == nil || p.st.Notice.Err == nil {
		t.Error("a refusal is shown nowhere")
	}
}
