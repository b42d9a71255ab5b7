package model

import (
	"reflect"
	"testing"

	"tabletop/app/heat"
	"tabletop/app/host"
	"tabletop/engine"
	"tabletop/engine/base"
	"tabletop/engine/cluster"
	"tabletop/engine/traffic"
	"tabletop/lessons"
)

// stepping is a lesson whose second step orders values and has traffic.
func stepping(t *testing.T) *play {
	l := &lessons.Lesson{Slug: "x", Title: "X", Table: "games", Steps: []lessons.Step{
		{ID: "one", Panels: []lessons.Panel{lessons.PanelSchema}},
		{ID: "two", Panels: []lessons.Panel{lessons.PanelLoad}, Asks: []lessons.Question{
			{ID: "q", Kind: lessons.PutInLine, Run: "read games", Choices: []lessons.Choice{{Value: "b"}, {Value: "c"}, {Value: "a"}}},
		}, Traffic: &lessons.Traffic{Against: "{day}#{game}", Simulate: engine.Simulate{
			Table: "games", Nodes: 5, Minutes: 30, Writes: 400, Seed: 1, Reads: []engine.Asked{{Query: "corrie", Rate: 50, Newest: true}, {Rate: 7, Newest: true}},
			Shape: traffic.Shape{Kind: traffic.Rise, At: 900, Times: traffic.Raised},
		}}},
	}, Solution: [][]lessons.Action{nil, {lessons.Simulate{}}}}
	p := at(t, Route{Screen: ScreenLesson, ID: "x"}).on(Fetched{"x", l}, Came{host.Ready{}})
	p.answer(host.Answer{
		Opened: &host.Opened{Kind: host.KindLesson, ID: "x"}, Outcome: &lessons.Outcome{Progress: lessons.Progress{Step: 1}},
		Reply: &engine.Reply{Tables: []engine.TableInfo{{Name: "games", Rows: 4, Template: "{game}#{day}", Fields: []string{"game", "day"}}},
			Verdicts: []engine.Verdict{{Query: "corrie", Table: "games"}, {Query: "march", Table: "games"}}},
	})
	return p
}

// TestLessonIsBegunBeforeItIsOpen has the reader begin with a step as soon as its text is
// there.
func TestLessonIsBegunBeforeItIsOpen(t *testing.T) {
	begun := func(step int) *LessonState {
		l := &lessons.Lesson{Slug: "x", Steps: []lessons.Step{
			{ID: "one", Hints: []string{"a"}, Asks: []lessons.Question{{ID: "q"}, {ID: "r"}}}, {ID: "two"},
		}}
		p := at(t, Route{Screen: ScreenLesson, ID: "x"}).on(Fetched{"x", l}, Came{host.Ready{}})
		open := p.sent().Seq
		p.on(SolutionPressed{}, HintPressed{}, AnswerTyped{"q", "7"})
		p.on(Came{host.Answer{
			Seq: open, Opened: &host.Opened{Kind: host.KindLesson, ID: "x"}, Reply: &engine.Reply{},
			Outcome: &lessons.Outcome{Progress: lessons.Progress{Step: step, Hints: []int{0, 0}, Answers: []lessons.Answer{{Question: "q", Value: "1"}, {Question: "r", Value: "2"}}}},
		}})
		return p.st.Lesson
	}
	if l := begun(0); !l.Solution || l.Hints != 1 || l.Answers["q"] != "7" || l.Answers["r"] != "2" {
		t.Errorf("%+v", l)
	}
	if l := begun(1); l.Step != 1 || l.Solution || l.Hints != 0 {
		t.Errorf("of another step: %+v", l)
	}
}

func TestChoicesMove(t *testing.T) {
	p := stepping(t)
	q := p.st.Lesson.Lesson.Steps[1].Asks[0]
	line := func(want ...string) {
		t.Helper()
		if got := LineOf(p.st.Lesson, q); !reflect.DeepEqual(got, want) {
			t.Errorf("in line stand %q, want %q", got, want)
		}
	}
	line("b", "c", "a")
	p.on(ChoiceMoved{"q", 2, 1})
	line("b", "a", "c")
	p.has(Focus{ID: LineElement("q", "up-1")})
	p.on(ChoiceMoved{"q", 0, 1})
	line("a", "b", "c")
	p.has(Focus{ID: LineElement("q", "down-1")})
	p.on(ChoiceMoved{"q", 2, 3}, ChoiceMoved{"q", -1, 0}, ChoiceMoved{"other", 0, 1})
	line("a", "b", "c")
	p.on(AnswerPressed{"q"})
	if c := p.sent().Call; c != (host.Do{Action: lessons.Answer{Question: "q", Value: "a,b,c"}}) {
		t.Errorf("%+v", c)
	}
	if log := p.st.Work.Log; len(log) != 1 || log[0].Input != "read games" {
		t.Errorf("what settles it is not in the log: %+v", log)
	}
	p.on(AnswerTyped{"q", "a,a,b"})
	line("b", "c", "a") // not these choices
}

// A step opens what it works with, and brings its traffic.
func TestStepTraffic(t *testing.T) {
	p := stepping(t)
	want := p.st.Lesson.Lesson.Steps[1].Traffic.Simulate
	want.Reads = []engine.Asked{{Query: "corrie", Rate: 50, Newest: true}, {Query: "march", Newest: true}, {Rate: 7, Newest: true}}
	if !p.st.Work.Heat.Open || p.st.Work.Schema.Open {
		t.Error("the wrong panels are open")
	}
	p.on(heat.Set{Field: heat.FieldNodes, Text: "9"}, SolutionRun{0})
	if len(p.st.Work.Heat.Set) != 0 {
		t.Errorf("the solution keeps what was set: %v", p.st.Work.Heat.Set)
	}
	var got []engine.Simulate
	first := uint64(0)
	for _, e := range p.effects {
		if s, ok := e.(Send); ok {
			got = append(got, s.Sent.Call.(host.Execute).Request.(engine.Simulate))
			if first == 0 {
				first = s.Sent.Seq
			}
		}
	}
	against := want
	against.Template = "{day}#{game}"
	if !reflect.DeepEqual(got, []engine.Simulate{want, against}) {
		t.Errorf("sent\n%+v\nwant\n%+v", got, []engine.Simulate{want, against})
	}
	// What the map means to the lesson comes before it, and so before what later answers
	// say of the lesson.
	even := &engine.Simulated{Of: want, Seconds: 60, Borders: []base.RowKey{""}, Columns: make([]engine.SimulatedColumn, 2)}
	for m := range even.Cells {
		even.Cells[m] = even.Cells[m].Add(cluster.AmountOf(1)).Add(cluster.AmountOf(1))
	}
	came := host.Answer{Seq: first, Reply: &engine.Reply{Answer: even},
		Outcome: &lessons.Outcome{Fresh: []string{"even"}, Progress: lessons.Progress{Step: 1, Passed: []string{"even"}}}}
	p.on(Came{came})
	if got := p.st.Lesson.Progress.Passed; len(got) != 1 {
		t.Errorf("after the simulation %q has passed", got)
	}
	shown := p.effects[len(p.effects)-1].(Then).Msg
	p.on(ActionPressed{lessons.Answer{Question: "a", Value: "1"}})
	p.answer(host.Answer{Outcome: &lessons.Outcome{Progress: lessons.Progress{Step: 1, Passed: []string{"even", "said"}}}})
	p.on(shown)
	if got := p.st.Lesson.Progress.Passed; len(got) != 2 || p.st.Work.Heat.Maps[0] == nil {
		t.Errorf("after the map %q has passed", got)
	}
	p.on(StepPicked{0})
	if p.st.Work.Heat.Open || !p.st.Work.Schema.Open || len(p.st.Work.Heat.Set) != 0 {
		t.Error("the first step has the second one's panels")
	}
}
