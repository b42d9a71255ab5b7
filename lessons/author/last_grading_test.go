package author

import (
	"reflect"
	"slices"
	"testing"

	"tabletop/engine"
	"tabletop/lessons"
)

// readingsNow returns the present readings of a goal.
func (r *reader) readingsNow(p *lessons.Player, goal string) []lessons.Reading {
	for _, of := range p.Readings() {
		if of.Goal == goal {
			return of.Readings
		}
	}
	return nil
}

// TestLastGradingComesBack checks that the result of the last graded design is there at the next
// visit, even if the design did not answer every question, unless the lesson's pars have changed.
func TestLastGradingComesBack(t *testing.T) {
	r := at(t, "ride-trips", "design")
	l := r.lesson
	goal, of, step, _ := l.GradedGoal()
	again := func() *lessons.Player {
		t.Helper()
		return lessons.NewPlayer(l, r.session, reread(t, r.run.Progress()))
	}
	if last := again().Progress().LastGrading; len(last) > 0 {
		t.Fatalf("before a grading there is %+v", last)
	}
	for _, q := range l.Steps[step].Asks {
		if q.IsAboutDesign() {
			r.do(lessons.Answer{Question: q.ID, Value: "100"})
		}
	}
	r.do(lessons.Grade{})
	want := r.readingsNow(r.run, goal.ID)
	if len(want) < len(lessons.Criteria) || !want[0].Known {
		t.Fatalf("graded: %+v", want)
	}
	if got := r.readingsNow(again(), goal.ID); !reflect.DeepEqual(got, want) {
		t.Errorf("at the next visit there is %+v, want %+v", got, want)
	}

	other := *l
	other.Steps = slices.Clone(l.Steps)
	of.Scanned++
	other.Steps[step].Goals = []lessons.Goal{{ID: goal.ID, Check: of}}
	if last := lessons.NewPlayer(&other, r.session, r.run.Progress()).Progress().LastGrading; last != nil {
		t.Errorf("of other pars there is %+v", last)
	}
}

// TestGround checks that a step stores the state that it began with, even if it made no request,
// and that undoing on the page goes back to that state and no further.
func TestGround(t *testing.T) {
	l := scores(t)
	r := newReader(t, l)
	now := func() uint64 {
		line := r.session.Timeline()
		return line.Steps[line.Now-1].State
	}
	if g := r.run.Progress().StepStartState; g != 0 {
		t.Fatalf("the first step begins with state %d", g)
	}
	for i := range l.Steps[1:] {
		r.arrive(i + 1)
		if got := r.run.Progress().StepStartState; got != now() {
			t.Errorf("step %s begins with state %d, kept is %d", l.Steps[i+1].ID, now(), got)
		}
		r = newReader(t, l)
	}
}

// TestMovesInTimeAreNoTries checks that undo, redo and the like do not count as tries.
func TestMovesInTimeAreNoTries(t *testing.T) {
	r := at(t, "lol-scores", "ask")
	step := r.run.Progress().Step
	before := r.session.Timeline()
	for _, req := range []engine.Request{engine.Undo{}, engine.Redo{}, engine.GoToState{State: before.First}, engine.Redo{}} {
		if rep := r.do(lessons.RunRequest{Request: req}); rep.Progress.Tries[step] != 0 {
			t.Errorf("%T is a try", req)
		}
	}
}

// TestRival checks that a rival's design is graded with the reader's, that it stays for the next
// visit, and that one which the hidden data refuse is left out.
func TestRival(t *testing.T) {
	r := at(t, "ride-trips", "design")
	l := r.lesson
	_, _, step, _ := l.GradedGoal()
	for _, q := range l.Steps[step].Asks {
		if q.IsAboutDesign() {
			r.do(lessons.Answer{Question: q.ID, Value: "100"})
		}
	}
	r.do(lessons.Grade{Rival: "{rider}#{start}#{driver}\n{city}#{driver}#{rider}#{start}"})
	if last := r.run.Progress().LastGrading; len(last) == 0 || last[0].OK {
		t.Errorf("the reader's own design: %+v", last)
	}
	got := reread(t, r.run.Progress()).Rival
	if len(got) != 1 || got[0].Medal() != lessons.Gold || len(got[0].Designs) != 2 {
		t.Errorf("the rival: %+v", got)
	}
	if again := lessons.NewPlayer(l, r.session, reread(t, r.run.Progress())).Progress().Rival; !reflect.DeepEqual(again, got) {
		t.Errorf("the rival at the next visit: %+v", again)
	}
	r.do(lessons.Grade{Rival: "{fare|zero:2}#{rider}"})
	if p := r.run.Progress(); len(p.LastGrading) == 0 || !p.LastGrading[0].Known || len(p.Rival) != 0 {
		t.Errorf("with a rival that is refused: %+v, %+v", p.LastGrading, p.Rival)
	}
}
