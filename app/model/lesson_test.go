package model

import (
	"reflect"
	"testing"
	"time"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/app/lesson"
	"tabletop/app/page"
	"tabletop/app/questions"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/dataset"
	"tabletop/engine/traffic"
	"tabletop/lessons"
)

// stepping is a lesson whose second step has traffic.
func stepping(t *testing.T) *play {
	l := &lessons.Lesson{Slug: "x", Title: "X", Table: "games", Steps: []lessons.Step{
		{ID: "one", Panels: []lessons.Panel{lessons.PanelSchema}},
		{ID: "two", Panels: []lessons.Panel{lessons.PanelLoad}, Traffic: &lessons.Traffic{Against: "{day}#{game}", SimulateLoad: engine.SimulateLoad{
			Table: "games", Nodes: 5, Minutes: 30, Writes: 400, Seed: 1, Reads: []engine.QueryRate{{Query: "corrie", Rate: 50, Newest: true}, {Rate: 7, Newest: true}},
			Shape: traffic.RateShape{Kind: traffic.Rise, At: 900, Times: traffic.DefaultRise},
		}}},
	}, Solution: [][]lessons.Action{nil, {lessons.Simulate{}}}}
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "x"}).on(LessonFetched{"x", l}, HostEvent{host.HostReady{}})
	p.answer(host.Answer{
		Opened: &host.OpenedWorkspace{Kind: host.KindLesson, ID: "x"}, Outcome: &lessons.Outcome{Progress: lessons.Progress{Step: 1}},
		Reply: &engine.Reply{Tables: []engine.TableInfo{{Name: "games", Rows: 4, Template: "{game}#{day}", Fields: []string{"game", "day"}}},
			Verdicts: []engine.Verdict{{Query: "corrie", Table: "games"}, {Query: "march", Table: "games"}}},
	})
	return p
}

// A step opens the panels that it works with, and sets its traffic.
func TestStepTraffic(t *testing.T) {
	p := stepping(t)
	want := p.st.Lesson.Lesson.Steps[1].Traffic.SimulateLoad
	want.Reads = []engine.QueryRate{{Query: "corrie", Rate: 50, Newest: true}, {Query: "march", Newest: true}, {Rate: 7, Newest: true}}
	if !p.st.Work.Heat.Open || p.st.Work.Schema.Open {
		t.Error("the wrong panels are open")
	}
	p.on(heat.FieldChanged{Field: heat.FieldNodes, Text: "9"}, lesson.SolutionActionPressed{Index: 0})
	if len(p.st.Work.Heat.Set) != 0 {
		t.Errorf("the solution keeps what was set: %v", p.st.Work.Heat.Set)
	}
	var got []engine.SimulateLoad
	first := uint64(0)
	for _, e := range p.effects {
		if s, ok := e.(page.SendCall); ok {
			got = append(got, s.Sent.Call.(host.ExecuteRequest).Request.(engine.SimulateLoad))
			if first == 0 {
				first = s.Sent.Seq
			}
		}
	}
	against := want
	against.Template = "{day}#{game}"
	if !reflect.DeepEqual(got, []engine.SimulateLoad{want, against}) {
		t.Errorf("sent\n%+v\nwant\n%+v", got, []engine.SimulateLoad{want, against})
	}
	// The lesson's judgement of a map comes before the map, and so before those of later
	// answers.
	even := &engine.LoadSimulated{Request: want, Seconds: 60, Borders: []base.RowKey{""}, Columns: make([]engine.HeatMapColumn, 2)}
	for m := range even.Cells {
		even.Cells[m] = even.Cells[m].Add(cluster.PackFloat(1)).Add(cluster.PackFloat(1))
	}
	came := host.Answer{Seq: first, Reply: &engine.Reply{Answer: even},
		Outcome: &lessons.Outcome{Fresh: []string{"even"}, Progress: lessons.Progress{Step: 1, Passed: []string{"even"}}}}
	p.on(HostEvent{came})
	if got := p.st.Lesson.Progress.Passed; len(got) != 1 {
		t.Errorf("after the simulation %q has passed", got)
	}
	shown := p.effects[len(p.effects)-1].(page.SendMsgAfterDraw).Msg
	p.on(lesson.ActionPressed{Action: lessons.Answer{Question: "a", Value: "1"}})
	p.answer(host.Answer{Outcome: &lessons.Outcome{Progress: lessons.Progress{Step: 1, Passed: []string{"even", "said"}}}})
	p.on(shown)
	if got := p.st.Lesson.Progress.Passed; len(got) != 2 || p.st.Work.Heat.Maps[0] == nil {
		t.Errorf("after the map %q has passed", got)
	}
	p.on(lesson.StepPicked{Step: 0})
	if p.st.Work.Heat.Open || !p.st.Work.Schema.Open || len(p.st.Work.Heat.Set) != 0 {
		t.Error("the first step has the second one's panels")
	}
}

// compared returns what the last call has measured, nil if it is another call.
func compared(p *play) (w engine.CompareDesigns) {
	for _, e := range p.effects {
		if s, ok := e.(page.SendCall); ok {
			if asked, ok := s.Sent.Call.(host.ExecuteRequest); ok {
				w, _ = asked.Request.(engine.CompareDesigns)
			}
		}
	}
	return w
}

// TestReferencesAreWeighed tests that the references are measured once a design of the reader
// has been graded. A refused request does not count as graded.
func TestReferencesAreWeighed(t *testing.T) {
	p := at(t, page.Route{Screen: page.ScreenLesson, ID: "games"})
	p.st.Ready, p.st.Lesson = true, lesson.NewLessonState(&lessons.Lesson{
		Slug: "games", Table: "games", References: []lessons.Reference{{ID: "naive", Text: "date first", Tables: []engine.TableDesign{{Table: "games", Template: "{date}"}}}},
		Steps: []lessons.Step{{ID: "design", Panels: []lessons.Panel{lessons.PanelDesigner}, Goals: []lessons.Goal{{
			ID: "pars", Check: lessons.DesignGraded{Data: dataset.Spec{Fields: []string{"game"}}, Rates: []lessons.Rate{{Query: "q", PerMinute: 30}}, Scanned: 1000, Skew: 160, Bytes: 5000},
		}}}},
	})
	p.st.Work.ID, p.st.Work.Kind = "games", host.KindLesson
	p.st.Work.Tables = []engine.TableInfo{designedTable("{game}")}
	p.st.Work.Questions.Attempts.All = []engine.DesignAttempt{tried(1, "{game}", 8, 2, 2), tried(2, "{date}", 8, 2, 2)}
	p.on(questions.DesignSettled{Version: p.st.Work.Version})
	if w := compared(p); len(w.Proposed) != 0 {
		t.Fatalf("before a design is graded %+v is weighed", w.Proposed)
	}
	p.on(lesson.ActionPressed{Action: lessons.Grade{}})
	seq := p.sent().Seq
	p.on(HostEvent{host.CallProgress{Seq: seq, Done: 1, Total: 2}})
	if r := p.st.Work.Running; r == nil || r.Action != "running-grade" {
		t.Errorf("running %+v", r)
	}
	best := lessons.GradedResult{Scanned: 4200, Skew: 120, Bytes: 4000, Worst: 4200, Designs: []string{"{game}"}}
	p.answer(host.Answer{Seq: seq, Reply: &engine.Reply{Tables: p.st.Work.Tables}, Outcome: &lessons.Outcome{Progress: lessons.Progress{Best: []lessons.GradedResult{best}}}})
	p.has(page.SendMsgLater{Wait: 250 * time.Millisecond, Msg: questions.DesignSettled{Version: p.st.Work.Version}})
	p.on(questions.DesignSettled{Version: p.st.Work.Version})
	asked, _ := p.sent().Call.(host.ExecuteRequest)
	if w, ok := asked.Request.(engine.CompareDesigns); !ok || len(w.Proposed) != 1 || w.Proposed[0].Name != "naive" || w.OnlyProposed {
		t.Fatalf("weighs %+v", asked)
	}
	came := host.Answer{Reply: &engine.Reply{Version: p.st.Work.Version, Answer: &engine.DesignsCompared{
		Attempts: []engine.DesignAttempt{tried(1, "{game}", 8, 2, 2)}, Proposed: []engine.DesignAttempt{{Name: "naive"}},
	}}}
	p.answer(came).on(questions.DesignSettled{Version: p.st.Work.Version}).answer(came) // with growth
	if a := &p.st.Work.Questions.Attempts; len(append(a.All[:len(a.All):len(a.All)], a.References...)) != 2 || p.st.Lesson.ReferenceDesignName(a.References[0].Name) != "date first" {
		t.Errorf("%+v", a)
	}
	if p.on(questions.DesignSettled{Version: p.st.Work.Version}); len(p.effects) > 0 {
		t.Errorf("weighed twice: %+v", p.effects)
	}
	p.on(lesson.ActionPressed{Action: lessons.Grade{}}).answer(host.Answer{Err: base.Refuse(base.CodeNoDesign, "games")})
	if p.st.Notice == nil || p.st.Notice.Err == nil {
		t.Error("a refusal is shown nowhere")
	}
}
