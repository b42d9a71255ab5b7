package lesson

import (
	"testing"
	"time"

	"tabletop/app/page"
	"tabletop/engine/dataset"
	"tabletop/lessons"
)

// A solution opens after two different tries, after some time at the step, for a step that
// is done, and for a teacher. So does the last hint of a challenge.
func TestSolutionOpens(t *testing.T) {
	l := &lessons.Lesson{Slug: "x", Solution: [][]lessons.Action{{lessons.Grade{}}, {lessons.Grade{}}}, Steps: []lessons.Step{
		{ID: "one", Hints: []string{"a", "b", "the key"}, Goals: []lessons.Goal{{ID: "g", Check: lessons.DesignGraded{Data: dataset.Spec{}}}}},
		{ID: "two", Goals: []lessons.Goal{{ID: "h", Check: lessons.QuestionAnswered{}}}},
	}}
	for _, tt := range []struct {
		name string
		of   lessons.Progress
		do   Msg
		want bool
	}{
		{"nothing done", lessons.Progress{}, nil, false},
		{"one try", lessons.Progress{Tries: []int{1, 0}}, nil, false},
		{"two tries", lessons.Progress{Tries: []int{2, 0}}, nil, true},
		{"two at another step", lessons.Progress{Tries: []int{0, 2}}, nil, false},
		{"time", lessons.Progress{}, stayed{"x", 0}, true},
		{"time at another step", lessons.Progress{}, stayed{"x", 1}, false},
		{"time at another lesson", lessons.Progress{}, stayed{"y", 0}, false},
		{"done", lessons.Progress{Passed: []string{"g"}}, nil, true},
		{"seen before", lessons.Progress{Revealed: []int{0}}, nil, true},
		{"a teacher", lessons.Progress{}, SolutionsUnlocked{}, true},
	} {
		p := opened(t, l, lessons.Outcome{Progress: tt.of})
		p.Has(page.SendMsgLater{Wait: 5 * time.Minute, Msg: stayed{"x", 0}})
		if tt.do != nil {
			p.on(tt.do)
		}
		p.on(HintPressed{}, HintPressed{}, HintPressed{}, SolutionPressed{})
		if at := p.State.Lesson; at.Solution != tt.want || (at.Hints == 3) != tt.want {
			t.Errorf("%s: solution %t, %d hints", tt.name, at.Solution, at.Hints)
		}
	}
}
